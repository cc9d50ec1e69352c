//! The packed bitonic sort: uses texels of four keys, up to four render targets, and no integers.

use crate::error::Error;
use crate::geometry::{Geometry, Layout};
use crate::glsl;
use crate::machine::{Device, Pass, Stream};
use crate::shape::Shape;
use crate::texel::Stored;

use super::kernels::Kernels;
use super::sort_group::Group;

/// The maximum number of streams in which the texels are interleaved. OpenGL 2.1 has four render targets, and more targets are no
/// faster.
const MAX_STREAMS: usize = 4;

const INPUTS: [&str; MAX_STREAMS] = ["keys_0", "keys_1", "keys_2", "keys_3"];
const OUTPUTS: [&str; MAX_STREAMS] = ["sorted_0", "sorted_1", "sorted_2", "sorted_3"];

/// Texels that are interleaved in L streams: texel `t` is texel `t div L` of stream `t mod L`.
pub(super) struct Interleaved {
    streams: Vec<Stream<[f32; 4]>>,
}

impl Interleaved {
    /// Allocates streams for this number of texels. The width of the textures is a power of two, so that an offset of a power of
    /// two stays in a row or moves by whole rows.
    fn new(device: &Device, texels: usize, streams: usize) -> Result<Interleaved, Error> {
        let groups = texels.div_ceil(streams);
        let mut geometry = Geometry::of(Shape::from(groups), Layout::Plain, device.limits().texture)?;
        if !geometry.width.is_power_of_two() {
            geometry = Geometry::grid(1 << geometry.width.ilog2(), groups);
        }
        let stream = |_| Stream::new(device, Shape::from(groups), geometry);
        Ok(Interleaved { streams: (0..streams).map(stream).collect::<Result<_, Error>>()? })
    }

    fn groups(&self) -> usize {
        self.streams[0].len()
    }

    fn inputs<'a>(&'a self, pass: Pass<'a>) -> Pass<'a> {
        self.streams.iter().zip(INPUTS).fold(pass, |pass, (stream, name)| pass.input(name, stream))
    }

    fn outputs<'a>(&'a mut self, pass: Pass<'a>) -> Pass<'a> {
        self.streams.iter_mut().zip(OUTPUTS).fold(pass, |pass, (stream, name)| pass.output(name, stream))
    }
}

/// Sorts keys.
pub(super) fn sort_keys(keys: &Stream<f32>, descending: bool) -> Result<Stream<f32>, Error> {
    let device = keys.device();
    let mut result = device.stream_with(keys.shape(), keys.layout())?;
    if keys.is_empty() {
        return Ok(result);
    }
    let sorted = sort(keys, Group::Keys, descending)?;
    let source = match keys.layout() {
        Layout::Packed => glsl!("primitives/packed_sort_result_packed.frag"),
        Layout::Plain => glsl!("primitives/packed_sort_result.frag"),
    };
    let kernel = device.kernel(&source.parameter("streams", sorted.streams.len()))?;
    sorted.inputs(device.pass(&kernel)).output_texels("result", &mut result).run()?;
    Ok(result)
}

/// Sorts positions by keys: a texel holds two keys and their positions, in order.
pub(super) fn sort_positions(keys: &Stream<f32>, descending: bool) -> Result<Interleaved, Error> {
    sort(keys, Group::Pairs, descending)
}

/// Gathers the elements of a stream in the order of sorted positions.
pub(super) fn gather<T: Stored>(values: &Stream<T>, order: &Interleaved, layout: Layout) -> Result<Stream<T>, Error> {
    let device = values.device();
    let mut result = device.stream_with(values.shape(), layout)?;
    let source = glsl!("primitives/packed_sort_gather.frag").element::<T>().parameter("streams", order.streams.len());
    let kernel = device.kernel(&source)?;
    order.inputs(device.pass(&kernel)).input("values", values).output("gathered", &mut result).run()?;
    Ok(result)
}

/// Writes sorted positions to a stream of the shape and layout of the keys.
pub(super) fn positions(keys: &Stream<f32>, order: &Interleaved) -> Result<Stream<f32>, Error> {
    let device = keys.device();
    let mut result = device.stream_with(keys.shape(), keys.layout())?;
    let source = glsl!("primitives/argsort_gather.frag").parameter("streams", order.streams.len());
    let kernel = device.kernel(&source)?;
    order.inputs(device.pass(&kernel)).output("order", &mut result).run()?;
    Ok(result)
}

fn sort(keys: &Stream<f32>, group: Group, descending: bool) -> Result<Interleaved, Error> {
    let limits = keys.device().limits();
    let streams = 1 << limits.targets.min(limits.samplers).clamp(1, MAX_STREAMS).ilog2();
    let mut sorted = groups(keys, group, descending, streams)?;
    let mut merger = Merger { group, descending, kernels: Kernels::new() };
    let stages = sorted.groups().next_power_of_two().ilog2();
    for stage in 1..=stages {
        let mut left = stage;
        while left > 0 {
            // If the number of steps is odd, the single step comes first, so that the last pass of a stage has two steps if
            // possible.
            let taken = if left.is_multiple_of(2) { 2 } else { 1 };
            let steps = Steps { mirror: left == stage, two: taken == 2, last: left == taken };
            sorted = merger.run(&sorted, steps, 1 << left)?;
            left -= taken;
        }
    }
    Ok(sorted)
}

/// Draws the first pass: each fragment sorts a group of texels, one of each stream, in registers.
fn groups(keys: &Stream<f32>, group: Group, descending: bool, streams: usize) -> Result<Interleaved, Error> {
    let device = keys.device();
    let source = group.bind(glsl!("primitives/packed_sort_groups.frag"), descending).parameter("streams", streams);
    let (input, packed) = group.input(keys);
    let kernel = device.kernel(&source.parameter("packed", packed))?;
    // The value that stands for keys past the end. No key comes after it. It never moves, because equal keys are not swapped.
    let past = if device.features().infinities { f32::INFINITY } else { f32::MAX };
    let past = if descending { -past } else { past };
    let mut sorted = Interleaved::new(device, keys.len().div_ceil(group.elements()), streams)?;
    let pass = device.pass(&kernel).bound(input.0, input.1).constant("elements", keys.len()).constant("past", past);
    sorted.outputs(pass.constant("live", true)).run()?;
    Ok(sorted)
}

/// The steps that a pass after the first one does.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Steps {
    /// Whether the pass begins a stage.
    mirror: bool,
    /// Whether the pass does two steps at once.
    two: bool,
    /// Whether the pass ends a stage, and so also does the steps within a group.
    last: bool,
}

/// Runs the passes after the first, with at most six kernels.
struct Merger {
    group: Group,
    descending: bool,
    kernels: Kernels<Steps>,
}

impl Merger {
    /// Runs one pass. Its first step compares the two halves of each block of `block` groups. Its second step, if any, does the
    /// same with blocks of half that size.
    fn run(&mut self, keys: &Interleaved, steps: Steps, block: usize) -> Result<Interleaved, Error> {
        let device = keys.streams[0].device();
        let (group, descending, streams) = (self.group, self.descending, keys.streams.len());
        let kernel = self.kernels.get(steps, || {
            let source =
                group.bind(glsl!("primitives/packed_sort_steps.frag"), descending).parameter("streams", streams);
            let Steps { mirror, two, last } = steps;
            device.kernel(&source.parameter("mirror", mirror).parameter("two", two).parameter("last", last))
        })?;
        let row = keys.streams[0].geometry().width;
        let along = |distance: usize| if distance < row { [distance, 0] } else { [0, distance / row] };
        let far = along(block / 2);
        let [block_x, block_y] = [block.min(row), block.div_ceil(row)];
        let mut next = Interleaved::new(device, keys.groups() * streams, streams)?;
        let mut pass = keys.inputs(device.pass(kernel)).constant("live", true);
        pass = pass.constant("block_x", block_x).constant("per_x", 1.0 / block_x as f32);
        pass = pass.constant("block_y", block_y).constant("per_y", 1.0 / block_y as f32);
        pass = pass.constant("far_x", far[0]).constant("far_y", far[1]);
        let near = along(block / 4);
        pass = pass.constant("near_x", near[0]).constant("near_y", near[1]);
        next.outputs(pass).run()?;
        Ok(next)
    }
}
