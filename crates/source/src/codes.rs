//! The registry of codes: every kind of report that Herbrand can make.

use std::fmt;

/// How grave a report is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Worth a look, often fine.
    Hint,
    /// Probably wrong.
    Warning,
    /// Outside the language, or sure to go wrong.
    Error,
}

/// The kind of a report, known by its name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Code(&'static str);

/// What the registry knows of a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CodeInfo {
    /// The code itself.
    pub code: Code,
    /// How grave a report of it is unless the configuration says otherwise.
    pub severity: Severity,
    /// One line for lists: what is reported, lower-case, no full stop.
    pub summary: &'static str,
}

macro_rules! codes {
    ($($ident:ident = $name:literal, $severity:ident, $summary:literal;)*) => {
        impl Code {
            $(#[doc = $summary] pub const $ident: Code = Code($name);)*
        }

        const CODES: &[CodeInfo] = &[
            $(CodeInfo { code: Code::$ident, severity: Severity::$severity, summary: $summary },)*
        ];
    };
}

codes! {
    // Syntax.
    SYNTAX_ERROR = "syntax-error", Error, "text that the grammar cannot read";
    UNCLOSED_PARENTHESIS = "unclosed-parenthesis", Error, "an opening parenthesis that nothing closes";
    UNEXPECTED_PARENTHESIS = "unexpected-parenthesis", Error, "a closing parenthesis that nothing opened";
    NESTING_TOO_DEEP = "nesting-too-deep", Error, "parentheses nested deeper than the limit";
    ELIDED_TEXT = "elided-text", Error, "dots where text was left out";
    FOREIGN_OPERATOR = "foreign-operator", Error, "an operator of another language";
    MIXED_IMPLICATION = "mixed-implication", Error, "`implies` and `if` mixed without parentheses";
    UNUSUAL_NAME = "unusual-name", Hint, "a name with characters that other tools choke on";
    PARENTHESISED_PROPOSITION = "parenthesised-proposition", Warning, "a proposition in parentheses of its own";
    EMPTY_BODY = "empty-body", Warning, "a rule without a body";
    EMPTY_OR = "empty-or", Warning, "a disjunction of nothing";
    NESTED_OR = "nested-or", Warning, "a disjunction directly inside a disjunction";
    NEGATED_CONNECTIVE = "negated-connective", Error, "`not` around something else than an atom";
    CONNECTIVE_AS_NAME = "connective-as-name", Error, "a connective in the place of a name";
    NON_UTF8_SOURCE = "non-utf8-source", Warning, "a file that is not encoded in UTF-8";
    AND_CONNECTIVE = "and-connective", Warning, "a conjunction written out";
    WRONG_EXTENSION = "wrong-extension", Hint, "a file named after the other spelling";
    UNKNOWN_DIRECTIVE = "unknown-directive", Warning, "a directive comment that means nothing";

    // Logic.
    UNSAFE_VARIABLE = "unsafe-variable", Error, "a variable that no positive literal binds";
    UNGROUND_FACT = "unground-fact", Error, "a variable in a fact";
    ARITY_MISMATCH = "arity-mismatch", Error, "one name with different numbers of arguments";
    RELATION_USED_AS_FUNCTION = "relation-used-as-function", Hint, "one name as relation and as function";
    UNSTRATIFIED_NEGATION = "unstratified-negation", Error, "a cycle of rules through a negation";
    LOCALLY_STRATIFIED_NEGATION = "locally-stratified-negation", Warning, "a cycle through a negation that its arguments break";
    UNRESTRICTED_RECURSION = "unrestricted-recursion", Error, "a recursion that may build terms without end";
    UNDEFINED_RELATION = "undefined-relation", Warning, "a relation that no rule or fact defines";
    UNUSED_RELATION = "unused-relation", Hint, "a relation that no rule uses";
    INCONSISTENT_CASE = "inconsistent-case", Warning, "two names that differ in upper and lower case alone";
    DUPLICATE_RULE = "duplicate-rule", Warning, "the same rule or fact twice";
    DUPLICATE_LITERAL = "duplicate-literal", Warning, "the same literal twice in one body";
    CONTRADICTORY_BODY = "contradictory-body", Warning, "a body with a literal and its negation";
    SELF_SUPPORTING_RULE = "self-supporting-rule", Warning, "a rule whose head stands in its body";
    NEVER_DISTINCT = "never-distinct", Warning, "a `distinct` of two equal terms";
    ALWAYS_DISTINCT = "always-distinct", Hint, "a `distinct` of two different constants";
    INPUT_IN_HEAD = "input-in-head", Error, "a declared input relation in a head";
    UNUSED_ALLOW = "unused-allow", Warning, "an allow directive that silenced nothing";
    SINGLETON_VARIABLE = "singleton-variable", Hint, "a variable that occurs once";
    NESTED_FUNCTION = "nested-function", Hint, "a function inside a function";
    UNBOUNDED_TERMS = "unbounded-terms", Warning, "a recursive rule that builds ever larger terms";
    NEVER_TRUE = "never-true", Warning, "a rule that no terms for its variables make true";

    // Game vocabulary.
    KEYWORD_ARITY = "keyword-arity", Error, "a game keyword with a wrong number of arguments";
    MISSING_DEFINITION = "missing-definition", Error, "a game without one of the relations that make it one";
    ROLE_NOT_FACT = "role-not-fact", Error, "a role that a rule derives";
    KEYWORD_IN_HEAD = "keyword-in-head", Error, "`true` or `does` in a head";
    KEYWORD_IN_BODY = "keyword-in-body", Error, "a keyword that only heads may have in a body";
    KEYWORD_AS_NAME = "keyword-as-name", Error, "a game keyword as a function or an object";
    FORBIDDEN_DEPENDENCY = "forbidden-dependency", Error, "a keyword that depends on what it must not know";
    UNKNOWN_ROLE = "unknown-role", Error, "a constant that is no role where a role stands";
    GOAL_VALUE = "goal-value", Error, "a goal value outside 0 to 100";
    OUTSIDE_BASE = "outside-base", Warning, "a fact of a state that `base` does not list";
    OUTSIDE_INPUT = "outside-input", Warning, "a move that `input` or `action` does not list";
    RANDOM_GOAL = "random-goal", Hint, "a goal of the role `random`";

    // Quantified propositional logic.
    UNKNOWN_PREDICATE = "unknown-predicate", Error, "a relation that is not declared";
    UNKNOWN_SORT = "unknown-sort", Error, "a sort that is not declared";
    UNKNOWN_CONSTANT = "unknown-constant", Error, "a name in a term that nothing has";
    DUPLICATE_DECLARATION = "duplicate-declaration", Error, "a name that is declared twice";
    SORT_MISMATCH = "sort-mismatch", Error, "a term where values of another sort belong";
    MISPLACED_TERM = "misplaced-term", Error, "a term where a formula belongs, or the other way round";
    UNBOUND_VARIABLE = "unbound-variable", Error, "a variable that no quantifier binds";
    AMBIGUOUS_SORT = "ambiguous-sort", Error, "a variable of which nothing, or too much, says what it ranges over";
    UNUSED_VARIABLE = "unused-variable", Warning, "a variable that is bound and never used";
    SHADOWED_NAME = "shadowed-name", Warning, "a variable that hides another name";
    UNKNOWN_IN_DEFINE = "unknown-in-define", Error, "a definition that needs what the solver decides";
    UNKNOWN_IN_DATA = "unknown-in-data", Error, "data that need what the solver decides";
    DEFINED_AS_FACT = "defined-as-fact", Error, "a fact of a relation that is defined";
    UNFIT_RELATION = "unfit-relation", Error, "a relation where one of another kind or width belongs";
    CONNECTED_POSITION = "connected-position", Error, "`connected` or `acyclic` inside another formula";
    INTEGER_OVERFLOW = "integer-overflow", Error, "an integer that 64 bits cannot hold";
    DIVISION_BY_ZERO = "division-by-zero", Error, "a division by zero, for some values";
    OUT_OF_DOMAIN_ARGUMENT = "out-of-domain-argument", Warning, "an argument that is outside the sort of its place, for some values";
    OUT_OF_DOMAIN_FACT = "out-of-domain-fact", Error, "a fact of a value that is outside the sort of its place";
    CIRCULAR_VALUE = "circular-value", Error, "a constant or a sort that needs itself";
    MISSING_CONSTANT = "missing-constant", Error, "a constant without a value";
    MISSING_SORT = "missing-sort", Error, "a sort of which nothing says the elements";
    GIVEN_WITHOUT_FACTS = "given-without-facts", Warning, "data without any fact";
    EMPTY_SORT = "empty-sort", Warning, "a sort without elements";
    VACUOUS_GUARD = "vacuous-guard", Warning, "a guard that holds of nothing";
    ALWAYS_TRUE = "always-true", Warning, "a rule that holds whatever the solver decides";
    ALWAYS_FALSE = "always-false", Error, "a rule that fails whatever the solver decides";
    UNCONSTRAINED_PREDICATE = "unconstrained-predicate", Warning, "a relation or function that is used and restricted by nothing";
    LARGE_GROUNDING = "large-grounding", Warning, "a rule of very many instances";
    MISSING_FILE = "missing-file", Error, "a file that is used and is not there";
    CIRCULAR_USE = "circular-use", Error, "a file that uses itself, directly or by way of others";
    UNUSED_PREDICATE = "unused-predicate", Warning, "a relation or function that nothing uses";
    OPEN_FACT_TABLE = "open-fact-table", Hint, "a relation with facts that the solver may add to";
    EXISTS_IMPLIES = "exists-implies", Hint, "`exists` over an implication";
    SUSPICIOUS_QUANTIFIER_ORDER = "suspicious-quantifier-order", Hint, "`exists … forall` beside the same with `forall … exists`";
    MIXED_AND_OR = "mixed-and-or", Hint, "`and` and `or` mixed without parentheses in a guard";
    CHAINED_IFF = "chained-iff", Hint, "a chain of `iff` without parentheses";
    IMPLIED_RULE = "implied-rule", Hint, "a rule that follows from the others";
    UNSATISFIABLE = "unsatisfiable", Error, "a rule of those that no model satisfies together";
    FAILED_CHECK = "failed-check", Error, "a `check` that does not hold";
}

/// All codes, in the order of the documentation.
pub fn codes() -> &'static [CodeInfo] {
    CODES
}

impl Code {
    /// The code of this name.
    pub fn from_name(name: &str) -> Option<Code> {
        CODES
            .iter()
            .map(|info| info.code)
            .find(|code| code.0 == name)
    }

    /// The name, as it is written in directives, configuration and reports.
    pub fn name(self) -> &'static str {
        self.0
    }

    /// What the registry knows of it.
    pub fn info(self) -> &'static CodeInfo {
        CODES
            .iter()
            .find(|info| info.code == self)
            .expect("codes are made by the registry alone")
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl fmt::Debug for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}
