//! An open program declares its input relations, `; herbrand: input edge/2`, and gets their
//! facts from outside. A rule or fact of its own for one of them contradicts the declaration.
//!
//! ## Wrong
//! ```kif
//! ; herbrand: input edge/2
//! (edge a b)
//! (<= (path ?x ?y) (edge ?x ?y))
//! ```
//!
//! ## Right
//! ```kif
//! ; herbrand: input edge/2
//! (<= (path ?x ?y) (edge ?x ?y))
//! ```

use logic::Rule;
use source::Code;

use crate::context::FormContext;
use crate::finding::Finding;

pub(super) fn check(rule: &Rule, cx: &FormContext<'_>, sink: &mut Vec<Finding>) {
    if cx.is_game() || !cx.is_input(&rule.head.relation, rule.head.args.len()) {
        return;
    }
    let name = &rule.head.relation;
    sink.push(
        Finding::new(
            Code::INPUT_IN_HEAD,
            cx.name(rule.head.id),
            format!("`{name}` is declared as input, so the program cannot derive it"),
        )
        .help(format!(
            "remove `{name}/{}` from the `input` directive, or derive another relation",
            rule.head.args.len()
        )),
    );
}

#[cfg(test)]
mod tests {
    use source::Code;

    use crate::test_support::{check, check_clean, check_whole};

    const CODE: Code = Code::INPUT_IN_HEAD;

    #[test]
    fn inputs_come_from_outside() {
        check(
            CODE,
            r"
; herbrand: input edge/2
(edge a b)
 ^^^^ input-in-head: `edge` is declared as input, so the program cannot derive it
(<= (edge ?x ?y) (link ?y ?x))
     ^^^^ input-in-head: `edge` is declared as input, so the program cannot derive it
",
        );
        check_clean(
            CODE,
            r"; herbrand: input edge/2
(<= (p ?x) (edge ?x ?x))",
        );
    }

    #[test]
    fn with_another_number_of_arguments_or_in_a_game_it_is_another_relation() {
        check_whole(
            CODE,
            "% herbrand: input edge/2 start/1\nedge(a,b,c)\nstart(a)",
            "error `start` (line 3): `start` is declared as input, so the program cannot derive it
             help: remove `start/1` from the `input` directive, or derive another relation",
        );
        check_whole(
            CODE,
            "; herbrand: profile game\n; herbrand: input edge/2\n(edge a b)",
            "",
        );
    }
}
