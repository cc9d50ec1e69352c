//! The fastest sort: merges sorted runs, texel by texel, into all available render targets.

use std::ops::Range;

use crate::error::Error;
use crate::geometry::Layout;
use crate::glsl;
use crate::kernel::Source;
use crate::machine::layers::Layers;
use crate::machine::{Kernel, Pass, Stream};
use crate::texel::{Components, Stored};

use super::argsort_bits::Words;
use super::kernels::Kernels;
use super::sort_group::Group;

/// A separate pass searches where the merge stands at every position that is a multiple of this number of texels.
const SPACING: usize = 128;
/// The number of texels of a run from which the separate search pays off. In shorter runs, it saves few steps.
const LONG: usize = 1024;
/// The number of texels up to which the steps of a search take less time than a separate pass.
const FEW: usize = 1 << 16;

/// Returns whether a pass searches for parts of the merge before runs of `run` texels are merged.
pub(super) fn searches_first(run: usize, texels: usize) -> bool {
    run >= LONG && texels > FEW
}

/// Sorts keys.
pub(super) fn sort_keys(keys: &Stream<f32>, descending: bool) -> Result<Stream<f32>, Error> {
    let device = keys.device();
    let mut result = device.stream_with(keys.shape(), keys.layout())?;
    if keys.is_empty() {
        return Ok(result);
    }
    sort(keys, Group::Keys, descending, None)?.copy_to(&mut result)?;
    Ok(result)
}

/// Sorts positions by keys: a texel holds two keys and their positions, in order.
pub(super) fn sort_positions(keys: &Stream<f32>, descending: bool) -> Result<Layers, Error> {
    sort(keys, Group::Pairs, descending, None)
}

/// Sorts the positions of keys by words, each of which holds a key of few bits and its position. Returns the sorted words, or the sorted
/// positions themselves if the words are [merged as halves](Words::halves).
pub(super) fn sort_words(keys: &Stream<f32>, words: &Words) -> Result<Layers, Error> {
    sort(keys, Group::Keys, false, Some(words))
}

/// Sorts the positions of keys by words whose positions count from the start of a block of keys. Blocks are sorted as words, which are then
/// [widened](widen) to pairs and merged. If there is only one block, returns its words; else a texel of the result holds two pairs.
pub(super) fn sort_blocks(keys: &Stream<f32>, words: &Words) -> Result<Layers, Error> {
    let block = words.block();
    let sorted = groups(keys, Group::Keys, false, Some(words), Layers::max(keys.device()))?;
    let (first, texels) = (2 * sorted.layers(), block / Group::Keys.elements());
    let sorted = merges(sorted, Group::Keys, false, None, first..texels)?;
    if keys.len() <= block {
        return Ok(sorted);
    }
    let pairs = widen(&sorted, keys.len(), words)?;
    let texels = pairs.texels();
    merges(pairs, Group::Pairs, false, None, block / Group::Pairs.elements()..texels)
}

/// Draws a pass that makes pairs of words.
fn widen(sorted: &Layers, elements: usize, words: &Words) -> Result<Layers, Error> {
    let device = sorted.device();
    let kernel = device.kernel(&glsl!("primitives/sort_widen.frag").parameter("layers", sorted.layers()))?;
    let mut pairs = Layers::new(device, elements.div_ceil(2), sorted.layers(), Components::Four)?;
    let pass = device.pass(&kernel).bound("sorted", sorted.bound()).constant("elements", elements);
    pairs.outputs(words.positions(pass)).run()?;
    Ok(pairs)
}

/// Sorts integers of two digits with their positions: a texel holds two of them, in order. With an unsigned high digit, `bias` is 32768. Only
/// positions below 2^24 are kept.
pub(super) fn sort_integers<K: Stored>(keys: &Stream<K>, bias: f32, descending: bool) -> Result<Layers, Error> {
    let (device, layers) = (keys.device(), Layers::max(keys.device()));
    let source = glsl!("primitives/sort_groups.frag").parameter("layers", layers).parameter("integers", true);
    let kernel = device.kernel(&Group::Pairs.bind(source, descending))?;
    let texels = keys.len().div_ceil(Group::Pairs.elements());
    let mut sorted = Layers::new(device, texels, layers, Components::Four)?;
    let pass = device.pass(&kernel).input("digits", keys).constant("elements", keys.len()).constant("bias", bias);
    sorted.outputs(pass).run()?;
    merges(sorted, Group::Pairs, descending, None, 2 * layers..texels)
}

/// Writes sorted integers of two digits.
pub(super) fn integers<K: Stored>(
    keys: &Stream<K>,
    sorted: &Layers,
    bias: f32,
    descending: bool,
) -> Result<Stream<K>, Error> {
    let device = keys.device();
    let mut result = device.stream_with(keys.shape(), keys.layout())?;
    let kernel = device.kernel(&Group::Pairs.bind(glsl!("primitives/sort_integers.frag"), descending))?;
    let pass = device.pass(&kernel).bound("sorted", sorted.bound()).constant("bias", bias);
    pass.output("integers", &mut result).run()?;
    Ok(result)
}

/// Writes the positions of a merge of [integers](sort_integers).
pub(super) fn positions_of_integers<K: Stored>(keys: &Stream<K>, sorted: &Layers) -> Result<Stream<f32>, Error> {
    let device = keys.device();
    let kernel = device.kernel(&glsl!("primitives/argsort_result.frag").parameter("integers", true))?;
    let mut order = device.stream(keys.shape())?;
    device.pass(&kernel).bound("sorted", sorted.bound()).output("order", &mut order).run()?;
    Ok(order)
}

/// Gathers the elements of a stream in the order of sorted positions.
pub(super) fn gather<T: Stored>(values: &Stream<T>, order: &Layers, layout: Layout) -> Result<Stream<T>, Error> {
    gather_from(values, order, layout, false)
}

/// Gathers the elements of a stream in the order of positions that are sorted by [integers](sort_integers).
pub(super) fn gather_by_integers<T: Stored>(
    values: &Stream<T>,
    order: &Layers,
    layout: Layout,
) -> Result<Stream<T>, Error> {
    gather_from(values, order, layout, true)
}

fn gather_from<T: Stored>(
    values: &Stream<T>,
    order: &Layers,
    layout: Layout,
    integers: bool,
) -> Result<Stream<T>, Error> {
    let device = values.device();
    let mut result = device.stream_with(values.shape(), layout)?;
    let source = glsl!("primitives/sort_gather.frag").element::<T>().parameter("integers", integers);
    let kernel = device.kernel(&source)?;
    let pass = device.pass(&kernel).bound("keys", order.bound()).input("values", values);
    pass.output("gathered", &mut result).run()?;
    Ok(result)
}

fn sort(keys: &Stream<f32>, group: Group, descending: bool, words: Option<&Words>) -> Result<Layers, Error> {
    let sorted = groups(keys, group, descending, words, Layers::max(keys.device()))?;
    let runs = 2 * sorted.layers()..keys.len().div_ceil(group.elements());
    merges(sorted, group, descending, words, runs)
}

/// Merges runs in pairs, from runs of `runs.start` texels to runs of at least `runs.end` texels.
fn merges(
    mut sorted: Layers,
    group: Group,
    descending: bool,
    words: Option<&Words>,
    runs: Range<usize>,
) -> Result<Layers, Error> {
    let device = sorted.device().clone();
    let layers = sorted.layers();
    let (mut merges, mut starts) = (Kernels::new(), Kernels::new());
    let (mut run, end) = (runs.start, runs.end);
    while run < end && run < sorted.texels() {
        let halves = words.is_some_and(|words| words.halves()) && 2 * run >= end;
        let bind = |source: Source| {
            let source = group.bind(source, descending).parameter("halves", halves);
            device.kernel(&source)
        };
        let merge = merges.get(halves, || bind(glsl!("primitives/sort_merge.frag").parameter("layers", layers)))?;
        let starts = match searches_first(run, sorted.texels()) {
            true => Some(starts.get(halves, || bind(glsl!("primitives/sort_starts.frag")))?),
            false => None,
        };
        let of_halves = if halves { words } else { None };
        sorted = self::merge(&sorted, merge, starts, run, of_halves)?;
        run *= 2;
    }
    Ok(sorted)
}

/// Draws the first pass: sorts groups of twice as many texels as there are layers, in registers. Two fragments sort the same group,
/// and each writes a half.
fn groups(
    keys: &Stream<f32>,
    group: Group,
    descending: bool,
    words: Option<&Words>,
    layers: usize,
) -> Result<Layers, Error> {
    let device = keys.device();
    let (input, packed) = group.input(keys);
    let source = glsl!("primitives/sort_groups.frag").parameter("layers", layers).parameter("packed", packed);
    let source = group.bind(source, descending).parameter("words", words.is_some());
    let kernel = device.kernel(&words.map_or(source.clone(), |words| words.bind(source)))?;
    let mut sorted = Layers::new(device, keys.len().div_ceil(group.elements()), layers, Components::Four)?;
    let mut pass = device.pass(&kernel).bound(input.0, input.1).constant("elements", keys.len());
    if let Some(words) = words {
        pass = words.positions(words.bits.constants(pass));
    }
    sorted.outputs(pass).run()?;
    Ok(sorted)
}

/// Merges runs in pairs. If `search` is given, a pass with this kernel comes first. If the runs are halves of all words, `words` is given.
pub(super) fn merge(
    keys: &Layers,
    kernel: &Kernel,
    search: Option<&Kernel>,
    run: usize,
    words: Option<&Words>,
) -> Result<Layers, Error> {
    let device = keys.device();
    let constants = [("run", run), ("texels", keys.texels())];
    let narrowed = search.is_some();
    let mut starts = device.stream::<f32>(if narrowed { keys.texels().div_ceil(SPACING) } else { 1 })?;
    if let Some(search) = search {
        let pass = device.pass(search).bound("keys", keys.bound());
        with_constants(pass.output("starts", &mut starts), constants, words).run()?;
    }
    let mut merged = Layers::new(device, keys.texels(), keys.layers(), Components::Four)?;
    let pass = device.pass(kernel).bound("keys", keys.bound()).input("starts", &starts);
    merged.outputs(with_constants(pass.constant("narrowed", narrowed), constants, words)).run()?;
    Ok(merged)
}

fn with_constants<'a>(pass: Pass<'a>, constants: [(&'static str, usize); 2], words: Option<&Words>) -> Pass<'a> {
    let pass = constants.into_iter().fold(pass, |pass, (name, value)| pass.constant(name, value));
    match words {
        Some(words) => words.positions(pass),
        None => pass,
    }
}
