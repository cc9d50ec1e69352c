//! `brooklet app life`: random cells, pictures, and what is said.

use crate::support::{Place, backends};

#[test]
fn both_methods_write_the_same_cells() {
    let place = Place::new();
    let small = ["app", "life", "--size", "24x16", "--seed", "3", "--steps", "9", "-q", "-o"];
    for [option, name] in backends(&["none", "g80"]) {
        let cells = ["blending", "kernel"].map(|method| {
            let words = [&small[..], &["l.npy", "--method", method, option, name]].concat();
            assert_eq!(place.ok(&words), "");
            place.npy("l.npy")
        });
        let (shape, first) = &cells[0];
        assert_eq!(shape.as_slice(), [16, 24], "{name}");
        assert!(first.iter().all(|cell| [0.0, 1.0].contains(cell)) && first.contains(&1.0), "{name}");
        assert_eq!(cells[0], cells[1], "{name}");
    }
}

#[test]
fn a_picture_goes_on_where_it_ended() {
    let place = Place::new();
    let words = ["app", "life", "--size", "32x20", "--chip", "none", "--steps", "5", "-o", "five.png"];
    let run = place.run(&words);
    assert!(run.err.starts_with("note: ") && run.err.ends_with(" of 640 cells live\n"), "{}", run.err);
    let more =
        ["app", "life", "five.png", "--chip", "none", "--steps", "4", "-q", "-o", "nine.npy", "--trace", "t.json"];
    place.ok(&more);
    let at_once = ["app", "life", "--size", "32x20", "--chip", "none", "--steps", "9", "-q", "-o", "all.npy"];
    place.ok(&at_once);
    assert_eq!(place.npy("nine.npy"), place.npy("all.npy"));
    assert_eq!(place.json("t.json")["passes"].as_array().unwrap().len(), 4 * 16);
    let said = place.fails(&["app", "life", "-o", "l.png", "--share", "1.5"]);
    assert!(said.contains("the share of cells that live is 1.5; it must be from 0 to 1"), "{said}");
    let said = place.fails(&["app", "life", "-o", "l.npy", "--size", "8x8", "--chip", "nv40", "--steps", "1"]);
    assert!(said.contains("blend"), "{said}");
    place.misuse(&["app", "life", "five.png", "-o", "l.png", "--seed", "1"]);
}
