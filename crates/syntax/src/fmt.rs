//! The formatter: lays out blanks and line ends, and touches nothing else.
//!
//! Forms keep their order and their grouping: what stood on one line stays there while it fits,
//! blank lines stay (two at most), comments stay between the tokens where they stood. A rule that
//! its author wrote over several lines, or that does not fit on one, has its body literals one a
//! line below each other. A form with a syntax error is left exactly as it is.

mod edits;
mod hrf;
mod kif;
mod printer;
mod qprop;

use rowan::{NodeOrToken, TextSize};

use self::printer::{Gap, Printer, has_end, without_blanks_behind};
pub use self::qprop::Operators;
use crate::qprop::lexer::nested_comment;
use crate::text::{column, has_line_end};
use crate::{Dialect, Parse, SyntaxKind, SyntaxNode, TextEdit};

/// How to lay out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FormatOptions {
    /// How many characters a line may have where it can be broken.
    pub width: usize,
    /// How operators are spelt; of QPROP alone.
    pub operators: Operators,
}

impl Default for FormatOptions {
    fn default() -> Self {
        Self {
            width: 80,
            operators: Operators::Kept,
        }
    }
}

/// The text of the parse, formatted. Formatting it again changes nothing.
pub fn format(parse: &Parse, options: FormatOptions) -> String {
    let root = parse.root();
    let text = root.text().to_string();
    let mut errors: Vec<TextSize> = parse
        .errors()
        .into_iter()
        .map(|error| error.range.start())
        .collect();
    errors.sort_unstable();
    let mut printer = Printer::new(options.width, line_end(&root, &text, &errors));
    let is_qprop = parse.dialect() == Dialect::Qprop;
    let mut lines = Lines {
        aligned: is_qprop.then_some(1),
        above: 0,
        in_comment: false,
        blank: false,
        first: true,
    };
    let mut after_verbatim = false;
    for block in root.children() {
        for item in block.children_with_tokens() {
            match item {
                NodeOrToken::Token(token) => match token.kind() {
                    SyntaxKind::Whitespace => lines.add(token.text()),
                    SyntaxKind::Comment => comment(&mut printer, &mut lines, token.text()),
                    SyntaxKind::Semicolon => {
                        let gap = if lines.above > 0 || lines.first {
                            lines.gap()
                        } else {
                            Gap::Glue
                        };
                        printer.start(gap);
                        printer.verbatim(token.text());
                        lines.clear();
                    }
                    _ => printer.verbatim(token.text()),
                },
                NodeOrToken::Node(node) if node.kind() == SyntaxKind::Directive => {
                    comment(&mut printer, &mut lines, &node.text().to_string());
                }
                NodeOrToken::Node(node) => {
                    let broken = is_broken(&node, &errors);
                    let gap = if lines.above > 0 || lines.first {
                        lines.gap()
                    } else if broken || after_verbatim || !fits_behind(&printer, &node, options) {
                        // Tokens that no form explains stay as close as they were.
                        if is_qprop && lines.in_comment && !lines.first {
                            Gap::Line(0)
                        } else if broken || after_verbatim {
                            lines.same_line()
                        } else {
                            Gap::Line(0)
                        }
                    } else if joins_semicolon(&node) {
                        Gap::Glue
                    } else {
                        lines.space()
                    };
                    if broken && is_qprop {
                        let start = node.text_range().start().into();
                        verbatim(&mut printer, &node, gap, column(text.as_bytes(), start));
                    } else if broken {
                        printer.start(gap);
                        printer.verbatim(&node.text().to_string());
                    } else {
                        match parse.dialect() {
                            Dialect::Kif => kif::item(&mut printer, &node, gap),
                            Dialect::Hrf => hrf::item(&mut printer, &node, gap),
                            Dialect::Qprop => {
                                qprop::item(&mut printer, &node, gap, options.operators);
                            }
                        }
                    }
                    after_verbatim = broken;
                    lines.clear();
                }
            }
        }
    }
    printer.finish()
}

/// Writes a statement of QPROP that is left as it is. Where it ends depends on the column of its
/// start: further to the left it ends no earlier, and the next item stands in the first column,
/// or begins with a sign that ends it anyway.
fn verbatim(printer: &mut Printer, node: &SyntaxNode, gap: Gap, column: usize) {
    let gap = match gap {
        Gap::Glue | Gap::Space | Gap::Spaces(_) => {
            let blanks = usize::from(gap != Gap::Glue);
            let start = printer.byte_column() + blanks;
            match blanks {
                _ if start > column => Gap::Line(0),
                0 => Gap::Glue,
                _ => Gap::Space,
            }
        }
        gap => gap,
    };
    printer.start(gap);
    printer.verbatim(&node.text().to_string());
}

/// Whether the item begins with a `;`, which stands behind what is before it.
fn joins_semicolon(node: &SyntaxNode) -> bool {
    node.first_child_or_token()
        .is_some_and(|first| first.kind() == SyntaxKind::Semicolon)
}

/// The edits that format the text of the parse, in order. Each replaces blanks by blanks, or an
/// operator by another spelling of it.
pub fn format_edits(parse: &Parse, options: FormatOptions) -> Vec<TextEdit> {
    let old = parse.root().text().to_string();
    let new = format(parse, options);
    match parse.dialect() {
        Dialect::Kif | Dialect::Hrf => edits::between(&old, &new),
        Dialect::Qprop => edits::of_tokens(&old, &new),
    }
}

/// The line ends seen since the last item.
struct Lines {
    above: usize,
    /// Whether there were blanks at all.
    blank: bool,
    first: bool,
    /// Whether a line ends inside a comment since the last item.
    in_comment: bool,
    /// In QPROP, how many blanks stand there where no line ends: an author may have aligned what
    /// follows.
    aligned: Option<usize>,
}

impl Lines {
    fn add(&mut self, blanks: &str) {
        let bytes = blanks.as_bytes();
        let lone = |at: usize| bytes.get(at + 1) != Some(&b'\n');
        self.blank = true;
        self.aligned = self.aligned.map(|_| qprop::alignment(blanks));
        self.above += (0..bytes.len())
            .filter(|&at| bytes[at] == b'\n' || (bytes[at] == b'\r' && lone(at)))
            .count();
    }

    fn gap(&self) -> Gap {
        match self.above {
            _ if self.first => Gap::Glue,
            0 | 1 => Gap::Line(0),
            more => Gap::Blank((more - 1).min(2)),
        }
    }

    fn space(&self) -> Gap {
        self.aligned.map_or(Gap::Space, Gap::Spaces)
    }

    fn same_line(&self) -> Gap {
        if self.blank { Gap::Space } else { Gap::Glue }
    }

    fn clear(&mut self) {
        self.above = 0;
        self.blank = false;
        self.first = false;
        self.in_comment = false;
        self.aligned = self.aligned.map(|_| 1);
    }
}

fn comment(printer: &mut Printer, lines: &mut Lines, text: &str) {
    let gap = if lines.above == 0 && !lines.first {
        lines.space()
    } else {
        lines.gap()
    };
    printer.start(gap);
    if has_end(text) && !nested_comment(text.as_bytes()).1 {
        // It reaches to the end of the file, blanks and all.
        printer.verbatim(text);
        printer.note_open_end();
    } else {
        printer.verbatim(without_blanks_behind(text));
    }
    if !has_end(text) {
        printer.must_break();
    }
    let in_comment = lines.in_comment || has_line_end(text);
    lines.clear();
    lines.in_comment = in_comment;
}

/// Whether one of the errors, given by their starts in order, lies in the node.
fn is_broken(node: &SyntaxNode, errors: &[TextSize]) -> bool {
    let range = node.text_range();
    let next = errors.partition_point(|&error| error < range.start());
    node.kind() == SyntaxKind::Error || errors.get(next).is_some_and(|&error| error < range.end())
}

fn fits_behind(printer: &Printer, node: &SyntaxNode, options: FormatOptions) -> bool {
    let text = node.text();
    let broken = has_comment(node) || has_line_end(&text.to_string());
    let width = || {
        if node.kind().is_statement() {
            qprop::width(node, options.operators)
        } else {
            flat_width(node)
        }
    };
    !broken && printer.is_on_single_line() && printer.column() + 1 + width() <= printer.width()
}

/// Whether a comment or directive stands inside.
fn has_comment(node: &SyntaxNode) -> bool {
    node.descendants_with_tokens()
        .any(|element| matches!(element.kind(), SyntaxKind::Comment | SyntaxKind::Directive))
}

/// How many characters the node takes on one line, however it is laid out now.
fn flat_width(node: &SyntaxNode) -> usize {
    let mut width = 0;
    let mut previous = None;
    for token in node
        .descendants_with_tokens()
        .filter_map(NodeOrToken::into_token)
    {
        let kind = token.kind();
        if kind.is_trivia() {
            continue;
        }
        let infix = token.parent().is_some_and(|parent| is_infix(parent.kind()));
        let glued = match (previous, kind) {
            (None | Some(SyntaxKind::LParen), _) => true,
            (_, SyntaxKind::RParen | SyntaxKind::Comma | SyntaxKind::Dot) => true,
            (_, SyntaxKind::LParen) => infix,
            _ => false,
        };
        width += token.text().chars().count() + usize::from(!glued);
        previous = Some(kind);
    }
    width
}

fn is_infix(kind: SyntaxKind) -> bool {
    matches!(
        kind,
        SyntaxKind::HrfFact
            | SyntaxKind::HrfRule
            | SyntaxKind::HrfNot
            | SyntaxKind::HrfOr
            | SyntaxKind::HrfDistinct
            | SyntaxKind::HrfAtom
            | SyntaxKind::HrfFunction
    )
}

/// The line end that most lines of the text have. Forms that stay as they are have no say, as
/// long as there are lines outside, so that the answer is the same for the formatted text.
fn line_end(root: &SyntaxNode, text: &str, errors: &[TextSize]) -> &'static str {
    let mut ends = LineEnds::default();
    let mut offset = 0;
    for node in root.children().flat_map(|block| block.children()) {
        if is_broken(&node, errors) {
            let range = node.text_range();
            ends.count(&text[offset..usize::from(range.start())]);
            offset = usize::from(range.end());
        }
    }
    ends.count(&text[offset..]);
    if ends == LineEnds::default() {
        ends.count(text);
    }
    ends.most()
}

/// How many line ends of each kind there are.
#[derive(Default, PartialEq, Eq)]
struct LineEnds {
    lf: usize,
    crlf: usize,
    cr: usize,
}

impl LineEnds {
    fn count(&mut self, text: &str) {
        let crlf = text.matches("\r\n").count();
        self.crlf += crlf;
        self.lf += text.matches('\n').count() - crlf;
        self.cr += text.matches('\r').count() - crlf;
    }

    fn most(&self) -> &'static str {
        if self.crlf > self.lf && self.crlf >= self.cr {
            "\r\n"
        } else if self.cr > self.lf {
            "\r"
        } else {
            "\n"
        }
    }
}
