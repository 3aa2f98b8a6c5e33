//! Values, and the sets of them that variables range over.

use rustc_hash::FxHashMap;

use super::core::ElementId;

/// An integer, or a name that is an element of a sort; one machine word. In order, names come
/// first, as they were declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Value(i64);

/// Names take the integers from `i64::MIN` to here, exclusively.
const INTEGERS: i64 = i64::MIN + (1 << 32);

impl Value {
    /// An integer; `None` for the 2^32 smallest ones, which are overflow.
    pub fn integer(value: i64) -> Option<Value> {
        (value >= INTEGERS).then_some(Value(value))
    }

    /// A name.
    pub fn element(element: ElementId) -> Value {
        Value(i64::MIN + i64::from(element.0))
    }

    /// The integer that it is.
    pub fn as_integer(self) -> Option<i64> {
        (self.0 >= INTEGERS).then_some(self.0)
    }

    /// The name that it is.
    pub fn as_element(self) -> Option<ElementId> {
        let place = u32::try_from(self.0.wrapping_sub(i64::MIN)).ok()?;
        Some(ElementId(place))
    }

    /// The value that a word is kept for; see [`Value::word`].
    pub fn of_word(word: i64) -> Value {
        Value(word)
    }

    /// The word that it is kept in: for integers their value, and for both an order.
    pub fn word(self) -> i64 {
        self.0
    }
}

/// The values of a sort, in the order in which they were listed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Domain {
    values: Box<[Value]>,
    places: Places,
}

/// How the place of a value is found.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Places {
    /// Each is one more than the one before.
    Run,
    Table(FxHashMap<Value, u32>),
}

impl Domain {
    /// The domain of these values; of equal ones the first counts.
    pub fn new(values: impl IntoIterator<Item = Value>) -> Domain {
        let mut places = FxHashMap::default();
        let mut kept: Vec<Value> = Vec::new();
        for value in values {
            if let std::collections::hash_map::Entry::Vacant(entry) = places.entry(value) {
                entry.insert(kept.len() as u32);
                kept.push(value);
            }
        }
        let is_run = kept.windows(2).all(|pair| pair[0].0 + 1 == pair[1].0);
        Domain {
            values: kept.into(),
            places: if is_run {
                Places::Run
            } else {
                Places::Table(places)
            },
        }
    }

    /// The integers from `low` to `high`, both included.
    pub fn interval(low: i64, high: i64) -> Domain {
        Domain {
            values: (low..=high).map(Value).collect(),
            places: Places::Run,
        }
    }

    /// The values in order.
    pub fn values(&self) -> &[Value] {
        &self.values
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// The place of a value.
    pub fn place(&self, value: Value) -> Option<u32> {
        match &self.places {
            Places::Run => {
                let first = self.values.first()?;
                let place = value.0.wrapping_sub(first.0);
                let place = u32::try_from(place).ok()?;
                ((place as usize) < self.values.len()).then_some(place)
            }
            Places::Table(places) => places.get(&value).copied(),
        }
    }

    /// Whether it has the value.
    pub fn contains(&self, value: Value) -> bool {
        self.place(value).is_some()
    }

    /// The first value, where each is one more than the one before, as words go.
    pub fn as_run(&self) -> Option<Value> {
        match &self.places {
            Places::Run => self.values.first().copied(),
            Places::Table(_) => None,
        }
    }

    /// The first and the last integer, where it is a run of integers.
    pub fn as_interval(&self) -> Option<(i64, i64)> {
        match (&self.places, self.values.first(), self.values.last()) {
            (Places::Run, Some(first), Some(last)) => {
                Some((first.as_integer()?, last.as_integer()?))
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Domain, ElementId, Value};

    #[test]
    fn integers_and_names_are_told_apart() {
        for integer in [0, -1, i64::MAX, i64::MIN + (1 << 32)] {
            let value = Value::integer(integer).unwrap();
            assert_eq!(
                (value.as_integer(), value.as_element()),
                (Some(integer), None)
            );
        }
        assert_eq!(Value::integer(i64::MIN), None);
        for element in [ElementId(0), ElementId(u32::MAX)] {
            let value = Value::element(element);
            assert_eq!(
                (value.as_integer(), value.as_element()),
                (None, Some(element))
            );
        }
    }

    #[test]
    fn places_are_found_in_runs_and_in_tables() {
        let of = |integers: &[i64]| {
            Domain::new(
                integers
                    .iter()
                    .map(|&integer| Value::integer(integer).unwrap()),
            )
        };
        for (domain, len) in [(of(&[3, 4, 5]), 3), (of(&[3, 5, 3, -1]), 3), (of(&[]), 0)] {
            assert_eq!(domain.len(), len);
            for (place, &value) in domain.values().iter().enumerate() {
                assert_eq!(domain.place(value), Some(place as u32));
            }
            assert_eq!(domain.place(Value::integer(7).unwrap()), None);
            assert_eq!(domain.place(Value::element(ElementId(0))), None);
        }
        assert_eq!(of(&[3, 4]).as_interval(), Some((3, 4)));
        assert_eq!(of(&[4, 3]).as_interval(), None);
    }
}
