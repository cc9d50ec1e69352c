//! Looks into the passes of an answer: what each reads, writes and fetches, beside the solution.

use crate::backend::debug::Fragment;
use crate::capture::{Binding, Replay, Step};
use crate::error::Error;
use crate::fragment_program::Chip;
use crate::machine::{Device, Pass};
use crate::value::Value;

use super::Puzzle;
use super::data::{Size, StreamSpec, elements, filled};
use super::expected::Wanted;
use super::fetched::{FetchedElement, fetched};
use super::program::{Program, compile};
use super::run::{Ran, passes, run, written};

/// The passes of an answer over data of a size, beside those of the solution.
///
/// ```
/// use brooklet::puzzle::Puzzle;
/// let halves = &Puzzle::all()[6];
/// let mut look = halves.look(halves.solution.text().unwrap(), halves.shown[0])?;
/// let first = look.pass(0)?;
/// assert_eq!((look.passes(), first.output.numbers.len()), (3, 4));
/// assert_eq!(first.output.numbers, first.expected);
/// assert_eq!(look.fetches(0, 1)?.len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Look {
    puzzle: Puzzle,
    size: Size,
    ours: Replay,
    theirs: Wanted,
}

/// A pass: the streams, and what belongs into the one that it writes.
#[derive(Clone, PartialEq, Debug)]
pub struct PassLook {
    /// The constants, by name.
    pub constants: Vec<(String, Value)>,
    /// The streams that the kernel can read.
    pub inputs: Vec<StreamLook>,
    /// The stream that it wrote.
    pub output: StreamLook,
    /// What the solution writes in this pass.
    pub expected: Vec<f32>,
}

/// A stream of a pass.
#[derive(Clone, PartialEq, Debug)]
pub struct StreamLook {
    /// Its name in the kernel.
    pub name: String,
    /// The numbers of an element.
    pub components: usize,
    /// The number of columns, if it is a grid.
    pub columns: Option<usize>,
    /// The numbers of its elements.
    pub numbers: Vec<f32>,
}

/// Why an answer is not run.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LookError {
    /// It does not compile, or the device fails.
    #[error(transparent)]
    Device(#[from] Error),
    /// It is nothing that the puzzle runs.
    #[error("{0}")]
    Refused(String),
}

impl Puzzle {
    /// Runs the text of a kernel on the puzzle's chip, or on a machine without limits if it does not fit the chip, over data of a size.
    ///
    /// # Errors
    /// A kernel that does not compile or declares what the puzzle does not have, and any error of the device.
    pub fn look(&self, text: &str, size: Size) -> Result<Look, LookError> {
        self.look_file(&self.name, text, size)
    }

    /// Runs the text of a file like [`look`](Puzzle::look). It is in Brook if the file's name ends in `.br`.
    ///
    /// # Errors
    /// The same as for [`look`](Puzzle::look).
    pub fn look_file(&self, name: &str, text: &str, size: Size) -> Result<Look, LookError> {
        let kernel = match compile(name, text, self.counted_on())? {
            Program::Kernel(kernel) => kernel,
            Program::Refused(why) => return Err(LookError::Refused(why)),
        };
        if let Some(why) = self.interface_fault(&kernel) {
            return Err(LookError::Refused(why));
        }
        let fits = |ran: &Ran| ran.capture.trace().passes().all(|pass| pass.part.is_none());
        let ours = match run(self, &kernel, self.chip, size) {
            Ok(ran) if fits(&ran) => ran,
            Err(error) if !error.is_missing_feature() => return Err(error.into()),
            _ => run(self, &kernel, Chip::None, size)?,
        };
        Ok(Look { puzzle: self.clone(), size, ours: ours.capture.replay(), theirs: self.wanted(size)? })
    }
}

impl Puzzle {
    /// Runs the text of a file on a device, such as one of a driver, over data of a size, and returns what the last pass wrote. It is in Brook
    /// if the file's name ends in `.br`.
    ///
    /// # Errors
    /// The same as for [`look`](Puzzle::look).
    pub fn run_on(&self, device: &Device, name: &str, text: &str, size: Size) -> Result<Vec<f32>, LookError> {
        let kernel = match compile(name, text, self.counted_on())? {
            Program::Kernel(kernel) => kernel,
            Program::Refused(why) => return Err(LookError::Refused(why)),
        };
        Ok(passes(self, &kernel, device, size, &mut |pass: Pass| pass.run())?)
    }
}

impl Look {
    /// Returns the number of passes.
    pub fn passes(&self) -> usize {
        self.ours.capture().steps().len()
    }

    /// Returns a pass, counted from 0.
    ///
    /// # Errors
    /// A pass that does not exist, and any error of the device.
    pub fn pass(&mut self, pass: usize) -> Result<PassLook, Error> {
        let (output, expected) = (written(&mut self.ours, pass)?, self.theirs.pass(pass)?);
        let mut inputs = Vec::new();
        for (index, stream) in self.puzzle.inputs.iter().enumerate() {
            // A kernel need not declare an input; what the solution reads is what it would have read.
            let replays = [Some(&self.ours), self.theirs.replay()].into_iter().flatten();
            let read = replays.filter_map(|replay| input(replay, pass, &stream.name)).next();
            let numbers = match read {
                Some(read) => read?,
                None => filled(stream, self.size, index),
            };
            inputs.push(self.stream(stream, numbers));
        }
        Ok(PassLook {
            constants: self
                .theirs
                .replay()
                .map_or_else(|| constants(&self.ours, pass), |replay| constants(replay, pass)),
            inputs,
            output: self.stream(&self.puzzle.output, output),
            expected,
        })
    }

    fn stream(&self, spec: &StreamSpec, numbers: Vec<f32>) -> StreamLook {
        let columns = match self.size {
            Size::Grid([_, columns]) if numbers.len() == elements(spec, self.size) * spec.components => {
                (spec.part == [1, 1] && spec.count.is_none()).then_some(columns)
            }
            _ => None,
        };
        StreamLook { name: spec.name.clone(), components: spec.components, columns, numbers }
    }

    /// Returns what the kernel fetched for an element of a pass.
    ///
    /// # Errors
    /// A pass or an element that does not exist, and any error of the device.
    pub fn fetches(&mut self, pass: usize, element: usize) -> Result<Vec<FetchedElement>, Error> {
        self.ours.seek(pass)?;
        fetched(&self.ours, pass, element)
    }

    /// Returns the instructions that the emulated chip executed for an element of a pass.
    ///
    /// # Errors
    /// A pass or an element that does not exist, and any error of the device.
    pub fn debug(&mut self, pass: usize, element: usize) -> Result<Vec<Fragment>, Error> {
        self.ours.seek(pass)?;
        self.ours.debug(element)
    }
}

/// Returns the constants of a pass.
fn constants(replay: &Replay, pass: usize) -> Vec<(String, Value)> {
    let Some(Step::Pass(step)) = replay.capture().steps().get(pass) else { return Vec::new() };
    let ports = &step.kernel.interface().constants;
    ports.iter().map(|port| port.name.clone()).zip(step.constants.iter().copied()).collect()
}

/// Returns the numbers of an input of the pass that ran last, or `None` if its kernel does not declare it.
fn input(replay: &Replay, pass: usize, name: &str) -> Option<Result<Vec<f32>, Error>> {
    let Some(Step::Pass(step)) = replay.capture().steps().get(pass) else { return None };
    let binding: &Binding = step.inputs.iter().find(|input| input.name == name)?;
    Some(replay.read(binding).map(|contents| contents.to_floats()))
}
