//! The kernels and passes that sorts along an axis have in common: steps of bitonic sorts, and merges of all lines at once.

use crate::error::Error;
use crate::glsl;
use crate::kernel::Source;
use crate::machine::layers::Layers;
use crate::machine::{Device, Kernel, Stream};
use crate::method::MethodKernel;
use crate::texel::Components;

use super::axis::{Constants, Lines};
use super::sort_group::Group;
use super::sort_merge::{merge, searches_first};

/// The kernels of a sort of lines by merging.
pub(super) const MERGE: [MethodKernel; 4] = [
    MethodKernel::new("sort_groups"),
    MethodKernel::new("sort_starts"),
    MethodKernel::new("sort_merge"),
    MethodKernel::new("sort_axis_result"),
];

/// Returns the kernel of a step of a bitonic sort. It computes addresses in floats if the device has no integers.
pub(super) fn step(device: &Device) -> Source {
    glsl!("primitives/bitonic_sort_axis.frag").parameter("in_floats", !device.features().integers)
}

/// Lines that are sorted, and padded to a power of two.
pub(super) struct Merged {
    sorted: Layers,
    group: Group,
    lines: Lines,
    padded: usize,
}

/// Sorts each line by merging: keys, or keys with their places in the line. The first pass pads the lines, so that all others work as if
/// the lines were parts of one sort that is not finished.
pub(super) fn merged(keys: &Stream<f32>, lines: Lines, group: Group, descending: bool) -> Result<Merged, Error> {
    let device = keys.device();
    // A pass sorts at least two texels.
    let padded = lines.length.next_power_of_two().max(2 * group.elements());
    let texels_of_line = padded / group.elements();
    let layers = Layers::max(device).min(texels_of_line / 2);
    let source = glsl!("primitives/sort_groups.frag").parameter("layers", layers).parameter("in_lines", true);
    let kernel = device.kernel(&group.bind(source, descending))?;
    let texels = lines.count().saturating_mul(texels_of_line);
    let mut sorted = Layers::new(device, texels, layers, Components::Four)?;
    let pass = lines.constants(device.pass(&kernel).input("keys", keys)).constant("padded", padded);
    sorted.outputs(pass).run()?;
    let (mut merges, mut starts): (Option<Kernel>, Option<Kernel>) = (None, None);
    let mut run = 2 * layers;
    while run < texels_of_line {
        if merges.is_none() {
            let source = glsl!("primitives/sort_merge.frag").parameter("layers", layers);
            merges = Some(device.kernel(&group.bind(source, descending))?);
        }
        let first = searches_first(run, sorted.texels());
        if first && starts.is_none() {
            starts = Some(device.kernel(&group.bind(glsl!("primitives/sort_starts.frag"), descending))?);
        }
        if let Some(kernel) = &merges {
            sorted = merge(&sorted, kernel, starts.as_ref(), run, None)?;
        }
        run *= 2;
    }
    Ok(Merged { sorted, group, lines, padded })
}

impl Merged {
    /// Draws the last pass, which writes the keys, or the places, without padding: a stream of the shape and layout of the keys.
    pub fn result(&self, keys: &Stream<f32>) -> Result<Stream<f32>, Error> {
        let device = keys.device();
        let source = glsl!("primitives/sort_axis_result.frag").parameter("pairs", self.group == Group::Pairs);
        let kernel = device.kernel(&source)?;
        let mut result = device.stream_with(keys.shape(), keys.layout())?;
        let pass = self.lines.constants(device.pass(&kernel).bound("sorted", self.sorted.bound()));
        pass.constant("padded", self.padded).output("result", &mut result).run()?;
        Ok(result)
    }
}
