//! The passes of histograms: the bins of the elements, the counts of blocks of texels by two methods, and the sums of these counts.

use crate::backend::Class;
use crate::bins::{BinEdges, Guess};
use crate::error::Error;
use crate::fragment_operations::Blend;
use crate::geometry::{Geometry, Layout};
use crate::glsl;
use crate::machine::layers::Layers;
use crate::machine::{Device, Pass, Stream, StreamBinding};
use crate::shape::Shape;
use crate::texel::{Components, Texel};

use super::needs::{is_small, with_steps};
use super::texels::packed;

/// The elements of a histogram: one stream or two of the same shape, with their bins, and weights.
pub(super) struct Binned<'a> {
    pub axes: &'a [(&'a Stream<f32>, &'a BinEdges)],
    pub weights: Option<&'a Stream<f32>>,
}

/// Blocks of texels in a grid. A block is a part of a column: neighbouring fragments, which have neighbouring blocks, read neighbouring
/// texels.
#[derive(Clone, Copy)]
struct Blocks {
    geometry: Geometry,
    count: usize,
    /// The number of texels of a block.
    length: usize,
    /// Whether the texels are in the same places as those of the elements, so that no place has to be computed by a division.
    aligned: bool,
}

/// The maximum width of a grid. Its fragments are spread over the threads of a software driver, as in
/// [`Texels::runs`](super::texels::Texels::runs).
const WIDTH: usize = 1024;
/// The minimum number of rows of elements whose columns are cut into blocks as they are.
const ALIGNED: usize = 64;

impl Binned<'_> {
    pub fn device(&self) -> &Device {
        self.axes[0].0.device()
    }

    fn texels(&self) -> usize {
        self.axes[0].0.len().div_ceil(4)
    }

    /// Arranges the texels in blocks of at most `length`, which is a multiple of `unit`, as is the length of the blocks.
    fn blocks(&self, length: usize, unit: usize) -> Result<Blocks, Error> {
        let (values, largest) = (self.axes[0].0, self.device().limits().texture);
        let elements = Geometry::of(values.shape(), Layout::Packed, largest)?;
        let bands = elements.height.div_ceil(length);
        let even = elements.height.div_ceil(bands).next_multiple_of(unit);
        if elements.height >= ALIGNED && bands * even <= largest {
            let count = elements.width * bands;
            let geometry = Geometry::grid(elements.width, count * even);
            return Ok(Blocks { geometry, count, length: even, aligned: true });
        }
        let blocks = self.texels().div_ceil(length);
        let bands = blocks.div_ceil(WIDTH.min(largest)).min((largest / length).max(1));
        let width = blocks.div_ceil(bands);
        let count = width * bands;
        Ok(Blocks { geometry: Geometry::grid(width, count * length), count, length, aligned: false })
    }

    /// Returns the number of all bins.
    pub fn count(&self) -> usize {
        self.axes.iter().map(|(_, edges)| edges.bins()).product()
    }

    /// Returns the shape of the result.
    pub fn shape(&self) -> Shape {
        match self.axes {
            [(_, x), (_, y)] => [x.bins(), y.bins()].into(),
            _ => self.count().into(),
        }
    }

    /// Allocates the result, which is packed.
    pub fn result(&self) -> Result<Stream<f32>, Error> {
        self.device().stream_with(self.shape(), Layout::Packed)
    }

    /// Draws the bin of each element into a packed stream; -1 for an element that is out of range.
    pub fn bins(&self) -> Result<Stream<f32>, Error> {
        let mut bins = self.device().stream_with(self.axes[0].0.len(), Layout::Packed)?;
        self.draw_bins(&mut bins, None, false)?;
        Ok(bins)
    }

    /// Draws the bins, and the weights if there are any, into a grid of texels.
    fn grid(&self, blocks: &Blocks) -> Result<Grid, Error> {
        let geometry = blocks.geometry;
        let make = || Stream::<[f32; 4]>::new(self.device(), Shape::from(geometry.count), geometry);
        let mut grid = Grid { bins: make()?, weights: self.weights.map(|_| make()).transpose()? };
        self.draw_bins(&mut grid.bins, grid.weights.as_mut(), blocks.aligned)?;
        Ok(grid)
    }

    /// Draws the bins and, if they are wanted, the weights: in one pass, or in two if the device has one render target.
    fn draw_bins<T: Texel>(
        &self,
        bins: &mut Stream<T>,
        mut moved: Option<&mut Stream<T>>,
        aligned: bool,
    ) -> Result<(), Error> {
        if self.device().limits().targets == 1
            && let Some(moved) = moved.take()
        {
            self.draw_columns(None, Some(moved), aligned)?;
        }
        self.draw_columns(Some(bins), moved, aligned)
    }

    /// Draws one pass, which writes the bins, the weights, or both.
    fn draw_columns<T: Texel>(
        &self,
        bins: Option<&mut Stream<T>>,
        moved: Option<&mut Stream<T>>,
        aligned: bool,
    ) -> Result<(), Error> {
        let device = self.device();
        let all = |has: fn(&BinEdges) -> bool| self.axes.iter().all(|(_, edges)| has(edges));
        let one_row = self.axes.iter().all(|(_, edges)| edges.bins() < device.limits().texture);
        let source = glsl!("primitives/histogram_bins.frag").parameter("axes", self.axes.len());
        let source = source.parameter("writes_bins", usize::from(bins.is_some()));
        let source = source.parameter("writes_weights", usize::from(moved.is_some())).parameter("one_row", one_row);
        let source = source.parameter("aligned", aligned);
        let computed = all(BinEdges::are_exact);
        let source = source.parameter("computed", computed).parameter("narrow", !computed && !all(BinEdges::are_wide));
        let kernel = device.kernel(&source)?;
        let values = self.axes.iter().map(|(values, _)| packed(values)).collect::<Result<Vec<_>, _>>()?;
        let read = if computed { &[] } else { self.axes };
        let edges = read.iter().map(|(_, edges)| upload(device, edges, one_row)).collect::<Result<Vec<_>, _>>()?;
        let weights = self.weights.map(packed).transpose()?;
        let last_row = values[0].geometry().height - 1;
        let mut pass = device.pass(&kernel).constant("elements", self.axes[0].0.len());
        pass = pass.constant("last_texel", self.texels() - 1).constant("last_row", last_row);
        for (names, edges) in NAMES.iter().zip(&edges) {
            pass = pass.input(names[1], edges);
        }
        for ((names, values), (_, edges)) in NAMES.iter().zip(&values).zip(self.axes) {
            let Guess { unit, origin, scale } = edges.guess();
            pass = pass.bound(names[0], StreamBinding::texels(values));
            pass = pass.constant(names[2], unit).constant(names[3], origin).constant(names[4], scale);
            pass = pass.constant(names[5], (edges.bins() - 1) as f32);
            pass = pass.constant(names[6], edges.first()).constant(names[7], edges.last());
            pass = pass.constant(names[8], edges.step());
        }
        if let (Some(weights), Some(moved)) = (&weights, moved) {
            pass = pass.bound("weights", StreamBinding::texels(weights)).output_texels("moved_0", moved);
        }
        if let Some(bins) = bins {
            pass = pass.output_texels("found_0", bins);
        }
        pass.run()
    }

    /// Counts by comparison: a fragment compares the elements of a slice with four bins.
    pub fn compare(&self) -> Result<Stream<f32>, Error> {
        let device = self.device();
        let across = self.count().div_ceil(4);
        let steps = if is_small(device) { 4 } else { SLICE.max((self.texels() * across).div_ceil(PICTURE)) };
        let steps = steps.min(device.limits().texture);
        let slices = self.blocks(steps, 1)?;
        let grid = self.grid(&slices)?;
        let steps = slices.length;
        let source = glsl!("primitives/histogram_compare.frag").parameter("weighted", self.weights.is_some());
        let kernel = device.kernel(&with_steps(source, device, steps))?;
        let mut counts = wide(device, slices.count * across)?;
        let pass = device.pass(&kernel).constant("steps", steps).constant("across", across);
        grid.bind(pass).output("counts", &mut counts).run()?;
        self.sum(StreamBinding::of(&counts), Parts { slices: slices.count, across, pairs: false })
    }

    /// Counts by packed counters: a fragment counts the elements of a block for as many bins as its render targets hold.
    pub fn count_packed(&self) -> Result<Stream<f32>, Error> {
        let device = self.device();
        let weighted = self.weights.is_some();
        let layers = Layers::max(device);
        let groups = self.count().div_ceil(layers * if weighted { 4 } else { 8 });
        // Without integers, with weights, or if a column has no room for a round, components count in floats.
        let integers = device.features().integers && !weighted && device.limits().texture >= ROUND;
        let (blocks, source) = if integers {
            let rounds = rounds(device, self.texels());
            let blocks = self.blocks(ROUND * rounds, 3 * rounds)?;
            let source = glsl!("primitives/histogram_counters.frag").parameter("rounds", rounds);
            (blocks, source.parameter("steps", blocks.length / (3 * rounds)))
        } else {
            let length = if is_small(device) { 4 } else { SLICE.min(device.limits().texture) };
            let blocks = self.blocks(length, 1)?;
            let source = glsl!("primitives/histogram_float_counters.frag").parameter("weighted", weighted);
            (blocks, with_steps(source, device, blocks.length))
        };
        let grid = self.grid(&blocks)?;
        let kernel = device.kernel(&source.parameter("layers", layers))?;
        let geometry = wide_grid(device, blocks.count * groups);
        let mut counters = Layers::with_geometry(device, geometry, layers, Components::Four)?;
        let pass = device.pass(&kernel).constant("groups", groups);
        let pass = if integers { pass } else { pass.constant("steps", blocks.length) };
        counters.outputs(grid.bind(pass)).run()?;
        self.sum(counters.bound(), Parts { slices: blocks.count, across: groups * layers, pairs: !weighted })
    }

    /// Counts by points: each element is drawn at its bin, and added to it.
    pub fn draw_points(&self) -> Result<Stream<f32>, Error> {
        let device = self.device();
        let weighted = self.weights.is_some();
        let bins = self.bins()?.to_layout(Layout::Plain)?;
        let kernel = device.kernel(&glsl!("primitives/histogram_points.frag").parameter("weighted", weighted))?;
        let mut counts = device.upload_with(self.shape(), Layout::Plain, &vec![0.0; self.count()])?;
        let pass = device.pass(&kernel).output("added", &mut counts).points(&bins).blend(Blend::ADD);
        self.weights.into_iter().fold(pass, |pass, weights| pass.input("weights", weights)).run()?;
        counts.to_layout(Layout::Packed)
    }

    /// Adds the counts of all slices.
    fn sum(&self, parts: StreamBinding, of: Parts) -> Result<Stream<f32>, Error> {
        let device = self.device();
        let max = if is_small(device) { 8 } else { 96 };
        let mut steps = of.slices;
        while steps > max {
            steps = (steps as f64).sqrt().ceil() as usize;
        }
        let kernel = |pairs: bool| {
            let source = glsl!("primitives/histogram_sum.frag").parameter("pairs", pairs);
            device.kernel(&with_steps(source, device, steps))
        };
        let (mut of, mut sums) = (of, None::<Stream<[f32; 4]>>);
        let first = kernel(of.pairs)?;
        let mut result = self.result()?;
        loop {
            let across = if of.pairs { 2 * of.across } else { of.across };
            let slices = of.slices.div_ceil(steps.max(1));
            let parts = sums.as_ref().map_or(parts, StreamBinding::of);
            let later = if sums.is_some() { Some(kernel(false)?) } else { None };
            let pass = device.pass(later.as_ref().unwrap_or(&first)).bound("parts", parts).constant("steps", steps);
            let pass = pass.constant("slices", of.slices).constant("across", of.across).constant("result", across);
            if slices == 1 {
                pass.output_texels("counts", &mut result).run()?;
                return Ok(result);
            }
            let mut next = wide(device, slices * across)?;
            pass.output("counts", &mut next).run()?;
            (of, sums) = (Parts { slices, across, pairs: false }, Some(next));
        }
    }
}

/// The names of the inputs and constants of each axis.
const NAMES: [[&str; 9]; 2] = [
    [
        "values_0",
        "edges_0",
        "unit_0",
        "origin_0",
        "scale_0",
        "last_bin_0",
        "first_edge_0",
        "last_edge_0",
        "width_of_bin_0",
    ],
    [
        "values_1",
        "edges_1",
        "unit_1",
        "origin_1",
        "scale_1",
        "last_bin_1",
        "first_edge_1",
        "last_edge_1",
        "width_of_bin_1",
    ],
];

/// The number of texels of a slice that a fragment compares with four bins. Positions of 2^24 elements stay exact.
const SLICE: usize = 256;
/// The maximum number of texels of the picture of bins and slices, unless slices would be shorter than [`SLICE`].
const PICTURE: usize = 1 << 21;
/// The number of texels that counters of 8 bits hold.
const ROUND: usize = 63;

/// Returns the number of rounds of a block, at most 16: a counter has 12 bits in the end. Long blocks leave few counters to add. A GPU
/// needs many fragments to hide the latency of fetches.
fn rounds(device: &Device, texels: usize) -> usize {
    let blocks = match device.info().class {
        Class::Software => 1024,
        Class::Hardware => 4096,
    };
    (texels / (ROUND * blocks)).min(device.limits().texture / ROUND).clamp(1, 16)
}

/// A grid of bins, and one of weights.
struct Grid {
    bins: Stream<[f32; 4]>,
    weights: Option<Stream<[f32; 4]>>,
}

impl Grid {
    fn bind<'a>(&'a self, pass: Pass<'a>) -> Pass<'a> {
        let pass = pass.input("bins", &self.bins);
        self.weights.iter().fold(pass, |pass, weights| pass.input("weights", weights))
    }
}

/// The counts of slices: texels of four counts, or of four pairs of counters.
#[derive(Clone, Copy)]
struct Parts {
    slices: usize,
    across: usize,
    pairs: bool,
}

/// Returns the grid of `count` texels in wide rows.
fn wide_grid(device: &Device, count: usize) -> Geometry {
    let largest = device.limits().texture;
    Geometry::grid(count.min(WIDTH.min(largest)).max(count.div_ceil(largest)), count)
}

/// Allocates `count` texels in wide rows.
fn wide(device: &Device, count: usize) -> Result<Stream<[f32; 4]>, Error> {
    Stream::new(device, Shape::from(count), wide_grid(device, count))
}

/// Uploads edges, in one row if they fit.
fn upload(device: &Device, edges: &BinEdges, one_row: bool) -> Result<Stream<f32>, Error> {
    let edges = edges.as_slice();
    if !one_row {
        return device.upload(edges);
    }
    let mut row = Stream::new(device, Shape::from(edges.len()), Geometry::grid(edges.len(), edges.len()))?;
    row.write(edges)?;
    Ok(row)
}
