//! `brooklet app fluid`: dye, velocities, obstacles from pictures, and what was skipped.

use crate::support::{Place, backends};

#[test]
fn all_ways_to_skip_write_the_same() {
    let place = Place::new();
    let small = ["app", "fluid", "--size", "24x16", "--steps", "5", "--iterations", "8", "-q", "-o", "dye.npy"];
    for [option, name] in backends(&["none", "nv40"]) {
        let written = ["early-z", "branch", "none"].map(|method| {
            let words = [&small[..], &["--velocities", "v.npy", "--method", method, option, name]].concat();
            assert_eq!(place.ok(&words), "");
            (place.npy("dye.npy"), place.npy("v.npy"))
        });
        let ((shape, dye), (velocities, _)) = &written[0];
        assert_eq!((shape.as_slice(), velocities.as_slice()), (&[16, 24][..], &[16, 24, 2][..]), "{name}");
        assert!(dye.iter().all(|dye| (0.0..=1.0).contains(dye)) && dye.contains(&1.0), "{name}");
        assert!(written.iter().all(|other| other == &written[0]), "{name}");
    }
    // The same by the other names of options.
    let words = ["app", "fluid", "--size", "24x16", "--steps", "5", "--iterations", "8", "-q", "--out", "other.npy"];
    place.ok(&[&words[..], &["--predication", "branch", "--chip", "none"]].concat());
    place.ok(&[&small[..], &["--chip", "none"]].concat());
    assert_eq!(place.npy("other.npy"), place.npy("dye.npy"));
}

#[test]
fn dark_cells_of_a_picture_are_solid() {
    let place = Place::new();
    // The left half of the lower row is dark.
    let light: Vec<f32> = (0..4 * 12).map(|at| if (36..42).contains(&at) { 0.2 } else { 0.9 }).collect();
    place.array("plan.npy", &[4, 12], &light);
    let words = ["app", "fluid", "--obstacles", "plan.npy", "--steps", "3", "--chip", "none", "--velocities", "v.npy"];
    let run = place.run(&[&words[..], &["-o", "dye.png", "--trace", "t.json"]].concat());
    // 6 dark cells, and 3 more in the left column.
    assert!(run.err.starts_with("note: each pass skipped 18.8 % of its cells\n"), "{}", run.err);
    // Without a query, and in blocks of 2 × 2, of which none is dark.
    let chip =
        place.run(&["app", "fluid", "--obstacles", "plan.npy", "--steps", "1", "--chip", "r520", "-o", "chip.npy"]);
    assert!(chip.err.starts_with("note: each pass skipped 0.0 % of its cells\n"), "{}", chip.err);
    assert!(place.bytes("dye.png").starts_with(b"\x89PNG"));
    let (shape, velocities) = place.npy("v.npy");
    assert_eq!(shape, [4, 12, 2]);
    for (at, light) in light.iter().enumerate() {
        assert_eq!(velocities[2 * at..2 * at + 2] == [0.0; 2], *light < 0.5, "cell {at}");
    }
    // One pass for the sides that are open, one for the depths, and 44 a step.
    assert_eq!(place.json("t.json")["passes"].as_array().unwrap().len(), 2 + 3 * 44);
    // A picture that was written is one of obstacles, too: dye is light.
    place.ok(&["app", "fluid", "--obstacles", "dye.png", "--steps", "1", "--chip", "none", "-q", "-o", "next.npy"]);
    assert_eq!(place.npy("next.npy").0, [4, 12]);
}

#[test]
fn frames_are_drawn() {
    let place = Place::new();
    let words = ["app", "fluid", "--size", "20x10", "--steps", "4", "--chip", "none", "-q", "-o", "dye.png"];
    place.ok(&[&words[..], &["--frames", "pictures", "--every", "2"]].concat());
    for frame in ["00000.png", "00001.png", "00002.png"] {
        assert!(place.bytes(&format!("pictures/{frame}")).starts_with(b"\x89PNG"), "{frame}");
    }
    // The last frame is the result.
    assert_eq!(place.bytes("pictures/00002.png"), place.bytes("dye.png"));
}

#[test]
fn what_is_wrong_is_said_and_nothing_is_written() {
    let place = Place::new();
    let said = place.fails(&["app", "fluid", "-o", "dye.png", "--chip", "none", "--speed", "-1"]);
    assert_eq!(said, "brooklet: the speed of the inflow is -1 cells a step; it must be from 0 to 64\n");
    let said = place.fails(&["app", "fluid", "-o", "dye.png", "--chip", "none", "--iterations", "0"]);
    assert!(said.contains("the number of iterations is 0; it must be from 1 to 4096"), "{said}");
    let said = place.fails(&["app", "fluid", "-o", "dye.png", "--chip", "none", "--size", "1000000x1000000"]);
    assert!(said.contains("the number of columns is 1000000; it must be from 1 to 8192"), "{said}");
    place.list("line.npy", &[0.0, 1.0]);
    let said = place.fails(&["app", "fluid", "-o", "dye.png", "--obstacles", "line.npy"]);
    assert!(said.contains("line.npy: a picture has rows and columns, and this has 1 dimensions"), "{said}");
    let said = place.fails(&["app", "fluid", "-o", "dye.png", "--obstacles", "none.png"]);
    assert!(said.contains("none.png"), "{said}");
    let misuse = |more: &[&'static str]| place.misuse(&[&["app", "fluid", "-o", "dye.npy"], more].concat());
    assert!(misuse(&["--velocities", "dye.npy"]).contains("two results go to dye.npy"));
    assert!(misuse(&["--velocities", "v.png"]).contains("v.png"));
    assert!(misuse(&["--speed", "x"]).contains("`x` is not a number"));
    misuse(&["--size", "0x4"]);
    misuse(&["--every", "2"]);
    misuse(&["--obstacles", "line.npy", "--size", "4x4"]);
    assert!(!place.path("dye.png").exists() && !place.path("dye.npy").exists());
}
