//! The name that was probably meant.

/// The candidate that differs least from `name`, when it differs so little that a slip of the
/// fingers explains it: one edit for short names, one for every three characters of long ones.
/// Of names of one or two characters a single edit leaves too little to tell. The first of equals
/// wins.
pub(crate) fn nearest<'a>(
    name: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    let length = name.chars().count();
    let limit = length / 3;
    candidates
        .into_iter()
        .filter(|candidate| *candidate != name)
        .filter(|candidate| candidate.chars().count().abs_diff(length) <= limit)
        .map(|candidate| (strsim::damerau_levenshtein(name, candidate), candidate))
        .filter(|(distance, _)| *distance <= limit)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn slips_are_seen_and_other_words_are_not() {
        let names = ["profile", "input", "allow", "allow-file", "expect"];
        assert_eq!(nearest("alow", names), Some("allow"));
        assert_eq!(nearest("profiel", names), Some("profile"));
        assert_eq!(nearest("alow-fil", names), Some("allow-file"));
        assert_eq!(nearest("output", names), None);
        assert_eq!(nearest("board", names), None);
        assert_eq!(nearest("allow", ["allow"]), None);
        assert_eq!(nearest("row", ["raw"]), Some("raw"));
        assert_eq!(nearest("b", ["p", "bb"]), None);
        assert_eq!(nearest("s1", ["s2"]), None);
    }
}
