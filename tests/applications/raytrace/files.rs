//! Scenes as files.

use std::path::Path;

use brooklet::{Scene, io};

const OBJ: &str = "mtllib a.mtl\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nvn 0 0 1\nvn 1 0 1\nusemtl shiny\nf 1//1 2//1 3//2 4//2\n\
                   usemtl pane\nf 1 2 3\nusemtl nobody\nf 2 3 4\n";

const MTL: &str = "newmtl shiny\nKd 0.1 0.2 0.3\nKs 0.4 0.5 0.6\nNs 40\nillum 3\nKe 1 2 3\nnewmtl pane\nTr 0.75\nNi 1.4\nTf 0.9 0.8 0.7\n";

fn decoded(mtl: &str) -> Result<(Scene, Vec<String>), io::Error> {
    io::decode_scene("a.obj", OBJ.as_bytes(), |name| {
        assert_eq!(name, Path::new("a.mtl"));
        Ok(mtl.as_bytes().to_vec())
    })
}

#[test]
fn materials_and_normals_are_those_of_the_files() {
    let (scene, notes) = decoded(MTL).unwrap();
    assert_eq!(notes, ["a.obj: 1 triangles have no material or an unknown one; they are grey"]);
    assert_eq!(scene.mesh.triangles.len(), 4);
    let names: Vec<&str> = scene.material_of.iter().map(|k| scene.materials[*k as usize].name.as_str()).collect();
    assert_eq!(names, ["shiny", "shiny", "pane", "grey"]);
    let shiny = &scene.materials[0];
    assert_eq!((shiny.diffuse, shiny.specular, shiny.emission), ([0.1, 0.2, 0.3], [0.4, 0.5, 0.6], [1.0, 2.0, 3.0]));
    assert_eq!((shiny.shininess, shiny.opacity, shiny.mirrors()), (40.0, 1.0, true));
    let pane = &scene.materials[1];
    assert_eq!((pane.opacity, pane.refraction, pane.filter, pane.mirrors()), (0.25, 1.4, [0.9, 0.8, 0.7], false));
    let (up, tilted) = ([0.0, 0.0, 1.0], [1.0, 0.0, 1.0]);
    assert_eq!(scene.normals, [Some([up, up, tilted]), Some([up, tilted, tilted]), None, None]);
}

#[test]
fn numbers_that_materials_cannot_have_are_brought_into_bounds() {
    let (scene, _) = decoded("newmtl shiny\nKd -1 nan 2\nNs -5\nd 7\nNi 0\nTf 1 2\nillum 200\n").unwrap();
    let material = &scene.materials[0];
    assert_eq!((material.diffuse, material.shininess, material.opacity), ([0.0, 0.0, 2.0], 1.0, 1.0));
    assert_eq!((material.refraction, material.filter), (0.1, [1.0; 3]));
}

#[test]
fn files_of_materials_that_are_missing_or_broken_are_named() {
    let error = decoded("newmtl shiny\nKd 1 red 1\n").unwrap_err().to_string();
    assert_eq!(error, "a.mtl is not a valid MTL file: line 2: material parse error");
    let missing = |path: &Path| Err(io::Error::Empty { path: path.into() });
    let (scene, notes) = io::decode_scene("a.obj", OBJ.as_bytes(), missing).unwrap();
    assert_eq!(notes, ["a.obj: a.mtl is empty (0 bytes); its materials are grey"]);
    assert!(scene.material_of.iter().all(|material| scene.materials[*material as usize].name == "grey"));
    for broken in ["", "f\n", "v 0 0 0\n", "v 0 0 0\nv 1 nan 0\nv 0 1 0\nf 1 2 3\n", "f 1//9 2//9 3//9\n"] {
        let error = io::decode_scene("bad.obj", broken.as_bytes(), |_| Ok(Vec::new())).unwrap_err().to_string();
        assert!(error.starts_with("bad.obj is not a valid OBJ file: "), "{error}");
    }
    let error = io::decode_scene("a.ply", b"", |_| Ok(Vec::new())).unwrap_err().to_string();
    assert_eq!(error, "a.ply has the unknown extension .ply: meshes are .obj files");
}

#[test]
fn the_scene_of_the_demos_is_whole() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("demos/scenes/room.obj");
    let (scene, notes) = io::read_scene(&path).unwrap();
    assert_eq!(notes, [""; 0]);
    assert!(scene.mesh.triangles.len() > 4000);
    assert!(scene.materials.iter().any(|material| material.glass() == 1.0));
    assert!(scene.materials.iter().any(|material| material.mirrors()));
}
