//! Filters with conditions on several arrays, with payloads, and partitions.

use crate::support;

use support::{AWKWARD, Place, bits, dialects, whole};

#[test]
fn a_condition_has_other_inputs_and_constants() {
    let place = Place::new();
    for count in [0, 1, 2, 3, 4, 63, 64, 65, 1000] {
        let (x, w) = (whole(count), (0..count).map(|i| (i % 3) as f32).collect::<Vec<_>>());
        place.list("x.npy", &x);
        place.list("w.npy", &w);
        let expected: Vec<f32> = x.iter().zip(&w).filter(|(x, w)| *x * *w > 6.0).map(|(x, _)| *x).collect();
        for dialect in dialects() {
            let args = ["filter", "x.npy", "-o", "o.npy", "--keep", "x * w > limit", "-i", "w=w.npy", "-c", "limit=6"];
            place.ok(&[&args[..], &["--dialect", dialect]].concat());
            assert_eq!(place.npy("o.npy"), (vec![expected.len()], expected.clone()), "{count}");
        }
    }
    place.list("x.npy", &whole(10));
    let args = ["filter", "x.npy", "-o", "o.npy", "--keep", "x > 6.0", "-c", "limit=6"];
    assert_eq!(place.run(&args).err, "note: `limit` is bound, and never used\n");
    assert_eq!(place.npy("o.npy").1, whole(10).into_iter().filter(|x| *x > 6.0).collect::<Vec<_>>());
}

#[test]
fn payloads_go_along() {
    let place = Place::new();
    place.file("x.csv", "1\n-2\n3\n-4\n5\n");
    place.file("points.csv", "1,10\n2,20\n3,30\n4,40\n5,50\n");
    place.list("bits.npy", &AWKWARD[12..17]);
    place.ok(&[
        "filter",
        "x.csv",
        "-o",
        "o.csv",
        "--keep",
        "x > 0.0",
        "--payload",
        "points.csv",
        "--payload-out",
        "p.csv",
        "--payload",
        "bits.npy",
        "--payload-out",
        "b.npy",
    ]);
    assert_eq!((place.text("o.csv").as_str(), place.text("p.csv").as_str()), ("1\n3\n5\n", "1,10\n3,30\n5,50\n"));
    assert_eq!(bits(&place.npy("b.npy").1), bits(&[AWKWARD[12], AWKWARD[14], AWKWARD[16]]));
    // Without a condition the null records are dropped, of vectors by their first component.
    place.file("v.csv", "1,inf\ninf,1\nnan,2\n-inf,3\n");
    place.file("y.csv", "1\n2\n3\n4\n");
    place.ok(&["filter", "v.csv", "-o", "o.csv", "--payload", "y.csv", "--payload-out", "p.csv"]);
    assert_eq!((place.text("o.csv").as_str(), place.text("p.csv").as_str()), ("1,inf\nnan,2\n-inf,3\n", "1\n3\n4\n"));
}

#[test]
fn a_partition_has_all_records() {
    let place = Place::new();
    place.file("x.csv", "1\n-2\n3\n-4\n-5\n");
    let args = ["filter", "x.csv", "-o", "o.csv", "--keep", "x > 0.0", "--partition"];
    let run = place.run(&args);
    assert_eq!((run.code, run.err.as_str()), (Some(0), "note: x.csv: 2 of 5 records are kept\n"));
    assert_eq!(place.text("o.csv"), "1\n3\n-2\n-4\n-5\n");
    place.file("p.csv", "a\n1\n2\n3\n4\n5\n");
    let payload = ["--payload", "p.csv", "--payload-out", "q.csv", "-q", "--method", "scan-search-gather"];
    place.ok(&[&args[..], &payload].concat());
    assert_eq!((place.text("o.csv").as_str(), place.text("q.csv").as_str()), ("1\n3\n-2\n-4\n-5\n", "1\n3\n2\n4\n5\n"));
    for (keep, kept) in [("x > 9.0", 0), ("x < 9.0", 5)] {
        let run = place.run(&["filter", "x.csv", "-o", "o.csv", "--keep", keep, "--partition"]);
        assert_eq!(run.err, format!("note: x.csv: {kept} of 5 records are kept\n"));
        assert_eq!(place.text("o.csv"), place.text("x.csv"));
    }
}

#[test]
fn float16_is_written_where_it_is_asked_for() {
    let place = Place::new();
    place.list("x.npy", &[1.0, 2.5, 1e6]);
    let args = ["filter", "x.npy", "-o", "o.npy", "--keep", "x > 2.0", "--dtype", "float16"];
    let run = place.run(&args);
    let note = "note: o.npy: 1 of 2 values are beyond float16, which goes from -65504 to 65504: they became infinite\n";
    assert_eq!((run.code, run.err.as_str()), (Some(0), note));
    let written = place.bytes("o.npy");
    assert!(String::from_utf8_lossy(&written).contains("'descr': '<f2'"));
    assert_eq!(written[written.len() - 4..], [0x00, 0x41, 0x00, 0x7c]);
    assert_eq!(place.ok(&["reduce", "o.npy", "--op", "min"]), "2.5\n");
    for args in [
        &["map", "x + x", "-i", "x=x.npy", "-o", "o.npz", "--dtype", "f16", "-q"][..],
        &["sort", "x.npy", "-o", "o.npz", "--dtype", "float16", "-q"],
        &["scan", "x.npy", "-o", "o.npz", "--dtype", "float16", "-q"],
    ] {
        place.ok(args);
        assert_eq!(place.ok(&["reduce", "o.npz", "--op", "max"]), "inf\n");
    }
    let error = place.misuse(&["sort", "x.npy", "-o", "o.csv", "--dtype", "float16"]);
    assert!(error.contains("--dtype float16 is only for .npy and .npz output"), "{error}");
}

#[test]
fn what_is_no_filter_is_refused() {
    let place = Place::new();
    place.list("x.npy", &[1.0, 2.0]);
    place.list("y.npy", &[1.0, 2.0, 3.0]);
    let filter = ["filter", "x.npy", "-o", "o.npy", "--keep", "x > 0.0"];
    let with = |more: &[&'static str]| [&filter[..], more].concat();
    for (args, said) in [
        (with(&["-i", "y=y.npy"]), "y.npy is (3,): it must have the shape of x.npy, (2,)"),
        (
            with(&["--payload", "y.npy", "--payload-out", "p.npy"]),
            "payload y.npy is (3,): it must have the shape of x.npy, (2,)",
        ),
    ] {
        let error = place.fails(&args);
        assert!(error.contains(said), "{error}");
    }
    for (args, said) in [
        (with(&["-i", "x=y.npy"]), "`x` is bound twice"),
        (with(&["--payload", "x.npy"]), "--payload-out"),
        (
            with(&["--payload", "x.npy", "--payload", "y.npy", "--payload-out", "p.npy"]),
            "there are 2 --payload and 1 --payload-out: give each payload one",
        ),
        (with(&["--payload", "x.npy", "--payload-out", "o.npy"]), "two results would both go to o.npy"),
        (vec!["filter", "x.npy", "--payload", "x.npy", "--payload-out", "p.npy"], "--output <FILE>"),
        (
            vec!["filter", "x.npy", "-o", "o.npy", "--partition", "--family", "compute"],
            "--partition with --family compute needs --keep",
        ),
        (with(&["-c", "c=1", "--family", "compute"]), "--family compute is not for -i, -c and --payload"),
        (vec!["filter", "x.npy", "-o", "o.npy", "-c", "limit=3"], "--keep"),
    ] {
        let error = place.misuse(&args);
        assert!(error.contains(said), "{error}");
    }
}

#[test]
fn an_archive_gives_and_takes_arrays() {
    let place = Place::new();
    place.list("x.npy", &[3.0, 1.0, 2.0]);
    place.ok(&["sort", "x.npy", "-o", "o.npz"]);
    place.ok(&["map", "2 * x", "-i", "x=o.npz", "-o", "o.csv"]);
    assert_eq!(place.text("o.csv"), "2\n4\n6\n");
    place.ok(&["search", "o.npz", "x.npy", "-o", "p.npz:positions"]);
    place.ok(&["map", "p", "-i", "p=p.npz:positions", "-o", "p.csv"]);
    assert_eq!(place.text("p.csv"), "2\n0\n1\n");
    place.file("k.br", "kernel void two(float a<>, out float r<>, out float s<>) { r = a + a; s = -a; }");
    place.ok(&["run", "k.br", "two", "a=x.npy", "r=@r.npz", "s=@s.npz"]);
    place.ok(&["map", "r + s", "-i", "r=r.npz:r", "-i", "s=s.npz:s", "-o", "o.csv"]);
    assert_eq!(place.text("o.csv"), "3\n1\n2\n");
    let error = place.fails(&["reduce", "r.npz:q", "--op", "sum"]);
    assert_eq!(error, "brooklet: r.npz has no array q: it has r\n");
}
