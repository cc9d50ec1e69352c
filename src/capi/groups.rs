//! Primitives of the C interface on groups and positions: distinct elements, reductions by key, scans of segments, gathers and scatters.

use std::ffi::c_char;

use super::error::{CallError, Status, guard};
use super::handles::Handle;
use super::pointers::{check, set, text};
use super::primitives::{floats, numbers, operator, result, with_floats};
use super::stream::{remove, stream};
use crate::brook::Floats;
use crate::machine::Stream;
use crate::primitives;
use crate::texel::Texel;

/// Stores two results at different addresses. Either both are returned or none: a handle that the caller does not get would never be freed.
pub(super) fn set_both(
    results: [Result<Handle, CallError>; 2],
    places: [*mut Handle; 2],
    names: [&str; 2],
) -> Result<(), CallError> {
    let [first, second] = results;
    let first = first?;
    match second {
        Ok(second) => {
            set(places[1], second, names[1])?;
            set(places[0], first, names[0])
        }
        Err(error) => {
            remove(first)?;
            Err(error)
        }
    }
}

pub(super) fn check_both(places: [*mut Handle; 2], names: [&str; 2]) -> Result<(), CallError> {
    check(places[0], names[0])?;
    check(places[1], names[1])?;
    if places[0] != places[1] {
        return Ok(());
    }
    let text = format!("{} and {} are the same address, but each stream needs its own handle", names[0], names[1]);
    Err(CallError::new(Status::Argument, text))
}

/// Finds the distinct elements of a stream of `float`, the smallest first, and how many times each occurs, as floats. Both results have
/// one dimension: `brooklet_stream_shape` says how many they are. NaN has no place in an order: where there is one, the results
/// are not said. The caller frees both.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn brooklet_unique(keys: Handle, distinct: *mut Handle, counts: *mut Handle) -> Status {
    guard(|| {
        let (places, names) = ([distinct, counts], ["distinct", "counts"]);
        check_both(places, names)?;
        let held = stream(keys)?;
        let any = held.read()?;
        let unique = primitives::unique(numbers(&any, "what is counted")?)?;
        set_both([result(unique.keys), result(unique.counts)], places, names)
    })
}

/// Finds the runs of equal elements of a stream of `float`, in C order: the element of each run, and how long it is, as floats. Elements that are
/// not neighbours are in different runs. Both results have one dimension. The caller frees both.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn brooklet_run_lengths(keys: Handle, runs: *mut Handle, lengths: *mut Handle) -> Status {
    guard(|| {
        let (places, names) = ([runs, lengths], ["runs", "lengths"]);
        check_both(places, names)?;
        let held = stream(keys)?;
        let any = held.read()?;
        let found = primitives::run_lengths(numbers(&any, "what is counted")?)?;
        set_both([result(found.keys), result(found.counts)], places, names)
    })
}

/// Combines the values of equal keys. Keys are a stream of `float`, and values a stream of the same shape, of `float` to `float4`.
/// The results have one dimension: the distinct keys, the smallest first, and for each the combination of its values, in C order. The
/// operator `op` is `sum` (or `add`), `product` (or `multiply`), `min` or `max`. The caller frees both.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn brooklet_group(
    keys: Handle,
    values: Handle,
    op: *const c_char,
    distinct: *mut Handle,
    combined: *mut Handle,
) -> Status {
    guard(|| {
        let (places, names) = ([distinct, combined], ["distinct", "combined"]);
        check_both(places, names)?;
        let op = text(op, "op")?;
        let (keys, values) = (stream(keys)?, stream(values)?);
        let (keys, values) = (keys.read()?, values.read()?);
        let keys = numbers(&keys, "what is grouped by")?;
        with_floats!(floats(&values, "what is grouped")?, values => {
            let (distinct, combined) = primitives::group(keys, values, &operator(op, "")?)?;
            set_both([result(distinct), result(combined)], places, names)
        })
    })
}

/// Scans each segment of a stream by itself, as `brooklet_scan` does with the element itself. A segment starts at the first element, and
/// at each one whose flag in `heads`, a stream of `float` of the same shape, is not 0. The caller frees the result.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn brooklet_segmented_scan(
    values: Handle,
    heads: Handle,
    op: *const c_char,
    scanned: *mut Handle,
) -> Status {
    guard(|| {
        check(scanned, "scanned")?;
        let op = text(op, "op")?;
        let (values, heads) = (stream(values)?, stream(heads)?);
        let (values, heads) = (values.read()?, heads.read()?);
        let heads = numbers(&heads, "a stream of flags")?;
        with_floats!(floats(&values, "what is scanned")?, values => {
            set(scanned, result(primitives::segmented_scan(values, heads, &operator(op, "")?)?)?, "scanned")
        })
    })
}

/// Gathers elements of a stream of `float` to `float4` from positions, a stream of `float`, which count from 0 in C order. The result has
/// the shape of the positions. A position beyond the stream takes its first or last element. The caller frees the result.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn brooklet_take(values: Handle, positions: Handle, taken: *mut Handle) -> Status {
    guard(|| {
        check(taken, "taken")?;
        let (values, positions) = (stream(values)?, stream(positions)?);
        let (values, positions) = (values.read()?, positions.read()?);
        let positions = numbers(&positions, "a stream of positions")?;
        with_floats!(floats(&values, "what is taken")?, values => {
            set(taken, result(primitives::take(values, positions)?)?, "taken")
        })
    })
}

/// Scatters values to positions of a stream of `float` to `float4`, and returns the changed copy: the element at the i-th position is the
/// i-th value, and of several values for one position the last one stays. With an operator `op` as for `brooklet_group`, the values of
/// a position and the element there are combined instead; a null `op` is none. Positions are a stream of `float`, which count from 0 in C
/// order, and values one of the same shape, with elements of the same type as the stream has. A value whose position is beyond the stream is
/// not written. The caller frees the result.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn brooklet_put(
    into: Handle,
    positions: Handle,
    values: Handle,
    op: *const c_char,
    result: *mut Handle,
) -> Status {
    guard(|| {
        check(result, "result")?;
        let op = if op.is_null() { None } else { Some(text(op, "op")?) };
        let (into, positions, values) = (stream(into)?, stream(positions)?, stream(values)?);
        let (into, positions, values) = (into.read()?, positions.read()?, values.read()?);
        let positions = numbers(&positions, "a stream of positions")?;
        let streams = (floats(&into, "what is put into")?, floats(&values, "what is put")?);
        let changed = match streams {
            (Floats::One(into), Floats::One(values)) => changed(into, positions, values, op),
            (Floats::Two(into), Floats::Two(values)) => changed(into, positions, values, op),
            (Floats::Three(into), Floats::Three(values)) => changed(into, positions, values, op),
            (Floats::Four(into), Floats::Four(values)) => changed(into, positions, values, op),
            _ => Err(CallError::new(
                Status::Argument,
                "the stream that is put into and the values have elements of different types".to_owned(),
            )),
        };
        set(result, changed?, "result")
    })
}

fn changed<T: Texel>(
    into: &Stream<T>,
    positions: &Stream<f32>,
    values: &Stream<T>,
    op: Option<&str>,
) -> Result<Handle, CallError> {
    result(match op {
        None => primitives::put(into, positions, values)?,
        Some(op) => primitives::put_with(into, positions, values, &operator(op, "")?)?,
    })
}
