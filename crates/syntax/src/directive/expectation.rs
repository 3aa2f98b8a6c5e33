//! What `herbrand test` is told to expect.

use super::reader::{Reader, Span};
use crate::{Dialect, SyntaxKind};

const KINDS: &[&str] = &[
    "model",
    "query",
    "base",
    "satisfies",
    "violates",
    "code",
    "perft",
    "verified",
    "plan",
];

/// What a file of QPROP can expect; its `check` statements say the rest.
const QPROP_KINDS: &[&str] = &["code"];

/// The word that begins the data of an open program.
const GIVEN: &str = "given";

/// How far counts of answers, atoms and moves reach.
const COUNT: u128 = u64::MAX as u128;

const MODEL: &str = "write `expect model ATOM…`, and `given ATOM…` behind it in an open program";
const QUERY: &str = "write `expect query PATTERN = N`, and `given ATOM…` behind it in an open \
                     program";
const BASE: &str = "write `expect base N`, the number of atoms in the Herbrand base";
const CODE: &str = "write `expect code CODE`";
const PERFT: &str = "write `expect perft DEPTH STATES TERMINAL PATHS`, four numbers";
const VERIFIED: &str = "write `expect verified PROPERTY`";
const PLAN: &str = "write `expect plan LENGTH`, the number of moves";

/// Reads all behind `expect`, and tells what kind of node it makes.
pub(super) fn read(reader: &mut Reader<'_, '_>) -> SyntaxKind {
    let Some(kind) = reader.take_word() else {
        let (expected, help) = match reader.dialect {
            Dialect::Kif | Dialect::Hrf => (
                "`model`, `query` or another expectation",
                "write what to expect, as in `expect query (p ?x) = 2`",
            ),
            Dialect::Qprop => ("`code`", CODE),
        };
        reader.expected(None, expected, help);
        return SyntaxKind::UnknownDirective;
    };
    let kinds = match reader.dialect {
        Dialect::Kif | Dialect::Hrf => KINDS,
        Dialect::Qprop => QPROP_KINDS,
    };
    match reader.text(kind) {
        word if !kinds.contains(&word) => {
            reader.unknown(kind, "expectation", kinds);
            SyntaxKind::UnknownDirective
        }
        "model" => {
            reader.ground_atoms();
            reader.given(MODEL);
            SyntaxKind::ModelExpectation
        }
        "query" => {
            query(reader);
            SyntaxKind::QueryExpectation
        }
        "base" => {
            reader.number(COUNT, "a number", BASE);
            SyntaxKind::BaseExpectation
        }
        "satisfies" | "violates" => {
            reader.ground_atoms();
            SyntaxKind::InterpretationExpectation
        }
        "code" => {
            word(reader, "a code", CODE);
            SyntaxKind::CodeExpectation
        }
        "perft" => {
            reader.number(COUNT, "the depth, a number", PERFT);
            for expected in [
                "the number of states",
                "the number of terminal states",
                "the number of paths",
            ] {
                reader.number(u128::MAX, expected, PERFT);
            }
            SyntaxKind::PerftExpectation
        }
        "verified" => {
            word(reader, "a property", VERIFIED);
            SyntaxKind::VerifiedExpectation
        }
        _ => {
            reader.number(COUNT, "the length, a number", PLAN);
            SyntaxKind::PlanExpectation
        }
    }
}

fn word(reader: &mut Reader<'_, '_>, expected: &'static str, help: &'static str) {
    if reader.take_word().is_none() {
        reader.expected(None, expected, help);
    }
}

fn query(reader: &mut Reader<'_, '_>) {
    match reader.ahead() {
        Some(next) if !reader.text(next).starts_with('=') => _ = reader.atom(next),
        found => reader.expected(found, "the pattern of an atom", QUERY),
    }
    match reader.ahead() {
        Some(next) if reader.text(next).starts_with('=') => {
            reader.last = reader.take(SyntaxKind::Equals, next.start + 1);
        }
        found => reader.expected(found, "`=` and a number", QUERY),
    }
    reader.number(COUNT, "the number of answers", QUERY);
    reader.given(QUERY);
}

impl Reader<'_, '_> {
    /// Takes ground atoms up to the end, or to the data of an open program.
    fn ground_atoms(&mut self) {
        while let Some(next) = self.ahead().filter(|&next| !self.is_given(next)) {
            if self.take_sign(b".") {
                return;
            }
            if !self.take_sign(b",&") {
                self.ground_atom(next);
            }
        }
    }

    /// Takes the data of an open program, where it stands.
    fn given(&mut self, help: &'static str) {
        if self.ahead().is_none_or(|next| !self.is_given(next)) {
            return;
        }
        let mark = self.begin();
        self.take_word();
        if self.ahead().is_none() {
            self.expected(None, "the atoms that are given", help);
        }
        self.ground_atoms();
        self.cx.tree.node(SyntaxKind::GivenData, mark);
    }

    fn is_given(&self, next: Span) -> bool {
        self.text(next) == GIVEN
    }
}
