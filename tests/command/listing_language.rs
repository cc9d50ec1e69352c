//! `brooklet run LISTING.fp`: what the languages of listings have gives the same numbers on the emulator, in shaders, and by the assembler.

use crate::listing::run_everywhere;
use crate::support;

use support::{Place, dialects};

/// Runs a listing of the instruction sets of later chips on the emulator and in each dialect, and returns what all of them give.
fn run(place: &Place, words: &[&str]) -> Vec<f32> {
    place.ok(&[&["run"], words, &["-o", "wanted.npy"]].concat());
    let wanted = place.npy("wanted.npy").1;
    for dialect in dialects() {
        place.ok(&[&["run"], words, &["-o", "given.npy", "--dialect", dialect]].concat());
        assert_eq!(place.npy("given.npy").1, wanted, "{dialect} {words:?}");
    }
    wanted
}

#[test]
fn fog_is_mixed_into_the_first_colour() {
    let place = Place::new();
    let words = ["fog.fp", "--shape", "1,1", "COLOR0=1,0.5,0,0.25", "state.fog.color=0,1,0,1"];
    let fogged = |mode: &str, coordinate: &str, parameters: &str| {
        place.file("fog.fp", format!("!!ARBfp1.0\nOPTION {mode};\nMOV result.color, fragment.color;\nEND\n"));
        let (coordinate, parameters) = (format!("FOG={coordinate}"), format!("state.fog.params={parameters}"));
        run_everywhere(&place, &[&words[..], &[&coordinate, &parameters]].concat())
    };
    let mixed = |part: f32| [part, 0.5 * part + 1.0 - part, 0.0, 0.25];
    let is_near = |given: Vec<f32>, wanted: [f32; 4]| {
        let near = given.iter().zip(wanted).all(|(given, wanted)| (given - wanted).abs() < 1e-5);
        assert!(near, "{given:?} is not {wanted:?}");
    };
    // A quarter of the way from 2 to 10, before it, and beyond it.
    is_near(fogged("ARB_fog_linear", "4", "0,2,10,0.125"), mixed(0.75));
    is_near(fogged("ARB_fog_linear", "1", "0,2,10,0.125"), mixed(1.0));
    is_near(fogged("ARB_fog_linear", "40", "0,2,10,0.125"), mixed(0.0));
    is_near(fogged("ARB_fog_exp", "3", "0.25,0,0,0"), mixed((-0.75f32).exp()));
    is_near(fogged("ARB_fog_exp2", "3", "0.5,0,0,0"), mixed((-2.25f32).exp()));
}

#[test]
fn discarded_fragments_have_derivatives() {
    let place = Place::new();
    // The columns of a block of two differ by 3 · (2 · column + 1 - column²) in x; every second row is discarded.
    place.file(
        "slope.fp",
        "!!ARBfp1.0\nOPTION NV_fragment_program;\nTEMP a, b;\nMOV a, fragment.position;\nMUL a.x, a.x, a.x;\nMUL b.x, a.y, 0.5;\n\
         FRC b.x, b.x;\nSUB b.x, b.x, 0.5;\nKIL b.x;\nMUL a, a, 3.0;\nDDX b.x, a.x;\nDDY b.y, a.y;\nMOV result.color, b.xyxy;\nEND\n",
    );
    let given = run(&place, &["slope.fp", "--shape", "4,4"]);
    for row in 0..4 {
        for column in 0..4 {
            let at = &given[4 * (4 * row + column)..][..2];
            let slope = 3.0 * (if column < 2 { 1.5f32.powi(2) - 0.25 } else { 3.5f32.powi(2) - 2.5f32.powi(2) });
            let wanted = if row % 2 == 0 { [0.0; 2] } else { [slope, 3.0] };
            assert_eq!(at, wanted, "({column}, {row})");
        }
    }
}

#[test]
fn conditions_and_precisions_give_the_same_numbers() {
    let place = Place::new();
    place.array("x.npy", &[1, 3, 4], &[0.1, -0.1, 3.0, -5.0, 0.0, 1.0 / 3.0, 70_000.0, 1.5, -1.0, 2.0, 0.7, 1.9996]);
    place.file(
        "old.fp",
        "!!FP1.0\nDEFINE two = 2;\nDECLARE scale = {3, 3, 3, 3};\nTEX R0, f[TEX0], TEX0, 2D;\nMOVRC RC, R0;\nMOVR R1, R0;\n\
         MOVH R1.x (GT.x), R0.x;\nMOVX R1.y (LT), R0;\nMULR R1.z (NE.w), R1.z, two;\nMADR_SAT R1.w (GE.w), R0.w, scale.w, -1;\n\
         MOVR o[COLR], R1;\nEND\n",
    );
    let given = run(&place, &["old.fp", "0=x.npy"]);
    assert_eq!(given[..4], [0.099975586, -0.099609375, 6.0, -5.0]);
    assert_eq!(given[4..8], [0.0, 1.0 / 3.0, 140_000.0, 1.0]);
    assert_eq!(given[8..], [-1.0, 2.0, 1.4, 1.0]);
    // NVIDIA's assemblers alone take conditions.
    let run = ["run", "old.fp", "0=x.npy", "-o", "y.npy", "--dialect", "arb"];
    let info = place.run(&run);
    assert!(
        info.code == Some(0)
            || info.err.contains("needs OPTION NV_fragment_program, of NVIDIA's drivers, which this device"),
        "{}",
        info.err
    );
}

#[test]
fn listings_without_conditions_need_no_option() {
    let place = Place::new();
    place.array("x.npy", &[1, 2, 4], &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]);
    // In the oldest syntax, with a discarded fragment, a depth, and parameters by name and number.
    place.file(
        "old.fp",
        "!!FP1.0\nDECLARE scale;\nTEX R0, f[TEX0], TEX0, 2D;\nADDR R1.x, 4.5, -R0.x;\nMULR R0, R0, scale;\nADDR o[COLR], R0, p[3];\n\
         MOVR o[DEPR].z, R0.y;\nEND\n",
    );
    let words = ["old.fp", "0=x.npy", "scale=2,2,2,2", "local3=0,0,0,1", "-o", "color.npy"];
    assert_eq!(run_everywhere(&place, &words), [0.0, 0.0, 4.0, 0.0, 0.0, 0.0, 12.0, 0.0]);
    assert_eq!(place.npy("color.npy").1, [2.0, 4.0, 6.0, 9.0, 10.0, 12.0, 14.0, 17.0]);
    place.file(
        "kill.fp",
        "!!ARBfp1.0\nOPTION NV_fragment_program2;\nTEMP a, b;\nTEX a, fragment.texcoord[0], texture[0], 2D;\nSUB b.x, 4.5, a.x;\n\
         KIL b.x;\nMOV result.color, a;\nEND\n",
    );
    assert_eq!(run_everywhere(&place, &["kill.fp", "0=x.npy"]), [1.0, 2.0, 3.0, 4.0, 0.0, 0.0, 0.0, 0.0]);
}

#[test]
fn mip_levels_are_read_where_a_texture_is_drawn_smaller() {
    let place = Place::new();
    let texels: Vec<f32> = (0..8 * 8 * 4).map(|n| ((n * 37) % 101) as f32).collect();
    place.array("x.npy", &[8, 8, 4], &texels);
    place.file("read.fp", "!!ARBfp1.0\nTEX result.color, fragment.texcoord[0], texture[0], 2D;\nEND\n");
    place.file("bias.fp", "!!ARBfp1.0\nTXB result.color, fragment.texcoord[1], texture[0], 2D;\nEND\n");
    for (file, shape, bias) in [
        ("read.fp", "8,8", 0.0),
        ("read.fp", "4,4", 0.0),
        ("read.fp", "2,2", 0.0),
        ("read.fp", "1,1", 0.0),
        ("read.fp", "8,2", 0.0),
        ("read.fp", "16,16", 0.0),
        ("bias.fp", "4,4", 1.0),
        ("bias.fp", "8,8", 0.5),
        ("bias.fp", "4,4", -1.0),
    ] {
        for sampler in ["0=mipmaps", "0=mipmaps,linear", "0=mipmaps,linear,repeat"] {
            // Half a level is as near to one as to the other.
            if bias == 0.5 && sampler == "0=mipmaps" {
                continue;
            }
            let corners = format!("TEXCOORD1=0,0,0,{bias}:1,0,0,{bias}:0,1,0,{bias}");
            let corners = if file == "bias.fp" { corners } else { "TEXCOORD0=0,0:1,1".to_owned() };
            let words = ["run", file, "0=x.npy", "--shape", shape, "--sampler", sampler, &corners];
            place.ok(&[&words[..], &["-o", "wanted.npy"]].concat());
            let wanted = place.npy("wanted.npy").1;
            for dialect in dialects() {
                place.ok(&[&words[..], &["-o", "given.npy", "--dialect", dialect]].concat());
                for (given, wanted) in place.npy("given.npy").1.into_iter().zip(&wanted) {
                    assert!((given - wanted).abs() < 0.1, "{words:?} {dialect}: {given} is not {wanted}");
                }
            }
        }
    }
    // The smallest level is the mean of all.
    place.ok(&[
        "run",
        "read.fp",
        "0=x.npy",
        "--shape",
        "1,1",
        "--sampler",
        "0=mipmaps",
        "-o",
        "mean.npy",
        "--chip",
        "g80",
    ]);
    let mean = texels.iter().step_by(4).sum::<f32>() / 64.0;
    assert!((place.npy("mean.npy").1[0] - mean).abs() < 1e-3);
}

#[test]
fn counted_loops_end_after_255_iterations() {
    let place = Place::new();
    place.file(
        "count.fp",
        "!!ARBfp1.0\nOPTION NV_fragment_program2;\nPARAM n = program.local[0];\nTEMP a;\nMOV a, 0.0;\nREP n;\nADD a, a, 1.0;\n\
         ENDREP;\nMOV result.color, a;\nEND\n",
    );
    for (count, wanted) in [("3", 3.0), ("300", 255.0), ("-2", 0.0)] {
        let count = format!("n={count}");
        let words = ["run", "count.fp", "--shape", "1,1", &count, "-o", "y.npy"];
        for device in [["--chip", "none"], ["--chip", "nv40"], ["--dialect", dialects()[0]]] {
            place.ok(&[&words[..], &device].concat());
            assert_eq!(place.npy("y.npy").1[0], wanted, "{count} {device:?}");
        }
    }
    let said = place.ok(&["debug", "count.fp", "--shape", "1,1", "--at", "0,0", "n=300"]);
    assert!(said.contains("\n        result.color              255 "), "{said}");
}
