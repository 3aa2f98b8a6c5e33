//! What can ever hold in a game: all states run together.
//!
//! `true` holds what `init` and `next` give, players do what may be legal, and a negation of what
//! depends on the state counts as possible. Whatever holds in a reachable state is in it, so that
//! a rule without an instance there never fires.

use logic::{GroundAtom, Name, Relation as RelationName, VarId};
use rustc_hash::FxHashSet;

use crate::engine::Engine;
use crate::evaluate::{Groups, evaluate, saturate, settle};
use crate::limits::{Error, Options};
use crate::model::Model;
use crate::normal::RelationId;
use crate::program::{Atom, Clause, Expr, Literal, Program};

/// The model of a logic program, or what can ever hold in a game, as a model in which
/// [`Model::is_static`] tells what is exact. The figures of the clauses count their instances.
///
/// # Errors
/// As [`evaluate()`].
pub fn extent(
    program: &Program,
    game: bool,
    facts: impl IntoIterator<Item = GroundAtom>,
    options: &Options<'_>,
) -> Result<Model, Error> {
    if !game {
        return evaluate(program, facts, options);
    }
    let linked = link(program);
    let links = program.clauses.len();
    let of_game = || {
        let mut engine = Engine::load(&linked, facts, options)?;
        let states = States::of(&engine, links);
        states.settle_static(&mut engine)?;
        states.saturate(&mut engine)?;
        engine.statistics.truncate(links);
        let mut model = Model::new(engine, &states.through);
        model.dynamic = states.dynamic;
        Ok(model)
    };
    of_game().map_err(|error: Error| error.of_program(links))
}

/// The program of which [`extent`] is the model: a state feeds the next one, and negations of what
/// depends on the state are left out. Like this the question can be put to other systems.
///
/// # Errors
/// Where a body comes to too many conjunctions.
pub fn over_approximation(program: &Program) -> Result<Program, Error> {
    let mut linked = link(program);
    let links = program.clauses.len();
    let options = Options::default();
    let dynamic: FxHashSet<RelationName> = {
        let engine = Engine::load(&linked, [], &options)?;
        let dynamic = States::of(&engine, links).dynamic;
        let ids = (0..).zip(dynamic).filter(|&(_, dynamic)| dynamic);
        ids.map(|(id, _)| engine.store.name(id)).collect()
    };
    for clause in &mut linked.clauses {
        clause
            .body
            .iter_mut()
            .for_each(|literal| leave_out(literal, true, &dynamic));
    }
    Ok(linked)
}

/// Leaves out what is negated and depends on the state, where the literal itself `holds` or not.
fn leave_out(literal: &mut Literal, holds: bool, dynamic: &FxHashSet<RelationName>) {
    match literal {
        Literal::Atom(atom) if !holds => {
            let arity = atom.args.len() as u32;
            if dynamic.contains(&RelationName::new(atom.relation.clone(), arity)) {
                // Nothing is one of none.
                *literal = Literal::Or(Box::default());
            }
        }
        Literal::Atom(_) | Literal::Compare(..) | Literal::Within(..) => {}
        Literal::Not(inner) => leave_out(inner, !holds, dynamic),
        Literal::Or(parts) | Literal::And(parts) => {
            parts
                .iter_mut()
                .for_each(|part| leave_out(part, holds, dynamic));
        }
    }
}

impl Model {
    /// Whether a relation does not depend on the state of a game, so that what is said of it is
    /// exact; always so in a logic program.
    pub fn is_static(&self, relation: &RelationName) -> bool {
        let found = self.store.get(relation);
        found.is_none_or(|(id, _)| !self.is_open(id))
    }

    /// Whether a negation of the relation counts as possible.
    pub(crate) fn is_open(&self, id: RelationId) -> bool {
        self.dynamic.get(id as usize).copied().unwrap_or(false)
    }
}

/// The relations that a game is about: they are asked for from outside.
pub(crate) const KEYWORDS: [&str; 12] = [
    "role", "init", "true", "does", "next", "legal", "goal", "terminal", "base", "input", "sees",
    "percept",
];

/// How many clauses [`link`] adds.
pub(crate) const LINKS: usize = 3;

/// The program in which a state feeds the next one, by clauses behind its own.
pub(crate) fn link(program: &Program) -> Program {
    let mut linked = program.clone();
    let links: [(&str, &str, u32); LINKS] = [
        ("init", "true", 1),
        ("next", "true", 1),
        ("legal", "does", 2),
    ];
    for (from, to, arity) in links {
        let atom = |relation: &str| Atom {
            relation: relation.into(),
            args: (0..arity)
                .map(|index| Expr::Variable(VarId(index)))
                .collect(),
        };
        linked.clauses.push(Clause {
            head: atom(to),
            body: [Literal::Atom(atom(from))].into(),
            variables: (0..arity)
                .map(|index| Name::from(format!("X{index}")))
                .collect(),
        });
    }
    linked
}

/// A relation with a meaning, if the game has it.
pub(crate) fn keyword(engine: &Engine<'_>, name: &str, arity: u32) -> Option<RelationId> {
    let found = engine.store.get(&RelationName::new(name, arity));
    found.map(|(id, _)| id)
}

/// The relations of a game, by how they need each other.
pub(crate) struct States {
    /// Within one state.
    pub(crate) within: Groups,
    /// From state to state too.
    pub(crate) through: Groups,
    /// Which depend on the state: `true`, `does`, and what needs one that does.
    pub(crate) dynamic: Vec<bool>,
}

impl States {
    /// Those of a program whose clauses from `links` on lead from state to state.
    pub(crate) fn of(engine: &Engine<'_>, links: usize) -> Self {
        let within = Groups::of(engine, |rule| rule.clause < links);
        let mut dynamic = vec![false; engine.store.relations.len()];
        for (name, arity) in [("true", 1), ("does", 2)] {
            if let Some(id) = keyword(engine, name, arity) {
                dynamic[id as usize] = true;
            }
        }
        for group in 0..within.len() {
            if within.needed(group).any(|id| dynamic[id as usize]) {
                let members = within.members(group).iter();
                members.for_each(|&id| dynamic[id as usize] = true);
            }
        }
        Self {
            through: Groups::of(engine, |_| true),
            within,
            dynamic,
        }
    }

    /// Settles what does not depend on the state.
    pub(crate) fn settle_static(&self, engine: &mut Engine<'_>) -> Result<(), Error> {
        for group in 0..self.within.len() {
            if !self.dynamic[self.within.members(group)[0] as usize] {
                settle(engine, &self.within, group)?;
            }
        }
        Ok(())
    }

    /// Adds all that can hold in any state; what does not depend on it is settled.
    pub(crate) fn saturate(&self, engine: &mut Engine<'_>) -> Result<(), Error> {
        let open = |id: RelationId| self.dynamic[id as usize];
        for group in 0..self.through.len() {
            let members = self.through.members(group);
            if open(members[0]) {
                saturate(engine, &self.through, group, &open)?;
                for &id in members {
                    engine.store.relations[id as usize].complete = true;
                }
            }
        }
        Ok(())
    }
}
