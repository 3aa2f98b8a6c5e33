//! What the whole-product tests share.

mod binary;
mod client;
pub mod corpus;
pub mod linting;

pub use binary::herbrand;
pub use client::{Client, DEADLINE};
