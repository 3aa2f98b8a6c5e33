//! A long session does not grow: neither the values of the database nor what is allocated.
//!
//! Without optimisation a tenth of the edits is made and one in fifty of them diagnosed, so that
//! the test ends in good time; `cargo test --release` makes all.

use std::alloc::System;

use herbrand_tests::{Typist, counting_game};
use ide::{Draft, Host, Statistics};
use source::{Encoding, File};
use stats_alloc::{INSTRUMENTED_SYSTEM, StatsAlloc};
use syntax::{TextEdit, TextRange, TextSize};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

const EDITS: usize = if cfg!(debug_assertions) {
    1_000
} else {
    10_000
};
const DIAGNOSED: usize = if cfg!(debug_assertions) { 50 } else { 1 };
const CYCLES: usize = 500;
/// Cycles until caches are as full as they get.
const WARM_UP: usize = 50;

fn live() -> usize {
    let stats = ALLOCATOR.stats();
    stats.allocations - stats.deallocations
}

fn diagnose(host: &Host, file: File) -> Statistics {
    let snapshot = host.snapshot();
    ide::diagnostics(&snapshot, file);
    snapshot.statistics(file)
}

/// One test, since the allocator counts for the whole process.
#[test]
fn values_and_allocations_stay_bounded() {
    open_and_close();
    type_and_take_back();
}

fn open_and_close() {
    let mut host = Host::default();
    let file = host.file("game.kif");
    let text = counting_game(600);
    let mut after_first = None;
    for cycle in 0..CYCLES {
        host.set_text(file, text.as_str().into(), Encoding::Utf8);
        let open = diagnose(&host, file);
        host.set_text(file, "".into(), Encoding::Utf8);
        diagnose(&host, file);
        let now = (open, live());
        if cycle < WARM_UP {
            continue;
        }
        let (first, live_first) = *after_first.get_or_insert(now);
        assert_eq!(open.blocks, first.blocks);
        assert!(
            open.highest_block <= first.highest_block + open.blocks as u32 + 2,
            "{open:?} after {first:?}"
        );
        assert!(
            now.1 < live_first + live_first / 2 + 2_000,
            "{} allocations after {live_first}",
            now.1
        );
    }
    assert_eq!(host.file_count(), 1);
}

fn type_and_take_back() {
    let mut host = Host::default();
    let file = host.file("game.kif");
    host.set_text(file, counting_game(25_658).as_str().into(), Encoding::Utf8);
    let first = diagnose(&host, file);
    let live_first = live();
    let mut typist = Typist::new(11);
    for number in 1..=EDITS {
        let mut draft = Draft::new(host.text(file));
        let key = typist.next(draft.text());
        let [start, end] =
            [key.start, key.end].map(|at| TextSize::try_from(at).expect("a small text"));
        draft.apply(&TextEdit::replace(TextRange::new(start, end), key.insert));
        host.commit(file, draft);
        if number % DIAGNOSED == 0 {
            let now = diagnose(&host, file);
            let most = 3 * first.blocks as u32 + 64;
            assert!(
                now.highest_block <= first.highest_block + most,
                "{now:?} after {first:?} and {number} edits"
            );
            assert!(
                now.cached_forms <= 2 * first.cached_forms + 4_096,
                "{now:?} after {first:?} and {number} edits"
            );
            assert!(
                live() < live_first + live_first / 2,
                "{} allocations after {live_first} and {number} edits",
                live()
            );
        }
    }
}
