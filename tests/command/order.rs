//! The commands argsort, unique, group, take, put and merge, and scans of segments.

use crate::compute::has_compute;
use crate::support::{Place, backends};

/// The integers in a .csv file.
fn integers(place: &Place, name: &str) -> Vec<i64> {
    place.text(name).split_whitespace().map(|number| number.parse().unwrap()).collect()
}

#[test]
fn argsort_writes_or_prints_positions() {
    let place = Place::new();
    place.list("x.npy", &[0.5, 0.25, 1.0, 0.25]);
    for backend in backends(&["none", "nv40"]) {
        let run = |more: &[&str]| place.ok(&[&["argsort", "x.npy"], &backend[..], more].concat());
        assert_eq!(run(&[]), "1\n3\n0\n2\n");
        assert_eq!(run(&["--descending"]), "2\n0\n1\n3\n");
        assert_eq!(run(&["--bits", "1", "--range", "0,1"]), "1\n3\n0\n2\n");
        assert_eq!(run(&["--bits", "8"]), "1\n3\n0\n2\n");
        run(&["-o", "o.csv"]);
        assert_eq!(integers(&place, "o.csv"), [1, 3, 0, 2]);
    }
    place.ok(&["argsort", "x.npy", "-o", "o.npy"]);
    assert!(place.bytes("o.npy").windows(5).any(|bytes| bytes == b"'<i8'"));
}

#[test]
fn argsort_says_what_cannot_be() {
    let place = Place::new();
    place.list("x.npy", &[1.0; 101]);
    place.list("nan.npy", &[1.0, f32::NAN]);
    place.list("inf.npy", &[0.5, f32::INFINITY]);
    let many = "101 lines are too many to print (at most 100): give -o FILE";
    assert!(place.misuse(&["argsort", "x.npy"]).contains(many));
    assert!(place.fails(&["argsort", "nan.npy"]).contains("the element at 1 is NaN, which has no place in an order"));
    assert!(place.fails(&["argsort", "inf.npy", "--bits", "8"]).contains("--range A,B says which range to divide"));
    assert!(place.misuse(&["argsort", "x.npy", "--bits", "8", "--range", "2,1"]).contains("the second must be larger"));
    assert!(place.misuse(&["argsort", "x.npy", "--range", "0,1"]).contains("--bits"));
    assert!(place.misuse(&["argsort", "x.npy", "--bits", "25"]).contains("25"));
}

#[test]
fn unique_counts_and_places() {
    let place = Place::new();
    place.list("x.npy", &[3.0, 1.0, 3.0, 2.0, 3.0]);
    for backend in backends(&["none"]) {
        let arguments = ["unique", "x.npy", "-o", "u.npy", "--counts", "c.csv", "--inverse", "j.csv"];
        place.ok(&[&arguments[..], &backend].concat());
        assert_eq!(place.npy("u.npy").1, [1.0, 2.0, 3.0]);
        assert_eq!(integers(&place, "c.csv"), [1, 1, 3]);
        assert_eq!(integers(&place, "j.csv"), [2, 0, 2, 1, 2]);
    }
    place.list("none.npy", &[]);
    place.ok(&["unique", "none.npy", "-o", "u.npy", "--counts", "c.npy", "--inverse", "j.npy"]);
    assert_eq!(place.npy("u.npy"), (vec![0], vec![]));
    assert!(
        place
            .misuse(&["unique", "x.npy", "-o", "u.npy", "--counts", "u.npy"])
            .contains("two results would go to u.npy")
    );
}

#[test]
fn groups_are_reduced_by_any_operator() {
    let place = Place::new();
    place.list("k.npy", &[3.0, 1.0, 3.0, 2.0]);
    place.list("v.npy", &[10.0, 20.0, 30.0, 40.0]);
    place.array("w.npy", &[4, 2], &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]);
    let run = |values, op| place.ok(&["group", "k.npy", values, "--op", op, "-o", "g.npy", "--values-out", "s.npy"]);
    for (op, expected) in [("sum", [20.0, 40.0, 40.0]), ("min", [20.0, 40.0, 10.0]), ("max", [20.0, 40.0, 30.0])] {
        run("v.npy", op);
        assert_eq!((place.npy("g.npy").1, place.npy("s.npy").1), (vec![1.0, 2.0, 3.0], expected.to_vec()));
    }
    run("w.npy", "sum");
    assert_eq!(place.npy("s.npy"), (vec![3, 2], vec![3.0, 4.0, 7.0, 8.0, 6.0, 8.0]));
    place.list("v.npy", &[1.0]);
    let error = place.fails(&["group", "k.npy", "v.npy", "-o", "g.npy", "--values-out", "s.npy"]);
    assert!(error.contains("v.npy is (1,): there must be one value for each key, and k.npy is (4,)"), "{error}");
}

#[test]
fn take_gathers_and_checks_positions() {
    let place = Place::new();
    place.list("v.npy", &[7.0, 8.0, 9.0]);
    place.file("i.csv", "2,0\n2,1\n");
    place.ok(&["take", "v.npy", "i.csv", "-o", "t.npy"]);
    assert_eq!(place.npy("t.npy"), (vec![2, 2], vec![9.0, 7.0, 9.0, 8.0]));
    place.file("i.csv", "0\n3\n");
    let error = place.fails(&["take", "v.npy", "i.csv", "-o", "t.npy"]);
    assert!(error.contains("i.csv: the element at 1 is 3, and v.npy has positions 0 to 2"), "{error}");
}

#[test]
fn put_scatters_and_combines() {
    let place = Place::new();
    place.list("a.npy", &[1.0, 2.0, 3.0, 4.0]);
    place.file("i.csv", "2\n0\n2\n");
    place.list("v.npy", &[5.0, 6.0, 7.0]);
    let arguments = ["put", "a.npy", "i.csv", "v.npy", "-o", "p.npy"];
    for backend in backends(&["none", "nv40"]) {
        let run = |more: &[&str]| {
            place.ok(&[&arguments[..], &backend, more].concat());
            place.npy("p.npy").1
        };
        assert_eq!(run(&[]), [6.0, 2.0, 7.0, 4.0]);
        assert_eq!(run(&["--method", "bitonic-search"]), [6.0, 2.0, 7.0, 4.0]);
        assert_eq!(run(&["--op", "sum"]), [7.0, 2.0, 15.0, 4.0]);
        assert_eq!(run(&["--op", "min"]), [1.0, 2.0, 3.0, 4.0]);
        assert_eq!(run(&["--op", "max"]), [6.0, 2.0, 7.0, 4.0]);
    }
    if has_compute(&place, &[]) {
        for method in [&[][..], &["--method", "atomic-max"], &["--method", "sort-scan"]] {
            place.ok(&[&arguments[..], &["--family", "compute"], method].concat());
            assert_eq!(place.npy("p.npy").1, [6.0, 2.0, 7.0, 4.0]);
        }
        place.ok(&[&arguments[..], &["--family", "compute", "--op", "sum"]].concat());
        assert_eq!(place.npy("p.npy").1, [7.0, 2.0, 15.0, 4.0]);
    }
    let said =
        place.misuse(&[&arguments[..], &["--family", "compute", "--op", "sum", "--method", "atomic-max"]].concat());
    assert!(said.contains("atomic-max combines no values"), "{said}");
    // Vectors, by the shape of the positions; the shape of the array is kept.
    place.array("b.npy", &[4, 2], &[0.0; 8]);
    place.array("w.npy", &[3, 2], &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
    place.ok(&["put", "b.npy", "i.csv", "w.npy", "-o", "p.npy"]);
    assert_eq!(place.npy("p.npy"), (vec![4, 2], vec![3.0, 4.0, 0.0, 0.0, 5.0, 6.0, 0.0, 0.0]));
    // Positions of two axes, and values of as many.
    place.file("i.csv", "7,0\n1,3\n");
    place.file("v.csv", "1,2\n3,4\n");
    place.ok(&["put", "b.npy", "i.csv", "v.csv", "-o", "p.npy"]);
    assert_eq!(place.npy("p.npy"), (vec![4, 2], vec![2.0, 3.0, 0.0, 4.0, 0.0, 0.0, 0.0, 1.0]));
}

#[test]
fn put_says_what_cannot_be() {
    let place = Place::new();
    place.list("a.npy", &[1.0, 2.0, 3.0]);
    place.list("none.npy", &[]);
    place.list("v.npy", &[5.0, 6.0]);
    let fails = |array, positions: &str| {
        place.file("i.csv", positions);
        place.fails(&["put", array, "i.csv", "v.npy", "-o", "p.npy"])
    };
    let error = fails("a.npy", "0\n3\n");
    assert!(error.contains("i.csv: the element at 1 is 3, and a.npy has positions 0 to 2"), "{error}");
    let error = fails("a.npy", "-1\n3\n");
    assert!(error.contains("i.csv: the element at 0 is -1, and a.npy has positions 0 to 2"), "{error}");
    let error = fails("none.npy", "0\n0\n");
    assert!(error.contains("i.csv: the element at 0 is 0, and none.npy has no elements"), "{error}");
    let error = fails("a.npy", "0\n1\n2\n");
    assert!(
        error.contains(
            "v.npy is (2,), and i.csv is (3,): there must be a value for each position, or one for all positions"
        ),
        "{error}"
    );
    place.array("w.npy", &[2, 2], &[1.0; 4]);
    place.file("i.csv", "0\n1\n");
    let error = place.fails(&["put", "a.npy", "i.csv", "w.npy", "-o", "p.npy"]);
    assert!(error.contains("a.npy has elements of 1, and w.npy has values of 2"), "{error}");
}

#[test]
fn merge_keeps_order_and_refuses_what_has_none() {
    let place = Place::new();
    place.list("a.npy", &[1.0, 4.0, 4.0]);
    place.list("b.npy", &[-0.0, 4.0, 5.0, 6.0]);
    place.list("none.npy", &[]);
    for backend in backends(&["none", "nv40"]) {
        for method in [&[][..], &["--method", "rank-search"], &["--method", "merge-path"]] {
            place.ok(&[&["merge", "a.npy", "b.npy", "-o", "m.npy"], &backend[..], method].concat());
            assert_eq!(place.npy("m.npy"), (vec![7], vec![0.0, 1.0, 4.0, 4.0, 4.0, 5.0, 6.0]));
        }
        place.ok(&[&["merge", "none.npy", "b.npy", "-o", "m.npy"], &backend[..]].concat());
        assert_eq!(place.npy("m.npy").1, [0.0, 4.0, 5.0, 6.0]);
    }
    let methods = if has_compute(&place, &[]) { &["runs", "tiles"][..] } else { &[] };
    for method in methods {
        place.ok(&["merge", "a.npy", "b.npy", "-o", "m.npy", "--family", "compute", "--method", method]);
        assert_eq!(place.npy("m.npy").1, [0.0, 1.0, 4.0, 4.0, 4.0, 5.0, 6.0]);
    }
    place.list("u.npy", &[1.0, 3.0, 2.0]);
    let error = place.fails(&["merge", "a.npy", "u.npy", "-o", "m.npy"]);
    assert!(error.contains("u.npy is not sorted: the element at 2 is 2, less than 3 before it"), "{error}");
    place.list("nan.npy", &[1.0, f32::NAN]);
    let error = place.fails(&["merge", "nan.npy", "a.npy", "-o", "m.npy"]);
    assert!(error.contains("the element at 1 is NaN, which has no place in an order"), "{error}");
}

#[test]
fn scans_start_anew_at_each_segment() {
    let place = Place::new();
    place.list("v.npy", &[1.0, 2.0, 3.0, 4.0, 5.0]);
    place.list("f.npy", &[0.0, 0.0, 1.0, 0.0, 1.0]);
    for method in [&[][..], &["--method", "hillis-steele"], &["--op", "max"]] {
        place.ok(&[&["scan", "v.npy", "-o", "s.npy", "--segments", "f.npy"], method].concat());
        let expected = if method.contains(&"max") { [1.0, 2.0, 3.0, 4.0, 5.0] } else { [1.0, 3.0, 3.0, 7.0, 5.0] };
        assert_eq!(place.npy("s.npy").1, expected);
    }
    let arguments = ["scan", "v.npy", "-o", "s.npy", "--segments", "f.npy"];
    let misuse = |more: &[&str]| place.misuse(&[&arguments[..], more].concat());
    assert!(misuse(&["--method", "hybrid"]).contains("--segments has no method hybrid; it has hillis-steele, pyramid"));
    let said = misuse(&["--family", "compute", "--method", "pyramid"]);
    assert!(said.contains("--segments has no method pyramid; it has runs, tiles"), "{said}");
    assert!(misuse(&["--exclusive"]).contains("--exclusive"));
}

#[test]
fn short_results_are_printed_where_no_file_is_named() {
    let place = Place::new();
    place.file("k.csv", "3\n1\n3\n-2.5\n");
    place.file("v.csv", "10,1\n20,2\n30,3\n40,4.5\n");
    place.file("i.csv", "2,0\n3,3\n");
    place.file("at.csv", "0\n1\n");
    place.list("s.npy", &[0.5, 1.0, 1e-7]);
    place.list("none.npy", &[]);
    for backend in backends(&["none", "nv40"]) {
        for (words, printed) in [
            (&["scan", "k.csv"][..], "3\n4\n7\n4.5\n"),
            (&["scan", "v.csv", "--op", "max", "--exclusive"], "-inf,-inf\n10,1\n20,2\n30,3\n"),
            (&["scan", "k.csv", "--segments", "k.csv"], "3\n1\n3\n-2.5\n"),
            (&["sort", "k.csv", "--descending"], "3\n3\n1\n-2.5\n"),
            (&["sort", "s.npy"], "1e-7\n0.5\n1\n"),
            (&["sort", "k.csv", "--values", "v.csv", "--stable"], "-2.5,40,4.5\n1,20,2\n3,10,1\n3,30,3\n"),
            (&["unique", "k.csv"], "-2.5\n1\n3\n"),
            (&["unique", "k.csv", "--counts", "c.csv", "--inverse", "j.csv"], "-2.5\n1\n3\n"),
            (&["group", "k.csv", "v.csv"], "-2.5,40,4.5\n1,20,2\n3,40,4\n"),
            (&["group", "k.csv", "k.csv", "--op", "min"], "-2.5,-2.5\n1,1\n3,3\n"),
            (&["take", "k.csv", "i.csv"], "3,3\n-2.5,-2.5\n"),
            (&["take", "v.csv", "at.csv"], "10,1\n20,2\n"),
            (&["put", "k.csv", "at.csv", "at.csv", "--op", "sum"], "3\n2\n3\n-2.5\n"),
            (&["merge", "at.csv", "at.csv"], "0\n0\n1\n1\n"),
            (&["search", "at.csv", "k.csv", "--upper"], "2\n2\n2\n0\n"),
            (&["map", "v.yx", "-i", "v=v.csv"], "1,10\n2,20\n3,30\n4.5,40\n"),
            (&["map", "x / 3.0", "-i", "x=at.csv"], "0\n0.33333334\n"),
            (&["filter", "k.csv", "--keep", "x > 0.0"], "3\n1\n3\n"),
            (&["filter", "v.csv", "--keep", "x.y > 2.0"], "30,3\n40,4.5\n"),
            (&["sort", "none.npy"], ""),
            (&["sort", "none.npy", "--values", "none.npy"], ""),
            (&["group", "none.npy", "none.npy"], ""),
            (&["filter", "k.csv", "--keep", "x > 9.0"], ""),
        ] {
            assert_eq!(place.ok(&[words, &backend[..]].concat()), printed, "{words:?} {backend:?}");
        }
        assert_eq!((integers(&place, "c.csv"), integers(&place, "j.csv")), (vec![1, 1, 2], vec![2, 1, 2, 0]));
    }
    if !has_compute(&place, &[]) {
        return;
    }
    for words in [&["scan", "k.csv"][..], &["sort", "k.csv"], &["filter", "k.csv"], &["merge", "at.csv", "at.csv"]] {
        place.ok(&[words, &["-o", "o.csv"]].concat());
        assert_eq!(place.ok(&[words, &["--family", "compute"]].concat()), place.text("o.csv"), "{words:?}");
    }
    let pairs = ["sort", "k.csv", "--values", "k.csv", "--family", "compute"];
    assert_eq!(place.ok(&pairs), "-2.5,-2.5\n1,1\n3,3\n3,3\n");
}

#[test]
fn long_results_need_a_file() {
    let place = Place::new();
    let numbers: Vec<f32> = (0..101).map(|i| i as f32).collect();
    place.list("x.npy", &numbers);
    place.list("most.npy", &numbers[..100]);
    place.list("one.npy", &[1.0]);
    place.array("m.npy", &[101, 5], &[0.0; 505]);
    place.array("rows.npy", &[100, 5], &[0.0; 500]);
    let files = place.names();
    let many = "101 lines are too many to print (at most 100): give -o FILE";
    for words in [
        &["scan", "x.npy"][..],
        &["scan", "x.npy", "--segments", "x.npy"],
        &["scan", "m.npy", "--axis", "0"],
        &["sort", "x.npy"],
        &["sort", "m.npy", "--axis", "1"],
        &["unique", "x.npy", "--counts", "c.npy", "--inverse", "j.npy"],
        &["take", "x.npy", "x.npy"],
        &["put", "x.npy", "one.npy", "one.npy"],
        &["merge", "one.npy", "most.npy"],
        &["search", "one.npy", "x.npy"],
        &["map", "x", "-i", "x=x.npy"],
        &["map", "x", "-i", "x=m.npy"],
        &["filter", "x.npy", "--keep", "x >= 0.0"],
        &["filter", "x.npy", "--keep", "x < y", "-i", "y=x.npy", "--partition", "-q"],
        &["filter", "m.npy", "--axis", "0", "--keep", "w >= 0.0", "-i", "w=x.npy"],
    ] {
        let said = place.misuse(words);
        assert!(said.contains(many) && !said.contains("--values-out FILE"), "{words:?}: {said}");
    }
    for words in [&["sort", "x.npy", "--values", "x.npy"][..], &["group", "x.npy", "x.npy"]] {
        let said = place.misuse(words);
        assert!(said.contains(&format!("{many} and --values-out FILE")), "{words:?}: {said}");
    }
    assert_eq!(place.names(), files);
    assert_eq!(place.ok(&["unique", "most.npy"]).lines().count(), 100);
    assert_eq!(place.ok(&["scan", "rows.npy", "--axis", "0"]), "0,0,0,0,0\n".repeat(100));
    let both = "give both -o FILE and --values-out FILE, or neither of them to print keys and values";
    for words in [
        &["sort", "x.npy", "--values", "x.npy", "-o", "o.npy"][..],
        &["sort", "x.npy", "--values", "x.npy", "--values-out", "o.npy"],
        &["group", "x.npy", "x.npy", "--values-out", "o.npy"],
    ] {
        let said = place.misuse(words);
        assert!(said.contains(both), "{words:?}: {said}");
    }
    assert!(place.misuse(&["unique", "one.npy", "--counts", "-"]).contains("two results would go to stdout"));
    for option in [&["--dtype", "float16"][..], &["--depth", "8"]] {
        let said = place.misuse(&[&["scan", "one.npy"], option].concat());
        assert!(said.contains(option[0]) && said.contains("output"), "{said}");
    }
}
