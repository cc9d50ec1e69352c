//! `brooklet chips`.

use crate::support;

use support::Place;

#[test]
fn chips_are_shown_side_by_side_with_letters_and_a_legend() {
    let place = Place::new();
    let text = place.ok(&["chips"]);
    let line =
        |name: &str| text.lines().find(|line| line.starts_with(name)).unwrap_or_else(|| panic!("{name}: {text}"));
    for chip in ["r300", "r420", "r520", "nv30", "nv40", "g70", "g80", "none"] {
        assert!(text.lines().next().unwrap().contains(chip), "{text}");
    }
    assert!(line("ALU instructions").contains("64 V"));
    assert!(line("exact integers to").contains("131,072 P"));
    assert!(line("instructions executed").contains("65,536 V"));
    assert!(text.contains("\nV  read in a primary source\n"), "{text}");
}

#[test]
fn a_chip_has_a_line_for_each_fact_with_its_source() {
    let place = Place::new();
    let text = place.ok(&["chips", "NV40"]);
    assert!(text.starts_with("nv40: GeForce 6800 Ultra, 2004\n"), "{text}");
    let line = text.lines().find(|line| line.starts_with("iterations of a loop")).unwrap();
    assert!(line.contains("255") && line.contains("verified") && line.ends_with("NV_fragment_program2"), "{line}");
    let json: serde_json::Value = serde_json::from_str(&place.ok(&["chips", "r420", "--json"])).unwrap();
    assert_eq!(json["name"], "r420");
    assert_eq!(json["facts"][7]["name"], "ALU instructions");
    assert_eq!((&json["facts"][7]["value"], &json["facts"][7]["status"]), (&"512".into(), &"verified".into()));
    let all: serde_json::Value = serde_json::from_str(&place.ok(&["chips", "--json"])).unwrap();
    assert_eq!(all.as_array().unwrap().len(), 8);
}

#[test]
fn an_unknown_chip_is_wrong_usage() {
    let place = Place::new();
    let said = place.misuse(&["chips", "r302"]);
    let wanted =
        "there is no chip `r302`; did you mean `r300`?: the chips are r300, r420, r520, nv30, nv40, g70, g80, none";
    assert!(said.contains(wanted), "{said}");
    place.misuse(&["chips", "--trace", "t.json"]);
}

#[test]
fn a_default_method_is_one_that_fits_the_chip() {
    let place = Place::new();
    let x: Vec<f32> = (0..100).map(|i| (i % 7) as f32 - 3.0).collect();
    place.list("x.npy", &x);
    place.ok(&["scan", "x.npy", "-o", "sums.npy", "--chip", "r300"]);
    let mut sum = 0.0;
    let sums: Vec<f32> = x.iter().map(|x| (sum += x, sum).1).collect();
    assert_eq!(place.npy("sums.npy").1, sums);
    place.ok(&["filter", "x.npy", "-o", "kept.npy", "--keep", "x > 0", "--chip", "r300"]);
    assert_eq!(place.npy("kept.npy").1, x.iter().copied().filter(|x| *x > 0.0).collect::<Vec<_>>());
    assert_eq!(place.value(&["reduce", "x.npy", "--op", "max", "--chip", "r300"]), 3.0);
}
