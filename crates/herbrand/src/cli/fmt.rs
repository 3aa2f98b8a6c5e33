//! `herbrand fmt`.

use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};

use similar::TextDiff;
use source::{Config, decode};
use syntax::{FormatOptions, format};

use super::args::FmtArgs;
use super::console::Console;
use super::engine::{Reading, parse};
use super::inputs::Input;
use super::lint::{count, gather};
use super::replace::replace;
use super::verdict::{Problem, Verdict};

/// What became of a file.
enum Outcome {
    Unchanged,
    /// The file was written, or would be.
    Changed {
        diff: Option<String>,
    },
    /// The text of standard input, laid out.
    Text(String),
}

/// Runs the command.
pub(crate) fn run(args: &FmtArgs, console: Console) -> io::Result<Verdict> {
    let mut verdict = Verdict::default();
    let (work, mut problems) = match gather(&args.input) {
        Ok(gathered) => gathered,
        Err(problem) => {
            console.error(&problem.line());
            return Ok(Verdict::FAILED);
        }
    };
    let mut out = io::stdout().lock();
    let mut changed = 0;
    let mut piped = false;
    for (input, config) in &work {
        let done = catch_unwind(AssertUnwindSafe(|| one(args, input, config)));
        let internal = |_| {
            Err(Problem::new(
                &input.name,
                "left alone: internal error, see above",
            ))
        };
        match done.unwrap_or_else(internal) {
            Ok(Outcome::Unchanged) => {}
            Ok(Outcome::Changed { diff }) => {
                changed += 1;
                if let Some(diff) = diff {
                    out.write_all(diff.as_bytes())?;
                }
            }
            Ok(Outcome::Text(text)) => {
                piped = true;
                out.write_all(text.as_bytes())?;
            }
            Err(problem) => problems.push(problem),
        }
    }
    for problem in &problems {
        console.error(&problem.line());
        verdict.add(problem);
    }
    verdict.errors = args.check && changed > 0;
    if !piped {
        let rest = work.len() - changed;
        let would = if args.check {
            "would be formatted"
        } else {
            "formatted"
        };
        console.note(&format!(
            "{} {would}, {rest} left as they are",
            count(changed, "file")
        ));
    }
    Ok(verdict)
}

fn one(args: &FmtArgs, input: &Input, config: &Config) -> Result<Outcome, Problem> {
    let mut reading = Reading::of(&args.input);
    if input.path.is_some() {
        reading.dialect = None;
    }
    if args.input.max_nesting.is_none()
        && let Some(max_depth) = config.max_nesting
    {
        reading.options.max_depth = max_depth;
    }
    let limit = args.input.max_file_size.or(config.max_file_size);
    let bytes = input.read(limit.unwrap_or(super::inputs::MAX_FILE_SIZE))?;
    let (text, encoding) = decode(bytes.clone());
    let new = format(
        &parse(&input.name, &text, reading),
        FormatOptions::default(),
    );
    let path = match &input.path {
        None if !args.check => return Ok(Outcome::Text(new)),
        path => path,
    };
    if new == text {
        return Ok(Outcome::Unchanged);
    }
    if args.check {
        let diff = TextDiff::from_lines(text.as_str(), new.as_str());
        let names = (
            format!("{} (now)", input.name),
            format!("{} (formatted)", input.name),
        );
        let diff = diff.unified_diff().header(&names.0, &names.1).to_string();
        return Ok(Outcome::Changed { diff: Some(diff) });
    }
    let problem = |message: String| Problem::new(&input.name, message);
    let encoded = encoding
        .encode(&new)
        .ok_or_else(|| problem(format!("not written: not all of it is {}", encoding.name())))?;
    if let Some(path) = path {
        replace(path, &bytes, &encoded).map_err(problem)?;
    }
    Ok(Outcome::Changed { diff: None })
}
