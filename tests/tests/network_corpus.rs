//! Networks of games against the models of their rules, state by state, and against the numbers
//! of states that another prover counted.

use std::collections::{BTreeMap, BTreeSet};

use ground::{Error, Limits, Network, Options, Outputs, Program, evaluate, network};
use herbrand_tests::{corpus, rules};
use logic::{GroundAtom, GroundTerm, Relation, Rule};

/// Small enough for a test; what it refuses is counted.
fn small(rules: &[Rule], name: &str) -> Option<Network> {
    let options = Options {
        limits: Limits {
            instances: 150_000,
            ..Limits::default()
        },
        ..Options::default()
    };
    match network(&Program::of(rules), &options) {
        Ok(network) => Some(network),
        Err(Error::Exceeded(_)) => None,
        Err(error) => panic!("{name}: {error:?}"),
    }
}

/// Numbers that are the same in every run (Marsaglia's xorshift).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound as u64) as usize
    }
}

fn atoms(network: &Network, state: &[bool]) -> BTreeSet<GroundTerm> {
    let set = network.latches.iter().zip(state).filter(|(_, set)| **set);
    let named = set.flat_map(|(latch, _)| latch.names().cloned());
    named.chain(network.always.iter().cloned()).collect()
}

/// What the rules say of a state: legal moves, goals, whether it ends.
type Said = (BTreeSet<[GroundTerm; 2]>, BTreeSet<[GroundTerm; 2]>, bool);

fn pairs<'a>(atoms: impl Iterator<Item = &'a GroundAtom>) -> BTreeSet<[GroundTerm; 2]> {
    atoms
        .map(|atom| [atom.args[0].clone(), atom.args[1].clone()])
        .collect()
}

fn facts(state: &BTreeSet<GroundTerm>, moves: &[[GroundTerm; 2]]) -> Vec<GroundAtom> {
    let holds = state
        .iter()
        .map(|term| GroundAtom::new("true", [term.clone()]));
    let does = moves
        .iter()
        .map(|pair| GroundAtom::new("does", pair.clone()));
    holds.chain(does).collect()
}

fn by_rules(
    program: &Program,
    state: &BTreeSet<GroundTerm>,
    moves: &[[GroundTerm; 2]],
) -> (Said, BTreeSet<GroundTerm>) {
    let model = evaluate(program, facts(state, moves), &Options::default()).expect("a state");
    let of = |name: &str| model.atoms(&Relation::new(name, 2)).collect::<Vec<_>>();
    let terminal = model.contains(&GroundAtom::new("terminal", []));
    let said = (
        pairs(of("legal").iter()),
        pairs(of("goal").iter()),
        terminal,
    );
    let next = model
        .atoms(&Relation::new("next", 1))
        .map(|atom| atom.args[0].clone());
    (said, next.collect())
}

fn by_network(network: &Network, outputs: &Outputs) -> Said {
    let legal = network
        .inputs
        .iter()
        .filter(|input| outputs.get(input.legal));
    let legal = legal.map(|input| [network.roles[input.role].clone(), input.action.clone()]);
    let goals = network.goals.iter().filter(|goal| outputs.get(goal.signal));
    let goals = goals.map(|goal| [network.roles[goal.role].clone(), goal.value.clone()]);
    (
        legal.collect(),
        goals.collect(),
        outputs.get(network.terminal),
    )
}

/// Plays along a random line and compares every state.
fn compare(name: &str, rules: &[Rule], network: &Network, states: usize) {
    let program = Program::of(rules);
    let mut numbers = Numbers(
        name.bytes()
            .fold(7, |seed, byte| (seed * 31 + u64::from(byte)) % 1_000_003),
    );
    let mut state = network.first_state();
    for depth in 0..states {
        let at = atoms(network, &state);
        let none = vec![false; network.inputs.len()];
        let outputs = network.evaluate(&state, &none);
        let said = by_network(network, &outputs);
        let (mut expected, _) = by_rules(&program, &at, &[]);
        // A few sheets have goals of players that have no role.
        expected.1.retain(|pair| network.roles.contains(&pair[0]));
        assert_eq!(said, expected, "{name} after {depth} moves");
        let mut moves = none;
        let mut made = Vec::new();
        for role in 0..network.roles.len() {
            let inputs = network.inputs.iter().enumerate();
            let legal = inputs.filter(|(_, one)| one.role == role && outputs.get(one.legal));
            let legal: Vec<usize> = legal.map(|(index, _)| index).collect();
            if legal.is_empty() {
                return;
            }
            let chosen = legal[numbers.below(legal.len())];
            moves[chosen] = true;
            made.push([
                network.roles[role].clone(),
                network.inputs[chosen].action.clone(),
            ]);
        }
        if said.2 {
            return;
        }
        let outputs = network.evaluate(&state, &moves);
        let (_, expected) = by_rules(&program, &at, &made);
        state = network.next_state(&outputs);
        assert_eq!(atoms(network, &state), expected, "{name} after {made:?}");
    }
}

#[test]
fn networks_say_what_the_rules_say() {
    let (mut compared, mut refused) = (0, 0);
    for sheet in corpus::sheets("networks_say_what_the_rules_say") {
        if !sheet.name.starts_with("games/") {
            continue;
        }
        let rules = rules::rules(&sheet).0;
        match small(&rules, &sheet.name) {
            Some(network) => {
                compare(&sheet.name, &rules, &network, 3);
                compared += 1;
            }
            None => refused += 1,
        }
    }
    assert!(
        compared + refused == 0 || compared > 120,
        "{compared}, refused {refused}"
    );
}

#[test]
fn networks_in_parts_say_what_the_rules_say() {
    let options = Options {
        limits: Limits {
            instances: 150_000,
            ..Limits::default()
        },
        whole: 20,
        ..Options::default()
    };
    let mut compared = 0;
    let sheets = corpus::sheets("networks_in_parts_say_what_the_rules_say");
    let all = sheets.len();
    for sheet in sheets {
        if !sheet.name.starts_with("games/") {
            continue;
        }
        let rules = rules::rules(&sheet).0;
        match network(&Program::of(&rules), &options) {
            Ok(network) => {
                compare(&sheet.name, &rules, &network, 2);
                compared += 1;
            }
            Err(Error::Exceeded(_)) => {}
            Err(error) => panic!("{}: {error:?}", sheet.name),
        }
    }
    assert!(all == 0 || compared > 120, "{compared}");
}

/// Joint moves that are followed in one game at the most.
const MOVES: u128 = 300;

/// The legal moves of each role.
fn legal(network: &Network, outputs: &Outputs) -> Vec<Vec<usize>> {
    let of = |role: usize| {
        let inputs = network.inputs.iter().enumerate();
        let legal = inputs.filter(|(_, one)| one.role == role && outputs.get(one.legal));
        legal.map(|(index, _)| index).collect()
    };
    (0..network.roles.len()).map(of).collect()
}

/// All joint moves.
fn joint(legal: &[Vec<usize>]) -> Vec<Vec<usize>> {
    legal.iter().fold(vec![Vec::new()], |joint, moves| {
        let with = |made: &Vec<usize>| {
            let longer = moves.iter().map(|&one| [made.as_slice(), &[one]].concat());
            longer.collect::<Vec<_>>()
        };
        joint.iter().flat_map(with).collect()
    })
}

/// Counts what `expected/perft.tsv` counts of a game, as deep as it does or as few moves allow.
fn count(name: &str, network: &Network, rows: &[[u128; 3]], most: u128) -> usize {
    let none = vec![false; network.inputs.len()];
    let mut level = BTreeMap::from([(network.first_state(), 1_u128)]);
    let mut followed = 0;
    for (depth, expected) in rows.iter().enumerate() {
        let (mut terminal, mut paths) = (0, 0);
        let mut open = Vec::new();
        for (state, &ways) in &level {
            let outputs = network.evaluate(state, &none);
            if outputs.get(network.terminal) {
                terminal += 1;
                continue;
            }
            let legal = legal(network, &outputs);
            let moves: u128 = legal.iter().map(|moves| moves.len() as u128).product();
            paths += ways * moves;
            followed += moves;
            open.push((state, ways, legal));
        }
        let found = [level.len() as u128, terminal, paths];
        assert_eq!(found, *expected, "{name} at depth {depth}");
        if followed > most {
            return depth + 1;
        }
        let mut next = BTreeMap::new();
        for (state, ways, legal) in open {
            for made in joint(&legal) {
                let mut moves = none.clone();
                made.iter().for_each(|&one| moves[one] = true);
                let outputs = network.evaluate(state, &moves);
                *next.entry(network.next_state(&outputs)).or_insert(0) += ways;
            }
        }
        level = next;
    }
    rows.len()
}

#[test]
fn states_are_as_many_as_another_prover_counts() {
    let test = "states_are_as_many_as_another_prover_counts";
    let Some(table) = corpus::table(test, "perft.tsv") else {
        return;
    };
    let mut expected: BTreeMap<String, Vec<[u128; 3]>> = BTreeMap::new();
    for row in &table {
        let number = |column: usize| row[column].parse().expect("a number");
        let rows = expected.entry(row[0].clone()).or_default();
        assert_eq!(number(2), rows.len() as u128, "depths in order");
        rows.push([3, 4, 5].map(number));
    }
    let mut depths = 0;
    for sheet in corpus::sheets(test) {
        let Some(rows) = expected.get(&sheet.name) else {
            continue;
        };
        if let Some(network) = small(&rules::rules(&sheet).0, &sheet.name) {
            depths += count(&sheet.name, &network, rows, MOVES);
        }
    }
    assert!(depths > 200, "{depths}");
}

/// Chess is too large to be evaluated by its rules; but how many moves there are is known: each
/// side has 20 in its first position, whatever the other does.
#[test]
fn chess_has_the_known_numbers_of_moves() {
    let sheets = corpus::sheets("chess_has_the_known_numbers_of_moves");
    for sheet in sheets.iter().filter(|one| one.name == "games/chess.kif") {
        let options = Options {
            limits: Limits::GAME,
            ..Options::default()
        };
        let program = Program::of(&rules::rules(sheet).0);
        let network = network(&program, &options).expect("chess within the limits of games");
        let known = [[1, 0, 20], [20, 0, 400]];
        assert_eq!(count(&sheet.name, &network, &known, 100), 2);
    }
}
