//! Where in the text the places of findings are.

use std::cell::OnceCell;

use hir::{BlockPlaces, Db};
use source::{Content, File};
use syntax::{SyntaxNode, TextEdit, TextRange};

use crate::edits;
use crate::finding::{Finding, FindingFix, Part, Place, SpotEdit};

/// The places of one version of a file. Made anew for every version; costs nothing until a
/// place is asked for.
pub(crate) struct Places<'db> {
    db: &'db dyn Db,
    file: File,
    content: &'db Content,
    blocks: Vec<OnceCell<Option<BlockPlaces<'db>>>>,
    root: OnceCell<SyntaxNode>,
}

impl<'db> Places<'db> {
    pub(crate) fn new(db: &'db dyn Db, file: File) -> Self {
        let content = file.content(db);
        let blocks = content
            .parse
            .blocks()
            .iter()
            .map(|_| OnceCell::new())
            .collect();
        Self {
            db,
            file,
            content,
            blocks,
            root: OnceCell::new(),
        }
    }

    /// The text of the place. Empty at the start of the file, should it not exist.
    pub(crate) fn range(&self, place: Place) -> TextRange {
        self.find(place).unwrap_or_default()
    }

    fn find(&self, place: Place) -> Option<TextRange> {
        let block = self.block(place.block)?;
        let directive = |ordinal: u32| block.directives().get(ordinal as usize);
        match place.part {
            Part::Form(form) => block.forms().get(form as usize).copied(),
            Part::Node(item, node) => block.node(item, node).map(|span| span.full),
            Part::Name(item, node) => block.node(item, node).map(|span| span.name),
            Part::Directive(ordinal) => directive(ordinal).map(|span| span.full),
            Part::Word(ordinal, word) => {
                directive(ordinal).and_then(|span| span.words.get(word as usize).copied())
            }
        }
    }

    /// A whole form, by the ordinals of its block and of itself in the block.
    pub(crate) fn form(&self, block: u32, form: u32) -> TextRange {
        self.range(Place {
            block,
            part: Part::Form(form),
        })
    }

    /// The first form of the file.
    pub(crate) fn first_form(&self) -> Option<TextRange> {
        (0..)
            .zip(&self.blocks)
            .find_map(|(ordinal, _)| self.block(ordinal)?.forms().first().copied())
    }

    /// The edits of a fix, ascending; `None` where a comment would be lost.
    fn fix(&self, fix: &FindingFix) -> Option<source::Fix> {
        let root = self.root.get_or_init(|| self.content.parse.root());
        let text = &*self.content.text;
        let mut edits = Vec::new();
        for (place, edit) in &fix.edits {
            let range = self.range(*place);
            match edit {
                SpotEdit::Replace(_) if edits::holds_comment(root, range) => return None,
                SpotEdit::Replace(insert) => edits.push(TextEdit::replace(range, insert.clone())),
                SpotEdit::Delete => edits.extend(edits::delete(root, text, range)),
                SpotEdit::Unwrap { first, last } => {
                    let inner = TextRange::new(self.range(*first).start(), self.range(*last).end());
                    edits.extend(edits::unwrap(root, text, range, inner));
                }
            }
        }
        edits.sort_by_key(|edit| (edit.range.start(), edit.range.end()));
        Some(source::Fix {
            title: fix.title.clone(),
            safe: fix.safe,
            edits,
        })
    }

    /// The finding with its places in the text.
    pub(crate) fn diagnostic(&self, finding: &Finding) -> source::Diagnostic {
        let related = finding.related.iter().map(|label| source::Related {
            range: self.range(label.place),
            message: label.message.clone(),
        });
        source::Diagnostic {
            code: finding.code,
            severity: finding.severity.unwrap_or(finding.code.info().severity),
            message: finding.message.clone(),
            range: self.range(finding.place),
            related: related.collect(),
            help: finding.help.clone(),
            fixes: finding
                .fixes
                .iter()
                .filter_map(|fix| self.fix(fix))
                .collect(),
        }
    }

    fn block(&self, ordinal: u32) -> Option<&BlockPlaces<'db>> {
        self.blocks
            .get(ordinal as usize)?
            .get_or_init(|| BlockPlaces::new(self.db, self.file, ordinal))
            .as_ref()
    }
}
