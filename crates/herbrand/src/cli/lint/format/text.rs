//! Reports drawn for people.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::Write;

use ariadne::{Color, Config, IndexType, Label, LabelAttach, Report, ReportKind, Source};
use source::{Code, Diagnostic, Severity};
use syntax::TextRange;

use super::excerpt::{Excerpt, Place};
use super::{Style, Summary};
use crate::cli::lint::sheet::Sheet;
use crate::cli::lint::tally::{count, severity_name};
use crate::cli::shown::shown;

/// How wide messages and notes may be.
const WIDTH: usize = 96;

/// All reports of a file, hints behind what is wrong. Of one code only the first few are drawn:
/// the others look the same.
pub(super) fn piece(sheet: &Sheet, style: Style) -> String {
    let excerpt = Excerpt::of_file(sheet);
    let mut out = Vec::new();
    let mut seen: BTreeMap<Code, usize> = BTreeMap::new();
    let is_hint = |report: &&Diagnostic| report.severity == Severity::Hint;
    let (hints, wrong): (Vec<_>, Vec<_>) = sheet.diagnostics.iter().partition(is_hint);
    for report in wrong.into_iter().chain(hints) {
        let seen = seen.entry(report.code).or_default();
        *seen += 1;
        if *seen <= limit(report.severity, style) {
            match Excerpt::of_long_lines(sheet, report) {
                Some(excerpt) => draw(sheet, report, &excerpt, style, &mut out),
                None => draw(sheet, report, &excerpt, style, &mut out),
            }
        }
    }
    let mut out = String::from_utf8(out).expect("text is drawn of text");
    let severity = |code| {
        sheet
            .diagnostics
            .iter()
            .find(|report| report.code == code)
            .map(|report| report.severity)
    };
    let more: Vec<String> = seen
        .iter()
        .filter_map(|(&code, seen)| {
            let more = seen
                .checked_sub(limit(severity(code)?, style))
                .filter(|more| *more > 0)?;
            Some(format!("{more} more `{code}`"))
        })
        .collect();
    if !more.is_empty() {
        let line = format!(
            "{}: {} (--max-reports 0 draws all)",
            shown(&sheet.name),
            more.join(", ")
        );
        let _ = writeln!(out, "{}\n", wrap(&line, 0, 4));
    }
    out
}

/// How many reports of one code are drawn. Hints are many, and one shows what they are about.
fn limit(severity: Severity, style: Style) -> usize {
    match (style.max_reports, severity) {
        (0, _) => usize::MAX,
        (limit, Severity::Hint) => limit.div_ceil(3),
        (limit, _) => limit,
    }
}

fn draw(sheet: &Sheet, report: &Diagnostic, excerpt: &Excerpt, style: Style, out: &mut Vec<u8>) {
    let color = match report.severity {
        Severity::Error => Color::Red,
        Severity::Warning => Color::Yellow,
        Severity::Hint => Color::Cyan,
    };
    let name = &*shown(&sheet.name);
    let heading = format!("{}[{}]", severity_name(report.severity), report.code);
    let primary = excerpt.range(report.range);
    let config = Config::new()
        .with_index_type(IndexType::Byte)
        .with_label_attach(LabelAttach::Start)
        .with_color(style.color)
        .with_tab_width(4);
    let mut drawing = Report::build(ReportKind::Error, (name, primary.clone())).with_config(config);

    let mut labels = vec![(primary, None, color)];
    for related in &report.related {
        match excerpt.place(related.range) {
            Place::Shown(_) if related.range == report.range && labels[0].1.is_none() => {
                labels[0].1 = Some(&related.message);
            }
            Place::Shown(range) => labels.push((range, Some(&related.message), Color::Blue)),
            Place::Hidden => {
                let at = sheet.position(related.range.start());
                let note = format!("column {}: {}", at.column, related.message);
                drawing.add_note(wrap(&shown(&note), 7, 0));
            }
        }
    }
    // ariadne wants them in this order, or it draws the file twice.
    labels.sort_by_key(|(range, ..)| excerpt.line_of(range.end.saturating_sub(1).max(range.start)));
    for (range, message, color) in labels {
        let mut label = Label::new((name, range)).with_color(color);
        // Without a message ariadne does not underline.
        label = label.with_message(message.map_or(Cow::Borrowed(""), |message| shown(message)));
        drawing.add_label(label);
    }
    for help in helps(report) {
        drawing.add_help(wrap(&shown(&help), 10, 0));
    }

    let mut drawn = Vec::new();
    drawing
        .finish()
        .write((name, excerpt.source()), &mut drawn)
        .expect("writing to memory does not fail");
    let drawn = String::from_utf8_lossy(&drawn);
    let (on, off) = if style.color {
        (color_code(report.severity), "\x1b[0m")
    } else {
        ("", "")
    };
    let message = wrap(&shown(&report.message), heading.len() + 2, 4);
    let _ = writeln!(Text(out), "{on}{heading}{off}: {message}");
    let start = out.len();
    for line in condense(&drawn) {
        let _ = writeln!(Text(out), "{line}");
    }
    if excerpt.is_cut() {
        restore_column(sheet, report.range, start, out);
    }
    out.push(b'\n');
}

/// The lines of a drawing without ariadne's own heading and without those that are there for
/// air alone: reports come by the dozen.
fn condense(drawn: &str) -> impl Iterator<Item = &str> {
    drawn.lines().skip(1).map(str::trim_end).filter(|line| {
        let bare = || Bare { rest: line.chars() };
        let air = bare().all(|c| matches!(c, ' ' | '│'));
        let closing = bare().all(|c| matches!(c, ' ' | '─' | '╯'));
        let unsaid = bare().all(|c| matches!(c, ' ' | '│' | '─' | '╰')) && bare().any(|c| c == '╰');
        !air && !closing && !unsaid
    })
}

/// The characters of a line without the codes that colour it.
struct Bare<'a> {
    rest: std::str::Chars<'a>,
}

impl Iterator for Bare<'_> {
    type Item = char;

    fn next(&mut self) -> Option<char> {
        match self.rest.next()? {
            '\x1b' => {
                self.rest.find(char::is_ascii_alphabetic)?;
                self.next()
            }
            c => Some(c),
        }
    }
}

fn color_code(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "\x1b[1;31m",
        Severity::Warning => "\x1b[1;33m",
        Severity::Hint => "\x1b[1;36m",
    }
}

/// What to write instead, and what `--fix` or an editor would do.
fn helps(report: &Diagnostic) -> Vec<String> {
    let mut helps = report.help.clone();
    if helps.is_empty() {
        helps.extend(report.fixes.iter().map(|fix| fix.title.clone()));
    }
    if report.fixes.iter().any(|fix| fix.safe)
        && let Some(last) = helps.last_mut()
    {
        last.push_str(" (--fix)");
    }
    helps
}

/// In a line that was cut, columns are the excerpt's: puts the file's in the place.
fn restore_column(sheet: &Sheet, range: TextRange, start: usize, out: &mut Vec<u8>) {
    let drawn = String::from_utf8_lossy(&out[start..]).into_owned();
    let at = sheet.position(range.start());
    let before = format!("{}:{}:", shown(&sheet.name), at.line);
    let Some(found) = drawn.find(&before).map(|found| found + before.len()) else {
        return;
    };
    let digits = drawn[found..]
        .bytes()
        .take_while(u8::is_ascii_digit)
        .count();
    out.truncate(start);
    let _ = write!(
        Text(out),
        "{}{}{}",
        &drawn[..found],
        at.column,
        &drawn[found + digits..]
    );
}

struct Text<'a>(&'a mut Vec<u8>);

impl Write for Text<'_> {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        self.0.extend_from_slice(text.as_bytes());
        Ok(())
    }
}

/// Breaks a text at blanks where it gets too wide. `used` columns of the first line are taken;
/// other lines begin with `indent` blanks.
fn wrap(text: &str, used: usize, indent: usize) -> String {
    let mut out = String::with_capacity(text.len());
    let mut column = used;
    for (nth, word) in text.split(' ').enumerate() {
        let width = word.chars().count();
        if nth > 0 {
            if column + 1 + width > WIDTH {
                out.push('\n');
                out.extend(std::iter::repeat_n(' ', indent));
                column = indent;
            } else {
                out.push(' ');
                column += 1;
            }
        }
        out.push_str(word);
        column += width;
    }
    out
}

/// All drawings, what was mended, and the closing line.
pub(super) fn document(summary: &Summary<'_>) -> String {
    let mut out = summary.pieces.concat();
    for line in summary.fixed {
        let _ = writeln!(out, "{}", shown(line));
    }
    let _ = write!(out, "{}", summary.tally.summary());
    let (read, unread): (Vec<_>, Vec<_>) = summary
        .problems
        .iter()
        .partition(|problem| problem.was_read);
    if !unread.is_empty() {
        let _ = write!(out, "; {} not read", count(unread.len(), "path"));
    }
    if !read.is_empty() {
        let _ = write!(out, "; {} not grounded", count(read.len(), "file"));
    }
    out.push('\n');
    out
}

/// A drawing's source: what ariadne looks ranges up in.
pub(super) type Drawn = Source<String>;

#[cfg(test)]
mod tests {
    use super::wrap;

    #[test]
    fn long_messages_are_broken_at_blanks() {
        let words = "word ".repeat(30);
        let wrapped = wrap(words.trim_end(), 10, 4);
        assert!(wrapped.lines().all(|line| line.len() <= super::WIDTH));
        assert!(
            wrapped
                .lines()
                .skip(1)
                .all(|line| line.starts_with("    word"))
        );
        assert_eq!(wrapped.replace("\n   ", ""), words.trim_end());
    }
}
