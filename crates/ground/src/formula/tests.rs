//! Grounding against the reference evaluator.
