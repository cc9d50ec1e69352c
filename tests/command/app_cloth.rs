//! `brooklet app cloth`.

use brooklet::io;

use crate::support::{Place, dialects};

#[test]
fn a_cloth_and_its_pictures() {
    let place = Place::new();
    for name in dialects() {
        let words = ["app", "cloth", "--rows", "6", "--columns", "8", "--steps", "20", "-o", "out.obj", "-q"];
        assert_eq!(place.ok(&[&words[..], &["--dialect", name, "--frames", "pictures"]].concat()), "");
        let mesh = io::decode_obj("out.obj", place.text("out.obj").as_bytes()).unwrap();
        assert_eq!((mesh.positions.len(), mesh.triangles.len()), (48, 70), "{name}");
        assert_eq!(std::fs::read_dir(place.path("pictures")).unwrap().count(), 3);
    }
    let run = place.run(&["app", "cloth", "--rows", "6", "--columns", "8", "--steps", "3", "-o", "out.obj"]);
    assert_eq!(run.err, "note: 0 of 152 springs are broken\n");
}

#[test]
fn what_is_wrong_is_said() {
    let place = Place::new();
    let long = place.fails(&["app", "cloth", "--time-step", "1", "-o", "out.obj"]);
    assert!(long.starts_with("brooklet: a step of 1 is too long: "), "{long}");
    assert!(place.misuse(&["app", "cloth", "--rows", "1", "-o", "out.obj"]).contains("1 is not in 2..=1024"));
    assert!(place.misuse(&["app", "cloth", "--every", "3", "-o", "out.obj"]).contains("--frames"));
}
