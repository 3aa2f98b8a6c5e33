//! Solvers against truth tables.

use proptest::prelude::*;

use crate::{Answer, Control, Literal, Models, Next, Solver, minimal_core};

const VARIABLES: u32 = 6;

fn literal(number: i32) -> Literal {
    Literal::new(number).unwrap()
}

fn clauses() -> impl Strategy<Value = Vec<Vec<Literal>>> {
    let one = (1..=VARIABLES as i32, any::<bool>())
        .prop_map(|(variable, positive)| literal(if positive { variable } else { -variable }));
    prop::collection::vec(prop::collection::vec(one, 0..4), 0..24)
}

/// Whether a clause holds where variable `n` is bit `n - 1`.
fn holds(clause: &[Literal], row: u32) -> bool {
    let mut literals = clause.iter();
    literals.any(|literal| (row >> (literal.variable() - 1) & 1 == 1) == literal.is_positive())
}

fn rows(clauses: &[Vec<Literal>]) -> Vec<u32> {
    let all = 0..1 << VARIABLES;
    all.filter(|&row| clauses.iter().all(|clause| holds(clause, row)))
        .collect()
}

fn solvers() -> Vec<Box<dyn Solver>> {
    let control = Control::default();
    vec![
        #[cfg(feature = "cadical")]
        Box::new(crate::Cadical::new(&control, 0)),
        #[cfg(feature = "batsat")]
        Box::new(crate::Batsat::new(&control, 0)),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_000, ..ProptestConfig::default() })]

    #[test]
    fn answers_and_models_are_those_of_the_truth_table(clauses in clauses()) {
        let expected = rows(&clauses);
        for mut solver in solvers() {
            for clause in &clauses {
                solver.add(clause);
            }
            let answer = solver.solve(&[]);
            prop_assert_eq!(answer == Answer::Satisfiable, !expected.is_empty());
            if answer == Answer::Satisfiable {
                let value = |number| u32::from(solver.value(literal(number)));
                let bits: Vec<u32> = (1..=VARIABLES as i32).map(value).collect();
                let row = bits.iter().enumerate().map(|(place, bit)| bit << place).sum();
                prop_assert!(expected.contains(&row));
            }
        }
    }

    #[test]
    fn all_models_are_found_once(clauses in clauses()) {
        let mut expected = rows(&clauses);
        for mut solver in solvers() {
            for clause in &clauses {
                solver.add(clause);
            }
            let variables: Vec<Literal> = (1..=VARIABLES as i32).map(literal).collect();
            let guard = literal(VARIABLES as i32 + 1);
            let mut models = Models::new(&mut *solver, &[], &variables, guard);
            let mut found: Vec<u32> = Vec::new();
            while let Next::Model(values) = models.advance() {
                let bits = values.iter().enumerate();
                found.push(bits.map(|(place, &bit)| u32::from(bit) << place).sum());
            }
            found.sort_unstable();
            expected.sort_unstable();
            prop_assert_eq!(&found, &expected);
            // Without the guard nothing is excluded.
            prop_assert_eq!(solver.solve(&[!guard]) == Answer::Satisfiable, !expected.is_empty());
        }
    }

    #[test]
    fn cores_are_unsatisfiable_and_minimal(clauses in clauses()) {
        let selector = |place: usize| literal(VARIABLES as i32 + 1 + place as i32);
        let selectors: Vec<Literal> = (0..clauses.len()).map(selector).collect();
        for mut solver in solvers() {
            for (clause, &selector) in clauses.iter().zip(&selectors) {
                let mut guarded = clause.clone();
                guarded.push(!selector);
                solver.add(&guarded);
            }
            let core = minimal_core(&mut *solver, &selectors, usize::MAX, &Control::default());
            prop_assert_eq!(core.is_none(), !rows(&clauses).is_empty());
            let Some((core, is_minimal)) = core else { continue };
            prop_assert!(is_minimal);
            let place = |of: &Literal| selectors.iter().position(|other| other == of).unwrap();
            let places: Vec<usize> = core.iter().map(place).collect();
            let of = |left_out: Option<usize>| {
                let kept = places.iter().filter(|&&place| Some(place) != left_out);
                kept.map(|&place| clauses[place].clone()).collect::<Vec<_>>()
            };
            prop_assert!(rows(&of(None)).is_empty());
            for &place in &places {
                prop_assert!(!rows(&of(Some(place))).is_empty());
            }
        }
    }
}

#[test]
fn a_solver_stops_when_it_is_told() {
    // Ten pigeons in nine holes: far too hard for no time at all.
    let control = Control::default();
    let mut solver = crate::new(&control, 0);
    pigeons(&mut *solver, 10);
    control
        .stop
        .store(true, std::sync::atomic::Ordering::Relaxed);
    assert_eq!(solver.solve(&[]), Answer::Unknown);
}

#[test]
fn a_solver_stops_at_its_limit_of_conflicts() {
    let control = Control {
        conflicts: Some(10),
        ..Control::default()
    };
    let mut solver = crate::new(&control, 0);
    pigeons(&mut *solver, 10);
    assert_eq!(solver.solve(&[]), Answer::Unknown);
}

fn pigeons(solver: &mut dyn Solver, pigeons: i32) {
    let holes = pigeons - 1;
    let sits = |pigeon: i32, hole: i32| literal(pigeon * holes + hole + 1);
    for pigeon in 0..pigeons {
        let somewhere: Vec<Literal> = (0..holes).map(|hole| sits(pigeon, hole)).collect();
        solver.add(&somewhere);
    }
    for hole in 0..holes {
        for one in 0..pigeons {
            for other in 0..one {
                solver.add(&[!sits(one, hole), !sits(other, hole)]);
            }
        }
    }
}

/// Clauses over two conditions of which one holds, each with two others of which one does, and
/// targets of which some exclude each other; which targets pairs give, and other clauses, are random.
fn channelled() -> impl Strategy<Value = Vec<Vec<i32>>> {
    // 1 and 2; 3 and 4 with 1, 5 and 6 with 2; targets 7 and 8, 9 and 10.
    let given = prop::collection::vec(prop::collection::vec(7..=10, 1..4), 4);
    let more = prop::collection::vec(
        prop::collection::vec((1..=10_i32, any::<bool>()), 1..4),
        0..4,
    );
    (given, more).prop_map(|(given, more)| {
        let exactly_one = |group: &[i32]| {
            let mut clauses = vec![group.to_vec()];
            for (place, &a) in group.iter().enumerate() {
                clauses.extend(group[place + 1..].iter().map(|&b| vec![-b, -a]));
            }
            clauses
        };
        let mut clauses: Vec<Vec<i32>> = [[1, 2], [3, 4], [5, 6]]
            .iter()
            .flat_map(|group| exactly_one(group))
            .collect();
        clauses.extend([vec![-7, -8], vec![-9, -10]]);
        for (pair, targets) in [[1, 3], [1, 4], [2, 5], [2, 6]].iter().zip(given) {
            clauses.extend(
                targets
                    .iter()
                    .map(|&target| vec![target, -pair[0], -pair[1]]),
            );
        }
        let signed =
            |(variable, positive): (i32, bool)| if positive { variable } else { -variable };
        clauses.extend(
            more.into_iter()
                .map(|clause| clause.into_iter().map(signed).collect()),
        );
        clauses
    })
}

proptest! {
    /// Whatever the variables are, the clauses hold exactly where they can with supports.
    #[test]
    fn supports_add_and_take_no_models(clauses in channelled()) {
        let slices = clauses.iter().map(Vec::as_slice);
        let supports = crate::supports(slices, &[], 10);
        let literals = |clause: &[i32]| clause.iter().map(|&l| literal(l)).collect::<Vec<_>>();
        for mut solver in solvers() {
            for (place, clause) in clauses.iter().enumerate() {
                if !supports.replaced.contains(&place) {
                    solver.add(&literals(clause));
                }
            }
            for clause in &supports.clauses {
                solver.add(&literals(clause));
            }
            for row in 0..1_u32 << 10 {
                let expected = clauses.iter().all(|clause| holds(&literals(clause), row));
                let assumed = (1..=10).map(|variable| {
                    literal(if row >> (variable - 1) & 1 == 1 { variable } else { -variable })
                });
                let answer = solver.solve(&assumed.collect::<Vec<_>>());
                prop_assert_eq!(answer == Answer::Satisfiable, expected);
            }
        }
    }
}

#[test]
fn targets_need_a_pair_that_gives_them() {
    // Pieces 1 and 2 of which one lies here, turned so (3, 5) or so (4, 6), show 7 or 8.
    let clauses: &[&[i32]] = &[
        &[1, 2],
        &[-1, -2],
        &[3, 4],
        &[-3, -4],
        &[5, 6],
        &[-5, -6],
        &[-7, -8],
        &[-1, -3, 7],
        &[-1, -4, 8],
        &[-2, -5, 7],
        &[-2, -6, 7],
    ];
    let supports = crate::supports(clauses.iter().copied(), &[], 8);
    assert_eq!(supports.replaced.len(), 4);
    // 9 to 12 stand for the pairs in order.
    for clause in [vec![-7, 9, 11, 12], vec![-8, 10]] {
        assert!(
            supports.clauses.contains(&clause),
            "{clause:?} in {:?}",
            supports.clauses
        );
    }
    // Without 7 and 8 excluding each other nothing follows.
    let free = clauses.iter().copied().filter(|clause| *clause != [-7, -8]);
    assert_eq!(
        crate::supports(free.clone(), &[], 8),
        crate::Supports::default()
    );
    let listed: Box<[i32]> = Box::new([7, 8]);
    assert_eq!(crate::supports(free, &[listed], 8).replaced.len(), 4);
}
