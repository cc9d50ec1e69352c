//! The trace: what the device did, counted. The passes of the reductions are those of the papers, and the tone mapper
//! reads one value back before its picture.

use crate::support;

use serde_json::Value;
use support::{Place, alone, dialects, hdr, light};

fn list<'a>(trace: &'a Value, what: &str) -> &'a [Value] {
    trace[what].as_array().unwrap()
}

/// Width and height of each entry.
fn sizes(trace: &Value, what: &str) -> Vec<(u64, u64)> {
    let size = |entry: &Value| (entry["width"].as_u64().unwrap(), entry["height"].as_u64().unwrap());
    list(trace, what).iter().map(size).collect()
}

/// Floats of a square picture or a list, the largest of which is 9 and is in the middle.
fn mostly_ones(count: usize) -> Vec<f32> {
    let mut x = vec![1.0; count];
    x[count / 2] = 9.0;
    x
}

#[test]
fn a_reduction_takes_the_passes_of_the_papers() {
    let place = Place::new();
    let x = mostly_ones(1 << 20);
    place.array("square.npy", &[1024, 1024], &x);
    place.list("list.npy", &x);
    let halved = |to: u32| (to..10).rev().map(|n| (1 << n, 1 << n)).collect::<Vec<(u64, u64)>>();
    let brook = [(128, 1024), (16, 1024), (2, 1024), (1, 1024), (1, 128), (1, 16), (1, 2), (1, 1)];
    for (file, dialect) in
        ["square.npy", "list.npy"].iter().flat_map(|file| dialects().into_iter().map(move |dialect| (file, dialect)))
    {
        for (how, kernel, passes) in [
            (&["--method", "2x2"][..], "reduce_2x2", halved(0)),
            (&["--method", "2x2", "--stop-at", "16"], "reduce_2x2", halved(4)),
            (&["--method", "2x2", "--stop-at", "1024"], "reduce_2x2", Vec::new()),
            (&[], "reduce_runs", vec![(1024, 16), (256, 1), (4, 1)]),
            (&["--method", "brook"], "reduce_brook", brook.to_vec()),
        ] {
            let args = ["reduce", file, "--op", "max", "--trace", "t.json", "-q", "--dialect", dialect];
            let args = [&args[..], how].concat();
            assert_eq!(place.ok(&args), "9\n", "{args:?}");
            let trace = place.json("t.json");
            assert_eq!(sizes(&trace, "passes"), passes, "{args:?}");
            for pass in list(&trace, "passes") {
                assert!(pass["kernel"].as_str().unwrap().starts_with(kernel), "{pass}");
                assert_eq!(pass["outputs"], 1);
            }
            assert_eq!(sizes(&trace, "uploads"), [(1024, 1024)]);
            let left = passes.last().copied().unwrap_or((1024, 1024));
            assert_eq!(sizes(&trace, "readbacks"), [left]);
        }
    }
}

#[test]
fn the_documented_numbers_of_passes() {
    let place = Place::new();
    place.array("x.npy", &[1024, 1024], &mostly_ones(1 << 20));
    for (how, count) in [
        (&["--method", "2x2"][..], 10),
        (&["--method", "brook"], 8),
        (&["--method", "2x2", "--stop-at", "16"], 6),
        (&["--method", "runs"], 3),
    ] {
        let args = [&["reduce", "x.npy", "--op", "max", "--trace", "t.json", "-q"][..], how].concat();
        assert_eq!(alone(&place.ok(&args)), 9.0);
        assert_eq!(list(&place.json("t.json"), "passes").len(), count, "{how:?}");
    }
}

#[test]
fn a_map_is_one_pass_and_moves_its_arrays_once() {
    let place = Place::new();
    place.array("a.npy", &[30, 20], &[1.0; 600]);
    place.array("b.npy", &[30, 20], &[2.0; 600]);
    let mut devices = Vec::new();
    for dialect in dialects() {
        let args = ["map", "x + y", "-i", "x=a.npy", "-i", "y=b.npy", "-o", "c.npy"];
        place.ok(&[&args[..], &["--trace", "t.json", "--dialect", dialect]].concat());
        let trace = place.json("t.json");
        assert_eq!(sizes(&trace, "passes"), [(20, 30)]);
        assert_eq!(trace["passes"][0]["kernel"], "map");
        assert_eq!(trace["passes"][0]["outputs"], 1);
        assert_eq!(sizes(&trace, "uploads"), [(20, 30), (20, 30)]);
        assert_eq!(sizes(&trace, "readbacks"), [(20, 30)]);
        assert_eq!(trace["readbacks"][0]["bytes"], 2400);
        devices.push(trace["device"].clone());

        let info: Value = serde_json::from_str(&place.ok(&["info", "--json", "--dialect", dialect])).unwrap();
        assert_eq!(trace["device"], info["renderer"]);
    }
    assert_eq!(place.names(), ["a.npy", "b.npy", "c.npy", "t.json"]);
}

#[test]
fn an_array_of_no_elements_needs_no_pass() {
    let place = Place::new();
    place.list("none.npy", &[]);
    let checked = |args: &[&str]| {
        let out = place.ok(&[args, &["--trace", "t.json"]].concat());
        let trace = place.json("t.json");
        for what in ["passes", "uploads", "readbacks"] {
            assert_eq!(list(&trace, what), [Value::Null; 0], "{args:?}");
        }
        out
    };
    assert_eq!(checked(&["reduce", "none.npy", "--op", "sum"]), "0\n");
    checked(&["map", "x + 1", "-i", "x=none.npy", "-o", "out.npy"]);
    assert_eq!(place.npy("out.npy"), (vec![0], vec![]));
    checked(&["info"]);
}

#[test]
fn a_trace_replaces_an_old_one_only_when_all_went_well() {
    let place = Place::new();
    place.list("x.npy", &[1.0]);
    place.file("t.json", "old");
    place.fails(&["reduce", "none.npy", "--op", "max", "--trace", "t.json"]);
    place.fails(&["map", "y", "-i", "x=x.npy", "-o", "y.npy", "--trace", "t.json"]);
    place.ok(&["--trace", "t.json", "reduce", "x.npy", "--op", "max"]);
    assert_eq!(sizes(&place.json("t.json"), "readbacks"), [(1, 1)]);
}

#[test]
fn a_trace_that_cannot_be_written_is_a_failure_before_any_work() {
    let place = Place::new();
    place.list("x.npy", &[1.0]);
    std::fs::create_dir(place.path("folder")).unwrap();
    for (path, said) in [
        ("folder", "folder is a directory: give the path of a file"),
        ("none/t.json", "cannot write none/t.json: the directory none does not exist"),
        ("x.npy/t.json", "cannot write x.npy/t.json: x.npy is not a directory"),
    ] {
        for args in [&["reduce", "x.npy", "--op", "max"][..], &["map", "x", "-i", "x=x.npy", "-o", "y.npy"], &["info"]]
        {
            let error = place.fails(&[args, &["--trace", path]].concat());
            assert!(error.contains(said), "{error}");
        }
    }
}

// ---- tonemap

const PIXELS: [[u8; 4]; 6] = [
    [128, 128, 128, 129],
    [200, 100, 50, 132],
    [255, 255, 0, 126],
    [0, 0, 0, 0],
    [10, 250, 90, 130],
    [64, 64, 200, 128],
];

/// The curve of sRGB, as a byte.
fn encoded(light: f64) -> f64 {
    let light = light.clamp(0.0, 1.0);
    255.0
        * match light < 0.0031308 {
            true => 12.92 * light,
            false => 1.055 * light.powf(1.0 / 2.4) - 0.055,
        }
}

fn luminance([r, g, b]: [f64; 3]) -> f64 {
    0.2126 * r + 0.7152 * g + 0.0722 * b
}

/// Holds a picture against what it should be; a byte may round either way.
fn assert_picture(place: &Place, name: &str, expected: &[[f64; 3]], what: &str) {
    let picture = image::open(place.path(name)).unwrap();
    assert_eq!((picture.width(), picture.height()), (3, 2));
    let samples = picture.as_rgb8().expect("a picture in colour").as_raw();
    for (i, (&sample, wanted)) in samples.iter().zip(expected.as_flattened()).enumerate() {
        let wanted = encoded(*wanted);
        assert!((f64::from(sample) - wanted).abs() <= 0.6, "{what}: sample {i} is {sample}, not {wanted}");
    }
}

#[test]
fn tonemap_makes_the_largest_value_white() {
    let place = Place::new();
    place.file("in.hdr", hdr(2, 3, &PIXELS));
    let pixels = PIXELS.map(|pixel| light(pixel).map(f64::from));
    let largest = pixels.as_flattened().iter().copied().fold(0.0, f64::max);
    assert_eq!(largest, 12.5);
    let expected = pixels.map(|pixel| pixel.map(|x| x / largest));
    for dialect in dialects() {
        place.ok(&["tonemap", "in.hdr", "-o", "out.png", "--dialect", dialect]);
        assert_picture(&place, "out.png", &expected, dialect);
        assert_eq!(place.names(), ["in.hdr", "out.png"]);
    }
}

#[test]
fn tonemap_can_make_the_log_average_middle_grey() {
    let place = Place::new();
    place.file("in.hdr", hdr(2, 3, &PIXELS));
    let pixels = PIXELS.map(|pixel| light(pixel).map(f64::from));
    let logs: f64 = pixels.iter().map(|&pixel| (luminance(pixel) + 1e-6).ln()).sum();
    let scale = 0.18 / (logs / 6.0).exp();
    let expected = pixels.map(|pixel| pixel.map(|x| x * scale / (1.0 + scale * luminance(pixel))));
    for dialect in dialects() {
        place.ok(&["tonemap", "in.hdr", "-o", "out.png", "--log", "--dialect", dialect]);
        assert_picture(&place, "out.png", &expected, dialect);
    }
}

#[test]
fn tonemap_reads_a_few_values_back_before_its_picture() {
    let place = Place::new();
    let pixels: Vec<_> = PIXELS.iter().cycle().copied().take(5 * 120).collect();
    place.file("in.hdr", hdr(120, 5, &pixels));
    for (more, dialect) in
        [&[][..], &["--log"]].iter().flat_map(|more| dialects().into_iter().map(move |dialect| (more, dialect)))
    {
        let args = ["tonemap", "in.hdr", "-o", "out.png", "--trace", "t.json", "--dialect", dialect];
        place.ok(&[&args[..], more].concat());
        let trace = place.json("t.json");
        assert_eq!(sizes(&trace, "readbacks"), [(10, 1), (5, 120)], "{more:?} in {dialect}");
        let order = |what: &str, at: usize| trace[what][at]["order"].as_u64().unwrap();
        assert_eq!(sizes(&trace, "uploads"), [(5, 120)]);
        assert_eq!(order("uploads", 0), 0);
        // The reduction is drawn before its value is read, and the picture from it after.
        let passes = list(&trace, "passes");
        assert!(order("passes", 0) < order("readbacks", 0));
        assert!(order("passes", passes.len() - 1) > order("readbacks", 0));
        let reductions = passes.iter().filter(|pass| {
            let kernel = pass["kernel"].as_str().unwrap();
            kernel.starts_with("reduce") && pass["order"].as_u64().unwrap() < order("readbacks", 0)
        });
        assert_eq!(reductions.count(), 1, "600 become 10");
    }
}

#[test]
fn tonemap_of_a_picture_without_light_is_black() {
    let place = Place::new();
    place.file("in.hdr", hdr(2, 3, &[[0; 4]; 6]));
    for more in [&[][..], &["--log"]] {
        place.ok(&[&["tonemap", "in.hdr", "-o", "out.png"], more].concat());
        assert_picture(&place, "out.png", &[[0.0; 3]; 6], "black");
    }
}

#[test]
fn tonemap_refuses_what_is_no_picture_in_colour() {
    let place = Place::new();
    place.array("grey.npy", &[2, 3], &[1.0; 6]);
    place.file("colours.csv", "1,2,3\n4,5,6\n");
    for file in ["grey.npy", "colours.csv"] {
        let error = place.fails(&["tonemap", file, "-o", "out.png"]);
        assert_eq!(error, format!("brooklet: {file}: tonemap wants a picture in colour, such as a .hdr file\n"));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_trace_that_fails_leaves_no_output_behind() {
    let place = Place::new();
    place.list("x.npy", &[1.0]);
    let args = ["map", "x + 1", "-i", "x=x.npy", "-o", "out.npy", "--trace", "/dev/full"];
    place.fails(&args);
    place.file("out.npy", "old");
    place.fails(&args);
}

#[test]
fn a_trace_is_no_file_that_the_work_reads_or_writes() {
    let place = Place::new();
    place.list("x.npy", &[1.0]);
    for trace in ["x.npy", "./x.npy", "out.npy"] {
        let args = ["map", "x + 1", "-i", "x=x.npy", "-o", "out.npy", "--trace", trace];
        let run = place.run(&args);
        assert!(run.code == Some(1) || run.code == Some(2), "{trace}: {run:?}");
        assert_eq!(place.npy("x.npy").1, [1.0]);
    }
}

#[test]
fn the_brightest_pixel_is_white_however_bright() {
    let place = Place::new();
    place.file("in.hdr", support::hdr(1, 2, &[[255, 255, 255, 255], [0; 4]]));
    place.ok(&["tonemap", "in.hdr", "-o", "out.png"]);
    let picture = image::open(place.path("out.png")).unwrap().to_rgb8();
    assert_eq!(picture.as_raw(), &[255, 255, 255, 0, 0, 0]);
}
