//! Minimal sets of assumptions that cannot hold together.

use crate::{Answer, Control, Literal, Solver};

/// A subset of `assumptions` that cannot hold together with the clauses, and of which no member
/// can be left out; by deletion, with the solver's own cores to leave out many at a time (see
/// Marques-Silva and Lynce, "On improving MUS extraction algorithms", SAT 2011). Members that
/// come first are tried first, so what comes last is kept rather.
///
/// `None` if all of them can hold together. Where the search is stopped, or a call reaches its
/// limit, what cannot be decided is kept; and where the solver's own cores do not come down to
/// `most` members, none is tried. The second part says whether the set is minimal.
pub fn minimal_core(
    solver: &mut dyn Solver,
    assumptions: &[Literal],
    most: usize,
    control: &Control,
) -> Option<(Vec<Literal>, bool)> {
    if solver.solve(assumptions) != Answer::Unsatisfiable {
        return None;
    }
    let mut open = failed(solver, assumptions);
    while open.len() > most {
        if solver.solve(&open) != Answer::Unsatisfiable {
            return Some((open, false));
        }
        let smaller = failed(solver, &open);
        if smaller.len() == open.len() {
            return Some((open, false));
        }
        open = smaller;
    }
    let mut needed: Vec<Literal> = Vec::new();
    let mut is_minimal = true;
    while !open.is_empty() {
        let candidate = open.remove(0);
        let mut without = open.clone();
        without.extend(&needed);
        let answer = if control.is_stopped() {
            Answer::Unknown
        } else {
            solver.solve(&without)
        };
        match answer {
            Answer::Unsatisfiable => open = failed(solver, &open),
            Answer::Satisfiable => needed.push(candidate),
            Answer::Unknown => {
                is_minimal = false;
                needed.push(candidate);
            }
        }
    }
    let kept = assumptions
        .iter()
        .filter(|literal| needed.contains(literal));
    Some((kept.copied().collect(), is_minimal))
}

fn failed(solver: &mut dyn Solver, assumptions: &[Literal]) -> Vec<Literal> {
    let assumptions = assumptions.iter().copied();
    assumptions
        .filter(|&literal| solver.failed(literal))
        .collect()
}
