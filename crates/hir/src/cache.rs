//! Lowered forms and directives, found again by the green nodes that they were made of.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use rustc_hash::FxHashMap;
use syntax::{Block, GreenNode};

use crate::{LoweredForm, directive::Lowered};

/// Lowered forms by the identity of their green nodes.
pub type FormCache = Cache<LoweredForm>;

/// Lowered directives by the identity of their green nodes.
pub type DirectiveCache = Cache<Lowered>;

/// What green nodes were lowered to, by their identity. Salsa knows nothing of it: an entry
/// holds what lowering its node gives, so that whether it is found changes no result.
#[derive(Debug)]
pub struct Cache<T>(Mutex<Entries<T>>);

#[derive(Debug)]
struct Entries<T> {
    by_node: FxHashMap<usize, Entry<T>>,
    /// The text that all entries cover, in bytes.
    weight: usize,
    /// The weight at which entries of dead blocks are thrown out.
    limit: usize,
    lowered: u64,
}

#[derive(Debug)]
struct Entry<T> {
    /// Held, so that no other node can come to lie at its address.
    node: GreenNode,
    /// Whether the node has an error inside, which is not seen in the node.
    incomplete: bool,
    lowered: T,
    /// The last block that had the node.
    block: Weak<Block>,
}

impl<T> Default for Cache<T> {
    fn default() -> Self {
        Self(Mutex::new(Entries {
            by_node: FxHashMap::default(),
            weight: 0,
            limit: 0,
            lowered: 0,
        }))
    }
}

/// How much text of dead nodes, in bytes, is kept beyond that of living ones at least.
const SLACK: usize = 1 << 16;

impl<T: Clone> Cache<T> {
    /// What the `nodes` of `block` are lowered to, in order; with each stands whether it has an
    /// error inside. What is not known is made by `lower`.
    pub(crate) fn lowered_nodes(
        &self,
        block: &Arc<Block>,
        nodes: impl Iterator<Item = (GreenNode, bool)>,
        mut lower: impl FnMut(&GreenNode, bool) -> T,
    ) -> Vec<T> {
        let mut entries = self.entries();
        let all = nodes
            .map(|(node, incomplete)| {
                let key = std::ptr::from_ref(&*node).cast::<()>().addr();
                if let Some(entry) = entries.by_node.get_mut(&key)
                    && entry.incomplete == incomplete
                {
                    entry.block = Arc::downgrade(block);
                    return entry.lowered.clone();
                }
                let lowered = lower(&node, incomplete);
                entries.lowered += 1;
                entries.insert(
                    key,
                    Entry {
                        node,
                        incomplete,
                        lowered: lowered.clone(),
                        block: Arc::downgrade(block),
                    },
                );
                lowered
            })
            .collect();
        entries.evict();
        all
    }

    fn entries(&self) -> MutexGuard<'_, Entries<T>> {
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

    /// How much text its nodes cover, in bytes: at most twice that of living ones and some.
    pub fn text_len(&self) -> usize {
        self.entries().weight
    }

    /// How many nodes have been lowered since the cache was made.
    pub fn lowered(&self) -> u64 {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .lowered
    }
}

impl<T> Entries<T> {
    fn insert(&mut self, key: usize, entry: Entry<T>) {
        self.weight += weight(&entry.node);
        if let Some(old) = self.by_node.insert(key, entry) {
            self.weight -= weight(&old.node);
        }
    }

    /// Throws out the nodes of dead blocks once they may outweigh the living ones. Seldom
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
