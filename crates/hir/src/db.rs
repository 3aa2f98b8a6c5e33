//! The database: what queries need beside salsa, and the one implementation of it.

use std::fmt;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use salsa::EventKind;

use crate::cache::{DirectiveCache, FormCache};

/// The database that the queries of this crate and those above run on.
#[salsa::db]
pub trait Db: source::Db {
    /// Lowered forms by their green nodes, kept so that a block which changes lowers only the
    /// forms that did.
    fn form_cache(&self) -> &FormCache;

    /// The same for directives.
    fn directive_cache(&self) -> &DirectiveCache;
}

/// The database of the program and of tests. A clone shares all values with its original; an
/// original that is about to change an input waits for its clones to be dropped.
#[salsa::db]
#[derive(Clone, Default)]
pub struct RootDb {
    storage: salsa::Storage<Self>,
    forms: Arc<FormCache>,
    directives: Arc<DirectiveCache>,
}

impl RootDb {
    /// A database that notes which queries it runs.
    pub fn logging() -> (RootDb, QueryLog) {
        let log = QueryLog::default();
        let events = log.clone();
        let storage = salsa::Storage::new(Some(Box::new(move |event| events.note(&event))));
        (
            RootDb {
                storage,
                forms: Arc::default(),
                directives: Arc::default(),
            },
            log,
        )
    }

    /// What tidies up when a file was closed.
    pub fn sweeper(&self) -> Sweeper {
        Sweeper {
            forms: Arc::clone(&self.forms),
            directives: Arc::clone(&self.directives),
        }
    }
}

/// Lets go of what is kept for the blocks that take the place of others: none will, where a file
/// was closed.
#[derive(Clone, Debug)]
pub struct Sweeper {
    forms: Arc<FormCache>,
    directives: Arc<DirectiveCache>,
}

impl Sweeper {
    /// Does so, at once.
    pub fn sweep(&self) {
        self.forms.forget_dead();
        self.directives.forget_dead();
    }
}

impl fmt::Debug for RootDb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RootDb").finish_non_exhaustive()
    }
}

#[salsa::db]
impl salsa::Database for RootDb {}

#[salsa::db]
impl source::Db for RootDb {}

#[salsa::db]
impl Db for RootDb {
    fn form_cache(&self) -> &FormCache {
        &self.forms
    }

    fn directive_cache(&self) -> &DirectiveCache {
        &self.directives
    }
}

/// The names of the queries that a [`RootDb::logging`] database has run, and how often it could
/// have been interrupted.
#[derive(Clone, Debug, Default)]
pub struct QueryLog {
    ran: Arc<Mutex<Vec<String>>>,
    pauses: Arc<AtomicUsize>,
}

impl QueryLog {
    fn note(&self, event: &salsa::Event) {
        match &event.kind {
            EventKind::WillExecute { database_key } => {
                let key = format!("{database_key:?}");
                let name = key.split('(').next().unwrap_or(&key).to_owned();
                let mut ran = self.ran.lock().unwrap_or_else(PoisonError::into_inner);
                ran.push(name);
            }
            EventKind::WillCheckCancellation => {
                self.pauses.fetch_add(1, Ordering::Relaxed);
            }
            _ => {}
        }
    }

    /// How often since the last call an edit that waited would have ended a query.
    pub fn take_pauses(&self) -> usize {
        self.pauses.swap(0, Ordering::Relaxed)
    }

    /// The queries that ran since the last call, sorted, each as often as it ran.
    pub fn take(&self) -> Vec<String> {
        let mut names =
            std::mem::take(&mut *self.ran.lock().unwrap_or_else(PoisonError::into_inner));
        names.sort();
        names
    }
}
