//! What can be written on the command line.

use std::path::PathBuf;

use super::check::CheckArgs;
use super::ground::GroundArgs;
use super::lint::GroundingArgs;
use super::model::ModelArgs;
use super::prove::ProveArgs;
use super::solve::SolveArgs;
use super::test::TestArgs;
use super::why::WhyArgs;
use clap::builder::styling::{AnsiColor, Styles};
use clap::{Args, Parser, Subcommand, ValueEnum};
use source::parse_size;
use syntax::ParseOptions;

const STYLES: Styles = Styles::styled()
    .header(AnsiColor::Green.on_default().bold())
    .usage(AnsiColor::Green.on_default().bold())
    .literal(AnsiColor::Cyan.on_default().bold())
    .placeholder(AnsiColor::Cyan.on_default());

/// Language server and toolchain for GDL, in which games are described, and QPROP, in which puzzles are
#[derive(Parser)]
#[command(
    name = "herbrand",
    version,
    styles = STYLES,
    max_term_width = 100,
    after_help = "Exit codes: 0 nothing is wrong; 1 the files have errors; 2 wrong usage or a \
                  file that cannot be read; 3 a limit was hit.\n\n\
                  Examples:\n  herbrand lint games/\n  herbrand lint --fix chess.kif\n  \
                  herbrand explain unsafe-variable"
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,

    /// When to colour what is printed
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub(crate) color: ColorChoice,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    Lint(LintArgs),
    Fmt(FmtArgs),
    Graph(GraphArgs),
    Model(ModelArgs),
    Why(WhyArgs),
    Ground(GroundArgs),
    Solve(Box<SolveArgs>),
    Prove(Box<ProveArgs>),
    Check(Box<CheckArgs>),
    Test(TestArgs),
    Explain(ExplainArgs),
    Lsp(LspArgs),
}

/// When output is coloured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ColorChoice {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// The spelling of what comes from standard input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Language {
    /// Prefix: `(<= (p ?x) (q ?x))`
    Kif,
    /// Infix: `p(X) :- q(X)`
    Hrf,
    /// Quantified propositional logic: `forall x . p(x) or q(x)`
    Qprop,
}

/// How files are read, and how much of them.
#[derive(Args)]
pub(crate) struct ReadingArgs {
    /// The spelling of standard input; without it the text decides
    #[arg(long, value_name = "LANGUAGE")]
    pub(crate) language: Option<Language>,

    /// The `herbrand.toml` to use; without it the nearest one in each file's directory or above
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,

    /// The largest file to read, in bytes or with k, M or G [default: 64M]
    #[arg(long, value_name = "SIZE", value_parser = parse_size)]
    pub(crate) max_file_size: Option<u64>,

    /// How deep parentheses may nest, up to 1024 [default: 256]
    #[arg(long, value_name = "LEVELS", value_parser = clap::value_parser!(u16).range(1..=i64::from(ParseOptions::DEEPEST)))]
    pub(crate) max_nesting: Option<u16>,
}

/// Files to read.
#[derive(Args)]
pub(crate) struct InputArgs {
    /// Files, directories (searched for .kif, .gdl, .hrf and .qprop; hidden and git-ignored files
    /// are left out), or `-` for standard input
    #[arg(required = true, value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) reading: ReadingArgs,

    /// How many files to work on at once [default: one for each core]
    #[arg(long, short, value_name = "N", value_parser = parse_jobs)]
    pub(crate) jobs: Option<usize>,

    /// Fail at the file of this name, for the tests of what happens then
    #[arg(long, value_name = "FILE", hide = true)]
    pub(crate) panic_at: Option<String>,
}

/// Report what is wrong in rule sheets
#[derive(Args)]
#[command(after_help = "\
Examples:
  herbrand lint games/                          every sheet below games/
  herbrand lint --fix chess.kif                 mend what can safely be mended
  herbrand lint --deny warnings --format github games/
  herbrand lint --allow hints --deny unused-relation chess.kif
  herbrand lint --ground chess.kif              also what only its ground instances show
  herbrand lint --baseline known.json --write-baseline games/
  herbrand lint - --language hrf < rules.txt")]
pub(crate) struct LintArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    /// How to write the reports
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: LintFormat,

    /// Make reports of CODE errors; also `all`, `errors`, `warnings`, `hints`
    #[arg(long, value_name = "CODE", value_delimiter = ',')]
    pub(crate) deny: Vec<String>,

    /// Make reports of CODE warnings; also `all`, `errors`, `warnings`, `hints`
    #[arg(long, value_name = "CODE", value_delimiter = ',')]
    pub(crate) warn: Vec<String>,

    /// Do not show reports of CODE; also `all`, `errors`, `warnings`, `hints`
    #[arg(long, value_name = "CODE", value_delimiter = ',')]
    pub(crate) allow: Vec<String>,

    /// Apply the safe fixes, then report what is left
    #[arg(long)]
    pub(crate) fix: bool,

    /// Report what is wrong with what files ground to as well; `[lint] ground = true` in
    /// `herbrand.toml` says so for a folder
    #[arg(long)]
    pub(crate) ground: bool,

    /// Report the rules of a puzzle that follow from its others as well, as `--ground` and a solver
    /// tell
    #[arg(long)]
    pub(crate) implied: bool,

    /// Count the reports of each code instead of showing them
    #[arg(long)]
    pub(crate) statistics: bool,

    /// Leave out the reports that FILE lists
    #[arg(long, value_name = "FILE")]
    pub(crate) baseline: Option<PathBuf>,

    /// List all present reports in the baseline file, to be left out from now on
    #[arg(long, requires = "baseline")]
    pub(crate) write_baseline: bool,

    /// How many reports of one code to draw for each file, and of hints a third; 0 draws all
    #[arg(long, value_name = "N", default_value_t = 3)]
    pub(crate) max_reports: usize,

    #[command(flatten)]
    pub(crate) limits: GroundingArgs,
}

/// The formats of `lint`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum LintFormat {
    /// Drawn for people
    Text,
    /// An array of reports; the documentation has its schema
    Json,
    /// SARIF 2.1.0, for code scanning
    Sarif,
    /// Annotations of GitHub Actions
    Github,
    /// JUnit XML, for CI servers
    Junit,
}

/// Lay rule sheets out
#[derive(Args)]
#[command(after_help = "\
Examples:
  herbrand fmt chess.kif            rewrite the file
  herbrand fmt --check games/       show what would change, exit code 1 if anything would
  herbrand fmt - < chess.kif        write the formatted text to standard output")]
pub(crate) struct FmtArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    /// Change nothing; print a diff and exit with code 1 where a file is not formatted
    #[arg(long)]
    pub(crate) check: bool,

    /// How to spell the operators of QPROP; without it each stays as it is written
    #[arg(long, value_name = "SPELLING")]
    pub(crate) operators: Option<OperatorSpelling>,
}

/// How operators are spelt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum OperatorSpelling {
    /// `forall x . not p(x) and q`
    Words,
    /// `forall x . ~p(x) & q`
    Ascii,
    /// `∀x . ¬p(x) ∧ q`
    Unicode,
}

/// Show which relation depends on which, with strata and polarity
#[derive(Args)]
#[command(after_help = "\
Examples:
  herbrand graph chess.kif | dot -Tsvg > chess.svg
  herbrand graph --format json chess.kif")]
pub(crate) struct GraphArgs {
    /// The rule sheet, or `-` for standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,

    /// How to write it
    #[arg(long, value_name = "FORMAT", default_value = "dot")]
    pub(crate) format: GraphFormat,

    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
}

/// The formats of `graph`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum GraphFormat {
    /// For Graphviz
    Dot,
    /// For programs
    Json,
}

/// Explain a code, with a wrong and a right example
#[derive(Args)]
#[command(after_help = "\
Examples:
  herbrand explain unsafe-variable
  herbrand explain                    list all codes")]
pub(crate) struct ExplainArgs {
    /// The code, as reports show it in brackets; without one, all codes are listed
    #[arg(value_name = "CODE")]
    pub(crate) code: Option<String>,

    /// How to write it
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: ReportFormat,
}

/// Serve an editor on standard input and output
#[derive(Args)]
#[command(after_help = "\
Example, for an editor's configuration:
  herbrand lsp --log info 2> herbrand.log")]
pub(crate) struct LspArgs {
    /// Which records go to standard error: error, warn, info, debug, trace, or a filter
    #[arg(long, value_name = "LEVEL")]
    pub(crate) log: Option<String>,

    /// Taken, since editors give it; there is no other way to serve
    #[arg(long, hide = true)]
    pub(crate) stdio: bool,
}

/// The formats of most commands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReportFormat {
    /// For people
    Text,
    /// For programs
    Json,
}

fn parse_jobs(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(jobs @ 1..=1024) => Ok(jobs),
        _ => Err("write a whole number from 1 to 1024".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_definition_is_sound() {
        use clap::CommandFactory;
        Cli::command().debug_assert();
    }
}
