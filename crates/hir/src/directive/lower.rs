//! From the green tree of a directive to what it says.

use std::sync::Arc;

use logic::{Atom, Literal, LiteralKind, Name, Relation};
use rowan::GreenNodeData;
use syntax::{GreenNode, SyntaxKind, TextSize};

use super::{Content, Directive, Expectation, Lowered, Perft, Signature, walk};
use crate::green::{Child, children};
use crate::lower::{Lowering, name};
use crate::{Profile, SourceMap};

/// Lowers one directive.
pub(super) fn directive(node: &GreenNode, incomplete: bool) -> Lowered {
    let mut words = Vec::new();
    walk::tokens(node, TextSize::new(0), &mut |kind, _, token| {
        if kind == SyntaxKind::DirectiveWord {
            words.push(Name::new(token.text()));
        }
    });
    let mut words = words.into_iter();
    let key = words.next().unwrap_or_default();
    let words: Box<[Name]> = words.collect();
    let mut lowering = Lowering::default();
    let content = children(node, TextSize::new(0))
        .find_map(|child| Some((child.kind, child.range.start(), child.node()?)));
    let content = match content {
        Some((kind, start, content)) => {
            let mut reader = Reader::new(&mut lowering, content, start);
            if incomplete && kind != SyntaxKind::InputDirective {
                Content::Unknown(reader.literals())
            } else {
                let content = reader.content(kind, &key, &words);
                content.unwrap_or_else(|| Content::Unknown(reader.literals()))
            }
        }
        None => Content::Unknown(Box::default()),
    };
    let directive = Directive {
        key,
        words,
        content,
        incomplete,
        variables: lowering.variables.into(),
        notes: lowering.notes.into(),
    };
    let map = SourceMap {
        nodes: lowering.spans.into(),
    };
    Lowered {
        directive: Arc::new(directive),
        map: Arc::new(map),
    }
}

/// Reads the node that says what a directive says.
struct Reader<'a, 'l> {
    lowering: &'l mut Lowering,
    node: &'a GreenNodeData,
    start: TextSize,
}

impl<'a, 'l> Reader<'a, 'l> {
    /// A reader of the node; its first word, the key, becomes node 0.
    fn new(lowering: &'l mut Lowering, node: &'a GreenNodeData, start: TextSize) -> Self {
        let key = children(node, start).next().map(|key| key.range);
        let key = key.unwrap_or_default();
        lowering.push(key, key);
        Self {
            lowering,
            node,
            start,
        }
    }

    fn content(&mut self, kind: SyntaxKind, key: &str, words: &[Name]) -> Option<Content> {
        use SyntaxKind::*;
        let number = |at: usize| self.number(at);
        let expectation = match kind {
            AllowDirective => {
                let whole_file = key == "allow-file";
                return Some(Content::Allow { whole_file });
            }
            ProfileDirective => {
                return match words.first()?.as_str() {
                    "game" => Some(Content::Profile(Profile::Game)),
                    "logic" => Some(Content::Profile(Profile::Logic)),
                    _ => None,
                };
            }
            BoardDirective => return Some(Content::Board),
            InputDirective => return Some(Content::Input(self.signatures())),
            InvariantDirective => return Some(Content::Invariant(self.literals())),
            BaseExpectation => Expectation::Base(small(number(0)?)?),
            PlanExpectation => Expectation::Plan(small(number(0)?)?),
            PerftExpectation => Expectation::Perft(Perft {
                depth: small(number(0)?)?,
                states: number(1)?,
                terminal: number(2)?,
                paths: number(3)?,
            }),
            CodeExpectation => Expectation::Code(words.get(1)?.clone()),
            VerifiedExpectation => Expectation::Verified(words.get(1)?.clone()),
            ModelExpectation => Expectation::Model {
                atoms: self.atoms(),
                given: self.given(),
            },
            QueryExpectation => {
                let count = small(number(0)?)?;
                Expectation::Query {
                    pattern: self.atoms().into_iter().next()?,
                    count,
                    given: self.given(),
                }
            }
            InterpretationExpectation => match words.first()?.as_str() {
                "satisfies" => Expectation::Satisfies(self.atoms()),
                _ => Expectation::Violates(self.atoms()),
            },
            _ => return None,
        };
        Some(Content::Expect(expectation))
    }

    /// The number of this ordinal.
    fn number(&self, at: usize) -> Option<u128> {
        children(self.node, self.start)
            .filter(|child| child.kind == SyntaxKind::Number)
            .nth(at)?
            .token()?
            .text()
            .parse()
            .ok()
    }

    fn signatures(&mut self) -> Box<[Signature]> {
        children(self.node, self.start)
            .filter(|child| child.kind == SyntaxKind::Signature)
            .filter_map(|child| self.signature(&child))
            .collect()
    }

    fn signature(&mut self, child: &Child<'_>) -> Option<Signature> {
        let mut parts = children(child.node()?, child.range.start());
        let sign = parts.next()?;
        let arity = parts.find(|part| part.kind == SyntaxKind::Number)?;
        let relation = Relation {
            name: name(&sign)?,
            arity: arity.token()?.text().parse().ok()?,
        };
        let id = self.lowering.push(child.range, sign.range);
        Some(Signature { id, relation })
    }

    fn atoms(&mut self) -> Box<[Atom]> {
        atoms(self.lowering, self.node, self.start)
    }

    /// The atoms of an open program's data.
    fn given(&mut self) -> Box<[Atom]> {
        let given = children(self.node, self.start)
            .find(|child| child.kind == SyntaxKind::GivenData)
            .and_then(|child| Some((child.node()?, child.range.start())));
        given.map_or_else(Box::default, |(node, start)| {
            atoms(self.lowering, node, start)
        })
    }

    /// All literals, those of an open program's data among them.
    fn literals(&mut self) -> Box<[Literal]> {
        let own: Vec<_> = children(self.node, self.start)
            .filter_map(|child| self.lowering.literal(&child))
            .collect();
        let given = self.given().into_iter().map(|atom| Literal {
            id: atom.id,
            kind: LiteralKind::Atom(atom),
        });
        own.into_iter().chain(given).collect()
    }
}

fn atoms(lowering: &mut Lowering, node: &GreenNodeData, start: TextSize) -> Box<[Atom]> {
    let literals = children(node, start).filter_map(|child| lowering.literal(&child));
    literals
        .filter_map(|literal| match literal.kind {
            LiteralKind::Atom(atom) => Some(atom),
            _ => None,
        })
        .collect()
}

fn small(number: u128) -> Option<u64> {
    number.try_into().ok()
}
