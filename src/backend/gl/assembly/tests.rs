//! Tests of our listings with Mesa's assembler: it accepts them, its counts equal ours, and it computes the results that the listings
//! define.

use std::collections::BTreeMap;

use super::super::{Gl, open};
use super::{Assembled, Refused};
use crate::backend::{Backend, RenderTarget, TextureSpec};
use crate::fragment_program::counts::Counts;
use crate::fragment_program::listing::random::{COMMON, Random, Recipe, program};
use crate::fragment_program::listing::{Names, print, print_bare, read};
use crate::fragment_program::{Chip, kernels};
use crate::fragment_program::{
    Component, FragmentProgram, Instruction, InstructionSet, Opcode, Operand, Register, Scalar,
};
use crate::geometry::{Layout, Rect};
use crate::glsl::Dialect;
use crate::level::{is_quick, sample};

/// The error for kernels with loops that an R300 cannot run.
const DATA_LOOP: &str = "it has a loop whose end depends on data";

/// The number of texels along a side of the textures.
const SIDE: usize = 8;

fn device() -> Gl {
    open(None, Some(Dialect::Arb)).expect("a driver with ARB_fragment_program")
}

/// Runs a program on textures with these texels. Returns the words of each render target. The texture coordinates of each fragment are
/// those of its own texel.
fn run(
    gl: &Gl,
    assembled: &Assembled,
    program: &FragmentProgram,
    numbers: &[[u32; 4]],
    texels: &[Vec<u32>],
) -> Vec<Vec<u32>> {
    let rect = Rect::new(0, 0, SIDE, SIDE);
    let texture = |texels: &Vec<u32>| {
        let texture = gl.create_texture(TextureSpec::floats(SIDE, SIDE, 4, 1)).unwrap();
        gl.write_texture(texture.into(), rect, texels).unwrap();
        texture
    };
    let inputs: Vec<_> = texels.iter().map(texture).collect();
    let blank = vec![0; 4 * SIDE * SIDE];
    let targets: Vec<RenderTarget> = (0..program.outputs).map(|_| texture(&blank).into()).collect();
    {
        let _entered = gl.enter().unwrap();
        let framebuffer = gl.framebuffer(&targets).unwrap();
        let mut state = gl.state.borrow_mut();
        state.bind_framebuffer(&gl.gl, framebuffer);
        state.viewport(&gl.gl, SIDE, SIDE);
        for (unit, texture) in inputs.iter().enumerate() {
            state.bind_texture(&gl.gl, unit as u32, glow::TEXTURE_2D, gl.texture(*texture).unwrap().0);
        }
        drop(state);
        let assembler = gl.assembler.as_ref().unwrap();
        gl.set_parameters(assembler, assembled, program, numbers);
        let slope = 1.0 / SIDE as f32;
        let own = [[slope, 0.0, 0.0], [0.0, slope, 0.0], [0.0; 3], [0.0, 0.0, 1.0]];
        let coordinates = vec![own; program.coordinates.len()];
        gl.draw_rect(assembler, program, &coordinates, rect, (SIDE, SIDE));
        gl.check("drawing").unwrap();
    }
    let read = |target: &RenderTarget| {
        let mut words = blank.clone();
        gl.read_texture(*target, rect, &mut words).unwrap();
        words
    };
    let results = targets.iter().map(read).collect();
    targets.iter().map(|target| target.texture).chain(inputs).for_each(|texture| gl.delete_texture(texture));
    results
}

fn assemble(gl: &Gl, text: &str) -> Result<Assembled, Refused> {
    let _entered = gl.enter().unwrap();
    gl.assemble(gl.assembler.as_ref().unwrap(), text).unwrap()
}

/// Returns the result of an instruction for these operands, or `None` for opcodes that no test uses.
fn evaluate(opcode: Opcode, a: &[[f32; 4]]) -> Option<[f32; 4]> {
    let by = |f: &dyn Fn(usize) -> f32| Some(std::array::from_fn(f));
    let truth = |holds: bool| if holds { 1.0 } else { 0.0 };
    match opcode {
        Opcode::Abs => by(&|k| a[0][k].abs()),
        Opcode::Add => by(&|k| a[0][k] + a[1][k]),
        Opcode::Cmp => by(&|k| if a[0][k] < 0.0 { a[1][k] } else { a[2][k] }),
        Opcode::Mad => by(&|k| a[0][k] * a[1][k] + a[2][k]),
        Opcode::Max => by(&|k| a[0][k].max(a[1][k])),
        Opcode::Min => by(&|k| a[0][k].min(a[1][k])),
        Opcode::Mov | Opcode::Swz => Some(a[0]),
        Opcode::Mul => by(&|k| a[0][k] * a[1][k]),
        Opcode::Sge => by(&|k| truth(a[0][k] >= a[1][k])),
        Opcode::Slt => by(&|k| truth(a[0][k] < a[1][k])),
        Opcode::Sub => by(&|k| a[0][k] - a[1][k]),
        Opcode::Flr => by(&|k| a[0][k].floor()),
        _ => None,
    }
}

/// Returns the outputs of a program without control flow for one fragment.
fn fragment(program: &FragmentProgram, numbers: &[[u32; 4]], texels: &[Vec<u32>], x: usize, y: usize) -> Vec<[f32; 4]> {
    let mut temporaries = vec![[0.0f32; 4]; program.temporaries];
    let mut outputs = vec![[0.0f32; 4]; program.outputs];
    for Instruction { opcode, destination, sources, sampler, saturate, .. } in &program.instructions {
        let operand = |operand: &Operand| {
            let all: [f32; 4] = match operand.register {
                Register::Temporary(k) => temporaries[k],
                Register::Parameter(k) => numbers[k].map(f32::from_bits),
                Register::Coordinate(_) => [(x as f32 + 0.5) / SIDE as f32, (y as f32 + 0.5) / SIDE as f32, 0.0, 1.0],
                Register::Position => [x as f32 + 0.5, y as f32 + 0.5, 0.5, 1.0],
                Register::Output(_) | Register::Depth => unreachable!("results are not read"),
            };
            std::array::from_fn(|lane| {
                let value = match operand.swizzle[lane] {
                    Component::Zero => 0.0,
                    Component::One => 1.0,
                    component => all[component.number().unwrap()],
                };
                if operand.negate >> lane & 1 == 1 { -value } else { value }
            })
        };
        let values: Vec<[f32; 4]> = sources.iter().map(operand).collect();
        let mut result = match sampler {
            Some(k) => std::array::from_fn(|lane| f32::from_bits(texels[*k][4 * (y * SIDE + x) + lane])),
            None => evaluate(*opcode, &values).unwrap(),
        };
        if *saturate {
            result = result.map(|value| value.clamp(0.0, 1.0));
        }
        let destination = destination.unwrap();
        let to = match destination.register {
            Register::Temporary(k) => &mut temporaries[k],
            Register::Output(k) => &mut outputs[k],
            _ => unreachable!("nothing else is written"),
        };
        (0..4).filter(|lane| destination.mask >> lane & 1 == 1).for_each(|lane| to[lane] = result[lane]);
    }
    outputs
}

#[test]
fn every_listing_compiles_and_is_counted_as_we_count_it() {
    let gl = device();
    for seed in 0..120 {
        let recipe =
            Recipe { set: InstructionSet::Arb, opcodes: &COMMON, length: 5 + seed % 40, dependent: seed % 2 == 0 };
        let program = program(seed as u64, recipe);
        let text = print_bare(&program).unwrap();
        let assembled = assemble(&gl, &text).unwrap_or_else(|refused| panic!("{refused:?}\n{text}"));
        let counts = Counts::of(&program);
        assert_eq!((assembled.counts.alu, assembled.counts.tex), (counts.alu, counts.tex), "{text}");
        // Reading our own text gives back the program that was printed.
        let again = Counts::of(&read("random.fp", &text).unwrap().program);
        assert_eq!((again.alu, again.tex, again.indirections), (counts.alu, counts.tex, counts.indirections));
    }
}

#[test]
fn every_kernel_of_the_crate_compiles_and_is_counted_as_we_count_it() {
    let gl = device();
    let (mut taken, mut without) = (0, BTreeMap::new());
    for (name, kernel) in sample(kernels::forms(false), 0, 3) {
        // A kernel that cannot be lowered for an R300 has no listing.
        let program = match kernels::lowered(&kernel, Chip::R300, Layout::Plain) {
            Ok(program) => program,
            Err(error) => {
                let said = error.to_string();
                let before = without.insert(kernel.name.clone(), said.clone());
                assert!(before.is_none_or(|before| before == said), "{name}: {said}");
                continue;
            }
        };
        let text = print(&program, &Names::of(&kernel)).unwrap();
        let assembled = assemble(&gl, &text).unwrap_or_else(|refused| panic!("{name}: {refused:?}\n{text}"));
        let counts = Counts::of(&program);
        assert_eq!((assembled.counts.alu, assembled.counts.tex), (counts.alu, counts.tex), "{name}:\n{text}");
        taken += 1;
    }
    assert!(taken > if is_quick() { 33 } else { 100 }, "{taken} listings");
    let expected = [
        ("argsort_ranks", "it needs the bits of floats"),
        ("argsort_result", "it needs the bits of floats"),
        ("argsort_result_packed", "it needs the bits of floats"),
        ("database_depths", "it needs the bits of floats"),
        ("database_order", "it needs the bits of floats"),
        ("database_outside", "it needs the bits of floats"),
        ("distance_search", DATA_LOOP),
        ("filter_counts", DATA_LOOP),
        ("filter_counts_packed", DATA_LOOP),
        ("histogram_counters", "it needs operators on bits"),
        ("median_bisection", DATA_LOOP),
        ("mip_radix_counts", "it needs the bits of floats"),
        ("mip_radix_reorder", "it needs the bits of floats"),
        ("particles_collide", DATA_LOOP),
        ("particles_collide_routed", DATA_LOOP),
        ("quantile_depths", "it needs the bits of floats"),
        ("quantile_sample", "it needs unsigned integers"),
        ("random_philox", "it needs unsigned integers"),
        ("raytrace_gather", DATA_LOOP),
        ("raytrace_grid", DATA_LOOP),
        ("reduce_axis", DATA_LOOP),
        ("reduce_columns", DATA_LOOP),
        ("reduce_columns_packed", DATA_LOOP),
        ("reduce_runs", DATA_LOOP),
        ("reduce_runs_packed", DATA_LOOP),
        ("sort_axis_result", "it needs the bits of floats"),
        ("sort_gather", "it needs the bits of floats"),
        ("sort_groups", "it needs operators on bits"),
        ("sort_integers", "it needs the bits of floats"),
        ("sort_merge", "it needs operators on bits"),
        ("sort_starts", "it needs operators on bits"),
        ("sort_widen", "it needs operators on bits"),
        ("sph_density", DATA_LOOP),
        ("sph_force", DATA_LOOP),
        ("spmv_parts", DATA_LOOP),
        ("spmv_rows", DATA_LOOP),
        ("top_best", "it needs the bits of floats"),
        ("top_best_axis", "it needs the bits of floats"),
        ("top_groups", "it needs the bits of floats"),
    ];
    let expected: BTreeMap<String, String> = expected.map(|(name, why)| (name.to_owned(), why.to_owned())).into();
    // A quick run tries only some of the expected kernels.
    assert!(without.iter().all(|(name, why)| expected.get(name) == Some(why)), "{without:?}");
    assert!(is_quick() || without.len() == expected.len(), "{without:?}");
}

#[test]
fn what_is_refused_is_refused_with_its_place() {
    let gl = device();
    let text = "!!ARBfp1.0\nTEMP a;\nMOV a, fragment.texcoord[0];\nSGT result.color, a, a;\nEND\n";
    let refused = assemble(&gl, text).unwrap_err();
    assert_eq!(refused.line(text), 4, "{refused:?}");
    assert!(!refused.message.is_empty());
}

/// Programs without control flow on small integers. Their sums and products are exact, however a driver rearranges them.
#[test]
fn straight_lines_compute_what_they_say() {
    let gl = device();
    let simple = [
        Opcode::Abs,
        Opcode::Add,
        Opcode::Cmp,
        Opcode::Max,
        Opcode::Min,
        Opcode::Mov,
        Opcode::Sge,
        Opcode::Slt,
        Opcode::Sub,
        Opcode::Swz,
        Opcode::Flr,
    ];
    for seed in sample(0..60u64, 0, 3) {
        let mut random = Random::new(seed + 1000);
        let recipe = Recipe { set: InstructionSet::Arb, opcodes: &simple, length: 14, dependent: false };
        let mut made = program(seed, recipe);
        let mut whole = || ((random.below(64) as f32) - 20.0).to_bits();
        for parameter in &mut made.parameters {
            if parameter.components[0] != Scalar::Runtime {
                parameter.components = std::array::from_fn(|_| Scalar::Literal(whole()));
            }
        }
        let text = print_bare(&made).unwrap();
        let numbers: Vec<[u32; 4]> = made
            .parameters
            .iter()
            .map(|parameter| {
                parameter.components.map(|component| match component {
                    Scalar::Literal(bits) => bits,
                    _ => whole(),
                })
            })
            .collect();
        let texels: Vec<Vec<u32>> =
            made.samplers.iter().map(|_| (0..4 * SIDE * SIDE).map(|_| whole()).collect()).collect();
        let assembled = assemble(&gl, &text).unwrap();
        let results = run(&gl, &assembled, &made, &numbers, &texels);
        for (x, y) in (0..SIDE).flat_map(|y| (0..SIDE).map(move |x| (x, y))) {
            for (k, wanted) in fragment(&made, &numbers, &texels, x, y).into_iter().enumerate() {
                let at = 4 * (y * SIDE + x);
                let got: [f32; 4] = std::array::from_fn(|lane| f32::from_bits(results[k][at + lane]));
                // Compares numbers and not bits, since the sign of a zero is not guaranteed.
                assert_eq!(got, wanted, "seed {seed}, target {k} at ({x}, {y}):\n{text}");
            }
        }
    }
}

/// Single instructions are tested on arbitrary numbers, because there is nothing that a driver could rearrange.
#[test]
fn single_instructions_are_exact_to_the_bit() {
    let gl = device();
    let mut random = Random::new(77);
    let opcodes = [
        Opcode::Abs,
        Opcode::Add,
        Opcode::Cmp,
        Opcode::Max,
        Opcode::Min,
        Opcode::Mov,
        Opcode::Mul,
        Opcode::Sge,
        Opcode::Slt,
    ];
    for opcode in opcodes {
        let sources = ["a", "b", "c"];
        let mut text = "!!ARBfp1.0\nTEMP a, b, c;\n".to_owned();
        for (k, name) in sources.iter().enumerate() {
            text += &format!("TEX {name}, fragment.texcoord[0], texture[{k}], 2D;\n");
        }
        text += &format!("{} result.color, {};\nEND\n", opcode.name(), sources[..opcode.operands()].join(", "));
        let made = read("one.fp", &text).unwrap().program;
        // The exponents are chosen such that sums and products are normal numbers.
        let mut any = || {
            let exponent = (127 - 30 + random.below(60)) as u32;
            (random.below(2) as u32) << 31 | exponent << 23 | random.below(1 << 23) as u32
        };
        let texels: Vec<Vec<u32>> = (0..3).map(|_| (0..4 * SIDE * SIDE).map(|_| any()).collect()).collect();
        let assembled = assemble(&gl, &text).unwrap();
        let results = run(&gl, &assembled, &made, &[], &texels);
        for (x, y) in (0..SIDE).flat_map(|y| (0..SIDE).map(move |x| (x, y))) {
            let wanted = fragment(&made, &[], &texels, x, y)[0].map(f32::to_bits);
            assert_eq!(results[0][4 * (y * SIDE + x)..][..4], wanted, "{opcode:?} at ({x}, {y})");
        }
    }
}
