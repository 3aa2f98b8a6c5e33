//! Counting what test runners say they did.

use std::fmt;
use std::ops::AddAssign;

/// How many tests passed, failed and were skipped.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    pub(crate) passed: u32,
    pub(crate) failed: u32,
    pub(crate) skipped: u32,
    /// Why tests were skipped, one line each.
    pub(crate) reasons: Vec<String>,
}

impl Tally {
    /// One group of tests that could not run.
    pub(crate) fn skipping(reason: String) -> Tally {
        Tally {
            skipped: 1,
            reasons: vec![reason],
            ..Tally::default()
        }
    }

    /// Tests that found no corpus have passed for their runner, which shows nothing of those;
    /// they leave a line in a file of their own. Moves them from one count to the other.
    pub(crate) fn move_skips(&mut self, lines: &str) {
        for reason in lines.lines() {
            self.passed = self.passed.saturating_sub(1);
            self.skipped += 1;
            self.reasons.push(reason.to_owned());
        }
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Tally) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.skipped += other.skipped;
        self.reasons.extend(other.reasons);
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} passed, {} failed, {} skipped",
            self.passed, self.failed, self.skipped
        )
    }
}

/// `Summary [ 1.2s] 3 tests run: 2 passed, 1 failed, 1 skipped`.
pub(crate) fn of_nextest(text: &str) -> Tally {
    let summaries = text
        .lines()
        .filter(|line| line.trim_start().starts_with("Summary ["));
    counted(summaries)
}

/// `test result: ok. 3 passed; 0 failed; 1 ignored; …`, once for each binary.
pub(crate) fn of_cargo_test(text: &str) -> Tally {
    counted(text.lines().filter(|line| line.starts_with("test result:")))
}

/// `== 3 passed, 1 skipped in 0.5s ==`; `SKIPPED [1] file:line: reason` tells why.
pub(crate) fn of_pytest(text: &str) -> Tally {
    let mut tally = counted(
        text.lines()
            .rev()
            .filter(|line| line.contains(" in "))
            .take(1),
    );
    let reasons = text
        .lines()
        .filter_map(|line| line.strip_prefix("SKIPPED "));
    tally.reasons.extend(reasons.map(str::to_owned));
    tally
}

fn counted<'a>(lines: impl Iterator<Item = &'a str>) -> Tally {
    let mut tally = Tally::default();
    for line in lines {
        let words: Vec<&str> = line.split_whitespace().collect();
        for pair in words.windows(2) {
            let Ok(number) = pair[0].parse::<u32>() else {
                continue;
            };
            match pair[1].trim_end_matches([',', ';']) {
                "passed" => tally.passed += number,
                "failed" | "error" | "errors" => tally.failed += number,
                "timed" => tally.failed += number,
                "skipped" | "ignored" => tally.skipped += number,
                _ => {}
            }
        }
    }
    tally
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(tally: &Tally) -> (u32, u32, u32) {
        (tally.passed, tally.failed, tally.skipped)
    }

    #[test]
    fn reads_nextest() {
        let text = "     Summary [   0.1s] 5 tests run: 3 passed (1 slow), 2 failed, 1 skipped\n";
        assert_eq!(numbers(&of_nextest(text)), (3, 2, 1));
    }

    #[test]
    fn adds_up_the_binaries_of_cargo_test() {
        let line = "test result: ok. 3 passed; 1 failed; 2 ignored; 0 measured; 0 filtered out\n";
        assert_eq!(numbers(&of_cargo_test(&line.repeat(2))), (6, 2, 4));
    }

    #[test]
    fn reads_pytest_with_its_reasons() {
        let text = "SKIPPED [1] a.py:3: no nvim\n2 passed, 1 skipped, 1 error in 0.50s\n";
        let tally = of_pytest(text);
        assert_eq!(numbers(&tally), (2, 1, 1));
        assert_eq!(tally.reasons, ["[1] a.py:3: no nvim"]);
    }

    #[test]
    fn a_test_that_says_it_skipped_did_not_pass() {
        let mut tally = of_nextest(" Summary [ 1s] 2 tests run: 2 passed, 0 skipped\n");
        tally.move_skips("sheets: no corpus\n");
        assert_eq!(numbers(&tally), (1, 0, 1));
        assert_eq!(tally.reasons, ["sheets: no corpus"]);
        assert_eq!(tally.to_string(), "1 passed, 0 failed, 1 skipped");
    }
}
