//! Tables of benches in the book: each between two comments, written anew by `--write`.

use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result, bail};

use crate::repository::Repository;

const PAGE: &str = "docs/src/performance.md";

/// Puts a table in the place of the one that the page has under this name.
pub(super) fn write(repository: &Repository, name: &str, table: &str) -> Result<()> {
    let page = repository.read(PAGE)?;
    let now = SystemTime::now().duration_since(UNIX_EPOCH)?.as_secs();
    let text = format!(
        "Measured on {} on {}.\n\n{}",
        date(now),
        machine(),
        table.trim()
    );
    std::fs::write(repository.path(PAGE), replaced(&page, name, &text)?).context(PAGE)
}

fn replaced(page: &str, name: &str, text: &str) -> Result<String> {
    let (start, end) = (format!("<!-- bench {name} -->\n"), "<!-- end -->");
    let Some((before, rest)) = page.split_once(&start) else {
        bail!("{PAGE} has no line `{}`", start.trim());
    };
    let Some((_, after)) = rest.split_once(end) else {
        bail!("{PAGE} has no line `{end}` after `{}`", start.trim());
    };
    Ok(format!("{before}{start}\n{text}\n\n{end}{after}"))
}

/// The processor and how many of it there are.
fn machine() -> String {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let named = info.lines().find_map(|line| {
        let (key, value) = line.split_once(':')?;
        (key.trim() == "model name").then(|| value.trim().to_owned())
    });
    let name = named.unwrap_or_else(|| std::env::consts::ARCH.to_owned());
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    format!("{name}, {cores} cores, {}", std::env::consts::OS)
}

/// The day of a time in seconds since 1970, in UTC (Hinnant, *chrono-compatible low-level date
/// algorithms*: years from March on, in eras of 400).
fn date(seconds: u64) -> String {
    let days = seconds / 86_400 + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, turn) = if month < 10 {
        (month + 3, 0)
    } else {
        (month - 9, 1)
    };
    format!("{}-{month:02}-{day:02}", era * 400 + year + turn)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates() {
        assert_eq!(date(0), "1970-01-01");
        assert_eq!(date(951_782_400), "2000-02-29");
        assert_eq!(date(1_709_251_200), "2024-03-01");
        assert_eq!(date(1_735_689_599), "2024-12-31");
    }

    #[test]
    fn a_table_takes_the_place_of_another() {
        let page = "a\n<!-- bench x -->\n\nold\n\n<!-- end -->\nb\n";
        let new = replaced(page, "x", "new").expect("the place is there");
        assert_eq!(new, "a\n<!-- bench x -->\n\nnew\n\n<!-- end -->\nb\n");
        assert!(replaced(page, "y", "new").is_err());
        assert!(replaced("<!-- bench x -->\n", "x", "new").is_err());
    }
}
