//! A rule that holds for no terms at all says nothing. Most often a table is one entry short, a
//! constant is misspelt, or nothing gives what a literal asks for. The literal that fails first
//! is marked: no atom is like it, or none where the literals before it hold. Other rules that
//! never hold because of it are told along with it.
//!
//! In a game a rule is reported only if it holds in no state that play can come to; in an open
//! program what rests on data is never reported. Found by `herbrand lint --ground`, and in the
//! editor.
//!
//! ## Wrong
//! ```kif
//! (colour red)
//! (colour blue)
//! (<= (warm ?x) (colour ?x) (hot ?x))
//! (hot rde)
//! ```
//! ```hrf
//! succ(1,2)
//! succ(2,3)
//! end(X) :- succ(3,X)
//! ```
//!
//! ## Right
//! ```kif
//! (colour red)
//! (colour blue)
//! (<= (warm ?x) (colour ?x) (hot ?x))
//! (hot red)
//! ```
//! ```hrf
//! succ(1,2)
//! succ(2,3)
//! end(X) :- succ(2,X)
//! ```

use analysis::wording::{any_of, joined, quoted};
use analysis::{Finding, SpotEdit};
use logic::{Atom, GroundTerm, Literal, LiteralKind, Relation, Term};
use source::{Code, nearest};

use super::Context;
use crate::dead_rules::{Atoms, Cause, Root, atom_of, roots};
use crate::grounding::dead::{Breaking, node};
use crate::mismatch::Mismatch;

/// How many rules that follow are marked.
const MARKED: usize = 3;

/// How many terms of a place are listed.
const LISTED: usize = 5;

pub(super) fn check(cx: &mut Context<'_>, sink: &mut Vec<Finding>) {
    let mut atoms = Atoms::default();
    for root in roots(cx, &mut atoms) {
        if cx.options.is_cancelled() {
            return;
        }
        sink.push(report(cx, &mut atoms, &root));
    }
}

fn report(cx: &Context<'_>, atoms: &mut Atoms, root: &Root) -> Finding {
    let at = Blame {
        cx,
        rule: root.rule,
    };
    let finding = match &root.cause {
        Cause::Unmatched(atom) => at.unmatched(atoms, atom),
        Cause::Circle(atom) => at.circle(atom),
        Cause::Breaking(breaking) => at.breaking(atoms, breaking),
        Cause::Unknown => Finding::new(
            Code::NEVER_TRUE,
            cx.spec.head_place(root.rule),
            "this rule never holds",
        ),
    };
    let head = &cx.spec.rules[root.rule].head;
    let relation = Relation::of(head);
    let mut finding = finding;
    if !matches!(root.cause, Cause::Unknown) {
        let what = match cx.evaluation.model.count(&relation) {
            0 => format!("so `{}` never holds", relation.name),
            _ => "so this rule never holds".to_owned(),
        };
        finding = finding.label(cx.spec.head_place(root.rule), what);
    }
    let after: Vec<usize> = root.circle.iter().chain(&root.followers).copied().collect();
    for &rule in after.iter().take(MARKED) {
        finding = finding.label(cx.spec.head_place(rule), "nor does this one");
    }
    match after.len().saturating_sub(MARKED) {
        0 => finding,
        1 => finding.help("1 more rule never holds because of it"),
        more => finding.help(format!("{more} more rules never hold because of it")),
    }
}

/// A rule that never holds.
struct Blame<'a> {
    cx: &'a Context<'a>,
    rule: usize,
}

impl Blame<'_> {
    fn at(&self, literal: logic::NodeId, message: String) -> Finding {
        Finding::new(
            Code::NEVER_TRUE,
            self.cx.spec.place(self.rule, literal),
            message,
        )
    }

    fn atom(&self, atom: &Atom) -> String {
        let variables = &self.cx.spec.rules[self.rule].variables;
        format!("`{}`", self.cx.spec.spelling.atom(atom, variables))
    }

    fn literal(&self, literal: &Literal) -> String {
        let variables = &self.cx.spec.rules[self.rule].variables;
        format!("`{}`", self.cx.spec.spelling.literal(literal, variables))
    }

    fn term(&self, term: &Term) -> String {
        let variables = &self.cx.spec.rules[self.rule].variables;
        self.cx.spec.spelling.term(term, variables)
    }

    fn mismatch<'b>(&self, atoms: &mut Atoms, atom: &'b Atom) -> Option<Mismatch<'b>> {
        let all = atoms.of(self.cx, &Relation::of(atom))?;
        Mismatch::of(atom, self.cx.spec.rules[self.rule].variables.len(), &all)
    }

    /// No atom is like this one.
    fn unmatched(&self, atoms: &mut Atoms, atom: &Atom) -> Finding {
        let mismatch = self.mismatch(atoms, atom);
        let reason = mismatch
            .as_ref()
            .map_or_else(String::new, |found| format!(": {}", self.reason(found)));
        let message = format!("{} never holds{reason}", self.atom(atom));
        self.with_advice(self.at(atom.id, message), mismatch.as_ref(), true)
    }

    /// What is missing.
    fn reason(&self, mismatch: &Mismatch<'_>) -> String {
        match mismatch {
            Mismatch::Empty => "nothing gives it".to_owned(),
            Mismatch::Argument {
                term,
                holder,
                place,
                ..
            } => {
                let term = self.term(term);
                match (self.is_game(), &**holder, place) {
                    (true, "true", 1) => format!("no `init` or `next` gives `{term}`"),
                    (true, "does", 2) => format!("no `legal` gives `{term}`"),
                    _ => format!("argument {place} of `{holder}` is never `{term}`"),
                }
            }
            Mismatch::Combination { holder, count } => match count {
                1 => format!("the one `{holder}` there is differs"),
                _ => format!("none of the {count} `{holder}` there are is like it"),
            },
        }
    }

    fn is_game(&self) -> bool {
        self.cx.spec.vocabulary.is_game()
    }

    /// What stands where the literal wants something else; and what it probably means.
    fn with_advice(
        &self,
        finding: Finding,
        mismatch: Option<&Mismatch<'_>>,
        is_written: bool,
    ) -> Finding {
        let Some(Mismatch::Argument { term, there, .. }) = mismatch else {
            return finding;
        };
        let spelling = self.cx.spec.spelling;
        let spelt = |term: &GroundTerm| spelling.term(&term.to_term(), &[]);
        let simple = !there
            .iter()
            .any(|term| matches!(term, GroundTerm::Function(..)));
        let finding = match there.len() {
            1..=LISTED => {
                let all = quoted(there.iter().map(spelt));
                finding.help(format!("there is {}", any_of(&all)))
            }
            count if simple => {
                let first = quoted(there[..3].iter().map(spelt)).join(", ");
                let last = spelt(&there[count - 1]);
                finding.help(format!("there are {count} terms: {first}, … `{last}`"))
            }
            _ => finding,
        };
        let Term::Constant { id, name } = term else {
            return finding;
        };
        let constants = there.iter().filter_map(|term| match term {
            GroundTerm::Constant(name) => Some(name.as_str()),
            GroundTerm::Function(..) | GroundTerm::Integer(_) => None,
        });
        let is_number = |name: &str| name.bytes().any(|byte| byte.is_ascii_digit());
        let near = nearest(name, constants.filter(|other| !is_number(other)));
        // A slip of the fingers seldom takes the first letter.
        let alike = |near: &&str| near.chars().next() == name.chars().next();
        match near.filter(|near| is_written && !is_number(name) && alike(near)) {
            Some(near) => {
                let near = spelling.name(near);
                let place = self.cx.spec.place(self.rule, *id);
                finding.help(format!("did you mean `{near}`?")).offered_fix(
                    format!("change it to `{near}`"),
                    vec![(place, SpotEdit::Replace(near))],
                )
            }
            None => finding,
        }
    }

    /// Only what needs it gives it.
    fn circle(&self, atom: &Atom) -> Finding {
        let message = format!(
            "{} never holds: only rules that need it give it",
            self.atom(atom)
        );
        self.at(atom.id, message)
    }

    /// The literals hold, but not together.
    fn breaking(&self, atoms: &mut Atoms, found: &Breaking) -> Finding {
        let literal = self.literal(&found.leaf);
        let holding = match found.holding.len() {
            0 => String::new(),
            1..=LISTED => {
                let all: Vec<_> = found
                    .holding
                    .iter()
                    .map(|part| self.literal(part))
                    .collect();
                let verb = if all.len() == 1 { "holds" } else { "hold" };
                format!(" wherever {} {verb}", joined(&all, ", ", " and "))
            }
            _ => " wherever the literals before it hold".to_owned(),
        };
        let verb = if holding.is_empty() {
            "never holds"
        } else {
            "fails"
        };
        let message = format!("{literal} {verb}{holding}");
        let new = |reason: String| self.at(node(&found.leaf), format!("{message}{reason}"));
        let Some(first) = found.instances.first() else {
            return new(String::new());
        };
        match (&first.kind, atom_of(first)) {
            (LiteralKind::Atom(atom), _) => {
                let lacking: Vec<_> = found
                    .instances
                    .iter()
                    .map(|part| self.literal(part))
                    .collect();
                let finding = new(format!(": there is no {}", any_of(&lacking)));
                let mismatch = self.mismatch(atoms, atom);
                let finding = match &mismatch {
                    Some(mismatch @ Mismatch::Argument { .. }) => {
                        finding.help(self.reason(mismatch))
                    }
                    _ => finding,
                };
                self.with_advice(finding, mismatch.as_ref(), false)
            }
            (_, Some(atom)) => new(format!(": {} holds", self.atom(atom))),
            _ if found.holding.is_empty() => new(String::new()),
            _ => new(format!(": it comes to {}", self.literal(first))),
        }
    }
}

#[cfg(test)]
mod tests {
    use source::Code;

    use super::super::test_support::{check, check_fix, diagnostics};

    const CODE: Code = Code::NEVER_TRUE;

    #[test]
    fn a_table_that_ends_too_early_is_told_with_its_end() {
        check(
            CODE,
            "(succ 1 2) (succ 2 3) (succ 3 4) (succ 4 5) (succ 5 6) (succ 6 7)\n\
             (<= (after ?x) (succ 7 ?x))\n\
             (<= (last ?x ?y) (after ?x) (succ ?x ?y))\n",
            "warning `(succ 7 ?x)` (line 2): `(succ 7 ?x)` never holds: argument 1 of `succ` is never `7`
             `(after ?x)` (line 2): so `after` never holds
             `(last ?x ?y)` (line 3): nor does this one
             help: there are 6 terms: `1`, `2`, `3`, … `6`",
        );
        check(
            CODE,
            "(init (step 1))\n(succ 1 2)\n(role r)\n(legal r go)\n(goal r 0)\n\
             (<= (next (step ?y)) (true (step ?x)) (succ ?x ?y))\n\
             (<= terminal (true (step ?x)) (succ ?y ?x) (succ ?x ?z))\n",
            "warning `(succ ?x ?z)` (line 7): `(succ ?x ?z)` fails wherever `(true (step ?x))` and \
             `(succ ?y ?x)` hold: there is no `(succ 2 ?z)`
             `terminal` (line 7): so `terminal` never holds
             help: argument 1 of `succ` is never `2`
             help: there is `1`",
        );
    }

    #[test]
    fn a_misspelt_constant_is_recognised() {
        check(
            CODE,
            "colour(ball,mauve)\ncolour(sky,blue)\nbright(X) :- colour(X,mauvd)\n",
            "warning `colour(X,mauvd)` (line 3): `colour(X,mauvd)` never holds: argument 2 of \
             `colour` is never `mauvd`
             `bright(X)` (line 3): so `bright` never holds
             help: there is `blue` or `mauve`
             help: did you mean `mauve`?",
        );
        check(
            CODE,
            "kind(gun,aoeItem)\nkind(bow,losItem)\nheals(X) :- kind(X,mosItem)\n",
            "warning `kind(X,mosItem)` (line 3): `kind(X,mosItem)` never holds: argument 2 of \
             `kind` is never `mosItem`
             `heals(X)` (line 3): so `heals` never holds
             help: there is `aoeItem` or `losItem`",
        );
        check_fix(
            CODE,
            "colour(ball,mauve)\ncolour(sky,blue)\nbright(X) :- colour(X,mauvd)\n",
            "colour(ball,mauve)\ncolour(sky,blue)\nbright(X) :- colour(X,mauve)\n",
        );
    }

    /// The rules of a game around some others.
    fn game(rules: &str) -> String {
        format!(
            "(role r) (init (at a)) (<= (legal r (go ?x)) (true (at ?x))) (goal r 0)\n\
             (<= (next (at b)) (does r (go a)))\n\
             (<= terminal (true (at b)))\n{rules}"
        )
    }

    #[test]
    fn in_a_game_what_no_state_holds_and_no_move_does() {
        check(
            CODE,
            &game("(<= (next (at c)) (true (lamp on)))\n(<= (next (at d)) (does r wait))\n"),
            "warning `(true (lamp on))` (line 4): `(true (lamp on))` never holds: no `init` or `next` gives `(lamp on)`
             `(next (at c))` (line 4): so this rule never holds
             help: there is `(at a)` or `(at b)`
             warning `(does r wait)` (line 5): `(does r wait)` never holds: no `legal` gives `wait`
             `(next (at d))` (line 5): so this rule never holds
             help: there is `(go a)` or `(go b)`",
        );
        check(
            CODE,
            &game("(<= (next (lamp ?x)) (true (lamp ?x)))\n"),
            "warning `(true (lamp ?x))` (line 4): `(true (lamp ?x))` never holds: only rules that need it give it
             `(next (lamp ?x))` (line 4): so this rule never holds",
        );
        // It may: a state where it holds need not be one that play comes to.
        check(CODE, &game("(<= (next (at a)) (not (true (at a))))\n"), "");
    }

    #[test]
    fn rules_that_follow_are_told_with_the_one_to_blame() {
        check(
            CODE,
            "(p a)\n\
             (<= (e ?x) (d ?x)) (<= (f ?x) (p ?x) (not (q ?x)))\n\
             (<= (b ?x) (a ?x) (p ?x))\n(<= (c ?x) (b ?x))\n(<= (d ?x) (p ?x) (c ?x))\n\
             (<= (a ?x) (p ?x) (distinct ?x a))\n\
             (<= (q ?x) (d ?x))\n",
            "warning `(distinct ?x a)` (line 6): `(distinct ?x a)` fails wherever `(p ?x)` holds: it comes to `(distinct a a)`
             `(a ?x)` (line 6): so `a` never holds
             `(e ?x)` (line 2): nor does this one
             `(b ?x)` (line 3): nor does this one
             `(c ?x)` (line 4): nor does this one
             help: 2 more rules never hold because of it",
        );
        check(
            CODE,
            "(n 1)\n(<= (p ?x) (q ?x))\n(<= (q ?x) (p ?x))\n(<= (r ?x) (p ?x))\n",
            "warning `(q ?x)` (line 2): `(q ?x)` never holds: only rules that need it give it
             `(p ?x)` (line 2): so `p` never holds
             `(q ?x)` (line 3): nor does this one
             `(r ?x)` (line 4): nor does this one",
        );
    }

    #[test]
    fn a_rule_with_two_faults_is_blamed_for_its_own() {
        check(
            CODE,
            "(p a)\n(<= (x) (p b))\n(<= (y) x (p c))\n",
            "warning `(p b)` (line 2): `(p b)` never holds: argument 1 of `p` is never `b`
             `(x)` (line 2): so `x` never holds
             help: there is `a`
             warning `(p c)` (line 3): `(p c)` never holds: argument 1 of `p` is never `c`
             `(y)` (line 3): so `y` never holds
             help: there is `a`",
        );
    }

    #[test]
    fn literals_that_hold_but_not_together() {
        check(
            CODE,
            "p(a,b)\np(b,a)\nq(a)\nq(b)\nr(X) :- p(X,X)\nt(X) :- q(X) & (~q(X) | distinct(X,X))\n\
             s(X) :- q(X) & p(X,Y) & ~q(Y)\n",
            "warning `p(X,X)` (line 5): `p(X,X)` never holds: none of the 2 `p` there are is like it
             `r(X)` (line 5): so `r` never holds
             warning `q(Y)` (line 7): `~q(Y)` fails wherever `q(X)` and `p(X,Y)` hold: `q(b)` holds
             `s(X)` (line 7): so `s` never holds",
        );
    }

    #[test]
    fn what_a_static_check_reports_is_not_reported_again() {
        for text in [
            "(p a)\n(<= (q ?x) (p ?x) (r ?x))\n(<= (s ?x) (q ?x))\n",
            "(p a)\n(<= (q ?x) (p ?x) (not (p ?x)))\n(<= (s ?x) (q ?x))\n",
            "(p a)\n(<= (q ?x) (p ?x) (distinct ?x ?x))\n",
        ] {
            let found = diagnostics(text);
            assert!(found.iter().all(|found| found.code != CODE), "{found:?}");
            assert!(!found.is_empty(), "{text}");
        }
    }

    #[test]
    fn nothing_is_said_of_what_data_decide() {
        check(
            CODE,
            "; herbrand: input e/2\n(n 1)\n(<= (p ?x) (e ?x ?x))\n(<= (q ?x) (p ?x) (n ?x))\n\
             (<= (s ?x) (n ?x) (not (p ?x)))\n",
            "",
        );
    }

    #[test]
    fn it_is_allowed_as_any_other_code() {
        let found = diagnostics(
            "(p a)\n; herbrand: allow never-true\n(<= q (p b))\n\
             ; herbrand: allow never-true\n(<= r (p a))\n",
        );
        let found: Vec<_> = found
            .iter()
            .map(|found| (found.code, found.message.as_str()))
            .collect();
        assert_eq!(
            found,
            [(
                Code::UNUSED_ALLOW,
                "`never-true` is not reported here, so this allows nothing"
            )]
        );
    }
}
