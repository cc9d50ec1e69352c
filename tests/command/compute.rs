//! `--family compute`: the same results, by methods of their own; what belongs to the other family is no right use.

use crate::support;

use support::{Place, bytes_of, dialects, is_fenced, lacks, whole};

/// Whether the device that options choose has compute shaders. Where it has none, `--family compute` must say so.
pub fn has_compute(place: &Place, device: &[&str]) -> bool {
    let info = place.ok(&[&["info", "--json"], device].concat());
    let info: serde_json::Value = serde_json::from_str(&info).unwrap();
    if info["compute"].is_null() {
        place.list("any.npy", &[1.0, 2.0]);
        let args = [&["reduce", "any.npy", "--op", "sum", "--family", "compute"], device].concat();
        let version = info["version"].as_str().unwrap();
        let expected = format!("compute shaders need OpenGL 4.3 or OpenGL ES 3.1; this context is {version}");
        let error = place.fails(&args);
        assert!(error.starts_with(&format!("brooklet: {expected}")), "{error}");
        lacks(&info, "compute shaders");
    }
    !info["compute"].is_null()
}

#[test]
#[cfg_attr(debug_assertions, ignore = "slow where nothing is optimised: .ci/run has it in release")]
fn both_families_give_the_same_files() {
    let place = Place::new();
    let x = whole(3000);
    place.list("x.npy", &x);
    place.array("m.npy", &[30, 100], &x);
    place.file("w.csv", "1,2,0\n0,3,1\n");
    place.list("f.npy", &x.iter().map(|v| f32::from(*v > 40.0)).collect::<Vec<_>>());
    place.list("q.npy", &[-1.0, 0.0, 3.5, 7.0, 99.0]);
    let mut sorted = x.clone();
    sorted.sort_by(f32::total_cmp);
    place.list("s.npy", &sorted);
    for dialect in dialects().into_iter().filter(|dialect| has_compute(&place, &["--dialect", dialect])) {
        let cases: [(&[&str], &[&str]); 17] = [
            (&["scan", "x.npy"], &["naive", "work-efficient", "bank-conflict-free", "runs", "tiles"]),
            (&["scan", "x.npy", "--exclusive", "--op", "max"], &["naive", "bank-conflict-free", "runs", "tiles"]),
            (&["sort", "x.npy", "--descending"], &["bitonic", "bitonic-shared", "radix", "radix-runs", "radix-tiles"]),
            (
                &["sort", "x.npy", "--stable", "--values", "x.npy", "--values-out", "v.npy"],
                &["bitonic", "radix", "radix-runs", "radix-tiles"],
            ),
            (&["filter", "x.npy", "--keep", "x > 3.0"], &["scan-scatter", "runs", "tiles"]),
            (&["filter", "x.npy"], &["scan-scatter", "runs", "tiles"]),
            (&["filter", "x.npy", "--keep", "x > 3.0", "--partition", "-q"], &["scan-scatter", "runs", "tiles"]),
            (&["search", "s.npy", "q.npy", "--upper"], &["binary-search", "index"]),
            (&["reduce", "m.npy", "--op", "sum", "--axis", "1"], &["runs", "tiles"]),
            (&["scan", "m.npy", "--axis", "0"], &["runs", "tiles"]),
            (&["scan", "m.npy", "--axis", "-1", "--exclusive", "--op", "max"], &["runs", "tiles"]),
            (&["sort", "m.npy", "--axis", "0"], &["bitonic-shared", "radix-runs", "radix-tiles"]),
            (&["argsort", "m.npy", "--axis", "1", "--descending"], &["bitonic-shared", "radix-runs", "radix-tiles"]),
            (&["scan", "x.npy", "--segments", "f.npy"], &["runs", "tiles"]),
            (&["group", "x.npy", "x.npy", "--values-out", "v.npy"], &["runs", "tiles"]),
            (&["convolve", "m.npy", "w.csv", "--border", "wrap"], &["runs", "tiles"]),
            (&["convolve", "m.npy", "w.csv", "--border", "zero"], &["runs", "tiles"]),
        ];
        for (args, methods) in cases {
            let run = |more: &[&str]| {
                place.ok(&[args, &["-o", "o.npy", "--dialect", dialect], more].concat());
                place.bytes("o.npy")
            };
            let expected = run(&[]);
            assert_eq!(run(&["--family", "fragment"]), expected);
            assert_eq!(run(&["--family", "compute", "--trace", "t.json"]), expected, "{args:?} in {dialect}");
            assert!(!place.json("t.json")["dispatches"].as_array().unwrap().is_empty());
            assert_eq!(place.json("t.json")["passes"], serde_json::json!([]));
            for method in methods {
                assert_eq!(run(&["--family", "compute", "--method", method]), expected, "{args:?} by {method}");
            }
        }
        let sum: f32 = x.iter().sum();
        for method in ["interleaved-divergent", "first-add-during-load", "multiple-elements", "runs", "tiles"] {
            let args = ["reduce", "x.npy", "--op", "sum", "--family", "compute", "--method", method];
            assert_eq!(place.value(&[&args[..], &["--dialect", dialect]].concat()), sum);
        }
        let mean = place.value(&["reduce", "x.npy", "--op", "mean", "--family", "compute", "--dialect", dialect]);
        assert_eq!(mean, (f64::from(sum) / 3000.0) as f32);
    }
}

#[test]
fn kahan_on_the_command_line_keeps_small_terms() {
    let place = Place::new();
    if !has_compute(&place, &["--dialect", dialects()[0]]) {
        return;
    }
    let mut x = vec![1.0; (1 << 20) + 1];
    x[0] = 16_777_216.0;
    place.list("x.npy", &x);
    let args = ["reduce", "x.npy", "--op", "sum", "--family", "compute"];
    assert_ne!(place.value(&args), 17_825_792.0, "this shows nothing");
    assert_eq!(place.value(&[&args[..], &["--method", "kahan"]].concat()), 17_825_792.0);
    let error = place.fails(&["reduce", "x.npy", "--op", "max", "--family", "compute", "--method", "kahan"]);
    assert!(error.starts_with("brooklet: the method kahan only computes sums"), "{error}");
}

#[test]
fn denormals_are_searched_and_sorted_as_what_they_are() {
    let place = Place::new();
    if !has_compute(&place, &["--dialect", dialects()[0]]) {
        return;
    }
    place.list("x.npy", &[3e-45, -1e-40, 0.0, 1e-45]);
    place.ok(&["sort", "x.npy", "-o", "s.npy", "--family", "compute"]);
    assert_eq!(bytes_of(&place.npy("s.npy").1), bytes_of(&[-1e-40, 0.0, 1e-45, 3e-45]));
    place.ok(&["search", "s.npy", "x.npy", "-o", "o.csv", "--family", "compute"]);
    assert_eq!(place.text("o.csv").split_whitespace().collect::<Vec<_>>(), ["3", "0", "1", "2"]);
    // What only a device that takes denormals for zero would call sorted.
    place.list("u.npy", &[1e-40, 0.0]);
    let error = place.fails(&["search", "u.npy", "x.npy", "-o", "o.csv", "--family", "compute"]);
    assert!(error.contains("is not sorted"), "{error}");
}

#[test]
fn what_belongs_to_the_other_family_is_no_right_use() {
    let place = Place::new();
    place.file("x.csv", "1\n2\n");
    let out = ["-o", "o.csv"];
    for (args, said) in [
        (&["scan", "x.csv", "--method", "naive"][..], "--family fragment has no method naive; it has "),
        (
            &["scan", "x.csv", "--family", "compute", "--method", "up-down-sweep"],
            "--family compute has no method up-down-sweep; it has naive, work-efficient, bank-conflict-free, runs, tiles",
        ),
        (
            &["sort", "x.csv", "--family", "compute", "--method", "bitonic-float"],
            "bitonic, bitonic-shared, radix, radix-runs, radix-tiles",
        ),
        (
            &["filter", "x.csv", "--family", "compute", "--infinity", "streamed"],
            "--infinity is only for --family fragment",
        ),
        (&["filter", "x.csv", "--family", "vertex"], "fragment, compute"),
        (&["sort", "x.csv", "--method", "quick"], ", bitonic-shared, radix, radix-runs, radix-tiles]"),
    ] {
        let error = place.misuse(&[args, &out].concat());
        assert!(error.contains(said), "{args:?}: {error}");
    }
    let error = place.misuse(&["reduce", "x.csv", "--op", "sum", "--family", "compute", "--stop-at", "4"]);
    assert!(error.contains("--stop-at is only for --family fragment"), "{error}");
}

#[test]
fn without_compute_shaders_the_family_says_what_it_needs() {
    let place = Place::new();
    place.file("x.csv", "1\n2\n");
    let fenced = |args: &[&str]| {
        let mut command = place.command(args);
        command.env("MESA_GL_VERSION_OVERRIDE", "3.3").env("MESA_GLSL_VERSION_OVERRIDE", "330");
        command.output().unwrap()
    };
    let info = fenced(&["info", "--json"]);
    let info: serde_json::Value = serde_json::from_slice(&info.stdout).unwrap();
    if !is_fenced(&info["renderer"], "a driver without compute shaders", info["compute"].is_null()) {
        return;
    }
    let output = fenced(&["reduce", "x.csv", "--op", "sum", "--family", "compute"]);
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1));
    let expected = "brooklet: compute shaders need OpenGL 4.3 or OpenGL ES 3.1; this context is 3.3";
    assert!(said.starts_with(expected), "{said}");
    assert_eq!(fenced(&["reduce", "x.csv", "--op", "sum"]).stdout, b"3\n");
}
