//! Planes, which are the streams between passes, and the passes that draw them.

use std::ops::Range;

use crate::backend::Class;
use crate::error::Error as DeviceError;
use crate::geometry::{Geometry, Rect};
use crate::machine::{Device, Kernel, Stream};
use crate::shape::Shape;
use crate::texel::Texel;

use super::error::FftError;
use super::kernel::{self, Load, PLANES, Read};
use super::plan::{Step, steps};
use super::{Error, LARGEST, Signal};

/// The size of a strip in bytes, for each core of a device that draws on the CPU. The data of the strip's passes stay in the
/// caches.
const STRIP: usize = 2 << 20;

/// The passes along one axis, and their table.
#[derive(Debug)]
pub(super) struct Along {
    device: Device,
    pub length: usize,
    pub steps: Vec<Step>,
    /// The size of a strip in bytes.
    pub strip: usize,
    /// Entry k: exp(-2 pi i k / length) and its square.
    twiddles: Stream<[f32; 4]>,
}

impl Along {
    pub fn new(device: &Device, axis: &'static str, length: usize) -> Result<Along, Error> {
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
        let strip = match device.info().class {
            Class::Software => STRIP * std::thread::available_parallelism().map_or(1, usize::from),
            Class::Hardware => usize::MAX,
        };
        Ok(Along { device: device.clone(), length, steps: steps(length, targets), strip, twiddles })
    }

    /// Splits `across` lines along this axis into strips, which are transformed one after the other. On a GPU, one strip has all
    /// lines.
    pub fn strips<T: Texel>(&self, across: usize) -> impl Iterator<Item = Range<usize>> + use<T> {
        let line = 4 * T::COMPONENTS.channels() * self.length;
        let width = (self.strip / line).clamp(1, across.max(1));
        (0..across).step_by(width).map(move |start| start..across.min(start + width))
    }
}

/// The result of passes along an axis. Plane r has the elements whose last digit is r. Each line is a column, so that the rectangle
/// of a plane is wide and low, which drivers that draw on the CPU draw faster.
pub(super) struct Planes<T: Texel> {
    planes: Vec<Stream<T>>,
    /// The number of elements along the axis in a plane.
    along: usize,
    /// The number of lines.
    across: usize,
}

/// The source and position of one draw of a pass.
pub(super) struct Draw<'a, S: Texel> {
    from: &'a Stream<S>,
    /// The index along the axis at which its elements begin.
    start: usize,
    /// `lines` has the positions at which its lines are drawn, and `shift` is the position of the first line of `from`.
    lines: Range<usize>,
    shift: isize,
}

impl<'a, S: Texel> Draw<'a, S> {
    /// Makes the draw of these lines of a signal. The first of them is drawn as line 0.
    pub fn lines(from: &'a Stream<S>, lines: &Range<usize>) -> Draw<'a, S> {
        Draw { from, start: 0, lines: 0..lines.len(), shift: -(lines.start as isize) }
    }
}

impl<T: Texel> Planes<T> {
    /// Allocates the planes for the result of the last pass along an axis.
    pub fn new(axis: &Along, across: usize) -> Result<Planes<T>, Error> {
        Planes::of_pass(axis, axis.steps.len() - 1, across)
    }

    fn of_pass(axis: &Along, number: usize, across: usize) -> Result<Planes<T>, Error> {
        let count = axis.steps[number].radix;
        let along = axis.length / count;
        let planes = (0..count).map(|_| axis.device.stream([along, across])).collect::<Result<_, DeviceError>>()?;
        Ok(Planes { planes, along, across })
    }

    /// Runs all passes along an axis. The first pass reads `draws`; the last one draws lines from `first` on.
    pub fn transform<S: Texel>(
        &mut self,
        kernels: &Kernels,
        first: usize,
        across: usize,
        draws: &[Draw<S>],
    ) -> Result<(), Error> {
        let axis = kernels.axis;
        let last = axis.steps.len() - 1;
        if last == 0 {
            return self.draw(kernels, 0, first, draws);
        }
        let mut planes = Planes::<T>::of_pass(axis, 0, across)?;
        planes.draw(kernels, 0, 0, draws)?;
        for number in 1..last {
            let mut next = Planes::<T>::of_pass(axis, number, across)?;
            next.draw(kernels, number, 0, &planes.parts(axis, number))?;
            planes = next;
        }
        self.draw(kernels, last, first, &planes.parts(axis, last))
    }

    /// Returns the draws of the next pass along the same axis, each of a whole plane.
    fn parts(&self, axis: &Along, number: usize) -> Vec<Draw<'_, T>> {
        let part = axis.length / axis.steps[number].radix / self.planes.len();
        let draw = |(k, from)| Draw { from, start: k * part, lines: 0..self.across, shift: 0 };
        self.planes.iter().enumerate().map(draw).collect()
    }

    /// Returns the draws for `lines` of the first pass along the other axis. In the planes these lines are rows, some in each
    /// plane.
    pub fn lines(&self, lines: &Range<usize>) -> Vec<Draw<'_, T>> {
        let draw = |(k, from): (usize, _)| {
            let first = k * self.along;
            let own = first.max(lines.start)..(first + self.along).min(lines.end);
            let shift = first as isize - lines.start as isize;
            let draw = |own: Range<usize>| Draw { from, start: 0, lines: own, shift };
            (!own.is_empty()).then(|| draw(own.start - lines.start..own.end - lines.start))
        };
        self.planes.iter().enumerate().filter_map(draw).collect()
    }

    /// Draws one pass, whose lines begin at `first`.
    fn draw<S: Texel>(
        &mut self,
        kernels: &Kernels,
        number: usize,
        first: usize,
        draws: &[Draw<S>],
    ) -> Result<(), Error> {
        let axis = kernels.axis;
        let step = axis.steps[number];
        let along = if number == 0 { self.along } else { self.along / axis.steps[number - 1].radix };
        for (part, kernel) in kernels.of_passes[number].iter().enumerate() {
            for draw in draws {
                let (lines, start) = (draw.lines.start + first, draw.start);
                let mut pass = axis
                    .device
                    .pass(kernel)
                    .input(if number == 0 { kernels.input } else { "from" }, draw.from)
                    .constant("start", start)
                    .constant("run", step.run)
                    .constant("per_run", 1.0 / step.run as f32)
                    .rectangle(Rect::new(lines, start, draw.lines.len(), along));
                pass = pass.constant("shift", (draw.shift + first as isize) as i32);
                if number > 0 {
                    pass = pass.input("twiddles", &axis.twiddles);
                }
                let targets = self.planes.iter_mut().skip(part).step_by(step.parts());
                targets.zip(PLANES).fold(pass, |pass, (plane, name)| pass.output(name, plane)).run()?;
            }
        }
        Ok(())
    }
}

/// The kernels of the passes along an axis.
pub(super) struct Kernels<'a> {
    axis: &'a Along,
    /// The name of the first pass's input.
    input: &'static str,
    /// The kernels of each pass, one for each of its parts.
    of_passes: Vec<Vec<Kernel>>,
}

impl<'a> Kernels<'a> {
    pub fn new<T: Signal>(axis: &'a Along, read: Read, load: Load) -> Result<Kernels<'a>, Error> {
        let kernels = |(number, step): (usize, &Step)| {
            let (read, load) = if number == 0 { (read, load) } else { (Read::Planes, Load::Same) };
            let kernel = |part| {
                let pass = kernel::Pass { step: *step, part, first: number == 0, read, load };
                axis.device.kernel(&pass.source::<T>())
            };
            (0..step.parts()).map(kernel).collect()
        };
        let of_passes = axis.steps.iter().enumerate().map(kernels).collect::<Result<_, DeviceError>>()?;
        Ok(Kernels { axis, input: load.input(), of_passes })
    }
}

/// The result of a transform, in natural order.
pub(super) struct Joined<T: Texel> {
    pub stream: Stream<T>,
    /// Whether the axis that was transformed last runs down the columns of the result.
    down: bool,
    /// The factor of an inverse transform.
    scale: Option<f32>,
}

impl<T: Texel> Joined<T> {
    pub fn new(device: &Device, shape: Shape, down: bool, scale: Option<f32>) -> Result<Joined<T>, Error> {
        // A signal with one dimension is a single row, as in its texture.
        let geometry = Geometry::grid(shape.last(), shape.count());
        Ok(Joined { stream: Stream::new(device, shape, geometry)?, down, scale })
    }

    /// Copies the planes to their positions side by side, for these lines of the other axis.
    pub fn add(&mut self, planes: &Planes<T>, lines: &Range<usize>) -> Result<(), Error> {
        let device = self.stream.device().clone();
        let kernel = device.kernel(&kernel::join::<T>(self.down, self.scale.is_some()))?;
        for (k, plane) in planes.planes.iter().enumerate() {
            let (along, across) = (k * planes.along, lines.start);
            let rectangle = match self.down {
                true => Rect::new(across, along, planes.across, planes.along),
                false => Rect::new(along, across, planes.along, planes.across),
            };
            let pass = device
                .pass(&kernel)
                .input("plane", plane)
                .constant("start_x", rectangle.x)
                .constant("start_y", rectangle.y)
                .constant("scale", self.scale.unwrap_or(1.0))
                .rectangle(rectangle);
            pass.output("joined", &mut self.stream).run()?;
        }
        Ok(())
    }
}
