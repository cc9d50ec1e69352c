//! The fastest filter: builds a pyramid of counts, and finds the record of each result by a descent through it.

use crate::backend::Class;
use crate::error::Error;
use crate::geometry::{Geometry, Layout};
use crate::glsl;
use crate::kernel::Source;
use crate::machine::Kernel;
use crate::machine::layers::{Layers, names};
use crate::machine::{Device, Pass, Stream, StreamBinding};
use crate::shape::Shape;
use crate::texel::{Components, Stored, Texel};

use super::needs::with_kept;
use super::number::Number;
use super::predicate;
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

/// What a walk takes of the records.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Taken {
    /// The records that are not kept, instead of those that are.
    pub others: bool,
    /// The positions of records, instead of the records. The stream is packed.
    pub positions: bool,
    /// The first elements of runs of equal elements, instead of those that a predicate keeps. The stream is packed.
    pub runs: bool,
}

/// Keeps the records for which the predicate is true. `bind` compiles a kernel with the predicate as its function `keep`.
pub(super) fn filter<T: Texel>(
    values: &Stream<T>,
    bind: impl Fn(Source) -> Result<Kernel, Error>,
) -> Result<Stream<T>, Error> {
    if is_packed_first(values) {
        return filter_to(&values.to_layout(Layout::Packed)?, bind, Layout::Plain);
    }
    filter_to(values, bind, values.layout())
}

/// Returns whether the stream is packed first. This takes one more pass, but then a quarter of the texels are read.
pub(super) fn is_packed_first<T: Texel>(values: &Stream<T>) -> bool {
    T::COMPONENTS == Components::One && values.layout() == Layout::Plain && values.len() > LEAF
}

fn filter_to<T: Texel>(
    values: &Stream<T>,
    bind: impl Fn(Source) -> Result<Kernel, Error>,
    layout: Layout,
) -> Result<Stream<T>, Error> {
    let levels = levels_above(counts(values, &bind)?)?;
    let read = || total(&levels);
    with_kept(values.device(), values.len(), read, |kept| {
        walk(values, &levels, Number::Known(kept), layout, Taken::default(), &bind)
    })
}

/// Moves the records for which the predicate is true to the front, and the others behind them. Returns the number of those that are kept,
/// too.
pub(super) fn partition<T: Texel>(
    values: &Stream<T>,
    bind: impl Fn(Source) -> Result<Kernel, Error>,
) -> Result<(Stream<T>, usize), Error> {
    if is_packed_first(values) {
        let (partitioned, kept) = partition_as_it_is(&values.to_layout(Layout::Packed)?, bind)?;
        return Ok((partitioned.to_layout(Layout::Plain)?, kept));
    }
    partition_as_it_is(values, bind)
}

fn partition_as_it_is<T: Texel>(
    values: &Stream<T>,
    bind: impl Fn(Source) -> Result<Kernel, Error>,
) -> Result<(Stream<T>, usize), Error> {
    let levels = levels_above(counts(values, &bind)?)?;
    with_kept(
        values.device(),
        values.len(),
        || total(&levels),
        |kept| Ok((join(values, &levels, Number::Known(kept), &bind)?, kept)),
    )
}

/// Gathers the kept records, and behind them the others. `kept` says how many are kept.
pub(super) fn join<T: Texel>(
    values: &Stream<T>,
    levels: &[Stream<f32>],
    kept: Number<'_>,
    bind: &impl Fn(Source) -> Result<Kernel, Error>,
) -> Result<Stream<T>, Error> {
    let (device, records) = (values.device(), values.len());
    let file = match values.layout() {
        Layout::Packed => glsl!("primitives/select_join_packed.frag"),
        Layout::Plain => glsl!("primitives/select_join.frag"),
    };
    let join = device.kernel(&kept.parameter(file.element::<T>()))?;
    let mut result = device.stream_with::<T>(records, values.layout())?;
    let first = walk_layers(values, levels, kept, Taken::default(), bind)?;
    let others = Taken { others: true, ..Taken::default() };
    let rest = walk_layers(values, levels, kept.of_others(records), others, bind)?;
    // If all or no records are kept, one stands in for the other, and the kernel uses none of its elements.
    if let (Some(first), Some(rest)) = (first.as_ref().or(rest.as_ref()), rest.as_ref().or(first.as_ref())) {
        let pass = device.pass(&join).bound("kept", first.bound()).bound("rest", rest.bound());
        let mut pass = kept.bind(pass.constant("split", kept.max()));
        if let (Layout::Packed, Number::Known(kept)) = (values.layout(), kept) {
            let last = |records: usize| records.div_ceil(4).saturating_sub(1);
            pass = pass.constant("last_kept", last(kept)).constant("last_rest", last(records - kept));
        }
        pass.output_texels("partitioned", &mut result).run()?;
    }
    Ok(result)
}

/// Builds the pyramid on its lowest level.
pub(super) fn levels_above(lowest: Stream<f32>) -> Result<Vec<Stream<f32>>, Error> {
    let mut levels = vec![lowest];
    while levels[levels.len() - 1].geometry().texels() > TOP && levels.len() < EXACT_LEVELS {
        levels.push(sums(&levels[levels.len() - 1])?);
    }
    Ok(levels)
}

/// Reads back how many records are kept.
pub(super) fn total(levels: &[Stream<f32>]) -> Result<usize, Error> {
    Ok(levels[levels.len() - 1].read()?.iter().map(|count| *count as usize).sum::<usize>())
}

/// Gathers so many records. A fragment finds its first record by a descent through the levels.
pub(super) fn walk<T: Texel>(
    values: &Stream<T>,
    levels: &[Stream<f32>],
    records: Number<'_>,
    layout: Layout,
    taken: Taken,
    bind: &impl Fn(Source) -> Result<Kernel, Error>,
) -> Result<Stream<T>, Error> {
    let mut result = values.device().stream_with::<T>(records.max(), layout)?;
    if records.max() > 0 && layout == values.layout() && layers(values, records.max()) == 1 {
        let kernel = walk_kernel(values, levels, records, taken, bind)?;
        walk_pass(values, levels, records, &kernel).output_texels(names(1)[0], &mut result).run()?;
    } else if let Some(texels) = walk_layers(values, levels, records, taken, bind)? {
        texels.copy_to(&mut result)?;
    }
    Ok(result)
}

/// Gathers so many records into texels that lie in layers; none if there are no records.
fn walk_layers<T: Texel>(
    values: &Stream<T>,
    levels: &[Stream<f32>],
    records: Number<'_>,
    taken: Taken,
    bind: &impl Fn(Source) -> Result<Kernel, Error>,
) -> Result<Option<Layers>, Error> {
    match records.max() {
        0 => Ok(None),
        _ => walk_to_layers(values, levels, records, taken, bind).map(Some),
    }
}

/// Gathers one record or more into texels that lie in layers.
fn walk_to_layers<T: Stored>(
    values: &Stream<T>,
    levels: &[Stream<f32>],
    records: Number<'_>,
    taken: Taken,
    bind: &impl Fn(Source) -> Result<Kernel, Error>,
) -> Result<Layers, Error> {
    let kernel = walk_kernel(values, levels, records, taken, bind)?;
    let (texels, components) = match values.layout() {
        Layout::Packed => (records.max().div_ceil(4), Components::Four),
        Layout::Plain => (records.max(), T::COMPONENTS),
    };
    let mut texels = Layers::new(values.device(), texels, layers(values, records.max()), components)?;
    texels.outputs(walk_pass(values, levels, records, &kernel)).run()?;
    Ok(texels)
}

/// Returns whether walks from one record to the next pay off.
fn is_dense<T: Stored>(values: &Stream<T>, records: usize) -> bool {
    records.saturating_mul(SPARSE) >= values.len()
}

/// Returns the number of texels that a fragment of a walk writes.
fn layers<T: Stored>(values: &Stream<T>, records: usize) -> usize {
    let device = values.device();
    // Eight outputs take so many registers that a GPU has few threads to hide the latency of fetches.
    let max = if device.info().class == Class::Software { 8 } else { 4 };
    if is_dense(values, records) { Layers::max(device).min(max) } else { 1 }
}

fn walk_kernel<T: Stored>(
    values: &Stream<T>,
    levels: &[Stream<f32>],
    records: Number<'_>,
    taken: Taken,
    bind: &impl Fn(Source) -> Result<Kernel, Error>,
) -> Result<Kernel, Error> {
    // The maximum length of a walk, in texels. If few records are kept, a walk is no longer than a descent would be.
    let packed = values.layout() == Layout::Packed;
    let reach: usize = match (is_dense(values, records.max()), packed) {
        (true, _) => 64,
        (false, true) => 8,
        (false, false) => 32,
    };
    let file = match packed {
        true => glsl!("primitives/filter_walk_packed.frag")
            .parameter("runs", taken.runs)
            .parameter("by_bits", taken.runs && values.device().features().integers)
            .parameter("positions", taken.positions),
        false => glsl!("primitives/filter_walk.frag"),
    };
    // Floats represent the numbers of records exactly up to 2^24. For more records, the kernel first subtracts the counts of the
    // highest level in integers.
    let top = if values.len() > EXACT_POSITIONS { levels[levels.len() - 1].geometry().texels() } else { 0 };
    let source = file.parameter("levels", levels.len()).parameter("top", top).parameter("others", taken.others);
    let source = records.parameter(source);
    bind(source.parameter("layers", layers(values, records.max())).parameter("reach", reach))
}

fn walk_pass<'a, T: Stored>(
    values: &'a Stream<T>,
    levels: &'a [Stream<f32>],
    records: Number<'a>,
    kernel: &'a Kernel,
) -> Pass<'a> {
    let pass = values.device().pass(kernel).bound("values", StreamBinding::texels(values));
    let pass = records.bind(pass.constant("records", records.max()));
    levels.iter().zip(LEVELS).fold(pass, |pass, (level, name)| pass.bound(name, StreamBinding::texels(level)))
}

/// Finds the positions of the first elements of the runs of equal elements of a packed stream that is not empty. Calls `work` with them,
/// four to a texel, and with the number of runs.
pub(super) fn with_run_firsts<T: Stored, R>(
    values: &Stream<T>,
    work: impl Fn(&Layers, usize) -> Result<R, Error>,
) -> Result<R, Error> {
    let levels = run_levels(values)?;
    // The first element of the stream begins a run.
    let runs = || Ok(total(&levels)?.max(1));
    let work = |runs: usize| work(&run_firsts(values, &levels, Number::Known(runs))?, runs);
    with_kept(values.device(), values.len(), runs, work)
}

/// Builds the pyramid of the counts of the elements that begin a run of equal elements of a packed stream.
pub(super) fn run_levels<T: Stored>(values: &Stream<T>) -> Result<Vec<Stream<f32>>, Error> {
    let device = values.device();
    let by_bits = device.features().integers;
    let kernel = device.kernel(&glsl!("primitives/run_counts_packed.frag").parameter("by_bits", by_bits))?;
    let mut counts = level(device, values.len().div_ceil(LEAF))?;
    let pass = device.pass(&kernel).bound("values", Texels::of(values).in_blocks(LEAF / 4));
    pass.constant("elements", values.len()).output_texels("counts", &mut counts).run()?;
    levels_above(counts)
}

/// Finds the positions of the first elements of so many runs.
pub(super) fn run_firsts<T: Stored>(
    values: &Stream<T>,
    levels: &[Stream<f32>],
    runs: Number<'_>,
) -> Result<Layers, Error> {
    let taken = Taken { runs: true, positions: true, ..Taken::default() };
    // The kernel never calls the predicate.
    let bind = |source| predicate::kernel::<f32>(values.device(), source, "true");
    walk_to_layers(values, levels, runs, taken, &bind)
}

/// Adds up the counts of the highest level on the device.
pub(super) fn total_on_device(levels: &[Stream<f32>]) -> Result<Stream<f32>, Error> {
    let mut counts = sums(&levels[levels.len() - 1])?;
    while counts.len() > 1 {
        counts = sums(&counts)?;
    }
    Ok(counts)
}

/// Computes the lowest level of counts.
pub(super) fn counts<T: Texel>(
    values: &Stream<T>,
    bind: impl Fn(Source) -> Result<Kernel, Error>,
) -> Result<Stream<f32>, Error> {
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
