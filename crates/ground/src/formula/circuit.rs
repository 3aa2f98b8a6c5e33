//! Literals that stand for formulas: each formula once, and with no more clauses than the signs
//! that it is used with need (Plaisted and Greenbaum, "A structure-preserving clause form
//! translation", 1986).

use rustc_hash::FxHashMap;

use super::clauses::Clauses;

/// The literal that is always so; its negation never is.
pub(super) const TRUE: i32 = i32::MAX;

/// The literal that never is.
pub(super) const FALSE: i32 = -TRUE;

/// Up to this many different results a choice gets a clause for them alone.
const FEW: usize = 8;

/// What a literal stands for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Meaning {
    /// All of these hold.
    And(Box<[i32]>),
    /// Of the first literals exactly one holds, and then the second beside it does.
    Select(Box<[(i32, i32)]>),
    /// Nothing yet.
    Free(u32),
}

/// A literal's meaning, and which clauses of it there are.
#[derive(Debug)]
struct Gate {
    meaning: Meaning,
    /// Whether it is said what follows where the literal holds, and where it does not.
    said: [bool; 2],
}

/// The literals that stand for formulas.
#[derive(Debug)]
pub(super) struct Circuit {
    /// The highest number that is an atom.
    atoms: u32,
    gates: Vec<Gate>,
    numbers: FxHashMap<Meaning, u32>,
    /// What they stand for.
    pub(super) clauses: Clauses,
    /// Literals of which one at most holds, as chains of these numbers say.
    pub(super) exclusive: Vec<Box<[i32]>>,
}

impl Circuit {
    pub(super) fn new(atoms: u32) -> Self {
        Self {
            atoms,
            gates: Vec::new(),
            numbers: FxHashMap::default(),
            clauses: Clauses::default(),
            exclusive: Vec::new(),
        }
    }

    /// The highest number of an atom or of what stands for a formula.
    pub(super) fn highest(&self) -> u32 {
        self.atoms + self.gates.len() as u32
    }

    /// A literal that nothing is said of.
    pub(super) fn free(&mut self) -> i32 {
        self.gate(Meaning::Free(self.gates.len() as u32))
    }

    pub(super) fn or(&mut self, literals: impl IntoIterator<Item = i32>) -> i32 {
        -self.and(literals.into_iter().map(|literal| -literal))
    }

    pub(super) fn and(&mut self, literals: impl IntoIterator<Item = i32>) -> i32 {
        let mut kept: Vec<i32> = literals.into_iter().filter(|&l| l != TRUE).collect();
        kept.sort_unstable_by_key(|literal| (literal.unsigned_abs(), *literal));
        kept.dedup();
        let clash = kept.windows(2).any(|pair| pair[0] == -pair[1]);
        if clash || kept.contains(&FALSE) {
            return FALSE;
        }
        match *kept {
            [] => TRUE,
            [one] => one,
            _ => self.gate(Meaning::And(kept.into())),
        }
    }

    /// Whether both are the same.
    pub(super) fn iff(&mut self, a: i32, b: i32) -> i32 {
        match (a, b) {
            (TRUE, other) | (other, TRUE) => other,
            (FALSE, other) | (other, FALSE) => -other,
            _ if a == b => TRUE,
            _ if a == -b => FALSE,
            _ => {
                // One literal for both orders, and for the negation of either side.
                let sign = if (a < 0) == (b < 0) { 1 } else { -1 };
                let (a, b) = (a.abs(), b.abs());
                let (a, b) = (a.min(b), a.max(b));
                sign * self.gate(Meaning::Select(Box::new([(a, b), (-a, -b)])))
            }
        }
    }

    /// The result of the choice that is made: exactly one of the first literals holds.
    pub(super) fn select(&mut self, choices: &[(i32, i32)]) -> i32 {
        let open: Vec<(i32, i32)> = choices
            .iter()
            .copied()
            .filter(|&(choice, _)| choice != FALSE)
            .collect();
        if let Some(&(_, result)) = open.iter().find(|&&(choice, _)| choice == TRUE) {
            return result;
        }
        let Some(&(_, first)) = open.first() else {
            return FALSE;
        };
        if open.iter().all(|&(_, result)| result == first) {
            return first;
        }
        if open
            .iter()
            .all(|&(_, result)| result == TRUE || result == FALSE)
        {
            let holds = open.iter().filter(|&&(_, result)| result == TRUE);
            return self.or(holds.map(|&(choice, _)| choice).collect::<Vec<_>>());
        }
        if let [(a, then), (b, otherwise)] = *open
            && a == -b
        {
            return match (then, otherwise) {
                (TRUE, _) => self.or([a, otherwise]),
                (FALSE, _) => self.and([-a, otherwise]),
                (_, TRUE) => self.or([-a, then]),
                (_, FALSE) => self.and([a, then]),
                _ if then == -otherwise => self.iff(a, then),
                _ => self.gate(Meaning::Select(open.into())),
            };
        }
        self.gate(Meaning::Select(open.into()))
    }

    fn gate(&mut self, meaning: Meaning) -> i32 {
        if let Some(&number) = self.numbers.get(&meaning) {
            return number as i32;
        }
        let number = self.highest() + 1;
        self.numbers.insert(meaning.clone(), number);
        self.gates.push(Gate {
            meaning,
            said: [false; 2],
        });
        number as i32
    }

    /// Makes sure that what a clause says by a literal is said of it.
    pub(super) fn require(&mut self, literal: i32) {
        let mut open = vec![literal];
        while let Some(literal) = open.pop() {
            let number = literal.unsigned_abs();
            if number <= self.atoms || number == TRUE.unsigned_abs() {
                continue;
            }
            let gate = &mut self.gates[(number - self.atoms - 1) as usize];
            let sign = usize::from(literal < 0);
            if std::mem::replace(&mut gate.said[sign], true) {
                continue;
            }
            let own = number as i32;
            let clauses = &mut self.clauses;
            match (&gate.meaning, sign) {
                (Meaning::Free(_), _) => {}
                (Meaning::And(parts), 0) => {
                    for &part in parts {
                        clauses.push(&[-own, part]);
                        open.push(part);
                    }
                }
                (Meaning::And(parts), _) => {
                    let mut clause = vec![own];
                    clause.extend(parts.iter().map(|part| -part));
                    clauses.push(&clause);
                    open.extend(&clause[1..]);
                }
                (Meaning::Select(choices), sign) => {
                    let (own, result_sign) = if sign == 0 { (-own, 1) } else { (own, -1) };
                    let mut results: Vec<i32> = Vec::new();
                    for &(choice, result) in choices {
                        let result = result * result_sign;
                        match result {
                            TRUE => {}
                            FALSE => clauses.push(&[own, -choice]),
                            _ => clauses.push(&[own, -choice, result]),
                        }
                        open.extend([-choice, result]);
                        if result != FALSE && !results.contains(&result) {
                            results.push(result);
                        }
                    }
                    // Follows, but lets results decide before the choice is made.
                    if !results.contains(&TRUE) && results.len() <= FEW {
                        results.insert(0, own);
                        clauses.push(&results);
                    }
                }
            }
        }
    }
}
