//! The atoms that the solver decides, by number: those of unknown relations, and for each function
//! that it has a certain value.

use logic::formula::{Column, FunctionId, RelationId, RelationKind, SortId, StatementId, Value};
use rustc_hash::FxHashMap;

use super::known::{Env, Expr, Stop};
use super::world::World;

/// The atoms by number, from 1.
#[derive(Clone, Debug, Default)]
pub struct Atoms {
    relations: Vec<Option<Numbers>>,
    functions: Vec<Option<(Numbers, SortId)>>,
    /// Where the numbers of each end, in order: relations, then functions.
    ends: Vec<(u32, Owner)>,
    len: u32,
}

/// An atom.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Atom {
    /// A relation holds of these.
    Relation(RelationId, Box<[Value]>),
    /// A function of these has this value.
    Value(FunctionId, Box<[Value]>, Value),
}

#[derive(Clone, Copy, Debug)]
enum Owner {
    Relation(RelationId),
    Function(FunctionId),
}

/// The numbers of tuples.
#[derive(Clone, Debug)]
struct Numbers {
    /// The number of the first tuple.
    first: u32,
    /// How many numbers a tuple takes.
    width: u32,
    places: Places,
}

#[derive(Clone, Debug)]
enum Places {
    /// All tuples of these sorts, the last column fastest; where all are runs of words, these.
    All(Box<[SortId]>, Option<Box<[Run]>>),
    /// These tuples.
    Listed {
        places: FxHashMap<Box<[i64]>, u32>,
        rows: Vec<Box<[i64]>>,
    },
}

/// The values of a column that are one word after the other.
#[derive(Clone, Copy, Debug)]
struct Run {
    /// The first word.
    first: i64,
    /// How many there are.
    len: u64,
    /// How many places lie between the tuples of one value and those of the next.
    stride: u32,
}

impl Atoms {
    /// Numbers the atoms of all relations and functions; `guards` lists the tuples of those that
    /// are restricted. An error is where that is declared of which there are too many, and how many.
    pub(super) fn new(
        world: &World<'_>,
        mut relation_rows: FxHashMap<RelationId, Vec<Box<[i64]>>>,
        mut function_rows: FxHashMap<FunctionId, Vec<Box<[i64]>>>,
    ) -> Result<Self, (StatementId, u64)> {
        let mut atoms = Self::default();
        let declarations = &world.spec.declarations;
        for (index, relation) in declarations.relations.iter().enumerate() {
            let id = RelationId(index as u32);
            let numbers = match relation.kind {
                RelationKind::Unknown => {
                    let rows = relation_rows.remove(&id);
                    let made = atoms.number(world, &relation.columns, rows, 1);
                    Some(made.map_err(|needed| (relation.place.statement, needed))?)
                }
                RelationKind::Given | RelationKind::Defined => None,
            };
            atoms.relations.push(numbers);
            atoms.ends.push((atoms.len, Owner::Relation(id)));
        }
        for (index, function) in declarations.functions.iter().enumerate() {
            let id = FunctionId(index as u32);
            let numbers = match function.result {
                Some(sort) => {
                    let rows = function_rows.remove(&id);
                    let width = world.domain(sort).len() as u64;
                    let made = atoms.number(world, &function.columns, rows, width);
                    let numbers = made.map_err(|needed| (function.place.statement, needed))?;
                    Some((numbers, sort))
                }
                None => None,
            };
            atoms.functions.push(numbers);
            atoms.ends.push((atoms.len, Owner::Function(id)));
        }
        Ok(atoms)
    }

    fn number(
        &mut self,
        world: &World<'_>,
        columns: &[Column],
        rows: Option<Vec<Box<[i64]>>>,
        width: u64,
    ) -> Result<Numbers, u64> {
        let (places, tuples) = match rows {
            Some(rows) => {
                let places = rows.iter().enumerate();
                let places = places
                    .map(|(place, row)| (row.clone(), place as u32))
                    .collect();
                let tuples = rows.len() as u64;
                (Places::Listed { places, rows }, tuples)
            }
            None => {
                let sorts: Box<[SortId]> =
                    columns.iter().filter_map(|column| column.sort).collect();
                let sizes = sorts.iter().map(|&sort| world.domain(sort).len() as u64);
                let tuples = sizes.fold(1_u64, u64::saturating_mul);
                let runs = u32::try_from(tuples).ok().and_then(|_| runs(world, &sorts));
                (Places::All(sorts, runs), tuples)
            }
        };
        let needed = tuples.saturating_mul(width);
        let after = u64::from(self.len).saturating_add(needed);
        if after > world.limits.atoms.min(i32::MAX as u64 / 2) {
            return Err(needed);
        }
        let first = self.len + 1;
        self.len = after as u32;
        Ok(Numbers {
            first,
            width: width as u32,
            places,
        })
    }

    /// How many there are: their numbers go from 1 to this.
    pub fn len(&self) -> u32 {
        self.len
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The numbers of the atoms of an unknown relation; none of another one.
    pub fn of_relation(&self, relation: RelationId) -> std::ops::Range<u32> {
        self.numbers(relation.index())
    }

    /// The numbers of the values of a function.
    pub fn of_function(&self, function: FunctionId) -> std::ops::Range<u32> {
        self.numbers(self.relations.len() + function.index())
    }

    fn numbers(&self, owner: usize) -> std::ops::Range<u32> {
        let end = |owner: usize| self.ends.get(owner).map_or(0, |(end, _)| *end);
        let before = if owner == 0 { 0 } else { end(owner - 1) };
        before + 1..end(owner) + 1
    }

    /// The number of an atom of an unknown relation; `None` where there is none.
    pub(super) fn relation(
        &self,
        world: &World<'_>,
        relation: RelationId,
        tuple: &[i64],
    ) -> Option<u32> {
        let numbers = self.relations[relation.index()].as_ref()?;
        numbers.find(world, tuple)
    }

    /// The same of terms.
    pub(super) fn relation_of(
        &self,
        world: &World<'_>,
        relation: RelationId,
        args: &[Expr],
        env: &mut Env,
    ) -> Result<Option<u32>, Stop> {
        match &self.relations[relation.index()] {
            Some(numbers) => numbers.find_terms(world, args, env),
            None => Ok(None),
        }
    }

    /// As [`Atoms::function`], of terms.
    pub(super) fn function_of(
        &self,
        world: &World<'_>,
        function: FunctionId,
        args: &[Expr],
        env: &mut Env,
    ) -> Result<Option<(u32, SortId)>, Stop> {
        let Some((numbers, sort)) = &self.functions[function.index()] else {
            return Ok(None);
        };
        let first = numbers.find_terms(world, args, env)?;
        Ok(first.map(|first| (first, *sort)))
    }

    /// The number that a function has its first value, and the sort of its values; `None` where
    /// it has none.
    pub(super) fn function(
        &self,
        world: &World<'_>,
        function: FunctionId,
        tuple: &[i64],
    ) -> Option<(u32, SortId)> {
        let (numbers, sort) = self.functions[function.index()].as_ref()?;
        Some((numbers.find(world, tuple)?, *sort))
    }

    /// The functions with the number that each of their applications has its first value by, and
    /// how many values follow.
    pub fn applications(&self) -> impl Iterator<Item = (FunctionId, u32, u32)> {
        let functions = self.functions.iter().enumerate();
        functions.flat_map(move |(index, numbers)| {
            let id = FunctionId(index as u32);
            let end = self.ends[self.relations.len() + index].0;
            numbers.iter().flat_map(move |(numbers, _)| {
                let width = numbers.width.max(1);
                let count = (end + 1 - numbers.first) / width;
                (0..count).map(move |place| (id, numbers.first + place * width, numbers.width))
            })
        })
    }

    /// The atom of a number.
    pub(super) fn atom(&self, world: &World<'_>, number: u32) -> Option<Atom> {
        if number == 0 || number > self.len {
            return None;
        }
        let place = self.ends.partition_point(|&(end, _)| end < number);
        match self.ends.get(place)?.1 {
            Owner::Relation(id) => {
                let numbers = self.relations[id.index()].as_ref()?;
                Some(Atom::Relation(
                    id,
                    numbers.tuple(world, number - numbers.first),
                ))
            }
            Owner::Function(id) => {
                let (numbers, sort) = self.functions[id.index()].as_ref()?;
                let offset = number - numbers.first;
                let value = world.domain(*sort).values()[(offset % numbers.width) as usize];
                let tuple = numbers.tuple(world, offset / numbers.width);
                Some(Atom::Value(id, tuple, value))
            }
        }
    }
}

/// The columns of these sorts, if all are runs.
fn runs(world: &World<'_>, sorts: &[SortId]) -> Option<Box<[Run]>> {
    let mut runs = Vec::with_capacity(sorts.len());
    let mut stride = 1_u32;
    for &sort in sorts.iter().rev() {
        let domain = world.domain(sort);
        runs.push(Run {
            first: domain.as_run()?.word(),
            len: domain.len() as u64,
            stride,
        });
        stride = stride.saturating_mul(domain.len() as u32);
    }
    runs.reverse();
    Some(runs.into())
}

impl Numbers {
    /// As [`Numbers::find`], of terms; all are computed, so that one that fails is told.
    fn find_terms(
        &self,
        world: &World<'_>,
        args: &[Expr],
        env: &mut Env,
    ) -> Result<Option<u32>, Stop> {
        if let Places::All(_, Some(runs)) = &self.places {
            let (mut place, mut is_inside) = (0, true);
            for (arg, run) in args.iter().zip(runs) {
                let offset = arg.eval(world, env)?.wrapping_sub(run.first) as u64;
                is_inside &= offset < run.len;
                place = (offset as u32).wrapping_mul(run.stride).wrapping_add(place);
            }
            return Ok(is_inside.then(|| self.first + place * self.width));
        }
        let mut tuple = [0; 8];
        if args.len() <= tuple.len() {
            for (word, arg) in tuple.iter_mut().zip(args) {
                *word = arg.eval(world, env)?;
            }
            return Ok(self.find(world, &tuple[..args.len()]));
        }
        let tuple: Result<Vec<i64>, Stop> = args.iter().map(|arg| arg.eval(world, env)).collect();
        Ok(self.find(world, &tuple?))
    }

    fn find(&self, world: &World<'_>, tuple: &[i64]) -> Option<u32> {
        let place = match &self.places {
            Places::All(sorts, _) => {
                let mut place = 0;
                for (&sort, &word) in sorts.iter().zip(tuple) {
                    let domain = world.domain(sort);
                    place = place * domain.len() as u32 + domain.place(Value::of_word(word))?;
                }
                place
            }
            Places::Listed { places, .. } => *places.get(tuple)?,
        };
        Some(self.first + place * self.width)
    }

    fn tuple(&self, world: &World<'_>, mut place: u32) -> Box<[Value]> {
        match &self.places {
            Places::All(sorts, _) => {
                let mut values = Vec::with_capacity(sorts.len());
                for &sort in sorts.iter().rev() {
                    let domain = world.domain(sort);
                    let size = domain.len() as u32;
                    values.push(domain.values()[(place % size) as usize]);
                    place /= size;
                }
                values.reverse();
                values.into()
            }
            Places::Listed { rows, .. } => {
                let row = rows[place as usize].iter();
                row.map(|&word| Value::of_word(word)).collect()
            }
        }
    }
}
