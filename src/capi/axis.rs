//! Primitives of the C interface along an axis: each row, column or other line of a stream by itself.

use std::ffi::c_char;

use super::error::{CallError, Status, guard};
use super::groups::{check_both, set_both};
use super::handles::Handle;
use super::order::BROOKLET_SORT_DESCENDING;
use super::pointers::{check, set, slice, text};
use super::primitives::{floats, numbers, operator, result, with_floats};
use super::stream::stream;
use super::top::smallest;
use crate::brook::Floats;
use crate::primitives::{self, ArgsortAxisOptions, SortAxisOptions, TopAxisOptions};

/// Reduces each line of a stream along an axis to one element, to a stream without that axis (of one element, if there is no other). The
/// axis counts from 0, or from the end if it is negative: -1 is the last. The operator `op` is one of `brooklet_reduce`. The caller frees
/// the result.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn brooklet_reduce_axis(
    values: Handle,
    op: *const c_char,
    axis: i32,
    reduced: *mut Handle,
) -> Status {
    guard(|| {
        check(reduced, "reduced")?;
        let held = stream(values)?;
        let op = text(op, "op")?;
        let any = held.read()?;
        with_floats!(floats(&any, "what is reduced")?, values => {
            let made = match op {
                "mean" => primitives::mean_axis(values, axis)?,
                _ => primitives::reduce_axis(values, &operator(op, ", mean")?, axis)?,
            };
            set(reduced, result(made)?, "reduced")
        })
    })
}

/// Scans each line of a stream along an axis by itself, as `brooklet_scan` does a whole stream. The axis counts from 0, or from the end if it
/// is negative. The caller frees the result.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn brooklet_scan_axis(
    values: Handle,
    op: *const c_char,
    axis: i32,
    exclusive: u32,
    scanned: *mut Handle,
) -> Status {
    guard(|| {
        check(scanned, "scanned")?;
        if exclusive > 1 {
            let text = format!("exclusive is {exclusive}: it must be 0 (with the element itself) or 1 (without it)");
            return Err(CallError::new(Status::Argument, text));
        }
        let held = stream(values)?;
        let op = text(op, "op")?;
        let any = held.read()?;
        with_floats!(floats(&any, "what is scanned")?, values => {
            let op = operator(op, "")?;
            let made = match exclusive {
                0 => primitives::scan_axis(values, &op, axis)?,
                _ => primitives::exclusive_scan_axis(values, &op, axis)?,
            };
            set(scanned, result(made)?, "scanned")
        })
    })
}

/// Returns whether the flags say that the largest comes first, or an error for other flags.
fn descending(flags: u32) -> Result<bool, CallError> {
    if flags & !BROOKLET_SORT_DESCENDING == 0 {
        return Ok(flags != 0);
    }
    let text = format!("flags are {flags:#x}: they must be 0 or 1 (descending)");
    Err(CallError::new(Status::Argument, text))
}

/// Sorts each line of a stream of `float` along an axis by itself, the smallest first. The axis counts from 0, or from the end if it is
/// negative. `flags` are 0 or `BROOKLET_SORT_DESCENDING`. NaN is as in `brooklet_sort`. The caller frees the result.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn brooklet_sort_axis(keys: Handle, axis: i32, flags: u32, sorted: *mut Handle) -> Status {
    guard(|| {
        check(sorted, "sorted")?;
        let options = SortAxisOptions::default();
        let options = if descending(flags)? { options.descending() } else { options };
        let held = stream(keys)?;
        let any = held.read()?;
        let made = primitives::sort_axis_with(numbers(&any, "what is sorted")?, axis, options)?;
        set(sorted, result(made)?, "sorted")
    })
}

/// Finds the order of each line of a stream of `float` along an axis: the place in the line of the smallest element, of the next, and so on,
/// to a stream of `float` of the same shape. Equal elements keep their order. The axis counts from 0, or from the end if it is negative.
/// `flags` are 0 or `BROOKLET_SORT_DESCENDING`. Places are exact up to 16777216 elements along the axis: more are an error. With
/// `brooklet_take_along_axis` a payload comes into this order. The caller frees the result.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn brooklet_argsort_axis(keys: Handle, axis: i32, flags: u32, order: *mut Handle) -> Status {
    guard(|| {
        check(order, "order")?;
        let options = ArgsortAxisOptions::default();
        let options = if descending(flags)? { options.descending() } else { options };
        let held = stream(keys)?;
        let any = held.read()?;
        let made = primitives::argsort_axis_with(numbers(&any, "what is sorted")?, axis, options)?;
        set(order, result(made)?, "order")
    })
}

/// Takes whole slices of a stream along an axis, such as rows of a matrix with axis 0: slice i of the result is the one at place i of
/// `places`, a stream of `float`, which count from 0. The axis counts from 0, or from the end if it is negative. A place beyond the axis
/// takes its first or last slice. The caller frees the result.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn brooklet_take_axis(values: Handle, places: Handle, axis: i32, taken: *mut Handle) -> Status {
    take(values, places, axis, taken, false)
}

/// Takes elements of a stream from their own lines along an axis: from the place that the element of `places` at the same position says. The
/// shape of `places`, a stream of `float`, differs from that of the values at most along the axis; the result has it. The axis counts from 0,
/// or from the end if it is negative. The caller frees the result.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn brooklet_take_along_axis(
    values: Handle,
    places: Handle,
    axis: i32,
    taken: *mut Handle,
) -> Status {
    take(values, places, axis, taken, true)
}

fn take(values: Handle, places: Handle, axis: i32, taken: *mut Handle, along: bool) -> Status {
    guard(|| {
        check(taken, "taken")?;
        let (values, places) = (stream(values)?, stream(places)?);
        let (values, places) = (values.read()?, places.read()?);
        let places = numbers(&places, "a stream of places")?;
        with_floats!(floats(&values, "what is taken")?, values => {
            let made = match along {
                true => primitives::take_along_axis(values, places, axis)?,
                false => primitives::take_axis(values, places, axis)?,
            };
            set(taken, result(made)?, "taken")
        })
    })
}

/// Keeps whole slices of a stream along an axis, in their order: those whose flag is not 0. The flags are a stream of `float` of one
/// dimension, with one for each slice. The axis counts from 0, or from the end if it is negative. `brooklet_stream_shape` says how many are
/// kept. The caller frees the result.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn brooklet_filter_axis(values: Handle, flags: Handle, axis: i32, kept: *mut Handle) -> Status {
    guard(|| {
        check(kept, "kept")?;
        let (values, flags) = (stream(values)?, stream(flags)?);
        let (values, flags) = (values.read()?, flags.read()?);
        let flags = numbers(&flags, "a stream of flags")?;
        let selection = primitives::select(primitives::map(flags.device(), "flag != 0.0").input("flag", flags))?;
        with_floats!(floats(&values, "what is filtered")?, values => {
            set(kept, result(selection.take_axis(values, axis)?)?, "kept")
        })
    })
}

/// Selects the `k` largest elements of each line of a stream of `float` along an axis, the largest first, to `values`, and their places in
/// the line, to `places`: two streams with `k` along the axis. Of equal elements the first one comes first. The axis counts from 0, or
/// from the end if it is negative. `flags` are those of `brooklet_top`. More elements than a line has are an error, as are more than
/// 16777216 along the axis. NaN has no place in an order. The caller frees both results.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn brooklet_top_axis(
    keys: Handle,
    k: u64,
    axis: i32,
    flags: u32,
    values: *mut Handle,
    places: *mut Handle,
) -> Status {
    guard(|| {
        let (to, names) = ([values, places], ["values", "places"]);
        check_both(to, names)?;
        let options = TopAxisOptions::default();
        let options = if smallest(flags)? { options.smallest() } else { options };
        let held = stream(keys)?;
        let any = held.read()?;
        let keys = numbers(&any, "what is selected from")?;
        let k = usize::try_from(k).unwrap_or(usize::MAX);
        let (values, places) = primitives::top_axis_with(keys, k, axis, options)?;
        set_both([result(values), result(places)], to, names)
    })
}

/// Finds the place of the largest element of each line of a stream of `float` along an axis, or with `BROOKLET_TOP_SMALLEST` that of the
/// smallest, to a stream of `float` without that axis (of one element, if there is no other). Of equal elements it is that of the first. The
/// axis counts from 0, or from the end if it is negative. Lines without elements are an error, as are more than 16777216 along the axis.
/// The caller frees the result.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn brooklet_argmax_axis(keys: Handle, axis: i32, flags: u32, places: *mut Handle) -> Status {
    guard(|| {
        check(places, "places")?;
        let smallest = smallest(flags)?;
        let held = stream(keys)?;
        let any = held.read()?;
        let keys = numbers(&any, "what is selected from")?;
        let made = if smallest { primitives::argmin_axis(keys, axis)? } else { primitives::argmax_axis(keys, axis)? };
        set(places, result(made)?, "places")
    })
}

/// Finds `count` quantiles of each line of a stream of `float` along an axis, as `brooklet_quantile` finds those of a stream. The result of
/// one quantile is a stream without that axis (of one element, if there is no other); of another number it has an axis of the quantiles
/// first. The axis counts from 0, or from the end if it is negative. Lines without elements are an error. NaN is not allowed. The caller
/// frees the result.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn brooklet_quantile_axis(
    values: Handle,
    quantiles: *const f64,
    count: u32,
    axis: i32,
    found: *mut Handle,
) -> Status {
    guard(|| {
        check(found, "found")?;
        let quantiles = slice(quantiles, count as usize, "quantiles")?;
        let held = stream(values)?;
        let any = held.read()?;
        let made = primitives::quantile_axis(numbers(&any, "what has quantiles")?, quantiles, axis)?;
        set(found, result(made)?, "found")
    })
}
