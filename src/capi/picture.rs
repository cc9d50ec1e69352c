//! Primitives of the C interface on matrices and pictures, whose last two axes are rows and columns.

use super::error::{CallError, Status, guard};
use super::handles::Handle;
use super::pointers::{check, set, slice};
use super::primitives::{floats, numbers, result, with_floats};
use super::stream::stream;
use crate::brook::Floats;
use crate::primitives::{self, Border, Connectivity, Weights};

/// Exchanges the last two axes of a stream of `float` to `float4`, rows and columns. Axes before them count matrices, each of which is
/// transposed. A stream of one axis is an error. The caller frees the result.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn brooklet_transpose(values: Handle, transposed: *mut Handle) -> Status {
    guard(|| {
        check(transposed, "transposed")?;
        let held = stream(values)?;
        let any = held.read()?;
        with_floats!(floats(&any, "what is transposed")?, values => {
            set(transposed, result(primitives::transpose(values)?)?, "transposed")
        })
    })
}

/// Multiplies two matrices, streams of `float` with two axes: the first has as many columns as the second has rows. The result has the rows of
/// the first and the columns of the second. The caller frees it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn brooklet_matmul(a: Handle, b: Handle, product: *mut Handle) -> Status {
    guard(|| {
        check(product, "product")?;
        let (a, b) = (stream(a)?, stream(b)?);
        let (a, b) = (a.read()?, b.read()?);
        let made = primitives::matmul(numbers(&a, "what is multiplied")?, numbers(&b, "what is multiplied")?)?;
        set(product, result(made)?, "product")
    })
}

/// Sums for each element of a stream of `float` to `float4` all elements above and to the left of it, and itself: a summed-area table. The
/// last two axes are rows and columns; axes before them count pictures, each of which is summed by itself. A stream of one axis is an
/// error. The caller frees the result.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn brooklet_sat(picture: Handle, sums: *mut Handle) -> Status {
    guard(|| {
        check(sums, "sums")?;
        let held = stream(picture)?;
        let any = held.read()?;
        with_floats!(floats(&any, "what is summed")?, picture => {
            set(sums, result(primitives::sat(picture)?)?, "sums")
        })
    })
}

/// Computes the Euclidean distance of each element of a stream of `float` with two axes from the nearest element that is not 0: the distance
/// is 0 where it is not 0 itself, and infinite everywhere if all are 0. More than 16777216 elements are an error. The caller frees the
/// result.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn brooklet_distance(mask: Handle, distances: *mut Handle) -> Status {
    guard(|| {
        check(distances, "distances")?;
        let held = stream(mask)?;
        let any = held.read()?;
        let made = primitives::distance(numbers(&any, "what distances are measured in")?)?;
        set(distances, result(made)?, "distances")
    })
}

/// Finds the position of the nearest element that is not 0, in C order, for each element of a stream of `float` with two axes: of equally
/// near ones the first, and -1 if all are 0. Positions are whole numbers in `float`. More than 16777216 elements are an error. The caller
/// frees the result.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn brooklet_nearest(mask: Handle, nearest: *mut Handle) -> Status {
    guard(|| {
        check(nearest, "nearest")?;
        let held = stream(mask)?;
        let any = held.read()?;
        let made = primitives::nearest(numbers(&any, "what distances are measured in")?)?;
        set(nearest, result(made)?, "nearest")
    })
}

/// Numbers the connected components of a stream of `float` with two axes: elements that are not 0 belong together if a path of neighbours
/// leads from one to the other. `connectivity` is the number of neighbours, 4 or 8. Labels count from 1 in the order of the components'
/// first elements, in C order; elements that are 0 get 0. `count` gets the number of components. More than 16777216 elements are an error.
/// The caller frees the labels.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn brooklet_label(
    mask: Handle,
    connectivity: u32,
    labels: *mut Handle,
    count: *mut u64,
) -> Status {
    guard(|| {
        check(labels, "labels")?;
        check(count, "count")?;
        let connectivity = match connectivity {
            4 => Connectivity::Four,
            8 => Connectivity::Eight,
            other => {
                let text =
                    format!("connectivity is {other}: it must be 4 or 8, the number of neighbours of an element");
                return Err(CallError::new(Status::Argument, text));
            }
        };
        let held = stream(mask)?;
        let any = held.read()?;
        let found = primitives::label(numbers(&any, "what is labelled")?, connectivity)?;
        set(count, found.count as u64, "count")?;
        set(labels, result(found.labels)?, "labels")
    })
}

/// Past the edges of a picture, the picture is reflected, with its edge twice.
pub const BROOKLET_BORDER_REFLECT: u32 = 0;
/// Past the edges of a picture, its edge stands.
pub const BROOKLET_BORDER_CLAMP: u32 = 1;
/// Past the edges of a picture, zeros stand.
pub const BROOKLET_BORDER_ZERO: u32 = 2;
/// Past the edges of a picture, the picture stands again.
pub const BROOKLET_BORDER_WRAP: u32 = 3;

/// Returns what stands past the edges of a picture.
fn border(number: u32) -> Result<Border, CallError> {
    Border::ALL.get(number as usize).copied().ok_or_else(|| {
        let text = format!("border is {number}: it must be 0 (reflect), 1 (clamp), 2 (zero) or 3 (wrap)");
        CallError::new(Status::Argument, text)
    })
}

/// Convolves a picture, a stream of `float` to `float4` with two axes, with `rows` times `columns` weights, given row by row. They are mirrored, and
/// their centre is in row `rows` / 2 and column `columns` / 2, from 0. `border` says what stands past the edges. The caller frees the result.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn brooklet_convolve(
    picture: Handle,
    weights: *const f32,
    rows: u32,
    columns: u32,
    border: u32,
    convolved: *mut Handle,
) -> Status {
    guard(|| {
        check(convolved, "convolved")?;
        let border = self::border(border)?;
        let size = [rows as usize, columns as usize];
        let count = size[0].checked_mul(size[1]).filter(|count| *count <= i32::MAX as usize).ok_or_else(|| {
            CallError::new(Status::Argument, format!("{rows} × {columns} weights are too many: at most 2^31 - 1"))
        })?;
        let weights = Weights::new(size, slice(weights, count, "weights")?)?;
        let held = stream(picture)?;
        let any = held.read()?;
        with_floats!(floats(&any, "what is convolved")?, picture => {
            set(convolved, result(primitives::convolve(picture, &weights, border)?)?, "convolved")
        })
    })
}

/// Blurs a picture, a stream of `float` to `float4` with two axes, with a Gaussian of the standard deviation `sigma` in elements, from 0 to 4096.
/// `border` says what stands past the edges. The caller frees the result.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn brooklet_blur(picture: Handle, sigma: f32, border: u32, blurred: *mut Handle) -> Status {
    guard(|| {
        check(blurred, "blurred")?;
        let border = self::border(border)?;
        let held = stream(picture)?;
        let any = held.read()?;
        with_floats!(floats(&any, "what is blurred")?, picture => {
            set(blurred, result(primitives::blur(picture, sigma, border)?)?, "blurred")
        })
    })
}

/// Replaces each element of a picture, a stream of `float` to `float4` with two axes, by the median of a square of `side` times `side` elements around
/// it. `side` is from 1 to 255, and `border` says what stands past the edges. NaN is not allowed. The caller frees the result.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn brooklet_median_filter(
    picture: Handle,
    side: u32,
    border: u32,
    filtered: *mut Handle,
) -> Status {
    guard(|| {
        check(filtered, "filtered")?;
        let border = self::border(border)?;
        let held = stream(picture)?;
        let any = held.read()?;
        with_floats!(floats(&any, "what medians are found in")?, picture => {
            set(filtered, result(primitives::median_filter(picture, side as usize, border)?)?, "filtered")
        })
    })
}
