//! From the green tree of a form to its rule.
//!
//! Both spellings have the same skeleton: an atom is a name followed by its arguments, a
//! connective a sign with its literals, and the rest is punctuation. So one walk lowers both,
//! and skips what the parser could not place.

use std::sync::Arc;

use logic::{Atom, Literal, LiteralKind, Name, NodeId, Rule, Term, VarId};
use rowan::{GreenNodeData, Language};
use syntax::{Block, GreenNode, HerbrandLanguage, SyntaxKind, TextRange, TextSize};

use crate::green::{Child, children};
use crate::{Form, FormSpan, LoweredForm, Note, NoteKind, SourceMap, formula, keywords, spelling};

/// A form in the tree of its block.
pub(crate) struct FormNode<'a> {
    pub(crate) node: &'a GreenNodeData,
    /// Counted from the start of the block.
    pub(crate) range: TextRange,
    /// Whether the parser found an error inside.
    pub(crate) incomplete: bool,
}

/// The forms of a block, in order.
pub(crate) fn form_nodes(block: &Block) -> impl Iterator<Item = FormNode<'_>> + Clone {
    let mut errors = &*block.errors;
    children(&block.green, TextSize::new(0)).filter_map(move |child| {
        let node = child.node().filter(|_| child.kind.is_form())?;
        while let [first, rest @ ..] = errors
            && first.range.start() < child.range.start()
        {
            errors = rest;
        }
        let incomplete = errors.first().is_some_and(|error| {
            let start = error.range.start();
            // What is missing at the end of a form is an empty range there.
            start < child.range.end() || (start == child.range.end() && error.range.is_empty())
        });
        Some(FormNode {
            node,
            range: child.range,
            incomplete,
        })
    })
}

/// Lowers one form.
pub(crate) fn form(node: &GreenNode, incomplete: bool) -> LoweredForm {
    let kind = HerbrandLanguage::kind_from_raw(node.kind());
    if kind.is_statement() {
        return statement(node, incomplete);
    }
    let mut lowering = Lowering::default();
    let rule = lowering.rule(node);
    let form = Form {
        rule,
        statement: None,
        written_as_rule: matches!(kind, SyntaxKind::KifRule | SyntaxKind::HrfRule),
        incomplete,
        notes: lowering.notes.into_boxed_slice(),
    };
    let map = SourceMap {
        nodes: lowering.spans.into_boxed_slice(),
    };
    LoweredForm {
        form: Arc::new(form),
        map: Arc::new(map),
    }
}

fn statement(node: &GreenNode, incomplete: bool) -> LoweredForm {
    let mut lowering = formula::Lowering::default();
    let statement = lowering.statement(node).map(Box::new);
    let form = Form {
        rule: None,
        statement,
        written_as_rule: false,
        incomplete,
        notes: lowering.notes.into_boxed_slice(),
    };
    let map = SourceMap {
        nodes: lowering.spans.into_boxed_slice(),
    };
    LoweredForm {
        form: Arc::new(form),
        map: Arc::new(map),
    }
}

/// What is noted while a form or a directive is lowered.
#[derive(Default)]
pub(crate) struct Lowering {
    pub(crate) variables: Vec<Name>,
    pub(crate) spans: Vec<FormSpan>,
    pub(crate) notes: Vec<Note>,
}

impl Lowering {
    fn rule(&mut self, form: &GreenNodeData) -> Option<Rule> {
        let mut parts =
            children(form, TextSize::new(0)).filter(|child| carries_meaning(child.kind));
        let head = parts.next().filter(|child| is_atom(child.kind))?;
        let head = self.atom(&head)?;
        let body = parts.filter_map(|child| self.literal(&child)).collect();
        let variables = std::mem::take(&mut self.variables).into_boxed_slice();
        Some(Rule {
            head,
            body,
            variables,
        })
    }

    /// The literal that a child is; `None` if it is none.
    pub(crate) fn literal(&mut self, child: &Child<'_>) -> Option<Literal> {
        use SyntaxKind::*;
        let node = child.node()?;
        if is_atom(child.kind) {
            let atom = self.atom(child)?;
            return Some(Literal {
                id: atom.id,
                kind: LiteralKind::Atom(atom),
            });
        }
        if !is_connective(child.kind) {
            return None;
        }
        let id = self.connective(child, node);
        let start = child.range.start();
        let kind = match child.kind {
            KifNot | HrfNot => {
                let inner = children(node, start).find_map(|part| self.literal(&part));
                match inner {
                    Some(inner) => LiteralKind::Not(Box::new(inner)),
                    None => {
                        self.forget(id);
                        return None;
                    }
                }
            }
            KifDistinct | HrfDistinct => LiteralKind::Distinct(self.terms(children(node, start))),
            kind => {
                let parts = children(node, start)
                    .filter_map(|part| self.literal(&part))
                    .collect();
                if kind == KifAnd {
                    LiteralKind::And(parts)
                } else {
                    LiteralKind::Or(parts)
                }
            }
        };
        Some(Literal { id, kind })
    }

    /// The node of a connective, named by its sign. The sign of HRF's `or` stands between its
    /// literals, so that there the opening parenthesis stands for it.
    fn connective(&mut self, child: &Child<'_>, node: &GreenNodeData) -> NodeId {
        use SyntaxKind::{AndKw, DistinctKw, NotKw, OrKw, Pipe};
        let sign = children(node, child.range.start())
            .find(|part| matches!(part.kind, NotKw | OrKw | AndKw | DistinctKw | Pipe));
        let name = sign.as_ref().map_or(child.range, |sign| sign.range);
        let id = self.push(child.range, name);
        if let Some(token) = sign.and_then(|sign| sign.token())
            && token.text().bytes().any(|byte| byte.is_ascii_uppercase())
        {
            self.notes.push(Note {
                node: id,
                kind: NoteKind::KeywordCase,
            });
        }
        id
    }

    fn atom(&mut self, child: &Child<'_>) -> Option<Atom> {
        let node = child.node()?;
        let mut parts = children(node, child.range.start());
        let mut parenthesised = false;
        let name = parts.by_ref().find(|part| {
            parenthesised |= part.kind == SyntaxKind::LParen;
            is_name(part.kind)
        })?;
        let id = self.push(child.range, name.range);
        let rest = parts.clone();
        let args = self.terms(parts);
        self.note_parentheses(id, args.is_empty(), parenthesised, rest);
        let mut relation = self::name(&name)?;
        if is_kif(child.kind)
            && let Some(keyword) = keywords::in_lower_case(&relation, args.len())
        {
            relation = Name::new_static(keyword);
            self.notes.push(Note {
                node: id,
                kind: NoteKind::KeywordCase,
            });
        }
        Some(Atom { id, relation, args })
    }

    fn terms<'a>(&mut self, parts: impl Iterator<Item = Child<'a>>) -> Box<[Term]> {
        parts.filter_map(|part| self.term(&part)).collect()
    }

    fn term(&mut self, child: &Child<'_>) -> Option<Term> {
        match child.kind {
            SyntaxKind::Variable => {
                let id = self.push(child.range, child.range);
                let variable = self.variable(child.token()?.text());
                Some(Term::Variable { id, variable })
            }
            kind if is_name(kind) => {
                let id = self.push(child.range, child.range);
                Some(Term::Constant {
                    id,
                    name: name(child)?,
                })
            }
            SyntaxKind::KifFunction | SyntaxKind::HrfFunction => self.function(child),
            _ => None,
        }
    }

    fn function(&mut self, child: &Child<'_>) -> Option<Term> {
        let node = child.node()?;
        let mut parts = children(node, child.range.start());
        let mut parenthesised = false;
        let sign = parts.by_ref().find(|part| {
            parenthesised |= part.kind == SyntaxKind::LParen;
            is_name(part.kind)
        })?;
        let id = self.push(child.range, sign.range);
        let rest = parts.clone();
        let args = self.terms(parts);
        self.note_parentheses(id, args.is_empty(), parenthesised, rest);
        let name = name(&sign)?;
        Some(if args.is_empty() {
            Term::Constant { id, name }
        } else {
            Term::Function { id, name, args }
        })
    }

    /// Notes a name alone in parentheses, be they around it (KIF) or behind it (HRF).
    fn note_parentheses<'a>(
        &mut self,
        node: NodeId,
        alone: bool,
        before: bool,
        mut rest: impl Iterator<Item = Child<'a>>,
    ) {
        if alone && (before || rest.any(|part| part.kind == SyntaxKind::LParen)) {
            self.notes.push(Note {
                node,
                kind: NoteKind::Parenthesised,
            });
        }
    }

    fn variable(&mut self, text: &str) -> VarId {
        // Rules have few variables: a search beats a map.
        let known = self.variables.iter().position(|name| name == text);
        let index = known.unwrap_or_else(|| {
            self.variables.push(Name::new(text));
            self.variables.len() - 1
        });
        VarId(index as u32)
    }

    /// A new node.
    pub(crate) fn push(&mut self, full: TextRange, name: TextRange) -> NodeId {
        let id = NodeId(self.spans.len() as u32);
        self.spans.push(FormSpan { full, name });
        id
    }

    /// Takes back the node `id`, the last one.
    fn forget(&mut self, id: NodeId) {
        self.spans.truncate(id.0 as usize);
        self.notes.retain(|note| note.node < id);
    }
}

/// Whether a child of a form is its head or in its body, or stands in the place of one of them.
fn carries_meaning(kind: SyntaxKind) -> bool {
    kind == SyntaxKind::Error || is_atom(kind) || is_connective(kind)
}

fn is_atom(kind: SyntaxKind) -> bool {
    matches!(kind, SyntaxKind::KifAtom | SyntaxKind::HrfAtom)
}

fn is_kif(kind: SyntaxKind) -> bool {
    kind == SyntaxKind::KifAtom
}

fn is_connective(kind: SyntaxKind) -> bool {
    use SyntaxKind::*;
    matches!(
        kind,
        KifNot | KifOr | KifAnd | KifDistinct | HrfNot | HrfOr | HrfDistinct
    )
}

fn is_name(kind: SyntaxKind) -> bool {
    matches!(kind, SyntaxKind::Name | SyntaxKind::QuotedName)
}

/// What a name says.
pub(crate) fn name(child: &Child<'_>) -> Option<Name> {
    let text = child.token()?.text();
    Some(match child.kind {
        SyntaxKind::QuotedName => spelling::unquote(text),
        _ => Name::new(text),
    })
}
