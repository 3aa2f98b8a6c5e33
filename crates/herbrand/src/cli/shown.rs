//! What of other people's text a terminal may get: nothing that commands it.

use std::borrow::Cow;
use std::fmt::Write as _;

/// Whether a terminal would not show this character but obey it: it moves the cursor, changes
/// colours, or turns the direction of writing.
pub(crate) fn commands_terminals(c: char) -> bool {
    let turns = matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    turns || c.is_control() && !matches!(c, '\n' | '\t')
}

/// The text with such characters spelt out, `\u{1b}` for an escape.
pub(crate) fn shown(text: &str) -> Cow<'_, str> {
    if !text.contains(commands_terminals) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        if commands_terminals(c) {
            let _ = write!(out, "\\u{{{:x}}}", u32::from(c));
        } else {
            out.push(c);
        }
    }
    Cow::Owned(out)
}

/// A JSON document with such characters as JSON escapes them; they stand in strings alone.
pub(crate) fn in_json(text: String) -> String {
    if !text.contains(commands_terminals) {
        return text;
    }
    let mut out = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        if commands_terminals(c) {
            // None of them lies beyond what four digits say.
            let _ = write!(out, "\\u{:04x}", u32::from(c));
        } else {
            out.push(c);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{in_json, shown};

    #[test]
    fn json_spells_them_out_and_means_the_same() {
        let names = ["a\u{9b}31m", "\x7f\u{202e}b", "plain é"];
        let text = in_json(serde_json::to_string(&names).expect("plain data"));
        assert_eq!(text, r#"["a\u009b31m","\u007f\u202eb","plain é"]"#);
        let read: Vec<String> = serde_json::from_str(&text).expect("JSON");
        assert_eq!(read, names);
    }

    #[test]
    fn what_a_terminal_obeys_is_spelt_out() {
        assert_eq!(shown("a é\tb\n"), "a é\tb\n");
        assert_eq!(
            shown("\x1b[2J\r\x7f\u{9b}\u{202e}"),
            "\\u{1b}[2J\\u{d}\\u{7f}\\u{9b}\\u{202e}"
        );
    }
}
