//! Relations that formulas define, and the tuples of guarded declarations: joins on what is known,
//! a recursive group by what was new in the round before (semi-naive; Bancilhon and Ramakrishnan,
//! 1986).

use logic::formula::{
    Bound, Elaborated, Formula, FormulaKind, Quantifier, RelationId, Statement, StatementId,
    Stratum,
};

use super::Limit;
use super::compile::{Compiler, Unsupported, conjuncts, needs};
use super::estimate;
use super::known::Stop;
use super::plan::Plan;
use super::world::World;

/// Up to this many alternatives a definition is split into; more are tested one tuple at a time.
const ALTERNATIVES: usize = 64;

/// A tuple that is kept counts as so many instances: it takes about as much memory as their clauses.
const TUPLE: u64 = 10;

/// Where grounding ended.
#[derive(Debug)]
pub(super) enum Ended {
    Stop(Stop),
    /// There would be so many instances.
    Beyond(f64),
    Unsupported(Unsupported),
}

impl From<Stop> for Ended {
    fn from(stop: Stop) -> Self {
        Self::Stop(stop)
    }
}

impl From<Unsupported> for Ended {
    fn from(unsupported: Unsupported) -> Self {
        Self::Unsupported(unsupported)
    }
}

/// A way to find tuples.
struct Rule {
    relation: RelationId,
    columns: Vec<u32>,
    slots: usize,
    plan: Plan,
}

/// Computes the relations of a group; those before it are there.
pub(super) fn define(world: &mut World<'_>, stratum: &Stratum) -> Result<(), (StatementId, Ended)> {
    let spec = world.spec;
    let mut rules = Vec::new();
    let mut again = Vec::new();
    for (id, elaborated) in &spec.statements {
        let Statement::Definition(relation, binding, formula) = &elaborated.statement else {
            continue;
        };
        if !stratum.relations.contains(relation) {
            continue;
        }
        let columns: Vec<u32> = binding.iter().map(|bound| bound.variable.0).collect();
        for (binding, parts) in alternatives(binding, formula) {
            let made = compile(world, elaborated, *relation, &columns, &binding, &parts);
            rules.push((*id, made.map_err(|ended| (*id, ended))?));
            if !stratum.is_recursive {
                continue;
            }
            if parts.iter().any(|part| is_inside(&stratum.relations, part)) {
                let made = compile(world, elaborated, *relation, &columns, &binding, &parts);
                again.push((*id, made.map_err(|ended| (*id, ended))?));
            }
            for (place, part) in parts.iter().enumerate() {
                let Some(fresh) = world.fresh(&stratum.relations, part) else {
                    continue;
                };
                let mut parts = parts.clone();
                parts[place] = fresh;
                let made = compile(world, elaborated, *relation, &columns, &binding, &parts);
                again.push((*id, made.map_err(|ended| (*id, ended))?));
            }
        }
    }
    for (id, rule) in &rules {
        rule.refuse(world).map_err(|ended| (*id, ended))?;
    }
    let mut round: Vec<&(StatementId, Rule)> = rules.iter().collect();
    loop {
        let mut new: Vec<(RelationId, Vec<i64>)> = Vec::new();
        for (id, rule) in &round {
            rule.run(world, &mut new)
                .map_err(|stop| (*id, stop.into()))?;
        }
        let mut added = false;
        world.forget_fresh();
        for (relation, row) in new {
            added |= world.learn(relation, &row);
        }
        if !stratum.is_recursive || !added {
            return Ok(());
        }
        round = again.iter().collect();
    }
}

/// Whether one of the relations is in a formula that is more than an atom of it: then it is not
/// joined, but tested.
fn is_inside(relations: &[RelationId], part: &Formula) -> bool {
    !matches!(part.kind, FormulaKind::Atom(..)) && needs(relations, part)
}

/// The tuples of the columns of a declaration for which its guard holds.
pub(super) fn guarded(
    world: &mut World<'_>,
    elaborated: &Elaborated,
    formula: &Formula,
    columns: usize,
) -> Result<Vec<Box<[i64]>>, Ended> {
    let binding: Vec<Bound> = (0..columns as u32)
        .map(|column| Bound {
            variable: logic::VarId(column),
            range: None,
        })
        .collect();
    let slots: Vec<u32> = (0..columns as u32).collect();
    let mut found = Vec::new();
    for (binding, parts) in alternatives(&binding, formula) {
        let nowhere = RelationId(0);
        let rule = compile(world, elaborated, nowhere, &slots, &binding, &parts)?;
        rule.refuse(world)?;
        rule.run(world, &mut found)?;
    }
    let mut rows: Vec<Box<[i64]>> = found.into_iter().map(|(_, row)| row.into()).collect();
    rows.sort_unstable();
    rows.dedup();
    Ok(rows)
}

impl Rule {
    /// Says so where there will be too many tuples.
    fn refuse(&self, world: &World<'_>) -> Result<(), Ended> {
        let most = (world.limits.instances / TUPLE) as f64;
        match estimate::plan_beyond(world, &self.plan, self.slots, most) {
            Some(instances) => Err(Ended::Beyond(instances)),
            None => Ok(()),
        }
    }

    fn run(&self, world: &World<'_>, found: &mut Vec<(RelationId, Vec<i64>)>) -> Result<(), Stop> {
        let mut env = vec![0; self.slots];
        self.plan.each(world, &mut env, &mut |env| {
            let row = self.columns.iter().map(|&slot| env[slot as usize]);
            found.push((self.relation, row.collect()));
            if found.len() as u64 > world.limits.instances / TUPLE {
                return Err(Stop::Exceeded(Limit::Instances));
            }
            Ok(())
        })
    }
}

fn compile(
    world: &mut World<'_>,
    elaborated: &Elaborated,
    relation: RelationId,
    columns: &[u32],
    binding: &[Bound],
    parts: &[Formula],
) -> Result<Rule, Ended> {
    let mut compiler = Compiler::new(world, &elaborated.variables);
    let plan = compiler.plan(binding, parts)?;
    Ok(Rule {
        relation,
        columns: columns.to_vec(),
        slots: compiler.slots(),
        plan,
    })
}

/// The disjuncts of a formula, each with the variables that it binds beside those given, so that
/// joins find them all.
fn alternatives(binding: &[Bound], formula: &Formula) -> Vec<(Vec<Bound>, Vec<Formula>)> {
    let mut done = Vec::new();
    let mut open = vec![(binding.to_vec(), vec![formula.clone()])];
    while let Some((mut binding, parts)) = open.pop() {
        let mut flat = Vec::new();
        let mut split = None;
        for part in parts {
            let mut pieces = Vec::new();
            conjuncts(&part, &mut pieces);
            for piece in pieces {
                match piece.kind {
                    FormulaKind::Quantified(quantified)
                        if quantified.quantifier == Quantifier::Exists =>
                    {
                        binding.extend(quantified.binding.iter().cloned());
                        let body = quantified.body.clone();
                        // Looked at again: it may be a conjunction or a disjunction.
                        let inner: Vec<Formula> =
                            quantified.guard.iter().cloned().chain([body]).collect();
                        flat.push(Formula {
                            id: piece.id,
                            kind: FormulaKind::And(inner.into()),
                        });
                    }
                    FormulaKind::Or(alternatives) if split.is_none() => {
                        split = Some(alternatives);
                    }
                    kind => flat.push(Formula { id: piece.id, kind }),
                }
            }
        }
        let nested = |part: &Formula| matches!(part.kind, FormulaKind::And(_));
        if flat.iter().any(nested) {
            if let Some(alternatives) = split {
                let id = formula.id;
                let kind = FormulaKind::Or(alternatives);
                flat.push(Formula { id, kind });
            }
            open.push((binding, flat));
            continue;
        }
        match split {
            Some(alternatives) if done.len() + open.len() + alternatives.len() <= ALTERNATIVES => {
                for alternative in alternatives.iter().rev() {
                    let mut parts = flat.clone();
                    parts.push(alternative.clone());
                    open.push((binding.clone(), parts));
                }
            }
            Some(alternatives) => {
                let id = formula.id;
                let kind = FormulaKind::Or(alternatives);
                flat.push(Formula { id, kind });
                done.push((binding, flat));
            }
            None => done.push((binding, flat)),
        }
    }
    done
}
