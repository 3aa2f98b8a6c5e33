//! Random typing, the same on every machine.

/// A replacement of a range of bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Keystroke {
    /// Where the replaced text starts.
    pub start: usize,
    /// Where it ends.
    pub end: usize,
    /// What stands there afterwards.
    pub insert: String,
}

/// Someone who types, deletes, opens parentheses and takes back what broke something.
pub struct Typist {
    state: u64,
    undo: Option<Keystroke>,
}

impl Typist {
    /// A typist; another for every number but 0.
    pub fn new(seed: u64) -> Typist {
        Typist {
            state: seed.max(1),
            undo: None,
        }
    }

    /// A number below `bound`, by xorshift.
    pub fn below(&mut self, bound: usize) -> usize {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        usize::try_from(self.state % bound.max(1) as u64).expect("less than the bound")
    }

    /// The next keystroke in `text`. Whatever opens, closes or removes something is taken back
    /// by the one that follows.
    pub fn next(&mut self, text: &str) -> Keystroke {
        if let Some(undo) = self.undo.take() {
            return undo;
        }
        let mut start = self.below(text.len() + 1);
        while !text.is_char_boundary(start) {
            start -= 1;
        }
        let next = text[start..].chars().next().map_or(0, char::len_utf8);
        let (end, insert) = match self.below(10) {
            0..=4 => (start, ["a", "x", "7", "?v", "-"][self.below(5)]),
            5 => (start, [" ", "\n", "; note\n"][self.below(3)]),
            6 | 7 => (start + next, ""),
            8 => (start, "("),
            _ => (start, ")"),
        };
        let undo = Keystroke {
            start,
            end: start + insert.len(),
            insert: text[start..end].to_owned(),
        };
        self.undo = Some(undo).filter(|_| end > start || insert.contains(['(', ')', '\n']));
        Keystroke {
            start,
            end,
            insert: insert.to_owned(),
        }
    }
}
