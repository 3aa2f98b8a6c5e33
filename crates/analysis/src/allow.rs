//! Which findings the allow directives of a file silence.

use hir::{Blk, Content, Db, Item, LoweredDirective, Reach, directives};
use source::{Code, Diagnostic};

use crate::checks::{self, CHECKS, Check};
use crate::finding::{Finding, Part};
use crate::places::Places;

/// Whether a directive allows a code that is reported of what a file grounds to.
pub fn allows_grounded(line: &LoweredDirective) -> bool {
    let codes = line.words.iter().filter_map(|word| Code::from_name(word));
    matches!(line.content, Content::Allow { .. }) && codes.into_iter().any(needs_grounding)
}

fn needs_grounding(code: Code) -> bool {
    let check = CHECKS.iter().find(|check| check.code == code);
    check.is_some_and(Check::needs_grounding)
}

fn needs_answer(code: Code) -> bool {
    let check = CHECKS.iter().find(|check| check.code == code);
    check.is_some_and(Check::needs_answer)
}

/// One code of one allow directive.
struct Allowance<'db> {
    line: &'db LoweredDirective,
    block: u32,
    directive: u32,
    /// Its ordinal among the directive's words; the key is 0.
    word: u32,
    code: Option<Code>,
    scope: Scope,
    used: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Scope {
    File,
    Form(u32),
    Nothing,
}

/// The allow directives of a file, and which of them silenced something.
pub(crate) struct Allowances<'db> {
    db: &'db dyn Db,
    blocks: &'db [Blk<'db>],
    all: Vec<Allowance<'db>>,
}

impl<'db> Allowances<'db> {
    pub(crate) fn new(db: &'db dyn Db, blocks: &'db [Blk<'db>]) -> Self {
        let mut all = Vec::new();
        for (block, blk) in (0..).zip(blocks) {
            for (directive, line) in (0..).zip(directives(db, *blk)) {
                let scope = match (&line.content, line.reach) {
                    (Content::Allow { whole_file: true }, _) => Scope::File,
                    (Content::Allow { .. }, Reach::Form(form)) => Scope::Form(form),
                    (Content::Allow { .. }, Reach::Nothing) => Scope::Nothing,
                    _ => continue,
                };
                all.extend((1..).zip(&line.words).map(|(word, name)| Allowance {
                    line,
                    block,
                    directive,
                    word,
                    code: Code::from_name(name),
                    scope,
                    used: false,
                }));
            }
        }
        Self { db, blocks, all }
    }

    /// As if there were none.
    pub(crate) fn none(db: &'db dyn Db, blocks: &'db [Blk<'db>]) -> Self {
        let all = Vec::new();
        Self { db, blocks, all }
    }

    /// Whether a directive silences the finding. Every directive that does counts as used.
    pub(crate) fn covers(&mut self, finding: &Finding) -> bool {
        let block = finding.place.block;
        let form = match finding.place.part {
            Part::Form(form)
            | Part::Node(Item::Form(form), _)
            | Part::Name(Item::Form(form), _) => Some(form),
            // What is allowed of a form is allowed of the directives that speak of it.
            Part::Node(Item::Directive(directive), _)
            | Part::Name(Item::Directive(directive), _)
            | Part::Directive(directive) => self.form_of(block, directive),
            Part::Word(..) | Part::Declared(..) => None,
        };
        self.mark(finding.code, |own| match own.scope {
            Scope::File => true,
            Scope::Form(covered) => own.block == block && Some(covered) == form,
            Scope::Nothing => false,
        })
    }

    fn form_of(&self, block: u32, directive: u32) -> Option<u32> {
        let blk = self.blocks.get(block as usize)?;
        match directives(self.db, *blk).get(directive as usize)?.reach {
            Reach::Form(form) => Some(form),
            Reach::Nothing => None,
        }
    }

    /// The same for what is reported about the text.
    pub(crate) fn covers_text(&mut self, diagnostic: &Diagnostic, places: &Places<'_>) -> bool {
        self.mark(diagnostic.code, |own| match own.scope {
            Scope::File => true,
            Scope::Form(form) => places
                .form(own.block, form)
                .contains_range(diagnostic.range),
            Scope::Nothing => false,
        })
    }

    fn mark(&mut self, code: Code, covers: impl Fn(&Allowance<'_>) -> bool) -> bool {
        let mut covered = false;
        for own in &mut self.all {
            if own.code == Some(code) && covers(own) {
                own.used = true;
                covered = true;
            }
        }
        covered
    }

    /// A finding for each code that silenced nothing. Asked last; of the codes that need
    /// grounding only where that was done; those of an answer may be needed there.
    pub(crate) fn unused(&mut self, grounded: bool) -> Vec<Finding> {
        let waits = |code: Code| !grounded && needs_grounding(code) || needs_answer(code);
        let is_unused = |own: &Allowance<'_>| {
            !own.used && own.code != Some(Code::UNUSED_ALLOW) && !own.code.is_some_and(waits)
        };
        let findings: Vec<Finding> = self.report(is_unused);
        let mut left: Vec<Finding> = findings
            .into_iter()
            .filter(|finding| !self.covers(finding))
            .collect();
        left.extend(self.report(|own| !own.used && own.code == Some(Code::UNUSED_ALLOW)));
        left
    }

    fn report(&self, wanted: impl Fn(&Allowance<'_>) -> bool) -> Vec<Finding> {
        self.all
            .iter()
            .filter(|own| wanted(own))
            .map(|own| checks::unused_allow(own.line, own.directive, own.word).in_block(own.block))
            .collect()
    }
}
