//! Tests of the language: small programs, drawn on emulated chips.

mod errors;
mod interface;
mod language;
mod library;
mod listings;
mod order;
mod samplers;
mod textures;

use super::{Draw, Options, Precisions, Profile, Program};
use crate::fragment_program::Chip;
use crate::syntax::Code;

/// Compiles a program, which must have no errors.
pub(super) fn compiled(text: &str, options: &Options) -> Program {
    match super::compile("test.cg", text, options) {
        Ok(program) => program,
        Err(errors) => panic!("{errors}\n{text}"),
    }
}

/// Returns the colour of a program at the only fragment of a draw, on a chip of a profile.
pub(super) fn color_on(text: &str, profile: Profile, chip: Chip) -> [f32; 4] {
    let program = compiled(text, &Options::of(profile));
    let (results, _) = Draw::new(&program, 1, 1).run(chip).unwrap_or_else(|error| panic!("{error}\n{text}"));
    results[0].texels[0]
}

/// Returns the colour of a program whose body is this, on the plain machine. The body may use the texture coordinate `at`, which is
/// (0.5, 0.5, 0, 1).
pub(super) fn color(body: &str) -> [f32; 4] {
    program_color(&format!("float4 main(float4 at : TEXCOORD0) : COLOR {{ {body} }}"))
}

/// Returns the colour of a whole program, which is the same in straight-line code and with loops.
pub(super) fn program_color(text: &str) -> [f32; 4] {
    let straight = color_on(text, Profile::Arbfp1, Chip::None);
    let options = Options { precisions: Precisions::Floats, ..Options::of(Profile::Fp40) };
    let program = compiled(text, &options);
    let (results, _) = Draw::new(&program, 1, 1).run(Chip::None).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let flow = results[0].texels[0];
    assert_eq!(straight.map(f32::to_bits), flow.map(f32::to_bits), "{straight:?} and {flow:?} for\n{text}");
    straight
}

/// Returns the codes of all errors and warnings of a program.
pub(super) fn codes(text: &str) -> Vec<Code> {
    let list = match super::compile("test.cg", text, &Options::default()) {
        Ok(program) => program.warnings.list,
        Err(errors) => errors.list,
    };
    list.into_iter().map(|diagnostic| diagnostic.code).collect()
}
