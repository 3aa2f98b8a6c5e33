//! Derivations and their absence.

use std::collections::BTreeSet;

use herbrand_ground::{Model, Options, Program, Proof, Reason, Truth, evaluate};
use logic::samples::{program, rules};
use logic::{Atom, GroundAtom, GroundTerm, Literal, LiteralKind, Rule, Term};
use proptest::prelude::*;

fn model(text: &str) -> Model {
    let program = Program::of(&rules(text));
    evaluate(&program, [], &Options::default()).expect("a small program")
}

fn atom(text: &str) -> GroundAtom {
    GroundAtom::of(&logic::samples::rule(text).head).expect("a fact")
}

/// A proof as lines: the atom, then the rule and the premises, `~` before what does not hold.
fn lines(proof: &Proof) -> Vec<String> {
    let premise = |&(_, step): &(usize, usize)| proof.steps[step].atom.to_string();
    let line = |step: &herbrand_ground::ProofStep| match &step.reason {
        Reason::Fact => format!("{}", step.atom),
        Reason::Rule {
            rule,
            premises,
            absent,
            ..
        } => {
            let absent = absent.iter().map(|(_, atom)| format!("~{atom}"));
            let body: Vec<String> = premises.iter().map(premise).chain(absent).collect();
            format!("{} by {rule}: {}", step.atom, body.join(" "))
        }
    };
    proof.steps.iter().map(line).collect()
}

#[test]
fn a_derivation_reaches_back_to_facts() {
    let text = "e(a,b). e(b,c). closed(c). t(X,Y) :- e(X,Y). t(X,Z) :- t(X,Y), e(Y,Z).
        open(X,Y) :- t(X,Y), ~closed(X).";
    let proof = model(text)
        .prove(&atom("open(a,c)."), &Options::default())
        .expect("within limits")
        .expect("a derivation");
    assert_eq!(
        lines(&proof),
        [
            "open(a,c) by 5: t(a,c) ~closed(a)",
            "t(a,c) by 4: t(a,b) e(b,c)",
            "t(a,b) by 3: e(a,b)",
            "e(b,c)",
            "e(a,b)",
        ]
    );
    assert_eq!(
        model(text)
            .prove(&atom("open(c,a)."), &Options::default())
            .expect("within limits"),
        None
    );
    assert_eq!(
        model(text)
            .prove(&atom("unknown(c)."), &Options::default())
            .expect("within limits"),
        None
    );
}

#[test]
fn what_supports_itself_only_is_not_its_own_reason() {
    let text = "p(a) :- q(a). q(a) :- p(a). q(a) :- r(a). r(a).";
    let proof = model(text)
        .prove(&atom("p(a)."), &Options::default())
        .expect("within limits")
        .expect("a derivation");
    assert_eq!(
        lines(&proof),
        ["p(a) by 0: q(a)", "q(a) by 2: r(a)", "r(a)"]
    );
}

/// A miss as text: the rule, the leaf that fails, and the bindings that come near.
fn misses(text: &str, asked: &str) -> Vec<String> {
    let misses = model(text)
        .why_not(&atom(asked), 3, &Options::default())
        .expect("within limits");
    let shown = misses.iter().map(|miss| {
        let near = miss.near.iter().map(|near| {
            let term = |term: &Option<GroundTerm>| {
                term.as_ref().map_or("-".to_owned(), ToString::to_string)
            };
            near.binding.iter().map(term).collect::<Vec<_>>().join(",")
        });
        let near: Vec<String> = near.collect();
        format!("{} at {}: {}", miss.rule, miss.leaf, near.join(" "))
    });
    shown.collect()
}

#[test]
fn a_miss_names_the_literal_and_what_came_near() {
    let text = "parent(art,bob). parent(bob,coe). parent(bob,cal). dead(coe).
        grand(X,Z) :- parent(X,Y), parent(Y,Z), ~dead(Z).";
    assert_eq!(misses(text, "grand(art,dee)."), ["4 at 1: art,dee,bob"]);
    assert_eq!(
        misses(text, "grand(bob,art)."),
        ["4 at 1: bob,art,coe bob,art,cal"]
    );
    assert_eq!(misses(text, "grand(art,coe)."), ["4 at 2: art,coe,-"]);
    assert!(misses(text, "grand(art,cal).").is_empty());
    assert!(misses(text, "other(art,cal).").is_empty());
}

#[test]
fn a_disjunction_misses_once_a_branch() {
    let text = "p(a). q(b). h(X) :- p(X), (q(X) | distinct(X,a)). h(f(Y)) :- q(Y).";
    assert_eq!(misses(text, "h(a)."), ["2 at 1: a", "2 at 2: a"]);
    assert_eq!(
        misses(text, "h(f(a))."),
        ["2 at 0: f(a)", "2 at 0: f(a)", "3 at 0: a"]
    );
}

/// The instance of a term.
fn ground(term: &Term, binding: &[Option<GroundTerm>]) -> GroundTerm {
    match term {
        Term::Constant { name, .. } => GroundTerm::Constant(name.clone()),
        Term::Variable { variable, .. } => binding[variable.0 as usize].clone().expect("a binding"),
        Term::Function { name, args, .. } => {
            GroundTerm::function(name.clone(), args.iter().map(|arg| ground(arg, binding)))
        }
    }
}

fn instance(atom: &Atom, binding: &[Option<GroundTerm>]) -> GroundAtom {
    let args = atom.args.iter().map(|arg| ground(arg, binding));
    GroundAtom::new(atom.relation.clone(), args)
}

/// Whether a literal holds; a branch of a disjunction with an unbound variable does not.
fn holds(model: &Model, literal: &Literal, binding: &[Option<GroundTerm>]) -> bool {
    let mut bound = logic::VarSet::default();
    match &literal.kind {
        LiteralKind::Atom(atom) => atom.args.iter().for_each(|arg| bound.insert_term(arg)),
        LiteralKind::Distinct(args) => args.iter().for_each(|arg| bound.insert_term(arg)),
        _ => {}
    }
    if bound
        .iter()
        .any(|variable| binding[variable.0 as usize].is_none())
    {
        return false;
    }
    match &literal.kind {
        LiteralKind::Atom(atom) => model.contains(&instance(atom, binding)),
        LiteralKind::Not(inner) => match &inner.kind {
            LiteralKind::Atom(atom) => model.truth(&instance(atom, binding)) == Truth::False,
            _ => false,
        },
        LiteralKind::Distinct(args) => ground(&args[0], binding) != ground(&args[1], binding),
        LiteralKind::Or(parts) => parts.iter().any(|part| holds(model, part, binding)),
        LiteralKind::And(parts) => parts.iter().all(|part| holds(model, part, binding)),
    }
}

/// Every step is an instance of its rule over the model, or a fact, and none needs itself.
fn check(model: &Model, rules: &[Rule], proof: &Proof) {
    for step in &proof.steps {
        match &step.reason {
            Reason::Fact => {
                let facts = rules.iter().filter(|rule| rule.body.is_empty());
                let mut facts = facts.filter_map(|rule| GroundAtom::of(&rule.head));
                assert!(
                    facts.any(|fact| fact == step.atom),
                    "{} is no fact",
                    step.atom
                );
            }
            Reason::Rule {
                rule,
                binding,
                premises,
                absent,
            } => {
                let rule = &rules[*rule];
                assert_eq!(instance(&rule.head, binding), step.atom);
                assert!(
                    rule.body
                        .iter()
                        .all(|literal| holds(model, literal, binding))
                );
                for (_, atom) in absent {
                    assert_eq!(model.truth(atom), Truth::False);
                }
                let mut leaves = Vec::new();
                logic::body_atoms(&rule.body, &mut |atom, _| leaves.push(atom));
                for &(_, premise) in premises {
                    let premise = &proof.steps[premise].atom;
                    let is_one = |leaf: &&Atom| leaf.relation == premise.relation;
                    assert!(leaves.iter().any(is_one));
                }
            }
        }
    }
    let mut done = BTreeSet::new();
    while done.len() < proof.steps.len() {
        let before = done.len();
        for (index, step) in proof.steps.iter().enumerate() {
            let ready = match &step.reason {
                Reason::Fact => true,
                Reason::Rule { premises, .. } => premises.iter().all(|(_, p)| done.contains(p)),
            };
            if ready {
                done.insert(index);
            }
        }
        assert!(
            done.len() > before,
            "a step needs itself: {:?}",
            lines(proof)
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]
    #[test]
    fn every_true_atom_has_a_derivation(text in program()) {
        let rules = rules(&text);
        let mut model = model(&text);
        let atoms: Vec<GroundAtom> = model.all().collect();
        for atom in atoms {
            let proof = model.prove(&atom, &Options::default()).expect("within limits").expect("a derivation");
            prop_assert_eq!(&proof.steps[0].atom, &atom);
            check(&model, &rules, &proof);
            prop_assert!(model.why_not(&atom, 0, &Options::default()).expect("within limits").len() < rules.len());
        }
        let open: Vec<GroundAtom> = model.undefined().collect();
        for atom in open {
            prop_assert_eq!(model.prove(&atom, &Options::default()).expect("within limits"), None);
        }
    }

    /// An atom fails exactly if every rule that could give it does.
    #[test]
    fn a_false_atom_misses_every_rule(text in program()) {
        let rules = rules(&text);
        let mut model = model(&text);
        for (relation, arity) in [("p", 1), ("q", 1), ("r", 2), ("s", 2), ("z", 0)] {
            let terms = ["a", "b", "k"].map(GroundTerm::constant);
            let args: Vec<GroundTerm> = terms.into_iter().cycle().take(arity).collect();
            let asked = GroundAtom::new(relation, args);
            if model.truth(&asked) != Truth::False {
                continue;
            }
            let misses = model.why_not(&asked, 1, &Options::default()).expect("within limits");
            let missed: BTreeSet<usize> = misses.iter().map(|miss| miss.rule).collect();
            let fitting = (0..rules.len()).filter(|&index| {
                let head = &rules[index].head;
                logic::unifiable(head, &asked.to_atom())
            });
            prop_assert_eq!(missed, fitting.collect::<BTreeSet<_>>());
        }
    }

    /// A variable ranges over what stands for it in the instances, all of them.
    #[test]
    fn ranges_are_those_of_the_instances(text in program()) {
        let mut model = model(&text);
        let options = Options::default();
        for (clause, rule) in rules(&text).iter().enumerate() {
            let instances = model.instances(clause, usize::MAX, &options).expect("within limits");
            let mut expected = vec![BTreeSet::new(); rule.variables.len()];
            for binding in instances {
                for (range, term) in expected.iter_mut().zip(binding) {
                    range.extend(term.map(|term| term.to_string()));
                }
            }
            let ranges = model.ranges(clause, &options).expect("within limits").into_iter();
            let ranges = ranges.map(|range| range.iter().map(ToString::to_string).collect());
            prop_assert_eq!(ranges.collect::<Vec<BTreeSet<_>>>(), expected, "{}", &text);
        }
    }
}
