//! `not` negates an atom and nothing else. A doubled `not` is the atom itself; a negated
//! `distinct` says that two terms are the same, which is said by writing one of them in both
//! places; a negated `or` is a negation for each alternative.
//!
//! ## Wrong
//! ```kif
//! (cell a b)
//! (<= (diagonal ?x ?y)
//!     (cell ?x ?y)
//!     (not (distinct ?x ?y)))
//! ```
//! ```kif
//! (<= dry (not (or rain snow)))
//! rain
//! snow
//! ```
//!
//! ## Right
//! ```kif
//! (cell a b)
//! (<= (diagonal ?x ?x)
//!     (cell ?x ?x))
//! ```
//! ```kif
//! (<= dry (not rain) (not snow))
//! rain
//! snow
//! ```

use logic::{Literal, LiteralKind, Rule, Term, VarId};
use source::Code;

use crate::context::FormContext;
use crate::finding::{Finding, Place, SpotEdit};
use crate::{same, walk};

pub(super) fn check(rule: &Rule, cx: &FormContext<'_>, sink: &mut Vec<Finding>) {
    walk::body_literals(rule, &mut |literal| {
        let LiteralKind::Not(inner) = &literal.kind else {
            return;
        };
        let negation = cx.spelling.negation();
        let finding = |what: &str| {
            Finding::new(
                Code::NEGATED_CONNECTIVE,
                cx.node(literal.id),
                format!("`{negation}` cannot negate {what}: it takes an atom"),
            )
        };
        sink.push(match &inner.kind {
            LiteralKind::Atom(_) => return,
            LiteralKind::Not(kept) => {
                let kept_place = cx.node(kept.id);
                let kept_text = cx.spelling.literal(kept, &rule.variables);
                finding("a negation")
                    .help(format!("write `{kept_text}`"))
                    .safe_fix(
                        "remove both negations",
                        vec![(
                            cx.node(literal.id),
                            SpotEdit::Unwrap {
                                first: kept_place,
                                last: kept_place,
                            },
                        )],
                    )
            }
            LiteralKind::Distinct(args) => {
                negated_distinct(finding("a `distinct`"), rule, literal, args, cx)
            }
            LiteralKind::Or(_) => finding("a disjunction")
                .help("negate each of its literals instead, as literals of the body"),
            LiteralKind::And(parts) => {
                negated_conjunction(finding("an `and`"), rule, literal, parts, cx)
            }
        });
    });
}

/// What says the same: one of the literals does not hold.
fn negated_conjunction(
    finding: Finding,
    rule: &Rule,
    literal: &Literal,
    parts: &[Literal],
    cx: &FormContext<'_>,
) -> Finding {
    let negate = |part: &Literal| match &part.kind {
        LiteralKind::Atom(_) => Some(Literal {
            id: part.id,
            kind: LiteralKind::Not(Box::new(part.clone())),
        }),
        LiteralKind::Not(inner) => Some((**inner).clone()),
        LiteralKind::Distinct(_) | LiteralKind::Or(_) | LiteralKind::And(_) => None,
    };
    let negated: Option<Vec<_>> = parts.iter().map(negate).collect();
    let kind = match negated {
        Some(negated) if negated.len() > 1 => LiteralKind::Or(negated.into()),
        Some(negated) if negated.len() == 1 => negated[0].kind.clone(),
        _ => {
            return finding.help(
                "define a relation by a rule with these literals, and negate that relation here",
            );
        }
    };
    let id = literal.id;
    let meant = cx.spelling.literal(&Literal { id, kind }, &rule.variables);
    finding.help(format!("write `{meant}`")).safe_fix(
        format!("write `{meant}`"),
        vec![(cx.node(literal.id), SpotEdit::Replace(meant))],
    )
}

fn negated_distinct(
    finding: Finding,
    rule: &Rule,
    literal: &Literal,
    args: &[Term],
    cx: &FormContext<'_>,
) -> Finding {
    let [left, right] = args else { return finding };
    let spell = |term: &Term| cx.spelling.term(term, &rule.variables);
    if same::clash(left, right) {
        return finding.help(format!(
            "`{}` and `{}` are never the same, so this {} never holds",
            spell(left),
            spell(right),
            cx.noun()
        ));
    }
    let in_body = rule.body.iter().any(|own| own.id == literal.id);
    let alone = rule.body.len() == 1;
    if same::term(left, right) {
        let finding = finding.help("a term is always the same as itself: leave the literal out");
        if !in_body {
            return finding;
        }
        return finding.safe_fix("remove the literal", removal(rule, literal, alone, cx));
    }
    // The name that is read first stays, unless the other term says more than a name.
    let (gone, kept) = match (left, right) {
        (Term::Variable { variable: l, .. }, Term::Variable { variable: r, .. }) => {
            if l < r {
                (*r, left)
            } else {
                (*l, right)
            }
        }
        (Term::Variable { variable, .. }, other) | (other, Term::Variable { variable, .. }) => {
            (*variable, other)
        }
        _ => return finding.help("write the two terms alike where they occur"),
    };
    if occurs(gone, kept) {
        return finding.help(format!(
            "`{}` is never the same as `{}`, so this {} never holds",
            rule.variables[gone.0 as usize],
            spell(kept),
            cx.noun()
        ));
    }
    let (name, kept) = (&rule.variables[gone.0 as usize], spell(kept));
    let finding = finding.help(format!("write `{kept}` for `{name}` in the whole rule"));
    if !in_body {
        return finding;
    }
    let mut edits = removal(rule, literal, alone, cx);
    edits.extend(
        occurrences_outside(rule, gone, literal, alone)
            .map(|place| (cx.node(place), SpotEdit::Replace(kept.clone()))),
    );
    finding.safe_fix(format!("write `{kept}` for `{name}` in the rule"), edits)
}

/// What removes the literal; with it the whole body, where it is all of the body.
fn removal(
    rule: &Rule,
    literal: &Literal,
    alone: bool,
    cx: &FormContext<'_>,
) -> Vec<(Place, SpotEdit)> {
    if alone {
        let head = cx.node(rule.head.id);
        vec![(
            cx.whole(),
            SpotEdit::Unwrap {
                first: head,
                last: head,
            },
        )]
    } else {
        vec![(cx.node(literal.id), SpotEdit::Delete)]
    }
}

fn occurs(variable: VarId, term: &Term) -> bool {
    let mut found = false;
    walk::variables(std::slice::from_ref(term), &mut |_, other| {
        found |= other == variable;
    });
    found
}

/// The occurrences of the variable that stay when `literal` goes.
fn occurrences_outside(
    rule: &Rule,
    variable: VarId,
    literal: &Literal,
    alone: bool,
) -> impl Iterator<Item = logic::NodeId> {
    let mut places = Vec::new();
    let mut push = |id, other| {
        if other == variable {
            places.push(id);
        }
    };
    walk::variables(&rule.head.args, &mut push);
    if !alone {
        for other in rule.body.iter().filter(|other| other.id != literal.id) {
            walk::literals(other, &mut |part| {
                walk::variables(walk::arguments(part), &mut push);
            });
        }
    }
    places.into_iter()
}

#[cfg(test)]
mod tests {
    use source::Code;

    use crate::test_support::{check, check_clean, check_fix, check_no_fix, check_whole};

    const CODE: Code = Code::NEGATED_CONNECTIVE;

    #[test]
    fn not_takes_an_atom() {
        check(
            CODE,
            r"
(<= p q (not (not r)))
        ^^^^^^^^^^^^^ negated-connective: `not` cannot negate a negation: it takes an atom
(<= p q (not (or r s)))
        ^^^^^^^^^^^^^^ negated-connective: `not` cannot negate a disjunction: it takes an atom
(<= (p ?x) (q ?x) (not (distinct ?x a)))
                  ^^^^^^^^^^^^^^^^^^^^^ negated-connective: `not` cannot negate a `distinct`: it takes an atom
",
        );
        check(
            CODE,
            r"
p :- q & ~(r | s)
         ^^^^^^^^ negated-connective: `~` cannot negate a disjunction: it takes an atom
p :- q(X) & not distinct(X,a)
            ^^^^^^^^^^^^^^^^^ negated-connective: `~` cannot negate a `distinct`: it takes an atom
",
        );
        check_clean(CODE, r"(<= p q (not r) (distinct a b))");
    }

    #[test]
    fn a_doubled_not_goes() {
        check_fix(CODE, r"(<= p q (not (not (r a))))", r"(<= p q (r a))");
    }

    #[test]
    fn equal_terms_are_written_alike() {
        check_fix(
            CODE,
            r"(<= (p ?x) (q ?x) (r ?y)
    (not (distinct ?x ?y)))",
            r"(<= (p ?x) (q ?x) (r ?x))",
        );
        check_fix(
            CODE,
            r"(<= (p ?x) (not (distinct ?x 3)) (q ?x))",
            r"(<= (p 3) (q 3))",
        );
        check_fix(
            CODE,
            r"(<= (p ?x) (q ?x) (not (distinct (f ?y) ?x)) (r ?y))",
            r"(<= (p (f ?y)) (q (f ?y)) (r ?y))",
        );
        check_fix(CODE, r"p(X) :- q(X,Y) & ~distinct(Y,X)", r"p(X) :- q(X,X)");
        check_fix(CODE, r"(<= p (not (distinct a a)))", r"p");
    }

    #[test]
    fn of_a_conjunction_one_literal_does_not_hold() {
        check_fix(
            CODE,
            r"(<= p q (not (and (r a) (not s))))",
            r"(<= p q (or (not (r a)) s))",
        );
        check(
            CODE,
            r"
(<= p q (not (and r s)))
        ^^^^^^^^^^^^^^^ negated-connective: `not` cannot negate an `and`: it takes an atom
",
        );
        check_fix(CODE, r"(<= p q (not (and (r a))))", r"(<= p q (not (r a)))");
        check_no_fix(CODE, r"(<= (p ?x) (q ?x) (not (and r (distinct ?x a))))");
        // Nowhere in the new text the remark would be in its place.
        check_no_fix(CODE, "(<= p q (not (and r ; a remark\n s)))");
    }

    #[test]
    fn what_never_holds_and_what_is_one_of_many_is_left() {
        check_no_fix(CODE, r"(<= p q (not (distinct a b)))");
        check_no_fix(CODE, r"(<= (p ?x) (q ?x) (not (distinct ?x (f ?x))))");
        check_no_fix(CODE, r"(<= (p ?x) (q ?x) (or r (not (distinct ?x a))))");
    }

    #[test]
    fn what_to_write_instead() {
        check_whole(
            CODE,
            r"(<= p q (not (not (r a))))
(<= p q (not (or r s)))
(<= p q (not (and r s)))
(<= p q (not (distinct a b)))
(<= (p ?x) (q ?x) (or r (not (distinct (f ?x) (f ?x)))))
(<= (p ?x) (q ?x) (not (distinct (f ?x a) (f a ?x))))
(<= (p ?x) (q ?x) (not (distinct ?x (f ?x))))
(<= (p ?x ?y) (q ?x ?y) (not (distinct ?y ?x)))",
            "error `(not (not (r a)))` (line 1): `not` cannot negate a negation: it takes an atom
             help: write `(r a)`
             error `(not (or r s))` (line 2): `not` cannot negate a disjunction: it takes an atom
             help: negate each of its literals instead, as literals of the body
             error `(not (and r s))` (line 3): `not` cannot negate an `and`: it takes an atom
             help: write `(or (not r) (not s))`
             error `(not (distinct a b))` (line 4): `not` cannot negate a `distinct`: it takes an atom
             help: `a` and `b` are never the same, so this rule never holds
             error `(not (distinct (f ?x) (f ?x)))` (line 5): `not` cannot negate a `distinct`: it takes an atom
             help: a term is always the same as itself: leave the literal out
             error `(not (distinct (f ?x a) (f a ?x)))` (line 6): `not` cannot negate a `distinct`: it takes an atom
             help: write the two terms alike where they occur
             error `(not (distinct ?x (f ?x)))` (line 7): `not` cannot negate a `distinct`: it takes an atom
             help: `?x` is never the same as `(f ?x)`, so this rule never holds
             error `(not (distinct ?y ?x))` (line 8): `not` cannot negate a `distinct`: it takes an atom
             help: write `?x` for `?y` in the whole rule",
        );
    }
}
