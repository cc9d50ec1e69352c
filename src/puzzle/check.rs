//! Checks an answer to a puzzle, and says what is wrong with it.

use std::rc::Rc;

use crate::capture::{Replay, Step};
use crate::error::Error;
use crate::fragment_program::Chip;
use crate::ir::{Kernel, Type};
use crate::kernel::{self, Source};

use super::Puzzle;
use super::data::{Size, StreamSpec};
use super::run::{Ran, counts, fit, run};

/// The chip on which the instructions of an answer are counted, if the puzzle names none.
const COUNTED_ON: Chip = Chip::Nv40;

/// What becomes of an answer that compiles.
#[derive(Clone, PartialEq, Debug)]
pub enum Answer {
    /// It is right for all sizes.
    Solved(Cost),
    /// An element is wrong.
    Wrong(Box<Failure>),
    /// It declares what the puzzle does not have, or is too large for the chip.
    Refused(String),
}

/// What an answer costs for the largest size.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cost {
    /// The size.
    pub size: Size,
    /// The number of passes.
    pub passes: usize,
    /// The texels that all fragments together fetch.
    pub texels: u64,
    /// The chip on which instructions are counted.
    pub chip: Chip,
    /// The arithmetic instructions of the kernel there.
    pub alu: usize,
    /// The texture instructions.
    pub tex: usize,
    /// The texture indirections.
    pub indirections: usize,
}

/// The first element that is wrong.
#[derive(Clone, PartialEq, Debug)]
pub struct Failure {
    /// The size of the data.
    pub size: Size,
    /// Whether the size is one that is not shown.
    pub hidden: bool,
    /// The pass that wrote it, from 1, and the number of passes.
    pub pass: [usize; 2],
    /// Its index in the output of that pass.
    pub element: usize,
    /// What the kernel wrote.
    pub found: Vec<f32>,
    /// What belongs there.
    pub expected: Vec<f32>,
    /// Whether what the kernel wrote depends on what it fetched outside of a stream, and is right by chance, if it is.
    pub outside: bool,
    /// What the kernel fetched for it.
    pub fetches: Vec<FetchedElement>,
}

/// An element that a kernel fetched.
#[derive(Clone, PartialEq, Debug)]
pub struct FetchedElement {
    /// The name of the stream.
    pub stream: String,
    /// Its index, or `None` if there is no such element.
    pub element: Option<usize>,
    /// The number of elements of the stream.
    pub count: usize,
    /// Its numbers; none, if there is no such element.
    pub numbers: Vec<f32>,
}

impl Puzzle {
    /// Checks the text of a kernel: compiles it, runs it for all sizes on the puzzle's chip, and compares each element with that of the
    /// solution on a machine without limits.
    ///
    /// # Errors
    /// A kernel that does not compile, and any error of the device.
    pub fn check(&self, text: &str) -> Result<Answer, Error> {
        let (kernel, _) = kernel::compile(&Source::new(self.name.clone(), text.to_owned()))?;
        if let Some(refused) = self.interface_fault(&kernel) {
            return Ok(Answer::Refused(refused));
        }
        let (solution, _) = kernel::compile(&Source::new(self.name.clone(), self.solution.clone()))?;
        let (kernel, solution) = (Rc::new(kernel), Rc::new(solution));
        let mut cost: Option<Cost> = None;
        let sizes = self.shown.iter().map(|size| (*size, false)).chain(self.hidden.iter().map(|size| (*size, true)));
        for (size, hidden) in sizes {
            let wanted = run(self, &solution, Chip::None, size)?;
            let ran = match run(self, &kernel, self.chip, size) {
                Ok(ran) => ran,
                Err(error) if error.is_missing_feature() => return Ok(Answer::Refused(error.to_string())),
                Err(error) => return Err(error),
            };
            if ran.capture.trace().passes().any(|pass| pass.part.is_some()) {
                return Ok(Answer::Refused(self.excess(&kernel, size)?));
            }
            let is_same = same(&ran.numbers, &wanted.numbers);
            let failure = match is_same {
                true => outside(&ran, self.output.components)?,
                false => self.failure(&ran, &wanted)?,
            };
            match failure {
                Some(failure) => return Ok(Answer::Wrong(Box::new(Failure { size, hidden, ..failure }))),
                None if is_same => {}
                // There was no pass.
                None => {
                    let chip = self.chip.name().to_uppercase();
                    return Ok(Answer::Refused(format!("the {chip} does not hold the puzzle's data exactly")));
                }
            }
            if cost.is_none_or(|cost| cost.size.count() <= size.count()) {
                cost = Some(self.cost(&kernel, &ran, size)?);
            }
        }
        // At least one size is shown.
        Ok(cost.map_or_else(|| Answer::Refused("the puzzle has no sizes".to_owned()), Answer::Solved))
    }

    /// Returns what a kernel declares that the puzzle does not have.
    fn interface_fault(&self, kernel: &Kernel) -> Option<String> {
        let streams = |all: &[StreamSpec]| {
            let all: Vec<String> =
                all.iter().map(|stream| format!("`{} {}`", of_type(stream).name(), stream.name)).collect();
            all.join(", ")
        };
        let interface = &kernel.interface;
        for port in &interface.inputs {
            if !self.inputs.iter().any(|stream| stream.name == port.name && Type::floats(stream.components) == port.ty)
            {
                return Some(format!(
                    "there is no input `{} {}`; the puzzle has {}",
                    port.ty.name(),
                    port.name,
                    streams(&self.inputs)
                ));
            }
        }
        for constant in &interface.constants {
            let all = self.schedule.constants();
            if !all.contains(&constant.name.as_str()) || !matches!(constant.ty, Type::Index | Type::FLOAT) {
                let known =
                    if all.is_empty() { "none".to_owned() } else { format!("`index {}`", all.join("`, `index ")) };
                return Some(format!(
                    "there is no constant `{} {}`; the puzzle has {known}",
                    constant.ty.name(),
                    constant.name
                ));
            }
        }
        match &interface.outputs[..] {
            [port] if port.name == self.output.name && Type::floats(self.output.components) == port.ty => None,
            _ => Some(format!("the kernel has to write one output, {}", streams(std::slice::from_ref(&self.output)))),
        }
    }

    /// Returns what a kernel takes more than the chip has.
    fn excess(&self, kernel: &Rc<Kernel>, size: Size) -> Result<String, Error> {
        let resources = fit(self, kernel, self.chip, size)?.map(|fit| fit.resources).unwrap_or_default();
        let over = resources.iter().filter(|resource| resource.exceeds());
        let over: Vec<String> = over.map(|of| format!("{} {}, of {}", of.needed, of.resource, of.available)).collect();
        Ok(format!(
            "the kernel does not fit the {} in one pass: it takes {}",
            self.chip.name().to_uppercase(),
            over.join("; ")
        ))
    }

    fn cost(&self, kernel: &Rc<Kernel>, ran: &Ran, size: Size) -> Result<Cost, Error> {
        let chip = if self.chip == Chip::None { COUNTED_ON } else { self.chip };
        let counts = counts(self, kernel, chip, size)?.unwrap_or_default();
        let trace = ran.capture.trace();
        Ok(Cost {
            size,
            passes: trace.passes().count(),
            texels: trace.passes().filter_map(|pass| pass.cost.fetches).sum(),
            chip,
            alu: counts.alu,
            tex: counts.tex,
            indirections: counts.indirections,
        })
    }

    /// Finds the first pass whose output differs from that of the solution, and its first element that does.
    fn failure(&self, ran: &Ran, wanted: &Ran) -> Result<Option<Failure>, Error> {
        let (mut ours, mut theirs) = (ran.capture.replay(), wanted.capture.replay());
        let passes = ran.capture.steps().len();
        for step in 0..passes {
            let (found, expected) = (written(&mut ours, step)?, written(&mut theirs, step)?);
            let components = self.output.components;
            let pairs = found.chunks(components).zip(expected.chunks(components)).enumerate();
            if let Some((element, (found, expected))) = pairs.into_iter().find(|(_, (a, b))| !same(a, b)) {
                return failed(&ours, [step, passes], element, [found, expected]).map(Some);
            }
        }
        Ok(None)
    }
}

/// Describes an element of the step that ran last.
fn failed(replay: &Replay, [step, passes]: [usize; 2], element: usize, numbers: [&[f32]; 2]) -> Result<Failure, Error> {
    let [found, expected] = numbers.map(<[f32]>::to_vec);
    let outside = replay.fetches()?.depends_on_outside(element)?;
    let fetches = fetched(replay, step, element)?;
    // The caller knows the size.
    Ok(Failure {
        size: Size::Line(0),
        hidden: false,
        pass: [step + 1, passes],
        element,
        found,
        expected,
        outside,
        fetches,
    })
}

/// Returns the first element that depends on what is outside of the streams, in any pass.
fn outside(ran: &Ran, components: usize) -> Result<Option<Failure>, Error> {
    let mut replay = ran.capture.replay();
    let passes = ran.capture.steps().len();
    for step in 0..passes {
        let numbers = written(&mut replay, step)?;
        let fetches = replay.fetches()?;
        for (element, numbers) in numbers.chunks(components).enumerate() {
            if fetches.depends_on_outside(element)? {
                return failed(&replay, [step, passes], element, [numbers; 2]).map(Some);
            }
        }
    }
    Ok(None)
}

/// Returns what a step wrote.
pub(super) fn written(replay: &mut Replay, step: usize) -> Result<Vec<f32>, Error> {
    replay.seek(step)?;
    let capture = replay.capture().clone();
    match &capture.steps()[step] {
        Step::Pass(pass) => Ok(replay.read(&pass.outputs[0])?.to_floats()),
        Step::Dispatch(_) => Ok(Vec::new()),
    }
}

/// Returns what the step that ran last fetched for an element.
pub(super) fn fetched(replay: &Replay, step: usize, element: usize) -> Result<Vec<FetchedElement>, Error> {
    let capture = replay.capture().clone();
    let Step::Pass(pass) = &capture.steps()[step] else { return Ok(Vec::new()) };
    let mut all = Vec::new();
    for fetch in replay.fetches()?.of(element)?.fetches {
        let input = &pass.inputs[fetch.input];
        let contents = replay.read(input)?;
        let value = fetch.element.and_then(|element| contents.value(element));
        let numbers = value.map_or(Vec::new(), |value| {
            value.words()[..value.count()].iter().map(|word| f32::from_bits(*word)).collect()
        });
        all.push(FetchedElement { stream: input.name.clone(), element: fetch.element, count: contents.len(), numbers });
    }
    Ok(all)
}

/// Returns whether numbers are the same: two NaN are, and so are 0 and -0.
fn same(found: &[f32], expected: &[f32]) -> bool {
    let pair = |(a, b): (&f32, &f32)| a == b || (a.is_nan() && b.is_nan());
    found.len() == expected.len() && found.iter().zip(expected).all(pair)
}

/// Returns the type of a stream's elements, as kernels name it.
fn of_type(stream: &StreamSpec) -> Type {
    Type::floats(stream.components)
}
