//! Checks an answer to a puzzle, and says what is wrong with it.

use std::rc::Rc;

use crate::backend::BackendError;
use crate::capture::Replay;
use crate::error::Error;
use crate::fragment_program::Chip;
use crate::ir::{Kernel, Type};

use super::Puzzle;
use super::cost::Cost;
use super::data::{Size, StreamSpec};
use super::expected::Wanted;
use super::fetched::{FetchedElement, fetched};
use super::limits::{endless, excess};
use super::program::{COUNT, Program, compile};
use super::run::{Ran, counts, run, written};

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

impl Puzzle {
    /// Checks the text of a kernel: compiles it, runs it for all sizes on the puzzle's chip, and compares each element with that of the
    /// solution on a machine without limits.
    ///
    /// # Errors
    /// A kernel that does not compile, and any error of the device.
    pub fn check(&self, text: &str) -> Result<Answer, Error> {
        self.check_file(&self.name, text)
    }

    /// Checks the text of a file like [`check`](Puzzle::check). Messages call the file by this name. If that ends in `.br`, it is a program of
    /// Brook with one kernel, whose parameters have the names of the puzzle's streams and constants; the number of elements of an input is the
    /// constant `count_`, followed by its name.
    ///
    /// # Errors
    /// The same as for [`check`](Puzzle::check).
    pub fn check_file(&self, name: &str, text: &str) -> Result<Answer, Error> {
        let kernel = match compile(name, text, self.counted_on())? {
            Program::Kernel(kernel) => kernel,
            Program::Refused(why) => return Ok(Answer::Refused(why)),
        };
        if let Some(refused) = self.interface_fault(&kernel) {
            return Ok(Answer::Refused(refused));
        }
        let mut cost: Option<Cost> = None;
        let sizes = self.shown.iter().map(|size| (*size, false)).chain(self.hidden.iter().map(|size| (*size, true)));
        for (size, hidden) in sizes {
            let mut wanted = self.wanted(size)?;
            let ran = match run(self, &kernel, self.chip, size) {
                Ok(ran) => ran,
                Err(Error::Backend(BackendError::Endless { taken, max, .. })) => {
                    return Ok(Answer::Refused(endless(&kernel, taken, max)));
                }
                Err(error) if error.is_missing_feature() => return Ok(Answer::Refused(error.to_string())),
                Err(error) => return Err(error),
            };
            if ran.capture.trace().passes().any(|pass| pass.part.is_some()) {
                return Ok(Answer::Refused(excess(self, &kernel, size)?));
            }
            let is_same = same(&ran.numbers, wanted.last());
            let failure = match is_same {
                true => outside(&ran, self.output.components)?,
                false => self.failure(&ran, &mut wanted)?,
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
                cost = match self.cost(&kernel, &ran, size) {
                    Ok(cost) => Some(cost),
                    Err(error) if error.is_missing_feature() => {
                        let chip = self.counted_on().name().to_uppercase();
                        let what = "on which instructions are counted, cannot run it";
                        return Ok(Answer::Refused(format!("the results are right, but the {chip}, {what}: {error}")));
                    }
                    Err(error) => return Err(error),
                };
            }
        }
        // At least one size is shown.
        Ok(cost.map_or_else(|| Answer::Refused("the puzzle has no sizes".to_owned()), Answer::Solved))
    }

    /// Returns the chip on which the instructions of an answer are counted.
    pub(super) fn counted_on(&self) -> Chip {
        if self.chip == Chip::None { COUNTED_ON } else { self.chip }
    }

    /// Returns what a kernel declares that the puzzle does not have.
    pub(super) fn interface_fault(&self, kernel: &Kernel) -> Option<String> {
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
            let counted = constant.name.strip_prefix(COUNT);
            let is_count = counted.is_some_and(|name| self.inputs.iter().any(|stream| stream.name == name));
            if !(is_count || all.contains(&constant.name.as_str())) || !matches!(constant.ty, Type::Index | Type::FLOAT)
            {
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

    fn cost(&self, kernel: &Rc<Kernel>, ran: &Ran, size: Size) -> Result<Cost, Error> {
        let chip = self.counted_on();
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
    fn failure(&self, ran: &Ran, wanted: &mut Wanted) -> Result<Option<Failure>, Error> {
        let mut ours = ran.capture.replay();
        let passes = ran.capture.steps().len();
        for step in 0..passes {
            let (found, expected) = (written(&mut ours, step)?, wanted.pass(step)?);
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

/// Returns whether numbers are the same: two NaN are, and so are 0 and -0.
fn same(found: &[f32], expected: &[f32]) -> bool {
    let pair = |(a, b): (&f32, &f32)| a == b || (a.is_nan() && b.is_nan());
    found.len() == expected.len() && found.iter().zip(expected).all(pair)
}

/// Returns the type of a stream's elements, as kernels name it.
fn of_type(stream: &StreamSpec) -> Type {
    Type::floats(stream.components)
}
