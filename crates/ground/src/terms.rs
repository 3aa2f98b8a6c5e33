//! Interned ground terms: equal terms have equal numbers.

use logic::{GroundTerm, Name};
use rustc_hash::FxHashMap;

use crate::table::{Table, hash};

/// A ground term by number. Small integers are their own number, with the top bit set.
pub(crate) type Value = u32;

/// No term: what a lookup of a term that was never built gives.
pub(crate) const NONE: Value = u32::MAX;

/// The result of arithmetic that went wrong.
pub(crate) const FAULT: Value = u32::MAX - 1;

const INTEGER: u32 = 1 << 31;
const OFFSET: i64 = 1 << 30;

/// A name with a number of arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Functor {
    pub(crate) name: u32,
    pub(crate) arity: u32,
}

/// All terms of an evaluation.
#[derive(Clone, Debug, Default)]
pub(crate) struct Terms {
    names: Vec<Name>,
    name_ids: FxHashMap<Name, u32>,
    entries: Vec<Entry>,
    args: Vec<Value>,
    table: Table,
    large: Vec<i64>,
    large_ids: FxHashMap<i64, Value>,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    functor: Functor,
    start: u32,
    depth: u32,
}

/// The name of large integers: no name has this number.
const LARGE: u32 = u32::MAX;

impl Terms {
    pub(crate) fn name(&mut self, name: &Name) -> u32 {
        if let Some(&id) = self.name_ids.get(name) {
            return id;
        }
        let id = self.names.len() as u32;
        self.names.push(name.clone());
        self.name_ids.insert(name.clone(), id);
        id
    }

    pub(crate) fn name_of(&self, id: u32) -> &Name {
        &self.names[id as usize]
    }

    pub(crate) fn constant(&mut self, name: &Name) -> Value {
        let name = self.name(name);
        self.build(Functor { name, arity: 0 }, &[])
    }

    pub(crate) fn integer(&mut self, value: i64) -> Value {
        if (-OFFSET..OFFSET - 2).contains(&value) {
            return INTEGER | (value + OFFSET) as u32;
        }
        if let Some(&known) = self.large_ids.get(&value) {
            return known;
        }
        let id = self.entries.len() as Value;
        self.entries.push(Entry {
            functor: Functor {
                name: LARGE,
                arity: 0,
            },
            start: self.large.len() as u32,
            depth: 0,
        });
        self.large.push(value);
        self.large_ids.insert(value, id);
        id
    }

    /// The integer that a value is.
    #[inline]
    pub(crate) fn as_integer(&self, value: Value) -> Option<i64> {
        if value >= FAULT {
            return None;
        }
        if value & INTEGER != 0 {
            return Some(i64::from(value & !INTEGER) - OFFSET);
        }
        let entry = self.entries[value as usize];
        (entry.functor.name == LARGE).then(|| self.large[entry.start as usize])
    }

    /// A function applied to arguments, or a constant.
    pub(crate) fn build(&mut self, functor: Functor, args: &[Value]) -> Value {
        let code = hash(functor.name, args);
        let id = self.entries.len() as Value;
        let (entries, known_args) = (&self.entries, &self.args);
        let same = |other| same(entries, known_args, other, functor, args);
        if let Some(known) = self.table.insert(code, id, same) {
            return known;
        }
        let depth = args.iter().map(|&arg| self.depth(arg)).max();
        self.entries.push(Entry {
            functor,
            start: self.args.len() as u32,
            depth: depth.map_or(0, |depth| depth + 1),
        });
        self.args.extend_from_slice(args);
        id
    }

    /// A term if it was built before, else [`NONE`].
    pub(crate) fn find(&self, functor: Functor, args: &[Value]) -> Value {
        let code = hash(functor.name, args);
        let same = |other| same(&self.entries, &self.args, other, functor, args);
        self.table.find(code, same).unwrap_or(NONE)
    }

    /// The arguments of a term if it has this functor.
    #[inline]
    pub(crate) fn take(&self, value: Value, functor: Functor) -> Option<&[Value]> {
        let entry = self.entries.get(value as usize)?;
        if entry.functor != functor {
            return None;
        }
        let start = entry.start as usize;
        Some(&self.args[start..start + functor.arity as usize])
    }

    /// The functor and arguments of a term that is no integer.
    pub(crate) fn parts(&self, value: Value) -> Option<(Functor, &[Value])> {
        let functor = self.entries.get(value as usize)?.functor;
        if functor.name == LARGE {
            return None;
        }
        Some((functor, self.take(value, functor)?))
    }

    /// How many functions stand in each other.
    pub(crate) fn depth(&self, value: Value) -> u32 {
        self.entries
            .get(value as usize)
            .map_or(0, |entry| entry.depth)
    }

    /// Whether a term comes before another: integers by value, constants by name, functions by
    /// name, number of arguments and arguments.
    pub(crate) fn less(&self, a: Value, b: Value) -> bool {
        self.order(a, b).is_lt()
    }

    fn order(&self, a: Value, b: Value) -> std::cmp::Ordering {
        if a == b {
            return std::cmp::Ordering::Equal;
        }
        match (self.as_integer(a), self.as_integer(b)) {
            (Some(a), Some(b)) => return a.cmp(&b),
            (Some(_), None) => return std::cmp::Ordering::Less,
            (None, Some(_)) => return std::cmp::Ordering::Greater,
            (None, None) => {}
        }
        let (Some((f, xs)), Some((g, ys))) = (self.parts(a), self.parts(b)) else {
            return a.cmp(&b);
        };
        let (is_function, other) = (f.arity > 0, g.arity > 0);
        is_function
            .cmp(&other)
            .then_with(|| self.name_of(f.name).cmp(self.name_of(g.name)))
            .then_with(|| f.arity.cmp(&g.arity))
            .then_with(|| {
                let orders = xs.iter().zip(ys).map(|(&x, &y)| self.order(x, y));
                orders.fold(std::cmp::Ordering::Equal, std::cmp::Ordering::then)
            })
    }

    /// How many bytes they take.
    pub(crate) fn bytes(&self) -> usize {
        self.entries.len() * size_of::<Entry>() + self.args.len() * 4 + self.table.bytes()
    }

    pub(crate) fn intern(&mut self, term: &GroundTerm) -> Value {
        match term {
            GroundTerm::Integer(value) => self.integer(*value),
            GroundTerm::Constant(name) => self.constant(name),
            GroundTerm::Function(name, args) => {
                let args: Vec<Value> = args.iter().map(|arg| self.intern(arg)).collect();
                let name = self.name(name);
                let arity = args.len() as u32;
                self.build(Functor { name, arity }, &args)
            }
        }
    }

    /// The value of a term if it was built before, else [`NONE`].
    pub(crate) fn lookup(&self, term: &GroundTerm) -> Value {
        let (name, args) = match term {
            GroundTerm::Integer(value) if (-OFFSET..OFFSET - 2).contains(value) => {
                return INTEGER | (value + OFFSET) as u32;
            }
            GroundTerm::Integer(value) => {
                return self.large_ids.get(value).copied().unwrap_or(NONE);
            }
            GroundTerm::Constant(name) => (name, [].as_slice()),
            GroundTerm::Function(name, args) => (name, &**args),
        };
        let args: Vec<Value> = args.iter().map(|arg| self.lookup(arg)).collect();
        let arity = args.len() as u32;
        let functor = |&name| Functor { name, arity };
        let functor = self.name_ids.get(name).map(functor);
        functor.map_or(NONE, |functor| self.find(functor, &args))
    }

    /// The term that a value stands for.
    pub(crate) fn term(&self, value: Value) -> GroundTerm {
        if let Some(value) = self.as_integer(value) {
            return GroundTerm::Integer(value);
        }
        match self.parts(value) {
            Some((functor, [])) => GroundTerm::Constant(self.name_of(functor.name).clone()),
            Some((functor, args)) => GroundTerm::Function(
                self.name_of(functor.name).clone(),
                args.iter().map(|&arg| self.term(arg)).collect(),
            ),
            None => GroundTerm::constant("?"),
        }
    }
}

fn same(entries: &[Entry], args: &[Value], id: Value, functor: Functor, wanted: &[Value]) -> bool {
    let entry = entries[id as usize];
    let start = entry.start as usize;
    entry.functor == functor && &args[start..start + wanted.len()] == wanted
}
