//! A rule that puts a function around what it was given, and is given what it has built before,
//! builds ever larger terms: no model is finite, and no state of a game is listed beforehand.
//! Let a relation that ends say how far it goes. Found when grounding reaches a limit.
//!
//! ## Wrong
//! ```kif
//! (number zero)
//! ; herbrand: allow unrestricted-recursion
//! (<= (number (next ?n))
//!     (number ?n))
//! ```
//!
//! ## Right
//! ```kif
//! (successor zero one)
//! (successor one two)
//! (number zero)
//! (<= (number ?m)
//!     (number ?n)
//!     (successor ?n ?m))
//! ```

use analysis::Finding;
use ground::{Limit, Options};
use logic::{Atom, GroundAtom, Literal, LiteralKind, Rule, Term};
use source::Code;

use crate::dead_rules::given_as;
use crate::instance::{Binding, atom_instance, matching};
use crate::{Spec, Stop};

/// What a rule is renamed to, so that it is given nothing that it has built. No sheet can have
/// such a name.
const APART: &str = "set apart";

/// How many instances the other rules may have.
const PROBED: u64 = 1_000_000;

/// How many rules are reported.
const REPORTED: usize = 3;

/// What is to blame for a limit that was reached.
pub(super) fn check(spec: &Spec, stop: &Stop, options: &Options<'_>) -> Vec<Finding> {
    let deep = stop.rule.filter(|_| stop.limit == Some(Limit::Depth));
    if stop.limit.is_none() {
        return Vec::new();
    }
    let endless: Vec<(usize, Growth)> = (0..spec.rules.len())
        .filter_map(|rule| Some((rule, growth(spec, &spec.rules[rule])?)))
        .collect();
    let mut found = Vec::new();
    let mut apart = spec.clone();
    for (rule, _) in &endless {
        apart.rules[*rule].head.relation = APART.into();
    }
    // Without the rules that feed themselves most programs end, and soon.
    let mut few = *options;
    few.limits.instances = few.limits.instances.min(PROBED);
    few.limits.steps = few.limits.steps.min(PROBED * 16);
    let first = match endless.is_empty() {
        true => None,
        false => apart.ground(&few).ok(),
    };
    if let Some(mut evaluation) = first {
        for (rule, growth) in &endless {
            let Ok(clause) = evaluation.clauses.binary_search(rule) else {
                continue;
            };
            let look = options.for_a_look();
            let first = evaluation.model.instances(clause, 1, &look).ok();
            let binding = first.and_then(|first| first.into_iter().next());
            if let Some(binding) = binding.filter(|_| found.len() < REPORTED) {
                found.push(report(spec, *rule, growth, &binding));
            }
        }
    }
    if let Some(rule) = deep.filter(|_| found.is_empty()) {
        let depth = options.limits.depth;
        let message =
            format!("this rule builds terms of more than {depth} functions in each other");
        let finding = Finding::new(Code::UNBOUNDED_TERMS, spec.head_place(rule), message);
        found.push(finding.help("let a relation that ends say how far it goes"));
    }
    found
}

fn report(spec: &Spec, rule: usize, growth: &Growth, binding: &Binding) -> Finding {
    let written = &spec.rules[rule];
    let spell = |atom: &Atom| format!("`{}`", spec.spelling.atom(atom, &[]));
    let built = atom_instance(&written.head, binding);
    let mut message = "this rule builds ever larger terms".to_owned();
    if let Some(built) = GroundAtom::of(&built) {
        let mut again = binding.to_vec();
        for atom in &growth.fed {
            let matched = matching(atom, &built).into_iter().enumerate();
            for (variable, term) in matched.filter(|(_, term)| term.is_some()) {
                again[variable] = term;
            }
        }
        let next = atom_instance(&written.head, &again);
        message = format!(
            "{message}: {}, then {}",
            spell(&built.to_atom()),
            spell(&next)
        );
    }
    let mut finding = Finding::new(Code::UNBOUNDED_TERMS, spec.head_place(rule), message);
    for atom in &growth.fed {
        let label = "what it has built is taken up here";
        finding = finding.label(spec.place(rule, atom.id), label);
    }
    finding.help("let a relation that ends say how far it goes")
}

/// How a rule feeds itself without end.
struct Growth {
    /// The atoms of its body that its head is an instance of.
    fed: Vec<Atom>,
}

/// Whether a rule that has one instance has one after the other, each with larger terms: what it
/// builds is what some atoms of its body ask for, and the other literals keep holding, since
/// nothing in them changes on the way.
fn growth(spec: &Spec, rule: &Rule) -> Option<Growth> {
    let (mut fed, mut others) = (Vec::new(), Vec::new());
    // What stands for a variable the next time.
    let mut next: Vec<Option<&Term>> = vec![None; rule.variables.len()];
    for literal in &rule.body {
        match taken_up(spec, rule, literal) {
            Some(atom) if matches(&atom.args, &rule.head.args, &mut next) => fed.push(atom.clone()),
            Some(_) => return None,
            None => others.push(literal),
        }
    }
    let changes = |variable: usize| match next[variable] {
        Some(Term::Variable { variable: same, .. }) => same.0 as usize != variable,
        Some(_) => true,
        None => false,
    };
    let mut steady = true;
    for literal in others {
        variables(literal, &mut |variable| steady &= !changes(variable));
    }
    // A variable of the head comes to be in a function around itself.
    let grows = (0..rule.variables.len()).any(|variable| {
        matches!(next[variable], Some(term @ Term::Function { .. }) if mentions(term, variable))
    });
    (steady && grows && !fed.is_empty()).then_some(Growth { fed })
}

/// The atom of a literal, if rules with such a head give it.
fn taken_up<'a>(spec: &Spec, rule: &Rule, literal: &'a Literal) -> Option<&'a Atom> {
    let LiteralKind::Atom(atom) = &literal.kind else {
        return None;
    };
    let head = &rule.head;
    let same =
        |other: &Atom| other.relation == head.relation && other.args.len() == head.args.len();
    given_as(spec, atom).iter().any(same).then_some(atom)
}

/// Whether terms are an instance of patterns, whose variables then stand for parts of them.
fn matches<'a>(patterns: &[Term], terms: &'a [Term], next: &mut [Option<&'a Term>]) -> bool {
    let mut pairs = patterns.iter().zip(terms);
    pairs.all(|(pattern, term)| match (pattern, term) {
        (Term::Variable { variable, .. }, _) => {
            let stands = next[variable.0 as usize].get_or_insert(term);
            same(stands, term)
        }
        (Term::Constant { name, .. }, Term::Constant { name: other, .. }) => name == other,
        (
            Term::Function { name, args, .. },
            Term::Function {
                name: other,
                args: others,
                ..
            },
        ) => name == other && args.len() == others.len() && matches(args, others, next),
        _ => false,
    })
}

/// Whether two terms of one rule are equal.
fn same(a: &Term, b: &Term) -> bool {
    match (a, b) {
        (Term::Variable { variable: a, .. }, Term::Variable { variable: b, .. }) => a == b,
        (Term::Constant { name: a, .. }, Term::Constant { name: b, .. }) => a == b,
        (
            Term::Function {
                name: a, args: xs, ..
            },
            Term::Function {
                name: b, args: ys, ..
            },
        ) => a == b && xs.len() == ys.len() && xs.iter().zip(ys).all(|(x, y)| same(x, y)),
        _ => false,
    }
}

fn mentions(term: &Term, variable: usize) -> bool {
    match term {
        Term::Variable { variable: own, .. } => own.0 as usize == variable,
        Term::Constant { .. } => false,
        Term::Function { args, .. } => args.iter().any(|arg| mentions(arg, variable)),
    }
}

fn variables(literal: &Literal, visit: &mut impl FnMut(usize)) {
    fn of_terms(terms: &[Term], visit: &mut impl FnMut(usize)) {
        for term in terms {
            match term {
                Term::Variable { variable, .. } => visit(variable.0 as usize),
                Term::Constant { .. } => {}
                Term::Function { args, .. } => of_terms(args, visit),
            }
        }
    }
    match &literal.kind {
        LiteralKind::Atom(atom) => of_terms(&atom.args, visit),
        LiteralKind::Distinct(terms) => of_terms(terms, visit),
        LiteralKind::Not(inner) => variables(inner, visit),
        LiteralKind::Or(parts) | LiteralKind::And(parts) => {
            parts.iter().for_each(|part| variables(part, visit));
        }
    }
}

#[cfg(test)]
mod tests {
    use ground::Limits;
    use source::Code;

    use super::super::test_support::{check, check_found, diagnostics_within};

    const CODE: Code = Code::UNBOUNDED_TERMS;

    #[test]
    fn a_rule_that_feeds_itself_is_told_with_what_it_builds() {
        check(
            CODE,
            "(p a)\n(<= (p (f ?x)) (p ?x))\n(<= (q ?x) (p ?x))\n",
            "warning `(p (f ?x))` (line 2): this rule builds ever larger terms: `(p (f a))`, then `(p (f (f a)))`
             `(p ?x)` (line 2): what it has built is taken up here
             help: let a relation that ends say how far it goes",
        );
        check(
            CODE,
            "kind(k)\nlist(nil,0)\nlist(cons(X,T),1) :- kind(X) & list(T,N) & distinct(X,z)\n",
            "warning `list(cons(X,T),1)` (line 3): this rule builds ever larger terms: \
             `list(cons(k,nil),1)`, then `list(cons(k,cons(k,nil)),1)`
             `list(T,N)` (line 3): what it has built is taken up here
             help: let a relation that ends say how far it goes",
        );
    }

    #[test]
    fn so_is_a_game_whose_state_grows() {
        check(
            CODE,
            "(role r) (init (at zero)) (legal r go) (goal r 0)\n\
             (<= (next (at (s ?x))) (true (at ?x)) (does r go))\n(<= terminal (true (at one)))\n",
            "warning `(next (at (s ?x)))` (line 2): this rule builds ever larger terms: \
             `(next (at (s zero)))`, then `(next (at (s (s zero))))`
             `(true (at ?x))` (line 2): what it has built is taken up here
             help: let a relation that ends say how far it goes",
        );
    }

    #[test]
    fn rules_beside_it_that_end_are_not_blamed() {
        check(
            CODE,
            "(p a)\n(<= (p (f ?x)) (p ?x))\n(q a) (ok a)\n(<= (q (f ?x)) (q ?x) (ok ?x))\n\
             (r b)\n(<= (r ?x) (r ?x))\n",
            "warning `(p (f ?x))` (line 2): this rule builds ever larger terms: `(p (f a))`, then `(p (f (f a)))`
             `(p ?x)` (line 2): what it has built is taken up here
             help: let a relation that ends say how far it goes",
        );
    }

    /// Terms that double in size reach the limit of instances long before that of depth.
    #[test]
    fn two_of_its_own_atoms_make_it_grow_all_the_faster() {
        let text = "(p a)\n(<= (p (f ?x ?y)) (p ?x) (p ?y))\n";
        let limits = Limits {
            instances: 1_000,
            ..Limits::default()
        };
        check_found(
            CODE,
            text,
            &diagnostics_within(text, limits),
            "warning `(p (f ?x ?y))` (line 2): this rule builds ever larger terms: `(p (f a a))`, \
             then `(p (f (f a a) (f a a)))`
             `(p ?x)` (line 2): what it has built is taken up here
             `(p ?y)` (line 2): what it has built is taken up here
             help: let a relation that ends say how far it goes",
        );
    }

    #[test]
    fn rules_that_feed_each_other_are_told_at_the_one_that_passes_the_limit() {
        check(
            CODE,
            "(p a)\n(<= (q ?x ?x) (p ?x))\n(<= (p (f ?x)) (q ?x ?y))\n",
            "warning `(p (f ?x))` (line 3): this rule builds terms of more than 100 functions in each other
             help: let a relation that ends say how far it goes",
        );
    }

    #[test]
    fn a_limit_that_is_reached_otherwise_is_no_fault_of_terms() {
        let text = "(n 1) (n 2) (n 3)\n(<= (p ?x ?y ?z) (n ?x) (n ?y) (n ?z))\n\
                    (<= (q (f ?x)) (q ?x) (n ?x))\n(<= (s (f ?x)) (s ?x))\n(<= (n ?x) (s ?x))";
        let limits = Limits {
            instances: 10,
            ..Limits::default()
        };
        let found = diagnostics_within(text, limits);
        check_found(CODE, text, &found, "");
        assert!(found.iter().all(|found| found.code != Code::NEVER_TRUE));
    }

    #[test]
    fn terms_that_a_table_bounds_are_fine() {
        check(
            CODE,
            "(p a)\n(ok a) (ok (f a))\n(<= (p (f ?x)) (p ?x) (ok ?x))\n(<= (r (f ?x)) (p ?x))\n",
            "",
        );
    }
}
