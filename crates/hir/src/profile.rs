//! What a form must know of its file to be judged alone.

use logic::{Name, Relation};
use source::File;

use crate::{Db, Index, file_index};

/// Whether a file is a game, in which the keywords have their meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Profile {
    /// A game.
    Game,
    /// A logic program.
    Logic,
}

/// What checks of single forms know of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Vocabulary {
    /// Whether it is a game.
    pub profile: Profile,
    /// The roles that heads of `role/1` name, in order. Empty in a logic program.
    pub roles: Vec<Name>,
    /// Whether there may be more roles: a head of `role/1` names no constant.
    pub open_roles: bool,
    /// The input relations that directives declare, sorted.
    pub inputs: Vec<Relation>,
}

impl Vocabulary {
    /// Whether the file is a game.
    pub fn is_game(&self) -> bool {
        self.profile == Profile::Game
    }

    /// Whether a directive declares this relation as input.
    pub fn is_input(&self, relation: &Relation) -> bool {
        self.inputs.binary_search(relation).is_ok()
    }
}

/// What checks of single forms know of the file. It changes seldom.
#[salsa::tracked(returns(ref))]
pub fn vocabulary(db: &dyn Db, file: File) -> Vocabulary {
    let index = file_index::index(db, file);
    let profile = index.profile.unwrap_or_else(|| profile(index));
    let roles = if profile == Profile::Game {
        index.roles.clone()
    } else {
        Vec::new()
    };
    Vocabulary {
        profile,
        roles,
        open_roles: index.open_roles,
        inputs: index.inputs.clone(),
    }
}

/// A file is a game if a head is `role/1`, or if heads include two of the other relations that
/// every game has.
fn profile(index: &Index) -> Profile {
    const OTHERS: [(&str, u32); 5] = [
        ("legal", 2),
        ("next", 1),
        ("goal", 2),
        ("init", 1),
        ("terminal", 0),
    ];
    let is_head = |&&(name, arity): &&(&str, u32)| index.is_defined(name, arity);
    if index.is_defined("role", 1) || OTHERS.iter().filter(is_head).count() >= 2 {
        Profile::Game
    } else {
        Profile::Logic
    }
}
