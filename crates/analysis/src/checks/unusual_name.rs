//! Names of letters, digits, `_` and `-` are safe with every program that reads rule sheets.
//! Other characters are legal, and some sheets use them, but other tools choke on them: they
//! turn names into file names, identifiers of other languages, or words of a protocol. The
//! first occurrence in the file is reported.
//!
//! ## Wrong
//! ```kif
//! (value c+ 7)
//! ```
//! ```hrf
//! value('c+',7)
//! ```
//!
//! ## Right
//! ```kif
//! (value c-plus 7)
//! ```
//! ```hrf
//! value(c_plus,7)
//! ```

use logic::{Name, NodeId, Rule, Term};
use source::Code;

use crate::context::FormContext;
use crate::finding::Finding;
use crate::walk;

pub(super) fn check(rule: &Rule, cx: &FormContext<'_>, sink: &mut Vec<Finding>) {
    let mut seen: Vec<&Name> = Vec::new();
    walk::atoms(rule, &mut |atom| {
        report(&atom.relation, atom.id, &mut seen, cx, sink);
    });
    walk::rule_terms(rule, &mut |term| match term {
        Term::Constant { id, name } | Term::Function { id, name, .. } => {
            report(name, *id, &mut seen, cx, sink);
        }
        Term::Variable { id, variable } => {
            report(
                &rule.variables[variable.0 as usize],
                *id,
                &mut seen,
                cx,
                sink,
            );
        }
    });
}

fn report<'a>(
    name: &'a Name,
    id: NodeId,
    seen: &mut Vec<&'a Name>,
    cx: &FormContext<'_>,
    sink: &mut Vec<Finding>,
) {
    let bare = name.strip_prefix('?').unwrap_or(name);
    let Some(unusual) = bare.chars().find(|character| !is_usual(*character)) else {
        return;
    };
    if seen.contains(&name) {
        return;
    }
    seen.push(name);
    sink.push(
        Finding::new(
            Code::UNUSUAL_NAME,
            cx.name(id),
            message(name, bare, unusual),
        )
        .help("letters, digits, `_` and `-` are safe everywhere"),
    );
}

fn message(name: &str, bare: &str, unusual: char) -> String {
    if bare.chars().any(is_usual) {
        format!("`{name}` contains `{unusual}`, which other tools may not read in a name")
    } else {
        format!("other tools may not read `{name}` as a name")
    }
}

fn is_usual(character: char) -> bool {
    character.is_ascii_alphanumeric() || matches!(character, '_' | '-')
}

#[cfg(test)]
mod tests {
    use source::Code;

    use crate::test_support::{check, check_clean, check_whole};

    const CODE: Code = Code::UNUSUAL_NAME;

    #[test]
    fn the_first_occurrence_is_reported() {
        check(
            CODE,
            r"
(a+b 1)
 ^^^ unusual-name: `a+b` contains `+`, which other tools may not read in a name
(a+b 2)
(<= (p ?x') (a+b ?x'))
       ^^^ unusual-name: `?x'` contains `'`, which other tools may not read in a name
(++ 1 2)
 ^^ unusual-name: other tools may not read `++` as a name
",
        );
    }

    #[test]
    fn letters_digits_and_two_signs_are_usual() {
        check_clean(CODE, r"(a-b_C9 1)(<= (p ?x_y-Z) (a-b_C9 ?x_y-Z))");
    }

    #[test]
    fn what_is_safe_is_advised() {
        check_whole(
            CODE,
            "value('c+',7)\nvalue('++',?x.y)",
            "hint `'c+'` (line 1): `c+` contains `+`, which other tools may not read in a name
             help: letters, digits, `_` and `-` are safe everywhere
             hint `'++'` (line 2): other tools may not read `++` as a name
             help: letters, digits, `_` and `-` are safe everywhere
             hint `?x.y` (line 2): `?x.y` contains `.`, which other tools may not read in a name
             help: letters, digits, `_` and `-` are safe everywhere",
        );
    }
}
