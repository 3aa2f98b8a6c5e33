//! What is wrong with a file.

use source::{Diagnostic, File};

use crate::Snapshot;

/// All reports about a file, in order.
pub fn diagnostics(snapshot: &Snapshot, file: File) -> Vec<Diagnostic> {
    let errors = snapshot.content(file).parse.errors();
    errors
        .into_iter()
        .map(|error| Diagnostic {
            code: source::Code::SYNTAX_ERROR,
            severity: source::Severity::Error,
            message: format!("{:?}", error.kind),
            range: error.range,
            related: Vec::new(),
            help: Vec::new(),
            fixes: Vec::new(),
        })
        .collect()
}
