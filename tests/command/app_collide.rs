//! `brooklet app collide`.

use crate::support::level::sample;
use crate::support::{Place, backends};

const SQUARE: &str = "v 0 0 0\nv 4 0 0\nv 4 4 0\nv 0 4 0\nf 1 2 3 4\n";
/// A triangle that stands on its corner.
const UPRIGHT: &str = "v 0 0 0\nv 0 0 4\nv 1 0 4\nf 1 2 3\n";

fn meshes() -> Place {
    let place = Place::new();
    place.file("a.obj", SQUARE);
    place.file("b.obj", UPRIGHT);
    place
}

#[test]
fn pairs_are_written_sorted_in_every_dialect_and_on_chips() {
    let place = meshes();
    for [option, name] in backends(&["none", "nv40"]) {
        let words = ["app", "collide", "a.obj", "b.obj", "-o", "out.csv", "-q", option, name];
        let places = [("2,2,0", "0,0\n1,0\n"), ("3,1,0", "0,0\n"), ("3,1,0.5", "\n"), ("4,0,-1", "0,0\n")];
        for (by, wanted) in sample(places, name.len(), 2) {
            assert_eq!(place.ok(&[&words[..], &["--translate", by]].concat()), "");
            assert_eq!(place.text("out.csv"), wanted, "{option} {name} {by}");
        }
        let turned = ["--rotate", "1,0,0,90", "--translate", "-1,-1,0", "--method", "scan-search-gather"];
        assert_eq!(place.ok(&[&words[..], &turned].concat()), "");
        assert_eq!(place.text("out.csv"), "\n");
    }
}

#[test]
fn the_table_has_a_line_a_level() {
    let place = meshes();
    let out = place.ok(&["app", "collide", "a.obj", "a.obj", "-o", "out.npy", "--table"]);
    let lines: Vec<Vec<&str>> = out.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(lines[0], ["level", "candidates", "split", "passes"]);
    assert_eq!(lines[1][..3], ["0", "1", "1"]);
    assert_eq!(lines[2][..3], ["1", "2", "2"]);
    assert_eq!(lines[3][..3], ["2", "4", "0"]);
    assert!(
        out.ends_with(" passes, 4 meet\n") && out.contains("\n4 pairs of triangles gathered and tested in "),
        "{out}"
    );
}

#[test]
fn what_is_wrong_is_said_and_nothing_is_written() {
    let place = meshes();
    place.file("nan.obj", b"v 0 0 0\nv nan 0 0\nv 0 1 0\nf 1 2 3\n");
    place.file("flat.obj", b"v 0 0 0\nv 1 0 0\nv 2 0 0\nf 1 2 3\n");
    let with = |a, b, more: &[&'static str]| [&["app", "collide", a, b, "-o", "out.csv"], more].concat();
    let nan = place.fails(&with("nan.obj", "b.obj", &[]));
    assert!(nan.contains("nan.obj is not a valid OBJ file: vertex 1 is at (NaN, 0, 0)"), "{nan}");
    assert!(place.fails(&with("a.obj", "none.obj", &[])).contains("none.obj"));
    let limit = place.fails(&with("a.obj", "a.obj", &["--limit", "3"]));
    assert!(limit.starts_with("brooklet: level 2 has 4 pairs of boxes, and the limit is 3"), "{limit}");
    let chip = place.fails(&with("a.obj", "b.obj", &["--chip", "r420"]));
    assert!(chip.contains("are exact up to 131072"), "{chip}");
    assert!(place.misuse(&with("a.obj", "b.obj", &["--translate", "1,2"])).contains("`1,2` is not 3 numbers"));
    assert!(place.misuse(&with("a.obj", "b.obj", &["--rotate", "0,0,0,45"])).contains("is not a rotation"));
    assert!(place.misuse(&["app", "collide", "a.obj", "-o", "out.csv"]).contains("<B>"));
    let run = place.run(&["app", "collide", "a.obj", "flat.obj", "-o", "flat.csv"]);
    assert_eq!(run.err, "note: 1 triangle has no area on the grid, and meets nothing\n");
    assert_eq!(place.text("flat.csv"), "\n");
}
