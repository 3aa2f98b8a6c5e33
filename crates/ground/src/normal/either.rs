//! Disjunctions as relations of their own.
//!
//! Multiplied out, `h(X) :- p(X,Y) & (q(Y) | r(Y))` joins `p` twice; with `either(Y)` for the
//! disjunction, it is joined once. Only for disjunctions of atoms that all have the variables that
//! the rest of the clause needs.

use std::collections::BTreeSet;

use logic::{Name, VarId};

use crate::normal::Relations;
use crate::program::{Atom, Clause, Expr, Literal};

type Variables = BTreeSet<VarId>;

/// The clause with such disjunctions replaced, after the clauses that define what stands for them.
pub(crate) fn apart(clause: &Clause, relations: &impl Relations) -> Vec<Clause> {
    let mut clause = clause.clone();
    let mut made = Vec::new();
    for at in 0..clause.body.len() {
        let Literal::Or(parts) = &clause.body[at] else {
            continue;
        };
        let atoms: Option<Vec<&Atom>> = parts.iter().map(atom).collect();
        let Some(atoms) = atoms else {
            continue;
        };
        let mut elsewhere = Variables::new();
        add_atom(&clause.head, &mut elsewhere);
        for other in (0..clause.body.len()).filter(|&other| other != at) {
            add_literal(&clause.body[other], &mut elsewhere);
        }
        let mut own = Variables::new();
        add_literal(&clause.body[at], &mut own);
        let shared: Variables = own.intersection(&elsewhere).copied().collect();
        let has_all = |atom: &&Atom| {
            let mut of = Variables::new();
            add_atom(atom, &mut of);
            shared.is_subset(&of)
        };
        if !atoms.iter().all(has_all) {
            continue;
        }
        // A blank is in no name of a program.
        let name = format!("either {} {}", relations.fresh(), at);
        let head = Atom {
            relation: Name::from(name),
            args: shared.into_iter().map(Expr::Variable).collect(),
        };
        made.extend(atoms.into_iter().map(|atom| Clause {
            head: head.clone(),
            body: [Literal::Atom(atom.clone())].into(),
            variables: clause.variables.clone(),
        }));
        clause.body[at] = Literal::Atom(head);
    }
    made.push(clause);
    made
}

fn atom(literal: &Literal) -> Option<&Atom> {
    match literal {
        Literal::Atom(atom) => Some(atom),
        _ => None,
    }
}

fn add_atom(atom: &Atom, into: &mut Variables) {
    atom.args.iter().for_each(|arg| add(arg, into));
}

fn add_literal(literal: &Literal, into: &mut Variables) {
    match literal {
        Literal::Atom(atom) => add_atom(atom, into),
        Literal::Not(inner) => add_literal(inner, into),
        Literal::Compare(_, a, b) => [a, b].into_iter().for_each(|arg| add(arg, into)),
        Literal::Within(a, b, c) => [a, b, c].into_iter().for_each(|arg| add(arg, into)),
        Literal::Or(parts) | Literal::And(parts) => {
            parts.iter().for_each(|part| add_literal(part, into));
        }
    }
}

fn add(expr: &Expr, into: &mut Variables) {
    match expr {
        Expr::Variable(variable) => {
            into.insert(*variable);
        }
        Expr::Constant(_) | Expr::Integer(_) => {}
        Expr::Function(_, args) => args.iter().for_each(|arg| add(arg, into)),
        Expr::Arithmetic(_, args) => args.iter().for_each(|arg| add(arg, into)),
    }
}
