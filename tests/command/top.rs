//! The commands top and quantile, and reductions by order.

use crate::support::{Place, backends, dialects, has_integers};

#[test]
fn top_prints_or_writes_elements_and_positions() {
    let place = Place::new();
    place.list("x.npy", &[0.5, 2.0, -1.0, 2.0, 1.0]);
    for backend in backends(&["none", "nv40"]) {
        let run = |more: &[&str]| place.ok(&[&["top", "x.npy"], &backend[..], more].concat());
        assert_eq!(run(&["-k", "3"]), "2\n2\n1\n");
        assert_eq!(run(&["-k", "2", "--smallest"]), "-1\n0.5\n");
        assert_eq!(run(&["-k", "3", "-o", "v.npy", "--indices", "i.csv"]), "");
        assert_eq!(place.npy("v.npy"), (vec![3], vec![2.0, 2.0, 1.0]));
        assert_eq!(place.text("i.csv"), "1\n3\n4\n");
        assert_eq!(run(&["-k", "0"]), "");
    }
    for method in ["bitonic", "sort", "tournament"] {
        assert_eq!(place.ok(&["top", "x.npy", "-k", "2", "--method", method]), "2\n2\n");
    }
    assert_eq!(place.ok(&["top", "x.npy", "-k", "1", "--indices", "i.npy"]), "2\n");
    assert!(place.bytes("i.npy").windows(5).any(|bytes| bytes == b"'<i8'"));
}

#[test]
fn top_says_what_cannot_be() {
    let place = Place::new();
    place.list("x.npy", &[1.0; 101]);
    place.list("nan.npy", &[1.0, f32::NAN]);
    assert!(place.misuse(&["top", "x.npy", "-k", "101"]).contains("101 lines are too many to print (at most 100)"));
    assert!(place.misuse(&["top", "x.npy"]).contains("-k"));
    let error = place.fails(&["top", "x.npy", "-k", "102", "-o", "v.npy"]);
    assert!(error.contains("has 101 elements, fewer than the 102 of -k"), "{error}");
    assert!(place.fails(&["top", "nan.npy", "-k", "1"]).contains("NaN, which has no place in an order"));
    let error = place.misuse(&["top", "x.npy", "-k", "1", "-o", "v.npy", "--indices", "v.npy"]);
    assert!(error.contains("elements and positions would both go to v.npy"), "{error}");
    let error = place.misuse(&["top", "x.npy", "-k", "1", "--indices", "-"]);
    assert!(error.contains("two results would go to stdout: give -o FILE"), "{error}");
    assert!(!place.names().contains(&"v.npy".to_owned()));
}

#[test]
fn quantiles_are_printed_or_written() {
    let place = Place::new();
    place.list("x.npy", &[4.0, 1.0, 2.0, 16.0]);
    for backend in backends(&["none", "nv40"]) {
        let run = |more: &[&str]| place.ok(&[&["quantile", "x.npy"], &backend[..], more].concat());
        assert_eq!(run(&["0.5"]), "3\n");
        assert_eq!(run(&["1,0,0.25"]), "16\n1\n1.75\n");
        run(&["0.5,1", "-o", "q.npy"]);
        assert_eq!(place.npy("q.npy"), (vec![2], vec![3.0, 16.0]));
    }
    let x: Vec<f32> = (0..40_001).map(|i| (i * 7919 % 40_009) as f32 - 20_000.5).collect();
    place.list("long.npy", &x);
    let mut sorted = x.clone();
    sorted.sort_by(f32::total_cmp);
    let methods = ["bitonic", "sort", "sample"];
    // The last one needs integers.
    for &method in &methods[..if has_integers(dialects()[0]) { 3 } else { 2 }] {
        if method != "bitonic" {
            assert_eq!(place.value(&["quantile", "long.npy", "0.75", "--method", method]), sorted[30_000]);
        }
        assert_eq!(place.value(&["quantile", "x.npy", "0", "--method", method]), 1.0);
    }
    place.list("nan.npy", &[1.0, f32::NAN]);
    place.list("none.npy", &[]);
    assert!(place.fails(&["quantile", "nan.npy", "0.5"]).contains("NaN, which has no place in an order"));
    let error = place.fails(&["quantile", "none.npy", "0.5"]);
    assert!(error.contains("none.npy has no elements, and so no quantiles"), "{error}");
    for wrong in ["1.5", "-0.1", "half", "nan"] {
        assert!(place.misuse(&["quantile", "x.npy", &format!("0.5,{wrong}")]).contains("from 0 to 1"), "{wrong}");
    }
}

#[test]
fn reductions_by_order() {
    let place = Place::new();
    place.array("x.npy", &[2, 5], &[0.5, 2.0, -1.0, 2.0, 1.0, 0.0, -1.0, 1.5, 0.25, 1.0]);
    for backend in backends(&["none", "nv40"]) {
        let run = |op| place.ok(&[&["reduce", "x.npy", "--op", op, "--quiet"], &backend[..]].concat());
        assert_eq!([run("argmax"), run("argmin"), run("median")], ["1\n", "2\n", "0.75\n"]);
    }
    let said = place.run(&["reduce", "x.npy", "--op", "argmax"]).err;
    assert!(said.contains("x.npy is (2, 5): read as one list of 10 numbers, in C order"), "{said}");
    place.list("nan.npy", &[1.0, f32::NAN]);
    place.list("none.npy", &[]);
    for op in ["argmax", "argmin", "median"] {
        assert!(place.fails(&["reduce", "nan.npy", "--op", op]).contains("NaN, which has no place in an order"));
        assert!(place.fails(&["reduce", "none.npy", "--op", op]).contains(&format!("no elements by `{op}`")));
        let misuse = |more: &[&str]| place.misuse(&[&["reduce", "x.npy", "--op", op], more].concat());
        assert!(misuse(&["--method", "runs"]).contains("has no --method, --stop-at or --family"));
        assert!(misuse(&["--family", "compute"]).contains("has no --method, --stop-at or --family"));
        assert!(misuse(&["--vectors"]).contains("vectors have no order"));
    }
}
