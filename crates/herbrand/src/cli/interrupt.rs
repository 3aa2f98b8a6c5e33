//! Ctrl-C.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether the user wants the run to end.
#[derive(Clone, Default)]
pub(crate) struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// From now on the first Ctrl-C asks for an end and the second one makes it.
    pub(crate) fn listen() -> Interrupt {
        let interrupt = Interrupt::default();
        let flag = &interrupt.0;
        // In this order: the second signal finds the flag that the first one has set. Where no
        // handler can be set, Ctrl-C ends the process at once, as it does by itself.
        let signal = signal_hook::consts::SIGINT;
        let _ = signal_hook::flag::register_conditional_shutdown(signal, 130, Arc::clone(flag))
            .and_then(|_| signal_hook::flag::register(signal, Arc::clone(flag)));
        interrupt
    }

    /// What Ctrl-C sets.
    pub(crate) fn flag(&self) -> &AtomicBool {
        &self.0
    }

    /// The same, for those that outlive this.
    pub(crate) fn shared(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.0)
    }

    /// Whether Ctrl-C was pressed.
    pub(crate) fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
