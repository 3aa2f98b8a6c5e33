//! Programs that do not end, or are too large: an answer or a limit with the option that raises it.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use herbrand_tests::{Ended, run};

const COMMANDS: [&[&str]; 3] = [&["model"], &["ground"], &["lint", "--ground"]];

/// Each command on a file with this text, with these options.
fn each(name: &str, text: &str, options: &[&str]) -> Vec<Ended> {
    let folder = tempfile::tempdir().expect("a directory");
    fs::write(folder.path().join(name), text).expect("written");
    let on = |folder: &Path, command: &[&str]| {
        let arguments: Vec<&str> = [command, &[name], options].concat();
        run(folder, &arguments)
    };
    COMMANDS
        .iter()
        .map(|command| on(folder.path(), command))
        .collect()
}

fn refused(all: &[Ended], message: &str) {
    for (ended, command) in all.iter().zip(COMMANDS) {
        assert_eq!(ended.code, Some(3), "{command:?}: {ended:?}");
        assert!(ended.stderr.contains(message), "{command:?}: {ended:?}");
    }
}

#[test]
fn terms_that_grow_for_ever_reach_the_limit_of_depth() {
    let text = "p(a)\nq(f(X)) :- p(X)\np(g(X)) :- q(X)\n";
    refused(
        &each("grows.hrf", text, &[]),
        "the limit of 100 nested functions is reached in a rule for `q(f(X))`; raise it with \
         `--max-depth`",
    );
}

#[test]
fn rules_that_need_each_other_over_constants_have_an_answer() {
    let text = "p(a,b)\nq(X,Y) :- p(Y,X)\np(X,Y) :- q(X,Y)\nr(X) :- s(X)\ns(X) :- r(X)\n";
    let all = each("circle.hrf", text, &[]);
    assert_eq!(all[0].stdout, "p(a,b)\np(b,a)\nq(a,b)\nq(b,a)\n");
    for ended in all {
        assert_eq!(ended.code, Some(0), "{ended:?}");
    }
}

/// A thousand million instances: each limit stops it, whether anything new follows or not.
#[test]
fn a_cross_product_reaches_the_limits_of_atoms_memory_and_steps() {
    let mut facts = String::new();
    for number in 0..1_000 {
        let _ = writeln!(facts, "c(n{number})");
    }
    let product = format!("{facts}p(X,Y,Z) :- c(X) & c(Y) & c(Z)\n");
    refused(
        &each("product.hrf", &product, &["--max-atoms", "200000"]),
        "the limit of 200000 atoms is reached in a rule for `p(X,Y,Z)`; raise it with \
         `--max-atoms`\n  `X` ranges over 1000 terms: n0, n1, n2, n3, n4, …",
    );
    refused(
        &each("product.hrf", &product, &["--max-memory", "20M"]),
        "raise it with `--max-memory`",
    );
    let one = format!("{facts}p :- c(X) & c(Y) & c(Z)\n");
    refused(
        &each("one.hrf", &one, &["--max-instances", "300000"]),
        "the limit of 300000 rule instances is reached in a rule for `p`; raise it with \
         `--max-instances`",
    );
    let none = format!("{facts}p :- c(X) & c(Y) & c(Z) & distinct(f(X,Y,Z), f(X,Y,Z))\n");
    refused(
        &each("none.hrf", &none, &["--max-steps", "400000"]),
        "raise it with `--max-steps`",
    );
}

/// What is linear takes a moment, what is quadratic would take hours.
#[test]
fn a_hundred_thousand_facts_have_an_answer() {
    let mut text = String::new();
    for number in 0..100_000_u64 {
        let _ = writeln!(text, "e(n{number},n{})", number * 7_919 % 100_003);
    }
    text += "p(X) :- e(X,X)\n";
    let all = each("facts.hrf", &text, &[]);
    // n · 7919 = n only for 0, as 100,003 is a prime.
    assert!(all[0].stdout.ends_with("\np(n0)\n"));
    assert_eq!(all[0].stdout.lines().count(), 100_001);
    assert!(
        all[1]
            .stdout
            .contains("\np(n0) :- e(n0,n0) % facts.hrf:100001\n")
    );
    for ended in all {
        assert_eq!(ended.code, Some(0));
    }
}
