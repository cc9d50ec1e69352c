//! Tests random programs.

use super::*;
use crate::level::{Level, level};
use proptest::prelude::*;

/// The random numbers that instructions are made from.
type Seeds = Vec<(u8, u8, u8, [u8; 4], u8)>;

const STRAIGHT: [Opcode; 22] = [
    Opcode::Add,
    Opcode::Mul,
    Opcode::Mad,
    Opcode::Sub,
    Opcode::Min,
    Opcode::Max,
    Opcode::Cmp,
    Opcode::Slt,
    Opcode::Sge,
    Opcode::Flr,
    Opcode::Frc,
    Opcode::Mov,
    Opcode::Lrp,
    Opcode::Dp3,
    Opcode::Dp4,
    Opcode::Xpd,
    Opcode::Abs,
    Opcode::Rcp,
    Opcode::Tex,
    Opcode::Dst,
    Opcode::Dph,
    Opcode::Seq,
];

fn operand(seed: u8) -> Operand {
    let register = match seed % 8 {
        0..5 => Register::Temporary(usize::from(seed % 5)),
        5 => Register::Parameter(usize::from(seed / 8 % 2)),
        6 => Register::Coordinate(0),
        _ => Register::Position,
    };
    let swizzle = [seed / 3, seed / 5, seed / 7, seed / 11].map(|n| Component::of(usize::from(n % 4)));
    let negate = if seed.is_multiple_of(5) { 15 } else { 0 };
    Operand { register, swizzle, absolute: seed.is_multiple_of(7), negate }
}

/// Makes instructions for a chip, which are well-formed for all seeds.
fn instructions(chip: Chip, seeds: &Seeds) -> Vec<Instruction> {
    let set = chip.set();
    let mut all = Vec::new();
    // Whether each open block is a loop.
    let mut open: Vec<bool> = Vec::new();
    let condition = |seed: u8| {
        let tests = [Test::Equal, Test::GreaterEqual, Test::Greater, Test::LessEqual, Test::Less, Test::NotEqual];
        let swizzle = [seed, seed / 4, seed / 16, seed / 64].map(|n| Component::of(usize::from(n % 4)));
        Guard { test: tests[usize::from(seed % 6)], swizzle }
    };
    for &(choice, mask, number, sources, extra) in seeds {
        if set.branches() && choice >= 200 {
            let flow = |opcode| Instruction::flow(opcode);
            match choice % 8 {
                0 | 1 if open.len() < 4 => {
                    all.push(Instruction { guard: Some(condition(extra)), ..flow(Opcode::If) });
                    open.push(false);
                }
                2 if open.last() == Some(&false) => {
                    all.push(flow(Opcode::EndIf));
                    open.pop();
                }
                3 if open.len() < 3 => {
                    let sources = vec![swizzled(parameter(2), [usize::from(extra % 4); 4])];
                    all.push(Instruction { sources, ..flow(Opcode::Rep) });
                    open.push(true);
                }
                4 if open.last() == Some(&true) => {
                    all.push(flow(Opcode::EndRep));
                    open.pop();
                }
                5 if open.contains(&true) => {
                    all.push(Instruction { guard: Some(condition(extra)), ..flow(Opcode::Brk) });
                }
                6 if extra < 40 => all.push(Instruction { guard: Some(condition(extra)), ..flow(Opcode::Ret) }),
                7 if extra < 40 => all.push(Instruction { guard: Some(condition(extra)), ..flow(Opcode::Kil) }),
                _ => {}
            }
            continue;
        }
        let opcode = STRAIGHT[usize::from(choice) % STRAIGHT.len()];
        let into = match number % 6 {
            5 => Register::Output(0),
            number => Register::Temporary(usize::from(number)),
        };
        let sources = (0..opcode.operands()).map(|n| operand(sources[n])).collect();
        let mut instruction = Instruction::new(opcode, to(into, 1 + mask % 15), sources);
        instruction.sampler = (opcode == Opcode::Tex).then_some(0);
        instruction.saturate = extra % 11 == 0;
        instruction.sets_condition = set.conditions() && extra % 3 == 0;
        instruction.guard = (set.conditions() && extra % 4 == 1).then(|| condition(extra));
        all.push(instruction);
    }
    while let Some(is_loop) = open.pop() {
        all.push(Instruction::flow(if is_loop { Opcode::EndRep } else { Opcode::EndIf }));
    }
    all
}

fn check(chip: Chip, seeds: &Seeds) {
    let mut program = program(chip, 1, instructions(chip, seeds));
    let literal = [1.5f32, -2.0, 0.25, 3.0].map(|x| Scalar::Literal(x.to_bits()));
    let literal = Parameter { binding: Binding::Literal, components: literal };
    program.parameters = vec![literal, given(), given()];
    program.samplers = vec![Sampler { unit: 0, input: 0, target: TextureTarget::Rectangle }];
    program.coordinates =
        vec![Coordinate { attribute: crate::ir::Attribute::TexCoord(0), components: [None, None, None, None] }];
    let mut case = Case::new(program, 19, 9);
    case.rects = vec![Rect::new(2, 1, 17, 7), Rect::new(0, 8, 5, 1)];
    let floats = |x: [f32; 4]| x.map(f32::to_bits);
    case.parameters = vec![[0; 4], floats([7.0, -0.5, 100.0, 0.1]), floats([2.0, 3.0, 1.0, 5.0])];
    case.coordinates = vec![[[1.0, 0.0, -3.0], [0.0, 1.0, 0.0], [0.25, -0.5, 1.0], [0.0, 0.0, 1.0]]];
    let texels: Vec<f32> = (0..8 * 8 * 4).map(|n| (n as f32 - 100.0) * 0.625).collect();
    case.inputs = vec![Input::floats(8, 4, &texels).stored(chip)];
    case.check(chip);
}

fn seeds() -> impl Strategy<Value = Seeds> {
    prop::collection::vec(any::<(u8, u8, u8, [u8; 4], u8)>(), 1..40)
}

/// Returns the number of programs that are tried on each chip.
fn cases() -> u32 {
    match level() {
        Level::Quick => 30,
        Level::Change => 120,
        Level::Full => 300,
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_programs_of_straight_lines(seeds in seeds()) {
        for chip in [Chip::R300, Chip::R420, Chip::Nv30] {
            check(chip, &seeds);
        }
    }

    #[test]
    fn random_programs_with_branches_and_loops(seeds in seeds()) {
        for chip in [Chip::R520, Chip::Nv40, Chip::G80, Chip::None] {
            check(chip, &seeds);
        }
    }
}
