//! The name that was probably meant.

/// The candidate that is spelt most like `word`, if one is close enough that a slip of the
/// fingers explains the difference: at most one edit in three letters (insertions, deletions,
/// replacements, swapped neighbours). Of equally near ones the first.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let letters = word.chars().count();
    let allowed = (letters / 3).max(1);
    candidates
        .into_iter()
        .filter(|candidate| *candidate != word)
        .filter(|candidate| candidate.len().abs_diff(word.len()) <= 4 * allowed)
        .map(|candidate| (strsim::osa_distance(word, candidate), candidate))
        .filter(|(distance, _)| *distance <= allowed && *distance < letters)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn slips_are_found_and_strangers_are_not() {
        let names = ["unused-relation", "unsafe-variable", "cell", "control"];
        assert_eq!(nearest("unusd-relatoin", names), Some("unused-relation"));
        assert_eq!(nearest("cel", names), Some("cell"));
        assert_eq!(nearest("clel", names), Some("cell"));
        assert_eq!(nearest("ball", names), None);
        assert_eq!(nearest("cell", ["cell"]), None);
        assert_eq!(nearest("a", ["b"]), None);
    }
}
