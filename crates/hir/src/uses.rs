//! What a block says of the relations, functions and objects of its file.

use logic::{Atom, Literal, LiteralKind, Name, NodeId, Polarity, Relation, Rule, Term};
use rustc_hash::FxHashMap;

use crate::{Content, Directive, Form, LoweredDirective, LoweredForm, Profile, keywords};

/// What the forms and directives of a block say, taken together, without positions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// The relations that the block defines or uses, as they first occur.
    pub relations: Box<[RelationSummary]>,
    /// The functions that the block uses, by name and arity.
    pub functions: Box<[FunctionUses<Spot>]>,
    /// The objects with a letter in their names, by name.
    pub objects: Box<[ObjectUses<Spot>]>,
    /// What heads need, indices into `relations`, each pair and polarity once.
    pub dependencies: Box<[(u32, u32, Polarity, Spot)]>,
    /// Of each form a hash that is the same for rules equal up to the names of variables and
    /// the order of literals; 0 where nothing can be read or an error is inside.
    pub hashes: Box<[u64]>,
    /// The constants that heads of `role/1` name, in order.
    pub roles: Box<[Name]>,
    /// Whether a head of `role/1` names no constant, so that there may be more roles.
    pub open_roles: bool,
    /// The profile that a directive asks for; the last one counts.
    pub profile: Option<Profile>,
    /// The input relations that directives declare.
    pub inputs: Box<[Relation]>,
}

/// What a block, or a file, does with a relation.
pub type RelationSummary = RelationUses<Spot>;

/// What nodes are parts of, in a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Item {
    /// The form of this ordinal.
    Form(u32),
    /// The directive of this ordinal.
    Directive(u32),
}

/// A node of a form or a directive, in its block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Spot {
    /// The form or directive.
    pub item: Item,
    /// The node.
    pub node: NodeId,
}

/// A node of a form or a directive, in its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Site {
    /// The ordinal of the block in the file.
    pub block: u32,
    /// The form or directive in the block.
    pub item: Item,
    /// The node.
    pub node: NodeId,
}

/// How many sites a [`Uses`] keeps at most.
pub const SITES: usize = 16;

/// How often something occurs, and the first [`SITES`] places where it does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Uses<S> {
    /// How often, forms with a syntax error included.
    pub count: u32,
    /// How often in forms with a syntax error, where arguments may be missing.
    pub incomplete: u32,
    /// The first places, in order, none of them in a form with a syntax error.
    pub sites: Vec<S>,
}

/// How a relation is defined and used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RelationUses<S> {
    /// Its name and number of arguments.
    pub relation: Relation,
    /// Facts; the sites are heads.
    pub facts: Uses<S>,
    /// The heads of all rules with a body, but for those with a syntax error.
    pub rules: Vec<S>,
    /// How many rules with a syntax error have it as head.
    pub incomplete_rules: u32,
    /// Uses in bodies that are not under a `not`.
    pub positive: Uses<S>,
    /// Uses under a `not`.
    pub negative: Uses<S>,
    /// Uses in directives.
    pub directives: Uses<S>,
}

/// How a function is used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FunctionUses<S> {
    /// Its name.
    pub name: Name,
    /// Its number of arguments.
    pub arity: u32,
    /// Uses somewhere in the arguments of a game keyword (`(true (cell ?x ?y b))`).
    pub in_keywords: Uses<S>,
    /// All other uses.
    pub elsewhere: Uses<S>,
}

/// How an object constant is used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ObjectUses<S> {
    /// Its name.
    pub name: Name,
    /// Uses somewhere in the arguments of a game keyword.
    pub in_keywords: Uses<S>,
    /// All other uses.
    pub elsewhere: Uses<S>,
}

impl<S> Default for Uses<S> {
    fn default() -> Self {
        Self {
            count: 0,
            incomplete: 0,
            sites: Vec::new(),
        }
    }
}

impl<S: Copy> Uses<S> {
    fn add(&mut self, site: S, incomplete: bool) {
        self.count += 1;
        self.incomplete += u32::from(incomplete);
        if !incomplete && self.sites.len() < SITES {
            self.sites.push(site);
        }
    }

    /// Adds the uses of a later block.
    pub(crate) fn extend<T: Copy>(&mut self, later: &Uses<T>, site: impl Fn(T) -> S) {
        self.count += later.count;
        self.incomplete += later.incomplete;
        let room = SITES - self.sites.len();
        self.sites
            .extend(later.sites.iter().take(room).map(|&spot| site(spot)));
    }
}

impl<S> RelationUses<S> {
    pub(crate) fn new(relation: Relation) -> Self {
        Self {
            relation,
            facts: Uses::default(),
            rules: Vec::new(),
            incomplete_rules: 0,
            positive: Uses::default(),
            negative: Uses::default(),
            directives: Uses::default(),
        }
    }

    /// How many facts and rules define it.
    pub fn definitions(&self) -> u32 {
        self.facts.count + self.rules.len() as u32 + self.incomplete_rules
    }

    /// How many of the definitions have a syntax error, so that arguments may be missing.
    pub fn incomplete_definitions(&self) -> u32 {
        self.facts.incomplete + self.incomplete_rules
    }

    /// How many of the uses, those in directives included, have a syntax error beside them, so
    /// that arguments may be missing.
    pub fn incomplete_uses(&self) -> u32 {
        self.positive.incomplete + self.negative.incomplete + self.directives.incomplete
    }

    /// How many body literals use it.
    pub fn uses(&self) -> u32 {
        self.positive.count + self.negative.count
    }
}

impl Spot {
    pub(crate) fn in_block(self, block: u32) -> Site {
        Site {
            block,
            item: self.item,
            node: self.node,
        }
    }
}

/// Boils a block down.
pub(crate) fn summarise(forms: &[LoweredForm], directives: &[LoweredDirective]) -> Summary {
    let mut collector = Collector::default();
    for (ordinal, lowered) in (0..).zip(forms) {
        collector.form(ordinal, &lowered.form);
    }
    for (ordinal, directive) in (0..).zip(directives) {
        collector.directive(ordinal, directive);
    }
    let mut summary = collector.finish();
    let profile = |directive: &LoweredDirective| match directive.content {
        Content::Profile(profile) => Some(profile),
        _ => None,
    };
    summary.profile = directives.iter().rev().find_map(profile);
    let inputs = directives.iter().flat_map(|directive| directive.inputs());
    summary.inputs = inputs.map(|input| input.relation.clone()).collect();
    summary
}

struct Collector {
    item: Item,
    incomplete: bool,
    relations: Vec<RelationSummary>,
    relation_ids: FxHashMap<Relation, u32>,
    functions: FxHashMap<(Name, u32), FunctionUses<Spot>>,
    objects: FxHashMap<Name, ObjectUses<Spot>>,
    dependencies: FxHashMap<(u32, u32, Polarity), Spot>,
    hashes: Vec<u64>,
    roles: Vec<Name>,
    open_roles: bool,
}

impl Default for Collector {
    fn default() -> Self {
        Self {
            item: Item::Form(0),
            incomplete: false,
            relations: Vec::new(),
            relation_ids: FxHashMap::default(),
            functions: FxHashMap::default(),
            objects: FxHashMap::default(),
            dependencies: FxHashMap::default(),
            hashes: Vec::new(),
            roles: Vec::new(),
            open_roles: false,
        }
    }
}

impl Collector {
    fn directive(&mut self, ordinal: u32, directive: &Directive) {
        self.item = Item::Directive(ordinal);
        self.incomplete = directive.incomplete;
        for input in directive.inputs() {
            let relation = self.relation(input.relation.clone());
            self.named(relation, input.id);
        }
        for literal in &directive.literals() {
            self.named_literal(literal);
        }
    }

    fn named_literal(&mut self, literal: &Literal) {
        match &literal.kind {
            LiteralKind::Atom(atom) => {
                let relation = self.relation(Relation::of(atom));
                self.named(relation, atom.id);
                self.arguments(atom);
            }
            LiteralKind::Not(inner) => self.named_literal(inner),
            LiteralKind::Distinct(terms) => terms.iter().for_each(|term| self.term(term, false)),
            LiteralKind::Or(parts) | LiteralKind::And(parts) => {
                parts.iter().for_each(|part| self.named_literal(part));
            }
        }
    }

    fn named(&mut self, relation: u32, node: NodeId) {
        let spot = self.spot(node);
        let uses = &mut self.relations[relation as usize].directives;
        uses.add(spot, self.incomplete);
    }

    fn form(&mut self, ordinal: u32, form: &Form) {
        self.item = Item::Form(ordinal);
        self.incomplete = form.incomplete;
        let hash = form
            .rule
            .as_ref()
            .filter(|_| !form.incomplete)
            .map(logic::canonical_hash);
        self.hashes.push(hash.unwrap_or(0));
        if let Some(rule) = &form.rule {
            self.rule(rule);
        }
    }

    fn rule(&mut self, rule: &Rule) {
        let head = self.relation(Relation::of(&rule.head));
        let spot = self.spot(rule.head.id);
        let incomplete = self.incomplete;
        let uses = &mut self.relations[head as usize];
        if rule.body.is_empty() {
            uses.facts.add(spot, incomplete);
        } else if incomplete {
            uses.incomplete_rules += 1;
        } else {
            uses.rules.push(spot);
        }
        if let ("role", [role]) = (&*rule.head.relation, &*rule.head.args) {
            match role {
                Term::Constant { name, .. } if !self.roles.contains(name) => {
                    self.roles.push(name.clone());
                }
                Term::Constant { .. } => {}
                Term::Variable { .. } | Term::Function { .. } => self.open_roles = true,
            }
        }
        self.arguments(&rule.head);
        for literal in &rule.body {
            self.literal(head, literal, Polarity::Positive);
        }
    }

    fn literal(&mut self, head: u32, literal: &Literal, polarity: Polarity) {
        match &literal.kind {
            LiteralKind::Atom(atom) => {
                let relation = self.relation(Relation::of(atom));
                let spot = self.spot(atom.id);
                let uses = &mut self.relations[relation as usize];
                let uses = match polarity {
                    Polarity::Positive => &mut uses.positive,
                    Polarity::Negative => &mut uses.negative,
                };
                uses.add(spot, self.incomplete);
                if !self.incomplete {
                    self.dependencies
                        .entry((head, relation, polarity))
                        .or_insert(spot);
                }
                self.arguments(atom);
            }
            LiteralKind::Not(inner) => self.literal(head, inner, Polarity::Negative),
            LiteralKind::Distinct(terms) => {
                terms.iter().for_each(|term| self.term(term, false));
            }
            LiteralKind::Or(parts) | LiteralKind::And(parts) => {
                parts
                    .iter()
                    .for_each(|part| self.literal(head, part, polarity));
            }
        }
    }

    fn arguments(&mut self, atom: &Atom) {
        if atom.args.is_empty() {
            return;
        }
        let keyword = keywords::is_keyword(&atom.relation, atom.args.len());
        atom.args.iter().for_each(|arg| self.term(arg, keyword));
    }

    fn term(&mut self, term: &Term, in_keyword: bool) {
        let incomplete = self.incomplete;
        match term {
            Term::Variable { .. } => {}
            Term::Constant { id, name } => {
                if !name.contains(char::is_alphabetic) {
                    return;
                }
                let spot = self.spot(*id);
                if !self.objects.contains_key(name) {
                    self.objects
                        .insert(name.clone(), ObjectUses::new(name.clone()));
                }
                let Some(uses) = self.objects.get_mut(name) else {
                    return;
                };
                uses.of(in_keyword).add(spot, incomplete);
            }
            Term::Function { id, name, args } => {
                let spot = self.spot(*id);
                let arity = args.len() as u32;
                let uses = self
                    .functions
                    .entry((name.clone(), arity))
                    .or_insert_with(|| FunctionUses::new(name.clone(), arity));
                uses.of(in_keyword).add(spot, incomplete);
                args.iter().for_each(|arg| self.term(arg, in_keyword));
            }
        }
    }

    fn relation(&mut self, relation: Relation) -> u32 {
        let next = self.relations.len() as u32;
        *self
            .relation_ids
            .entry(relation)
            .or_insert_with_key(|relation| {
                self.relations.push(RelationUses::new(relation.clone()));
                next
            })
    }

    fn spot(&self, node: NodeId) -> Spot {
        Spot {
            item: self.item,
            node,
        }
    }

    fn finish(self) -> Summary {
        let mut functions: Vec<_> = self.functions.into_values().collect();
        functions.sort_by(|a, b| (&a.name, a.arity).cmp(&(&b.name, b.arity)));
        let mut objects: Vec<_> = self.objects.into_values().collect();
        objects.sort_by(|a, b| a.name.cmp(&b.name));
        let mut dependencies: Vec<_> = self
            .dependencies
            .into_iter()
            .map(|((head, body, polarity), spot)| (head, body, polarity, spot))
            .collect();
        dependencies.sort_unstable();
        Summary {
            relations: self.relations.into(),
            functions: functions.into(),
            objects: objects.into(),
            dependencies: dependencies.into(),
            hashes: self.hashes.into(),
            roles: self.roles.into(),
            open_roles: self.open_roles,
            profile: None,
            inputs: Box::default(),
        }
    }
}

impl<S> FunctionUses<S> {
    pub(crate) fn new(name: Name, arity: u32) -> Self {
        Self {
            name,
            arity,
            in_keywords: Uses::default(),
            elsewhere: Uses::default(),
        }
    }

    fn of(&mut self, in_keyword: bool) -> &mut Uses<S> {
        if in_keyword {
            &mut self.in_keywords
        } else {
            &mut self.elsewhere
        }
    }
}

impl<S> ObjectUses<S> {
    pub(crate) fn new(name: Name) -> Self {
        Self {
            name,
            in_keywords: Uses::default(),
            elsewhere: Uses::default(),
        }
    }

    fn of(&mut self, in_keyword: bool) -> &mut Uses<S> {
        if in_keyword {
            &mut self.in_keywords
        } else {
            &mut self.elsewhere
        }
    }
}
