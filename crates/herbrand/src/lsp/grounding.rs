//! Grounding in the background.
//!
//! Some time after the last edit of a document a worker takes an owned snapshot of what it says,
//! and a thread of its own grounds that, outside the database. Whatever makes the document another
//! drops the [`Grounding`] that it has, which stops the thread at once and makes a result that
//! still arrives one of a generation that is gone.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crossbeam_channel::Sender;
use driver::{Spec, Stop};
use ground::{Limits, Options, formula};
use ide::{Grounded, Obstacle, Puzzle, Run};
use indicatif::HumanCount;

use super::calls::ClientCalls;
use super::capabilities::ClientFeatures;
use super::front::panic_message;
use super::owner::Task;
use super::puzzles;
use super::settings::setting;
use super::stopping::meanwhile;
use super::uri::Key;
use super::workers::{Outcome, STACK_SIZE, View, Work};

/// What a document of one generation grounds to, and the way there. To drop it is to stop it.
#[derive(Default)]
pub(super) struct Grounding {
    /// When to begin; `None` once that is done, or where it never will be.
    pub(super) due: Option<Instant>,
    /// How far it is.
    pub(super) state: Grounded,
    /// What runs of the solver have shown, the last ones last.
    pub(super) runs: Vec<Arc<Run>>,
    /// What it answered last.
    pub(super) answer: Option<Arc<str>>,
    cancel: Cancel,
    /// Of the ground expansions that are being written.
    expansions: Vec<Cancel>,
    /// Whether one was ever asked for.
    pub(super) expanded: bool,
}

impl Grounding {
    /// One that is to begin at a time, or never.
    pub(super) fn due(due: Option<Instant>) -> Grounding {
        Grounding {
            due,
            state: due.map_or(Grounded::Off, |_| Grounded::Pending),
            ..Grounding::default()
        }
    }

    /// Sets this flag too when it is dropped.
    pub(super) fn watch(&mut self, flag: &Arc<AtomicBool>) {
        self.expansions
            .retain(|other| Arc::strong_count(&other.0) > 1);
        self.expansions.push(Cancel(Arc::clone(flag)));
        self.expanded = true;
    }

    /// The flag that is set when it is dropped.
    pub(super) fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.cancel.0)
    }
}

/// Sets its flag when it is dropped.
#[derive(Default)]
pub(super) struct Cancel(pub(super) Arc<AtomicBool>);

impl Drop for Cancel {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// A spec to ground.
pub(super) struct Job {
    key: Key,
    generation: u64,
    what: What,
    cancel: Arc<AtomicBool>,
    /// What the client can show.
    features: ClientFeatures,
    /// What it is called there.
    name: String,
}

/// What a text says, and how far its grounding goes.
pub(super) enum What {
    /// A program or a game.
    Spec(Box<Spec>, Limits),
    /// A puzzle.
    Puzzle(Puzzle, formula::Limits),
}

/// Between two reports of how far a grounding is.
pub(super) const PACE: Duration = Duration::from_millis(250);

/// After so many times that long a grounding in the background is shown to the user.
const PATIENCE: u32 = 4;

/// "1,234 atoms, 56,789 rule instances".
pub(super) fn counts_text(counts: &ground::Progress) -> String {
    let (atoms, instances) = (HumanCount(counts.atoms()), HumanCount(counts.instances()));
    format!("{atoms} atoms, {instances} rule instances")
}

/// Starts the thread; it ends when the sender is dropped.
pub(super) fn start(owner: &Sender<Task>, calls: &ClientCalls) -> io::Result<Sender<Job>> {
    let (sink, source) = crossbeam_channel::unbounded::<Job>();
    let (owner, calls) = (owner.clone(), calls.clone());
    std::thread::Builder::new()
        .name("grounding".to_owned())
        .stack_size(STACK_SIZE)
        .spawn(move || {
            for job in source {
                perform(job, &owner, &calls);
            }
        })?;
    Ok(sink)
}

fn perform(job: Job, owner: &Sender<Task>, calls: &ClientCalls) {
    if job.cancel.load(Ordering::Relaxed) {
        return;
    }
    // Tests wait for these lines.
    tracing::info!(
        "grounding {}, generation {}",
        job.key.as_str(),
        job.generation
    );
    let counts = ground::Progress::default();
    // Progress that the client shows, and what stops the work by it.
    let mut shown = None;
    let mut ticks = 0;
    let tick = || {
        ticks += 1;
        if ticks == PATIENCE {
            let title = format!("Grounding {}", job.name);
            shown = calls
                .progress(None, title, job.features)
                .map(|(token, progress)| (calls.stoppables.add(token, &job.cancel), progress));
        }
        if let Some((_, progress)) = &shown {
            // Puzzles count nothing while they are grounded.
            if matches!(job.what, What::Spec(..)) {
                progress.report(&counts_text(&counts), None);
            }
        }
    };
    let result = catch_unwind(AssertUnwindSafe(|| {
        meanwhile(PACE, tick, || of(&job, &counts))
    }));
    let by_user = shown.is_some_and(|(stopper, _)| stopper.is_stopped());
    let grounded = match result {
        Ok(Ok(grounded)) => grounded,
        Ok(Err(stop)) if stop.cancelled && !by_user => {
            tracing::info!(
                "stopped grounding {}, generation {}",
                job.key.as_str(),
                job.generation
            );
            return;
        }
        Ok(Err(stop)) => Grounded::Stopped(Arc::new(with_setting(stop))),
        Err(panic) => {
            let message = panic_message(&*panic);
            tracing::error!("grounding {} panicked: {message}", job.key.as_str());
            Grounded::Stopped(Arc::new(Stop::fault(&crate::cli::panics::bug(message))))
        }
    };
    let atoms = atoms(&grounded);
    let done = format!("{}, generation {}", job.key.as_str(), job.generation);
    // The owner is gone only when the process is about to end.
    let _ = owner.send(Task::Grounded {
        key: job.key,
        generation: job.generation,
        grounded: Some(grounded),
    });
    if let Some(atoms) = atoms {
        // Whoever reads this is answered with it.
        tracing::info!("grounded {done}: {atoms} atoms");
    }
}

fn of(job: &Job, counts: &ground::Progress) -> Result<Grounded, Stop> {
    match &job.what {
        What::Spec(spec, limits) => {
            let options = Options {
                limits: *limits,
                cancel: Some(&job.cancel),
                progress: Some(counts),
                ..Options::default()
            };
            let grounding = driver::Grounding::of(spec, &options)?;
            Ok(Grounded::Done(Arc::new(grounding)))
        }
        What::Puzzle(puzzle, limits) => {
            let grounded = puzzles::ground(puzzle, *limits, &job.cancel)?;
            Ok(Grounded::Puzzle(Arc::new(grounded)))
        }
    }
}

/// How many atoms there are, for the log; `None` where nothing was grounded.
fn atoms(grounded: &Grounded) -> Option<u64> {
    match grounded {
        Grounded::Puzzle(puzzle) => Some(puzzle.grounding.as_ref().map_or(0, |told| told.atoms)),
        _ => grounded.done().map(|told| told.atoms as u64),
    }
}

/// The same, and how to raise the limit.
pub(super) fn with_setting(mut stop: Stop) -> Stop {
    if let Some(setting) = stop.limit.and_then(setting) {
        stop.message = format!("{}; raise it with the setting `{setting}`", stop.message);
    }
    stop
}

/// The work of taking the snapshot.
pub(super) struct Prepare {
    pub(super) key: Key,
    pub(super) generation: u64,
    pub(super) cancel: Arc<AtomicBool>,
    pub(super) queue: Sender<Job>,
    pub(super) features: ClientFeatures,
    pub(super) name: String,
    pub(super) prepared: Option<Prepared>,
}

/// What a worker made of a text: nothing, where an error leaves the text without a meaning.
pub(super) type Prepared = Result<What, Obstacle>;

/// What a view says.
pub(super) fn prepared(view: &View) -> Prepared {
    let settings = &view.session.settings.grounding;
    if ide::is_puzzle(&view.snapshot, view.file) {
        let puzzle = ide::puzzle(&view.snapshot, view.file)?;
        return Ok(What::Puzzle(puzzle, settings.limits_of_puzzles()));
    }
    match ide::obstacle(&view.snapshot, view.file) {
        Some(found) => {
            let line = view.lines.line(found.range.start()) + 1;
            Err(Obstacle {
                message: found.message.into(),
                place: format!("line {line}").into(),
            })
        }
        None => Ok(What::Spec(
            Box::new(ide::spec(&view.snapshot, view.file)),
            settings.limits(),
        )),
    }
}

impl Work for Prepare {
    fn run(&mut self, view: View) {
        self.prepared = Some(prepared(&view));
    }

    fn finish(self: Box<Self>, outcome: Outcome, owner: &Sender<Task>) {
        let grounded = match (outcome, self.prepared) {
            (Outcome::Done, Some(Ok(what))) => {
                let job = Job {
                    key: self.key,
                    generation: self.generation,
                    what,
                    cancel: self.cancel,
                    features: self.features,
                    name: self.name,
                };
                if self.queue.send(job).is_err() {
                    tracing::error!("the grounding thread is gone");
                }
                return;
            }
            (Outcome::Done, Some(Err(obstacle))) => Some(Grounded::Obstructed(obstacle)),
            (Outcome::Panicked(message), _) => Some(Grounded::Stopped(Arc::new(Stop::fault(
                &crate::cli::panics::bug(&message),
            )))),
            (Outcome::Interrupted | Outcome::Done, _) => None,
        };
        // The owner is gone only when the process is about to end.
        let _ = owner.send(Task::Grounded {
            key: self.key,
            generation: self.generation,
            grounded,
        });
    }

    fn is_obsolete(&self) -> bool {
        self.cancel.load(Ordering::Relaxed)
    }
}
