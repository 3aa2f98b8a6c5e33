//! `connected` and `acyclic` speak of whole relations, and are solved apart from the other
//! formulas. They stand as a constraint of their own or as a conjunct of one, not under a
//! quantifier, `not`, `or` or another connective, and not in a definition.
//!
//! ## Wrong
//! ```qprop
//! sort node = 1..4
//! pred edge(node, node)
//! pred free
//! rule tree: free or acyclic(edge)
//! ```
//!
//! ## Right
//! ```qprop
//! sort node = 1..4
//! pred edge(node, node)
//! pred free
//! rule tree: free and acyclic(edge)
//! ```

use logic::formula::Place;
use source::Code;

use crate::report::Report;

pub(crate) fn report(place: Place) -> Report {
    let message = "`connected` and `acyclic` stand only as conjuncts of a constraint";
    Report::new(Code::CONNECTED_POSITION, place, message).help("state it in a rule of its own")
}

#[cfg(test)]
mod tests {
    use source::Code;

    use crate::test_support::check_whole_at;

    const CODE: Code = Code::CONNECTED_POSITION;

    #[test]
    fn conjuncts_are_fine_and_nothing_else() {
        check_whole_at(
            "a.qprop",
            CODE,
            "sort s = 1..2\npred n(s)\npred e(s, s)\npred q\nconnected(n, e)\nrule a: q and (acyclic(e) and q)\nrule b: not acyclic(e)\nrule c: forall x: s | n(x) . connected(n, e)\ncheck proves acyclic(e)\n",
            "error `acyclic(e)` (line 7): `connected` and `acyclic` stand only as conjuncts of a constraint
             help: state it in a rule of its own
             error `connected(n, e)` (line 8): `connected` and `acyclic` stand only as conjuncts of a constraint
             help: state it in a rule of its own
             error `acyclic(e)` (line 9): `connected` and `acyclic` stand only as conjuncts of a constraint
             help: state it in a rule of its own",
        );
    }
}
