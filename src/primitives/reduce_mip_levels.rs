//! The passes of a reduction by mip levels.

use crate::error::Error;
use crate::geometry::Layout;
use crate::glsl;
use crate::machine::Stream;
use crate::texel::{Components, Texel};

/// Computes the sum: copies the elements to a square of texels, averages them by mip levels, and multiplies by the number of texels.
/// Numbers are packed, so that the means are of a fourth of the texels.
pub(super) fn averaged<T: Texel>(values: &Stream<T>) -> Result<Stream<T>, Error> {
    let device = values.device();
    let layout = if T::COMPONENTS == Components::One { Layout::Packed } else { Layout::Plain };
    let side = side(values.len().div_ceil(layout.lanes()));
    let copy = device.kernel(&glsl!("primitives/reduce_half.frag").element::<T>())?;
    let mut square = device.stream_with_mip_levels::<T>(side, layout)?;
    let pass = device.pass(&copy).input("values", values).constant("start", 0).constant("past", 0.0);
    pass.output("half_of_all", &mut square).run()?;
    let means = square.mean_of_texels()?;
    let source = glsl!("primitives/reduce_from_mean.frag").element::<T>().parameter("lanes", layout.lanes());
    let mut sum = device.stream::<T>(1)?;
    let add = device.kernel(&source)?;
    let texels = (side * side) as f32;
    device.pass(&add).input("means", &means).constant("texels", texels).output("sum", &mut sum).run()?;
    Ok(sum)
}

/// Returns the smallest power of two whose square is at least the number of texels.
fn side(texels: usize) -> usize {
    1 << texels.next_power_of_two().ilog2().div_ceil(2)
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_square_is_as_small_as_it_can_be() {
        let expected =
            [(1, 1), (2, 2), (4, 2), (5, 4), (16, 4), (17, 8), (64, 8), (1 << 18, 512), ((1 << 18) + 1, 1024)];
        assert_eq!(expected.map(|(texels, _)| (texels, super::side(texels))), expected);
    }
}
