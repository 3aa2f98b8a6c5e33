//! What the domains of small programs are.

use std::collections::BTreeSet;
use std::fmt;

use proptest::prelude::*;

use super::*;
use crate::samples::{rule, rules};

impl fmt::Display for Domain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.many {
            return f.write_str("*");
        }
        let shape = |shape: &Shape| {
            let args: Vec<_> = shape.args.iter().map(ToString::to_string).collect();
            format!("{}({})", shape.name, args.join(","))
        };
        let constants = self.constants.iter().map(ToString::to_string);
        let all: Vec<_> = constants.chain(self.shapes.iter().map(shape)).collect();
        write!(f, "{{{}}}", all.join(" "))
    }
}

fn compute(program: &str, links: &[(Relation, Relation)], open: &[Relation]) -> Domains {
    let rules = rules(program);
    let rules: Vec<&Rule> = rules.iter().collect();
    let limits = DomainLimits {
        constants: 4,
        depth: 2,
    };
    domains(
        Program {
            rules: &rules,
            links,
            open,
        },
        limits,
        &|| {},
    )
}

fn shown(domains: &Domains, name: &str, arity: u32) -> String {
    match domains.of(&Relation::new(name, arity)) {
        None => "nothing".to_owned(),
        Some(all) => all
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>()
            .join(" "),
    }
}

#[test]
fn joins_intersect_and_rules_unite() {
    let domains = compute(
        "p(a). p(b). q(b). q(c). r(X) :- p(X), q(X). s(X,Y) :- p(X), q(Y). s(d,X) :- r(X). \
         t(X) :- p(X), ~q(X), distinct(X,a).",
        &[],
        &[],
    );
    assert_eq!(shown(&domains, "r", 1), "{b}");
    assert_eq!(shown(&domains, "s", 2), "{a b d} {b c}");
    assert_eq!(shown(&domains, "t", 1), "{a b}");
}

#[test]
fn a_body_that_never_holds_derives_nothing() {
    let program = "p(a). q(b). r(X) :- p(X), q(X). s(a) :- p(c). t(a) :- u(a).";
    let domains = compute(program, &[], &[]);
    assert_eq!(shown(&domains, "r", 1), "nothing");
    assert_eq!(shown(&domains, "s", 1), "nothing");
    assert_eq!(shown(&domains, "t", 1), "nothing");
}

#[test]
fn functions_are_shapes_and_links_feed() {
    let links = [
        (Relation::new("init", 1), Relation::new("true", 1)),
        (Relation::new("next", 1), Relation::new("true", 1)),
    ];
    let domains = compute(
        "init(cell(1,blank)). init(control(white)). \
         next(cell(M,x)) :- true(cell(M,blank)), true(control(white)). \
         next(control(black)) :- true(control(white)).",
        &links,
        &[],
    );
    assert_eq!(
        shown(&domains, "true", 1),
        "{cell({1},{blank x}) control({white black})}"
    );
}

#[test]
fn a_disjunction_unites_its_branches() {
    let program = "p(a). q(b). r(X) :- (p(X) | q(X)). s(X,Y) :- p(X), (q(Y) | p(X)).";
    let domains = compute(program, &[], &[]);
    assert_eq!(shown(&domains, "r", 1), "{a b}");
    assert_eq!(shown(&domains, "s", 2), "{a} *");
}

#[test]
fn limits_of_number_and_depth() {
    let domains = compute(
        "p(a). p(b). p(c). p(d). q(X) :- p(X). q(e). n(z). n(s(X)) :- n(X). \
         r(X) :- q(X), p(X).",
        &[],
        &[],
    );
    assert_eq!(shown(&domains, "p", 1), "{a b c d}");
    assert_eq!(shown(&domains, "q", 1), "*");
    assert_eq!(shown(&domains, "r", 1), "{a b c d}");
    assert_eq!(shown(&domains, "n", 1), "{z s({z s(*)})}");
}

#[test]
fn open_relations_and_variables_of_rules() {
    let domains = compute(
        "p(a). q(X,Y) :- p(X), in(Y).",
        &[],
        &[Relation::new("in", 1)],
    );
    assert_eq!(shown(&domains, "q", 2), "{a} *");
    let asked = rule("h(X,Y) :- q(X,Y), p(Y), ~p(Z).");
    let of = domains.of_variables(&asked).unwrap();
    let of: Vec<_> = of.iter().map(ToString::to_string).collect();
    assert_eq!(of, ["{a}", "{a}", "*"]);
    assert_eq!(domains.of_variables(&rule("h() :- p(b).")), None);
}

/// The minimal model of function-free rules without negation, by trying every assignment.
fn model(rules: &[Rule]) -> BTreeSet<(Name, Vec<Name>)> {
    const CONSTANTS: [&str; 3] = ["a", "b", "c"];
    let ground = |args: &[Term], values: &[usize]| -> Vec<Name> {
        let value = |arg: &Term| match arg {
            Term::Variable { variable, .. } => CONSTANTS[values[variable.0 as usize]].into(),
            Term::Constant { name, .. } | Term::Function { name, .. } => name.clone(),
        };
        args.iter().map(value).collect()
    };
    let mut model = BTreeSet::new();
    loop {
        let before = model.len();
        for rule in rules {
            let count = rule.variables.len() as u32;
            for code in 0..3_usize.pow(count) {
                let values: Vec<_> = (0..count).map(|v| code / 3_usize.pow(v) % 3).collect();
                let holds = rule.body.iter().all(|literal| match &literal.kind {
                    LiteralKind::Atom(atom) => {
                        model.contains(&(atom.relation.clone(), ground(&atom.args, &values)))
                    }
                    _ => unreachable!("positive rules"),
                });
                if holds {
                    let head = &rule.head;
                    model.insert((head.relation.clone(), ground(&head.args, &values)));
                }
            }
        }
        if model.len() == before {
            return model;
        }
    }
}

fn atom() -> impl Strategy<Value = String> {
    let relation = prop::sample::select(vec!["p", "q", "r"]);
    let arg = prop::sample::select(vec!["a", "b", "c", "X", "X", "Y", "Z"]);
    (relation, arg.clone(), arg).prop_map(|(p, x, y)| format!("{p}({x},{y})"))
}

proptest! {
    /// No atom of the minimal model lies outside the domains.
    #[test]
    fn the_minimal_model_lies_within(
        texts in prop::collection::vec((atom(), prop::collection::vec(atom(), 0..3)), 1..9),
    ) {
        let program: String = texts
            .iter()
            .map(|(head, body)| match body.is_empty() {
                true => format!("{}.", head.replace(['X', 'Y', 'Z'], "a")),
                false => format!("{head} :- {}.", body.join(",")),
            })
            .collect();
        let rules = rules(&program);
        let refs: Vec<&Rule> = rules.iter().collect();
        let given = Program { rules: &refs, links: &[], open: &[] };
        let domains = domains(given, DomainLimits::default(), &|| {});
        for (name, args) in model(&rules) {
            let of = domains.of(&Relation::new(name, args.len() as u32)).expect("a domain");
            for (domain, arg) in of.iter().zip(&args) {
                prop_assert!(domain.many || domain.constants.contains(arg), "{program}");
            }
        }
    }
}
