//! The passes of a selection by a tournament.

use crate::error::Error;
use crate::geometry::Layout;
use crate::glsl;
use crate::machine::{Pass, Stream, StreamBinding};
use crate::shape::Shape;

use super::argsort_rank::Ranks;
use super::texels::{Texels, packed};
use super::{Argsort, ArgsortOptions, argsort_with, sort};

/// The number of elements of a group, unless many elements are wanted.
const GROUP: usize = 64;
/// The number of elements of a group if many are wanted.
const SMALL_GROUP: usize = 16;
/// So many elements are sorted at once: more rounds would take as many passes.
const ENOUGH: usize = 4096;

/// The order in which elements compete.
#[derive(Clone, Copy)]
pub(super) struct Order {
    pub descending: bool,
}

/// Returns the number of elements of the groups from which to select `k` of `count` elements; none, if a sort is as fast.
pub(super) fn group_size(count: usize, k: usize) -> Option<usize> {
    match () {
        () if count <= ENOUGH => None,
        // The sorts are about as large as the groups are many, and as the chosen groups have elements.
        () if k.saturating_mul(GROUP * GROUP) <= count => Some(GROUP),
        () if k.saturating_mul(SMALL_GROUP * 4) < count => Some(SMALL_GROUP),
        () => None,
    }
}

/// Finds the positions of the k best elements, the best first.
pub(super) fn tournament(values: &Stream<f32>, k: usize, order: Order, layout: Layout) -> Result<Stream<f32>, Error> {
    match Candidates::of(values, k, order)? {
        Some(candidates) => candidates.positions(&argsort_with(&candidates.values, order.options())?, layout),
        None => first(&argsort_with(values, order.options())?, k, layout),
    }
}

/// Finds the positions of the k best elements, in their own order.
fn chosen(values: &Stream<f32>, k: usize, order: Order) -> Result<Stream<f32>, Error> {
    let candidates = Candidates::of(values, k, order)?;
    let of = candidates.as_ref().map_or(values, |candidates| &candidates.values);
    let numbers = match Argsort::fastest(of.device(), of.len(), None) {
        Argsort::Rank => Ranks::of(of, order.descending)?.chosen(k)?,
        _ => sort(&first(&argsort_with(of, order.options())?, k, Layout::Packed)?)?,
    };
    match candidates {
        // Candidates are in the order of their positions.
        Some(candidates) => candidates.positions(&numbers, Layout::Packed),
        None => Ok(numbers),
    }
}

/// The elements of the groups that have the best elements, in the order of their positions.
struct Candidates {
    values: Stream<f32>,
    /// The numbers of the groups, in order.
    groups: Stream<f32>,
    /// The number of elements of a group.
    size: usize,
    /// The number of elements of all groups.
    grouped: usize,
}

impl Candidates {
    /// Gathers the candidates for the k best elements. Returns none if there are so few elements that a sort is as fast.
    fn of(values: &Stream<f32>, k: usize, order: Order) -> Result<Option<Candidates>, Error> {
        let Some(size) = group_size(values.len(), k) else { return Ok(None) };
        let values = packed(values)?;
        let device = values.device();
        let best = groups(&values, size, order)?;
        let groups = chosen(&best, k, order)?;
        let grouped = best.len() * size;
        let mut gathered = device.stream_with(k * size + values.len() - grouped, Layout::Packed)?;
        let kernel = device.kernel(&glsl!("primitives/top_candidates.frag"))?;
        let pass = device.pass(&kernel).input("values", &*values).input("groups", &groups);
        constants_of(pass, size, k, grouped).output("candidates", &mut gathered).run()?;
        Ok(Some(Candidates { values: gathered, groups, size, grouped }))
    }

    /// Returns the positions of candidates of these numbers, as many as there are groups.
    fn positions(&self, numbers: &Stream<f32>, layout: Layout) -> Result<Stream<f32>, Error> {
        let device = numbers.device();
        let k = self.groups.len();
        let mut positions = device.stream_with(k, layout)?;
        let kernel = device.kernel(&glsl!("primitives/top_positions.frag"))?;
        let pass = device.pass(&kernel).input("order", numbers).input("groups", &self.groups);
        constants_of(pass, self.size, k, self.grouped).output("position", &mut positions).run()?;
        Ok(positions)
    }
}

/// Sets the constants from which a pass computes the positions of candidates.
fn constants_of(pass: Pass<'_>, size: usize, chosen: usize, rest: usize) -> Pass<'_> {
    pass.constant("size", size).constant("chosen", chosen).constant("rest", rest)
}

/// Finds the position of the best element.
pub(super) fn best(values: &Stream<f32>, order: Order) -> Result<Stream<f32>, Error> {
    let values = packed(values)?;
    let device = values.device();
    let (count, integers) = (values.len(), device.features().integers);
    let groups = if count > GROUP { count / GROUP } else { 0 };
    let source = glsl!("primitives/top_best.frag").parameter("texels", GROUP / 4).parameter("grouped", groups > 0);
    let source = source.parameter("by_bits", integers).parameter("descending", order.descending);
    let kernel = device.kernel(&source)?;
    let chosen = match groups {
        0 => None,
        _ => Some(best(&self::groups(&values, GROUP, order)?, order)?),
    };
    let mut position = device.stream_with(1, Layout::Plain)?;
    let mut pass = device.pass(&kernel).bound("values", StreamBinding::texels(&values)).constant("elements", count);
    pass = pass.constant("rest", groups * GROUP / 4).constant("last_texel", count.div_ceil(4) - 1);
    if let Some(chosen) = &chosen {
        pass = pass.input("chosen", chosen);
    }
    pass.output("position", &mut position).run()?;
    Ok(position)
}

/// Finds the best element of each whole group.
fn groups(values: &Stream<f32>, size: usize, order: Order) -> Result<Stream<f32>, Error> {
    let device = values.device();
    let (texels, groups) = (Texels::of(values), values.len() / size);
    let source = match device.features().integers {
        true => glsl!("primitives/top_groups.frag"),
        false => glsl!("primitives/top_float_groups.frag"),
    };
    let source = source.parameter("texels", size / 4).parameter("descending", order.descending);
    let kernel = device.kernel(&source)?;
    let mut best = device.stream_with(Shape::from(groups), Layout::Packed)?;
    let pass = device.pass(&kernel).bound("values", texels.in_blocks(size / 4));
    pass.constant("last_group", groups - 1).output_texels("best", &mut best).run()?;
    Ok(best)
}

/// Copies the first k positions.
pub(super) fn first(positions: &Stream<f32>, k: usize, layout: Layout) -> Result<Stream<f32>, Error> {
    let device = positions.device();
    let kernel = device.kernel(&glsl!("primitives/copy.frag"))?;
    let mut first = device.stream_with(k, layout)?;
    device.pass(&kernel).input("values", positions).output("copied", &mut first).run()?;
    Ok(first)
}

impl Order {
    fn options(self) -> ArgsortOptions {
        if self.descending { ArgsortOptions::default().descending() } else { ArgsortOptions::default() }
    }
}
