//! Rules with many instances are changed until they have few, or nothing more can be done.
//!
//! A rule is left aside once it has had so many instances, and the rest is computed without it, so
//! that one look finds most of those that need a change. Three changes are tried, one after the
//! other: arguments that do not matter are dropped (`normal/indifferent`), relations are computed
//! as far as somebody asks (`normal/demand`), and rules are joined in parts (`normal/split`).
//! Parts make more atoms and gates, so that small rules are left whole.

use crate::engine::{Engine, Reshape, STEPS};
use crate::extent::{KEYWORDS, LINKS, States, keyword};
use crate::limits::{Error, Limit, Options};
use crate::network::possible::{Possible, Tried};
use crate::normal::demand;
use crate::program::Program;

/// A relation is computed as far as somebody asks once a rule has so many times the instances
/// that a rule may have: questions are atoms too.
const ASKED: u64 = 16;

/// All rules together may have so many times the instances before one of them is changed.
const TOGETHER: u64 = 16;

/// What is possible in a game whose clauses from `links` on lead from state to state.
pub(crate) fn shaped<'a>(
    program: &'a Program,
    links: usize,
    options: &Options<'a>,
) -> Result<Possible<'a>, Error> {
    let mut attempt = *options;
    let limits = &mut attempt.limits;
    limits.instances = limits.instances.min(options.whole.saturating_mul(TOGETHER));
    limits.steps = limits.steps.min(limits.instances.saturating_mul(STEPS));
    let mut how = Reshape::default();
    match Possible::of(program, links, &attempt, &how) {
        Ok(Tried::Whole(possible)) => return Ok(*possible),
        Err(Error::Exceeded(what)) if what.limit != Limit::Depth => {}
        Ok(Tried::Aside(_)) => {}
        Err(error) => return Err(error),
    }
    how.drop = Some(links);
    how.budget.usual = Some(options.whole);
    for link in links..program.clauses.len() {
        how.budget.raised.insert(link, None);
    }
    let large = Some(options.whole.saturating_mul(ASKED));
    loop {
        let aside = match Possible::of(program, links, options, &how)? {
            Tried::Whole(possible) => return Ok(*possible),
            Tried::Aside(aside) => aside,
        };
        for clause in aside {
            let raised = match how.budget.raised.get(&clause).copied() {
                None if how.split.insert(clause) => continue,
                None => large,
                Some(_) if ask(program, clause, options, &mut how)? => continue,
                Some(_) => None,
            };
            how.budget.raised.insert(clause, raised);
        }
        let engine = Engine::load_reshaped(program, [], options, &how)?;
        for &clause in how.split.difference(&engine.apart) {
            how.budget.raised.entry(clause).or_insert(large);
        }
    }
}

/// Has the relation in the head of a clause computed as far as somebody asks, if that is possible
/// and new.
fn ask(
    program: &Program,
    clause: usize,
    options: &Options<'_>,
    how: &mut Reshape,
) -> Result<bool, Error> {
    let head = &program.clauses[clause].head;
    let same = |other: &usize| {
        let other = &program.clauses[*other].head;
        other.relation == head.relation && other.args.len() == head.args.len()
    };
    if KEYWORDS.contains(&head.relation.as_str()) || how.ask.iter().any(same) {
        return Ok(false);
    }
    let mut engine = Engine::load_reshaped(program, [], options, how)?;
    let mut heads = engine.heads_of(clause).into_iter();
    if !heads.any(|relation| demand::can_restrict(&engine.rules, relation)) {
        return Ok(false);
    }
    how.ask.insert(clause);
    // A question may depend on the state, and `init` and `role` must not.
    let engine = Engine::load_reshaped(program, [], options, how)?;
    let states = States::of(&engine, program.clauses.len() - LINKS);
    let mut exact = [("init", 1), ("role", 1)].into_iter();
    let is_exact = exact.all(|(name, arity)| {
        keyword(&engine, name, arity).is_none_or(|id| !states.dynamic[id as usize])
    });
    if !is_exact {
        how.ask.remove(&clause);
    }
    Ok(is_exact)
}
