//! What is wrong with a file.

use driver::Spec;
use source::{Diagnostic, File};

use crate::Snapshot;

/// All reports about a file, in order, each as grave as its check has it: what the
/// configuration makes of them is applied to the result.
pub fn diagnostics(snapshot: &Snapshot, file: File) -> Vec<Diagnostic> {
    analysis::diagnostics(snapshot.db(), file)
}

/// The first error that leaves a file without a meaning, so that it cannot be grounded.
pub fn obstacle(snapshot: &Snapshot, file: File) -> Option<Diagnostic> {
    driver::obstacles(snapshot.db(), file).into_iter().next()
}

/// What a file says, to be grounded when the snapshot is gone.
pub fn spec(snapshot: &Snapshot, file: File) -> Spec {
    Spec::of(snapshot.db(), file)
}
