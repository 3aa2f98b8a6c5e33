//! Rules in parts: a variable that the head does not need is joined apart from the rest.
//!
//! `h(X) :- p(X,Y), q(Y,Z), r(Z)` has an instance for each `X`, `Y` and `Z`; with
//! `part(Y) :- q(Y,Z), r(Z)` and `h(X) :- p(X,Y), part(Y)` it has one for each pair. This is
//! variable elimination (Dechter, *Bucket elimination*, 1999), as `lpopt` does it for answer sets
//! (Bichler, Morak and Woltran, 2016).

use std::collections::BTreeSet;

use logic::{Name, Relation as RelationName};

use crate::normal::{Pattern, RelationId, Relations, Rule, Subgoal, Test};

/// A literal of a rule.
#[derive(Clone, Debug)]
enum Part {
    Positive(Subgoal),
    Negative(Subgoal),
    Test(Test, usize),
}

type Variables = BTreeSet<usize>;

impl Part {
    fn variables(&self) -> Variables {
        let mut all = Variables::new();
        let mut add = |pattern: &Pattern| {
            pattern.variables(&mut |variable| {
                all.insert(variable);
            });
        };
        match self {
            Self::Positive(goal) | Self::Negative(goal) => {
                goal.args.iter().for_each(&mut add);
                goal.guards.iter().for_each(|guard| add(&guard.arg));
            }
            Self::Test(test, _) => test.parts().into_iter().for_each(add),
        }
        all
    }
}

/// The parts of a rule, the rule itself last; only the rule where nothing is to be gained. The
/// relations that only say how far parts go are added to `asked`.
pub(crate) fn split(
    rule: &Rule,
    relations: &mut impl Relations,
    asked: &mut Vec<RelationId>,
) -> Vec<Rule> {
    let mut head = Variables::new();
    for arg in &rule.head.args {
        arg.variables(&mut |variable| {
            head.insert(variable);
        });
    }
    let mut parts = parts(rule);
    let mut rules = Vec::new();
    while let Some(bucket) = smallest_bucket(&parts, &head) {
        let take = |inside: bool| {
            let indexes = (0..parts.len()).filter(|at| bucket.parts.contains(at) == inside);
            indexes.map(|at| parts[at].clone()).collect()
        };
        let (mut inside, mut rest): (Vec<Part>, Vec<Part>) = (take(true), take(false));
        for &binder in &bucket.binders {
            let binder = &parts[binder];
            let mut shared = binder.variables();
            shared.retain(|variable| bucket.variables.contains(variable));
            let goal = goal("asked", shared, relations);
            asked.push(goal.relation);
            rules.push(assemble(rule, goal.clone(), vec![binder.clone()]));
            inside.push(Part::Positive(goal));
        }
        let goal = goal("part", bucket.interface, relations);
        rules.push(assemble(rule, goal.clone(), inside));
        rest.push(Part::Positive(goal));
        parts = rest;
    }
    rules.push(assemble(rule, rule.head.clone(), parts));
    rules
}

/// A new relation over variables.
fn goal(what: &str, variables: Variables, relations: &mut impl Relations) -> Subgoal {
    // A blank is in no name of a program.
    let name = Name::from(format!("{what} {}", relations.fresh()));
    Subgoal {
        relation: relations.id(&RelationName::new(name, variables.len() as u32)),
        args: variables.into_iter().map(Pattern::Variable).collect(),
        leaf: 0,
        guards: Vec::new(),
    }
}

fn parts(rule: &Rule) -> Vec<Part> {
    let positive = rule.positive.iter().cloned().map(Part::Positive);
    let negative = rule.negative.iter().cloned().map(Part::Negative);
    let tests = rule.tests.iter().cloned().zip(&rule.test_leaves);
    let tests = tests.map(|(test, &leaf)| Part::Test(test, leaf));
    positive.chain(negative).chain(tests).collect()
}

fn assemble(rule: &Rule, head: Subgoal, parts: Vec<Part>) -> Rule {
    let mut assembled = Rule {
        clause: rule.clause,
        head,
        positive: Vec::new(),
        negative: Vec::new(),
        tests: Vec::new(),
        test_leaves: Vec::new(),
        variables: rule.variables,
    };
    for part in parts {
        match part {
            Part::Positive(goal) => assembled.positive.push(goal),
            Part::Negative(goal) => assembled.negative.push(goal),
            Part::Test(test, leaf) => {
                assembled.tests.push(test);
                assembled.test_leaves.push(leaf);
            }
        }
    }
    assembled
}

/// The literals of a variable that can go.
struct Bucket {
    parts: BTreeSet<usize>,
    variables: Variables,
    /// The variables that they share with the others.
    interface: Variables,
    /// How many variables they do not bind.
    missing: usize,
    /// Literals elsewhere that bind those, and narrow the others down.
    binders: Vec<usize>,
}

impl Bucket {
    fn cost(&self) -> (usize, usize, usize) {
        (self.missing, self.variables.len(), self.interface.len())
    }
}

/// Of the variables that the head does not need the one whose literals have the fewest variables,
/// those first whose literals bind all that they need. Only where both sides come to have fewer
/// variables than the whole.
fn smallest_bucket(parts: &[Part], head: &Variables) -> Option<Bucket> {
    let of: Vec<Variables> = parts.iter().map(Part::variables).collect();
    let all: Variables = of.iter().flatten().copied().collect();
    let of_those = |indexes: &mut dyn Iterator<Item = usize>| -> Variables {
        indexes.flat_map(|index| &of[index]).copied().collect()
    };
    let binds = |&index: &usize| matches!(parts[index], Part::Positive(_));
    let mut best: Option<Bucket> = None;
    for variable in all.difference(head) {
        let bucket: BTreeSet<usize> = (0..parts.len())
            .filter(|&index| of[index].contains(variable))
            .collect();
        let inside = of_those(&mut bucket.iter().copied());
        let outside = || (0..parts.len()).filter(|index| !bucket.contains(index));
        let mut needed = of_those(&mut outside());
        needed.extend(head);
        let interface: Variables = inside.intersection(&needed).copied().collect();
        let bound = of_those(&mut bucket.iter().copied().filter(binds));
        let missing: Variables = inside.difference(&bound).copied().collect();
        if inside.len() == all.len() || bucket.len() == parts.len() {
            continue;
        }
        let shares = |at: &usize| !of[*at].is_disjoint(&inside);
        let binders: Vec<usize> = outside().filter(binds).filter(shares).collect();
        if !missing.is_subset(&of_those(&mut binders.iter().copied())) {
            continue;
        }
        let cost = (missing.len(), inside.len(), interface.len());
        if best.as_ref().is_none_or(|best| cost < best.cost()) {
            best = Some(Bucket {
                parts: bucket,
                variables: inside,
                interface,
                missing: missing.len(),
                binders,
            });
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use logic::samples::{program, rules};
    use proptest::prelude::*;

    use crate::engine::{Engine, Reshape};
    use crate::evaluate::{Groups, settle};
    use crate::model::Model;
    use crate::{Options, Program, evaluate};

    /// The model with all clauses in parts, and how many rules there are then.
    fn in_parts(text: &str) -> (Model, usize) {
        let program = Program::of(&rules(text));
        let options = Options::default();
        let how = Reshape {
            split: (0..program.clauses.len()).collect(),
            ..Reshape::default()
        };
        let mut engine = Engine::load_reshaped(&program, [], &options, &how).expect("a program");
        let groups = Groups::of(&engine, |_| true);
        for group in 0..groups.len() {
            settle(&mut engine, &groups, group).expect("within limits");
        }
        let count = engine.rules.len();
        (Model::new(engine, &groups), count)
    }

    fn shown(atoms: impl Iterator<Item = logic::GroundAtom>) -> Vec<String> {
        let named = atoms.filter(|atom| !atom.relation.contains(' '));
        let mut all: Vec<String> = named.map(|atom| atom.to_string()).collect();
        all.sort_unstable();
        all
    }

    #[test]
    fn a_chain_falls_into_links() {
        let facts: String = (0..30).map(|n| format!("e(a,n{n}). e(n{n},b).")).collect();
        let chain = format!("{facts} h(X) :- e(X,Y), e(Z,W), e(W,V), e(Y,Y2), ~z(V), e(V,U).");
        let (model, rules) = in_parts(&chain);
        assert!(rules > 3, "{rules}");
        let most = model.statistics().iter().map(|rule| rule.instances).max();
        assert!(most < Some(300), "{most:?}");
    }

    #[test]
    fn what_the_head_needs_stays_together() {
        assert_eq!(in_parts("h(X,Y,Z) :- c(X), d(X,Y), d(Y,Z), ~c(Z).").1, 1);
        assert_eq!(in_parts("h(X) :- d(X,Y).").1, 1);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(500))]
        #[test]
        fn parts_have_the_same_model(text in program()) {
            let whole = evaluate(&Program::of(&rules(&text)), [], &Options::default()).unwrap();
            let (parts, _) = in_parts(&text);
            prop_assert_eq!(shown(parts.all()), shown(whole.all()));
            prop_assert_eq!(shown(parts.undefined()), shown(whole.undefined()));
        }
    }
}
