//! A long session does not grow: neither the values of the database nor what is allocated.
//!
//! Typing comes back to the text that it started from again and again. What is held there after
//! a while may not exceed what was held there before by more than chance: a single allocation
//! lost at each edit would.

use std::alloc::System;

use herbrand_tests::{Keystroke, Typist, counting_game};
use ide::{Draft, Host, Statistics};
use source::{Encoding, File};
use stats_alloc::{INSTRUMENTED_SYSTEM, StatsAlloc};
use syntax::{TextEdit, TextRange, TextSize};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// One test, since the allocator counts for the whole process.
#[test]
fn values_and_allocations_stay_bounded() {
    open_and_close(500);
    type_and_take_back(100, 50);
}

/// What a host holds, and how many allocations are alive in the process.
#[derive(Clone, Copy, Debug)]
struct Held {
    statistics: Statistics,
    allocations: usize,
}

impl Held {
    fn now(host: &mut Host) -> Held {
        let statistics = host.statistics();
        let stats = ALLOCATOR.stats();
        Held {
            statistics,
            allocations: stats.allocations - stats.deallocations,
        }
    }

    fn max(self, other: Held) -> Held {
        let (own, others) = (self.statistics, other.statistics);
        Held {
            statistics: Statistics {
                values: own.values.max(others.values),
                results: own.results.max(others.results),
                cached_forms: own.cached_forms.max(others.cached_forms),
            },
            allocations: self.allocations.max(other.allocations),
        }
    }
}

fn diagnose(host: &Host, file: File) -> usize {
    ide::diagnostics(&host.snapshot(), file, &ide::Grounded::Off, &[]).len()
}

/// Fifty times over, then no more than in those.
fn open_and_close(cycles: usize) {
    let mut host = Host::default();
    let file = host.file("game.kif");
    let text = counting_game(600);
    let mut most: Option<Held> = None;
    for cycle in 0..cycles {
        host.set_text(file, text.as_str().into(), Encoding::Utf8);
        diagnose(&host, file);
        host.set_text(file, "".into(), Encoding::Utf8);
        host.sweeper().sweep();
        diagnose(&host, file);
        let now = Held::now(&mut host);
        assert_eq!(now.statistics.cached_forms, 0);
        let before = *most.get_or_insert(now);
        if cycle < 50 {
            most = Some(before.max(now));
        } else {
            assert_no_more(now, before, cycle);
        }
    }
    assert_eq!(host.file_count(), 1);
}

/// Types `steps` keystrokes, each diagnosed, and takes them back one by one; `rounds` times.
fn type_and_take_back(rounds: usize, steps: usize) {
    let mut host = Host::default();
    let file = host.file("game.kif");
    let text = counting_game(25_658);
    host.set_text(file, text.as_str().into(), Encoding::Utf8);
    diagnose(&host, file);
    let mut typist = Typist::new(11);
    let mut most: Option<Held> = None;
    for round in 0..rounds {
        let mut undos = Vec::new();
        for _ in 0..steps {
            let key = typist.next(host.text(file));
            undos.push(press(&mut host, file, &key));
        }
        for undo in undos.iter().rev() {
            press(&mut host, file, undo);
        }
        assert!(**host.text(file) == *text, "all is taken back");
        let now = Held::now(&mut host);
        let before = *most.get_or_insert(now);
        if round < rounds / 10 {
            most = Some(before.max(now));
        } else {
            assert_no_more(now, before, round);
        }
    }
}

/// Makes the edit, asks for diagnostics, and returns the edit that takes it back.
fn press(host: &mut Host, file: File, key: &Keystroke) -> Keystroke {
    let mut draft = Draft::new(host.text(file));
    let undo = Keystroke {
        start: key.start,
        end: key.start + key.insert.len(),
        insert: draft.text()[key.start..key.end].to_owned(),
    };
    let [start, end] = [key.start, key.end].map(|at| TextSize::try_from(at).expect("a small text"));
    draft.apply(&TextEdit::replace(
        TextRange::new(start, end),
        key.insert.clone(),
    ));
    host.commit(file, draft);
    diagnose(host, file);
    undo
}

fn assert_no_more(now: Held, before: Held, round: usize) {
    let message = || format!("round {round}: {now:?}, at most {before:?} before");
    let (statistics, most) = (now.statistics, before.statistics);
    assert!(statistics.values <= most.values, "{}", message());
    assert!(statistics.results <= most.results, "{}", message());
    assert!(
        statistics.cached_forms <= most.cached_forms + most.cached_forms / 100,
        "{}",
        message()
    );
    assert!(
        now.allocations <= before.allocations + before.allocations / 100,
        "{}",
        message()
    );
}
