//! The text that a report is drawn on.
//!
//! ariadne ends lines at characters where no editor does, and draws a line whole however long
//! it is. So it gets a text of its own: the file's with such characters replaced, or, where a
//! marked line is too long to be read, one with only the part around the mark.

use std::collections::BTreeMap;
use std::ops::Range;

use source::Diagnostic;
use syntax::{TextRange, TextSize};

use super::text::Drawn;
use crate::cli::lint::sheet::Sheet;
use crate::cli::shown::commands_terminals;

/// Longer lines, in characters, are cut.
const LONG: usize = 200;
/// How much of a long line is drawn.
const WINDOW: usize = 88;
/// How much of that stands before the mark.
const BEFORE: usize = 24;

/// A text to draw on.
pub(super) struct Excerpt {
    source: Drawn,
    /// The lines of the file that are drawn in part: what part, and where that is in the text
    /// of this excerpt. Empty where the text is the file's.
    windows: BTreeMap<u32, Window>,
    line_starts: Vec<TextSize>,
}

#[derive(Clone, Debug)]
struct Window {
    /// In the file.
    file: Range<usize>,
    /// Where its first byte is in the excerpt.
    start: usize,
}

/// Where a range of the file is in an excerpt.
pub(super) enum Place {
    /// There.
    Shown(Range<usize>),
    /// In a part of its line that was cut off.
    Hidden,
}

impl Excerpt {
    /// The whole file.
    pub(super) fn of_file(sheet: &Sheet) -> Excerpt {
        let text = tame(&sheet.text);
        Excerpt {
            source: text.into(),
            windows: BTreeMap::new(),
            line_starts: starts(sheet),
        }
    }

    /// The parts of lines that matter to a report, if a line of it is too long to be drawn.
    pub(super) fn of_long_lines(sheet: &Sheet, report: &Diagnostic) -> Option<Excerpt> {
        let mut marks: BTreeMap<u32, TextSize> = BTreeMap::new();
        let ranges = report.related.iter().map(|related| related.range);
        for range in std::iter::once(report.range).chain(ranges) {
            for offset in [range.start(), last(range)] {
                marks.entry(sheet.lines.line(offset)).or_insert(offset);
            }
        }
        if !marks.keys().any(|&line| is_long(sheet, line)) {
            return None;
        }
        let mut text = String::new();
        let mut windows = BTreeMap::new();
        let mut line_starts = Vec::new();
        for line in 0..sheet.lines.line_count() {
            let start = text.len();
            line_starts.push(TextSize::try_from(start).unwrap_or_default());
            if let Some(&mark) = marks.get(&line) {
                let file = window(sheet, line, mark.into());
                let whole = sheet
                    .lines
                    .line_range(&sheet.text, line)
                    .map_or(0, |range| range.len().into());
                let cut = file.len() < whole;
                let starts_line = file.start == usize::from(line_start(sheet, line));
                if cut && !starts_line {
                    text.push('…');
                }
                windows.insert(
                    line,
                    Window {
                        file: file.clone(),
                        start: text.len(),
                    },
                );
                text.push_str(&tame(&sheet.text[file.clone()]));
                if cut && file.end < usize::from(line_start(sheet, line)) + whole {
                    text.push('…');
                }
            }
            text.push('\n');
        }
        Some(Excerpt {
            source: text.into(),
            windows,
            line_starts,
        })
    }

    /// Whether columns in the excerpt are not the file's.
    pub(super) fn is_cut(&self) -> bool {
        !self.windows.is_empty()
    }

    pub(super) fn source(&self) -> &Drawn {
        &self.source
    }

    /// The line of an offset of the excerpt.
    pub(super) fn line_of(&self, offset: usize) -> usize {
        self.line_starts
            .partition_point(|&start| usize::from(start) <= offset)
    }

    /// Where a range of the file is drawn, at least one character wide where there is one.
    pub(super) fn place(&self, range: TextRange) -> Place {
        if self.windows.is_empty() {
            return Place::Shown(self.widen(range.into()));
        }
        let (start, end) = (self.offset(range.start()), self.offset(last(range)));
        match (start, end) {
            (Some((start, seen)), Some((end, end_seen))) if seen || end_seen || start != end => {
                // An empty range has no last character.
                let end = if range.is_empty() {
                    start
                } else {
                    self.next(end)
                };
                Place::Shown(self.widen(start..end.max(start)))
            }
            _ => Place::Hidden,
        }
    }

    /// The same for a range that is never hidden.
    pub(super) fn range(&self, range: TextRange) -> Range<usize> {
        match self.place(range) {
            Place::Shown(range) => range,
            Place::Hidden => 0..0,
        }
    }

    /// The offset in the excerpt, the nearest where it was cut off, and whether it was not.
    fn offset(&self, offset: TextSize) -> Option<(usize, bool)> {
        let offset = usize::from(offset);
        let (_, window) = self
            .windows
            .iter()
            .rev()
            .find(|(_, window)| window.file.start <= offset)
            .or(self.windows.iter().next())?;
        let inside = offset.clamp(window.file.start, window.file.end);
        let seen = inside == offset;
        Some((window.start + inside - window.file.start, seen))
    }

    /// The offset behind the character at this one.
    fn next(&self, offset: usize) -> usize {
        let text = self.source.text();
        text.ceil_char_boundary((offset + 1).min(text.len()))
    }

    fn widen(&self, range: Range<usize>) -> Range<usize> {
        if !range.is_empty() {
            return range;
        }
        let text = self.source.text();
        let at = range.start.min(text.len());
        match text[at..].chars().next() {
            Some(c) if c != '\n' && c != '\r' => at..at + c.len_utf8(),
            _ => match text[..at].chars().next_back() {
                Some(c) if c != '\n' && c != '\r' => at - c.len_utf8()..at,
                _ => at..at,
            },
        }
    }
}

/// The start of the last character of a range, or its start where it is empty.
fn last(range: TextRange) -> TextSize {
    // One byte less may be inside a character; lines and windows do not mind.
    if range.is_empty() {
        range.start()
    } else {
        range.end() - TextSize::new(1)
    }
}

fn starts(sheet: &Sheet) -> Vec<TextSize> {
    (0..sheet.lines.line_count())
        .map(|line| line_start(sheet, line))
        .collect()
}

fn line_start(sheet: &Sheet, line: u32) -> TextSize {
    sheet
        .lines
        .line_range(&sheet.text, line)
        .map_or(TextSize::new(0), TextRange::start)
}

fn is_long(sheet: &Sheet, line: u32) -> bool {
    sheet
        .lines
        .line_range(&sheet.text, line)
        .is_some_and(|range| {
            usize::from(range.len()) > LONG && sheet.text[range].chars().count() > LONG
        })
}

/// The bytes of the file that are drawn of a line with a mark.
fn window(sheet: &Sheet, line: u32, mark: usize) -> Range<usize> {
    let whole: Range<usize> = sheet
        .lines
        .line_range(&sheet.text, line)
        .unwrap_or_default()
        .into();
    if !is_long(sheet, line) {
        return whole;
    }
    let mark = mark.clamp(whole.start, whole.end);
    let mark = sheet.text.floor_char_boundary(mark);
    let start = sheet.text[whole.start..mark]
        .char_indices()
        .rev()
        .nth(BEFORE - 1)
        .map_or(whole.start, |(at, _)| whole.start + at);
    let end = sheet.text[start..whole.end]
        .char_indices()
        .nth(WINDOW)
        .map_or(whole.end, |(at, _)| start + at);
    start..end
}

/// The text with characters of the same length instead of those at which ariadne alone would
/// end a line, and of those that a terminal would obey.
fn tame(text: &str) -> String {
    let wild = |c: char| matches!(c, '\u{2028}' | '\u{2029}') || commands_terminals(c) && c != '\r';
    if !text.contains(wild) {
        return text.to_owned();
    }
    let tamed = text.chars().map(|c| match (wild(c), c.len_utf8()) {
        (false, _) => c,
        (true, 1) if matches!(c, '\x0b' | '\x0c') => ' ',
        (true, 1) => '?',
        (true, 2) => '·',
        (true, _) => '␤',
    });
    tamed.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_those_of_editors_and_lengths_stay() {
        let text = "a\x0cb\u{2028}c\u{85}d\x0b\x1b\u{202e}\r\ne";
        let tamed = tame(text);
        assert_eq!(tamed, "a b␤c·d ?␤\r\ne");
        assert_eq!(tamed.len(), text.len());
        let source: Drawn = tamed.into();
        assert_eq!(source.lines().count(), 2);
    }
}
