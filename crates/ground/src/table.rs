//! A hash table from contents to small numbers; the contents are kept elsewhere.

/// An open-addressing set of ids. A slot holds 32 bits of the hash, which spare most comparisons
/// and all rehashing, and the id; 0 is an empty slot.
#[derive(Clone, Debug, Default)]
pub(crate) struct Table {
    slots: Vec<u64>,
    len: usize,
    shift: u32,
}

/// The hash of a sequence of words: multiply and rotate, as `rustc-hash` does, the upper half of
/// the product being the well mixed one.
#[inline]
pub(crate) fn hash(seed: u32, words: &[u32]) -> u32 {
    const K: u64 = 0x9E37_79B9_7F4A_7C15;
    let mut hash = u64::from(seed).wrapping_add(1).wrapping_mul(K);
    for &word in words {
        hash = (hash.rotate_left(23) ^ u64::from(word)).wrapping_mul(K);
    }
    (hash >> 32) as u32
}

impl Table {
    /// The id with this hash that `same` accepts.
    #[inline]
    pub(crate) fn find(&self, hash: u32, same: impl Fn(u32) -> bool) -> Option<u32> {
        if self.slots.is_empty() {
            return None;
        }
        let mask = self.slots.len() - 1;
        let mut at = (hash >> self.shift) as usize & mask;
        loop {
            let slot = self.slots[at];
            if slot == 0 {
                return None;
            }
            if (slot >> 32) as u32 == hash {
                let id = slot as u32 - 1;
                if same(id) {
                    return Some(id);
                }
            }
            at = (at + 1) & mask;
        }
    }

    /// The id that is there already, or `None` after `id` was put there.
    #[inline]
    pub(crate) fn insert(&mut self, hash: u32, id: u32, same: impl Fn(u32) -> bool) -> Option<u32> {
        if (self.len + 1) * 2 > self.slots.len() {
            self.grow((self.len + 1) * 2);
        }
        let mask = self.slots.len() - 1;
        let mut at = (hash >> self.shift) as usize & mask;
        loop {
            let slot = self.slots[at];
            if slot == 0 {
                self.slots[at] = u64::from(hash) << 32 | u64::from(id + 1);
                self.len += 1;
                return None;
            }
            if (slot >> 32) as u32 == hash {
                let known = slot as u32 - 1;
                if same(known) {
                    return Some(known);
                }
            }
            at = (at + 1) & mask;
        }
    }

    /// How many bytes it takes.
    pub(crate) fn bytes(&self) -> usize {
        self.slots.len() * 8
    }

    fn grow(&mut self, least: usize) {
        let size = (least + 1).next_power_of_two().max(16);
        let old = std::mem::replace(&mut self.slots, vec![0; size]);
        // A hash has 32 bits: past 2³² slots they would all begin in the lower ones.
        self.shift = 32_u32.saturating_sub(size.trailing_zeros());
        let mask = size - 1;
        for slot in old.into_iter().filter(|&slot| slot != 0) {
            let mut at = ((slot >> 32) as u32 >> self.shift) as usize & mask;
            while self.slots[at] != 0 {
                at = (at + 1) & mask;
            }
            self.slots[at] = slot;
        }
    }
}
