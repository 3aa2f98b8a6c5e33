//! Lowered forms and directives, found again by the green nodes that they were made of.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use rowan::GreenNodeData;
use rustc_hash::FxHashMap;
use syntax::{Block, GreenNode};

use crate::{LoweredForm, directive::Lowered};

/// Lowered forms by the identity of their green nodes.
pub type FormCache = Cache<LoweredForm>;

/// Lowered directives by the identity of their green nodes.
pub type DirectiveCache = Cache<Lowered>;

/// What green nodes were lowered to, by their identity. Salsa knows nothing of it: an entry
/// holds what lowering its node gives, so that whether it is found changes no result.
///
/// It holds the nodes of living blocks, and for a while those of blocks that are gone: the
/// blocks that take their place find them here. How long is counted in *rounds*. A round ends
/// when an eighth of the blocks have asked for their nodes anew, or nodes have been lowered that
/// make a sixteenth of all that is held; what has been dead for a whole round goes.
#[derive(Debug)]
pub struct Cache<T>(Mutex<Entries<T>>);

#[derive(Debug)]
struct Entries<T> {
    by_node: FxHashMap<usize, Entry<T>>,
    by_block: FxHashMap<usize, Owner>,
    /// The text that all entries cover, in bytes.
    weight: usize,
    round: Round,
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
    block: usize,
}

impl<T> Default for Cache<T> {
    fn default() -> Self {
        Self(Mutex::new(Entries {
            by_node: FxHashMap::default(),
            by_block: FxHashMap::default(),
            weight: 0,
            round: Round::default(),
            lowered: 0,
        }))
    }
}

/// A block with the nodes that it had when they were asked for.
#[derive(Debug)]
struct Owner {
    /// Even weak it keeps the address from being given to another block.
    block: Weak<Block>,
    nodes: Vec<usize>,
    /// Whether it was gone when the last round ended.
    gone: bool,
}

/// What has happened since the last sweep.
#[derive(Debug, Default)]
struct Round {
    blocks: usize,
    weight: usize,
}

/// The blocks and the bytes that make a round in a small file.
const LEAST_ROUND: Round = Round {
    blocks: 16,
    weight: 1 << 14,
};

impl<T: Clone> Cache<T> {
    /// What the `nodes` of `block` are lowered to, in order; with each stands whether it has an
    /// error inside. What is not known is made by `lower`, while others may use the cache.
    pub(crate) fn lowered_nodes<'a>(
        &self,
        block: &Arc<Block>,
        nodes: impl Iterator<Item = (&'a GreenNodeData, bool)> + Clone,
        lower: impl Fn(&GreenNode, bool) -> T,
    ) -> Vec<T> {
        let known = self.entries().claim(block, nodes.clone());
        let mut made = Vec::new();
        let all = known
            .into_iter()
            .zip(nodes)
            .map(|(known, (node, incomplete))| {
                known.unwrap_or_else(|| {
                    let node = node.to_owned();
                    let lowered = lower(&node, incomplete);
                    made.push(Entry {
                        node,
                        incomplete,
                        lowered: lowered.clone(),
                        block: address(block),
                    });
                    lowered
                })
            })
            .collect();
        self.entries().keep(made);
        all
    }

    /// Lets go of what no living block has.
    pub(crate) fn forget_dead(&self) {
        let mut entries = self.entries();
        entries.sweep();
        entries.sweep();
    }

    fn entries(&self) -> MutexGuard<'_, Entries<T>> {
        // Nothing that runs under the lock leaves an entry half made.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many entries there are.
    pub fn len(&self) -> usize {
        self.entries().by_node.len()
    }

    /// Whether there is no entry.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How much text its nodes cover, in bytes.
    pub fn text_len(&self) -> usize {
        self.entries().weight
    }

    /// How many nodes have been lowered since the cache was made.
    pub fn lowered(&self) -> u64 {
        self.entries().lowered
    }
}

impl<T: Clone> Entries<T> {
    /// Gives all `nodes` to `block`, and says what is known of each.
    fn claim<'a>(
        &mut self,
        block: &Arc<Block>,
        nodes: impl Iterator<Item = (&'a GreenNodeData, bool)> + Clone,
    ) -> Vec<Option<T>> {
        let owner = Owner {
            block: Arc::downgrade(block),
            nodes: nodes.clone().map(|(node, _)| address_of(node)).collect(),
            gone: false,
        };
        self.by_block.insert(address(block), owner);
        self.round.blocks += 1;
        nodes
            .map(|(node, incomplete)| {
                let entry = self.by_node.get_mut(&address_of(node))?;
                entry.block = address(block);
                (entry.incomplete == incomplete).then(|| entry.lowered.clone())
            })
            .collect()
    }

    /// Takes what was lowered.
    fn keep(&mut self, made: Vec<Entry<T>>) {
        for entry in made {
            let own = weight(&entry.node);
            self.weight += own;
            self.round.weight += own;
            self.lowered += 1;
            if let Some(old) = self.by_node.insert(address_of(&entry.node), entry) {
                self.weight -= weight(&old.node);
            }
        }
        if self.round.blocks > LEAST_ROUND.blocks.max(self.by_block.len() / 8)
            || self.round.weight > LEAST_ROUND.weight.max(self.weight / 16)
        {
            self.sweep();
        }
    }

    /// Ends the round.
    fn sweep(&mut self) {
        self.round = Round::default();
        let (by_node, weight_left) = (&mut self.by_node, &mut self.weight);
        self.by_block.retain(|&block, owner| {
            if owner.block.strong_count() > 0 {
                return true;
            }
            if !owner.gone {
                owner.gone = true;
                return true;
            }
            for node in &owner.nodes {
                // Another block may have the node by now.
                if by_node.get(node).is_some_and(|entry| entry.block == block)
                    && let Some(entry) = by_node.remove(node)
                {
                    *weight_left -= weight(&entry.node);
                }
            }
            false
        });
    }
}

fn weight(node: &GreenNodeData) -> usize {
    usize::from(node.text_len())
}

fn address(block: &Arc<Block>) -> usize {
    Arc::as_ptr(block).addr()
}

fn address_of(node: &GreenNodeData) -> usize {
    std::ptr::from_ref(node).cast::<()>().addr()
}
