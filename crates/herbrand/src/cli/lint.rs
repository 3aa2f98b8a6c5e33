//! `herbrand lint`.

mod baseline;
mod examine;
mod format;
mod limits;
mod sheet;
mod tally;

use std::io;

use ground::Progress;

use self::baseline::Baseline;
use self::examine::{Examined, Task, Watch};
use self::format::Summary;
pub(crate) use self::format::{Style, piece};
pub(crate) use self::limits::GroundingArgs;
pub(crate) use self::sheet::{Position, Sheet};
use self::tally::Tally;
pub(crate) use self::tally::{count, severity_name};
use super::args::{LintArgs, LintFormat};
use super::console::{Console, answer};
use super::each::{Done, Work, each, gather};
use super::engine::Reading;
use super::inputs;
use super::levels::Levels;
use super::verdict::{Problem, Verdict};
use super::watch::{counts, watched};

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
    let progress = Progress::default();
    let all = || {
        each(&work, &args.input, console, |input, config, interrupt| {
            let reading = Reading::of(&args.input.reading, config, input);
            let watch = Watch {
                interrupt,
                progress: &progress,
            };
            task.examine(input, config, &reading, watch)
        })
    };
    // Of many files a bar shows how far they are.
    let done = match &work[..] {
        [(_, config)] if task.ground || config.ground => {
            watched(console, &|| counts("grounding", &progress), all)
        }
        _ => all(),
    };
    report(args, &task, done, problems, console)
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
        Some(file) if args.write_baseline => Baseline::new(file),
        Some(file) => Baseline::read(file)?,
        None => Baseline::default(),
    };
    let task = Task {
        levels,
        fix: args.fix,
        ground: args.ground || args.implied,
        implied: args.implied,
        limits: args.limits,
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

/// Writes the answer to standard output and everything else to standard error.
fn report(
    args: &LintArgs,
    task: &Task,
    examined: Done<Option<Examined>>,
    mut problems: Vec<Problem>,
    console: Console,
) -> io::Result<Verdict> {
    let mut tally = Tally::default();
    let (mut pieces, mut fixed, mut entries) = (Vec::new(), Vec::new(), Vec::new());
    let (mut known, mut stale) = (0, 0);
    problems.extend(examined.problems);
    let cut = examined.results.iter().filter(|done| done.is_none());
    let cut = cut.count();
    for done in examined.results.into_iter().flatten() {
        tally.add(&done.tally);
        pieces.push(done.piece);
        fixed.extend(done.fixed);
        entries.extend(done.entries);
        known += done.matched.known;
        stale += done.matched.stale;
        problems.extend(done.problem);
    }
    if task.write_baseline && examined.interrupted.is_none() {
        problems.extend(write_baseline(args, entries));
    }
    problems.sort_by(|a, b| a.path.cmp(&b.path));
    let mut verdict = Verdict {
        errors: tally.errors > 0,
        ..Verdict::default()
    };
    problems.iter().for_each(|problem| verdict.add(problem));
    verdict.failed |= examined.interrupted.is_some();

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
    let written = answer(&text);

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
    if let Some(skipped) = examined.interrupted {
        console.interrupted(skipped + cut);
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
