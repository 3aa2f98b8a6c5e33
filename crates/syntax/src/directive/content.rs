//! What stands behind the mark of a directive, by its key.

use super::reader::{Reader, Span};
use super::{DirectiveErrorKind, expectation};
use crate::{Dialect, SyntaxKind};

const KEYS: &[&str] = &[
    "profile",
    "input",
    "allow",
    "allow-file",
    "board",
    "expect",
    "invariant",
];
/// The keys in QPROP, whose statements say the rest themselves.
const QPROP_KEYS: &[&str] = &["allow", "allow-file", "expect"];
const PROFILES: &[&str] = &["game", "logic"];

impl Reader<'_, '_> {
    /// Reads all that stands behind the mark.
    pub(super) fn directive(mut self) {
        let mark = self.begin();
        let choices = match self.dialect {
            Dialect::Kif | Dialect::Hrf => KEYS,
            Dialect::Qprop => QPROP_KEYS,
        };
        let Some(key) = self.take_word() else {
            let at = self.last.range();
            self.error(at, DirectiveErrorKind::NoKey { choices });
            self.finish();
            return;
        };
        let kind = match self.text(key) {
            word if !choices.contains(&word) => {
                self.unknown(key, "directive", choices);
                SyntaxKind::UnknownDirective
            }
            "allow" | "allow-file" => {
                let help = "write the code that stands with the report, such as \
                            `singleton-variable`";
                self.words("a code", help);
                SyntaxKind::AllowDirective
            }
            "profile" => {
                self.profile();
                SyntaxKind::ProfileDirective
            }
            "board" => {
                let help = "write the relation that holds the cells, and which of its arguments \
                            are row, column and content";
                self.words("a relation", help);
                SyntaxKind::BoardDirective
            }
            "input" => {
                self.signatures();
                SyntaxKind::InputDirective
            }
            "invariant" => {
                self.literals();
                SyntaxKind::InvariantDirective
            }
            _ => expectation::read(&mut self),
        };
        self.end();
        self.cx.tree.node(kind, mark);
        self.finish();
    }

    /// Reports a word that is none of the `choices`, and takes all behind it.
    pub(super) fn unknown(
        &mut self,
        word: Span,
        what: &'static str,
        choices: &'static [&'static str],
    ) {
        self.error(word.range(), DirectiveErrorKind::Unknown { what, choices });
        while self.take_word().is_some() {}
    }

    /// Takes all words, of which there must be one.
    fn words(&mut self, expected: &'static str, help: &'static str) {
        if self.ahead().is_none() {
            self.expected(None, expected, help);
        }
        while self.take_word().is_some() {}
    }

    fn profile(&mut self) {
        match self.ahead() {
            Some(word) if PROFILES.contains(&self.text(word)) => {
                self.take_word();
            }
            Some(word) => {
                let choices = PROFILES;
                let what = "profile";
                self.error(word.range(), DirectiveErrorKind::Unknown { what, choices });
                self.take_error();
            }
            None => self.expected(None, "a profile", "write `game` or `logic`"),
        }
    }

    fn signatures(&mut self) {
        let expected = "a relation with its number of arguments";
        let help = "write the name and the number of arguments, as in `edge/2`";
        if self.ahead().is_none() {
            self.expected(None, expected, help);
        }
        while let Some(word) = self.ahead() {
            if self.take_sign(b",") || self.signature(word) {
                continue;
            }
            self.expected(Some(word), expected, help);
            self.take_error();
        }
    }

    fn literals(&mut self) {
        let (expected, help) = (
            "a literal",
            "write the literals that no reachable state satisfies together",
        );
        self.list(expected, help, Reader::literal);
    }

    /// Takes what `read` takes, once at least, up to the end; in HRF with signs between.
    fn list<T>(
        &mut self,
        expected: &'static str,
        help: &'static str,
        read: impl Fn(&mut Self, Span) -> T,
    ) {
        let Some(next) = self.ahead() else {
            self.expected(None, expected, help);
            return;
        };
        read(self, next);
        while let Some(next) = self.ahead() {
            if self.take_sign(b".") {
                return;
            }
            let next = if self.take_sign(b",&") {
                self.ahead()
            } else {
                Some(next)
            };
            match next {
                Some(next) => _ = read(self, next),
                None => self.expected(None, expected, help),
            }
        }
    }

    /// Reports what nothing explains.
    fn end(&mut self) {
        let Some(rest) = self.ahead() else { return };
        let help = "a comment may follow behind a comment sign";
        self.expected(Some(rest), "the end of the directive", help);
        self.take_rest();
    }
}
