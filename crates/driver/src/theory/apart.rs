//! Which two of some models are alike.

use std::collections::HashMap;

use super::Model;
use ground::formula::Atom;

/// The two models that differ in the fewest atoms, the first such two, as places in the list;
/// models that do not differ in these atoms at all are no such two.
pub(crate) fn closest(models: &[Model], atoms: &[Atom]) -> Option<(usize, usize)> {
    let numbers: HashMap<&Atom, usize> = atoms.iter().zip(0..).collect();
    let words = atoms.len().div_ceil(64);
    let set = |model: &Model| {
        let mut set = vec![0_u64; words];
        for number in model.atoms.iter().filter_map(|atom| numbers.get(atom)) {
            set[number / 64] |= 1 << (number % 64);
        }
        set
    };
    let sets: Vec<Vec<u64>> = models.iter().map(set).collect();
    let mut best = None;
    for (second, set) in sets.iter().enumerate() {
        for (first, other) in sets[..second].iter().enumerate() {
            let words = set.iter().zip(other);
            let distance: u32 = words.map(|(one, other)| (one ^ other).count_ones()).sum();
            let is_better = best.is_none_or(|(least, _)| distance < least);
            if distance > 0 && is_better {
                best = Some((distance, (first, second)));
            }
        }
    }
    best.map(|(_, places)| places)
}
