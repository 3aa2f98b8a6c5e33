//! Models against the answer sets of clingo, by way of the programs that are written for it.

use std::collections::BTreeSet;

use ground::asp::Asp;
use ground::{Error, Limits, Model, Options, Program, evaluate, extent, over_approximation};
use herbrand_tests::{clingo, corpus, rules};
use logic::{DependencyGraph, Relation, Rule};
use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::TestRunner;

/// A model as clingo writes it.
fn written(model: &Model, asp: Asp) -> BTreeSet<String> {
    model.all().map(|atom| asp.atom(&atom)).collect()
}

fn model(program: &Program) -> Model {
    evaluate(program, [], &Options::default()).expect("within limits")
}

/// Where a program has strata, by relation or by ground atom, its model is its only answer set.
fn compare(test: &str, programs: &[(String, Program)]) -> usize {
    let texts: Vec<String> = programs
        .iter()
        .map(|(_, program)| Asp::of(program).program(program).expect("no arithmetic"))
        .collect();
    let Some(answers) = clingo::answer_sets(test, &texts) else {
        return 0;
    };
    let mut compared = 0;
    for (((name, program), text), answers) in programs.iter().zip(&texts).zip(answers) {
        let model = model(program);
        if model.undefined().next().is_some() {
            continue;
        }
        let found = written(&model, Asp::of(program));
        assert_eq!(answers.len(), 1, "answer sets of {name}\n{text}");
        let missing: Vec<_> = answers[0].difference(&found).take(5).collect();
        let extra: Vec<_> = found.difference(&answers[0]).take(5).collect();
        assert!(
            missing.is_empty() && extra.is_empty(),
            "{name}: missing {missing:?}, not in the answer set {extra:?}"
        );
        compared += 1;
    }
    compared
}

#[test]
fn random_programs_have_the_answer_set_of_clingo() {
    let mut runner = TestRunner::deterministic();
    let programs: Vec<(String, Program)> = (0..1000)
        .map(|_| {
            let tree = logic::samples::program().new_tree(&mut runner);
            let text = tree.expect("a program").current();
            let program = Program::of(&logic::samples::rules(&text));
            (text, program)
        })
        .collect();
    let compared = compare("random_programs_have_the_answer_set_of_clingo", &programs);
    assert!(compared == 0 || compared > 700, "{compared}");
}

/// The rules that do not depend on the state of a game.
fn static_part(rules: &[Rule]) -> Vec<Rule> {
    let graph = DependencyGraph::of(rules);
    let state = [Relation::new("true", 1), Relation::new("does", 2)];
    let is_static = |rule: &&Rule| {
        let Some(head) = graph.id(&Relation::of(&rule.head)) else {
            return true;
        };
        let mut seen = BTreeSet::from([head]);
        let mut todo = vec![head];
        while let Some(id) = todo.pop() {
            if state.contains(graph.relation(id)) {
                return false;
            }
            let new = graph.needs(id).filter(|(to, _)| seen.insert(*to));
            todo.extend(new.map(|(to, _)| to));
        }
        true
    };
    rules.iter().filter(is_static).cloned().collect()
}

/// Static parts with more than four million instances: all lists of nine cells, all rows of nine
/// digits. Thirty million do not hold them either.
const TOO_LARGE: [&str; 2] = ["games/laikLee_hex.kif", "games/sudoku.kif"];

#[test]
fn static_parts_of_games_have_the_answer_set_of_clingo() {
    let test = "static_parts_of_games_have_the_answer_set_of_clingo";
    let sheets = corpus::sheets(test);
    let games = sheets
        .iter()
        .filter(|sheet| sheet.name.starts_with("games/"));
    let mut programs = Vec::new();
    let mut too_large = Vec::new();
    let options = Options {
        limits: Limits {
            instances: 4_000_000,
            ..Limits::default()
        },
        ..Options::default()
    };
    for sheet in games {
        let program = Program::of(&static_part(&rules::rules(sheet).0));
        match evaluate(&program, [], &options) {
            Ok(_) => programs.push((sheet.name.clone(), program)),
            Err(Error::Exceeded(_)) => too_large.push(sheet.name.as_str()),
            Err(error) => panic!("{}: {error:?}", sheet.name),
        }
    }
    let compared = compare(test, &programs);
    assert!(compared == 0 || compared == programs.len(), "{compared}");
    if !sheets.is_empty() {
        assert_eq!(too_large, TOO_LARGE);
    }
}

#[test]
fn over_approximations_of_games_have_the_answer_set_of_clingo() {
    let test = "over_approximations_of_games_have_the_answer_set_of_clingo";
    let sheets = corpus::sheets(test);
    let options = Options {
        limits: Limits {
            instances: 100_000,
            ..Limits::default()
        },
        ..Options::default()
    };
    let (mut names, mut texts, mut found) = (Vec::new(), Vec::new(), Vec::new());
    for sheet in sheets
        .iter()
        .filter(|sheet| sheet.name.starts_with("games/"))
    {
        let program = Program::of(&rules::rules(sheet).0);
        match extent(&program, true, [], &options) {
            Ok(model) => {
                let program = over_approximation(&program).expect("few conjunctions");
                let asp = Asp::of(&program);
                names.push(sheet.name.clone());
                texts.push(asp.program(&program).expect("no arithmetic"));
                found.push(written(&model, asp));
            }
            Err(Error::Exceeded(_)) => {}
            Err(error) => panic!("{}: {error:?}", sheet.name),
        }
    }
    let Some(answers) = clingo::answer_sets(test, &texts) else {
        return;
    };
    for ((name, found), answers) in names.iter().zip(&found).zip(&answers) {
        assert_eq!(answers.len(), 1, "answer sets of {name}");
        let differs: Vec<_> = answers[0].symmetric_difference(found).take(5).collect();
        assert!(differs.is_empty(), "{name}: {differs:?}");
    }
    assert!(sheets.is_empty() || names.len() > 120, "{}", names.len());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]
    /// Different names stay different for clingo, and are names there.
    #[test]
    fn names_stay_apart(a in "[a-zA-Z0-9_+'-]{1,4}", b in "[a-zA-Z0-9_+'-]{1,4}") {
        let spelt = |name: &str| {
            let atom = logic::GroundAtom::new(name, []);
            Asp::of(&Program::default()).atom(&atom)
        };
        let (x, y) = (spelt(&a), spelt(&b));
        prop_assert_eq!(a == b, x == y);
        prop_assert!(x.starts_with(|c: char| c.is_ascii_lowercase()));
        prop_assert!(x.chars().all(|c| c.is_ascii_alphanumeric() || c == '_'));
    }
}
