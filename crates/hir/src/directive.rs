//! Directives: what they say, what they speak of, where they stand.

mod lower;
mod walk;

use std::sync::Arc;

use logic::{Atom, Literal, LiteralKind, Name, NodeId, Relation, Rule};
use syntax::{Block, SyntaxKind, TextRange, TextSize};

use crate::cache::DirectiveCache;
use crate::green::children;
use crate::{Note, Profile, SourceMap};

/// A directive without positions: equal for two texts that differ in blanks alone.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Directive {
    /// The word behind `herbrand:`, which is node 0 of the directive; empty where there is none.
    pub key: Name,
    /// The words behind the key that are no numbers and belong to no literal.
    pub words: Box<[Name]>,
    /// What it says.
    pub content: Content,
    /// Whether the parser found an error inside: it must not be acted upon then, though what it
    /// names counts as used.
    pub incomplete: bool,
    /// The names of the variables of its literals, as those of a [`logic::Rule`].
    pub variables: Box<[Name]>,
    /// Spellings that its literals do not show, in the order of their nodes.
    pub notes: Box<[Note]>,
}

/// What a directive says. Node ids count from the directive.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Content {
    /// Nothing that can be acted upon: the literals that can be read in it nevertheless.
    Unknown(Box<[Literal]>),
    /// `allow CODE…` and `allow-file CODE…`: the codes are its words.
    Allow {
        /// Whether it speaks of the whole file.
        whole_file: bool,
    },
    /// `profile game` or `profile logic`.
    Profile(Profile),
    /// `board RELATION ROW COLUMN CONTENT`: its words.
    Board,
    /// `input p/2 q/1`: relations whose atoms come from outside, as far as they can be read.
    Input(Box<[Signature]>),
    /// `invariant LITERAL…`: no reachable state satisfies them all.
    Invariant(Box<[Literal]>),
    /// `expect …`: what `herbrand test` checks.
    Expect(Expectation),
}

/// A relation that a directive declares.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Signature {
    /// The node, whose name is that of the relation.
    pub id: NodeId,
    /// The relation.
    pub relation: Relation,
}

/// What `herbrand test` checks. All atoms but the pattern of a query are ground.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Expectation {
    /// The minimal model is these atoms, those of `given` apart.
    Model {
        /// What holds.
        atoms: Box<[Atom]>,
        /// The data of an open program, which defines nothing.
        given: Box<[Atom]>,
    },
    /// So many atoms of the minimal model fit the pattern.
    Query {
        /// An atom, perhaps with variables.
        pattern: Atom,
        /// How many fit.
        count: u64,
        /// The data of an open program, which defines nothing.
        given: Box<[Atom]>,
    },
    /// The Herbrand base has so many atoms.
    Base(u64),
    /// This interpretation is a model of the program.
    Satisfies(Box<[Atom]>),
    /// This interpretation is no model of the program.
    Violates(Box<[Atom]>),
    /// A report of this code is made.
    Code(Name),
    /// So many states and paths lie at a depth.
    Perft(Perft),
    /// This property is verified.
    Verified(Name),
    /// The shortest winning plan has so many moves.
    Plan(u64),
}

/// What `herbrand perft` counts at a depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Perft {
    /// How many joint moves were made.
    pub depth: u64,
    /// The distinct states.
    pub states: u128,
    /// The terminal ones among them.
    pub terminal: u128,
    /// The sequences of `depth + 1` joint moves.
    pub paths: u128,
}

impl Directive {
    /// The literals that it names, atoms as literals, in reading order.
    pub fn literals(&self) -> Box<[Literal]> {
        match &self.content {
            Content::Unknown(literals) | Content::Invariant(literals) => literals.clone(),
            Content::Expect(expectation) => {
                let literal = |atom: &Atom| Literal {
                    id: atom.id,
                    kind: LiteralKind::Atom(atom.clone()),
                };
                expectation.atoms().map(literal).collect()
            }
            Content::Allow { .. } | Content::Profile(_) | Content::Board | Content::Input(_) => {
                Box::default()
            }
        }
    }

    /// The rule that has its literals as body and its key, node 0, as head: what is wrong with a
    /// body is wrong with them.
    pub fn as_rule(&self) -> Rule {
        Rule {
            head: Atom {
                id: NodeId(0),
                relation: self.key.clone(),
                args: Box::default(),
            },
            body: self.literals(),
            variables: self.variables.clone(),
        }
    }

    /// The relations that it declares as input.
    pub fn inputs(&self) -> &[Signature] {
        match &self.content {
            Content::Input(signatures) => signatures,
            _ => &[],
        }
    }
}

impl Expectation {
    /// All atoms, in reading order.
    pub fn atoms(&self) -> impl Iterator<Item = &Atom> {
        let (pattern, atoms, given): (Option<&Atom>, &[Atom], &[Atom]) = match self {
            Self::Model { atoms, given } => (None, atoms, given),
            Self::Query { pattern, given, .. } => (Some(pattern), &[], given),
            Self::Satisfies(atoms) | Self::Violates(atoms) => (None, atoms, &[]),
            Self::Base(_) | Self::Code(_) | Self::Perft(_) | Self::Verified(_) | Self::Plan(_) => {
                (None, &[], &[])
            }
        };
        pattern.into_iter().chain(atoms).chain(given)
    }
}

/// A directive with its map, counted in bytes from its start. Two are equal when the directives
/// are; see [`crate::LoweredForm`].
#[derive(Clone, Debug)]
pub struct Lowered {
    /// What it says.
    pub directive: Arc<Directive>,
    /// Where it says it.
    pub map: Arc<SourceMap>,
}

impl PartialEq for Lowered {
    fn eq(&self, other: &Self) -> bool {
        self.directive == other.directive
    }
}

impl Eq for Lowered {}

/// A directive of a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoweredDirective {
    /// The directive with its map.
    pub lowered: Lowered,
    /// The form of the block that it speaks of.
    pub reach: Reach,
}

impl std::ops::Deref for LoweredDirective {
    type Target = Directive;

    fn deref(&self) -> &Directive {
        &self.lowered.directive
    }
}

/// What an `allow` directive covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reach {
    /// The form of this ordinal in the block: the one that ends or is open on the directive's
    /// line, else the one that the directive stands in, else the next.
    Form(u32),
    /// Nothing: no form follows.
    Nothing,
}

/// Where a directive stands, in bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DirectiveSpan {
    /// The whole directive, comment sign included.
    pub full: TextRange,
    /// Its words; the first is the key.
    pub words: Box<[TextRange]>,
}

/// The directives of a block, in order.
pub(crate) fn lowered(block: &Arc<Block>, cache: &DirectiveCache) -> Vec<LoweredDirective> {
    let mut nodes = Vec::new();
    let mut reaches = Vec::new();
    walk::directives(block, &mut |node, range, form| {
        let has_error = |error: &syntax::DirectiveError| range.contains_range(error.range);
        let incomplete = block.directive_errors.iter().any(has_error);
        nodes.push((node, incomplete));
        reaches.push(form);
    });
    let forms = children(&block.green, TextSize::new(0)).filter(|child| child.kind.is_form());
    let forms = forms.count() as u32;
    let reach = |form: u32| {
        if form < forms {
            Reach::Form(form)
        } else {
            Reach::Nothing
        }
    };
    cache
        .lowered_nodes(block, nodes.iter().copied(), lower::directive)
        .into_iter()
        .zip(reaches)
        .map(|(lowered, form)| LoweredDirective {
            lowered,
            reach: reach(form),
        })
        .collect()
}

/// Where the directives of a block stand, in the same order, counted from the block's start.
pub(crate) fn spans(block: &Block) -> Vec<DirectiveSpan> {
    let mut spans = Vec::new();
    walk::directives(block, &mut |node, full, _| {
        let mut words = Vec::new();
        walk::tokens(node, full.start(), &mut |kind, range, _| {
            if kind == SyntaxKind::DirectiveWord {
                words.push(range);
            }
        });
        spans.push(DirectiveSpan {
            full,
            words: words.into(),
        });
    });
    spans
}
