//! A file uses itself, directly or by way of files that it uses. What two files need of each other
//! belongs in a third.
//!
//! ## Wrong
//! ```qprop file=board.qprop
//! use "board.qprop"
//! pred free
//! rule some: free
//! ```
//!
//! ## Right
//! ```qprop file=board.qprop
//! pred free
//! rule some: free
//! ```

use hir::{Item, closure};
use logic::formula::written::Statement;
use source::{Code, File};

use crate::context::FileContext;
use crate::finding::{Finding, Part, Place};

pub(super) fn check(cx: &FileContext<'_>, sink: &mut Vec<Finding>) {
    for (place, text, used) in uses(cx) {
        let Some(used) = used.filter(|&used| closure(cx.db, used).contains(&cx.file)) else {
            continue;
        };
        let how = if used == cx.file {
            "is this file"
        } else {
            "uses this file, directly or by way of others"
        };
        let message = format!("`{text}` {how}");
        sink.push(Finding::new(Code::CIRCULAR_USE, place, message));
    }
}

/// The `use` statements of a file of which whoever loads files has looked for the file: each with
/// the place of its string, the string, and the file, where there is one.
pub(super) fn uses<'db>(
    cx: &FileContext<'db>,
) -> impl Iterator<Item = (Place, &'db str, Option<File>)> {
    let db = cx.db;
    let known = cx.file.used(db);
    let blocks = (0..).zip(hir::blocks(db, cx.file));
    let forms = blocks.flat_map(move |(block, blk)| {
        let forms = (0..).zip(hir::forms(db, *blk));
        forms.map(move |(form, lowered)| (block, form, lowered))
    });
    forms.filter_map(move |(block, form, lowered)| {
        let Some(Statement::Use(text)) = lowered.form.statement.as_deref() else {
            return None;
        };
        let used = known.iter().find(|used| used.text == text.text)?;
        let place = Place {
            block,
            part: Part::Node(Item::Form(form), text.id),
        };
        Some((place, &*text.text, used.file))
    })
}

#[cfg(test)]
mod tests {
    use source::Code;

    use crate::test_support::{Source, check_source};

    const CODE: Code = Code::CIRCULAR_USE;

    #[test]
    fn by_way_of_another_file() {
        let mut source = Source::new("a.qprop", "use \"b.qprop\"\nuse \"c.qprop\"\n");
        source.others = vec![
            ("b.qprop".to_owned(), "use \"c.qprop\"\n".to_owned()),
            ("c.qprop".to_owned(), "use \"d.qprop\"\n".to_owned()),
            ("d.qprop".to_owned(), "use \"b.qprop\"\n".to_owned()),
        ];
        check_source(&source, CODE, "");
        source.others[2].1 = "use \"a.qprop\"\n".to_owned();
        check_source(
            &source,
            CODE,
            "error `\"b.qprop\"` (line 1): `b.qprop` uses this file, directly or by way of others
             error `\"c.qprop\"` (line 2): `c.qprop` uses this file, directly or by way of others",
        );
        source.text = "use \"a.qprop\"\n".to_owned();
        check_source(
            &source,
            CODE,
            "error `\"a.qprop\"` (line 1): `a.qprop` is this file",
        );
    }
}
