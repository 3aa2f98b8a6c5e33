//! From ordinals of blocks, forms and nodes to places in the text. Not queries: places change
//! with every keystroke.

use std::cell::OnceCell;

use logic::NodeId;
use source::File;
use syntax::{Block, TextRange, TextSize};

use crate::{Blk, Db, DirectiveSpan, FormSpan, Item, Site, block, directive, lower};

/// Where the forms and directives of a block stand, counted from the start of the file.
#[derive(Clone)]
pub struct BlockPlaces<'db> {
    db: &'db dyn Db,
    blk: Blk<'db>,
    tree: &'db Block,
    start: TextSize,
    forms: Vec<TextRange>,
    /// Found when asked for: the whole tree must be searched for them.
    directives: OnceCell<Vec<DirectiveSpan>>,
}

impl<'db> BlockPlaces<'db> {
    /// The places of the block of this ordinal; `None` if the file has no such block.
    pub fn new(db: &'db dyn Db, file: File, ordinal: u32) -> Option<Self> {
        let parse = &file.content(db).parse;
        let block = parse.blocks().get(ordinal as usize)?;
        let start = *parse.starts().get(ordinal as usize)?;
        let forms = lower::form_nodes(block)
            .map(|form| form.range + start)
            .collect();
        let blk = *block::blocks(db, file).get(ordinal as usize)?;
        Some(Self {
            db,
            blk,
            tree: block,
            start,
            forms,
            directives: OnceCell::new(),
        })
    }

    /// The block.
    pub fn block(&self) -> Blk<'db> {
        self.blk
    }

    /// Where the block starts.
    pub fn start(&self) -> TextSize {
        self.start
    }

    /// The forms, whole.
    pub fn forms(&self) -> &[TextRange] {
        &self.forms
    }

    /// The directives.
    pub fn directives(&self) -> &[DirectiveSpan] {
        self.directives.get_or_init(|| {
            let spans = directive::spans(self.tree).into_iter();
            let moved = spans.map(|span| DirectiveSpan {
                full: span.full + self.start,
                words: span.words.iter().map(|&word| word + self.start).collect(),
            });
            moved.collect()
        })
    }

    /// A node of a form or a directive.
    pub fn node(&self, item: Item, node: NodeId) -> Option<FormSpan> {
        let (map, start) = match item {
            Item::Form(form) => {
                let lowered = block::forms(self.db, self.blk).get(form as usize)?;
                (&lowered.map, self.forms.get(form as usize)?.start())
            }
            Item::Directive(ordinal) => {
                let all = block::directives(self.db, self.blk);
                let map = &all.get(ordinal as usize)?.lowered.map;
                (map, self.directives().get(ordinal as usize)?.full.start())
            }
        };
        let span = map.nodes.get(node.0 as usize)?;
        Some(FormSpan {
            full: span.full + start,
            name: span.name + start,
        })
    }
}

/// Where a node stands, counted from the start of the file. For many nodes of one block,
/// [`BlockPlaces`] is faster.
pub fn span_of(db: &dyn Db, file: File, site: Site) -> Option<FormSpan> {
    BlockPlaces::new(db, file, site.block)?.node(site.item, site.node)
}
