//! What names and variables say, whatever their spelling.

use std::borrow::Cow;

use super::hrf::{HrfAtom, HrfFunction, HrfName};
use crate::SyntaxToken;

impl HrfName {
    /// The token.
    pub fn token(&self) -> &SyntaxToken {
        match self {
            Self::Name(token) | Self::QuotedName(token) => token,
        }
    }

    /// The name without its quotes.
    pub fn value(&self) -> Cow<'_, str> {
        match self {
            Self::Name(token) => Cow::Borrowed(token.text()),
            Self::QuotedName(token) => unquoted(token.text()),
        }
    }
}

impl HrfAtom {
    /// The name of the relation without quotes.
    pub fn relation(&self) -> Option<String> {
        self.name().map(|name| name.value().into_owned())
    }
}

impl HrfFunction {
    /// The name of the function without quotes.
    pub fn function(&self) -> Option<String> {
        self.name().map(|name| name.value().into_owned())
    }
}

/// What a quoted name says: `'it''s'` says `it's`.
fn unquoted(text: &str) -> Cow<'_, str> {
    let inner = text.strip_prefix('\'').unwrap_or(text);
    let inner = inner.strip_suffix('\'').unwrap_or(inner);
    if inner.contains("''") {
        Cow::Owned(inner.replace("''", "'"))
    } else {
        Cow::Borrowed(inner)
    }
}
