//! The outline of a file: its relations with their facts and rules.

use hir::{BlockPlaces, Item, Spelling};
use logic::Relation;
use rustc_hash::FxHashMap;
use source::File;
use syntax::TextRange;

use crate::Snapshot;

/// A relation with the forms that define it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SymbolGroup {
    /// The relation.
    pub relation: Relation,
    /// From the first of its forms to the last.
    pub range: TextRange,
    /// Its rules and its first facts, in order.
    pub items: Vec<SymbolItem>,
    /// How many facts it has.
    pub facts: usize,
    /// How many rules it has.
    pub rules: usize,
}

/// The facts of a relation that an outline lists: of a table of thousands nobody reads more, and
/// editors ask for the outline after every pause.
pub const LISTED_FACTS: usize = 100;

/// A fact or a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SymbolItem {
    /// The head, as the file spells it.
    pub head: String,
    /// Whether it has a body.
    pub is_rule: bool,
    /// The whole form.
    pub range: TextRange,
    /// The relation's name in the head.
    pub name: TextRange,
}

/// The outline, in the order in which the relations are first defined.
pub fn document_symbols(snapshot: &Snapshot, file: File) -> Vec<SymbolGroup> {
    let parse = &snapshot.content(file).parse;
    let spelling = Spelling::of(parse.dialect());
    let mut groups: Vec<SymbolGroup> = Vec::new();
    let mut known: FxHashMap<Relation, usize> = FxHashMap::default();
    for block in 0..parse.blocks().len() as u32 {
        snapshot.unwind_if_cancelled();
        let Some(places) = BlockPlaces::new(snapshot.db(), file, block) else {
            continue;
        };
        for (form, lowered) in hir::forms(snapshot.db(), places.block()).iter().enumerate() {
            let Some(rule) = &lowered.form.rule else {
                continue;
            };
            let (Some(&range), Some(span)) = (
                places.forms().get(form),
                places.node(Item::Form(form as u32), rule.head.id),
            ) else {
                continue;
            };
            let relation = Relation::of(&rule.head);
            let group = *known.entry(relation).or_insert_with_key(|relation| {
                groups.push(SymbolGroup {
                    relation: relation.clone(),
                    range,
                    items: Vec::new(),
                    facts: 0,
                    rules: 0,
                });
                groups.len() - 1
            });
            let group = &mut groups[group];
            group.range = group.range.cover(range);
            let is_rule = !rule.body.is_empty();
            let count = if is_rule {
                &mut group.rules
            } else {
                &mut group.facts
            };
            *count += 1;
            if is_rule || group.facts <= LISTED_FACTS {
                group.items.push(SymbolItem {
                    head: spelling.atom(&rule.head, &rule.variables),
                    is_rule,
                    range,
                    name: span.name,
                });
            }
        }
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::fixture;

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let fixture = fixture(text);
        let mut lines = Vec::new();
        for group in document_symbols(&fixture.snapshot(), fixture.file) {
            lines.push(format!("{}/{}", group.relation.name, group.relation.arity));
            for item in group.items {
                assert_eq!(
                    &fixture.text[item.name], group.relation.name,
                    "{}",
                    item.head
                );
                assert!(group.range.contains_range(item.range));
                let kind = if item.is_rule { "rule" } else { "fact" };
                lines.push(format!(
                    "  {kind} {} = {}",
                    item.head, &fixture.text[item.range]
                ));
            }
        }
        assert_eq!(lines, expected);
    }

    #[test]
    fn relations_hold_their_forms() {
        check(
            "(role x)\n(<= (p ?x) ; why\n (q ?x))\n(role o)\nterminal",
            &[
                "role/1",
                "  fact (role x) = (role x)",
                "  fact (role o) = (role o)",
                "p/1",
                "  rule (p ?x) = (<= (p ?x) ; why\n (q ?x))",
                "terminal/0",
                "  fact terminal = terminal",
            ],
        );
    }

    #[test]
    fn of_a_long_table_the_first_facts_are_listed() {
        let facts: String = (0..300).map(|n| format!("(p {n})\n")).collect();
        let fixture = fixture(&format!("{facts}(<= (p ?x) (q ?x))\n"));
        let groups = document_symbols(&fixture.snapshot(), fixture.file);
        let group = &groups[0];
        assert_eq!((group.facts, group.rules), (300, 1));
        assert_eq!(group.items.len(), LISTED_FACTS + 1);
        assert_eq!(group.items[LISTED_FACTS - 1].head, "(p 99)");
        assert!(group.items[LISTED_FACTS].is_rule);
        assert_eq!(&fixture.text[group.range], fixture.text.trim_end());
    }

    #[test]
    fn half_typed_forms_are_shown_where_they_have_a_head() {
        check(
            "(<= (p ?x) (q\n(r a)\n(",
            &[
                "p/1",
                "  rule (p ?x) = (<= (p ?x) (q",
                "r/1",
                "  fact (r a) = (r a)",
            ],
        );
        check("", &[]);
    }

    #[test]
    fn hrf_heads_are_spelt_as_such() {
        check("p(X) :- q(X)\n", &["p/1", "  rule p(X) = p(X) :- q(X)"]);
    }
}
