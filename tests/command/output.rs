//! What the command prints, and where: results on stdout and nothing else, all else on stderr.

use crate::support;
use crate::support::level::sample;

use support::{AWKWARD, Place, alone, bits, dialects, npy, whole};

#[test]
fn a_printed_float_is_the_same_float_when_parsed() {
    let place = Place::new();
    for value in sample(AWKWARD, 0, 4) {
        place.list("x.npy", &[value]);
        let back = place.value(&["reduce", "x.npy", "--op", "max"]);
        assert_eq!(back.to_bits(), value.to_bits(), "{value:e} came out as {back:e}");
    }
    // The same through passes, where nothing is lost by comparing either.
    for value in sample(AWKWARD, 1, 4) {
        place.list("x.npy", &[value; 65]);
        for method in ["2x2", "brook"] {
            let back = place.value(&["reduce", "x.npy", "--op", "max", "--method", method]);
            assert_eq!(back.to_bits(), value.to_bits(), "{value:e} came out as {back:e}");
        }
    }
    place.list("x.npy", &[16_777_216.0, 2.0]);
    assert_eq!(place.value(&["reduce", "x.npy", "--op", "sum"]), 16_777_218.0);
}

#[test]
fn nan_and_infinity_are_values() {
    let place = Place::new();
    let mut x = whole(100);
    x[57] = f32::NAN;
    place.list("nan.npy", &x);
    x[57] = f32::INFINITY;
    place.list("inf.npy", &x);
    x[58] = f32::NEG_INFINITY;
    place.list("both.npy", &x);
    for dialect in dialects() {
        for method in ["2x2", "brook"] {
            let value = |file, op| place.value(&["reduce", file, "--op", op, "--method", method, "--dialect", dialect]);
            for op in sample(["max", "min", "sum", "product", "mean"], 0, 2) {
                assert!(value("nan.npy", op).is_nan(), "{op} by {method} in {dialect}");
            }
            assert_eq!(value("inf.npy", "max"), f32::INFINITY);
            assert_eq!(value("inf.npy", "sum"), f32::INFINITY);
            assert_eq!(value("inf.npy", "min"), 0.0);
            assert_eq!(value("both.npy", "min"), f32::NEG_INFINITY);
            assert!(value("both.npy", "sum").is_nan());
        }
        place.ok(&["map", "1 / x", "-i", "x=inf.npy", "-o", "out.npy", "--dialect", dialect]);
        assert_eq!(place.npy("out.npy").1[57].to_bits(), 0);
    }
}

#[test]
fn a_negative_zero_keeps_its_sign() {
    let place = Place::new();
    place.list("x.npy", &[-0.0]);
    for dialect in dialects() {
        assert_eq!(place.ok(&["reduce", "x.npy", "--op", "max", "--dialect", dialect]), "-0\n");
        place.ok(&["map", "x", "-i", "x=x.npy", "-o", "out.npy", "--dialect", dialect]);
        assert_eq!(bits(&place.npy("out.npy").1), bits(&[-0.0]));
    }
}

#[test]
fn a_note_goes_to_stderr_and_quiet_silences_it() {
    let place = Place::new();
    let wide: Vec<u8> = [0.1_f64, 0.5].iter().flat_map(|x| x.to_le_bytes()).collect();
    place.file("x.npy", npy("<f8", &[2], &wide));
    let loud = place.run(&["reduce", "x.npy", "--op", "sum"]);
    assert_eq!((loud.code, loud.out.as_str()), (Some(0), "0.6\n"));
    assert!(loud.err.starts_with("note: x.npy: 1 of 2 elements") && loud.err.lines().count() == 1, "{}", loud.err);
    assert_eq!(place.ok(&["reduce", "x.npy", "--op", "sum", "-q"]), "0.6\n");
    assert_eq!(place.ok(&["-q", "reduce", "x.npy", "--op", "sum"]), "0.6\n");
    // The same for what an output cannot hold.
    let args = ["map", "x * 4", "-i", "x=p.npy", "-o", "p.png"];
    place.array("p.npy", &[1, 2], &[0.5, 0.25]);
    let loud = place.run(&args);
    assert_eq!(loud.code, Some(0));
    assert!(loud.err.starts_with("note: p.png: 1 of 2 values"), "{}", loud.err);
    place.ok(&[&args[..], &["--quiet"]].concat());
}

#[test]
fn verbose_names_the_device_and_its_passes_on_stderr() {
    let place = Place::new();
    place.list("x.npy", &whole(100));
    let info: serde_json::Value = serde_json::from_str(&place.ok(&["info", "--json"])).unwrap();
    let run = place.run(&["reduce", "x.npy", "--op", "max", "-v"]);
    assert_eq!((run.code, alone(&run.out)), (Some(0), 15.0));
    assert!(run.err.starts_with(info["renderer"].as_str().unwrap()), "{}", run.err);
    assert!(run.err.contains("reduce_runs") && run.err.contains("read back"), "{}", run.err);
}

#[test]
fn whoever_closes_our_stdout_has_read_enough() {
    let place = Place::new();
    place.list("x.npy", &whole(100));
    for args in [&["info", "--json"][..], &["info"], &["reduce", "x.npy", "--op", "sum"], &["map", "--help"]] {
        // Closed before the command starts, so that there is no race to read.
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let output = place.command(args).stdout(writer).output().unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), error.as_str()), (Some(0), ""), "{args:?}");
    }
}
