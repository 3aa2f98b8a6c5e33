//! The answer goes to standard output, and everything else to standard error.

use std::io::{self, IsTerminal, Write};

use super::args::ColorChoice;
use super::lint::count;
use super::shown::shown;
use super::verdict::Verdict;

/// Writes what is drawn already: an answer in which other people's text commands no terminal.
/// Whoever read it and left, as `head` does, has seen
/// enough: that is no error.
///
/// # Errors
/// When it cannot be written for another reason.
pub(crate) fn answer(text: &str) -> io::Result<()> {
    write(text).map(|_| ())
}

/// The same; whether somebody reads on.
fn write(text: &str) -> io::Result<bool> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(false),
        written => written.map(|()| true),
    }
}

/// What is known of the two streams.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Console {
    /// Whether standard output is coloured.
    pub(crate) color: bool,
    /// Whether it is a terminal.
    terminal: bool,
    /// Whether standard error is coloured.
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
        let terminal = io::stdout().is_terminal();
        let interactive = io::stderr().is_terminal();
        Console {
            color: colored(terminal),
            terminal,
            error_color: colored(interactive),
            interactive,
        }
    }

    /// Writes the answer. What a terminal would obey is spelt out where it is one, and stays as it
    /// is for other programs.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(crate) fn answer(&self, text: &str) -> io::Result<()> {
        self.stream(text).map(|_| ())
    }

    /// Writes a part of the answer; whether somebody reads on.
    ///
    /// # Errors
    /// As [`Console::answer`].
    pub(crate) fn stream(&self, text: &str) -> io::Result<bool> {
        match self.terminal {
            true => write(&shown(text)),
            false => write(text),
        }
    }

    /// Writes the answer, where there is one, and says how the run ends.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(crate) fn conclude(&self, end: Result<(String, Verdict), Verdict>) -> io::Result<Verdict> {
        match end {
            Ok((text, verdict)) => {
                self.answer(&text)?;
                Ok(verdict)
            }
            Err(verdict) => Ok(verdict),
        }
    }

    /// Says what could not be done.
    pub(crate) fn error(&self, message: &str) {
        self.say("error", "\x1b[31m", message);
    }

    /// Writes what is drawn already.
    pub(crate) fn raw(&self, drawn: &str) {
        let _ = io::stderr().write_all(drawn.as_bytes());
    }

    /// Whether standard error is coloured.
    pub(crate) fn error_color(&self) -> bool {
        self.error_color
    }

    /// Says what the user may want to know.
    pub(crate) fn note(&self, message: &str) {
        self.say("note", "\x1b[36m", message);
    }

    /// Says how much is missing after Ctrl-C.
    pub(crate) fn interrupted(&self, skipped: usize) {
        let files = count(skipped, "file");
        self.error(&format!("interrupted; {files} not looked at"));
    }

    fn say(&self, kind: &str, color: &str, message: &str) {
        let (on, off) = if self.error_color {
            (color, "\x1b[0m")
        } else {
            ("", "")
        };
        // When nobody listens there is nobody to tell that.
        let _ = writeln!(io::stderr(), "{on}{kind}:{off} {}", shown(message));
    }
}
