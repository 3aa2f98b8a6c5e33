//! Parentheses may nest 256 levels deep, far deeper than in any rule that a person wrote. What
//! lies deeper is not read. (The example is shown with a limit of three levels.)
//!
//! ## Wrong
//! ```kif limit=3
//! (at king (cell (pair (half a) b) c))
//! ```
//!
//! ## Right
//! ```kif limit=3
//! (at king (cell b c))
//! ```

use source::{Code, Diagnostic};
use syntax::{ParseOptions, TextRange};

use super::text_diagnostic;

/// Reports the parenthesis at `range`, the first that is deeper than `limit` levels.
pub(crate) fn diagnostic(range: TextRange, limit: u16) -> Diagnostic {
    let mut diagnostic = text_diagnostic(
        Code::NESTING_TOO_DEEP,
        range,
        format!("parentheses are nested more than {limit} levels deep here"),
    );
    let help = if limit < ParseOptions::DEEPEST {
        "what lies deeper is not read; `--max-nesting` or `max-nesting` in `herbrand.toml` raises \
         the limit"
    } else {
        "what lies deeper is not read"
    };
    diagnostic.help.push(help.to_owned());
    diagnostic
}

#[cfg(test)]
mod tests {
    use source::Code;
    use syntax::ParseOptions;

    use crate::test_support::{Source, check_source};

    const CODE: Code = Code::NESTING_TOO_DEEP;

    #[track_caller]
    fn check_limit(limit: u16, text: &str, expected: &str) {
        let mut source = Source::new("test.gdl", text);
        source.options = ParseOptions { max_depth: limit };
        check_source(&source, CODE, expected);
    }

    #[test]
    fn the_highest_limit_cannot_be_raised() {
        let limit = ParseOptions::DEEPEST;
        let levels = usize::from(limit) + 1;
        let text = format!(
            "; herbrand: allow-file nested-function\n(p {}{})\n",
            "(f ".repeat(levels),
            ")".repeat(levels)
        );
        check_limit(
            limit,
            &text,
            "error `(` (line 2): parentheses are nested more than 1024 levels deep here
             help: what lies deeper is not read",
        );
    }

    #[test]
    fn the_first_parenthesis_past_the_limit() {
        let help = "help: what lies deeper is not read; `--max-nesting` or `max-nesting` in \
                    `herbrand.toml` raises the limit";
        check_limit(
            3,
            "(at king\n(cell (pair\n(half (c d)) b)\n(e (f\n(g h)))))\n",
            &format!(
                "error `(` (line 3): parentheses are nested more than 3 levels deep here\n{help}
                 error `(` (line 4): parentheses are nested more than 3 levels deep here\n{help}"
            ),
        );
        check_limit(3, "(at king (cell (pair a b) (e f)))\n", "");
    }

    #[test]
    fn in_either_spelling() {
        check_limit(
            2,
            "p(a)\nq(f(\ng(\nh(a))))\nr(f(a))\n",
            "error `(` (line 3): parentheses are nested more than 2 levels deep here
             help: what lies deeper is not read; `--max-nesting` or `max-nesting` in `herbrand.toml` raises the limit",
        );
    }
}
