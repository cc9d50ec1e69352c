//! The names of registers in a listing: those of ARB_fragment_program, or those of NV_fragment_program.

use crate::fragment_program::{Binding, FragmentProgram, Instruction, InstructionSet, NumberType, Register, Scalar};
use crate::ir::Attribute;

use super::number::decimal;
use super::{CONDITION_ONLY, head};

/// The number of parameters that NV_fragment_program has by number, `p[0]` and on.
const NUMBERED: usize = 64;

/// How the registers of a program are named.
pub(super) struct Naming {
    /// Whether the syntax is that of NV_fragment_program, where registers need no declaration.
    pub bare: bool,
    /// The names of the temporaries.
    pub temporaries: Vec<String>,
    /// Which temporaries are registers of half precision.
    pub halves: Vec<bool>,
    /// The names of the constants that have one.
    pub parameters: Vec<String>,
    /// Whether the colour is written with half precision.
    half_color: bool,
}

impl Naming {
    /// Returns the names in the syntax of ARB_fragment_program.
    pub fn arb(program: &FragmentProgram) -> Naming {
        let halves = match program.set {
            InstructionSet::Nv30 | InstructionSet::Nv40 => program.halves(),
            _ => vec![false; program.temporaries],
        };
        let parameters = (0..program.parameters.len()).map(|k| format!("c{k}")).collect();
        Naming { bare: false, temporaries: numbered(&halves), halves, parameters, half_color: false }
    }

    /// Returns the names in the syntax of NV_fragment_program. `names` has the name of each constant, which is empty if it has none.
    pub fn nv30(program: &FragmentProgram, names: &[String]) -> Naming {
        let halves = program.halves();
        let writes = |instruction: &&Instruction| {
            instruction.destination.is_some_and(|destination| destination.register == Register::Output(0))
        };
        let mut colors = program.instructions.iter().filter(writes).peekable();
        let half_color = colors.peek().is_some() && colors.all(|own| own.kind.precision().is_some());
        Naming { bare: true, temporaries: numbered(&halves), halves, parameters: names.to_vec(), half_color }
    }

    /// Whether what is written to this register is rounded to half precision.
    pub fn is_half(&self, register: Register) -> bool {
        match register {
            Register::Temporary(k) => self.halves.get(k).copied().unwrap_or(false),
            Register::Output(0) => self.half_color,
            _ => false,
        }
    }

    /// Returns the name of the register for results of which only the condition code is used.
    pub fn condition_only(&self, kind: NumberType) -> &'static str {
        match (self.bare, kind.precision()) {
            (false, _) => CONDITION_ONLY,
            (true, None) => "RC",
            (true, Some(_)) => "HC",
        }
    }

    /// Returns the name of an attribute, or `None` if the syntax has none for it.
    pub fn attribute(&self, attribute: Attribute) -> Option<String> {
        match attribute {
            _ if !self.bare => Some(head::attribute(attribute)),
            Attribute::Position => Some("f[WPOS]".to_owned()),
            Attribute::Color(number) => Some(format!("f[COL{number}]")),
            Attribute::TexCoord(number) => Some(format!("f[TEX{number}]")),
            Attribute::Fog => Some("f[FOGC]".to_owned()),
            Attribute::Facing => None,
        }
    }

    /// Returns the name of the first colour in the syntax of NV_fragment_program.
    pub fn color(&self) -> &'static str {
        if self.half_color { "o[COLH]" } else { "o[COLR]" }
    }

    /// Returns the name of the depth.
    pub fn depth(&self) -> &'static str {
        if self.bare { "o[DEPR]" } else { "result.depth" }
    }

    /// Returns the name of a constant, or its numbers in the syntax of NV_fragment_program; or says what is wrong.
    pub fn parameter(&self, program: &FragmentProgram, k: usize) -> Result<String, String> {
        if let Some(name) = self.parameters.get(k).filter(|name| !name.is_empty()) {
            return Ok(name.clone());
        }
        let parameter = &program.parameters[k];
        match parameter.binding {
            Binding::Literal => literal(&parameter.components),
            Binding::Local(n) => match parameter.components.iter().find_map(|scalar| match scalar {
                Scalar::Literal(bits) => Some(f32::from_bits(*bits)),
                _ => None,
            }) {
                Some(value) => Err(format!("the number {value} has no literal: pass it as a parameter")),
                None if n < NUMBERED => Ok(format!("p[{n}]")),
                None => Err(format!("parameter {n} has no name, and there are {NUMBERED} without names")),
            },
            Binding::Environment(_) | Binding::State(_) => {
                Err("NV_fragment_program has local parameters alone: declare one".to_owned())
            }
        }
    }
}

/// Returns the names of temporaries: `R0` and on, and `H0` and on for those of half precision.
fn numbered(halves: &[bool]) -> Vec<String> {
    let mut next = [0, 0];
    halves
        .iter()
        .map(|&half| {
            let number = &mut next[usize::from(half)];
            *number += 1;
            format!("{}{}", if half { 'H' } else { 'R' }, *number - 1)
        })
        .collect()
}

/// Returns a vector of numbers. Those at its end that are 0, 0, 0, 1 where nothing is written are left out.
pub(super) fn literal(components: &[Scalar; 4]) -> Result<String, String> {
    let missing = [0.0f32, 0.0, 0.0, 1.0].map(f32::to_bits);
    let bits: [Option<u32>; 4] = std::array::from_fn(|k| match components[k] {
        Scalar::Unused => Some(missing[k]),
        Scalar::Literal(bits) => Some(bits),
        Scalar::Uniform(_) | Scalar::Runtime => None,
    });
    let count = (1..4).rev().find(|&k| bits[k] != Some(missing[k])).map_or(1, |last| last + 1);
    let number = |bits: &Option<u32>| {
        let bits = bits.ok_or("a constant of which not all numbers are known")?;
        let text = decimal(bits).ok_or_else(|| format!("the number {} has no literal", f32::from_bits(bits)))?;
        Ok(text.strip_suffix(".0").map_or(text.clone(), str::to_owned))
    };
    let numbers = bits[..count].iter().map(number).collect::<Result<Vec<_>, String>>()?;
    Ok(format!("{{{}}}", numbers.join(", ")))
}
