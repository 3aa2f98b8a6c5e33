//! Where in the text the places of findings are.

use std::cell::OnceCell;

use hir::{Blk, forms};
use source::{Content, Db};
use syntax::{NodeOrToken, SyntaxKind, SyntaxNode, TextRange, TextSize};

use crate::edits;
use crate::finding::{Finding, FindingFix, Part, Place, SpotEdit};

/// The places of one version of a file. Made anew for every version; costs nothing until a
/// place is asked for.
pub(crate) struct Places<'db> {
    db: &'db dyn Db,
    content: &'db Content,
    blocks: &'db [Blk<'db>],
    layouts: Vec<OnceCell<Layout>>,
    root: OnceCell<SyntaxNode>,
}

/// Where the parts of a block stand in the file.
struct Layout {
    forms: Vec<TextRange>,
    /// Of each directive the whole, then its words.
    directives: Vec<(TextRange, Vec<TextRange>)>,
}

impl<'db> Places<'db> {
    pub(crate) fn new(db: &'db dyn Db, content: &'db Content, blocks: &'db [Blk<'db>]) -> Self {
        let layouts = blocks.iter().map(|_| OnceCell::new()).collect();
        Self { db, content, blocks, layouts, root: OnceCell::new() }
    }

    /// The text of the place. Empty at the start of its block, should it not exist.
    pub(crate) fn range(&self, place: Place) -> TextRange {
        let layout = self.layout(place.block);
        let found = match place.part {
            Part::Form(form) => layout.forms.get(form as usize).copied(),
            Part::Node(form, node) => self.span(place.block, form, node.0).map(|span| span.full),
            Part::Name(form, node) => self.span(place.block, form, node.0).map(|span| span.name),
            Part::Directive(directive) => {
                layout.directives.get(directive as usize).map(|(whole, _)| *whole)
            }
            Part::Word(directive, word) => layout
                .directives
                .get(directive as usize)
                .and_then(|(_, words)| words.get(word as usize).copied()),
        };
        found.unwrap_or_else(|| {
            let start = self.content.parse.starts().get(place.block as usize);
            TextRange::empty(start.copied().unwrap_or_default())
        })
    }

    /// The ranges of a node of a form, in the file.
    fn span(&self, block: u32, form: u32, node: u32) -> Option<hir::FormSpan> {
        let start = self.layout(block).forms.get(form as usize)?.start();
        let forms = forms(self.db, *self.blocks.get(block as usize)?);
        let span = forms.get(form as usize)?.map.nodes.get(node as usize)?;
        Some(hir::FormSpan { full: span.full + start, name: span.name + start })
    }

    /// The whole form of this ordinal in the block.
    pub(crate) fn form(&self, block: u32, form: u32) -> TextRange {
        self.range(Place { block, part: Part::Form(form) })
    }

    /// The first form of the file.
    pub(crate) fn first_form(&self) -> Option<TextRange> {
        (0..).zip(self.blocks).find_map(|(block, _)| self.layout(block).forms.first().copied())
    }

    /// The edits of a fix, ascending.
    pub(crate) fn fix(&self, fix: &FindingFix) -> source::Fix {
        let root = self.root.get_or_init(|| self.content.parse.root());
        let text = &*self.content.text;
        let mut edits = Vec::new();
        for (place, edit) in &fix.edits {
            let range = self.range(*place);
            match edit {
                SpotEdit::Replace(insert) => {
                    edits.push(syntax::TextEdit::replace(range, insert.clone()));
                }
                SpotEdit::Delete => edits.extend(edits::delete(root, text, range)),
                SpotEdit::Unwrap { first, last } => {
                    let inner =
                        TextRange::new(self.range(*first).start(), self.range(*last).end());
                    edits.extend(edits::unwrap(root, text, range, inner));
                }
            }
        }
        edits.sort_by_key(|edit| (edit.range.start(), edit.range.end()));
        source::Fix { title: fix.title.clone(), safe: fix.safe, edits }
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
            fixes: finding.fixes.iter().map(|fix| self.fix(fix)).collect(),
        }
    }

    fn layout(&self, block: u32) -> &Layout {
        static EMPTY: Layout = Layout { forms: Vec::new(), directives: Vec::new() };
        let Some(cell) = self.layouts.get(block as usize) else { return &EMPTY };
        cell.get_or_init(|| self.lay_out(block as usize))
    }

    fn lay_out(&self, block: usize) -> Layout {
        let parse = &self.content.parse;
        let (Some(green), Some(&start)) = (parse.blocks().get(block), parse.starts().get(block))
        else {
            return Layout { forms: Vec::new(), directives: Vec::new() };
        };
        let mut layout = Layout { forms: Vec::new(), directives: Vec::new() };
        collect(&SyntaxNode::new_root(green.green.clone()), start, &mut layout);
        layout
    }
}

fn collect(block: &SyntaxNode, start: TextSize, layout: &mut Layout) {
    layout.forms = block
        .children()
        .filter(|child| child.kind().is_form())
        .map(|form| form.text_range() + start)
        .collect();
    for node in block.descendants().filter(|node| node.kind() == SyntaxKind::Directive) {
        let words: Vec<TextRange> = node
            .children_with_tokens()
            .filter_map(NodeOrToken::into_token)
            .filter(|token| token.kind() == SyntaxKind::DirectiveWord)
            .map(|word| word.text_range() + start)
            .collect();
        let end = words.last().map_or(node.text_range().end() + start, |word| word.end());
        layout.directives.push((TextRange::new(node.text_range().start() + start, end), words));
    }
}
