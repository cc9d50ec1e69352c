//! Tests that a listing gives the same bits as a batch and instruction by instruction.

use crate::backend::{ListingPass, Sampling, Texels};
use crate::fragment_program::{Chip, listing};
use crate::level::is_quick;
use crate::syntax::parse::mutants::{Random, mutant};

const NV: &str = "!!ARBfp1.0\nOPTION NV_fragment_program2;\nTEMP a, b;\n";

fn texture(width: usize, height: usize, layers: usize) -> Texels {
    let number = |n: usize| ((n * 7919) % 101) as f32 / 8.0 - 5.0;
    let texels = (0..width * height * layers).map(|n| [0, 1, 2, 3].map(|c| number(4 * n + c))).collect();
    Texels { width, height, layers, texels }
}

/// Draws 5 × 3 fragments, and compares each with what it is when it is looked into.
#[track_caller]
fn check(text: &str, chip: Chip, sampling: &str, texels: Texels) {
    // A G80 has no numbers of half precision.
    let text = &if chip == Chip::G80 { text.replace("XH ", "X ") } else { text.to_owned() };
    let program = listing::read("t.fp", text).unwrap_or_else(|errors| panic!("{errors}")).program;
    let (textures, sampling) = ([(0, texels)], [(0, sampling.parse::<Sampling>().unwrap())]);
    let pass = ListingPass { textures: &textures, sampling: &sampling, ..ListingPass::new(&program, chip, 5, 3) };
    let (results, cost) = pass.run().unwrap();
    let mut executed = 0;
    for (at, texel) in results[0].texels.iter().enumerate() {
        let fragment = pass.debug(at % 5, at / 5).unwrap();
        executed += fragment.executed;
        let alone = fragment.outputs[0].words;
        let is_dead = matches!(fragment.end, super::super::debug::End::Killed(_));
        let wanted = if is_dead { [0; 4] } else { alone };
        assert_eq!(texel.map(f32::to_bits), wanted, "{chip} ({}, {}):\n{text}", at % 5, at / 5);
    }
    assert_eq!(cost.instructions, Some(executed), "{chip}:\n{text}");
}

#[test]
fn derivatives_are_the_same_alone() {
    let bodies = [
        "MUL a, fragment.position, fragment.position; MUL a, a, fragment.position.yxyx; DDX result.color.xz, a; \
         DDY result.color.yw, a.yxwz;",
        // Of a derivative, of a texel, and behind the end of some fragments.
        "DDX a, fragment.texcoord[0].x; MUL a, a, fragment.position; DDY a, a.y; MOV result.color, a;",
        "TEX a, fragment.texcoord[0], texture[0], 2D; DDXH b, a; MOV result.color, b;",
        "TEX a, fragment.texcoord[0], texture[0], 2D; KIL a.x; DDX b, a; KIL b.y; DDY b, b; MOV result.color, b;",
        "TEXC a, fragment.texcoord[0], texture[0], 2D; DDX a.x (GT.y), a; MOV result.color, a;",
    ];
    for chip in [Chip::Nv40, Chip::None, Chip::G80] {
        for body in bodies {
            check(&format!("{NV}{body}\nEND\n"), chip, "nearest", texture(8, 4, 1));
        }
    }
}

#[test]
fn fetches_are_the_same_alone() {
    for chip in [Chip::Nv40, Chip::None, Chip::G80] {
        for (target, texels) in [
            ("1D", texture(7, 1, 1)),
            ("2D", texture(8, 4, 1)),
            ("2D", texture(7, 9, 1)),
            ("RECT", texture(3, 3, 1)),
            ("3D", texture(4, 8, 2)),
            ("CUBE", texture(2, 2, 6)),
        ] {
            let has_levels = !["RECT", "CUBE"].contains(&target);
            let ways = ["nearest", "linear", "repeat", "mirror,linear", "mipmaps", "mipmaps,linear,repeat"];
            for sampling in ways.iter().filter(|own| {
                (has_levels || !own.contains("mipmaps"))
                    && (target != "RECT" || !own.contains('r') || **own == "linear")
            }) {
                for fetch in ["TEX a, b", "TXP a, b", "TXB a, b", "TXL a, b", "TEXH a, b", "TXD a, b, b.yxwz, b.zyxw"] {
                    let start = "MAD b, fragment.texcoord[0], {2.5, -3.0, 0.5, 1.0}, {-0.3, 0.2, 0.4, 0.2};";
                    let text = format!("{NV}{start}\n{fetch}, texture[0], {target};\nMOV result.color, a;\nEND\n");
                    check(&text, chip, sampling, texels.clone());
                }
            }
        }
    }
}

#[test]
fn levels_in_branches_have_to_be_given() {
    let text = format!(
        "{NV}MOVC a.x, fragment.position;\nIF GT.x;\nTEX a, a, texture[0], 2D;\nENDIF;\nMOV result.color, a;\nEND\n"
    );
    let program = listing::read("t.fp", &text).unwrap().program;
    let (textures, sampling) = ([(0, texture(4, 4, 1))], [(0, "mipmaps".parse::<Sampling>().unwrap())]);
    let pass = ListingPass { textures: &textures, sampling: &sampling, ..ListingPass::new(&program, Chip::None, 2, 2) };
    let said = pass.run().unwrap_err().to_string();
    assert!(said.contains("TEX of a texture with mip levels in a program with branches or loops"), "{said}");
    let text = text.replace("TEX a", "TXL a");
    let program = listing::read("t.fp", &text).unwrap().program;
    let pass = ListingPass { textures: &textures, sampling: &sampling, ..ListingPass::new(&program, Chip::None, 2, 2) };
    pass.run().unwrap();
}

/// Returns the text with one word replaced by another of its kind.
fn changed(text: &str, random: &mut Random) -> String {
    let kinds: [&[&str]; 7] = [
        &["MULR ", "ADDR ", "MAXR ", "MINR ", "SGER ", "SUBH ", "MULX ", "DIVR ", "MOVR "],
        &["MUL ", "ADD ", "MAX ", "MIN ", "SLT ", "XPD ", "DP3 "],
        &["TXL ", "TEX ", "TXB ", "TXP "],
        &["DDX ", "DDY ", "MOV ", "ABS ", "FRC ", "LIT "],
        &["GT", "LT", "EQ", "NE", "GE", "LE"],
        &[".x", ".y", ".z", ".w"],
        &["ARB_fog_exp2", "ARB_fog_exp", "ARB_fog_linear"],
    ];
    let kind = kinds[random.below(kinds.len())];
    let (old, new) = (kind[random.below(kind.len())], kind[random.below(kind.len())]);
    let places: Vec<usize> = text.match_indices(old).map(|(at, _)| at).collect();
    match places.is_empty() {
        true => text.to_owned(),
        false => {
            let at = places[random.below(places.len())];
            [&text[..at], new, &text[at + old.len()..]].concat()
        }
    }
}

#[test]
fn mutants_of_listings_end_in_a_result_or_an_error() {
    let texts = [
        "!!FP1.0\nDECLARE s = {2, 3, 4, 5};\nDEFINE t = +0.5;\nTEX R0, f[TEX0], TEX0, 2D;\nMOVRC RC, R0;\nMOVH H1.x (GT.x), R0.x;\n\
         DDX R2, R0.xyxy;\nKIL LT.y;\nMADR_SAT R1, R0, s, -t;\nDDY R2.xy, H1;\nADDR o[COLR], R1, R2;\nMOVX o[COLH].w, f[COL1];\nEND\n",
        "!!ARBfp1.0\nOPTION NV_fragment_program2;\nOPTION ARB_fog_exp2;\nTEMP a, b;\nSHORT OUTPUT o = result.color;\n\
         PARAM p[3] = { state.matrix.mvp.row[1..2], program.local[0] };\nMOVC a, p[2];\nREP p[2].x;\nIF GT.x;\nTXL a, p[0], texture[0], 3D;\n\
         ELSE;\nADDC a.x, a, -p[1];\nENDIF;\nBRK (LT.x);\nENDREP;\nMUL o, a, b;\nMOV result.depth.z, a;\nEND\n",
        "!!ARBfp1.0\nOPTION NV_fragment_program;\nTEMP a;\nTXP a, fragment.texcoord[1], texture[0], 1D;\nTXB a, a, texture[0], 1D;\n\
         TXD a, a, a.y, a.z, texture[0], 1D;\nKIL a;\nMOV result.color, a;\nEND\n",
    ];
    let mut random = Random::new(20);
    let mut ran = 0;
    for round in 0..if is_quick() { 150 } else { 3000 } {
        let mut text = texts[round % texts.len()].to_owned();
        for _ in 0..random.below(6) {
            text = changed(&text, &mut random);
        }
        // Few of these can be read: they only must not crash the reader.
        drop(listing::read("mutant.fp", &mutant(&text, &mut random)));
        let Ok(read) = listing::read("mutant.fp", &text) else { continue };
        let layers = if text.contains("3D") { 3 } else { 1 };
        let height = if text.contains("1D") { 1 } else { 2 };
        let textures = [(0, texture(5, height, layers))];
        let sampling = [(0, ["nearest", "linear,mipmaps", "repeat"][round / 3 % 3].parse().unwrap())];
        let locals = [(0, [3.0, -1.0, f32::NAN, f32::INFINITY]), (64, [1.0; 4])];
        let chip = [Chip::None, Chip::Nv40][round / 9 % 2];
        let pass = ListingPass {
            textures: &textures,
            sampling: &sampling,
            locals: &locals,
            ..ListingPass::new(&read.program, chip, 3, 2)
        };
        let (Ok((results, _)), Ok(fragment)) = (pass.run(), pass.debug(1, 1)) else { continue };
        ran += 1;
        if !matches!(fragment.end, super::super::debug::End::Killed(_)) {
            let same = |(a, b): (u32, u32)| a == b || f32::from_bits(a).is_nan() && f32::from_bits(b).is_nan();
            let texel = results[0].texels[4].map(f32::to_bits);
            assert!(texel.into_iter().zip(fragment.outputs[0].words).all(same), "{chip}:\n{text}");
        }
    }
    assert!(ran > 40, "{ran}");
}
