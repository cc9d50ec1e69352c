//! The fastest segmentation: 2 × 2 pixels in each texel, and conductances that are computed once.

use crate::applications::Error;
use crate::geometry::Rect;
use crate::glsl;
use crate::machine::{Device, Kernel, Stream};
use crate::operator::Operator;
use crate::primitives;

use super::{Options, RATE};

pub struct Grown {
    step: Kernel,
    labels: Stream<[f32; 4]>,
    before: Stream<[f32; 4]>,
    /// The conductances, in the order of [`SIDES`].
    conductances: Vec<Stream<[f32; 4]>>,
    /// The rectangle of the picture within the frame.
    inside: Rect,
}

/// The three groups of four edges of a square of 2 × 2 pixels. For each, the name of the input in `segment_step`, and the constant
/// `side` of `segment_conductance`.
const SIDES: [(&str, i32); 3] = [("within", 0), ("after", 1), ("before", -1)];

impl Grown {
    pub fn new(
        device: &Device,
        [height, width]: [usize; 2],
        brightness: &[f32],
        labels: &[f32],
        options: Options,
    ) -> Result<Grown, Error> {
        let [rows, columns] = [height.div_ceil(2), width.div_ceil(2)];
        let mut picture = device.upload_shaped([rows, columns], &squares(brightness, [height, width]))?;
        let mut smoothed = device.stream([rows, columns])?;
        let per_contrast = 1.0 / options.contrast;
        let smooth = device.kernel(&glsl!("applications/segment_smooth.frag"))?;
        for _ in 0..options.smoothing {
            let pass = device.pass(&smooth).input("picture", &picture).constant("per_contrast", per_contrast);
            let pass = pass.constant("pixel_columns", width).constant("pixel_rows", height);
            pass.constant("rate", RATE).output("next", &mut smoothed).run()?;
            picture.swap(&mut smoothed);
        }
        let framed = [rows + 2, columns + 2];
        let inside = Rect { x: 1, y: 1, width: columns, height: rows };
        let kernel = device.kernel(&glsl!("applications/segment_conductance.frag"))?;
        let conductance = |side: i32| -> Result<Stream<[f32; 4]>, Error> {
            let mut result = device.stream(framed)?;
            let pass = device.pass(&kernel).input("picture", &picture).constant("per_contrast", per_contrast);
            let pass = pass.constant("pixel_columns", width).constant("pixel_rows", height);
            let pass = pass.constant("side", side).constant("rate", RATE).rectangle(inside);
            pass.output("conductance", &mut result).run()?;
            Ok(result)
        };
        let conductances = SIDES.iter().map(|(_, side)| conductance(*side)).collect::<Result<_, _>>()?;
        let step = device.kernel(&glsl!("applications/segment_step.frag"))?;
        let labels = with_frame(&squares(labels, [height, width]), columns);
        let (labels, before) = (device.upload_shaped(framed, &labels)?, device.upload_shaped(framed, &labels)?);
        Ok(Grown { step, labels, before, conductances, inside })
    }

    pub fn step(&mut self, leak: f32) -> Result<(), Error> {
        let device = self.labels.device();
        let mut pass = device.pass(&self.step).input("labels", &self.labels);
        for ((name, _), conductance) in SIDES.iter().zip(&self.conductances) {
            pass = pass.input(name, conductance);
        }
        pass.constant("stays", 1.0 - RATE * leak).rectangle(self.inside).output("next", &mut self.before).run()?;
        self.labels.swap(&mut self.before);
        Ok(())
    }

    pub fn moved(&self) -> Result<f32, Error> {
        let device = self.labels.device();
        let kernel = device.kernel(&glsl!("applications/segment_moved.frag"))?;
        let map = primitives::map_with(device, &kernel).input("labels", &self.labels).input("before", &self.before);
        let moved: Stream<f32> = map.run()?;
        Ok(primitives::reduce(&moved, &Operator::max())?)
    }

    /// Returns the texels of four labels, with a frame of one texel around the picture.
    pub fn labels(&self) -> &Stream<[f32; 4]> {
        &self.labels
    }

    /// Reads back the labels of a picture of this size, row by row.
    pub fn read(&self, [height, width]: [usize; 2]) -> Result<Vec<f32>, Error> {
        let (texels, columns) = (self.labels.read()?, self.inside.width + 2);
        let at = |k: usize| {
            let (x, y) = (k % width, k / width);
            texels[(y / 2 + 1) * columns + x / 2 + 1][2 * (y % 2) + x % 2]
        };
        Ok((0..width * height).map(at).collect())
    }
}

/// Adds a frame of one texel of zeros around the texels, which are given row by row.
fn with_frame(texels: &[[f32; 4]], columns: usize) -> Vec<[f32; 4]> {
    let none = || std::iter::repeat_n([0.0; 4], columns + 2);
    let row = |row: &[[f32; 4]]| [&[[0.0; 4]], row, &[[0.0; 4]]].concat();
    none().chain(texels.chunks(columns.max(1)).flat_map(row)).chain(none()).collect()
}

/// Packs squares of 2 × 2 pixels into texels, row by row. Beyond the border, the nearest pixel is repeated.
fn squares(numbers: &[f32], [height, width]: [usize; 2]) -> Vec<[f32; 4]> {
    let [rows, columns] = [height.div_ceil(2), width.div_ceil(2)];
    let at = |x: usize, y: usize| numbers[y.min(height - 1) * width + x.min(width - 1)];
    let texel = |k: usize| {
        let (x, y) = (2 * (k % columns), 2 * (k / columns));
        [at(x, y), at(x + 1, y), at(x, y + 1), at(x + 1, y + 1)]
    };
    (0..rows * columns).map(texel).collect()
}
