//! Layout.

use source::Content;
use syntax::{FormatOptions, TextEdit};

/// The edits that lay out a text anew, each of blanks alone, in order. They need no snapshot:
/// whoever applies them sees to it that the text is still the same.
pub fn formatting(content: &Content, width: u32) -> Vec<TextEdit> {
    let options = FormatOptions {
        width: width as _,
        ..FormatOptions::default()
    };
    syntax::format_edits(&content.parse, options)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::fixture;

    #[test]
    fn only_blanks_change_and_a_second_time_nothing() {
        let fixture = fixture("(p   a) ; why\n\n\n\n(<= (q ?x)(p ?x))\n");
        let snapshot = fixture.snapshot();
        let content = snapshot.content(fixture.file);
        let mut text = fixture.text.clone();
        for edit in formatting(content, 80).iter().rev() {
            assert!(
                text[edit.range].trim().is_empty() && edit.insert.trim().is_empty(),
                "{edit:?}"
            );
            edit.apply(&mut text);
        }
        assert_ne!(text, fixture.text);
        let again = crate::fixture::fixture(&text);
        assert_eq!(formatting(again.snapshot().content(again.file), 80), []);
    }
}
