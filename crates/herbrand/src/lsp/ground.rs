//! The ground expansion of a document.

/// The command that shows it.
pub(super) const GROUND: &str = "herbrand.ground";
