//! Measurements: methods on sizes, step by step.

use std::collections::VecDeque;
use std::time::Duration;

use crate::{Device, Error};

use super::cases;
use super::row::Row;
use super::task::{Kind, Running, Task};

/// From so many elements on, what waits to be used again is given back before the next size.
const LARGE: usize = 1 << 20;

/// Most queries of a search where primitives are measured one by one.
const QUERIES: usize = 1 << 16;

/// A measurement of methods, made in short steps: whoever makes it shows how far it is, and drops it to cancel.
///
/// A step is the making of the data of one size, the check of one case, or one run of one case. Between steps the device is
/// free for others.
///
/// ```
/// use std::time::Instant;
/// use brooklet::{Device, compare::Measurement};
///
/// let device = Device::headless()?;
/// let start = Instant::now(); // a browser's clock is performance.now()
/// let mut measurement = Measurement::new(&device, &["scan"], &[256], 3, move || start.elapsed());
/// while let Some(progress) = measurement.progress() {
///     println!("{} ({:.0} %)", progress.stage, 100.0 * progress.share);
///     measurement.step()?;
/// }
/// assert!(measurement.rows().iter().all(|row| row.ok));
/// # Ok::<(), brooklet::Error>(())
/// ```
pub struct Measurement {
    device: Device,
    clock: Box<dyn Fn() -> Duration>,
    waiting: VecDeque<Task>,
    current: Option<Running>,
    rows: Vec<Row>,
    stages: usize,
    /// Whether it came to its end by an error.
    failed: bool,
    /// The work of all tasks, and of those that are done.
    work: f64,
    done: f64,
}

/// How far a measurement is, before its next step.
#[derive(Clone, PartialEq, Debug)]
pub struct Progress {
    /// What the next step is part of: `n = 1024: run 2 of 9`.
    pub stage: String,
    /// What is done of all, from 0 to 1, estimated from the sizes.
    pub share: f64,
}

impl Measurement {
    /// The primitives that can be measured.
    pub const PRIMITIVES: &'static [&'static str] = cases::PRIMITIVES;

    /// Measures every method of these primitives on these sizes, each in so many runs. An RGBA32F copy is always measured,
    /// as the yardstick. `clock` says how long it is since any fixed moment.
    ///
    /// # Panics
    /// A primitive that is none of [`PRIMITIVES`](Measurement::PRIMITIVES); no runs.
    pub fn new(
        device: &Device,
        primitives: &[&str],
        sizes: &[usize],
        runs: usize,
        clock: impl Fn() -> Duration + 'static,
    ) -> Measurement {
        assert!(primitives.iter().all(|name| cases::PRIMITIVES.contains(name)), "{primitives:?}");
        assert!(runs > 0, "no runs");
        let primitives: Vec<&'static str> =
            cases::PRIMITIVES.iter().copied().filter(|name| primitives.contains(name)).collect();
        let of = Kind::Toolkit { queries: QUERIES };
        let tasks = sizes.iter().map(|&n| Task { n, runs, primitives: primitives.clone(), of });
        Measurement::of(device, tasks.collect(), clock)
    }

    pub(super) fn of(device: &Device, tasks: Vec<Task>, clock: impl Fn() -> Duration + 'static) -> Measurement {
        Measurement {
            device: device.clone(),
            clock: Box::new(clock),
            current: None,
            rows: Vec::new(),
            stages: tasks.iter().map(Task::stages).sum(),
            work: tasks.iter().map(Task::work).sum(),
            done: 0.0,
            failed: false,
            waiting: tasks.into(),
        }
    }

    /// How many stages it has in all.
    pub fn stages(&self) -> usize {
        self.stages
    }

    /// How far it is; none when nothing is left to do.
    pub fn progress(&self) -> Option<Progress> {
        let (task, stage, within) = match &self.current {
            Some(running) => (&running.task, running.stage(), running.share()),
            None => (self.waiting.front()?, "making the data".to_owned(), 0.0),
        };
        let share = (self.done + within * task.work()) / self.work;
        Some(Progress { stage: format!("n = {}: {stage}", task.n), share })
    }

    /// Does the next step, and says whether one was left to do.
    ///
    /// # Errors
    /// What the device refuses. The measurement is at its end then; the rows of the sizes before are there.
    pub fn step(&mut self) -> Result<bool, Error> {
        let result = self.advance();
        if result.is_err() {
            self.current = None;
            self.waiting.clear();
            self.failed = true;
        }
        result
    }

    fn advance(&mut self) -> Result<bool, Error> {
        let Some(running) = &mut self.current else {
            let Some(task) = self.waiting.pop_front() else { return Ok(false) };
            self.current = Some(Running::new(task, &self.device)?);
            return Ok(true);
        };
        if !running.is_done() {
            running.step(&self.clock)?;
        }
        if running.is_done()
            && let Some(running) = self.current.take()
        {
            self.done += running.task.work();
            let large = running.task.n >= LARGE;
            self.rows.extend(running.rows());
            if large {
                self.device.trim();
            }
        }
        Ok(true)
    }

    /// Whether all was measured that was to be.
    pub fn is_complete(&self) -> bool {
        !self.failed && self.current.is_none() && self.waiting.is_empty()
    }

    /// The rows of the sizes that are done.
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// The same, when no more is to be done.
    pub fn into_rows(self) -> Vec<Row> {
        self.rows
    }
}

#[cfg(all(test, feature = "headless"))]
mod tests {
    use super::*;

    #[test]
    fn a_measurement_that_fails_keeps_what_is_done() {
        let device = Device::headless().unwrap();
        let mut measurement = Measurement::new(&device, &["scan"], &[16, 32, 64], 1, || Duration::ZERO);
        while measurement.rows.is_empty() {
            measurement.step().unwrap();
        }
        measurement.step().unwrap();
        let failure = || Error::from(crate::DeviceError::OtherDevice { what: "a stream".to_owned() });
        measurement.current.as_mut().unwrap().cases[0].check = Box::new(move || Err(failure()));
        assert!(measurement.step().is_err());
        assert!(!measurement.step().unwrap() && measurement.progress().is_none() && !measurement.is_complete());
        assert!(measurement.rows().iter().all(|row| row.n == 16));
    }
}
