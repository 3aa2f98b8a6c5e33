//! A definition is computed while grounding, before the solver decides anything. It may use given
//! and defined relations and arithmetic, but no unknown relation (`pred`) and no function (`func`).
//! An unknown relation that is tied to the formula by a rule says the same, and adds no models.
//!
//! ## Wrong
//! ```qprop
//! sort place = 1..3
//! pred bomb(place)
//! define safe(x: place) iff not bomb(x)
//! rule some: exists x: place . safe(x)
//! ```
//!
//! ## Right
//! ```qprop
//! sort place = 1..3
//! pred bomb(place)
//! pred safe(place)
//! rule safety: forall x: place . safe(x) iff not bomb(x)
//! rule some: exists x: place . safe(x)
//! ```

use logic::formula::{Declarations, Known, Place, RelationKind};
use source::Code;

use super::unknown_in_data;
use crate::report::Report;

pub(crate) fn report(
    declarations: &Declarations,
    place: Place,
    name: &str,
    within: Known,
) -> Report {
    if within != Known::Definition {
        return unknown_in_data::report(declarations, place, name, within);
    }
    let message = format!("a definition cannot use `{name}`, which the solver decides");
    let report = Report::new(Code::UNKNOWN_IN_DEFINE, place, message);
    let report = unknown_in_data::with_declaration(declarations, report, name);
    let mut relations = declarations.relations.iter();
    let defined = relations.find(|relation| {
        relation.kind == RelationKind::Defined && relation.place.statement == place.statement
    });
    let Some(defined) = defined else {
        return report;
    };
    let sort = |column: &logic::formula::Column| match column.sort {
        Some(sort) => declarations.sorts[sort.index()].declared.name.to_string(),
        None => "…".to_owned(),
    };
    let list = |items: Vec<String>| match items.len() {
        0 => String::new(),
        _ => format!("({})", items.join(", ")),
    };
    let name = &defined.name;
    let columns = list(defined.columns.iter().map(sort).collect());
    let names: Vec<String> = defined
        .columns
        .iter()
        .map(|column| column.name.as_deref().unwrap_or("…").to_owned())
        .collect();
    let bound = match names.len() {
        0 => String::new(),
        _ => format!("forall {} . ", names.join(", ")),
    };
    let atom = list(names);
    report.help(format!(
        "declare `pred {name}{columns}` and `rule: {bound}{name}{atom} iff …`, unless it is recursive"
    ))
}

#[cfg(test)]
mod tests {
    use source::Code;

    use crate::test_support::check_whole_at;

    const CODE: Code = Code::UNKNOWN_IN_DEFINE;

    #[test]
    fn relations_and_functions_that_the_solver_decides() {
        check_whole_at(
            "a.qprop",
            CODE,
            "sort s = 1..2\npred p(s)\nfunc f: s\ngiven g(s)\ndefine d(x, y: s) iff g(x) and p(y)\ndefine e iff f = 1 or d(1, 2)\n",
            "error `p` (line 5): a definition cannot use `p`, which the solver decides
             `p` (line 2): declared here
             help: declare `pred d(s, s)` and `rule: forall x, y . d(x, y) iff …`, unless it is recursive
             error `f` (line 6): a definition cannot use `f`, which the solver decides
             `f` (line 3): declared here
             help: declare `pred e` and `rule: e iff …`, unless it is recursive",
        );
    }
}
