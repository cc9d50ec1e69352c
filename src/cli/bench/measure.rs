//! Measures cases: warmed up and checked first, then alternating.

use std::time::{Duration, Instant};

use brooklet::compare::Row;
use brooklet::{Class, Error};

use crate::cli::session::Session;

/// Something to measure.
pub struct Case<'a> {
    pub primitive: &'static str,
    /// Who does it: fragment, compute or cpu.
    pub family: &'static str,
    pub method: String,
    pub layout: &'static str,
    /// Bytes that have to move at the least: inputs read once, results written once.
    pub bytes: usize,
    /// How often it is called in a row before the device is waited for; times are of one call.
    pub calls: usize,
    /// What is done before each run, untimed.
    pub prepare: Option<Box<dyn Fn() -> Result<(), Error> + 'a>>,
    /// Does it, and leaves the result where it is.
    pub run: Box<dyn Fn() -> Result<(), Error> + 'a>,
    /// Does it, and says whether the result is right.
    pub check: Box<dyn Fn() -> Result<bool, Error> + 'a>,
}

impl Case<'_> {
    /// The method by which the same passes are drawn by bare calls, where that is measured beside it.
    fn bare_twin(&self) -> Option<String> {
        (self.primitive == "overhead" && !self.method.ends_with(BARE)).then(|| format!("{}{BARE}", self.method))
    }
}

/// How the methods end that draw the passes of another by bare calls.
pub const BARE: &str = "-bare";

/// Runs that warm up shaders, caches and the pool.
const WARM_UP: usize = 2;

/// Measures all cases by turns.
pub fn alternate(session: &Session, n: usize, cases: Vec<Case>, runs: usize) -> Result<Vec<Row>, Error> {
    let device = &session.device;
    let hardware = device.info().class == Class::Hardware;
    session.progress.stage(format!("n = {n}: checking"));
    let mut checked = Vec::with_capacity(cases.len());
    for case in &cases {
        case.prepare.iter().try_for_each(|prepare| prepare())?;
        let ok = (case.check)()?;
        let (run, trace) = device.traced(|| (0..WARM_UP).try_for_each(|_| (case.run)()));
        run?;
        checked.push((ok, trace));
    }
    let mut wall = vec![Vec::with_capacity(runs); cases.len()];
    let mut gpu = vec![Vec::with_capacity(runs); cases.len()];
    for run in 0..runs {
        session.progress.stage(format!("n = {n}: run {} of {runs}", run + 1));
        for (number, case) in cases.iter().enumerate() {
            // The device's clock costs something itself: it gets a run of its own.
            case.prepare.iter().try_for_each(|prepare| prepare())?;
            device.finish()?;
            let start = Instant::now();
            (0..case.calls).try_for_each(|_| (case.run)())?;
            device.finish()?;
            wall[number].push(start.elapsed() / case.calls as u32);
            // That of a driver on the CPU does not see dispatches.
            if case.family == "fragment" || (case.family == "compute" && hardware) {
                let (result, time) = device.timed(|| (case.run)().and_then(|()| device.finish()))?;
                result?;
                gpu[number].extend(time);
            }
        }
    }
    let medians: Vec<f64> = wall.iter_mut().map(|times| median(times)).collect();
    let find = |primitive: &str, method: &str| {
        let found = cases.iter().position(|case| case.primitive == primitive && case.method == method)?;
        Some(medians[found])
    };
    let copy = find("copy", "rgba32f");
    let row = |(number, case): (usize, &Case)| {
        let (median_ms, times) = (medians[number], &wall[number]);
        let (ok, trace) = &checked[number];
        let traffic = trace.traffic();
        let paper = cases.iter().position(|other| other.primitive == case.primitive && other.family == "fragment");
        let of_methods = ["reduce", "scan", "sort", "search", "search-indexed", "filter"].contains(&case.primitive)
            || case.primitive.starts_with("brook-");
        Row {
            primitive: case.primitive.to_owned(),
            family: case.family.to_owned(),
            method: case.method.clone(),
            layout: case.layout.to_owned(),
            n,
            median_ms,
            min_ms: times.iter().min().map_or(0.0, milliseconds),
            max_ms: times.iter().max().map_or(0.0, milliseconds),
            gpu_ms: (!gpu[number].is_empty()).then(|| median(&mut gpu[number].clone())),
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
            copies: copy.map(|copy| median_ms / copy),
            times_paper: paper.filter(|_| of_methods).map(|paper| medians[paper] / median_ms),
            ok: *ok,
        }
    };
    Ok(cases.iter().enumerate().map(row).collect())
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
