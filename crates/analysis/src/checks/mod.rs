//! The checks, one file for every code.
//!
//! A file `unsafe_variable.rs` holds the check of the code `unsafe-variable`: its header
//! comment is the text of `herbrand explain` and of the page in the documentation, its tests
//! stand below it. The header is Markdown: the explanation first, then `## Wrong` and
//! `## Right`, each with one or more fenced examples:
//!
//! - ```` ```kif ````, ```` ```hrf ````, ```` ```qprop ````: a whole file. A wrong one gets this code at least
//!   once and no other code, a right one gets nothing.
//! - ```` ```kif game ````: a piece of a game; what is missing to make it one is not reported.
//! - ```` ```kif game ground ````: what is reported needs grounding, though the code does not always.
//! - ```` ```kif file=cell.hrf ````: the file's name, where that matters.
//! - ```` ```qprop used=pieces.qprop ````: beside the file lies an empty one of this name.
//! - ```` ```kif windows-1252 ````: the bytes of the file are in this encoding.
//! - ```` ```kif limit=3 ````: read with this limit of nesting.
//!
//! The checks of what a file grounds to lie in the crate `driver`, under the same rules.
//!
//! A check sees lowered rules or file-wide results, never text, positions or spellings; its
//! messages quote parts of rules through [`FormContext::spelling`].

mod always_distinct;
mod ambiguous_sort;
mod and_connective;
mod arity_mismatch;
mod chained_iff;
mod circular_use;
mod connected_position;
mod connective_as_name;
mod contradictory_body;
mod defined_as_fact;
mod duplicate_declaration;
mod duplicate_literal;
mod duplicate_rule;
mod elided_text;
mod empty_body;
mod empty_or;
mod exists_implies;
mod forbidden_dependency;
mod foreign_operator;
mod goal_value;
mod inconsistent_case;
mod input_in_head;
mod integer_overflow;
mod keyword_arity;
mod keyword_as_name;
mod keyword_in_body;
mod keyword_in_head;
mod locally_stratified_negation;
mod misplaced_term;
mod missing_definition;
mod missing_file;
mod mixed_and_or;
mod mixed_implication;
mod negated_connective;
mod nested_function;
mod nested_or;
mod nesting_too_deep;
mod never_distinct;
mod non_utf8_source;
mod open_fact_table;
pub mod out_of_domain_argument;
pub mod out_of_domain_fact;
mod parenthesised_proposition;
mod random_goal;
mod relation_used_as_function;
mod role_not_fact;
mod self_supporting_rule;
mod shadowed_name;
mod singleton_variable;
mod sort_mismatch;
mod suspicious_quantifier_order;
mod syntax_error;
mod unbound_variable;
mod unclosed_parenthesis;
mod undefined_relation;
mod unexpected_parenthesis;
mod unfit_relation;
mod unground_fact;
mod unknown_constant;
mod unknown_directive;
mod unknown_in_data;
mod unknown_in_define;
mod unknown_predicate;
mod unknown_role;
mod unknown_sort;
mod unrestricted_recursion;
mod unsafe_variable;
mod unstratified_negation;
mod unused_allow;
mod unused_predicate;
mod unused_relation;
mod unused_variable;
mod unusual_name;
mod wrong_extension;

use logic::formula::written::Statement;
use source::{Code, Diagnostic};
use syntax::TextRange;

use crate::context::{FileContext, FormContext};
use crate::finding::Finding;

/// Looks at one rule alone. Rules with a syntax error inside are never shown to it.
pub type FormCheck = fn(rule: &logic::Rule, cx: &FormContext<'_>, sink: &mut Vec<Finding>);

/// Looks at one statement of QPROP alone, names unresolved; those with a syntax error are never
/// shown to it.
pub type WrittenCheck = fn(statement: &Statement, cx: &FormContext<'_>, sink: &mut Vec<Finding>);

/// Looks at a whole file through the queries of `hir`. Every place that it reports names its
/// block.
pub type FileCheck = fn(cx: &FileContext<'_>, sink: &mut Vec<Finding>);

/// A check and what it looks at.
#[derive(Clone, Copy, Debug)]
pub struct Check {
    /// What it reports.
    pub code: Code,
    /// How it is run.
    pub run: Run,
}

/// What a check looks at.
#[derive(Clone, Copy, Debug)]
pub enum Run {
    /// One rule after the other, in any file.
    Form(FormCheck),
    /// One rule after the other, in games.
    GameForm(FormCheck),
    /// The whole file.
    File(FileCheck),
    /// One statement of QPROP after the other, as it is written.
    Written(WrittenCheck),
    /// What resolving the names of a statement of QPROP tells: see [`crate::report::report`].
    Statement,
    /// What the parser or the directives say: see [`crate::diagnostics`].
    Text,
    /// What the file grounds to: the check lies with who grounds it, and hands in what it finds
    /// by [`crate::Grounded`].
    Ground,
    /// What is told when the file is to be answered: grounded by a command of its own, solved,
    /// tested. The check lies beside those of what a file grounds to.
    Answer,
}

impl Check {
    /// Whether the code is reported only, or also, of what a file grounds to.
    pub fn needs_grounding(&self) -> bool {
        let both = [
            Code::GOAL_VALUE,
            Code::INTEGER_OVERFLOW,
            Code::OUT_OF_DOMAIN_ARGUMENT,
            Code::OUT_OF_DOMAIN_FACT,
        ];
        matches!(self.run, Run::Ground) || both.contains(&self.code)
    }

    /// Whether the code is reported only when the file is to be answered.
    pub fn needs_answer(&self) -> bool {
        matches!(self.run, Run::Answer)
    }
}

macro_rules! checks {
    ($($module:ident $kind:ident $code:ident;)*) => {
        /// All checks, in the order of the documentation.
        pub const CHECKS: &[Check] = &[
            $(Check { code: Code::$code, run: checks!(@run $kind $module) },)*
        ];
    };
    (@run form $module:ident) => { Run::Form($module::check) };
    (@run game $module:ident) => { Run::GameForm($module::check) };
    (@run file $module:ident) => { Run::File($module::check) };
    (@run written $module:ident) => { Run::Written($module::check) };
    (@run statement $module:ident) => { Run::Statement };
    (@run text $module:ident) => { Run::Text };
    (@run ground $module:ident) => { Run::Ground };
    (@run answer $module:ident) => { Run::Answer };
}

checks! {
    // Syntax.
    syntax_error text SYNTAX_ERROR;
    unclosed_parenthesis text UNCLOSED_PARENTHESIS;
    unexpected_parenthesis text UNEXPECTED_PARENTHESIS;
    nesting_too_deep text NESTING_TOO_DEEP;
    elided_text text ELIDED_TEXT;
    foreign_operator text FOREIGN_OPERATOR;
    mixed_implication text MIXED_IMPLICATION;
    unusual_name form UNUSUAL_NAME;
    parenthesised_proposition form PARENTHESISED_PROPOSITION;
    empty_body form EMPTY_BODY;
    empty_or form EMPTY_OR;
    nested_or form NESTED_OR;
    negated_connective form NEGATED_CONNECTIVE;
    connective_as_name text CONNECTIVE_AS_NAME;
    non_utf8_source text NON_UTF8_SOURCE;
    and_connective form AND_CONNECTIVE;
    wrong_extension text WRONG_EXTENSION;
    unknown_directive text UNKNOWN_DIRECTIVE;

    // Logic.
    unsafe_variable form UNSAFE_VARIABLE;
    unground_fact form UNGROUND_FACT;
    arity_mismatch file ARITY_MISMATCH;
    relation_used_as_function file RELATION_USED_AS_FUNCTION;
    unstratified_negation file UNSTRATIFIED_NEGATION;
    locally_stratified_negation file LOCALLY_STRATIFIED_NEGATION;
    unrestricted_recursion file UNRESTRICTED_RECURSION;
    undefined_relation file UNDEFINED_RELATION;
    unused_relation file UNUSED_RELATION;
    inconsistent_case file INCONSISTENT_CASE;
    duplicate_rule file DUPLICATE_RULE;
    duplicate_literal form DUPLICATE_LITERAL;
    contradictory_body form CONTRADICTORY_BODY;
    self_supporting_rule form SELF_SUPPORTING_RULE;
    never_distinct form NEVER_DISTINCT;
    always_distinct form ALWAYS_DISTINCT;
    input_in_head form INPUT_IN_HEAD;
    unused_allow text UNUSED_ALLOW;
    singleton_variable form SINGLETON_VARIABLE;
    nested_function form NESTED_FUNCTION;
    unbounded_terms ground UNBOUNDED_TERMS;
    never_true ground NEVER_TRUE;

    // Game vocabulary.
    keyword_arity game KEYWORD_ARITY;
    missing_definition file MISSING_DEFINITION;
    role_not_fact game ROLE_NOT_FACT;
    keyword_in_head game KEYWORD_IN_HEAD;
    keyword_in_body game KEYWORD_IN_BODY;
    keyword_as_name game KEYWORD_AS_NAME;
    forbidden_dependency file FORBIDDEN_DEPENDENCY;
    unknown_role game UNKNOWN_ROLE;
    goal_value game GOAL_VALUE;
    outside_base ground OUTSIDE_BASE;
    outside_input ground OUTSIDE_INPUT;
    random_goal game RANDOM_GOAL;

    // Quantified propositional logic.
    unknown_predicate statement UNKNOWN_PREDICATE;
    unknown_sort statement UNKNOWN_SORT;
    unknown_constant statement UNKNOWN_CONSTANT;
    duplicate_declaration statement DUPLICATE_DECLARATION;
    sort_mismatch statement SORT_MISMATCH;
    misplaced_term statement MISPLACED_TERM;
    unbound_variable statement UNBOUND_VARIABLE;
    ambiguous_sort statement AMBIGUOUS_SORT;
    unused_variable statement UNUSED_VARIABLE;
    shadowed_name statement SHADOWED_NAME;
    unknown_in_define statement UNKNOWN_IN_DEFINE;
    unknown_in_data statement UNKNOWN_IN_DATA;
    defined_as_fact statement DEFINED_AS_FACT;
    unfit_relation statement UNFIT_RELATION;
    connected_position statement CONNECTED_POSITION;
    integer_overflow statement INTEGER_OVERFLOW;
    division_by_zero ground DIVISION_BY_ZERO;
    out_of_domain_argument statement OUT_OF_DOMAIN_ARGUMENT;
    out_of_domain_fact statement OUT_OF_DOMAIN_FACT;
    circular_value ground CIRCULAR_VALUE;
    missing_constant answer MISSING_CONSTANT;
    missing_sort answer MISSING_SORT;
    given_without_facts answer GIVEN_WITHOUT_FACTS;
    empty_sort ground EMPTY_SORT;
    vacuous_guard ground VACUOUS_GUARD;
    always_true ground ALWAYS_TRUE;
    always_false ground ALWAYS_FALSE;
    unconstrained_predicate ground UNCONSTRAINED_PREDICATE;
    large_grounding ground LARGE_GROUNDING;
    missing_file file MISSING_FILE;
    circular_use file CIRCULAR_USE;
    unused_predicate file UNUSED_PREDICATE;
    open_fact_table file OPEN_FACT_TABLE;
    exists_implies written EXISTS_IMPLIES;
    suspicious_quantifier_order file SUSPICIOUS_QUANTIFIER_ORDER;
    mixed_and_or written MIXED_AND_OR;
    chained_iff written CHAINED_IFF;
    implied_rule answer IMPLIED_RULE;
    unsatisfiable answer UNSATISFIABLE;
    failed_check answer FAILED_CHECK;
}

pub use goal_value::is_goal_value;

pub(crate) use ambiguous_sort::report as ambiguous_sort;
pub(crate) use arity_mismatch::declared_arity as wrong_arity;
pub(crate) use connected_position::report as connected_position;
pub(crate) use connective_as_name::diagnostic as connective_as_name;
pub(crate) use defined_as_fact::report as defined_as_fact;
pub(crate) use duplicate_declaration::report as duplicate_declaration;
pub(crate) use elided_text::diagnostic as elided_text;
pub(crate) use foreign_operator::in_text as foreign_operator;
pub(crate) use integer_overflow::report as too_large;
pub(crate) use misplaced_term::{not_formula, not_term};
pub(crate) use mixed_implication::diagnostic as mixed_implication;
pub(crate) use nesting_too_deep::diagnostic as nesting_too_deep;
pub(crate) use non_utf8_source::diagnostic as non_utf8_source;
pub(crate) use shadowed_name::report as shadowed_name;
pub(crate) use sort_mismatch::{incomparable, not_integer, report as misfit, unrelated};
pub(crate) use syntax_error::{
    detached_parenthesis, diagnostic as syntax_error, missing, unclosed_comment,
};
pub(crate) use unbound_variable::report as unbound_variable;
pub(crate) use unclosed_parenthesis::diagnostic as unclosed_parenthesis;
pub(crate) use unexpected_parenthesis::{closed_too_early, diagnostic as unexpected_parenthesis};
pub(crate) use unfit_relation::{graph as not_graph, grid as not_grid};
pub(crate) use unknown_constant::{function as unknown_function, report as unknown_constant};
pub(crate) use unknown_directive::diagnostic as unknown_directive;
pub(crate) use unknown_in_define::report as unknown_there;
pub(crate) use unknown_predicate::report as unknown_predicate;
pub(crate) use unknown_sort::report as unknown_sort;
pub(crate) use unstratified_negation::definitions as circular_definition;
pub(crate) use unused_allow::finding as unused_allow;
pub(crate) use unused_variable::report as unused_variable;
pub(crate) use wrong_extension::diagnostic as wrong_extension;

/// A report about the text itself, of `code`'s own severity, with nothing but a message.
fn text_diagnostic(code: Code, range: TextRange, message: impl Into<String>) -> Diagnostic {
    Diagnostic {
        code,
        severity: code.info().severity,
        message: message.into(),
        range,
        related: Vec::new(),
        help: Vec::new(),
        fixes: Vec::new(),
    }
}
