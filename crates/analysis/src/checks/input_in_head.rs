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
        .help(format!("remove `{name}/{}` from the `input` directive, or derive another relation", rule.head.args.len())),
    );
}
