//! The fastest: four pixels of a row a texel, and conductances computed once.

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
    to_east: Stream<[f32; 4]>,
    to_south: Stream<[f32; 4]>,
    /// Where the picture is within the frame.
    inside: Rect,
}

impl Grown {
    pub fn new(
        device: &Device,
        [height, width]: [usize; 2],
        brightness: &[f32],
        labels: &[f32],
        options: Options,
    ) -> Result<Grown, Error> {
        let columns = width.div_ceil(4);
        let mut picture = device.upload_shaped([height, columns], &texels(brightness, width))?;
        let mut smoothed = device.stream([height, columns])?;
        let per_contrast = 1.0 / options.contrast;
        let smooth = device.kernel(&glsl!("applications/segment_smooth.frag"))?;
        for _ in 0..options.smoothing {
            let pass = device.pass(&smooth).input("picture", &picture).constant("per_contrast", per_contrast);
            pass.constant("rate", RATE).constant("columns", width).output("next", &mut smoothed).run()?;
            picture.swap(&mut smoothed);
        }
        let framed = [height + 2, columns + 2];
        let inside = Rect { x: 1, y: 1, width: columns, height };
        let kernel = device.kernel(&glsl!("applications/segment_conductance.frag"))?;
        let conductance = |below: bool| -> Result<Stream<[f32; 4]>, Error> {
            // Nothing flows to the frame.
            let mut result = device.upload_shaped(framed, &vec![[0.0; 4]; framed[0] * framed[1]])?;
            let pass = device.pass(&kernel).input("picture", &picture).constant("per_contrast", per_contrast);
            pass.constant("columns", width)
                .constant("below", below)
                .rectangle(inside)
                .output("conductance", &mut result)
                .run()?;
            Ok(result)
        };
        let (to_east, to_south) = (conductance(false)?, conductance(true)?);
        let step = device.kernel(&glsl!("applications/segment_step.frag"))?;
        let labels = with_frame(&texels(labels, width), columns);
        let (labels, before) = (device.upload_shaped(framed, &labels)?, device.upload_shaped(framed, &labels)?);
        Ok(Grown { step, labels, before, to_east, to_south, inside })
    }

    pub fn step(&mut self, leak: f32) -> Result<(), Error> {
        let device = self.labels.device();
        let pass = device.pass(&self.step).input("labels", &self.labels);
        let pass = pass.input("to_east", &self.to_east).input("to_south", &self.to_south);
        pass.constant("rate", RATE)
            .constant("leak", leak)
            .rectangle(self.inside)
            .output("next", &mut self.before)
            .run()?;
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

    /// Texels of four labels, with a frame of one texel around the picture.
    pub fn labels(&self) -> &Stream<[f32; 4]> {
        &self.labels
    }
}

/// Rows of texels with a frame of one texel around them, which are 0.
fn with_frame(texels: &[[f32; 4]], columns: usize) -> Vec<[f32; 4]> {
    let none = || std::iter::repeat_n([0.0; 4], columns + 2);
    let row = |row: &[[f32; 4]]| [&[[0.0; 4]], row, &[[0.0; 4]]].concat();
    none().chain(texels.chunks(columns.max(1)).flat_map(row)).chain(none()).collect()
}

/// Rows as texels of four, the last of each row filled up with its last number.
fn texels(numbers: &[f32], width: usize) -> Vec<[f32; 4]> {
    let row = |row: &[f32]| -> Vec<[f32; 4]> {
        row.chunks(4).map(|four| std::array::from_fn(|k| four[k.min(four.len() - 1)])).collect()
    };
    numbers.chunks(width.max(1)).flat_map(row).collect()
}
