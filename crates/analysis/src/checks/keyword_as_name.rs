//! The keywords of a game are relations. As a function or an object such a name is confusing,
//! and many programs mistake it: `(next (true ?x))` is not about the state. Inside `sees`,
//! where a player may see moves and facts, `does` and `true` are allowed. The youngest
//! keywords, `action`, `input`, `sees` and `percept`, are keywords with one and two arguments
//! only.
//!
//! ## Wrong
//! ```kif game
//! (init (pawn base))
//! ```
//!
//! ## Right
//! ```kif game
//! (init (pawn home))
//! ```

use logic::{NodeId, Rule, Term};
use source::Code;

use crate::context::FormContext;
use crate::finding::Finding;
use crate::walk;

pub(super) fn check(rule: &Rule, cx: &FormContext<'_>, sink: &mut Vec<Finding>) {
    walk::atoms(rule, &mut |atom| {
        let seen = atom.relation == "sees" && atom.args.len() == 2;
        atom.args
            .iter()
            .for_each(|arg| in_term(arg, seen, cx, sink));
    });
    walk::body_literals(rule, &mut |literal| {
        if let logic::LiteralKind::Distinct(args) = &literal.kind {
            args.iter().for_each(|arg| in_term(arg, false, cx, sink));
        }
    });
}

fn in_term(term: &Term, seen: bool, cx: &FormContext<'_>, sink: &mut Vec<Finding>) {
    walk::terms(term, &mut |term| match term {
        Term::Constant { id, name } => report(name, 0, *id, seen, cx, sink),
        Term::Function { id, name, args } => report(name, args.len(), *id, seen, cx, sink),
        Term::Variable { .. } => {}
    });
}

fn report(
    name: &str,
    arity: usize,
    id: NodeId,
    seen: bool,
    cx: &FormContext<'_>,
    sink: &mut Vec<Finding>,
) {
    if hir::keyword(name, arity).is_none() || seen && matches!(name, "does" | "true") {
        return;
    }
    let what = if arity == 0 {
        "an object"
    } else {
        "a function"
    };
    sink.push(
        Finding::new(
            Code::KEYWORD_AS_NAME,
            cx.name(id),
            format!("`{name}` is a keyword of games, and stands here as {what}"),
        )
        .help("choose another name"),
    );
}

#[cfg(test)]
mod tests {
    use source::Code;

    use crate::test_support::{check, check_clean, check_whole};

    const CODE: Code = Code::KEYWORD_AS_NAME;

    #[test]
    fn keywords_are_relations() {
        check(
            CODE,
            r"; herbrand: profile game
(init (cell base))
            ^^^^ keyword-as-name: `base` is a keyword of games, and stands here as an object
(<= p (true (next a)) (distinct goal a))
             ^^^^ keyword-as-name: `next` is a keyword of games, and stands here as a function
                                ^^^^ keyword-as-name: `goal` is a keyword of games, and stands here as an object
",
        );
    }

    #[test]
    fn moves_and_facts_may_be_seen() {
        check_clean(
            CODE,
            r"; herbrand: profile game
(<= (sees ?r (does ?q ?m)) (does ?q ?m) (role ?r)) (<= (sees ?r (both (true ?x) a)) (role ?r) (true ?x))",
        );
        check_clean(
            CODE,
            r"; herbrand: profile game
(init (cell input)) (init (sees a))",
        );
    }

    #[test]
    fn another_name_is_advised() {
        check_whole(
            CODE,
            "role(red)\ninit(goal)\ninit(legal(a))",
            "error `goal` (line 2): `goal` is a keyword of games, and stands here as an object
             help: choose another name
             error `legal` (line 3): `legal` is a keyword of games, and stands here as a function
             help: choose another name",
        );
    }
}
