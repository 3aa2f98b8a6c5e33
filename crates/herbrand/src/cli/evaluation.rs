//! Limits of evaluation on the command line, and what is said when one is reached.

use std::sync::atomic::AtomicBool;

use clap::Args;
use driver::Stop;
use ground::{Limit, Limits, Options, Progress};
use source::parse_size;

use super::console::Console;
use super::opened::Opened;
use super::verdict::{Problem, Verdict};

/// Where evaluation stops.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Limits of evaluation")]
pub(crate) struct EvaluationArgs {
    #[arg(long, value_name = "N", help = told("How many atoms may hold", |limits| limits.atoms))]
    max_atoms: Option<u64>,

    #[arg(
        long,
        value_name = "N",
        help = told("How many ground instances rules may have", |limits| limits.instances),
    )]
    max_instances: Option<u64>,

    #[arg(long, value_name = "N", help = told("How many atoms may be looked at", |limits| limits.steps))]
    max_steps: Option<u64>,

    /// How deep functions may nest in derived atoms
    #[arg(long, value_name = "N", default_value_t = Limits::default().depth)]
    max_depth: u32,

    /// How much memory atoms and indexes may take, in bytes or with k, M or G
    #[arg(long, value_name = "SIZE", value_parser = parse_size, default_value = "2G")]
    max_memory: u64,
}

/// A limit with its values where none is given.
fn told(what: &str, limit: fn(Limits) -> u64) -> String {
    let (usual, game) = (limit(Limits::default()), limit(Limits::GAME));
    format!("{what} [default: {usual}; of a game to ground {game}]")
}

impl EvaluationArgs {
    /// The limits with a flag that Ctrl-C sets, and what is told how far it is.
    pub(crate) fn options<'a>(
        &self,
        cancel: &'a AtomicBool,
        progress: Option<&'a Progress>,
    ) -> Options<'a> {
        Options {
            limits: self.limits(),
            cancel: Some(cancel),
            progress,
            ..Options::default()
        }
    }

    /// The same for grounding; what is beyond is better played by the rules of a game.
    pub(crate) fn of_grounding<'a>(
        &self,
        is_game: bool,
        cancel: &'a AtomicBool,
        progress: &'a Progress,
    ) -> Options<'a> {
        let options = self.options(cancel, Some(progress));
        match is_game {
            true => Options {
                limits: self.over(Limits::GAME),
                ..options
            },
            false => options,
        }
    }

    /// The limits as far as quantified formulas have them.
    pub(crate) fn of_formulas(&self) -> ground::formula::Limits {
        let limits = self.limits();
        ground::formula::Limits {
            atoms: limits.atoms,
            instances: limits.instances,
            steps: limits.steps,
            ..ground::formula::Limits::default()
        }
    }

    /// The limits alone.
    pub(crate) fn limits(&self) -> Limits {
        self.over(Limits::default())
    }

    fn over(&self, usual: Limits) -> Limits {
        Limits {
            atoms: self.max_atoms.unwrap_or(usual.atoms),
            instances: self.max_instances.unwrap_or(usual.instances),
            steps: self.max_steps.unwrap_or(usual.steps),
            depth: self.max_depth,
            bytes: self.max_memory,
        }
    }
}

/// Says why there is no answer.
pub(crate) fn say_stop(stop: &Stop, opened: &Opened, console: Console) -> Verdict {
    console.error(&stop_text(stop, opened));
    verdict(stop)
}

/// How a run ends that has no answer; as every run that Ctrl-C has ended early where it was that.
fn verdict(stop: &Stop) -> Verdict {
    let limit = stop.limit.is_some();
    Verdict {
        limit,
        failed: stop.cancelled,
        errors: !limit && !stop.cancelled,
    }
}

/// Why there is no answer, where, and which option helps.
pub(crate) fn stop_text(stop: &Stop, opened: &Opened) -> String {
    problem(stop, opened).line()
}

/// The same among the problems of a run over many files.
pub(crate) fn problem(stop: &Stop, opened: &Opened) -> Problem {
    let place = stop
        .site
        .map_or_else(|| opened.name.clone(), |site| opened.place(site));
    let mut text = stop.message.clone();
    if let Some(option) = stop.limit.and_then(option) {
        text.push_str(&format!("; raise it with `{option}`"));
    }
    for range in &stop.ranges {
        text.push_str("\n  ");
        text.push_str(range);
    }
    Problem {
        path: place,
        message: text,
        limit: stop.limit.is_some(),
        was_read: true,
    }
}

/// The option that raises a limit.
fn option(limit: Limit) -> Option<&'static str> {
    match limit {
        Limit::Atoms => Some("--max-atoms"),
        Limit::Instances => Some("--max-instances"),
        Limit::Steps => Some("--max-steps"),
        Limit::Depth => Some("--max-depth"),
        Limit::Bytes => Some("--max-memory"),
        Limit::Conjunctions => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(clap::Parser)]
    struct Command {
        #[command(flatten)]
        evaluation: EvaluationArgs,
    }

    #[test]
    fn a_game_to_ground_has_limits_of_its_own() {
        let (cancel, progress) = (AtomicBool::new(false), Progress::default());
        let limits = |args: &[&str], is_game| {
            let command = <Command as clap::Parser>::parse_from(["herbrand"].iter().chain(args));
            let options = command.evaluation.of_grounding(is_game, &cancel, &progress);
            options.limits
        };
        assert_eq!(limits(&[], true), Limits::GAME);
        assert_eq!(limits(&[], false), Limits::default());
        let raised = limits(&["--max-instances", "77000000"], true);
        assert_eq!(
            (raised.instances, raised.steps),
            (77_000_000, Limits::GAME.steps)
        );
    }

    #[test]
    fn a_run_without_an_answer_ends_by_its_cause() {
        let code = |limit, cancelled| {
            let stop = Stop {
                message: String::new(),
                ranges: Vec::new(),
                site: None,
                rule: None,
                limit,
                cancelled,
                findings: Vec::new(),
            };
            verdict(&stop).code()
        };
        assert_eq!(code(Some(Limit::Atoms), false), 3);
        assert_eq!(code(None, true), 2, "as the book says of Ctrl-C");
        assert_eq!(code(None, false), 1);
    }
}
