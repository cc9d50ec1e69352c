//! `brooklet compare`: the files that it writes, what is in them, and what it refuses.

use crate::support;
use crate::support::level::is_quick;

use support::{Place, dialects, is_fenced};

/// Every number of a JSON value is one; there is no null where a fit or a time should be.
fn numbers(value: &serde_json::Value) -> usize {
    match value {
        serde_json::Value::Number(_) => 1,
        serde_json::Value::Array(values) => values.iter().map(numbers).sum(),
        serde_json::Value::Object(values) => values.values().map(numbers).sum(),
        _ => 0,
    }
}

#[test]
#[cfg_attr(debug_assertions, ignore = "slow where nothing is optimised: .ci/run has it in release")]
fn a_quick_run_writes_all_of_the_report() {
    let place = Place::new();
    for (dialect, sizes) in dialects().into_iter().zip(["64,300,1024", "8,16,32"]) {
        let run = place.run(&["compare", "--quick", "--size", sizes, "--out", "history", "--dialect", dialect]);
        assert!(run.code == Some(0) && run.err.is_empty(), "{}", run.err);
        let out = run.out;
        assert!(out.contains("report.html"), "{out}");
        let [markdown, html] = ["history/report.md", "history/report.html"].map(|name| place.text(name));
        let titles = [
            "1. The machine",
            "2. Filtering",
            "3. Prefix sums",
            "4. Reduction",
            "5. Brook",
            "6. The work",
            "7. Transfers",
            "9. Brook's figure 3",
        ];
        for title in titles {
            assert!(markdown.contains(&format!("## {title}")) && html.contains(&format!("<h2>{title}")), "{title}");
        }
        for page in [&markdown, &html] {
            assert!(!page.contains("NaN") && !page.contains("inf"), "{page}");
            assert!(page.contains("94.794598") && page.contains("1.740") && page.contains("750K and 2M"));
        }
        // One file: nothing is fetched from elsewhere.
        assert!(
            !html.contains("<img") && !html.contains("<link") && !html.contains("<script") && !html.contains("src=")
        );
        let pictures: Vec<&str> = markdown.split("](").skip(1).filter_map(|rest| rest.split(')').next()).collect();
        assert!(pictures.len() >= 9, "{pictures:?}");
        for picture in pictures {
            assert_eq!(place.bytes(&format!("history/{picture}"))[1..4], *b"PNG");
            assert!(place.text(&format!("history/{}", picture.replace(".png", ".svg"))).starts_with("<svg"));
        }
        let json = place.json("history/report.json");
        let rows = json["rows"].as_array().unwrap();
        for row in rows {
            assert_eq!(row["ok"], true, "{row}");
            for name in ["median_ms", "min_ms", "max_ms", "ns_per_element", "gb_per_s"] {
                assert!(row[name].as_f64().is_some_and(f64::is_finite), "{name} of {row}");
            }
        }
        let families = |primitive: &str| -> Vec<&str> {
            let of = rows.iter().filter(|row| row["primitive"] == primitive);
            let mut families: Vec<&str> = of.map(|row| row["family"].as_str().unwrap()).collect();
            families.sort_unstable();
            families.dedup();
            families
        };
        let all: &[&str] =
            if json["device"]["compute"].is_null() { &["cpu", "fragment"] } else { &["compute", "cpu", "fragment"] };
        for primitive in ["reduce", "scan", "sort", "search", "filter", "reduce-float4", "search-one"] {
            assert_eq!(families(primitive), all, "{primitive}");
        }
        assert!(numbers(&json["fits"]) > 50);
        assert_eq!(json["published"][0]["rows"][1]["us_per_record"][6], "1.740");
    }
}

#[test]
fn only_some_parts_are_measured_and_written() {
    let place = Place::new();
    place.ok(&[
        "compare",
        "--quick",
        "--size",
        if is_quick() { "64" } else { "256" },
        "--only",
        "scan,model",
        "--out",
        "a/b/c",
    ]);
    let page = place.text("a/b/c/report.md");
    let titles: Vec<&str> = page.lines().filter_map(|line| line.strip_prefix("## ")?.get(..2)).collect();
    assert_eq!(titles, ["1.", "3.", "7."]);
    assert!(page.contains("Only these parts were asked for: scan, model."));
    let rows = place.json("a/b/c/report.json")["rows"].clone();
    assert!(rows.as_array().unwrap().iter().all(|row| row["primitive"] != "filter" && row["primitive"] != "sort"));
}

#[test]
fn without_compute_shaders_the_comparison_runs_without_them() {
    let place = Place::new();
    let mut command = place.command(&[
        "compare",
        "--quick",
        "--size",
        if is_quick() { "16" } else { "64" },
        "--only",
        "reduce,toolkit",
        "--out",
        "r",
    ]);
    command.env("MESA_GL_VERSION_OVERRIDE", "3.3").env("MESA_GLSL_VERSION_OVERRIDE", "330");
    let output = command.output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let json = place.json("r/report.json");
    let fenced = json["device"]["compute"].is_null();
    if !is_fenced(&json["device"]["renderer"], "a driver without compute shaders", fenced) {
        return;
    }
    let page = place.text("r/report.md");
    assert!(page.contains("has no compute shaders"), "{page}");
    assert!(page.contains("43.3841"), "what was published stands all the same");
    assert!(json["rows"].as_array().unwrap().iter().all(|row| row["family"] != "compute"));
}

#[test]
fn a_directory_that_cannot_be_written_is_a_failure_that_leaves_nothing() {
    let place = Place::new();
    place.file("taken", "a file");
    let tiny = ["compare", "--quick", "--size", "8", "--only", "scan", "--out"];
    let error = place.fails(&[&tiny[..], &["taken"]].concat());
    assert!(error.contains("taken is not a directory"), "{error}");
    let error = place.fails(&[&tiny[..], &["taken/inside"]].concat());
    assert!(error.contains("cannot make the directory taken/inside"), "{error}");
    // What goes wrong later leaves no directory behind.
    let error = place.fails(&[&tiny[..], &["new/report", "--adapter", "99"]].concat());
    assert!(error.contains("there is no adapter 99"), "{error}");
    std::fs::create_dir_all(place.path("full/report.html")).unwrap();
    place.fails(&[&tiny[..], &["full"]].concat());
}

#[test]
fn wrong_usage_is_told() {
    let place = Place::new();
    for (args, said) in [
        (&["--only", "filters"][..], "filter, scan, reduce, toolkit, work, model"),
        (&["--size", "1"], "1 is not from 2 to 16777216"),
        (&["--size", "2^25"], "33554432 is not from 2 to 16777216"),
        (&["--size", "many"], "`many` is not a size"),
        (&["--out"], "--out <DIR>"),
        (&["extra"], "unexpected argument 'extra'"),
    ] {
        let error = place.misuse(&[&["compare"], args].concat());
        assert!(error.contains(said), "{args:?}: {error}");
    }
}
