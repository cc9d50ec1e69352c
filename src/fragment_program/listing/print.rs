//! The printer: writes a program as text.

use std::fmt::Write;

use crate::fragment_program::{Binding, FragmentProgram, InstructionSet, Opcode, Parameter, Register, Scalar};
use crate::syntax::Span;

use super::error::ListingError;
use super::head::{self, WRITES};
use super::instruction::{Columns, columns};
use super::names::{Names, ascii};
use super::naming::Naming;
use super::number::decimal;
use super::{CONDITION_ONLY, has_condition_only, header, option};

/// The maximum width of a line of declarations.
const WIDTH: usize = 100;
/// The maximum width to which a column of operands is padded.
const MAX_COLUMN: usize = 28;

/// Prints a program as a listing, for people and assemblers. Comments give the names and meanings of inputs and constants, and the
/// source line that an instruction comes from.
///
/// # Errors
/// Fails if an instruction, operand or number cannot be written for the assembler of the program's instruction set.
pub fn print(program: &FragmentProgram, names: &Names) -> Result<String, ListingError> {
    Ok(mapped(program, names)?.text)
}

/// A listing with the position of each instruction in it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Mapped {
    /// The listing, as [`print()`] writes it.
    pub text: String,
    /// The line of each instruction of the program, counted from 1.
    pub lines: Vec<usize>,
    /// The text of each instruction of the program, in parts: the opcode, the destination if it has one, and the operands.
    pub cells: Vec<Vec<String>>,
}

/// Prints a program as [`print()`] does, and also returns the line of each instruction.
///
/// ```
/// use brooklet::fragment_program::listing;
/// let text = "!!ARBfp1.0\nTEMP a;\nMOV a, program.local[0];\nMUL result.color, a, a;\nEND\n";
/// let program = listing::read("square.fp", text)?.program;
/// let mapped = listing::mapped(&program, &listing::Names::numbered(&program))?;
/// assert!(mapped.text.lines().nth(mapped.lines[1] - 1).unwrap().starts_with("MUL"));
/// assert_eq!(mapped.cells[1], ["MUL", "result.color", "R0", "R0"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The same as for [`print()`].
pub fn mapped(program: &FragmentProgram, names: &Names) -> Result<Mapped, ListingError> {
    write(program, Head::Names(names))
}

/// Prints a program as a listing whose only comments are these lines, after the first line.
///
/// # Errors
/// The same as for [`print()`].
pub fn print_with(program: &FragmentProgram, lines: &[String]) -> Result<String, ListingError> {
    Ok(mapped_with(program, lines)?.text)
}

/// Does the same as [`print_with`], and says where each instruction is.
///
/// # Errors
/// The same as for [`print()`].
pub fn mapped_with(program: &FragmentProgram, lines: &[String]) -> Result<Mapped, ListingError> {
    write(program, Head::Lines(lines))
}

/// The comments of a listing.
#[derive(Clone, Copy)]
enum Head<'a> {
    /// The names of inputs and constants, and the source lines of instructions.
    Names(&'a Names),
    /// These lines.
    Lines(&'a [String]),
    None,
}

/// Prints a program as a listing without comments. If [`read()`](super::read()) reads this text, the resulting program prints the same
/// text.
///
/// # Errors
/// The same as for [`print()`].
pub fn print_bare(program: &FragmentProgram) -> Result<String, ListingError> {
    Ok(write(program, Head::None)?.text)
}

fn write(program: &FragmentProgram, head: Head) -> Result<Mapped, ListingError> {
    let mut text = format!("{}\n", header(program.set));
    match head {
        Head::Names(names) => head::write(&mut text, program, names),
        Head::Lines(lines) => lines.iter().for_each(|line| writeln!(text, "{}", ascii(line)).expect(WRITES)),
        Head::None => {}
    }
    if let Some(option) = option(program.set) {
        writeln!(text, "OPTION {option};").expect(WRITES);
    }
    if program.outputs > 1 {
        text.push_str("OPTION ARB_draw_buffers;\n");
    }
    let integers = integer_literals(program);
    let naming = Naming::arb(program);
    declarations(&mut text, program, &naming, &integers)?;
    text.push('\n');
    let lines = program
        .instructions
        .iter()
        .enumerate()
        .map(|(at, instruction)| columns(program, &naming, &integers, at, instruction))
        .collect::<Result<Vec<_>, _>>()?;
    let mut widths = [0; 5];
    for line in &lines {
        for (width, cell) in widths.iter_mut().zip(&line.cells) {
            *width = cell.chars().count().min(MAX_COLUMN).max(*width);
        }
    }
    let mut depth = 0usize;
    let mut known = None;
    let mut numbers = Vec::with_capacity(lines.len());
    // The position up to which line breaks have been counted, and their number.
    let mut counted = (0, 0);
    for (at, line) in lines.iter().enumerate() {
        let opcode = program.instructions[at].opcode;
        if matches!(opcode, Opcode::Else | Opcode::EndIf | Opcode::EndRep | Opcode::EndLoop) {
            depth = depth.saturating_sub(1);
        }
        if matches!(head, Head::Names(_)) {
            source_line(&mut text, program, at, depth, &mut known);
        }
        counted = (text.len(), counted.1 + text[counted.0..].matches('\n').count());
        numbers.push(1 + counted.1);
        one(&mut text, line, &widths, depth);
        if matches!(opcode, Opcode::If | Opcode::Else | Opcode::Rep | Opcode::Loop) {
            depth += 1;
        }
    }
    text.push_str("END\n");
    Ok(Mapped { text, lines: numbers, cells: lines.into_iter().map(|line| line.cells).collect() })
}

fn one(text: &mut String, line: &Columns, widths: &[usize; 5], depth: usize) {
    let start = text.len();
    text.extend(std::iter::repeat_n("  ", depth.min(MAX_COLUMN)));
    for (at, cell) in line.cells.iter().enumerate() {
        let last = at + 1 == line.cells.len();
        // There is no comma after the opcode.
        let comma = if last || at == 0 { "" } else { "," };
        let width = if last { 0 } else { widths.get(at).copied().unwrap_or(0) + comma.len() + 1 };
        write!(text, "{:width$}", format!("{cell}{comma}")).expect(WRITES);
        if !last && !text.ends_with(' ') {
            text.push(' ');
        }
    }
    let trimmed = text.trim_end().len().max(start);
    text.truncate(trimmed);
    text.push_str(";\n");
}

/// Writes a comment with the source line of an instruction, unless the instruction before it comes from the same line.
fn source_line(
    text: &mut String,
    program: &FragmentProgram,
    at: usize,
    depth: usize,
    known: &mut Option<(u32, usize)>,
) {
    let Some(span) = program.span(at).filter(|span| *span != Span::default()) else { return };
    let Some(file) = program.files.0.get(span.file as usize) else { return };
    let line = program.files.line(span);
    if known.replace((span.file, line)) == Some((span.file, line)) {
        return;
    }
    let written = file.text.lines().nth(line - 1).unwrap_or_default().trim();
    let shown: String = ascii(written).chars().take(WIDTH).collect();
    let indent = "  ".repeat(depth.min(MAX_COLUMN));
    writeln!(text, "{indent}# {}:{line}: {shown}", ascii(&file.name)).expect(WRITES);
}

fn declarations(
    text: &mut String,
    program: &FragmentProgram,
    naming: &Naming,
    integers: &[bool],
) -> Result<(), ListingError> {
    for (at, parameter) in program.parameters.iter().enumerate() {
        match parameter.binding {
            Binding::Local(n) => writeln!(text, "PARAM c{at} = program.local[{n}];").expect(WRITES),
            Binding::Environment(n) => writeln!(text, "PARAM c{at} = program.env[{n}];").expect(WRITES),
            Binding::State(n) => {
                let name = program.states.get(n).map_or("", |state| &state.name);
                writeln!(text, "PARAM c{at} = state.{name};").expect(WRITES);
            }
            Binding::Literal => {
                let mut numbers = Vec::with_capacity(4);
                let integer = integers[at];
                for scalar in &parameter.components {
                    numbers.push(match *scalar {
                        Scalar::Unused if integer => "0".to_owned(),
                        Scalar::Unused => "0.0".to_owned(),
                        // A float in a constant that is declared as integers is written as its bits.
                        Scalar::Literal(bits) if integer => (bits as i32).to_string(),
                        Scalar::Literal(bits) => number(program.set, at, bits)?,
                        Scalar::Uniform(_) | Scalar::Runtime => return Err(ListingError::NotLiteral { parameter: at }),
                    });
                }
                let ty = if integer { "INT " } else { "" };
                writeln!(text, "{ty}PARAM c{at} = {{ {} }};", numbers.join(", ")).expect(WRITES);
            }
        }
    }
    let condition_only = has_condition_only(program).then(|| CONDITION_ONLY.to_owned());
    let of = |half: bool| naming.temporaries.iter().zip(&naming.halves).filter(move |(_, own)| **own == half);
    temporaries(text, "TEMP", of(false).map(|(name, _)| name.clone()).chain(condition_only));
    temporaries(text, "SHORT TEMP", of(true).map(|(name, _)| name.clone()));
    Ok(())
}

/// Declares temporaries with these names.
fn temporaries(text: &mut String, keyword: &str, names: impl Iterator<Item = String>) {
    let mut line = keyword.to_owned();
    for name in names {
        if line.len() + name.len() + 3 > WIDTH {
            writeln!(text, "{line};").expect(WRITES);
            line = keyword.to_owned();
        }
        let comma = if line == keyword { " " } else { ", " };
        write!(line, "{comma}{name}").expect(WRITES);
    }
    if line != keyword {
        writeln!(text, "{line};").expect(WRITES);
    }
}

fn number(set: InstructionSet, parameter: usize, bits: u32) -> Result<String, ListingError> {
    match (decimal(bits), set) {
        (Some(text), _) => Ok(text),
        // This notation is our own.
        (None, InstructionSet::R520 | InstructionSet::Plain) => Ok(format!("0x{bits:08x}")),
        (None, _) => Err(ListingError::NoLiteral { parameter, value: f32::from_bits(bits), bits, set }),
    }
}

/// Returns, for each literal constant, whether it has to be declared as integers. It has to if an instruction reads one of its numbers
/// as an integer, or if the bits of one are not a float that the chip can hold.
fn integer_literals(program: &FragmentProgram) -> Vec<bool> {
    let mut integers = vec![[false; 4]; program.parameters.len()];
    if !program.set.integers() {
        return vec![false; integers.len()];
    }
    let mut read_as_float = integers.clone();
    for instruction in &program.instructions {
        let reads = instruction.reads(program);
        for source in &instruction.sources {
            let Register::Parameter(k) = source.register else { continue };
            let (Some(integer), Some(float)) = (integers.get_mut(k), read_as_float.get_mut(k)) else { continue };
            let read = (0..4).filter(|lane| reads >> lane & 1 == 1);
            for component in read.filter_map(|lane| source.swizzle[lane].number()) {
                match instruction.opcode {
                    // These copy the bits.
                    Opcode::Mov | Opcode::Swz | Opcode::Cmp if instruction.kind.is_float() => {}
                    Opcode::Txf => integer[component] = true,
                    // The type of these instructions is that of their result. They read a float.
                    Opcode::Trunc | Opcode::Round | Opcode::Ceil | Opcode::Flr => float[component] = true,
                    _ if instruction.kind.is_float() => float[component] = true,
                    _ => integer[component] = true,
                }
            }
        }
    }
    // A number that is only copied is an integer if its bits would be an unusual float: a denormal, an infinity or a NaN. Small
    // positive and negative integers have such bits.
    let odd = |bits: u32| {
        let exponent = bits >> 23 & 0xff;
        exponent == 0 && bits << 1 != 0 || exponent == 0xff
    };
    let is_integer = |((parameter, integer), float): ((&Parameter, &[bool; 4]), &[bool; 4])| {
        (0..4).any(|k| integer[k] || !float[k] && matches!(parameter.components[k], Scalar::Literal(bits) if odd(bits)))
    };
    program.parameters.iter().zip(&integers).zip(&read_as_float).map(is_integer).collect()
}
