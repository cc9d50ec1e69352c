//! The passes of a convolution.

use crate::error::Error;
use crate::geometry::Layout;
use crate::glsl;
use crate::kernel::Source;
use crate::lines::picture_size;
use crate::machine::{Stream, StreamBinding};
use crate::texel::{Components, Texel};
use crate::weights::{Border, Weights};

use super::needs::counts_loops;

/// Adds what stands past the edges to a kernel, for places up to `reach` elements away from lines of this length.
pub(super) fn with_border(source: Source, border: Border, reach: usize, extent: usize) -> Source {
    source.parameter("border", border.number()).parameter("far", reach > extent)
}

/// Returns the least multiple of the period of what stands past an edge that is at least the reach.
pub(super) fn offset(border: Border, reach: usize, extent: usize) -> usize {
    let period = if border == Border::Wrap { extent } else { 2 * extent };
    reach.next_multiple_of(period)
}

/// Convolves a picture in one pass.
pub(super) fn direct<T: Texel>(values: &Stream<T>, weights: &Weights, border: Border) -> Result<Stream<T>, Error> {
    let device = values.device();
    let ([rows, columns], [down, across]) = (picture_size("a convolution", values.shape())?, weights.size());
    let mut source = glsl!("primitives/convolve.frag").element::<T>();
    if counts_loops(device) {
        source = source.parameter("known_across", across).parameter("known_down", down);
    }
    // One axis that goes around more than once is enough.
    let (reach, extent) = if across > columns { (across, columns) } else { (down, rows) };
    let kernel = device.kernel(&with_border(source, border, reach, extent))?;
    let of_weights = device.upload_shaped([down, across], weights.values())?;
    let mut convolved = device.stream_with::<T>(values.shape(), values.layout())?;
    let pass = device.pass(&kernel).input("picture", values).input("weights", &of_weights);
    let pass = pass.constant("across", across).constant("down", down);
    let pass = pass.constant("centre_x", across / 2).constant("centre_y", down / 2);
    let pass = pass.constant("columns", columns).constant("rows", rows);
    let pass = pass.constant("offset_x", offset(border, across, columns));
    let pass = pass.constant("offset_y", offset(border, down, rows));
    pass.output("convolved", &mut convolved).run()?;
    Ok(convolved)
}

/// Convolves each row, or each column.
pub(super) fn line<T: Texel>(
    values: &Stream<T>,
    weights: &[f32],
    border: Border,
    vertical: bool,
) -> Result<Stream<T>, Error> {
    let device = values.device();
    let [rows, columns] = picture_size("a convolution", values.shape())?;
    let (extent, taps) = (if vertical { rows } else { columns }, weights.len());
    let texels = values.layout() == Layout::Packed && T::COMPONENTS == Components::One && columns.is_multiple_of(4);
    let convolved = device.stream_with::<T>(values.shape(), values.layout())?;
    // Kernels that read texels read up to three elements more.
    let reach = taps + 4;
    let bind = |source: Source| device.kernel(&with_border(source, border, reach, extent));
    if texels && !vertical && !counts_loops(device) {
        let aligned = Aligned::new(weights);
        let of_weights = device.upload(&aligned.texels)?;
        let kernel = bind(glsl!("primitives/convolve_rows_packed.frag"))?;
        let pass = device.pass(&kernel).bound("picture", in_rows(values, columns)).input("weights", &of_weights);
        let pass = pass.constant("texels", aligned.texels.len()).constant("first", aligned.first);
        let pass = pass.constant("extent", extent).constant("offset", offset(border, reach, extent));
        pass.bound_output("convolved", in_rows(&convolved, columns)).run()?;
        return Ok(convolved);
    }
    let of_weights = device.upload(weights)?;
    if texels && vertical && !counts_loops(device) {
        let kernel = bind(glsl!("primitives/convolve_columns_packed.frag"))?;
        let pass = device.pass(&kernel).bound("picture", in_rows(values, columns)).input("weights", &of_weights);
        let pass = pass.constant("taps", taps).constant("centre", taps / 2);
        let pass = pass.constant("extent", extent).constant("offset", offset(border, reach, extent));
        pass.bound_output("convolved", in_rows(&convolved, columns)).run()?;
        return Ok(convolved);
    }
    let mut source = glsl!("primitives/convolve_line.frag").element::<T>().parameter("vertical", vertical);
    if counts_loops(device) {
        source = source.parameter("known_taps", taps);
    }
    let (kernel, mut convolved) = (bind(source)?, convolved);
    let pass = device.pass(&kernel).input("picture", values).input("weights", &of_weights);
    let pass = pass.constant("taps", taps).constant("centre", taps / 2);
    let pass = pass.constant("extent", extent).constant("offset", offset(border, reach, extent));
    pass.output("convolved", &mut convolved).run()?;
    Ok(convolved)
}

/// Binds a packed picture as rows of texels.
fn in_rows<T: Texel>(stream: &Stream<T>, columns: usize) -> StreamBinding<'_> {
    StreamBinding::texels(stream).with_row(columns / 4)
}

/// Weights in texels, as the kernel for rows of packed streams reads them.
struct Aligned {
    /// Texel q has weights d + 4 q - 3 to d + 4 q, where d is the weight of the first element that is read, for the first of a texel.
    texels: Vec<[f32; 4]>,
    /// How many texels the first one that is read is before that of the result.
    first: i32,
}

impl Aligned {
    fn new(weights: &[f32]) -> Aligned {
        let (taps, centre) = (weights.len() as i32, weights.len() as i32 / 2);
        // The least number from -3 on that is the centre plus a multiple of four.
        let least = (centre + 3).rem_euclid(4) - 3;
        let count = (taps + 2 - least) / 4 + 2;
        let weight = |k: i32| usize::try_from(k).ok().and_then(|k| weights.get(k)).copied().unwrap_or(0.0);
        let texel = |q: i32| std::array::from_fn(|lane| weight(least + 4 * q - 3 + lane as i32));
        Aligned { texels: (0..count).map(texel).collect(), first: (least - centre) / 4 }
    }
}
