//! Answer sets by clingo, where a Python has it: the one that `HERBRAND_CLINGO` names, else
//! `target/venv/bin/python` (`python3 -m venv target/venv`, then its `pip install clingo`).

use std::collections::BTreeSet;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::corpus::say_skipped;

/// The answer sets of a program, two at most.
pub type AnswerSets = Vec<BTreeSet<String>>;

/// One line for each program: its answer sets, `|` between them, as atoms with a blank behind.
const SCRIPT: &str = "
import sys, clingo
for path in sys.argv[1:]:
    control = clingo.Control(['--warn=none', '2'])
    control.load(path)
    control.ground([('base', [])])
    with control.solve(yield_=True) as handle:
        sets = [''.join(str(atom) + ' ' for atom in model.symbols(atoms=True)) for model in handle]
    print('|'.join(sets) if sets else 'none')
";

/// The answer sets of each program; `None` where there is no clingo, which the name of the test
/// is said for.
pub fn answer_sets(test: &str, programs: &[String]) -> Option<Vec<AnswerSets>> {
    let Some(python) = python() else {
        say_skipped(
            test,
            "no clingo, name a Python that has it in HERBRAND_CLINGO",
        );
        return None;
    };
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut files = Vec::new();
    for (index, program) in programs.iter().enumerate() {
        let path = folder.path().join(format!("{index}.lp"));
        let mut file = std::fs::File::create(&path).expect("a file");
        file.write_all(program.as_bytes()).expect("room for it");
        files.push(path);
    }
    let mut all = Vec::new();
    for files in files.chunks(500) {
        let done = Command::new(&python)
            .args(["-c", SCRIPT])
            .args(files)
            .output();
        let done = done.expect("Python runs");
        let errors = String::from_utf8_lossy(&done.stderr);
        assert!(done.status.success(), "clingo: {errors}");
        let out = String::from_utf8_lossy(&done.stdout);
        let atoms = |set: &str| set.split_whitespace().map(str::to_owned).collect();
        let sets = |line: &str| match line {
            "none" => Vec::new(),
            line => line.split('|').map(atoms).collect(),
        };
        all.extend(out.lines().map(sets));
    }
    assert_eq!(all.len(), programs.len());
    Some(all)
}

/// What clingo took for a program.
#[derive(Clone, Copy, Debug)]
pub struct Grounding {
    /// Processor time of `Control.ground`, in seconds; reading the program is left out.
    pub seconds: f64,
    /// How many atoms there are then.
    pub atoms: usize,
}

const TIMED: &str = "
import sys, time, clingo
control = clingo.Control(['--warn=none'])
control.load(sys.argv[1])
start = time.process_time()
control.ground([('base', [])])
print(time.process_time() - start, sum(1 for _ in control.symbolic_atoms))
";

/// Grounds a program by clingo; `None` where there is none.
pub fn ground(program: &str) -> Option<Grounding> {
    let python = python()?;
    let mut file = tempfile::NamedTempFile::new().expect("a temporary file");
    file.write_all(program.as_bytes()).expect("room for it");
    let done = Command::new(python)
        .args(["-c", TIMED])
        .arg(file.path())
        .output();
    let done = done.expect("Python runs");
    let out = String::from_utf8_lossy(&done.stdout);
    let mut words = out.split_whitespace();
    let seconds = words.next().and_then(|word| word.parse().ok());
    let atoms = words.next().and_then(|word| word.parse().ok());
    let message = || String::from_utf8_lossy(&done.stderr).into_owned();
    let (seconds, atoms) = seconds
        .zip(atoms)
        .unwrap_or_else(|| panic!("clingo: {}", message()));
    Some(Grounding { seconds, atoms })
}

fn python() -> Option<PathBuf> {
    if let Some(named) = std::env::var_os("HERBRAND_CLINGO") {
        return Some(named.into());
    }
    let venv = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/venv");
    let usual = if cfg!(windows) {
        venv.join("Scripts/python.exe")
    } else {
        venv.join("bin/python")
    };
    let works = Command::new(&usual).args(["-c", "import clingo"]).status();
    works.is_ok_and(|status| status.success()).then_some(usual)
}
