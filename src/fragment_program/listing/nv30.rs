//! The printer of `!!FP1.0`, the syntax of NV_fragment_program, as NVIDIA's compiler `cgc` wrote it.

use std::fmt::Write;

use crate::fragment_program::{Binding, FragmentProgram, InstructionSet};

use super::error::ListingError;
use super::head::WRITES;
use super::instruction::columns;
use super::names::ascii;
use super::naming::Naming;
use super::print::Mapped;
use super::read::NV30_HEADER;

/// Prints a program for an NV30 in the syntax of NV_fragment_program. `lines` are comments behind the first line. `names` has the name of
/// each constant that is set by name, and an empty name for the others.
///
/// ```
/// use brooklet::fragment_program::listing;
/// let text = "!!FP1.0\nDECLARE scale;\nTEX R0, f[TEX0], TEX0, RECT;\nMULR o[COLR], R0, scale.x;\nEND\n";
/// let read = listing::read("scale.fp", text)?;
/// let again = listing::print_nv30(&read.program, &[], &read.parameters)?;
/// assert!(again.ends_with("MULR  o[COLR], R0, scale.x;\nEND\n"), "{again}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Fails if the program is for other chips, writes more than one colour, or has an instruction, operand or number that cannot be written.
pub fn print_nv30(program: &FragmentProgram, lines: &[String], names: &[String]) -> Result<String, ListingError> {
    Ok(mapped_nv30(program, lines, names)?.text)
}

/// Prints a program as [`print_nv30`] does, and also returns the line of each instruction.
///
/// # Errors
/// Those of [`print_nv30`].
pub fn mapped_nv30(program: &FragmentProgram, lines: &[String], names: &[String]) -> Result<Mapped, ListingError> {
    if program.outputs > 1 {
        return Err(ListingError::TooManyColors { got: program.outputs, max: 1, set: InstructionSet::Nv30 });
    }
    let naming = Naming::nv30(program, names);
    let mut text = format!("{NV30_HEADER}\n");
    lines.iter().for_each(|line| writeln!(text, "{}", ascii(line)).expect(WRITES));
    for (parameter, name) in program.parameters.iter().zip(names) {
        if !name.is_empty() && parameter.binding != Binding::Literal {
            writeln!(text, "DECLARE {name};").expect(WRITES);
        }
    }
    let integers = vec![false; program.parameters.len()];
    let mut mapped = Mapped::default();
    let mut line = text.lines().count();
    for (at, instruction) in program.instructions.iter().enumerate() {
        line += 1;
        mapped.lines.push(line);
        let cells = columns(program, &naming, &integers, at, instruction)?.cells;
        let (opcode, operands) = cells.split_first().map_or(("", &[][..]), |(first, rest)| (first.as_str(), rest));
        writeln!(text, "{}", format!("{opcode:<5} {}", operands.join(", ")).trim_end().to_owned() + ";").expect(WRITES);
        mapped.cells.push(cells);
    }
    text.push_str("END\n");
    Ok(Mapped { text, ..mapped })
}
