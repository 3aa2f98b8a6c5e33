//! Models as people and programs read them.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use driver::{Model, Wording};
use ground::formula::Atom;
use logic::formula::reference::{Evaluator, Table};
use logic::formula::{Shown as What, Spec, Statement};
use serde::Serialize;

/// The longest line of atoms.
const WIDTH: usize = 80;

/// What models show.
pub(crate) struct Shown<'a> {
    spec: &'a Spec,
    evaluator: Evaluator<'a>,
    /// In order; all unknown relations and functions where nothing is said.
    what: Vec<What>,
}

/// A model for programs.
#[derive(Serialize)]
pub(crate) struct ModelDocument {
    atoms: Vec<String>,
    functions: BTreeMap<String, String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    grids: Vec<Vec<Vec<Option<String>>>>,
}

impl<'a> Shown<'a> {
    pub(crate) fn new(spec: &'a Spec, evaluator: Evaluator<'a>) -> Self {
        let mut what: Vec<What> = Vec::new();
        let mut says = false;
        for (_, elaborated) in &spec.statements {
            match &elaborated.statement {
                Statement::Show { what: shown, .. } => {
                    says = true;
                    let new = shown.iter().filter(|one| !what.contains(one));
                    let new: Vec<What> = new.copied().collect();
                    what.extend(new);
                }
                Statement::ShowGrid(_) => says = true,
                _ => {}
            }
        }
        if !says {
            what = spec.unknowns();
        }
        Self {
            spec,
            evaluator,
            what,
        }
    }

    /// What a second model has that a first has not, and the other way round, of what is shown:
    /// "with p(1)  p(2) instead of q(3)".
    pub(crate) fn difference(&self, first: &Model, second: &Model) -> String {
        let wording = Wording::new(self.spec);
        let alone = |one: &Model, other: &Model, shown: bool| -> Vec<String> {
            let atoms = one.atoms.iter().filter(|atom| {
                let is_shown = self.what.iter().any(|&what| is_of(atom, what));
                is_shown == shown && !other.atoms.contains(atom)
            });
            atoms.map(|atom| wording.atom(atom)).collect()
        };
        let both = |shown| (alone(second, first, shown), alone(first, second, shown));
        let (mut with, mut without) = both(true);
        if with.is_empty() && without.is_empty() {
            (with, without) = both(false);
        }
        match (with.join("  "), without.join("  ")) {
            (with, without) if without.is_empty() => format!("with {with} as well"),
            (with, without) if with.is_empty() => format!("without {without}"),
            (with, without) => format!("with {with} instead of {without}"),
        }
    }

    fn tables(&self, model: &Model) -> Vec<Table> {
        let interpretation = model.interpretation();
        let mut tables = Vec::new();
        for (id, elaborated) in &self.spec.statements {
            if let Statement::ShowGrid(grid) = &elaborated.statement {
                let made = self
                    .evaluator
                    .table(*id, &elaborated.variables, grid, &interpretation);
                tables.extend(made);
            }
        }
        tables
    }
}

fn is_of(atom: &Atom, what: What) -> bool {
    match atom {
        Atom::Relation(relation, _) => what == What::Relation(*relation),
        Atom::Value(function, ..) => what == What::Function(*function),
    }
}

/// Writes what a model shows: tables first, then atoms, those of a relation together.
pub(crate) fn write_model(model: &Model, shown: &Shown<'_>, out: &mut String) {
    let wording = Wording::new(shown.spec);
    for table in shown.tables(model) {
        write_table(&table, wording, out);
    }
    for &what in &shown.what {
        let atoms = model.atoms.iter().filter(|atom| is_of(atom, what));
        let words: Vec<String> = atoms.map(|atom| wording.atom(atom)).collect();
        if words.is_empty() {
            let name = match what {
                What::Relation(id) => &shown.spec.declarations.relations[id.index()].name,
                What::Function(id) => &shown.spec.declarations.functions[id.index()].name,
            };
            let _ = writeln!(out, "no {name}");
            continue;
        }
        let mut line = String::new();
        for word in words {
            if !line.is_empty() && line.len() + 2 + word.len() > WIDTH {
                let _ = writeln!(out, "{line}");
                line.clear();
            }
            if !line.is_empty() {
                line.push_str("  ");
            }
            line.push_str(&word);
        }
        let _ = writeln!(out, "{line}");
    }
}

fn write_table(table: &Table, wording: Wording<'_>, out: &mut String) {
    let word = |cell: &Option<(logic::formula::Value, bool)>| match cell {
        Some((value, false)) => wording.value(*value),
        Some((value, true)) => format!("{}…", wording.value(*value)),
        None => ".".to_owned(),
    };
    let cells: Vec<Vec<String>> = table
        .cells
        .iter()
        .map(|row| row.iter().map(word).collect())
        .collect();
    let width = cells
        .iter()
        .flatten()
        .map(|cell| cell.chars().count())
        .max()
        .unwrap_or(1);
    for row in cells {
        let row: Vec<String> = row.iter().map(|cell| format!("{cell:>width$}")).collect();
        let _ = writeln!(out, "{}", row.join(" ").trim_end());
    }
}

/// A model for programs.
pub(crate) fn models_json(model: &Model, shown: &Shown<'_>) -> ModelDocument {
    let wording = Wording::new(shown.spec);
    let mut document = ModelDocument {
        atoms: Vec::new(),
        functions: BTreeMap::new(),
        grids: Vec::new(),
    };
    for &what in &shown.what {
        for atom in model.atoms.iter().filter(|atom| is_of(atom, what)) {
            match atom {
                Atom::Relation(..) => document.atoms.push(wording.atom(atom)),
                Atom::Value(function, tuple, value) => {
                    let name = &shown.spec.declarations.functions[function.index()].name;
                    let place = wording.applied(name, tuple);
                    document.functions.insert(place, wording.value(*value));
                }
            }
        }
    }
    for table in shown.tables(model) {
        let cell = |cell: &Option<(logic::formula::Value, bool)>| {
            cell.map(|(value, _)| wording.value(value))
        };
        let rows = table.cells.iter().map(|row| row.iter().map(cell).collect());
        document.grids.push(rows.collect());
    }
    document
}
