//! What a check may know beyond the rule that it looks at.

use hir::{Db, Form, Spelling, Vocabulary};
use logic::{Name, NodeId, Relation};
use source::File;

use crate::finding::{Part, Place};

/// The surroundings of one form.
#[derive(Clone, Copy, Debug)]
pub struct FormContext<'a> {
    /// The form's ordinal in its block.
    pub ordinal: u32,
    /// The form itself.
    pub form: &'a Form,
    /// What the file declares.
    pub vocabulary: &'a Vocabulary,
    /// How the file spells things, for messages and fixes.
    pub spelling: Spelling,
}

impl FormContext<'_> {
    /// The whole form.
    pub fn whole(&self) -> Place {
        self.place(Part::Form(self.ordinal))
    }

    /// A whole node of the form.
    pub fn node(&self, id: NodeId) -> Place {
        self.place(Part::Node(self.ordinal, id))
    }

    /// The name or sign at the head of a node of the form.
    pub fn name(&self, id: NodeId) -> Place {
        self.place(Part::Name(self.ordinal, id))
    }

    /// Whether the file is a game.
    pub fn is_game(&self) -> bool {
        self.vocabulary.is_game()
    }

    /// Whether the file declares the relation of this name and number of arguments as input.
    pub fn is_input(&self, relation: &Name, arity: usize) -> bool {
        self.vocabulary.is_input(&Relation::new(
            relation.clone(),
            u32::try_from(arity).unwrap_or(u32::MAX),
        ))
    }

    fn place(&self, part: Part) -> Place {
        Place { block: 0, part }
    }
}

/// A whole file.
#[derive(Clone, Copy)]
pub struct FileContext<'db> {
    /// Where the queries of `hir` run.
    pub db: &'db dyn Db,
    /// The file.
    pub file: File,
}
