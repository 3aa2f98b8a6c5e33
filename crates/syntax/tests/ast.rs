//! The typed tree says what the text says.

use herbrand_syntax::ast::AstElement;
use herbrand_syntax::ast::hrf::{HrfForm, HrfLiteral, HrfTerm};
use herbrand_syntax::ast::kif::{KifForm, KifLiteral, KifTerm};
use herbrand_syntax::{Dialect, Parse, ParseOptions};

fn items<T: AstElement>(text: &str, dialect: Dialect) -> Vec<T> {
    let parse = Parse::new(text, dialect, ParseOptions::default());
    parse
        .root()
        .descendants_with_tokens()
        .filter_map(T::cast)
        .collect()
}

fn kif(text: &str) -> KifForm {
    items(text, Dialect::Kif).remove(0)
}

fn hrf(text: &str) -> HrfForm {
    items(text, Dialect::Hrf).remove(0)
}

fn text(element: &impl AstElement) -> String {
    element.syntax().to_string()
}

#[test]
fn a_kif_rule_has_a_head_and_a_body() {
    let KifForm::Rule(rule) = kif("(<= (p ?x) ; why\n q (not (r ?x)) (distinct ?x a))") else {
        panic!("a rule")
    };
    assert_eq!(
        rule.head().map(|head| text(&head)).as_deref(),
        Some("(p ?x)")
    );
    let body: Vec<KifLiteral> = rule.body().collect();
    let texts: Vec<String> = body.iter().map(text).collect();
    assert_eq!(texts, ["q", "(not (r ?x))", "(distinct ?x a)"]);
    let KifLiteral::Not(not) = &body[1] else {
        panic!("a negation")
    };
    assert_eq!(
        not.literal().map(|inner| text(&inner)).as_deref(),
        Some("(r ?x)")
    );
}

#[test]
fn the_name_of_a_kif_atom_is_none_of_its_terms() {
    let KifForm::Fact(fact) = kif("(p a (f ?x) ?y)") else {
        panic!("a fact")
    };
    let head = fact.head().expect("a head");
    assert_eq!(head.name_token().expect("a name").text(), "p");
    let terms: Vec<KifTerm> = head.terms().collect();
    assert_eq!(
        terms.iter().map(text).collect::<Vec<_>>(),
        ["a", "(f ?x)", "?y"]
    );
    assert!(matches!(
        terms[..],
        [KifTerm::Name(_), KifTerm::Function(_), KifTerm::Variable(_)]
    ));
}

#[test]
fn what_is_missing_is_not_replaced_by_a_neighbour() {
    for broken in [
        "(<= ?x (p a))",
        "(<= (and q r) (p a))",
        "(<= (not q) (p a))",
    ] {
        let KifForm::Rule(rule) = kif(broken) else {
            panic!("a rule")
        };
        assert!(rule.head().is_none(), "{broken}");
        let body: Vec<String> = rule.body().map(|literal| text(&literal)).collect();
        assert_eq!(body, ["(p a)"], "{broken}");
    }
}

#[test]
fn an_hrf_rule_has_a_head_and_a_body() {
    let HrfForm::Rule(rule) = hrf("p(X) :- q & ~'it''s'(X, a), (r | not(s(X))) & distinct(X, b).")
    else {
        panic!("a rule")
    };
    assert_eq!(rule.head().map(|head| text(&head)).as_deref(), Some("p(X)"));
    assert!(rule.dot_token().is_some());
    let body: Vec<HrfLiteral> = rule.body().collect();
    let texts: Vec<String> = body.iter().map(text).collect();
    assert_eq!(
        texts,
        ["q", "~'it''s'(X, a)", "(r | not(s(X)))", "distinct(X, b)"]
    );
    let HrfLiteral::Not(not) = &body[1] else {
        panic!("a negation")
    };
    let Some(HrfLiteral::Atom(atom)) = not.literal() else {
        panic!("an atom")
    };
    assert_eq!(atom.relation().as_deref(), Some("it's"));
    let HrfLiteral::Or(or) = &body[2] else {
        panic!("a disjunction")
    };
    assert_eq!(or.literals().count(), 2);
    let HrfLiteral::Distinct(distinct) = &body[3] else {
        panic!("a distinct")
    };
    let terms: Vec<HrfTerm> = distinct.terms().collect();
    assert!(matches!(
        terms[..],
        [HrfTerm::Variable(_), HrfTerm::Name(_)]
    ));
}

#[test]
fn a_quoted_relation_does_not_take_its_first_term_for_a_name() {
    let HrfForm::Fact(fact) = hrf("'a b'(c, f(d))") else {
        panic!("a fact")
    };
    let head = fact.head().expect("a head");
    assert_eq!(head.relation().as_deref(), Some("a b"));
    let terms: Vec<String> = head.terms().map(|term| text(&term)).collect();
    assert_eq!(terms, ["c", "f(d)"]);
}
