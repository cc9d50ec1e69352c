//! Tests each opcode on every chip that has it.

use super::*;
use crate::fragment_program::Shape;
use crate::ir::Math;
use crate::level::sample;
use crate::random::Random;

/// Returns numbers at which functions change their behaviour, and some random ones.
fn numbers() -> Vec<f32> {
    let mut all = vec![
        0.0,
        -0.0,
        1.0,
        -1.0,
        0.5,
        -0.5,
        2.5,
        -2.5,
        3.0,
        1e-3,
        -7.25,
        131_072.0,
        1e10,
        -1e10,
        1e30,
        -1e30,
        1e-40,
        1e-30,
        f32::INFINITY,
        f32::NEG_INFINITY,
        f32::NAN,
        f32::MAX,
        f32::MIN_POSITIVE,
        0.3333,
        100.75,
        -100.75,
        8388609.0,
    ];
    let mut random = Random::new(12345);
    all.extend((0..37).map(|_| (random.below(1 << 24) as f32 / 65536.0 - 128.0) * 0.37));
    all
}

fn integers() -> Vec<f32> {
    let mut all: Vec<u32> = vec![0, 1, 2, 3, 31, 32, 33, 0x7FFF_FFFF, 0x8000_0000, u32::MAX, 0xFFFF_FFFE, 65536, 255];
    let mut random = Random::new(777);
    all.extend((0..51).map(|n| random.word() >> (n % 29)));
    all.into_iter().map(f32::from_bits).collect()
}

/// Makes a case that runs an instruction on texels of three textures, which combine all numbers in pairs.
fn case(chip: Chip, mut instruction: Instruction, numbers: &[f32]) -> Case {
    let count = numbers.len();
    let mut instructions = Vec::new();
    for sampler in 0..3 {
        let mut fetch = op(Opcode::Tex, sampler, &[Operand::new(Register::Position)]);
        fetch.sampler = Some(sampler);
        instructions.push(fetch);
    }
    instruction.destination = Some(to(Register::Temporary(3), 15));
    instructions.extend([instruction, out(0, temporary(3))]);
    let mut program = program(chip, 1, instructions);
    let sampler = |unit| Sampler { unit, input: unit, target: TextureTarget::Rectangle };
    program.samplers = (0..3).map(sampler).collect();
    let mut case = Case::new(program, count, count);
    let texture = |pick: &dyn Fn(usize, usize, usize) -> usize| {
        let words: Vec<f32> =
            (0..count * count * 4).map(|n| numbers[pick(n / 4 % count, n / 4 / count, n % 4) % count]).collect();
        Input::floats(count, 4, &words).stored(chip)
    };
    case.inputs = vec![texture(&|x, _, c| x + c), texture(&|_, y, c| y + 2 * c), texture(&|x, y, c| x * 7 + y * 3 + c)];
    case
}

fn operands(opcode: Opcode) -> Vec<Operand> {
    (0..opcode.operands()).map(temporary).collect()
}

/// Returns the opcodes that compute: no control flow and no fetches.
fn computing() -> impl Iterator<Item = Opcode> {
    let flow = |opcode: &Opcode| matches!(opcode.shape(), Shape::Flow | Shape::Texture);
    // Derivatives have tests of their own.
    let flow = move |opcode: &Opcode| flow(opcode) || matches!(opcode, Opcode::Ddx | Opcode::Ddy);
    let words = [Opcode::Mod, Opcode::Shl, Opcode::Shr, Opcode::I2f, Opcode::And, Opcode::Or, Opcode::Xor, Opcode::Not];
    Opcode::ALL.iter().copied().filter(move |opcode| !flow(opcode) && !words.contains(opcode))
}

#[test]
fn every_opcode_on_floats_does_what_it_says() {
    for (turn, chip) in [Chip::R300, Chip::R520, Chip::Nv40, Chip::G80, Chip::None].into_iter().enumerate() {
        for opcode in sample(computing(), turn, 4) {
            case(chip, op(opcode, 3, &operands(opcode)), &numbers()).check(chip);
        }
    }
}

#[test]
fn operands_are_swizzled_negated_and_absolute_and_results_clamped() {
    for (turn, chip) in [Chip::R420, Chip::Nv30, Chip::G70, Chip::None].into_iter().enumerate() {
        for opcode in sample(computing(), turn, 3) {
            let mut instruction = op(opcode, 3, &operands(opcode));
            for (number, operand) in instruction.sources.iter_mut().enumerate() {
                operand.swizzle = [1, 3, 0, 0].map(Component::of);
                operand.absolute = number == 1;
                operand.negate = if number == 2 { 0 } else { 15 };
            }
            instruction.saturate = true;
            case(chip, instruction, &numbers()[..24]).check(chip);
        }
        let mut swz = op(Opcode::Swz, 3, &[temporary(0)]);
        swz.sources[0].swizzle = [Component::Zero, Component::W, Component::One, Component::X];
        swz.sources[0].negate = 0b0110;
        case(chip, swz, &numbers()).check(chip);
    }
}

#[test]
fn every_opcode_on_integers_does_what_it_says() {
    use Opcode::*;
    let all = [
        Abs, Add, Cmp, Mad, Max, Min, Mov, Mul, Seq, Sfl, Sge, Sgt, Sle, Slt, Sne, Str, Sub, Div, Mod, And, Or, Xor,
        Not, Shl, Shr, I2f,
    ];
    for chip in [Chip::G80, Chip::None] {
        for kind in [NumberType::Signed, NumberType::Unsigned] {
            for opcode in sample(all.into_iter().chain((kind == NumberType::Signed).then_some(Ssg)), kind as usize, 3) {
                let instruction = Instruction { kind, ..op(opcode, 3, &operands(opcode)) };
                case(chip, instruction, &integers()).check(chip);
            }
            for opcode in [Trunc, Round, Ceil, Flr] {
                let instruction = Instruction { kind, ..op(opcode, 3, &operands(opcode)) };
                case(chip, instruction, &numbers()).check(chip);
            }
        }
        let mut negated = Instruction { kind: NumberType::Signed, ..op(Add, 3, &operands(Add)) };
        (negated.sources[0].negate, negated.sources[1].absolute) = (15, true);
        case(chip, negated, &integers()).check(chip);
    }
}

#[test]
fn every_function_of_the_plain_machine_is_that_of_the_interpreter() {
    for &function in sample(Math::ALL, 0, 3) {
        let instruction = op(Opcode::Math(function), 3, &operands(Opcode::Math(function)));
        case(Chip::None, instruction, &numbers()).check(Chip::None);
    }
    for function in [Math::Abs, Math::Sign, Math::Min, Math::Max, Math::Clamp] {
        for kind in [NumberType::Signed, NumberType::Unsigned] {
            let instruction = op(Opcode::Math(function), 3, &operands(Opcode::Math(function)));
            case(Chip::None, Instruction { kind, ..instruction }, &integers()).check(Chip::None);
        }
    }
}

#[test]
fn texels_are_addressed_as_their_target_says() {
    let texels: Vec<f32> = (0..12 * 5 * 4).map(|n| n as f32).collect();
    for (target, channels) in [
        (TextureTarget::Rectangle, 4),
        (TextureTarget::TwoD, 4),
        (TextureTarget::TwoD, 2),
        (TextureTarget::Rectangle, 1),
    ] {
        for opcode in [Opcode::Tex, Opcode::Txp, Opcode::Txb, Opcode::Txl] {
            let mut fetch = op(opcode, 0, &[Operand::new(Register::Coordinate(0))]);
            fetch.sampler = Some(0);
            let mut program = program(Chip::Nv40, 1, vec![fetch, out(0, temporary(0))]);
            program.samplers = vec![Sampler { unit: 0, input: 0, target }];
            program.coordinates =
                vec![Coordinate { attribute: crate::ir::Attribute::TexCoord(0), components: [None, None, None, None] }];
            let mut case = Case::new(program, 40, 30);
            case.inputs = vec![Input::floats(12, channels, &texels)];
            // Coordinates from before the first texel to after the last; upside down; w is 2.
            let scale = if target == TextureTarget::TwoD { 1.0 / 12.0 } else { 1.0 };
            case.coordinates =
                vec![[[scale, 0.0, -8.0 * scale], [0.0, -scale, 16.0 * scale], [0.0; 3], [0.0, 0.0, 2.0]]];
            for chip in [Chip::Nv40, Chip::R520, Chip::None] {
                case.check(chip);
            }
        }
    }
}

#[test]
fn texels_outside_are_zero_on_chips_and_nan_on_the_plain_machine() {
    for target in [TextureTarget::TwoD, TextureTarget::Rectangle, TextureTarget::Buffer, TextureTarget::Array] {
        let place =
            Instruction { kind: NumberType::Signed, ..op(Opcode::Flr, 0, &[Operand::new(Register::Coordinate(0))]) };
        let mut fetch = Instruction { kind: NumberType::Signed, ..op(Opcode::Txf, 1, &[temporary(0)]) };
        fetch.sampler = Some(0);
        let mut program = program(Chip::G80, 1, vec![place, fetch, out(0, temporary(1))]);
        program.samplers = vec![Sampler { unit: 0, input: 0, target }];
        program.coordinates =
            vec![Coordinate { attribute: crate::ir::Attribute::TexCoord(0), components: [None, None, None, None] }];
        let mut case = Case::new(program, 31, 17);
        case.inputs = vec![Input::floats(8, 2, &(0..8 * 6 * 2).map(|n| n as f32).collect::<Vec<_>>())];
        case.coordinates = vec![[[1.0, 0.0, -4.0], [0.0, 1.0, -4.0], [0.0; 3], [0.0; 3]]];
        for chip in [Chip::G80, Chip::None] {
            case.check(chip);
        }
    }
}
