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

    // Tokens of QPROP alone. A word, its ASCII and its Unicode spelling are one kind.
    /// `sort`
    SortKw,
    /// `const`
    ConstKw,
    /// `var`
    VarKw,
    /// `pred`
    PredKw,
    /// `given`
    GivenKw,
    /// `define`
    DefineKw,
    /// `func`
    FuncKw,
    /// `rule`
    RuleKw,
    /// `soft`
    SoftKw,
    /// `minimize`
    MinimizeKw,
    /// `maximize`
    MaximizeKw,
    /// `show`
    ShowKw,
    /// `check`
    CheckKw,
    /// `use`
    UseKw,
    /// `infix`
    InfixKw,
    /// `forall`, `∀`
    ForallKw,
    /// `exists`, `∃`
    ExistsKw,
    /// `exactly`
    ExactlyKw,
    /// `atleast`
    AtleastKw,
    /// `atmost`
    AtmostKw,
    /// `xor`, `⊕`
    XorKw,
    /// `implies`, `=>`, `->`, `→`, `⇒`
    ImpliesKw,
    /// `if`, `←`
    IfKw,
    /// `iff`, `<=>`, `<->`, `↔`, `⇔`
    IffKw,
    /// `in`, `∈`
    InKw,
    /// `true`, `⊤`
    TrueKw,
    /// `false`, `⊥`
    FalseKw,
    /// `div`
    DivKw,
    /// `mod`
    ModKw,
    /// `where`
    WhereKw,
    /// `project`
    ProjectKw,
    /// `grid`
    GridKw,
    /// `!`: `not`, or behind `exists` the sign of uniqueness.
    Bang,
    /// `!=`, `=/=`, `/=`, `≠`
    NotEquals,
    /// `<`
    Less,
    /// `<=`, `≤`
    LessEqual,
    /// `>`
    Greater,
    /// `>=`, `≥`
    GreaterEqual,
    /// `+`
    Plus,
    /// `-`
    Minus,
    /// `*`
    Star,
    /// `..`
    DotDot,
    /// `:`
    Colon,
    /// `;`
    Semicolon,
    /// `{`
    LBrace,
    /// `}`
    RBrace,
    /// `…`, `...`: text that was left out.
    Hole,
    /// `"text"`
    String,

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

    // Statements of QPROP.
    /// `sort NAME = elements`
    QpropSort,
    /// `const NAME = term`
    QpropConst,
    /// `var name, …: sort`
    QpropVar,
    /// `pred NAME(columns) | guard`
    QpropPred,
    /// `given NAME(columns)`
    QpropGiven,
    /// `given grid NAME "row" …`
    QpropGrid,
    /// `func NAME(columns): sort | guard`
    QpropFunc,
    /// `define NAME(parameters) iff formula`
    QpropDefine,
    /// `rule NAME: formula`
    QpropRule,
    /// `soft weight: formula`
    QpropSoft,
    /// `minimize term`, `maximize term`
    QpropObjective,
    /// `show NAME, …`
    QpropShow,
    /// `show grid rows, columns: term where formula`
    QpropShowGrid,
    /// `check expectation`
    QpropCheck,
    /// `use "file"`
    QpropUse,
    /// `infix NAME, …`
    QpropInfix,
    /// A formula at top level: a fact or a constraint, with a `;` before it where it begins
    /// with a parenthesis behind one.
    QpropConstraint,

    // Parts of statements of QPROP.
    /// The elements of a sort: names of sorts, sets and a range, parted by `+`.
    QpropUnion,
    /// `{element, …}`
    QpropSet,
    /// An integer, perhaps negative, or a name in a set.
    QpropElement,
    /// `low..high`
    QpropRange,
    /// `(column, …)`
    QpropColumns,
    /// `sort` or `label: sort`
    QpropColumn,
    /// `(parameter, …)` of a definition.
    QpropParameters,
    /// A variable where it is bound: `x`, `x: sort`, `x in range`.
    QpropBinder,
    /// `| formula`
    QpropGuard,
    /// `where formula`
    QpropWhere,
    /// How many a counting quantifier asks for.
    QpropBound,

    // Formulas and terms of QPROP.
    /// Formulas between `iff`.
    QpropIff,
    /// Formulas between `implies`.
    QpropImplies,
    /// `formula if formula`
    QpropIf,
    /// Formulas between `xor`.
    QpropXor,
    /// Formulas between `or`.
    QpropOr,
    /// Formulas between `and`.
    QpropAnd,
    /// `not formula`
    QpropNot,
    /// `forall binders | guard . formula` and the other quantifiers.
    QpropQuantified,
    /// Terms between comparison signs.
    QpropComparison,
    /// `term in range`, `term not in range`
    QpropMembership,
    /// `term NAME term`, the name declared by `infix`.
    QpropInfixed,
    /// Terms between `+` and `-`.
    QpropAdditive,
    /// Terms between `*`, `div` and `mod`.
    QpropMultiplicative,
    /// `-term`
    QpropNegative,
    /// `NAME(argument, …)`: an atom, a function, or `abs`, `min`, `max`, `connected`, `acyclic`.
    QpropApplication,
    /// `count(binders | guard . formula)`
    QpropCount,
    /// `sum(binders | guard . term)`
    QpropSum,
    /// `(formula or term)`
    QpropParenthesised,
    /// A name alone: a proposition, a variable, a constant, a sort, a relation.
    QpropName,
    /// An integer, `true`, `false`, or text left out.
    QpropLiteral,
}

impl SyntaxKind {
    /// The last kind; every discriminant up to its own is a kind.
    const LAST: SyntaxKind = SyntaxKind::QpropLiteral;

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
            SortKw,
            ConstKw,
            VarKw,
            PredKw,
            GivenKw,
            DefineKw,
            FuncKw,
            RuleKw,
            SoftKw,
            MinimizeKw,
            MaximizeKw,
            ShowKw,
            CheckKw,
            UseKw,
            InfixKw,
            ForallKw,
            ExistsKw,
            ExactlyKw,
            AtleastKw,
            AtmostKw,
            XorKw,
            ImpliesKw,
            IfKw,
            IffKw,
            InKw,
            TrueKw,
            FalseKw,
            DivKw,
            ModKw,
            WhereKw,
            ProjectKw,
            GridKw,
            Bang,
            NotEquals,
            Less,
            LessEqual,
            Greater,
            GreaterEqual,
            Plus,
            Minus,
            Star,
            DotDot,
            Colon,
            Semicolon,
            LBrace,
            RBrace,
            Hole,
            String,
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
            QpropSort,
            QpropConst,
            QpropVar,
            QpropPred,
            QpropGiven,
            QpropGrid,
            QpropFunc,
            QpropDefine,
            QpropRule,
            QpropSoft,
            QpropObjective,
            QpropShow,
            QpropShowGrid,
            QpropCheck,
            QpropUse,
            QpropInfix,
            QpropConstraint,
            QpropUnion,
            QpropSet,
            QpropElement,
            QpropRange,
            QpropColumns,
            QpropColumn,
            QpropParameters,
            QpropBinder,
            QpropGuard,
            QpropWhere,
            QpropBound,
            QpropIff,
            QpropImplies,
            QpropIf,
            QpropXor,
            QpropOr,
            QpropAnd,
            QpropNot,
            QpropQuantified,
            QpropComparison,
            QpropMembership,
            QpropInfixed,
            QpropAdditive,
            QpropMultiplicative,
            QpropNegative,
            QpropApplication,
            QpropCount,
            QpropSum,
            QpropParenthesised,
            QpropName,
            QpropLiteral,
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

    /// A fact, a rule or another statement, the things that analysis lowers.
    pub fn is_form(self) -> bool {
        matches!(
            self,
            SyntaxKind::KifFact | SyntaxKind::KifRule | SyntaxKind::HrfFact | SyntaxKind::HrfRule
        ) || self.is_statement()
    }

    /// A statement of QPROP.
    pub fn is_statement(self) -> bool {
        (SyntaxKind::QpropSort..=SyntaxKind::QpropConstraint).contains(&self)
    }

    /// A word that begins a statement of QPROP.
    pub fn begins_statement(self) -> bool {
        (SyntaxKind::SortKw..=SyntaxKind::InfixKw).contains(&self)
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
