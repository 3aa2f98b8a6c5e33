//! An allow directive that silenced nothing is left over from a report that is gone, or names
//! no code at all. It would hide the next fault of its kind.
//!
//! ## Wrong
//! ```kif
//! ; herbrand: allow singleton-variable
//! (parent ann bob)
//! ```
//! ```qprop
//! sort seat = 1..3
//! pred taken(seat)
//! // herbrand: allow unused-variable
//! rule some: exists s: seat . taken(s)
//! ```
//!
//! ## Right
//! ```kif
//! (parent ann bob)
//! ; herbrand: allow singleton-variable
//! (<= (mother ?x) (parent ?x ?y))
//! ```
//! ```qprop
//! sort seat = 1..3
//! pred taken(seat)
//! // herbrand: allow unused-variable
//! rule first: exists s: seat . taken(1)
//! ```

use hir::{LoweredDirective, Reach};
use source::{Code, codes};

use crate::finding::{Finding, Part, Place, SpotEdit};
use crate::nearest::nearest;

/// Reports the word of this ordinal (1 is the first code) of an allow directive that silenced
/// nothing.
pub(crate) fn finding(line: &LoweredDirective, ordinal: u32, word: u32) -> Finding {
    let place = Place {
        block: 0,
        part: Part::Word(ordinal, word),
    };
    let name = &line.words[word as usize - 1];
    let new = |message| Finding::new(Code::UNUSED_ALLOW, place, message);
    if Code::from_name(name).is_none() {
        let finding = new(format!("`{name}` is no code, so this allows nothing"));
        return match nearest(name, codes().iter().map(|info| info.code.name())) {
            Some(near) => finding.help(format!("did you mean `{near}`?")).offered_fix(
                format!("change it to `{near}`"),
                vec![(place, SpotEdit::Replace(near.to_owned()))],
            ),
            None => finding.help("write a code as it stands with the report"),
        };
    }
    let message = if line.key == "allow-file" {
        format!("`{name}` is not reported in this file, so this allows nothing")
    } else if line.reach == Reach::Nothing {
        format!("no form follows, so this allows no `{name}`")
    } else {
        format!("`{name}` is not reported here, so this allows nothing")
    };
    let finding = new(message);
    if line.words.len() == 1 {
        let whole = Place {
            block: 0,
            part: Part::Directive(ordinal),
        };
        finding.safe_fix("remove the directive", vec![(whole, SpotEdit::Delete)])
    } else {
        finding.safe_fix(format!("remove `{name}`"), vec![(place, SpotEdit::Delete)])
    }
}

#[cfg(test)]
mod tests {
    use source::Code;

    use crate::test_support::{check, check_clean, check_fix, check_whole};

    const CODE: Code = Code::UNUSED_ALLOW;

    #[test]
    fn what_silences_nothing() {
        check(
            CODE,
            r"
; herbrand: allow singleton-variable
                  ^^^^^^^^^^^^^^^^^^ unused-allow: `singleton-variable` is not reported here, so this allows nothing
(p a)
; herbrand: allow-file empty-or sigleton-variable
                       ^^^^^^^^ unused-allow: `empty-or` is not reported in this file, so this allows nothing
                                ^^^^^^^^^^^^^^^^^ unused-allow: `sigleton-variable` is no code, so this allows nothing
(q a)
; herbrand: allow empty-or
                  ^^^^^^^^ unused-allow: no form follows, so this allows no `empty-or`
",
        );
    }

    #[test]
    fn what_silences_is_used() {
        check_clean(
            CODE,
            r"; herbrand: allow unsafe-variable
(<= (p ?x) (q a))
(<= (r ?x) (q a)) ; herbrand: allow unsafe-variable
(<= (s ?x) ; herbrand: allow unsafe-variable
  (q a))",
        );
        check_clean(
            CODE,
            r"; herbrand: allow-file unsafe-variable
(<= (p ?x) (q a))",
        );
    }

    #[test]
    fn it_goes() {
        check_fix(
            CODE,
            r"; herbrand: allow empty-or
(p a)
",
            r"(p a)
",
        );
        check_fix(
            CODE,
            r"(p a) ; herbrand: allow empty-or
(q a)
",
            r"(p a)
(q a)
",
        );
    }

    #[test]
    fn a_misspelt_code_is_recognised() {
        check_whole(
            CODE,
            "; herbrand: allow emty-or board\n(p a)",
            "warning `emty-or` (line 1): `emty-or` is no code, so this allows nothing
             help: did you mean `empty-or`?
             warning `board` (line 1): `board` is no code, so this allows nothing
             help: write a code as it stands with the report",
        );
    }
}
