//! Lines and columns of a text.
//!
//! Lines end at LF, CRLF and CR and nowhere else, as the language server protocol has it; the
//! public crates for this end lines at LF alone, or at U+2028 too.

use syntax::{TextRange, TextSize};

/// What a column counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum PositionEncoding {
    /// Bytes of UTF-8.
    Utf8,
    /// Code units of UTF-16: what editors use unless told otherwise.
    #[default]
    Utf16,
    /// Unicode scalar values.
    Utf32,
}

/// A place in a text, both counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LineColumn {
    /// The line.
    pub line: u32,
    /// The column, in the units of a [`PositionEncoding`].
    pub column: u32,
}

/// Where the lines of a text start. Every method wants the text that the index was made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineIndex {
    /// The first is 0.
    starts: Vec<TextSize>,
}

impl LineIndex {
    /// Finds the lines of `text`.
    ///
    /// # Panics
    /// When the text is longer than 4 GiB.
    pub fn new(text: &str) -> LineIndex {
        let bytes = text.as_bytes();
        let mut starts = vec![TextSize::new(0)];
        for end in memchr::memchr2_iter(b'\n', b'\r', bytes) {
            if bytes[end] == b'\r' && bytes.get(end + 1) == Some(&b'\n') {
                continue;
            }
            starts.push(TextSize::try_from(end + 1).expect("a text is shorter than 4 GiB"));
        }
        LineIndex { starts }
    }

    /// How many lines there are; at least one. A line end at the end of the text starts another.
    pub fn line_count(&self) -> u32 {
        u32::try_from(self.starts.len()).expect("no more lines than bytes")
    }

    /// The line that `offset` lies on.
    pub fn line(&self, offset: TextSize) -> u32 {
        let line = self.starts.partition_point(|&start| start <= offset) - 1;
        u32::try_from(line).expect("no more lines than bytes")
    }

    /// The line without its end; `None` past the last.
    pub fn line_range(&self, text: &str, line: u32) -> Option<TextRange> {
        let line = line as usize;
        let start = *self.starts.get(line)?;
        let end = self
            .starts
            .get(line + 1)
            .copied()
            .unwrap_or(TextSize::of(text));
        let whole = &text[usize::from(start)..usize::from(end)];
        Some(TextRange::at(
            start,
            TextSize::of(whole.trim_end_matches(['\r', '\n'])),
        ))
    }

    /// Where `offset` is. Past the end of the text it is the end; inside a character, the
    /// character's start.
    pub fn position(&self, text: &str, offset: TextSize, encoding: PositionEncoding) -> LineColumn {
        let mut offset = usize::from(offset).min(text.len());
        while !text.is_char_boundary(offset) {
            offset -= 1;
        }
        let line = self.line(TextSize::try_from(offset).expect("within the text"));
        let before = &text[usize::from(self.starts[line as usize])..offset];
        let column = match encoding {
            PositionEncoding::Utf8 => before.len(),
            PositionEncoding::Utf16 => before.chars().map(char::len_utf16).sum(),
            PositionEncoding::Utf32 => before.chars().count(),
        };
        LineColumn {
            line,
            column: u32::try_from(column).expect("within the text"),
        }
    }

    /// The offset of a position. Past the end of a line it is the line's end, before its line
    /// end characters; past the last line it is the end of the text; inside a character, the
    /// character's start.
    pub fn offset(&self, text: &str, position: LineColumn, encoding: PositionEncoding) -> TextSize {
        let Some(range) = self.line_range(text, position.line) else {
            return TextSize::of(text);
        };
        let line = &text[range];
        let column = position.column as usize;
        let in_line = match encoding {
            PositionEncoding::Utf8 => {
                let mut byte = column.min(line.len());
                while !line.is_char_boundary(byte) {
                    byte -= 1;
                }
                byte
            }
            PositionEncoding::Utf16 => {
                let mut units = 0;
                let past = |(_, c): &(usize, char)| {
                    units += c.len_utf16();
                    units > column
                };
                line.char_indices()
                    .find(past)
                    .map_or(line.len(), |(byte, _)| byte)
            }
            PositionEncoding::Utf32 => line
                .char_indices()
                .nth(column)
                .map_or(line.len(), |(byte, _)| byte),
        };
        range.start() + TextSize::try_from(in_line).expect("within the text")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ENCODINGS: [PositionEncoding; 3] = [
        PositionEncoding::Utf8,
        PositionEncoding::Utf16,
        PositionEncoding::Utf32,
    ];

    fn place(text: &str, offset: u32, encoding: PositionEncoding) -> (u32, u32) {
        let at = LineIndex::new(text).position(text, TextSize::new(offset), encoding);
        (at.line, at.column)
    }

    fn offset(text: &str, line: u32, column: u32, encoding: PositionEncoding) -> u32 {
        LineIndex::new(text)
            .offset(text, LineColumn { line, column }, encoding)
            .into()
    }

    #[test]
    fn lines_end_at_lf_crlf_and_cr_and_nowhere_else() {
        let text = "a\nb\r\nc\rd\u{2028}e\u{c}f\u{85}g";
        let index = LineIndex::new(text);
        let lines: Vec<_> = (0..index.line_count())
            .map(|line| &text[index.line_range(text, line).unwrap()])
            .collect();
        assert_eq!(lines, ["a", "b", "c", "d\u{2028}e\u{c}f\u{85}g"]);
    }

    #[test]
    fn a_line_end_at_the_end_starts_an_empty_line() {
        assert_eq!(LineIndex::new("").line_count(), 1);
        assert_eq!(LineIndex::new("a\r\n").line_count(), 2);
        assert_eq!(place("a\r\n", 3, PositionEncoding::Utf16), (1, 0));
    }

    #[test]
    fn columns_count_what_the_encoding_says() {
        // An emoji has 4 bytes and 2 UTF-16 units, an umlaut 2 bytes and 1 unit.
        let text = "x\r\nä😀b";
        let columns = |offset| ENCODINGS.map(|encoding| place(text, offset, encoding));
        assert_eq!(columns(3), [(1, 0), (1, 0), (1, 0)]);
        assert_eq!(columns(5), [(1, 2), (1, 1), (1, 1)]);
        assert_eq!(columns(9), [(1, 6), (1, 3), (1, 2)]);
        assert_eq!(columns(10), [(1, 7), (1, 4), (1, 3)]);
    }

    #[test]
    fn positions_past_the_end_are_clamped() {
        for encoding in ENCODINGS {
            assert_eq!(offset("ab\r\ncd", 0, 99, encoding), 2);
            assert_eq!(offset("ab\r\ncd", 1, 99, encoding), 6);
            assert_eq!(offset("ab\r\ncd", 9, 0, encoding), 6);
            assert_eq!(place("ab", 99, encoding), (0, 2));
        }
    }

    #[test]
    fn positions_inside_a_character_are_its_start() {
        assert_eq!(offset("a😀b", 0, 2, PositionEncoding::Utf16), 1);
        assert_eq!(offset("a😀b", 0, 3, PositionEncoding::Utf16), 5);
        assert_eq!(offset("a😀b", 0, 3, PositionEncoding::Utf8), 1);
        assert_eq!(place("a😀b", 3, PositionEncoding::Utf32), (0, 1));
    }

    #[test]
    fn every_character_boundary_comes_back() {
        let text = "(p ä)\r\n;😀\u{2028}x\r(q)\n\n";
        let index = LineIndex::new(text);
        for (at, c) in text.char_indices() {
            let inside_crlf = c == '\n' && text[..at].ends_with('\r');
            if inside_crlf {
                continue;
            }
            let at = TextSize::try_from(at).unwrap();
            for encoding in ENCODINGS {
                let position = index.position(text, at, encoding);
                assert_eq!(
                    index.offset(text, position, encoding),
                    at,
                    "{encoding:?} {at:?}"
                );
            }
        }
    }
}
