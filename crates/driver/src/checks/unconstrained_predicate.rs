//! A relation or a function that the solver decides is used, but nothing restricts it: all its atoms
//! are free in every model, and each doubles the number of models. A rule about it may be missing,
//! or hold always.
//!
//! ## Wrong
//! ```qprop
//! sort cell = 1..3
//! pred mine(cell)
//! pred safe(cell)
//! rule some: exists c: cell . mine(c)
//! show mine, safe
//! ```
//!
//! ## Right
//! ```qprop
//! sort cell = 1..3
//! pred mine(cell)
//! pred safe(cell)
//! rule some: exists c: cell . mine(c)
//! rule safe: forall c: cell . safe(c) iff not mine(c)
//! show mine, safe
//! ```

use analysis::report::Report;
use ground::formula::Grounded;
use logic::formula::{FunctionId, Place, RelationId, RelationKind, Shown, Statement, StatementId};
use rustc_hash::FxHashSet;
use source::Code;

use crate::theory::Examination;
use crate::theory::mentioned::Mentioned;

pub(crate) fn check(cx: &mut Examination<'_>, grounded: &Grounded<'_>) {
    let atoms = grounded.atoms();
    let mut bound = vec![false; atoms.len() as usize + 1];
    let functions = grounded.function_clauses().end;
    let constraints = (functions..grounded.clauses().len()).map(|at| grounded.clauses().get(at));
    for clause in constraints.chain(grounded.definitions().iter()) {
        for literal in clause {
            if let Some(known) = bound.get_mut(literal.unsigned_abs() as usize) {
                *known = true;
            }
        }
    }
    let groups = grounded.groups().iter();
    let written: FxHashSet<StatementId> = groups.map(|group| group.statement).collect();
    let (mut used, mut weighed) = (Mentioned::default(), Mentioned::default());
    for (id, elaborated) in &cx.theory.spec.statements {
        let found = Mentioned::of_statement(&elaborated.statement);
        let is_aim = matches!(
            elaborated.statement,
            Statement::Soft(..) | Statement::Objective(..)
        );
        if let Statement::Show { what, .. } = &elaborated.statement {
            for shown in what {
                match shown {
                    Shown::Relation(id) => used.relations.insert(*id),
                    Shown::Function(id) => used.functions.insert(*id),
                };
            }
        }
        if let Statement::ShowGrid(grid) = &elaborated.statement {
            used.extend(Mentioned::of_grid(grid));
        }
        let is_constraint = matches!(elaborated.statement, Statement::Constraint(..));
        // What is to be made small is restricted by that, and what data decide, or could not be
        // grounded, may be.
        if is_aim || is_constraint && !written.contains(id) || cx.is_open(&found) {
            weighed.extend(found);
        } else {
            weighed.relations.extend(&found.in_graphs);
            used.extend(found);
        }
    }
    let declarations = &cx.theory.spec.declarations;
    let instance = cx.instance;
    let mut report = |name: &str, place: Place| {
        let message = format!("nothing restricts `{name}`: the solver may decide it as it likes");
        let report = Report::new(Code::UNCONSTRAINED_PREDICATE, place, message);
        cx.report(report);
    };
    for (index, relation) in declarations.relations.iter().enumerate() {
        let id = RelationId(index as u32);
        let numbers = atoms.of_relation(id);
        let is_free = relation.kind == RelationKind::Unknown
            && used.relations.contains(&id)
            && !weighed.relations.contains(&id)
            && !numbers.is_empty()
            && numbers.into_iter().all(|number| !bound[number as usize]);
        if is_free {
            report(&relation.name, relation.place);
        }
    }
    for (index, function) in declarations.functions.iter().enumerate() {
        let id = FunctionId(index as u32);
        let numbers = atoms.of_function(id);
        let is_free = used.functions.contains(&id)
            && !weighed.functions.contains(&id)
            // With one value there is nothing to restrict.
            && function.result.is_some_and(|sort| instance.domain(sort).len() > 1)
            && !numbers.is_empty()
            && numbers.into_iter().all(|number| !bound[number as usize]);
        if is_free {
            report(&function.name, function.place);
        }
    }
}

#[cfg(test)]
mod tests {
    use source::Code;

    use super::super::test_support::check_linted;

    const CODE: Code = Code::UNCONSTRAINED_PREDICATE;

    #[track_caller]
    fn check(rules: &str, expected: &str) {
        let start = "sort s = 1..3\ngiven g(s)\npred p(s)\nfunc f(s): s\npred q\nrule q: q\n";
        check_linted(CODE, &format!("{start}{rules}\n"), expected);
    }

    #[test]
    fn relations_and_functions_that_no_rule_restricts() {
        check(
            "show p, f",
            "warning `p` (line 3): nothing restricts `p`: the solver may decide it as it likes
             warning `f` (line 4): nothing restricts `f`: the solver may decide it as it likes",
        );
        check(
            "rule r: forall x: s . p(x) or not p(x)\nrule f: f(1) = 2",
            "warning `p` (line 3): nothing restricts `p`: the solver may decide it as it likes",
        );
        check(
            "check possible p(1)\nrule f: f(1) =/= f(2)",
            "warning `p` (line 3): nothing restricts `p`: the solver may decide it as it likes",
        );
    }

    #[test]
    fn a_file_without_rules_is_a_part_of_a_puzzle() {
        check_linted(CODE, "sort s = 1..3\npred p(s)\nshow p\n", "");
    }

    #[test]
    fn one_atom_in_one_clause_is_enough_and_aims_restrict_too() {
        for rules in [
            "rule r: p(1) or q\nrule f: f(1) = 2",
            "soft 1: forall x: s . p(x)\nminimize f(1)",
            "rule r: connected(p, e)\npred e(s, s)\nrule f: f(2) > 1",
            // Data may.
            "rule r: forall x: s | g(x) . p(x) and f(x) = x",
        ] {
            check(rules, "");
        }
    }
}
