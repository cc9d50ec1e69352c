//! *Then, predicted*: the section of the report, and `brooklet chips --predict`.

use brooklet::compare::published::{
    BROOK_APPLICATIONS_ROWS, BROOK_FFTW_MFLOPS, BROOK_OUTPUTS_ROWS, BROOK_ROWS, GPUSORT_ROWS, HORN_RECORDS, HORN_ROWS,
    TOOLKIT_ROWS, value,
};
use brooklet::compare::then::{Errors, Group, Prediction, predictions};
use brooklet::fragment_program::{Chip, Status};

use crate::support::Place;

fn of(group: Group) -> Vec<&'static Prediction> {
    predictions().iter().filter(|one| one.group == group).collect()
}

#[test]
fn every_published_figure_has_a_row() {
    let printed = |group| of(group).iter().map(|one| one.published).collect::<Vec<_>>();
    let horn: Vec<&str> = HORN_ROWS.iter().flat_map(|row| row.us_per_record).collect();
    assert_eq!(printed(Group::Filter), horn);
    // All but the CPU's.
    let brook: Vec<&str> = BROOK_ROWS.iter().filter(|row| !row.0.starts_with("Pentium")).map(|row| row.1).collect();
    assert_eq!(printed(Group::Reduction), brook);
    assert_eq!(printed(Group::Toolkit), TOOLKIT_ROWS.map(|row| row.1));
    for row in BROOK_OUTPUTS_ROWS {
        let slowdown = row.slowdown.trim_end_matches('%');
        let own = of(Group::Outputs).into_iter().filter(|one| one.work == row.program);
        let own: Vec<&str> = own.map(|one| one.published).collect();
        assert!(own.contains(&row.mflops) && (slowdown.is_empty() || own.contains(&slowdown)), "{row:?}");
    }
    for (n, bitonic, adaptive) in GPUSORT_ROWS {
        let own: Vec<_> = of(Group::GpuSort).into_iter().filter(|one| one.n == Some(n)).collect();
        assert!(own.iter().any(|one| one.published == bitonic && one.counts && one.predicted.is_some()));
        assert!(own.iter().any(|one| one.published == adaptive && one.predicted.is_none()));
        assert!(own.iter().all(|one| one.status == Status::Recalled));
    }
    assert_eq!(of(Group::Knee).len(), 4);
    for one in predictions() {
        // What is not predicted says why.
        assert!(one.predicted.is_some() || one.note.is_some(), "{one:?}");
        assert!(one.predicted.is_none_or(|predicted| predicted.is_finite() && predicted > 0.0), "{one:?}");
        assert_eq!(one.ratio(), one.predicted.zip(one.figure).map(|(predicted, figure)| predicted / figure));
    }
}

#[test]
fn sizes_that_24_bits_cannot_number_are_predicted_and_marked() {
    for one in of(Group::Filter) {
        let n = one.n.unwrap();
        assert_eq!(one.exact, one.chip == Some(Chip::Nv40) || n <= 131_072, "{one:?}");
        assert!(one.predicted.is_some() && one.predicted_opengl > one.predicted, "{one:?}");
    }
    assert_eq!(of(Group::Filter).iter().filter(|one| !one.exact).count(), 2 * 5);
    assert_eq!(HORN_RECORDS.iter().filter(|n| **n > 131_072).count(), 5);
}

#[test]
fn table_36_1_is_predicted_within_a_quarter_of_itself_at_the_median() {
    let errors = Errors::of(of(Group::Filter)).unwrap();
    assert_eq!(errors.of, 28);
    assert!(errors.median <= 0.25, "{errors:?}");
    // By hand from the ratios.
    let mut ratios: Vec<f64> = of(Group::Filter).iter().map(|one| (one.ratio().unwrap() - 1.0).abs()).collect();
    ratios.sort_by(f64::total_cmp);
    assert_eq!((errors.median, errors.worst), ((ratios[13] + ratios[14]) / 2.0, ratios[27]));
}

#[test]
fn passes_are_those_of_the_methods() {
    let passes = |work: &str, hardware: &str, n| {
        let all = of(Group::Filter);
        all.iter().find(|one| one.work == work && one.hardware == hardware && one.n == Some(n)).unwrap().passes
    };
    assert_eq!(passes("Bitonic Sort", "X800", 1 << 20), Some(210));
    assert_eq!(passes("Scan/Search", "6800 Ultra", 1 << 20), Some(21)); // the search is a loop
    assert_eq!(passes("Scan/Search", "X800", 1 << 20), Some(41)); // or a pass a halving
}

#[test]
fn fetches_alone_take_longer_than_brooks_reduction_was_measured_to() {
    let sums = of(Group::Reduction).into_iter().filter(|one| one.work == "sum of float4" && one.api == Some("DirectX"));
    for (one, fetches) in sums.zip([3.99, 1.07]) {
        // What the facts derive from 1.2 and 4.5 Gfloat/s.
        assert!((one.fetches.unwrap() / fetches - 1.0).abs() < 0.02, "{one:?}");
        assert!(one.fetches > one.figure, "{one:?}");
    }
}

#[test]
fn applications_are_predicted_with_and_without_a_figure() {
    let all = of(Group::Applications);
    // What the programs are is not known: none counts.
    assert!(all.iter().all(|one| !one.counts && one.note.is_some()), "{all:?}");
    assert!(Errors::of(all.iter().copied()).is_none());
    let rate = |work: &str, chip| all.iter().find(|one| one.work == work && one.chip == Some(chip)).unwrap();
    let near = |one: &Prediction, wanted: f64| {
        assert!((one.predicted.unwrap() / wanted - 1.0).abs() < 1e-3, "{one:?} for {wanted}");
    };
    // By hand, on R420: 4.5 Gfloat/s beside the arithmetic, which is less. A multiply-add of 2 floats.
    near(rate("SAXPY", Chip::R420), 2.0 / (2.0 / 4.5e3));
    // 32 operations on 10 floats.
    near(rate("Segment, by printed counts", Chip::R420), 32.0 / (10.0 / 4.5e3));
    // 20 passes that read 16 floats, and one that reads 8; 5 operations a channel and pass.
    near(rate("FFT, by printed counts", Chip::R420), 20.0 * 4.0 * 5.0 / ((20.0 * 16.0 + 8.0) / 4.5e3));
    // On NV40 one after the other: 5 G instructions and 1.2 Gfloat/s.
    let fetches = (20.0 * 16.0 + 8.0) / 1.2e3;
    let instructions = (20.0 * (4.0 + 9.0 + 1.0) + 3.0) / 5e3;
    near(rate("FFT, by printed counts", Chip::Nv40), 400.0 / (fetches + instructions));
    for one in &all {
        let fft = one.work.starts_with("FFT");
        assert_eq!(one.status == Status::Derived, fft, "{one:?}");
        let share = value(BROOK_APPLICATIONS_ROWS[2].1).unwrap() * value(BROOK_FFTW_MFLOPS[0]).unwrap();
        assert_eq!(one.figure == Some(share), fft, "{one:?}");
        assert_eq!(one.predicted.is_none(), one.unit == "× the CPU", "{one:?}");
        assert!(one.predicted_opengl.is_none_or(|opengl| Some(opengl) < one.predicted), "{one:?}");
    }
    // Passes of four channels: a reordering and 10 butterflies along each axis.
    assert_eq!(rate("FFT", Chip::Nv40).passes, Some(4 * 2 * 11));
}

#[test]
fn the_report_has_the_section_without_a_driver() {
    let place = Place::new();
    let nowhere = [("__EGL_VENDOR_LIBRARY_DIRS", "/nowhere"), ("LIBGL_DRIVERS_PATH", "/nowhere")];
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_brooklet"));
    command.args(["compare", "--only", "then", "--out", "r", "--quiet"]).current_dir(place.path("")).envs(nowhere);
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let page = std::fs::read_to_string(place.path("r/report.md")).unwrap();
    assert!(page.contains("## 8. Then, predicted"), "{page}");
    // Nothing was measured, and so there is no machine, and nothing of today.
    assert!(
        page.contains("nothing was measured") && !page.contains("The machine") && !page.contains("today"),
        "{page}"
    );
    assert!(page.contains("| FFT | 1M | X800 XT | not said | .99 × 1224 (derived) |"), "{page}");
    for row in HORN_ROWS {
        for printed in row.us_per_record {
            assert!(page.contains(&format!("| {} | not said | {printed} |", row.hardware)), "{printed}");
        }
    }
    assert!(page.contains("| 4M † | X800 |") && !page.contains("| 4M † | 6800"));
    assert!(page.contains("CUDA") && page.contains("(then-predicted.png)"));
    assert!(place.path("r/then-predicted.svg").exists());
    let json: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(place.path("r/report.json")).unwrap()).unwrap();
    let figures = json["then_predicted"]["figures"].as_array().unwrap();
    assert_eq!(figures.len(), predictions().len());
    assert_eq!(figures[0]["published"], "0.138");
    let ratio = figures[0]["predicted"].as_f64().unwrap() / value("0.138").unwrap();
    assert!((figures[0]["ratio"].as_f64().unwrap() - ratio).abs() < 1e-12);
    assert_eq!(json["then_predicted"]["errors"][0]["group"], "filter");
}

#[test]
fn a_chips_model_and_its_predictions_are_printed() {
    let place = Place::new();
    let text = place.ok(&["chips", "r420", "--predict"]);
    assert!(text.contains("floats fetched, G/s") && text.contains("Scan/Search") && text.contains("†"), "{text}");
    assert!(!text.contains("6800 Ultra"), "{text}");
    let json: serde_json::Value = serde_json::from_str(&place.ok(&["chips", "nv40", "--predict", "--json"])).unwrap();
    assert!(json["figures"].as_array().unwrap().iter().all(|one| one["chip"] == "nv40"));
    assert_eq!(json["models"][0]["constants"][1]["status"], "derived");
    let text = place.ok(&["chips", "g80", "--predict"]);
    assert!(text.contains("there is no cost model of chip g80"), "{text}");
}
