//! Groups of relations that negate themselves, by ground atom.
//!
//! First everything that could hold if negation inside the group always did, then the instances
//! of the rules over that, then their well-founded model by the alternating fixpoint (Van Gelder,
//! *The alternating fixpoint of logic programs with negation*, 1993), in which each step is
//! linear by counting what a body still waits for (Dowling and Gallier, 1984). Where ground atoms
//! have strata, this is the perfect model and leaves nothing open.

use crate::engine::Engine;
use crate::evaluate::{Groups, saturate};
use crate::instances::{AtomId, Instances};
use crate::limits::Error;
use crate::normal::RelationId;
use crate::relation::Row;

pub(crate) fn settle(engine: &mut Engine<'_>, groups: &Groups, group: usize) -> Result<(), Error> {
    let members = groups.members(group);
    let undefined: Vec<bool> = engine
        .store
        .relations
        .iter()
        .map(|relation| !relation.undefined.is_empty())
        .collect();
    let open = |id: RelationId| groups.contains(group, id) || undefined[id as usize];
    let given: Vec<Row> = members
        .iter()
        .map(|&id| engine.store.relations[id as usize].len())
        .collect();
    saturate(engine, groups, group, &open)?;
    let mut first = vec![AtomId::MAX; engine.store.relations.len()];
    let mut atoms = 0;
    for &id in members {
        first[id as usize] = atoms;
        atoms += engine.store.relations[id as usize].len();
    }
    let mut instances = Instances::new();
    for (&id, &rows) in members.iter().zip(&given) {
        for row in 0..rows {
            instances.push(first[id as usize] + row, &[], false);
        }
    }
    let mut own = Vec::new();
    for &rule in &groups.rules[group] {
        let rows = engine.record(rule, &open)?;
        let before = instances.heads.len();
        instances.extend(engine, rule, &rows, &first, &open);
        own.push((engine.rules[rule].clause, before..instances.heads.len()));
    }
    instances.link(atoms);
    let found = instances.solve(atoms);
    // Those of what could hold were counted; a rule has those in which its body does.
    for (clause, _) in &own {
        engine.statistics[*clause].instances = 0;
    }
    for (clause, range) in own {
        let holding = range.filter(|&instance| instances.holds(instance as u32, &found));
        engine.statistics[clause].instances += holding.count() as u64;
    }
    for &id in members {
        let here =
            first[id as usize]..first[id as usize] + engine.store.relations[id as usize].len();
        let mut levels = vec![Vec::new(); found.levels];
        let mut neither = Vec::new();
        for atom in here.clone() {
            match found.level[atom as usize] {
                Some(level) => levels[level as usize].push(atom - here.start),
                None if found.possible[atom as usize] => neither.push(atom - here.start),
                None => {}
            }
        }
        let relation = &mut engine.store.relations[id as usize];
        let before = u64::from(relation.len());
        relation.replace(&levels, &neither);
        engine.meter.atoms = engine.meter.atoms + u64::from(relation.len()) - before;
        engine.weigh(id);
    }
    Ok(())
}

/// The well-founded model of instances.
struct Solution {
    /// For each true atom, how many steps after the facts it follows.
    level: Vec<Option<u32>>,
    levels: usize,
    /// The atoms that are not false.
    possible: Vec<bool>,
}

impl Instances {
    /// Whether the body of an instance holds.
    fn holds(&self, instance: u32, found: &Solution) -> bool {
        let mut body = self.body(instance).iter();
        !self.open[instance as usize]
            && body.all(|&literal| {
                let atom = (literal >> 1) as usize;
                if literal & 1 == 0 {
                    found.level[atom].is_some()
                } else {
                    !found.possible[atom]
                }
            })
    }

    fn solve(&self, atoms: u32) -> Solution {
        let mut certain = vec![None; atoms as usize];
        loop {
            let holds: Vec<bool> = certain.iter().map(Option::is_some).collect();
            let (possible, _) = self.consequences(&holds, true);
            let possible: Vec<bool> = possible.iter().map(Option::is_some).collect();
            let (level, levels) = self.consequences(&possible, false);
            let same = level.iter().map(Option::is_some).eq(holds);
            if same {
                return Solution {
                    level,
                    levels,
                    possible,
                };
            }
            certain = level;
        }
    }

    /// What follows, and after how many steps, when the atoms of `assumed` count as true under a
    /// `not` and all others as false.
    fn consequences(&self, assumed: &[bool], open: bool) -> (Vec<Option<u32>>, usize) {
        let mut level: Vec<Option<u32>> = vec![None; assumed.len()];
        let mut waiting = vec![0_u32; self.heads.len()];
        let mut now = Vec::new();
        for instance in 0..self.heads.len() as u32 {
            let body = self.body(instance);
            let blocked = body
                .iter()
                .any(|&l| l & 1 == 1 && assumed[(l >> 1) as usize]);
            if blocked || (self.open[instance as usize] && !open) {
                waiting[instance as usize] = u32::MAX;
                continue;
            }
            let positive = body.iter().filter(|&&literal| literal & 1 == 0).count() as u32;
            waiting[instance as usize] = positive;
            if positive == 0 {
                now.push(self.heads[instance as usize]);
            }
        }
        let mut step = 0;
        while !now.is_empty() {
            let mut next = Vec::new();
            now.retain(|&atom| {
                let level = &mut level[atom as usize];
                let new = level.is_none();
                level.get_or_insert(step);
                new
            });
            for atom in now {
                let literal = atom as usize * 2;
                for &user in
                    &self.uses[self.begins[literal] as usize..self.begins[literal + 1] as usize]
                {
                    let waiting = &mut waiting[user as usize];
                    if *waiting == u32::MAX {
                        continue;
                    }
                    *waiting -= 1;
                    if *waiting == 0 {
                        next.push(self.heads[user as usize]);
                    }
                }
            }
            now = next;
            step += 1;
        }
        (level, step as usize)
    }
}
