//! Terms.

use super::{Evaluator, Failure, Scope};
use crate::formula::core::{Bound, Formula, FunctionId, Term, TermKind};
use crate::formula::problem::Place;
use crate::formula::value::Value;
use crate::formula::written::Operator;

impl Evaluator<'_> {
    /// The values of terms; none where one has none.
    pub(super) fn tuple<'f>(
        &self,
        scope: &mut Scope<'f>,
        terms: &'f [Term],
    ) -> Result<Option<Box<[Value]>>, Failure> {
        let mut values = Vec::with_capacity(terms.len());
        let mut all = true;
        for term in terms {
            match self.term(scope, term)? {
                Some(value) => values.push(value),
                None => all = false,
            }
        }
        Ok(all.then(|| values.into()))
    }

    /// The value of a term; none outside a sort.
    pub(super) fn term<'f>(
        &self,
        scope: &mut Scope<'f>,
        term: &'f Term,
    ) -> Result<Option<Value>, Failure> {
        let computed = match &term.kind {
            TermKind::Integer(value) => Some(*value),
            TermKind::Element(element) => return Ok(Some(Value::element(*element))),
            TermKind::Constant(constant) => Some(self.instance.constants[constant.index()]),
            TermKind::Variable(variable) => return Ok(scope.values[variable.0 as usize]),
            TermKind::Apply(function, args) => {
                let Some(tuple) = self.tuple(scope, args)? else {
                    return Ok(None);
                };
                return Ok(self.function(scope, *function, tuple));
            }
            TermKind::Arithmetic(operator, operands) => {
                let a = self.integer(scope, &operands[0])?;
                let b = self.integer(scope, &operands[1])?;
                let (Some(a), Some(b)) = (a, b) else {
                    return Ok(None);
                };
                if b == 0 && matches!(operator, Operator::Divide | Operator::Modulo) {
                    return Err(failure(scope, term, true));
                }
                operator.apply(a, b)
            }
            TermKind::Absolute(operand) => {
                let Some(value) = self.integer(scope, operand)? else {
                    return Ok(None);
                };
                value.checked_abs()
            }
            TermKind::Minimum(operands) => match self.integers(scope, operands)? {
                Some(values) => values.into_iter().min(),
                None => return Ok(None),
            },
            TermKind::Maximum(operands) => match self.integers(scope, operands)? {
                Some(values) => values.into_iter().max(),
                None => return Ok(None),
            },
            TermKind::Count(binding, condition) => Some(self.count(scope, binding, condition)?),
            TermKind::Sum(binding, condition, summand) => {
                match self.sum(scope, term, binding, condition, summand)? {
                    Some(sum) => Some(sum),
                    None => return Ok(None),
                }
            }
        };
        match computed.and_then(Value::integer) {
            Some(value) => Ok(Some(value)),
            None => Err(failure(scope, term, false)),
        }
    }

    fn integer<'f>(&self, scope: &mut Scope<'f>, term: &'f Term) -> Result<Option<i64>, Failure> {
        Ok(self.term(scope, term)?.and_then(Value::as_integer))
    }

    fn integers<'f>(
        &self,
        scope: &mut Scope<'f>,
        terms: &'f [Term],
    ) -> Result<Option<Vec<i64>>, Failure> {
        let mut values = Vec::new();
        for term in terms {
            match self.integer(scope, term)? {
                Some(value) => values.push(value),
                None => return Ok(None),
            }
        }
        Ok(Some(values))
    }

    fn function(
        &self,
        scope: &Scope<'_>,
        function: FunctionId,
        tuple: Box<[Value]>,
    ) -> Option<Value> {
        let declared = &self.spec.declarations.functions[function.index()];
        if !self.fits(&declared.columns, &tuple) {
            return None;
        }
        scope.interpretation.values.get(&(function, tuple)).copied()
    }

    fn count<'f>(
        &self,
        scope: &mut Scope<'f>,
        binding: &'f [Bound],
        condition: &'f Formula,
    ) -> Result<i64, Failure> {
        if let Some(found) = self.counted(scope, binding, condition) {
            return found;
        }
        let mut count = 0;
        self.each(scope, binding, &mut |this, scope| {
            count += i64::from(this.holds(scope, condition)?);
            Ok(())
        })?;
        Ok(count)
    }

    /// None where a summand has none.
    fn sum<'f>(
        &self,
        scope: &mut Scope<'f>,
        term: &'f Term,
        binding: &'f [Bound],
        condition: &'f Formula,
        summand: &'f Term,
    ) -> Result<Option<i64>, Failure> {
        let mut sum = Some(0_i64);
        let mut add = |this: &Self, scope: &mut Scope<'f>| {
            match (sum, this.integer(scope, summand)?) {
                (Some(so_far), Some(value)) => match so_far.checked_add(value) {
                    Some(next) => sum = Some(next),
                    None => return Err(failure(scope, term, false)),
                },
                _ => sum = None,
            }
            Ok(())
        };
        match self.matches(scope, binding, condition) {
            Some(rows) => {
                for row in rows? {
                    scope.bind(binding, Some(&row));
                    add(self, scope)?;
                }
                scope.bind(binding, None);
            }
            None => self.each(scope, binding, &mut |this, scope| {
                if this.holds(scope, condition)? {
                    add(this, scope)?;
                }
                Ok(())
            })?,
        }
        Ok(sum)
    }
}

fn failure(scope: &Scope<'_>, term: &Term, by_zero: bool) -> Failure {
    let bound = scope.variables.iter().zip(&scope.values);
    Failure {
        place: Place {
            statement: scope.statement,
            node: term.id,
        },
        by_zero,
        binding: bound
            .filter_map(|(variable, value)| Some((variable.name.clone(), (*value)?)))
            .collect(),
    }
}
