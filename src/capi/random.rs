//! Random numbers of the C interface.

use super::device::device;
use super::error::{CallError, Status, guard};
use super::handles::Handle;
use super::pointers::{check, set};
use super::primitives::result;
use super::stream::{remove, shape};
use crate::primitives::{self, RandomOptions};

/// Makes a stream of random numbers of `float`, with these extents, slowest first: 1 to 4 of them, as `rank` says. With `normal` 0
/// they are uniform, from 0 to 1 without 1; with 1 they have a normal distribution, of mean 0 and standard deviation 1. The same
/// seed gives the same numbers. The caller frees the stream.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn brooklet_random(
    device: Handle,
    extents: *const u64,
    rank: u32,
    seed: u64,
    normal: u32,
    numbers: *mut Handle,
) -> Status {
    guard(|| {
        check(numbers, "numbers")?;
        if normal > 1 {
            let text = format!("normal is {normal}: it must be 0 (uniform numbers) or 1 (normal ones)");
            return Err(CallError::new(Status::Argument, text));
        }
        let device = self::device(device)?;
        let options = RandomOptions::default().seed(seed);
        let options = if normal == 1 { options.normal() } else { options };
        let made = primitives::random(&device, shape(extents, rank, "the stream")?, options)?;
        set(numbers, result(made)?, "numbers")
    })
}

/// Makes two streams of `float` that hold random words of 32 bits: the upper and the lower halves, as integers from 0 to 65535. A word is
/// `65536 * upper + lower`. The same seed gives the same words. The caller frees both streams.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn brooklet_random_bits(
    device: Handle,
    extents: *const u64,
    rank: u32,
    seed: u64,
    upper: *mut Handle,
    lower: *mut Handle,
) -> Status {
    guard(|| {
        check(upper, "upper")?;
        check(lower, "lower")?;
        if upper == lower {
            let text = "upper and lower are the same address: one handle would be lost".to_owned();
            return Err(CallError::new(Status::Argument, text));
        }
        let device = self::device(device)?;
        let options = RandomOptions::default().seed(seed);
        let made = primitives::random_bits(&device, shape(extents, rank, "the streams")?, options)?;
        // Either both results are returned or none: a handle that the caller does not get would never be freed.
        let first = result(made.0)?;
        match result(made.1) {
            Ok(second) => set(lower, second, "lower")?,
            Err(wrong) => {
                remove(first)?;
                return Err(wrong);
            }
        }
        set(upper, first, "upper")
    })
}
