//! What the statements of a file of QPROP declare, together with the files that it uses.
//!
//! Declarations are told apart by numbers. So that a rule that comes, goes or changes leaves all
//! that is known of declarations as it was, only statements that declare something are counted:
//! those of the files that are used first, then those of the file itself.

use std::sync::Arc;

use logic::formula::written::Statement;
use logic::formula::{Declarations, Problem, StatementId};
use rustc_hash::FxHashSet;
use source::File;

use crate::{Blk, Db, Form, block};

/// The number under which a statement is elaborated that declares nothing.
pub const OWN: StatementId = StatementId(u32::MAX);

/// What a file and those that it uses declare.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Declared {
    /// The declarations, those of statements with a syntax error included.
    pub declarations: Declarations,
    /// Which of them are in each other's way, or name sorts that there are not.
    pub problems: Vec<Problem>,
    /// Whether a statement has a syntax error or a file that is used is not known, so that more may
    /// be declared than is known.
    pub has_gaps: bool,
}

/// The statements of a block that declare something.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Declaring {
    forms: Vec<Arc<Form>>,
    /// Whether a statement cannot be told to declare anything or not.
    has_gaps: bool,
}

/// Whether a statement declares a name that others may use.
pub fn is_declaring(statement: &Statement) -> bool {
    matches!(
        statement,
        Statement::Sort { .. }
            | Statement::Constant { .. }
            | Statement::Variables { .. }
            | Statement::Declaration(_)
            | Statement::Definition { .. }
    )
}

fn declares(form: &Form) -> bool {
    form.statement.as_deref().is_some_and(is_declaring)
}

#[salsa::tracked(returns(ref))]
fn declaring<'db>(db: &'db dyn Db, blk: Blk<'db>) -> Declaring {
    let forms = block::forms(db, blk).iter().map(|lowered| &lowered.form);
    Declaring {
        forms: forms
            .clone()
            .filter(|form| declares(form))
            .map(Arc::clone)
            .collect(),
        has_gaps: forms
            .filter(|form| form.incomplete)
            .any(|form| form.statement.is_none() || declares(form)),
    }
}

/// The names of files that `use` statements of a block give, in order.
#[salsa::tracked(returns(deref))]
fn mentions<'db>(db: &'db dyn Db, blk: Blk<'db>) -> Vec<Box<str>> {
    let forms = block::forms(db, blk).iter();
    forms
        .filter_map(|lowered| match lowered.form.statement.as_deref() {
            Some(Statement::Use(text)) => Some(text.text.clone()),
            _ => None,
        })
        .collect()
}

/// The names of files that the `use` statements of a file give, in order: what whoever loads
/// files is to look for.
#[salsa::tracked(returns(deref))]
pub fn mentioned_files(db: &dyn Db, file: File) -> Vec<Box<str>> {
    let blocks = block::blocks(db, file).iter();
    blocks
        .flat_map(|&blk| mentions(db, blk).iter().cloned())
        .collect()
}

/// A file with the files that it uses and those that they use, each once, before the one that
/// uses it. Circles are cut.
#[salsa::tracked(returns(deref))]
pub fn closure(db: &dyn Db, file: File) -> Vec<File> {
    let mut seen = FxHashSet::from_iter([file]);
    let mut done = Vec::new();
    let mut open = vec![(file, used_files(db, file).into_iter())];
    while let Some((file, rest)) = open.last_mut() {
        match rest.next() {
            Some(next) if seen.insert(next) => {
                open.push((next, used_files(db, next).into_iter()));
            }
            Some(_) => {}
            None => {
                done.push(*file);
                open.pop();
            }
        }
    }
    done
}

/// The files that a file uses itself, as far as they are there: what the configuration says that
/// it uses, and what it names.
fn used_files(db: &dyn Db, file: File) -> Vec<File> {
    let known = file.used(db);
    let implied = known.iter().filter(|used| used.text.is_empty());
    let implied = implied.filter_map(|used| used.file);
    let names = mentioned_files(db, file).iter();
    let named = names.filter_map(|name| known.iter().find(|used| used.text == *name)?.file);
    implied.chain(named).collect()
}

/// Whether a file uses files that are not there, or not known to be.
fn lacks_files(db: &dyn Db, file: File) -> bool {
    let known = file.used(db);
    let mut names = mentioned_files(db, file).iter();
    names.any(|name| {
        !known
            .iter()
            .any(|used| used.text == *name && used.file.is_some())
    })
}

/// What a file and those that it uses declare.
#[salsa::tracked(returns(ref))]
pub fn declared(db: &dyn Db, file: File) -> Declared {
    let statements =
        declaring_forms(db, file).filter_map(|(id, form)| Some((id, form.statement.as_deref()?)));
    let (declarations, problems) = Declarations::of(statements);
    Declared {
        declarations,
        problems,
        has_gaps: all_declaring(db, file).any(|block| block.has_gaps)
            || closure(db, file).iter().any(|&file| lacks_files(db, file)),
    }
}

/// The statements that declare something in a file and those that it uses, with their numbers.
pub fn declaring_forms(db: &dyn Db, file: File) -> impl Iterator<Item = (StatementId, &Arc<Form>)> {
    let forms = all_declaring(db, file).flat_map(|block| &block.forms);
    (0..).map(StatementId).zip(forms)
}

fn all_declaring(db: &dyn Db, file: File) -> impl Iterator<Item = &Declaring> {
    let blocks = closure(db, file)
        .iter()
        .flat_map(|&file| block::blocks(db, file));
    blocks.map(|&blk| declaring(db, blk))
}

/// The blocks of a file, each with the number of its first statement that declares something.
#[salsa::tracked(returns(deref))]
fn starts<'db>(db: &'db dyn Db, file: File) -> Vec<(Blk<'db>, u32)> {
    let count = |&blk: &Blk<'db>| declaring(db, blk).forms.len() as u32;
    let before = closure(db, file).iter().filter(|&&other| other != file);
    let mut next = before
        .flat_map(|&file| block::blocks(db, file))
        .map(count)
        .sum();
    let start = |blk: &Blk<'db>| {
        let start = next;
        next += count(blk);
        (*blk, start)
    };
    block::blocks(db, file).iter().map(start).collect()
}

/// The number of the first statement of a block that declares something.
#[salsa::tracked(returns(copy))]
fn start<'db>(db: &'db dyn Db, blk: Blk<'db>) -> u32 {
    let starts = starts(db, blk.file(db)).iter();
    let mut own = starts.filter(|(other, _)| *other == blk);
    own.next().map_or(0, |(_, start)| *start)
}

/// The statements of a block of QPROP with the numbers under which they are to be elaborated, and
/// the ordinals of their forms; in order.
pub fn own_statements<'db>(
    db: &'db dyn Db,
    blk: Blk<'db>,
) -> impl Iterator<Item = (StatementId, u32, &'db Arc<Form>)> {
    let mut next = start(db, blk);
    let forms = (0..).zip(block::forms(db, blk));
    forms
        .map(|(ordinal, lowered)| (ordinal, &lowered.form))
        .filter(|(_, form)| form.statement.is_some())
        .map(move |(ordinal, form)| {
            if declares(form) {
                next += 1;
                (StatementId(next - 1), ordinal, form)
            } else {
                (OWN, ordinal, form)
            }
        })
}

/// Where a statement stands that declares something: its file, the ordinal of its block there,
/// and that of its form in the block. No query: it changes with every statement.
pub fn declaring_site(db: &dyn Db, file: File, id: StatementId) -> Option<(File, u32, u32)> {
    let mut before = 0;
    for &file in closure(db, file) {
        for (block, &blk) in (0..).zip(block::blocks(db, file)) {
            let count = declaring(db, blk).forms.len() as u32;
            if id.0 < before + count {
                let forms = (0..).zip(block::forms(db, blk));
                let mut own = forms.filter(|(_, lowered)| declares(&lowered.form));
                let (form, _) = own.nth((id.0 - before) as usize)?;
                return Some((file, block, form));
            }
            before += count;
        }
    }
    None
}
