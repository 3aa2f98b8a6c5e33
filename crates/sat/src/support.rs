//! Clauses that follow, and let a solver conclude backwards: where exactly one of some pairs of
//! literals holds, and each pair gives one of some targets that exclude each other, a target holds
//! only if one of the pairs does that give it. The clauses say the one direction alone, so a solver
//! has to find the other by search (Gent, "Arc consistency in SAT", 2002, calls such clauses
//! supports; logic programs have them by Clark's completion).

use rustc_hash::{FxHashMap, FxHashSet};

/// How many steps are spent before what was found so far is enough.
const STEPS: usize = 20_000_000;

/// Clauses to take beside others, or instead of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Supports {
    /// The clauses. Numbers above those given stand for pairs of literals.
    pub clauses: Vec<Vec<i32>>,
    /// The places of clauses that follow from these and from the others.
    pub replaced: FxHashSet<usize>,
}

/// Finds supports in clauses over the variables 1 to `highest`. `exclusive` lists literals of which
/// no two hold, as far as two-literal clauses do not say so.
pub fn supports<'c, C>(clauses: C, exclusive: &[Box<[i32]>], highest: u32) -> Supports
where
    C: Iterator<Item = &'c [i32]> + Clone,
{
    let rules = rules(clauses.clone());
    if rules.is_empty() {
        return Supports::default();
    }
    let mut finder = Finder::new(&rules, clauses, exclusive, highest);
    for group in 0..finder.groups.len() {
        finder.group(group);
        if finder.steps > STEPS {
            break;
        }
    }
    finder.found
}

/// A clause that says: if both conditions hold, the target does.
#[derive(Clone, Copy)]
struct Rule {
    conditions: [i32; 2],
    target: i32,
    place: usize,
}

fn rules<'c>(clauses: impl Iterator<Item = &'c [i32]>) -> Vec<Rule> {
    let rule = |(place, clause): (usize, &[i32])| {
        let &[a, b, c] = clause else { return None };
        let (target, conditions) = match (a > 0, b > 0, c > 0) {
            (true, false, false) => (a, [-b, -c]),
            (false, true, false) => (b, [-a, -c]),
            (false, false, true) => (c, [-a, -b]),
            _ => return None,
        };
        Some(Rule {
            conditions,
            target,
            place,
        })
    };
    clauses.enumerate().filter_map(rule).collect()
}

/// Two conditions that hold together, and the targets that they give, by the clauses that say so.
struct Pair {
    conditions: [i32; 2],
    targets: Vec<(i32, usize)>,
}

/// The targets of a condition with another one, by the other one.
type Partners = FxHashMap<i32, Vec<(i32, usize)>>;

struct Finder {
    partners: FxHashMap<i32, Partners>,
    /// Pairs of literals of which one at most holds, the smaller first.
    exclusive: FxHashSet<(i32, i32)>,
    /// Longer lists of such literals, by literal.
    lists: FxHashMap<i32, Vec<usize>>,
    /// Conditions of which exactly one holds.
    groups: Vec<Vec<i32>>,
    /// The groups of a condition.
    of: FxHashMap<i32, Vec<usize>>,
    /// The numbers of pairs.
    numbers: FxHashMap<[i32; 2], i32>,
    highest: u32,
    steps: usize,
    found: Supports,
}

impl Finder {
    fn new<'c>(
        rules: &[Rule],
        clauses: impl Iterator<Item = &'c [i32]>,
        exclusive: &[Box<[i32]>],
        highest: u32,
    ) -> Self {
        let mut partners: FxHashMap<i32, Partners> = FxHashMap::default();
        let mut targets: FxHashSet<i32> = FxHashSet::default();
        for rule in rules {
            let [a, b] = rule.conditions;
            for (one, other) in [(a, b), (b, a)] {
                let own = partners.entry(one).or_default().entry(other).or_default();
                own.push((rule.target, rule.place));
            }
            targets.insert(rule.target);
        }
        let mut lists: FxHashMap<i32, Vec<usize>> = FxHashMap::default();
        for (list, literals) in exclusive.iter().enumerate() {
            for &literal in literals {
                lists.entry(literal).or_default().push(list);
            }
        }
        let mut finder = Self {
            partners,
            exclusive: FxHashSet::default(),
            lists,
            groups: Vec::new(),
            of: FxHashMap::default(),
            numbers: FxHashMap::default(),
            highest,
            steps: 0,
            found: Supports::default(),
        };
        let mut candidates: Vec<&[i32]> = Vec::new();
        for clause in clauses {
            let is_condition = |literal: &i32| finder.partners.contains_key(literal);
            if let &[a, b] = clause
                && a < 0
                && b < 0
            {
                let is_of_use = is_condition(&-a) && is_condition(&-b)
                    || targets.contains(&-a) && targets.contains(&-b);
                if is_of_use {
                    finder.exclusive.insert(((-a).min(-b), (-a).max(-b)));
                }
            } else if clause.len() > 1 && clause.iter().all(is_condition) {
                candidates.push(clause);
            }
        }
        for candidate in candidates {
            let mut places = candidate.iter().enumerate();
            let is_group = places.all(|(place, &a)| {
                let mut rest = candidate[place + 1..].iter();
                rest.all(|&b| finder.exclude(a, b))
            });
            if is_group {
                for &literal in candidate {
                    let number = finder.groups.len();
                    finder.of.entry(literal).or_default().push(number);
                }
                finder.groups.push(candidate.to_vec());
            }
        }
        finder
    }

    fn exclude(&self, a: i32, b: i32) -> bool {
        let lists = |literal: i32| self.lists.get(&literal).map_or(&[][..], Vec::as_slice);
        self.exclusive.contains(&(a.min(b), a.max(b)))
            || lists(a).iter().any(|list| lists(b).contains(list))
    }

    /// Writes the supports by the conditions of one group, each with those of another.
    fn group(&mut self, group: usize) {
        let Some(pairs) = self.pairs(group) else {
            return;
        };
        let Some(first) = pairs.first() else { return };
        // Targets that exclude each other; each of the first pair's is among others.
        let mut sets: Vec<Vec<i32>> = Vec::new();
        for &(target, _) in &first.targets {
            if !sets.iter().any(|set| set.contains(&target)) {
                sets.push(vec![target]);
            }
        }
        let mut seen: FxHashSet<i32> = sets.iter().flatten().copied().collect();
        for &(target, _) in pairs.iter().flat_map(|pair| &pair.targets) {
            if !seen.insert(target) {
                continue;
            }
            for set in &mut sets {
                self.steps += set.len();
                if set
                    .iter()
                    .all(|&other| self.exclusive_or_listed(target, other))
                {
                    set.push(target);
                    break;
                }
            }
        }
        for set in sets {
            self.write(&pairs, &set);
        }
    }

    fn exclusive_or_listed(&self, a: i32, b: i32) -> bool {
        a != b && self.exclude(a, b)
    }

    /// All pairs of which exactly one holds: each condition of a group with all of another group.
    fn pairs(&mut self, group: usize) -> Option<Vec<Pair>> {
        let mut pairs = Vec::new();
        for &one in &self.groups[group] {
            let partners = self.partners.get(&one)?;
            let fits = |number: &&usize| {
                let mut others = self.groups[**number].iter();
                **number != group && others.all(|other| partners.contains_key(other))
            };
            let mut some = partners.keys().copied().min().into_iter();
            let other = some.find_map(|other| self.of.get(&other)?.iter().find(fits))?;
            for &other in &self.groups[*other] {
                self.steps += 1;
                pairs.push(Pair {
                    conditions: [one.min(other), one.max(other)],
                    targets: partners[&other].clone(),
                });
            }
        }
        Some(pairs)
    }

    /// Writes that each of the targets needs a pair that gives it. A pair that gives none of them
    /// may stand beside any.
    fn write(&mut self, pairs: &[Pair], set: &[i32]) {
        let mut by_target: FxHashMap<i32, Vec<i32>> = FxHashMap::default();
        let mut others = Vec::new();
        let gives = |pair: &Pair| pair.targets.iter().any(|(target, _)| set.contains(target));
        let giving = pairs.iter().filter(|pair| gives(pair)).count();
        if set.len() < 2 || giving * 2 < pairs.len() {
            return;
        }
        for pair in pairs {
            self.steps += pair.targets.len();
            let number = self.number(pair.conditions);
            let mut gives = false;
            for &(target, place) in &pair.targets {
                if !set.contains(&target) {
                    continue;
                }
                gives = true;
                by_target.entry(target).or_default().push(number);
                if self.found.replaced.insert(place) {
                    self.found.clauses.push(vec![-number, target]);
                }
            }
            if !gives {
                others.push(number);
            }
        }
        for &target in set {
            let mut clause = vec![-target];
            clause.extend(by_target.remove(&target).unwrap_or_default());
            clause.extend(&others);
            self.found.clauses.push(clause);
        }
    }

    /// The number that stands for two conditions together.
    fn number(&mut self, conditions: [i32; 2]) -> i32 {
        if let Some(&number) = self.numbers.get(&conditions) {
            return number;
        }
        self.highest += 1;
        let number = self.highest as i32;
        self.numbers.insert(conditions, number);
        let [a, b] = conditions;
        self.found
            .clauses
            .extend([vec![-number, a], vec![-number, b], vec![-a, -b, number]]);
        number
    }
}
