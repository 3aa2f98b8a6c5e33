//! Relations computed as far as somebody asks.
//!
//! Where every rule that uses a relation binds all its arguments elsewhere, the arguments that can
//! be asked for are a relation of their own, and the rules of the first one need not go beyond it.
//! (The magic sets of Bancilhon, Maier, Sagiv and Ullman, 1986, for bound arguments alone.) What is
//! asked for is over-approximated: negations count as true.

use std::collections::BTreeSet;

use logic::{Name, Relation as RelationName};

use crate::normal::{Pattern, RelationId, Relations, Rule, Subgoal, Test, split};

/// Restricts a relation to what the rules ask for; gives the relations of the questions. None,
/// and nothing is changed, where a use leaves an argument open.
pub(crate) fn restrict(
    rules: &mut Vec<Rule>,
    relation: RelationId,
    relations: &mut impl Relations,
) -> BTreeSet<RelationId> {
    let Some(defining) = rules.iter().find(|rule| rule.head.relation == relation) else {
        return BTreeSet::new();
    };
    let arity = defining.head.args.len() as u32;
    if !can_restrict(rules, relation) {
        return BTreeSet::new();
    }
    // A blank is in no name of a program.
    let name = Name::from(format!("asked {}", relations.fresh()));
    let asked = relations.id(&RelationName::new(name, arity));
    let questions: Vec<Rule> = rules
        .iter()
        .flat_map(|rule| questions(rule, relation, asked))
        .flat_map(|question| split(&question, relations, &mut Vec::new()))
        .collect();
    for rule in rules
        .iter_mut()
        .filter(|rule| rule.head.relation == relation)
    {
        rule.positive.push(Subgoal {
            relation: asked,
            ..rule.head.clone()
        });
    }
    let heads = questions.iter().map(|rule| rule.head.relation);
    let all = std::iter::once(asked).chain(heads).collect();
    rules.extend(questions);
    all
}

/// Whether every use of a relation binds its arguments.
pub(crate) fn can_restrict(rules: &[Rule], relation: RelationId) -> bool {
    let is_plain = |goal: &Subgoal| !goal.args.iter().any(Pattern::has_arithmetic);
    rules.iter().all(|rule| {
        let bound = binders(rule, relation);
        let is_bound = |goal: &Subgoal| variables(&goal.args).is_subset(&bound);
        let is_head = rule.head.relation == relation;
        (!is_head || is_plain(&rule.head))
            && uses(rule, relation).all(|goal| is_plain(goal) && is_bound(goal))
    })
}

fn uses(rule: &Rule, relation: RelationId) -> impl Iterator<Item = &Subgoal> {
    let all = rule.positive.iter().chain(&rule.negative);
    all.filter(move |goal| goal.relation == relation)
}

/// The variables that the other subgoals bind, and the question where the rule answers one.
fn binders(rule: &Rule, relation: RelationId) -> BTreeSet<usize> {
    let others = rule
        .positive
        .iter()
        .filter(|goal| goal.relation != relation);
    let head = (rule.head.relation == relation).then_some(&rule.head);
    others
        .chain(head)
        .flat_map(|goal| variables(&goal.args))
        .collect()
}

fn questions(rule: &Rule, relation: RelationId, asked: RelationId) -> Vec<Rule> {
    let bound = binders(rule, relation);
    let ask = |goal: &Subgoal| Subgoal {
        relation: asked,
        guards: Vec::new(),
        ..goal.clone()
    };
    let others = rule
        .positive
        .iter()
        .filter(|goal| goal.relation != relation);
    let mut positive: Vec<Subgoal> = others.cloned().collect();
    positive.extend((rule.head.relation == relation).then(|| ask(&rule.head)));
    let tests = rule.tests.iter().zip(&rule.test_leaves);
    let decided = tests.filter(|(test, _)| {
        let mut parts = test.parts().into_iter();
        parts.all(|part| variables(std::slice::from_ref(part)).is_subset(&bound))
    });
    let (tests, test_leaves): (Vec<Test>, Vec<usize>) =
        decided.map(|(test, &leaf)| (test.clone(), leaf)).unzip();
    let question = |goal: &Subgoal| Rule {
        clause: rule.clause,
        head: ask(goal),
        positive: positive.clone(),
        negative: Vec::new(),
        tests: tests.clone(),
        test_leaves: test_leaves.clone(),
        variables: rule.variables,
    };
    uses(rule, relation).map(question).collect()
}

fn variables(args: &[Pattern]) -> BTreeSet<usize> {
    let mut all = BTreeSet::new();
    for arg in args {
        arg.variables(&mut |variable| {
            all.insert(variable);
        });
    }
    all
}
