//! Which atoms are the same in every reachable state.
//!
//! Two sets grow together over all states: the atoms that may hold, and those that may fail. The
//! first state starts them, a latch joins when what sets it does, a move may be made once it may
//! be legal, and may always be left. Every atom and instance is looked at when it changes only, so
//! that the time is linear in the instances. (Ternary simulation, as used on circuits.)

use crate::extent::keyword;
use crate::instances::AtomId;
use crate::network::possible::Possible;

/// What is known of each atom.
pub(crate) struct Constants {
    /// Whether it may hold.
    pub(crate) holds: Vec<bool>,
    /// Whether it may fail.
    pub(crate) fails: Vec<bool>,
}

struct Spread<'a> {
    possible: &'a Possible<'a>,
    found: Constants,
    /// How many literals of an instance cannot hold so far.
    waiting: Vec<u32>,
    /// Whether an instance may fail.
    failing: Vec<bool>,
    /// How many instances of an atom cannot fail so far.
    certain: Vec<u32>,
    /// The atom of the following state that an atom sets.
    sets: Vec<Option<AtomId>>,
    /// Whether the link is from `next`, which decides the atom, or from `legal`.
    decides: Vec<bool>,
    todo: Vec<(AtomId, bool)>,
}

impl Constants {
    pub(crate) fn of(possible: &Possible<'_>) -> Self {
        let atoms = possible.atoms as usize;
        let instances = &possible.instances;
        let count = instances.heads.len();
        let mut spread = Spread {
            possible,
            found: Self {
                holds: vec![false; atoms],
                fails: vec![false; atoms],
            },
            waiting: (0..count as u32)
                .map(|instance| instances.body(instance).len() as u32)
                .collect(),
            failing: vec![false; count],
            certain: vec![0; atoms],
            sets: vec![None; atoms],
            decides: vec![false; atoms],
            todo: Vec::new(),
        };
        for &head in &instances.heads {
            spread.certain[head as usize] += 1;
        }
        spread.start();
        while let Some((atom, holds)) = spread.todo.pop() {
            spread.follow(atom, holds);
        }
        spread.found
    }
}

impl Spread<'_> {
    fn mark(&mut self, atom: AtomId, holds: bool) {
        let set = if holds {
            &mut self.found.holds
        } else {
            &mut self.found.fails
        };
        if !std::mem::replace(&mut set[atom as usize], true) {
            self.todo.push((atom, holds));
        }
    }

    fn start(&mut self) {
        let possible = self.possible;
        let engine = &possible.engine;
        let relations = &engine.store.relations;
        self.links();
        if let Some(state) = keyword(engine, "true", 1) {
            let init = keyword(engine, "init", 1).map(|id| &relations[id as usize]);
            for row in 0..relations[state as usize].len() {
                let term = relations[state as usize].row(row);
                let set = init.is_some_and(|init| init.find(term).is_some());
                self.mark(possible.atom(state, row), set);
            }
        }
        for instance in 0..self.waiting.len() as u32 {
            if self.waiting[instance as usize] == 0 {
                self.mark(possible.instances.heads[instance as usize], true);
            }
        }
        // Atoms that need each other may only hold because of each other: they may fail.
        for group in &possible.order {
            let recursive = group.len() > 1 || possible.engine.needs_itself(group[0]);
            for &id in group.iter().filter(|_| recursive) {
                for row in 0..relations[id as usize].len() {
                    self.mark(possible.atom(id, row), false);
                }
            }
        }
        // Given facts cannot fail, others need an instance.
        let state = keyword(engine, "true", 1).map_or(0..0, |id| {
            let first = possible.first[id as usize];
            first..first + relations[id as usize].len()
        });
        for atom in 0..possible.atoms {
            if self.certain[atom as usize] == 0 && !state.contains(&atom) {
                self.mark(atom, false);
            }
        }
    }

    /// Finds what sets what in the following state, and what nothing sets.
    fn links(&mut self) {
        let possible = self.possible;
        let engine = &possible.engine;
        for (from, to, arity) in [("next", "true", 1), ("legal", "does", 2)] {
            let Some(to) = keyword(engine, to, arity) else {
                continue;
            };
            let to_relation = &engine.store.relations[to as usize];
            let from = keyword(engine, from, arity).filter(|&id| possible.dynamic[id as usize]);
            for row in 0..to_relation.len() {
                let atom = possible.atom(to, row);
                let source = from.and_then(|from| {
                    let row = engine.store.relations[from as usize].find(to_relation.row(row))?;
                    Some(possible.atom(from, row))
                });
                if let Some(source) = source {
                    self.sets[source as usize] = Some(atom);
                    self.decides[source as usize] = arity == 1;
                } else {
                    self.constant_source(atom, to, row, arity);
                }
            }
        }
    }

    /// A latch or move whose source does not depend on the state, or is not there.
    fn constant_source(&mut self, atom: AtomId, to: u32, row: u32, arity: u32) {
        let engine = &self.possible.engine;
        let name = if arity == 1 { "next" } else { "legal" };
        let term = engine.store.relations[to as usize].row(row);
        let holds = keyword(engine, name, arity)
            .is_some_and(|id| engine.store.relations[id as usize].find(term).is_some());
        if holds || arity == 1 {
            self.mark(atom, holds);
        }
        if arity == 2 {
            self.mark(atom, false);
        }
    }

    fn follow(&mut self, atom: AtomId, holds: bool) {
        let possible = self.possible;
        let instances = &possible.instances;
        // A positive literal may hold when its atom may, and fail when it may; a negative one
        // the other way round.
        let uses = |negated: bool| {
            let literal = atom as usize * 2 + usize::from(negated);
            let range = instances.begins[literal] as usize..instances.begins[literal + 1] as usize;
            &instances.uses[range]
        };
        for &instance in uses(!holds) {
            self.waiting[instance as usize] -= 1;
            if self.waiting[instance as usize] == 0 {
                self.mark(instances.heads[instance as usize], true);
            }
        }
        for &instance in uses(holds) {
            if std::mem::replace(&mut self.failing[instance as usize], true) {
                continue;
            }
            let head = instances.heads[instance as usize];
            self.certain[head as usize] -= 1;
            if self.certain[head as usize] == 0 {
                self.mark(head, false);
            }
        }
        if let Some(next) = self.sets[atom as usize] {
            if holds || self.decides[atom as usize] {
                self.mark(next, holds);
            }
            if holds && !self.decides[atom as usize] {
                self.mark(next, false);
            }
        }
    }
}
