//! The comparison that `brooklet compare` measures, step by step.

use std::time::Duration;

use crate::Device;

use super::cases;
use super::measure::{Measurement, Progress};
use super::measured::{Measured, Part};
use super::plan::{self, Extent, Plan};
use super::row::Row;
use super::task::{Task, TaskKind};

/// The settings of a comparison: what it measures, and how often.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    /// The parts of the report.
    pub parts: Vec<Part>,
    /// Whether sizes are smaller and repeats fewer.
    pub quick: bool,
    /// The numbers of elements to measure instead of the papers' sizes. If empty, the papers' sizes are measured.
    pub sizes: Vec<usize>,
}

impl Default for Settings {
    /// Returns settings with all parts and all the papers' sizes.
    fn default() -> Settings {
        Settings { parts: Part::ALL.to_vec(), quick: false, sizes: Vec::new() }
    }
}

/// A comparison of all families with each other and with published results. Like a [`Measurement`], it runs in short steps.
///
/// It can be finished at any time. The report has a dash for each value that is not measured by then. Dropping the comparison
/// cancels it.
///
/// ```
/// use std::time::Instant;
/// use brooklet::{Device, compare::{Comparison, Part, Settings, report}};
///
/// let device = Device::headless()?;
/// let settings = Settings { parts: vec![Part::Scan], quick: true, sizes: vec![64, 256] };
/// let start = Instant::now();
/// let mut comparison = Comparison::new(&device, settings, move || start.elapsed());
/// while let Some(progress) = comparison.progress() {
///     println!("{}: {:.0} %", progress.stage, 100.0 * progress.share);
///     comparison.step();
/// }
/// assert_eq!(comparison.wrong(), None);
/// let measured = comparison.finish();
/// assert!(measured.complete);
/// assert_eq!(report(&measured).charts().count(), 2);
/// # Ok::<(), brooklet::Error>(())
/// ```
pub struct Comparison {
    device: Device,
    settings: Settings,
    runs: usize,
    runs_of_small: usize,
    measurement: Measurement,
}

impl Comparison {
    /// Makes a comparison on a device, with nothing measured yet. `clock` returns the time since any fixed moment.
    pub fn new(device: &Device, settings: Settings, clock: impl Fn() -> Duration + 'static) -> Comparison {
        let (runs, runs_of_small) = if settings.quick { (3, 9) } else { (9, 15) };
        let extent = Extent { quick: settings.quick, sizes: &settings.sizes };
        let plan = Plan::new(&settings.parts, &extent, &|n| plan::fits(device, n));
        let mut tasks = Vec::new();
        for &n in plan.0.keys() {
            let runs = if n < Measured::SMALL { runs_of_small } else { runs };
            for (all, of) in [
                (&cases::primitives()[..], TaskKind::Toolkit { queries: n }),
                (&cases::papers::PRIMITIVES[..], TaskKind::Papers),
            ] {
                let primitives: Vec<&str> = all.iter().copied().filter(|name| plan.wants(n, name)).collect();
                if !primitives.is_empty() {
                    tasks.push(Task { n, runs, primitives, of });
                }
            }
        }
        let measurement = Measurement::of(device, tasks, clock);
        Comparison { device: device.clone(), settings, runs, runs_of_small, measurement }
    }

    /// Returns the total number of stages.
    pub fn stages(&self) -> usize {
        self.measurement.stages()
    }

    /// Returns the progress, or `None` if everything is done.
    pub fn progress(&self) -> Option<Progress> {
        self.measurement.progress()
    }

    /// Does the next step. Returns false if everything was done already.
    pub fn step(&mut self) -> bool {
        self.measurement.step()
    }

    /// Returns one text with the rows that are wrong, and with what could not be measured and why. Returns `None` if there are no
    /// such rows or failures.
    pub fn wrong(&self) -> Option<String> {
        self.measurement.wrong()
    }

    /// Returns the rows of the sizes that are done.
    pub fn rows(&self) -> &[Row] {
        self.measurement.rows()
    }

    /// Returns the results so far, for a [report](super::report()) while the comparison is running. They are incomplete until the
    /// end.
    pub fn measured(&self) -> Measured {
        Measured {
            complete: self.measurement.is_complete(),
            device: self.device.info().clone(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            quick: self.settings.quick,
            runs: self.runs,
            runs_of_small: self.runs_of_small,
            parts: self.settings.parts.clone(),
            rows: self.rows().to_vec(),
            left_out: self.measurement.left_out().to_vec(),
        }
    }

    /// Returns all results, for a [report](super::report()). Frees the comparison's memory on the device.
    pub fn finish(self) -> Measured {
        self.measured()
    }
}
