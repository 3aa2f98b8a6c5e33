//! The tables that `show grid` asks for.

use super::{Evaluator, Failure, Interpretation, Scope};
use crate::formula::core::{Bound, Grid, Variable};
use crate::formula::problem::StatementId;
use crate::formula::value::Value;

/// A table of a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// What each row is of.
    pub rows: Vec<Value>,
    /// What each column is of.
    pub columns: Vec<Value>,
    /// The cells, row by row: nothing, or a value and whether there would have been another one.
    pub cells: Vec<Vec<Option<(Value, bool)>>>,
}

impl Evaluator<'_> {
    /// The table that a `show grid` statement asks for.
    ///
    /// # Errors
    /// A failure in it.
    pub fn table<'f>(
        &self,
        id: StatementId,
        variables: &'f [Variable],
        grid: &'f Grid,
        interpretation: &'f Interpretation,
    ) -> Result<Table, Failure> {
        let mut scope = Scope::new(id, variables, interpretation);
        let rows = self.values(&mut scope, &grid.row)?;
        let columns = self.values(&mut scope, &grid.column)?;
        let mut cells = Vec::with_capacity(rows.len());
        for &row in &rows {
            let mut line = Vec::with_capacity(columns.len());
            for &column in &columns {
                scope.values[grid.row.variable.0 as usize] = Some(row);
                scope.values[grid.column.variable.0 as usize] = Some(column);
                line.push(self.cell(&mut scope, grid)?);
            }
            cells.push(line);
        }
        Ok(Table {
            rows,
            columns,
            cells,
        })
    }

    /// The first value, and whether there is another one.
    fn cell<'f>(
        &self,
        scope: &mut Scope<'f>,
        grid: &'f Grid,
    ) -> Result<Option<(Value, bool)>, Failure> {
        let mut found: Option<(Value, bool)> = None;
        let others: &'f [Bound] = &grid.others;
        self.each(scope, others, &mut |this, scope| {
            let holds = match &grid.condition {
                Some(condition) => this.holds(scope, condition)?,
                None => true,
            };
            if !holds {
                return Ok(());
            }
            let value = this.term(scope, &grid.term)?;
            found = match (found, value) {
                (None, Some(value)) => Some((value, false)),
                (Some((first, more)), Some(value)) => Some((first, more || value != first)),
                (found, None) => found,
            };
            Ok(())
        })?;
        Ok(found)
    }
}
