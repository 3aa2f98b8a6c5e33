//! How many rows a lookup will give, judged by a sample.

use rustc_hash::FxHashMap;

use crate::index::Key;
use crate::normal::RelationId;
use crate::relation::Relation;
use crate::table::hash;
use crate::terms::Terms;

/// Rows looked at for one estimate.
const SAMPLE: u32 = 128;

/// Estimates, kept until the relation has doubled.
#[derive(Debug, Default)]
pub(crate) struct Estimates {
    known: FxHashMap<(RelationId, Key), (u32, f64)>,
}

impl Estimates {
    /// How many of the visible rows have one particular key, on average.
    pub(crate) fn matches(
        &mut self,
        id: RelationId,
        relation: &Relation,
        key: &Key,
        terms: &Terms,
    ) -> f64 {
        let rows = relation.visible;
        if key.places.is_empty() && key.shapes.is_empty() {
            return f64::from(rows);
        }
        let entry = (id, key.clone());
        if let Some(&(size, matches)) = self.known.get(&entry)
            && size <= rows
            && rows < size.saturating_mul(2).max(8)
        {
            return matches;
        }
        let matches = sample(relation, key, terms);
        self.known.insert(entry, (rows, matches));
        matches
    }
}

fn sample(relation: &Relation, key: &Key, terms: &Terms) -> f64 {
    let rows = relation.visible;
    let looked = rows.min(SAMPLE);
    let mut keys = Vec::new();
    let mut buffer = Vec::new();
    for step in 0..looked {
        // Rows come in patterns, so that every so-and-so-manieth would be no fair sample.
        let row = if rows == looked {
            step
        } else {
            ((u64::from(hash(step, &[step])) * u64::from(rows)) >> 32) as u32
        };
        if key.read(relation.row(row), terms, &mut buffer) {
            keys.push(buffer.clone());
        }
    }
    if keys.is_empty() {
        // Rare, or not there at all.
        return 0.5;
    }
    let fitting = f64::from(rows) * keys.len() as f64 / f64::from(looked);
    let seen = keys.len();
    keys.sort_unstable();
    keys.dedup();
    fitting / kinds(seen as f64, keys.len() as f64, fitting)
}

/// How many kinds there are when `seen` of `all` things showed `different` ones, each kind being
/// as frequent as every other: then `seen` things show `k (1 - (1 - 1/k)^seen)` of `k` kinds.
fn kinds(seen: f64, different: f64, all: f64) -> f64 {
    if different >= seen {
        return all.max(1.0);
    }
    let (mut low, mut high) = (different, all.max(different));
    for _ in 0..30 {
        let middle = (low + high) / 2.0;
        if middle * (1.0 - (1.0 - 1.0 / middle).powf(seen)) < different {
            low = middle;
        } else {
            high = middle;
        }
    }
    high.max(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terms::Terms;

    fn relation(rows: impl IntoIterator<Item = [i64; 2]>) -> (Relation, Terms) {
        let mut terms = Terms::default();
        let mut relation = Relation::new("r".into(), 2);
        for row in rows {
            let row = row.map(|value| terms.integer(value));
            relation.insert(&row);
        }
        relation.advance(&terms);
        (relation, terms)
    }

    fn on(columns: &[u32]) -> Key {
        Key {
            shapes: Vec::new(),
            places: columns.iter().map(|&column| [column].into()).collect(),
        }
    }

    #[test]
    fn a_key_that_is_unique_and_one_that_is_not() {
        let (relation, terms) = relation((0..10_000).map(|n| [n, n % 10]));
        let estimate =
            |columns: &[u32]| Estimates::default().matches(0, &relation, &on(columns), &terms);
        assert!(estimate(&[0]) < 1.5);
        assert!((900.0..1100.0).contains(&estimate(&[1])));
        assert!(estimate(&[0, 1]) < 1.5);
        assert!((estimate(&[]) - 10_000.0).abs() < 0.1);
    }

    #[test]
    fn more_kinds_than_the_sample_has() {
        // A thousand kinds, of which 128 rows show about 120.
        let (relation, terms) = relation((0..100_000).map(|n| [n, n * 7919 % 1000]));
        let found = Estimates::default().matches(0, &relation, &on(&[1]), &terms);
        assert!((20.0..500.0).contains(&found), "{found}");
    }
}
