//! `brooklet histogram` on real files.
use crate::support;

use support::{Place, dialects};

/// The numbers of an int64 file.
fn int64(place: &Place, name: &str) -> Vec<i64> {
    let bytes = place.bytes(name);
    let end = bytes.iter().position(|&byte| byte == b'\n').unwrap() + 1;
    assert!(String::from_utf8_lossy(&bytes[10..end]).contains("'<i8'"));
    bytes[end..].chunks(8).map(|b| i64::from_le_bytes(b.try_into().unwrap())).collect()
}

#[test]
fn histogram_counts_as_numpy() {
    let place = Place::new();
    place.list("x.npy", &[0.0, 1.0, 2.0, 3.0, 4.0, 4.0, 4.0, -1.0, 5.0]);
    for dialect in dialects() {
        let args = ["histogram", "x.npy", "--bins", "4", "--range", "0,4", "--dialect", dialect];
        assert_eq!(place.run(&args).out, "1\n1\n1\n4\n");
        assert_eq!(place.run(&args).err, "note: 2 of 9 numbers are out of range, and not counted\n");
        let args = [&args[..], &["-q"]].concat();
        place.ok(&[&args[..], &["-o", "c.npy", "--edges", "e.npy"]].concat());
        assert_eq!(int64(&place, "c.npy"), [1, 1, 1, 4]);
        assert_eq!(place.npy("e.npy"), (vec![5], vec![0.0, 1.0, 2.0, 3.0, 4.0]));
        for method in ["compare-reduce", "sort-search", "packed-counters"] {
            assert_eq!(place.ok(&[&args[..], &["--method", method]].concat()), "1\n1\n1\n4\n");
        }
    }
    // numpy.histogram(x, 3): from -1 to 5
    assert_eq!(place.ok(&["histogram", "x.npy", "--bins", "3"]), "2\n2\n5\n");
    place.ok(&["histogram", "x.npy", "--bins", "200", "--range=-1,5", "-o", "c.csv"]);
    assert_eq!(place.text("c.csv").lines().count(), 200);
}

#[test]
fn weights_are_summed_and_pairs_counted() {
    let place = Place::new();
    place.list("x.npy", &[0.0, 1.0, 1.0, 3.0]);
    place.list("y.npy", &[0.0, 0.0, 2.0, 4.0]);
    place.list("w.npy", &[0.5, 1.0, 2.0, 0.25]);
    let weighted = ["histogram", "x.npy", "--bins", "3", "--weights", "w.npy"];
    assert_eq!(place.ok(&weighted), "0.5\n3\n0.25\n");
    place.ok(&[&weighted[..], &["-o", "s.npy"]].concat());
    assert_eq!(place.npy("s.npy"), (vec![3], vec![0.5, 3.0, 0.25]));
    let pairs = ["histogram", "x.npy", "y.npy", "--bins", "3,2"];
    assert_eq!(place.ok(&pairs), "1,0\n1,1\n0,1\n");
    place.ok(&[&pairs[..], &["-o", "p.npy", "--edges", "ex.npy", "--edges", "ey.npy"]].concat());
    assert_eq!(int64(&place, "p.npy"), [1, 0, 1, 1, 0, 1]);
    assert_eq!(place.npy("ey.npy").1, [0.0, 2.0, 4.0]);
}

#[test]
fn what_cannot_be_counted_is_said() {
    let place = Place::new();
    place.list("x.npy", &[1.0, 2.0]);
    place.list("y.npy", &[1.0, 2.0, 3.0]);
    place.list("n.npy", &[1.0, f32::NAN]);
    place.list("i.npy", &[1.0, f32::INFINITY]);
    place.list("e.npy", &[]);
    place.list("far.npy", &[1_099_511_627_776.0, 1_099_511_758_848.0]);
    place.list("same.npy", &[1_099_511_627_776.0]);
    assert_eq!(place.ok(&["histogram", "e.npy", "--bins", "3"]), "0\n0\n0\n");
    assert_eq!(place.ok(&["histogram", "i.npy", "--bins", "2", "--range", "0,1", "-q"]), "0\n1\n");
    for (args, said) in [
        (&["histogram", "n.npy", "--bins", "3"][..], "n.npy: the element at 1 is NaN, which has no place in an order"),
        (&["histogram", "i.npy", "--bins", "3"], "not from 1 to inf: if the data have infinities, give the range"),
        (&["histogram", "x.npy", "--bins", "3", "--range", "1,0"], "not from 1 to 0"),
        (
            &["histogram", "x.npy", "--bins", "3", "--range", "0,inf"],
            "--range goes from a finite number to one that is not smaller, not from 0 to inf\n",
        ),
        (
            &["histogram", "far.npy", "--bins", "10"],
            "far.npy: 10 bins from 1099511600000 to 1099511800000 are narrower than floats are apart: there are 1 floats in \
             this range; subtract an offset, such as the smallest number, before the numbers become float32",
        ),
        (&["histogram", "same.npy", "--bins", "10"], "10 bins from 1099511627776 - 0.5 to 1099511627776 + 0.5 are"),
        (
            &["histogram", "x.npy", "y.npy", "--bins", "2,2"],
            "y.npy has 3 numbers, and x.npy has 2: a pair takes one of each",
        ),
        (
            &["histogram", "x.npy", "--bins", "2", "--weights", "y.npy"],
            "y.npy has 3 weights, and x.npy has 2 numbers: each has one weight",
        ),
        (&["histogram", "x.npy", "--bins", "2", "-o", "o.png"], "whole numbers go into .npy, .npz or .csv"),
    ] {
        let error = place.fails(args);
        assert!(error.contains(said), "{args:?}: {error}");
    }
    for (args, said) in [
        (&["histogram", "x.npy", "--bins", "101"][..], "101 lines are too many to print (at most 100): give -o FILE"),
        (&["histogram", "x.npy", "--bins", "0"], "a histogram has 1 to 65536 bins, not 0"),
        (&["histogram", "x.npy", "--bins", "65537", "-o", "o.npy"], "a histogram has 1 to 65536 bins, not 65537"),
        (&["histogram", "x.npy", "x.npy", "--bins", "90,900"], "a histogram has 1 to 65536 bins, not 90 × 900 = 81000"),
        (&["histogram", "x.npy", "--bins", "65537"], "a histogram has 1 to 65536 bins, not 65537"),
        (&["histogram", "x.npy", "--bins", "2,3"], "one input must have one number of bins, not 2"),
        (
            &["histogram", "x.npy", "y.npy", "--bins", "2"],
            "two inputs must have two numbers of bins, --bins M,N, not 1",
        ),
        (&["histogram", "x.npy", "--bins", "2", "--range", "1"], "the range of one input has 2 numbers, not 1"),
        (
            &["histogram", "x.npy", "--bins", "2", "-o", "o.npy", "--edges", "o.npy"],
            "two results would both go to o.npy",
        ),
    ] {
        let error = place.misuse(args);
        assert!(error.contains(said), "{args:?}: {error}");
    }
}
