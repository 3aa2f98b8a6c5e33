//! What is known of the thing under the cursor.

use std::fmt::Write as _;

use hir::{Index, Item, RelationUses, Site, Spelling};
use logic::{Domain, Literal, LiteralKind, Name, NodeId, Relation, Rule, Shape, VarId};
use rustc_hash::FxHashSet;
use source::{Code, File, LineIndex};
use syntax::{SyntaxKind, TextRange, TextSize};

use crate::Snapshot;
use crate::grounded::Grounded;
use crate::keywords::{
    connective_meaning, directive_meaning, expectation_meaning, keyword_meaning,
};
use crate::navigation::occurrences;
use crate::qprop;
use crate::symbol::{Found, Role, Symbol, symbol_at};
use crate::wording::count;

/// A text about a stretch of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hover {
    /// What it is about.
    pub range: TextRange,
    /// In Markdown that is readable as plain text too.
    pub markup: String,
}

/// What is known of the thing at `offset`.
pub fn hover(
    snapshot: &Snapshot,
    file: File,
    offset: TextSize,
    grounded: &Grounded,
) -> Option<Hover> {
    if qprop::is_puzzle(snapshot, file)
        && let Some(hover) = qprop::hover(snapshot, file, offset, grounded)
    {
        return Some(hover);
    }
    let found = symbol_at(snapshot, file, offset)?;
    let markup = match &found.symbol {
        Symbol::Relation(relation) => {
            let mut text = relation_text(snapshot, file, relation, grounded);
            let (here, rule) = occurrence(snapshot, file, &found, grounded);
            text.push_str(&here);
            text.push('\n');
            text.push_str(&rule);
            text
        }
        Symbol::Function(name, arity) => function_text(snapshot, file, name, *arity),
        Symbol::Object(name) => object_text(snapshot, file, name, &found),
        Symbol::Variable(variable) => variable_text(snapshot, file, *variable, &found, grounded)?,
        Symbol::Connective(kind) => {
            let mut text = connective_text(snapshot, file, *kind)?;
            if *kind == SyntaxKind::Arrow
                && let Some((block, item, rule)) = rule_at(snapshot, file, &found)
            {
                text.push_str(&grounded.rule(block, item, rule));
            }
            text
        }
        Symbol::DirectiveWord(key, word, text) => directive_text(key, *word, text)?,
    };
    Some(Hover {
        range: found.range,
        markup,
    })
}

/// The rule of a form that something stands in.
fn rule_at<'a>(snapshot: &'a Snapshot, file: File, found: &Found) -> Option<(u32, Item, &'a Rule)> {
    let (block, item) = found.item?;
    let Item::Form(form) = item else { return None };
    let blk = *hir::blocks(snapshot.db(), file).get(block as usize)?;
    let lowered = hir::forms(snapshot.db(), blk).get(form as usize)?;
    let rule = lowered.form.rule.as_ref()?;
    (!rule.body.is_empty()).then_some((block, item, rule))
}

/// What the place adds where a relation is named: a literal that never holds says why, and the
/// head of a rule what that grounds to.
fn occurrence(
    snapshot: &Snapshot,
    file: File,
    found: &Found,
    grounded: &Grounded,
) -> (String, String) {
    let Some((block, item, rule)) = rule_at(snapshot, file, found) else {
        return Default::default();
    };
    let Some(places) = hir::BlockPlaces::new(snapshot.db(), file, block) else {
        return Default::default();
    };
    let is_here = |node| {
        places
            .node(item, node)
            .is_some_and(|span| span.name == found.range)
    };
    if is_here(rule.head.id) {
        return (String::new(), grounded.rule(block, item, rule));
    }
    let node = rule
        .body
        .iter()
        .find_map(|literal| atom_of(literal, &is_here));
    let failure = node.map(|node| grounded.literal(block, item, node));
    (failure.unwrap_or_default(), String::new())
}

/// The first atom of a literal that is the one.
fn atom_of(literal: &Literal, is_it: &impl Fn(NodeId) -> bool) -> Option<NodeId> {
    match &literal.kind {
        LiteralKind::Atom(atom) => is_it(atom.id).then_some(atom.id),
        LiteralKind::Not(inner) => atom_of(inner, is_it),
        LiteralKind::Or(parts) | LiteralKind::And(parts) => {
            parts.iter().find_map(|part| atom_of(part, is_it))
        }
        LiteralKind::Distinct(_) => None,
    }
}

fn relation_text(
    snapshot: &Snapshot,
    file: File,
    relation: &Relation,
    grounded: &Grounded,
) -> String {
    let db = snapshot.db();
    let vocabulary = hir::vocabulary(db, file);
    let index = hir::index(db, file);
    let meaning = if vocabulary.is_game() {
        let dialect = snapshot.content(file).parse.dialect();
        keyword_meaning(&relation.name, relation.arity as usize, dialect)
    } else {
        None
    };
    let uses = index.relation(&relation.name, relation.arity);
    let kind = if meaning.is_some() {
        "game keyword"
    } else if vocabulary.is_input(relation) {
        "input relation"
    } else {
        kind(index, relation, uses, vocabulary.is_game())
    };
    let mut text = format!("**`{}/{}`**: {kind}\n", relation.name, relation.arity);
    if let Some(meaning) = &meaning {
        let _ = write!(text, "\n{meaning}\n");
    }
    let Some(uses) = uses else {
        text.truncate(text.trim_end().len());
        return text;
    };
    let open = vocabulary.is_game() && depends_on_state(index, relation);
    match (uses.definitions(), &meaning) {
        (0, _) if vocabulary.is_input(relation) => text.push_str("\n- defined by the data"),
        // Nobody defines `does`, and nobody asks for `next`.
        (0, Some(_)) => {}
        (0, None) => text.push_str("\n- defined by nothing"),
        _ => {
            let _ = write!(text, "\n- defined by {}", definitions(snapshot, file, uses));
        }
    }
    match (uses.uses(), &meaning) {
        (0, Some(_)) => {}
        (0, None) => text.push_str("\n- used in no literal"),
        (uses, _) => {
            let _ = write!(text, "\n- used in {}", count(uses.into(), "literal"));
        }
    }
    if uses.negative.count > 0 {
        let _ = write!(text, ", {} of them negated", uses.negative.count);
    }
    if uses.directives.count > 0 {
        let _ = write!(
            text,
            "\n- named {} in directives",
            times(uses.directives.count)
        );
    }
    if uses.definitions() > 0 {
        let id = hir::graph(db, file).id(relation);
        let stratum = id.and_then(|id| hir::strata(db, file).of[id.0 as usize]);
        let _ = match stratum {
            Some(stratum) => write!(text, "\n- stratum {stratum}"),
            None => write!(
                text,
                "\n- no stratum: it rests on a cycle through a negation"
            ),
        };
    }
    for (place, domain) in hir::domains(db, file)
        .of(relation)
        .unwrap_or_default()
        .iter()
        .enumerate()
    {
        let _ = write!(text, "\n- argument {}: {}", place + 1, domain_text(domain));
    }
    text.push_str(&grounded.relation(relation, open));
    text
}

/// How many things of a domain are named.
const SHOWN: usize = 8;

/// "`a`, `b` or a `cell/2`".
fn domain_text(domain: &Domain) -> String {
    if domain.many {
        return "anything".to_owned();
    }
    let mut constants: Vec<_> = domain.constants.iter().collect();
    // Numbers by value, then the others as the file mentions them.
    constants.sort_by_key(|name| name.parse::<i64>().unwrap_or(i64::MAX));
    let constants = constants.into_iter().map(|name| format!("`{name}`"));
    let shapes = domain
        .shapes
        .iter()
        .map(|shape| format!("a `{}/{}`", shape.name, shape.args.len()));
    let mut parts: Vec<_> = constants.chain(shapes).collect();
    let hidden = parts.len().saturating_sub(SHOWN);
    if hidden > 0 {
        parts.truncate(SHOWN);
        parts.push(format!("{hidden} more"));
    }
    match parts.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
        None => "nothing".to_owned(),
    }
}

/// What sort of relation it is.
fn kind(
    index: &Index,
    relation: &Relation,
    uses: Option<&RelationUses<Site>>,
    is_game: bool,
) -> &'static str {
    let Some(uses) = uses.filter(|uses| uses.definitions() > 0) else {
        return "undefined relation";
    };
    let has_rules = !uses.rules.is_empty() || uses.incomplete_rules > 0;
    match (is_game, has_rules) {
        (true, _) if depends_on_state(index, relation) => "derived relation, depends on the state",
        (true, true) => "static relation, derived",
        (true, false) => "static relation",
        (false, true) => "derived relation",
        (false, false) => "base relation",
    }
}

/// Whether a rule for the relation needs `true` or `does`, be it through others.
fn depends_on_state(index: &Index, relation: &Relation) -> bool {
    let id = |name: &str, arity| index.relation_id(name, arity);
    let goals = [id("true", 1), id("does", 2)];
    let mut seen = FxHashSet::default();
    let mut open: Vec<u32> = id(&relation.name, relation.arity).into_iter().collect();
    while let Some(head) = open.pop() {
        if goals.contains(&Some(head)) {
            return true;
        }
        if seen.insert(head) {
            // Dependencies are sorted by their heads.
            let start = index
                .dependencies
                .partition_point(|dependency| dependency.head < head);
            let of_head = index.dependencies[start..]
                .iter()
                .take_while(|dependency| dependency.head == head);
            open.extend(of_head.map(|dependency| dependency.body));
        }
    }
    false
}

/// "2 facts and 1 rule, first in line 3".
fn definitions(snapshot: &Snapshot, file: File, uses: &RelationUses<Site>) -> String {
    let rules = uses.rules.len() as u32 + uses.incomplete_rules;
    let mut text = match (uses.facts.count, rules) {
        (facts, 0) => count(facts.into(), "fact"),
        (0, rules) => count(rules.into(), "rule"),
        (facts, rules) => format!(
            "{} and {}",
            count(facts.into(), "fact"),
            count(rules.into(), "rule")
        ),
    };
    let first = uses
        .facts
        .sites
        .first()
        .into_iter()
        .chain(uses.rules.first())
        .min();
    if let Some(span) = first.and_then(|&site| hir::span_of(snapshot.db(), file, site)) {
        let _ = write!(
            text,
            ", first in line {}",
            line(snapshot, file, span.name.start())
        );
    }
    text
}

fn function_text(snapshot: &Snapshot, file: File, name: &Name, arity: u32) -> String {
    let uses = hir::index(snapshot.db(), file)
        .functions_named(name)
        .iter()
        .find(|uses| uses.arity == arity);
    let (inside, elsewhere) = uses.map_or((0, 0), |uses| {
        (uses.in_keywords.count, uses.elsewhere.count)
    });
    let mut text = format!(
        "**`{name}/{arity}`**: function\n\n- used {}",
        times(inside + elsewhere)
    );
    if hir::vocabulary(snapshot.db(), file).is_game() {
        match inside {
            0 => {}
            1 if elsewhere == 0 => text.push_str(", in a game keyword"),
            _ if elsewhere == 0 => text.push_str(", each time in a game keyword"),
            _ => {
                let _ = write!(text, ", {inside} of them in a game keyword");
            }
        }
        for (place, domain) in function_domains(snapshot, file, name, arity)
            .iter()
            .enumerate()
        {
            let _ = write!(text, "\n- argument {}: {}", place + 1, domain_text(domain));
        }
    }
    text.push('\n');
    text
}

/// What may stand in the arguments of a function of a game, in a state or in a move.
fn function_domains(snapshot: &Snapshot, file: File, name: &Name, arity: u32) -> Vec<Domain> {
    let domains = hir::domains(snapshot.db(), file);
    let keywords = [("true", 1), ("does", 2)].map(|(name, arity)| Relation::new(name, arity));
    let shape = keywords.iter().find_map(|relation| {
        let value = domains.of(relation)?.pop()?;
        let is_it = |shape: &Shape| shape.name == *name && shape.args.len() == arity as usize;
        value.shapes.into_iter().find(is_it)
    });
    shape.map_or_else(Vec::new, |shape| shape.args)
}

fn object_text(snapshot: &Snapshot, file: File, name: &Name, found: &Found) -> String {
    let is_role = hir::vocabulary(snapshot.db(), file).roles.contains(name);
    let what = if is_role { "role" } else { "object constant" };
    let uses = occurrences(snapshot, file, found).len() as u32;
    format!("**`{name}`**: {what}\n\n- used {}\n", times(uses))
}

fn variable_text(
    snapshot: &Snapshot,
    file: File,
    variable: VarId,
    found: &Found,
    grounded: &Grounded,
) -> Option<String> {
    let (block, item) = found.item?;
    let blk = *hir::blocks(snapshot.db(), file).get(block as usize)?;
    let (rule, noun) = match item {
        Item::Form(form) => {
            let lowered = hir::forms(snapshot.db(), blk).get(form as usize)?;
            (lowered.form.rule.clone()?, "rule")
        }
        Item::Directive(ordinal) => {
            let directive = hir::directives(snapshot.db(), blk).get(ordinal as usize)?;
            (directive.as_rule(), "directive")
        }
    };
    let rule = &rule;
    let block_places = hir::BlockPlaces::new(snapshot.db(), file, block)?;
    let name = rule.variables.get(variable.0 as usize)?;
    let places = occurrences(snapshot, file, found);
    let mut text = format!("**`{name}`**: variable\n\n");
    match places.iter().find(|place| place.1 == Role::Positive) {
        Some((range, _)) => {
            let binder = rule.body.iter().find(|literal| {
                let span = block_places.node(item, literal.id);
                span.is_some_and(|span| span.full.contains_range(*range))
            });
            let spelling = Spelling::of(snapshot.content(file).parse.dialect());
            let literal = binder.map(|literal| spelling.literal(literal, &rule.variables));
            let _ = write!(
                text,
                "- bound in line {}",
                line(snapshot, file, range.start())
            );
            if let Some(literal) = literal {
                let _ = write!(text, " by `{literal}`");
            }
            text.push('\n');
        }
        None => text.push_str("- bound nowhere: no positive literal of the body has it\n"),
    }
    let domains = hir::domains(snapshot.db(), file).of_variables(rule);
    if let Some(domain) = domains
        .as_ref()
        .and_then(|domains| domains.get(variable.0 as usize))
    {
        let _ = writeln!(text, "- may be {}", domain_text(domain));
    }
    text.push_str(&grounded.variable(block, item, variable.0 as usize));
    let _ = writeln!(text, "- used {} in this {noun}", times(places.len() as u32));
    Some(text)
}

fn connective_text(snapshot: &Snapshot, file: File, kind: SyntaxKind) -> Option<String> {
    let meaning = connective_meaning(kind, snapshot.content(file).parse.dialect())?;
    Some(meaning.to_owned())
}

fn directive_text(key: &str, word: u32, text: &str) -> Option<String> {
    if word == 0 {
        let meaning = directive_meaning(key)?;
        return Some(format!("**`herbrand: {key}`**\n\n{meaning}\n"));
    }
    if key == "expect"
        && (word == 1 || text == "given")
        && let Some(meaning) = expectation_meaning(text)
    {
        return Some(format!("**`herbrand: {key} {text}`**\n\n{meaning}\n"));
    }
    let names_code = key == "allow" || key == "allow-file" || key == "expect";
    let code = Code::from_name(text).filter(|_| names_code)?;
    let info = code.info();
    let severity = match info.severity {
        source::Severity::Error => "error",
        source::Severity::Warning => "warning",
        source::Severity::Hint => "hint",
    };
    let mut markup = format!("**`{code}`** ({severity}): {}\n", info.summary);
    if let Some(explanation) = analysis::explanation(code) {
        let _ = write!(markup, "\n{}\n", explanation.trim());
    }
    Some(markup)
}

fn line(snapshot: &Snapshot, file: File, offset: TextSize) -> u32 {
    LineIndex::new(&snapshot.content(file).text).line(offset) + 1
}

pub(crate) fn times(number: u32) -> String {
    if number == 1 {
        "once".to_owned()
    } else {
        format!("{number} times")
    }
}

#[cfg(test)]
mod tests;
