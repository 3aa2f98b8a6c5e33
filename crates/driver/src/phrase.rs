//! Atoms that come from the command line or a data file, not from the spec itself.

use std::sync::Arc;

use hir::{Db, RootDb, Spelling};
use logic::{Atom, GroundAtom, Name, Rule};
use source::{Content, Diagnostic, Encoding, File, Severity};
use syntax::{Dialect, Parse, ParseOptions, TextRange};

use crate::spec::UNREADABLE;

/// An atom, perhaps with variables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// The atom.
    pub atom: Atom,
    /// The names of its variables, by `VarId`.
    pub variables: Box<[Name]>,
}

/// What is wrong with a phrase.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PhraseError {
    /// Lower-case, no full stop.
    pub message: String,
    /// Which part of the text it is about, in bytes.
    pub range: TextRange,
}

/// Reads one atom in the spelling of a file. An atom in parentheses is read as KIF whatever the
/// file's spelling, since nothing else can begin with one.
///
/// # Errors
/// Where the text is no atom, or more than one.
pub fn pattern(text: &str, spelling: Spelling) -> Result<Pattern, PhraseError> {
    let rules = rules(text, spelling)?;
    let whole = TextRange::up_to(syntax::TextSize::of(text));
    match <[Rule; 1]>::try_from(rules) {
        Ok([rule]) if rule.body.is_empty() => Ok(Pattern {
            atom: rule.head,
            variables: rule.variables,
        }),
        Ok(_) => Err(PhraseError {
            message: "this is a rule; write an atom".to_owned(),
            range: whole,
        }),
        Err(rules) => Err(PhraseError {
            message: format!("one atom is wanted, here are {}", rules.len()),
            range: whole,
        }),
    }
}

fn rules(text: &str, spelling: Spelling) -> Result<Vec<Rule>, PhraseError> {
    let dialect = if text.trim_start().starts_with('(') {
        Dialect::Kif
    } else {
        spelling.dialect()
    };
    let db = RootDb::default();
    let content = Content {
        text: Arc::from(text),
        parse: Parse::new(text, dialect, ParseOptions::default()),
        encoding: Encoding::Utf8,
    };
    let file = File::new(&db, "".into(), content);
    if let Some(error) = errors(&db, file).into_iter().next() {
        return Err(PhraseError {
            message: error.message,
            range: error.range,
        });
    }
    Ok(crate::Spec::of(&db, file).rules)
}

/// The facts of a file of data.
///
/// # Errors
/// What cannot be read, and what is no fact without variables.
pub fn facts(db: &dyn Db, file: File) -> Result<Vec<GroundAtom>, Vec<Diagnostic>> {
    let errors = errors(db, file);
    if !errors.is_empty() {
        return Err(errors);
    }
    let spec = crate::Spec::of(db, file);
    let mut atoms = Vec::with_capacity(spec.rules.len());
    let mut faults = Vec::new();
    for (rule, site) in spec.rules.iter().zip(&spec.sites) {
        match GroundAtom::of(&rule.head).filter(|_| rule.body.is_empty()) {
            Some(atom) => atoms.push(atom),
            None => faults.push(Diagnostic {
                code: source::Code::SYNTAX_ERROR,
                severity: Severity::Error,
                message: if rule.body.is_empty() {
                    "data have no variables".to_owned()
                } else {
                    "data are facts alone, and this is a rule".to_owned()
                },
                range: hir::span_of(db, file, *site).map_or_else(TextRange::default, |at| at.full),
                related: Vec::new(),
                help: Vec::new(),
                fixes: Vec::new(),
            }),
        }
    }
    if faults.is_empty() {
        Ok(atoms)
    } else {
        Err(faults)
    }
}

/// The errors of syntax; all others are about programs, which data are not.
fn errors(db: &dyn Db, file: File) -> Vec<Diagnostic> {
    let mut found = analysis::diagnostics(db, file);
    found.retain(|diagnostic| UNREADABLE.contains(&diagnostic.code));
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, dialect: Dialect) -> Result<String, String> {
        let spelling = Spelling::of(dialect);
        pattern(text, spelling)
            .map(|found| spelling.atom(&found.atom, &found.variables))
            .map_err(|error| error.message)
    }

    #[test]
    fn an_atom_is_read_in_the_spelling_of_the_file_or_in_parentheses() {
        assert_eq!(read("p(a,X)", Dialect::Hrf), Ok("p(a,X)".to_owned()));
        assert_eq!(read("(p a ?x)", Dialect::Kif), Ok("(p a ?x)".to_owned()));
        assert_eq!(read("(p a)", Dialect::Hrf), Ok("p(a)".to_owned()));
        assert_eq!(read("p", Dialect::Kif), Ok("p".to_owned()));
    }

    #[test]
    fn what_is_no_atom_is_refused() {
        let rule = read("p(X) :- q(X)", Dialect::Hrf);
        assert_eq!(rule, Err("this is a rule; write an atom".to_owned()));
        let two = read("(p a) (p b)", Dialect::Kif);
        assert_eq!(two, Err("one atom is wanted, here are 2".to_owned()));
        let none = read("", Dialect::Kif);
        assert_eq!(none, Err("one atom is wanted, here are 0".to_owned()));
        assert!(read("(p a", Dialect::Kif).is_err());
    }
}
