//! The report of the self-test: a block of code in Markdown, at most 100 columns wide.

use std::time::Duration;

use comfy_table::{ContentArrangement, Table, presets};

use brooklet::syntax::visible;
use brooklet::{Device, LoopSupport};

use super::POISON;
use super::findings::{Findings, Line};

const WIDTH: u16 = 100;

pub fn report(device: &Device, only: &[String], findings: &Findings, time: Duration) -> String {
    let text = [facts(device, only, findings), lines(findings), total(findings, time)].join("\n\n");
    // A fence that is longer than every row of backticks in the text.
    format!("```text\n{}\n```", visible(&text).replace("```", "'''"))
}

/// Describes what was tested: the version, the device, and what was tried.
fn facts(device: &Device, only: &[String], findings: &Findings) -> String {
    let info = device.info();
    let features = &info.features;
    let mut rows: Vec<(&str, String)> = vec![
        ("brooklet", format!("{}, {} {}", env!("CARGO_PKG_VERSION"), std::env::consts::OS, std::env::consts::ARCH)),
        ("renderer", info.renderer.clone()),
        ("vendor", info.vendor.clone()),
        ("version", info.version.clone()),
    ];
    if let Some(dialect) = info.dialect {
        rows.push(("dialect", format!("{} ({})", dialect.name(), dialect.api())));
    }
    let limits = info.limits;
    rows.push((
        "limits",
        format!("{0} x {0} texels, {1} render targets, {2} samplers", limits.texture, limits.targets, limits.samplers),
    ));
    let formats = info.formats.iter().map(|format| match format.renders {
        true => format.name.to_owned(),
        false => format!("{} (only read)", format.name),
    });
    rows.push(("formats", formats.collect::<Vec<_>>().join(", ")));
    let loops = match features.loops {
        LoopSupport::Dynamic => "loops",
        LoopSupport::Counted => "loops of fixed counts",
        LoopSupport::None => "no loops",
    };
    let has = [
        (features.integers, "integers", "no integers"),
        (features.branches, "branches", "no branches"),
        (true, loops, ""),
        (features.infinities, "infinities", "no infinities"),
        (features.nan, "NaNs", "no NaNs"),
        (features.array_textures, "array textures", "no array textures"),
        (features.mixed_formats, "mixed formats", "no mixed formats"),
        (features.float_blending(), "float blending", "no float blending"),
        (features.float_mip_levels, "float mip levels", "no float mip levels"),
        (info.timer_queries, "timers", "no timers"),
    ];
    rows.push(("features", has.map(|(has, with, without)| if has { with } else { without }).join(", ")));
    let compute = info.compute.map_or("none".to_owned(), |compute| {
        let precise = if compute.precise { "precise" } else { "not precise" };
        format!("{} invocations a group, {} bytes shared, {precise}", compute.invocations, compute.shared_bytes)
    });
    rows.push(("compute shaders", compute));
    let sizes = |sizes: &[usize]| sizes.iter().map(usize::to_string).collect::<Vec<_>>().join(", ");
    rows.push(("tried", format!("{} elements; {POISON:e} in what is no element", sizes(&findings.sizes))));
    if !only.is_empty() {
        rows.push(("only", only.join(", ")));
    }
    if !findings.left_out.is_empty() {
        let why = if findings.is_lost() { "the device was lost" } else { "the time was over" };
        rows.push(("left out", format!("{} elements, or a part of the methods: {why}", sizes(&findings.left_out))));
    }
    table(rows.into_iter().map(|(name, value)| vec![name.to_owned(), value]).collect())
}

/// Writes a row for each method.
fn lines(findings: &Findings) -> String {
    let mut last = "";
    let rows = findings.lines.iter().map(|line| {
        let primitive = if line.primitive == last { "" } else { line.primitive };
        last = line.primitive;
        let family = if line.on_passes { "" } else { "compute " };
        vec![primitive.to_owned(), format!("{family}{}", line.method), found(line)]
    });
    table(rows.collect())
}

/// Says what was found of a method.
fn found(line: &Line) -> String {
    let tried = line.right + line.wrong;
    match (&line.first_wrong, &line.error, &line.lacks) {
        (Some(first), ..) => format!("WRONG {} of {tried}: {first}", line.wrong),
        (_, Some(error), _) => format!("ERROR {error}"),
        (_, _, Some(lacks)) if line.right == 0 => format!("not here: lacks {lacks}"),
        (_, _, Some(lacks)) => format!("ok, {} right; not all: {lacks}", line.right),
        _ if tried == 0 => "not tried".to_owned(),
        _ => format!("ok, {} right", line.right),
    }
}

/// Sums up the lines.
pub fn total(findings: &Findings, time: Duration) -> String {
    let count = |of: &dyn Fn(&Line) -> bool| findings.lines.iter().filter(|line| of(line)).count();
    let bad = count(&Line::is_bad);
    let ok = count(&|line| !line.is_bad() && line.right > 0);
    let others = findings.lines.len() - bad - ok;
    let right: usize = findings.lines.iter().map(|line| line.right).sum();
    let wrong: usize = findings.lines.iter().map(|line| line.wrong).sum();
    let results =
        if wrong == 0 { format!("{right} right results") } else { format!("{right} right and {wrong} wrong results") };
    let verdict = if bad > 0 { format!("{bad} WRONG or failed") } else { "none wrong".to_owned() };
    format!("{ok} methods ok, {others} not on this device, {verdict}: {results} in {:.1} s", time.as_secs_f64())
}

/// Aligns columns, and breaks lines that are too long.
fn table(rows: Vec<Vec<String>>) -> String {
    let mut table = Table::new();
    table.load_preset(presets::NOTHING).set_content_arrangement(ContentArrangement::Dynamic).set_width(WIDTH);
    table.add_rows(rows);
    for column in table.column_iter_mut() {
        column.set_padding((0, 2));
    }
    table.trim_fmt()
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use brooklet::catalog::{Case, Difference, find};
    use brooklet::{DeviceError, Error};

    use super::*;

    #[test]
    fn a_report_names_what_is_wrong_and_what_failed() {
        let case = |name: &str, method: usize| {
            let primitive = find(name).unwrap();
            let info = &primitive.fragment.methods[method];
            let cases = Case::of(primitive, &primitive.examples[0], 17);
            cases.into_iter().find(|case| std::ptr::eq(case.method, info)).unwrap()
        };
        let mut findings = Findings::default();
        findings.compared(&case("reduce", 0), Ok(None));
        for found in [[1.0, -0.0], [5.0, 7.0], [1.0, 0.0]] {
            findings.compared(&case("scan", 0), Ok(Difference::between(&[1.0, 0.0], &found)));
        }
        findings.lacks(&case("scan", 1), "integers".to_owned());
        findings.compared(&case("scan", 2), Err(DeviceError::Zero { what: "the number of ```" }.into()));
        findings.leave_out(&case("scan", 3));
        assert!(!findings.lines[0].is_bad() && findings.lines[1].is_bad());
        expect![[r#"
            reduce  2x2            ok, 1 right
            scan    hillis-steele  WRONG 2 of 3: scan of sum, by hillis-steele, 17 elements, plain: element 1
                                   has to be 0.0 and is -0.0; 1 of 2 differ
                    up-down-sweep  not here: lacks integers
                    hybrid         ERROR scan of sum, by hybrid, 17 elements, plain: the number of ``` must be
                                   at least 1
                    pyramid        not tried

            1 methods ok, 2 not on this device, 2 WRONG or failed: 2 right and 2 wrong results in 1.5 s
        "#]]
        .assert_eq(&format!("{}\n\n{}\n", lines(&findings), total(&findings, Duration::from_millis(1500))));
        expect!["wrong or failed: scan by hillis-steele; scan by hybrid"].assert_eq(&findings.verdict().unwrap());
        let device = Device::emulated(brooklet::fragment_program::Chip::R300).unwrap();
        let text = report(&device, &["scan".to_owned()], &findings, Duration::ZERO);
        assert!(text.lines().all(|line| line.chars().count() <= WIDTH.into()), "{text}");
        assert_eq!(text.matches("```").count(), 2, "{text}");
    }

    #[test]
    fn a_lost_device_and_one_that_runs_nothing_are_no_success() {
        let scan = find("scan").unwrap();
        let case = Case::of(scan, &scan.examples[0], 4)[0];
        let mut findings = Findings::default();
        findings.lacks(&case, "everything".to_owned());
        assert_eq!(findings.verdict().as_deref(), Some("no method gave a right result"));
        let lost = || {
            let (during, cause, device) = ("reading", "as it says", "a driver".to_owned());
            Error::from(brooklet::backend::BackendError::Lost { during, cause, device })
        };
        findings.compared(&case, Ok(None));
        assert_eq!((findings.verdict(), findings.is_lost()), (None, false));
        findings.compared(&case, Err(lost()));
        assert!(findings.is_lost() && findings.lines[0].is_bad());
    }
}
