//! herbrand
fn main() {}
