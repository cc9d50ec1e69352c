//! `--axis`: rows, columns and other lines by themselves.

use crate::support;
use crate::vectors::said;

use support::{Place, dialects};

/// The numbers of an int64 file.
pub fn int64(place: &Place, name: &str) -> Vec<i64> {
    let bytes = place.bytes(name);
    let end = bytes.iter().position(|&byte| byte == b'\n').unwrap() + 1;
    assert!(String::from_utf8_lossy(&bytes[10..end]).contains("'<i8'"));
    bytes[end..].chunks(8).map(|b| i64::from_le_bytes(b.try_into().unwrap())).collect()
}

/// A place with a matrix of 2 × 3, and one of 4 × 2 × 3.
fn place() -> Place {
    let place = Place::new();
    place.array("m.npy", &[2, 3], &[3.0, 1.0, 2.0, 5.0, 6.0, 4.0]);
    place.array("n.npy", &[4, 2, 3], &(0..24).map(|i| (i * 7 % 24) as f32).collect::<Vec<_>>());
    place
}

#[test]
fn lines_are_reduced() {
    let place = place();
    for dialect in dialects() {
        let run = |args: &[&str]| place.ok(&[&["reduce", "--dialect", dialect], args].concat());
        assert_eq!(run(&["m.npy", "--op", "sum", "--axis", "0"]), "8\n7\n6\n");
        assert_eq!(run(&["m.npy", "--op", "max", "--axis", "-1"]), "3\n6\n");
        assert_eq!(run(&["m.npy", "--op", "mean", "--axis", "-2", "--method", "brook"]), "4\n3.5\n3\n");
        assert_eq!(run(&["n.npy", "--op", "min", "--axis", "0"]), "0,1,2\n3,4,5\n");
        run(&["n.npy", "--op", "sum", "--axis", "1", "-o", "o.npy", "--trace", "t.json"]);
        assert_eq!(place.npy("o.npy").0, [4, 3]);
        assert_eq!(place.json("t.json")["passes"].as_array().unwrap().len(), 1);
    }
    // Numbers, unless they are said to be vectors.
    assert_eq!(place.ok(&["reduce", "m.npy", "--op", "sum", "--axis", "1", "--scalars"]), "6\n15\n");
    assert_eq!(place.ok(&["reduce", "m.npy", "--op", "sum", "--axis", "0", "--vectors"]), "8,7,6\n");
    place.file("c.csv", "1,2\n3,4\n5,6\n");
    assert_eq!(place.ok(&["reduce", "c.csv", "--op", "sum", "--axis", "1"]), "3\n7\n11\n");
    assert_eq!(place.ok(&["reduce", "c.csv", "--op", "sum", "--axis", "0", "--vectors"]), "9,12\n");
    place.list("l.npy", &[1.0, 2.0, 4.0]);
    assert_eq!(place.ok(&["reduce", "l.npy", "--op", "product", "--axis", "0"]), "8\n");
    place.ok(&["reduce", "l.npy", "--op", "sum", "--axis", "0", "-o", "o.npy"]);
    assert_eq!(place.npy("o.npy"), (vec![1], vec![7.0]));
    place.array("long.npy", &[101, 2], &[0.0; 202]);
    let text = place.misuse(&["reduce", "long.npy", "--op", "sum", "--axis", "1"]);
    assert!(text.contains("101 lines are too many to print (at most 100): give -o FILE"), "{text}");
    place.array("none.npy", &[2, 0], &[]);
    assert_eq!(place.ok(&["reduce", "none.npy", "--op", "sum", "--axis", "1"]), "0\n0\n");
    let text = place.fails(&["reduce", "none.npy", "--op", "max", "--axis", "1"]);
    assert!(text.contains("a reduction of no elements by `max` has no value"), "{text}");
}

#[test]
fn lines_are_scanned_and_sorted() {
    let place = place();
    for dialect in dialects() {
        let run = |args: &[&str]| place.ok(&[args, &["--dialect", dialect]].concat());
        run(&["scan", "m.npy", "-o", "o.npy", "--axis", "0"]);
        assert_eq!(place.npy("o.npy"), (vec![2, 3], vec![3.0, 1.0, 2.0, 8.0, 7.0, 6.0]));
        run(&["scan", "m.npy", "-o", "o.npy", "--axis", "1", "--exclusive", "--method", "hillis-steele"]);
        assert_eq!(place.npy("o.npy").1, [0.0, 3.0, 4.0, 0.0, 5.0, 11.0]);
        run(&["sort", "m.npy", "-o", "o.npy", "--axis", "-1"]);
        assert_eq!(place.npy("o.npy"), (vec![2, 3], vec![1.0, 2.0, 3.0, 4.0, 5.0, 6.0]));
        run(&["sort", "m.npy", "-o", "o.npy", "--axis", "0", "--descending", "--method", "bitonic"]);
        assert_eq!(place.npy("o.npy").1, [5.0, 6.0, 4.0, 3.0, 1.0, 2.0]);
        assert_eq!(run(&["argsort", "m.npy", "--axis", "1"]), "1,2,0\n2,0,1\n");
        assert_eq!(run(&["scan", "m.npy", "--axis", "1"]), "3,4,6\n5,11,15\n");
        assert_eq!(run(&["sort", "m.npy", "--axis", "1"]), "1,2,3\n4,5,6\n");
        // With a payload each key has a line, of whichever line of the array it is.
        let pairs = run(&["sort", "m.npy", "--axis", "1", "--values", "m.npy", "--descending"]);
        assert_eq!(pairs, "3,3\n2,2\n1,1\n6,6\n5,5\n4,4\n");
        run(&["argsort", "n.npy", "--axis", "0", "-o", "o.npy"]);
        assert_eq!(int64(&place, "o.npy")[..6], [0, 1, 2, 3, 0, 1]);
    }
    // A payload of vectors moves with its keys.
    let points: Vec<f32> = (0..12).map(|i| i as f32).collect();
    place.array("v.npy", &[2, 3, 2], &points);
    place.ok(&["sort", "m.npy", "-o", "o.npy", "--axis", "1", "--values", "v.npy", "--values-out", "w.npy"]);
    assert_eq!(place.npy("w.npy"), (vec![2, 3, 2], vec![2.0, 3.0, 4.0, 5.0, 0.0, 1.0, 10.0, 11.0, 6.0, 7.0, 8.0, 9.0]));
    place.list("k.npy", &[0.0, -0.0, 0.0]);
    place.ok(&["sort", "k.npy", "-o", "o.npy", "--axis", "0", "--stable"]);
    assert_eq!(support::bits(&place.npy("o.npy").1), support::bits(&[0.0, -0.0, 0.0]));
    // One reading is said to be right, so nothing is noted.
    assert_eq!(said(&place, &["scan", "m.npy", "-o", "o.npy", "--axis", "1"]), "");
    assert_eq!(said(&place, &["scan", "m.npy", "-o", "o.npy", "--axis", "0", "--vectors"]), "");
    assert_eq!(place.npy("o.npy"), (vec![2, 3], vec![3.0, 1.0, 2.0, 8.0, 7.0, 6.0]));
}

#[test]
fn lines_are_selected_from() {
    let place = place();
    for dialect in dialects() {
        let run = |args: &[&str]| place.ok(&[args, &["--dialect", dialect]].concat());
        assert_eq!(run(&["reduce", "m.npy", "--op", "argmax", "--axis", "1"]), "0\n1\n");
        assert_eq!(run(&["reduce", "m.npy", "--op", "argmin", "--axis", "-2"]), "0\n0\n0\n");
        assert_eq!(run(&["reduce", "m.npy", "--op", "median", "--axis", "0"]), "4\n3.5\n3\n");
        run(&["reduce", "n.npy", "--op", "argmax", "--axis", "0", "-o", "o.npy"]);
        // numpy.argmax(n, axis=0), of n = (arange(24) * 7 % 24).reshape(4, 2, 3)
        assert_eq!(int64(&place, "o.npy"), [1, 2, 3, 0, 1, 2]);
        assert_eq!(run(&["top", "m.npy", "-k", "2", "--axis", "1"]), "3,2\n6,5\n");
        run(&["top", "m.npy", "-k", "1", "--smallest", "--axis", "0", "-o", "o.npy", "--indices", "i.npy"]);
        assert_eq!((place.npy("o.npy"), int64(&place, "i.npy")), ((vec![1, 3], vec![3.0, 1.0, 2.0]), vec![0, 0, 0]));
        assert_eq!(run(&["quantile", "m.npy", "0.5", "--axis", "-1"]), "2\n5\n");
        assert_eq!(run(&["quantile", "m.npy", "0,0.75", "--axis", "1"]), "1,4\n2.5,5.5\n");
        run(&["quantile", "n.npy", "1,0.5", "--axis", "1", "-o", "q.npy"]);
        assert_eq!(place.npy("q.npy").0, [2, 4, 3]);
    }
    place.list("l.npy", &[1.0, 4.0, 2.0]);
    assert_eq!(place.ok(&["reduce", "l.npy", "--op", "argmax", "--axis", "0"]), "1\n");
    let text = place.fails(&["top", "m.npy", "-k", "4", "--axis", "1"]);
    assert!(text.contains("lines along the axis have 3 elements, fewer than the 4 of -k"), "{text}");
    place.array("none.npy", &[2, 0], &[]);
    let text = place.fails(&["reduce", "none.npy", "--op", "median", "--axis", "1"]);
    assert!(text.contains("there is no median of no elements: the lines along axis 1 of a stream of 2 × 0"), "{text}");
    place.array("nan.npy", &[1, 2], &[1.0, f32::NAN]);
    let text = place.fails(&["reduce", "nan.npy", "--op", "argmax", "--axis", "0"]);
    assert_eq!(text, "brooklet: nan.npy: the element at [0, 1] is NaN, which has no place in an order\n");
    place.array("long.npy", &[101, 2], &[0.0; 202]);
    for args in [&["top", "long.npy", "-k", "1"][..], &["quantile", "long.npy", "0.5"]] {
        let text = place.misuse(&[args, &["--axis", "1"]].concat());
        assert!(text.contains("101 lines are too many to print (at most 100): give -o FILE"), "{text}");
    }
}

#[test]
fn slices_are_kept() {
    let place = place();
    place.list("rows.npy", &[0.0, 1.0]);
    place.list("w.npy", &[0.5, 2.0, 3.0]);
    place.array("p.npy", &[5, 3], &(0..15).map(|i| i as f32).collect::<Vec<_>>());
    place.ok(&["filter", "m.npy", "-o", "o.npy", "--axis", "0", "--keep", "rows.npy"]);
    assert_eq!(place.npy("o.npy"), (vec![1, 3], vec![5.0, 6.0, 4.0]));
    assert_eq!(place.ok(&["filter", "m.npy", "--axis", "1", "--keep", "w.npy"]), "3,1,2\n5,6,4\n");
    assert_eq!(place.ok(&["filter", "m.npy", "--axis", "1", "--keep", "w > 1.0", "-i", "w=w.npy"]), "1,2\n6,4\n");
    let by_weight =
        ["filter", "m.npy", "-o", "o.npy", "--axis", "-1", "--keep", "w > limit", "-i", "w=w.npy", "-c", "limit=1"];
    place.ok(&[&by_weight[..], &["--payload", "p.npy", "--payload-out", "q.npy", "--method", "stable-sort"]].concat());
    assert_eq!(place.npy("o.npy"), (vec![2, 2], vec![1.0, 2.0, 6.0, 4.0]));
    assert_eq!(place.npy("q.npy").0, [5, 2]);
    place.ok(&["filter", "n.npy", "-o", "o.npy", "--axis", "2", "--keep", "w < 0.0", "-i", "w=w.npy"]);
    assert_eq!(place.npy("o.npy"), (vec![4, 2, 0], vec![]));
    let text = said(&place, &["filter", "m.npy", "-o", "o.npy", "--axis", "0", "--keep", "rows.npy", "--partition"]);
    assert_eq!(text, "note: m.npy: 1 of 2 slices are kept\n");
    assert_eq!(place.npy("o.npy"), (vec![2, 3], vec![5.0, 6.0, 4.0, 3.0, 1.0, 2.0]));
    let fails = |args: &[&str]| place.fails(&[&["filter", "m.npy", "-o", "o.npy", "--axis", "1"], args].concat());
    let said = fails(&["--keep", "rows.npy"]);
    let wanted = "rows.npy is (2,), 2 numbers: there must be one for each of the 3 slices of m.npy along axis 1";
    assert!(said.contains(wanted), "{said}");
    let said = fails(&["--keep", "w.npy", "--payload", "n.npy", "--payload-out", "q.npy"]);
    assert!(said.contains("payload n.npy has 2 slices along axis 1, and m.npy has 3"), "{said}");
    let usage = |args: &[&str]| place.misuse(&[&["filter", "m.npy", "-o", "o.npy", "--axis", "1"], args].concat());
    let what = "with --axis, --keep is a file of flags, or a condition on inputs (-i), with one number for each slice";
    for args in
        [&[][..], &["--keep", "x > 0.0"], &["--keep", "x > w", "-i", "w=w.npy"], &["--keep", "w.npy", "-i", "w=w.npy"]]
    {
        let said = usage(args);
        assert!(said.contains(what), "{said}");
    }
}

#[test]
fn what_is_no_axis_is_refused() {
    let place = place();
    for (command, more) in [
        ("reduce", &["--op", "sum"][..]),
        ("scan", &["-o", "o.npy"]),
        ("sort", &["-o", "o.npy"]),
        ("argsort", &[]),
        ("top", &["-k", "1"]),
        ("quantile", &["0.5"]),
        ("filter", &["-o", "o.npy", "--keep", "m.npy"]),
    ] {
        for axis in ["2", "-3"] {
            let said = place.fails(&[&[command, "m.npy", "--axis", axis], more].concat());
            let wanted = format!("there is no axis {axis}: m.npy is (2, 3), and has 2 axes, 0 to 1 or -2 to -1\n");
            assert_eq!(said, format!("brooklet: {wanted}"));
        }
        let family = [&[command, "m.npy", "--axis", "0", "--family", "compute"], more].concat();
        if ["top", "quantile", "filter"].contains(&command) {
            let said = place.misuse(&family);
            assert!(said.contains("--axis is only for --family fragment"), "{said}");
        } else {
            let said = place.misuse(&[&family[..], &["--method", "kahan"]].concat());
            assert!(said.contains("--axis has no method kahan") || said.contains("invalid value 'kahan'"), "{said}");
        }
    }
    let said = place.fails(&["reduce", "m.npy", "--op", "sum", "--axis", "1", "--vectors"]);
    assert_eq!(said, "brooklet: there is no axis 1: m.npy is (2, 3) of vectors of 3, and has 1 axis, 0 or -1\n");
    let more = ["--values", "m.npy", "--values-out", "w.npy", "--family", "compute"];
    let said = place.misuse(&[&["sort", "m.npy", "-o", "o.npy", "--axis", "0"][..], &more].concat());
    assert!(said.contains("--axis with --values is only for --family fragment"), "{said}");
    let said = place.misuse(&["reduce", "m.npy", "--op", "mean", "--axis", "0", "--family", "compute"]);
    assert!(said.contains("--op mean with --axis is only for --family fragment"), "{said}");
    let said = place.misuse(&["sort", "m.npy", "-o", "o.npy", "--axis", "0", "--method", "bitonic-float"]);
    assert!(said.contains("--axis has no method bitonic-float; it has bitonic, merge"), "{said}");
    let said =
        place.fails(&["sort", "m.npy", "-o", "o.npy", "--axis", "0", "--values", "n.npy", "--values-out", "w.npy"]);
    assert!(said.contains("payload n.npy is (4, 2, 3): it must have the shape of m.npy, (2, 3)"), "{said}");
    place.array("nan.npy", &[1, 2], &[1.0, f32::NAN]);
    let said = place.fails(&["sort", "nan.npy", "-o", "o.npy", "--axis", "0"]);
    assert_eq!(said, "brooklet: nan.npy: the element at [0, 1] is NaN, which has no place in an order\n");
    for args in [
        &["reduce", "m.npy", "--op", "sum", "-o", "o.npy"][..],
        &["reduce", "m.npy", "--op", "sum", "--axis", "0", "--stop-at", "4"],
        &["scan", "m.npy", "-o", "o.npy", "--axis", "0", "--segments", "m.npy"],
        &["argsort", "m.npy", "--axis", "0", "--bits", "8"],
        &["top", "m.npy", "-k", "1", "--axis", "0", "--method", "sort"],
        &["quantile", "m.npy", "0.5", "--axis", "0", "--method", "sort"],
    ] {
        place.misuse(args);
    }
}
