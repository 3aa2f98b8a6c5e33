//! A `pred` has facts, and no rule speaks of it alone: every rule that names it is about other
//! unknown relations. That is how data are used; but the facts of a `pred` say only what holds, not
//! what does not, and the solver is free to add to them. It then finds many models where one is
//! meant. A `given` relation holds exactly where facts say so.
//!
//! ## Wrong
//! ```qprop
//! sort place = 1..3
//! pred road(place, place)
//! pred town(place)
//! rule roads: forall x: place, y: place . road(x, y) implies town(x) or town(y)
//! road(1, 2)
//! road(2, 3)
//! ```
//!
//! ## Right
//! ```qprop
//! sort place = 1..3
//! given road(place, place)
//! pred town(place)
//! rule roads: forall x: place, y: place . road(x, y) implies town(x) or town(y)
//! road(1, 2)
//! road(2, 3)
//! ```

use hir::declared;
use logic::formula::{RelationId, RelationKind};
use source::{Code, File};

use crate::context::FileContext;
use crate::finding::{Finding, Part, Place};
use crate::said::{SaidKind, StatementSaid, all_said, is_unknown};

/// What is known of a relation.
#[derive(Default)]
struct Table {
    facts: u32,
    /// The first fact in the file.
    first: Option<Place>,
    /// Whether a rule speaks of it and of no other unknown.
    is_ruled: bool,
}

pub(super) fn check(cx: &FileContext<'_>, sink: &mut Vec<Finding>) {
    let (db, file) = (cx.db, cx.file);
    let declarations = &declared(db, file).declarations;
    let mut tables: Vec<Table> = Vec::new();
    tables.resize_with(declarations.relations.len(), Table::default);
    for (own, block, said) in all_said(db, file).unwrap_or_default() {
        note(cx, own, block, said, &mut tables);
    }
    for (relation, table) in declarations.relations.iter().zip(tables) {
        if relation.kind != RelationKind::Unknown || table.facts < 2 || table.is_ruled {
            continue;
        }
        let Some(fact) = table.first else {
            continue;
        };
        let name = &relation.name;
        let message = format!("`{name}` has facts, and the solver may add to them: is it data?");
        let site = hir::declaring_site(db, file, relation.place.statement);
        let declaration = match site {
            Some((own, block, form)) if own == file => Place {
                block,
                part: Part::Node(hir::Item::Form(form), relation.place.node),
            },
            _ => Place {
                block: 0,
                part: Part::Declared(relation.place.statement, relation.place.node),
            },
        };
        let finding = match declaration.part {
            Part::Declared(..) => Finding::new(Code::OPEN_FACT_TABLE, fact, message)
                .label(declaration, "declared here"),
            _ => Finding::new(Code::OPEN_FACT_TABLE, declaration, message)
                .label(fact, "the first fact"),
        };
        sink.push(finding.help(format!(
            "declare it with `given`: then `{name}` holds where facts say so, and nowhere else"
        )));
    }
}

fn note(cx: &FileContext<'_>, own: File, block: u32, said: &StatementSaid, tables: &mut [Table]) {
    let unknown = |relation: &RelationId| is_unknown(cx.db, cx.file, *relation);
    match said.kind {
        SaidKind::Fact(relation) => {
            let table = &mut tables[relation.index()];
            table.facts += 1;
            if table.first.is_none() && own == cx.file {
                table.first = Some(FileContext::form(block, said.form));
            }
        }
        SaidKind::Constraint => {
            let mut unknowns = said.relations.iter().filter(|relation| unknown(relation));
            if let (Some(only), None, true) =
                (unknowns.next(), unknowns.next(), said.functions.is_empty())
            {
                tables[only.index()].is_ruled = true;
            }
        }
        SaidKind::Other => {}
    }
}

#[cfg(test)]
mod tests {
    use source::Code;

    use crate::test_support::check_whole_at;

    const CODE: Code = Code::OPEN_FACT_TABLE;

    #[test]
    fn data_that_are_left_open() {
        check_whole_at(
            "a.qprop",
            CODE,
            "sort s = 1..3\npred edge(s, s)\nfunc colour(s): s\nrule r: forall x: s, y: s . edge(x, y) implies colour(x) =/= colour(y)\nedge(1, 2)\nedge(2, 3)\n",
            "hint `edge` (line 2): `edge` has facts, and the solver may add to them: is it data?
             `edge(1, 2)` (line 5): the first fact
             help: declare it with `given`: then `edge` holds where facts say so, and nowhere else",
        );
    }

    #[test]
    fn givens_of_a_puzzle_are_constraints_on_what_rules_speak_of() {
        for fine in [
            "pred cell(s, s)\nrule r: forall x: s . exists y: s . cell(x, y)\ncell(1, 2)\ncell(2, 3)\n",
            "pred cell(s, s)\npred other\nrule r: forall x: s . cell(x, x) implies other\ncell(1, 2)\n",
            "given cell(s, s)\npred other\nrule r: forall x: s . cell(x, x) implies other\ncell(1, 2)\ncell(2, 2)\n",
        ] {
            check_whole_at("a.qprop", CODE, &format!("sort s = 1..3\n{fine}"), "");
        }
    }
}
