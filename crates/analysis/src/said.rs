//! What the statements of a block of QPROP say of the relations of their file, boiled down for the
//! checks of whole files.

use hir::{Blk, Db, blocks, closure, declared, own_statements};
use logic::formula::written::{ExprKind, Statement};
use logic::formula::{
    self, Alternation, Elaborated, FunctionId, Meaning, RelationId, RelationKind, StatementId,
    TermKind, elaborate,
};
use source::File;

/// A statement with its names resolved, and where it stands in its block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Resolved {
    /// See [`hir::own_statements`].
    pub(crate) id: StatementId,
    /// The ordinal of its form.
    pub(crate) form: u32,
    pub(crate) elaborated: Elaborated,
}

/// The statements of a block without a syntax error, with their names resolved.
#[salsa::tracked(returns(deref))]
pub(crate) fn resolved<'db>(db: &'db dyn Db, block: Blk<'db>) -> Vec<Resolved> {
    let mut own = own_statements(db, block).peekable();
    if own.peek().is_none() {
        return Vec::new();
    }
    let declarations = &declared(db, block.file(db)).declarations;
    own.filter(|(_, _, form)| !form.incomplete)
        .filter_map(|(id, ordinal, form)| {
            let statement = form.statement.as_deref()?;
            Some(Resolved {
                id,
                form: ordinal,
                elaborated: elaborate(declarations, id, statement),
            })
        })
        .collect()
}

/// What a block says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Said {
    /// Its statements without a syntax error that say something of relations or functions.
    pub(crate) statements: Vec<StatementSaid>,
    /// Whether another has a syntax error, so that it may say more.
    pub(crate) has_gaps: bool,
}

/// What a statement says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct StatementSaid {
    /// The ordinal of its form in the block.
    pub(crate) form: u32,
    pub(crate) kind: SaidKind,
    /// The relations that it names, but for one that it declares; sorted.
    pub(crate) relations: Vec<RelationId>,
    /// The functions, in the same way.
    pub(crate) functions: Vec<FunctionId>,
    /// See [`Elaborated::fingerprint`].
    pub(crate) fingerprint: Option<u64>,
    /// See [`Elaborated::alternation`].
    pub(crate) alternation: Option<Alternation>,
}

/// What a statement is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SaidKind {
    /// An atom without variables, of a given or an unknown relation.
    Fact(RelationId),
    /// What restricts the models: a rule that is no fact, or where there are atoms or values.
    Constraint,
    /// Anything else that uses relations.
    Other,
}

/// What a block says.
#[salsa::tracked(returns(ref))]
pub(crate) fn said<'db>(db: &'db dyn Db, block: Blk<'db>) -> Said {
    let statements = own_statements(db, block);
    let mut said = Said::default();
    let mut resolved = resolved(db, block).iter();
    for (_, ordinal, form) in statements {
        if form.incomplete {
            said.has_gaps = true;
            continue;
        }
        let (Some(own), Some(statement)) = (resolved.next(), form.statement.as_deref()) else {
            break;
        };
        let (relations, functions) = named(db, block.file(db), own.id, statement);
        if relations.is_empty() && functions.is_empty() {
            continue;
        }
        said.statements.push(StatementSaid {
            form: ordinal,
            kind: kind(&own.elaborated.statement),
            relations,
            functions,
            fingerprint: own.elaborated.fingerprint(),
            alternation: own.elaborated.alternation(),
        });
    }
    said
}

/// What all statements of a file and of those that it uses say, each with the file and the ordinal
/// of its block in it; `None` while one of them has a syntax error or is not known.
pub(crate) fn all_said(db: &dyn Db, file: File) -> Option<Vec<(File, u32, &StatementSaid)>> {
    if declared(db, file).has_gaps {
        return None;
    }
    let mut all = Vec::new();
    for &file in closure(db, file) {
        for (ordinal, &block) in (0..).zip(blocks(db, file)) {
            let said = said(db, block);
            if said.has_gaps {
                return None;
            }
            let statements = said.statements.iter();
            all.extend(statements.map(|said| (file, ordinal, said)));
        }
    }
    Some(all)
}

fn kind(statement: &formula::Statement) -> SaidKind {
    use formula::Statement as Said;
    match statement {
        Said::Fact(relation, _) | Said::Grid(relation, _) => SaidKind::Fact(*relation),
        Said::Constraint(_, formula) => match &formula.kind {
            formula::FormulaKind::Atom(relation, args)
                if args.iter().all(|arg| {
                    matches!(
                        arg.kind,
                        TermKind::Integer(_) | TermKind::Element(_) | TermKind::Constant(_)
                    )
                }) =>
            {
                SaidKind::Fact(*relation)
            }
            _ => SaidKind::Constraint,
        },
        Said::RelationGuard(..) | Said::FunctionGuard(..) => SaidKind::Constraint,
        _ => SaidKind::Other,
    }
}

/// The relations and functions that a statement names, but for one that it declares.
fn named(
    db: &dyn Db,
    file: File,
    id: StatementId,
    statement: &Statement,
) -> (Vec<RelationId>, Vec<FunctionId>) {
    let declarations = &declared(db, file).declarations;
    let (mut relations, mut functions) = (Vec::new(), Vec::new());
    let mut note = |name: &str| match declarations.meaning(name) {
        Some(meaning) if declarations.place(meaning).statement == id => {}
        Some(Meaning::Relation(relation)) => relations.push(relation),
        Some(Meaning::Function(function)) => functions.push(function),
        _ => {}
    };
    match statement {
        Statement::Show { names, .. } => names.iter().for_each(|name| note(&name.name)),
        Statement::Grid { relation, .. } => note(&relation.name),
        _ => {}
    }
    for expression in statement.expressions() {
        expression.walk(&mut |part| match &part.kind {
            ExprKind::Name(name) => note(name),
            ExprKind::Apply { name, .. } => note(&name.name),
            _ => {}
        });
    }
    relations.sort_unstable();
    relations.dedup();
    functions.sort_unstable();
    functions.dedup();
    (relations, functions)
}

/// Whether the solver decides the relation.
pub(crate) fn is_unknown(db: &dyn Db, file: File, relation: RelationId) -> bool {
    let relation = &declared(db, file).declarations.relations[relation.index()];
    relation.kind == RelationKind::Unknown
}
