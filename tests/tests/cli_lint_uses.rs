//! `lint` on specs of several files, from the outside.

use std::fs;

use herbrand_tests::run;

#[test]
fn a_file_is_judged_with_what_it_uses() {
    let folder = tempfile::tempdir().expect("a directory");
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        fs::write(path, text).expect("written");
    };
    let lint = |name: &str| run(folder.path(), &["lint", "--format", "github", name]);
    write("lib/sorts.qprop", "sort s = 1..3\n");
    write(
        "lib/model.qprop",
        "use \"sorts.qprop\"\npred p(s)\nrule some: exists x: s . p(x)\n",
    );
    write("day.qprop", "use \"lib/model.qprop\"\np(1)\n");
    for name in ["lib/sorts.qprop", "lib/model.qprop", "day.qprop"] {
        let clean = lint(name);
        assert_eq!((clean.stdout.as_str(), clean.code), ("", Some(0)), "{name}");
    }
    write("day.qprop", "use \"lib/model.qprop\"\np(1, 2)\nq\n");
    let found = lint("day.qprop").stdout;
    assert!(found.contains("arity-mismatch"), "{found}");
    assert!(
        found.contains("model.qprop:2:6: declared with 1 argument"),
        "{found}"
    );
    assert!(found.contains("unknown-predicate"), "{found}");
    // Of what a missing file may declare nothing is said.
    write("lib/model.qprop", "use \"gone.qprop\"\npred p(s)\n");
    let found = lint("lib/model.qprop").stdout;
    assert!(found.contains("missing-file"), "{found}");
    assert!(!found.contains("unknown-sort"), "{found}");
    write("lib/sorts.qprop", "use \"../day.qprop\"\n");
    write("lib/model.qprop", "use \"sorts.qprop\"\n");
    let found = lint("day.qprop").stdout;
    assert!(found.contains("circular-use"), "{found}");
}
