//! `brooklet app raytrace`.

use crate::support::{Place, backends};

/// A red square that fills the view, and a mirror beside it.
const OBJ: &str = "mtllib square.mtl\nv -1 -1 0\nv 1 -1 0\nv 1 1 0\nv -1 1 0\nusemtl red\nf 1 2 3 4\n";
const MTL: &str = "newmtl red\nKd 0.5 0.25 0\nillum 1\n";

fn place() -> Place {
    let place = Place::new();
    place.file("square.obj", OBJ);
    place.file("square.mtl", MTL);
    place
}

/// The square from straight before it, in light that comes from there.
const VIEW: [&str; 14] = [
    "app",
    "raytrace",
    "square.obj",
    "--size",
    "3x2",
    "--camera",
    "0,0,1",
    "--look-at",
    "0,0,0",
    "--light",
    "0,0,1000:2,1,1",
    "--ambient",
    "0,0,0",
    "-q",
];

#[test]
fn a_square_has_its_colour_in_every_dialect_and_method() {
    let place = place();
    for [option, name] in backends(&["none"]) {
        for method in ["brook", "brute-force", "grid", "grid-multipass"] {
            let words = [&VIEW[..], &["-o", "out.npy", "--method", method, option, name]].concat();
            assert_eq!(place.ok(&words), "");
            let (shape, colours) = place.npy("out.npy");
            assert_eq!(shape, [2, 3, 3], "{method}");
            for colour in colours.chunks(3) {
                assert!((colour[0] - 1.0).abs() < 1e-5 && (colour[1] - 0.25).abs() < 1e-5, "{colour:?}");
                assert_eq!(colour[2], 0.0);
            }
        }
    }
    let words = [&VIEW[..], &["-o", "out.png", "--trace", "t.json"]].concat();
    place.ok(&words);
    assert!(place.text("t.json").contains("raytrace_grid"));
    assert!(place.bytes("out.png").starts_with(b"\x89PNG"));
    let run = place.run(&["app", "raytrace", "square.obj", "--size", "4x4", "-o", "out.hdr"]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert!(run.err.starts_with("note: ") && run.err.ends_with(" rays, 2 triangles\n"), "{}", run.err);
}

#[test]
fn what_is_wrong_is_said_and_nothing_is_written() {
    let place = place();
    place.file("lost.obj", OBJ.replace("square.mtl", "lost.mtl"));
    place.file("empty.obj", "v 0 0 0\n");
    place.file("broken.obj", OBJ.replace("square.mtl", "broken.mtl"));
    place.file("broken.mtl", "newmtl red\nKd red\n");
    let before = place.names();
    let with = |input, more: &[&'static str]| [&["app", "raytrace", input, "-o", "out.png"], more].concat();
    let empty = place.fails(&with("empty.obj", &[]));
    assert_eq!(empty, "brooklet: empty.obj is not a valid OBJ file: it has no faces (lines that begin with f)\n");
    let broken = place.fails(&with("broken.obj", &[]));
    assert_eq!(broken, "brooklet: broken.mtl is not a valid MTL file: line 2: material parse error\n");
    let far = place.fails(&with("square.obj", &["--samples", "17"]));
    assert_eq!(far, "brooklet: 17 x 17 rays for each pixel: there must be 1 x 1 to 16 x 16\n");
    let lacks = place.fails(&with("square.obj", &["--chip", "r300", "--method", "grid"]));
    assert!(lacks.starts_with("brooklet: the method grid needs loops whose end depends on data"), "{lacks}");
    assert_eq!(place.names(), before);
    for (more, said) in [
        (&["--size", "512"][..], "`512` is not two whole numbers with an x between them"),
        (&["--size", "0x5"], "`0x5` is a picture without a pixel"),
        (&["--camera", "1,2"], "`1,2` is not 3 numbers with commas between them"),
        (&["--camera", "1,2,inf"], "`1,2,inf` is not 3 numbers"),
        (&["--light", "1,2,3:1,1,1:x"], "`x` is not a number"),
        (&["--light", "1,2,3:1,1,1:1:1"], "`:1` is too much"),
        (&["--light", "1,2,3", "--no-light"], "cannot be used with"),
        (&["--background", "1,2,3:4"], "`4` is not 3 numbers"),
        (&["--method", "octree"], "brute-force"),
        (&["--depth", "8", "--bounces", "few"], "'--bounces <N>'"),
    ] {
        let error = place.misuse(&with("square.obj", more));
        assert!(error.contains(said), "{more:?}: {error}");
    }
    let run = place.run(&with("lost.obj", &["--size", "2x2", "--camera", "-0.5,-0.5,3"]));
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert!(run.err.contains("note: lost.obj: cannot read lost.mtl: ") && run.err.contains("its materials are grey"));
}
