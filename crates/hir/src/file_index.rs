//! What a file says of its relations, functions and objects, joined from its blocks.

use logic::{Name, Polarity, Relation};
use rustc_hash::{FxHashMap, FxHashSet};
use source::File;

use crate::{Db, FunctionUses, ObjectUses, Profile, RelationUses, Site, Summary, block};

/// What all forms and directives of a file say, taken together, without positions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Index {
    /// All relations, by name and arity.
    pub relations: Vec<RelationUses<Site>>,
    /// All functions, by name and arity.
    pub functions: Vec<FunctionUses<Site>>,
    /// The objects of which there is more than one spelling, equal but for upper and lower
    /// case; by name in lower case, then by name.
    pub objects: Vec<ObjectUses<Site>>,
    /// What heads need, each pair and polarity once, in order.
    pub dependencies: Vec<Dependency>,
    /// The constants that heads of `role/1` name, in order.
    pub roles: Vec<Name>,
    /// Whether a head of `role/1` names no constant, so that there may be more roles.
    pub open_roles: bool,
    /// The profile that a directive asks for; the last one counts.
    pub profile: Option<Profile>,
    /// The input relations that directives declare, sorted.
    pub inputs: Vec<Relation>,
}

/// A rule with relation `head` has relation `body` among its literals; both are places in
/// [`Index::relations`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Dependency {
    /// The relation of the head.
    pub head: u32,
    /// The relation of the literal.
    pub body: u32,
    /// Whether the literal is under a `not`.
    pub polarity: Polarity,
    /// The first such literal.
    pub site: Site,
}

impl Index {
    /// What is known of a relation, if the file has it.
    pub fn relation(&self, name: &str, arity: u32) -> Option<&RelationUses<Site>> {
        self.relation_id(name, arity)
            .map(|id| &self.relations[id as usize])
    }

    /// The place of a relation in [`Index::relations`].
    pub fn relation_id(&self, name: &str, arity: u32) -> Option<u32> {
        let key = |uses: &RelationUses<Site>| {
            (uses.relation.name.as_str().cmp(name)).then(uses.relation.arity.cmp(&arity))
        };
        self.relations
            .binary_search_by(key)
            .ok()
            .map(|id| id as u32)
    }

    /// The relations of this name, of every number of arguments.
    pub fn relations_named(&self, name: &str) -> &[RelationUses<Site>] {
        let start = self
            .relations
            .partition_point(|uses| uses.relation.name.as_str() < name);
        let len = self.relations[start..].partition_point(|uses| uses.relation.name == name);
        &self.relations[start..start + len]
    }

    /// The functions of this name, of every number of arguments.
    pub fn functions_named(&self, name: &str) -> &[FunctionUses<Site>] {
        let start = self
            .functions
            .partition_point(|uses| uses.name.as_str() < name);
        let len = self.functions[start..].partition_point(|uses| uses.name == name);
        &self.functions[start..start + len]
    }

    /// Whether a fact or rule defines the relation, or one with a syntax error may do so once it
    /// is mended: arguments may be missing there.
    pub fn is_defined(&self, name: &str, arity: u32) -> bool {
        self.relations_named(name).iter().any(|uses| {
            uses.incomplete_definitions() > 0
                || uses.relation.arity == arity && uses.definitions() > 0
        })
    }

    /// Whether a literal or a directive uses the relation, or one with a syntax error may do so
    /// once it is mended.
    pub fn is_used(&self, name: &str, arity: u32) -> bool {
        self.relations_named(name).iter().any(|uses| {
            uses.incomplete_uses() > 0
                || uses.relation.arity == arity && uses.uses() + uses.directives.count > 0
        })
    }
}

/// What a file says, taken together. Runs after every edit that changes a form, and is the same
/// again where the edit changed nothing that matters to the rest of the file.
#[salsa::tracked(returns(ref))]
pub fn index(db: &dyn Db, file: File) -> Index {
    let blocks = block::blocks(db, file);
    join(blocks.iter().map(|&blk| block::summary(db, blk)))
}

/// The groups of forms that may say the same, up to the names of variables and the order of
/// literals, each as (ordinal of the block, ordinal of the form in the block), in order.
/// Whether they do, `logic::equivalent` tells.
#[salsa::tracked(returns(deref))]
pub fn alike(db: &dyn Db, file: File) -> Vec<Box<[(u32, u32)]>> {
    let blocks = block::blocks(db, file);
    let summaries: Vec<_> = blocks.iter().map(|&blk| block::summary(db, blk)).collect();
    let count = summaries.iter().map(|summary| summary.hashes.len()).sum();
    let mut seen = FxHashSet::with_capacity_and_hasher(count, rustc_hash::FxBuildHasher);
    let hashes = || {
        let of_block = |(block, summary): (usize, &&Summary)| {
            let hashes = summary
                .hashes
                .iter()
                .copied()
                .enumerate()
                .filter(|hash| hash.1 != 0);
            hashes
                .map(move |(form, hash)| (hash, (block as u32, form as u32)))
                .collect::<Vec<_>>()
        };
        summaries.iter().enumerate().flat_map(of_block)
    };
    let twice: FxHashSet<u64> = hashes()
        .map(|(hash, _)| hash)
        .filter(|&hash| !seen.insert(hash))
        .collect();
    if twice.is_empty() {
        return Vec::new();
    }
    let mut groups: FxHashMap<u64, Vec<(u32, u32)>> = FxHashMap::default();
    for (hash, form) in hashes().filter(|(hash, _)| twice.contains(hash)) {
        groups.entry(hash).or_default().push(form);
    }
    let mut groups: Vec<Box<[_]>> = groups.into_values().map(Vec::into_boxed_slice).collect();
    groups.sort_unstable();
    groups
}

fn join<'a>(summaries: impl Iterator<Item = &'a Summary> + Clone) -> Index {
    let mut index = Index::default();
    let (mut relations, mut functions) = (FxHashMap::default(), FxHashMap::default());
    let mut dependencies: FxHashMap<(u32, u32, Polarity), Site> = FxHashMap::default();
    for (block, summary) in summaries.clone().enumerate() {
        let block = block as u32;
        let site = |spot: crate::Spot| spot.in_block(block);
        let mut ids = Vec::with_capacity(summary.relations.len());
        for uses in &summary.relations {
            let next = index.relations.len();
            let id = *relations.entry(&uses.relation).or_insert(next);
            if id == next {
                index
                    .relations
                    .push(RelationUses::new(uses.relation.clone()));
            }
            ids.push(id as u32);
            let all = &mut index.relations[id];
            all.facts.extend(&uses.facts, site);
            all.rules.extend(uses.rules.iter().map(|&spot| site(spot)));
            all.incomplete_rules += uses.incomplete_rules;
            all.positive.extend(&uses.positive, site);
            all.negative.extend(&uses.negative, site);
            all.directives.extend(&uses.directives, site);
        }
        for uses in &summary.functions {
            let next = index.functions.len();
            let id = *functions.entry((&uses.name, uses.arity)).or_insert(next);
            if id == next {
                index
                    .functions
                    .push(FunctionUses::new(uses.name.clone(), uses.arity));
            }
            let all = &mut index.functions[id];
            all.in_keywords.extend(&uses.in_keywords, site);
            all.elsewhere.extend(&uses.elsewhere, site);
        }
        for &(head, body, polarity, spot) in &summary.dependencies {
            let key = (ids[head as usize], ids[body as usize], polarity);
            dependencies.entry(key).or_insert_with(|| site(spot));
        }
        for role in &summary.roles {
            if !index.roles.contains(role) {
                index.roles.push(role.clone());
            }
        }
        index.open_roles |= summary.open_roles;
        index.profile = summary.profile.or(index.profile);
        index.inputs.extend(summary.inputs.iter().cloned());
    }
    index.inputs.sort_unstable();
    index.inputs.dedup();
    index
        .functions
        .sort_by(|a, b| (&a.name, a.arity).cmp(&(&b.name, b.arity)));
    index.objects = objects(summaries);
    sort_relations(&mut index, dependencies);
    index
}

/// Sorts the relations, and turns the dependencies' ids into their new places.
fn sort_relations(index: &mut Index, dependencies: FxHashMap<(u32, u32, Polarity), Site>) {
    let mut order: Vec<u32> = (0..index.relations.len() as u32).collect();
    order.sort_by(|&a, &b| {
        index.relations[a as usize]
            .relation
            .cmp(&index.relations[b as usize].relation)
    });
    let mut place = vec![0; order.len()];
    for (new, &old) in order.iter().enumerate() {
        place[old as usize] = new as u32;
    }
    let mut dependencies: Vec<_> = dependencies
        .into_iter()
        .map(|((head, body, polarity), site)| Dependency {
            head: place[head as usize],
            body: place[body as usize],
            polarity,
            site,
        })
        .collect();
    dependencies.sort_unstable();
    index.dependencies = dependencies;
    index.relations.sort_by(|a, b| a.relation.cmp(&b.relation));
}

/// The objects of more than one spelling. Most sheets have no capitals, and most that have use
/// them alike, so the names without are looked at only where there is one with.
fn objects<'a>(summaries: impl Iterator<Item = &'a Summary> + Clone) -> Vec<ObjectUses<Site>> {
    let all = || summaries.clone().flat_map(|summary| &summary.objects);
    let capitals: FxHashSet<String> = all()
        .filter(|uses| uses.name.contains(char::is_uppercase))
        .map(|uses| uses.name.to_lowercase())
        .collect();
    if capitals.is_empty() {
        return Vec::new();
    }
    let mut spellings: FxHashMap<String, Vec<ObjectUses<Site>>> = FxHashMap::default();
    for (block, summary) in summaries.enumerate() {
        for uses in &summary.objects {
            let lower = uses.name.to_lowercase();
            if !capitals.contains(&lower) {
                continue;
            }
            let group = spellings.entry(lower).or_default();
            let known = group.iter().position(|known| known.name == uses.name);
            let known = known.unwrap_or_else(|| {
                group.push(ObjectUses::new(uses.name.clone()));
                group.len() - 1
            });
            let site = |spot: crate::Spot| spot.in_block(block as u32);
            group[known].in_keywords.extend(&uses.in_keywords, site);
            group[known].elsewhere.extend(&uses.elsewhere, site);
        }
    }
    let mut groups: Vec<_> = spellings
        .into_iter()
        .filter(|(_, group)| group.len() > 1)
        .collect();
    groups.sort_by(|a, b| a.0.cmp(&b.0));
    groups
        .into_iter()
        .flat_map(|(_, mut group)| {
            group.sort_by(|a, b| a.name.cmp(&b.name));
            group
        })
        .collect()
}
