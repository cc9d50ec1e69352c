//! Generates random programs for tests, for any instruction set, with and without blocks.

use crate::fragment_program::{
    Binding, Component, Coordinate, Destination, FragmentProgram, Guard, Instruction, InstructionSet, NumberType,
    Opcode, Operand, Parameter, Register, Sampler, Scalar, Shape, Test, TextureTarget,
};
pub(crate) use crate::random::Random;

/// The settings for generating a random program.
#[derive(Clone, Copy)]
pub(crate) struct Recipe<'a> {
    pub set: InstructionSet,
    /// The opcodes that are chosen from.
    pub opcodes: &'a [Opcode],
    /// The approximate number of instructions.
    pub length: usize,
    /// Whether texture coordinates may be computed and results may be written to several render targets.
    pub dependent: bool,
}

/// The instructions of every instruction set that compute a vector or a scalar.
pub(crate) const COMMON: [Opcode; 24] = [
    Opcode::Abs,
    Opcode::Add,
    Opcode::Cmp,
    Opcode::Cos,
    Opcode::Dp3,
    Opcode::Dp4,
    Opcode::Ex2,
    Opcode::Flr,
    Opcode::Frc,
    Opcode::Lg2,
    Opcode::Lrp,
    Opcode::Mad,
    Opcode::Max,
    Opcode::Min,
    Opcode::Mov,
    Opcode::Mul,
    Opcode::Pow,
    Opcode::Rcp,
    Opcode::Rsq,
    Opcode::Sge,
    Opcode::Slt,
    Opcode::Sub,
    Opcode::Swz,
    Opcode::Xpd,
];

/// Generates a program with these settings. Each temporary is written before it is read.
pub(crate) fn program(seed: u64, recipe: Recipe) -> FragmentProgram {
    let mut random = Random::new(seed);
    let literal = |value: f32| Scalar::Literal(value.to_bits());
    let samplers = 2;
    let mut program = FragmentProgram {
        name: format!("random{seed}"),
        set: recipe.set,
        about: Vec::new(),
        uniforms: Vec::new(),
        states: Vec::new(),
        parameters: (0..2)
            .map(|k| Parameter { binding: Binding::Local(k), components: [Scalar::Runtime; 4] })
            .chain((0..2).map(|_| Parameter {
                binding: Binding::Literal,
                components: std::array::from_fn(|_| literal(random.below(2000) as f32 / 64.0 - 8.0)),
            }))
            .collect(),
        coordinates: (0..2)
            .map(|number| Coordinate { attribute: crate::ir::Attribute::TexCoord(number), components: [None; 4] })
            .collect(),
        samplers: (0..samplers).map(|unit| Sampler { unit, input: unit, target: TextureTarget::TwoD }).collect(),
        temporaries: 4 + random.below(5),
        outputs: if recipe.dependent { 1 + random.below(3) } else { 1 },
        instructions: Vec::new(),
        files: Default::default(),
    };
    for k in 0..program.temporaries {
        let fetched = k < samplers;
        let opcode = if fetched { Opcode::Tex } else { Opcode::Mov };
        let from = if fetched { Register::Coordinate(k) } else { Register::Parameter(k % 4) };
        let to = Destination { register: Register::Temporary(k), mask: 0b1111 };
        let made = Instruction::new(opcode, to, vec![Operand::new(from)]);
        program.instructions.push(Instruction { sampler: fetched.then_some(k), ..made });
    }
    let mut open = Vec::new();
    for _ in 0..recipe.length {
        if recipe.set.branches() && random.one_in(9) {
            block(&mut random, &mut program, &mut open);
            continue;
        }
        let made = instruction(&mut random, &program, recipe);
        program.instructions.push(made);
    }
    while let Some(end) = open.pop() {
        program.instructions.push(Instruction::flow(end));
    }
    // Every temporary is read at the end, so that nothing is dead code.
    for k in 1..program.temporaries {
        let sum = Destination { register: Register::Temporary(0), mask: 0b1111 };
        let of = [0, k].map(|k| Operand::new(Register::Temporary(k))).to_vec();
        program.instructions.push(Instruction::new(Opcode::Add, sum, of));
    }
    for k in 0..program.outputs {
        let to = Destination { register: Register::Output(k), mask: 0b1111 };
        let from = Operand::new(Register::Temporary((k + 1) % program.temporaries));
        let other = Operand::new(Register::Temporary(k % program.temporaries));
        program.instructions.push(Instruction::new(Opcode::Add, to, vec![from, other]));
    }
    program
}

/// Appends the start or the end of a block.
fn block(random: &mut Random, program: &mut FragmentProgram, open: &mut Vec<Opcode>) {
    if !open.is_empty() && random.one_in(2) {
        program.instructions.extend(open.pop().map(Instruction::flow));
        return;
    }
    if open.len() >= 3 {
        return;
    }
    if random.one_in(2) {
        let guard = Some(guard(random));
        program.instructions.push(Instruction { guard, ..Instruction::flow(Opcode::If) });
        open.push(Opcode::EndIf);
    } else {
        let count = Operand { swizzle: [Component::X; 4], ..Operand::new(Register::Parameter(0)) };
        program.instructions.push(Instruction { sources: vec![count], ..Instruction::flow(Opcode::Rep) });
        open.push(Opcode::EndRep);
    }
}

fn guard(random: &mut Random) -> Guard {
    let test =
        random.of(&[Test::Equal, Test::Greater, Test::Less, Test::NotEqual, Test::GreaterEqual, Test::LessEqual]);
    let swizzle = if random.one_in(2) { Component::XYZW } else { [Component::of(random.below(4)); 4] };
    Guard { test, swizzle }
}

fn instruction(random: &mut Random, program: &FragmentProgram, recipe: Recipe) -> Instruction {
    let set = recipe.set;
    if recipe.dependent && random.one_in(6) {
        let k = random.below(program.samplers.len());
        let from = Operand::new(Register::Temporary(random.below(program.temporaries)));
        let to = Destination { register: Register::Temporary(random.below(program.temporaries)), mask: 0b1111 };
        return Instruction { sampler: Some(k), ..Instruction::new(Opcode::Tex, to, vec![from]) };
    }
    let opcode = random.of(recipe.opcodes);
    let whole = random.one_in(3);
    let mask = match opcode {
        Opcode::Scs => 0b0011,
        Opcode::Xpd => 0b0111,
        _ if whole => 0b1111,
        _ => 1 + random.below(15) as u8,
    };
    let register = Register::Temporary(random.below(program.temporaries));
    let mut made = Instruction::new(opcode, Destination { register, mask }, Vec::new());
    let kinds = matches!(opcode, Opcode::And | Opcode::Or | Opcode::Xor | Opcode::Not | Opcode::Shl | Opcode::Shr);
    if kinds || matches!(opcode, Opcode::Add | Opcode::Mul | Opcode::Seq) && set.integers() && random.one_in(4) {
        made.kind = if random.one_in(2) { NumberType::Signed } else { NumberType::Unsigned };
    }
    made.saturate = made.kind == NumberType::Float && random.one_in(8);
    if set.conditions() && random.one_in(5) {
        made.sets_condition = true;
        if random.one_in(3) {
            made.destination = None;
        }
    }
    if set.conditions() && random.one_in(5) {
        made.guard = Some(guard(random));
    }
    for k in 0..opcode.operands() {
        let mut operand = operand(random, program, set);
        let by_number = matches!(opcode, Opcode::Div | Opcode::Mod | Opcode::Shl | Opcode::Shr) && k == 1;
        if opcode.shape() == Shape::Scalar || opcode == Opcode::Scs || by_number {
            operand.swizzle = [Component::of(random.below(4)); 4];
        }
        if opcode == Opcode::Swz {
            operand.absolute = false;
            operand.negate = random.below(16) as u8;
            operand.swizzle = std::array::from_fn(|_| match random.below(6) {
                4 => Component::Zero,
                5 => Component::One,
                k => Component::of(k),
            });
        }
        made.sources.push(operand);
    }
    made
}

fn operand(random: &mut Random, program: &FragmentProgram, set: InstructionSet) -> Operand {
    let register = match random.below(8) {
        0 => Register::Coordinate(random.below(program.coordinates.len())),
        1 | 2 => Register::Parameter(random.below(program.parameters.len())),
        3 if random.one_in(3) => Register::Position,
        _ => Register::Temporary(random.below(program.temporaries)),
    };
    let swizzle = match random.below(4) {
        0 | 1 => Component::XYZW,
        2 => [Component::of(random.below(4)); 4],
        _ => std::array::from_fn(|_| Component::of(random.below(4))),
    };
    let negate = if random.one_in(4) { 0b1111 } else { 0 };
    Operand { register, swizzle, absolute: set.conditions() && random.one_in(6), negate }
}
