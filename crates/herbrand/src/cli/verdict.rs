//! How a run ends.

use std::process::ExitCode;

/// What went wrong in a run, gathered over all files.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Verdict {
    /// The files have errors.
    pub(crate) errors: bool,
    /// Something could not be read or written, or was asked for wrongly.
    pub(crate) failed: bool,
    /// A limit was hit.
    pub(crate) limit: bool,
}

impl Verdict {
    /// Wrong usage.
    pub(crate) const FAILED: Verdict = Verdict {
        errors: false,
        failed: true,
        limit: false,
    };

    /// The number that the process ends with: what was not even looked at weighs more than
    /// what was found.
    pub(crate) fn code(self) -> u8 {
        match self {
            Verdict { failed: true, .. } => 2,
            Verdict { limit: true, .. } => 3,
            Verdict { errors: true, .. } => 1,
            _ => 0,
        }
    }
}

impl From<Verdict> for ExitCode {
    fn from(verdict: Verdict) -> ExitCode {
        ExitCode::from(verdict.code())
    }
}

/// A file, directory or input that could not be dealt with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Problem {
    /// The path as the user named it.
    pub(crate) path: String,
    /// What is wrong with it, and what to do.
    pub(crate) message: String,
    /// Whether it was a limit.
    pub(crate) limit: bool,
    /// Whether the file was read all the same, and only not grounded whole.
    pub(crate) was_read: bool,
}

impl Problem {
    /// A problem that is no limit.
    pub(crate) fn new(path: impl Into<String>, message: impl Into<String>) -> Problem {
        Problem {
            path: path.into(),
            message: message.into(),
            limit: false,
            was_read: false,
        }
    }

    /// The line that says it.
    pub(crate) fn line(&self) -> String {
        format!("{}: {}", self.path, self.message)
    }
}

impl Verdict {
    /// Takes a problem into account.
    pub(crate) fn add(&mut self, problem: &Problem) {
        if problem.limit {
            self.limit = true;
        } else {
            self.failed = true;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_gravest_decides() {
        let code = |errors, failed, limit| {
            Verdict {
                errors,
                failed,
                limit,
            }
            .code()
        };
        assert_eq!(code(false, false, false), 0);
        assert_eq!(code(true, false, false), 1);
        assert_eq!(code(true, true, true), 2);
        assert_eq!(code(true, false, true), 3);
    }
}
