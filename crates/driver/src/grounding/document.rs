//! The ground expansion of a whole file, as a text to read.

use std::fmt::Write as _;

use ground::Options;
use logic::Relation;

use super::is_cancelled;
use crate::{Spec, Stop};

/// What goes into the text.
pub struct DocumentOptions<'a> {
    /// What the file is called in the comments behind the lines.
    pub name: &'a str,
    /// Which line of the file each rule of the spec begins in, from 0.
    pub lines: &'a [u32],
    /// What stands in the first line behind the name, such as a version.
    pub state: &'a str,
    /// How many lines there may be.
    pub max_lines: usize,
    /// Which option raises that.
    pub option: &'a str,
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

impl Spec {
    /// The ground expansion. `progress` is told how many of how many instances are written.
    ///
    /// # Errors
    /// As [`Spec::ground`].
    pub fn document(
        &self,
        what: &DocumentOptions<'_>,
        options: &Options<'_>,
        progress: &mut dyn FnMut(u64, u64),
    ) -> Result<Document, Stop> {
        let mut evaluation = self.ground(options)?;
        let unknown = self.unknown(&evaluation);
        let is_open = |rule: &logic::Rule| {
            !rule.body.is_empty() && unknown.contains(&Relation::of(&rule.head))
        };
        let counts: Vec<u64> = (0..self.rules.len())
            .map(|rule| self.instances(&evaluation, rule))
            .collect();
        let all: u64 = counts.iter().sum();
        let comment = self.spelling.comment();
        let mut document = Document {
            complete: true,
            ..Document::default()
        };
        let noun = if all == 1 {
            "ground rule or fact"
        } else {
            "ground rules and facts"
        };
        document.push(
            &format!("{comment} {}{}: {all} {noun}", what.name, what.state),
            None,
        );
        document.push("", None);
        let mut written: u64 = 0;
        for (index, rule) in self.rules.iter().enumerate() {
            if is_cancelled(options) {
                return Err(Stop::cancelled());
            }
            progress(written, all);
            let line = what.lines.get(index).copied();
            let place = line.map_or_else(String::new, |line| format!("{}:{}", what.name, line + 1));
            if is_open(rule) {
                let text = self.spelling.rule(rule);
                document.push(
                    &format!(
                        "{comment} rests on data that are not given: {text} {comment} {place}"
                    ),
                    line,
                );
                continue;
            }
            let left = what.max_lines.saturating_sub(document.sources.len());
            let texts = self.instance_texts(&mut evaluation, index, left);
            let mut text = String::new();
            for instance in &texts {
                text.clear();
                let _ = write!(text, "{instance} {comment} {place}");
                document.push(&text, line);
            }
            written += counts[index];
            if (texts.len() as u64) < counts[index] && texts.len() == left {
                document.complete = false;
                document.push(
                    &format!(
                        "{comment} and so on: the limit of {} lines is reached; raise it with {}",
                        what.max_lines, what.option
                    ),
                    None,
                );
                break;
            }
        }
        Ok(document)
    }
}
