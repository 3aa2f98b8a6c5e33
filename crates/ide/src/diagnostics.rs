//! What is wrong with a file.

use std::sync::Arc;

use driver::Spec;
use hir::{BlockPlaces, Item};
use source::{Diagnostic, File};
use syntax::TextSize;

use crate::qprop::run::{Run, findings};
use crate::{Grounded, Snapshot};

/// All reports about a file, in order, each as grave as its check has it: what the
/// configuration makes of them is applied to the result. With those of what the very text
/// grounds to, and of what runs have shown of it, as far as that is known.
pub fn diagnostics(
    snapshot: &Snapshot,
    file: File,
    grounded: &Grounded,
    runs: &[Arc<Run>],
) -> Vec<Diagnostic> {
    let mut findings = findings(snapshot, file, runs);
    let grounded = match grounded {
        Grounded::Puzzle(puzzle) => {
            let (theory, reports, db) = (&puzzle.theory, &puzzle.reports, snapshot.db());
            findings.extend(theory.findings(db, file, reports));
            findings.extend(theory.of_models(db, file, reports, puzzle.max_sort));
            analysis::Grounded {
                findings: &findings,
                complete: puzzle.complete,
            }
        }
        Grounded::Done(grounding) => analysis::Grounded {
            findings: &grounding.findings,
            complete: true,
        },
        Grounded::Stopped(stop) => analysis::Grounded {
            findings: &stop.findings,
            complete: false,
        },
        Grounded::Off | Grounded::Pending | Grounded::Obstructed(_) => analysis::Grounded {
            findings: &findings,
            complete: false,
        },
    };
    analysis::diagnostics_grounded(snapshot.db(), file, grounded)
}

/// The first error that leaves a file without a meaning, so that it cannot be grounded.
pub fn obstacle(snapshot: &Snapshot, file: File) -> Option<Diagnostic> {
    driver::obstacles(snapshot.db(), file).into_iter().next()
}

/// Where each rule of a file's [`spec`] begins.
pub fn rule_offsets(snapshot: &Snapshot, file: File, spec: &Spec) -> Vec<TextSize> {
    let mut places: Option<(u32, BlockPlaces<'_>)> = None;
    let mut offsets = Vec::with_capacity(spec.sites.len());
    for site in &spec.sites {
        if places
            .as_ref()
            .is_none_or(|(block, _)| *block != site.block)
        {
            places =
                BlockPlaces::new(snapshot.db(), file, site.block).map(|found| (site.block, found));
        }
        let span = match (&places, site.item) {
            (Some((_, places)), Item::Form(form)) => places.forms().get(form as usize).copied(),
            _ => None,
        };
        offsets.push(span.unwrap_or_default().start());
    }
    offsets
}

/// What a file says, to be grounded when the snapshot is gone.
pub fn spec(snapshot: &Snapshot, file: File) -> Spec {
    Spec::of(snapshot.db(), file)
}
