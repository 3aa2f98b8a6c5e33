//! What a check may know beyond the rule that it looks at.

use hir::{Db, Form, Index, Item, NoteKind, Site, Spelling, Vocabulary};
use logic::{Name, NodeId, Relation, Rule};
use source::File;

use crate::finding::{Part, Place, SpotEdit};

/// The surroundings of one form.
#[derive(Clone, Copy, Debug)]
pub struct FormContext<'a> {
    /// The form in its block, or the directive whose literals stand for a body.
    pub item: Item,
    /// How the form is written.
    pub form: &'a Form,
    /// What the file declares.
    pub vocabulary: &'a Vocabulary,
    /// How the file spells things, for messages and fixes.
    pub spelling: Spelling,
}

impl FormContext<'_> {
    /// The whole form.
    pub fn whole(&self) -> Place {
        self.place(match self.item {
            Item::Form(ordinal) => Part::Form(ordinal),
            Item::Directive(ordinal) => Part::Directive(ordinal),
        })
    }

    /// A whole node of the form.
    pub fn node(&self, id: NodeId) -> Place {
        self.place(Part::Node(self.item, id))
    }

    /// The name or sign at the head of a node of the form.
    pub fn name(&self, id: NodeId) -> Place {
        self.place(Part::Name(self.item, id))
    }

    /// Whether parentheses stand around the node of a statement.
    pub fn is_grouped(&self, node: NodeId) -> bool {
        let mut notes = self.form.notes.iter();
        notes.any(|note| note.node == node && note.kind == NoteKind::Grouped)
    }

    /// The edits that put parentheses around a node.
    pub(crate) fn grouping(&self, node: NodeId) -> [(Place, SpotEdit); 2] {
        let place = self.node(node);
        [
            (place, SpotEdit::Prepend("(".to_owned())),
            (place, SpotEdit::Append(")".to_owned())),
        ]
    }

    /// What the user calls it.
    pub fn noun(&self) -> &'static str {
        match self.item {
            Item::Form(_) => "rule",
            Item::Directive(_) => "directive",
        }
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

impl<'db> FileContext<'db> {
    /// What the file says of its names.
    pub fn index(&self) -> &'db Index {
        hir::index(self.db, self.file)
    }

    /// What the file declares.
    pub fn vocabulary(&self) -> &'db Vocabulary {
        hir::vocabulary(self.db, self.file)
    }

    /// How the file spells things.
    pub fn spelling(&self) -> Spelling {
        crate::driver::spelling(self.db, self.file)
    }

    /// Whether the file is a game.
    pub fn is_game(&self) -> bool {
        self.vocabulary().is_game()
    }

    /// Whether the relation is a keyword of games, and the file is one.
    pub fn is_keyword(&self, relation: &Relation) -> bool {
        self.is_game() && hir::is_keyword(&relation.name, relation.arity as usize)
    }

    /// Whether the relation gets its extension from outside the file.
    pub fn is_given(&self, relation: &Relation) -> bool {
        self.is_keyword(relation) || self.vocabulary().is_input(relation)
    }

    /// The rule of a form, unless it has a syntax error.
    pub fn rule(&self, block: u32, form: u32) -> Option<&'db Rule> {
        let blk = hir::blocks(self.db, self.file).get(block as usize)?;
        let lowered = &hir::forms(self.db, *blk).get(form as usize)?.form;
        lowered.rule.as_ref().filter(|_| !lowered.incomplete)
    }

    /// The rules of all forms without a syntax error, in order, each with the site of its head.
    pub fn rules(&self) -> impl Iterator<Item = (Site, &'db Rule)> {
        let db = self.db;
        let blocks = (0..).zip(hir::blocks(db, self.file));
        let forms = blocks.flat_map(move |(block, blk)| {
            (0..)
                .zip(hir::forms(db, *blk))
                .map(move |(form, lowered)| (block, form, &lowered.form))
        });
        forms
            .filter(|(_, _, form)| !form.incomplete)
            .filter_map(|(block, form, lowered)| {
                let rule = lowered.rule.as_ref()?;
                let node = rule.head.id;
                Some((
                    Site {
                        block,
                        item: Item::Form(form),
                        node,
                    },
                    rule,
                ))
            })
    }

    /// The rule with a node at this site; see [`FileContext::rule`]. Directives have none.
    pub fn rule_at(&self, site: Site) -> Option<&'db Rule> {
        match site.item {
            Item::Form(form) => self.rule(site.block, form),
            Item::Directive(_) => None,
        }
    }

    /// The head of the first form without a syntax error.
    pub fn first_form(&self) -> Option<Place> {
        self.rules().next().map(|(head, _)| Self::node(head))
    }

    /// The name or sign at a site.
    pub fn name(site: Site) -> Place {
        Place {
            block: site.block,
            part: Part::Name(site.item, site.node),
        }
    }

    /// The whole node at a site.
    pub fn node(site: Site) -> Place {
        Place {
            block: site.block,
            part: Part::Node(site.item, site.node),
        }
    }

    /// A whole form.
    pub fn form(block: u32, form: u32) -> Place {
        Place {
            block,
            part: Part::Form(form),
        }
    }
}
