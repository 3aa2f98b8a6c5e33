//! Where `lint --ground` stops grounding.

use clap::Args;
use ground::Limits;
use source::parse_size;

/// Those of `ground`, but that a game has smaller ones unless told: what is beyond is better
/// played by its rules, and a run over many games is to end.
#[derive(Args, Clone, Copy, Debug, Default)]
#[command(next_help_heading = "Limits of --ground")]
pub(crate) struct GroundingArgs {
    /// How many atoms may hold [default: 3000000 for a game, 50000000 for a
    /// program, 10000000 for a puzzle]
    #[arg(long, value_name = "N")]
    max_atoms: Option<u64>,

    /// How many ground instances rules may have [default: 10000000 for a game, 100000000 for a
    /// program, 5000000 for each rule of a puzzle]
    #[arg(long, value_name = "N")]
    max_instances: Option<u64>,

    /// How many atoms may be looked at [default: 100000000 for a game, 1000000000 for
    /// a program, 100000000 for a puzzle]
    #[arg(long, value_name = "N")]
    max_steps: Option<u64>,

    /// How deep functions may nest in derived atoms [default: 100]
    #[arg(long, value_name = "N")]
    max_depth: Option<u32>,

    /// How much memory atoms and indexes may take, in bytes or with k, M or G [default: 2G]
    #[arg(long, value_name = "SIZE", value_parser = parse_size)]
    max_memory: Option<u64>,
}

impl GroundingArgs {
    /// The limits of a game, or of a program.
    pub(crate) fn limits(&self, game: bool) -> Limits {
        let default = if game {
            Limits::GAME
        } else {
            Limits::default()
        };
        Limits {
            atoms: self.max_atoms.unwrap_or(default.atoms),
            instances: self.max_instances.unwrap_or(default.instances),
            steps: self.max_steps.unwrap_or(default.steps),
            depth: self.max_depth.unwrap_or(default.depth),
            bytes: self.max_memory.unwrap_or(default.bytes),
        }
    }

    /// The limits of a puzzle.
    pub(crate) fn of_formulas(&self) -> ground::formula::Limits {
        let default = driver::BACKGROUND;
        ground::formula::Limits {
            atoms: self.max_atoms.unwrap_or(default.atoms),
            instances: self.max_instances.unwrap_or(default.instances),
            clauses: default.clauses,
            steps: self.max_steps.unwrap_or(default.steps),
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[derive(clap::Parser)]
    struct Alone {
        #[command(flatten)]
        limits: GroundingArgs,
    }

    #[test]
    fn the_help_names_the_defaults() {
        let limits = GroundingArgs::default();
        let help = Alone::command().render_long_help().to_string();
        for limits in [limits.limits(true), limits.limits(false)] {
            for number in [limits.atoms, limits.instances, limits.steps] {
                assert!(
                    help.contains(&format!("{number} for a")),
                    "{number}: {help}"
                );
            }
            assert!(
                help.contains(&format!("[default: {}]", limits.depth)),
                "{help}"
            );
            assert_eq!(limits.bytes, 2 << 30, "{help}");
        }
    }

    #[test]
    fn the_help_names_the_defaults_of_puzzles() {
        let limits = GroundingArgs::default().of_formulas();
        let help = Alone::command().render_long_help().to_string();
        let help = help.split_whitespace().collect::<Vec<_>>().join(" ");
        for number in [
            format!("{} for a puzzle", limits.atoms),
            format!("{} for each rule of a puzzle", limits.instances),
            format!("{} for a puzzle", limits.steps),
        ] {
            assert!(help.contains(&number), "{number}: {help}");
        }
    }

    #[test]
    fn what_is_given_counts_for_games_too() {
        use clap::Parser;
        let given = Alone::parse_from(["", "--max-instances", "7", "--max-depth", "3"]);
        let limits = given.limits.limits(true);
        assert_eq!((limits.instances, limits.depth), (7, 3));
        assert_eq!(limits.atoms, Limits::GAME.atoms);
    }
}
