//! The ground expansion of a whole file, as a text to read.

use ground::Options;
use logic::{Relation, Rule};

use crate::{Expansion, Stop};

/// What goes into the text.
pub struct DocumentOptions<'a> {
    /// What the file is called in the comments behind the lines.
    pub name: &'a str,
    /// Which line of the file each rule of the spec begins in, from 0.
    pub lines: &'a [u32],
    /// What stands in the first line behind the name, such as a version.
    pub state: &'a str,
    /// How to see the literals that are left out.
    pub full: &'a str,
    /// How to give data for the inputs of an open program.
    pub data: &'a str,
    /// How many instances of one rule there may be, and which option raises that.
    pub most: (usize, &'a str),
    /// How many lines there may be, and which option raises that.
    pub max_lines: (usize, &'a str),
}

/// The text, each line with the place that it comes from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Document {
    /// In the spelling of the file.
    pub text: String,
    /// For each line of the text, the line of the file, from 0.
    pub sources: Vec<Option<u32>>,
    /// Whether all instances are there.
    pub complete: bool,
}

impl Document {
    fn push(&mut self, line: &str, source: Option<u32>) {
        self.text.push_str(line);
        self.text.push('\n');
        self.sources.push(source);
    }
}

/// Writes one.
struct Writer<'a, 'b> {
    what: &'a DocumentOptions<'a>,
    expansion: &'a mut Expansion<'b>,
    comment: &'static str,
    document: Document,
}

impl Expansion<'_> {
    /// The ground expansion: facts as they are, above the instances of each rule the rule itself
    /// as a comment. `progress` is told how many of how many instances are written.
    ///
    /// # Errors
    /// At a limit, and when it is cancelled.
    pub fn document(
        &mut self,
        what: &DocumentOptions<'_>,
        options: &Options<'_>,
        progress: &mut dyn FnMut(u64, u64),
    ) -> Result<Document, Stop> {
        let rules = self.spec.rules.len();
        let all: u64 = (0..rules).map(|rule| self.count(rule)).sum();
        let comment = self.spec.spelling.comment();
        let mut writer = Writer {
            what,
            expansion: self,
            comment,
            document: Document {
                complete: true,
                ..Document::default()
            },
        };
        writer.heading(all);
        let mut written: u64 = 0;
        let mut after_fact = false;
        for index in 0..rules {
            if options.is_cancelled() {
                return Err(Stop::cancelled());
            }
            progress(written, all);
            let is_fact = writer.expansion.spec.rules[index].body.is_empty();
            if !(is_fact && after_fact) {
                writer.document.push("", None);
            }
            after_fact = is_fact;
            if !writer.rule(index, options)? {
                break;
            }
            written += writer.expansion.count(index);
        }
        Ok(writer.document)
    }
}

impl Writer<'_, '_> {
    fn heading(&mut self, all: u64) {
        let (what, comment) = (self.what, self.comment);
        let noun = match all {
            1 => "ground rule or fact",
            _ => "ground rules and facts",
        };
        let first = format!("{comment} {}{}: {all} {noun}", what.name, what.state);
        self.document.push(&first, None);
        if self.expansion.leaves_out() {
            let text = format!(
                "{comment} left out: literals that hold in every state of the game; {}",
                what.full
            );
            self.document.push(&text, None);
        }
        if let Some(missing) = self.expansion.spec.missing_data(self.expansion.evaluation) {
            let text = format!("{comment} {missing}; {}", what.data);
            self.document.push(&text, None);
        }
    }

    /// Writes what a rule or fact comes to; says whether there is room for more.
    fn rule(&mut self, index: usize, options: &Options<'_>) -> Result<bool, Stop> {
        let (what, comment) = (self.what, self.comment);
        let spelling = self.expansion.spec.spelling;
        let written = &self.expansion.spec.rules[index];
        let line = what.lines.get(index).copied();
        let place = line.map_or_else(String::new, |line| {
            format!(" {comment} {}:{}", what.name, line + 1)
        });
        let count = self.expansion.count(index);
        if !written.body.is_empty() {
            let number = match (self.is_left_out(written), count) {
                (true, _) => "no data for".to_owned(),
                (false, 0) => "no instance of".to_owned(),
                (false, 1) => "1 instance of".to_owned(),
                (false, count) => format!("{count} instances of"),
            };
            let text = format!("{comment} {number} {}{place}", spelling.rule(written));
            self.document.push(&text, line);
        }
        let (max_lines, raise) = what.max_lines;
        let left = max_lines.saturating_sub(self.document.sources.len());
        let most = left.min(what.most.0);
        let found = self.expansion.instances(index, most, options)?;
        for rule in &found.rules {
            let text = format!("{}{place}", spelling.rule(rule));
            self.document.push(&text, line);
        }
        let alike = found.seen - found.rules.len() as u64;
        if alike > 0 {
            let verb = if alike == 1 { "differs" } else { "differ" };
            let text = format!("{comment} {alike} more {verb} in what is left out alone{place}");
            self.document.push(&text, line);
        }
        let more = count.saturating_sub(found.seen);
        if more == 0 || found.seen < most as u64 {
            return Ok(true);
        }
        self.document.complete = false;
        if most == left {
            let text = format!(
                "{comment} and so on: the limit of {max_lines} lines is reached; raise it with \
                 {raise}"
            );
            self.document.push(&text, None);
            return Ok(false);
        }
        let text = format!("{comment} and {more} more; {}{place}", what.most.1);
        self.document.push(&text, line);
        Ok(true)
    }

    fn is_left_out(&self, rule: &Rule) -> bool {
        let left_out: &[Relation] = &self.expansion.evaluation.left_out;
        left_out.binary_search(&Relation::of(&rule.head)).is_ok()
    }
}
