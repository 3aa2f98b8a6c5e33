//! The salsa inputs.

use std::sync::Arc;

use syntax::Parse;

/// The database that queries run on.
#[salsa::db]
pub trait Db: salsa::Database {}

pub use file::File;

/// A file that another one names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Used {
    /// What stands between the quotes; nothing where the configuration says that it is used.
    pub text: Box<str>,
    /// The file; `None` where there is none.
    pub file: Option<File>,
}

/// Salsa writes accessors without documentation.
#[allow(missing_docs)]
mod file {
    use std::sync::Arc;

    use super::{Content, Used};

    /// A source file. One for each path, for ever: a file that is closed and opened again, or
    /// deleted and made anew, keeps its id.
    #[salsa::input(debug)]
    pub struct File {
        /// The path as the user named it, for messages; the extension tells what it claims to be.
        #[returns(ref)]
        pub path: Arc<str>,
        /// The text with its tree.
        #[returns(ref)]
        pub content: Content,
        /// The files that `use` statements of it name, as far as whoever loads files has looked.
        /// Nothing is reported of a name that is not among them.
        #[default]
        #[returns(ref)]
        pub used: Arc<[Used]>,
    }
}

/// The text of a file and what was made of it in the same step. Cloning is cheap.
/// Compared by pointer: every change counts as one.
#[derive(Clone, Debug)]
pub struct Content {
    /// The text, decoded, byte order mark included.
    pub text: Arc<str>,
    /// Its tree.
    pub parse: Parse,
    /// What the bytes of the file were.
    pub encoding: Encoding,
}

/// How the bytes of a file spell its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Encoding {
    /// As they should.
    Utf8,
    /// As old sheets do; read so because the bytes are not UTF-8.
    Windows1252,
}

impl PartialEq for Content {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.text, &other.text)
    }
}

impl Eq for Content {}
