//! Unification of atoms of different rules.
//!
//! By unification closure on the terms themselves: classes of equal terms are merged with
//! union-find, and a check for cycles at the end takes the place of the occurs check (Huet, 1976;
//! Baader and Snyder, *Unification theory*, 2001, section 2.3). Nearly linear in the size of the
//! atoms, where the textbook algorithm is exponential.

use rustc_hash::FxHashMap;

use crate::{Atom, Term, VarId};

/// Whether two atoms have a common instance, the variables of each being its own even where
/// they are the same. Terms are finite: `p(X, f(X))` and `p(Y, Y)` have none.
pub fn unifiable(left: &Atom, right: &Atom) -> bool {
    if left.relation != right.relation || left.args.len() != right.args.len() {
        return false;
    }
    let mut pairs = left.args.iter().zip(&right.args);
    if pairs.any(|(a, b)| clash(a, b)) {
        return false;
    }
    let mut closure = Closure::default();
    let pairs = left.args.iter().zip(&right.args);
    pairs
        .into_iter()
        .all(|(a, b)| closure.equate((Side::Left, a), (Side::Right, b)))
        && closure.is_finite()
}

/// Whether two terms differ at the root, whatever their variables are.
fn clash(a: &Term, b: &Term) -> bool {
    match (a, b) {
        (Term::Variable { .. }, _) | (_, Term::Variable { .. }) => false,
        (Term::Constant { name: a, .. }, Term::Constant { name: b, .. }) => a != b,
        (
            Term::Function {
                name: a, args: xs, ..
            },
            Term::Function {
                name: b, args: ys, ..
            },
        ) => a != b || xs.len() != ys.len(),
        _ => true,
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Side {
    Left,
    Right,
}

type Sided<'a> = (Side, &'a Term);

/// What makes two occurrences one node: variables by name, other terms by where they stand.
#[derive(PartialEq, Eq, Hash)]
enum Key {
    Variable(Side, VarId),
    Term(*const Term),
}

/// Classes of terms that must be equal.
#[derive(Default)]
struct Closure<'a> {
    nodes: FxHashMap<Key, usize>,
    parent: Vec<usize>,
    /// Of the root of a class: a term of it that is no variable.
    schema: Vec<Option<Sided<'a>>>,
}

impl<'a> Closure<'a> {
    fn node(&mut self, (side, term): Sided<'a>) -> usize {
        let (key, schema) = match term {
            Term::Variable { variable, .. } => (Key::Variable(side, *variable), None),
            _ => (Key::Term(std::ptr::from_ref(term)), Some((side, term))),
        };
        let (parent, schemas) = (&mut self.parent, &mut self.schema);
        *self.nodes.entry(key).or_insert_with(|| {
            parent.push(parent.len());
            schemas.push(schema);
            parent.len() - 1
        })
    }

    fn root(&mut self, mut node: usize) -> usize {
        while self.parent[node] != node {
            self.parent[node] = self.parent[self.parent[node]];
            node = self.parent[node];
        }
        node
    }

    fn equate(&mut self, left: Sided<'a>, right: Sided<'a>) -> bool {
        let mut todo = vec![(left, right)];
        while let Some((a, b)) = todo.pop() {
            let (a, b) = (self.node(a), self.node(b));
            let (a, b) = (self.root(a), self.root(b));
            if a == b {
                continue;
            }
            self.parent[a] = b;
            let (Some(x), Some(y)) = (self.schema[a], self.schema[b]) else {
                self.schema[b] = self.schema[b].or(self.schema[a]);
                continue;
            };
            if clash(x.1, y.1) {
                return false;
            }
            if let (Term::Function { args: xs, .. }, Term::Function { args: ys, .. }) = (x.1, y.1) {
                todo.extend(xs.iter().map(|t| (x.0, t)).zip(ys.iter().map(|t| (y.0, t))));
            }
        }
        true
    }

    /// Whether no class lies inside itself, so that finite terms solve the equations.
    fn is_finite(&mut self) -> bool {
        #[derive(Clone, Copy, PartialEq)]
        enum Mark {
            Open,
            Closed,
        }
        let mut marks: FxHashMap<usize, Mark> = FxHashMap::default();
        for start in 0..self.parent.len() {
            let mut stack = vec![(self.root(start), false)];
            while let Some((class, done)) = stack.pop() {
                if done {
                    marks.insert(class, Mark::Closed);
                    continue;
                }
                match marks.get(&class) {
                    Some(Mark::Closed) => continue,
                    Some(Mark::Open) => return false,
                    None => {}
                }
                let Some((side, Term::Function { args, .. })) = self.schema[class] else {
                    marks.insert(class, Mark::Closed);
                    continue;
                };
                marks.insert(class, Mark::Open);
                stack.push((class, true));
                for arg in args {
                    let node = self.node((side, arg));
                    let child = self.root(node);
                    match marks.get(&child) {
                        Some(Mark::Open) => return false,
                        Some(Mark::Closed) => {}
                        None => stack.push((child, false)),
                    }
                }
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use proptest::prelude::*;

    use super::*;
    use crate::samples::{rule, term_text};

    fn unify(left: &str, right: &str) -> bool {
        unifiable(
            &rule(&format!("{left}.")).head,
            &rule(&format!("{right}.")).head,
        )
    }

    #[test]
    fn constants_and_variables() {
        assert!(unify("p(a,X)", "p(Y,b)"));
        assert!(!unify("p(a)", "p(b)"));
        assert!(!unify("p(a)", "q(a)"));
        assert!(!unify("p(a)", "p(a,a)"));
        assert!(!unify("p(X,X)", "p(a,b)"));
        assert!(unify("goal(R,V)", "goal(white,100)"));
    }

    #[test]
    fn variables_are_renamed_apart() {
        assert!(unify("p(X,a)", "p(b,X)"));
        assert!(unify("p(X)", "p(f(X))"));
    }

    #[test]
    fn functions_and_the_occurs_check() {
        assert!(unify("p(f(X),X)", "p(f(a),Y)"));
        assert!(!unify("p(f(X),X)", "p(f(a),b)"));
        assert!(!unify("p(f(X))", "p(g(X,Y))"));
        assert!(!unify("p(X,f(X))", "p(Y,Y)"));
        assert!(unify("p(X,Y,X)", "p(f(A),f(B),B)"));
        assert!(!unify("p(X,X)", "p(A,f(A))"));
        assert!(!unify("p(X,f(X))", "p(f(A),A)"));
        assert!(!unify("p(f(a))", "p(a)"));
    }

    #[test]
    fn terms_that_double_at_every_step_take_no_time() {
        // The textbook algorithm builds 2^200 symbols here.
        let names: Vec<String> = (0..200).map(|n| format!("X{n}")).collect();
        let doubles: Vec<String> = names
            .windows(2)
            .map(|w| format!("g({},{})", w[0], w[0]))
            .collect();
        let twice = |skip: &str| {
            let tail = names[1..]
                .iter()
                .map(|n| format!("{n}{skip}"))
                .collect::<Vec<_>>();
            format!("p({},{})", tail.join(","), tail.join(","))
        };
        let once = format!("p({},{})", doubles.join(","), doubles.join(","));
        assert!(unify(&once, &twice("")));
    }

    /// Robinson's algorithm on texts' rules, the naive version: a substitution as a map from
    /// sided variables, applied until nothing changes, with an occurs check at each step.
    fn robinson(left: &Atom, right: &Atom) -> bool {
        #[derive(Clone, PartialEq, Eq, Hash, Debug)]
        enum Plain {
            Var(bool, u32),
            App(String, Vec<Plain>),
        }
        fn plain(side: bool, term: &Term) -> Plain {
            match term {
                Term::Variable { variable, .. } => Plain::Var(side, variable.0),
                Term::Constant { name, .. } => Plain::App(name.to_string(), vec![]),
                Term::Function { name, args, .. } => {
                    let args = args.iter().map(|arg| plain(side, arg)).collect();
                    Plain::App(name.to_string(), args)
                }
            }
        }
        fn apply(term: &Plain, map: &HashMap<(bool, u32), Plain>) -> Plain {
            match term {
                Plain::Var(side, index) => match map.get(&(*side, *index)) {
                    Some(value) => apply(value, map),
                    None => term.clone(),
                },
                Plain::App(name, args) => Plain::App(
                    name.clone(),
                    args.iter().map(|arg| apply(arg, map)).collect(),
                ),
            }
        }
        fn occurs(side: bool, index: u32, term: &Plain) -> bool {
            match term {
                Plain::Var(s, i) => (*s, *i) == (side, index),
                Plain::App(_, args) => args.iter().any(|arg| occurs(side, index, arg)),
            }
        }
        fn solve(a: &Plain, b: &Plain, map: &mut HashMap<(bool, u32), Plain>) -> bool {
            let (a, b) = (apply(a, map), apply(b, map));
            match (&a, &b) {
                _ if a == b => true,
                (Plain::Var(side, index), other) | (other, Plain::Var(side, index)) => {
                    !occurs(*side, *index, other) && {
                        map.insert((*side, *index), other.clone());
                        true
                    }
                }
                (Plain::App(f, xs), Plain::App(g, ys)) => {
                    f == g
                        && xs.len() == ys.len()
                        && xs.iter().zip(ys).all(|(x, y)| solve(x, y, map))
                }
            }
        }
        let mut map = HashMap::new();
        let mut pairs = left.args.iter().zip(&right.args);
        pairs.all(|(a, b)| solve(&plain(false, a), &plain(true, b), &mut map))
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]
        #[test]
        fn agrees_with_robinson(
            left in prop::collection::vec(term_text(), 3),
            right in prop::collection::vec(term_text(), 3),
        ) {
            let left = rule(&format!("p({}).", left.join(","))).head;
            let right = rule(&format!("p({}).", right.join(","))).head;
            prop_assert_eq!(unifiable(&left, &right), robinson(&left, &right));
        }
    }
}
