//! Editor features as plain data over a snapshot.
//!
//! The crate knows no protocol and reads no file. Start at `Host`.
