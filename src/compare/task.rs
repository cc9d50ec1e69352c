//! Tasks: the cases of one size. They are first warmed up and checked, and then run in turn.

use std::time::Duration;

use crate::primitives::PrimitiveError;
use crate::{Class, Device, Error, Trace};

use super::cases::{self, Case, CaseSet, Verdict};
use super::row::{Failure, Row};

/// The number of runs that warm up shaders, caches and the pool.
const WARM_UP: usize = 2;

/// The fixed cost of a stage, such as making data and compiling kernels, as a number of elements.
const FIXED: f64 = 16384.0;

/// The cases of one size.
pub struct Task {
    pub n: usize,
    pub runs: usize,
    pub primitives: Vec<&'static str>,
    pub of: TaskKind,
}

/// The kind of cases.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TaskKind {
    /// The cases of [`cases::all`], with this number of queries.
    Toolkit { queries: usize },
    /// The cases of [`cases::papers`].
    Papers,
}

impl Task {
    /// Returns the number of stages: the data, the checks, and each run.
    pub fn stages(&self) -> usize {
        self.runs + 2
    }

    pub fn work(&self) -> f64 {
        self.stages() as f64 * (self.n as f64 + FIXED)
    }

    fn cases(&self, device: &Device) -> Result<CaseSet, Error> {
        let wanted = |primitive: &str| self.primitives.contains(&primitive);
        match self.of {
            TaskKind::Toolkit { queries } => cases::all(device, self.n, queries, &wanted),
            TaskKind::Papers => cases::papers::all(device, self.n, &wanted),
        }
    }
}

/// A task that is being run.
pub struct Running {
    pub task: Task,
    pub cases: Vec<Case>,
    /// The cases that failed.
    pub failed: Vec<Failure>,
    /// The cases that need a feature that the device lacks.
    pub left_out: Vec<Failure>,
    /// The verdict and the trace of each case that was checked.
    checked: Vec<(Verdict, Trace)>,
    wall: Vec<Vec<Duration>>,
    gpu: Vec<Vec<Duration>>,
    /// The current run, and the next case in it.
    run: usize,
    case: usize,
}

impl Running {
    pub fn new(task: Task, device: &Device) -> Result<Running, Error> {
        let CaseSet { cases, failed, left_out } = task.cases(device)?;
        let times = vec![Vec::with_capacity(task.runs); cases.len()];
        Ok(Running {
            wall: times.clone(),
            gpu: times,
            checked: Vec::new(),
            run: 0,
            case: 0,
            task,
            cases,
            failed,
            left_out,
        })
    }

    pub fn is_done(&self) -> bool {
        self.checked.len() == self.cases.len() && (self.run == self.task.runs || self.cases.is_empty())
    }

    pub fn stage(&self) -> String {
        match self.checked.len() < self.cases.len() {
            true => "checking".to_owned(),
            false => format!("run {} of {}", self.run + 1, self.task.runs),
        }
    }

    /// Returns the share of the task that is done, from 0 to 1.
    pub fn share(&self) -> f64 {
        let cases = self.cases.len().max(1) as f64;
        let stages = 1.0 + self.checked.len() as f64 / cases + self.run as f64 + self.case as f64 / cases;
        stages / self.task.stages() as f64
    }

    /// Checks or runs the next case. A case that fails is not measured any more.
    pub fn step(&mut self, clock: &dyn Fn() -> Duration) {
        let number = self.checked.len();
        if let Some(case) = self.cases.get(number) {
            match warmed_up(case) {
                Err(error) if is_left_out(&error, case.device.info().dialect.is_none()) => {
                    self.left_out.push(self.failure(number, &error));
                    self.remove(number);
                }
                Err(error) => self.fail(number, &error),
                Ok(checked) => self.checked.push(checked),
            }
            return;
        }
        match self.run_case(self.case, clock) {
            Err(error) => self.fail(self.case, &error),
            Ok(()) => self.case += 1,
        }
        if self.case == self.cases.len() {
            (self.run, self.case) = (self.run + 1, 0);
        }
    }

    fn fail(&mut self, number: usize, error: &Error) {
        self.failed.push(self.failure(number, error));
        self.remove(number);
    }

    fn failure(&self, number: usize, error: &Error) -> Failure {
        Failure { row: self.cases[number].row(self.task.n), why: error.to_string() }
    }

    fn remove(&mut self, number: usize) {
        self.cases.remove(number);
        self.wall.remove(number);
        self.gpu.remove(number);
        if number < self.checked.len() {
            self.checked.remove(number);
        }
    }

    /// Runs a case once with the wall clock, and once more with the device's clock.
    fn run_case(&mut self, number: usize, clock: &dyn Fn() -> Duration) -> Result<(), Error> {
        let case = &self.cases[number];
        // Using the device's clock takes time, so it gets a separate run.
        case.prepare.iter().try_for_each(|prepare| prepare())?;
        let device = &case.device;
        device.finish()?;
        let start = clock();
        (0..case.calls).try_for_each(|_| (case.run)())?;
        device.finish()?;
        self.wall[number].push(clock().saturating_sub(start) / case.calls as u32);
        // The device's clock does not cover dispatches if the driver runs on the CPU.
        let hardware = device.info().class == Class::Hardware;
        if case.family == "fragment" || (case.family == "compute" && hardware) {
            let (result, time) = device.timed(|| (case.run)().and_then(|()| device.finish()))?;
            result?;
            self.gpu[number].extend(time);
        }
        Ok(())
    }

    pub fn rows(mut self) -> Vec<Row> {
        let medians: Vec<f64> = self.wall.iter_mut().map(|times| median(times)).collect();
        let gpu: Vec<Option<f64>> =
            self.gpu.iter_mut().map(|times| (!times.is_empty()).then(|| median(times))).collect();
        let (cases, n) = (&self.cases, self.task.n);
        let find = |primitive: &str, method: &str| {
            let found = cases.iter().position(|case| case.primitive == primitive && case.method == method)?;
            Some(medians[found])
        };
        let copy = find("copy", "rgba32f");
        let of_application = |case: &Case| case.primitive.starts_with("app-");
        // An application is compared with a copy of its own data.
        let copy = |case: &Case| if of_application(case) { find(case.primitive, cases::COPY) } else { copy };
        let of_opengl = |case: &Case| match case.family {
            "emulator" => find(case.primitive, cases::OPENGL),
            _ => None,
        };
        let row = |(number, case): (usize, &Case)| {
            let (median_ms, times) = (medians[number], &self.wall[number]);
            let (verdict, trace) = &self.checked[number];
            let traffic = trace.traffic();
            let method = |other: &Case| other.family == "fragment" && other.method != cases::COPY;
            let paper = cases.iter().position(|other| other.primitive == case.primitive && method(other));
            let of_methods = cases::has_methods(case.primitive)
                || case.primitive.starts_with("brook-")
                || (of_application(case) && case.method != cases::COPY);
            Row {
                primitive: case.primitive.to_owned(),
                family: case.family.to_owned(),
                method: case.method.clone(),
                layout: case.layout.to_owned(),
                n,
                median_ms,
                min_ms: times.iter().min().map_or(0.0, milliseconds),
                max_ms: times.iter().max().map_or(0.0, milliseconds),
                gpu_ms: gpu[number],
                ns_per_element: median_ms * 1e6 / n as f64,
                gb_per_s: case.bytes as f64 / (median_ms * 1e6),
                passes: (trace.passes().count() + trace.dispatches().count()) / WARM_UP,
                texels_read: traffic.texels_read / WARM_UP,
                texels_written: traffic.texels_written / WARM_UP,
                bytes_moved: (traffic.bytes_read + traffic.bytes_written) / WARM_UP,
                over_bare_us: case.bare_twin().and_then(|bare| find(case.primitive, &bare)).map(|bare_ms| {
                    let passes = trace.passes().count() / WARM_UP;
                    1e3 * (median_ms - bare_ms) / passes.max(1) as f64
                }),
                copies: copy(case).map(|copy| median_ms / copy),
                times_paper: paper.filter(|_| of_methods).map(|paper| medians[paper] / median_ms),
                opengl: of_opengl(case).map(|opengl| median_ms / opengl),
                ok: verdict.ok,
                note: verdict.note.clone(),
            }
        };
        cases.iter().enumerate().map(row).collect()
    }
}

/// Checks a case and runs it until shaders, caches and the pool are warm. Returns the verdict, and the trace of these runs.
fn warmed_up(case: &Case) -> Result<(Verdict, Trace), Error> {
    case.prepare.iter().try_for_each(|prepare| prepare())?;
    let verdict = (case.check)()?;
    let (run, trace) = case.device.traced(|| (0..WARM_UP).try_for_each(|_| (case.run)()));
    run.map(|()| (verdict, trace))
}

fn milliseconds(time: &Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

fn median(times: &mut [Duration]) -> f64 {
    times.sort_unstable();
    let middle = times.len() / 2;
    match times.len() {
        0 => 0.0,
        n if n % 2 == 1 => milliseconds(&times[middle]),
        _ => (milliseconds(&times[middle - 1]) + milliseconds(&times[middle])) / 2.0,
    }
}

/// Returns whether a case is left out: if the device lacks what a method says that it needs, if an emulated chip cannot run it for any
/// other reason, or if there are too many elements for a method.
fn is_left_out(error: &Error, emulated: bool) -> bool {
    use PrimitiveError::{Lacks, TooManyKeys, WordBits};
    let by_method = matches!(error, Error::Primitive(Lacks { .. } | TooManyKeys { .. } | WordBits { .. }));
    by_method || emulated && error.is_missing_feature()
}

#[test]
fn a_method_that_a_device_or_so_many_elements_do_not_suit_is_left_out() {
    let error = Error::from(PrimitiveError::WordBits { method: "merge-words", bits: 12, position_bits: 21, max: 32 });
    assert!(is_left_out(&error, false));
    let lacks = Error::from(crate::error::DeviceError::NoCompute { needs: "OpenGL 4.3", version: "3.3".to_owned() });
    assert!(is_left_out(&lacks, true) && !is_left_out(&lacks, false));
    let (needs, device) = ("occlusion queries that count fragments", "OpenGL ES 3.0".to_owned());
    let lacks = Error::from(PrimitiveError::Lacks { method: "occlusion-query", needs, device, instead: None });
    assert!(is_left_out(&lacks, false));
}
