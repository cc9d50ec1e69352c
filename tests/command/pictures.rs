//! Matrices and pictures: transpose, summed-area tables, distance transforms and connected components.

use crate::axis::int64;
use crate::support;

use support::{Place, dialects};

/// A place with a matrix of 2 × 3, a mask of 3 × 4, and pictures of 2 × 2.
fn place() -> Place {
    let place = Place::new();
    place.array("m.npy", &[2, 3], &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
    place.array("mask.npy", &[3, 4], &[0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 0.0]);
    place.array("p.npy", &[2, 2, 3], &(0..12).map(|i| i as f32).collect::<Vec<_>>());
    place
}

#[test]
fn matrices_are_transposed() {
    let place = place();
    for dialect in dialects() {
        assert_eq!(place.ok(&["transpose", "m.npy", "--dialect", dialect]), "1,4\n2,5\n3,6\n");
    }
    // Pixels stay whole, unless every number is a scalar.
    place.ok(&["transpose", "p.npy", "-o", "o.npy", "--quiet"]);
    assert_eq!(place.npy("o.npy"), (vec![2, 2, 3], [0, 1, 2, 6, 7, 8, 3, 4, 5, 9, 10, 11].map(|i| i as f32).to_vec()));
    let run = place.run(&["transpose", "p.npy", "-o", "o.npy"]);
    assert!(
        run.err.contains("p.npy is (2, 2, 3): read as 4 vectors of 3; --scalars reads it as 12 scalars"),
        "{}",
        run.err
    );
    place.ok(&["transpose", "p.npy", "-o", "o.npy", "--scalars"]);
    assert_eq!(place.npy("o.npy").0, [2, 3, 2]);
    place.file("c.csv", "1,2,3\n4,5,6\n");
    assert_eq!(place.ok(&["transpose", "c.csv"]), "1,4\n2,5\n3,6\n");
    // Integers keep their dtype.
    let bytes: Vec<u8> = [1i64 << 40, 2, 3, 4].iter().flat_map(|i| i.to_le_bytes()).collect();
    place.file("i.npy", support::npy("<i8", &[2, 2], &bytes));
    place.ok(&["transpose", "i.npy", "-o", "o.npy"]);
    assert_eq!(int64(&place, "o.npy"), [1 << 40, 3, 2, 4]);
    place.list("l.npy", &[1.0, 2.0]);
    assert!(place.fails(&["transpose", "l.npy"]).contains("l.npy is (2,): it needs rows and columns"));
}

#[test]
fn matrices_are_multiplied() {
    let place = place();
    place.array("b.npy", &[3, 1], &[1.0, 0.0, -1.0]);
    for dialect in dialects() {
        for method in ["blocks", "inner-product"] {
            let product = place.ok(&["matmul", "m.npy", "b.npy", "--method", method, "--dialect", dialect]);
            assert_eq!(product, "-2\n-2\n", "{method}");
        }
    }
    place.array("r.npy", &[1, 2], &[1.0, 2.0]);
    place.ok(&["matmul", "b.npy", "r.npy", "-o", "o.npy"]);
    assert_eq!(place.npy("o.npy"), (vec![3, 2], vec![1.0, 2.0, 0.0, 0.0, -1.0, -2.0]));
    let text = place.fails(&["matmul", "m.npy", "m.npy"]);
    assert!(
        text.contains(
            "m.npy is (2, 3) and m.npy is (2, 3): the first must have as many columns as the second has rows"
        ),
        "{text}"
    );
    assert!(
        place.fails(&["matmul", "m.npy", "p.npy"]).contains("p.npy is (2, 2, 3), which has 3 axes: a matrix has two")
    );
}

#[test]
fn rectangles_are_summed() {
    let place = place();
    for dialect in dialects() {
        for method in ["pyramid", "recursive-doubling"] {
            let sums = place.ok(&["sat", "m.npy", "--method", method, "--dialect", dialect]);
            assert_eq!(sums, "1,3,6\n5,12,21\n", "{method}");
        }
    }
    place.ok(&["sat", "p.npy", "-o", "o.npy", "--quiet"]);
    assert_eq!(
        place.npy("o.npy"),
        (vec![2, 2, 3], [0, 1, 2, 3, 5, 7, 6, 8, 10, 18, 22, 26].map(|i| i as f32).to_vec())
    );
    place.ok(&["sat", "p.npy", "-o", "o.npy", "--scalars"]);
    assert_eq!(place.npy("o.npy").1[..6], [0.0, 1.0, 3.0, 3.0, 8.0, 15.0]);
    place.list("l.npy", &[1.0, 2.0]);
    assert!(place.fails(&["sat", "l.npy"]).contains("l.npy is (2,): it needs rows and columns"));
    let text = place.misuse(&["sat", "m.npy", "--method", "tiles"]);
    assert!(text.contains("--family fragment has no method tiles; it has recursive-doubling, pyramid"), "{text}");
}

#[test]
fn distances_and_the_nearest_are_found() {
    let place = place();
    for dialect in dialects() {
        for method in ["lower-envelope", "jump-flooding"] {
            let run = ["distance", "mask.npy", "-o", "d.npy", "--nearest", "n.npy", "--method", method];
            place.ok(&[&run[..], &["--dialect", dialect]].concat());
            let (shape, distances) = place.npy("d.npy");
            assert_eq!(shape, [3, 4]);
            let squares: Vec<f32> = distances.iter().map(|d| (d * d).round()).collect();
            assert_eq!(squares, [4.0, 1.0, 0.0, 1.0, 1.0, 2.0, 1.0, 0.0, 0.0, 1.0, 2.0, 1.0]);
            assert_eq!(int64(&place, "n.npy"), [2, 2, 2, 2, 8, 2, 2, 7, 8, 8, 7, 7], "{method}");
        }
    }
    assert_eq!(place.ok(&["distance", "m.npy"]), "0,0,0\n0,0,0\n");
    place.array("none.npy", &[1, 3], &[0.0; 3]);
    assert_eq!(place.ok(&["distance", "none.npy"]), "inf,inf,inf\n");
    place.ok(&["distance", "none.npy", "--nearest", "n.npy"]);
    assert_eq!(int64(&place, "n.npy"), [-1; 3]);
    // A pixel in colour counts if one of its colours is not 0.
    place.array("c.npy", &[1, 2, 4], &[0.0, 0.0, 0.0, 1.0, 0.0, 0.5, 0.0, 1.0]);
    place.ok(&["map", "v", "-i", "v=c.npy", "-o", "c.png", "--vectors"]);
    assert_eq!(place.ok(&["distance", "c.png"]), "1,0\n");
    place.list("l.npy", &[1.0, 2.0]);
    let text = place.fails(&["distance", "l.npy"]);
    assert!(text.contains("l.npy is (2,), which has 1 axis: a mask has two, rows and columns"), "{text}");
    assert!(place.fails(&["distance", "p.npy"]).contains("p.npy is (2, 2, 3), which has 3 axes: a mask has two"));
    let text = place.fails(&["distance", "m.npy", "--nearest", "n.png"]);
    assert!(text.contains("n.png"), "{text}");
}

#[test]
fn components_are_labelled() {
    let place = place();
    for dialect in dialects() {
        let methods = ["hooking", "spreading", "occlusion-query"];
        // OpenGL ES does not count fragments.
        for method in &methods[..if dialect == "es" { 2 } else { 3 }] {
            let run = |connectivity: &str| {
                let options = ["label", "mask.npy", "--method", method, "--dialect", dialect];
                place.ok(&[&options[..], &["--connectivity", connectivity]].concat())
            };
            assert_eq!(run("4"), "0,0,1,0\n0,0,0,2\n3,0,0,0\n", "{method}");
            assert_eq!(run("8"), "0,0,1,0\n0,0,0,1\n2,0,0,0\n", "{method}");
        }
    }
    place.ok(&["label", "mask.npy", "-o", "l.npy"]);
    assert_eq!(int64(&place, "l.npy"), [0, 0, 1, 0, 0, 0, 0, 2, 3, 0, 0, 0]);
    let text = place.misuse(&["label", "mask.npy", "--connectivity", "6"]);
    assert!(text.contains("[possible values: 4, 8]"), "{text}");
    assert!(place.fails(&["label", "mask.npy", "-o", "l.png"]).contains("l.png"));
}

#[test]
fn neighbourhoods_are_combined() {
    let place = place();
    place.file("w.csv", "0,1,0\n1,1,1\n0,1,0\n");
    place.list("row.npy", &[1.0, 0.0, -1.0]);
    for dialect in dialects() {
        let run = |args: &[&str]| place.ok(&[args, &["--dialect", dialect]].concat());
        for method in ["direct", "separable"] {
            let given = ["convolve", "m.npy", "w.csv", "--border", "zero", "--method", method];
            assert_eq!(run(&given), "7,11,11\n10,17,14\n", "{method}");
            let given = ["convolve", "m.npy", "row.npy", "--border", "clamp", "--method", method];
            assert_eq!(run(&given), "1,2,1\n1,2,1\n", "{method}");
        }
        assert_eq!(run(&["median", "m.npy", "--size", "3", "--border", "zero"]), "0,2,0\n0,2,0\n");
        assert_eq!(
            run(&["median", "m.npy", "--size", "2", "--border", "wrap", "--method", "bisection"]),
            "4,4,5\n4,4,5\n"
        );
    }
    assert_eq!(place.ok(&["blur", "m.npy", "--sigma", "0"]), "1,2,3\n4,5,6\n");
    // Pixels by component, and 8 bits a component.
    place.ok(&["map", "v", "-i", "v=p.npy", "-o", "p.hdr", "--vectors"]);
    place.ok(&["blur", "p.npy", "--sigma", "1", "-o", "o.npy", "--quiet"]);
    assert_eq!(place.npy("o.npy").0, [2, 2, 3]);
    place.array("half.npy", &[2, 2, 3], &[0.5; 12]);
    place.ok(&["map", "v", "-i", "v=half.npy", "-o", "half.png", "--vectors"]);
    place.ok(&["blur", "half.png", "--sigma", "2", "-o", "o.png"]);
    place.ok(&["map", "v", "-i", "v=o.png", "-o", "o.npy", "--vectors"]);
    assert!(place.npy("o.npy").1.iter().all(|v| (v - 0.5).abs() < 0.01));
    for (given, wanted) in [
        (&["convolve", "m.npy", "p.npy"][..], "p.npy is (2, 2, 3): weights are a matrix, or a list, which is one row"),
        (&["blur", "n.npy", "--sigma", "1", "--scalars"], "n.npy is (4, 2, 3), which has 3 axes: a picture has two"),
        (&["median", "row.npy"], "row.npy is (3,): it needs rows and columns"),
        (&["median", "nan.npy"], "nan.npy: the element at [0, 1] is NaN, which has no place in an order"),
        (
            &["median", "m.npy", "--size", "4", "--method", "network"],
            "an odd number from 1 to 7 elements a side, and not of 4",
        ),
    ] {
        place.array("n.npy", &[4, 2, 3], &[0.0; 24]);
        place.array("nan.npy", &[1, 2], &[0.0, f32::NAN]);
        let text = place.fails(given);
        assert!(text.contains(wanted), "{text}");
    }
    for (given, wanted) in [
        (&["blur", "m.npy", "--sigma", "-1"][..], "it must be from 0 to 4096"),
        (&["median", "m.npy", "--size", "0"], "0 is not in 1..=255"),
        (&["convolve", "m.npy", "w.csv", "--border", "mirror"], "possible values: reflect, clamp, zero, wrap"),
    ] {
        let text = place.misuse(given);
        assert!(text.contains(wanted), "{text}");
    }
}
