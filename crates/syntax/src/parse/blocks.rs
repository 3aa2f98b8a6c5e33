//! Cutting a file into blocks, from scratch and after an edit.

use std::hash::Hasher;
use std::sync::Arc;

use rowan::{GreenNode, GreenNodeData, NodeOrToken, TextRange, TextSize};
use rustc_hash::FxHasher;

use super::{Block, Grammar, ItemContext, Known, Parse, unshift};
use crate::text::has_line_end;
use crate::tree::GreenElement;
use crate::{SyntaxKind, TextEdit};

/// A block ends behind a form whose hash is a multiple of this,
const CUT_MODULUS: u64 = 128;
/// or behind this many forms.
const MAX_FORMS: u32 = 512;
/// Forms longer than this may owe their extent to the layout of the file, and are read again.
const MAX_SHARED_FORM: u32 = 8 << 10;

/// Finished blocks with their offsets.
#[derive(Debug, Default)]
pub(super) struct Blocks {
    pub(super) blocks: Vec<Arc<Block>>,
    pub(super) starts: Vec<TextSize>,
}

/// What an edit left alone, by offset in the new text.
trait Untouched {
    /// The form at `offset`, and how many bytes behind it decided that it ends there.
    fn form(&mut self, offset: usize) -> Option<(GreenElement, usize)>;
    /// Whether a block began at `offset` behind which nothing was touched.
    fn is_block(&self, offset: usize) -> bool;
}

/// Nothing: everything is new.
struct Scratch;

impl Untouched for Scratch {
    fn form(&mut self, _: usize) -> Option<(GreenElement, usize)> {
        None
    }

    fn is_block(&self, _: usize) -> bool {
        false
    }
}

/// The blocks of a whole text.
pub(super) fn parse(cx: &mut ItemContext<'_>, grammar: Grammar) -> Blocks {
    let mut made = Blocks::default();
    parse_from(cx, grammar, 0, &mut made, &mut Scratch);
    made
}

/// Adds the blocks from `start` on, up to the end or to a block that the edit left alone; returns
/// where that begins.
fn parse_from(
    cx: &mut ItemContext<'_>,
    grammar: Grammar,
    start: usize,
    made: &mut Blocks,
    old: &mut impl Untouched,
) -> usize {
    let mut open = OpenBlock::at(start);
    let mut offset = start;
    while offset < cx.text.len() {
        let errors = cx.errors.len();
        let directive_errors = cx.directive_errors.len();
        let (seen, recovered) = (
            std::mem::take(&mut cx.seen),
            std::mem::take(&mut cx.recovered),
        );
        let mark = cx.tree.mark();
        let end = match old.form(offset) {
            Some((form, lookahead)) => {
                let end = offset + length(&form);
                cx.tree.push(form);
                cx.saw(end + lookahead);
                end
            }
            None => grammar(cx, offset),
        };
        debug_assert!(
            end > offset && cx.tree.mark() == mark + 1,
            "one element an item"
        );
        let item = cx.tree.pop();
        let ends_line = match &item {
            NodeOrToken::Token(token) => has_line_end(token.text()),
            NodeOrToken::Node(node) => !is_directive(node),
        };
        let item_errors = cx.errors.split_off(errors);
        let item_directive_errors = cx.directive_errors.split_off(directive_errors);
        let (item_seen, item_recovered) = (cx.seen, cx.recovered);
        (cx.seen, cx.recovered) = (seen, recovered);
        if open.full && ends_line {
            // Whether the block ends here depends on what stands here.
            cx.saw(if item.as_token().is_some() {
                end
            } else {
                offset + 1
            });
            open.close(cx, offset, made);
            if old.is_block(offset) {
                return offset;
            }
            open = OpenBlock::at(offset);
        }
        open.add(&item);
        if matches!(item, NodeOrToken::Node(_)) && item_seen > end + 1 {
            let from = size(offset - open.start);
            open.lookaheads.push((from, size(item_seen - end)));
        }
        cx.tree.push(item);
        cx.errors.extend(item_errors);
        cx.directive_errors.extend(item_directive_errors);
        cx.saw(item_seen);
        cx.recovered |= item_recovered;
        offset = end;
    }
    if open.start < offset {
        // What is appended to the file may belong to the block.
        cx.saw(offset + 1);
        open.close(cx, offset, made);
    }
    offset
}

/// The block that is being filled.
struct OpenBlock {
    start: usize,
    forms: u32,
    hash: FxHasher,
    full: bool,
    lookaheads: Vec<(TextSize, TextSize)>,
}

impl OpenBlock {
    fn at(start: usize) -> Self {
        Self {
            start,
            forms: 0,
            hash: FxHasher::default(),
            full: false,
            lookaheads: Vec::new(),
        }
    }

    fn add(&mut self, item: &GreenElement) {
        let NodeOrToken::Node(node) = item else {
            return;
        };
        if is_directive(node) {
            return;
        }
        let mut hash = FxHasher::default();
        hash_tokens(node, &mut hash);
        let hash = hash.finish();
        self.hash.write_u64(hash);
        self.forms += 1;
        self.full |= hash.is_multiple_of(CUT_MODULUS) || self.forms == MAX_FORMS;
    }

    fn close(self, cx: &mut ItemContext<'_>, end: usize, made: &mut Blocks) {
        cx.tree.node(SyntaxKind::Block, 0);
        let NodeOrToken::Node(green) = cx.tree.pop() else {
            unreachable!("a node was just made")
        };
        let start = size(self.start);
        let mut errors = std::mem::take(&mut cx.errors);
        errors.sort_by_key(|error| error.range.start());
        let directive_errors = std::mem::take(&mut cx.directive_errors);
        made.blocks.push(Arc::new(Block {
            green,
            errors: errors.iter().map(|error| unshift(error, start)).collect(),
            directive_errors: directive_errors
                .iter()
                .map(|error| error.moved(|range| range - start))
                .collect(),
            reach: size(std::mem::take(&mut cx.seen).saturating_sub(end)),
            content_hash: self.hash.finish(),
            recovered: std::mem::take(&mut cx.recovered),
            lookaheads: self.lookaheads.into(),
        }));
        made.starts.push(start);
    }
}

impl Block {
    /// How many bytes behind the form that starts at `offset` in the block decided that it ends.
    fn lookahead(&self, offset: TextSize) -> TextSize {
        let found = self
            .lookaheads
            .binary_search_by_key(&offset, |&(start, _)| start);
        found.map_or(TextSize::new(1), |index| self.lookaheads[index].1)
    }
}

/// The parse after an edit, or `None` where the layout of the file has changed so that forms
/// elsewhere may end differently.
pub(super) fn reparse(old: &Parse, text: &str, edit: &TextEdit) -> Option<Parse> {
    let infix = old.dialect.infix_names(text);
    if infix != *old.known.infix {
        return None;
    }
    let ends = |index: usize| old.starts[index] + old.blocks[index].green.text_len();
    let first = (0..old.blocks.len())
        .find(|&index| ends(index) + old.blocks[index].reach > edit.range.start())
        .unwrap_or(old.blocks.len());
    let start = old.starts.get(first).copied().unwrap_or(old.text_len());

    let mut cx = ItemContext::new(
        text,
        old.options,
        old.shared.clone(),
        old.known.infix.clone(),
    );
    let mut made = Blocks {
        blocks: old.blocks[..first].to_vec(),
        starts: old.starts[..first].to_vec(),
    };
    let mut untouched = AfterEdit::new(old, text, edit, first);
    let end = parse_from(
        &mut cx,
        old.dialect.grammar(),
        usize::from(start),
        &mut made,
        &mut untouched,
    );
    let mut shared = first;
    if end < text.len() {
        let rest = old
            .starts
            .binary_search(&untouched.before(end))
            .expect("a block begins there");
        shared = first + old.blocks.len() - rest;
        made.blocks.extend_from_slice(&old.blocks[rest..]);
        let moved = old.starts[rest..]
            .iter()
            .map(|&start| untouched.after(start));
        made.starts.extend(moved);
        if old.blocks[rest..].iter().any(|block| block.recovered)
            && old.known.inner_lines != Some(cx.inner_lines())
        {
            return None;
        }
    }
    let kept = &made.blocks[..first.min(shared)];
    if kept.iter().any(|block| block.recovered) && old.known.inner_lines != Some(cx.inner_lines()) {
        return None;
    }
    let known = Known {
        inner_lines: cx.inner_lines_if_known(),
        infix: old.known.infix.clone(),
    };
    let shared = old.shared.clone();
    let made = Parse::assemble(old.dialect, old.options, shared, made, known);
    Some(made)
}

/// The forms and blocks of a parse that an edit has not touched.
struct AfterEdit<'a> {
    old: &'a Parse,
    removed: TextRange,
    inserted: TextSize,
    /// Offset in the new text behind which lines are as they were.
    calm: usize,
    /// The old block whose forms are listed.
    block: usize,
    /// The forms of that block that can be shared.
    forms: Vec<OldForm>,
}

impl<'a> AfterEdit<'a> {
    fn new(old: &'a Parse, text: &str, edit: &TextEdit, first: usize) -> Self {
        let inserted = TextSize::of(edit.insert.as_str());
        let end = usize::from(edit.range.start() + inserted);
        // Columns are as they were from the next line on. A carriage return at the edge may be
        // half a line end, which changes no column.
        let calm = memchr::memchr2(b'\n', b'\r', &text.as_bytes()[end..])
            .map_or(text.len(), |line_end| end + line_end);
        let mut this = Self {
            old,
            removed: edit.range,
            inserted,
            calm,
            block: first,
            forms: Vec::new(),
        };
        this.list();
        this
    }

    /// The offset in the old text of an offset behind the edit in the new.
    fn before(&self, offset: usize) -> TextSize {
        size(offset) + self.removed.len() - self.inserted
    }

    /// The offset in the new text of an offset behind the edit in the old.
    fn after(&self, offset: TextSize) -> TextSize {
        offset + self.inserted - self.removed.len()
    }

    fn list(&mut self) {
        self.forms.clear();
        let Some(block) = self.old.blocks.get(self.block) else {
            return;
        };
        let start = self.old.starts[self.block];
        let mut offset = start + block.green.text_len();
        for child in block.green.children().rev() {
            let end = offset;
            offset -= match child {
                NodeOrToken::Node(node) => node.text_len(),
                NodeOrToken::Token(token) => token.text_len(),
            };
            let range = TextRange::new(offset, end) - start;
            let NodeOrToken::Node(node) = child else {
                continue;
            };
            let is_outside = |error: TextRange| error.intersect(range).is_none();
            if (is_form(node) || is_directive(node))
                && node.text_len() < TextSize::new(MAX_SHARED_FORM)
                && block.errors.iter().all(|error| is_outside(error.range))
                && block
                    .directive_errors
                    .iter()
                    .all(|error| is_outside(error.range))
            {
                self.forms.push(OldForm {
                    offset,
                    end,
                    decided: end + block.lookahead(offset - start),
                    form: node.to_owned(),
                });
            }
        }
        self.forms.reverse();
    }

    /// The form at `offset` of the old text.
    fn old_form(&mut self, offset: TextSize) -> Option<&OldForm> {
        let block = self
            .old
            .starts
            .partition_point(|&start| start <= offset)
            .checked_sub(1)?;
        if block != self.block {
            self.block = block;
            self.list();
        }
        let found = self
            .forms
            .binary_search_by_key(&offset, |form| form.offset)
            .ok()?;
        Some(&self.forms[found])
    }
}

/// A form of the text before the edit.
struct OldForm {
    offset: TextSize,
    end: TextSize,
    /// What lies before this offset decided how the form was read.
    decided: TextSize,
    form: GreenNode,
}

impl OldForm {
    fn share(&self) -> (GreenElement, usize) {
        (
            NodeOrToken::Node(self.form.clone()),
            usize::from(self.decided - self.end),
        )
    }
}

impl Untouched for AfterEdit<'_> {
    fn form(&mut self, offset: usize) -> Option<(GreenElement, usize)> {
        if offset < usize::from(self.removed.start()) {
            let touched = self.removed.start();
            let form = self.old_form(size(offset))?;
            (form.decided <= touched).then(|| form.share())
        } else if offset >= self.calm && offset > 0 {
            self.old_form(self.before(offset)).map(OldForm::share)
        } else {
            None
        }
    }

    fn is_block(&self, offset: usize) -> bool {
        offset >= self.calm
            && offset > 0
            && self.old.starts.binary_search(&self.before(offset)).is_ok()
    }
}

fn is_directive(node: &GreenNodeData) -> bool {
    node.kind() == SyntaxKind::Directive.into()
}

fn is_form(node: &GreenNodeData) -> bool {
    SyntaxKind::from(node.kind()).is_form()
}

fn hash_tokens(node: &GreenNodeData, hash: &mut FxHasher) {
    for child in node.children() {
        match child {
            NodeOrToken::Node(child) if is_directive(child) => {}
            NodeOrToken::Node(child) => hash_tokens(child, hash),
            NodeOrToken::Token(token) => {
                let kind = token.kind();
                if kind != SyntaxKind::Whitespace.into() && kind != SyntaxKind::Comment.into() {
                    hash.write(token.text().as_bytes());
                }
            }
        }
    }
}

fn length(element: &GreenElement) -> usize {
    match element {
        NodeOrToken::Node(node) => node.text_len().into(),
        NodeOrToken::Token(token) => token.text_len().into(),
    }
}

fn size(offset: usize) -> TextSize {
    TextSize::new(u32::try_from(offset).expect("checked when the text came in"))
}
