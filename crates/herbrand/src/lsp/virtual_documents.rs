//! Documents that only the server has.
//!
//! The ground expansion of `file:///games/chess.kif` is
//! `herbrand-ground:/chess.kif?file:///games/chess.kif`, with everything behind the question mark
//! that is not plain written as `%` and digits: the path is what an editor shows and tells the
//! language by. What the solver last answered about it is `herbrand-answer:` with the same.

use std::fmt::Write as _;
use std::str::FromStr;

use tower_lsp::ls_types::Uri;

/// The scheme of ground expansions.
pub(super) const SCHEME: &str = "herbrand-ground";

/// The scheme of the solver's answers.
pub(super) const ANSWER_SCHEME: &str = "herbrand-answer";

/// The ground expansion of a document.
pub(super) fn expansion_of(source: &Uri) -> Option<Uri> {
    made_of(SCHEME, &file_name(source), source)
}

/// What the solver answers about a document.
pub(super) fn answer_to(source: &Uri) -> Option<Uri> {
    let name = format!("{}.txt", file_name(source));
    made_of(ANSWER_SCHEME, &name, source)
}

fn made_of(scheme: &str, name: &str, source: &Uri) -> Option<Uri> {
    let text = format!("{scheme}:/{}?{}", escaped(name), escaped(source.as_str()));
    Uri::from_str(&text).ok()
}

/// The document that one of the server's is made of.
pub(super) fn source_of(made: &Uri) -> Option<Uri> {
    if !is_virtual(made) {
        return None;
    }
    let query = made.query()?.decode().to_string().ok()?;
    Uri::from_str(&query).ok()
}

/// Whether a document is one of the server's.
pub(super) fn is_virtual(uri: &Uri) -> bool {
    uri.scheme().as_str().eq_ignore_ascii_case(SCHEME) || is_answer(uri)
}

/// Whether it is an answer of the solver's.
pub(super) fn is_answer(uri: &Uri) -> bool {
    uri.scheme().as_str().eq_ignore_ascii_case(ANSWER_SCHEME)
}

/// The last part of a document's path.
pub(super) fn file_name(uri: &Uri) -> String {
    let path = uri.path().decode().to_string_lossy();
    let name = path.rsplit('/').next().unwrap_or_default();
    name.to_owned()
}

fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/:".contains(&byte) {
            escaped.push(char::from(byte));
        } else {
            let _ = write!(escaped, "%{byte:02X}");
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    fn uri(text: &str) -> Uri {
        Uri::from_str(text).expect("the test writes good URIs")
    }

    #[test]
    fn an_expansion_leads_back_to_its_document() {
        for source in [
            "file:///games/chess.kif",
            "file:///c%3A/my%20games/%C3%A9checs%3F.kif",
            "untitled:a.hrf",
            "vscode-remote://ssh-remote%2Bhost/a.kif?x=1&y#z",
        ] {
            let expansion = expansion_of(&uri(source)).expect("a URI");
            assert!(is_virtual(&expansion), "{}", expansion.as_str());
            assert_eq!(source_of(&expansion), Some(uri(source)));
        }
        assert_eq!(source_of(&uri("file:///games/chess.kif?file:///a")), None);
        assert_eq!(source_of(&uri("herbrand-ground:/chess.kif")), None);
    }

    #[test]
    fn an_editor_that_writes_it_otherwise_means_the_same() {
        let expansion = uri("herbrand-ground:/chess.kif?file%3A%2F%2F%2Fgames%2Fchess.kif");
        assert_eq!(source_of(&expansion), Some(uri("file:///games/chess.kif")));
    }

    #[test]
    fn its_name_is_that_of_the_file() {
        let expansion = expansion_of(&uri("file:///games/chess.kif")).expect("a URI");
        assert_eq!(
            expansion.as_str(),
            "herbrand-ground:/chess.kif?file:///games/chess.kif"
        );
    }
}
