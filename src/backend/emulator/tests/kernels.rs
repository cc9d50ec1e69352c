//! Typical programs of the time: SAXPY, a step of a bitonic sort, the maximum of 2 × 2 texels.

use super::*;
use crate::level::sample;
use crate::random::Random;

const N: usize = 64;

fn position() -> Operand {
    Operand::new(Register::Position)
}

fn fetch(into: usize, sampler: usize, at: Operand) -> Instruction {
    Instruction { sampler: Some(sampler), ..op(Opcode::Tex, into, &[at]) }
}

fn scalar(opcode: Opcode, into: usize, component: usize, sources: &[Operand]) -> Instruction {
    Instruction::new(opcode, to(Register::Temporary(into), 1 << component), sources.to_vec())
}

fn component(operand: Operand, component: usize) -> Operand {
    swizzled(operand, [component; 4])
}

fn negated(operand: Operand) -> Operand {
    Operand { negate: 15, ..operand }
}

fn with_inputs(mut program: FragmentProgram, inputs: usize) -> FragmentProgram {
    let sampler = |unit| Sampler { unit, input: unit, target: TextureTarget::Rectangle };
    program.samplers = (0..inputs).map(sampler).collect();
    program.parameters = vec![given(), given()];
    program
}

/// Makes a program that computes y + alpha · x, with four numbers per texel.
pub fn saxpy(chip: Chip) -> FragmentProgram {
    let instructions = vec![
        fetch(0, 0, position()),
        fetch(1, 1, position()),
        op(Opcode::Mad, 2, &[component(parameter(0), 0), temporary(0), temporary(1)]),
        out(0, temporary(2)),
    ];
    with_inputs(program(chip, 1, instructions), 2)
}

/// Makes a program that computes the maximum of four texels.
pub fn max_2x2(chip: Chip) -> FragmentProgram {
    let mut instructions = vec![op(Opcode::Add, 0, &[position(), position()])];
    for (number, offsets) in [[-0.5f32, -0.5], [0.5, -0.5], [-0.5, 0.5], [0.5, 0.5]].into_iter().enumerate() {
        let _ = offsets;
        instructions.push(op(Opcode::Add, 1, &[temporary(0), parameter(1 + number)]));
        instructions.push(fetch(2 + number, 0, temporary(1)));
    }
    instructions.extend([
        op(Opcode::Max, 2, &[temporary(2), temporary(3)]),
        op(Opcode::Max, 4, &[temporary(4), temporary(5)]),
        op(Opcode::Max, 2, &[temporary(2), temporary(4)]),
        out(0, temporary(2)),
    ]);
    let mut program = with_inputs(program(chip, 1, instructions), 1);
    program.parameters = [[-0.5f32, -0.5], [0.5, -0.5], [-0.5, 0.5], [0.5, 0.5]]
        .into_iter()
        .map(|[x, y]| {
            let all = [x, y, 0.0, 0.0].map(|x| Scalar::Literal(x.to_bits()));
            Parameter { binding: Binding::Literal, components: all }
        })
        .collect();
    program.parameters.insert(0, given());
    program
}

/// Makes a program for a step of a bitonic sort of numbers, one per texel. Constant 0: the distance, 1 / distance / 2, 1 / length of
/// the sorted runs / 2, texels per row; constant 1: 1 / texels per row, 0.5.
pub fn bitonic(chip: Chip) -> FragmentProgram {
    let (x, y, z, w) = (0, 1, 2, 3);
    let t = |c: usize| component(temporary(0), c);
    let p = |c: usize| component(parameter(0), c);
    let q = |c: usize| component(parameter(1), c);
    let into = |c: usize, opcode: Opcode, sources: &[Operand]| scalar(opcode, 0, c, sources);
    let pick = Instruction { ..scalar(Opcode::Cmp, 4, x, &[]) };
    let instructions = vec![
        // The index of the element: row · width + column.
        scalar(Opcode::Flr, 1, x, &[component(position(), x)]),
        scalar(Opcode::Flr, 1, y, &[component(position(), y)]),
        into(x, Opcode::Mad, &[component(temporary(1), y), p(w), component(temporary(1), x)]),
        // Whether its partner has a higher index: the index / (2 · distance) has a fraction below a half.
        into(y, Opcode::Add, &[t(x), q(y)]),
        into(z, Opcode::Mul, &[t(y), p(y)]),
        into(z, Opcode::Frc, &[t(z)]),
        into(z, Opcode::Slt, &[t(z), q(y)]),
        // Whether its run is sorted in ascending order.
        into(w, Opcode::Mul, &[t(y), p(z)]),
        into(w, Opcode::Frc, &[t(w)]),
        into(w, Opcode::Slt, &[t(w), q(y)]),
        // The index of its partner, and the partner's position.
        scalar(Opcode::Mad, 1, z, &[t(z), p(x), negated(p(x))]),
        scalar(Opcode::Mad, 1, z, &[t(z), p(x), component(temporary(1), z)]),
        into(x, Opcode::Add, &[t(x), component(temporary(1), z)]),
        into(y, Opcode::Add, &[t(x), q(y)]),
        scalar(Opcode::Mul, 2, y, &[t(y), q(x)]),
        scalar(Opcode::Flr, 2, y, &[component(temporary(2), y)]),
        scalar(Opcode::Mad, 2, x, &[negated(component(temporary(2), y)), p(w), t(y)]),
        scalar(Opcode::Add, 2, y, &[component(temporary(2), y), q(y)]),
        fetch(3, 0, temporary(2)),
        fetch(2, 0, position()),
        // The smaller number, if its partner has a higher index and the run is ascending, or neither holds. Otherwise the larger.
        scalar(Opcode::Min, 4, y, &[component(temporary(3), x), component(temporary(2), x)]),
        scalar(Opcode::Max, 4, z, &[component(temporary(3), x), component(temporary(2), x)]),
        into(z, Opcode::Sub, &[t(z), t(w)]),
        into(z, Opcode::Abs, &[t(z)]),
        Instruction { sources: vec![negated(t(z)), component(temporary(4), z), component(temporary(4), y)], ..pick },
        out(0, component(temporary(4), x)),
    ];
    with_inputs(program(chip, 1, instructions), 1)
}

pub fn bitonic_parameters(width: usize, distance: f32, run: f32) -> Vec<[u32; 4]> {
    let first = [distance, 0.5 / distance, 0.5 / run, width as f32];
    vec![first.map(f32::to_bits), [1.0 / width as f32, 0.5, 0.0, 0.0].map(f32::to_bits)]
}

fn noise(count: usize) -> Vec<f32> {
    let mut random = Random::new(99);
    (0..count).map(|_| random.below(1 << 16) as f32 * 0.5).collect()
}

#[test]
fn saxpy_is_exact_on_the_plain_machine() {
    let (x, y) = (noise(N * N * 4), noise(N * N * 4 + 1)[1..].to_vec());
    let mut case = Case::new(saxpy(Chip::None), N, N);
    case.inputs = vec![Input::floats(N, 4, &x), Input::floats(N, 4, &y)];
    case.parameters = vec![[1.7f32.to_bits(); 4], [0; 4]];
    let (found, cost) = case.emulate(Chip::None).unwrap();
    let wanted: Vec<u32> = x.iter().zip(&y).map(|(x, y)| (1.7 * x + y).to_bits()).collect();
    assert_eq!(found[0], wanted);
    let fragments = (N * N) as u64;
    assert_eq!(
        cost,
        PassCost { fragments, instructions: Some(4 * fragments), fetches: Some(2 * fragments), ..PassCost::default() }
    );
}

#[test]
fn the_maximum_of_2_by_2_is_exact_on_every_chip() {
    let texels: Vec<f32> = noise(4 * N * N * 4);
    for chip in Chip::ALL {
        let mut case = Case::new(max_2x2(chip), N, N);
        if chip == Chip::Nv30 {
            case.program.set = chip.set();
        }
        case.inputs = vec![Input::floats(2 * N, 4, &texels)];
        case.parameters = vec![[0; 4]; 5];
        let (found, _) = case.emulate(chip).unwrap();
        let at = |x: usize, y: usize, c: usize| texels[(y * 2 * N + x) * 4 + c];
        for (place, &bits) in found[0].iter().enumerate() {
            let (x, y, c) = (place / 4 % N * 2, place / 4 / N * 2, place % 4);
            let wanted = at(x, y, c).max(at(x + 1, y, c)).max(at(x, y + 1, c)).max(at(x + 1, y + 1, c));
            assert_eq!(f32::from_bits(bits), wanted, "{chip} at {x}, {y}");
        }
    }
}

#[test]
fn steps_of_a_bitonic_sort_sort_on_every_chip() {
    let mut wanted = noise(N * N);
    let start = wanted.clone();
    wanted.sort_by(f32::total_cmp);
    for chip in sample(Chip::ALL, 0, 3) {
        let executable = Executable::new(&bitonic(chip), chip).unwrap();
        let mut current: Vec<u32> = start.iter().map(|x| x.to_bits()).collect();
        let mut run = 2.0;
        while run <= (N * N) as f32 {
            let mut distance = run / 2.0;
            while distance >= 1.0 {
                let input = Input { words: current.clone(), width: N, height: N, channels: 1 };
                let (parameters, views) = (bitonic_parameters(N, distance, run), [input.view(chip)]);
                let bindings = Bindings { parameters: &parameters, coordinates: &[], textures: &views };
                let mut surfaces = [Surface { words: &mut current, channels: 1, to_half: None }];
                executable.run(bindings, N, &[Rect::new(0, 0, N, N)], &mut surfaces).unwrap();
                distance /= 2.0;
            }
            run *= 2.0;
        }
        let found: Vec<f32> = current.iter().map(|&bits| f32::from_bits(bits)).collect();
        assert_eq!(found, wanted, "{chip}");
    }
}

/// Specialization for the constants of a pass must not remove a product that overflows.
#[test]
fn products_overflow_whatever_follows() {
    let code = vec![
        op(Opcode::Add, 1, &[position(), parameter(3)]),
        op(Opcode::Cmp, 0, &[temporary(1), parameter(0), parameter(1)]),
        op(Opcode::Mul, 0, &[temporary(0), parameter(1)]),
        op(Opcode::Mul, 0, &[temporary(0), parameter(2)]),
        out(0, temporary(0)),
    ];
    let mut program = program(Chip::None, 1, code);
    program.parameters = vec![given(), given(), given(), given()];
    let mut case = Case::new(program, 6, 6);
    case.parameters = [3e38, 16.0, 0.0625, -2.5].map(|x: f32| [x.to_bits(); 4]).to_vec();
    case.check(Chip::None);
}

/// Prints times: `cargo test --release --lib emulator::tests::kernels::speed -- --ignored --nocapture`.
#[test]
#[ignore = "a measurement"]
fn speed() {
    let time = |name: &str,
                chip: Chip,
                program: &FragmentProgram,
                width: usize,
                channels: usize,
                inputs: &[Input],
                of: Vec<[u32; 4]>| {
        let executable = Executable::new(program, chip).unwrap();
        let stored: Vec<Input> = inputs.iter().map(|input| input.stored(chip)).collect();
        let views: Vec<View> = stored.iter().map(|input| input.view(chip)).collect();
        let mut words = vec![0; width * width * channels];
        let mut times: Vec<f64> = (0..21)
            .map(|_| {
                let start = std::time::Instant::now();
                let bindings = Bindings { parameters: &of, coordinates: &[], textures: &views };
                let mut surfaces = [Surface { words: &mut words, channels, to_half: None }];
                executable.run(bindings, width, &[Rect::new(0, 0, width, width)], &mut surfaces).unwrap();
                start.elapsed().as_secs_f64() * 1e3
            })
            .collect();
        times.sort_by(f64::total_cmp);
        println!("{name:24} {chip:5} {:8.2} ms (least {:.2})", times[10], times[0]);
    };
    let (one, four) = (noise(1 << 20), noise(1 << 20));
    for chip in [Chip::None, Chip::R300, Chip::Nv40, Chip::R520, Chip::G80] {
        let scalar = [Input::floats(1024, 1, &one)];
        time("bitonic step, 2^20", chip, &bitonic(chip), 1024, 1, &scalar, bitonic_parameters(1024, 16384.0, 65536.0));
        time("bitonic step, near", chip, &bitonic(chip), 1024, 1, &scalar, bitonic_parameters(1024, 4.0, 65536.0));
        let packed = [Input::floats(512, 4, &one), Input::floats(512, 4, &four)];
        time("SAXPY, 2^18 texels", chip, &saxpy(chip), 512, 4, &packed, vec![[1.7f32.to_bits(); 4], [0; 4]]);
        time("max of 2 x 2, 2^18 of 4", chip, &max_2x2(chip), 256, 4, &packed[..1], vec![[0; 4]; 5]);
        let wide = [Input::floats(2048, 1, &noise(1 << 22))];
        time("max of 2 x 2, 2^22 of 1", chip, &max_2x2(chip), 1024, 1, &wide, vec![[0; 4]; 5]);
    }
}
