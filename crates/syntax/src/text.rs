//! Questions about raw text that several lexers ask.

/// Whether the byte is white space in every dialect.
pub(crate) fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c)
}

/// The length of the run of blanks that `bytes` begins with.
pub(crate) fn blanks(bytes: &[u8]) -> usize {
    bytes
        .iter()
        .position(|&byte| !is_blank(byte))
        .unwrap_or(bytes.len())
}

/// The distance to the next line end (LF, CR) in `bytes`, or to their end.
pub(crate) fn line_length(bytes: &[u8]) -> usize {
    memchr::memchr2(b'\n', b'\r', bytes).unwrap_or(bytes.len())
}

/// Whether a line ends somewhere in `text`.
pub(crate) fn has_line_end(text: &str) -> bool {
    memchr::memchr2(b'\n', b'\r', text.as_bytes()).is_some()
}

/// The number of bytes between `offset` and the start of its line.
pub(crate) fn column(bytes: &[u8], offset: usize) -> usize {
    let start = memchr::memrchr2(b'\n', b'\r', &bytes[..offset]).map_or(0, |end| end + 1);
    offset - start
}

/// Whether nothing but blanks, or a byte order mark, stands before `offset` on its line.
pub(crate) fn is_first_on_line(bytes: &[u8], offset: usize) -> bool {
    let start = offset - column(bytes, offset);
    let before = &bytes[start..offset];
    let before = before.strip_prefix("\u{feff}".as_bytes()).unwrap_or(before);
    before.iter().all(|&byte| is_blank(byte))
}

/// How many blanks the line of `offset` begins with, as far as that.
pub(crate) fn indentation(bytes: &[u8], offset: usize) -> usize {
    let start = offset - column(bytes, offset);
    blanks(&bytes[start..offset])
}

/// Whether the line before that of `offset`, before which only blanks stand, is empty or has
/// only blanks.
pub(crate) fn behind_empty_line(bytes: &[u8], offset: usize) -> bool {
    let blanks = bytes[..offset]
        .iter()
        .rev()
        .take_while(|&&byte| is_blank(byte));
    // Two line ends; CRLF is one.
    let mut ends = 0;
    let mut behind = b' ';
    for &byte in blanks {
        ends += usize::from(byte == b'\n' || byte == b'\r' && behind != b'\n');
        behind = byte;
    }
    ends > 1
}
