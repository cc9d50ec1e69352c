//! `self-test`: every method beside plain Rust, and the report.

use crate::support::{Place, backends, has_integers};

const PRIMITIVES: [&str; 3] = ["reduce", "argsort", "random"];

#[test]
fn the_report_has_a_line_for_each_method_and_fits_an_issue() {
    let place = Place::new();
    let only = PRIMITIVES.join(",");
    for backend in backends(&["r300", "nv40"]) {
        let report = place.ok(&["self-test", "--seconds", "1", "--only", &only, backend[0], backend[1]]);
        assert!(report.starts_with("```text\n") && report.ends_with(" s\n```\n"), "{report}");
        assert!(report.lines().all(|line| line.chars().count() <= 100), "{report}");
        for fact in ["renderer  ", "version  ", "limits  ", "features  ", "only             reduce, argsort, random\n"]
        {
            assert_eq!(report.matches(&format!("\n{fact}")).count(), 1, "{fact}: {report}");
        }
        assert!(report.contains("tried            0, 1, 2, 3, 5"), "{report}");
        for primitive in PRIMITIVES {
            assert_eq!(report.matches(&format!("\n{primitive}  ")).count(), 1, "{primitive}: {report}");
        }
        let line = |method: &str| report.lines().find(|line| line.contains(&format!("  {method} "))).unwrap();
        assert!(line("2x2").contains(" ok, ") && line("feistel-8").contains(" ok, "), "{report}");
        let merge = line("merge-words");
        match backend[0] == "--chip" || !has_integers(backend[1]) {
            true => assert!(merge.ends_with(" not here: lacks integers"), "{report}"),
            false => assert!(merge.contains(" ok, "), "{report}"),
        }
        assert!(report.contains(", none wrong: "), "{report}");
    }
}

#[test]
fn a_report_goes_into_a_file() {
    let place = Place::new();
    let total = place.ok(&["self-test", "--only", "search", "--seconds", "1", "-o", "report.md"]);
    assert!(total.contains(" methods ok, ") && total.ends_with(" s\n") && total.lines().count() == 1, "{total}");
    let report = place.text("report.md");
    assert!(report.ends_with(&format!("\n\n{total}```\n")), "{report}");
    assert!(report.lines().any(|line| line.starts_with("search  ") && line.contains("binary-search")), "{report}");
    assert!(place.fails(&["self-test", "-o", "nowhere/report.md"]).contains("nowhere"));
    assert!(place.misuse(&["self-test", "--only", "sing"]).contains("segmented-scan"));
    assert!(place.misuse(&["self-test", "--seconds", "0"]).contains("seconds"));
}
