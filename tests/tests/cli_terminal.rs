//! What is only to be seen on a terminal, and what Ctrl-C does there.
#![cfg(unix)]

use std::fs::{self, File};
use std::io::Read;
use std::os::fd::{AsFd, OwnedFd};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;

use herbrand_tests::{DEADLINE, counting_game, endless_program, herbrand, run};
use nix::pty::{Winsize, openpty};
use nix::sys::signal::{Signal, kill};
use nix::sys::termios::{Termios, tcgetattr};
use nix::unistd::Pid;
use tempfile::TempDir;

/// A program whose standard error is a terminal of 80 columns.
struct Terminal {
    child: Child,
    screen: Receiver<String>,
    seen: String,
    /// The other end, kept open so that what is left on the screen can be read.
    tty: OwnedFd,
    before: Termios,
}

impl Terminal {
    fn start(folder: &Path, args: &[&str]) -> Terminal {
        Terminal::with(folder, args, false)
    }

    /// With standard output on the screen too, where that is wanted.
    fn with(folder: &Path, args: &[&str], output: bool) -> Terminal {
        let size = Winsize {
            ws_row: 24,
            ws_col: 80,
            ws_xpixel: 0,
            ws_ypixel: 0,
        };
        let pty = openpty(&size, None).expect("a terminal");
        let before = tcgetattr(pty.slave.as_fd()).expect("its settings");
        let errors = pty.slave.try_clone().expect("another handle");
        let output = match output {
            true => Stdio::from(pty.slave.try_clone().expect("another handle")),
            false => Stdio::piped(),
        };
        let child = Command::new(herbrand())
            .args(args)
            .current_dir(folder)
            .env("TERM", "xterm")
            .stdin(Stdio::null())
            .stdout(output)
            .stderr(errors)
            .spawn()
            .expect("herbrand runs");
        let (sink, screen) = channel();
        let mut master = File::from(pty.master);
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(length @ 1..) = master.read(&mut bytes) {
                let text = String::from_utf8_lossy(&bytes[..length]).into_owned();
                if sink.send(text).is_err() {
                    break;
                }
            }
        });
        Terminal {
            child,
            screen,
            seen: String::new(),
            tty: pty.slave,
            before,
        }
    }

    /// Waits until `text` has been written to the screen.
    fn wait_for(&mut self, text: &str) {
        while !self.seen.contains(text) {
            match self.screen.recv_timeout(DEADLINE) {
                Ok(more) => self.seen.push_str(&more),
                Err(error) => panic!("{error}: {:?}", self.seen),
            }
        }
    }

    fn interrupt(&self) {
        let id = i32::try_from(self.child.id()).expect("a process id");
        kill(Pid::from_raw(id), Signal::SIGINT).expect("sent");
    }

    /// Waits for the end; the exit code, standard output, and all of the screen.
    fn end(mut self) -> (Option<i32>, String, String) {
        let mut stdout = String::new();
        if let Some(mut pipe) = self.child.stdout.take() {
            pipe.read_to_string(&mut stdout).expect("UTF-8");
        }
        let status = self.child.wait().expect("herbrand ends");
        let after = tcgetattr(self.tty.as_fd()).expect("its settings");
        assert!(self.before == after, "the terminal is as it was");
        drop(self.tty);
        self.seen.extend(self.screen.iter());
        (status.code(), stdout, self.seen)
    }
}

/// A folder with sheets that take a while to lint, each with this line at its head.
fn slow_sheets(number: usize, lines: usize, head: &str) -> (TempDir, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let text = format!("{head}\n{}", counting_game(lines));
    for n in 10..10 + number {
        fs::write(folder.path().join(format!("{n}.kif")), &text).expect("written");
    }
    (folder, text)
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("listed");
    let mut names: Vec<_> = entries
        .map(|entry| entry.expect("an entry").file_name())
        .map(|name| name.to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

/// What a person sees: what is drawn over or erased is gone.
fn left_on_screen(screen: &str) -> String {
    let mut lines = Vec::new();
    for line in screen.split('\n') {
        let line = line.trim_end_matches('\r');
        let last = line.rsplit("\x1b[2K").next().unwrap_or(line);
        lines.push(last.rsplit('\r').next().unwrap_or(last).to_owned());
    }
    lines.join("\n")
}

#[test]
fn a_bar_shows_progress_and_goes() {
    let (folder, _) = slow_sheets(12, 1500, "(<= noted)");
    let mut terminal = Terminal::start(folder.path(), &["lint", ".", "--jobs", "1"]);
    terminal.wait_for("/12 files");
    let (code, stdout, screen) = terminal.end();
    assert_eq!(code, Some(0));
    assert!(stdout.ends_with("can be fixed with --fix\n"), "{stdout}");
    assert!(!stdout.contains("/12 files"), "{stdout}");
    assert_eq!(left_on_screen(&screen), "", "{screen:?}");
    let hidden = screen.matches("\x1b[?25l").count();
    assert_eq!(hidden, screen.matches("\x1b[?25h").count(), "{screen:?}");
}

#[test]
fn a_pipe_gets_no_bar_and_a_few_files_need_none() {
    let (folder, _) = slow_sheets(12, 1500, "(<= noted)");
    assert_eq!(run(folder.path(), &["lint", "."]).stderr, "");
    let terminal = Terminal::start(folder.path(), &["lint", "10.kif", "11.kif"]);
    assert_eq!(terminal.end().2, "");
}

/// Stops `command` while it works on many files; all of them are as they were or done.
#[track_caller]
fn check_interrupted(command: &[&str], old: &str, done: impl Fn(&str) -> bool, folder: &Path) {
    let before = names(folder);
    let mut terminal = Terminal::start(folder, &[command, &[".", "--jobs", "1"]].concat());
    terminal.wait_for("/40 files");
    terminal.interrupt();
    let (code, stdout, screen) = terminal.end();
    assert_eq!(code, Some(2), "{stdout}{screen}");
    let left = left_on_screen(&screen);
    let skipped = left
        .split_once("interrupted; ")
        .and_then(|(_, rest)| rest.split_once(" files not looked at"))
        .and_then(|(number, _)| number.parse::<usize>().ok());
    let skipped = skipped.unwrap_or_else(|| panic!("{left}"));
    assert_eq!(names(folder), before, "nothing is left behind");
    let texts = before
        .iter()
        .map(|name| fs::read_to_string(folder.join(name)).expect("read"));
    let (untouched, changed): (Vec<_>, Vec<_>) = texts.partition(|text| text == old);
    assert_eq!(untouched.len(), skipped, "{left}");
    assert!(!changed.is_empty() && changed.iter().all(|text| done(text)));
}

#[test]
fn control_c_ends_fixing_between_two_files() {
    let (folder, old) = slow_sheets(40, 6000, "(<= noted)");
    let fixed = old.replace("(<= noted)", "noted");
    check_interrupted(
        &["lint", "--fix"],
        &old,
        |text| text == fixed,
        folder.path(),
    );
}

#[test]
fn control_c_ends_formatting_between_two_files() {
    let (folder, old) = slow_sheets(40, 25_000, "(noted   here)");
    let laid_out = old.replace("noted   here", "noted here");
    check_interrupted(&["fmt"], &old, |text| text == laid_out, folder.path());
}

/// With what it has: reports of the files that were looked at, and a number of the others.
#[test]
fn control_c_shows_what_was_found() {
    let (folder, _) = slow_sheets(40, 6000, "(<= noted)");
    let args = ["lint", ".", "--jobs", "1", "--format", "json"];
    let mut terminal = Terminal::start(folder.path(), &args);
    terminal.wait_for("/40 files");
    terminal.interrupt();
    let (code, stdout, _) = terminal.end();
    assert_eq!(code, Some(2));
    let reports: serde_json::Value = serde_json::from_str(&stdout).expect("JSON, and whole");
    assert_eq!(reports[0]["path"], "10.kif");
    let last = reports
        .as_array()
        .expect("an array")
        .last()
        .expect("reports");
    assert_ne!(last["path"], "49.kif");
}

/// Nothing can come of a text that has not ended.
#[test]
fn control_c_ends_the_wait_for_standard_input() {
    let mut child = Command::new(herbrand())
        .args(["lint", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("herbrand runs");
    // More than a pipe holds: when it is written, herbrand is reading.
    let mut stdin = child.stdin.take().expect("a pipe");
    std::io::Write::write_all(&mut stdin, &[b' '; 200_000]).expect("written");
    let id = i32::try_from(child.id()).expect("a process id");
    kill(Pid::from_raw(id), Signal::SIGINT).expect("sent");
    // A signal that kills has done so here; one that is only noted lets the run go on to its end.
    drop(stdin);
    let status = child.wait().expect("herbrand ends");
    let signal = std::os::unix::process::ExitStatusExt::signal(&status);
    assert_eq!(signal, Some(Signal::SIGINT as i32));
}

#[test]
fn a_terminal_gets_colours_unless_they_are_unwanted() {
    let folder = tempfile::tempdir().expect("a folder");
    let colored = Terminal::start(folder.path(), &["lint", "gone.kif"])
        .end()
        .2;
    assert!(
        colored.starts_with("\x1b[31merror:\x1b[0m gone.kif"),
        "{colored:?}"
    );
    let args = ["lint", "gone.kif", "--color", "never"];
    let plain = Terminal::start(folder.path(), &args).end().2;
    assert!(plain.starts_with("error: gone.kif"), "{plain:?}");
}

/// The first Ctrl-C ends an evaluation that nobody waits for, whichever command runs it; until
/// then its counts are to be seen.
#[test]
fn control_c_ends_an_evaluation_and_its_counts_go() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = format!(
        "{}; herbrand: expect query (q 0 0 0) = 1\n",
        endless_program()
    );
    fs::write(folder.path().join("endless.kif"), text).expect("written");
    fs::write(
        folder.path().join("good.kif"),
        "(p a)\n; herbrand: expect model (p a)\n",
    )
    .expect("written");
    let unlimited = [
        "--max-instances=18446744073709551615",
        "--max-steps=18446744073709551615",
    ];
    let commands: [&[&str]; 5] = [
        &["lint", "--ground", "endless.kif"],
        &["ground", "endless.kif"],
        &["model", "endless.kif"],
        &["why", "endless.kif", "(p 0)"],
        &["test", "endless.kif"],
    ];
    for command in commands {
        let args = [command, &unlimited[..]].concat();
        let mut terminal = Terminal::start(folder.path(), &args);
        terminal.wait_for("atoms, ");
        terminal.wait_for(" rule instances; Ctrl-C stops");
        terminal.interrupt();
        let (code, stdout, screen) = terminal.end();
        assert_eq!(code, Some(2), "{command:?}: {screen}");
        let left = left_on_screen(&screen);
        let said = match command[0] {
            "test" | "lint" => "error: interrupted; 1 file not looked at\n",
            _ => "error: endless.kif: stopped\n",
        };
        let left = left.replace("\x1b[31m", "").replace("\x1b[0m", "");
        assert_eq!(left, said, "{screen:?}");
        assert!(!stdout.contains("failed:"), "{stdout}");
    }
}

/// A sheet from elsewhere may have names that clear the screen or turn the text round.
#[test]
fn no_name_commands_the_terminal() {
    let folder = tempfile::tempdir().expect("a folder");
    let name = "x\u{1b}[2J\u{202e}y";
    let text = format!("(p   {name})\n(<= (q ?x) (p ?x) (not (r ?x)))\n");
    fs::write(folder.path().join("a.kif"), text).expect("written");
    let atom = format!("(q {name})");
    let commands: [&[&str]; 6] = [
        &["model", "a.kif"],
        &["ground", "a.kif"],
        &["ground", "a.kif", "--format", "dot"],
        &["why", "a.kif", &atom],
        &["fmt", "--check", "a.kif"],
        &["lint", "a.kif"],
    ];
    for command in commands {
        let args = [command, &["--color", "never"]].concat();
        let screen = Terminal::with(folder.path(), &args, true).end().2;
        assert!(
            screen.contains("x\\u{1b}[2J\\u{202e}y"),
            "{command:?}: {screen:?}"
        );
        assert!(
            !screen.contains(['\u{1b}', '\u{202e}']),
            "{command:?}: {screen:?}"
        );
        let piped = run(folder.path(), &args).stdout;
        let is_drawn = command[0] == "lint";
        assert_eq!(piped.contains(name), !is_drawn, "{command:?}: {piped:?}");
    }
    let document = run(folder.path(), &["model", "a.kif", "--format", "json"]);
    assert!(
        document.stdout.contains(r"x\u001b[2J\u202ey"),
        "{document:?}"
    );
}
