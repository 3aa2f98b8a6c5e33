//! Blocks: the grain at which a file is analysed again after an edit.

use std::sync::{Arc, Weak};

use source::File;
use syntax::Block;

use crate::uses::summarise;
use crate::{Db, LoweredDirective, LoweredForm, Summary, directive, lower};

pub use tracked::Blk;

/// Salsa writes accessors without documentation.
#[allow(missing_docs)]
mod tracked {
    use source::File;

    use super::BlockRef;

    /// A block of a file. It stays the same one while its forms keep their text, wherever in
    /// the file it moves.
    #[salsa::tracked(debug)]
    pub struct Blk<'db> {
        /// The file that it is part of.
        #[returns(copy)]
        pub file: File,
        /// See [`syntax::Block::content_hash`].
        #[returns(copy)]
        pub content_hash: u64,
        /// The tree.
        #[tracked]
        #[returns(ref)]
        pub tree: BlockRef,
    }
}

/// A block of a tree, compared by pointer. Weak, because salsa keeps the fields of a block that
/// is gone until it reuses their place: they must not keep its tree alive.
#[derive(Clone, Debug)]
pub struct BlockRef(Weak<Block>);

impl BlockRef {
    fn new(block: &Arc<Block>) -> Self {
        Self(Arc::downgrade(block))
    }

    /// The block; `None` once no tree holds it, which cannot be while its file does.
    pub fn get(&self) -> Option<Arc<Block>> {
        self.0.upgrade()
    }
}

impl PartialEq for BlockRef {
    fn eq(&self, other: &Self) -> bool {
        self.0.ptr_eq(&other.0)
    }
}

impl Eq for BlockRef {}

/// The blocks of a file, in order.
#[salsa::tracked(returns(deref))]
pub fn blocks<'db>(db: &'db dyn Db, file: File) -> Vec<Blk<'db>> {
    let blocks = file.content(db).parse.blocks();
    blocks
        .iter()
        .map(|block| Blk::new(db, file, block.content_hash, BlockRef::new(block)))
        .collect()
}

/// The forms of a block, in order. They are equal to those before when only layout and comments
/// changed, though their maps then lead to the new places.
#[salsa::tracked(returns(deref))]
pub fn forms<'db>(db: &'db dyn Db, blk: Blk<'db>) -> Vec<LoweredForm> {
    let Some(block) = blk.tree(db).get() else {
        return Vec::new();
    };
    let nodes = lower::form_nodes(&block).map(|form| (form.node, form.incomplete));
    db.form_cache().lowered_nodes(&block, nodes, lower::form)
}

/// The directives of a block, in order, those inside forms included. They are equal to those
/// before when only layout and comments changed.
#[salsa::tracked(returns(deref))]
pub fn directives<'db>(db: &'db dyn Db, blk: Blk<'db>) -> Vec<LoweredDirective> {
    let Some(block) = blk.tree(db).get() else {
        return Vec::new();
    };
    directive::lowered(&block, db.directive_cache())
}

/// What the forms and directives of a block say, taken together.
#[salsa::tracked(returns(ref))]
pub fn summary<'db>(db: &'db dyn Db, blk: Blk<'db>) -> Summary {
    summarise(forms(db, blk), directives(db, blk))
}
