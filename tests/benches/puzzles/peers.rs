//! Where the peers are, and what they are told.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::instances::Puzzle;
use crate::measure::{self, Cost};

/// Grounds a program, and searches an answer set where that is wished: seconds of processor time
/// of the two.
const CLINGO: &str = "
import sys, time, clingo
control = clingo.Control(['--warn=none'])
control.load(sys.argv[1])
start = time.process_time()
control.ground([('base', [])])
grounded = time.process_time()
found = control.solve().satisfiable if sys.argv[2] == 'models' else True
print(grounded - start, time.process_time() - start, found)
";

/// Grounds a knowledge base; seconds of processor time.
const IDP: &str = "
import sys, time
from idp_engine import IDP, Theory
with open(sys.argv[1]) as file:
    base = IDP.from_str(file.read())
theory, structure = base.get_blocks('T, S')
start = time.process_time()
Theory(theory, structure).formula()
print(time.process_time() - start)
";

/// What there is of the peers.
pub(crate) struct Peers {
    clingo: Option<PathBuf>,
    idp: Option<PathBuf>,
    minizinc: Option<PathBuf>,
}

/// What clingo took.
pub(crate) struct Clingo {
    /// Seconds until it was grounded.
    pub(crate) grounding: f64,
    /// Seconds from before that to the first answer set; `None` where there was none in time.
    pub(crate) total: Option<f64>,
    pub(crate) mebibytes: u64,
}

impl Peers {
    /// Looks for them, and says which are not there.
    pub(crate) fn look() -> Self {
        let python = |variable: &str, module: &str| {
            let named = std::env::var_os(variable).map(PathBuf::from);
            let python = named.unwrap_or_else(|| "python3".into());
            works(&python, &["-c", &format!("import {module}")]).then_some(python)
        };
        let peers = Self {
            clingo: python("HERBRAND_CLINGO", "clingo"),
            idp: python("HERBRAND_IDP", "idp_engine"),
            minizinc: works(Path::new("minizinc"), &["--version"]).then(|| "minizinc".into()),
        };
        let missing = [
            ("clingo", peers.clingo.is_none()),
            ("IDP-Z3", peers.idp.is_none()),
            ("MiniZinc", peers.minizinc.is_none()),
        ];
        for (name, _) in missing.iter().filter(|(_, is_missing)| *is_missing) {
            println!("{name} is not there and is left out.\n");
        }
        peers
    }

    /// clingo on a puzzle; with `models` to the first answer set.
    pub(crate) fn clingo(&self, puzzle: Puzzle, pairwise: bool, models: bool) -> Option<Clingo> {
        let python = self.clingo.as_ref()?;
        let what = if models { "models" } else { "grounding" };
        let cost = told(python, CLINGO, &puzzle.program(pairwise), "lp", &[what])?;
        let mut words = cost.out.split_whitespace();
        let mut number = || words.next()?.parse::<f64>().ok();
        let (grounding, total) = (number(), number());
        if !cost.is_ended {
            assert_eq!(words.next(), Some("True"), "clingo on {}", puzzle.name());
        }
        Some(Clingo {
            grounding: grounding.unwrap_or(f64::INFINITY),
            total: total.filter(|_| !cost.is_ended),
            mebibytes: cost.mebibytes,
        })
    }

    /// How many seconds IDP-Z3 needs to ground a puzzle; infinitely many where it was ended.
    pub(crate) fn idp(&self, puzzle: Puzzle) -> Option<f64> {
        let python = self.idp.as_ref()?;
        let cost = told(python, IDP, &puzzle.knowledge_base()?, "idp", &[])?;
        if cost.is_ended {
            return Some(f64::INFINITY);
        }
        let seconds = cost.out.trim().parse();
        Some(seconds.unwrap_or_else(|_| panic!("IDP-Z3 on {}: {}", puzzle.name(), cost.out)))
    }

    /// MiniZinc with Gecode to the first solution; `None` in the second place where there was none
    /// in time.
    pub(crate) fn minizinc(&self, puzzle: Puzzle) -> Option<(Cost, bool)> {
        let minizinc = self.minizinc.as_ref()?;
        let file = file(&puzzle.minizinc(), "mzn");
        let path = file.path().to_str()?.to_owned();
        let limit = (measure::PATIENCE * 1000).to_string();
        let args = ["--solver", "gecode", "--time-limit", &limit, &path];
        let cost = measure::cost(minizinc, &args)?;
        let is_found = cost.out.lines().any(|line| line == "----------");
        Some((cost, is_found))
    }
}

fn told(python: &Path, script: &str, text: &str, ending: &str, more: &[&str]) -> Option<Cost> {
    let file = file(text, ending);
    let path = file.path().to_str()?.to_owned();
    let mut args = vec!["-c", script, &path];
    args.extend(more);
    measure::cost(python, &args)
}

/// A file with a text, for as long as it is kept.
pub(crate) fn file(text: &str, ending: &str) -> tempfile::NamedTempFile {
    let mut builder = tempfile::Builder::new();
    let file = builder.suffix(&format!(".{ending}")).tempfile();
    let file = file.expect("a temporary file");
    std::fs::write(file.path(), text).expect("room for it");
    file
}

fn works(program: &Path, args: &[&str]) -> bool {
    let status = Command::new(program)
        .args(args)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    status.is_ok_and(|status| status.success())
}
