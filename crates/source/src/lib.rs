//! Files, positions, diagnostics and configuration: what every layer above speaks of.
//!
//! The crate holds the salsa input of a file and the vocabulary of reports. It does not know
//! what a rule means, the language server protocol, or how files are read. Start at [`File`]
//! and [`Diagnostic`].

mod codes;
mod config;
mod db;
mod diagnostic;
mod encoding;
mod line_index;
mod nearest;
mod size;

pub use codes::{Code, CodeInfo, Severity, codes};
pub use config::{CONFIG_FILE, Config, ConfigError, Level, SpecEntry};
pub use db::{Content, Db, Encoding, File, Used};
pub use diagnostic::{Diagnostic, Fix, Related};
pub use encoding::decode;
pub use line_index::{LineColumn, LineIndex, PositionEncoding};
pub use nearest::nearest;
pub use size::parse_size;
