//! The argument domains of a file's relations.

use logic::{DomainLimits, Domains, Program, Relation};
use source::File;

use crate::{Db, block, profile};

/// What may stand in the arguments of each relation. Wants every form of the file, so it is
/// computed where somebody asks (a hover, a list of completions), never for diagnostics.
///
/// In a game a state holds what `init` and `next` give, and players do what is legal.
#[salsa::tracked(returns(ref))]
pub fn domains(db: &dyn Db, file: File) -> Domains {
    let forms = || {
        block::blocks(db, file)
            .iter()
            .flat_map(|&blk| block::forms(db, blk))
    };
    let rules: Vec<_> = forms()
        .filter(|lowered| !lowered.form.incomplete)
        .filter_map(|lowered| lowered.form.rule.as_ref())
        .collect();
    let vocabulary = profile::vocabulary(db, file);
    let links = if vocabulary.is_game() {
        links().to_vec()
    } else {
        Vec::new()
    };
    let program = Program {
        rules: &rules,
        links: &links,
        open: &vocabulary.inputs,
    };
    // An edit waits for this query to unwind.
    let pause = || db.unwind_if_revision_cancelled();
    logic::domains(program, DomainLimits::default(), &pause)
}

fn links() -> [(Relation, Relation); 3] {
    let link = |from, to, arity| (Relation::new(from, arity), Relation::new(to, arity));
    [
        link("init", "true", 1),
        link("next", "true", 1),
        link("legal", "does", 2),
    ]
}
