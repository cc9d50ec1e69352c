//! Rewrites programs from listings, so that the pass decides what the driver would take from OpenGL's fixed stages.
//!
//! - OpenGL's state becomes local parameters.
//! - Colours, the fog coordinate and the facing become texture coordinates: vertices clamp colours to 0 to 1, and have no alpha for the
//!   secondary one.
//! - A program that needs no option of NVIDIA's loses it, so that every driver takes it.
//! - The depth becomes a colour output, so that it can be read back as a float.

use crate::backend::BackendError;
use crate::fragment_program::listing::print_bare;
use crate::fragment_program::{
    Binding, Destination, FragmentProgram, Instruction, InstructionSet, Opcode, Operand, Parameter, Register, Scalar,
};
use crate::ir::Attribute;

/// Rewrites a program for an assembler with this number of texture coordinates. Constants and attributes keep their order; new ones come
/// last.
///
/// # Errors
/// There are too few texture coordinates.
pub(in crate::backend::gl) fn rewritten(
    program: &FragmentProgram,
    available: usize,
    device: &str,
) -> Result<FragmentProgram, BackendError> {
    let mut program = program.clone();
    bind_state_to_locals(&mut program);
    move_attributes(&mut program, available, device)?;
    move_depth(&mut program);
    drop_option(&mut program);
    Ok(program)
}

/// Drops the option of a program whose instructions ARB_fragment_program has.
fn drop_option(program: &mut FragmentProgram) {
    let set = program.set;
    if matches!(set, InstructionSet::Nv30 | InstructionSet::Nv40) {
        program.set = InstructionSet::Arb;
        if print_bare(program).is_err() {
            program.set = set;
        }
    }
}

fn bind_state_to_locals(program: &mut FragmentProgram) {
    let local = |parameter: &Parameter| if let Binding::Local(n) = parameter.binding { Some(n + 1) } else { None };
    let mut next = program.parameters.iter().filter_map(local).max().unwrap_or(0);
    for parameter in &mut program.parameters {
        if let Binding::State(_) = parameter.binding {
            parameter.binding = Binding::Local(next);
            next += 1;
        }
    }
}

fn move_attributes(program: &mut FragmentProgram, available: usize, device: &str) -> Result<(), BackendError> {
    let mut used = vec![false; available];
    for coordinate in &program.coordinates {
        if let Attribute::TexCoord(number) = coordinate.attribute
            && let Some(used) = used.get_mut(number)
        {
            *used = true;
        }
    }
    let mut free = (0..available).filter(|number| !used[*number]);
    let needed = program.coordinates.len();
    for coordinate in &mut program.coordinates {
        if let Attribute::TexCoord(_) = coordinate.attribute {
            continue;
        }
        let Some(number) = free.next() else {
            return Err(BackendError::Exceeds {
                what: format!("program `{}`", program.name),
                resource: "interpolated attributes",
                needed: needed as u64,
                available: available as u64,
                device: device.to_owned(),
                hint: None,
            });
        };
        coordinate.attribute = Attribute::TexCoord(number);
    }
    Ok(())
}

fn move_depth(program: &mut FragmentProgram) {
    if !program.writes_depth() {
        return;
    }
    let depth = Register::Output(program.outputs);
    program.outputs += 1;
    for instruction in &mut program.instructions {
        if let Some(destination) = instruction.destination.as_mut().filter(|own| own.register == Register::Depth) {
            destination.register = depth;
        }
    }
    // The components beside the depth are zero, as on the emulator.
    let zero = Register::Parameter(program.parameters.len());
    program.parameters.push(Parameter { binding: Binding::Literal, components: [Scalar::Literal(0); 4] });
    let all = Destination { register: depth, mask: 0b1111 };
    program.instructions.insert(0, Instruction::new(Opcode::Mov, all, vec![Operand::new(zero)]));
}
