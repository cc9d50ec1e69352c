//! Primitives of the package on matrices and pictures, whose last two axes are rows and columns.

use wasm_bindgen::prelude::wasm_bindgen;

use crate::primitives::{self, Border, Connectivity, Weights};

use super::device::RawDevice;
use super::error::{Call, failed, thrown};
use super::table::{AnyStream, with_elements};

/// Evaluates an expression, a result of a stream, in which `$stream` is the typed stream of floats or of vectors of them.
macro_rules! with_floats {
    ($any:expr, $what:expr, $stream:ident => $body:expr) => {
        match $any {
            AnyStream::Floats($stream) => Ok($body.map_err(failed)?.into()),
            AnyStream::Vec2($stream) => Ok($body.map_err(failed)?.into()),
            AnyStream::Vec3($stream) => Ok($body.map_err(failed)?.into()),
            AnyStream::Vec4($stream) => Ok($body.map_err(failed)?.into()),
            other => Err(other.unfit($what, "floats")),
        }
    };
}

/// Returns what stands past the edges of a picture.
fn border(name: &str) -> Call<Border> {
    match name {
        "reflect" => Ok(Border::Reflect),
        "clamp" => Ok(Border::Clamp),
        "zero" => Ok(Border::Zero),
        "wrap" => Ok(Border::Wrap),
        _ => Err(thrown("option", &format!("the border is reflect, clamp, zero or wrap, and not {name}"))),
    }
}

#[wasm_bindgen]
impl RawDevice {
    /// Exchanges rows and columns.
    pub fn transpose(&self, id: u32) -> Call<u32> {
        self.call(
            id,
            |values| with_elements!(values, "transpose", values => Ok(primitives::transpose(values).map_err(failed)?.into())),
        )
    }

    /// Multiplies two matrices.
    pub fn matmul(&self, id: u32, other: u32) -> Call<u32> {
        let other = self.streams.get(other)?;
        let b = other.floats("a product")?;
        self.floats_to(id, "a product", |a| primitives::matmul(a, b))
    }

    /// Sums all elements above and to the left of each one, and itself.
    pub fn sat(&self, id: u32) -> Call<u32> {
        self.call(id, |picture| with_floats!(picture, "a summed-area table", picture => primitives::sat(picture)))
    }

    /// Convolves a picture with weights, given row by row.
    pub fn convolve(&self, id: u32, weights: &[f32], rows: u32, columns: u32, name: &str) -> Call<u32> {
        let weights = Weights::new([rows as usize, columns as usize], weights).map_err(failed)?;
        let border = border(name)?;
        self.call(id, |picture| {
            with_floats!(picture, "a convolution", picture => primitives::convolve(picture, &weights, border))
        })
    }

    /// Blurs a picture with a Gaussian.
    pub fn blur(&self, id: u32, sigma: f32, name: &str) -> Call<u32> {
        let border = border(name)?;
        self.call(id, |picture| with_floats!(picture, "a blur", picture => primitives::blur(picture, sigma, border)))
    }

    /// Replaces each element of a picture by the median of a square of neighbours.
    pub fn median_filter(&self, id: u32, side: u32, name: &str) -> Call<u32> {
        let border = border(name)?;
        self.call(id, |picture| {
            let side = side as usize;
            with_floats!(picture, "a median filter", picture => primitives::median_filter(picture, side, border))
        })
    }

    /// Computes the distance of each element from the nearest one that is not 0.
    pub fn distance(&self, id: u32) -> Call<u32> {
        self.floats_to(id, "a distance transform", primitives::distance)
    }

    /// Finds the position of the nearest element that is not 0.
    pub fn nearest(&self, id: u32) -> Call<u32> {
        self.floats_to(id, "a distance transform", primitives::nearest)
    }

    /// Numbers the connected components: returns the labels, and the number of components.
    pub fn label(&self, id: u32, diagonal: bool) -> Call<Vec<u32>> {
        let mask = self.streams.get(id)?;
        let connectivity = if diagonal { Connectivity::Eight } else { Connectivity::Four };
        self.device.batch(|| {
            let found = primitives::label(mask.floats("a labelling")?, connectivity).map_err(failed)?;
            Ok(vec![self.streams.insert(found.labels), found.count as u32])
        })
    }
}
