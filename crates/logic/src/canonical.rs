//! Rules up to the names of their variables and the order of their literals.
//!
//! Deciding this is as hard as graph isomorphism, so it is done as there: variables are coloured
//! by where they occur until the colours are stable, and where that leaves two alike, one of
//! them is singled out, over all ways of doing so (McKay, *Practical graph isomorphism*, 1981).
//! Literals that share no such variable are compared apart from each other. Variables of the
//! head are told apart at once, so that real rules need no trial.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;

use crate::{Literal, LiteralKind, Rule, Term};

/// How many times a variable may be singled out before it is left open whether two rules are
/// equal.
const TRIALS: usize = 2_000;

/// A hash that is the same for two rules which are equal up to the names of variables and the
/// order of literals, also inside disjunctions. Stable within one run of a program.
pub fn canonical_hash(rule: &Rule) -> u64 {
    rule_hash(rule, &stable_colours(rule))
}

/// Whether two rules are equal up to the names of variables and the order of literals, also
/// inside disjunctions. Literals count: `p :- q & q` is not `p :- q`.
///
/// `None` where that is not decided after many trials: only for rules of a dozen literals or
/// more that tie their variables to each other so regularly that nothing tells one from another.
pub fn equivalent(a: &Rule, b: &Rule) -> Option<bool> {
    equivalent_within(a, b, &mut TRIALS.clone())
}

fn equivalent_within(a: &Rule, b: &Rule, trials: &mut usize) -> Option<bool> {
    if a.body.len() != b.body.len()
        || a.variables.len() != b.variables.len()
        || a.head.relation != b.head.relation
        || a.head.args.len() != b.head.args.len()
    {
        return Some(false);
    }
    let (of_a, of_b) = (stable_colours(a), stable_colours(b));
    let head = |rule: &Rule, colours: &[u64]| {
        let mut text = String::new();
        spell_args(&rule.head.args, colours, &mut text);
        text
    };
    if rule_hash(a, &of_a) != rule_hash(b, &of_b) || head(a, &of_a) != head(b, &of_b) {
        return Some(false);
    }
    same(&Part::whole(a, of_a), &Part::whole(b, of_b), trials)
}

/// Some literals of a rule, with the colours of its variables.
struct Part<'a> {
    literals: Vec<&'a Literal>,
    colours: Vec<u64>,
    /// Those that occur in the literals, ascending.
    variables: Vec<usize>,
}

impl<'a> Part<'a> {
    fn whole(rule: &'a Rule, colours: Vec<u64>) -> Self {
        Self::of(rule.body.iter().collect(), colours)
    }

    fn of(literals: Vec<&'a Literal>, colours: Vec<u64>) -> Self {
        let mut variables: Vec<usize> = literals.iter().flat_map(|one| variables_of(one)).collect();
        variables.sort_unstable();
        variables.dedup();
        Self {
            literals,
            colours,
            variables,
        }
    }

    /// The colours of its variables, sorted, and the hashes of its literals, sorted.
    fn signature(&self) -> (Vec<u64>, Vec<u64>) {
        let mut colours: Vec<u64> = self.variables.iter().map(|&v| self.colours[v]).collect();
        colours.sort_unstable();
        let hashes = sorted_hashes(self.literals.iter().copied(), &self.colours);
        (colours, hashes)
    }

    /// The literals without a variable that shares its colour, written down, and the others in
    /// groups that share no such variable with each other.
    fn split(&self, shared: &[u64]) -> (Vec<String>, Vec<Part<'a>>) {
        let is_shared = |variable: &usize| shared.binary_search(&self.colours[*variable]).is_ok();
        let mut group: Vec<usize> = (0..self.colours.len()).collect();
        let mut fixed = Vec::new();
        let mut open = Vec::new();
        for &literal in &self.literals {
            let mut own = variables_of(literal).into_iter().filter(is_shared);
            let Some(first) = own.next() else {
                let mut text = String::new();
                spell_literal(literal, &self.colours, &mut text);
                fixed.push(text);
                continue;
            };
            for other in own {
                let (a, b) = (root(&mut group, first), root(&mut group, other));
                group[a] = b;
            }
            open.push((first, literal));
        }
        fixed.sort_unstable();
        let mut parts: BTreeMap<usize, Vec<&Literal>> = BTreeMap::new();
        for (variable, literal) in open {
            let root = root(&mut group, variable);
            parts.entry(root).or_default().push(literal);
        }
        let part = |literals| Part::of(literals, self.colours.clone());
        (fixed, parts.into_values().map(part).collect())
    }

    /// The part with a colour of its own for a variable, and what follows for the others.
    fn single_out(&self, variable: usize) -> Self {
        let mut colours = self.colours.clone();
        colours[variable] = mix(&("singled out", colours[variable]));
        refine(&[], &self.literals, &self.variables, &mut colours);
        Self {
            literals: self.literals.clone(),
            colours,
            variables: self.variables.clone(),
        }
    }
}

/// The representative of a variable's group, by halving paths.
fn root(group: &mut [usize], mut at: usize) -> usize {
    while group[at] != at {
        group[at] = group[group[at]];
        at = group[at];
    }
    at
}

/// Whether some renaming that respects the colours makes the parts equal.
fn same(a: &Part<'_>, b: &Part<'_>, trials: &mut usize) -> Option<bool> {
    let signature = a.signature();
    if signature != b.signature() {
        return Some(false);
    }
    let mut shared: Vec<u64> = signature
        .0
        .windows(2)
        .filter(|pair| pair[0] == pair[1])
        .map(|pair| pair[0])
        .collect();
    shared.dedup();
    let ((fixed, parts), (other_fixed, mut others)) = (a.split(&shared), b.split(&shared));
    if fixed != other_fixed || parts.len() != others.len() {
        return Some(false);
    }
    if let ([part], [other]) = (&*parts, &*others) {
        return same_tied(part, other, &shared, trials);
    }
    // Being equal is transitive, so the first partner that fits will do.
    for part in parts {
        let mut partner = None;
        for (at, other) in others.iter().enumerate() {
            if same(&part, other, trials)? {
                partner = Some(at);
                break;
            }
        }
        let Some(at) = partner else {
            return Some(false);
        };
        others.swap_remove(at);
    }
    Some(true)
}

/// The same for parts that do not fall apart: a variable of the first is singled out, and each
/// that may correspond to it in the second.
fn same_tied(a: &Part<'_>, b: &Part<'_>, shared: &[u64], trials: &mut usize) -> Option<bool> {
    let is_shared = |variable: &&usize| shared.binary_search(&a.colours[**variable]).is_ok();
    let Some(&mine) = a.variables.iter().find(is_shared) else {
        return Some(false);
    };
    let singled = a.single_out(mine);
    for &theirs in &b.variables {
        if b.colours[theirs] != a.colours[mine] {
            continue;
        }
        *trials = trials.checked_sub(1)?;
        if same(&singled, &b.single_out(theirs), trials)? {
            return Some(true);
        }
    }
    Some(false)
}

fn mix(value: &impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    value.hash(&mut hasher);
    hasher.finish()
}

/// The colours that tell variables apart by where they stand.
fn stable_colours(rule: &Rule) -> Vec<u64> {
    let mut colours = vec![0; rule.variables.len()];
    let variables: Vec<usize> = (0..colours.len()).collect();
    let body: Vec<&Literal> = rule.body.iter().collect();
    refine(&rule.head.args, &body, &variables, &mut colours);
    colours
}

/// Splits the colours of these variables by the literals in which they occur until no more
/// split.
fn refine(head: &[Term], body: &[&Literal], variables: &[usize], colours: &mut [u64]) {
    let count = |colours: &[u64]| distinct(variables.iter().map(|&variable| colours[variable]));
    let mut kinds = count(colours);
    while kinds < variables.len() {
        let mut places: Vec<Vec<u64>> = vec![Vec::new(); colours.len()];
        for (index, arg) in head.iter().enumerate() {
            term_places(arg, mix(&("head", index)), &mut places);
        }
        for literal in body {
            literal_places(literal, colours, mix(&"body"), &mut places);
        }
        for &variable in variables {
            let mut places = std::mem::take(&mut places[variable]);
            places.sort_unstable();
            colours[variable] = mix(&(colours[variable], places));
        }
        let now = count(colours);
        if now == kinds {
            break;
        }
        kinds = now;
    }
}

fn distinct(colours: impl Iterator<Item = u64>) -> usize {
    let mut sorted: Vec<u64> = colours.collect();
    sorted.sort_unstable();
    sorted.dedup();
    sorted.len()
}

fn literal_places(literal: &Literal, colours: &[u64], above: u64, places: &mut [Vec<u64>]) {
    let here = mix(&(above, literal_hash(literal, colours)));
    match &literal.kind {
        LiteralKind::Atom(atom) => args_places(&atom.args, here, places),
        LiteralKind::Distinct(args) => args_places(args, here, places),
        LiteralKind::Not(inner) => literal_places(inner, colours, here, places),
        LiteralKind::Or(parts) | LiteralKind::And(parts) => {
            parts
                .iter()
                .for_each(|part| literal_places(part, colours, here, places));
        }
    }
}

fn args_places(args: &[Term], above: u64, places: &mut [Vec<u64>]) {
    for (index, arg) in args.iter().enumerate() {
        term_places(arg, mix(&(above, index)), places);
    }
}

fn term_places(term: &Term, place: u64, places: &mut [Vec<u64>]) {
    match term {
        Term::Constant { .. } => {}
        Term::Variable { variable, .. } => places[variable.0 as usize].push(place),
        Term::Function { args, .. } => args_places(args, place, places),
    }
}

fn rule_hash(rule: &Rule, colours: &[u64]) -> u64 {
    let body = sorted_hashes(&rule.body, colours);
    mix(&(
        rule.head.relation.as_str(),
        args_hash(&rule.head.args, colours),
        body,
    ))
}

fn sorted_hashes<'a>(literals: impl IntoIterator<Item = &'a Literal>, colours: &[u64]) -> Vec<u64> {
    let mut hashes: Vec<u64> = literals
        .into_iter()
        .map(|part| literal_hash(part, colours))
        .collect();
    hashes.sort_unstable();
    hashes
}

fn literal_hash(literal: &Literal, colours: &[u64]) -> u64 {
    match &literal.kind {
        LiteralKind::Atom(atom) => mix(&(
            "atom",
            atom.relation.as_str(),
            args_hash(&atom.args, colours),
        )),
        LiteralKind::Not(inner) => mix(&("not", literal_hash(inner, colours))),
        LiteralKind::Distinct(args) => mix(&("distinct", args_hash(args, colours))),
        LiteralKind::Or(parts) => mix(&("or", sorted_hashes(parts, colours))),
        LiteralKind::And(parts) => mix(&("and", sorted_hashes(parts, colours))),
    }
}

fn args_hash(args: &[Term], colours: &[u64]) -> u64 {
    args.iter().fold(args.len() as u64, |hash, arg| {
        mix(&(hash, term_hash(arg, colours)))
    })
}

fn term_hash(term: &Term, colours: &[u64]) -> u64 {
    match term {
        Term::Constant { name, .. } => mix(&("constant", name.as_str())),
        Term::Variable { variable, .. } => mix(&("variable", colours[variable.0 as usize])),
        Term::Function { name, args, .. } => mix(&(name.as_str(), args_hash(args, colours))),
    }
}

/// The variables that occur in a literal, in reading order.
fn variables_of(literal: &Literal) -> Vec<usize> {
    fn in_literal(literal: &Literal, found: &mut Vec<usize>) {
        match &literal.kind {
            LiteralKind::Atom(atom) => in_terms(&atom.args, found),
            LiteralKind::Distinct(args) => in_terms(args, found),
            LiteralKind::Not(inner) => in_literal(inner, found),
            LiteralKind::Or(parts) | LiteralKind::And(parts) => {
                parts.iter().for_each(|part| in_literal(part, found));
            }
        }
    }
    fn in_terms(terms: &[Term], found: &mut Vec<usize>) {
        for term in terms {
            match term {
                Term::Constant { .. } => {}
                Term::Variable { variable, .. } => found.push(variable.0 as usize),
                Term::Function { args, .. } => in_terms(args, found),
            }
        }
    }
    let mut found = Vec::new();
    in_literal(literal, &mut found);
    found
}

// A spelling without ambiguity: variables as their colours, unordered parts sorted.

fn spell_parts(connective: &str, parts: &[Literal], colours: &[u64], out: &mut String) {
    let spell = |part| {
        let mut text = String::new();
        spell_literal(part, colours, &mut text);
        text
    };
    let mut texts: Vec<String> = parts.iter().map(spell).collect();
    texts.sort_unstable();
    out.push_str(connective);
    out.push('{');
    texts.iter().for_each(|text| out.push_str(text));
    out.push('}');
}

fn spell_literal(literal: &Literal, colours: &[u64], out: &mut String) {
    match &literal.kind {
        LiteralKind::Atom(atom) => {
            spell_name(&atom.relation, out);
            spell_args(&atom.args, colours, out);
        }
        LiteralKind::Not(inner) => {
            out.push('~');
            spell_literal(inner, colours, out);
        }
        LiteralKind::Distinct(args) => {
            out.push('#');
            spell_args(args, colours, out);
        }
        LiteralKind::Or(parts) => spell_parts("or", parts, colours, out),
        LiteralKind::And(parts) => spell_parts("and", parts, colours, out),
    }
}

fn spell_args(args: &[Term], colours: &[u64], out: &mut String) {
    out.push('(');
    for arg in args {
        match arg {
            Term::Constant { name, .. } => spell_name(name, out),
            Term::Variable { variable, .. } => {
                // Writing to a string cannot fail.
                let _ = write!(out, "?{},", colours[variable.0 as usize]);
            }
            Term::Function { name, args, .. } => {
                spell_name(name, out);
                spell_args(args, colours, out);
            }
        }
    }
    out.push(')');
}

fn spell_name(name: &str, out: &mut String) {
    let _ = write!(out, "{}:{name}", name.len());
}

#[cfg(test)]
mod tests;
