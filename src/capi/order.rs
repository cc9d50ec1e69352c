//! Primitives of the C interface that depend on the order of floats: sort, argsort, search and merge.

use super::error::{CallError, Status, guard};
use super::handles::Handle;
use super::pointers::{check, set};
use super::primitives::{floats, numbers, result, with_floats};
use super::stream::{remove, stream};
use crate::brook::Floats;
use crate::primitives::{self, KeyRange};

/// Of `brooklet_sort` and `brooklet_argsort`: the largest first.
pub const BROOKLET_SORT_DESCENDING: u32 = 1;
/// Of `brooklet_sort`: equal keys keep their order.
pub const BROOKLET_SORT_STABLE: u32 = 2;

/// Sorts a stream of `float`, in C order, the smallest first, to a stream of the same shape. `payload` is a stream of that shape,
/// of `float` to `float4`, whose elements move with their keys, to `sorted_payload`; or 0, and then `sorted_payload` may be null.
/// `flags` are 0, or `BROOKLET_SORT_DESCENDING` and `BROOKLET_SORT_STABLE`, added. NaN has no place in an order: where there
/// is one, the order of the others is not said. The caller frees the results.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn brooklet_sort(
    keys: Handle,
    payload: Handle,
    flags: u32,
    sorted: *mut Handle,
    sorted_payload: *mut Handle,
) -> Status {
    guard(|| {
        check(sorted, "sorted")?;
        if flags & !(BROOKLET_SORT_DESCENDING | BROOKLET_SORT_STABLE) != 0 {
            let text = format!("flags are {flags:#x}: they must be 0, 1 (descending), 2 (stable) or 3 (both)");
            return Err(CallError::new(Status::Argument, text));
        }
        let mut options = primitives::SortOptions::default();
        if flags & BROOKLET_SORT_DESCENDING != 0 {
            options = options.descending();
        }
        if flags & BROOKLET_SORT_STABLE != 0 {
            options = options.stable();
        }
        let held = stream(keys)?;
        let any = held.read()?;
        let keys = numbers(&any, "what is sorted")?;
        if payload == 0 {
            return set(sorted, result(primitives::sort_with(keys, options)?)?, "sorted");
        }
        check(sorted_payload, "sorted_payload")?;
        if sorted == sorted_payload {
            let text = "sorted and sorted_payload are the same address, but each stream needs its own handle";
            return Err(CallError::new(Status::Argument, text));
        }
        let held = stream(payload)?;
        let any = held.read()?;
        with_floats!(floats(&any, "the payload of a sort")?, payload => {
            let (own_keys, own_payload) = primitives::sort_pairs_with(keys, payload, options)?;
            // Either both results are returned or none: a handle that the caller does not get would never be freed.
            let own_keys = result(own_keys)?;
            match result(own_payload) {
                Ok(own_payload) => set(sorted_payload, own_payload, "sorted_payload")?,
                Err(wrong) => {
                    remove(own_keys)?;
                    return Err(wrong);
                }
            }
            set(sorted, own_keys, "sorted")
        })
    })
}

/// Finds the order of a stream of `float`, in C order: the position of the smallest element, of the next, and so on, to a stream of
/// `float` of the same shape. Equal elements keep their order. `flags` are 0 or `BROOKLET_SORT_DESCENDING`. With `bits` 0, whole
/// elements are compared. With `bits` from 1 to 24, the range from `from` to `to` is divided into 2^bits steps of equal size, and
/// elements in one step tie; if both are 0, it is the range of the elements. Positions are exact up to 16777216 elements: more are
/// an error. The caller frees the result.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn brooklet_argsort(
    keys: Handle,
    flags: u32,
    bits: u32,
    from: f32,
    to: f32,
    order: *mut Handle,
) -> Status {
    guard(|| {
        check(order, "order")?;
        if flags & !BROOKLET_SORT_DESCENDING != 0 {
            let text = format!("flags are {flags:#x}: they must be 0 or 1 (descending)");
            return Err(CallError::new(Status::Argument, text));
        }
        let mut options = primitives::ArgsortOptions::default();
        if flags & BROOKLET_SORT_DESCENDING != 0 {
            options = options.descending();
        }
        if bits != 0 {
            let own = from == 0.0 && to == 0.0;
            options = options.bits(bits, if own { KeyRange::Own } else { KeyRange::Between(from, to) });
        }
        let held = stream(keys)?;
        let any = held.read()?;
        let keys = numbers(&any, "what is sorted")?;
        set(order, result(primitives::argsort_with(keys, options)?)?, "order")
    })
}

/// Finds where queries belong among sorted elements, both of `float`: for each query the first position, from 0 to the number of
/// elements, whose element is not less (`upper` 0) or is greater (`upper` 1). Positions are floats, which are exact up to
/// 16777216 elements: more are an error. Of elements that are not sorted the result is not said. The caller frees it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn brooklet_search(
    sorted: Handle,
    queries: Handle,
    upper: u32,
    positions: *mut Handle,
) -> Status {
    guard(|| {
        check(positions, "positions")?;
        let (sorted, queries) = (stream(sorted)?, stream(queries)?);
        let (sorted, queries) = (sorted.read()?, queries.read()?);
        let sorted = numbers(&sorted, "what is searched")?;
        let queries = numbers(&queries, "a stream of queries")?;
        let found = match upper {
            0 => primitives::lower_bound(sorted, queries)?,
            1 => primitives::upper_bound(sorted, queries)?,
            _ => {
                let text = format!(
                    "upper is {upper}: it must be 0 (the first that is not less) or 1 (the first that is greater)"
                );
                return Err(CallError::new(Status::Argument, text));
            }
        };
        set(positions, result(found)?, "positions")
    })
}

/// Merges two sorted streams of `float`, the smallest first, to one with the elements of both, which has one dimension. Of equal elements,
/// those of `a` come first. Of streams that are not sorted the result is not said. The caller frees it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn brooklet_merge(a: Handle, b: Handle, merged: *mut Handle) -> Status {
    guard(|| {
        check(merged, "merged")?;
        let (a, b) = (stream(a)?, stream(b)?);
        let (a, b) = (a.read()?, b.read()?);
        let (a, b) = (numbers(&a, "what is merged")?, numbers(&b, "what is merged")?);
        set(merged, result(primitives::merge(a, b)?)?, "merged")
    })
}
