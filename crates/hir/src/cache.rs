//! Lowered forms, found again by the green nodes that they were made of.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use rustc_hash::FxHashMap;
use syntax::{Block, GreenNode};

use crate::LoweredForm;

/// Lowered forms by the identity of their green nodes. Salsa knows nothing of it: an entry
/// holds what lowering its node gives, so that whether it is found changes no result.
#[derive(Debug, Default)]
pub struct FormCache(Mutex<Entries>);

#[derive(Debug, Default)]
struct Entries {
    by_node: FxHashMap<usize, Entry>,
    /// The text that all entries cover, in bytes.
    weight: usize,
    /// The weight at which entries of dead blocks are thrown out.
    limit: usize,
    lowered: u64,
}

#[derive(Debug)]
struct Entry {
    /// Held, so that no other node can come to lie at its address.
    node: GreenNode,
    form: LoweredForm,
    /// The last block that had the form.
    block: Weak<Block>,
}

/// How much text of dead forms, in bytes, is kept beyond that of living ones at least.
const SLACK: usize = 1 << 16;

impl FormCache {
    /// The lowered forms of the `nodes` of `block`, in order; `incomplete` tells of each whether
    /// it has an error inside. Those that are not known are made by `lower`.
    pub(crate) fn forms(
        &self,
        block: &Arc<Block>,
        nodes: impl Iterator<Item = (GreenNode, bool)>,
        mut lower: impl FnMut(&GreenNode, bool) -> LoweredForm,
    ) -> Vec<LoweredForm> {
        let mut entries = self.entries();
        let forms = nodes
            .map(|(node, incomplete)| {
                let key = std::ptr::from_ref(&*node).cast::<()>().addr();
                if let Some(entry) = entries.by_node.get_mut(&key)
                    && entry.form.form.incomplete == incomplete
                {
                    entry.block = Arc::downgrade(block);
                    return entry.form.clone();
                }
                let form = lower(&node, incomplete);
                entries.lowered += 1;
                entries.insert(
                    key,
                    Entry {
                        node,
                        form: form.clone(),
                        block: Arc::downgrade(block),
                    },
                );
                form
            })
            .collect();
        entries.evict();
        forms
    }

    fn entries(&self) -> MutexGuard<'_, Entries> {
        // A panic while lowering leaves no entry half made.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many entries there are.
    pub fn len(&self) -> usize {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .by_node
            .len()
    }

    /// Whether there is no entry.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How much text its forms cover, in bytes: at most twice that of living forms and some.
    pub fn text_len(&self) -> usize {
        self.entries().weight
    }

    /// How many forms have been lowered since the cache was made.
    pub fn lowered(&self) -> u64 {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .lowered
    }
}

impl Entries {
    fn insert(&mut self, key: usize, entry: Entry) {
        self.weight += weight(&entry.node);
        if let Some(old) = self.by_node.insert(key, entry) {
            self.weight -= weight(&old.node);
        }
    }

    /// Throws out the forms of dead blocks once they may outweigh the living ones. Seldom
    /// enough to cost nothing per edit.
    fn evict(&mut self) {
        if self.weight <= self.limit.max(SLACK) {
            return;
        }
        self.by_node
            .retain(|_, entry| entry.block.strong_count() > 0);
        self.weight = self.by_node.values().map(|entry| weight(&entry.node)).sum();
        self.limit = 2 * self.weight + SLACK;
    }
}

fn weight(node: &GreenNode) -> usize {
    usize::from(node.text_len())
}
