//! The report: published figures as they were printed, fits, and pages rendered from a small set of rows.

use brooklet::Device;
use brooklet::Dialect;
use brooklet::backend::{Class, Compute, DeviceInfo, Features, Format, Limits};
use brooklet::compare::fit::{Line, exponent};
use brooklet::compare::published::{
    BROOK_KNEES, BROOK_ROWS, HARRIS_ROWS, HORN_ROWS, MAHARDITO_ROWS, TOOLKIT_ROWS, value,
};
use brooklet::compare::{Axis, Chart, Comparison, Look, Measured, Part, Row, Series, Settings, report};
use expect_test::expect;

/// A row that takes `ms`, of a method that moves each of n floats in and out once.
fn row(primitive: &str, family: &str, method: &str, layout: &str, n: usize, ms: f64) -> Row {
    let drawn = family == "fragment";
    Row {
        primitive: primitive.to_owned(),
        family: family.to_owned(),
        method: method.to_owned(),
        layout: layout.to_owned(),
        n,
        median_ms: ms,
        min_ms: ms,
        max_ms: ms,
        gpu_ms: None,
        ns_per_element: ms * 1e6 / n as f64,
        gb_per_s: 4.0 * n as f64 / (ms * 1e6),
        passes: usize::from(family != "cpu"),
        texels_read: if drawn { n } else { 0 },
        texels_written: if drawn { n } else { 0 },
        bytes_moved: if family == "cpu" { 0 } else { 8 * n },
        over_bare_us: None,
        copies: None,
        times_paper: None,
        opengl: None,
        ok: true,
        note: None,
    }
}

fn measured(renderer: &str, compute: bool, parts: &[Part], rows: Vec<Row>) -> Measured {
    let compute = compute.then_some(Compute {
        invocations: 1024,
        shared_bytes: 32768,
        groups: [65535; 3],
        buffer_bytes: 1 << 27,
        precise: true,
    });
    let device = DeviceInfo {
        vendor: "somebody".to_owned(),
        renderer: renderer.to_owned(),
        version: "4.6".to_owned(),
        dialect: Some(Dialect::Gl),
        class: if renderer.contains("llvmpipe") { Class::Software } else { Class::Hardware },
        features: Features::ALL,
        limits: Limits { texture: 4096, targets: 8, samplers: 16, point_size: 64 },
        formats: vec![Format { name: "R32F", renders: true }],
        timer_queries: true,
        partitions: false,
        early_z_in_queries: true,
        compute,
    };
    let version = "0.1.0".to_owned();
    Measured {
        device,
        version,
        quick: false,
        runs: 9,
        complete: true,
        runs_of_small: 15,
        parts: parts.to_vec(),
        rows,
        left_out: vec![],
    }
}

/// The lines of a page from one on that starts so, to the next empty one.
fn table(page: &str, caption: &str) -> String {
    let start = page.find(&format!("**{caption}**\n\n")).unwrap_or_else(|| panic!("no `{caption}` in {page}"));
    let rows = page[start..].split("\n\n").nth(1).unwrap();
    rows.to_owned() + "\n"
}

#[test]
fn published_speed_ups_are_those_of_the_published_times() {
    for row in HARRIS_ROWS {
        let [cpu, gpu, speed_up] = [row.cpu_ms, row.gpu_ms, row.speed_up].map(|printed| value(printed).unwrap());
        assert!((cpu / gpu - speed_up).abs() < 0.0051, "{row:?}");
    }
    for (number, row) in MAHARDITO_ROWS.iter().enumerate().skip(1) {
        let ms = |row: usize| value(MAHARDITO_ROWS[row].ms).unwrap();
        // The last step is printed as 1.8 where the times give 1.79.
        assert!((ms(number - 1) / ms(number) - value(row.step).unwrap()).abs() < 0.03, "{row:?}");
        assert!((ms(0) / ms(number) - value(row.cumulative).unwrap()).abs() < 0.03, "{row:?}");
    }
    // What the note says: each is a tenth of 2^24 ints.
    for row in MAHARDITO_ROWS {
        let bytes = value(row.ms).unwrap() * value(row.gb_per_s).unwrap() * 1e6;
        assert!((bytes / (0.1 * 4.0 * f64::from(1 << 24)) - 1.0).abs() < 0.01, "{row:?}: {bytes}");
    }
}

#[test]
fn published_figures_are_the_papers() {
    assert_eq!(HORN_ROWS[0].us_per_record[0], "0.138");
    assert_eq!(HORN_ROWS[1].us_per_record[6], "1.740");
    assert_eq!((HORN_ROWS[2].method, HORN_ROWS[2].us_per_record[3]), ("Scan/Search", "0.355"));
    assert_eq!((HARRIS_ROWS[9].elements, HARRIS_ROWS[9].n), ("8388688", 8388608));
    assert_eq!((HARRIS_ROWS[10].cpu_ms, HARRIS_ROWS[10].gpu_ms), ("94.794598", "15.854781"));
    assert_eq!((MAHARDITO_ROWS[0].ms, MAHARDITO_ROWS[6].gb_per_s), ("4.837", "43.3841"));
    assert_eq!(BROOK_ROWS.map(|row| row.1), ["2.4", ".79", "4.1", "1.3", "14.6", ".41", ".18"]);
    assert_eq!(BROOK_KNEES.map(|row| row.1), ["750K and 2M", "650K"]);
    assert_eq!(TOOLKIT_ROWS.map(|row| row.1), ["20", "less than 1"]);
}

#[test]
fn fits_find_what_was_put_in() {
    let powers = |c: f64, e: f64| (4..20).map(|k| 2f64.powi(k)).map(|n| (n, c * n.powf(e))).collect::<Vec<_>>();
    for e in [0.0, 0.5, 1.0, 1.25, 2.0] {
        assert!((exponent(&powers(3e-6, e)).unwrap() - e).abs() < 1e-9);
    }
    assert_eq!(exponent(&[]), None);
    assert_eq!(exponent(&[(8.0, 1.0)]), None);
    assert_eq!(exponent(&[(8.0, 0.0), (16.0, f64::NAN), (32.0, 1.0)]), None);
    // Over seven orders of magnitude, with every other time a tenth too long.
    let noisy = |k: i32| {
        let n = 10f64.powi(k);
        (n, (5.0 + 0.02 * n) * if k % 2 == 0 { 1.1 } else { 1.0 })
    };
    let line = Line::through(&(0..8).map(noisy).collect::<Vec<_>>()).unwrap();
    assert!((line.fixed / 5.0 - 1.05).abs() < 0.06 && (line.each / 0.02 - 1.05).abs() < 0.06, "{line:?}");
    assert!((line.knee().unwrap() / 250.0 - 1.0).abs() < 0.12);
    // No cost is below nothing.
    let falling = Line::through(&[(1.0, 2.0), (10.0, 1.0)]).unwrap();
    assert_eq!((falling.each, falling.knee()), (0.0, None));
    let early = Line::through(&[(1.0, 0.5), (10.0, 10.0), (100.0, 110.0)]).unwrap();
    assert_eq!(early.fixed, 0.0);
    assert!(early.each > 0.5, "{early:?}");
    assert_eq!(Line::through(&[(4.0, 1.0), (4.0, 2.0)]), None);
}

#[test]
fn table_36_1_stands_beside_todays() {
    let rows = vec![
        row("filter", "fragment", "scan-search-gather", "plain", 1 << 16, 6.5536),
        row("filter", "fragment", "stable-sort", "plain", 1 << 16, 65.536),
        row("filter", "compute", "scan-scatter", "buffer", 1 << 16, 0.65536),
        row("filter", "cpu", "filter", "slice", 1 << 16, 1.31072),
    ];
    let page = report(&measured("a GPU", true, &[Part::Filter], rows)).to_markdown();
    expect![[r#"
        | records | *published 2005: 6800 Ultra:* Scan/Search | *published 2005: 6800 Ultra:* Bitonic Sort | *published 2005: X800:* Scan/Search | *published 2005: X800:* Bitonic Sort | *today: fragment:* scan, search, gather | *today: fragment:* stable (bitonic) sort | *today: fragment:* histopyramid | *today: compute:* scan, scatter | *today: compute:* runs | *today: compute:* tiles | *today: CPU:* one core | *today: CPU:* all cores |
        | --- | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: |
        | 64K | 0.138 | 1.029 | 0.428 | 0.762 | 0.100 | 1.00 | – | 0.0100 | – | – | 0.0200 | – |
        | 128K | 0.131 | 0.991 | 0.267 | 0.912 | – | – | – | – | – | – | – | – |
        | 256K | 0.158 | 1.219 | 0.288 | 0.968 | – | – | – | – | – | – | – | – |
        | 512K | 0.151 | 1.190 | 0.355 | 1.051 | – | – | – | – | – | – | – | – |
        | 1M | 0.143 | 1.455 | 0.182 | 1.175 | – | – | – | – | – | – | – | – |
        | 2M | 0.167 | 1.593 | 0.169 | 1.269 | – | – | – | – | – | – | – | – |
        | 4M | 0.161 | 1.740 | 0.168 | 1.383 | – | – | – | – | – | – | – | – |
    "#]]
    .assert_eq(&table(&page, "Microseconds per record (lower is better)"));
    let claim = table(&page, "How many times faster the scan is than the sort");
    assert!(claim.contains("\n| 64K | 8.00 | 7.46 | 1.78 | 10.0 |\n"), "{claim}");
}

#[test]
fn the_seven_kernels_have_their_steps() {
    let ms = [64.0, 32.0, 16.0, 8.0, 4.0, 2.0, 1.0];
    let rows = MAHARDITO_ROWS
        .iter()
        .zip(ms)
        .map(|(kernel, ms)| row("reduce", "compute", kernel.method, "buffer", 1 << 24, ms));
    let page = report(&measured("a GPU", true, &[Part::Reduce], rows.collect())).to_markdown();
    let table = table(&page, "Time, bandwidth, speed-up over the kernel before (step) and over the first (cumulative)");
    let last = table.lines().last().unwrap();
    expect!["| 7: multiple elements per thread | 0.155 | 43.3841 | 1.8x | 31.2x | 1.00 | 67.1 | 2.00× | 64.0× |"]
        .assert_eq(last);
    assert!(page.contains("contradicts itself"));
}

#[test]
fn the_cost_model_says_who_wins() {
    let mut rows = Vec::new();
    for n in [1 << 12, 1 << 16, 1 << 20] {
        let ns = |ns: f64| n as f64 * ns * 1e-6;
        rows.extend([
            row("transfer", "fragment", "upload", "plain", n, ns(1.0)),
            row("transfer", "fragment", "read-back", "plain", n, ns(3.0)),
            row("synthetic", "fragment", "43-multiply-adds", "plain", n, 0.01 + ns(2.0)),
            row("synthetic", "cpu", "43-multiply-adds", "slice", n, ns(20.0)),
            row("synthetic", "cpu", "43-multiply-adds-rayon", "slice", n, ns(1.0)),
            row("round-trip", "fragment", "43-multiply-adds", "plain", n, ns(7.0)),
        ]);
    }
    let measured = measured("a GPU", true, &[Part::Model], rows);
    let page = report(&measured).to_markdown();
    expect![[r#"
        | against | *today:* speed-up s | *today:* intensity γ | *today:* 1 / (s - 1) | *today:* GPU wins | *today:* breaks even at (multiply-adds a record) |
        | --- | --: | --: | --: | --: | --: |
        | one core | 10.0 | 0.500 | 0.111 | yes | 9.56 |
        | all cores | 0.500 | 0.500 | none: s ≤ 1 | no | never |
    "#]]
    .assert_eq(&table(&page, "Does the trip pay for 43 multiply-adds a record?"));
    let knee = table(&page, "The knee (operations: two for a multiply-add)");
    assert!(knee.contains("| X800 XT | 750K and 2M | plain stream | 5000 | 430000 | 10.0 |"), "{knee}");
    assert!(
        page.contains("for 1M floats it says 6.29 ms; uploading, computing and reading back in a row took 7.34 ms"),
        "{page}"
    );
    let json = measured.to_json();
    assert!((json["fits"]["model"]["kernel"]["each"].as_f64().unwrap() - 2e-6).abs() < 1e-12);
}

#[test]
fn growth_is_fitted_from_the_rows() {
    let rows = [1 << 10, 1 << 14, 1 << 18]
        .map(|n| row("sort", "fragment", "bitonic", "plain", n, 1e-6 * (n as f64).powf(1.5)));
    let measured = measured("a GPU", true, &[Part::Work], rows.to_vec());
    let page = report(&measured).to_markdown();
    let sort = table(&page, "sort, of 256K elements");
    assert!(sort.ends_with("| 1 | 262144 | 262144 | 2.10 MB | 1.00 | 1.50 | 1K to 256K |\n"), "{sort}");
    let growth = &measured.to_json()["fits"]["growth"][0];
    assert!((growth["time_exponent"].as_f64().unwrap() - 1.5).abs() < 1e-9);
}

#[test]
fn what_has_to_be_known_is_said() {
    let page = |renderer: &str, compute: bool, parts: &[Part]| {
        report(&measured(renderer, compute, parts, Vec::new())).to_markdown()
    };
    assert!(page("NVIDIA H200/PCIe/SSE2", true, &Part::ALL).contains("about 1 in 30"));
    assert!(page("llvmpipe (LLVM 15)", true, &Part::ALL).contains("no GPU"));
    let plain = page("AMD Radeon", true, &Part::ALL);
    assert!(!plain.contains("about 1 in 30") && !plain.contains("no GPU") && !plain.contains("Only these parts"));
    assert!(page("AMD Radeon", false, &Part::ALL).contains("(4.6) has no compute shaders"));
    assert!(page("AMD Radeon", true, &[Part::Scan]).contains("Only these parts were asked for: scan."));
}

#[test]
fn a_report_of_nothing_measured_still_has_all_that_was_published() {
    let document = report(&measured("a GPU", false, &Part::ALL, Vec::new()));
    let (markdown, html) = (document.to_markdown(), document.to_html().unwrap());
    for page in [&markdown, &html] {
        for number in 1..=7 {
            assert!(page.contains(&format!("{number}. ")), "{number}");
        }
        let printed = HORN_ROWS.iter().flat_map(|row| row.us_per_record);
        let printed =
            printed.chain(HARRIS_ROWS.iter().flat_map(|row| [row.elements, row.cpu_ms, row.gpu_ms, row.speed_up]));
        let printed =
            printed.chain(MAHARDITO_ROWS.iter().flat_map(|row| [row.ms, row.gb_per_s, row.step, row.cumulative]));
        let printed = printed.chain(BROOK_ROWS.map(|row| row.1)).chain(BROOK_KNEES.map(|row| row.1));
        for figure in printed.chain(TOOLKIT_ROWS.map(|row| row.1)) {
            assert!(page.contains(figure), "{figure}");
        }
        assert!(!page.contains("NaN") && !page.contains("inf ") && !page.contains("fallback"));
    }
}

#[test]
fn the_claims_of_figure_3_are_checked_by_what_was_measured() {
    let of = |primitive: &str, times: [f64; 4]| {
        let methods = [("fragment", "brook"), ("fragment", "by-hand"), ("fragment", "fast"), ("cpu", "all-cores")];
        methods
            .into_iter()
            .zip(times)
            .map(|((family, method), ms)| row(primitive, family, method, "plain", 1 << 20, ms))
            .collect()
    };
    let page = |rows: Vec<Vec<Row>>| report(&measured("a GPU", true, &[Part::Figure3], rows.concat())).to_markdown();
    let one = page(vec![of("app-saxpy", [1.0, 0.9, 0.5, 2.0]), of("app-fft", [2.0, 1.0, 0.8, 1.0])]);
    assert!(one.contains("Brook's ran SAXPY at 90 %, FFT at 50 %. Not within 20 %: FFT."), "{one}");
    assert!(
        one.contains("faster than the CPU of 2004 SAXPY (7.00 times), Segment (4.70 times); slower FFT (0.990 times)"),
        "{one}"
    );
    assert!(one.contains("Here by Brook: faster than the CPU SAXPY (2.00 times); slower FFT (0.500 times)."), "{one}");
    assert!(one.contains("By the fastest method: faster SAXPY (4.00 times), FFT (1.25 times); slower none."), "{one}");
    assert!(one.contains("| FFT | .99 | 0.500 | 1.00 | 1.25 | fast | 50 % | 2.00 | 1.00 | 0.800 | 1.00 |"), "{one}");
    let other = page(vec![of("app-sgemv", [1.0, 0.9, 0.5, 2.0])]);
    assert!(other.contains("All are within 20 %: the claim holds here."), "{other}");
    assert!(page(Vec::new()).contains("Here nothing of that was measured."));
}

#[test]
fn published_and_measured_share_no_column() {
    let page = report(&measured("a GPU", true, &Part::ALL, Vec::new())).to_html().unwrap();
    // A cell of a published column is marked as such, and no other is.
    for (figure, marked) in [("94.794598", true), ("1.740", true), ("43.3841", true), ("less than 1", true)] {
        assert_eq!(page.contains(&format!("<td class=\"published\">{figure}</td>")), marked, "{figure}");
        assert!(!page.contains(&format!("<td>{figure}</td>")), "{figure}");
    }
}

#[test]
fn charts_are_drawn_with_what_they_show() {
    let points = [(10, 1.0), (14, 4.0), (18, 64.0)];
    let rows = points.map(|(power, ms)| row("scan", "fragment", "hillis-steele", "plain", 1 << power, ms));
    let document = report(&measured("<a> & \"b\"", true, &[Part::Scan], rows.to_vec()));
    let html = document.to_html().unwrap();
    assert!(html.contains("<em>published</em>") && !html.contains("*published"));
    assert!(html.contains("measured on &lt;a&gt; &amp; &quot;b&quot;.") && !html.contains("<a>"));
    let chart = document.charts().find(|chart| chart.name == "scan").unwrap();
    let svg = chart.to_svg().unwrap();
    for text in ["Scan: time by the number of elements", "fragment: hillis-steele", "2007: CPU", "elements", "16M"] {
        assert!(svg.contains(text), "no `{text}`");
    }
    assert_eq!(html.matches("<svg").count(), document.charts().count());
    let png = chart.to_png().unwrap();
    assert_eq!(png[..8], *b"\x89PNG\r\n\x1a\n");
    let size = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
    assert_eq!((size(16), size(20)), (1000, 560));
    // The line of the scan is there, in its colour.
    assert!(svg.contains("#D55E00"));
    assert_eq!(chart.height(), 560);
}

#[test]
fn a_chart_is_as_high_as_its_legend() {
    let series =
        |number: usize| Series::new(format!("compute: method {number}"), Look::Compute, vec![(1.0, 1.0), (2.0, 2.0)]);
    let series = (0..30).map(series).collect();
    let (x, y) = (Axis::log2("elements"), Axis::log10("ms"));
    let chart = Chart { name: "many", title: "Many".to_owned(), x, y, series };
    let svg = chart.to_svg().unwrap();
    assert!(svg.contains(&format!("height=\"{}\"", chart.height())) && svg.contains("compute: method 29"));
    let lowest =
        svg.match_indices(" y=\"").filter_map(|(at, _)| svg[at + 4..].split('"').next()?.parse::<u32>().ok()).max();
    assert!(chart.height() > 560 && lowest.unwrap() < chart.height(), "{lowest:?} in {}", chart.height());
}

#[test]
fn a_comparison_is_made_in_steps_and_can_be_stopped_at_any() {
    let device = Device::headless().unwrap();
    let settings = Settings { parts: vec![Part::Scan], quick: true, sizes: vec![64, 300] };
    let time = std::rc::Rc::new(std::cell::Cell::new(std::time::Duration::ZERO));
    let clock = time.clone();
    let new = || {
        let clock = clock.clone();
        Comparison::new(&device, settings.clone(), move || {
            clock.set(clock.get() + std::time::Duration::from_millis(1));
            clock.get()
        })
    };
    let mut whole = new();
    let (mut share, mut stages) = (-1.0, Vec::new());
    while let Some(progress) = whole.progress() {
        assert!(progress.share > share && progress.share < 1.0, "{progress:?} after {share}");
        share = progress.share;
        if stages.last() != Some(&progress.stage) {
            stages.push(progress.stage);
        }
        assert!(whole.step());
    }
    assert!(!whole.step());
    assert_eq!(stages.len(), whole.stages());
    assert_eq!(stages[..3], ["n = 64: making the data", "n = 64: checking", "n = 64: run 1 of 9"]);
    let whole = whole.finish();
    // A clock that goes on by a millisecond whenever it is asked.
    assert!(whole.complete && whole.rows.iter().all(|row| row.ok && row.median_ms == 1.0));
    assert!(whole.to_json()["complete"].is_null());

    let mut stopped = new();
    while stopped.rows().is_empty() {
        stopped.step();
    }
    stopped.step();
    // Looking at it on the way changes nothing.
    let so_far = stopped.measured();
    let stopped = stopped.finish();
    assert_eq!((so_far.complete, &so_far.rows), (false, &stopped.rows));
    assert!(!stopped.complete && stopped.rows.iter().all(|row| row.n == 64));
    assert_eq!(stopped.to_json()["complete"], false);
    assert!(report(&stopped).to_markdown().contains("stopped before its end"));
    assert!(!report(&whole).to_markdown().contains("stopped before its end"));
}

#[test]
fn a_report_of_one_core_says_so() {
    let cpu = |method: &str| row("scan", "cpu", method, "slice", 64, 1.0);
    let page = |rows| report(&measured("a GPU", true, &[Part::Scan], rows)).to_markdown();
    assert!(page(vec![cpu("serial")]).contains("The CPU took part with one core"));
    assert!(!page(vec![cpu("serial"), cpu("chunks-rayon")]).contains("one core:"));
    assert!(!page(Vec::new()).contains("The CPU took part"));
}
