//! Measurements: methods measured at several sizes, step by step.

use std::collections::VecDeque;
use std::time::Duration;

use crate::Device;

use super::cases;
use super::row::{Failure, Row, Rows};
use super::task::{Running, Task, TaskKind};

/// The number of elements from which on pooled memory is freed before the next size.
const LARGE: usize = 1 << 20;

/// The maximum number of queries of a search, if primitives are measured one by one.
const QUERIES: usize = 1 << 16;

/// A measurement of methods that runs in short steps. Between steps, the caller can show its progress, or drop it to cancel it.
///
/// A step makes the data of one size, checks one case, or runs one case once. Between steps, the device is free for other work. A
/// case that fails is [reported](Measurement::wrong) and not measured any more; the others continue.
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
///     measurement.step();
/// }
/// assert_eq!(measurement.wrong(), None);
/// # Ok::<(), brooklet::Error>(())
/// ```
pub struct Measurement {
    device: Device,
    clock: Box<dyn Fn() -> Duration>,
    waiting: VecDeque<Task>,
    current: Option<Running>,
    rows: Vec<Row>,
    stages: usize,
    /// The cases that could not be measured.
    failed: Vec<Failure>,
    /// The cases that need a feature that the device lacks.
    left_out: Vec<Failure>,
    /// The estimated work of all tasks, and of the tasks that are done.
    work: f64,
    done: f64,
}

/// The progress of a measurement.
#[derive(Clone, PartialEq, Debug)]
pub struct Progress {
    /// The stage that the next step belongs to, such as `n = 1024: run 2 of 9`.
    pub stage: String,
    /// The share of the work that is done, from 0 to 1. It is estimated from the sizes.
    pub share: f64,
}

impl Measurement {
    /// Returns the primitives that can be measured.
    pub fn primitives() -> Vec<&'static str> {
        cases::primitives()
    }

    /// Makes a measurement of every method of these primitives at these sizes, with `runs` runs each. An RGBA32F copy is always
    /// measured, because times are compared with it. `clock` returns the time since any fixed moment.
    ///
    /// # Panics
    /// Panics on a primitive that is not one of [`primitives`](Measurement::primitives), and if `runs` is 0.
    pub fn new(
        device: &Device,
        primitives: &[&str],
        sizes: &[usize],
        runs: usize,
        clock: impl Fn() -> Duration + 'static,
    ) -> Measurement {
        let all = cases::primitives();
        assert!(primitives.iter().all(|name| all.contains(name)), "{primitives:?}");
        assert!(runs > 0, "no runs");
        let primitives: Vec<&'static str> = all.into_iter().filter(|name| primitives.contains(name)).collect();
        let of = TaskKind::Toolkit { queries: QUERIES };
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
            failed: Vec::new(),
            left_out: Vec::new(),
            waiting: tasks.into(),
        }
    }

    /// Returns the total number of stages.
    pub fn stages(&self) -> usize {
        self.stages
    }

    /// Returns the progress, or `None` if everything is done.
    pub fn progress(&self) -> Option<Progress> {
        let (task, stage, within) = match &self.current {
            Some(running) => (&running.task, running.stage(), running.share()),
            None => (self.waiting.front()?, "making the data".to_owned(), 0.0),
        };
        let share = (self.done + within * task.work()) / self.work;
        Some(Progress { stage: format!("n = {}: {stage}", task.n), share })
    }

    /// Does the next step. Returns false if everything was done already.
    pub fn step(&mut self) -> bool {
        let Some(running) = &mut self.current else {
            let Some(task) = self.waiting.pop_front() else { return false };
            let (n, work) = (task.n, task.work());
            match Running::new(task, &self.device) {
                Ok(running) => self.current = Some(running),
                Err(error) => {
                    self.failed.push(Failure { row: format!("the data ({n})"), why: error.to_string() });
                    self.done += work;
                }
            }
            return true;
        };
        if !running.is_done() {
            running.step(&self.clock);
        }
        if running.is_done()
            && let Some(mut running) = self.current.take()
        {
            self.done += running.task.work();
            let large = running.task.n >= LARGE;
            self.failed.append(&mut running.failed);
            self.left_out.append(&mut running.left_out);
            self.rows.extend(running.rows());
            if large {
                self.device.trim();
            }
        }
        true
    }

    /// Returns whether everything has been measured.
    pub fn is_complete(&self) -> bool {
        self.failed.is_empty() && self.current.is_none() && self.waiting.is_empty()
    }

    /// Returns the cases that could not be measured, for the sizes that are done.
    pub fn failed(&self) -> &[Failure] {
        &self.failed
    }

    /// Returns the cases that were left out because the device lacks a feature, for the sizes that are done.
    pub fn left_out(&self) -> &[Failure] {
        &self.left_out
    }

    /// Returns one text with the rows that are wrong, and with what could not be measured and why. Returns `None` if there are no
    /// such rows or failures.
    pub fn wrong(&self) -> Option<String> {
        let wrong = Rows(&self.rows).wrong().map(|rows| format!("wrong results: {rows}"));
        let failed = self.failed.iter().map(|failure| format!("no result: {}: {}", failure.row, failure.why));
        let all: Vec<String> = wrong.into_iter().chain(failed).collect();
        (!all.is_empty()).then(|| all.join("; "))
    }

    /// Returns the rows of the sizes that are done.
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// Ends the measurement, and returns the rows of the sizes that are done.
    pub fn into_rows(self) -> Vec<Row> {
        self.rows
    }
}

#[cfg(all(test, feature = "headless"))]
mod tests {
    use super::*;
    use crate::Error;
    use crate::fragment_program::Chip;

    #[test]
    fn what_a_device_lacks_something_for_is_named() {
        let device = Device::emulated(Chip::None).unwrap();
        let lacking = || {
            let (kernel, names) = ("k".to_owned(), Vec::new());
            Error::from(crate::DeviceError::TooManyTargets { kernel, needed: 9, limit: 8, names })
        };
        let mut measurement = Measurement::new(&device, &["scan"], &[16], 1, || Duration::ZERO);
        measurement.step();
        let cases = &mut measurement.current.as_mut().unwrap().cases;
        let (row, all) = (cases[1].row(16), cases.len());
        cases[1].check = Box::new(move || Err(lacking()));
        while measurement.step() {}
        assert_eq!(measurement.left_out(), [Failure { row, why: lacking().to_string() }]);
        assert_eq!((measurement.rows().len(), measurement.wrong(), measurement.is_complete()), (all - 1, None, true));
    }

    #[test]
    fn a_case_that_fails_is_named_and_the_others_are_measured() {
        let device = Device::headless().unwrap();
        let of = |which: [Option<usize>; 2]| {
            let mut measurement = Measurement::new(&device, &["scan"], &[16, 32], 2, || Duration::ZERO);
            let all: usize = {
                let mut whole = Measurement::new(&device, &["scan"], &[16, 32], 2, || Duration::ZERO);
                while whole.step() {}
                whole.rows().len()
            };
            let failure = || Error::from(crate::DeviceError::OtherDevice { what: "a stream".to_owned() });
            measurement.step();
            let cases = &mut measurement.current.as_mut().unwrap().cases;
            if let Some(number) = which[0] {
                cases[number].check = Box::new(move || Err(failure()));
            }
            if let Some(number) = which[1] {
                let calls = std::cell::Cell::new(0);
                let run = std::mem::replace(&mut cases[number].run, Box::new(|| Ok(())));
                cases[number].run = Box::new(move || {
                    calls.set(calls.get() + 1);
                    // Fail only after the warm-up runs.
                    if calls.get() > 2 { Err(failure()) } else { run() }
                });
            }
            while measurement.step() {}
            assert_eq!(measurement.rows().len() + measurement.failed().len(), all);
            assert!(measurement.progress().is_none() && measurement.is_complete() == measurement.failed().is_empty());
            measurement.wrong()
        };
        let why = failure_text();
        assert_eq!(of([None, None]), None);
        assert_eq!(of([Some(0), None]), Some(format!("no result: copy rgba32f (fragment, plain, 16): {why}")));
        let last = of([Some(1), Some(2)]).unwrap();
        assert_eq!(last.matches("no result: scan ").count(), 2, "{last}");
    }

    fn failure_text() -> String {
        Error::from(crate::DeviceError::OtherDevice { what: "a stream".to_owned() }).to_string()
    }

    #[test]
    fn wrong_results_and_failures_are_one_text() {
        let device = Device::headless().unwrap();
        let mut measurement = Measurement::new(&device, &["copy"], &[16], 1, || Duration::ZERO);
        measurement.step();
        let cases = &mut measurement.current.as_mut().unwrap().cases;
        cases[0].check = Box::new(|| Ok(super::cases::Verdict::wrong("2 of 16 are 0".to_owned())));
        let name = cases[0].row(16);
        while measurement.step() {}
        assert_eq!(measurement.wrong(), Some(format!("wrong results: {name}: 2 of 16 are 0")));
        assert!(measurement.rows().iter().any(|row| !row.ok && row.median_ms >= 0.0));
    }
}
