//! The end of the client's process ends the server.

use std::time::Duration;

use sysinfo::{Pid, ProcessRefreshKind, ProcessStatus, ProcessesToUpdate, System};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

/// How long a server may outlive a client that left its pipes open to others.
const INTERVAL: Duration = Duration::from_secs(1);

/// Tells when the process with the id it was given is gone.
pub(super) struct ParentWatch {
    gone: UnboundedSender<()>,
}

/// A watch, and the receiver that it speaks to.
pub(super) fn watch() -> (ParentWatch, UnboundedReceiver<()>) {
    let (gone, receiver) = unbounded_channel();
    (ParentWatch { gone }, receiver)
}

impl ParentWatch {
    /// Starts to watch a process.
    pub(super) fn start(&self, id: u32) {
        let gone = self.gone.clone();
        let watching = std::thread::Builder::new()
            .name("parent".to_owned())
            .spawn(move || {
                let mut system = match System::new() {
                    Ok(system) => system,
                    Err(error) => {
                        tracing::error!("cannot watch the client's process: {error}");
                        return;
                    }
                };
                let born = start_time(&mut system, id);
                loop {
                    if born.is_none() || start_time(&mut system, id) != born {
                        // Nobody listens any more when the server is ending anyway.
                        let _ = gone.send(());
                        return;
                    }
                    std::thread::sleep(INTERVAL);
                }
            });
        if let Err(error) = watching {
            tracing::error!("cannot watch the client's process: {error}");
        }
    }
}

/// When the process started; `None` when it is gone. An id alone may be given to another.
fn start_time(system: &mut System, id: u32) -> Option<u64> {
    let pid = Pid::from_u32(id);
    system.refresh_processes_specifics(
        ProcessesToUpdate::Some(&[pid]),
        true,
        ProcessRefreshKind::nothing(),
    );
    let process = system.process(pid)?;
    let ended = matches!(
        process.status(),
        ProcessStatus::Zombie | ProcessStatus::Dead
    );
    (!ended).then(|| process.start_time())
}
