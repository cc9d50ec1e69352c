//! `brooklet app march`.

use brooklet::io;

use crate::support::{Place, backends};

#[test]
fn the_surface_of_a_file_in_every_dialect_and_on_a_chip() {
    let place = Place::new();
    // One sample of 3 × 4 × 5 inside: an octahedron.
    let mut samples = vec![0.0; 60];
    samples[20 + 5 + 2] = 1.0;
    place.array("in.npy", &[3, 4, 5], &samples);
    for [option, name] in backends(&["none", "nv40"]) {
        for method in ["brook", "pyramid"] {
            let words =
                ["app", "march", "in.npy", "--iso", "0.5", "-o", "out.obj", "-q", "--method", method, option, name];
            assert_eq!(place.ok(&words), "");
            let mesh = io::decode_obj("out.obj", place.text("out.obj").as_bytes()).unwrap();
            assert_eq!((mesh.positions.len(), mesh.triangles.len()), (6, 8), "{option} {name} {method}");
            assert_eq!(mesh.bounds(), ([1.5, 0.5, 0.5], [2.5, 1.5, 1.5]));
            mesh.edges().check_closed().unwrap();
            assert!((mesh.volume() - 1.0 / 6.0).abs() < 1e-6);
        }
    }
    let run = place.run(&["app", "march", "--generate", "gyroid:12", "-o", "open.obj", "--trace", "t.json"]);
    assert!(run.err.contains(" edges at the border; area "), "{}", run.err);
    assert!(place.text("t.json").contains("march_expand"));
    let run = place.run(&["app", "march", "--generate", "gyroid:12", "--closed", "-o", "closed.obj"]);
    assert!(run.err.contains(" vertices, closed; area "), "{}", run.err);
}

#[test]
fn what_is_wrong_is_said_and_nothing_is_written() {
    let place = Place::new();
    place.array("flat.npy", &[4, 4], &[0.0; 16]);
    place.array("thin.npy", &[4, 1, 4], &[0.0; 16]);
    place.array("same.npy", &[2, 2, 2], &[0.25; 8]);
    place.array("nan.npy", &[2, 2, 2], &[0.0, 1.0, f32::NAN, 1.0, 0.0, 1.0, 0.0, 1.0]);
    let with = |input, more: &[&'static str]| [&["app", "march", input, "-o", "out.obj"], more].concat();
    let said = |input| place.fails(&with(input, &["--iso", "0.5"]));
    assert_eq!(said("flat.npy"), "brooklet: flat.npy: a volume has 3 dimensions, and this has 2: 4 × 4\n");
    let thin =
        "a volume needs at least 2 samples along each axis, and axis 1 of this volume of 4 × 1 × 4 samples has 1";
    assert_eq!(said("thin.npy"), format!("brooklet: thin.npy: {thin}\n"));
    assert_eq!(said("same.npy"), "brooklet: same.npy has no surface at 0.5: its samples are from 0.25 to 0.25\n");
    assert_eq!(
        said("nan.npy"),
        "brooklet: nan.npy: sample (0, 1, 0) of the volume is NaN: samples are finite numbers\n"
    );
    let level = place.fails(&with("same.npy", &["--iso", "nan"]));
    assert_eq!(level, "brooklet: the level of the surface is NaN: it must be finite\n");
    assert!(place.misuse(&["app", "march", "-o", "out.obj"]).contains("<VOLUME>"));
    assert!(
        place.misuse(&["app", "march", "-o", "out.obj", "--generate", "cube:8"]).contains("there is no volume `cube`")
    );
    let large = place.misuse(&["app", "march", "-o", "out.obj", "--generate", "sphere:1000"]);
    assert!(large.contains("1000 samples along an axis; there must be 2 to 512"), "{large}");
    let output = place.fails(&["app", "march", "same.npy", "-o", "out.npy"]);
    assert!(output.contains(".obj"), "{output}");
}
