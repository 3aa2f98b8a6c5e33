//! What is said when the program, not the user, has made a mistake.

use std::backtrace::{Backtrace, BacktraceStatus};
use std::cell::{Cell, RefCell};
use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind, set_hook};

thread_local! {
    /// Whether the panics of this thread are for [`catch`] to tell.
    static CATCHING: Cell<bool> = const { Cell::new(false) };
    static CAUGHT: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// From now on panics ask for a report. `RUST_BACKTRACE` adds where they came from.
pub(crate) fn install() {
    set_hook(Box::new(|info| {
        let backtrace = Backtrace::capture();
        let mut message = description(info);
        if backtrace.status() == BacktraceStatus::Captured {
            message.push_str(&format!("\n{backtrace}"));
        }
        if CATCHING.get() {
            CAUGHT.set(Some(message));
        } else {
            // When nobody listens there is nobody to tell that.
            let _ = writeln!(io::stderr(), "error: {message}");
        }
    }));
}

/// Runs what works on one file. What a panic said is the error, in a user's words: it is told
/// with the file's name, and the other files are still worked on.
pub(crate) fn catch<T>(run: impl FnOnce() -> T) -> Result<T, String> {
    CATCHING.set(true);
    // Nothing that the work has touched is used again.
    let result = catch_unwind(AssertUnwindSafe(run));
    CATCHING.set(false);
    result.map_err(|_| CAUGHT.take().unwrap_or_else(|| "internal error".to_owned()))
}

fn description(info: &PanicHookInfo<'_>) -> String {
    let place = info.location().map_or(String::new(), |at| {
        format!(" at {}:{}", at.file(), at.line())
    });
    let message = info.payload_as_str().unwrap_or("no message");
    bug(&format!("{message}{place}"))
}

/// What a user reads of a mistake of the program's.
pub(crate) fn bug(message: &str) -> String {
    format!(
        "internal error: {message}; this is a bug in herbrand {}, please report it at {}/issues \
         with this message and, if you can, the file",
        env!("CARGO_PKG_VERSION"),
        env!("CARGO_PKG_REPOSITORY"),
    )
}
