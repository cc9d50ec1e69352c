//! Tests of counts: the examples of ARB_fragment_program's issue 24, and a program that does not fit.

use super::{Counts, Resource, check};
use crate::fragment_program::{
    Chip, Destination, FragmentProgram, Instruction, InstructionSet, Opcode, Operand, Register,
};
use crate::fragment_program::{Coordinate, Sampler, TextureTarget};

fn program(instructions: Vec<Instruction>) -> FragmentProgram {
    FragmentProgram {
        name: "example".into(),
        set: InstructionSet::Arb,
        about: Vec::new(),
        uniforms: Vec::new(),
        states: Vec::new(),
        parameters: Vec::new(),
        coordinates: (0..2)
            .map(|number| Coordinate { attribute: crate::ir::Attribute::TexCoord(number), components: [None; 4] })
            .collect(),
        samplers: (0..4).map(|unit| Sampler { unit, input: unit, target: TextureTarget::TwoD }).collect(),
        temporaries: 2,
        outputs: 1,
        instructions,
        files: Default::default(),
    }
}

fn to(register: Register, opcode: Opcode, sources: &[Register]) -> Instruction {
    let sources = sources.iter().map(|source| Operand::new(*source)).collect();
    Instruction::new(opcode, Destination { register, mask: 0b1111 }, sources)
}

fn tex(register: Register, coordinate: Register, sampler: usize) -> Instruction {
    Instruction { sampler: Some(sampler), ..to(register, Opcode::Tex, &[coordinate]) }
}

#[test]
fn indirections_of_the_specification() {
    use Register::{Coordinate, Output, Temporary};
    let one = program(vec![to(Output(0), Opcode::Mov, &[Coordinate(0)])]);
    let two =
        program(vec![to(Temporary(0), Opcode::Mul, &[Coordinate(0), Coordinate(1)]), tex(Output(0), Temporary(0), 0)]);
    let three = program(vec![
        tex(Temporary(0), Coordinate(0), 0),
        to(Temporary(0), Opcode::Mul, &[Temporary(0), Temporary(0)]),
        tex(Temporary(1), Coordinate(1), 1),
        tex(Temporary(1), Temporary(0), 2),
        tex(Output(0), Temporary(1), 3),
    ]);
    let counted = [&one, &two, &three].map(|program| {
        let Counts { alu, tex, indirections, .. } = Counts::of(program);
        (alu, tex, indirections)
    });
    assert_eq!(counted, [(1, 0, 1), (1, 1, 2), (1, 4, 3)]);
}

#[test]
fn where_a_result_goes_matters_to_chips_with_nodes_alone() {
    use Register::{Coordinate, Output, Temporary};
    let mut program = program(vec![
        to(Temporary(0), Opcode::Mul, &[Coordinate(0), Coordinate(1)]),
        tex(Temporary(0), Coordinate(0), 0),
        to(Output(0), Opcode::Mov, &[Temporary(0)]),
    ]);
    assert_eq!(Counts::of(&program).indirections, 2);
    program.set = InstructionSet::Nv40;
    assert_eq!(Counts::of(&program).indirections, 1);
}

#[test]
fn what_does_not_fit_is_said_with_both_numbers() {
    use Register::{Output, Temporary};
    let mut instructions = vec![tex(Temporary(0), Register::Coordinate(0), 0)];
    instructions.extend((0..5).map(|_| tex(Temporary(0), Temporary(0), 0)));
    instructions.push(to(Output(0), Opcode::Mov, &[Temporary(0)]));
    let program = program(instructions);
    let excess = check(&program, Chip::R420);
    assert_eq!(excess.len(), 1);
    assert_eq!((excess[0].resource, excess[0].needed, excess[0].available), (Resource::Indirections, 6, 4));
    assert_eq!(excess[0].to_string(), "6 texture indirections, and the chip has 4");
    assert!(check(&program, Chip::R520).is_empty() && check(&program, Chip::None).is_empty());
}
