//! Argument domains: for each argument of each relation, the terms that may stand there.
//!
//! An over-approximation of the minimal model in which arguments are independent of each other
//! and negation does not count, computed by a worklist over the rules; what is called domain
//! calculation in Schiffel and Thielscher, *Fluxplayer: a successful general game player* (2007),
//! extended to functions, whose arguments have domains of their own.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use rustc_hash::FxHashMap;

use crate::{Atom, Literal, LiteralKind, Name, Polarity, Relation, Rule, Term, VarId, body_atoms};

/// What domains are computed from.
#[derive(Clone, Copy, Debug)]
pub struct Program<'a> {
    /// The rules and facts.
    pub rules: &'a [&'a Rule],
    /// Relations that feed another with all their atoms, as `next` feeds `true` from one state
    /// of a game to the following.
    pub links: &'a [(Relation, Relation)],
    /// Relations whose atoms come from elsewhere: anything may stand in their arguments.
    pub open: &'a [Relation],
}

/// Where domains stop being listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DomainLimits {
    /// An argument with more constants than this may be anything.
    pub constants: usize,
    /// Below this many functions in each other a term may be anything.
    pub depth: usize,
}

impl Default for DomainLimits {
    fn default() -> Self {
        Self {
            constants: 256,
            depth: 3,
        }
    }
}

/// What may stand in one place. With nothing in it, nothing may.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Domain {
    /// Anything may stand here, or more than the limits list; the rest is empty then.
    pub many: bool,
    /// These constants, in the order in which the program mentions them.
    pub constants: Vec<Name>,
    /// Functions of these shapes, in the same order.
    pub shapes: Vec<Shape>,
}

/// A function whose arguments are taken from domains.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    /// The function constant.
    pub name: Name,
    /// What may stand in its arguments.
    pub args: Vec<Domain>,
}

/// The domains of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Domains {
    names: Names,
    values: FxHashMap<Relation, Vec<Value>>,
    limits: DomainLimits,
}

/// Names by number, in the order in which they came.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
struct Names {
    all: Vec<Name>,
    ids: FxHashMap<Name, u32>,
}

/// A [`Domain`] in numbers.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
struct Value {
    many: bool,
    constants: BTreeSet<u32>,
    shapes: BTreeMap<(u32, usize), Vec<Value>>,
}

/// What is known of each variable of a rule: nothing yet, or that it is in a value.
type Known = Vec<Option<Value>>;

/// Computes the domains of a program. The time grows with rules times the changes to what they
/// use, which the limits bound. Calls `pause` before each look at a rule: it may unwind, where
/// nobody wants the result any more.
pub fn domains(program: Program<'_>, limits: DomainLimits, pause: &dyn Fn()) -> Domains {
    let mut domains = Domains {
        names: Names::default(),
        values: FxHashMap::default(),
        limits,
    };
    for relation in program.open {
        domains.values.insert(
            relation.clone(),
            vec![Value::anything(); relation.arity as usize],
        );
    }
    for rule in program.rules {
        pause();
        domains.names.add_rule(rule);
    }
    // Who has to be looked at again when a relation grows.
    let mut users: FxHashMap<Relation, Vec<usize>> = FxHashMap::default();
    for (index, rule) in program.rules.iter().enumerate() {
        body_atoms(&rule.body, &mut |atom, polarity| {
            if polarity == Polarity::Positive {
                users.entry(Relation::of(atom)).or_default().push(index);
            }
        });
    }
    for (index, (from, _)) in (program.rules.len()..).zip(program.links) {
        users.entry(from.clone()).or_default().push(index);
    }
    let total = program.rules.len() + program.links.len();
    let mut waiting = vec![true; total];
    let mut queue: VecDeque<usize> = (0..total).collect();
    while let Some(index) = queue.pop_front() {
        pause();
        waiting[index] = false;
        let derived = match program.rules.get(index) {
            Some(rule) => domains
                .derive(rule)
                .map(|values| (Relation::of(&rule.head), values)),
            None => {
                let (from, to) = &program.links[index - program.rules.len()];
                let values = domains.values.get(from).cloned();
                values.map(|values| (to.clone(), values))
            }
        };
        let Some((relation, values)) = derived else {
            continue;
        };
        if domains.add(&relation, values) {
            for &user in users.get(&relation).into_iter().flatten() {
                if !std::mem::replace(&mut waiting[user], true) {
                    queue.push_back(user);
                }
            }
        }
    }
    domains
}

impl Domains {
    /// The domains of a relation's arguments; `None` if nothing can make it true.
    pub fn of(&self, relation: &Relation) -> Option<Vec<Domain>> {
        let values = self.values.get(relation)?;
        Some(
            values
                .iter()
                .map(|value| self.names.domain(value))
                .collect(),
        )
    }

    /// The domains of a rule's variables, by [`VarId`]; `None` if the body can never hold.
    /// A variable that no positive literal binds may be anything.
    pub fn of_variables(&self, rule: &Rule) -> Option<Vec<Domain>> {
        let known = self.satisfy(rule)?;
        let anything = Value::anything();
        let domain = |value: &Option<Value>| self.names.domain(value.as_ref().unwrap_or(&anything));
        Some(known.iter().map(domain).collect())
    }

    /// What a rule adds to its head.
    fn derive(&self, rule: &Rule) -> Option<Vec<Value>> {
        let known = self.satisfy(rule)?;
        Some(
            rule.head
                .args
                .iter()
                .map(|arg| self.evaluate(arg, &known, 0))
                .collect(),
        )
    }

    fn satisfy(&self, rule: &Rule) -> Option<Known> {
        let mut known = vec![None; rule.variables.len()];
        self.constrain_all(&rule.body, &mut known).then_some(known)
    }

    fn evaluate(&self, term: &Term, known: &Known, depth: usize) -> Value {
        match term {
            Term::Variable { variable, .. } => {
                let value = known[variable.0 as usize]
                    .clone()
                    .unwrap_or_else(Value::anything);
                value.cut(self.limits.depth.saturating_sub(depth))
            }
            Term::Constant { name, .. } => Value {
                constants: self.names.ids.get(name).copied().into_iter().collect(),
                ..Value::default()
            },
            Term::Function { .. } if depth >= self.limits.depth => Value::anything(),
            Term::Function { name, args, .. } => {
                let args: Vec<Value> = args
                    .iter()
                    .map(|arg| self.evaluate(arg, known, depth + 1))
                    .collect();
                let key = self.names.ids.get(name).map(|&id| (id, args.len()));
                Value {
                    shapes: key.map(|key| (key, args)).into_iter().collect(),
                    ..Value::default()
                }
            }
        }
    }

    /// Narrows what is known of the variables to what lets all literals hold; `false` if nothing
    /// does.
    fn constrain_all(&self, literals: &[Literal], known: &mut Known) -> bool {
        literals
            .iter()
            .all(|literal| self.constrain(literal, known))
    }

    fn constrain(&self, literal: &Literal, known: &mut Known) -> bool {
        match &literal.kind {
            LiteralKind::Atom(atom) => self.constrain_atom(atom, known),
            LiteralKind::Not(_) | LiteralKind::Distinct(_) => true,
            LiteralKind::And(parts) => self.constrain_all(parts, known),
            LiteralKind::Or(branches) => {
                let mut joined: Option<Known> = None;
                for branch in branches {
                    let mut way = known.clone();
                    if !self.constrain(branch, &mut way) {
                        continue;
                    }
                    match &mut joined {
                        None => joined = Some(way),
                        Some(joined) => self.join(joined, way),
                    }
                }
                let possible = joined.is_some();
                if let Some(joined) = joined {
                    *known = joined;
                }
                possible
            }
        }
    }

    fn join(&self, known: &mut Known, other: Known) {
        for (mine, theirs) in known.iter_mut().zip(other) {
            match (mine.as_mut(), theirs) {
                (Some(mine), Some(theirs)) => {
                    mine.unite(theirs, self.limits.constants);
                }
                _ => *mine = None,
            }
        }
    }

    fn constrain_atom(&self, atom: &Atom, known: &mut Known) -> bool {
        let Some(values) = self.values.get(&Relation::of(atom)) else {
            return false;
        };
        atom.args
            .iter()
            .zip(values)
            .all(|(arg, value)| self.fit(arg, value, known))
    }

    fn fit(&self, term: &Term, value: &Value, known: &mut Known) -> bool {
        if value.many {
            return true;
        }
        match term {
            Term::Constant { name, .. } => self
                .names
                .ids
                .get(name)
                .is_some_and(|id| value.constants.contains(id)),
            Term::Variable {
                variable: VarId(index),
                ..
            } => {
                let slot = &mut known[*index as usize];
                let narrowed = match slot.as_ref() {
                    Some(before) => before.meet(value),
                    None => value.clone(),
                };
                let possible = !narrowed.is_empty();
                *slot = Some(narrowed);
                possible
            }
            Term::Function { name, args, .. } => {
                let key = self.names.ids.get(name).map(|&id| (id, args.len()));
                let Some(values) = key.and_then(|key| value.shapes.get(&key)) else {
                    return false;
                };
                args.iter()
                    .zip(values)
                    .all(|(arg, value)| self.fit(arg, value, known))
            }
        }
    }

    /// Adds values to a relation; says whether that changed anything.
    fn add(&mut self, relation: &Relation, values: Vec<Value>) -> bool {
        let cap = self.limits.constants;
        if let Some(known) = self.values.get_mut(relation) {
            let mut grown = false;
            for (mine, theirs) in known.iter_mut().zip(values) {
                grown |= mine.unite(theirs, cap);
            }
            return grown;
        }
        self.values.insert(relation.clone(), values);
        true
    }
}

impl Value {
    fn anything() -> Self {
        Self {
            many: true,
            ..Self::default()
        }
    }

    fn is_empty(&self) -> bool {
        !self.many && self.constants.is_empty() && self.shapes.is_empty()
    }

    /// Adds another value; says whether that changed anything.
    fn unite(&mut self, other: Value, cap: usize) -> bool {
        if self.many {
            return false;
        }
        if other.many {
            *self = other;
            return true;
        }
        let before = self.constants.len();
        self.constants.extend(other.constants);
        if self.constants.len() > cap {
            *self = Self::anything();
            return true;
        }
        let mut grown = self.constants.len() > before;
        for (key, args) in other.shapes {
            match self.shapes.entry(key) {
                std::collections::btree_map::Entry::Vacant(entry) => {
                    entry.insert(args);
                    grown = true;
                }
                std::collections::btree_map::Entry::Occupied(mut entry) => {
                    for (mine, theirs) in entry.get_mut().iter_mut().zip(args) {
                        grown |= mine.unite(theirs, cap);
                    }
                }
            }
        }
        grown
    }

    /// What is in both.
    fn meet(&self, other: &Value) -> Value {
        if self.many {
            return other.clone();
        }
        if other.many {
            return self.clone();
        }
        let both = |(key, mine): (&(u32, usize), &Vec<Value>)| {
            let theirs = other.shapes.get(key)?;
            let args: Vec<Value> = mine.iter().zip(theirs).map(|(a, b)| a.meet(b)).collect();
            (!args.iter().any(Value::is_empty)).then_some((*key, args))
        };
        Value {
            many: false,
            constants: self
                .constants
                .intersection(&other.constants)
                .copied()
                .collect(),
            shapes: self.shapes.iter().filter_map(both).collect(),
        }
    }

    /// Forgets what lies below `depth` functions.
    fn cut(self, depth: usize) -> Value {
        if self.shapes.is_empty() {
            return self;
        }
        if depth == 0 {
            return Self::anything();
        }
        let cut = |args: Vec<Value>| args.into_iter().map(|arg| arg.cut(depth - 1)).collect();
        Value {
            shapes: self
                .shapes
                .into_iter()
                .map(|(key, args)| (key, cut(args)))
                .collect(),
            ..self
        }
    }
}

impl Names {
    fn add(&mut self, name: &Name) {
        if !self.ids.contains_key(name) {
            self.ids.insert(name.clone(), self.all.len() as u32);
            self.all.push(name.clone());
        }
    }

    fn add_rule(&mut self, rule: &Rule) {
        self.add_terms(&rule.head.args);
        for literal in &rule.body {
            self.add_literal(literal);
        }
    }

    fn add_literal(&mut self, literal: &Literal) {
        match &literal.kind {
            LiteralKind::Atom(atom) => self.add_terms(&atom.args),
            // They derive nothing.
            LiteralKind::Not(_) | LiteralKind::Distinct(_) => {}
            LiteralKind::Or(parts) | LiteralKind::And(parts) => {
                parts.iter().for_each(|part| self.add_literal(part));
            }
        }
    }

    fn add_terms(&mut self, terms: &[Term]) {
        for term in terms {
            match term {
                Term::Variable { .. } => {}
                Term::Constant { name, .. } => self.add(name),
                Term::Function { name, args, .. } => {
                    self.add(name);
                    self.add_terms(args);
                }
            }
        }
    }

    fn domain(&self, value: &Value) -> Domain {
        let name = |id: u32| self.all[id as usize].clone();
        Domain {
            many: value.many,
            constants: value.constants.iter().map(|&id| name(id)).collect(),
            shapes: value
                .shapes
                .iter()
                .map(|(&(id, _), args)| Shape {
                    name: name(id),
                    args: args.iter().map(|arg| self.domain(arg)).collect(),
                })
                .collect(),
        }
    }
}

#[cfg(test)]
mod tests;
