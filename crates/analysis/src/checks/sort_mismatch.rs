//! A term stands where values of another sort belong. Integers fit every sort of integers, but a
//! variable fits its own sort and the unions that hold it: so `l(piece, square)` is found where
//! `l(square, piece)` is declared, though both are numbers from 1 to 4. `x + 0` is a plain integer,
//! should the numbers be meant. In `forall x, n: number` both variables are of `number`.
//!
//! ## Wrong
//! ```qprop
//! sort square = 1..4
//! sort piece = 1..4
//! pred l(square, piece)
//! rule placed: forall p: piece . exists s: square . l(p, s)
//! ```
//! ```qprop
//! sort colour = {red, green}
//! func shade(colour): colour
//! rule dark: shade(red) > 2
//! ```
//!
//! ## Right
//! ```qprop
//! sort square = 1..4
//! sort piece = 1..4
//! pred l(square, piece)
//! rule placed: forall p: piece . exists s: square . l(s, p)
//! ```

use logic::NodeId;
use logic::formula::{Declarations, Place, SortId, TermSort};
use source::{Code, Severity};

use crate::report::{Report, ReportEdit};

const CODE: Code = Code::SORT_MISMATCH;

/// A term that does not fit its place.
pub(crate) fn report(
    declarations: &Declarations,
    place: Place,
    found: TermSort,
    expected: SortId,
    declared: Option<Place>,
    [exchange, covered]: [Option<NodeId>; 2],
) -> Report {
    let belongs = sort_name(declarations, expected);
    let message = match found {
        TermSort::Element(_) => format!(
            "{} is no element of `{belongs}`",
            described(declarations, found)
        ),
        _ => format!(
            "{} stands where one of `{belongs}` belongs",
            described(declarations, found)
        ),
    };
    let mut report = Report::new(CODE, place, message);
    if let Some(column) = declared {
        let message = match column_name(declarations, column) {
            Some((name, 1, 1)) => format!("`{name}` takes `{belongs}`"),
            Some((name, number, _)) => format!("`{name}` takes `{belongs}` as argument {number}"),
            None => format!("`{belongs}` is asked for here"),
        };
        report = report.label(column, message);
    }
    if let Some(other) = exchange {
        let other = place.beside(other);
        return report.offered_fix(
            "swap the arguments",
            vec![
                (place, ReportEdit::TextOf(other)),
                (other, ReportEdit::TextOf(place)),
            ],
        );
    }
    if let (Some(binder), TermSort::Variable(sort)) = (covered, found) {
        let binder = place.beside(binder);
        let sort = sort_name(declarations, sort);
        let message = format!("the annotation `: {sort}` behind it covers this variable, too");
        return report.label(binder, message).offered_fix(
            format!("annotate the variable itself: `: {belongs}`"),
            vec![(binder, ReportEdit::Append(format!(": {belongs}")))],
        );
    }
    let of_integers = |sort| {
        declarations.has_integers(sort) == Some(true) && declarations.has_names(sort) == Some(false)
    };
    match found {
        TermSort::Variable(sort) | TermSort::Function(_, sort)
            if of_integers(sort) && declarations.has_integers(expected) == Some(true) =>
        {
            plain_integer(report, place)
        }
        _ => report,
    }
}

/// Two terms that can never be equal.
pub(crate) fn incomparable(
    declarations: &Declarations,
    place: Place,
    a: TermSort,
    b: TermSort,
) -> Report {
    let [a, b] = [a, b].map(|sort| described(declarations, sort));
    Report::new(CODE, place, format!("{a} never equals {b}"))
}

/// Two terms of integers that have nothing to do with each other.
pub(crate) fn unrelated(
    declarations: &Declarations,
    place: Place,
    sorts: [SortId; 2],
    term: NodeId,
) -> Report {
    let [a, b] = sorts.map(|sort| sort_name(declarations, sort));
    let message = format!("`{a}` and `{b}` are unrelated sorts, of which numbers are compared");
    let report = Report::new(CODE, place, message).severity(Severity::Warning);
    plain_integer(report, place.beside(term))
}

/// A name where a number belongs.
pub(crate) fn not_integer(declarations: &Declarations, place: Place, found: TermSort) -> Report {
    let found = described(declarations, found);
    Report::new(CODE, place, format!("{found} is no number"))
}

fn plain_integer(report: Report, term: Place) -> Report {
    let edit = ReportEdit::Append(" + 0".to_owned());
    report.offered_fix("add 0, which makes it a plain integer", vec![(term, edit)])
}

fn sort_name(declarations: &Declarations, sort: SortId) -> &str {
    &declarations.sorts[sort.index()].declared.name
}

fn described(declarations: &Declarations, sort: TermSort) -> String {
    match sort {
        TermSort::Integer => "a number".to_owned(),
        TermSort::Variable(sort) | TermSort::Function(_, sort) => {
            format!("a value of `{}`", sort_name(declarations, sort))
        }
        TermSort::Element(element) => {
            format!("`{}`", declarations.elements[element.index()].name)
        }
        TermSort::Any => "this".to_owned(),
    }
}

/// The relation or function that a column belongs to, its number from 1, and of how many.
fn column_name(declarations: &Declarations, column: Place) -> Option<(&str, usize, usize)> {
    let relations = declarations.relations.iter();
    let relations = relations.map(|relation| (&relation.name, &relation.columns));
    let functions = declarations.functions.iter();
    let functions = functions.map(|function| (&function.name, &function.columns));
    relations.chain(functions).find_map(|(name, columns)| {
        let number = columns.iter().position(|other| other.place == column)?;
        Some((&**name, number + 1, columns.len()))
    })
}

#[cfg(test)]
mod tests {
    use source::Code;

    use crate::test_support::{check_fixes_at, check_whole_at};

    const CODE: Code = Code::SORT_MISMATCH;

    #[test]
    fn swapped_arguments_are_swapped_back() {
        let text = "sort square = 1..4\nsort piece = 1..4\nvar s: square var p: piece\npred l(square, piece)\nrule a: forall s . forall p1, p2 | p1 =/= p2 . not l(p1, s) or not l(s, p2)\n";
        check_whole_at(
            "a.qprop",
            CODE,
            text,
            "error `p1` (line 5): a value of `piece` stands where one of `square` belongs
             `square` (line 4): `l` takes `square` as argument 1",
        );
        let mended = text.replace("l(p1, s)", "l(s, p1)");
        check_fixes_at("a.qprop", CODE, text, &[&mended]);
        check_whole_at("a.qprop", CODE, &mended, "");
    }

    #[test]
    fn an_annotation_covers_the_variables_before_it() {
        let text = "sort place = 1..4\nsort number = 1..4\nvar x, y: place\npred safe(place)\ngiven shown(place, number)\nrule a: forall x, n: number | shown(x, n) . safe(x)\nrule b: forall x, y in {1, 2} . safe(x)\n";
        let reported = "error `x` (line 6): a value of `number` stands where one of `place` belongs
             `place` (line 5): `shown` takes `place` as argument 1
             `x` (line 6): the annotation `: number` behind it covers this variable, too
             error `x` (line 6): a value of `number` stands where one of `place` belongs
             `place` (line 4): `safe` takes `place`
             `x` (line 6): the annotation `: number` behind it covers this variable, too";
        check_whole_at("a.qprop", CODE, text, reported);
        let mended = text.replace("x, n: number", "x: place, n: number");
        check_fixes_at("a.qprop", CODE, text, &[&mended, &mended]);
        check_whole_at("a.qprop", CODE, &mended, "");
    }

    #[test]
    fn where_nothing_can_be_swapped_zero_is_added() {
        let text = "sort square = 1..4\nsort piece = 1..4\npred free(square)\nfunc at(piece): piece\nrule a: forall p: piece . free(p)\nrule b: free(at(1))\n";
        check_whole_at(
            "a.qprop",
            CODE,
            text,
            "error `p` (line 5): a value of `piece` stands where one of `square` belongs
             `square` (line 3): `free` takes `square`
             error `at(1)` (line 6): a value of `piece` stands where one of `square` belongs
             `square` (line 3): `free` takes `square`",
        );
        let first = text.replace("free(p)", "free(p + 0)");
        let second = text.replace("free(at(1))", "free(at(1) + 0)");
        check_fixes_at("a.qprop", CODE, text, &[&first, &second]);
        check_whole_at(
            "a.qprop",
            CODE,
            &first.replace("free(at(1))", "free(at(1) + 0)"),
            "",
        );
    }

    #[test]
    fn names_fit_their_own_sets_alone_and_are_no_numbers() {
        check_whole_at(
            "a.qprop",
            CODE,
            "sort colour = {red, green}\nsort fruit = {apple}\nsort size = 1..3\npred has(fruit, colour)\nrule a: has(red, 1)\nrule b: forall c: colour, f: fruit . c = f or red < 2 or c + 1 = 2\nrule c: forall s: size, f: fruit . f = apple and f =/= red and s = red and apple = 3\n",
            "error `red` (line 5): `red` is no element of `fruit`
             `fruit` (line 4): `has` takes `fruit` as argument 1
             error `1` (line 5): a number stands where one of `colour` belongs
             `colour` (line 4): `has` takes `colour` as argument 2
             error `c = f` (line 6): a value of `colour` never equals a value of `fruit`
             error `red` (line 6): `red` is no number
             error `c` (line 6): a value of `colour` is no number
             error `f =/= red` (line 7): a value of `fruit` never equals `red`
             error `s = red` (line 7): a value of `size` never equals `red`
             error `apple = 3` (line 7): `apple` never equals a number",
        );
    }

    #[test]
    fn numbers_of_unrelated_sorts_are_compared_with_a_warning() {
        let text = "sort a = 1..4\nsort b = 1..4\nsort c = a + 5..6\nrule r: forall x: a, y: b, z: c . x = z or x = y\n";
        check_whole_at(
            "a.qprop",
            CODE,
            text,
            "warning `x = y` (line 4): `a` and `b` are unrelated sorts, of which numbers are compared",
        );
        let mended = text.replace("x = y", "x + 0 = y");
        check_fixes_at("a.qprop", CODE, text, &[&mended]);
        check_whole_at("a.qprop", CODE, &mended, "");
    }
}
