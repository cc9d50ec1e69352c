//! Linear algebra: SAXPY, SGEMV and the product of matrices. They are the first applications in Brook's paper, and were among the
//! first on GPUs.
//!
//! Brook (Buck et al. 2004, section 5.1) implements them on streams of floats: SAXPY is a kernel with one multiply and add; SGEMV
//! is a product of all elements, a reduction of each row, and a kernel that scales. The texts of these programs are [`SAXPY`] and
//! [`SGEMV`] (`demos/brook/saxpy.br` and `sgemv.br`); [`PRODUCT`] is `product.br`. The functions of this module are the fastest
//! that we know of for a fragment pipeline:
//!
//! - **four numbers in each texel**, which is how GPUs organise their memory: a [`Vector`] and a [`Matrix`] are stored like this,
//!   padded with zeros;
//! - [`saxpy`]: one pass, with a fragment for each four numbers;
//! - [`sgemv`]: a fragment computes dot products of eight texels of each of four rows, and fetches the vector once for all four
//!   rows; a second pass adds up the parts of each row. With one fragment for each row, most of a device would be idle; a map
//!   followed by a reduction would write the same amount of data as it reads;
//! - [`product`]: a fragment computes four columns of one row for each render target, after Larsen and McAllister (2001) and Hall,
//!   Carr and Hart (2003): with eight rows it fetches 12 texels for 128 multiply-adds. One more pass joins the planes.
//!
//! The result of a sum with n terms is within (n + 2) · 2^-24 · Σ |a| |x| of the exact one, if floats have 32 bits and are rounded
//! to nearest. Everything that is multiplied with an infinity or NaN of a matrix or vector becomes NaN; this includes the zeros of
//! the padding.
//!
//! ```
//! use brooklet::{Device, applications::linear::{Matrix, Vector, product, sgemv}};
//! let device = Device::headless()?;
//! let a = Matrix::upload(&device, [2, 3], &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0])?;
//! let (x, y) = (Vector::upload(&device, &[1.0, 0.0, -1.0])?, Vector::upload(&device, &[10.0, 20.0])?);
//! assert_eq!(sgemv(1.0, &a, &x, 0.5, &y)?.read()?, [3.0, 8.0]);
//! let b = Matrix::upload(&device, [3, 1], &[1.0, 1.0, 1.0])?;
//! assert_eq!(product(&a, &b)?.read()?, [6.0, 15.0]);
//! # Ok::<(), brooklet::applications::Error>(())
//! ```

mod error;
mod storage;

pub use error::LinearError;
pub use storage::{Matrix, Vector};

use crate::glsl;
use crate::machine::{Stream, StreamBinding};
use crate::primitives::{self, with_steps};

use self::storage::{PART, below};
use super::Error;

/// The Brook program of SAXPY.
pub const SAXPY: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/demos/brook/saxpy.br"));

/// The Brook program of SGEMV.
pub const SGEMV: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/demos/brook/sgemv.br"));

/// The Brook program of the product of matrices, on streams of `float4`. It takes one pass, with five fetches for 16 multiply-adds.
pub const PRODUCT: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/demos/brook/product.br"));

/// Computes α x + y in one pass, with two fetches and one write for four numbers.
///
/// # Errors
/// Vectors of different lengths; any error of the device.
pub fn saxpy(alpha: f32, x: &Vector, y: &Vector) -> Result<Vector, Error> {
    same("saxpy", "elements", ("x", x.len()), ("y", y.len()))?;
    let device = x.texels.device();
    let kernel = device.kernel(&glsl!("applications/linear_saxpy.frag"))?;
    let mut result = Vector::new(device, x.len())?;
    let pass = device.pass(&kernel).input("x", &x.texels).input("y", &y.texels).constant("alpha", alpha);
    pass.output("result", &mut result.texels).run()?;
    Ok(result)
}

/// Computes α A x + β y in two passes. The first reads the matrix once and writes a 32nd of its size; the second adds up these
/// parts.
///
/// # Errors
/// A matrix whose rows or columns do not match the lengths of the vectors; any error of the device.
pub fn sgemv(alpha: f32, a: &Matrix, x: &Vector, beta: f32, y: &Vector) -> Result<Vector, Error> {
    same("sgemv", "columns or elements", ("a", a.columns), ("x", x.len()))?;
    same("sgemv", "rows or elements", ("a", a.rows), ("y", y.len()))?;
    let device = a.texels.device();
    let [rows, columns] = a.texture();
    let steps = columns / PART;
    let mut sums: Stream<[f32; 4]> = device.stream([rows / 4, steps])?;
    let parts = x.texels.geometry().width / PART;
    let kernel = device.kernel(&glsl!("applications/linear_sgemv_parts.frag"))?;
    device
        .pass(&kernel)
        .input("matrix", &a.texels)
        .input("x", &x.texels)
        .constant("parts", parts)
        .constant("per_part", 1.0 / parts as f32)
        .output("sums", &mut sums)
        .run()?;
    let kernel = device.kernel(&with_steps(glsl!("applications/linear_sgemv_sum.frag"), device, steps))?;
    let mut result = Vector::new(device, y.len())?;
    let pass = device.pass(&kernel).input("sums", &sums).input("y", &y.texels);
    let pass = pass.constant("alpha", alpha).constant("beta", beta).output("result", &mut result.texels);
    pass.constant("steps", steps).run()?;
    Ok(result)
}

/// Computes A B. One pass reads 12 texels for 128 multiply-adds (with 8 render targets), and a second pass copies the result.
///
/// # Errors
/// The number of columns of `a` differs from the number of rows of `b`; any error of the device.
pub fn product(a: &Matrix, b: &Matrix) -> Result<Matrix, Error> {
    same("product", "columns or rows", ("a", a.columns), ("b", b.rows))?;
    let device = a.texels.device();
    let ([height, _], width) = (a.texture(), b.texture()[1]);
    let (of_a, of_b) = (StreamBinding::of(&a.texels), StreamBinding::of(&b.texels));
    let planes = primitives::planes(device, of_a, of_b, [height, a.columns, 4 * width])?;
    let rows = height.div_ceil(planes.len());
    let mut result = Matrix::new(device, [a.rows, b.columns])?;
    let kernel = device.kernel(&glsl!("primitives/matmul_join_texels.frag"))?;
    for (number, plane) in planes.iter().enumerate() {
        let rectangle = below(number, rows, width);
        let pass = device.pass(&kernel).input("plane", plane).constant("start", rectangle.y);
        pass.output("joined", &mut result.texels).rectangle(rectangle).run()?;
    }
    Ok(result)
}

fn same(
    operation: &'static str,
    what: &'static str,
    (first, first_count): (&'static str, usize),
    (second, second_count): (&'static str, usize),
) -> Result<(), Error> {
    match first_count == second_count {
        true => Ok(()),
        false => Err(LinearError::Extents { operation, what, first, first_count, second, second_count }.into()),
    }
}
