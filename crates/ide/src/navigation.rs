//! From a name to where it is defined and where it is used.

use hir::{BlockPlaces, Item};
use logic::Relation;
use source::File;
use syntax::{TextRange, TextSize};

use crate::Snapshot;
use crate::qprop;
use crate::symbol::{Found, Role, Symbol, symbol_at, visit};

/// A place in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Target {
    /// The file.
    pub file: File,
    /// Bytes of its text.
    pub range: TextRange,
}

/// Where the thing at `offset` is defined: a relation in the heads of its facts and rules, or where
/// it is declared as input, a variable in the first positive literal that binds it, else where it
/// first stands, a function in the heads that have it. What is `true` in a state of a game is
/// defined by `init` and `next`, what players do by `legal`.
pub fn definitions(snapshot: &Snapshot, file: File, offset: TextSize) -> Vec<Target> {
    if qprop::is_puzzle(snapshot, file) {
        return qprop::definitions(snapshot, file, offset);
    }
    let own = own_definitions(snapshot, file, offset).into_iter();
    own.map(|range| Target { file, range }).collect()
}

fn own_definitions(snapshot: &Snapshot, file: File, offset: TextSize) -> Vec<TextRange> {
    let Some(found) = symbol_at(snapshot, file, offset) else {
        return Vec::new();
    };
    let places = occurrences(snapshot, file, &found);
    let in_role = |wanted: Role| {
        places
            .iter()
            .filter(move |place| place.1 == wanted)
            .map(|place| place.0)
    };
    match &found.symbol {
        Symbol::Relation(relation) => {
            let own = in_role(Role::Head).chain(in_role(Role::Declaration));
            let mut all: Vec<_> = own.collect();
            for source in sources(snapshot, file, relation) {
                let symbol = Symbol::Relation(source);
                let places = occurrences(snapshot, file, &Found { symbol, ..found });
                let heads = places.iter().filter(|place| place.1 == Role::Head);
                all.extend(heads.map(|place| place.0));
            }
            all.sort_by_key(|range| range.start());
            all
        }
        Symbol::Function(..) => in_role(Role::Head).collect(),
        Symbol::Variable(_) => in_role(Role::Positive)
            .chain(places.iter().map(|place| place.0))
            .take(1)
            .collect(),
        _ => Vec::new(),
    }
}

/// The relations whose heads give the atoms of a relation that has no heads of its own.
fn sources(snapshot: &Snapshot, file: File, relation: &Relation) -> Vec<Relation> {
    if !hir::vocabulary(snapshot.db(), file).is_game() {
        return Vec::new();
    }
    let of = |names: &[&str]| {
        let relations = names
            .iter()
            .map(|&name| Relation::new(name, relation.arity));
        relations.collect()
    };
    match (relation.name.as_str(), relation.arity) {
        ("true", 1) => of(&["init", "next"]),
        ("does", 2) => of(&["legal"]),
        _ => Vec::new(),
    }
}

/// Everywhere in the file and in the `others` that share its names where the thing at `offset`
/// stands, in order; without its definitions unless they are asked for.
pub fn references(
    snapshot: &Snapshot,
    file: File,
    others: &[File],
    offset: TextSize,
    with_definitions: bool,
) -> Vec<Target> {
    if qprop::is_puzzle(snapshot, file) {
        return qprop::references(snapshot, file, others, offset, with_definitions);
    }
    let own = own_references(snapshot, file, offset, with_definitions).into_iter();
    own.map(|range| Target { file, range }).collect()
}

fn own_references(
    snapshot: &Snapshot,
    file: File,
    offset: TextSize,
    with_definitions: bool,
) -> Vec<TextRange> {
    let Some(found) = symbol_at(snapshot, file, offset) else {
        return Vec::new();
    };
    let definitions = if with_definitions {
        Vec::new()
    } else {
        own_definitions(snapshot, file, offset)
    };
    let places = occurrences(snapshot, file, &found)
        .into_iter()
        .map(|place| place.0);
    places
        .filter(|place| !definitions.contains(place))
        .collect()
}

/// All places of a symbol, in order: of a variable those in its form or directive. A relation whose
/// arguments are still being typed is any of its name.
pub(crate) fn occurrences(
    snapshot: &Snapshot,
    file: File,
    found: &Found,
) -> Vec<(TextRange, Role)> {
    let mut result = Vec::new();
    if let (Symbol::Variable(_), Some((block, item))) = (&found.symbol, found.item) {
        if let Some(places) = BlockPlaces::new(snapshot.db(), file, block) {
            in_item(
                snapshot,
                &places,
                item,
                &|symbol| *symbol == found.symbol,
                &mut result,
            );
        }
        return result;
    }
    let is_half_typed = is_in_incomplete_item(snapshot, file, found);
    let is_same = |symbol: &Symbol| match (symbol, &found.symbol) {
        (Symbol::Relation(one), Symbol::Relation(other)) if is_half_typed => one.name == other.name,
        (one, other) => one == other,
    };
    let blocks = snapshot.content(file).parse.blocks().len() as u32;
    for block in 0..blocks {
        snapshot.unwind_if_cancelled();
        let Some(places) = BlockPlaces::new(snapshot.db(), file, block) else {
            continue;
        };
        for form in 0..places.forms().len() as u32 {
            in_item(snapshot, &places, Item::Form(form), &is_same, &mut result);
        }
        for ordinal in 0..places.directives().len() as u32 {
            let directive = Item::Directive(ordinal);
            in_item(snapshot, &places, directive, &is_same, &mut result);
        }
    }
    result.sort_by_key(|place| place.0.start());
    result
}

fn is_in_incomplete_item(snapshot: &Snapshot, file: File, found: &Found) -> bool {
    let Some((block, item)) = found.item else {
        return false;
    };
    let Some(&blk) = hir::blocks(snapshot.db(), file).get(block as usize) else {
        return false;
    };
    match item {
        Item::Form(form) => hir::forms(snapshot.db(), blk)
            .get(form as usize)
            .is_some_and(|lowered| lowered.form.incomplete),
        Item::Directive(ordinal) => hir::directives(snapshot.db(), blk)
            .get(ordinal as usize)
            .is_some_and(|directive| directive.incomplete),
    }
}

fn in_item(
    snapshot: &Snapshot,
    places: &BlockPlaces<'_>,
    item: Item,
    is_same: &dyn Fn(&Symbol) -> bool,
    result: &mut Vec<(TextRange, Role)>,
) {
    visit(snapshot, places.block(), item, &mut |node, found, role| {
        if is_same(&found)
            && let Some(span) = places.node(item, node)
        {
            result.push((span.name, role));
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::{fixture, marked};

    #[track_caller]
    fn check_definitions(text: &str, expected: &str) {
        let fixture = fixture(text);
        let found = own_definitions(&fixture.snapshot(), fixture.file, fixture.offset);
        assert_eq!(marked(&fixture.text, &found), expected);
    }

    #[track_caller]
    fn check_references(text: &str, with_definitions: bool, expected: &str) {
        let fixture = fixture(text);
        let found = own_references(
            &fixture.snapshot(),
            fixture.file,
            fixture.offset,
            with_definitions,
        );
        assert_eq!(marked(&fixture.text, &found), expected);
    }

    #[test]
    fn a_relation_is_defined_in_its_heads() {
        check_definitions(
            "(p a)\n(<= (p ?x) (q ?x))\n(<= r ($0p b))\n(p a b)",
            "([p] a)\n(<= ([p] ?x) (q ?x))\n(<= r (p b))\n(p a b)",
        );
    }

    #[test]
    fn a_variable_is_defined_where_it_is_bound() {
        check_definitions(
            "(<= (p ?$0x) (not (q ?x)) (r ?x ?x))\n(s ?x)",
            "(<= (p ?x) (not (q ?x)) (r [?x] ?x))\n(s ?x)",
        );
        check_definitions("(<= (p ?x$0) (not (q ?x)))", "(<= (p [?x]) (not (q ?x)))");
    }

    #[test]
    fn a_function_is_defined_in_heads_and_a_state_by_what_comes_to_be_true() {
        let game = "(role x)\n(init (cell b))\n(<= (legal x (mark ?c)) (true (cell ?c)))\n(<= (next (cell ?c)) (does x (mark ?c)))\n(<= terminal (true (cell x)))\n";
        check_definitions(
            &game.replace("(true (cell x))", "(true ($0cell x))"),
            &game
                .replace("(init (cell", "(init ([cell]")
                .replace("(next (cell", "(next ([cell]"),
        );
        check_definitions(
            &game.replace("(true (cell x))", "($0true (cell x))"),
            &game.replace("(init", "([init]").replace("(next", "([next]"),
        );
        check_definitions(
            &game.replace("(does", "($0does"),
            &game.replace("(legal", "([legal]"),
        );
        let program = "(<= (q ?x) (true ?x))\n(init a)\n";
        check_definitions(&program.replace("(true", "($0true"), program);
    }

    #[test]
    fn nothing_is_defined_nowhere() {
        check_definitions("(p a) $0 (p b)", "(p a)  (p b)");
        check_definitions("(p a)\n; p$0\n", "(p a)\n; p\n");
    }

    #[test]
    fn references_tell_relations_functions_and_objects_apart() {
        let text = "(p a (f a))\n(<= (a ?x) (p ?x (f a)) (not (a a)) (f ?x))";
        check_references(
            &text.replace("(a a)", "(a $0a)"),
            true,
            "(p [a] (f [a]))\n(<= (a ?x) (p ?x (f [a])) (not (a [a])) (f ?x))",
        );
        check_references(
            &text.replace("(a ?x)", "($0a ?x)"),
            true,
            "(p a (f a))\n(<= ([a] ?x) (p ?x (f a)) (not ([a] a)) (f ?x))",
        );
        check_references(
            &text.replace("(p a (f", "(p a ($0f"),
            true,
            "(p a ([f] a))\n(<= (a ?x) (p ?x ([f] a)) (not (a a)) (f ?x))",
        );
    }

    #[test]
    fn references_leave_definitions_out_when_told() {
        check_references("(p a)\n(<= q ($0p a))", false, "(p a)\n(<= q ([p] a))");
        check_references("(p a)\n(<= q ($0p a))", true, "([p] a)\n(<= q ([p] a))");
    }

    #[test]
    fn half_typed_forms_count() {
        check_references("(p a)\n(<= (q ?x) (p$0 ", true, "([p] a)\n(<= (q ?x) ([p] ");
        check_definitions(
            "(<= (p ?x) (q ?x)\n(<= (r ?x) ($0p ?x))",
            "(<= ([p] ?x) (q ?x)\n(<= (r ?x) (p ?x))",
        );
    }

    #[test]
    fn directives_name_what_forms_do() {
        let text = "; herbrand: input edge/2\n(<= (reach ?y) (edge ?x ?y))\n; herbrand: expect query (rea$0ch ?x) = 2 given (edge a b)\n; herbrand: invariant (reach a) (not (reach b))\n";
        check_references(
            text,
            true,
            "; herbrand: input edge/2\n(<= ([reach] ?y) (edge ?x ?y))\n; herbrand: expect query ([reach] ?x) = 2 given (edge a b)\n; herbrand: invariant ([reach] a) (not ([reach] b))\n",
        );
        check_definitions(
            text,
            "; herbrand: input edge/2\n(<= ([reach] ?y) (edge ?x ?y))\n; herbrand: expect query (reach ?x) = 2 given (edge a b)\n; herbrand: invariant (reach a) (not (reach b))\n",
        );
        let text = text.replace("$0", "");
        check_definitions(
            &text.replace("given (edge", "given ($0edge"),
            "; herbrand: input [edge]/2\n(<= (reach ?y) (edge ?x ?y))\n; herbrand: expect query (reach ?x) = 2 given (edge a b)\n; herbrand: invariant (reach a) (not (reach b))\n",
        );
        check_references(
            &text.replace("input edge", "input $0edge"),
            false,
            "; herbrand: input edge/2\n(<= (reach ?y) ([edge] ?x ?y))\n; herbrand: expect query (reach ?x) = 2 given ([edge] a b)\n; herbrand: invariant (reach a) (not (reach b))\n",
        );
    }

    #[test]
    fn variables_and_objects_of_directives() {
        check_references(
            "(p a)\n(q ; herbrand: invariant (p ?$0x) (not (q ?x ?y))\n ?x)",
            true,
            "(p a)\n(q ; herbrand: invariant (p [?x]) (not (q [?x] ?y))\n ?x)",
        );
        check_references(
            "; herbrand: expect model (p b)\n(p ; herbrand: expect query (p ?x) = 1\n a)\n($0p b)",
            true,
            "; herbrand: expect model ([p] b)\n([p] ; herbrand: expect query ([p] ?x) = 1\n a)\n([p] b)",
        );
        check_references(
            "p($0a)\n% herbrand: expect model p(a), q(f(a))\n",
            true,
            "p([a])\n% herbrand: expect model p([a]), q(f([a]))\n",
        );
        check_references(
            "(p a)\n; herbrand: expect query (p$0 \n",
            true,
            "([p] a)\n; herbrand: expect query ([p] \n",
        );
    }

    #[test]
    fn hrf_is_the_same() {
        check_definitions(
            "p(a)\nq(X) :- $0p(X) & ~r(X)",
            "[p](a)\nq(X) :- p(X) & ~r(X)",
        );
        check_references("q(X) :- p($0X) & ~r(X)", true, "q([X]) :- p([X]) & ~r([X])");
    }
}
