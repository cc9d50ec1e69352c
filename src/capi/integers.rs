//! Primitives of the C interface on integers of 32 and 64 bits, which are exact on every device. A stream of them is one of `float2` or
//! `float4`: digits of 16 bits, the highest first.

use std::ffi::{c_char, c_void};

use super::device::device;
use super::error::{CallError, Status, guard};
use super::groups::{check_both, set_both};
use super::handles::Handle;
use super::order::{BROOKLET_SORT_DESCENDING, BROOKLET_SORT_STABLE};
use super::pointers::{check, set, slice, slice_mut, text};
use super::primitives::{floats, operator, result, with_floats};
use super::stream::{shape, stream};
use crate::brook::{AnyStream, Floats};
use crate::primitives;
use crate::{Stored, Stream};

/// The type of integers: 32 bits with a sign, in a stream of `float2`.
pub const BROOKLET_INT32: u32 = 1;
/// 32 bits without a sign, in a stream of `float2`.
pub const BROOKLET_UINT32: u32 = 2;
/// 64 bits with a sign, in a stream of `float4`.
pub const BROOKLET_INT64: u32 = 3;
/// 64 bits without a sign, in a stream of `float4`.
pub const BROOKLET_UINT64: u32 = 4;

/// Evaluates an expression in which `$type` is the type that a code stands for.
macro_rules! with_type {
    ($code:expr, $type:ident => $body:expr) => {
        match $code {
            BROOKLET_INT32 => {
                type $type = i32;
                $body
            }
            BROOKLET_UINT32 => {
                type $type = u32;
                $body
            }
            BROOKLET_INT64 => {
                type $type = i64;
                $body
            }
            BROOKLET_UINT64 => {
                type $type = u64;
                $body
            }
            code => Err(CallError::new(
                Status::Argument,
                format!("the type of integers is {code}: it must be 1 (int32), 2 (uint32), 3 (int64) or 4 (uint64)"),
            )),
        }
    };
}

pub(super) use with_type;

/// Copies a stream of digits to one of integers.
pub(super) fn integers<K: Stored>(any: &AnyStream, what: &str) -> Result<Stream<K>, CallError> {
    let copied = match floats(any, what)? {
        Floats::Two(digits) => digits.to_layout(digits.layout())?.into_type(),
        Floats::Four(digits) => digits.to_layout(digits.layout())?.into_type(),
        _ => None,
    };
    copied.ok_or_else(|| {
        let text = format!(
            "{what} is a stream of {}: integers of this type are one of {}",
            any.element_name(),
            K::COMPONENTS.type_name().replace("vec", "float")
        );
        CallError::new(Status::Argument, text)
    })
}

/// Stores a stream of integers as one of digits, and returns its handle.
pub(super) fn digits<K: Stored>(stream: Stream<K>) -> Result<Handle, CallError> {
    match K::COMPONENTS.count() {
        2 => stream.into_type::<[f32; 2]>().map(result),
        _ => stream.into_type::<[f32; 4]>().map(result),
    }
    .unwrap_or_else(|| Err(CallError::new(Status::Argument, "there are no digits of this type")))
}

/// Makes a stream of integers of a `type`, as `BROOKLET_INT32`, with these extents, slowest first: 1 to 4 of them, as `rank` says. `data` has
/// `bytes` bytes: an integer for each element, in C order. It is a stream of `float2` (32 bits) or `float4` (64 bits), which holds
/// digits of 16 bits, the highest first; the highest digit has the sign. The caller frees it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn brooklet_integers_new(
    device: Handle,
    ty: u32,
    extents: *const u64,
    rank: u32,
    data: *const c_void,
    bytes: u64,
    stream: *mut Handle,
) -> Status {
    guard(|| {
        check(stream, "stream")?;
        let device = self::device(device)?;
        let shape = shape(extents, rank, "the stream")?;
        with_type!(ty, Integer => {
            expect(bytes, shape.count(), size_of::<Integer>())?;
            let data = slice(data.cast::<Integer>(), shape.count(), "data")?;
            set(stream, digits(device.upload_shaped(shape, data)?)?, "stream")
        })
    })
}

fn expect(bytes: u64, count: usize, size: usize) -> Result<(), CallError> {
    let wanted = count as u128 * size as u128;
    match u128::from(bytes) == wanted {
        true => Ok(()),
        false => {
            let text = format!("{bytes} bytes are given, and {count} integers of {size} bytes have {wanted}");
            Err(CallError::new(Status::Argument, text))
        }
    }
}

/// Reads all integers of a stream of a `type`, as `BROOKLET_INT32`, in C order, to `data`, which has room for `bytes` bytes, no more and no
/// fewer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn brooklet_integers_read(stream: Handle, ty: u32, data: *mut c_void, bytes: u64) -> Status {
    guard(|| {
        let held = self::stream(stream)?;
        let any = held.read()?;
        with_type!(ty, Integer => {
            expect(bytes, held.shape().count(), size_of::<Integer>())?;
            let data = slice_mut(data.cast::<Integer>(), held.shape().count(), "data")?;
            data.copy_from_slice(&integers::<Integer>(&any, "what is read")?.read()?);
            Ok(())
        })
    })
}

/// Sorts a stream of integers of a `type`, as `BROOKLET_INT32`, as `brooklet_sort` sorts floats. The payload is a stream of `float` to `float4`
/// and of the same shape, so also one of integers; or 0, and then `sorted_payload` may be null. Equal keys keep their order.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn brooklet_sort_integers(
    keys: Handle,
    ty: u32,
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
        let options = primitives::SortOptions::default().stable();
        let options = if flags & BROOKLET_SORT_DESCENDING != 0 { options.descending() } else { options };
        let held = stream(keys)?;
        let any = held.read()?;
        with_type!(ty, Integer => {
            let keys = integers::<Integer>(&any, "what is sorted")?;
            if payload == 0 {
                return set(sorted, digits(primitives::sort_with(&keys, options)?)?, "sorted");
            }
            check_both([sorted, sorted_payload], ["sorted", "sorted_payload"])?;
            let held = stream(payload)?;
            let any = held.read()?;
            with_floats!(floats(&any, "the payload of a sort")?, payload => {
                let (keys, payload) = primitives::sort_pairs_with(&keys, payload, options)?;
                set_both([digits(keys), result(payload)], [sorted, sorted_payload], ["sorted", "sorted_payload"])
            })
        })
    })
}

/// Finds the order of a stream of integers of a `type`, as `BROOKLET_INT32`: positions as those of `brooklet_argsort`. `flags` are 0 or
/// `BROOKLET_SORT_DESCENDING`. The caller frees the result.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn brooklet_argsort_integers(keys: Handle, ty: u32, flags: u32, order: *mut Handle) -> Status {
    guard(|| {
        check(order, "order")?;
        if flags & !BROOKLET_SORT_DESCENDING != 0 {
            let text = format!("flags are {flags:#x}: they must be 0 or 1 (descending)");
            return Err(CallError::new(Status::Argument, text));
        }
        let options = primitives::ArgsortOptions::default();
        let options = if flags & BROOKLET_SORT_DESCENDING != 0 { options.descending() } else { options };
        let held = stream(keys)?;
        let any = held.read()?;
        with_type!(ty, Integer => {
            let keys = integers::<Integer>(&any, "what is sorted")?;
            set(order, result(primitives::argsort_with(&keys, options)?)?, "order")
        })
    })
}

/// Finds where integers belong among sorted ones of the same `type`, as `BROOKLET_INT32`: positions as those of `brooklet_search`. The caller
/// frees the result.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn brooklet_search_integers(
    sorted: Handle,
    queries: Handle,
    ty: u32,
    upper: u32,
    positions: *mut Handle,
) -> Status {
    guard(|| {
        check(positions, "positions")?;
        if upper > 1 {
            let text =
                format!("upper is {upper}: it must be 0 (the first that is not less) or 1 (the first that is greater)");
            return Err(CallError::new(Status::Argument, text));
        }
        let (sorted, queries) = (stream(sorted)?, stream(queries)?);
        let (sorted, queries) = (sorted.read()?, queries.read()?);
        with_type!(ty, Integer => {
            let sorted = integers::<Integer>(&sorted, "what is searched")?;
            let queries = integers::<Integer>(&queries, "a stream of queries")?;
            let found = match upper {
                0 => primitives::lower_bound(&sorted, &queries)?,
                _ => primitives::upper_bound(&sorted, &queries)?,
            };
            set(positions, result(found)?, "positions")
        })
    })
}

/// Finds the distinct ones of a stream of integers of a `type`, as `BROOKLET_INT32`, and how many times each occurs, as `brooklet_unique`. The
/// caller frees both results.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn brooklet_unique_integers(
    keys: Handle,
    ty: u32,
    distinct: *mut Handle,
    counts: *mut Handle,
) -> Status {
    guard(|| {
        let (places, names) = ([distinct, counts], ["distinct", "counts"]);
        check_both(places, names)?;
        let held = stream(keys)?;
        let any = held.read()?;
        with_type!(ty, Integer => {
            let unique = primitives::unique(&integers::<Integer>(&any, "what is counted")?)?;
            set_both([digits(unique.keys), result(unique.counts)], places, names)
        })
    })
}

/// Combines the values of equal integers of a `type`, as `BROOKLET_INT32`, as `brooklet_group`. The values are a stream of `float` to `float4`,
/// not of integers. The caller frees both results.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn brooklet_group_integers(
    keys: Handle,
    ty: u32,
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
        with_type!(ty, Integer => {
            let keys = integers::<Integer>(&keys, "what is grouped by")?;
            with_floats!(floats(&values, "what is grouped")?, values => {
                let (distinct, combined) = primitives::group(&keys, values, &operator(op, "")?)?;
                set_both([digits(distinct), result(combined)], places, names)
            })
        })
    })
}
