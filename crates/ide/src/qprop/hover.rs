//! What is known of the name or the word under the cursor.

use std::fmt::Write as _;

use hir::Item;
use logic::formula::written::{DeclarationKind, ExprKind, Statement};
use logic::{Name, NodeId};
use source::{File, LineIndex};
use syntax::{SyntaxKind, SyntaxToken, TextRange, TextSize};

use super::expansion::{atoms_text, quantifier_text, rule_text};
use super::navigation::places;
use super::occurrence::{Over, Role, Symbol, occurrences};
use super::outline::shortened;
use super::{Found, Site, each_known_statement, found_at, name_range, stem_of, words};
use crate::hover::{Hover, times};
use crate::symbol::block_at;
use crate::{Grounded, Snapshot};

/// What is known of the thing at `offset`.
pub(crate) fn hover(
    snapshot: &Snapshot,
    file: File,
    offset: TextSize,
    grounded: &Grounded,
) -> Option<Hover> {
    if let Some(found) = found_at(snapshot, file, offset) {
        return Some(Hover {
            markup: name_text(snapshot, file, &found, grounded),
            range: found.range,
        });
    }
    let tokens = snapshot.content(file).parse.root().token_at_offset(offset);
    let candidates = [tokens.clone().right_biased(), tokens.left_biased()];
    candidates.into_iter().flatten().find_map(|token| {
        let mut markup = format!("{}\n", words::meaning(&token)?);
        let expansion = expansion_at(snapshot, file, &token, grounded);
        if !expansion.is_empty() {
            markup.push('\n');
            markup.push_str(&expansion);
        }
        Some(Hover {
            markup,
            range: token.text_range(),
        })
    })
}

/// What the quantifier or the rule becomes whose word the token is.
fn expansion_at(
    snapshot: &Snapshot,
    file: File,
    token: &SyntaxToken,
    grounded: &Grounded,
) -> String {
    let (kind, range) = (token.kind(), token.text_range());
    let is_quantifier = (SyntaxKind::ForallKw..=SyntaxKind::AtmostKw).contains(&kind);
    if !is_quantifier && kind != SyntaxKind::RuleKw {
        return String::new();
    }
    let block = block_at(snapshot.content(file).parse.starts(), range.start());
    let places = hir::BlockPlaces::new(snapshot.db(), file, block);
    let form = places.and_then(|places| {
        let mut forms = places.forms().iter();
        forms.position(|form| form.contains_range(range))
    });
    let Some(form) = form else {
        return String::new();
    };
    let form = form as u32;
    let site = Site { file, block, form };
    if is_quantifier {
        quantifier_text(snapshot, site, range, kind, grounded)
    } else {
        rule_text(site, grounded)
    }
}

fn name_text(snapshot: &Snapshot, file: File, found: &Found, grounded: &Grounded) -> String {
    let symbol = &found.occurrence.symbol;
    let mut text = format!("**`{}`**: ", symbol.name());
    match symbol {
        Symbol::Rule(_) => {
            text.push_str("rule\n\n- cores, proofs and statistics name it\n");
            text.push_str(&rule_text(found.site, grounded));
        }
        Symbol::Stem(_) => {
            let over = found.occurrence.over.as_ref();
            text.push_str("variable, alone or with digits or primes behind it\n\n");
            sort_line(snapshot, file, over, found.site, &mut text);
        }
        Symbol::Variable(name, binder) => {
            text.push_str("variable\n\n");
            let over = over_of(snapshot, file, found.site, *binder);
            let over = over.or_else(|| over_of_stem(snapshot, file, name));
            sort_line(snapshot, file, over.as_ref(), found.site, &mut text);
        }
        Symbol::Searched(name) => {
            text.push_str("variable of the table: the first values that fit are shown\n\n");
            let over = over_of_stem(snapshot, file, name);
            sort_line(snapshot, file, over.as_ref(), found.site, &mut text);
        }
        Symbol::Sort(_) => declared_text(snapshot, file, symbol, &mut text),
        Symbol::Global(name) => {
            declared_text(snapshot, file, symbol, &mut text);
            text.push_str(&atoms_text(name, grounded));
        }
    }
    let known = hir::closure(snapshot.db(), file);
    let all = places(snapshot, file, known, found);
    let uses = all.iter().filter(|(_, role)| *role == Role::Use).count();
    let within = match symbol {
        Symbol::Variable(..) | Symbol::Searched(_) => " in this statement",
        _ => "",
    };
    if !matches!(symbol, Symbol::Rule(_)) {
        let _ = writeln!(text, "- used {}{within}", times(uses as u32));
    }
    text
}

/// What a sort, constant, element, relation or function is, and the statements that say so.
fn declared_text(snapshot: &Snapshot, file: File, symbol: &Symbol, text: &mut String) {
    let mut lines = String::new();
    let mut kind = None;
    let mut facts = 0;
    each_known_statement(snapshot, file, |site, statement, places| {
        facts += usize::from(is_fact(statement, symbol.name()));
        let declares = occurrences(statement, &|_| true)
            .into_iter()
            .find(|other| other.symbol == *symbol && other.role != Role::Use);
        let (Some(declares), Some(&range)) = (declares, places.forms().get(site.form as usize))
        else {
            return;
        };
        if declares.role == Role::Element && kind.is_some() {
            return;
        }
        kind.get_or_insert_with(|| kind_of(statement, declares.role));
        lines.push_str(&statement_line(snapshot, file, site.file, range));
    });
    let _ = writeln!(text, "{}\n", kind.unwrap_or("not declared"));
    text.push_str(&lines);
    if facts > 0 {
        let _ = writeln!(text, "- facts: {facts}");
    }
}

fn kind_of(statement: &Statement, role: Role) -> &'static str {
    match statement {
        _ if role == Role::Element => "element of a sort",
        Statement::Sort { .. } => "sort",
        Statement::Constant { .. } => "constant",
        Statement::Definition { .. } => "defined relation: computed while grounding",
        Statement::Declaration(declaration) => match declaration.kind {
            DeclarationKind::Unknown => "unknown relation: the solver decides",
            DeclarationKind::Given => "given relation: data",
            DeclarationKind::Function(_) => "unknown function: the solver chooses its values",
        },
        _ => "name",
    }
}

/// Whether a bare statement says that the relation holds of something.
fn is_fact(statement: &Statement, relation: &Name) -> bool {
    match statement {
        Statement::Constraint {
            is_rule: false,
            formula,
            ..
        } => match &formula.kind {
            ExprKind::Apply { name, .. } => name.name == *relation,
            ExprKind::Name(name) => name == relation,
            _ => false,
        },
        _ => false,
    }
}

/// A statement with its line, and the comment behind it, which often says what a name means.
fn statement_line(snapshot: &Snapshot, here: File, file: File, range: TextRange) -> String {
    let content = snapshot.content(file);
    let line = LineIndex::new(&content.text).line(range.start()) + 1;
    let place = if here == file {
        String::new()
    } else {
        format!(" of `{}`", file_name(snapshot, file))
    };
    let statement = shortened(&content.text[range]);
    let mut text = format!("- `{statement}`, in line {line}{place}");
    if let Some(comment) = comment_behind(snapshot, file, range) {
        let _ = write!(text, ": {comment}");
    }
    text.push('\n');
    text
}

/// The last part of a file's path.
pub(super) fn file_name(snapshot: &Snapshot, file: File) -> &str {
    let path = file.path(snapshot.db());
    path.rsplit(['/', '\\']).next().unwrap_or_default()
}

/// The text of the comment on the line behind a range, when nothing else stands between.
fn comment_behind(snapshot: &Snapshot, file: File, range: TextRange) -> Option<String> {
    let root = snapshot.content(file).parse.root();
    let last = root.token_at_offset(range.end()).left_biased()?;
    let mut behind =
        std::iter::successors(last.next_token(), SyntaxToken::next_token).skip_while(|token| {
            token.kind() == SyntaxKind::Whitespace && !token.text().contains(['\n', '\r'])
        });
    let comment = behind
        .next()
        .filter(|token| token.kind() == SyntaxKind::Comment)?;
    let text = comment.text().strip_prefix("//")?.trim();
    (!text.is_empty()).then(|| text.to_owned())
}

/// What a variable ranges over.
fn sort_line(snapshot: &Snapshot, file: File, over: Option<&Over>, site: Site, text: &mut String) {
    match over {
        Some(Over::Sort(sort)) => {
            let _ = writeln!(text, "- ranges over `{sort}`");
            each_known_statement(snapshot, file, |site, statement, places| {
                if let Statement::Sort { name, .. } = statement
                    && name.name == *sort
                    && let Some(&range) = places.forms().get(site.form as usize)
                {
                    text.push_str(&statement_line(snapshot, file, site.file, range));
                }
            });
        }
        Some(Over::Range(node)) => {
            let places = hir::BlockPlaces::new(snapshot.db(), file, site.block);
            let span = places.and_then(|places| places.node(Item::Form(site.form), *node));
            if let Some(span) = span {
                let range = &snapshot.content(file).text[span.full];
                let _ = writeln!(text, "- ranges over `{}`", shortened(range));
            }
        }
        None => text.push_str("- ranges over what the places that it stands in take\n"),
    }
}

/// What is written behind a variable where it is bound.
fn over_of(snapshot: &Snapshot, file: File, site: Site, binder: NodeId) -> Option<Over> {
    let places = hir::BlockPlaces::new(snapshot.db(), file, site.block)?;
    let statement = super::statement(snapshot, &places, site.form)?;
    let all = occurrences(statement, &|_| true);
    all.into_iter()
        .find(|other| other.node == binder && other.role == Role::Definition)?
        .over
}

/// What a `var` says of a variable.
fn over_of_stem(snapshot: &Snapshot, file: File, variable: &Name) -> Option<Over> {
    let mut stems: Vec<(Name, Option<Over>)> = Vec::new();
    each_known_statement(snapshot, file, |site, statement, places| {
        for occurrence in occurrences(statement, &|_| true) {
            if let Symbol::Stem(name) = &occurrence.symbol
                && name_range(places, site.form, &occurrence).is_some()
            {
                stems.push((name.clone(), occurrence.over));
            }
        }
    });
    stem_of(variable, &stems)?.1.clone()
}
