//! Where messages go that are not the answer: standard error.

use std::io::{self, IsTerminal, Write};

use super::args::ColorChoice;

/// What is known of the two streams.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Console {
    /// Whether standard output is coloured.
    pub(crate) color: bool,
    /// Whether standard error is.
    error_color: bool,
    /// Whether somebody looks at standard error as it grows.
    pub(crate) interactive: bool,
}

impl Console {
    /// Looks at the environment.
    pub(crate) fn new(choice: ColorChoice) -> Console {
        let plain = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty())
            || std::env::var_os("TERM").is_some_and(|value| value == "dumb");
        let colored = |terminal: bool| match choice {
            ColorChoice::Always => true,
            ColorChoice::Never => false,
            ColorChoice::Auto => terminal && !plain,
        };
        let interactive = io::stderr().is_terminal();
        Console {
            color: colored(io::stdout().is_terminal()),
            error_color: colored(interactive),
            interactive,
        }
    }

    /// Says what could not be done.
    pub(crate) fn error(&self, message: &str) {
        self.say("error", "\x1b[31m", message);
    }

    /// Says what the user may want to know.
    pub(crate) fn note(&self, message: &str) {
        self.say("note", "\x1b[36m", message);
    }

    fn say(&self, kind: &str, color: &str, message: &str) {
        let (on, off) = if self.error_color {
            (color, "\x1b[0m")
        } else {
            ("", "")
        };
        // When nobody listens there is nobody to tell that.
        let _ = writeln!(io::stderr(), "{on}{kind}:{off} {message}");
    }
}
