//! What a check may know beyond the rule that it looks at.

use hir::Form;
use logic::NodeId;
use source::{Db, File};

use crate::finding::{Part, Place};

/// The surroundings of one form.
#[derive(Clone, Copy)]
pub struct FormContext<'a> {
    /// The form's ordinal in its block.
    pub ordinal: u32,
    /// The form itself.
    pub form: &'a Form,
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
