//! The long texts about codes.

use source::Code;

/// What a code means, in Markdown.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Explanation {
    /// The text with its examples.
    pub(crate) markdown: &'static str,
}

/// The explanation of a code, if it has one by now.
pub(crate) fn explanation(code: Code) -> Option<Explanation> {
    analysis::explanation(code).map(|markdown| Explanation { markdown })
}

impl Explanation {
    /// What stands before the first blank line, in one line.
    pub(crate) fn first_paragraph(self) -> String {
        let paragraph = self
            .markdown
            .trim()
            .split("\n\n")
            .next()
            .unwrap_or_default();
        paragraph
            .lines()
            .map(str::trim)
            .collect::<Vec<_>>()
            .join(" ")
    }

    /// The text for a terminal: headings underlined, examples indented.
    pub(crate) fn plain(self) -> String {
        let mut out = String::new();
        let (mut example, mut after_example) = (false, false);
        for line in self.markdown.trim().lines() {
            if line.trim_start().starts_with("```") {
                // A blank line between two examples that follow each other.
                if !example && std::mem::take(&mut after_example) {
                    out.push('\n');
                }
                after_example = example;
                example = !example;
                continue;
            }
            after_example = false;
            if example {
                if !line.is_empty() {
                    out.push_str("    ");
                }
                out.push_str(line);
            } else if let Some(heading) = line.strip_prefix("## ") {
                out.push_str(heading);
                out.push('\n');
                out.push_str(&"-".repeat(heading.chars().count()));
            } else {
                out.push_str(line);
            }
            out.push('\n');
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::Explanation;

    #[test]
    fn markdown_becomes_text() {
        let text = Explanation {
            markdown: "One\nline.\n\n## Wrong\n\n```kif game\n(p)\n\n(q)\n```\n",
        };
        assert_eq!(text.first_paragraph(), "One line.");
        assert_eq!(
            text.plain(),
            "One\nline.\n\nWrong\n-----\n\n    (p)\n\n    (q)\n"
        );
    }

    #[test]
    fn examples_are_kept_apart() {
        let text = Explanation {
            markdown: "```kif\n(p)\n```\n```hrf\np\n```\n",
        };
        assert_eq!(text.plain(), "    (p)\n\n    p\n");
    }
}
