//! `herbrand fmt`.

use std::io;

use similar::TextDiff;
use source::{Config, decode};
use syntax::{FormatOptions, Operators, format};

use super::args::{FmtArgs, OperatorSpelling};
use super::console::Console;
use super::each::{each, gather};
use super::engine::{Reading, parse};
use super::inputs::Input;
use super::lint::count;
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
    let done = each(&work, &args.input, console, |input, config, _| {
        one(args, input, config)
    });
    problems.extend(done.problems);
    let (mut unchanged, mut changed) = (0, 0);
    let mut piped = false;
    let mut text = String::new();
    for outcome in done.results {
        match outcome {
            Ok(Outcome::Unchanged) => unchanged += 1,
            Ok(Outcome::Changed { diff }) => {
                changed += 1;
                text.push_str(diff.as_deref().unwrap_or_default());
            }
            Ok(Outcome::Text(formatted)) => {
                piped = true;
                text.push_str(&formatted);
            }
            Err(problem) => problems.push(problem),
        }
    }
    let written = console.answer(&text);
    problems.sort_by(|a, b| a.path.cmp(&b.path));
    for problem in &problems {
        console.error(&problem.line());
        verdict.add(problem);
    }
    verdict.errors = args.check && changed > 0;
    if !piped {
        let would = if args.check {
            "would be formatted"
        } else {
            "formatted"
        };
        console.note(&format!(
            "{} {would}, {unchanged} left as they are",
            count(changed, "file")
        ));
    }
    if let Some(skipped) = done.interrupted {
        console.interrupted(skipped);
        verdict.failed = true;
    }
    written.map(|()| verdict)
}

fn one(args: &FmtArgs, input: &Input, config: &Config) -> Result<Outcome, Problem> {
    let reading = Reading::of(&args.input.reading, config, input);
    let bytes = reading.bytes(input)?;
    let (text, encoding) = decode(bytes.clone());
    let options = FormatOptions {
        operators: match args.operators {
            None => Operators::Kept,
            Some(OperatorSpelling::Words) => Operators::Words,
            Some(OperatorSpelling::Ascii) => Operators::Ascii,
            Some(OperatorSpelling::Unicode) => Operators::Unicode,
        },
        ..FormatOptions::default()
    };
    let new = format(&parse(&input.name, &text, &reading), options);
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
