//! Scan, sort, search and filter on real files, and the tour.
use crate::support;

use support::{Place, bits, bytes_of, dialects, has_integers, npy};

/// Whole numbers that look random.
fn numbers(count: usize) -> Vec<f32> {
    (0..count as u64).map(|i| ((i * 7919 + 13) * 104_729 % 1009) as f32 - 500.0).collect()
}

/// The numbers of an int64 file, and its shape.
fn int64(place: &Place, name: &str) -> (String, Vec<i64>) {
    let bytes = place.bytes(name);
    let end = bytes.iter().position(|&byte| byte == b'\n').unwrap() + 1;
    let header = String::from_utf8_lossy(&bytes[10..end]).into_owned();
    assert!(header.contains("'<i8'"), "{header}");
    (header, bytes[end..].chunks(8).map(|b| i64::from_le_bytes(b.try_into().unwrap())).collect())
}

#[test]
fn scan_writes_every_prefix() {
    let place = Place::new();
    let x = numbers(1000);
    place.list("x.npy", &x);
    let mut sum = 0.0;
    let inclusive: Vec<f32> = x.iter().map(|v| (sum += v, sum).1).collect();
    let mut exclusive = vec![0.0];
    exclusive.extend(&inclusive[..999]);
    for dialect in dialects() {
        for (method, passes) in [("hillis-steele", 10), ("up-down-sweep", 20)] {
            let args = ["scan", "x.npy", "-o", "o.npy", "--dialect", dialect, "--method", method, "--trace", "t.json"];
            place.ok(&args);
            assert_eq!(place.npy("o.npy").1, inclusive);
            assert_eq!(place.json("t.json")["passes"].as_array().unwrap().len(), passes);
            place.ok(&[&args[..], &["--exclusive"]].concat());
            assert_eq!(place.npy("o.npy").1, exclusive);
        }
    }
    place.array("x.npy", &[1, 6], &[1.0, 5.0, 2.0, 7.0, 3.0, 4.0]);
    place.ok(&["scan", "x.npy", "-o", "o.npy", "--op", "max"]);
    assert_eq!(place.npy("o.npy"), (vec![1, 6], vec![1.0, 5.0, 5.0, 7.0, 7.0, 7.0]));
    place.ok(&["scan", "x.npy", "-o", "o.npy", "--op", "min", "--exclusive"]);
    assert_eq!(place.npy("o.npy").1, [f32::INFINITY, 1.0, 1.0, 1.0, 1.0, 1.0]);
    place.ok(&["scan", "x.npy", "-o", "o.npy", "--op", "product"]);
    assert_eq!(place.npy("o.npy").1, [1.0, 5.0, 10.0, 70.0, 210.0, 840.0]);
    place.file("v.csv", "1,2\n3,4\n5,6\n");
    place.ok(&["scan", "v.csv", "-o", "o.csv"]);
    assert_eq!(place.text("o.csv"), "1,2\n4,6\n9,12\n");
}

#[test]
fn sort_orders_keys_and_payload() {
    let place = Place::new();
    let x = numbers(3000);
    place.list("x.npy", &x);
    let mut rising = x.clone();
    rising.sort_by(f32::total_cmp);
    let falling: Vec<f32> = rising.iter().rev().copied().collect();
    for dialect in dialects() {
        for method in ["bitonic", "bitonic-float"] {
            let args = ["sort", "x.npy", "-o", "o.npy", "--dialect", dialect, "--method", method, "--trace", "t.json"];
            if method == "bitonic" && !has_integers(dialect) {
                let said = "brooklet: the method bitonic needs integers, which this device (OpenGL 2.1) does not have: use bitonic-packed\n";
                assert_eq!(place.fails(&args), said);
                continue;
            }
            place.ok(&args);
            assert_eq!(place.npy("o.npy").1, rising);
            assert_eq!(place.json("t.json")["passes"].as_array().unwrap().len(), 78);
            place.ok(&[&args[..], &["--descending"]].concat());
            assert_eq!(place.npy("o.npy").1, falling);
        }
    }
    place.file("k.csv", "2\n1\n2\n-0\n0\n1\n");
    place.file("v.csv", "10,0\n20,0\n30,0\n40,0\n50,0\n60,0\n");
    place.ok(&["sort", "k.csv", "-o", "ko.csv", "--values", "v.csv", "--values-out", "vo.csv", "--stable"]);
    assert_eq!(place.text("ko.csv"), "-0\n0\n1\n1\n2\n2\n");
    assert_eq!(place.text("vo.csv"), "40,0\n50,0\n20,0\n60,0\n10,0\n30,0\n");
}

#[test]
fn search_writes_int64_positions() {
    let place = Place::new();
    place.list("s.npy", &[1.0, 2.0, 2.0, 2.0, 5.0]);
    place.array("q.npy", &[2, 3], &[0.0, 1.0, 2.0, 3.0, 5.0, 9.0]);
    for dialect in dialects() {
        let args = ["search", "s.npy", "q.npy", "-o", "o.npy", "--dialect", dialect, "--scalars"];
        place.ok(&args);
        let (header, positions) = int64(&place, "o.npy");
        assert!(header.contains("(2, 3"), "{header}");
        assert_eq!(positions, [0, 0, 1, 4, 4, 5]);
        place.ok(&[&args[..], &["--upper"]].concat());
        assert_eq!(int64(&place, "o.npy").1, [0, 1, 4, 4, 5, 5]);
    }
    place.ok(&["search", "s.npy", "q.npy", "-o", "o.csv", "--scalars"]);
    assert_eq!(place.text("o.csv"), "0,0,1\n4,4,5\n");
}

#[test]
fn random_prints_and_writes_numbers() {
    let place = Place::new();
    for dialect in dialects() {
        let run = |args: &[&str]| place.ok(&[&["random", "--dialect", dialect], args].concat());
        let printed = run(&["--count", "100", "--seed", "7"]);
        let numbers: Vec<f32> = printed.lines().map(|line| line.parse().unwrap()).collect();
        assert!(numbers.len() == 100 && numbers.iter().all(|x| (0.0..1.0).contains(x)), "{printed}");
        // A longer list begins with the same numbers, whatever its shape.
        assert_eq!(run(&["--shape", "30,5", "--seed", "7", "-o", "o.npy", "--trace", "t.json"]), "");
        let (shape, written) = place.npy("o.npy");
        assert_eq!((shape, bits(&written[..100])), (vec![30, 5], bits(&numbers)));
        assert_eq!(place.json("t.json")["passes"].as_array().unwrap().len(), 1);
        let rows = run(&["--shape", "2,2,3", "--seed", "7"]);
        let row = |row: &str| row.split(',').map(|x| x.parse::<f32>().unwrap()).collect::<Vec<_>>();
        assert_eq!(rows.lines().map(row).collect::<Vec<_>>(), numbers[..12].chunks(3).collect::<Vec<_>>());
        assert_ne!(run(&["--count", "100", "--seed", "8"]), printed);
        let normal = run(&["--count", "100", "--kind", "normal"]);
        assert!(normal.lines().any(|line| line.starts_with('-')) && normal.lines().count() == 100, "{normal}");
        assert_eq!(run(&["--count", "0"]), "");

        let words = run(&["--count", "100", "--kind", "integers"]);
        run(&["--count", "100", "--kind", "integers", "-o", "w.npy"]);
        let bytes = place.bytes("w.npy");
        let end = bytes.iter().position(|&byte| byte == b'\n').unwrap() + 1;
        let header = String::from_utf8_lossy(&bytes[10..end]);
        assert!(header.contains("'<u4'") && header.contains("(100,)"), "{header}");
        let written = bytes[end..].chunks(4).map(|b| u32::from_le_bytes(b.try_into().unwrap()).to_string());
        assert!(written.eq(words.lines()), "{words}");
        run(&["--shape", "2,3", "--kind", "integers", "-o", "w.csv"]);
        assert!(place.text("w.csv").starts_with(&words.lines().take(3).collect::<Vec<_>>().join(",")));
        if has_integers(dialect) {
            // The known answer of Philox4x32-10 for a counter and a key of 0.
            assert!(words.starts_with("1713891541\n3781805453\n3159862348\n2600524760\n"), "{words}");
            let networks = ["feistel-12", "feistel-8"].map(|method| run(&["--count", "9", "--method", method]));
            assert!(networks[0] != networks[1]);
        }
    }
    let numbers = place.ok(&["random", "--count", "50", "--chip", "r300"]);
    // Their 16 bits are exact in a few digits.
    assert!(numbers.lines().all(|x| (x.parse::<f32>().unwrap() * 65_536.0).fract() == 0.0), "{numbers}");
    let said = place.fails(&["random", "--count", "5", "--chip", "r300", "--method", "feistel-12"]);
    assert!(said.contains("16777216") && said.contains("131072") && said.contains("use feistel-8"), "{said}");
    for (args, said) in [
        (&["--count", "101"][..], "101 lines are too many to print (at most 100): give -o FILE"),
        (&["--shape", "101,2"], "101 lines are too many to print"),
        (&[], "<--count <N>|--shape <N[,N..]>>"),
        (&["--count", "5", "--shape", "5"], "cannot be used with"),
        (&["--count", "5", "--seed", "1.5"], "--seed"),
        (&["--count", "5", "--kind", "poisson"], "uniform, normal, integers"),
        (&["--count", "5", "--family", "compute", "--method", "feistel-8"], "has no method feistel-8; it has philox"),
        (&["--count", "5", "--depth", "8"], "--depth is only for .png output"),
    ] {
        let error = place.misuse(&[&["random"], args].concat());
        assert!(error.contains(said), "{args:?}: {error}");
    }
    let error = place.fails(&["random", "--count", "5", "--kind", "integers", "-o", "o.png"]);
    assert!(error.contains("whole numbers go into .npy, .npz or .csv"), "{error}");
}

#[test]
fn what_cannot_be_searched_or_sorted_is_named_with_its_place() {
    let place = Place::new();
    place.list("s.npy", &[1.0, 3.0, 2.5, 4.0]);
    place.list("q.npy", &[1.0, f32::NAN]);
    place.list("ok.npy", &[1.0, 2.0]);
    place.array("nan.npy", &[2, 2], &[1.0, 2.0, f32::NAN, 3.0]);
    place.file("v.csv", "1,2\n3,4\n");
    for (args, said) in [
        (
            &["search", "s.npy", "ok.npy", "-o", "o.npy"][..],
            "s.npy is not sorted: the element at 2 is 2.5, less than 3 before it",
        ),
        (&["search", "ok.npy", "q.npy", "-o", "o.npy"], "q.npy: the element at 1 is NaN"),
        (&["search", "nan.npy", "ok.npy", "-o", "o.npy"], "nan.npy: the element at [1, 0] is NaN"),
        (&["sort", "nan.npy", "-o", "o.npy"], "nan.npy: the element at [1, 0] is NaN"),
        (
            &["sort", "v.csv", "-o", "o.csv"],
            "v.csv holds vectors of 2, and vectors have no order: --scalars reads each number as a scalar",
        ),
        (&["search", "ok.npy", "ok.npy", "-o", "o.png"], "whole numbers go into .npy, .npz or .csv"),
        (
            &["sort", "s.npy", "-o", "o.npy", "--values", "ok.npy", "--values-out", "w.npy"],
            "payload ok.npy is (2,): it must have the shape of s.npy, (4,)",
        ),
    ] {
        let error = place.fails(args);
        assert!(error.contains(said), "{args:?}: {error}");
    }
    let misuse = [
        &["sort", "s.npy", "-o", "o.npy", "--values", "ok.npy"][..],
        &["sort", "s.npy", "-o", "o.npy", "--values", "ok.npy", "--values-out", "./o.npy"],
        &["sort", "s.npy", "-o", "o.npy", "--method", "quick"],
        &["search", "s.npy", "-o", "o.npy"],
    ];
    for args in misuse {
        place.misuse(args);
    }
}

#[test]
fn what_sort_sorts_search_searches() {
    let place = Place::new();
    place.list("x.npy", &[1e-40, 0.0, 5e-41, -1e-40, 1.0]);
    place.ok(&["sort", "x.npy", "-o", "s.npy"]);
    place.ok(&["search", "s.npy", "x.npy", "-o", "o.npy"]);
    assert_eq!(int64(&place, "o.npy").1.last(), Some(&4));
}

#[test]
fn filter_keeps_records_in_their_order() {
    let place = Place::new();
    let x = numbers(1000);
    place.list("x.npy", &x);
    let kept: Vec<f32> = x.iter().copied().filter(|v| *v > 0.0).collect();
    let marked: Vec<f32> = x.iter().map(|v| if *v > 0.0 { *v } else { f32::INFINITY }).collect();
    place.list("m.npy", &marked);
    for dialect in dialects() {
        for (method, passes) in
            [("stable-sort", 58), ("scan-search-gather", 11), ("scan-search-gather-multipass", 21), ("histopyramid", 5)]
        {
            let shared = ["-o", "o.npy", "--dialect", dialect, "--method", method, "--trace", "t.json"];
            place.ok(&[&["filter", "x.npy", "--keep", "x > 0.0"], &shared[..]].concat());
            assert_eq!(place.npy("o.npy").1, kept);
            place.ok(&[&["filter", "m.npy"], &shared[..]].concat());
            assert_eq!(place.npy("o.npy").1, kept);
            assert_eq!(place.json("t.json")["passes"].as_array().unwrap().len(), passes, "{method}");
        }
    }
    place.ok(&[
        "filter",
        "x.npy",
        "-o",
        "o.npy",
        "--keep",
        "x > 0.0",
        "--infinity",
        "streamed",
        "--method",
        "scan-search-gather",
        "--trace",
        "t.json",
    ]);
    assert_eq!(place.npy("o.npy").1, kept);
    assert!(place.text("t.json").contains("filter_mark_streamed"));
    place.ok(&["filter", "x.npy", "-o", "o.npy", "--keep", "x > 9999"]);
    assert_eq!(place.npy("o.npy"), (vec![0], vec![]));
    place.ok(&["filter", "x.npy", "-o", "o.npy", "--keep", "-x < 9999"]);
    assert_eq!(bits(&place.npy("o.npy").1), bits(&x));
    place.file("v.csv", "3,4\n1,1\n0,2\n");
    place.ok(&["filter", "v.csv", "-o", "o.csv", "--keep", "length(x) <= 2"]);
    assert_eq!(place.text("o.csv"), "1,1\n0,2\n");
    place.ok(&["filter", "m.npy", "-o", "o.npy", "--keep", "x > 0"]);
    assert_eq!(place.npy("o.npy").1, marked);
    let error = place.fails(&["filter", "m.npy", "-o", "o.npy", "--keep", "x > 0", "--method", "stable-sort"]);
    assert!(error.contains("keeps a record whose x is +inf"), "{error}");
    let error = place.fails(&["filter", "x.npy", "-o", "o.npy", "--keep", "y > 0"]);
    assert!(error.contains("1 | y > 0\n  | ^"), "{error}");
}

#[test]
fn fewer_render_targets_do() {
    let place = Place::new();
    let x = numbers(1000);
    place.list("x.npy", &x);
    let mut sorted = x.clone();
    sorted.sort_by(f32::total_cmp);
    // Where there are no integers, another method is the default, and no more than four targets.
    let passes = if has_integers(dialects()[0]) { [9, 7, 6] } else { [22, 14, 14] };
    for (targets, passes) in ["1", "4", "99"].into_iter().zip(passes) {
        place.ok(&["sort", "x.npy", "-o", "o.npy", "--max-targets", targets, "--trace", "t.json"]);
        assert_eq!(place.npy("o.npy").1, sorted);
        assert_eq!(place.json("t.json")["passes"].as_array().unwrap().len(), passes, "{targets}");
    }
}

#[test]
fn no_elements_go_through_everything() {
    let place = Place::new();
    place.list("e.npy", &[]);
    place.list("x.npy", &[1.0, 2.0]);
    for args in [
        &["scan", "e.npy", "-o", "o.npy"][..],
        &["scan", "e.npy", "-o", "o.npy", "--exclusive", "--method", "up-down-sweep"],
        &["sort", "e.npy", "-o", "o.npy"],
        &["sort", "e.npy", "-o", "o.npy", "--stable", "--values", "e.npy", "--values-out", "w.npy"],
        &["filter", "e.npy", "-o", "o.npy"],
        &["filter", "e.npy", "-o", "o.npy", "--keep", "x > 0", "--method", "stable-sort"],
    ] {
        place.ok(args);
        assert_eq!(place.npy("o.npy"), (vec![0], vec![]), "{args:?}");
    }
    place.ok(&["search", "e.npy", "x.npy", "-o", "o.npy"]);
    assert_eq!(int64(&place, "o.npy").1, [0, 0]);
    place.ok(&["search", "x.npy", "e.npy", "-o", "o.npy"]);
    assert_eq!(int64(&place, "o.npy").1, [0i64; 0]);
}

#[test]
#[cfg_attr(debug_assertions, ignore = "slow where nothing is optimised: .ci/run has it in release")]
fn the_tour_runs_every_method_and_all_agree() {
    let place = Place::new();
    for dialect in dialects() {
        let out = place.ok(&["tour", "--json", "--dialect", dialect]);
        let report: serde_json::Value = serde_json::from_str(&out).unwrap();
        assert_eq!((&report["ok"], &report["dialect"]), (&true.into(), &dialect.into()));
        let rows = report["rows"].as_array().unwrap();
        let passes = |primitive: &str, method: &str| {
            let row = rows.iter().find(|row| row["primitive"] == primitive && row["method"] == method);
            let row = row.unwrap_or_else(|| panic!("{primitive} {method} is missing"));
            assert!(row["ok"] == true && row["n"] == 65536 && row["ms"].as_f64().unwrap() > 0.0, "{row}");
            row["passes"].as_u64().unwrap()
        };
        assert_eq!(passes("reduce", "2x2 of max"), 8);
        assert_eq!(passes("reduce", "brook of max"), 6);
        assert_eq!(passes("scan", "hillis-steele of sum"), 16);
        assert_eq!(passes("scan", "up-down-sweep of max"), 32);
        let runs = |method: &str| rows.iter().any(|row| row["method"] == method && row["ok"] == true);
        match has_integers(dialect) {
            true => assert_eq!(passes("sort", "bitonic"), 136),
            false => assert!(!runs("bitonic"), "a method that needs integers"),
        }
        assert_eq!(passes("sort", "bitonic-float"), 136);
        assert_eq!(passes("search", "binary-search, lower bound"), 1);
        assert_eq!(passes("filter", "scan-search-gather"), 17);
        assert_eq!(passes("filter", "scan-search-gather-multipass"), 33);
        assert_eq!(passes("filter", "stable-sort"), 139);
        assert_eq!(passes("reduce", "runs of max"), 2);
        assert_eq!(passes("scan", "pyramid of sum"), 7);
        assert_eq!(passes("search", "index-pyramid, lower bound"), 3);
        assert_eq!(passes("filter", "histopyramid"), 6);
    }
    let table = place.ok(&["tour"]);
    assert!(table.starts_with("65536 elements on ") && table.contains("bitonic-float"), "{table}");
    assert!(!table.contains("NO"), "{table}");
}

#[test]
fn float64_keys_are_sorted_as_they_are_in_float32() {
    let place = Place::new();
    let data: Vec<u8> = [3.5f64, -1.25, 2.0].iter().flat_map(|v| v.to_le_bytes()).collect();
    place.file("x.npy", npy("<f8", &[3], &data));
    place.ok(&["sort", "x.npy", "-o", "o.npy"]);
    assert_eq!(bytes_of(&place.npy("o.npy").1), bytes_of(&[-1.25, 2.0, 3.5]));
}

#[test]
#[cfg_attr(debug_assertions, ignore = "slow where nothing is optimised: .ci/run has it in release")]
fn the_bench_measures_every_method_and_checks_it() {
    let place = Place::new();
    for dialect in dialects() {
        let run = place.run(&["bench", "--size", "2^8,1000", "--runs", "2", "--json", "b.json", "--dialect", dialect]);
        assert!(run.code == Some(0) && run.err.is_empty(), "{}", run.err);
        let report = place.json("b.json");
        let rows = report["rows"].as_array().unwrap();
        for n in [256, 1000] {
            for (primitive, family, method) in [
                ("copy", "fragment", "r32f"),
                ("copy", "fragment", "rgba32f"),
                ("convert", "fragment", "plain-to-packed"),
                ("transfer", "fragment", "upload"),
                ("map", "fragment", "saxpy"),
                ("reduce", "fragment", "2x2"),
                ("reduce", "fragment", "brook"),
                ("reduce", "cpu", "fold"),
                ("scan", "fragment", "hillis-steele"),
                ("scan", "fragment", "up-down-sweep"),
                ("sort", "fragment", "bitonic"),
                ("sort", "fragment", "bitonic-float"),
                ("scan", "cpu", "chunks-rayon"),
                ("sort", "cpu", "sort-unstable-rayon"),
                ("sort", "cpu", "radsort"),
                ("sort", "cpu", "rdst-rayon"),
                ("search", "fragment", "binary-search"),
                ("filter", "fragment", "scan-search-gather"),
                ("filter", "fragment", "stable-sort"),
                ("unique", "fragment", "histopyramid"),
                ("unique", "cpu", "hash"),
                ("run-lengths", "fragment", "filter-gather"),
                ("run-lengths", "cpu", "chunks-rayon"),
                ("take", "fragment", "gather"),
                ("take", "cpu", "gather"),
                ("top-axis", "fragment", "bitonic-rows"),
                ("top-axis", "cpu", "insertion"),
                ("quantile-axis", "fragment", "bitonic-columns"),
                ("quantile-axis", "cpu", "select-nth-rayon"),
                ("brook-saxpy", "fragment", "by-hand"),
                ("brook-saxpy", "fragment", "brook"),
                ("brook-sgemv", "fragment", "by-hand"),
                ("brook-sgemv", "fragment", "brook"),
                ("brook-fft", "fragment", "by-hand"),
                ("brook-fft", "fragment", "brook"),
            ] {
                let row = rows.iter().find(|row| {
                    row["n"] == n && row["primitive"] == primitive && row["family"] == family && row["method"] == method
                });
                if method == "bitonic" && !has_integers(dialect) {
                    assert_eq!(row, None, "a method that needs integers");
                    continue;
                }
                let row = row.unwrap_or_else(|| panic!("{primitive} {family} {method} of {n} is missing"));
                let [min, median, max] = ["min_ms", "median_ms", "max_ms"].map(|key| row[key].as_f64().unwrap());
                assert!(row["ok"] == true && min <= median && median <= max, "{row}");
            }
            let compute: Vec<_> =
                rows.iter().filter(|row| row["n"] == n && row["family"] == "compute").map(|row| &row["ok"]).collect();
            // Nine reductions and Kahan's, five scans, five sorts, fifteen argsorts, two searches and one with the index made, three filters and partitions,
            // histograms, random numbers, two selections, segmented scans, groups, merges and distinct keys, four run lengths, a take,
            // three puts, four reductions and scans and six sorts and argsorts along an axis, two transposes, products,
            // convolutions, summed-area tables and Fourier transforms each, and four products with sparse matrices; or no compute shaders at all.
            assert!([0, 101, 102].contains(&compute.len()), "{}: {compute:?}", compute.len());
            assert!(compute.iter().all(|ok| **ok == true), "{compute:?}");
        }
    }
    place.ok(&["bench", "--size", "64", "--runs", "1", "--only", "scan", "--json", "b.json"]);
    let report = place.json("b.json");
    let primitives: Vec<_> = report["rows"].as_array().unwrap().iter().map(|row| row["primitive"].clone()).collect();
    // The copy is the yardstick, and always there.
    assert!(primitives.iter().all(|primitive| *primitive == "scan" || *primitive == "copy"), "{primitives:?}");
    for wrong in
        [&["--size", "0"][..], &["--size", "2^40"], &["--size", "many"], &["--runs", "0"], &["--only", "sorting"]]
    {
        place.misuse(&[&["bench"], wrong].concat());
    }
}

#[test]
fn passes_on_the_emulator_are_measured_beside_those_on_opengl() {
    let place = Place::new();
    let passes = "pass-bitonic,pass-saxpy,pass-2x2,pass-fft";
    let arguments = ["bench", "--size", "2^8,1000", "--runs", "2", "--only", passes, "--json", "b.json"];
    for (options, chips) in [(&[][..], &["none", "r300", "nv40"][..]), (&["--chip", "g70"], &["none", "g70"])] {
        place.ok(&[&arguments[..], options].concat());
        let report = place.json("b.json");
        let rows: Vec<_> = report["rows"].as_array().unwrap().iter().filter(|row| row["primitive"] != "copy").collect();
        for n in [256, 1000] {
            for pass in passes.split(',') {
                let of: Vec<_> = rows.iter().filter(|row| row["n"] == n && row["primitive"] == pass).collect();
                // On an R300 too, whose instructions are not enough for a butterfly: that is cut.
                let emulated = chips.iter().map(|chip| ("emulator", *chip));
                let wanted: Vec<_> = std::iter::once(("fragment", "opengl")).chain(emulated).collect();
                let found: Vec<_> =
                    of.iter().map(|row| (row["family"].as_str().unwrap(), row["method"].as_str().unwrap())).collect();
                assert_eq!(found, wanted, "{pass} of {n}");
                assert!(
                    of.iter()
                        .all(|row| row["ok"] == true && row["opengl"].is_number() == (row["family"] == "emulator"))
                );
            }
        }
    }
}

#[test]
#[cfg_attr(debug_assertions, ignore = "slow where nothing is optimised: .ci/run has it in release")]
fn one_or_two_render_targets_are_enough_for_everything() {
    let place = Place::new();
    place.list("x.npy", &[3.0, 1.0, f32::INFINITY, 2.0]);
    place.ok(&["tour", "--max-targets", "1"]);
    for targets in ["1", "2"] {
        place.ok(&["bench", "--size", "100", "--runs", "1", "--max-targets", targets]);
        place.ok(&["filter", "x.npy", "-o", "y.npy", "--method", "stable-sort", "--max-targets", targets]);
        assert_eq!(place.npy("y.npy").1, [3.0, 1.0, 2.0]);
    }
}

#[test]
fn the_bench_names_what_a_chip_has_no_room_for() {
    let place = Place::new();
    let arguments =
        ["bench", "--size", "131073", "--runs", "1", "--only", "pass-saxpy", "--chip", "r300", "--json", "b.json"];
    let run = place.run(&arguments);
    let why = "a stream of 131073 elements is too long for this device, which holds positions exactly only up to 131072: split it, \
               or use a device with integers (OpenGL 3.3, OpenGL ES 3.0); a kernel that fetches only at its own place also runs on \
               it in two dimensions";
    let row = "pass-saxpy r300 (131073)";
    assert_eq!((run.code, run.err), (Some(0), format!("note: left out: {row}: {why}\n")));
    assert_eq!(place.json("b.json")["left_out"], serde_json::json!([{ "row": row, "why": why }]));
}
