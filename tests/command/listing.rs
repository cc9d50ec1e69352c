//! `brooklet run LISTING.fp`: a listing from elsewhere, on the emulator.

use crate::support;

use support::Place;

const SCALE: &str = "!!ARBfp1.0\n# from elsewhere\nATTRIB at = fragment.texcoord[0];\nPARAM scale = program.local[0];\nTEMP a;\n\
                     TEX a, at, texture[0], 2D;\nMAD result.color, a, scale.x, scale.y;\nEND\n";

#[test]
fn a_listing_runs_on_arrays() {
    let place = Place::new();
    place.file("scale.fp", SCALE);
    place.array("x.npy", &[2, 3], &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
    place.ok(&["run", "scale.fp", "-i", "0=x.npy", "-c", "local0=2,0.5", "-o", "y.npy"]);
    let (shape, numbers) = place.npy("y.npy");
    assert_eq!(shape, [2, 3, 4]);
    let red: Vec<f32> = numbers.iter().step_by(4).copied().collect();
    assert_eq!(red, [2.5, 4.5, 6.5, 8.5, 10.5, 12.5]);
    // What the texture has not is 0, 0, 1.
    assert_eq!(numbers[1..4], [0.5, 0.5, 2.5]);
    // 17 bits of a number are left on an R300.
    place.array("third.npy", &[1, 1], &[1.0 / 3.0]);
    place.ok(&["run", "scale.fp", "-i", "0=third.npy", "-c", "local0=1,0", "-o", "z.npy", "--chip", "r300"]);
    assert_eq!(place.npy("z.npy").1[0].to_bits(), (1.0f32 / 3.0).to_bits() & !0x7f);
}

#[test]
fn what_is_missing_or_wrong_is_said() {
    let place = Place::new();
    place.file("scale.fp", SCALE);
    place.array("x.npy", &[2, 3], &[1.0; 6]);
    let said = place.fails(&["run", "scale.fp", "-i", "0=x.npy", "-o", "y.npy"]);
    assert!(said.contains("it reads program.local[0], which is not given"), "{said}");
    let said = place.fails(&["run", "scale.fp", "-i", "1=x.npy", "-c", "local0=1", "-o", "y.npy"]);
    assert!(said.contains("it reads texture[0], which is not given"), "{said}");
    let said = place.fails(&["run", "scale.fp", "-i", "0=x.npy", "-c", "local0=1"]);
    assert!(
        said.contains("scale.fp needs one output file (-o) for each of its render targets: targets 1, files 0"),
        "{said}"
    );
    place.file("wrong.fp", SCALE.replace("MAD", "MADD"));
    let said = place.fails(&["run", "wrong.fp", "-i", "0=x.npy", "-o", "y.npy"]);
    assert!(said.contains("there is no instruction `MADD`") && said.contains("did you mean `MAD`?"), "{said}");
    assert!(said.contains("brooklet explain F0104"), "{said}");
    let said = place.misuse(&["run", "scale.fp", "-c", "colour=1"]);
    assert!(said.contains("`colour` is not a parameter"), "{said}");
    place.file("k.br", "kernel void k(float a<>, out float r<>) { r = a; }\n");
    let said = place.misuse(&["run", "k.br", "-o", "y.npy"]);
    assert!(said.contains("-i, -c and -o are for kernels and listings (.fp), and no kernel is named"), "{said}");
    assert!(!place.names().contains(&"y.npy".to_owned()));
}

#[test]
fn kernels_and_listings_take_words_and_options() {
    let place = Place::new();
    place.file("scale.fp", SCALE);
    place.array("x.npy", &[2, 3], &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
    place.ok(&["run", "scale.fp", "-i", "0=x.npy", "-c", "local0=2,0.5", "-o", "y.npy"]);
    place.ok(&["run", "scale.fp", "0=x.npy", "local0=2,0.5", "result=@z.npy"]);
    assert_eq!(place.npy("z.npy"), place.npy("y.npy"));
    let said = place.misuse(&["run", "scale.fp", "0=x.npy", "colour=1"]);
    assert!(said.contains("invalid value 'colour=1' for '[NAME=VALUE]...': `colour` is not a parameter"), "{said}");
    place.file("k.br", "kernel void k(float a<>, float b, out float r<>) { r = a * b; }\n");
    place.list("a.npy", &[1.0, 2.0]);
    for args in [
        &["a=a.npy", "b=3", "r=@r.npy"][..],
        &["-i", "a=a.npy", "-c", "b=3", "-o", "r.npy"],
        &["-i", "a=a.npy", "b=3", "-o", "r=r.npy"],
    ] {
        place.ok(&[&["run", "k.br", "k"], args].concat());
        assert_eq!(place.npy("r.npy").1, [3.0, 6.0], "{args:?}");
        std::fs::remove_file(place.path("r.npy")).unwrap();
    }
    let said = place.misuse(&["run", "k.br", "k", "-i", "a=a.npy", "a=a.npy", "-c", "b=3", "-o", "r.npy"]);
    assert!(said.contains("parameter `a` is given twice"), "{said}");
    place.file("two.br", "kernel void k(float a<>, out float r<>, out float s<>) { r = a; s = a; }\n");
    let said = place.misuse(&["run", "two.br", "k", "-i", "a=a.npy", "-o", "r.npy"]);
    assert!(said.contains("-o r.npy: kernel `k` has 2 outputs; write NAME=FILE, of r, s"), "{said}");
    place.file("main.br", "int main() { return 0; }\n");
    let said = place.misuse(&["run", "main.br", "-i", "a=a.npy"]);
    assert!(said.contains("-i, -c and -o are for kernels and listings (.fp), and this is a whole program"), "{said}");
}
