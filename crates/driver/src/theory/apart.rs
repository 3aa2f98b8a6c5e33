//! Which two of some models are alike.

use std::collections::HashMap;

use super::Model;
use ground::formula::Atom;

/// The two models that differ in the fewest atoms, as places in the list; models that do not differ
/// in these atoms at all are no such two. Of several such two those whose first atoms hold come
/// first, so that the order of the list does not matter.
pub(crate) fn closest(models: &[Model], atoms: &[Atom]) -> Option<(usize, usize)> {
    let numbers: HashMap<&Atom, usize> = atoms.iter().zip(0..).collect();
    let words = atoms.len().div_ceil(64);
    let set = |model: &Model| {
        let mut set = vec![0_u64; words];
        for number in model.atoms.iter().filter_map(|atom| numbers.get(atom)) {
            // The first atom weighs most.
            set[number / 64] |= 1 << (63 - number % 64);
        }
        set
    };
    let mut sets: Vec<(Vec<u64>, usize)> = models.iter().map(set).zip(0..).collect();
    sets.sort_by(|(one, _), (other, _)| other.cmp(one));
    let mut best = None;
    for (place, (set, first)) in sets.iter().enumerate() {
        for (other, second) in &sets[place + 1..] {
            let words = set.iter().zip(other);
            let distance: u32 = words.map(|(one, other)| (one ^ other).count_ones()).sum();
            let is_better = best.is_none_or(|(least, _)| distance < least);
            if distance > 0 && is_better {
                best = Some((distance, (*first, *second)));
            }
        }
    }
    best.map(|(_, places)| places)
}

#[cfg(test)]
mod tests {
    use logic::formula::RelationId;

    use super::*;

    fn atom(number: u32) -> Atom {
        Atom::Relation(RelationId(number), Box::new([]))
    }

    fn model(atoms: &[u32]) -> Model {
        Model {
            atoms: atoms.iter().map(|&number| atom(number)).collect(),
        }
    }

    #[test]
    fn the_two_that_differ_least_whatever_their_order() {
        let atoms: Vec<Atom> = (0..100).map(atom).collect();
        let models = [&[0, 1, 99][..], &[1, 2], &[1, 2, 98], &[0, 2, 3, 99]].map(model);
        assert_eq!(closest(&models, &atoms), Some((2, 1)));
        // What does not count is no difference.
        assert_eq!(closest(&models, &atoms[..98]), Some((0, 1)));
        let mut turned = models.to_vec();
        turned.reverse();
        assert_eq!(closest(&turned, &atoms), Some((1, 2)));
        assert_eq!(closest(&models[..1], &atoms), None);
        assert_eq!(closest(&[model(&[5]), model(&[5])], &atoms), None);
    }
}
