//! Where in the text the places of findings are.

use std::cell::OnceCell;

use hir::{BlockPlaces, Db, Item};
use logic::NodeId;
use logic::formula::StatementId;
use source::{Content, File};
use syntax::{SyntaxNode, TextEdit, TextRange};

use crate::edits;
use crate::finding::{Finding, FindingFix, Label, Part, Place, SpotEdit};
use crate::report;

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
            Part::Declared(..) => None,
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
                SpotEdit::Replace(_) | SpotEdit::TextOf(_) if edits::holds_comment(root, range) => {
                    return None;
                }
                SpotEdit::Replace(insert) => edits.push(TextEdit::replace(range, insert.clone())),
                SpotEdit::Prepend(insert) => {
                    edits.push(TextEdit::replace(
                        TextRange::empty(range.start()),
                        insert.clone(),
                    ));
                }
                SpotEdit::Append(insert) => {
                    edits.push(TextEdit::replace(
                        TextRange::empty(range.end()),
                        insert.clone(),
                    ));
                }
                SpotEdit::TextOf(other) => {
                    edits.push(TextEdit::replace(
                        range,
                        text[self.range(*other)].to_owned(),
                    ));
                }
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

    /// The finding with its places in the text. What stands in another file is told in words.
    pub(crate) fn diagnostic(&self, finding: &Finding) -> source::Diagnostic {
        let mut help = finding.help.clone();
        let mut related = Vec::new();
        for Label { place, message } in &finding.related {
            let (file, range) = match place.part {
                Part::Declared(id, node) => match self.declared(id, node) {
                    Some(found) => found,
                    None => continue,
                },
                _ => (self.file, self.range(*place)),
            };
            if file == self.file {
                let message = message.clone();
                related.push(source::Related { range, message });
            } else {
                help.push(report::elsewhere(self.db, file, range, message));
            }
        }
        source::Diagnostic {
            code: finding.code,
            severity: finding.severity.unwrap_or(finding.code.info().severity),
            message: finding.message.clone(),
            range: self.range(finding.place),
            related,
            help,
            fixes: finding
                .fixes
                .iter()
                .filter_map(|fix| self.fix(fix))
                .collect(),
        }
    }

    /// A node of a statement that declares something.
    fn declared(&self, id: StatementId, node: NodeId) -> Option<(File, TextRange)> {
        let (file, block, form) = hir::declaring_site(self.db, self.file, id)?;
        let span = |places: &BlockPlaces<'_>| places.node(Item::Form(form), node);
        let span = if file == self.file {
            span(self.block(block)?)?
        } else {
            span(&BlockPlaces::new(self.db, file, block)?)?
        };
        Some((file, span.full))
    }

    fn block(&self, ordinal: u32) -> Option<&BlockPlaces<'db>> {
        self.blocks
            .get(ordinal as usize)?
            .get_or_init(|| BlockPlaces::new(self.db, self.file, ordinal))
            .as_ref()
    }
}
