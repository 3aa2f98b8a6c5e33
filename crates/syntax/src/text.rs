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
