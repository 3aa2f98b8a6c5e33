//! Literals.

use std::num::NonZeroI32;
use std::ops::Not;

/// A variable or its negation, as DIMACS writes it: variables count from 1, and a negative number
/// negates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Literal(NonZeroI32);

impl Literal {
    /// The literal of a DIMACS number; `None` for 0 and for `i32::MIN`, which has no negation.
    pub fn new(number: i32) -> Option<Self> {
        if number == i32::MIN {
            return None;
        }
        NonZeroI32::new(number).map(Self)
    }

    /// The DIMACS number.
    pub fn number(self) -> i32 {
        self.0.get()
    }

    /// The variable, from 1.
    pub fn variable(self) -> u32 {
        self.0.get().unsigned_abs()
    }

    /// Whether it is a variable, not the negation of one.
    pub fn is_positive(self) -> bool {
        self.0.get() > 0
    }
}

impl Not for Literal {
    type Output = Self;

    fn not(self) -> Self {
        Self(-self.0)
    }
}
