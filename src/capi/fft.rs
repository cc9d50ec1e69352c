//! Fourier transforms of the C interface.

use super::error::{CallError, Status, guard};
use super::handles::Handle;
use super::pointers::{check, set, slice};
use super::primitives::{floats, numbers, result};
use super::stream::stream;
use crate::brook::Floats;
use crate::primitives;

/// Transforms the lines of a stream of `float2` along `count` axes, which count from the end if they are negative: its elements are complex
/// numbers, a real and an imaginary part; those of a stream of `float4` are two, of two signals. A line may have any length up to 2^23.
/// `inverse` is 0, or 1 to transform a spectrum back, which divides by the number of elements that are transformed together. The caller frees
/// the result.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn brooklet_fft(
    signal: Handle,
    axes: *const i32,
    count: u32,
    inverse: u32,
    spectrum: *mut Handle,
) -> Status {
    guard(|| {
        check(spectrum, "spectrum")?;
        let axes = slice(axes, count as usize, "axes")?;
        let held = stream(signal)?;
        let any = held.read()?;
        let made = match (floats(&any, "what is transformed")?, inverse) {
            (Floats::Two(signal), 0) => result(primitives::fft(signal, axes)?)?,
            (Floats::Two(signal), _) => result(primitives::ifft(signal, axes)?)?,
            (Floats::Four(signal), 0) => result(primitives::fft(signal, axes)?)?,
            (Floats::Four(signal), _) => result(primitives::ifft(signal, axes)?)?,
            (Floats::One(_) | Floats::Three(_), _) => {
                let text = "what is transformed has complex numbers: a stream of float2, or of float4 for two signals; brooklet_rfft takes \
                            real ones";
                return Err(CallError::new(Status::Argument, text));
            }
        };
        set(spectrum, made, "spectrum")
    })
}

/// Transforms the lines of a stream of `float`, along `count` axes, into a stream of `float2`. Along the last of the axes, a line of n numbers has
/// a spectrum of n / 2 + 1 elements, since the others mirror these. The caller frees the result.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn brooklet_rfft(values: Handle, axes: *const i32, count: u32, spectrum: *mut Handle) -> Status {
    guard(|| {
        check(spectrum, "spectrum")?;
        let axes = slice(axes, count as usize, "axes")?;
        let held = stream(values)?;
        let any = held.read()?;
        let made = primitives::rfft(numbers(&any, "what is transformed")?, axes)?;
        set(spectrum, result(made)?, "spectrum")
    })
}

/// Transforms spectra of real numbers, as `brooklet_rfft` makes them, back into a stream of `float`. `length` is the number of elements along the
/// last of the axes: the spectrum has half of them, and 1. The caller frees the result.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn brooklet_irfft(
    spectrum: Handle,
    length: u64,
    axes: *const i32,
    count: u32,
    values: *mut Handle,
) -> Status {
    guard(|| {
        check(values, "values")?;
        let axes = slice(axes, count as usize, "axes")?;
        let held = stream(spectrum)?;
        let any = held.read()?;
        let Floats::Two(spectrum) = floats(&any, "what is transformed")? else {
            let text = "the spectrum of real numbers is a stream of float2, of real and imaginary parts";
            return Err(CallError::new(Status::Argument, text));
        };
        let length = usize::try_from(length).unwrap_or(usize::MAX);
        set(values, result(primitives::irfft(spectrum, length, axes)?)?, "values")
    })
}
