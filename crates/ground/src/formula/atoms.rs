//! The atoms that the solver decides, by number: those of unknown relations, and for each function
//! that it has a certain value.

use logic::formula::{Column, FunctionId, RelationId, RelationKind, SortId, Value};
use rustc_hash::FxHashMap;

use super::Limit;
use super::known::Stop;
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
    /// All tuples of these sorts, the last column fastest.
    All(Box<[SortId]>),
    /// These tuples.
    Listed {
        places: FxHashMap<Box<[i64]>, u32>,
        rows: Vec<Box<[i64]>>,
    },
}

impl Atoms {
    /// Numbers the atoms of all relations and functions; `guards` lists the tuples of those that
    /// are restricted.
    pub(super) fn new(
        world: &World<'_>,
        mut relation_rows: FxHashMap<RelationId, Vec<Box<[i64]>>>,
        mut function_rows: FxHashMap<FunctionId, Vec<Box<[i64]>>>,
    ) -> Result<Self, Stop> {
        let mut atoms = Self::default();
        let declarations = &world.spec.declarations;
        for (index, relation) in declarations.relations.iter().enumerate() {
            let id = RelationId(index as u32);
            let numbers = match relation.kind {
                RelationKind::Unknown => {
                    let rows = relation_rows.remove(&id);
                    Some(atoms.number(world, &relation.columns, rows, 1)?)
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
                    Some((atoms.number(world, &function.columns, rows, width)?, sort))
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
    ) -> Result<Numbers, Stop> {
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
                (Places::All(sorts), tuples)
            }
        };
        let needed = tuples.saturating_mul(width);
        let after = u64::from(self.len).saturating_add(needed);
        if after > world.limits.atoms.min(i32::MAX as u64 / 2) {
            return Err(Stop::Exceeded(Limit::Atoms));
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
    pub(super) fn applications(&self) -> impl Iterator<Item = (FunctionId, u32, u32)> {
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

impl Numbers {
    fn find(&self, world: &World<'_>, tuple: &[i64]) -> Option<u32> {
        let place = match &self.places {
            Places::All(sorts) => {
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
            Places::All(sorts) => {
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
