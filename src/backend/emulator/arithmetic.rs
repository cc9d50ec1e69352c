//! Executes generic code in the arithmetic of a chip, and translates programs for a chip.

use crate::fragment_program::arithmetic::{Arithmetic, Fp24, G80, GeForce, Ieee, R520};
use crate::fragment_program::{Chip, FragmentProgram};
use crate::ir::Precision;

use super::bytecode::{Allocated, Code, Fault, Known, Mipmaps, Numbers, Translated, allocate, translate};
use super::interpreter::evaluate;
use super::lanes::Slots;

/// Executes code that is generic over the arithmetic in the arithmetic of a chip.
macro_rules! in_arithmetic {
    ($chip:expr, $arithmetic:ident => $work:expr) => {
        match $chip {
            Chip::R300 | Chip::R420 => {
                type $arithmetic = Fp24;
                $work
            }
            Chip::R520 => {
                type $arithmetic = R520;
                $work
            }
            Chip::Nv30 | Chip::Nv40 | Chip::G70 => {
                type $arithmetic = GeForce;
                $work
            }
            Chip::G80 => {
                type $arithmetic = G80;
                $work
            }
            Chip::None => {
                type $arithmetic = Ieee;
                $work
            }
        }
    };
}

pub(super) use in_arithmetic;

fn stored<A: Arithmetic>(bits: u32) -> u32 {
    A::store(f32::from_bits(bits)).to_bits()
}

fn halved<A: Arithmetic>(bits: u32) -> u32 {
    A::store(Precision::Half.round(f32::from_bits(bits))).to_bits()
}

/// Returns the function that converts the bits of a chip's number to those of the number that a texture of halves holds. Where there are no
/// infinities, the chip's largest number stands for them.
pub fn half_of(chip: Chip) -> fn(u32) -> u32 {
    in_arithmetic!(chip, A => halved::<A>)
}

/// Returns the function that converts the bits of an uploaded number to the bits that the chip stores.
pub fn store_of(chip: Chip) -> fn(u32) -> u32 {
    in_arithmetic!(chip, A => stored::<A>)
}

/// Returns the properties of a chip's numbers.
fn numbers_of(chip: Chip) -> Numbers {
    let evaluate: fn(&mut Slots, Code, &[u32]) -> u32 = in_arithmetic!(chip, A => evaluate::<A>);
    let exact = in_arithmetic!(chip, A => A::EXACT);
    Numbers { evaluate, ieee: chip == Chip::None, exact }
}

/// Translates a program into channel operations. The result is for all passes, or for one pass whose constants and extents are known. `mipmaps` are the
/// textures with mip levels.
pub(super) fn translated(
    program: &FragmentProgram,
    chip: Chip,
    known: Option<Known>,
    mipmaps: &Mipmaps,
) -> Result<(Allocated, Translated), Fault> {
    let translated = translate(program, chip, numbers_of(chip), store_of(chip), known, mipmaps)?;
    Ok((allocate(&translated)?, translated))
}
