//! The passes of the chapter's filters: the count of null records, the search, the gather, and the stable sort.

use crate::error::Error;
use crate::glsl;
use crate::machine::{OcclusionQuery, Stream};
use crate::operator::Operator;
use crate::shape::Shape;
use crate::texel::Texel;

use super::needs::{with_kept, with_steps};
use super::query_passes::Depths;
use super::{Search, Sort, SortOptions, lower_bound_by, sort_pairs_with};

/// Computes the running count of null records. Returns none if there is only one record.
pub(super) fn running_count<T: Texel>(values: &Stream<T>) -> Result<Option<Stream<f32>>, Error> {
    let device = values.device();
    let count = values.len();
    if count == 1 {
        return Ok(None);
    }
    let first = device.kernel(&glsl!("primitives/filter_count.frag").element::<T>())?;
    let step = device.kernel(&Operator::<f32>::sum().bind(glsl!("primitives/scan_step.frag"))?)?;
    let mut nulls = device.stream_with::<f32>(values.shape(), values.layout())?;
    device.pass(&first).input("values", values).output("nulls", &mut nulls).run()?;
    let mut stride = 2;
    while stride < count {
        let mut next = device.stream_with::<f32>(values.shape(), values.layout())?;
        let pass = device.pass(&step).input("values", &nulls).constant("stride", stride as i32);
        pass.constant("shift", 0).constant("identity", 0.0).output("scanned", &mut next).run()?;
        nulls = next;
        stride *= 2;
    }
    Ok(Some(nulls))
}

/// Reads back how many records are kept, from the running count of null records.
pub(super) fn kept_of<T: Texel>(values: &Stream<T>, nulls: Option<&Stream<f32>>) -> Result<usize, Error> {
    let count = values.len();
    match nulls {
        None => {
            let null = values.read()?[0].component(0) >= values.device().features().stored_infinity();
            Ok(usize::from(!null))
        }
        Some(nulls) => Ok(count - nulls.read_range(count - 1..count)?[0] as usize),
    }
}

/// Begins to count how many records are kept, in one pass.
pub(super) fn count_kept<T: Texel>(values: &Stream<T>) -> Result<OcclusionQuery, Error> {
    let device = values.device();
    let kernel = device.kernel(&glsl!("primitives/filter_kept.frag").element::<T>())?;
    Depths::new(device, values.shape())?.query(device.pass(&kernel).input("values", values))
}

/// Searches and gathers in one pass.
pub(super) fn search_and_gather<T: Texel>(
    values: &Stream<T>,
    nulls: &Stream<f32>,
    kept: usize,
) -> Result<Stream<T>, Error> {
    let device = values.device();
    // The distance that a record moves is at most the number of null records.
    let farthest = (values.len() - kept + 1).next_power_of_two();
    let steps = farthest.ilog2() as usize;
    let source = with_steps(glsl!("primitives/filter_gather.frag").element::<T>(), device, steps);
    let kernel = device.kernel(&source)?;
    let mut result = device.stream_with(kept, values.layout())?;
    let pass = device.pass(&kernel).input("values", values).input("nulls", nulls);
    let pass = pass.constant("reach", farthest / 2).constant("steps", steps);
    pass.output("kept", &mut result).run()?;
    Ok(result)
}

/// Searches with one pass for each step, then gathers in another pass.
pub(super) fn search_then_gather<T: Texel>(
    values: &Stream<T>,
    nulls: &Stream<f32>,
    kept: usize,
) -> Result<Stream<T>, Error> {
    let device = values.device();
    let step = device.kernel(&glsl!("primitives/filter_search_step.frag"))?;
    let gather = device.kernel(&glsl!("primitives/filter_gather_at.frag").element::<T>())?;
    let mut distances: Option<Stream<f32>> = None;
    let mut reach = values.len().next_power_of_two() / 2;
    while reach > 0 {
        let mut next = device.stream_with(kept, values.layout())?;
        let pass = device.pass(&step).input("nulls", nulls);
        let pass = pass.input("distance_before", distances.as_ref().unwrap_or(nulls));
        let pass = pass.constant("reach", reach as i32).constant("begin", distances.is_none());
        pass.output("distance_now", &mut next).run()?;
        distances = Some(next);
        reach /= 2;
    }
    let mut result = device.stream_with(kept, values.layout())?;
    // With two records or more, at least one pass of the search has run.
    let distances = distances.as_ref().unwrap_or(nulls);
    device.pass(&gather).input("values", values).input("distances", distances).output("kept", &mut result).run()?;
    Ok(result)
}

pub(super) fn stable_sort<T: Texel>(values: &Stream<T>) -> Result<Stream<T>, Error> {
    let device = values.device();
    let kernel = device.kernel(&glsl!("primitives/filter_rank.frag").element::<T>())?;
    let mut rank = device.stream_with::<f32>(values.shape(), values.layout())?;
    device.pass(&kernel).input("values", values).output("rank", &mut rank).run()?;
    let method = if Sort::Bitonic.runs_on(device) { Sort::Bitonic } else { Sort::BitonicFloat };
    let (ranks, sorted) = sort_pairs_with(&rank, values, SortOptions::default().method(method).stable())?;
    let place = lower_bound_by(&ranks, &device.upload(&[1.0])?, Search::BinarySearch)?;
    with_kept(device, values.len(), || Ok(place.read()?[0] as usize), |kept| first(&sorted, kept))
}

/// Copies the first `kept` records.
pub(super) fn first<T: Texel>(values: &Stream<T>, kept: usize) -> Result<Stream<T>, Error> {
    let device = values.device();
    let kernel = device.kernel(&glsl!("primitives/copy.frag").element::<T>())?;
    let mut result = device.stream_with(Shape::from(kept), values.layout())?;
    device.pass(&kernel).input("values", values).output("copied", &mut result).run()?;
    Ok(result)
}
