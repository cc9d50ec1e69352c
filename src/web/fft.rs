//! Fourier transforms of the package.

use wasm_bindgen::prelude::wasm_bindgen;

use crate::primitives;

use super::device::RawDevice;
use super::error::{Call, failed};
use super::table::AnyStream;

#[wasm_bindgen]
impl RawDevice {
    /// Transforms complex numbers along axes.
    pub fn fft(&self, id: u32, axes: &[i32], inverse: bool) -> Call<u32> {
        self.call(id, |signal| match (signal, inverse) {
            (AnyStream::Vec2(signal), false) => Ok(primitives::fft(signal, axes).map_err(failed)?.into()),
            (AnyStream::Vec2(signal), true) => Ok(primitives::ifft(signal, axes).map_err(failed)?.into()),
            (AnyStream::Vec4(signal), false) => Ok(primitives::fft(signal, axes).map_err(failed)?.into()),
            (AnyStream::Vec4(signal), true) => Ok(primitives::ifft(signal, axes).map_err(failed)?.into()),
            (other, _) => {
                Err(other.unfit("a Fourier transform", "complex numbers: vectors of 2, or of 4 for two signals"))
            }
        })
    }

    /// Transforms real numbers along axes.
    pub fn rfft(&self, id: u32, axes: &[i32]) -> Call<u32> {
        self.call(id, |values| {
            Ok(primitives::rfft(values.floats("a Fourier transform of real numbers")?, axes).map_err(failed)?.into())
        })
    }

    /// Transforms spectra of real numbers back.
    pub fn irfft(&self, id: u32, length: u32, axes: &[i32]) -> Call<u32> {
        self.call(id, |spectrum| match spectrum {
            AnyStream::Vec2(spectrum) => Ok(primitives::irfft(spectrum, length as usize, axes).map_err(failed)?.into()),
            other => Err(other.unfit("a Fourier transform", "complex numbers: vectors of 2")),
        })
    }
}
