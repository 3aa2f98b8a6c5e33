//! A rule has very many instances: each combination of values of its variables is one, and mostly
//! becomes a clause. The variable that ranges over most values is named. A guard of data, as in
//! `forall x, y | edge(x, y)`, lets only those count that the data name, and is never gone through
//! value by value; what is compared by `<` or `=` narrows a range as well.
//!
//! A rule of more instances than `--max-instances` allows is not grounded at all, and the command
//! ends with exit code 3.
//!
//! ## Wrong
//! ```qprop limit=100000
//! sort city = 1..400
//! pred road(city, city)
//! rule both: forall x, y: city . road(x, y) implies road(y, x)
//! ```
//!
//! ## Right
//! ```qprop limit=100000
//! sort city = 1..400
//! given near(city, city)
//! pred road(city, city)
//! near(1, 2) near(2, 3)
//! rule both: forall x, y: city | near(x, y) . road(x, y) implies road(y, x)
//! ```

use analysis::report::Report;
use ground::formula::Limit;
use logic::Name;
use logic::formula::{Place, RelationId, RelationKind, SortId, StatementId};
use source::Code;

use crate::theory::Examination;

/// A rule of which more than the budget is looked at, and its variables with how many values each
/// has, most first.
pub(crate) fn rule(
    id: StatementId,
    limit: Limit,
    instances: Option<u64>,
    budget: u64,
    variables: &[(Name, usize)],
) -> Report {
    let message = match (instances, limit) {
        (Some(instances), _) => {
            format!("this has {instances} instances, over the budget of {budget}")
        }
        (None, Limit::Clauses) => format!("this takes the clauses over the budget of {budget}"),
        (None, Limit::Integers) => "this has a sum that 64 bits cannot hold".to_owned(),
        (None, _) => {
            format!("this takes more looking at values and rows than the budget of {budget}")
        }
    };
    let report = Report::new(Code::LARGE_GROUNDING, Place::whole(id), message);
    match variables.first() {
        Some((name, values)) => report.help(format!(
            "`{name}` has {values} values; a guard of data, as in `| g({name})`, lets only those \
             count that the data name"
        )),
        None => report,
    }
}

/// More atoms than are looked at: the relation or function with the most.
pub(crate) fn atoms(cx: &Examination<'_>, budget: u64) -> Option<Report> {
    let declarations = &cx.theory.spec.declarations;
    let size = |sort: SortId| cx.instance.domain(sort).len() as u64;
    let unknown = declarations.relations.iter().enumerate();
    let unknown = unknown.filter(|(_, relation)| relation.kind == RelationKind::Unknown);
    let of_relations = unknown.map(|(index, relation)| {
        let columns = relation.columns.iter().filter_map(|column| column.sort);
        let atoms = columns.fold(1_u64, |atoms, sort| atoms.saturating_mul(size(sort)));
        (
            atoms,
            &relation.name,
            declarations.relations[RelationId(index as u32).index()].place,
        )
    });
    let of_functions = declarations.functions.iter().map(|function| {
        let columns = function.columns.iter().filter_map(|column| column.sort);
        let columns = columns.chain(function.result);
        let atoms = columns.fold(1_u64, |atoms, sort| atoms.saturating_mul(size(sort)));
        (atoms, &function.name, function.place)
    });
    let (atoms, name, place) = of_relations
        .chain(of_functions)
        .max_by_key(|(atoms, ..)| *atoms)?;
    let message = format!("`{name}` has {atoms} atoms, over the budget of {budget} for all");
    let help = "a guard behind the declaration, as in `pred p(x: s, y: s) | g(x, y)`, lets only \
                those count that data name";
    Some(Report::new(Code::LARGE_GROUNDING, place, message).help(help))
}

/// A sort with more elements than may be.
pub(crate) fn sort(at: Place, name: &str, elements: u64, allowed: u64) -> Report {
    let message = format!("the sort `{name}` has {elements} elements, over the limit of {allowed}");
    Report::new(Code::LARGE_GROUNDING, at, message).help("raise it with `--max-sort`")
}

#[cfg(test)]
mod tests {
    use source::Code;

    use super::super::test_support::{check_found, examined};
    use crate::Purpose;

    const CODE: Code = Code::LARGE_GROUNDING;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let found = examined(text, Purpose::Lint, 1_000);
        check_found(CODE, text, &found, expected);
    }

    #[test]
    fn a_rule_is_told_with_its_instances_and_its_variable() {
        let start = "sort a = 1..10\nsort b = 1..101\ngiven g(a, b)\ng(1, 2)\npred p(a, b)\n";
        check(
            &format!("{start}rule r: forall x: a, y: b . p(x, y)\nrule q: forall x: a, y: b | g(x, y) . not p(x, y)\n"),
            "warning `rule r: forall x: a, y: b . p(x, y)` (line 6): this has 1010 instances, over the budget of 1000
             help: `y` has 101 values; a guard of data, as in `| g(y)`, lets only those count that the data name",
        );
        check(
            &format!("{start}rule r: forall x: a, y: b | y < 101 . p(x, y)\n"),
            "",
        );
    }

    #[test]
    fn the_rules_behind_it_are_looked_at_all_the_same() {
        let text =
            "sort a = 1..1001\npred p(a)\nrule r: forall x: a . p(x)\nrule f: false and p(1)\n";
        let found = examined(text, Purpose::Lint, 1_000);
        let codes: Vec<Code> = found.iter().map(|found| found.code).collect();
        assert_eq!(codes, [CODE, Code::ALWAYS_FALSE]);
    }

    #[test]
    fn atoms_and_sorts_have_their_budgets() {
        check(
            "sort a = 1..20000\npred q\npred p(a, a)\nrule r: p(1, 2) or q\n",
            "warning `p` (line 3): `p` has 400000000 atoms, over the budget of 100000000 for all
             help: a guard behind the declaration, as in `pred p(x: s, y: s) | g(x, y)`, lets only those count that data name",
        );
        check(
            "sort a = 1..1000001\npred p(a)\nrule r: p(1)\n",
            "warning `1000001` (line 1): the sort `a` has 1000001 elements, over the limit of 1000000
             help: raise it with `--max-sort`",
        );
    }
}
