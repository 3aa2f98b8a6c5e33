//! No model satisfies this rule together with some others, which are named: as a rule so few that
//! without any of them the others do not clash. Found by solving.
//!
//! Look for what two of them say of one thing. Where a single rule is named, it contradicts itself,
//! or data and definitions contradict it; what it becomes is shown by `herbrand ground`.
//!
//! ## Wrong
//! ```qprop
//! sort house = 1..2
//! sort guest = {ann, bob, eve}
//! pred sleeps(guest, house)
//! rule placed: forall g: guest . exists h: house . sleeps(g, h)
//! rule alone: forall h: house . atmost 1 g: guest . sleeps(g, h)
//! ```
//!
//! ## Right
//! ```qprop
//! sort house = 1..3
//! sort guest = {ann, bob, eve}
//! pred sleeps(guest, house)
//! rule placed: forall g: guest . exists h: house . sleeps(g, h)
//! rule alone: forall h: house . atmost 1 g: guest . sleeps(g, h)
//! ```

use analysis::report::Report;
use analysis::wording::{joined, quoted};
use logic::formula::{Place, StatementId};
use source::Code;

use crate::theory::{Cause, Core, Theory, Wording};

/// How many other rules a report names, and points at.
const NAMED: usize = 5;

/// How many instances of a rule, and facts of each, are told.
const TOLD: usize = 3;

/// The reports of rules that clash, one on each, with the instances that do.
pub(crate) fn reports(theory: &Theory, core: &Core, causes: &[Cause]) -> Vec<Report> {
    let statements = core.statements.iter();
    statements
        .map(|&id| report(theory, core, causes, id))
        .collect()
}

fn report(theory: &Theory, core: &Core, causes: &[Cause], id: StatementId) -> Report {
    let others = core.statements.iter().copied();
    let others: Vec<StatementId> = others.filter(|&other| other != id).collect();
    let message = match others.len() {
        0 if core.by_data => "data and definitions alone contradict this rule".to_owned(),
        0 if causes.iter().any(|cause| !cause.facts.is_empty()) => {
            "this rule cannot hold with these data".to_owned()
        }
        0 => "this rule contradicts itself".to_owned(),
        _ => format!(
            "no model satisfies this rule together with {}",
            listed(theory, &others)
        ),
    };
    let mut report = Report::new(Code::UNSATISFIABLE, Place::whole(id), message);
    for &other in others.iter().take(NAMED) {
        report = report.label(Place::whole(other), "one of the rules that clash");
    }
    let wording = Wording::new(&theory.spec);
    let own = causes.iter().filter(|cause| cause.statement == id);
    let instances: Vec<String> = own.map(|cause| wording.cause(cause, TOLD)).collect();
    let told = instances.iter().filter(|line| !line.is_empty());
    for line in told.take(TOLD) {
        let said = if line.starts_with("where") {
            "the clash is"
        } else {
            "it clashes"
        };
        report = report.help(format!("{said} {line}"));
    }
    if core.is_minimal && others.len() > 1 {
        report = report.help("without any of these rules the others do not clash");
    }
    report
}

/// "`a`, `b` and 2 more rules".
fn listed(theory: &Theory, others: &[StatementId]) -> String {
    let wording = Wording::new(&theory.spec);
    let named = others.iter().filter_map(|&id| wording.rule(id));
    let mut words = quoted(named.take(NAMED));
    match (words.len(), others.len() - words.len()) {
        (_, 0) => {}
        (0, 1) => words.push("another rule".to_owned()),
        (0, more) => words.push(format!("{more} other rules")),
        (_, 1) => words.push("1 more rule".to_owned()),
        (_, more) => words.push(format!("{more} more rules")),
    }
    joined(&words, ", ", " and ")
}

#[cfg(test)]
mod tests {
    use source::Code;

    use super::super::test_support::check_answered;

    const CODE: Code = Code::UNSATISFIABLE;

    #[test]
    fn each_rule_of_the_core_names_the_others() {
        check_answered(
            CODE,
            "sort s = 1..2\npred p(s)\npred q(s)\nrule all: forall x: s . p(x)\nrule free: q(1) or q(2)\nrule none: not p(2)\nq(2)\nrule few: exactly 1 x: s . q(x)\nq(1)\n",
            "error `rule all: forall x: s . p(x)` (line 4): no model satisfies this rule together with `none`
             `rule none: not p(2)` (line 6): one of the rules that clash
             help: the clash is where x = 2
             error `rule none: not p(2)` (line 6): no model satisfies this rule together with `all`
             `rule all: forall x: s . p(x)` (line 4): one of the rules that clash",
        );
        check_answered(
            CODE,
            "sort s = 1..2\npred q(s)\nq(2)\nrule few: exactly 1 x: s . q(x)\nq(1)\n",
            "error `q(2)` (line 3): no model satisfies this rule together with `few` and 1 more rule
             `rule few: exactly 1 x: s . q(x)` (line 4): one of the rules that clash
             `q(1)` (line 5): one of the rules that clash
             help: without any of these rules the others do not clash
             error `rule few: exactly 1 x: s . q(x)` (line 4): no model satisfies this rule together with 2 other rules
             `q(2)` (line 3): one of the rules that clash
             `q(1)` (line 5): one of the rules that clash
             help: without any of these rules the others do not clash
             error `q(1)` (line 5): no model satisfies this rule together with `few` and 1 more rule
             `q(2)` (line 3): one of the rules that clash
             `rule few: exactly 1 x: s . q(x)` (line 4): one of the rules that clash
             help: without any of these rules the others do not clash",
        );
    }

    #[test]
    fn a_rule_alone_contradicts_itself() {
        check_answered(
            CODE,
            "pred p\nrule both: p and not p\n",
            "error `rule both: p and not p` (line 2): this rule contradicts itself",
        );
    }

    #[test]
    fn a_directive_allows_it() {
        check_answered(
            CODE,
            "pred p\n// herbrand: allow unsatisfiable\nrule both: p and not p\n",
            "",
        );
    }
}
