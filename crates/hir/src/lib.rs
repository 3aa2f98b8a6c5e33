//! Lowering of syntax trees to position-free logic, and what a whole file says.
//!
//! A file is a list of [`blocks()`], a block a list of [`forms()`]. [`summary()`] boils a block
//! down, [`index()`] joins the summaries of a file, [`vocabulary()`] is the little of it that a
//! single form is judged by. None of them holds a position; [`SourceMap`] and [`BlockPlaces`]
//! lead back to the text, [`Spelling`] to the words of the file. The crate runs no engine and
//! judges nothing: that is for `analysis`. Start at [`Form`].

mod argument_domains;
mod block;
mod cache;
mod db;
mod declarations;
mod dependencies;
mod directive;
mod file_index;
mod form;
mod formula;
mod green;
mod keywords;
mod lower;
mod place;
mod profile;
mod spelling;
mod uses;

pub use argument_domains::domains;
pub use block::{Blk, BlockRef, blocks, directives, forms, summary};
pub use cache::{Cache, DirectiveCache, FormCache};
pub use db::{Db, QueryLog, RootDb, Sweeper};
pub use declarations::{
    Declared, OWN, closure, declared, declaring_forms, declaring_site, is_declaring,
    mentioned_files, own_statements,
};
pub use dependencies::{graph, strata};
pub use directive::{
    Content, Directive, DirectiveSpan, Expectation, Lowered, LoweredDirective, Perft, Reach,
    Signature,
};
pub use file_index::{Dependency, Index, alike, index};
pub use form::{Form, FormSpan, LoweredForm, Note, NoteKind, SourceMap};
pub use keywords::{KEYWORDS, Keyword, is_keyword, keyword};
pub use place::{BlockPlaces, span_of};
pub use profile::{Profile, Vocabulary, vocabulary};
pub use spelling::Spelling;
pub use uses::{
    FunctionUses, Item, ObjectUses, RelationSummary, RelationUses, SITES, Site, Spot, Summary, Uses,
};
