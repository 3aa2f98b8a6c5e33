//! The name of the file says one spelling, its text is in the other. It is read as what it is;
//! other programs go by the name. `.kif` is for the prefix spelling, `.hrf` for the infix one,
//! `.gdl` for either.
//!
//! ## Wrong
//! ```hrf file=family.kif
//! parent(ann,bob)
//! child(X,Y) :- parent(Y,X)
//! ```
//!
//! ## Right
//! ```hrf file=family.hrf
//! parent(ann,bob)
//! child(X,Y) :- parent(Y,X)
//! ```

use source::{Code, Diagnostic};
use syntax::{Dialect, TextRange};

use super::text_diagnostic;

/// Reports a file whose extension (in any case) belongs to the other spelling than `dialect`,
/// at its first form.
pub(crate) fn diagnostic(
    path: &str,
    dialect: Dialect,
    first_form: impl FnOnce() -> TextRange,
) -> Option<Diagnostic> {
    let name = path.rsplit(['/', '\\']).next()?;
    let extension = name.rsplit_once('.')?.1;
    let (claimed, right, spelling) = match dialect {
        Dialect::Kif => ("hrf", "kif", "the prefix spelling"),
        Dialect::Hrf => ("kif", "hrf", "the infix spelling"),
        // A file is read as QPROP because of its name.
        Dialect::Qprop => return None,
    };
    if !extension.eq_ignore_ascii_case(claimed) {
        return None;
    }
    let mut diagnostic = text_diagnostic(
        Code::WRONG_EXTENSION,
        first_form(),
        format!("this is {spelling}, in a file named `.{extension}`"),
    );
    diagnostic.help.push(format!("name the file `.{right}`"));
    Some(diagnostic)
}

#[cfg(test)]
mod tests {
    use source::Code;

    use crate::test_support::check_whole_at;

    const CODE: Code = Code::WRONG_EXTENSION;

    #[test]
    fn the_name_says_the_other_spelling() {
        check_whole_at(
            "games/family.KIF",
            CODE,
            "% parents\nparent(ann,bob)\nchild(X,Y) :- parent(Y,X)\n",
            "hint `parent(ann,bob)` (line 2): this is the infix spelling, in a file named `.KIF`
             help: name the file `.hrf`",
        );
        check_whole_at(
            "family.hrf",
            CODE,
            "(parent ann bob)\n",
            "hint `(parent ann bob)` (line 1): this is the prefix spelling, in a file named `.hrf`
             help: name the file `.kif`",
        );
    }

    #[test]
    fn either_spelling_may_stand_in_gdl_and_its_own_anywhere() {
        for path in ["a.gdl", "a.hrf", "a.txt", "hrf", "a.kif/b"] {
            check_whole_at(path, CODE, "parent(ann,bob)\n", "");
        }
        for path in ["a.gdl", "a.kif", "a", "kif.hrf/b"] {
            check_whole_at(path, CODE, "(parent ann bob)\n", "");
        }
    }
}
