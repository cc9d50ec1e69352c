//! The fastest filter: builds a pyramid of counts, and finds the record of each result by a descent through it.

use crate::backend::Class;
use crate::error::Error;
use crate::geometry::{Geometry, Layout};
use crate::glsl;
use crate::kernel::Source;
use crate::machine::Kernel;
use crate::machine::layers::{Layers, names};
use crate::machine::{Device, Stream, StreamBinding};
use crate::shape::Shape;
use crate::texel::{Components, Texel};

use super::needs::with_kept;
use super::sort::EXACT_POSITIONS;
use super::texels::Texels;

/// The number of elements that a count of the lowest level covers.
const LEAF: usize = 16;
/// The maximum number of texels of counts that are read back.
pub(crate) const TOP: usize = 4;
/// The number of levels, from the lowest, whose counts a float holds exactly: 16^6 is 2^24.
const EXACT_LEVELS: usize = 6;
/// A walk from one kept record to the next pays off if at least one in this many records is kept.
const SPARSE: usize = 8;

/// Keeps the records for which the predicate is true. `bind` compiles a kernel with the predicate as its function `keep`.
pub(super) fn filter<T: Texel>(
    values: &Stream<T>,
    bind: impl Fn(Source) -> Result<Kernel, Error>,
) -> Result<Stream<T>, Error> {
    if T::COMPONENTS == Components::One && values.layout() == Layout::Plain && values.len() > LEAF {
        // Packing takes one more pass, but then a quarter of the texels are read.
        return filter_to(&values.to_layout(Layout::Packed)?, bind, Layout::Plain);
    }
    filter_to(values, bind, values.layout())
}

fn filter_to<T: Texel>(
    values: &Stream<T>,
    bind: impl Fn(Source) -> Result<Kernel, Error>,
    layout: Layout,
) -> Result<Stream<T>, Error> {
    let device = values.device();
    let mut levels = vec![counts(values, &bind)?];
    while levels[levels.len() - 1].geometry().texels() > TOP && levels.len() < EXACT_LEVELS {
        levels.push(sums(&levels[levels.len() - 1])?);
    }
    let read = || Ok(levels[levels.len() - 1].read()?.iter().map(|count| *count as usize).sum::<usize>());
    with_kept(device, values.len(), read, |kept| walk(values, &levels, kept, layout, &bind))
}

/// Gathers the kept records. A fragment finds its first record by a descent through the levels.
fn walk<T: Texel>(
    values: &Stream<T>,
    levels: &[Stream<f32>],
    kept: usize,
    layout: Layout,
    bind: &impl Fn(Source) -> Result<Kernel, Error>,
) -> Result<Stream<T>, Error> {
    let device = values.device();
    let mut result = device.stream_with::<T>(kept, layout)?;
    if kept == 0 {
        return Ok(result);
    }
    let dense = kept.saturating_mul(SPARSE) >= values.len();
    // Eight outputs take so many registers that a GPU has few threads to hide the latency of fetches.
    let max = if device.info().class == Class::Software { 8 } else { 4 };
    let layers = if dense { Layers::max(device).min(max) } else { 1 };
    let packed = values.layout() == Layout::Packed;
    // The maximum length of a walk, in texels. If few records are kept, a walk is no longer than a descent would be.
    let reach: usize = match (dense, packed) {
        (true, _) => 64,
        (false, true) => 8,
        (false, false) => 32,
    };
    let file = match packed {
        true => glsl!("primitives/filter_walk_packed.frag"),
        false => glsl!("primitives/filter_walk.frag"),
    };
    // Floats represent the numbers of records exactly up to 2^24. For more records, the kernel first subtracts the counts of the
    // highest level in integers.
    let top = if values.len() > EXACT_POSITIONS { levels[levels.len() - 1].geometry().texels() } else { 0 };
    let source = file.parameter("levels", levels.len()).parameter("top", top);
    let kernel = bind(source.parameter("layers", layers).parameter("reach", reach))?;
    let pass = device.pass(&kernel).bound("values", StreamBinding::texels(values)).constant("records", kept);
    let pass =
        levels.iter().zip(LEVELS).fold(pass, |pass, (level, name)| pass.bound(name, StreamBinding::texels(level)));
    if layers == 1 && layout == values.layout() {
        pass.output_texels(names(1)[0], &mut result).run()?;
    } else {
        let (texels, components) = if packed { (kept.div_ceil(4), Components::Four) } else { (kept, T::COMPONENTS) };
        let mut texels = Layers::new(device, texels, layers, components)?;
        texels.outputs(pass).run()?;
        texels.copy_to(&mut result)?;
    }
    Ok(result)
}

/// Computes the lowest level of counts.
fn counts<T: Texel>(values: &Stream<T>, bind: impl Fn(Source) -> Result<Kernel, Error>) -> Result<Stream<f32>, Error> {
    let texels = Texels::of(values);
    let (leaf, source) = match texels.packed() {
        true => (LEAF / 4, glsl!("primitives/filter_counts_packed.frag")),
        false => (LEAF, glsl!("primitives/filter_counts.frag")),
    };
    let kernel = bind(source)?;
    let mut counts = level(values.device(), values.len().div_ceil(LEAF))?;
    let mut pass = values.device().pass(&kernel).bound("values", texels.in_blocks(leaf));
    if let Some(lanes) = texels.lanes_of_last() {
        pass = pass.constant("lanes", lanes);
    }
    pass.output_texels("counts", &mut counts).run()?;
    Ok(counts)
}

/// Computes the level above `counts`.
pub(crate) fn sums(counts: &Stream<f32>) -> Result<Stream<f32>, Error> {
    let device = counts.device();
    let kernel = device.kernel(&glsl!("primitives/filter_sums.frag"))?;
    let mut sums = level(device, counts.len().div_ceil(LEAF))?;
    let pass = device.pass(&kernel).bound("counts", StreamBinding::texels(counts));
    pass.output_texels("sums", &mut sums).run()?;
    Ok(sums)
}

/// Allocates a level of this many counts. The highest level lies in one row, so that one read back is enough.
pub(crate) fn level(device: &Device, counts: usize) -> Result<Stream<f32>, Error> {
    let texels = counts.div_ceil(4);
    if texels > TOP || texels > device.limits().texture {
        return device.stream_with(counts, Layout::Packed);
    }
    let row = Geometry { count: counts, layout: Layout::Packed, width: texels, height: 1, row: 4 * texels };
    Stream::new(device, Shape::from(counts), row)
}

/// The names of the levels, the lowest first. 16^8 is more than any texture holds.
pub(crate) const LEVELS: [&str; 8] =
    ["level_0", "level_1", "level_2", "level_3", "level_4", "level_5", "level_6", "level_7"];
