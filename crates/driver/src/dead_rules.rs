//! The rules of a spec that have no ground instance, and which of them are to blame.
//!
//! A rule may be dead because another one is, whose head it needs. Those that need no other dead
//! rule, and circles of rules that need each other alone, are the roots: mend them, and the rest
//! lives, or shows a fault of its own.

use std::cell::Cell;
use std::rc::Rc;

use logic::{Atom, Digraph, GroundAtom, Literal, LiteralKind, Name, Relation, unifiable};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::Spec;
use crate::checks::Context;
use crate::grounding::dead::Breaking;

/// The largest relation that is searched for atoms like a literal.
const SEARCHED: usize = 100_000;

/// How many atoms are searched for all rules together.
const SEARCHED_TOGETHER: usize = 200_000_000;

/// How many heads of dead rules are looked at to find which rules need which. Beyond that, rules
/// are blamed that may only follow.
const COMPARED: usize = 20_000_000;

/// A dead rule to blame.
pub(crate) struct Root {
    /// The rule.
    pub(crate) rule: usize,
    /// Where its body breaks off.
    pub(crate) cause: Cause,
    /// The other rules of the circle.
    pub(crate) circle: Vec<usize>,
    /// The rules that are dead for the same cause, or since this one is.
    pub(crate) followers: Vec<usize>,
}

/// Where the body of a dead rule breaks off.
pub(crate) enum Cause {
    /// No atom is like this one of the body.
    Unmatched(Atom),
    /// Only rules of the circle give this one.
    Circle(Atom),
    /// The literals do not hold together.
    Breaking(Breaking),
    /// The search for it would take too long.
    Unknown,
}

/// A rule without an instance.
struct Dead {
    rule: usize,
    /// The atoms of the body that nothing is like.
    unmatched: Vec<Atom>,
    breaking: Option<Breaking>,
}

impl Dead {
    /// The atoms for want of which the rule is dead.
    fn wanted(&self) -> Vec<&Atom> {
        if !self.unmatched.is_empty() {
            return self.unmatched.iter().collect();
        }
        let breaking = self.breaking.iter();
        let literals = breaking.flat_map(|found| match found.instances.is_empty() {
            true => std::slice::from_ref(&found.leaf),
            false => &found.instances,
        });
        let atoms = literals.filter_map(|literal| match &literal.kind {
            LiteralKind::Atom(atom) => Some(atom),
            _ => None,
        });
        atoms.collect()
    }
}

/// The atoms of relations, as they are asked for.
#[derive(Default)]
pub(crate) struct Atoms {
    known: FxHashMap<Relation, Option<Rc<[GroundAtom]>>>,
    /// How many were handed out to be searched.
    searched: usize,
}

impl Atoms {
    /// Those of a relation, unless there are too many to search, or too many were searched.
    pub(crate) fn of(&mut self, cx: &Context<'_>, relation: &Relation) -> Option<Rc<[GroundAtom]>> {
        let model = &cx.evaluation.model;
        self.searched += model.count(relation);
        if self.searched > SEARCHED_TOGETHER {
            return None;
        }
        if let Some(known) = self.known.get(relation) {
            return known.clone();
        }
        let few = model.count(relation) <= SEARCHED;
        let atoms = few.then(|| model.atoms(relation).collect());
        self.known.insert(relation.clone(), atoms.clone());
        atoms
    }
}

/// The rules to blame, in the order of the file. Rules of which a static check says that they
/// never hold, since a relation is defined nowhere, are not, nor is what follows.
pub(crate) fn roots(cx: &mut Context<'_>, atoms: &mut Atoms) -> Vec<Root> {
    let dead = dead_rules(cx, atoms);
    let providers = Providers::of(cx, &dead);
    let defined: FxHashSet<Relation> = cx
        .spec
        .rules
        .iter()
        .map(|rule| Relation::of(&rule.head))
        .collect();
    let mut edges = Vec::new();
    let mut blamed: Vec<Option<Atom>> = vec![None; dead.len()];
    let mut explained = vec![false; dead.len()];
    for (number, found) in dead.iter().enumerate() {
        for atom in found.wanted() {
            let given = providers.of_atom(&dead, atom);
            if !providers.is_defined(&defined, atom) {
                explained[number] = true;
            } else if given.is_empty() && found.breaking.is_none() {
                blamed[number].get_or_insert_with(|| atom.clone());
            }
            edges.extend(given.into_iter().map(|other| (number as u32, other, ())));
        }
    }
    edges.sort_unstable();
    edges.dedup();
    // What a rule lacks by itself it lacks whatever others give.
    edges.retain(|&(from, _, ())| blamed[from as usize].is_none());
    let graph = Digraph::from_edges(dead.len(), edges);
    let components = graph.components();
    let mut root_of: Vec<Option<u32>> = vec![None; components.members.len()];
    let mut roots: Vec<Root> = Vec::new();
    // Components come after all that they need.
    for (component, members) in components.members.iter().enumerate() {
        let outside = members.iter().flat_map(|&member| {
            let needed = graph.successors(member).iter();
            needed.map(|&(to, ())| components.of[to as usize] as usize)
        });
        let mut outside: Vec<usize> = outside.filter(|&to| to != component).collect();
        outside.sort_unstable();
        let is_explained = members
            .iter()
            .any(|&member| explained[member as usize] && blamed[member as usize].is_none());
        if is_explained || !outside.is_empty() {
            let root = outside.iter().find_map(|&to| root_of[to]);
            root_of[component] = root;
            if let Some(root) = root {
                let followers = members.iter().map(|&member| dead[member as usize].rule);
                roots[root as usize].followers.extend(followers);
            }
            continue;
        }
        root_of[component] = Some(roots.len() as u32);
        let mut members: Vec<usize> = members.iter().map(|&member| member as usize).collect();
        members.sort_unstable();
        roots.push(root(&dead, &members, blamed[members[0]].clone()));
    }
    let mut roots = with_one_cause_each(cx, roots);
    roots.sort_by_key(|root| root.rule);
    for root in &mut roots {
        root.followers.sort_unstable();
        root.followers.dedup();
    }
    roots
}

fn root(dead: &[Dead], members: &[usize], blamed: Option<Atom>) -> Root {
    let first = &dead[members[0]];
    let cause = match (blamed, &first.breaking) {
        (Some(atom), _) => Cause::Unmatched(atom),
        (None, Some(breaking)) => Cause::Breaking(breaking.clone()),
        (None, None) => match first.unmatched.first() {
            Some(atom) => Cause::Circle(atom.clone()),
            None => Cause::Unknown,
        },
    };
    Root {
        rule: first.rule,
        cause,
        circle: members[1..]
            .iter()
            .map(|&member| dead[member].rule)
            .collect(),
        followers: Vec::new(),
    }
}

/// Joins those that lack the same atom.
fn with_one_cause_each(cx: &Context<'_>, mut roots: Vec<Root>) -> Vec<Root> {
    roots.sort_by_key(|root| root.rule);
    let mut first: FxHashMap<String, usize> = FxHashMap::default();
    let mut joined: Vec<Root> = Vec::new();
    for root in roots {
        let Some(key) = key(cx, &root) else {
            joined.push(root);
            continue;
        };
        match first.get(&key) {
            Some(&place) => {
                joined[place].followers.push(root.rule);
                joined[place].followers.extend(root.circle);
                joined[place].followers.extend(root.followers);
            }
            None => {
                first.insert(key, joined.len());
                joined.push(root);
            }
        }
    }
    joined
}

/// The same for rules that break off alike, whatever their variables are called.
fn key(cx: &Context<'_>, root: &Root) -> Option<String> {
    let spelling = cx.spec.spelling;
    let nameless = vec![Name::new("_"); cx.spec.rules[root.rule].variables.len()];
    match &root.cause {
        Cause::Unmatched(atom) | Cause::Circle(atom) => Some(spelling.atom(atom, &nameless)),
        Cause::Breaking(found) => {
            let all = std::iter::once(&found.leaf).chain(&found.instances);
            Some(all.map(|part| spelling.literal(part, &nameless)).collect())
        }
        Cause::Unknown => None,
    }
}

fn dead_rules(cx: &mut Context<'_>, atoms: &mut Atoms) -> Vec<Dead> {
    let mut dead = Vec::new();
    for clause in 0..cx.evaluation.clauses.len() {
        let index = cx.evaluation.clauses[clause];
        let rule = &cx.spec.rules[index];
        let lives = cx.evaluation.model.statistics()[clause].instances > 0;
        if lives || rule.body.is_empty() || cx.unknown.contains(&Relation::of(&rule.head)) {
            continue;
        }
        if cx.options.is_cancelled() {
            return Vec::new();
        }
        let needed = rule.body.iter().filter_map(|literal| match &literal.kind {
            LiteralKind::Atom(atom) => Some(atom),
            _ => None,
        });
        let unmatched: Vec<Atom> = needed
            .filter(|atom| {
                let all = atoms.of(cx, &Relation::of(atom));
                all.is_some_and(|all| is_unmatched(atom, rule.variables.len(), &all))
            })
            .cloned()
            .collect();
        let breaking = match unmatched.is_empty() {
            true => cx.spec.breaking(cx.evaluation, clause, cx.options),
            false => None,
        };
        dead.push(Dead {
            rule: index,
            unmatched,
            breaking,
        });
    }
    dead
}

fn is_unmatched(atom: &Atom, variables: usize, atoms: &[GroundAtom]) -> bool {
    let fits = |other: &GroundAtom| {
        crate::query::matches_all(&atom.args, &other.args, &mut vec![None; variables])
    };
    !atoms.iter().any(fits)
}

/// The dead rules by the relation of their heads.
struct Providers<'a> {
    cx: &'a Context<'a>,
    /// How many heads may still be compared.
    left: Cell<usize>,
    heads: FxHashMap<Relation, Vec<u32>>,
}

impl<'a> Providers<'a> {
    fn of(cx: &'a Context<'_>, dead: &[Dead]) -> Self {
        let mut heads: FxHashMap<Relation, Vec<u32>> = FxHashMap::default();
        for (number, found) in (0..).zip(dead) {
            let head = &cx.spec.rules[found.rule].head;
            heads.entry(Relation::of(head)).or_default().push(number);
        }
        Self {
            cx,
            left: Cell::new(COMPARED),
            heads,
        }
    }

    /// The dead rules that could give an atom.
    fn of_atom(&self, dead: &[Dead], atom: &Atom) -> Vec<u32> {
        let mut found = Vec::new();
        for atom in given_as(self.cx.spec, atom) {
            let all = self.heads.get(&Relation::of(&atom));
            let all = all.map_or(&[][..], Vec::as_slice);
            let count = all.len().min(self.left.get());
            self.left.set(self.left.get() - count);
            found.extend(all[..count].iter().copied().filter(|&other| {
                let head = &self.cx.spec.rules[dead[other as usize].rule].head;
                unifiable(&atom, head)
            }));
        }
        found
    }

    fn is_defined(&self, defined: &FxHashSet<Relation>, atom: &Atom) -> bool {
        let mut ways = given_as(self.cx.spec, atom).into_iter();
        ways.any(|atom| defined.contains(&Relation::of(&atom)))
    }
}

/// The atom as rules have it in their heads: what is `true` comes of `init` and `next`, and who
/// does something may do it.
pub(crate) fn given_as(spec: &Spec, atom: &Atom) -> Vec<Atom> {
    let renamed = |name: &str| Atom {
        relation: name.into(),
        ..atom.clone()
    };
    match (spec.vocabulary.is_game(), &*atom.relation, atom.args.len()) {
        (true, "true", 1) => vec![renamed("init"), renamed("next")],
        (true, "does", 2) => vec![renamed("legal")],
        _ => vec![atom.clone()],
    }
}

/// The literal's atom, or what is negated.
pub(crate) fn atom_of(literal: &Literal) -> Option<&Atom> {
    match &literal.kind {
        LiteralKind::Atom(atom) => Some(atom),
        LiteralKind::Not(inner) => atom_of(inner),
        _ => None,
    }
}
