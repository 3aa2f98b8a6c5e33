//! Where a player is named, the name must be a role. A move of somebody who does not play never
//! happens, and a goal of somebody who does not play counts for nobody.
//!
//! ## Wrong
//! ```kif game
//! (role player)
//! (<= (legal plaier wait)
//!     (true start))
//! ```
//!
//! ## Right
//! ```kif game
//! (role player)
//! (<= (legal player wait)
//!     (true start))
//! ```

use logic::{Atom, Rule, Term};
use source::{Code, Severity};

use crate::context::FormContext;
use crate::finding::Finding;
use crate::nearest::nearest;
use crate::walk;

pub(super) fn check(rule: &Rule, cx: &FormContext<'_>, sink: &mut Vec<Finding>) {
    let roles = &cx.vocabulary.roles;
    if roles.is_empty() {
        return;
    }
    walk::atoms(rule, &mut |atom: &Atom| {
        let severity = match (atom.relation.as_str(), atom.args.len()) {
            ("legal" | "does" | "input" | "sees", 2) => Severity::Error,
            ("goal", 2) => Severity::Warning,
            _ => return,
        };
        let Term::Constant { id, name } = &atom.args[0] else {
            return;
        };
        if roles.contains(name) {
            return;
        }
        let message = format!("`{name}` is no role of this game");
        let mut finding = Finding::new(Code::UNKNOWN_ROLE, cx.node(*id), message);
        finding.severity = Some(severity);
        let listed: Vec<_> = roles.iter().map(|role| format!("`{role}`")).collect();
        sink.push(match nearest(name, roles.iter().map(logic::Name::as_str)) {
            Some(near) => finding.help(format!("did you mean `{near}`?")),
            None => finding.help(format!("the roles are {}", listed.join(", "))),
        });
    });
}
