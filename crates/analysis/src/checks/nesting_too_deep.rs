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
use syntax::TextRange;

use super::text_diagnostic;

/// Reports the parenthesis at `range`, the first that is deeper than `limit` levels.
pub(crate) fn diagnostic(range: TextRange, limit: u16) -> Diagnostic {
    let mut diagnostic = text_diagnostic(
        Code::NESTING_TOO_DEEP,
        range,
        format!("parentheses are nested more than {limit} levels deep here"),
    );
    diagnostic
        .help
        .push("what lies deeper is not read; `--max-nesting` or `max-nesting` in `herbrand.toml` raises the limit".to_owned());
    diagnostic
}
