//! Filters pictures by their spectra.

use crate::glsl;
use crate::machine::{Device, Stream};
use crate::primitives::FftPlan;

use super::Error;
use super::error::FftError;

/// The frequencies of a picture that a filter keeps.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Keep {
    /// Low frequencies. The filter is a Gaussian, which is one half at this cutoff, in cycles per element.
    Low(f32),
    /// High frequencies, and the mean. The filter is one minus the Gaussian of [`Low`](Keep::Low).
    High(f32),
}

/// Filters a picture by its spectrum: transforms it, multiplies the spectrum, and transforms it back.
///
/// The picture may have any size up to 2048 × 2048; its edges are extended to the next power of two. Its four channels are treated
/// as two complex signals. A real and symmetric filter does not mix them, so four channels take the time of two. The passes are
/// those of two transforms and one that multiplies. A size that is not a power of two takes one more pass before and one after.
///
/// ```
/// use brooklet::{Device, applications::fft::{Keep, filter_picture}};
/// let device = Device::headless()?;
/// let squares: Vec<[f32; 4]> = (0..64).map(|k| [((k / 8 + k % 8) % 2) as f32; 4]).collect();
/// let grey = filter_picture(&device.upload_shaped([8, 8], &squares)?, Keep::Low(0.05))?;
/// assert!(grey.read()?.iter().flatten().all(|value| (value - 0.5).abs() < 1e-5));
/// # Ok::<(), brooklet::applications::Error>(())
/// ```
///
/// # Errors
/// A picture that has more than 2048 rows or columns, or does not have two dimensions; a cutoff that is not a positive number.
pub fn filter_picture(picture: &Stream<[f32; 4]>, keep: Keep) -> Result<Stream<[f32; 4]>, Error> {
    let (cutoff, high) = match keep {
        Keep::Low(cutoff) => (cutoff, false),
        Keep::High(cutoff) => (cutoff, true),
    };
    // Smaller numbers have no reciprocal.
    if !cutoff.is_finite() || cutoff < f32::MIN_POSITIVE {
        return Err(FftError::Cutoff { found: cutoff.to_string() }.into());
    }
    let device = picture.device();
    let &[rows, columns] = picture.shape().extents() else {
        return Err(FftError::Rank { shape: picture.shape() }.into());
    };
    let next = |axis, extent: usize| match extent {
        1..=super::LARGEST => Ok(extent.next_power_of_two().max(2)),
        found => Err(FftError::Length { axis, found }),
    };
    let size = [next("rows", rows)?, next("columns", columns)?];
    let fft = FftPlan::new(device, size, &[0, 1])?;
    let spectrum = match size == [rows, columns] {
        true => fft.forward(picture)?,
        false => fft.forward(&padded(device, picture, [rows, columns], size)?)?,
    };
    let kernel = device.kernel(&glsl!("applications/fft_filter.frag").element::<[f32; 4]>())?;
    let mut kept = device.stream(size)?;
    device
        .pass(&kernel)
        .input("spectrum", &spectrum)
        .constant("per_size", [1.0 / size[1] as f32, 1.0 / size[0] as f32])
        .constant("cutoff", cutoff)
        .constant("high", high)
        .output("kept", &mut kept)
        .run()?;
    drop(spectrum);
    let filtered = fft.inverse(&kept)?;
    if size == [rows, columns] {
        return Ok(filtered);
    }
    let kernel = device.kernel(&glsl!("applications/fft_crop.frag"))?;
    let mut cropped = device.stream([rows, columns])?;
    device.pass(&kernel).input("picture", &filtered).output("cropped", &mut cropped).run()?;
    Ok(cropped)
}

fn padded(
    device: &Device,
    picture: &Stream<[f32; 4]>,
    [rows, columns]: [usize; 2],
    size: [usize; 2],
) -> Result<Stream<[f32; 4]>, Error> {
    let kernel = device.kernel(&glsl!("applications/fft_pad.frag"))?;
    let mut padded = device.stream(size)?;
    device
        .pass(&kernel)
        .input("picture", picture)
        .constant("columns", columns)
        .constant("rows", rows)
        .constant("middle_x", columns.midpoint(size[1]))
        .constant("middle_y", rows.midpoint(size[0]))
        .output("padded", &mut padded)
        .run()?;
    Ok(padded)
}
