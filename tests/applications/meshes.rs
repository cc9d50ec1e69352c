//! Meshes and their files.

use brooklet::{Mesh, io};

fn error(text: &str) -> String {
    io::decode_obj("bad.obj", text.as_bytes()).unwrap_err().to_string()
}

#[test]
fn objects_and_groups_share_vertices_of_the_same_place() {
    let text =
        "o a\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\no b\nv 1 1 0\nusemtl red\nf 2 4 3\ng c\nf -1//-1 -3 -2\nvn 0 0 1\n";
    let text =
        text.replace("vn 0 0 1\n", "").replace("g c", "vn 0 0 1\ng c").replace("f -1//-1 -3 -2", "f -1//1 -3//1 -4//1");
    let mesh = io::decode_obj("three.obj", text.as_bytes()).unwrap();
    assert_eq!(mesh.positions.len(), 4);
    assert_eq!(mesh.triangles, [[0, 1, 2], [1, 3, 2], [3, 1, 0]]);
}

#[test]
fn bad_files_are_named_with_what_is_wrong() {
    assert_eq!(error("v 0 0 0\nv 1 0\n"), "bad.obj is not a valid OBJ file: line 2: position parse error");
    let outside = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 4\n";
    assert!(error(outside).starts_with("bad.obj is not a valid OBJ file: line 4: "), "{}", error(outside));
    let none = "v 0 0 0\nv 1 0 0\n";
    assert_eq!(error(none), "bad.obj is not a valid OBJ file: it has no faces (lines that begin with f)");
    let nan = "v 0 0 0\nv 1 nan 0\nv 0 1 0\nf 1 2 3\n";
    assert_eq!(error(nan), "bad.obj is not a valid OBJ file: vertex 1 is at (1, NaN, 0): positions must be finite");
    for broken in
        ["", "f\n", "f 1 2 3\n", "v\n", "f 0 0 0\n", "v 1e999 0 0\nf 1 1 1\n", "\u{0}\u{1}\n", "f 1/2/3/4 2 3\n"]
    {
        assert!(error(broken).starts_with("bad.obj is not a valid OBJ file: "), "{broken:?}");
    }
    let kind = io::decode_obj("mesh.ply", b"").unwrap_err().to_string();
    assert_eq!(kind, "mesh.ply has the unknown extension .ply: meshes are .obj files");
}

#[test]
fn what_is_written_is_read_again_bit_for_bit() {
    let mut mesh = Mesh::sphere(3);
    mesh.positions[5] = [1e-40, -f32::MAX, 1.0 / 3.0];
    let read = io::decode_obj("sphere.obj", &io::encode_obj("sphere.obj", &mesh).unwrap()).unwrap();
    assert_eq!(read.triangles.len(), mesh.triangles.len());
    for k in 0..mesh.triangles.len() {
        assert_eq!(read.corners(k), mesh.corners(k));
    }
}
