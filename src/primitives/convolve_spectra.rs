//! A convolution as a product of spectra.

use crate::error::Error;
use crate::fourier::is_smooth;
use crate::geometry::Layout;
use crate::glsl;
use crate::lines::picture_size;
use crate::machine::Stream;
use crate::shape::Shape;
use crate::texel::Texel;
use crate::weights::{Border, Weights};

use super::convolve_passes::{offset, with_border};
use super::{irfft, rfft};

/// Both axes of a picture.
const AXES: [i32; 2] = [0, 1];

/// A picture that is extended by what stands past its edges.
struct Extended {
    /// Rows and columns of the picture with what stands past its edges, as far as the weights reach.
    covered: [usize; 2],
    /// Rows and columns with zeros behind that, so that they have small factors.
    size: [usize; 2],
    /// Rows and columns in front of the picture.
    before: [usize; 2],
}

impl Extended {
    fn new([rows, columns]: [usize; 2], [down, across]: [usize; 2]) -> Extended {
        let covered = [rows + down - 1, columns + across - 1];
        // Rows of an even number are transformed as half as many complex numbers.
        let size = [smooth(covered[0], 1), smooth(covered[1], 2)];
        Extended { covered, size, before: [down - 1 - down / 2, across - 1 - across / 2] }
    }

    /// Extends a component of a picture.
    fn draw<T: Texel>(&self, picture: &Stream<T>, channel: usize, border: Border) -> Result<Stream<f32>, Error> {
        let device = picture.device();
        let [rows, columns] = picture_size("a convolution", picture.shape())?;
        let [down, across] = [self.covered[0] - rows + 1, self.covered[1] - columns + 1];
        // One axis that goes around more than once is enough.
        let (reach, extent) = if across > columns { (across, columns) } else { (down, rows) };
        let source = glsl!("primitives/convolve_extend.frag").element::<T>().parameter("channel", channel);
        let kernel = device.kernel(&with_border(source, border, reach, extent))?;
        let mut extended = device.stream(self.size)?;
        let pass = device.pass(&kernel).input("picture", picture).constant("columns", columns).constant("rows", rows);
        let pass = pass.constant("before_y", self.before[0]).constant("before_x", self.before[1]);
        let pass = pass.constant("high", self.covered[0]).constant("wide", self.covered[1]);
        let pass = pass.constant("offset_y", offset(border, down, rows));
        let pass = pass.constant("offset_x", offset(border, across, columns));
        pass.output("extended", &mut extended).run()?;
        Ok(extended)
    }
}

/// Returns the least multiple of `step` from a number on that has no other factors than 2, 3 and 5.
fn smooth(least: usize, step: usize) -> usize {
    (least.next_multiple_of(step)..).step_by(step).find(|length| is_smooth(*length)).unwrap_or(least)
}

/// Convolves a picture with weights by their spectra.
pub(super) fn spectra<T: Texel>(picture: &Stream<T>, weights: &Weights, border: Border) -> Result<Stream<T>, Error> {
    let device = picture.device();
    let size = picture_size("a convolution", picture.shape())?;
    let own = weights.size();
    let extended = Extended::new(size, own);
    let filter = {
        let of_weights = device.upload_shaped(own, weights.values())?;
        let unmoved = Extended { covered: own, before: [0, 0], ..extended };
        rfft(&unmoved.draw(&of_weights, 0, Border::Zero)?, &AXES)?
    };
    let product = device.kernel(&glsl!("primitives/convolve_product.frag"))?;
    let convolved = |channel: usize| -> Result<Stream<f32>, Error> {
        let spectrum = rfft(&extended.draw(picture, channel, border)?, &AXES)?;
        let mut result = device.stream_with::<[f32; 2]>(spectrum.shape(), Layout::Plain)?;
        let pass = device.pass(&product).input("spectrum", &spectrum).input("filter_spectrum", &filter);
        pass.output("convolved", &mut result).run()?;
        drop(spectrum);
        irfft(&result, extended.size[1], &AXES)
    };
    let parts = (0..T::COMPONENTS.count()).map(convolved).collect::<Result<Vec<_>, _>>()?;
    let source = glsl!("primitives/convolve_crop.frag").element::<T>().parameter("components", parts.len());
    let kernel = device.kernel(&source)?;
    let mut cropped = device.stream_with::<T>(Shape::from(size), picture.layout())?;
    let names = ["part_0", "part_1", "part_2", "part_3"];
    let pass = names
        .iter()
        .enumerate()
        .fold(device.pass(&kernel), |pass, (number, name)| pass.input(name, parts.get(number).unwrap_or(&parts[0])));
    // The first elements of a circular convolution are those that its end reaches into.
    let pass = pass.constant("before_y", own[0] - 1).constant("before_x", own[1] - 1);
    pass.output("convolved", &mut cropped).run()?;
    Ok(cropped)
}
