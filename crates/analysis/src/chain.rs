//! How one relation comes to need another, step by step.

use hir::Site;
use logic::RelationId;

use crate::context::FileContext;

/// A literal by which a relation needs the next one.
pub(crate) struct Step {
    /// The literal's atom.
    pub(crate) site: Site,
    /// "`p` needs `q`".
    pub(crate) text: String,
}

/// The steps of a way through the dependency graph, one for each two relations that follow each
/// other.
pub(crate) fn steps(cx: &FileContext<'_>, way: &[RelationId]) -> Vec<Step> {
    let index = cx.index();
    let name = |id: RelationId| &index.relations[id.0 as usize].relation.name;
    let step = |pair: &[RelationId]| {
        let (head, body) = (pair[0], pair[1]);
        // Sorted by head, then body.
        let at = index
            .dependencies
            .partition_point(|edge| (edge.head, edge.body) < (head.0, body.0));
        let edge = index.dependencies.get(at)?;
        ((edge.head, edge.body) == (head.0, body.0)).then(|| Step {
            site: edge.site,
            text: format!("`{}` needs `{}`", name(head), name(body)),
        })
    };
    way.windows(2).filter_map(step).collect()
}
