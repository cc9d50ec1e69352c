//! Tracks: one method of a scene, its steps, and what each of them read and wrote. Contents are kept as long as there is room,
//! and recomputed by the replay when they are looked at again.

mod readers;

use std::collections::{BTreeMap, VecDeque};
use std::rc::Rc;

use brooklet::Error;
use brooklet::backend::BufferAccess;
use brooklet::backend::debug::Fragment;
use brooklet::capture::{Binding, BufferBinding, Contents, DispatchStep, Fetches, PassStep, Replay, Step};
use brooklet::ir::Type;

use crate::app::method::{Method, Run};

use readers::Known;
pub use readers::MAX_READERS;

/// Bytes of contents that a track keeps.
const MAX_BYTES: usize = 48 << 20;
/// Samples of a row of the history.
pub const ROW: usize = 1024;

/// What a step reads or writes, as it is shown: an array texture whose layers are written by one pass is one thing.
#[derive(Clone, PartialEq, Debug)]
pub struct Slot {
    pub name: String,
    pub of: Source,
    /// The number of its first port among the inputs or outputs of the pass.
    pub port: usize,
}

/// Where it is.
#[derive(Clone, PartialEq, Debug)]
pub enum Source {
    Texture(Binding),
    /// The buffer's number in the dispatch.
    Buffer(usize),
}

/// What a step read and wrote.
pub struct Shown {
    pub inputs: Vec<(Slot, Rc<Contents>)>,
    pub outputs: Vec<(Slot, Rc<Contents>)>,
}

/// A row of the history: what a step wrote first, thinned out to [`ROW`] numbers.
#[derive(Clone, Debug, Default)]
pub struct Row {
    pub numbers: Vec<f32>,
    /// How many there were.
    pub count: usize,
}

pub struct Track {
    pub method: Method,
    pub result: Vec<f32>,
    replay: Replay,
    /// What was asked for last comes last.
    kept: VecDeque<(usize, Rc<Shown>)>,
    pub rows: Vec<Option<Row>>,
    fetches: Option<(usize, Rc<Fetches>)>,
    pub known_readers: Known,
    times: BTreeMap<usize, Option<f64>>,
    /// Bytes that all steps up to each have moved.
    work: Vec<usize>,
    /// How long all steps would have taken on the chip, in milliseconds, where there is a model of it.
    pub predicted: Option<f64>,
}

impl Track {
    pub fn new(method: Method, run: Run) -> Track {
        let steps = run.capture.steps();
        let mut sum = 0;
        let moved = steps.iter().map(|step| {
            let traffic = traffic(step);
            sum += traffic.bytes_read + traffic.bytes_written;
            sum
        });
        Track {
            method,
            result: run.result,
            kept: VecDeque::new(),
            rows: vec![None; steps.len()],
            work: moved.collect(),
            predicted: run.capture.trace().predicted().map(|predicted| predicted.ms()),
            replay: run.capture.replay(),
            fetches: None,
            known_readers: Known::default(),
            times: BTreeMap::new(),
        }
    }

    pub fn steps(&self) -> &[Step] {
        self.replay.capture().steps()
    }

    pub fn replay(&self) -> &Replay {
        &self.replay
    }

    /// Bytes moved by the first so many steps.
    pub fn work(&self, steps: usize) -> usize {
        steps
            .checked_sub(1)
            .and_then(|last| self.work.get(last.min(self.work.len().saturating_sub(1))))
            .copied()
            .unwrap_or(0)
    }

    /// How many steps are done once so many bytes have been moved.
    pub fn steps_by_work(&self, bytes: usize) -> usize {
        self.work.partition_point(|&moved| moved <= bytes)
    }

    /// What a step read and wrote.
    pub fn show(&mut self, step: usize) -> Result<Rc<Shown>, Error> {
        if let Some(at) = self.kept.iter().position(|(kept, _)| *kept == step)
            && let Some(found) = self.kept.remove(at)
        {
            self.kept.push_back(found.clone());
            return Ok(found.1);
        }
        self.replay.seek(step)?;
        let capture = self.replay.capture().clone();
        let shown = Rc::new(match &capture.steps()[step] {
            Step::Pass(pass) => self.pass(pass)?,
            Step::Dispatch(dispatch) => self.dispatch(dispatch)?,
        });
        if self.rows[step].is_none() {
            self.rows[step] = shown.outputs.first().map(|(_, contents)| row(contents));
        }
        self.kept.push_back((step, shown.clone()));
        let bytes = |shown: &Shown| -> usize {
            shown.inputs.iter().chain(&shown.outputs).map(|(_, contents)| contents.words().len() * 4).sum()
        };
        while self.kept.len() > 2 && self.kept.iter().map(|(_, shown)| bytes(shown)).sum::<usize>() > MAX_BYTES {
            self.kept.pop_front();
        }
        Ok(shown)
    }

    fn read(&self, slots: Vec<Slot>, step: Option<&DispatchStep>) -> Result<Vec<(Slot, Rc<Contents>)>, Error> {
        let read = |slot: Slot| {
            let contents = match (&slot.of, step) {
                (Source::Buffer(number), Some(dispatch)) => self.replay.read_buffer(&dispatch.buffers[*number])?,
                (Source::Texture(binding), _) => self.replay.read(binding)?,
                (Source::Buffer(_), None) => unreachable!("only dispatches have buffers"),
            };
            Ok((slot, Rc::new(contents)))
        };
        slots.into_iter().map(read).collect()
    }

    fn pass(&self, pass: &PassStep) -> Result<Shown, Error> {
        let mut inputs = slots(&pass.inputs);
        // The places of points are read by the vertices, and are no input of the kernel.
        let places = pass.points.iter().flat_map(|points| slots(std::slice::from_ref(&points.places)));
        inputs.extend(places.map(|slot| Slot { port: pass.inputs.len(), ..slot }));
        Ok(Shown { inputs: self.read(inputs, None)?, outputs: self.read(slots(&pass.outputs), None)? })
    }

    fn dispatch(&self, dispatch: &DispatchStep) -> Result<Shown, Error> {
        let mut inputs = self.read(slots(&dispatch.textures), Some(dispatch))?;
        inputs.extend(self.read(buffers(dispatch, false), Some(dispatch))?);
        Ok(Shown { inputs, outputs: self.read(buffers(dispatch, true), Some(dispatch))? })
    }

    /// Reads one more row of the history up to a step; whether there was one to read.
    pub fn fill_history(&mut self, steps: usize) -> Result<bool, Error> {
        match self.rows.iter().take(steps).position(Option::is_none) {
            Some(step) => {
                self.replay.seek(step)?;
                let slot = match &self.steps()[step] {
                    Step::Pass(pass) => slots(&pass.outputs).into_iter().next(),
                    Step::Dispatch(dispatch) => buffers(dispatch, true).into_iter().next(),
                };
                let capture = self.replay.capture().clone();
                let read = slot.map(|slot| self.read(vec![slot], dispatch_of(&capture.steps()[step]))).transpose()?;
                let read = read.and_then(|read| read.into_iter().next());
                self.rows[step] = Some(read.map_or(Row::default(), |(_, contents)| row(&contents)));
                Ok(true)
            }
            None => Ok(false),
        }
    }

    /// Where the elements of a pass came from; none of a dispatch.
    pub fn fetches(&mut self, step: usize) -> Result<Option<Rc<Fetches>>, Error> {
        if !matches!(self.steps()[step], Step::Pass(_)) {
            return Ok(None);
        }
        if let Some((of, fetches)) = &self.fetches
            && *of == step
        {
            return Ok(Some(fetches.clone()));
        }
        self.replay.seek(step)?;
        let fetches = Rc::new(self.replay.fetches()?);
        self.fetches = Some((step, fetches.clone()));
        Ok(Some(fetches))
    }

    /// An element of a pass, computed again instruction by instruction: by each of its programs.
    pub fn debug(&mut self, step: usize, element: usize) -> Result<Vec<Fragment>, Error> {
        self.replay.seek(step)?;
        self.replay.debug(element)
    }

    /// How long the device was busy with a step, in milliseconds; none where it has no timer. It is measured once.
    pub fn milliseconds(&mut self, step: usize) -> Result<Option<f64>, Error> {
        if let Some(known) = self.times.get(&step) {
            return Ok(*known);
        }
        let time = self.replay.timed(step)?.map(|time| time.as_secs_f64() * 1e3);
        self.times.insert(step, time);
        Ok(time)
    }
}

/// What a step moved.
pub fn traffic(step: &Step) -> brooklet::Traffic {
    match step {
        Step::Pass(pass) => pass.event.traffic,
        Step::Dispatch(dispatch) => dispatch.event.traffic,
    }
}

fn dispatch_of(step: &Step) -> Option<&DispatchStep> {
    if let Step::Dispatch(dispatch) = step { Some(dispatch) } else { None }
}

/// The buffers of a dispatch that it writes, or those that it only reads.
fn buffers(dispatch: &DispatchStep, written: bool) -> Vec<Slot> {
    let all = dispatch.buffers.iter().enumerate();
    let chosen = all.filter(|(_, buffer)| (buffer.access != BufferAccess::Read) == written);
    let slot = |(number, buffer): (usize, &BufferBinding)| Slot {
        name: buffer.name.clone(),
        of: Source::Buffer(number),
        port: number,
    };
    chosen.map(slot).collect()
}

/// The streams of a pass; the layers of one array texture are one.
fn slots(bindings: &[Binding]) -> Vec<Slot> {
    let mut slots: Vec<Slot> = Vec::new();
    for (port, binding) in bindings.iter().enumerate() {
        if let Some(Slot { name, of: Source::Texture(first), .. }) = slots.last_mut()
            && first.resource == binding.resource
            && binding.layer == first.layers.max(1)
            && binding.layers == 1
        {
            first.layers += 1;
            *name = format!("{} … {}", bindings[port - binding.layer].name, binding.name);
            continue;
        }
        slots.push(Slot { name: binding.name.clone(), of: Source::Texture(binding.clone()), port });
    }
    slots
}

/// A row of the history.
fn row(contents: &Contents) -> Row {
    let count = contents.words().len();
    let number = |at: usize| float(contents.ty, contents.words()[at]);
    let numbers = match count <= ROW {
        true => (0..count).map(number).collect(),
        // Not at equal distances: those of a bitonic sort would always meet the same comparators.
        false => (0..ROW).map(|at| number(at * count / ROW + at.wrapping_mul(40_503) % (count / ROW))).collect(),
    };
    Row { numbers, count }
}

/// A component as a float.
fn float(ty: Type, word: u32) -> f32 {
    match ty {
        Type::Float(_) => f32::from_bits(word),
        Type::Int(_) => word as i32 as f32,
        _ => word as f32,
    }
}

/// All components of all elements, as floats.
pub fn scalars(contents: &Contents) -> Vec<f32> {
    contents.words().iter().map(|word| float(contents.ty, *word)).collect()
}
