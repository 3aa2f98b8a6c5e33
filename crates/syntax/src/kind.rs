//! The kinds of tokens and nodes in the trees of all dialects.

/// What a token or a node of a syntax tree is.
///
/// Tokens are shared between the dialects; nodes carry the dialect in their name,
/// because their children are laid out differently.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u16)]
pub enum SyntaxKind {
    // Trivia.
    /// Blanks, tabs and line ends (LF, CRLF, lone CR).
    Whitespace,
    /// A comment that is no directive, without its line end.
    Comment,
    /// A byte order mark at the start of the file.
    Bom,

    // Tokens of a directive comment.
    /// The comment sign of a directive and everything up to and including `herbrand:`.
    DirectiveMark,
    /// A blank-separated word of a directive: its key, a code, a property.
    DirectiveWord,
    /// Digits where a directive takes a number.
    Number,
    /// `=` between a query and its count.
    Equals,
    /// `/` between the name of a relation and its number of arguments.
    Slash,

    // Tokens of the languages.
    /// `(`
    LParen,
    /// `)`
    RParen,
    /// `,` (HRF)
    Comma,
    /// `&` (HRF)
    Amp,
    /// `|` (HRF)
    Pipe,
    /// `.` after a statement (HRF)
    Dot,
    /// The sign between head and body, or before them: `<=` (KIF), `:-` (HRF).
    Arrow,
    /// `not` (KIF, any case), or `not`, `~`, `\+` (HRF)
    NotKw,
    /// `or` (KIF, any case)
    OrKw,
    /// `and` (KIF, any case)
    AndKw,
    /// `distinct` (any case in KIF)
    DistinctKw,
    /// A constant: object, function or relation name.
    Name,
    /// `'quoted name'` (HRF)
    QuotedName,
    /// `?x` (both dialects), `X` or `_x` (HRF)
    Variable,
    /// Characters that no token of the dialect begins with.
    ErrorToken,

    // Nodes of all dialects.
    /// The file: blocks only.
    Root,
    /// A run of neighbouring items; see [`crate::Parse`].
    Block,
    /// `; herbrand: KEY VALUE…`: the mark and a node that says what kind it is of.
    Directive,
    /// Tokens that the grammar could not place.
    Error,

    // Nodes of directives.
    /// `allow CODE…`, `allow-file CODE…`
    AllowDirective,
    /// `profile game`, `profile logic`
    ProfileDirective,
    /// `board RELATION ROW COLUMN CONTENT`
    BoardDirective,
    /// `input NAME/ARITY…`
    InputDirective,
    /// `invariant LITERAL…`
    InvariantDirective,
    /// `expect model ATOM…`
    ModelExpectation,
    /// `expect query PATTERN = COUNT`
    QueryExpectation,
    /// `expect base SIZE`
    BaseExpectation,
    /// `expect satisfies ATOM…`, `expect violates ATOM…`
    InterpretationExpectation,
    /// `expect code CODE`
    CodeExpectation,
    /// `expect perft DEPTH STATES TERMINAL PATHS`
    PerftExpectation,
    /// `expect verified PROPERTY`
    VerifiedExpectation,
    /// `expect plan LENGTH`
    PlanExpectation,
    /// A directive that means nothing.
    UnknownDirective,
    /// `NAME/ARITY`
    Signature,
    /// `given ATOM…`
    GivenData,

    // Nodes of KIF.
    /// A literal at top level.
    KifFact,
    /// `(<= head literal…)`
    KifRule,
    /// `(not literal)`
    KifNot,
    /// `(or literal…)`
    KifOr,
    /// `(and literal…)`: not in the language, read as its literals.
    KifAnd,
    /// `(distinct term term)`
    KifDistinct,
    /// `p`, `(p)` or `(p term…)` where a literal or a head stands.
    KifAtom,
    /// `(f)` or `(f term…)` where a term stands; constants and variables are bare tokens.
    KifFunction,

    // Nodes of HRF.
    /// An atom at top level, with its optional dot.
    HrfFact,
    /// `head :- body`, with its optional dot.
    HrfRule,
    /// `~atom`, `not atom`, `not(atom)`
    HrfNot,
    /// `(literal | literal…)`, with its parentheses.
    HrfOr,
    /// `distinct(term, term)`
    HrfDistinct,
    /// `p` or `p(term, …)` where a literal or a head stands.
    HrfAtom,
    /// `f(term, …)` where a term stands; constants and variables are bare tokens.
    HrfFunction,
}

impl SyntaxKind {
    /// The last kind; every discriminant up to its own is a kind.
    const LAST: SyntaxKind = SyntaxKind::HrfFunction;

    const ALL: [SyntaxKind; SyntaxKind::LAST as usize + 1] = {
        use SyntaxKind::*;
        [
            Whitespace,
            Comment,
            Bom,
            DirectiveMark,
            DirectiveWord,
            Number,
            Equals,
            Slash,
            LParen,
            RParen,
            Comma,
            Amp,
            Pipe,
            Dot,
            Arrow,
            NotKw,
            OrKw,
            AndKw,
            DistinctKw,
            Name,
            QuotedName,
            Variable,
            ErrorToken,
            Root,
            Block,
            Directive,
            Error,
            AllowDirective,
            ProfileDirective,
            BoardDirective,
            InputDirective,
            InvariantDirective,
            ModelExpectation,
            QueryExpectation,
            BaseExpectation,
            InterpretationExpectation,
            CodeExpectation,
            PerftExpectation,
            VerifiedExpectation,
            PlanExpectation,
            UnknownDirective,
            Signature,
            GivenData,
            KifFact,
            KifRule,
            KifNot,
            KifOr,
            KifAnd,
            KifDistinct,
            KifAtom,
            KifFunction,
            HrfFact,
            HrfRule,
            HrfNot,
            HrfOr,
            HrfDistinct,
            HrfAtom,
            HrfFunction,
        ]
    };

    /// Blanks, comments and the byte order mark: tokens that carry no meaning.
    /// A directive is a node, not trivia, though it stands where a comment may.
    pub fn is_trivia(self) -> bool {
        matches!(
            self,
            SyntaxKind::Whitespace | SyntaxKind::Comment | SyntaxKind::Bom
        )
    }

    /// A fact or a rule, the things that analysis lowers.
    pub fn is_form(self) -> bool {
        matches!(
            self,
            SyntaxKind::KifFact | SyntaxKind::KifRule | SyntaxKind::HrfFact | SyntaxKind::HrfRule
        )
    }
}

/// The marker that ties [`SyntaxKind`] to rowan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HerbrandLanguage {}

impl rowan::Language for HerbrandLanguage {
    type Kind = SyntaxKind;

    fn kind_from_raw(raw: rowan::SyntaxKind) -> SyntaxKind {
        raw.into()
    }

    fn kind_to_raw(kind: SyntaxKind) -> rowan::SyntaxKind {
        rowan::SyntaxKind(kind as u16)
    }
}

impl From<SyntaxKind> for rowan::SyntaxKind {
    fn from(kind: SyntaxKind) -> Self {
        rowan::SyntaxKind(kind as u16)
    }
}

impl From<rowan::SyntaxKind> for SyntaxKind {
    fn from(raw: rowan::SyntaxKind) -> Self {
        SyntaxKind::ALL[usize::from(raw.0)]
    }
}

/// A node of a Herbrand syntax tree.
pub type SyntaxNode = rowan::SyntaxNode<HerbrandLanguage>;
/// A token of a Herbrand syntax tree.
pub type SyntaxToken = rowan::SyntaxToken<HerbrandLanguage>;
/// A node or a token of a Herbrand syntax tree.
pub type SyntaxElement = rowan::SyntaxElement<HerbrandLanguage>;

#[cfg(test)]
mod tests {
    use super::SyntaxKind;

    #[test]
    fn kinds_round_trip_through_rowan() {
        for (raw, kind) in SyntaxKind::ALL.into_iter().enumerate() {
            assert_eq!(kind as usize, raw);
        }
    }
}
