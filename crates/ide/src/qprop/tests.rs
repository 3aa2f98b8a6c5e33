//! Names and words of a puzzle, under the cursor.

use super::{definitions, hover, outline, references};
use std::sync::Arc;

use driver::TheoryGrounding;
use ground::formula::Limits;
use syntax::TextRange;

use super::{GroundedPuzzle, Obstacle};
use crate::Grounded;
use crate::Target;
use crate::fixture::{Fixture, fixture_at, marked};

fn puzzle(text: &str) -> Fixture {
    fixture_at("puzzle.qprop", text)
}

fn ranges(found: &[Target]) -> Vec<TextRange> {
    found.iter().map(|target| target.range).collect()
}

/// Checks where the name at the cursor is declared: in brackets.
#[track_caller]
fn check_definitions(text: &str, expected: &str) {
    let fixture = puzzle(text);
    let found = definitions(&fixture.snapshot(), fixture.file, fixture.offset);
    assert_eq!(marked(&fixture.text, &ranges(&found)), expected);
}

/// Checks where the name at the cursor stands, its declaration included.
#[track_caller]
fn check_references(text: &str, expected: &str) {
    let fixture = puzzle(text);
    let found = references(&fixture.snapshot(), fixture.file, &[], fixture.offset, true);
    assert_eq!(marked(&fixture.text, &ranges(&found)), expected);
}

#[track_caller]
fn check_hover(text: &str, expected: &str) {
    let fixture = puzzle(text);
    let snapshot = fixture.snapshot();
    let found = hover(&snapshot, fixture.file, fixture.offset, &Grounded::Off);
    let found = found.map(|hover| hover.markup).unwrap_or_default();
    assert_eq!(found.trim_end(), expected);
}

/// The lines of the hover at the cursor that tell of the grounding.
#[track_caller]
fn check_grounded(text: &str, expected: &str) {
    let fixture = puzzle(text);
    let snapshot = fixture.snapshot();
    let theory = super::puzzle(&snapshot, fixture.file)
        .expect("it has a meaning")
        .theory;
    let found = TheoryGrounding::survey(&theory, 1_000, Limits::default(), None);
    let grounded = Grounded::Puzzle(Arc::new(GroundedPuzzle {
        theory,
        grounding: found.grounding.map_err(|ended| format!("{ended:?}")),
        reports: Vec::new(),
        complete: true,
        max_sort: 1_000,
        allows: false,
    }));
    let markup = |grounded: &Grounded| {
        let found = hover(&snapshot, fixture.file, fixture.offset, grounded);
        found.map(|hover| hover.markup).unwrap_or_default()
    };
    let plain = markup(&Grounded::Off);
    let all = markup(&grounded);
    let own = all
        .lines()
        .filter(|line| !plain.lines().any(|other| other == *line));
    let own: Vec<&str> = own.filter(|line| !line.is_empty()).collect();
    let expected: Vec<&str> = expected.lines().map(str::trim).collect();
    assert_eq!(own, expected);
}

#[test]
fn relations_functions_and_constants() {
    check_definitions(
        "pred p(s)\nrule a: forall x . $0p(x) or p(n)\n",
        "pred [p](s)\nrule a: forall x . p(x) or p(n)\n",
    );
    check_references(
        "pred $0p(s)\np(1)\nrule p: forall x . p(x) or q(p)\nshow p, q\n",
        "pred [p](s)\n[p](1)\nrule p: forall x . [p](x) or q([p])\nshow [p], q\n",
    );
    check_definitions(
        "const n\nsort s = 1..$0n\nconst n = 3\n",
        "const [n]\nsort s = 1..n\nconst [n] = 3\n",
    );
    check_references(
        "given nb(s, s) infix nb\nx $0nb y and nb(1, 2)\n",
        "given [nb](s, s) infix [nb]\nx [nb] y and [nb](1, 2)\n",
    );
}

#[test]
fn sorts_and_their_elements() {
    check_references(
        "sort $0s = {a, b}\nsort t = s + {c}\nvar x: s\npred p(c: s)\nrule r: forall y: s, z in s . x in s and s\n",
        "sort [s] = {a, b}\nsort t = [s] + {c}\nvar x: [s]\npred p(c: [s])\nrule r: forall y: [s], z in [s] . x in [s] and s\n",
    );
    check_definitions(
        "sort s = {a, b}\nrule r: p($0b) and x in {b}\n",
        "sort s = {a, [b]}\nrule r: p(b) and x in {b}\n",
    );
    check_references(
        "const b = 2\nsort s = {a, $0b}\nrule r: p(b)\n",
        "const [b] = 2\nsort s = {a, [b]}\nrule r: p([b])\n",
    );
}

#[test]
fn variables_are_those_of_their_quantifier() {
    check_references(
        "rule a: forall x, y . p(x) and exists x | q($0x, y) . r(x)\n",
        "rule a: forall x, y . p(x) and exists [x] | q([x], y) . r([x])\n",
    );
    check_definitions(
        "rule a: forall x, y . p($0x) and exists x . q(x, y)\n",
        "rule a: forall [x], y . p(x) and exists x . q(x, y)\n",
    );
    check_references(
        "define d($0x, y) iff x = y and count(x | p(x)) = x\n",
        "define d([x], y) iff [x] = y and count(x | p(x)) = [x]\n",
    );
    check_references(
        "pred next(a: s, b: s) | edge($0a, b)\npred a\n",
        "pred next([a]: s, b: s) | edge([a], b)\npred a\n",
    );
}

#[test]
fn a_var_types_the_variables_that_begin_with_its_name() {
    let text =
        "var p, p1: s\nrule a: forall p', p12 . q(p', p12)\nrule b: exists p: t, p2 . q(p2)\n";
    check_references(
        &text.replacen("var p", "var $0p", 1),
        "var [p], p1: s\nrule a: forall [p'], p12 . q(p', p12)\nrule b: exists p: t, [p2] . q(p2)\n",
    );
    check_definitions(
        &text.replacen("forall p'", "forall $0p'", 1),
        "var [p], p1: s\nrule a: forall p', p12 . q(p', p12)\nrule b: exists p: t, p2 . q(p2)\n",
    );
    check_definitions(
        &text.replacen("p12 .", "$0p12 .", 1),
        "var p, [p1]: s\nrule a: forall p', p12 . q(p', p12)\nrule b: exists p: t, p2 . q(p2)\n",
    );
}

#[test]
fn what_a_table_searches_is_no_constant() {
    check_references(
        "const n = 2\nshow grid r in 1..n, c : v where p(r, c, $0v) and v < n\n",
        "const n = 2\nshow grid r in 1..n, c : [v] where p(r, c, [v]) and [v] < n\n",
    );
}

#[test]
fn hover_on_what_is_declared() {
    let text = "sort piece = 1..4\nsort edge = 0..3\nvar p: piece\ngiven v(piece, edge) // piece p shows it\nv(1, 2) v(2, 2)\nrule r: forall p1 . exists e: edge . v(p1, e)\n";
    check_hover(
        &text.replacen(". v(", ". $0v(", 1),
        "**`v`**: given relation: data\n\n- `given v(piece, edge)`, in line 4: piece p shows it\n- facts: 2\n- used 3 times",
    );
    check_hover(
        &text.replacen("(p1", "($0p1", 1),
        "**`p1`**: variable\n\n- ranges over `piece`\n- `sort piece = 1..4`, in line 1\n- used once in this statement",
    );
    check_hover(
        &text.replacen("var p", "var $0p", 1),
        "**`p`**: variable, alone or with digits or primes behind it\n\n- ranges over `piece`\n- `sort piece = 1..4`, in line 1\n- used once",
    );
    check_hover(
        &text.replacen(", edge)", ", $0edge)", 1),
        "**`edge`**: sort\n\n- `sort edge = 0..3`, in line 2\n- used 2 times",
    );
    check_hover(
        "rule r: forall x in 1..3 . p($0x)\n",
        "**`x`**: variable\n\n- ranges over `1..3`\n- used once in this statement",
    );
    check_hover("rule r: $0q\n", "**`q`**: not declared\n\n- used once");
}

/// Places by two coordinates, some of which data name.
const BOARD: &str = "\
const n = 3
sort s = 1..n
var x, y: s
pred l(s, s)
given g(s, s)
g(1, 2) g(3, 1) g(3, 2)
func at(s): s
rule one: forall x . exists y . l(x, y)
rule named: forall x, y | g(x, y) and l(y, x) . l(x, y)
rule far: forall x | x > 1 . exists y | g(x, y) . l(x, y)
rule some: atleast 1 x, y | x =/= y . l(x, y)
rule value: forall x . at(x) = x
";

/// The board with the cursor before the only `what`.
fn board(what: &str) -> String {
    assert_eq!(BOARD.matches(what).count(), 1, "{what}");
    BOARD.replace(what, &format!("$0{what}"))
}

#[test]
fn hover_on_a_quantifier_shows_what_it_becomes() {
    check_grounded(
        &board("forall x . exists"),
        "- here a conjunction (`∧`) of 3
         - `x = 1`: `l#1#1 or l#1#2 or l#1#3`
         - `x = 2`: `l#2#1 or l#2#2 or l#2#3`
         - `x = 3`: `l#3#1 or l#3#2 or l#3#3`
         - alone 3 clauses over 9 atoms",
    );
    check_grounded(
        &board("exists y . l"),
        "- here a disjunction (`∨`) of 3, where `x = 1`
         - `y = 1`: `l#1#1`
         - `y = 2`: `l#1#2`
         - `y = 3`: `l#1#3`
         - alone 1 clause over 3 atoms",
    );
}

#[test]
fn hover_on_a_quantifier_counts_what_its_guard_lets_through() {
    check_grounded(
        &board("forall x, y | g"),
        "- here a conjunction (`∧`) of 3
         - `x = 1, y = 2`: `l#2#1 implies l#1#2`
         - `x = 3, y = 1`: `l#1#3 implies l#3#1`
         - `x = 3, y = 2`: `l#2#3 implies l#3#2`
         - alone 3 clauses over 6 atoms",
    );
    // For `x = 2` it has no instance.
    check_grounded(
        &board("exists y | g"),
        "- here a disjunction (`∨`) of 2, where `x = 3`
         - `y = 1`: `l#3#1`
         - `y = 2`: `l#3#2`
         - alone 1 clause over 2 atoms",
    );
    check_grounded(
        &board("atleast"),
        "- here a count over 6
         - `x = 1, y = 2`: `l#1#2`
         - `x = 1, y = 3`: `l#1#3`
         - `x = 2, y = 1`: `l#2#1`
         - `x = 2, y = 3`: `l#2#3`
         - `x = 3, y = 1`: `l#3#1`
         - and 1 more
         - alone 1 clause over 6 atoms",
    );
}

#[test]
fn hover_on_a_rule_tells_its_clauses_and_their_share() {
    // 3 of the first, 3 and 2 of the next, 1 of which is empty, 1 of the fourth, 3 of the last,
    // and of the function that one of 3 values holds, and no two, for each of 3 places: 12.
    check_grounded(
        &board("one:"),
        "- 3 clauses, 12.5 % of all 24
         - over 9 atoms",
    );
    check_grounded(
        &board("named:"),
        "- 3 clauses, 12.5 % of all 24
         - over 6 atoms",
    );
}

#[test]
fn hover_on_a_name_tells_its_ground_atoms() {
    check_grounded(
        &board("l(s, s)"),
        "- 9 ground atoms: `l#1#1`, `l#1#2`, `l#1#3`, `l#2#1`, `l#2#2`, …",
    );
    check_grounded(
        &board("g(s, s)"),
        "- 3 ground atoms that hold: `g#1#2`, `g#3#1`, `g#3#2`",
    );
    check_grounded(
        &board("at(s)"),
        "- 9 ground atoms: `at#1=1`, `at#1=2`, `at#1=3`, `at#2=1`, `at#2=2`, …",
    );
}

#[test]
fn hover_says_why_it_knows_nothing_of_the_grounding() {
    let fixture = puzzle(&board("exists y . l"));
    let snapshot = fixture.snapshot();
    let told = |grounded: &Grounded| {
        let found = hover(&snapshot, fixture.file, fixture.offset, grounded);
        let markup = found.map(|hover| hover.markup).unwrap_or_default();
        markup.lines().last().unwrap_or_default().to_owned()
    };
    assert_eq!(
        told(&Grounded::Pending),
        "- what it becomes: still being computed"
    );
    let obstacle = Obstacle {
        message: "no".into(),
        place: "line 2".into(),
    };
    assert_eq!(
        told(&Grounded::Obstructed(obstacle)),
        "- what it becomes: not computed while line 2 is wrong: no"
    );
}

#[test]
fn hover_on_words() {
    check_hover(
        "rule r: $0forall x . p(x)\n",
        "`forall x | G . F`: `F` holds for every `x` that `G` holds of; a big `and`.",
    );
    check_hover("rule r: p $0∧ q\n", "`F and G`: both hold.");
    check_hover(
        "check $0unique\n",
        "`check unique`: there is exactly one model.",
    );
    check_hover(
        "rule r: abs(x) = $0count(x | p(x))\n",
        "`count(x | G . F)`: for how many values both `G` and `F` hold.",
    );
}

#[test]
fn the_outline_has_facts_below_their_relation() {
    let fixture = puzzle(
        "sort s = 1..2\nvar x: s\ngiven g(s)\ng(1) g(2)\npred p(s)\nrule one:\n  forall x . p(x)\np(1) or p(2)\ncheck sat\n",
    );
    let mut lines = Vec::new();
    for item in outline(&fixture.snapshot(), fixture.file) {
        lines.push(format!("{:?} {}: {}", item.kind, item.name, item.detail));
        for child in item.children {
            lines.push(format!("  {:?} {}", child.kind, child.name));
        }
    }
    let expected = [
        "Sort s: sort s = 1..2",
        "Relation g: given g(s)",
        "  Fact g(1)",
        "  Fact g(2)",
        "Relation p: pred p(s)",
        "Rule one: rule one: forall x . p(x)",
        "Rule p(1) or p(2): p(1) or p(2)",
        "Question check sat: check sat",
    ];
    assert_eq!(lines, expected);
}
