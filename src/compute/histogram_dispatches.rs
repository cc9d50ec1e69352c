//! The dispatches of histograms.

use std::rc::Rc;

use crate::bins::{BinEdges, Guess};
use crate::error::Error;
use crate::glsl;
use crate::kernel::Source;
use crate::machine::{Buffer, Compiled, ComputeSource, Device, Dispatch, Element};

use super::runs::LONGEST_LOOP;

const BIN: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/glsl/compute/histogram_bin.glsl"));

/// The number of bins whose counts fit in the shared memory of a group: 8 KiB.
pub(super) const MAX_SHARED: usize = 2048;
/// The minimum number of runs, so that there is work for all cores.
const RUNS: usize = 64;
/// The maximum number of counters of all runs that are worth clearing and adding.
const MAX_COUNTERS: usize = 1 << 24;
/// The number of elements that an invocation with atomics takes, so that a group has many for each of its counters.
const EACH: usize = 32;

/// Returns whether counters for each run take up to 64 MiB.
pub(super) fn fits_runs(elements: usize, bins: usize) -> bool {
    runs(elements).saturating_mul(bins) <= MAX_COUNTERS
}

fn runs(elements: usize) -> usize {
    RUNS.max(elements.div_ceil(LONGEST_LOOP)).min(elements.max(1))
}

/// Elements with their bins: one buffer or two of the same length.
pub(super) struct Binned<'a> {
    pub values: Vec<&'a Buffer<f32>>,
    pub edges: &'a [&'a BinEdges],
    /// The number of all bins.
    pub bins: usize,
}

impl Binned<'_> {
    fn device(&self) -> &Device {
        self.values[0].device()
    }

    fn kernel(&self, source: Source, threads: usize) -> Result<Rc<Compiled>, Error> {
        let source = source.part("compute/histogram_bin.glsl", BIN);
        self.device().compute_kernel(&ComputeSource { source, element: "float", threads })
    }

    /// Uploads the edges of the first axis and of the last, which may be the same.
    fn edges(&self) -> Result<[Buffer<f32>; 2], Error> {
        let last = self.edges.len() - 1;
        Ok([
            self.device().upload_buffer(self.edges[0].as_slice())?,
            self.device().upload_buffer(self.edges[last].as_slice())?,
        ])
    }

    /// Binds the elements and the constants of their bins.
    fn bind<'a>(&'a self, dispatch: Dispatch<'a>, edges: &'a [Buffer<f32>; 2]) -> Dispatch<'a> {
        let last = self.values.len() - 1;
        let dispatch = dispatch.input("x", self.values[0]).input("y", self.values[last]);
        let dispatch = dispatch.input("edges_x", &edges[0]).input("edges_y", &edges[1]).constant("two", last > 0);
        let dispatch = dispatch.constant("count", self.values[0].len());
        let dispatch = dispatch.constant("guess_x", guess(self.edges[0])).constant("range_x", range(self.edges[0]));
        dispatch.constant("guess_y", guess(self.edges[last])).constant("range_y", range(self.edges[last]))
    }

    /// Counts by atomic additions, in shared memory or directly in the buffer of counts.
    pub fn atomics(&self, shared: bool) -> Result<Buffer<f32>, Error> {
        let device = self.device();
        let threads = device.threads(256, if shared { 4 * MAX_SHARED / 256 } else { 0 })?;
        let kernel = match shared {
            true => self.kernel(glsl!("compute/histogram_shared.comp"), threads)?,
            false => self.kernel(glsl!("compute/histogram_global.comp"), threads)?,
        };
        let mut counts = cleared::<u32>(device, self.bins)?;
        let edges = self.edges()?;
        let mut dispatch = self.bind(device.dispatch(&kernel), &edges);
        if shared {
            dispatch = dispatch.constant("all", self.bins);
        }
        dispatch.output("counts", &mut counts).run(self.values[0].len().div_ceil(EACH * threads))?;
        let source = ComputeSource::of::<u32>(glsl!("compute/histogram_floats.comp"), device.threads(256, 0)?);
        let convert = device.compute_kernel(&source)?;
        let mut converted = device.buffer::<f32>(self.bins)?;
        let dispatch = device.dispatch(&convert).input("counts", &counts).output("converted", &mut converted);
        dispatch.constant("count", self.bins).run_over(self.bins)?;
        Ok(converted)
    }

    /// Counts each run in counters of its own, and adds those of all runs.
    pub fn runs(&self, weights: Option<&Buffer<f32>>) -> Result<Buffer<f32>, Error> {
        let (device, count) = (self.device(), self.values[0].len());
        let each = count.div_ceil(runs(count));
        let runs = count.div_ceil(each);
        // The groups are small, because there are few invocations, each with much work.
        let kernel = self.kernel(glsl!("compute/histogram_runs.comp"), device.threads(8, 0)?)?;
        let mut found = cleared::<f32>(device, runs.saturating_mul(self.bins))?;
        let edges = self.edges()?;
        let dispatch = self.bind(device.dispatch(&kernel), &edges).constant("all", self.bins).constant("each", each);
        let dispatch = dispatch.constant("weighted", weights.is_some());
        let dispatch = dispatch.input("weights", weights.unwrap_or(self.values[0]));
        dispatch.output("found", &mut found).run_over(runs)?;
        let source = ComputeSource::of::<f32>(glsl!("compute/histogram_runs_sum.comp"), device.threads(64, 0)?);
        let sum = device.compute_kernel(&source)?;
        let mut counts = device.buffer::<f32>(self.bins)?;
        let dispatch = device.dispatch(&sum).input("found", &found).output("counts", &mut counts);
        dispatch.constant("all", self.bins).constant("runs", runs).run_over(self.bins)?;
        Ok(counts)
    }
}

fn guess(edges: &BinEdges) -> [f32; 3] {
    let Guess { unit, origin, scale } = edges.guess();
    [unit, origin, scale]
}

fn range(edges: &BinEdges) -> [f32; 3] {
    [edges.first(), edges.last(), (edges.bins() - 1) as f32]
}

/// Makes a buffer of zeros.
fn cleared<T: Element>(device: &Device, count: usize) -> Result<Buffer<T>, Error> {
    let mut cleared = device.buffer::<T>(count)?;
    let source = ComputeSource::of::<T>(glsl!("compute/histogram_clear.comp"), device.threads(256, 0)?);
    let kernel = device.compute_kernel(&source)?;
    let dispatch = device.dispatch(&kernel).output("cleared", &mut cleared);
    dispatch.constant("count", count).run_over(count)?;
    Ok(cleared)
}
