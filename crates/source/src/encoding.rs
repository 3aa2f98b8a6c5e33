//! Bytes to text and back.

use std::borrow::Cow;

use encoding_rs::WINDOWS_1252;

use crate::Encoding;

/// Reads bytes as UTF-8 or, where they are not, as Windows-1252, which gives every byte a
/// character: old sheets are written so. A byte order mark stays in the text.
pub fn decode(bytes: Vec<u8>) -> (String, Encoding) {
    match String::from_utf8(bytes) {
        Ok(text) => (text, Encoding::Utf8),
        Err(error) => {
            let (text, _) = WINDOWS_1252.decode_without_bom_handling(error.as_bytes());
            (text.into_owned(), Encoding::Windows1252)
        }
    }
}

impl Encoding {
    /// The bytes of `text`; `None` when it has a character that the encoding does not.
    pub fn encode(self, text: &str) -> Option<Cow<'_, [u8]>> {
        match self {
            Encoding::Utf8 => Some(Cow::Borrowed(text.as_bytes())),
            Encoding::Windows1252 => {
                let (bytes, _, unmappable) = WINDOWS_1252.encode(text);
                (!unmappable).then_some(bytes)
            }
        }
    }

    /// The name that people know it by.
    pub fn name(self) -> &'static str {
        match self {
            Encoding::Utf8 => "UTF-8",
            Encoding::Windows1252 => "Windows-1252",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn utf8_is_taken_as_it_is() {
        let text = "\u{feff}(p é)";
        assert_eq!(decode(text.into()), (text.to_owned(), Encoding::Utf8));
    }

    #[test]
    fn every_other_byte_has_a_character_and_comes_back() {
        let bytes: Vec<u8> = (0..=255).collect();
        let (text, encoding) = decode(bytes.clone());
        assert_eq!(encoding, Encoding::Windows1252);
        assert_eq!(text.chars().count(), 256);
        assert!(text.contains('€') && text.contains('é'));
        assert_eq!(encoding.encode(&text).as_deref(), Some(&*bytes));
    }

    #[test]
    fn what_an_encoding_lacks_is_not_written() {
        assert_eq!(Encoding::Windows1252.encode("→"), None);
    }
}
