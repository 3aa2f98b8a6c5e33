//! How long hovers take on real games, and what grounding in the background costs a keystroke.
//!
//! For every game of the corpus, or for those whose names are given as arguments (a game of our
//! own where there is no corpus), over standard input and output: how long the background takes
//! to ground it, hovers on names at random places while it does and when it is done, and, for
//! games that take longer than a tenth of a second, keystrokes to fresh diagnostics, each while
//! the text before it is being grounded, and as many with grounding switched off. All in
//! milliseconds. The games with the slowest hovers are listed, then all of them together.
#![expect(clippy::print_stdout, reason = "a bench prints")]

use std::time::{Duration, Instant};

use herbrand_tests::{Client, Typist, corpus, corpus_sheet, counting_game};
use serde_json::{Value, json};
use source::{LineIndex, PositionEncoding};
use syntax::TextSize;

const URI: &str = "untitled:game.kif";

/// Hovers for each game, when it is grounded.
const HOVERS: usize = 100;

/// Keystrokes for each game that is grounded slowly enough to be in their way.
const EDITS: u32 = 30;

/// Which games those are.
const SLOW: Duration = Duration::from_millis(100);

/// How long the bench lets a grounding get going before a key is hit.
const UNDER_WAY: Duration = Duration::from_millis(30);

/// How many games are listed.
const LISTED: usize = 25;

/// What was measured.
#[derive(Default)]
struct Figures {
    name: String,
    ground: Duration,
    /// Hovers while it was being grounded, and how many of them said so.
    early: Vec<Duration>,
    pending: usize,
    /// Hovers afterwards.
    warm: Vec<Duration>,
    /// Keystrokes while it is being grounded, and with grounding switched off.
    busy: Vec<Duration>,
    idle: Vec<Duration>,
}

fn main() {
    let mut all: Vec<Figures> = games()
        .into_iter()
        .map(|(name, text)| measure(name, &text))
        .collect();
    println!(
        "{:30} {:>9}  {:^30}  {:^24}  {:^24}  {:^24}",
        "",
        "grounding",
        "hovers while it is grounded",
        "hovers when it is",
        "keys while it is grounded",
        "keys without grounding"
    );
    let heads = ["p50", "p95", "max"].map(|head| format!("{head:>7}"));
    let heads = heads.join(" ");
    println!(
        "{:30} {:>9}  {:>6} {heads}  {heads}  {heads}  {heads}",
        "game", "ms", "count"
    );
    let mut sum = Figures {
        name: format!("all {}", all.len()),
        ..Figures::default()
    };
    for one in &all {
        sum.ground += one.ground;
        sum.pending += one.pending;
        sum.early.extend(&one.early);
        sum.warm.extend(&one.warm);
        sum.busy.extend(&one.busy);
        sum.idle.extend(&one.idle);
    }
    let worst = |one: &Figures| std::cmp::Reverse((percentiles(&one.warm)[1] * 1e3) as u64);
    all.sort_by_key(|one| worst(one));
    let slow = all
        .iter()
        .filter(|one| percentiles(&one.warm)[1] > 100.0)
        .count();
    all.iter().take(LISTED).for_each(print);
    print(&sum);
    println!(
        "hovers above 100 ms at the 95th percentile: {slow} of {} games; \
         said to be under way: {} of {} early hovers",
        all.len(),
        sum.pending,
        sum.early.len()
    );
}

/// The games by name.
fn games() -> Vec<(String, String)> {
    let mut names: Vec<String> = std::env::args()
        .skip(1)
        .filter(|arg| !arg.starts_with('-'))
        .collect();
    if let (true, Some(folder)) = (names.is_empty(), corpus::folder()) {
        let entries = std::fs::read_dir(folder.join("games")).expect("the corpus has games");
        let files = entries.map(|entry| entry.expect("a folder that can be read").path());
        names = files
            .filter(|path| path.extension().is_some_and(|extension| extension == "kif"))
            .filter_map(|path| Some(path.file_stem()?.to_str()?.to_owned()))
            .collect();
        names.sort();
    }
    let sheet = |name: String| Some((name.clone(), corpus_sheet(&format!("games/{name}.kif"))?));
    let mut games: Vec<_> = names.into_iter().filter_map(sheet).collect();
    if games.is_empty() {
        games.push(("counting".to_owned(), counting_game(2_600)));
    }
    games
}

fn measure(name: String, text: &str) -> Figures {
    let mut figures = Figures {
        name,
        ..Figures::default()
    };
    hover(text, &mut figures);
    if figures.ground > SLOW {
        figures.busy = type_in(text, true);
        figures.idle = type_in(text, false);
    }
    figures
}

fn print(one: &Figures) {
    let group = |times: &[Duration]| {
        let cell = |ms: f64| match times {
            [] => format!("{:>7}", "-"),
            _ => format!("{ms:>7.2}"),
        };
        percentiles(times).map(cell).join(" ")
    };
    println!(
        "{:30} {:>9.1}  {:>6} {}  {}  {}  {}",
        one.name,
        one.ground.as_secs_f64() * 1e3,
        one.early.len(),
        group(&one.early),
        group(&one.warm),
        group(&one.busy),
        group(&one.idle)
    );
}

/// The median, the 95th percentile and the maximum, in milliseconds.
fn percentiles(times: &[Duration]) -> [f64; 3] {
    let mut times = times.to_vec();
    times.sort();
    let last = times.len().saturating_sub(1);
    [50, 95, 100].map(|share| {
        let time = times.get(last * share / 100);
        time.map_or(0.0, |time| time.as_secs_f64() * 1e3)
    })
}

fn client(background: bool) -> Client {
    let capabilities = json!({
        "general": { "positionEncodings": ["utf-8"] },
        "textDocument": { "publishDiagnostics": { "versionSupport": true } },
        "workspace": { "codeLens": { "refreshSupport": true } },
    });
    let options = json!({
        "diagnostics": { "pause": 0 },
        "grounding": { "pause": 0, "background": background },
    });
    Client::initialized(&capabilities, &options)
}

/// Hovers until the game is grounded, and then those that count.
fn hover(text: &str, figures: &mut Figures) {
    let mut client = client(true);
    let mut typist = Typist::new(11);
    let lines = LineIndex::new(text);
    let start = Instant::now();
    client.open(URI, text);
    loop {
        let (time, answer) = one_hover(&mut client, text, &lines, &mut typist);
        let came = client
            .take_waiting()
            .iter()
            .any(|message| message["method"] == "workspace/codeLens/refresh");
        if came {
            break;
        }
        figures.early.push(time);
        let said = answer["contents"]["value"].as_str().unwrap_or_default();
        figures.pending += usize::from(said.contains("still being computed"));
        std::thread::sleep(Duration::from_millis(2));
    }
    figures.ground = start.elapsed();
    for _ in 0..HOVERS {
        let (time, _) = one_hover(&mut client, text, &lines, &mut typist);
        figures.warm.push(time);
    }
}

/// A hover on a random name.
fn one_hover(
    client: &mut Client,
    text: &str,
    lines: &LineIndex,
    typist: &mut Typist,
) -> (Duration, Value) {
    let bytes = text.as_bytes();
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'?' || byte == b'<';
    let mut offset = typist.below(bytes.len());
    while !is_name(bytes[offset]) {
        offset = typist.below(bytes.len());
    }
    let offset = TextSize::try_from(offset).expect("a small text");
    let at = lines.position(text, offset, PositionEncoding::Utf8);
    let params = json!({
        "textDocument": { "uri": URI },
        "position": { "line": at.line, "character": at.column },
    });
    let start = Instant::now();
    let answer = client.call("textDocument/hover", params);
    (start.elapsed(), answer)
}

/// Keystrokes that leave the game as good as it was, each from before it is written to when the
/// diagnostics of its version are read.
fn type_in(text: &str, background: bool) -> Vec<Duration> {
    let mut client = client(background);
    client.open(URI, text);
    client.diagnostics(URI);
    let mut typist = Typist::new(7);
    let count = u32::try_from(text.lines().count()).expect("a small text");
    let mut times = Vec::new();
    for version in (2..).take(EDITS as usize) {
        std::thread::sleep(UNDER_WAY);
        let line = u32::try_from(typist.below(count as usize)).expect("below the count");
        let start = Instant::now();
        client.edit(URI, version, [line, 0, line, 0], " ");
        while client.diagnostics(URI)["version"] != version {}
        times.push(start.elapsed());
    }
    times
}
