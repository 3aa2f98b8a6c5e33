//! A fact speaks of a value that is outside the sort of its argument place, so it can never be
//! used. The rows of a `given grid` are facts, too: more rows or columns than their sorts have
//! elements, or a cell that is no value, is an error of the same kind.
//!
//! ## Wrong
//! ```qprop
//! sort square = 1..4
//! sort number = 1..4
//! given clue(square, number)
//! func on(square): number
//! clue(1, 5)
//! rule clues: forall s: square, n: number | clue(s, n) . on(s) = n
//! ```
//!
//! ## Right
//! ```qprop
//! sort square = 1..4
//! sort number = 1..4
//! given clue(square, number)
//! func on(square): number
//! clue(1, 4)
//! rule clues: forall s: square, n: number | clue(s, n) . on(s) = n
//! ```

use logic::formula::{Declarations, Place, RelationId, StatementId, Term, Value, Values};
use source::Code;

use crate::report::Report;
use crate::spelt::Spelt;

/// The report of a value in a fact; the column is counted from 0.
pub fn report(
    declarations: &Declarations,
    at: Place,
    relation: RelationId,
    column: usize,
    value: Value,
) -> Report {
    let relation = &declarations.relations[relation.index()];
    let value = Spelt::new(declarations).value(value);
    let declared = &relation.columns[column];
    let sort = declared
        .sort
        .map_or("", |sort| &declarations.sorts[sort.index()].declared.name);
    let label = format!("argument {} of `{}`", column + 1, relation.name);
    Report::new(
        Code::OUT_OF_DOMAIN_FACT,
        at,
        format!("`{value}` is outside `{sort}`"),
    )
    .label(declared.place, label)
}

/// Of a fact of data the first argument that is outside its sort.
pub(super) fn check(
    declarations: &Declarations,
    values: &Values,
    id: StatementId,
    relation: RelationId,
    args: &[Term],
    sink: &mut Vec<Report>,
) {
    let columns = &declarations.relations[relation.index()].columns;
    let outside = columns
        .iter()
        .zip(args)
        .enumerate()
        .find_map(|(at, (column, arg))| {
            let domain = values.domain(column.sort?)?;
            let value = values.term(arg, &[])?;
            (!domain.contains(value)).then_some((at, arg, value))
        });
    if let Some((column, arg, value)) = outside {
        let at = Place {
            statement: id,
            node: arg.id,
        };
        sink.push(report(declarations, at, relation, column, value));
    }
}

#[cfg(test)]
mod tests {
    use source::Code;

    use crate::test_support::{Source, check_source, check_whole_at};

    const CODE: Code = Code::OUT_OF_DOMAIN_FACT;

    #[test]
    fn facts_of_data_and_of_what_the_solver_decides() {
        check_whole_at(
            "a.qprop",
            CODE,
            "sort s = 1..3 sort t = {a, b}\ngiven g(s, t)\ng(4, a)\ng(3, b)\n",
            "error `4` (line 3): `4` is outside `s`
             `s` (line 2): argument 1 of `g`",
        );
        check_whole_at(
            "a.qprop",
            CODE,
            "const n = 3\nsort s = 1..n\npred p(s)\np(n + 1) p(n)\n",
            "error `n + 1` (line 4): `n + 1` is `4`, outside `s`, which is 1..3
             `s` (line 3): argument 1 of `p`",
        );
    }

    #[test]
    fn the_elements_may_stand_in_another_file() {
        let mut source = Source::new("day.qprop", "use \"model.qprop\"\nconst n = 2\ng(3) g(2)\n");
        let model = "const n\nsort s = 1..n\ngiven g(s)\n";
        source
            .others
            .push(("model.qprop".to_owned(), model.to_owned()));
        check_source(
            &source,
            CODE,
            "error `3` (line 3): `3` is outside `s`
             help: model.qprop:3:9: argument 1 of `g`",
        );
        check_whole_at("model.qprop", CODE, &format!("{model}g(7)\n"), "");
    }
}
