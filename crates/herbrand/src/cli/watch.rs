//! How far long work is, on a line of the terminal that goes when it is done.

use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use ground::Progress;
use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::console::Console;

/// Nothing is shown of work that is shorter.
const PATIENCE: Duration = Duration::from_millis(300);

/// Between two looks at the work.
const PACE: Duration = Duration::from_millis(100);

/// Does the work, and shows meanwhile what `state` says of it, where somebody looks at standard
/// error.
pub(crate) fn watched<T>(
    console: Console,
    state: &(dyn Fn() -> String + Sync),
    work: impl FnOnce() -> T,
) -> T {
    if !console.interactive {
        return work();
    }
    thread::scope(|scope| {
        let (working, end) = channel();
        scope.spawn(move || show(state, &end));
        let result = work();
        // The line is gone before anything else is written: the scope waits for it.
        drop::<std::sync::mpsc::Sender<()>>(working);
        result
    })
}

fn show(state: &dyn Fn() -> String, end: &Receiver<()>) {
    if end.recv_timeout(PATIENCE) != Err(RecvTimeoutError::Timeout) {
        return;
    }
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
    let bar = match ProgressStyle::with_template("{spinner} {wide_msg}") {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    };
    loop {
        bar.set_message(format!("{}; Ctrl-C stops", state()));
        bar.tick();
        if end.recv_timeout(PACE) != Err(RecvTimeoutError::Timeout) {
            break;
        }
    }
    bar.finish_and_clear();
}

/// "grounding: 1,234 atoms, 56,789 rule instances".
pub(crate) fn counts(what: &str, progress: &Progress) -> String {
    format!(
        "{what}: {} atoms, {} rule instances",
        HumanCount(progress.atoms()),
        HumanCount(progress.instances())
    )
}
