//! A replacement of one stretch of text.

use rowan::TextRange;

/// Replace `range` (bytes of the old text, on character boundaries) by `insert`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TextEdit {
    /// What is replaced; empty for an insertion.
    pub range: TextRange,
    /// What stands there afterwards; empty for a deletion.
    pub insert: String,
}

impl TextEdit {
    /// Puts `insert` in the place of `range`.
    pub fn replace(range: TextRange, insert: impl Into<String>) -> Self {
        Self {
            range,
            insert: insert.into(),
        }
    }

    /// Removes `range`.
    pub fn delete(range: TextRange) -> Self {
        Self::replace(range, "")
    }

    /// Applies the edit.
    ///
    /// # Panics
    /// When the range does not lie within `text`, or not on character boundaries.
    pub fn apply(&self, text: &mut String) {
        text.replace_range(std::ops::Range::<usize>::from(self.range), &self.insert);
    }
}
