//! The WaterWorld of the examples: what follows of hidden locations, by brute force too; boards
//! made of drawings.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use driver::{Entailment, Solving, Theory};
use ground::formula::Limits;
use herbrand_tests::{Ended, end, qprop, run};
use hir::RootDb;
use logic::formula::{Check, Instance};
use sat::Control;
use source::{Content, Encoding, File};
use syntax::{Dialect, Parse, ParseOptions};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/waterworld")
}

/// Locations in a rectangle, or some of them, each with its neighbours.
struct Board {
    columns: usize,
    neighbours: Vec<Vec<usize>>,
    /// What is the same board turned or seen in a mirror: where each location goes.
    turns: Vec<Vec<usize>>,
}

impl Board {
    fn new(rows: usize, columns: usize, diagonal: bool) -> Board {
        let place = |row: usize, column: usize| row * columns + column;
        let near = |a: usize, b: usize| {
            let down = (a / columns).abs_diff(b / columns);
            let right = (a % columns).abs_diff(b % columns);
            a != b && down.max(right) == 1 && (diagonal || down + right == 1)
        };
        let all = rows * columns;
        let around = |a: usize| (0..all).filter(|&b| near(a, b)).collect();
        let mut turns: Vec<Vec<usize>> = Vec::new();
        for mirror in 0..8 {
            let (across, down, over) = (mirror & 1 != 0, mirror & 2 != 0, mirror & 4 != 0);
            if over && rows != columns {
                continue;
            }
            let goes = |a: usize| {
                let (mut row, mut column) = (a / columns, a % columns);
                if across {
                    column = columns - 1 - column;
                }
                if down {
                    row = rows - 1 - row;
                }
                if over {
                    place(column, row)
                } else {
                    place(row, column)
                }
            };
            turns.push((0..all).map(goes).collect());
        }
        Board {
            columns,
            neighbours: (0..all).map(around).collect(),
            turns,
        }
    }

    fn name(&self, location: usize) -> String {
        let (row, column) = (location / self.columns, location % self.columns);
        format!("r{}c{}", row + 1, column + 1)
    }

    fn around(&self, pirates: u32, location: usize) -> u8 {
        let is_one = |other: &&usize| pirates & 1 << **other != 0;
        self.neighbours[location].iter().filter(is_one).count() as u8
    }

    /// All that can be seen of this board, once for all that differ by turns and mirrors.
    fn views(&self) -> BTreeSet<View> {
        let all = self.neighbours.len();
        let mut views = BTreeSet::new();
        for pirates in 0..1_u32 << all {
            for exposed in 0..1_u32 << all {
                if pirates & exposed != 0 {
                    continue;
                }
                let seen = |location: usize| {
                    let is_exposed = exposed & 1 << location != 0;
                    is_exposed.then(|| self.around(pirates, location))
                };
                let view: View = (0..all).map(seen).collect();
                let turned = self.turns.iter().map(|turn| {
                    let mut turned = vec![None; all];
                    for (location, &shown) in view.iter().enumerate() {
                        turned[turn[location]] = shown;
                    }
                    turned
                });
                views.extend(turned.min());
            }
        }
        views
    }

    /// Of each hidden location, whether it is safe in all boards that look so, in none, or in some.
    fn brute_force(&self, view: &View) -> BTreeMap<usize, &'static str> {
        let hidden: Vec<usize> = (0..view.len()).filter(|&l| view[l].is_none()).collect();
        let (mut boards, mut safe) = (0, vec![0; hidden.len()]);
        for choice in 0..1_u32 << hidden.len() {
            let chosen = hidden.iter().enumerate();
            let chosen = chosen.filter(|(index, _)| choice & 1 << index != 0);
            let pirates = chosen.map(|(_, &location)| 1 << location).sum();
            let fits = |(location, shown): (usize, &Option<u8>)| {
                shown.is_none_or(|shown| shown == self.around(pirates, location))
            };
            if view.iter().enumerate().all(fits) {
                boards += 1;
                for (index, safe) in safe.iter_mut().enumerate() {
                    *safe += u32::from(choice & 1 << index == 0);
                }
            }
        }
        let word = |safe: u32| match safe {
            0 => "refuted",
            safe if safe == boards => "entailed",
            _ => "open",
        };
        let words = safe.into_iter().map(word);
        hidden.into_iter().zip(words).collect()
    }

    /// An instance that asks of every hidden location whether it is safe.
    fn instance(&self, view: &View) -> String {
        let names: Vec<String> = (0..view.len()).map(|l| self.name(l)).collect();
        let mut text = format!(
            "sort loc = {{{}}}\nsort row = 1..1 sort col = 1..1\n",
            names.join(", ")
        );
        for (location, name) in names.iter().enumerate() {
            for &other in &self.neighbours[location] {
                text += &format!("nhbr({name}, {})\n", names[other]);
            }
            match view[location] {
                Some(shown) => text += &format!("shown({name}, {shown})\n"),
                None => text += &format!("check proves safe({name})\n"),
            }
        }
        text
    }
}

/// What each location shows, `None` where it is hidden.
type View = Vec<Option<u8>>;

fn file(db: &RootDb, name: &str, text: &str) -> File {
    let content = Content {
        text: text.into(),
        parse: Parse::new(text, Dialect::Qprop, ParseOptions::default()),
        encoding: Encoding::Utf8,
    };
    File::new(db, name.into(), content)
}

/// What follows of each hidden location, by the rules of an example.
fn proved(db: &RootDb, model: &[File], text: &str) -> Vec<&'static str> {
    let mut files = model.to_vec();
    files.push(file(db, "instance.qprop", text));
    let theory = Theory::of(db, &files);
    assert_eq!(theory.problems, [], "{text}");
    let instance = Instance::of(&theory.spec, &[], 1000).expect("an instance");
    let mut solving = Solving::new(
        &theory.spec,
        &instance,
        Limits::default(),
        None,
        Control::default(),
        0,
    )
    .expect("clauses");
    let mut words = Vec::new();
    for (id, elaborated, check) in driver::checks(&theory.spec) {
        let Check::Proves(formula) = check else {
            panic!("another check")
        };
        let answer = solving.entailment(id, elaborated, formula);
        words.push(match answer.expect("an answer") {
            Entailment::Entailed(_) => "entailed",
            Entailment::Refuted(_) => "refuted",
            Entailment::Open(..) => "open",
            other => panic!("{other:?}\n{text}"),
        });
    }
    words
}

/// Compares `prove` with brute force on all that can be seen of a board; how many views that are.
fn compare(model: &str, board: &Board, most: u8) -> usize {
    let db = RootDb::default();
    let read = |name: &str| {
        let text = fs::read_to_string(folder().join(name)).expect("an example");
        file(&db, name, &text)
    };
    let model = [read("vocabulary.qprop"), read(model)];
    let mut views = board.views();
    views.retain(|view| view.iter().flatten().all(|&shown| shown <= most));
    for view in &views {
        let expected: Vec<_> = board.brute_force(view).into_values().collect();
        let text = board.instance(view);
        assert_eq!(proved(&db, &model, &text), expected, "{text}");
    }
    views.len()
}

/// The numbers of views were counted by another program.
#[test]
fn the_axioms_prove_what_is_so_on_all_boards_of_that_look() {
    for (rows, columns, views) in [(1, 5, 60), (2, 2, 13), (2, 3, 103), (3, 3, 1031)] {
        let board = Board::new(rows, columns, false);
        assert_eq!(compare("axioms.qprop", &board, 3), views);
    }
}

#[test]
fn counting_proves_what_is_so_on_all_boards_of_that_look() {
    for (rows, columns, views) in [(1, 5, 60), (2, 4, 631), (3, 3, 1037)] {
        let board = Board::new(rows, columns, false);
        assert_eq!(compare("counting.qprop", &board, 8), views);
    }
    for (rows, columns, views) in [(2, 3, 114), (3, 3, 1339)] {
        let board = Board::new(rows, columns, true);
        assert_eq!(compare("counting.qprop", &board, 8), views);
    }
}

/// Runs `board.py` in the folder of the example; `None` where there is no Python.
fn board(args: &[&str], stdin: &[u8]) -> Option<Ended> {
    let mut python = Command::new("python3");
    let is_there = python.arg("--version").output().is_ok();
    let mut python = Command::new("python3");
    let python = python.arg("-B").arg("board.py").args(args);
    is_there.then(|| end(python.current_dir(folder()), stdin))
}

#[test]
fn boards_are_made_of_their_drawings() {
    let mut made = 0;
    for entry in fs::read_dir(folder().join("boards")).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path
            .extension()
            .is_none_or(|extension| extension != "qprop")
        {
            continue;
        }
        let drawing = path.with_extension("txt");
        let name = drawing.file_name().expect("a name").to_string_lossy();
        let drawn = fs::read_to_string(&drawing).expect("a drawing");
        let name = format!("boards/{name}");
        let mut args = vec!["--use", "../vocabulary.qprop", &name];
        if drawn.contains("--diagonal") {
            args.push("--diagonal");
        }
        let Some(board) = board(&args, b"") else {
            return qprop::say_no_python("boards_are_made_of_their_drawings");
        };
        let kept = fs::read_to_string(&path).expect("an instance");
        assert_eq!(
            (board.stdout, board.code),
            (kept, Some(0)),
            "{}",
            board.stderr
        );
        made += 1;
    }
    assert!(made >= 5, "{made} boards");
    let formatted = run(&folder(), &["fmt", "--check", "boards"]);
    assert_eq!(formatted.code, Some(0), "{}", formatted.stdout);
}

#[test]
fn what_is_no_board_is_refused_at_its_place() {
    let bad: [(&[u8], &str); 8] = [
        (
            b". .\n.\n",
            "2:1: a row of 1 below rows of 2; write `#` where no location is",
        ),
        (
            b".\n. .\n",
            "2:1: a row of 2 below rows of 1; write `#` where no location is",
        ),
        (
            b"..\n.x\n",
            "2:2: expected `.`, `#` or a digit from 0 to 8, found 'x'",
        ),
        (
            b". 9\n. .\n",
            "1:3: expected `.`, `#` or a digit from 0 to 8, found '9'",
        ),
        (
            b"// three?\n. 3\n. .\n",
            "2:3: r1c2 shows 3, more than it has neighbours (2)",
        ),
        (b"##\n", "1:1: no location is drawn"),
        (b"", "1:1: no location is drawn"),
        (b"\xff\n", " not a text in UTF-8"),
    ];
    for (drawing, message) in bad {
        let Some(refused) = board(&["-"], drawing) else {
            return qprop::say_no_python("what_is_no_board_is_refused_at_its_place");
        };
        assert_eq!(refused.stderr.trim_end(), format!("-:{message}"));
        assert_eq!((refused.stdout.as_str(), refused.code), ("", Some(1)));
    }
    let gone = board(&["gone.txt"], b"").expect("Python was there");
    assert_eq!(
        gone.stderr.trim_end(),
        "gone.txt: No such file or directory"
    );
    let cornered = board(&["-", "--diagonal"], b"3 .\n. .\n").expect("Python was there");
    assert!(
        cornered.stdout.contains("nhbr(r1c1, r2c2)"),
        "{}",
        cornered.stdout
    );
}

#[test]
fn the_specs_say_what_they_mean() {
    let tested = run(&folder(), &["test", "."]);
    let expected = "13 expectations in 4 files: 13 passed, 0 failed\n";
    assert_eq!((tested.stdout.as_str(), tested.code), (expected, Some(0)));
    let formatted = run(&folder(), &["fmt", "--check", "."]);
    assert_eq!(formatted.code, Some(0), "{}", formatted.stdout);
    // A board of 480 locations: it was drawn of one with pirates, so there is one.
    let Some(ocean) = board(&["--diagonal", "boards/ocean.txt"], b"") else {
        return qprop::say_no_python("the_specs_say_what_they_mean");
    };
    let there = tempfile::tempdir().expect("a directory");
    for name in ["vocabulary.qprop", "counting.qprop"] {
        fs::copy(folder().join(name), there.path().join(name)).expect("copied");
    }
    fs::write(there.path().join("ocean.qprop"), ocean.stdout).expect("written");
    let spec = ["solve", "counting.qprop", "ocean.qprop"];
    let solved = run(there.path(), &spec);
    let drawn: Vec<&str> = solved.stdout.lines().collect();
    assert_eq!((drawn.len(), drawn[0].len()), (16, 59), "{}", solved.stderr);
}
