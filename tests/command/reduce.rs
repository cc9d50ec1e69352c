//! `brooklet reduce`: what it computes is what plain Rust computes, by either method, of numbers and of vectors.

use crate::support;
use crate::support::level::{is_full, sample};

use support::{Place, dialects, has_integers, whole};

#[test]
fn reduce_computes_what_rust_computes() {
    let place = Place::new();
    // What the methods compute is tested without a command for each.
    for &count in if is_full() { &[1, 3, 64, 1000, 4097][..] } else { &[1, 1000] } {
        let x = whole(count);
        place.list("x.npy", &x);
        let sum: f32 = x.iter().sum();
        for (method, dialect) in
            ["2x2", "brook"].iter().flat_map(|method| dialects().into_iter().map(move |dialect| (method, dialect)))
        {
            let value = |op: &str, more: &[&str]| {
                let args = ["reduce", "x.npy", "--op", op, "--method", method, "--dialect", dialect];
                place.value(&[&args[..], more].concat())
            };
            let context = format!("{count} elements by {method} in {dialect}");
            assert_eq!(value("sum", &[]), sum, "{context}");
            assert_eq!(value("sum", &["--stop-at", "5"]), sum, "{context}");
            assert_eq!(value("mean", &[]), (f64::from(sum) / count as f64) as f32, "{context}");
            assert_eq!(value("max", &[]), x.iter().copied().fold(f32::MIN, f32::max), "{context}");
            assert_eq!(value("min", &[]), x.iter().copied().fold(f32::MAX, f32::min), "{context}");
        }
    }
}

#[test]
fn the_product_of_powers_of_two_is_exact() {
    let place = Place::new();
    let x: Vec<f32> = (0..300).map(|i| [0.5, 2.0, -1.0, 4.0, 0.25, 1.0, -2.0][i % 7]).collect();
    place.list("x.npy", &x);
    let expected: f32 = x.iter().product();
    assert!(expected.is_normal());
    for (method, dialect) in
        ["2x2", "brook"].iter().flat_map(|method| dialects().into_iter().map(move |dialect| (method, dialect)))
    {
        let args = ["reduce", "x.npy", "--op", "product", "--method", method, "--dialect", dialect];
        assert_eq!(place.value(&args), expected);
    }
}

#[test]
fn the_extreme_is_found_wherever_it_stands() {
    let place = Place::new();
    let count = 35 * 29;
    for at in sample([0, 1, 28, 29, 500, count - 2, count - 1], 0, 2) {
        let mut x = vec![1.0; count];
        x[at] = 7.5;
        place.array("x.npy", &[35, 29], &x);
        x[at] = -7.5;
        place.list("y.npy", &x);
        for method in ["2x2", "brook"] {
            assert_eq!(place.value(&["reduce", "x.npy", "--op", "max", "--method", method, "-q"]), 7.5);
            assert_eq!(place.value(&["reduce", "y.npy", "--op", "min", "--method", method]), -7.5);
        }
    }
}

#[test]
fn sums_that_floats_do_not_hold_are_close() {
    let place = Place::new();
    let x: Vec<f32> = (0..100_000).map(|i| 0.1 + (i % 13) as f32 * 1e-3).collect();
    place.list("x.npy", &x);
    let exact: f64 = x.iter().map(|&x| f64::from(x)).sum();
    for (method, passes) in [("2x2", 9.0 * 2.0), ("brook", 6.0 * 7.0)] {
        let sum = place.value(&["reduce", "x.npy", "--op", "sum", "--method", method]);
        let bound = passes * 2_f64.powi(-24) * exact;
        assert!((f64::from(sum) - exact).abs() <= bound, "{sum} by {method}, not {exact}");
    }
}

#[test]
fn of_no_elements_the_sum_is_0_and_the_product_1() {
    let place = Place::new();
    place.list("none.npy", &[]);
    place.array("flat.npy", &[0, 5], &[]);
    place.array("deep.npy", &[2, 0, 3], &[]);
    place.file("none.csv", "x,y\n");
    for dialect in dialects() {
        for file in ["none.npy", "flat.npy", "deep.npy"] {
            assert_eq!(place.ok(&["reduce", file, "--op", "sum", "--dialect", dialect]), "0\n");
            assert_eq!(place.ok(&["reduce", file, "--op", "product", "--dialect", dialect]), "1\n");
        }
    }
    let run = place.run(&["reduce", "none.csv", "--op", "product"]);
    let note = "note: none.csv has a header line and no numbers\n";
    assert_eq!((run.code, run.out.as_str(), run.err.as_str()), (Some(0), "1,1\n", note));
}

#[test]
fn of_no_elements_the_other_operators_fail() {
    let place = Place::new();
    place.list("none.npy", &[]);
    for (op, dialect) in
        ["max", "min", "mean"].iter().flat_map(|op| dialects().into_iter().map(move |dialect| (op, dialect)))
    {
        let error = place.fails(&["reduce", "none.npy", "--op", op, "--dialect", dialect]);
        assert!(error.starts_with(&format!("brooklet: a reduction of no elements by `{op}` has no value")), "{error}");
    }
}

#[test]
fn vectors_are_reduced_by_component() {
    let place = Place::new();
    place.file("two.csv", "1,-2\n3,0.5\n-4,7\n");
    place.file("three.csv", "red,green,blue\n1,2,3\n4,5,6\n");
    place.file("four.csv", "1,2,3,4\n");
    for dialect in dialects() {
        for (args, expected) in [
            (["two.csv", "--op", "max"], "3,7\n"),
            (["two.csv", "--op", "min"], "-4,-2\n"),
            (["two.csv", "--op", "sum"], "0,5.5\n"),
            (["three.csv", "--op", "product"], "4,10,18\n"),
            (["three.csv", "--op", "mean"], "2.5,3.5,4.5\n"),
            (["four.csv", "--op", "sum"], "1,2,3,4\n"),
        ] {
            let args = [&["reduce"][..], &args, &["--dialect", dialect]].concat();
            assert_eq!(place.ok(&args), expected, "{args:?}");
        }
    }
}

#[test]
#[cfg_attr(debug_assertions, ignore = "slow where nothing is optimised: .ci/run has it in release")]
fn stopping_early_makes_no_sum_worse() {
    let place = Place::new();
    // No more than a device without integers has positions for.
    let count = if has_integers(dialects()[0]) { (1 << 24) + (1 << 20) } else { 1 << 24 };
    place.list("x.npy", &vec![1.0; count]);
    assert_eq!(place.value(&["reduce", "x.npy", "--op", "sum", "--stop-at", "8192"]), count as f32);
    assert_eq!(place.value(&["reduce", "x.npy", "--op", "mean", "--stop-at", "8192"]), 1.0);
}

#[test]
fn a_whole_number_is_printed_with_its_own_digits_or_an_exponent() {
    let place = Place::new();
    place.list("x.npy", &[71_220_528.0]);
    let out = place.ok(&["reduce", "x.npy", "--op", "sum"]);
    assert!(["71220528\n", "7.122053e7\n"].contains(&out.as_str()), "{out}");
}
