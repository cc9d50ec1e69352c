//! `brooklet app particles`.

use crate::support::{Place, backends};

fn particles<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&["app", "particles", "-q"], more].concat()
}

#[test]
fn particles_fall_in_every_dialect_and_on_chips() {
    let place = Place::new();
    let mut first: Option<Vec<f32>> = None;
    for [option, name] in backends(&["none", "nv40"]) {
        for collisions in ["grid", "all-pairs"] {
            let words = ["--count", "40", "--steps", "3", "-o", "out.npy", "--velocities", "v.npy"];
            assert_eq!(place.ok(&particles(&[&words[..], &["--collisions", collisions, option, name]].concat())), "");
            let (shape, positions) = place.npy("out.npy");
            assert_eq!(shape, [40, 3]);
            assert_eq!(place.npy("v.npy").0, [40, 3]);
            let first = first.get_or_insert_with(|| positions.clone());
            let close = |(a, b): (&f32, &f32)| (a - b).abs() < 1e-4;
            assert!(positions.iter().zip(first).all(|(a, b)| close((a, b))), "{option} {name} {collisions}");
        }
    }
}

#[test]
fn a_run_goes_on_from_its_results_and_draws_frames() {
    let place = Place::new();
    let physics = ["--radius", "0.05", "--method", "bitonic-float"];
    let words = ["--count", "30", "--steps", "4", "-o", "end.npy", "--velocities", "v.npy", "--frames", "pictures"];
    assert_eq!(place.ok(&particles(&[&words[..], &physics, &["--every", "2"]].concat())), "");
    for frame in ["00000.png", "00001.png", "00002.png"] {
        let picture = place.bytes(&format!("pictures/{frame}"));
        assert!(picture.starts_with(b"\x89PNG"), "{frame}");
    }
    assert!(!place.path("pictures/00003.png").exists());
    let words = ["--start", "end.npy", "--start-velocities", "v.npy", "--steps", "3", "-o", "later.npy"];
    assert_eq!(place.ok(&particles(&[&words[..], &physics].concat())), "");
    assert_eq!(
        place.ok(&particles(&[&["--count", "30", "--steps", "7", "-o", "whole.npy"][..], &physics].concat())),
        ""
    );
    // Particles of a cell are now in another order, and sums of pushes rounded otherwise.
    let (later, whole) = (place.npy("later.npy"), place.npy("whole.npy"));
    assert_eq!(later.0, whole.0);
    assert!(later.1.iter().zip(&whole.1).all(|(a, b)| (a - b).abs() < 1e-4));
    for count in ["0", "1"] {
        assert_eq!(place.ok(&particles(&["--count", count, "--steps", "2", "-o", "few.npy"])), "");
        assert_eq!(place.npy("few.npy").0, [count.parse().unwrap(), 3]);
    }
}

#[test]
fn what_is_wrong_is_said_and_nothing_is_written() {
    let place = Place::new();
    place.array("nan.npy", &[2, 3], &[0.5, 0.5, 0.5, 0.5, f32::NAN, 0.5]);
    place.array("far.npy", &[1, 3], &[0.5, 7.0, 0.5]);
    place.array("flat.npy", &[2, 2], &[0.5; 4]);
    let start = |file| place.fails(&particles(&["--start", file, "-o", "out.npy"]));
    let nan = "brooklet: the position of particle 1 is (0.5, NaN, 0.5): it has to be three finite numbers\n";
    assert_eq!(start("nan.npy"), nan);
    let far = "brooklet: particle 0 is at (0.5, 7, 0.5), outside the box from (0, 0, 0) to (1, 1, 1)\n";
    assert_eq!(start("far.npy"), far);
    assert_eq!(start("flat.npy"), "brooklet: flat.npy: particles are rows of three numbers, x, y and z\n");
    let room = place.fails(&particles(&["--count", "9", "--radius", "0.25", "-o", "out.npy"]));
    assert!(room.starts_with("brooklet: 9 particles of radius 0.25 do not fit in the box: 8 do"), "{room}");
    let misuse = |more: &[&'static str]| place.misuse(&particles(&[more, &["-o", "out.npy"]].concat()));
    assert!(misuse(&["--count", "16777217"]).contains("16777217 is more than 16777216"));
    assert!(misuse(&["--gravity", "0,1"]).contains("`0,1` is not 3 numbers with commas between them"));
    assert!(misuse(&["--every", "2"]).contains("--frames"));
    assert!(misuse(&["--velocities", "out.npy"]).contains("two results go to out.npy: give each a file of its own"));
    assert!(!place.path("out.npy").exists());
}
