//! `brooklet app subdivide`.

use std::collections::HashMap;

use crate::support::{Place, backends};

const TETRAHEDRON: &str = "v 1 1 1\nv 1 -1 -1\nv -1 1 -1\nv -1 -1 1\nf 1 2 3\nf 1 4 2\nf 1 3 4\nf 2 4 3\n";

/// Vertices and faces of an OBJ file whose every edge has a face on both sides.
fn closed(text: &str) -> (usize, usize) {
    let mut edges: HashMap<(usize, usize), usize> = HashMap::new();
    let faces = text.lines().filter_map(|line| line.strip_prefix("f "));
    let mut count = 0;
    for face in faces {
        let corners: Vec<usize> = face.split(' ').map(|corner| corner.parse().unwrap()).collect();
        for k in 0..3 {
            *edges.entry((corners[k], corners[(k + 1) % 3])).or_default() += 1;
        }
        count += 1;
    }
    assert!(edges.iter().all(|((a, b), times)| *times == 1 && edges.contains_key(&(*b, *a))));
    (text.lines().filter(|line| line.starts_with("v ")).count(), count)
}

#[test]
fn meshes_become_smooth_in_every_dialect_and_on_a_chip() {
    let place = Place::new();
    place.file("in.obj", TETRAHEDRON);
    for [option, name] in backends(&["none"]) {
        let words = ["app", "subdivide", "in.obj", "--levels", "2", "-o", "out.obj", "-q", option, name];
        assert_eq!(place.ok(&words), "");
        assert_eq!(closed(&place.text("out.obj")), (34, 64), "{option} {name}");
    }
    let more: [&[&str]; 3] = [
        &["--adaptive", "60", "--camera", "-3,1,2", "--look-at", "0,0,0", "--up", "0,0,1", "--field", "60"],
        &["--curvature", "30"],
        &["--edge", "distance(a, b) < 0.6 || b.z < 0"],
    ];
    for criterion in more {
        let words = [&["app", "subdivide", "in.obj", "--levels", "3", "-o", "out.obj", "-v"], criterion].concat();
        let run = place.run(&words);
        assert_eq!(run.code, Some(0), "{}", run.err);
        let (vertices, faces) = closed(&place.text("out.obj"));
        assert!(faces > 4 && faces < 256 && faces == 2 * vertices - 4, "{criterion:?}: {faces}");
        assert!(
            run.err.contains("level  triangles  completed  continued    slivers  passes\n    0          4 "),
            "{}",
            run.err
        );
        assert!(run.err.contains(&format!("note: {faces} triangles, {vertices} vertices")), "{}", run.err);
    }
}

#[test]
fn what_is_wrong_is_said_and_nothing_is_written() {
    let place = Place::new();
    place.file("in.obj", TETRAHEDRON);
    place.file("open.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    let with = |input, more: &[&'static str]| [&["app", "subdivide", input, "-o", "out.obj"], more].concat();
    let open = place.fails(&with("open.obj", &[]));
    assert_eq!(
        open,
        "brooklet: the edge from vertex 0 to 1 belongs to only one triangle: the surface must be closed\n"
    );
    let type_of = place.fails(&with("in.obj", &["--edge", "distance(a, b)"]));
    assert!(type_of.starts_with("brooklet: kernel `subdivide` does not compile\n"), "{type_of}");
    let camera = place.fails(&with("in.obj", &["--adaptive", "3", "--camera", "1,1,1", "--look-at", "1,1,1"]));
    assert!(camera.starts_with("brooklet: the camera is at the point that it looks at"), "{camera}");
    assert!(place.misuse(&with("in.obj", &["--levels", "13"])).contains("13 is not in 0..=12"));
    assert!(
        place.misuse(&with("in.obj", &["--curvature", "-1"])).contains("--curvature must be a number, and not below 0")
    );
    assert!(place.misuse(&with("in.obj", &["--camera", "1,2,3"])).contains("--adaptive <SIZE>"));
    assert!(place.misuse(&with("in.obj", &["--adaptive", "3", "--up", "1,2"])).contains("`1,2` is not 3 numbers"));
    assert!(place.misuse(&with("in.obj", &["--adaptive", "3", "--curvature", "3"])).contains("cannot be used with"));
    assert!(!place.names().contains(&"out.obj".to_owned()));
}
