//! `brooklet explain`, and the hints that lead to it.

use crate::support;

use support::Place;

#[test]
fn a_code_has_a_page() {
    let place = Place::new();
    let page = place.ok(&["explain", "B0301"]);
    assert!(page.starts_with("# B0301: a gather without an index\n\nA gather"), "{page}");
    assert!(page.contains("```brook wrong\n") && page.contains("```brook right\n"), "{page}");
    assert!(!page.contains('\x1b') && page.ends_with("```\n"), "{page}");
    assert_eq!(place.ok(&["explain", "b0301"]), page);
    let two = place.ok(&["explain", "B0301", "K0302"]);
    assert_eq!(two, format!("{page}\n{}", place.ok(&["explain", "K0302"])));
}

#[test]
fn without_a_code_all_are_listed() {
    let place = Place::new();
    let list = place.ok(&["explain"]);
    assert!(list.contains("\nB0301  a gather without an index\n"), "{list}");
    assert!(list.lines().count() > 180);
    let codes: Vec<&str> = list.lines().map(|line| line.split("  ").next().unwrap()).collect();
    assert!(codes.is_sorted(), "{list}");
}

#[test]
fn an_unknown_code_is_wrong_usage() {
    let place = Place::new();
    let said = place.misuse(&["explain", "B301"]);
    assert!(said.contains("there is no code `B301`: did you mean `B0301`?"), "{said}");
    let said = place.misuse(&["explain", "B0301", "gather"]);
    assert!(said.contains("there is no code `gather`\n"), "{said}");
    place.misuse(&["explain", "B0301", "--trace", "t.json"]);
}

#[test]
fn errors_end_with_a_hint() {
    let place = Place::new();
    let wrong = "kernel void k(float a[], float b, out float r<>) {\n    r = a;\n    r += a;\n}\n";
    place.file("k.br", wrong);
    place.file("x.csv", "1\n");
    let hint = "\nfor more: brooklet explain B0301\n";
    for args in [&["check", "k.br", "k.br"][..], &["compile", "k.br"], &["run", "k.br", "k", "a=x.csv", "r=@r.csv"]] {
        let said = place.fails(args);
        assert!(said.ends_with(hint) && said.matches("for more").count() == 1, "{args:?}: {said}");
        assert!(!place.fails(&[args, &["--quiet"]].concat()).contains("for more"), "{args:?}");
    }
    let said = place.fails(&["map", "x + z", "-i", "x=x.csv", "-o", "out.csv"]);
    assert!(said.ends_with("\nfor more: brooklet explain K0302\n"), "{said}");
    // Nothing to explain: a file that is not there, and warnings.
    assert!(!place.fails(&["check", "none.br"]).contains("for more"));
    place.file("w.br", "kernel void k(float a<>, float b, out float r<>) { r = a; }\n");
    assert!(!place.run(&["check", "w.br"]).err.contains("for more"));
}
