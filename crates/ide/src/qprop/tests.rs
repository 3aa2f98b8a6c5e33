//! Names and words of a puzzle, under the cursor.

use super::{definitions, hover, outline, references};
use syntax::TextRange;

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
    let found = hover(&fixture.snapshot(), fixture.file, fixture.offset);
    let found = found.map(|hover| hover.markup).unwrap_or_default();
    assert_eq!(found.trim_end(), expected);
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

#[test]
fn hover_on_a_quantifier_shows_what_it_becomes() {
    let text = "const n = 2\nsort s = 1..n*2\nsort c = {red, blue}\nvar x, y: s\npred p(s, c)\nrule a: forall x: s, k: c | x < 3 . p(x, k) and exists y . p(y, k)\nrule b: exactly 1 z in {red} . p(1, z)\n";
    check_hover(
        &text.replacen("forall", "$0forall", 1),
        "`forall x | G . F`: `F` holds for every `x` that `G` holds of; a big `and`.\n\n\
         - here a conjunction (`and`) of at most 8 formulas: 4 of `x` × 2 of `k`\n\
         - `p(1, red) and exists y . p(y, red)` where `1 < 3`\n\
         - `p(1, blue) and exists y . p(y, blue)` where `1 < 3`\n\
         - …",
    );
    check_hover(
        &text.replacen("exists", "$0exists", 1),
        "`exists x | G . F`: `F` holds for some `x` that `G` holds of; a big `or`. `exists! x` asks for exactly one.\n\n\
         - here a disjunction (`or`) of 4 formulas: 4 of `y`\n\
         - `p(1, k)`\n\
         - `p(2, k)`\n\
         - …",
    );
    check_hover(
        &text.replacen("exactly", "$0exactly", 1),
        "`exactly k x, y | G . F`: `F` holds for exactly `k` tuples that `G` holds of.\n\n\
         - here a count over 1 formula: 1 of `z`\n\
         - `p(1, red)`",
    );
    // A sort without elements.
    check_hover(
        "sort s\nrule a: $0forall x: s . true\n",
        "`forall x | G . F`: `F` holds for every `x` that `G` holds of; a big `and`.",
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
