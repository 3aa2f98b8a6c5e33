//! The instances of a constraint that an interpretation violates.

use super::{Evaluator, Failure, Interpretation, Scope};
use crate::VarId;
use crate::formula::Variable;
use crate::formula::core::{Formula, FormulaKind, Quantified, Quantifier};
use crate::formula::problem::StatementId;
use crate::formula::value::Value;

/// An instance: the variables of the quantifiers around it, outermost first, with their values.
pub type Binding = Vec<(VarId, Value)>;

impl Evaluator<'_> {
    /// The instances of a constraint's `forall`s and conjunctions that an interpretation violates,
    /// up to `most`: none where the constraint holds.
    ///
    /// # Errors
    /// A failure in the constraint.
    pub fn violations(
        &self,
        id: StatementId,
        variables: &[Variable],
        formula: &Formula,
        interpretation: &Interpretation,
        most: usize,
    ) -> Result<Vec<Binding>, Failure> {
        let mut scope = Scope::new(id, variables, interpretation);
        let mut found = Vec::new();
        self.violated_in(&mut scope, formula, &mut Vec::new(), most, &mut found)?;
        Ok(found)
    }

    fn violated_in<'f>(
        &self,
        scope: &mut Scope<'f>,
        formula: &'f Formula,
        outer: &mut Binding,
        most: usize,
        found: &mut Vec<Binding>,
    ) -> Result<(), Failure> {
        match &formula.kind {
            FormulaKind::And(parts) => parts
                .iter()
                .try_for_each(|part| self.violated_in(scope, part, outer, most, found)),
            FormulaKind::Quantified(quantified) if quantified.quantifier == Quantifier::Forall => {
                let mark = outer.len();
                let before = scope.values.clone();
                for row in self.violating_rows(scope, quantified, most)? {
                    if found.len() >= most {
                        break;
                    }
                    for (bound, &value) in quantified.binding.iter().zip(&row) {
                        scope.values[bound.variable.0 as usize] = Some(value);
                        outer.push((bound.variable, value));
                    }
                    self.violated_in(scope, &quantified.body, outer, most, found)?;
                    outer.truncate(mark);
                }
                scope.values = before;
                Ok(())
            }
            _ => {
                if found.len() < most && !self.holds(scope, formula)? && !found.contains(outer) {
                    found.push(outer.clone());
                }
                Ok(())
            }
        }
    }

    fn violating_rows<'f>(
        &self,
        scope: &mut Scope<'f>,
        quantified: &'f Quantified,
        most: usize,
    ) -> Result<Vec<Box<[Value]>>, Failure> {
        if let Some(rows) = self.violating(scope, quantified, most) {
            return rows;
        }
        let mut rows = Vec::new();
        self.each(scope, &quantified.binding, &mut |this, scope| {
            if rows.len() >= most {
                return Ok(());
            }
            let counts = match &quantified.guard {
                Some(guard) => this.holds(scope, guard)?,
                None => true,
            };
            if counts && !this.holds(scope, &quantified.body)? {
                rows.push(scope.tuple(&quantified.binding));
            }
            Ok(())
        })?;
        Ok(rows)
    }
}
