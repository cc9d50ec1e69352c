//! Planes: the streams between passes, and the passes.

use crate::error::Error as DeviceError;
use crate::geometry::{Geometry, Rect};
use crate::machine::{Device, Stream};
use crate::shape::Shape;
use crate::texel::Texel;

use super::error::FftError;
use super::plan::{Step, steps};
use super::text::{self, Load, PLANES, Read};
use super::{Error, LARGEST};

/// The passes along one axis, and their table.
#[derive(Debug)]
pub(super) struct Along {
    device: Device,
    down: bool,
    pub length: usize,
    pub steps: Vec<Step>,
    /// Entry k: exp(-2 pi i k / length) and its square.
    twiddles: Stream<[f32; 4]>,
}

impl Along {
    pub fn new(device: &Device, axis: &'static str, length: usize, down: bool) -> Result<Along, Error> {
        if !length.is_power_of_two() || !(2..=LARGEST).contains(&length) {
            return Err(FftError::Length { axis, found: length }.into());
        }
        let targets = 1 << device.limits().targets.clamp(1, PLANES.len()).ilog2();
        let entry = |k: usize| {
            let angle = |k: usize| -2.0 * std::f64::consts::PI * k as f64 / length as f64;
            let (one, two) = (angle(k).sin_cos(), angle(2 * k).sin_cos());
            [one.1 as f32, one.0 as f32, two.1 as f32, two.0 as f32]
        };
        let table: Vec<[f32; 4]> = (0..length / 2).map(entry).collect();
        let twiddles = device.upload_shaped([1, table.len()], &table)?;
        Ok(Along { device: device.clone(), down, length, steps: steps(length, targets), twiddles })
    }
}

/// The result of a pass: plane r has the elements of digit r, which along the axis of the pass before the last are the
/// first of its elements.
pub(super) struct Planes<T: Texel> {
    planes: Vec<Stream<T>>,
    /// Of the signal.
    rows: usize,
    columns: usize,
    /// Along which axis the elements are distributed.
    down: bool,
}

/// What a draw of a pass has of its own.
struct Draw<'a, S: Texel> {
    from: &'a Stream<S>,
    start: usize,
    shift: usize,
    rectangle: Rect,
}

impl<T: Texel> Planes<T> {
    /// All passes along the first axis.
    pub fn of_signal<S: Texel>(
        axis: &Along,
        signal: &Stream<S>,
        (rows, columns): (usize, usize),
        read: Read,
        load: Load,
    ) -> Result<Planes<T>, Error> {
        let step = axis.steps[0];
        let mut planes = Planes::new(&axis.device, step.radix, axis.down, (rows, columns))?;
        let rectangle = planes.rectangle();
        let draw = Draw { from: signal, start: 0, shift: 0, rectangle };
        planes.draw(axis, 0, (read, load), &[draw])?;
        planes.rest(axis)
    }

    /// All passes along another axis.
    pub fn along(self, axis: &Along) -> Result<Planes<T>, Error> {
        let size = (self.rows, self.columns);
        let mut planes = Planes::new(&axis.device, axis.steps[0].radix, axis.down, size)?;
        let all = planes.rectangle();
        // The planes are parts of the other axis, side by side.
        let across = if self.down { self.rows } else { self.columns } / self.planes.len();
        let draw = |(k, from)| {
            let shift = k * across;
            let rectangle = match axis.down {
                true => Rect { x: shift, width: across, ..all },
                false => Rect { y: shift, height: across, ..all },
            };
            Draw { from, start: 0, shift, rectangle }
        };
        let draws: Vec<Draw<T>> = self.planes.iter().enumerate().map(draw).collect();
        planes.draw(axis, 0, (Read::Planes, Load::Same), &draws)?;
        planes.rest(axis)
    }

    /// The passes after the first.
    fn rest(mut self, axis: &Along) -> Result<Planes<T>, Error> {
        for (number, step) in axis.steps.iter().enumerate().skip(1) {
            let mut planes = Planes::new(&axis.device, step.radix, axis.down, (self.rows, self.columns))?;
            let all = planes.rectangle();
            let part = axis.length / step.radix / self.planes.len();
            let draw = |(k, from)| {
                let start = k * part;
                let rectangle = match axis.down {
                    true => Rect { y: start, height: part, ..all },
                    false => Rect { x: start, width: part, ..all },
                };
                Draw { from, start, shift: 0, rectangle }
            };
            let draws: Vec<Draw<T>> = self.planes.iter().enumerate().map(draw).collect();
            planes.draw(axis, number, (Read::Planes, Load::Same), &draws)?;
            self = planes;
        }
        Ok(self)
    }

    fn new(device: &Device, count: usize, down: bool, (rows, columns): (usize, usize)) -> Result<Planes<T>, Error> {
        let shape = if down { [rows / count, columns] } else { [rows, columns / count] };
        let planes = (0..count).map(|_| device.stream(shape)).collect::<Result<_, DeviceError>>()?;
        Ok(Planes { planes, rows, columns, down })
    }

    /// All of a plane.
    fn rectangle(&self) -> Rect {
        let geometry = self.planes[0].geometry();
        Rect::new(0, 0, geometry.width, geometry.height)
    }

    fn draw<S: Texel>(
        &mut self,
        axis: &Along,
        number: usize,
        (read, load): (Read, Load),
        draws: &[Draw<S>],
    ) -> Result<(), Error> {
        let step = axis.steps[number];
        for part in 0..step.parts() {
            let text = text::Pass { step, part, first: number == 0, down: axis.down, read, load };
            let kernel = axis.device.kernel(&text.source::<T>())?;
            for draw in draws {
                let mut pass = axis
                    .device
                    .pass(&kernel)
                    .input("from", draw.from)
                    .constant("start", draw.start)
                    .constant("run", step.run)
                    .constant("per_run", 1.0 / step.run as f32)
                    .rectangle(draw.rectangle);
                if read != Read::Line {
                    pass = pass.constant("shift", draw.shift);
                }
                if number > 0 {
                    pass = pass.input("twiddles", &axis.twiddles);
                }
                let targets = self.planes.iter_mut().skip(part).step_by(step.parts());
                targets.zip(PLANES).fold(pass, |pass, (plane, name)| pass.output(name, plane)).run()?;
            }
        }
        Ok(())
    }

    /// The planes side by side.
    pub fn joined(&self, device: &Device, shape: Shape, inverse: bool, scale: f32) -> Result<Stream<T>, Error> {
        // A signal of one dimension is one row, in its texture too.
        let geometry = Geometry::grid(self.columns, self.rows * self.columns);
        let mut joined = Stream::new(device, shape, geometry)?;
        let kernel = device.kernel(&text::join::<T>(inverse))?;
        let own = self.rectangle();
        for (k, plane) in self.planes.iter().enumerate() {
            let (x, y) = if self.down { (0, k * own.height) } else { (k * own.width, 0) };
            device
                .pass(&kernel)
                .input("plane", plane)
                .constant("start_x", x)
                .constant("start_y", y)
                .constant("scale", scale)
                .output("joined", &mut joined)
                .rectangle(Rect::new(x, y, own.width, own.height))
                .run()?;
        }
        Ok(joined)
    }
}
