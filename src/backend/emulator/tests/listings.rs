//! Tests that a listing gives the same bits as a batch and instruction by instruction.

use crate::backend::{ListingPass, Sampling, Texels};
use crate::fragment_program::{Chip, listing};

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
