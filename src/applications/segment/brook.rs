//! Segmentation as in the paper: brightness and label of a pixel in one element, and a kernel in Brook.

use crate::applications::Error;
use crate::brook::Program;
use crate::kernel::Source;
use crate::machine::{Device, Stream};
use crate::operator::Operator;
use crate::primitives;

use super::{Options, RATE};

const TEXT: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/demos/brook/grow.br"));

/// Computes the absolute change of a label.
const MOVED: &str = "input vec2 pixels, before; output float moved;
void main() { moved = abs(fetch(pixels, here()).y - fetch(before, here()).y); }";

pub struct Grown {
    program: Program,
    pixels: Stream<[f32; 2]>,
    before: Stream<[f32; 2]>,
    contrast: f32,
}

impl Grown {
    pub fn new(
        device: &Device,
        shape: [usize; 2],
        brightness: &[f32],
        labels: &[f32],
        options: Options,
    ) -> Result<Grown, Error> {
        let pixels: Vec<[f32; 2]> = brightness.iter().zip(labels).map(|(b, l)| [*b, *l]).collect();
        let pixels = device.upload_shaped(shape, &pixels)?;
        let before = device.stream(shape)?;
        let program = Program::compile(device, "grow.br", TEXT)?;
        let mut grown = Grown { program, pixels, before, contrast: options.contrast };
        for _ in 0..options.smoothing {
            grown.iterate(RATE, 0.0, 0.0)?;
        }
        Ok(grown)
    }

    pub fn step(&mut self, leak: f32) -> Result<(), Error> {
        self.iterate(0.0, RATE, leak)
    }

    fn iterate(&mut self, smooth: f32, rate: f32, leak: f32) -> Result<(), Error> {
        let call = self.program.kernel("grow")?.stream("pixel", &self.pixels).gather("all", &self.pixels);
        let call = call.constant("contrast", self.contrast).constant("smooth", smooth).constant("rate", rate);
        call.constant("leak", leak).output("next", &mut self.before).run()?;
        self.pixels.swap(&mut self.before);
        Ok(())
    }

    pub fn moved(&self) -> Result<f32, Error> {
        let kernel = self.pixels.device().kernel(&Source::new("segment_moved", MOVED))?;
        let map = primitives::map_with(self.pixels.device(), &kernel);
        let moved: Stream<f32> = map.input("pixels", &self.pixels).input("before", &self.before).run()?;
        Ok(primitives::reduce(&moved, &Operator::max())?)
    }

    pub fn pixels(&self) -> &Stream<[f32; 2]> {
        &self.pixels
    }
}
