//! Editor features as plain data over a snapshot.
//!
//! Each feature is a file: it takes a [`Snapshot`], a file and byte offsets, and gives ranges
//! and texts. The crate knows no protocol, no lines and columns, and reads no file. Start at
//! [`Host`].

mod diagnostics;
mod host;

pub use diagnostics::diagnostics;
pub use host::{Draft, Host, RootDatabase, Snapshot};
