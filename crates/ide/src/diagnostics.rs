//! What is wrong with a file.

use source::{Diagnostic, File};

use crate::Snapshot;

/// All reports about a file, in order, each as grave as its check has it: what the
/// configuration makes of them is applied to the result.
pub fn diagnostics(snapshot: &Snapshot, file: File) -> Vec<Diagnostic> {
    analysis::diagnostics(snapshot.db(), file)
}
