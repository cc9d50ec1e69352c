//! Runs the passes of a puzzle with a kernel on an emulated chip.

use std::rc::Rc;

use crate::backend::Fit;
use crate::capture::{Capture, Replay, Step as Captured};
use crate::error::Error;
use crate::fragment_program::Chip;
use crate::fragment_program::counts::Counts;
use crate::ir::Kernel;
use crate::machine::{Device, Pass, Stream};
use crate::shape::Shape;

use super::Puzzle;
use super::data::{Size, StreamSpec, elements, filled};
use super::passes::{Schedule, Step};
use super::program::COUNT;

/// The maximum number of iterations of all loops of an element: a loop over the largest stream takes as many. An endless loop takes a second
/// to get there in a build that is not optimised.
const MAX_ITERATIONS: u64 = 1 << 16;

/// A stream of elements of one to four numbers.
enum Numbers {
    One(Stream<f32>),
    Two(Stream<[f32; 2]>),
    Three(Stream<[f32; 3]>),
    Four(Stream<[f32; 4]>),
}

/// Evaluates an expression in which `$stream` is the typed stream.
macro_rules! with {
    ($numbers:expr, $stream:ident => $body:expr) => {
        match $numbers {
            Numbers::One($stream) => $body,
            Numbers::Two($stream) => $body,
            Numbers::Three($stream) => $body,
            Numbers::Four($stream) => $body,
        }
    };
}

impl Numbers {
    fn upload(device: &Device, components: usize, shape: Shape, numbers: &[f32]) -> Result<Numbers, Error> {
        Ok(match components {
            1 => Numbers::One(device.upload_shaped(shape, numbers)?),
            2 => Numbers::Two(device.upload_shaped::<[f32; 2]>(shape, numbers.as_chunks().0)?),
            3 => Numbers::Three(device.upload_shaped::<[f32; 3]>(shape, numbers.as_chunks().0)?),
            _ => Numbers::Four(device.upload_shaped::<[f32; 4]>(shape, numbers.as_chunks().0)?),
        })
    }

    fn new(device: &Device, components: usize, shape: Shape) -> Result<Numbers, Error> {
        Ok(match components {
            1 => Numbers::One(device.stream(shape)?),
            2 => Numbers::Two(device.stream(shape)?),
            3 => Numbers::Three(device.stream(shape)?),
            _ => Numbers::Four(device.stream(shape)?),
        })
    }

    fn bind<'a>(&'a self, pass: Pass<'a>, name: &'a str) -> Pass<'a> {
        with!(self, stream => pass.input(name, stream))
    }

    fn output<'a>(&'a mut self, pass: Pass<'a>, name: &'a str) -> Pass<'a> {
        with!(self, stream => pass.output(name, stream))
    }

    fn len(&self) -> usize {
        with!(self, stream => stream.len())
    }

    fn read(&self) -> Result<Vec<f32>, Error> {
        Ok(match self {
            Numbers::One(stream) => stream.read()?,
            Numbers::Two(stream) => stream.read()?.as_flattened().to_vec(),
            Numbers::Three(stream) => stream.read()?.as_flattened().to_vec(),
            Numbers::Four(stream) => stream.read()?.as_flattened().to_vec(),
        })
    }
}

/// What the passes of a puzzle wrote.
pub(super) struct Ran {
    /// The numbers of the last output; those of the first input, if there was no pass.
    pub numbers: Vec<f32>,
    pub capture: Rc<Capture>,
}

/// Runs all passes over data of a size on a chip.
pub(super) fn run(puzzle: &Puzzle, kernel: &Rc<Kernel>, chip: Chip, size: Size) -> Result<Ran, Error> {
    // What is outside a stream must not look like data.
    let device = Device::builder().poison(f32::NAN).max_iterations(MAX_ITERATIONS).emulated(chip)?;
    let (numbers, capture) = device.capture(|| passes(puzzle, kernel, &device, size, &mut |pass: Pass| pass.run()))?;
    Ok(Ran { numbers, capture })
}

/// Returns what a step wrote.
pub(super) fn written(replay: &mut Replay, step: usize) -> Result<Vec<f32>, Error> {
    replay.seek(step)?;
    let capture = replay.capture().clone();
    match &capture.steps()[step] {
        Captured::Pass(pass) => Ok(replay.read(&pass.outputs[0])?.to_floats()),
        Captured::Dispatch(_) => Ok(Vec::new()),
    }
}

/// Returns what the kernel takes of the chip's resources.
pub(super) fn fit(puzzle: &Puzzle, kernel: &Rc<Kernel>, chip: Chip, size: Size) -> Result<Option<Fit>, Error> {
    let mut found = None;
    let mut look = |pass: Pass| {
        found.get_or_insert(pass.fits()?);
        Ok(())
    };
    passes(puzzle, kernel, &Device::emulated(chip)?, size, &mut look)?;
    Ok(found)
}

/// Returns the instructions that the kernel has on a chip.
pub(super) fn counts(puzzle: &Puzzle, kernel: &Rc<Kernel>, chip: Chip, size: Size) -> Result<Option<Counts>, Error> {
    let programs =
        Device::surveyed(chip, |device| passes(puzzle, kernel, device, size, &mut |pass: Pass| pass.run()).map(drop))?;
    Ok(programs.first().map(|(_, compiled)| compiled.counts))
}

/// Returns the shape of a stream for a size.
fn shape(stream: &StreamSpec, size: Size) -> Shape {
    match size {
        Size::Grid(size) if stream.part == [1, 1] => size.into(),
        _ => elements(stream, size).into(),
    }
}

/// Returns the passes over data of a size.
fn steps(puzzle: &Puzzle, size: Size) -> Vec<Step> {
    // The first input of a tree has one element.
    let streams = if puzzle.schedule == Schedule::Descending { 2 } else { 1 };
    let count = puzzle.inputs.iter().take(streams).map(|stream| elements(stream, size)).max();
    puzzle.schedule.steps(count.unwrap_or(0))
}

/// Returns how many numbers each pass writes.
pub(super) fn lengths(puzzle: &Puzzle, size: Size) -> Vec<usize> {
    let count = |step: Step| step.count.unwrap_or_else(|| elements(&puzzle.output, size));
    steps(puzzle, size).into_iter().map(|step| count(step) * puzzle.output.components).collect()
}

/// Makes all passes over data of a size, and returns the numbers of the last output.
pub(super) fn passes(
    puzzle: &Puzzle,
    kernel: &Rc<Kernel>,
    device: &Device,
    size: Size,
    draw: &mut dyn FnMut(Pass) -> Result<(), Error>,
) -> Result<Vec<f32>, Error> {
    let mut inputs = Vec::new();
    for (index, stream) in puzzle.inputs.iter().enumerate() {
        let numbers = filled(stream, size, index);
        inputs.push(Numbers::upload(device, stream.components, shape(stream, size), &numbers)?);
    }
    // An int that may be rounded is seen in what the kernel writes: a note in the log would help no learner.
    if let Some(ints) = device.float_ints() {
        ints.rounded(kernel)?;
    }
    let loaded = device.load_lowered(kernel.clone())?;
    let mut last: Option<Numbers> = None;
    for step in steps(puzzle, size) {
        let written = step.count.map_or(shape(&puzzle.output, size), Shape::from);
        let mut output = Numbers::new(device, puzzle.output.components, written)?;
        let declared = |name: &str| kernel.interface.inputs.iter().any(|port| port.name == name);
        let level = level(puzzle, device, size, step.halvings)?;
        let mut pass = device.pass(&loaded);
        let mut counts = Vec::new();
        for (index, (stream, numbers)) in puzzle.inputs.iter().zip(&inputs).enumerate() {
            let of_pass = if index == 0 { last.as_ref() } else { level.as_ref().filter(|_| index == 1) };
            let numbers = of_pass.unwrap_or(numbers);
            counts.push((format!("{COUNT}{}", stream.name), numbers.len()));
            if declared(&stream.name) {
                pass = numbers.bind(pass, &stream.name);
            }
        }
        let given = step.constants.iter().map(|(name, value)| (*name, *value));
        let counts = counts.iter().map(|(name, count)| (name.as_str(), *count));
        let given: Vec<(&str, usize)> = given.chain(counts).collect();
        draw(constants(output.output(pass, &puzzle.output.name), kernel, &given))?;
        last = Some(output);
    }
    last.as_ref().unwrap_or(&inputs[0]).read()
}

/// Returns the second input after pairs have been added up so often, or `None` if they have not.
fn level(puzzle: &Puzzle, device: &Device, size: Size, halvings: usize) -> Result<Option<Numbers>, Error> {
    let Some(stream) = puzzle.inputs.get(1).filter(|_| halvings > 0) else { return Ok(None) };
    let mut numbers = filled(stream, size, 1);
    for _ in 0..halvings {
        let pairs = numbers.chunks(2 * stream.components);
        let of_pair = |pair: &[f32]| -> Vec<f32> {
            let (one, other) = pair.split_at(stream.components.min(pair.len()));
            one.iter().enumerate().map(|(k, number)| number + other.get(k).copied().unwrap_or(0.0)).collect()
        };
        numbers = pairs.flat_map(of_pair).collect();
    }
    let count = numbers.len() / stream.components;
    Numbers::upload(device, stream.components, count.into(), &numbers).map(Some)
}

/// Binds the constants of a pass that the kernel declares.
fn constants<'a>(mut pass: Pass<'a>, kernel: &Kernel, given: &[(&'a str, usize)]) -> Pass<'a> {
    for (name, value) in given {
        if kernel.interface.constants.iter().any(|constant| constant.name == *name) {
            pass = pass.constant(name, *value);
        }
    }
    pass
}
