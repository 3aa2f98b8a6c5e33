//! Small files with a cursor, for tests.

use source::{Encoding, File};
use syntax::{TextRange, TextSize};

use crate::{Host, Snapshot};

/// A file and the place of the cursor in it.
pub(crate) struct Fixture {
    pub(crate) host: Host,
    pub(crate) file: File,
    pub(crate) text: String,
    pub(crate) offset: TextSize,
}

impl Fixture {
    pub(crate) fn snapshot(&self) -> Snapshot {
        self.host.snapshot()
    }
}

/// A file with this text; `$0` is the cursor and no part of it.
pub(crate) fn fixture(text: &str) -> Fixture {
    fixture_at("game.gdl", text)
}

/// The same for a file of this name.
pub(crate) fn fixture_at(path: &str, text: &str) -> Fixture {
    let offset = text.find("$0").unwrap_or(0);
    let text = text.replacen("$0", "", 1);
    let mut host = Host::default();
    let file = host.file(path);
    host.set_text(file, text.as_str().into(), Encoding::Utf8);
    Fixture {
        host,
        file,
        text,
        offset: TextSize::try_from(offset).expect("a small text"),
    }
}

/// The text with every range in brackets.
pub(crate) fn marked(text: &str, ranges: &[TextRange]) -> String {
    let mut result = text.to_owned();
    for range in ranges.iter().rev() {
        result.insert(range.end().into(), ']');
        result.insert(range.start().into(), '[');
    }
    result
}
