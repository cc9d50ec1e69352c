//! Runs hand-written and random programs on the emulator, and compares the results with the debugger, which runs single fragments.

mod flow;
mod kernels;
mod limits;
mod listings;
mod opcodes;
mod random;
mod random_kernels;

use std::rc::Rc;

use super::arithmetic::store_of;
use super::debug;
use super::executable::Executable;
use super::interpreter::{Bindings, Surface};
use super::texture::View;
use crate::backend::{BackendError, PassCost};
use crate::fragment_program::{
    Binding, Chip, Component, Coordinate, Destination, FragmentProgram, Guard, Instruction, NumberType, Opcode,
    Operand, Parameter, Register, Sampler, Scalar, Test, TextureTarget,
};
use crate::geometry::Rect;

/// A texture that a program reads.
#[derive(Clone, Debug)]
pub struct Input {
    pub words: Vec<u32>,
    pub width: usize,
    pub height: usize,
    pub channels: usize,
}

impl Input {
    fn floats(width: usize, channels: usize, floats: &[f32]) -> Input {
        let words = floats.iter().map(|x| x.to_bits()).collect();
        Input { words, width, height: floats.len() / channels / width, channels }
    }

    /// Returns the texture as an upload leaves it.
    fn stored(&self, chip: Chip) -> Input {
        let store = store_of(chip);
        Input { words: self.words.iter().map(|&word| store(word)).collect(), ..self.clone() }
    }

    fn view(&self, chip: Chip) -> View<'_> {
        let outside = if chip == Chip::None { f32::NAN.to_bits() } else { 0 };
        let Input { words, width, height, channels } = self;
        let (width, height, channels) = (*width, *height, *channels);
        View {
            words,
            width,
            height,
            span: height,
            layers: 1,
            channels,
            one: 1f32.to_bits(),
            outside,
            sampling: Default::default(),
            levels: 1,
        }
    }
}

/// Makes a program of these instructions with `outputs` outputs, and with as many temporaries as the instructions use.
fn program(chip: Chip, outputs: usize, instructions: Vec<Instruction>) -> FragmentProgram {
    FragmentProgram {
        name: "test".to_owned(),
        set: chip.set(),
        about: Vec::new(),
        uniforms: Vec::new(),
        states: Vec::new(),
        parameters: Vec::new(),
        coordinates: Vec::new(),
        samplers: Vec::new(),
        temporaries: 8,
        outputs,
        instructions,
        files: Rc::default(),
    }
}

fn temporary(number: usize) -> Operand {
    Operand::new(Register::Temporary(number))
}

fn parameter(number: usize) -> Operand {
    Operand::new(Register::Parameter(number))
}

fn to(register: Register, mask: u8) -> Destination {
    Destination { register, mask }
}

/// Makes an instruction that writes all components of a temporary.
fn op(opcode: Opcode, into: usize, sources: &[Operand]) -> Instruction {
    Instruction::new(opcode, to(Register::Temporary(into), 15), sources.to_vec())
}

fn out(number: usize, source: Operand) -> Instruction {
    Instruction::new(Opcode::Mov, to(Register::Output(number), 15), vec![source])
}

fn guard(test: Test, component: Component) -> Option<Guard> {
    Some(Guard { test, swizzle: [component; 4] })
}

fn swizzled(operand: Operand, swizzle: [usize; 4]) -> Operand {
    Operand { swizzle: swizzle.map(Component::of), ..operand }
}

/// Returns a constant register whose components the test sets.
fn given() -> Parameter {
    let all = [Scalar::Runtime, Scalar::Runtime, Scalar::Runtime, Scalar::Runtime];
    Parameter { binding: Binding::Local(0), components: all }
}

/// A program with its inputs, parameters and rectangles.
struct Case {
    program: FragmentProgram,
    inputs: Vec<Input>,
    parameters: Vec<[u32; 4]>,
    coordinates: Vec<[[f32; 3]; 4]>,
    width: usize,
    height: usize,
    rects: Vec<Rect>,
}

impl Case {
    fn new(program: FragmentProgram, width: usize, height: usize) -> Case {
        let rects = vec![Rect::new(0, 0, width, height)];
        Case { program, inputs: Vec::new(), parameters: Vec::new(), coordinates: Vec::new(), width, height, rects }
    }

    /// The word that fills the render targets before a pass.
    const BEFORE: u32 = 0xDEAD_BEEF;
    /// The maximum number of iterations of all loops of a fragment.
    const MAX_ITERATIONS: u64 = 40_000;

    /// Runs the general translation, which serves all passes.
    fn emulate(&self, chip: Chip) -> Result<(Vec<Vec<u32>>, PassCost), BackendError> {
        let mut targets = vec![vec![Case::BEFORE; self.width * self.height * 4]; self.program.outputs];
        let cost = self.emulate_on(chip, &mut targets, false)?;
        Ok((targets, cost))
    }

    /// Runs a translation that is specialized for this pass.
    fn emulate_specialized(&self, chip: Chip) -> Result<(Vec<Vec<u32>>, PassCost), BackendError> {
        let mut targets = vec![vec![Case::BEFORE; self.width * self.height * 4]; self.program.outputs];
        let cost = self.emulate_on(chip, &mut targets, true)?;
        Ok((targets, cost))
    }

    fn emulate_on(&self, chip: Chip, targets: &mut [Vec<u32>], always: bool) -> Result<PassCost, BackendError> {
        // The interpreter's own maximum of iterations would take long in an unoptimised build.
        let executable = Executable::new(&self.program, chip)?.max_iterations(Case::MAX_ITERATIONS).specialized(always);
        let views: Vec<View> = self.inputs.iter().map(|input| input.view(chip)).collect();
        let bindings = Bindings { parameters: &self.parameters, coordinates: &self.coordinates, textures: &views };
        let mut surfaces: Vec<Surface> =
            targets.iter_mut().map(|words| Surface { words, channels: 4, to_half: None }).collect();
        executable.run(bindings, self.width, &self.rects, &mut surfaces)
    }

    /// Counts the work of the fragments, without writing anything.
    fn count(&self, chip: Chip) -> Result<PassCost, BackendError> {
        let executable = Executable::new(&self.program, chip)?.max_iterations(Case::MAX_ITERATIONS);
        let views: Vec<View> = self.inputs.iter().map(|input| input.view(chip)).collect();
        let bindings = Bindings { parameters: &self.parameters, coordinates: &self.coordinates, textures: &views };
        let of = |&Rect { x, y, width, height }: &Rect| {
            (x..x + width).flat_map(move |x| (y..y + height).map(move |y| (x, y)))
        };
        executable.count(bindings, &self.rects.iter().flat_map(of).collect::<Vec<_>>())
    }

    fn evaluate(&self, chip: Chip) -> (Vec<Vec<u32>>, PassCost) {
        let mut targets = vec![vec![Case::BEFORE; self.width * self.height * 4]; self.program.outputs];
        let executable = Executable::new(&self.program, chip).unwrap().max_iterations(Case::MAX_ITERATIONS);
        let textures: Vec<debug::Texture> =
            self.inputs.iter().map(|input| debug::Texture { view: input.view(chip), stream: None }).collect();
        let given = debug::DrawBindings {
            program: &self.program,
            chip,
            parameters: &self.parameters,
            coordinates: &self.coordinates,
            textures: &textures,
            bounds: executable.bounds(),
        };
        let mut cost = PassCost { fragments: 0, instructions: Some(0), fetches: Some(0), predicted: None };
        for rect in &self.rects {
            for (x, y) in (0..rect.area()).map(|n| (rect.x + n % rect.width, rect.y + n / rect.width)) {
                let ran = debug::run(&given, x, y);
                if ran.end.writes() {
                    for (target, output) in targets.iter_mut().zip(&ran.outputs) {
                        target[(y * self.width + x) * 4..][..4].copy_from_slice(output);
                    }
                }
                cost.fragments += 1;
                cost.instructions = cost.instructions.map(|all| all + ran.executed);
                cost.fetches = cost.fetches.map(|all| all + ran.fetched);
            }
        }
        (targets, cost)
    }

    /// Checks that the emulator agrees with the debugger, both with the general translation and with a specialized one.
    #[track_caller]
    fn check(&self, chip: Chip) {
        let wanted = self.evaluate(chip);
        let found = [("all passes", self.emulate(chip)), ("this pass", self.emulate_specialized(chip))];
        for (made_for, found) in found {
            let found = found.unwrap_or_else(|error| panic!("{error}\n{:#?}", self.program.instructions));
            self.agree(&format!("{chip}, made for {made_for}"), &found, &wanted);
        }
    }

    #[track_caller]
    fn agree(
        &self,
        of: &str,
        (found, cost): &(Vec<Vec<u32>>, PassCost),
        (wanted, wanted_cost): &(Vec<Vec<u32>>, PassCost),
    ) {
        for (number, (found, wanted)) in found.iter().zip(wanted).enumerate() {
            for (at, (&found, &wanted)) in found.iter().zip(wanted).enumerate() {
                let both_nan = f32::from_bits(found).is_nan() && f32::from_bits(wanted).is_nan();
                assert!(
                    found == wanted || both_nan,
                    "{of}: output {number}, texel {}, component {}: {found:08x} ({:e}), not {wanted:08x} ({:e})\n{:#?}",
                    at / 4,
                    at % 4,
                    f32::from_bits(found),
                    f32::from_bits(wanted),
                    self.program.instructions,
                );
            }
        }
        assert_eq!(cost, wanted_cost, "{of}: {:#?}", self.program.instructions);
    }
}
