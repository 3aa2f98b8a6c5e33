//! Work on many files: in parallel where that pays, with a progress bar, until Ctrl-C.

use std::sync::Arc;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use rayon::prelude::*;
use source::Config;

use super::args::InputArgs;
use super::console::Console;
use super::inputs::{self, Input};
use super::interrupt::Interrupt;
use super::panics;
use super::settings::Settings;
use super::verdict::Problem;

/// A file and the configuration that holds for it.
pub(crate) type Work = (Input, Arc<Config>);

/// Finds the files and the configuration of each, and says what cannot be found.
///
/// # Errors
/// When a configuration cannot be used.
pub(crate) fn gather(args: &InputArgs) -> Result<(Vec<Work>, Vec<Problem>), Problem> {
    let mut settings = Settings::new(args.reading.config.as_deref())?;
    let (inputs, problems) = inputs::find(&args.paths);
    let with_config = |input: Input| {
        let config = settings.of(&input.directory())?;
        Ok((input, config))
    };
    let work = inputs
        .into_iter()
        .map(with_config)
        .collect::<Result<_, Problem>>()?;
    Ok((work, problems))
}

/// What became of the work.
pub(crate) struct Done<T> {
    /// The results of the files that were worked on, in their order.
    pub(crate) results: Vec<T>,
    /// The files on which the program itself failed.
    pub(crate) problems: Vec<Problem>,
    /// How many files were not looked at any more when Ctrl-C came; `None` if it did not.
    pub(crate) interrupted: Option<usize>,
}

/// Below this size the work of starting threads is more than what they save.
const FEW: usize = 4;

/// How deep the analysis may recurse on the way through nested terms: threads get room for it.
const STACK: usize = 16 << 20;

/// Does the same with all files. Work that takes long looks at
/// whether Ctrl-C was pressed.
pub(crate) fn each<T: Send>(
    work: &[Work],
    args: &InputArgs,
    console: Console,
    one: impl Fn(&Input, &Config, &Interrupt) -> T + Sync,
) -> Done<T> {
    // Who waits for standard input is ended by Ctrl-C at once, as by any other filter.
    let interrupt = match work.iter().any(|(input, _)| input.path.is_none()) {
        true => Interrupt::default(),
        false => Interrupt::listen(),
    };
    let bar = progress_bar(work.len(), console);
    let step = |(input, config): &Work| {
        if interrupt.is_set() {
            return None;
        }
        let result = panics::catch(|| {
            if args
                .panic_at
                .as_ref()
                .is_some_and(|name| *name == input.name)
            {
                panic!("as the test wished");
            }
            one(input, config, &interrupt)
        });
        bar.inc(1);
        Some(result.map_err(|message| Problem::new(&input.name, message)))
    };
    let pool = if work.len() < FEW || args.jobs == Some(1) {
        None
    } else {
        rayon::ThreadPoolBuilder::new()
            .num_threads(args.jobs.unwrap_or(0))
            .stack_size(STACK)
            .build()
            .ok()
    };
    let steps: Vec<_> = match pool {
        None => work.iter().map(step).collect(),
        Some(pool) => pool.install(|| work.par_iter().with_max_len(1).map(step).collect()),
    };
    bar.finish_and_clear();

    let skipped = steps.iter().filter(|step| step.is_none()).count();
    let mut done = Done {
        results: Vec::new(),
        problems: Vec::new(),
        interrupted: interrupt.is_set().then_some(skipped),
    };
    for step in steps.into_iter().flatten() {
        match step {
            Ok(result) => done.results.push(result),
            Err(problem) => done.problems.push(problem),
        }
    }
    done
}

fn progress_bar(files: usize, console: Console) -> ProgressBar {
    if files < 2 * FEW || !console.interactive {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} files {eta}");
    let bar = ProgressBar::with_draw_target(Some(files as u64), ProgressDrawTarget::stderr());
    match style {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
