//! The one rule on a last axis of 2 to 4: where it is the components of vectors, where it is scalars, and what is said.

use crate::support;

use support::{Place, bytes_of, hdr};

/// The note on an array that was taken as scalars.
fn as_scalars(file: &str, shape: &str, numbers: usize, width: usize) -> String {
    let vectors = numbers / width;
    format!("note: {file} is {shape}: read as {numbers} scalars; --vectors reads it as {vectors} vectors of {width}\n")
}

/// Runs what must succeed; all it says on stderr.
pub fn said(place: &Place, args: &[&str]) -> String {
    let run = place.run(args);
    assert_eq!(run.code, Some(0), "{args:?}: {}", run.err);
    run.err
}

/// Five points in `v.npy`, of which two are nearer to the origin than 5.
fn points() -> Place {
    let place = Place::new();
    let v = [3.0, 4.0, 12.0, 1.0, 2.0, 2.0, 0.0, 0.0, 7.0, 2.0, 3.0, 6.0, 0.0, 3.0, 0.0];
    place.array("v.npy", &[5, 3], &v);
    place
}

/// An RGB picture of 2 × 3 in `rgb.png`, made by hand.
fn picture(place: &Place) -> Vec<u8> {
    let samples: Vec<u8> = (0..18).map(|i| i * 14).collect();
    image::save_buffer(place.path("rgb.png"), &samples, 3, 2, image::ColorType::Rgb8).unwrap();
    samples
}

#[test]
fn what_is_about_vectors_takes_them() {
    let place = points();
    for (expression, expected) in [
        ("length(v)", vec![13.0, 3.0, 7.0, 7.0, 3.0]),
        ("v.y", vec![4.0, 2.0, 0.0, 3.0, 3.0]),
        ("dot(v, vec3(1, 0, 0))", vec![3.0, 1.0, 0.0, 2.0, 0.0]),
        ("distance(v, v)", vec![0.0; 5]),
    ] {
        place.ok(&["map", expression, "-i", "v=v.npy", "-o", "o.npy"]);
        assert_eq!(place.npy("o.npy"), (vec![5], expected), "{expression}");
    }
    place.ok(&["map", "v.zyx", "-i", "v=v.npy", "-o", "o.csv"]);
    assert!(place.text("o.csv").starts_with("12,4,3\n2,2,1\n"));
    place.ok(&["filter", "v.npy", "--keep", "length(x) < 5", "-o", "o.npy"]);
    assert_eq!(place.npy("o.npy"), (vec![2, 3], vec![1.0, 2.0, 2.0, 0.0, 3.0, 0.0]));
}

#[test]
fn all_else_takes_scalars_and_says_so() {
    let place = points();
    let note = as_scalars("v.npy", "(5, 3)", 15, 3);
    assert_eq!(said(&place, &["map", "v * 2", "-i", "v=v.npy", "-o", "o.npy"]), note);
    assert_eq!(place.npy("o.npy").0, [5, 3]);
    assert_eq!(said(&place, &["map", "v > 3 ? 1 : 0", "-i", "v=v.npy", "-o", "o.npy"]), note);
    assert_eq!(said(&place, &["map", "a * b", "-i", "a=v.npy", "-i", "b=v.npy", "-o", "o.npy"]), note);
    assert_eq!(said(&place, &["filter", "v.npy", "--keep", "x > 3.5", "-o", "o.npy"]), note);
    assert_eq!(place.npy("o.npy"), (vec![4], vec![4.0, 12.0, 7.0, 6.0]));
    assert_eq!(said(&place, &["filter", "v.npy", "-o", "o.npy"]), note);
    assert_eq!(said(&place, &["scan", "v.npy", "-o", "o.npy"]), note);
    assert_eq!(place.npy("o.npy").1[14], 45.0);
    let run = place.run(&["reduce", "v.npy", "--op", "mean"]);
    assert_eq!((run.code, run.out.as_str(), run.err), (Some(0), "3\n", note));
    place.array("one.npy", &[1, 2], &[1.0, 2.0]);
    let run = place.run(&["reduce", "one.npy", "--op", "sum"]);
    assert_eq!(run.err, "note: one.npy is (1, 2): read as 2 scalars; --vectors reads it as 1 vector of 2\n");
}

#[test]
fn vectors_of_more_than_four_are_said_to_be_scalars() {
    let place = Place::new();
    place.array("w.npy", &[2, 5], &[-1.0; 10]);
    let note = "note: w.npy is (2, 5): read as 10 scalars; a vector has 2 to 4 components: save the columns (as x[:, 0] in \
                NumPy) as inputs of their own\n";
    assert_eq!(said(&place, &["map", "length(v)", "-i", "v=w.npy", "-o", "o.npy"]), note);
    assert_eq!(place.npy("o.npy"), (vec![2, 5], vec![1.0; 10]));
    place.array("w.npy", &[1, 2, 5], &[-1.0; 10]);
    let note = note.replace("(2, 5)", "(1, 2, 5)").replace("x[:, 0]", "x[:, :, 0]");
    assert_eq!(said(&place, &["map", "length(v)", "-i", "v=w.npy", "-o", "o.npy"]), note);
    place.ok(&["map", "abs(v)", "-i", "v=w.npy", "-o", "o.npy"]);
    place.ok(&["map", "length(v)", "-i", "v=w.npy", "-o", "o.npy", "--scalars"]);
}

#[test]
fn quiet_and_scalars_say_nothing() {
    let place = points();
    for quiet in ["-q", "--scalars"] {
        place.ok(&["map", "v * 2", "-i", "v=v.npy", "-o", "o.npy", quiet]);
        place.ok(&["filter", "v.npy", "--keep", "x > 3.5", "-o", "o.npy", quiet]);
        place.ok(&["scan", "v.npy", "-o", "o.npy", quiet]);
        place.ok(&["sort", "v.npy", "-o", "o.npy", quiet]);
        place.ok(&["search", "o.npy", "v.npy", "-o", "p.npy", quiet]);
        assert_eq!(place.ok(&["reduce", "v.npy", "--op", "mean", quiet]), "3\n");
    }
    // Whatever an expression is about, it is taken by its word.
    place.ok(&["map", "length(v)", "-i", "v=v.npy", "-o", "o.npy", "--scalars"]);
    assert_eq!(place.npy("o.npy").0, [5, 3]);
}

#[test]
fn vectors_are_taken_where_they_are_asked_for() {
    let place = points();
    assert_eq!(place.ok(&["reduce", "v.npy", "--op", "max", "--vectors"]), "3,4,12\n");
    place.ok(&["scan", "v.npy", "-o", "o.npy", "--vectors"]);
    assert_eq!(place.npy("o.npy").1[12..], [6.0, 12.0, 27.0]);
    place.ok(&["map", "v * 2", "-i", "v=v.npy", "-o", "o.csv", "--vectors"]);
    assert_eq!(place.text("o.csv").lines().next(), Some("6,8,24"));
    place.list("list.npy", &[1.0, 2.0, 3.0]);
    place.array("wide.npy", &[2, 5], &[0.0; 10]);
    place.file("raw.f32", bytes_of(&[1.0, 2.0]));
    for (file, shape) in [("list.npy", "(3,)"), ("wide.npy", "(2, 5)"), ("raw.f32", "(2,)")] {
        for args in [
            &["reduce", file, "--op", "max", "--vectors"][..],
            &["scan", file, "-o", "o.npy", "--vectors"],
            &["map", "x", "-i", &format!("x={file}"), "-o", "o.npy", "--vectors"],
            &["filter", file, "-o", "o.npy", "--vectors"],
        ] {
            let error = place.fails(args);
            assert!(error.starts_with(&format!("brooklet: {file} is {shape}: --vectors needs")), "{args:?}: {error}");
        }
    }
    place.misuse(&["reduce", "v.npy", "--op", "max", "--vectors", "--scalars"]);
    assert!(place.misuse(&["sort", "v.npy", "-o", "o.npy", "--vectors"]).contains("--vectors is only for --values"));
}

#[test]
fn other_inputs_settle_it_by_their_shape() {
    let place = points();
    picture(&place);
    place.list("k.npy", &[1.0, 2.0, 3.0, 4.0, 5.0]);
    place.array("w.npy", &[5, 2], &[1.0; 10]);
    place.ok(&["map", "k * v", "-i", "k=k.npy", "-i", "v=v.npy", "-o", "o.npy"]);
    assert_eq!(place.npy("o.npy").0, [5, 3]);
    assert_eq!(place.npy("o.npy").1[12..], [0.0, 15.0, 0.0]);
    place.ok(&["map", "v + vec3(w, 1)", "-i", "v=v.npy", "-i", "w=w.npy", "-o", "o.npy"]);
    assert_eq!(place.npy("o.npy").1[..3], [4.0, 5.0, 13.0]);
    // Beside a picture of as many pixels they are pixels; beside numbers of the same shape, numbers.
    place.ok(&["map", "p", "-i", "p=rgb.png", "-o", "rgb.npy"]);
    place.ok(&["map", "a - b", "-i", "a=rgb.npy", "-i", "b=rgb.png", "-o", "o.npy"]);
    assert_eq!(place.npy("o.npy"), (vec![2, 3, 3], vec![0.0; 18]));
    place.file("grey.png", []);
    image::save_buffer(place.path("grey.png"), &[255; 6], 3, 2, image::ColorType::L8).unwrap();
    place.array("six.npy", &[2, 3], &[1.0; 6]);
    place.ok(&["map", "a - b", "-i", "a=six.npy", "-i", "b=grey.png", "-o", "o.npy"]);
    assert_eq!(place.npy("o.npy"), (vec![2, 3], vec![0.0; 6]));
    // What fits neither way is an error, as ever.
    assert!(
        place.fails(&["map", "a - b", "-i", "a=v.npy", "-i", "b=rgb.png", "-o", "o.npy"]).contains("the same shape")
    );
    // A payload has the shape of its keys.
    place.ok(&["sort", "k.npy", "--descending", "-o", "o.npy", "--values", "v.npy", "--values-out", "w.csv"]);
    assert_eq!(place.text("w.csv").lines().next(), Some("0,3,0"));
}

#[test]
fn a_vector_as_wide_makes_vectors_and_that_is_said() {
    let place = points();
    let args = ["map", "v * tint", "-i", "v=v.npy", "-c", "tint=1,10,100", "-o", "o.npy"];
    assert_eq!(
        said(&place, &args),
        "note: v.npy is (5, 3): read as 5 vectors of 3; --scalars reads it as 15 scalars\n"
    );
    assert_eq!(place.npy("o.npy").0, [5, 3]);
    assert_eq!(place.npy("o.npy").1[..3], [3.0, 40.0, 1200.0]);
    place.ok(&[&args[..], &["--scalars"]].concat());
    assert_eq!(place.npy("o.npy").0, [5, 3, 3]);
}

#[test]
fn a_picture_as_output_makes_pixels() {
    let place = Place::new();
    let samples = picture(&place);
    place.ok(&["map", "p", "-i", "p=rgb.png", "-o", "rgb.npy"]);
    for args in [
        &["map", "v", "-i", "v=rgb.npy", "-o", "o.png"][..],
        // Number by number.
        &["map", "v > 2 ? 1 : v", "-i", "v=rgb.npy", "-o", "o.png"],
    ] {
        place.ok(args);
        assert_eq!(image::open(place.path("o.png")).unwrap().as_rgb8().unwrap().as_raw(), &samples, "{args:?}");
    }
    place.ok(&["tonemap", "rgb.npy", "-o", "o.png"]);
    place.ok(&["tonemap", "rgb.png", "-o", "same.png"]);
    assert_eq!(place.bytes("o.png"), place.bytes("same.png"));
    place.ok(&["scan", "rgb.npy", "--op", "max", "-o", "o.hdr"]);
    place.ok(&["map", "p.b", "-i", "p=o.hdr", "-o", "o.npy"]);
    assert_eq!(place.npy("o.npy").0, [2, 3]);
    // A narrow grey picture has its width there.
    place.array("narrow.npy", &[2, 3], &[0.0, 0.2, 0.4, 0.6, 0.8, 1.0]);
    place.ok(&["map", "x", "-i", "x=narrow.npy", "-o", "o.png"]);
    assert_eq!(image::open(place.path("o.png")).unwrap().as_luma8().unwrap().as_raw(), &[0, 51, 102, 153, 204, 255]);
}

#[test]
fn every_kind_of_file_comes_back_as_it_was() {
    let place = points();
    picture(&place);
    place.file("v.csv", "1,2\n3,4.5\n-0,inf\n");
    place.file("x.csv", "1\n2.5\n");
    place.file("x.f32", bytes_of(&[1.0, -0.0, 1e-45]));
    place.file("p.hdr", hdr(1, 2, &[[128, 64, 32, 129], [255, 1, 0, 130]]));
    for file in ["v.npy", "v.csv", "x.csv", "x.f32", "p.hdr", "rgb.png"] {
        let (input, kind) = (format!("v={file}"), file.split_once('.').unwrap().1);
        let same = |output: &str| {
            let (before, after) = (place.bytes(file), place.bytes(output));
            match kind {
                "npy" => assert_eq!(place.npy(file), place.npy(output)),
                "png" => {
                    assert_eq!(image::load_from_memory(&before).unwrap(), image::load_from_memory(&after).unwrap())
                }
                _ => assert_eq!(before, after, "{output}"),
            }
        };
        let straight = format!("straight.{kind}");
        said(&place, &["map", "v", "-i", &input, "-o", &straight]);
        same(&straight);
        // By way of .npy.
        let back = format!("back.{kind}");
        said(&place, &["map", "v", "-i", &input, "-o", "way.npy"]);
        said(&place, &["map", "v", "-i", "v=way.npy", "-o", &back]);
        same(&back);
    }
    // And to the same numbers, if they are asked for.
    place.ok(&["map", "v", "-i", "v=rgb.png", "-o", "rgb.npy"]);
    let mean = |args: &[&str]| place.ok(&[&["reduce", "--op", "mean"], args].concat());
    assert_eq!(mean(&["rgb.png"]), mean(&["rgb.npy", "--vectors", "-q"]));
    assert_eq!(mean(&["rgb.png", "--scalars"]), mean(&["rgb.npy", "--scalars"]));
}

#[test]
fn a_kernel_declares_what_it_takes() {
    let place = points();
    place.file(
        "k.br",
        "kernel void k(float3 a<>, out float r<>) { r = a.x; }\nkernel void s(float a<>, out float r<>) { r = a; }",
    );
    place.ok(&["run", "k.br", "k", "a=v.npy", "r=@o.npy"]);
    assert_eq!(place.npy("o.npy").0, [5]);
    place.ok(&["run", "k.br", "s", "a=v.npy", "r=@o.npy"]);
    assert_eq!(place.npy("o.npy").0, [5, 3]);
}

#[test]
fn pngs_are_as_deep_as_those_that_are_read() {
    let place = Place::new();
    // All levels there are, in grey; and colours with alpha.
    let deep: Vec<u8> = (0..=u16::MAX).flat_map(u16::to_ne_bytes).collect();
    image::save_buffer(place.path("deep.png"), &deep, 256, 256, image::ColorType::L16).unwrap();
    image::save_buffer(place.path("rgba.png"), &deep[..64], 4, 2, image::ColorType::Rgba16).unwrap();
    image::save_buffer(place.path("flat.png"), &[7; 16], 4, 4, image::ColorType::L8).unwrap();
    let open = |name: &str| image::open(place.path(name)).unwrap();
    for file in ["deep.png", "rgba.png", "flat.png"] {
        place.ok(&["map", "v", "-i", &format!("v={file}"), "-o", "o.png"]);
        assert_eq!(open("o.png"), open(file), "{file}");
        place.ok(&["map", "v", "-i", &format!("v={file}"), "-o", "o.npy"]);
        place.ok(&["map", "v", "-i", "v=o.npy", "-o", "o.png", "--depth", "16"]);
        assert_eq!(open("o.png").to_rgba16(), open(file).to_rgba16(), "{file}");
    }
    place.ok(&["map", "v", "-i", "v=deep.png", "-o", "o.png", "--depth", "8"]);
    assert_eq!(open("o.png").as_luma8().unwrap().as_raw()[..258], [[0; 129].as_slice(), &[1; 129]].concat());
    // A copy of what is not a PNG is shallow, unless it is asked for.
    place.ok(&["map", "v", "-i", "v=o.npy", "-o", "o.png"]);
    assert!(open("o.png").as_luma8().is_some());
    place.ok(&["scan", "deep.png", "--op", "max", "-o", "o.png"]);
    assert_eq!(open("o.png"), open("deep.png"));
    place.ok(&["sort", "deep.png", "--descending", "-o", "o.png"]);
    assert_eq!(open("o.png").as_luma16().unwrap().as_raw()[..2], [u16::MAX, u16::MAX - 1]);
    place.file("k.br", "kernel void k(float a<>, out float r<>) { r = a; }");
    place.ok(&["run", "k.br", "k", "a=deep.png", "r=@o.png"]);
    assert_eq!(open("o.png"), open("deep.png"));
    assert!(
        place
            .misuse(&["map", "v", "-i", "v=deep.png", "-o", "o.npy", "--depth", "8"])
            .contains("--depth is only for .png output")
    );
}
