//! What a file says that it should mean: the directives `expect …`.

use ground::Options;
use hir::{Content, Db, Expectation};
use logic::reference::{self, Interpretation, Limits};
use logic::{Atom, GroundAtom, Name, Relation};
use source::{Code, File};
use syntax::TextRange;

use crate::query::natural;
use crate::{Evaluation, Pattern, Spec, Stop};

/// How many atoms of a kind a failure names.
const NAMED: usize = 5;

/// The Herbrand universe over which the base is counted: at most one function in the other.
const DEPTH: usize = 1;

/// An expectation of a file.
#[derive(Clone, Debug)]
pub struct Expected {
    /// The whole directive in the text of the file.
    pub range: TextRange,
    /// What is expected.
    pub expectation: Expectation,
    /// The names of the variables in it.
    pub variables: Box<[Name]>,
}

impl Expected {
    /// Whether it is about reports, not about what the file means.
    pub fn is_of_codes(&self) -> bool {
        matches!(self.expectation, Expectation::Code(_))
    }

    /// Whether only grounding tells: it is about a report of what the file grounds to.
    pub fn needs_grounding(&self) -> bool {
        let Expectation::Code(name) = &self.expectation else {
            return false;
        };
        let mut checks = analysis::checks::CHECKS.iter();
        checks.any(|check| check.code.name() == name.as_str() && check.needs_grounding())
    }
}

/// What became of an expectation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It is as expected.
    Met,
    /// It is not.
    Failed {
        /// What is so instead: lower-case, no full stop.
        message: String,
        /// Details, a line each.
        details: Vec<String>,
    },
    /// Nothing of this version can tell.
    Unsupported(String),
    /// Evaluation ended early.
    Stopped(Stop),
}

/// The expectations of a file in order. Those with a syntax error are left out: they are
/// reported as such.
pub fn expectations(db: &dyn Db, file: File) -> Vec<Expected> {
    let mut found = Vec::new();
    for (ordinal, blk) in (0..).zip(hir::blocks(db, file)) {
        let directives = hir::directives(db, *blk);
        let is_expected = |content: &Content| matches!(content, Content::Expect(_));
        if !directives.iter().any(|line| is_expected(&line.content)) {
            continue;
        }
        let Some(places) = hir::BlockPlaces::new(db, file, ordinal) else {
            continue;
        };
        for (line, span) in directives.iter().zip(places.directives()) {
            if let Content::Expect(expectation) = &line.content
                && !line.incomplete
            {
                found.push(Expected {
                    range: span.full,
                    expectation: expectation.clone(),
                    variables: line.variables.clone(),
                });
            }
        }
    }
    found
}

impl Expected {
    /// Whether a file of quantified propositional logic, of which nothing but codes is expected,
    /// is as expected.
    pub fn of_codes(&self, codes: &[Code]) -> Outcome {
        let Expectation::Code(name) = &self.expectation else {
            return Outcome::Unsupported("puzzles say what they expect by `check`".to_owned());
        };
        if codes.iter().any(|code| code.name() == name.as_str()) {
            return Outcome::Met;
        }
        if Code::from_name(name).is_none() {
            return failed(format!("there is no code `{name}`"));
        }
        failed(format!("`{name}` is not reported"))
    }
}

impl Spec {
    /// Whether the spec is as expected. `codes` are those of all reports on the file, allowed
    /// ones included.
    pub fn check(&self, expected: &Expected, codes: &[Code], options: &Options<'_>) -> Outcome {
        match &expected.expectation {
            Expectation::Model { atoms, given } => {
                self.with_model(given, options, |evaluation| self.compare(evaluation, atoms))
            }
            Expectation::Query {
                pattern,
                count,
                given,
            } => {
                let pattern = Pattern {
                    atom: pattern.clone(),
                    variables: expected.variables.clone(),
                };
                self.with_model(given, options, |evaluation| {
                    self.count(evaluation, &pattern, *count)
                })
            }
            Expectation::Base(count) => self.check_base(*count),
            Expectation::Satisfies(atoms) => self.check_interpretation(atoms, true),
            Expectation::Violates(atoms) => self.check_interpretation(atoms, false),
            Expectation::Code(_) => expected.of_codes(codes),
            Expectation::Perft(_) => unsupported("`perft`"),
            Expectation::Verified(_) => unsupported("`verified`"),
            Expectation::Plan(_) => unsupported("`plan`"),
        }
    }

    fn with_model(
        &self,
        given: &[Atom],
        options: &Options<'_>,
        check: impl FnOnce(&Evaluation) -> Outcome,
    ) -> Outcome {
        let data = (!given.is_empty()).then(|| ground_atoms(given));
        match self.evaluate(data, options) {
            Ok(evaluation) => check(&evaluation),
            Err(stop) => Outcome::Stopped(stop),
        }
    }

    /// "`true` and `does`".
    fn input_names(&self) -> String {
        let names = self.inputs();
        let names = names.iter().map(|input| format!("`{}`", input.name));
        names.collect::<Vec<_>>().join(" and ")
    }

    fn compare(&self, evaluation: &Evaluation, expected: &[Atom]) -> Outcome {
        let inputs = self.inputs();
        if !self.vocabulary.is_game()
            && let Some(missing) = self.missing_data(evaluation)
        {
            let atoms = self.input_names();
            return failed(format!("{missing}: add `given` and the atoms of {atoms}"));
        }
        let mut holds: Vec<_> = evaluation
            .model
            .all()
            .filter(|atom| !inputs.contains(&atom.relation()))
            .collect();
        let mut expected = ground_atoms(expected);
        holds.sort_by(natural);
        expected.sort_by(natural);
        expected.dedup();
        let open: Vec<GroundAtom> = evaluation.model.undefined().collect();
        if !open.is_empty() {
            let all: Vec<&GroundAtom> = open.iter().collect();
            return Outcome::Failed {
                message: "the rules define no minimal model: atoms depend on their own negation"
                    .to_owned(),
                details: vec![format!("neither true nor false: {}", self.list(&all))],
            };
        }
        let missing = difference(&expected, &holds);
        let unexpected = difference(&holds, &expected);
        if missing.is_empty() && unexpected.is_empty() {
            return Outcome::Met;
        }
        let mut details = Vec::new();
        if !missing.is_empty() {
            details.push(format!("does not hold: {}", self.list(&missing)));
        }
        if !unexpected.is_empty() {
            details.push(format!("holds beside: {}", self.list(&unexpected)));
        }
        Outcome::Failed {
            message: "the minimal model is another".to_owned(),
            details,
        }
    }

    fn count(&self, evaluation: &Evaluation, pattern: &Pattern, count: u64) -> Outcome {
        let relation = Relation::of(&pattern.atom);
        if let Some(missing) = self.missing_for(evaluation, &relation) {
            let atoms = self.input_names();
            return failed(format!("{missing}: add `given` and the atoms of {atoms}"));
        }
        if let Some(message) = self.unknown_relation(&relation) {
            return failed(message);
        }
        let found = pattern.matches(&evaluation.model);
        if found.len() as u64 == count {
            return Outcome::Met;
        }
        let noun = if found.len() == 1 { "atom" } else { "atoms" };
        let details = if found.is_empty() {
            Vec::new()
        } else {
            vec![self.list(&found.iter().collect::<Vec<_>>())]
        };
        let verb = if found.len() == 1 { "matches" } else { "match" };
        Outcome::Failed {
            message: format!("{} {noun} {verb}", found.len()),
            details,
        }
    }

    fn check_base(&self, count: u64) -> Outcome {
        let limit = Limits::default().atoms;
        let Ok(universe) = self.universe(DEPTH, limit) else {
            return failed(format!("the Herbrand universe has more than {limit} terms"));
        };
        let base = self.base(universe.terms.len());
        let total = base
            .iter()
            .try_fold(0_u128, |sum, relation| sum.checked_add(relation.atoms?));
        match total {
            Some(total) if total == u128::from(count) => Outcome::Met,
            Some(total) => failed(format!("the Herbrand base has {total} atoms")),
            None => failed("the Herbrand base has more than 10^38 atoms".to_owned()),
        }
    }

    fn check_interpretation(&self, atoms: &[Atom], model: bool) -> Outcome {
        let interpretation: Interpretation = ground_atoms(atoms).into_iter().collect();
        let limits = Limits::default();
        let found = self
            .universe(DEPTH, limits.atoms)
            .ok()
            .and_then(|universe| {
                let terms = &universe.terms;
                reference::violation(&self.rules, &interpretation, terms, limits).ok()
            });
        match found {
            None => failed("too much to look at: no answer within the limits".to_owned()),
            Some(None) if model => Outcome::Met,
            Some(Some(_)) if !model => Outcome::Met,
            Some(None) => failed("it is a model".to_owned()),
            Some(Some(violation)) => {
                let rule = &self.rules[violation.rule];
                let head = self.spelling.atom(&violation.head.to_atom(), &[]);
                Outcome::Failed {
                    message: format!("it is no model: `{head}` must hold"),
                    details: vec![format!("by {}", self.spelling.rule(rule))],
                }
            }
        }
    }

    fn list(&self, atoms: &[&GroundAtom]) -> String {
        let mut named: Vec<_> = atoms
            .iter()
            .take(NAMED)
            .map(|atom| self.spelling.atom(&atom.to_atom(), &[]))
            .collect();
        if atoms.len() > NAMED {
            named.push(format!("and {} more", atoms.len() - NAMED));
        }
        named.join(", ")
    }
}

fn failed(message: String) -> Outcome {
    Outcome::Failed {
        message,
        details: Vec::new(),
    }
}

fn unsupported(what: &str) -> Outcome {
    Outcome::Unsupported(format!("this version cannot check {what}"))
}

/// The parser lets no variable into these atoms.
fn ground_atoms(atoms: &[Atom]) -> Vec<GroundAtom> {
    atoms.iter().filter_map(GroundAtom::of).collect()
}

/// What is in `a` and not in `b`, both sorted.
fn difference<'a>(a: &'a [GroundAtom], b: &[GroundAtom]) -> Vec<&'a GroundAtom> {
    a.iter()
        .filter(|atom| b.binary_search_by(|other| natural(other, atom)).is_err())
        .collect()
}
