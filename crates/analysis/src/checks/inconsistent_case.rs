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
use logic::{Name, Relation, Term};
use source::{Code, Severity};

use crate::context::FileContext;
use crate::finding::{Finding, SpotEdit};
use crate::walk;

/// What a name is the name of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Relation,
    Function,
    Object,
}

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
    for group in relations(cx, index).into_values() {
        report(cx, Kind::Relation, group, sink);
    }
    for group in functions(index).into_values() {
        report(cx, Kind::Function, group, sink);
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
        report(cx, Kind::Object, spelt.collect(), sink);
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
        spelt.add(&uses.directives);
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
fn report(cx: &FileContext<'_>, kind: Kind, mut group: Vec<Spelt>, sink: &mut Vec<Finding>) {
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
        let sites = all_sites(cx, kind, spelt);
        if sites.len() == spelt.count as usize {
            let name = cx.spelling().name(&usual.name);
            let edit = |&site: &Site| (FileContext::name(site), SpotEdit::Replace(name.clone()));
            let edits = sites.iter().map(edit).collect();
            finding = finding.offered_fix(format!("write `{}`", usual.name), edits);
        }
        sink.push(finding);
    }
}

/// Every place where the name stands, but for those in forms with a syntax error. The index
/// keeps only the first ones.
fn all_sites(cx: &FileContext<'_>, kind: Kind, spelt: &Spelt) -> Vec<Site> {
    if spelt.sites.len() == spelt.count as usize {
        return spelt.sites.clone();
    }
    let mut sites = Vec::new();
    for (at, rule) in cx.rules() {
        let mut add = |node, name: &Name, is: Kind| {
            if is == kind && *name == spelt.name {
                sites.push(Site { node, ..at });
            }
        };
        walk::atoms(rule, &mut |atom| {
            if !cx.is_keyword(&Relation::of(atom)) {
                add(atom.id, &atom.relation, Kind::Relation);
            }
        });
        walk::rule_terms(rule, &mut |term| match term {
            Term::Constant { id, name } => add(*id, name, Kind::Object),
            Term::Function { id, name, .. } => add(*id, name, Kind::Function),
            Term::Variable { .. } => {}
        });
    }
    sites
}

#[cfg(test)]
mod tests {
    use source::Code;

    use crate::test_support::{check_clean, check_fix, check_no_fix, check_whole};

    const CODE: Code = Code::INCONSISTENT_CASE;

    #[test]
    fn the_rarer_spelling_is_reported_and_renamed() {
        check_whole(
            CODE,
            r"(red Hearts)
(suit hearts)
(trump hearts)",
            "warning `Hearts` (line 1): `Hearts` here and `hearts` elsewhere are two names
             `hearts` (line 2): `hearts` stands here",
        );
        check_fix(
            CODE,
            "(red Hearts)\n(suit hearts)\n(black Hearts)\n(trump hearts)\n(trump hearts)",
            "(red hearts)\n(suit hearts)\n(black hearts)\n(trump hearts)\n(trump hearts)",
        );
    }

    #[test]
    fn relations_and_functions_as_well() {
        check_whole(
            CODE,
            r"(nextRow 1 2)
(<= (p ?x) (not (nextrow ?x ?x)) (q ?x))
(q a)
(at (Piece king) a)
(at (piece pawn) b)",
            "warning `nextrow` (line 2): `nextrow` here and `nextRow` elsewhere are two names
             `nextRow` (line 1): `nextRow` stands here
             warning `piece` (line 5): `piece` here and `Piece` elsewhere are two names
             `Piece` (line 4): `Piece` stands here",
        );
    }

    #[test]
    fn in_the_argument_of_a_game_keyword_it_is_an_error() {
        let text = "(init (cell White))\n(init (cell white))\n(init (cell white))";
        let rest = "`White` (line 2): `White` here and `white` elsewhere are two names
                    `white` (line 3): `white` stands here";
        let game = format!("; herbrand: profile game\n{text}");
        check_whole(CODE, &game, &format!("error {rest}"));
        let logic = format!("; herbrand: profile logic\n{text}");
        check_whole(CODE, &logic, &format!("warning {rest}"));
    }

    #[test]
    fn every_use_is_renamed_however_many() {
        let many = |name: &str| {
            (0..40)
                .map(|n| format!("(p {name} {n})\n"))
                .collect::<String>()
        };
        let usual = (0..50)
            .map(|n| format!("(q big {n})\n"))
            .collect::<String>();
        check_fix(CODE, &(many("Big") + &usual), &(many("big") + &usual));
        let relations = |name: &str| {
            (0..20)
                .map(|n| format!("({name} {n})\n"))
                .collect::<String>()
        };
        check_fix(
            CODE,
            &(relations("on")
                + &relations("On")
                + "(<= p (On 1) (not (On 2)))\n(on 1)(on 2)(on 3)"),
            &(relations("on")
                + &relations("on")
                + "(<= p (on 1) (not (on 2)))\n(on 1)(on 2)(on 3)"),
        );
    }

    #[test]
    fn a_use_in_a_broken_form_cannot_be_renamed() {
        check_no_fix(CODE, "(p a)\n(p a)\n(p A)\n(p A ())");
    }

    #[test]
    fn quotes_are_put_where_the_spelling_wants_them() {
        check_fix(
            CODE,
            "p(big)\nq('Big')\nr('Big')",
            "p('Big')\nq('Big')\nr('Big')",
        );
    }

    #[test]
    fn another_kind_of_name_another_letter_or_a_keyword_is_no_other_spelling() {
        check_clean(CODE, "(P a)\n(q p)\n(r (p a))\n(<= s (q (Q b)))");
        check_clean(
            CODE,
            "; herbrand: profile game\n(<= (NEXT (on a)) (TRUE (on a)))\n(<= (next (on b)) (true (on b)))",
        );
    }
}
