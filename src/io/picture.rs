//! Checks that HDR and PNG share: two dimensions, and a bound on the size.

use std::path::Path;

use super::{Array, Error, by};

/// The maximum number of samples that are read from a picture: 1 GiB of floats, or 16,384 pixels square in grey. Pictures are compressed,
/// and a small file can stand for a very large one.
pub const SAMPLES: u128 = 1 << 28;

/// Checks that a picture of the size that a header announces can be read.
pub fn check_size(path: &Path, format: &'static str, height: u32, width: u32, components: usize) -> Result<(), Error> {
    if height == 0 || width == 0 {
        let reason = format!("it has no pixels ({height} × {width})");
        return Err(Error::Malformed { path: path.into(), format, reason });
    }
    let samples = u128::from(height) * u128::from(width) * components as u128;
    if samples > SAMPLES {
        let extents = by(&[height, width]);
        return Err(Error::Large { path: path.into(), extents, samples, limit: SAMPLES });
    }
    Ok(())
}

/// Returns height and width of an array that a picture can hold: it has two dimensions, neither of them 0, and its number of components is
/// one of `components`.
pub fn extents(path: &Path, array: &Array, components: &[usize], names: &str) -> Result<(u32, u32), Error> {
    let extent = |extent: usize| u32::try_from(extent).ok().filter(|extent| (1..=i32::MAX as u32).contains(extent));
    if let [height, width] = *array.shape
        && let (Some(height), Some(width)) = (extent(height), extent(width))
        && components.contains(&array.components)
    {
        return Ok((height, width));
    }
    let reason = format!(
        "a picture needs an array of height × width, both 1 to 2^31 - 1, of {names} components, and this is {} of {}: \
         reshape it, or use .npy",
        by(&array.shape),
        array.components
    );
    Err(Error::Unfit { path: path.into(), reason })
}
