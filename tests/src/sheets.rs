//! Rule sheets of the sizes that tests and benches need.

use std::fmt::Write as _;

/// A sheet of the corpus, where there is one.
pub fn corpus_sheet(path: &str) -> Option<String> {
    std::fs::read_to_string(crate::corpus::folder()?.join(path)).ok()
}

/// A game of our own about counting, with `lines` lines, most of them facts of arithmetic.
pub fn counting_game(lines: usize) -> String {
    let mut text = String::from(
        "(role walker)\n(init (at 0))\n(<= (legal walker (go ?n)) (step ?n))\n(step 1)\n(step 2)\n\
         (<= (next (at ?z)) (does walker (go ?n)) (true (at ?x)) (sum ?x ?n ?z))\n\
         (<= terminal (true (at 99)))\n(<= (goal walker 100) (true (at 99)))\n\
         (<= (goal walker 0) (not (true (at 99))))\n",
    );
    let head = text.lines().count();
    for number in 0..lines.saturating_sub(head) {
        let (x, y) = (number / 160, number % 160);
        let _ = writeln!(text, "(sum {x} {y} {})", x + y);
    }
    text
}

/// A program with eight thousand million instances and few atoms, which nobody waits for. The
/// rule is the line behind 2,000 facts.
pub fn endless_program() -> String {
    let facts = (0..2_000).map(|number| format!("(n {number})\n"));
    let mut text: String = facts.collect();
    text.push_str("(<= (p ?x) (n ?x) (n ?y) (n ?z) (not (q ?x ?y ?z)))\n(q 0 0 0)\n");
    text
}

/// A puzzle of about so many lines, with all kinds of statements: fields in a row, each with some
/// rules of its own.
pub fn counting_puzzle(lines: usize) -> String {
    let mut text = String::from(
        "// Fields in a row\nsort field = 1..9\nsort mark = {red, blue}\nconst n = 4\nvar x, y: \
         field   var m: mark\ngiven nhbr(field, field)\n",
    );
    for number in 0..lines / 8 {
        text.push_str(&format!(
            "// Part {number}\npred at{number}(field, mark)   // as it is painted\n\
             nhbr({}, {})\n\
             define far{number}(x, y) iff not nhbr(x, y) and x =/= y\n\
             rule some{number}: forall x . exists m . at{number}(x, m)\n\
             rule apart{number}: forall x, y, m | nhbr(x, y) and x < n + {} .\n    \
             not at{number}(x, m) or not at{number}(y, m)\n\
             check possible at{number}(1, red)\n",
            number % 9 + 1,
            (number + 1) % 9 + 1,
            number % 5
        ));
    }
    text
}
