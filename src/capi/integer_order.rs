//! Merges and selections of integers in the C interface.

use super::error::guard;
use super::groups::{check_both, set_both};
use super::handles::Handle;
use super::integers::{digits, integers, with_type};
use super::pointers::{check, set};
use super::primitives::result;
use super::stream::stream;
use super::top::smallest;
use super::{BROOKLET_INT32, BROOKLET_INT64, BROOKLET_UINT32, BROOKLET_UINT64, CallError, Status};
use crate::primitives::{self, TopOptions};

/// Merges two sorted streams of integers of the same `type`, as `BROOKLET_INT32`, the smallest first, as `brooklet_merge`. The caller frees the
/// result.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn brooklet_merge_integers(a: Handle, b: Handle, ty: u32, merged: *mut Handle) -> Status {
    guard(|| {
        check(merged, "merged")?;
        let (a, b) = (stream(a)?, stream(b)?);
        let (a, b) = (a.read()?, b.read()?);
        with_type!(ty, Integer => {
            let (a, b) = (integers::<Integer>(&a, "what is merged")?, integers::<Integer>(&b, "what is merged")?);
            set(merged, digits(primitives::merge(&a, &b)?)?, "merged")
        })
    })
}

/// Selects the `k` largest ones of a stream of integers of a `type`, as `BROOKLET_INT32`, and their positions, as `brooklet_top`. `flags` are 0,
/// or `BROOKLET_TOP_SMALLEST`. The caller frees both results.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn brooklet_top_integers(
    keys: Handle,
    ty: u32,
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
        let k = usize::try_from(k).unwrap_or(usize::MAX);
        with_type!(ty, Integer => {
            let keys = integers::<Integer>(&any, "what is selected from")?;
            let (values, positions) = primitives::top_with(&keys, k, options)?;
            set_both([digits(values), result(positions)], places, names)
        })
    })
}
