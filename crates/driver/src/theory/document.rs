//! The ground expansion of a puzzle, as a text to read.

use ground::formula::{Expanded, Group};
use logic::formula::{Elaborated, Formula, Statement, StatementId};

use super::{Solving, SolvingError, Words};
use crate::Document;

/// How formulas are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GroundForm {
    /// Quantifiers expanded, and otherwise as written.
    #[default]
    Prop,
    /// The same with negations at atoms alone.
    Nnf,
    /// Clauses.
    Cnf,
}

/// A statement as it is shown above what it becomes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StatementLine {
    /// Its text, on one line.
    pub text: String,
    /// `name:line` of where it stands.
    pub place: String,
    /// Its line, from 0, where it stands in the file at hand.
    pub line: Option<u32>,
}

/// What goes into the text.
pub struct TheoryDocumentOptions<'a> {
    /// What the file is called, with its state.
    pub name: &'a str,
    /// The statements by [`StatementId`].
    pub statements: &'a [StatementLine],
    /// How formulas are written.
    pub form: GroundForm,
    /// How many lines there may be, and which option raises that.
    pub max_lines: (usize, &'a str),
}

/// Writes one.
struct Writer<'a> {
    what: &'a TheoryDocumentOptions<'a>,
    document: Document,
}

impl Writer<'_> {
    fn push(&mut self, line: &str, source: Option<u32>) {
        self.document.text.push_str(line);
        self.document.text.push('\n');
        self.document.sources.push(source);
    }

    /// How many lines there is room for below a blank line and a heading.
    fn room(&self) -> usize {
        let (max, _) = self.what.max_lines;
        max.saturating_sub(self.document.sources.len() + 2)
    }

    /// Writes lines below a heading; whether there is room for more.
    fn section(&mut self, heading: &str, lines: &[String], all: u64, line: Option<u32>) -> bool {
        self.push("", None);
        self.push(heading, line);
        for text in lines {
            self.push(&format!("  {text}"), line);
        }
        if all <= lines.len() as u64 {
            return true;
        }
        self.document.complete = false;
        let (max, raise) = self.what.max_lines;
        let text =
            format!("// and so on: the limit of {max} lines is reached; raise it with {raise}");
        self.push(&text, None);
        false
    }
}

impl Solving<'_> {
    /// The ground expansion: below each constraint what it becomes, in the notation `l#1#2`.
    /// `progress` is told how many of how many constraints are written.
    ///
    /// # Errors
    /// What ended it.
    pub fn document(
        &mut self,
        what: &TheoryDocumentOptions<'_>,
        progress: &mut dyn FnMut(usize, usize),
    ) -> Result<Document, SolvingError> {
        let spec = self.spec();
        let words = Words::new(spec);
        let grounded = self.grounded();
        let mut writer = Writer {
            what,
            document: Document {
                complete: true,
                ..Document::default()
            },
        };
        let clauses = grounded.clauses().len() + grounded.definitions().len();
        let atoms = grounded.atoms().len();
        let heading = format!("// {}: {atoms} atoms, {clauses} clauses", what.name);
        writer.push(&heading, None);
        let groups = grounded.groups().to_vec();
        for (number, group) in groups.iter().enumerate() {
            progress(number, groups.len());
            let none = StatementLine::default();
            let place = group.statement.0 as usize;
            let said = what.statements.get(place).unwrap_or(&none);
            let heading = format!("// {} // {}", said.text, said.place);
            let room = writer.room();
            let (lines, all) = self.lines(group, &words, what.form, room)?;
            if !writer.section(&heading, &lines, all, said.line) {
                return Ok(writer.document);
            }
        }
        if what.form == GroundForm::Cnf {
            let grounded = self.grounded();
            let functions = grounded.function_clauses();
            let functions = functions.map(|clause| grounded.clauses().get(clause));
            let parts = grounded.definitions().iter();
            let both: [(&str, Vec<&[i32]>); 2] = [
                ("// functions have exactly one value", functions.collect()),
                ("// what _1, _2 … stand for", parts.collect()),
            ];
            for (heading, clauses) in both {
                if clauses.is_empty() {
                    continue;
                }
                let some = clauses.iter().take(writer.room());
                let lines: Vec<String> =
                    some.map(|clause| words.clause(grounded, clause)).collect();
                if !writer.section(heading, &lines, clauses.len() as u64, None) {
                    break;
                }
            }
        }
        Ok(writer.document)
    }

    /// The first lines of what a constraint becomes, and how many there are, or one more than fit.
    fn lines(
        &mut self,
        group: &Group,
        words: &Words<'_>,
        form: GroundForm,
        most: usize,
    ) -> Result<(Vec<String>, u64), SolvingError> {
        if form == GroundForm::Cnf {
            let grounded = self.grounded();
            let some = group.clauses.clone().take(most);
            let clause = |clause| words.clause(grounded, grounded.clauses().get(clause));
            return Ok((some.map(clause).collect(), group.clauses.len() as u64));
        }
        let spec = self.spec();
        let Some((elaborated, formula)) = constraint(spec, group.statement) else {
            return Ok((Vec::new(), 0));
        };
        let mut expanded: Vec<Expanded> = Vec::new();
        let mut all = 0;
        self.expand(group.statement, elaborated, formula, &mut |instance| {
            all += 1;
            if expanded.len() < most {
                expanded.push(instance);
            }
            all <= most as u64
        })?;
        let line = |instance: Expanded| {
            let instance = match form {
                GroundForm::Nnf => instance.in_negation_normal_form(),
                _ => instance,
            };
            words.formula(self.grounded(), &instance)
        };
        Ok((expanded.into_iter().map(line).collect(), all))
    }
}

fn constraint(spec: &logic::formula::Spec, id: StatementId) -> Option<(&Elaborated, &Formula)> {
    let mut statements = spec.statements.iter();
    let (_, elaborated) = statements.find(|(other, _)| *other == id)?;
    match &elaborated.statement {
        Statement::Constraint(_, formula) => Some((elaborated, formula)),
        _ => None,
    }
}
