//! Runs a call on the device.

use std::rc::Rc;

use brooklet::backend::{BackendError, Texels};
use brooklet::capture::Contents;
use brooklet::cg::{Compiled, Draw, DrawError, ParameterKind, Program};
use brooklet::fragment_program::{Binding, Chip, FragmentProgram, Opcode, Register, Scalar};
use brooklet::{Components, Device, Shape};

use super::call::{Call, check_size};
use crate::app::playground::data::Material;
use crate::app::playground::run::{Done, Field, Output, PassRan, Stopped};

/// The most instructions of all fragments together on a driver, and on the emulator: a second or two.
const MAX_INSTRUCTIONS: u64 = 1 << 33;
const MAX_EMULATED: u64 = 1 << 27;

/// The most instructions of a program that a driver compiles here: one that compiles for a CPU takes some seconds for so many.
const MAX_COMPILED: usize = 1 << 11;

/// The most iterations of a loop of the chips.
const MAX_ITERATIONS: u64 = 255;

/// Draws with a program. `chip`: the emulated one that the device is.
pub fn run(
    program: &Program,
    call: &Call,
    device: &Device,
    chip: Option<Chip>,
    material: &mut Material,
) -> Result<Done, Stopped> {
    check_size("the target", call.size, 1).map_err(Stopped::Refused)?;
    let [width, height] = call.size;
    let mut draw = draw(program, call).map_err(|error| stopped(&error))?;
    let compiled = draw.compiled(chip).map_err(|error| stopped(&error))?;
    let length = compiled.program.instructions.len();
    if chip.is_none() && length > MAX_COMPILED {
        return Err(Stopped::Refused(format!(
            "This is not run: the program has {length} instructions; up to {MAX_COMPILED} are given to a driver here. An emulated \
             chip may run it."
        )));
    }
    let max = if chip.is_some() { MAX_EMULATED } else { MAX_INSTRUCTIONS };
    check_work(&compiled.program, width * height, max).map_err(Stopped::Refused)?;
    for (number, texture) in call.textures.iter().enumerate() {
        let Some(target) = target(program, &compiled, &texture.name) else { continue };
        let texels = call.texels(number, target, material).map_err(Stopped::Refused)?;
        draw.texture(&texture.name, texels).map_err(|error| stopped(&error))?;
    }
    let (results, _) = draw.run_on(&compiled, device).map_err(|error| stopped(&error))?;
    let outputs = outputs(program, &results).map_err(Stopped::Failed)?;
    let pass = PassRan { kernel: program.entry.clone(), width, height, targets: program.colors().len().max(1) };
    Ok(Done { outputs, passes: vec![pass], iterations: None })
}

/// A draw that is given its uniforms.
pub fn draw<'a>(program: &'a Program, call: &Call) -> Result<Draw<'a>, DrawError> {
    let mut draw = Draw::new(program, call.size[0], call.size[1]);
    for uniform in &call.uniforms {
        draw.uniform(&uniform.name, &uniform.numbers)?;
    }
    Ok(draw)
}

/// How a texture is read, if it is.
fn target(program: &Program, compiled: &Compiled, name: &str) -> Option<brooklet::fragment_program::TextureTarget> {
    let unit = program.parameters.iter().find_map(|parameter| match parameter.kind {
        ParameterKind::Texture { unit, .. } if parameter.name == name => unit,
        _ => None,
    })?;
    compiled.program.samplers.iter().find(|sampler| sampler.unit == unit).map(|sampler| sampler.target)
}

/// The results by name, each with its numbers.
fn outputs(program: &Program, results: &[Texels]) -> Result<Vec<Output>, String> {
    let colors = program.colors();
    let mut outputs = Vec::new();
    for (parameter, index) in program.results() {
        let Some(result) = results.get(index) else { continue };
        let is_depth = parameter.kind == ParameterKind::Depth;
        let count = if is_depth { 1 } else { colors.get(index).copied().unwrap_or(4).clamp(1, 4) };
        let numbers: Vec<f32> = match is_depth {
            // A depth is the third component, as the program writes it.
            true => result.texels.iter().map(|texel| texel[2]).collect(),
            false => result.texels.iter().flat_map(|texel| texel[..count].to_vec()).collect(),
        };
        let shape = Shape::from([result.height, result.width]);
        let components = Components::of(count).unwrap_or(Components::One);
        let contents = Contents::of_floats(components, shape, &numbers).map_err(|error| error.to_string())?;
        // The value of a function has its name.
        let name = if parameter.name.is_empty() { program.entry.clone() } else { parameter.name.clone() };
        let field = Field { name, ty: parameter.ty.clone(), contents: Rc::new(contents), numbers };
        outputs.push(Output { shape, value: false, fields: vec![field] });
    }
    Ok(outputs)
}

/// Whose fault an error is.
fn stopped(error: &DrawError) -> Stopped {
    use BackendError::{Driver, Lost, OutOfMemory, Rejected};
    match error {
        DrawError::Backend(Driver { .. } | Lost { .. } | OutOfMemory { .. } | Rejected(_))
        | DrawError::Device(brooklet::Error::Backend(Driver { .. } | Lost { .. } | OutOfMemory { .. } | Rejected(_))) => {
            Stopped::Failed(error.to_string())
        }
        // That a device or a chip has too little for it is the program's affair.
        _ => Stopped::Refused(error.to_string()),
    }
}

/// How many instructions a fragment takes at most: all branches, and loops as often as they can.
pub fn work(program: &FragmentProgram) -> u64 {
    let mut loops: Vec<u64> = Vec::new();
    let mut all = 0u64;
    for instruction in &program.instructions {
        let times = loops.last().copied().unwrap_or(1);
        match instruction.opcode {
            Opcode::Rep | Opcode::Loop => {
                let count = instruction.sources.first().map(|source| match source.register {
                    Register::Parameter(number) => literal(program, number, source.swizzle[0] as usize),
                    _ => MAX_ITERATIONS,
                });
                // A loop without a count may be endless.
                loops.push(times.saturating_mul(count.unwrap_or(u64::from(u32::MAX))));
            }
            Opcode::EndRep | Opcode::EndLoop => drop(loops.pop()),
            _ => {}
        }
        all = all.saturating_add(times);
    }
    all
}

/// The iterations that a constant register stands for: what it holds, or the most where that is not known.
fn literal(program: &FragmentProgram, number: usize, component: usize) -> u64 {
    let known = program.parameters.get(number).filter(|parameter| parameter.binding == Binding::Literal);
    match known.and_then(|parameter| parameter.components.get(component)) {
        Some(Scalar::Literal(bits)) => (f32::from_bits(*bits).max(0.0) as u64).min(MAX_ITERATIONS),
        _ => MAX_ITERATIONS,
    }
}

/// Sees that all fragments together take no more instructions than are run.
fn check_work(program: &FragmentProgram, fragments: usize, max: u64) -> Result<(), String> {
    let each = work(program);
    let all = each.saturating_mul(fragments as u64);
    if all <= max {
        return Ok(());
    }
    Err(format!(
        "This is not run: {fragments} fragments of up to {each} instructions are {all} in all; the maximum is {max}. Make the \
         target smaller, or its loops shorter."
    ))
}
