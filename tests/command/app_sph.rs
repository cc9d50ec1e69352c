//! `brooklet app sph`.

use crate::support::{Place, backends};

fn sph<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&["app", "sph", "-q"], more].concat()
}

#[test]
fn a_dam_breaks_in_every_dialect_and_on_chips() {
    let place = Place::new();
    let mut first: Option<Vec<f32>> = None;
    for [option, name] in backends(&["none", "nv40"]) {
        let words = ["--count", "40", "--steps", "3", "-o", "out.npy", "--velocities", "v.npy", "--densities", "d.npy"];
        assert_eq!(place.ok(&sph(&[&words[..], &[option, name]].concat())), "");
        let (shape, positions) = place.npy("out.npy");
        assert_eq!(shape, [40, 3]);
        assert_eq!(place.npy("v.npy").0, [40, 3]);
        let (shape, densities) = place.npy("d.npy");
        assert_eq!(shape, [40]);
        assert!(densities.iter().all(|density| (0.3..1.2).contains(density)), "{densities:?}");
        let first = &*first.get_or_insert_with(|| positions.clone());
        assert!(positions.iter().zip(first).all(|(a, b)| (a - b).abs() < 1e-4), "{option} {name}");
    }
}

#[test]
fn a_run_goes_on_from_its_results_and_draws_frames() {
    let place = Place::new();
    let fluid = ["--spacing", "0.1", "--method", "bitonic-float", "--box", "1,2,1"];
    let words = ["--count", "50", "--steps", "4", "-o", "end.npy", "--velocities", "v.npy", "--frames", "pictures"];
    assert_eq!(place.ok(&sph(&[&words[..], &fluid, &["--every", "2"]].concat())), "");
    for frame in ["00000.png", "00001.png", "00002.png"] {
        assert!(place.bytes(&format!("pictures/{frame}")).starts_with(b"\x89PNG"), "{frame}");
    }
    let words = ["--start", "end.npy", "--start-velocities", "v.npy", "--steps", "3", "-o", "later.npy"];
    assert_eq!(place.ok(&sph(&[&words[..], &fluid].concat())), "");
    assert_eq!(place.ok(&sph(&[&["--count", "50", "--steps", "7", "-o", "whole.npy"][..], &fluid].concat())), "");
    let (later, whole) = (place.npy("later.npy"), place.npy("whole.npy"));
    assert_eq!(later.0, whole.0);
    assert!(later.1.iter().zip(&whole.1).all(|(a, b)| (a - b).abs() < 1e-4));
    for count in ["0", "1"] {
        assert_eq!(place.ok(&sph(&["--count", count, "--steps", "2", "-o", "few.npy"])), "");
        assert_eq!(place.npy("few.npy").0, [count.parse().unwrap(), 3]);
    }
}

#[test]
fn what_is_wrong_is_said_and_nothing_is_written() {
    let place = Place::new();
    let room = place.fails(&sph(&["--count", "9", "--spacing", "0.5", "-o", "out.npy"]));
    assert!(
        room.starts_with("brooklet: the smoothing radius is 1, twice the distance of neighbours, and too large for a box of 1 x 1 x 1"),
        "{room}"
    );
    let room = place.fails(&sph(&["--count", "1001", "--spacing", "0.1", "-o", "out.npy"]));
    assert!(room.starts_with("brooklet: 1001 particles at a distance of 0.1 do not fit in the box: 1000 do"), "{room}");
    let negative = place.fails(&sph(&["--viscosity", "-1", "-o", "out.npy"]));
    assert_eq!(negative, "brooklet: the viscosity is -1, and has to be a finite number from 0 on\n");
    let unstable = place.fails(&sph(&["--count", "30", "--steps", "5", "--time-step", "1e38", "-o", "out.npy"]));
    assert!(unstable.starts_with("brooklet: after 5 steps, particle "), "{unstable}");
    assert!(unstable.ends_with("the steps are not stable; try a shorter --time-step\n"), "{unstable}");
    let misuse = |more: &[&'static str]| place.misuse(&sph(&[more, &["-o", "out.npy"]].concat()));
    assert!(misuse(&["--densities", "out.npy"]).contains("two results go to out.npy"));
    assert!(misuse(&["--spacing", "0"]).contains("`0` is not a number above 0"));
    assert!(misuse(&["--count", "x"]).contains("`x` is not a whole number"));
    assert!(!place.path("out.npy").exists());
}
