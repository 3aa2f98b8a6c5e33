//! A `use` names a file that is not there, or cannot be read. Names are relative to the file that
//! uses them.
//!
//! ## Wrong
//! ```qprop
//! use "pieces.qprop"
//! pred free
//! rule some: free
//! ```
//!
//! ## Right
//! ```qprop used=pieces.qprop
//! use "pieces.qprop"
//! pred free
//! rule some: free
//! ```

use source::Code;

use super::circular_use::uses;
use crate::context::FileContext;
use crate::finding::Finding;

pub(super) fn check(cx: &FileContext<'_>, sink: &mut Vec<Finding>) {
    for (place, text, used) in uses(cx) {
        if used.is_none() {
            let message = format!("there is no file `{text}` that can be read");
            sink.push(
                Finding::new(Code::MISSING_FILE, place, message)
                    .help("names are relative to the folder of this file"),
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use source::Code;

    use crate::test_support::{Source, check_source, check_whole_at};

    #[test]
    fn every_mention_is_reported() {
        check_whole_at(
            "a.qprop",
            Code::MISSING_FILE,
            "use \"b.qprop\"\npred p\nrule r: p\nuse \"sub/b.qprop\"\nrule s: q\n",
            "error `\"b.qprop\"` (line 1): there is no file `b.qprop` that can be read
             help: names are relative to the folder of this file
             error `\"sub/b.qprop\"` (line 4): there is no file `sub/b.qprop` that can be read
             help: names are relative to the folder of this file",
        );
    }

    #[test]
    fn what_a_missing_file_may_declare_is_not_missed() {
        let mut source = Source::new("a.qprop", "use \"b.qprop\"\nrule r: p\n");
        check_source(&source, Code::UNKNOWN_PREDICATE, "");
        source.others = vec![("b.qprop".to_owned(), "pred q".to_owned())];
        check_source(
            &source,
            Code::UNKNOWN_PREDICATE,
            "error `p` (line 2): no relation `p` is declared
             help: declare it with `pred`, `given` or `define`",
        );
    }

    #[test]
    fn other_files_are_judged_with_and_named() {
        let mut source = Source::new("a.qprop", "use \"b.qprop\"\nrule r: p\n");
        source.others = vec![("b.qprop".to_owned(), "sort s = 1..2\npred p(s)".to_owned())];
        check_source(
            &source,
            Code::ARITY_MISMATCH,
            "error `p` (line 2): `p` takes 1 argument, and has 0 here
             help: b.qprop:2:6: declared with 1 argument",
        );
    }
}
