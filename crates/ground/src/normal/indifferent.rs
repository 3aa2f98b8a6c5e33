//! Relations that hold whatever stands in some of their arguments.
//!
//! With `clear(X,Y,Z) :- next(X,Y), cell(Z)` the third argument of `clear` only has to be a cell:
//! the rule is better kept as `open(X,Y) :- next(X,Y)`, and every use of `clear` read as *`clear`
//! by another rule, or `open` where the third argument is a cell*. That carries on through the
//! rules that hand the argument on, so that whole families of rules lose arguments. What each use
//! means stays exactly the same. (Arguments that do not matter are dropped as in the *redundant
//! argument filtering* of Leuschel and Sørensen, 1996, here rule by rule and with their types.)

use std::collections::{BTreeMap, BTreeSet};

use logic::{Name, Relation as RelationName};

use crate::normal::{Guard, Pattern, RelationId, Relations, Rule, Subgoal};

/// More of them than this for one relation, and it is left as it is.
const VARIANTS: usize = 6;

/// More rules than this in place of one, and the relations in its body are left as they are.
const RULES: usize = 3;

/// A relation without some arguments.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Variant {
    /// The arguments that are gone, and the relations of one argument that each has to be in.
    dropped: BTreeMap<usize, BTreeSet<RelationId>>,
}

type Variants = BTreeMap<RelationId, BTreeMap<Variant, RelationId>>;

/// Drops what can be dropped from the relations that `may` allows; whether that is anything. An
/// argument may be anything in a relation of one argument that is `fixed`.
pub(crate) fn drop_arguments(
    rules: &mut Vec<Rule>,
    may: &dyn Fn(RelationId) -> bool,
    fixed: &dyn Fn(RelationId) -> bool,
    relations: &mut impl Relations,
) -> BTreeMap<RelationId, Vec<RelationId>> {
    let mut known = Variants::new();
    let mut barred: BTreeSet<RelationId> = BTreeSet::new();
    loop {
        let mut found = known.clone();
        let mut made = Vec::new();
        let mut too_many = BTreeSet::new();
        for rule in rules.iter() {
            let Some(all) = expand(rule, &known) else {
                let body = rule.positive.iter().chain(&rule.negative);
                too_many.extend(
                    body.map(|goal| goal.relation)
                        .filter(|id| known.contains_key(id)),
                );
                continue;
            };
            for mut rule in all {
                let head = rule.head.relation;
                if may(head) && !barred.contains(&head) {
                    drop_from(&mut rule, fixed, &mut found, relations);
                }
                made.push(rule);
            }
        }
        let crowded = found.iter().filter(|(_, all)| all.len() > VARIANTS);
        too_many.extend(crowded.map(|(&id, _)| id));
        if !too_many.is_empty() {
            known.retain(|id, _| !too_many.contains(id));
            barred.extend(too_many);
            // What was found by way of these may not be there without them.
            known.clear();
        } else if found == known {
            *rules = made;
            let ids = |(id, all): (RelationId, BTreeMap<Variant, RelationId>)| {
                (id, all.into_values().collect())
            };
            return known.into_iter().map(ids).collect();
        } else {
            known = found;
        }
    }
}

/// The rules in place of one: for each positive subgoal as it is and as each variant of it. A
/// negative one is all of them at once.
fn expand(rule: &Rule, known: &Variants) -> Option<Vec<Rule>> {
    let mut start = rule.clone();
    start.positive.clear();
    start.negative.clear();
    for goal in &rule.negative {
        start.negative.push(goal.clone());
        for (variant, &relation) in known.get(&goal.relation).into_iter().flatten() {
            let (short, guards) = variant.of(goal, relation);
            start.negative.push(Subgoal { guards, ..short });
        }
    }
    let mut all = vec![start];
    for goal in &rule.positive {
        let variants = known.get(&goal.relation);
        if all.len() * (1 + variants.map_or(0, BTreeMap::len)) > RULES {
            return None;
        }
        let mut next = Vec::new();
        for (variant, &relation) in variants.into_iter().flatten() {
            let (short, guards) = variant.of(goal, relation);
            for rule in &all {
                let mut rule = rule.clone();
                rule.positive.push(short.clone());
                rule.positive.extend(guards.iter().map(|guard| Subgoal {
                    relation: guard.relation,
                    args: vec![guard.arg.clone()],
                    leaf: goal.leaf,
                    guards: Vec::new(),
                }));
                next.push(rule);
            }
        }
        all.iter_mut()
            .for_each(|rule| rule.positive.push(goal.clone()));
        all.append(&mut next);
    }
    for rule in &mut all {
        let mut once: Vec<Subgoal> = Vec::new();
        for goal in rule.positive.drain(..) {
            let same = |other: &Subgoal| other.relation == goal.relation && other.args == goal.args;
            if !once.iter().any(same) {
                once.push(goal);
            }
        }
        rule.positive = once;
    }
    Some(all)
}

impl Variant {
    /// A subgoal of this variant, and what the dropped arguments have to be in.
    fn of(&self, goal: &Subgoal, relation: RelationId) -> (Subgoal, Vec<Guard>) {
        let kept = goal.args.iter().enumerate();
        let kept = kept.filter(|(place, _)| !self.dropped.contains_key(place));
        let guards = self.dropped.iter().flat_map(|(&place, guards)| {
            guards.iter().map(move |&relation| Guard {
                relation,
                arg: goal.args[place].clone(),
            })
        });
        let short = Subgoal {
            relation,
            args: kept.map(|(_, arg)| arg.clone()).collect(),
            leaf: goal.leaf,
            guards: Vec::new(),
        };
        (short, guards.collect())
    }
}

/// Drops the arguments of the head that are nowhere else but in relations of one argument.
fn drop_from(
    rule: &mut Rule,
    fixed: &dyn Fn(RelationId) -> bool,
    found: &mut Variants,
    relations: &mut impl Relations,
) {
    let guards_of = |variable: usize, goal: &Subgoal| {
        fixed(goal.relation) && goal.args == [Pattern::Variable(variable)]
    };
    let mut dropped = BTreeMap::new();
    for (place, arg) in rule.head.args.iter().enumerate() {
        let Pattern::Variable(variable) = *arg else {
            continue;
        };
        let (guards, others): (Vec<_>, Vec<_>) = rule
            .positive
            .iter()
            .partition(|goal| guards_of(variable, goal));
        let mut times = 0;
        let mut count = |pattern: &Pattern| {
            pattern.variables(&mut |other| times += usize::from(other == variable));
        };
        rule.head.args.iter().for_each(&mut count);
        let goals = others.into_iter().chain(&rule.negative);
        for goal in goals {
            goal.args.iter().for_each(&mut count);
            goal.guards.iter().for_each(|guard| count(&guard.arg));
        }
        rule.tests
            .iter()
            .flat_map(|test| test.parts())
            .for_each(&mut count);
        if times == 1 && !guards.is_empty() {
            let guards: BTreeSet<_> = guards.iter().map(|goal| goal.relation).collect();
            dropped.insert(place, guards);
            rule.positive.retain(|goal| !guards_of(variable, goal));
        }
    }
    if dropped.is_empty() {
        return;
    }
    let variant = Variant { dropped };
    let all = found.entry(rule.head.relation).or_default();
    let arity = rule.head.args.len() - variant.dropped.len();
    let relation = *all.entry(variant.clone()).or_insert_with(|| {
        // A blank is in no name of a program.
        let name = Name::from(format!("open {}", relations.fresh()));
        relations.id(&RelationName::new(name, arity as u32))
    });
    rule.head = variant.of(&rule.head, relation).0;
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use logic::samples::{program, rules};
    use proptest::prelude::*;

    use crate::engine::Engine;
    use crate::evaluate::{Groups, settle};
    use crate::model::Model;
    use crate::normal::RelationId;
    use crate::{Options, Program, evaluate};

    /// The model without the arguments that do not matter, and the relations that lost some.
    fn dropped(text: &str) -> (Model, BTreeSet<String>) {
        let program = Program::of(&rules(text));
        let options = Options::default();
        let mut engine = Engine::load(&program, [], &options).expect("a program");
        let derived: BTreeSet<RelationId> =
            engine.rules.iter().map(|rule| rule.head.relation).collect();
        let variants = super::drop_arguments(
            &mut engine.rules,
            &|id| derived.contains(&id),
            &|id| !derived.contains(&id),
            &mut engine.store,
        );
        let names = variants.keys().map(|&id| engine.store.name(id).to_string());
        let names = names.collect();
        let groups = Groups::of(&engine, |_| true);
        for group in 0..groups.len() {
            settle(&mut engine, &groups, group).expect("within limits");
        }
        (Model::new(engine, &groups), names)
    }

    fn shown(model: &Model, without: &BTreeSet<String>) -> Vec<String> {
        let named = model.relations().filter(|relation| {
            !relation.name.contains(' ') && !without.contains(&relation.to_string())
        });
        let mut all: Vec<String> = named
            .flat_map(|relation| model.atoms(&relation).collect::<Vec<_>>())
            .map(|atom| atom.to_string())
            .collect();
        all.sort_unstable();
        all
    }

    fn same(text: &str) -> BTreeSet<String> {
        let whole = evaluate(&Program::of(&rules(text)), [], &Options::default()).unwrap();
        let (model, names) = dropped(text);
        assert_eq!(shown(&model, &names), shown(&whole, &names), "{text}");
        names
    }

    /// A line is clear up to a cell whatever is left out, and clear as well where what is in the
    /// way is left out.
    const CLEAR: &str = "n(1,2). n(2,3). n(3,4). c(1). c(2). c(3). c(4). free(2).
        clear(X,Y,I) :- n(X,Y), c(I). clear(X,Y,I) :- n(X,I), clear(I,Y,I).
        clear(X,Y,I) :- n(X,Z), free(Z), clear(Z,Y,I).
        way(X,Y) :- clear(X,Y,4). near(X,Y,I) :- c(X), c(Y), c(I), ~clear(X,Y,I).";

    #[test]
    fn an_argument_that_may_be_anything_is_dropped() {
        assert!(same(CLEAR).contains("clear/3"));
        let (model, _) = dropped(CLEAR);
        // Whatever is left out 1-2, 2-3, 3-4 and 1-3; without 2 once more 1-3; without 3 2-4 and 1-4.
        let sizes = |name: &str| {
            let found = model.relations().find(|relation| *relation.name == *name);
            found.map(|relation| model.count(&relation))
        };
        assert_eq!(sizes("clear"), Some(3));
        let open = model.relations().filter(|one| one.name.starts_with("open"));
        assert_eq!(open.map(|one| model.count(&one)).max(), Some(4));
    }

    #[test]
    fn a_guard_stays_a_guard() {
        // 9 is no c: p(a,9) does not hold, whatever else does.
        let text = "c(1). c(2). d(a). p(X,I) :- d(X), c(I). e(1). e(9). d(b).
            q(X,I) :- p(X,I), e(I). r(X,I) :- d(X), e(I), ~p(X,I).";
        assert!(same(text).contains("p/2"));
        let (model, names) = dropped(text);
        let all = shown(&model, &names);
        assert!(all.contains(&"r(a,9)".to_owned()) && !all.contains(&"r(a,1)".to_owned()));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1000))]
        #[test]
        fn what_is_left_has_the_same_model(text in program()) {
            same(&text);
        }
    }
}
