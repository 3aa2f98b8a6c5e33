//! Writes tokens with the gaps between them. All line ends come from here, so that a comment can
//! never swallow what stands behind it.

use crate::text::is_blank;

/// A comment without the blanks at its end. Only what every dialect takes for a blank goes.
pub(super) fn without_blanks_behind(comment: &str) -> &str {
    comment.trim_end_matches(|letter: char| u8::try_from(letter).is_ok_and(is_blank))
}

/// What stands before a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Gap {
    /// Nothing.
    Glue,
    /// One blank.
    Space,
    /// So many blanks.
    Spaces(usize),
    /// A line end and an indentation.
    Line(usize),
    /// So many blank lines.
    Blank(usize),
}

/// A comment that waits for the next token.
#[derive(Debug)]
struct Waiting {
    text: String,
    /// Whether it stands on the line of the token before.
    trailing: bool,
    /// Whether a line ends behind it.
    breaks: bool,
}

/// Whether the comment has a sign at its end, behind which its line may go on (QPROP).
pub(super) fn has_end(comment: &str) -> bool {
    comment.starts_with("/*")
}

#[derive(Debug)]
pub(super) struct Printer {
    out: String,
    /// The characters on the current line.
    column: usize,
    width: usize,
    line_end: &'static str,
    /// Set behind a comment.
    must_break: bool,
    /// Comments that wait for the next token.
    comments: Vec<Waiting>,
    /// Whether the last form took more than one line.
    several_lines: bool,
    /// Whether what was written last goes on to the end of the file.
    open_end: bool,
}

impl Printer {
    pub(super) fn new(width: usize, line_end: &'static str) -> Self {
        Self {
            out: String::new(),
            column: 0,
            width,
            line_end,
            must_break: false,
            comments: Vec::new(),
            several_lines: false,
            open_end: false,
        }
    }

    pub(super) fn column(&self) -> usize {
        self.column
    }

    pub(super) fn width(&self) -> usize {
        self.width
    }

    /// Whether the forms of the current line began on it.
    pub(super) fn is_on_single_line(&self) -> bool {
        !self.several_lines && !self.must_break
    }

    /// Notes that what was written last runs to the end of its line.
    pub(super) fn must_break(&mut self) {
        self.must_break = true;
    }

    /// Notes that nothing may stand behind what was written last, not even a line end.
    pub(super) fn note_open_end(&mut self) {
        self.open_end = true;
    }

    pub(super) fn note_several_lines(&mut self) {
        self.several_lines = true;
    }

    /// Whether a comment stands before the next token.
    pub(super) fn is_behind_comment(&self) -> bool {
        self.must_break || !self.comments.is_empty()
    }

    /// Writes a gap, with at least a line end behind a comment.
    pub(super) fn start(&mut self, gap: Gap) {
        let gap = match gap {
            Gap::Glue | Gap::Space | Gap::Spaces(_) if self.must_break => Gap::Line(0),
            gap => gap,
        };
        self.must_break = false;
        match gap {
            Gap::Glue => {}
            Gap::Space => {
                self.out.push(' ');
                self.column += 1;
            }
            Gap::Spaces(count) => {
                self.out.extend(std::iter::repeat_n(' ', count));
                self.column += count;
            }
            Gap::Line(indent) => self.line(indent),
            Gap::Blank(count) => {
                for _ in 0..count {
                    self.out.push_str(self.line_end);
                }
                self.line(0);
            }
        }
    }

    fn line(&mut self, indent: usize) {
        self.several_lines = false;
        self.out.push_str(self.line_end);
        self.out.extend(std::iter::repeat_n(' ', indent));
        self.column = indent;
    }

    /// Writes text as it is.
    pub(super) fn verbatim(&mut self, text: &str) {
        self.out.push_str(text);
        match text.rfind(['\n', '\r']) {
            Some(line) => {
                self.column = text[line + 1..].chars().count();
                self.several_lines = true;
            }
            None => self.column += text.chars().count(),
        }
    }

    /// Keeps a comment for the gap before the next token.
    pub(super) fn comment(&mut self, text: &str, trailing: bool) {
        self.comments.push(Waiting {
            text: without_blanks_behind(text).to_owned(),
            trailing,
            breaks: !has_end(text),
        });
    }

    /// Notes that a line ends behind the last comment that waits.
    pub(super) fn break_behind_comment(&mut self) {
        if let Some(last) = self.comments.last_mut() {
            last.breaks = true;
        }
    }

    /// How many bytes the current line has.
    pub(super) fn byte_column(&self) -> usize {
        self.out.len() - self.out.rfind(['\n', '\r']).map_or(0, |end| end + 1)
    }

    /// Writes a token behind a gap and the comments that wait; `indent` is where it goes when a
    /// comment takes its place on the line.
    pub(super) fn token(&mut self, text: &str, gap: Gap, indent: usize) {
        let (mut behind_comment, mut began_line) = (false, false);
        for comment in std::mem::take(&mut self.comments) {
            let goes_on = (comment.trailing || behind_comment) && !self.must_break;
            self.start(if goes_on {
                Gap::Space
            } else {
                Gap::Line(indent)
            });
            self.verbatim(&comment.text);
            began_line |= !goes_on;
            behind_comment = true;
            if comment.breaks {
                self.must_break();
            }
        }
        let gap = match gap {
            Gap::Glue | Gap::Space | Gap::Spaces(_) if self.must_break => Gap::Line(indent),
            Gap::Glue if behind_comment => Gap::Space,
            Gap::Line(_) if began_line && !self.must_break => Gap::Space,
            gap => gap,
        };
        self.start(gap);
        self.verbatim(text);
    }

    /// The text, with one line end at its end.
    pub(super) fn finish(mut self) -> String {
        if !self.open_end && !self.out.is_empty() && self.out != "\u{feff}" {
            self.out.push_str(self.line_end);
        }
        self.out
    }
}
