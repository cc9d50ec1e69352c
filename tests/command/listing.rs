//! `brooklet run LISTING.fp`: a listing from elsewhere, on the emulator.

use crate::support;

use support::{Place, dialects};

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
    let said = place.fails(&["run", "scale.fp", "-i", "0=x.npy", "-c", "local0=1", "-o", "y.npy", "-o", "z.npy"]);
    assert!(
        said.contains("scale.fp needs one output file (-o) for each of its render targets: targets 1, files 2"),
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

#[test]
fn textures_are_read_beyond_and_between_their_texels() {
    let place = Place::new();
    let texels: Vec<f32> = (0..4 * 3 * 4).map(|n| ((n * 7) % 11) as f32).collect();
    place.array("plane.npy", &[3, 4, 4], &texels);
    place.array("row.npy", &[1, 12, 4], &texels);
    let solid: Vec<f32> = (0..6 * 3 * 3 * 4).map(|n| ((n * 5) % 13) as f32).collect();
    place.array("solid.npy", &[6, 3, 3, 4], &solid);
    // From -1.5 to 2.5 across and down, and slices of a texture of three dimensions.
    let scaled = |target: &str, z: &str| {
        format!(
            "!!ARBfp1.0\nTEMP at;\nMAD at, fragment.texcoord[0], {{4.0, 4.0, 0.0, 1.0}}, {{-1.503, -1.501, {z}, 0.0}};\n\
             TEX result.color, at, texture[0], {target};\nEND\n"
        )
    };
    for (target, file, z) in [
        ("2D", "plane.npy", "0.0"),
        ("1D", "row.npy", "0.0"),
        ("3D", "solid.npy", "0.7"),
        ("CUBE", "solid.npy", "-0.9"),
    ] {
        place.file("read.fp", scaled(target, z));
        for sampler in ["nearest", "linear", "repeat", "mirror,linear", "linear,repeat"] {
            let words = ["run", "read.fp", "0=*", "--shape", "16,16", "--sampler", "0=*", "-o", "*"];
            let read = |output: &str, device: &[&str]| {
                let (input, sampler) = (format!("0={file}"), format!("0={sampler}"));
                let mut words = words.map(str::to_owned);
                (words[2], words[6], words[8]) = (input, sampler, output.to_owned());
                let words: Vec<&str> = words.iter().map(String::as_str).chain(device.iter().copied()).collect();
                place.ok(&words);
                place.npy(output).1
            };
            let wanted = read("wanted.npy", &["--chip", "none"]);
            assert!(wanted.windows(8).any(|part| part[0] != part[4]), "{target} {sampler} reads one texel");
            for dialect in dialects() {
                // OpenGL ES mixes texels beyond the edges of a cube's faces.
                if target == "CUBE" && sampler.contains("linear") && dialect == "es" {
                    continue;
                }
                let given = read("given.npy", &["--dialect", dialect]);
                for (at, (given, wanted)) in given.iter().zip(&wanted).enumerate() {
                    assert!(
                        (given - wanted).abs() < 0.02,
                        "{target} {sampler} {dialect}: {given} is not {wanted} at {at}"
                    );
                }
            }
        }
    }
    // Drawn as one fragment, a texture is read from its smallest level: the mean of all texels.
    place.file("all.fp", "!!ARBfp1.0\nTEX result.color, fragment.texcoord[0], texture[0], 2D;\nEND\n");
    place.array("square.npy", &[4, 4], &texels[..16]);
    let mean = texels[..16].iter().sum::<f32>() / 16.0;
    for dialect in dialects() {
        let sampler = ["--sampler", "0=linear,mipmaps", "--dialect", dialect];
        place.ok(&[&["run", "all.fp", "0=square.npy", "--shape", "1,1", "-o", "mean.npy"], &sampler[..]].concat());
        let given = place.npy("mean.npy").1[0];
        assert!((given - mean).abs() < 0.02, "{given} is not {mean}");
    }
    let refused = |sampler: &str, chip: &str, wanted: &str| {
        let said = place.fails(&[
            "run",
            "read.fp",
            "0=solid.npy",
            "--shape",
            "2,2",
            "--sampler",
            sampler,
            "--chip",
            chip,
            "-o",
            "x.npy",
        ]);
        assert!(said.contains(wanted), "{said}");
    };
    refused("0=linear", "r300", "nv40 and g70 filter halves");
    refused("0=mipmaps", "r300", "nv40 and g70 filter halves");
    refused("0=mipmaps", "none", "the emulator has none of those");
    let said = place.fails(&["run", "read.fp", "0=plane.npy", "--shape", "2,2", "-o", "x.npy"]);
    assert!(said.contains("texture[0] is read as CUBE, which has six square layers, and is 4 × 3"), "{said}");
    let said = place.misuse(&["run", "read.fp", "0=plane.npy", "--sampler", "0=smooth", "-o", "x.npy"]);
    assert!(said.contains("`smooth` is not a way of reading a texture"), "{said}");
}

#[test]
fn listings_read_state_of_opengl() {
    let place = Place::new();
    place.file(
        "lit.fp",
        "!!ARBfp1.0\nPARAM rows[2] = { state.matrix.mvp.row[1..2] };\nTEMP a;\nADD a, state.light[0].position, rows[0];\n\
         ADD result.color, a, rows[1];\nEND\n",
    );
    let run = |more: &[&str]| {
        place.ok(&[&["run", "lit.fp", "--shape", "1,1", "-o", "x.npy"], more].concat());
        place.npy("x.npy").1
    };
    assert_eq!(run(&[]), [0.0, 1.0, 2.0, 0.0]);
    assert_eq!(run(&["--state", "light[0].position=5,6,7,8"]), [5.0, 7.0, 8.0, 8.0]);
    assert_eq!(run(&["state.matrix.mvp.row[1]=1,1,1,1"]), [1.0, 1.0, 3.0, 1.0]);
    for dialect in dialects() {
        assert_eq!(run(&["--state", "light[0].position=5,6,7,8", "--dialect", dialect]), [5.0, 7.0, 8.0, 8.0]);
    }
    let said = place.misuse(&["run", "lit.fp", "--shape", "1,1", "-o", "x.npy", "--state", "light[0].place=1"]);
    assert!(said.contains("OpenGL has no `state.light[0].place`"), "{said}");
}

/// Runs a listing on the emulator and on each dialect, among them the driver's assembler, and returns what all of them give.
pub fn run_everywhere(place: &Place, words: &[&str]) -> Vec<f32> {
    place.ok(&[&["run"], words, &["-o", "wanted.npy"]].concat());
    let wanted = place.npy("wanted.npy").1;
    for dialect in dialects().into_iter().chain(["arb"]) {
        place.ok(&[&["run"], words, &["-o", "given.npy", "--dialect", dialect]].concat());
        let given = place.npy("given.npy").1;
        let near = |(given, wanted): (&f32, &f32)| (given - wanted).abs() <= 1e-5 * wanted.abs().max(1.0);
        assert!(
            given.len() == wanted.len() && given.iter().zip(&wanted).all(near),
            "{dialect} {words:?}: {given:?} is not {wanted:?}"
        );
    }
    wanted
}

#[test]
fn attributes_have_the_same_values_everywhere_and_may_be_given() {
    let place = Place::new();
    let listing = |attribute: &str| {
        place.file("show.fp", format!("!!ARBfp1.0\nMOV result.color, fragment.{attribute};\nEND\n"));
    };
    let run = |more: &[&str]| run_everywhere(&place, &[&["show.fp", "--shape", "1,2"], more].concat());
    for (attribute, name, wanted) in [
        ("color", "COLOR0", [1.0, 1.0, 1.0, 1.0]),
        ("color.secondary", "COL1", [0.0, 0.0, 0.0, 1.0]),
        ("fogcoord", "FOGC", [0.0, 0.0, 0.0, 1.0]),
    ] {
        listing(attribute);
        assert_eq!(run(&[])[..4], wanted, "{attribute}");
        let given = run(&[&format!("{name}=-2,4,0.5,3")]);
        assert_eq!(given, [-2.0, 4.0, 0.5, 3.0, -2.0, 4.0, 0.5, 3.0], "{attribute}");
        let given = run(&[&format!("{name}=0,0,0,0:4,2,0,0:0,0,8,0")]);
        assert_eq!(given, [1.0, 0.5, 4.0, 0.0, 3.0, 1.5, 4.0, 0.0], "{attribute}");
    }
    listing("texcoord[1]");
    assert_eq!(run(&[]), [0.25, 0.5, 0.0, 1.0, 0.75, 0.5, 0.0, 1.0]);
    assert_eq!(run(&["TEXCOORD1=0,0:8,4"]), [2.0, 2.0, 0.0, 1.0, 6.0, 2.0, 0.0, 1.0]);
    let said = place.ok(&["debug", "show.fp", "--shape", "1,2", "--at", "1,0", "TEXCOORD1=0,0:8,4"]);
    assert!(said.contains("fragment.texcoord[1]      6              2"), "{said}");
    let said = place.misuse(&["run", "show.fp", "--shape", "1,2", "TEX1=1", "TEXCOORD1=2", "-o", "x.npy"]);
    assert!(said.contains("`TEXCOORD1` is given twice"), "{said}");
    let said = place.misuse(&["debug", "show.fp", "--shape", "1,2", "--at", "0,0", "WPOS=1"]);
    assert!(said.contains("`WPOS` is the place of the fragment, which --shape gives"), "{said}");
}

#[test]
fn what_is_given_twice_is_refused_and_what_is_not_read_is_noted() {
    let place = Place::new();
    // The second parameter is declared and not read, so it need not be given.
    place.file(
        "scale.fp",
        "!!ARBfp1.0\nPARAM scale = program.local[0];\nPARAM other = program.local[1];\nTEMP a;\n\
         TEX a, fragment.texcoord[0], texture[0], 2D;\nMUL result.color, a, scale;\nEND\n",
    );
    place.array("x.npy", &[1, 2, 4], &[1.0; 8]);
    let run = ["run", "scale.fp", "0=x.npy", "-o", "y.npy"];
    place.ok(&[&run[..], &["local0=2"]].concat());
    for (more, wanted) in [
        (&["local0=1", "scale=2"][..], "`scale` is given twice"),
        (&["local0=1", "--state", "fog.color=1", "state.fog.color=2"], "`state.fog.color` is given twice"),
        (&["local0=1", "texture0=x.npy"], "texture image unit 0 is given twice"),
        (&["local0=1", "--sampler", "0=linear", "--sampler", "texture0=nearest"], "--sampler gives unit 0 twice"),
    ] {
        let said = place.misuse(&[&run[..], more].concat());
        assert!(said.contains(wanted), "{said}");
    }
    let more = ["scale=1", "local1=1", "env3=1", "state.fog.color=1", "COLOR0=1", "5=x.npy", "--sampler", "6=linear"];
    let said = place.run(&[&run[..], &more].concat()).err;
    for name in ["local1", "env3", "state.fog.color", "COLOR0", "texture[5]", "texture[6]"] {
        assert!(said.contains(&format!("note: {name} is given, and scale.fp does not read it")), "{name}: {said}");
    }
    let said = place.run(&[&run[..], &more, &["--quiet"]].concat()).err;
    assert_eq!(said, "");
    place.file("old.fp", "!!FP1.0\nDECLARE tint;\nMOVR o[COLR], tint;\nEND\n");
    let said = place.fails(&["run", "old.fp", "--shape", "1,1", "-o", "x.npy"]);
    assert!(said.contains("which is not given: the listing calls it `tint`"), "{said}");
}

#[test]
fn depth_is_a_result_everywhere() {
    let place = Place::new();
    place.file(
        "deep.fp",
        "!!ARBfp1.0\nTEMP a;\nMOV a, fragment.texcoord[0];\nMUL result.depth.z, a.x, 3.0;\nMOV result.color, a;\nEND\n",
    );
    place.ok(&["run", "deep.fp", "--shape", "1,2", "-o", "color.npy", "-o", "wanted.npy"]);
    assert_eq!(place.npy("wanted.npy").1, [0.0, 0.0, 0.75, 0.0, 0.0, 0.0, 2.25, 0.0]);
    for dialect in dialects().into_iter().chain(["arb"]) {
        place.ok(&["run", "deep.fp", "--shape", "1,2", "-o", "c.npy", "-o", "given.npy", "--dialect", dialect]);
        assert_eq!(place.npy("given.npy"), place.npy("wanted.npy"), "{dialect}");
        assert_eq!(place.npy("c.npy"), place.npy("color.npy"), "{dialect}");
    }
}

#[test]
fn textures_that_are_too_large_are_refused_with_both_numbers() {
    let place = Place::new();
    place.file("read.fp", "!!ARBfp1.0\nTEX result.color, fragment.texcoord[0], texture[0], 3D;\nEND\n");
    place.array("deep.npy", &[20_000, 1, 1, 4], &vec![0.0; 80_000]);
    let run = ["run", "read.fp", "0=deep.npy", "--shape", "1,1", "-o", "x.npy"];
    for device in [["--chip", "none"], ["--chip", "r300"], ["--dialect", dialects()[0]], ["--dialect", "arb"]] {
        let said = place.fails(&[&run[..], &device].concat());
        assert!(said.contains("texture[0]") && said.contains("texels along a side"), "{said}");
        assert!(said.contains("20000"), "{said}");
    }
}

#[test]
fn a_condition_has_the_components_of_the_mask() {
    let place = Place::new();
    place.file(
        "mask.fp",
        "!!FP1.0\nMOVRC RC, {1}.x;\nMOVRC RC.yw, {-1}.x;\nMOVHC HC.w, {1e-9}.x;\nMOVR o[COLR], {0}.x;\nMOVR o[COLR](GT), {5}.x;\nEND\n",
    );
    for device in [["--chip", "nv30"], ["--chip", "none"], ["--dialect", dialects()[0]]] {
        let printed = place.ok(&["run", "mask.fp", "--shape", "1,1", device[0], device[1]]);
        // 1e-9 is 0 as a half.
        assert_eq!(printed, "5,0,5,0\n", "{device:?}");
    }
}
