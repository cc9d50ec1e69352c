//! Selections by rank in the C interface: the largest elements, and quantiles.

use super::error::{CallError, Status, guard};
use super::groups::{check_both, set_both};
use super::handles::Handle;
use super::pointers::{check, set, slice};
use super::primitives::{numbers, result};
use super::stream::stream;
use crate::primitives::{self, TopOptions};

/// Of `brooklet_top`: the smallest instead of the largest.
pub const BROOKLET_TOP_SMALLEST: u32 = 1;

/// Selects the `k` largest elements of a stream of `float`, the largest first, to `values`, and their positions, in C order, to
/// `positions`. Of equal elements the first one comes first. `flags` are 0, or `BROOKLET_TOP_SMALLEST`, which selects the smallest, the
/// smallest first. Positions are floats, which are exact up to 16777216 elements: more are an error, as are more than there are. NaN
/// has no place in an order. The caller frees both results.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn brooklet_top(
    keys: Handle,
    k: u64,
    flags: u32,
    values: *mut Handle,
    positions: *mut Handle,
) -> Status {
    guard(|| {
        let (places, names) = ([values, positions], ["values", "positions"]);
        check_both(places, names)?;
        let options = TopOptions::default();
        let options = if smallest(flags)? { options.smallest() } else { options };
        let held = stream(keys)?;
        let any = held.read()?;
        let keys = numbers(&any, "what is selected from")?;
        let k = usize::try_from(k).unwrap_or(usize::MAX);
        let (values, positions) = primitives::top_with(keys, k, options)?;
        set_both([result(values), result(positions)], places, names)
    })
}

/// Returns whether the flags say that the smallest are wanted, or an error for other flags.
pub(super) fn smallest(flags: u32) -> Result<bool, CallError> {
    if flags & !BROOKLET_TOP_SMALLEST == 0 {
        return Ok(flags != 0);
    }
    let text = format!("flags are {flags:#x}: they must be 0 or 1 (smallest)");
    Err(CallError::new(Status::Argument, text))
}

/// Finds `count` quantiles of a stream of `float`, to a stream of as many: `quantiles` are numbers from 0 (the smallest element) to 1 (the
/// largest), 0.5 is the median, and between the ranks of two elements the result is linear. More than 16777216 elements are an error,
/// as is a stream without elements. NaN is not allowed. The caller frees the result.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn brooklet_quantile(
    values: Handle,
    quantiles: *const f64,
    count: u32,
    found: *mut Handle,
) -> Status {
    guard(|| {
        check(found, "found")?;
        let quantiles = slice(quantiles, count as usize, "quantiles")?;
        let held = stream(values)?;
        let any = held.read()?;
        let values = numbers(&any, "what has quantiles")?;
        set(found, result(primitives::quantile(values, quantiles)?)?, "found")
    })
}
