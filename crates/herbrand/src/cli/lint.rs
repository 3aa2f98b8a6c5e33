//! `herbrand lint`.

mod baseline;
mod examine;
mod format;
mod sheet;
mod tally;

use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use rayon::prelude::*;
use source::Config;

use self::baseline::Baseline;
use self::examine::{Examined, Task};
use self::format::{Style, Summary};
use self::tally::Tally;
pub(crate) use self::tally::{count, severity_name};
use super::args::{InputArgs, LintArgs, LintFormat};
use super::console::Console;
use super::engine::Reading;
use super::inputs::{self, Input};
use super::interrupt::Interrupt;
use super::levels::Levels;
use super::settings::Settings;
use super::verdict::{Problem, Verdict};

/// A file and the configuration that holds for it.
type Work = (Input, Arc<Config>);

/// Runs the command.
pub(crate) fn run(args: &LintArgs, levels: Levels, console: Console) -> io::Result<Verdict> {
    if let Some(message) = misuse(args) {
        console.error(message);
        return Ok(Verdict::FAILED);
    }
    let (work, problems, task) = match prepare(args, levels, console) {
        Ok(prepared) => prepared,
        Err(problem) => {
            console.error(&problem.line());
            return Ok(Verdict::FAILED);
        }
    };
    let interrupt = Interrupt::listen();
    let results = examine_all(&work, &task, args.input.jobs, &interrupt, console);
    report(args, &task, results, problems, console, interrupt.is_set())
}

fn misuse(args: &LintArgs) -> Option<&'static str> {
    let stdin = args.input.paths.iter().any(|path| path.as_os_str() == "-");
    if args.fix && stdin {
        return Some("standard input cannot be fixed in place; give a file to `--fix`");
    }
    if args.statistics && !matches!(args.format, LintFormat::Text | LintFormat::Json) {
        return Some("`--statistics` is written as text or json; choose one with `--format`");
    }
    None
}

fn prepare(
    args: &LintArgs,
    levels: Levels,
    console: Console,
) -> Result<(Vec<Work>, Vec<Problem>, Task), Problem> {
    let (work, problems) = gather(&args.input)?;
    let baseline = match &args.baseline {
        Some(file) if !args.write_baseline => Baseline::read(file)?,
        _ => Baseline::default(),
    };
    let task = Task {
        reading: Reading::of(&args.input),
        max_file_size: args.input.max_file_size,
        max_nesting: args.input.max_nesting,
        levels,
        fix: args.fix,
        baseline,
        write_baseline: args.write_baseline,
        style: Style {
            format: args.format,
            color: console.color,
            max_reports: args.max_reports,
        },
    };
    Ok((work, problems, task))
}

/// Finds the files and the configuration of each.
pub(crate) fn gather(args: &InputArgs) -> Result<(Vec<Work>, Vec<Problem>), Problem> {
    let mut settings = Settings::new(args.config.as_deref())?;
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

/// Below this size the work of starting threads is more than what they save.
const FEW: usize = 4;

/// How deep the analysis may recurse on the way through nested terms: threads get room for it.
const STACK: usize = 16 << 20;

/// Looks at all files, in parallel where that pays. A file that was not looked at any more
/// when Ctrl-C came is `None`.
fn examine_all(
    work: &[Work],
    task: &Task,
    jobs: Option<usize>,
    interrupt: &Interrupt,
    console: Console,
) -> Vec<Option<Examined>> {
    let bar = progress_bar(work.len(), console);
    let one = |(input, config): &Work| {
        if interrupt.is_set() {
            return None;
        }
        let result = catch_unwind(AssertUnwindSafe(|| task.examine(input, config)));
        bar.inc(1);
        // The panic hook has said what happened; the other files are still looked at.
        Some(result.unwrap_or_else(|_| Examined {
            problem: Some(Problem::new(
                &input.name,
                "not looked at: internal error, see above",
            )),
            ..Examined::default()
        }))
    };
    let pool = if work.len() < FEW || jobs == Some(1) {
        None
    } else {
        let threads = jobs.unwrap_or(0);
        rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .stack_size(STACK)
            .build()
            .ok()
    };
    let results = match pool {
        None => work.iter().map(one).collect(),
        Some(pool) => pool.install(|| work.par_iter().with_max_len(1).map(one).collect()),
    };
    bar.finish_and_clear();
    results
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

/// Writes the answer to standard output and everything else to standard error.
fn report(
    args: &LintArgs,
    task: &Task,
    results: Vec<Option<Examined>>,
    mut problems: Vec<Problem>,
    console: Console,
    interrupted: bool,
) -> io::Result<Verdict> {
    let mut tally = Tally::default();
    let (mut pieces, mut fixed, mut entries) = (Vec::new(), Vec::new(), Vec::new());
    let (mut skipped, mut known, mut stale) = (0, 0, 0);
    for result in results {
        let Some(done) = result else {
            skipped += 1;
            continue;
        };
        tally.add(&done.tally);
        pieces.push(done.piece);
        fixed.extend(done.fixed);
        entries.extend(done.entries);
        known += done.matched.known;
        stale += done.matched.stale;
        problems.extend(done.problem);
    }
    if task.write_baseline && !interrupted {
        problems.extend(write_baseline(args, entries));
    }
    problems.sort_by(|a, b| a.path.cmp(&b.path));
    let mut verdict = Verdict {
        errors: tally.errors > 0,
        ..Verdict::default()
    };
    problems.iter().for_each(|problem| verdict.add(problem));
    verdict.failed |= interrupted;

    let summary = Summary {
        pieces,
        problems: &problems,
        tally: &tally,
        fixed: &fixed,
        verdict,
    };
    let text = if args.statistics {
        statistics(&summary, args.format)
    } else {
        format::document(&summary, task.style)
    };
    let written = io::stdout().lock().write_all(text.as_bytes());

    for problem in &problems {
        console.error(&problem.line());
    }
    if args.format != LintFormat::Text {
        fixed.iter().for_each(|line| console.note(line));
    }
    if known > 0 {
        let verb = if task.write_baseline {
            "written to"
        } else {
            "left out by"
        };
        console.note(&format!("{} {verb} the baseline", count(known, "report")));
    }
    if stale > 0 {
        console.note(&format!(
            "{stale} of the baseline's reports occur no more; --write-baseline drops them"
        ));
    }
    if interrupted {
        console.error(&format!(
            "interrupted; {} not looked at",
            count(skipped, "file")
        ));
    }
    written.map(|()| verdict)
}

fn statistics(summary: &Summary<'_>, format: LintFormat) -> String {
    match format {
        LintFormat::Json => {
            let rows = serde_json::to_string_pretty(&summary.tally.rows()).expect("plain data");
            format!("{rows}\n")
        }
        _ => format!("{}{}\n", summary.tally.table(), summary.tally.summary()),
    }
}

fn write_baseline(args: &LintArgs, entries: Vec<baseline::Entry>) -> Option<Problem> {
    let file = args.baseline.as_deref()?;
    let written = super::replace::create(file, &baseline::document(entries));
    written
        .err()
        .map(|message| Problem::new(inputs::name_of(file), message))
}
