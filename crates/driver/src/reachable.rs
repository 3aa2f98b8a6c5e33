//! What some line of play really comes to.
//!
//! What can hold in a game is known from above only: an atom of the over-approximation need not
//! hold in any state. Here lines of play are tried, move by random move, until each atom that is
//! asked for was met or a counted budget is spent. What is met is certain, with the state and the
//! moves to prove it; what is not met may hold nevertheless.

use ground::{Network, Options};
use logic::{GroundAtom, GroundTerm};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::Spec;

/// How many gates and signals may be evaluated: about a second.
const BUDGET: usize = 200_000_000;

/// How many moves of one line are made.
const LONGEST: usize = 300;

/// How many lines in a row may meet nothing new.
const FRUITLESS: usize = 300;

/// When each of some atoms was first met.
pub(crate) type Met = FxHashMap<GroundAtom, Moment>;

/// A state of the game, and what the roles do in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Moment {
    /// What is true.
    pub(crate) state: Vec<GroundTerm>,
    /// The roles with their moves; none where the state alone counts.
    pub(crate) moves: Vec<[GroundTerm; 2]>,
}

impl Moment {
    /// The same as facts.
    pub(crate) fn facts(&self) -> Vec<GroundAtom> {
        let holds = self.state.iter();
        let holds = holds.map(|term| GroundAtom::new("true", [term.clone()]));
        let does = self.moves.iter();
        let does = does.map(|pair| GroundAtom::new("does", pair.clone()));
        holds.chain(does).collect()
    }
}

/// When each of the wanted atoms was first met: those of `next` as what the moves lead to, those
/// of `legal` and `goal` in states that are reached, those of `legal` in none that ends the game.
/// Nothing where the game cannot be made a network of.
pub(crate) fn met(spec: &Spec, wanted: &FxHashSet<GroundAtom>, options: &Options<'_>) -> Met {
    let Ok(network) = spec.network(options) else {
        return Met::default();
    };
    let watch = Watch::of(&network, wanted);
    let mut play = Play {
        network: &network,
        watch,
        met: Met::default(),
        numbers: 0,
        spent: 0,
    };
    let mut fruitless = 0;
    while !play.watch.is_empty() && fruitless < FRUITLESS && !options.is_cancelled() {
        let before = play.met.len();
        if play.line().is_none() {
            break;
        }
        fruitless = if play.met.len() > before {
            0
        } else {
            fruitless + 1
        };
    }
    play.met
}

/// What is still to be met, by its place in the network.
struct Watch {
    latches: Vec<(usize, GroundAtom)>,
    inputs: Vec<(usize, GroundAtom)>,
    goals: Vec<(usize, GroundAtom)>,
}

impl Watch {
    fn of(network: &Network, wanted: &FxHashSet<GroundAtom>) -> Self {
        let among = |atoms: &mut dyn Iterator<Item = GroundAtom>| -> Vec<(usize, GroundAtom)> {
            let numbered = atoms.enumerate();
            numbered.filter(|(_, atom)| wanted.contains(atom)).collect()
        };
        let role = |role: usize| network.roles[role].clone();
        let latches = network.latches.iter();
        let inputs = network.inputs.iter();
        let goals = network.goals.iter();
        Self {
            latches: latches
                .enumerate()
                .flat_map(|(place, latch)| latch.names().map(move |name| (place, name)))
                .map(|(place, name)| (place, GroundAtom::new("next", [name.clone()])))
                .filter(|(_, atom)| wanted.contains(atom))
                .collect(),
            inputs: among(
                &mut inputs.map(|input| {
                    GroundAtom::new("legal", [role(input.role), input.action.clone()])
                }),
            ),
            goals: among(
                &mut goals
                    .map(|goal| GroundAtom::new("goal", [role(goal.role), goal.value.clone()])),
            ),
        }
    }

    fn is_empty(&self) -> bool {
        self.latches.is_empty() && self.inputs.is_empty() && self.goals.is_empty()
    }
}

/// Lines of play.
struct Play<'a> {
    network: &'a Network,
    watch: Watch,
    met: Met,
    numbers: u64,
    spent: usize,
}

impl Play<'_> {
    /// Plays from the start until nothing is left to do; `None` when the budget is spent.
    fn line(&mut self) -> Option<()> {
        let network = self.network;
        let mut state = network.first_state();
        for _ in 0..LONGEST {
            let outputs = self.evaluate(&state, &vec![false; network.inputs.len()])?;
            let (met, left) = std::mem::take(&mut self.watch.goals)
                .into_iter()
                .partition(|(goal, _)| outputs.get(network.goals[*goal].signal));
            self.watch.goals = left;
            self.meet(met, &state, &[]);
            if outputs.get(network.terminal) || self.watch.is_empty() {
                return Some(());
            }
            let (met, left) = std::mem::take(&mut self.watch.inputs)
                .into_iter()
                .partition(|(input, _)| outputs.get(network.inputs[*input].legal));
            self.watch.inputs = left;
            self.meet(met, &state, &[]);
            let mut choices = vec![Vec::new(); network.roles.len()];
            for (number, input) in network.inputs.iter().enumerate() {
                if outputs.get(input.legal) {
                    choices[input.role].push(number);
                }
            }
            if choices.iter().any(Vec::is_empty) {
                return Some(());
            }
            let mut moves = vec![false; network.inputs.len()];
            for choices in &choices {
                let chosen = self.number() % choices.len() as u64;
                moves[choices[chosen as usize]] = true;
            }
            let outputs = self.evaluate(&state, &moves)?;
            let next = network.next_state(&outputs);
            let (met, left) = std::mem::take(&mut self.watch.latches)
                .into_iter()
                .partition(|(latch, _)| next[*latch]);
            self.watch.latches = left;
            self.meet(met, &state, &moves);
            state = next;
        }
        Some(())
    }

    fn evaluate(&mut self, state: &[bool], moves: &[bool]) -> Option<ground::Outputs> {
        self.spent += self.network.nodes.len() + self.network.edges.len();
        (self.spent <= BUDGET).then(|| self.network.evaluate(state, moves))
    }

    fn meet(&mut self, met: Vec<(usize, GroundAtom)>, state: &[bool], moves: &[bool]) {
        let network = self.network;
        for (_, atom) in met {
            let set = network.latches.iter().zip(state).filter(|(_, set)| **set);
            let named = set.flat_map(|(latch, _)| latch.names().cloned());
            let made = network.inputs.iter().zip(moves).filter(|(_, made)| **made);
            let moment = Moment {
                state: named.chain(network.always.iter().cloned()).collect(),
                moves: made
                    .map(|(input, _)| [network.roles[input.role].clone(), input.action.clone()])
                    .collect(),
            };
            self.met.insert(atom, moment);
        }
    }

    /// Numbers that are the same in every run (Steele, Lea and Flood, *Fast splittable
    /// pseudorandom number generators*, 2014).
    fn number(&mut self) -> u64 {
        self.numbers = self.numbers.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.numbers;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }
}
