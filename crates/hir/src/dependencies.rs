//! What depends on what in a file.

use logic::{DependencyGraph, DependencyGraphBuilder, Strata};
use source::File;

use crate::{Db, index};

/// The dependency graph of a file's relations; their ids are places in
/// [`Index::relations`](crate::Index::relations).
///
/// The index changes when a form does; the graph only when a relation or a dependency comes or
/// goes.
#[salsa::tracked(returns(ref))]
pub fn graph(db: &dyn Db, file: File) -> DependencyGraph {
    let index = index(db, file);
    let mut builder = DependencyGraphBuilder::default();
    let ids: Vec<_> = index
        .relations
        .iter()
        .map(|uses| builder.relation(&uses.relation))
        .collect();
    for dependency in &index.dependencies {
        let [head, body] = [dependency.head, dependency.body].map(|id| ids[id as usize]);
        builder.depend(head, body, dependency.polarity);
    }
    builder.finish()
}

/// The strata of a file's relations, by their ids in its [`graph`].
#[salsa::tracked(returns(ref))]
pub fn strata(db: &dyn Db, file: File) -> Strata {
    graph(db, file).strata()
}
