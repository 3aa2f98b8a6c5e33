//! Names are compared letter by letter, capitals included: `Queen` and `queen` are two things that
//! have nothing to do with each other. Two spellings of what was surely meant to be one name make
//! rules that never fire.
//!
//! ## Wrong
//! ```kif
//! (suit hearts)
//! (<= (red Hearts)
//!     (suit hearts))
//! ```
//!
//! ## Right
//! ```kif
//! (suit hearts)
//! (<= (red hearts)
//!     (suit hearts))
//! ```

use std::collections::BTreeMap;

use hir::{Index, Site, Uses};
use source::{Code, Severity};

use crate::context::FileContext;
use crate::finding::{Finding, SpotEdit};

/// A spelling with all that is known of where it stands.
#[derive(Default)]
struct Spelt {
    name: String,
    count: u32,
    sites: Vec<Site>,
    in_keyword: bool,
}

impl Spelt {
    fn add(&mut self, uses: &Uses<Site>) {
        self.count += uses.count;
        self.sites.extend(&uses.sites);
    }
}

pub(super) fn check(cx: &FileContext<'_>, sink: &mut Vec<Finding>) {
    let index = cx.index();
    for group in relations(cx, index)
        .into_values()
        .chain(functions(index).into_values())
    {
        report(cx, group, sink);
    }
    for group in index
        .objects
        .chunk_by(|a, b| a.name.eq_ignore_ascii_case(&b.name))
    {
        let spelt = group.iter().map(|uses| {
            let mut spelt = Spelt {
                name: uses.name.to_string(),
                ..Spelt::default()
            };
            spelt.add(&uses.in_keywords);
            spelt.add(&uses.elsewhere);
            spelt.in_keyword = uses.in_keywords.count > 0;
            spelt
        });
        report(cx, spelt.collect(), sink);
    }
}

type Groups = BTreeMap<String, Vec<Spelt>>;

fn relations(cx: &FileContext<'_>, index: &Index) -> Groups {
    let mut groups = Groups::new();
    if !index
        .relations
        .iter()
        .any(|uses| has_capital(&uses.relation.name))
    {
        return groups;
    }
    for uses in index
        .relations
        .iter()
        .filter(|uses| !cx.is_keyword(&uses.relation))
    {
        let spelt = entry(&mut groups, &uses.relation.name);
        spelt.add(&uses.facts);
        spelt.count += uses.rules.len() as u32;
        spelt.sites.extend(&uses.rules);
        spelt.add(&uses.positive);
        spelt.add(&uses.negative);
    }
    groups
}

fn functions(index: &Index) -> Groups {
    let mut groups = Groups::new();
    if !index.functions.iter().any(|uses| has_capital(&uses.name)) {
        return groups;
    }
    for uses in &index.functions {
        let spelt = entry(&mut groups, &uses.name);
        spelt.add(&uses.in_keywords);
        spelt.add(&uses.elsewhere);
        spelt.in_keyword |= uses.in_keywords.count > 0;
    }
    groups
}

fn has_capital(name: &str) -> bool {
    name.bytes().any(|byte| byte.is_ascii_uppercase())
}

fn entry<'a>(groups: &'a mut Groups, name: &str) -> &'a mut Spelt {
    let group = groups.entry(name.to_ascii_lowercase()).or_default();
    let known = group
        .iter()
        .position(|spelt| spelt.name == name)
        .unwrap_or_else(|| {
            group.push(Spelt {
                name: name.to_owned(),
                ..Spelt::default()
            });
            group.len() - 1
        });
    &mut group[known]
}

/// Reports every spelling but the most frequent one.
fn report(cx: &FileContext<'_>, mut group: Vec<Spelt>, sink: &mut Vec<Finding>) {
    if group.len() < 2 {
        return;
    }
    for spelt in &mut group {
        spelt.sites.sort_unstable();
    }
    group.sort_by(|a, b| b.count.cmp(&a.count).then_with(|| a.sites.cmp(&b.sites)));
    let usual = &group[0];
    let Some(&usual_site) = usual.sites.first() else {
        return;
    };
    for spelt in &group[1..] {
        let Some(&site) = spelt.sites.first() else {
            continue;
        };
        let message = format!(
            "`{}` here and `{}` elsewhere are two names",
            spelt.name, usual.name
        );
        let mut finding = Finding::new(Code::INCONSISTENT_CASE, FileContext::name(site), message)
            .label(
                FileContext::name(usual_site),
                format!("`{}` stands here", usual.name),
            );
        if cx.is_game() && spelt.in_keyword {
            finding.severity = Some(Severity::Error);
        }
        if spelt.sites.len() == spelt.count as usize {
            let name = cx.spelling().name(&usual.name);
            let edit = |&site: &Site| (FileContext::name(site), SpotEdit::Replace(name.clone()));
            let edits = spelt.sites.iter().map(edit).collect();
            finding = finding.offered_fix(format!("write `{}`", usual.name), edits);
        }
        sink.push(finding);
    }
}
