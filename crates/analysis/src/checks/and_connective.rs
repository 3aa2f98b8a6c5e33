//! The literals of a body hold together; an `and` around some of them is not part of the
//! language, though a few programs read it. It is read here as the literals that it holds.
//!
//! ## Wrong
//! ```kif
//! (<= wet (and rain outside))
//! rain
//! outside
//! ```
//!
//! ## Right
//! ```kif
//! (<= wet rain outside)
//! rain
//! outside
//! ```

use logic::{Literal, LiteralKind, Rule};
use source::Code;

use crate::context::FormContext;
use crate::finding::{Finding, SpotEdit};

pub(super) fn check(rule: &Rule, cx: &FormContext<'_>, sink: &mut Vec<Finding>) {
    rule.body
        .iter()
        .for_each(|literal| visit(literal, true, cx, sink));
}

/// `joined` says whether the literal stands where its neighbours hold together anyway.
fn visit(literal: &Literal, joined: bool, cx: &FormContext<'_>, sink: &mut Vec<Finding>) {
    match &literal.kind {
        LiteralKind::Atom(_) | LiteralKind::Distinct(_) => {}
        LiteralKind::Not(inner) => match &inner.kind {
            // `negated-connective` says what to write for both.
            LiteralKind::And(parts) => parts.iter().for_each(|part| visit(part, false, cx, sink)),
            _ => visit(inner, false, cx, sink),
        },
        LiteralKind::Or(parts) => parts.iter().for_each(|part| visit(part, false, cx, sink)),
        LiteralKind::And(parts) => {
            report(literal, parts, joined, cx, sink);
            parts.iter().for_each(|part| visit(part, joined, cx, sink));
        }
    }
}

fn report(
    literal: &Literal,
    parts: &[Literal],
    joined: bool,
    cx: &FormContext<'_>,
    sink: &mut Vec<Finding>,
) {
    let finding = Finding::new(
        Code::AND_CONNECTIVE,
        cx.name(literal.id),
        "`and` is not part of the language",
    );
    sink.push(match (joined, parts) {
        (true, [first, .., last]) => unwrap(finding, literal, first, last, cx)
            .help("the literals of a body hold together anyway"),
        (_, [only]) => unwrap(finding, literal, only, only, cx),
        (true, []) => finding.help("leave it out: it always holds"),
        (false, _) => finding
            .help("define a relation by a rule with these literals, and use that relation here"),
    });
}

fn unwrap(
    finding: Finding,
    literal: &Literal,
    first: &Literal,
    last: &Literal,
    cx: &FormContext<'_>,
) -> Finding {
    finding.safe_fix(
        "remove the `and`",
        vec![(
            cx.node(literal.id),
            SpotEdit::Unwrap {
                first: cx.node(first.id),
                last: cx.node(last.id),
            },
        )],
    )
}

#[cfg(test)]
mod tests {
    use source::Code;

    use crate::test_support::{check, check_clean, check_fix, check_no_fix, check_whole};

    const CODE: Code = Code::AND_CONNECTIVE;

    #[test]
    fn and_is_read_as_its_literals() {
        check(
            CODE,
            r"
(<= (p ?x) (and (q ?x) (not (r ?x))))
            ^^^ and-connective: `and` is not part of the language
",
        );
        check_clean(CODE, r"(<= p q r)");
    }

    #[test]
    fn its_literals_join_the_body() {
        check_fix(CODE, r"(<= p (and q r) s)", r"(<= p q r s)");
        check_fix(
            CODE,
            r"(<= p (and ; both
 q r))",
            r"(<= p  ; both
 q r)",
        );
    }

    #[test]
    fn in_an_alternative_it_cannot_be_left_out() {
        check_no_fix(CODE, r"(<= p (or q (and r s)))");
    }

    #[test]
    fn the_advice_fits_the_place() {
        check_whole(
            CODE,
            "(<= p (and q r))\n(<= p (and))\n(<= p (or q (and r s)))\n(<= p q (and r))",
            "warning `and` (line 1): `and` is not part of the language
             help: the literals of a body hold together anyway
             warning `and` (line 2): `and` is not part of the language
             help: leave it out: it always holds
             warning `and` (line 3): `and` is not part of the language
             help: define a relation by a rule with these literals, and use that relation here
             warning `and` (line 4): `and` is not part of the language",
        );
    }
}
