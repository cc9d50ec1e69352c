//! Primitives of the C interface along an axis: each row, column or other line of a stream by itself.

use std::ffi::c_char;

use super::error::{CallError, Status, guard};
use super::handles::Handle;
use super::order::BROOKLET_SORT_DESCENDING;
use super::pointers::{check, set, text};
use super::primitives::{floats, numbers, operator, result, with_floats};
use super::stream::stream;
use crate::brook::Floats;
use crate::primitives::{self, ArgsortAxisOptions, SortAxisOptions};

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
