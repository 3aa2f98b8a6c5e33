//! What each rule cost.

use std::time::Duration;

/// Figures of one clause of a program. Facts have none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RuleStatistics {
    /// Ground instances whose body holds; counted once per conjunction of a body with
    /// disjunctions.
    pub instances: u64,
    /// Atoms that it was the first to derive.
    pub atoms: u64,
    /// Rows looked at.
    pub steps: u64,
    /// Time spent; for display only, nothing depends on it.
    pub time: Duration,
}
