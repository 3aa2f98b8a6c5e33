//! What the words of the languages mean.

use syntax::{Dialect, SyntaxKind};

/// What a game keyword says, at its number of arguments, in the spelling of the file.
pub(crate) fn keyword_meaning(name: &str, arity: usize, dialect: Dialect) -> Option<String> {
    let (arguments, text): (&[&str], _) = match (name, arity) {
        ("role", 1) => (
            &["R"],
            "`R` is a player. The order of these facts is the order of the players.",
        ),
        ("base", 1) => (&["F"], "the fluent `F` may hold in some state."),
        ("input", 2) => (
            &["R", "M"],
            "`M` may be a move of the role `R` in some state.",
        ),
        ("action", 1) => (&["M"], "`M` may be a move in some state."),
        ("init", 1) => (&["F"], "the fluent `F` holds in the first state."),
        ("true", 1) => (&["F"], "the fluent `F` holds in the current state."),
        ("does", 2) => (
            &["R", "M"],
            "the role `R` makes the move `M` in the current state.",
        ),
        ("next", 1) => (
            &["F"],
            "the fluent `F` holds after the joint move. What no rule for `next` keeps is gone.",
        ),
        ("legal", 2) => (
            &["R", "M"],
            "the role `R` may make the move `M` in the current state.",
        ),
        ("goal", 2) => (
            &["R", "V"],
            "the current state is worth `V`, from 0 to 100, to the role `R`.",
        ),
        ("terminal", 0) => (&[], "the game is over in the current state."),
        ("sees", 2) => (
            &["R", "P"],
            "after the joint move the role `R` perceives `P`.",
        ),
        ("percept", 2) => (
            &["R", "P"],
            "the role `R` may perceive `P` after some joint move.",
        ),
        _ => return None,
    };
    let atom = match (arguments, dialect) {
        ([], _) => name.to_owned(),
        (_, Dialect::Kif) => format!("({name} {})", arguments.join(" ")),
        (_, Dialect::Hrf | Dialect::Qprop) => format!("{name}({})", arguments.join(",")),
    };
    Some(format!("`{atom}`: {text}"))
}

/// What a connective says, in the spelling of the file.
pub(crate) fn connective_meaning(kind: SyntaxKind, dialect: Dialect) -> Option<&'static str> {
    let text = match (kind, dialect) {
        (SyntaxKind::Arrow, Dialect::Kif) => {
            "`(<= head literal…)`: the head holds wherever all literals hold.\n"
        }
        (SyntaxKind::Arrow, Dialect::Hrf) => {
            "`head :- literal & …`: the head holds wherever all literals hold.\n"
        }
        (SyntaxKind::NotKw, Dialect::Kif) => {
            "`(not a)`: the atom `a` does not hold. Positive literals must bind its variables.\n"
        }
        (SyntaxKind::NotKw, Dialect::Hrf) => {
            "`~a`: the atom `a` does not hold. Positive literals must bind its variables.\n"
        }
        (SyntaxKind::OrKw, Dialect::Kif) => "`(or l…)`: one of the literals holds.\n",
        (SyntaxKind::Pipe, Dialect::Hrf) => "`(l | m)`: one of the literals holds.\n",
        (SyntaxKind::AndKw, Dialect::Kif) => {
            "`(and l…)`: all of the literals hold. Not in the language: write the literals alone.\n"
        }
        (SyntaxKind::Amp, Dialect::Hrf) => "`l & m`: both literals hold.\n",
        (SyntaxKind::DistinctKw, Dialect::Kif) => {
            "`(distinct s t)`: the terms `s` and `t` are not the same. Other literals must bind their variables.\n"
        }
        (SyntaxKind::DistinctKw, Dialect::Hrf) => {
            "`distinct(s, t)`: the terms `s` and `t` are not the same. Other literals must bind their variables.\n"
        }
        _ => return None,
    };
    Some(text)
}

/// What a directive does.
pub(crate) fn directive_meaning(key: &str) -> Option<&'static str> {
    let text = match key {
        "allow" => "`allow CODE…`: silences reports of these codes in the form that it belongs to.",
        "allow-file" => "`allow-file CODE…`: silences reports of these codes in the whole file.",
        "profile" => {
            "`profile game` or `profile logic`: how to read the file, whatever its heads look like."
        }
        "input" => {
            "`input NAME/ARITY…`: relations of a logic program whose facts come from elsewhere."
        }
        "expect" => "`expect …`: what `herbrand test` checks.",
        "invariant" => "`invariant LITERAL…`: no reachable state satisfies all of these together.",
        _ => return None,
    };
    Some(text)
}

/// What an expectation says, by the word behind `expect`; and the word `given` in one.
pub(crate) fn expectation_meaning(kind: &str) -> Option<&'static str> {
    let text = match kind {
        "model" => "`expect model ATOM…`: the minimal model is these atoms, the given ones apart.",
        "query" => "`expect query PATTERN = N`: `N` atoms of the minimal model fit the pattern.",
        "base" => "`expect base N`: the Herbrand base has `N` atoms.",
        "satisfies" => "`expect satisfies ATOM…`: these atoms are a model of the program.",
        "violates" => "`expect violates ATOM…`: these atoms are no model of the program.",
        "code" => "`expect code CODE`: a report of this code is made.",
        "perft" => {
            "`expect perft DEPTH STATES TERMINAL PATHS`: after `DEPTH` joint moves there are so many states, so many terminal ones among them, and so many sequences of one more move."
        }
        "verified" => "`expect verified PROPERTY`: this property is proved.",
        "plan" => "`expect plan LENGTH`: the shortest winning plan has so many moves.",
        "given" => {
            "`given ATOM…`: the atoms of the input relations for this expectation; they define nothing else."
        }
        _ => return None,
    };
    Some(text)
}

#[cfg(test)]
mod tests {
    use hir::KEYWORDS;
    use syntax::Dialect;

    use super::keyword_meaning;

    #[test]
    fn every_keyword_has_a_meaning_in_both_spellings() {
        for keyword in KEYWORDS {
            let (name, arity) = (keyword.name, keyword.arity());
            let kif = keyword_meaning(name, arity, Dialect::Kif).expect(name);
            let hrf = keyword_meaning(name, arity, Dialect::Hrf).expect(name);
            let (kif, hrf) = (kif.split(": ").next(), hrf.split(": ").next());
            let (kif, hrf) = (kif.unwrap_or_default(), hrf.unwrap_or_default());
            assert_eq!(kif.split(' ').count(), arity + 1, "{kif}");
            assert_eq!(hrf.matches(['(', ',']).count(), arity, "{hrf}");
            assert_eq!(keyword_meaning(name, 7, Dialect::Kif), None);
        }
        let goal = |dialect| keyword_meaning("goal", 2, dialect).unwrap_or_default();
        assert!(goal(Dialect::Kif).starts_with("`(goal R V)`: "));
        assert!(goal(Dialect::Hrf).starts_with("`goal(R,V)`: "));
    }
}
