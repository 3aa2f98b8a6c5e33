//! What a file says, cut loose from its text, so that engines can run on it elsewhere.

use hir::{Db, Site, Spelling, Vocabulary};
use logic::{Relation, RelationId, Rule};
use rustc_hash::FxHashSet;
use source::{Code, Diagnostic, File, Severity};

/// The rules of a file with their places, and what the file declares: an owned snapshot.
#[derive(Clone, Debug)]
pub struct Spec {
    /// How the file spells things.
    pub spelling: Spelling,
    /// Profile, roles and declared inputs.
    pub vocabulary: Vocabulary,
    /// Facts and rules in the order of the file. Forms with a syntax error are left out.
    pub rules: Vec<Rule>,
    /// Where each rule of `rules` stands: the node of its head.
    pub sites: Vec<Site>,
    /// Whether a directive allows what only grounding finds.
    pub allows: bool,
}

impl Spec {
    /// The spec of a file.
    pub fn of(db: &dyn Db, file: File) -> Spec {
        let mut rules = Vec::new();
        let mut sites = Vec::new();
        let mut allows = false;
        for (block, blk) in (0..).zip(hir::blocks(db, file)) {
            for (form, lowered) in (0..).zip(hir::forms(db, *blk)) {
                let Some(rule) = &lowered.form.rule else {
                    continue;
                };
                if lowered.form.incomplete {
                    continue;
                }
                sites.push(Site {
                    block,
                    item: hir::Item::Form(form),
                    node: rule.head.id,
                });
                rules.push(rule.clone());
            }
            let mut lines = hir::directives(db, *blk).iter();
            allows |= lines.any(analysis::allows_grounded);
        }
        Spec {
            spelling: Spelling::of(file.content(db).parse.dialect()),
            vocabulary: hir::vocabulary(db, file).clone(),
            rules,
            sites,
            allows,
        }
    }

    /// The relations that data are given for, not rules: those that directives declare, and
    /// `true` and `does` of a game.
    pub fn inputs(&self) -> Vec<Relation> {
        let mut inputs = self.vocabulary.inputs.clone();
        if self.vocabulary.is_game() {
            inputs.extend([Relation::new("true", 1), Relation::new("does", 2)]);
        }
        inputs.sort();
        inputs.dedup();
        inputs
    }

    /// The relations that depend on an input, directly or not, the inputs among them.
    pub fn open_relations(&self) -> FxHashSet<Relation> {
        let graph = logic::DependencyGraph::of(&self.rules);
        let mut users = vec![Vec::new(); graph.relations().len()];
        for user in (0..).map(RelationId).take(graph.relations().len()) {
            for (used, _) in graph.needs(user) {
                users[used.0 as usize].push(user);
            }
        }
        let mut open: FxHashSet<Relation> = self.inputs().into_iter().collect();
        let mut pending: Vec<_> = open.iter().filter_map(|input| graph.id(input)).collect();
        while let Some(id) = pending.pop() {
            for user in users[id.0 as usize].iter().copied() {
                if open.insert(graph.relation(user).clone()) {
                    pending.push(user);
                }
            }
        }
        open
    }
}

/// The codes of what cannot be read.
pub(crate) const UNREADABLE: [Code; 5] = [
    Code::SYNTAX_ERROR,
    Code::UNCLOSED_PARENTHESIS,
    Code::UNEXPECTED_PARENTHESIS,
    Code::NESTING_TOO_DEEP,
    Code::CONNECTIVE_AS_NAME,
];

/// Whether a code is of what cannot be read.
pub fn is_unreadable(code: Code) -> bool {
    UNREADABLE.contains(&code)
}

/// The errors that leave a file without a meaning: what cannot be read, and rules that no
/// positive literal makes safe. Errors that only break a restriction of GDL are not among them.
pub fn obstacles(db: &dyn Db, file: File) -> Vec<Diagnostic> {
    const CODES: [Code; 4] = [
        Code::NEGATED_CONNECTIVE,
        Code::UNSAFE_VARIABLE,
        Code::UNGROUND_FACT,
        Code::INPUT_IN_HEAD,
    ];
    let mut found = analysis::diagnostics(db, file);
    found.retain(|diagnostic| {
        let code = diagnostic.code;
        diagnostic.severity == Severity::Error
            && (UNREADABLE.contains(&code) || CODES.contains(&code))
    });
    found
}
