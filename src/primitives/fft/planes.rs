//! Planes, which are the streams between passes, and the passes that draw them.

use std::ops::Range;

use crate::backend::Class;
use crate::error::Error;
use crate::fourier::root;
use crate::geometry::Rect;
use crate::machine::{Device, Kernel, Stream};
use crate::texel::Texel;

use super::kernel::{self, PLANES, Read};
use super::plan::{Step, steps};
use super::roots::Roots;

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
    /// Plans the passes for lines of a length from 2 to [`LARGEST`](super::plan::LARGEST), with no other factors than 2, 3 and 5.
    pub fn new(device: &Device, length: usize) -> Result<Along, Error> {
        let targets = 1 << device.limits().targets.clamp(1, PLANES.len()).ilog2();
        let entry = |k: usize| {
            let (one, two) = (root(k, length), root(2 * k, length));
            [one[0], one[1], two[0], two[1]]
        };
        let table: Vec<[f32; 4]> = (0..length.div_ceil(2)).map(entry).collect();
        let twiddles = device.upload_shaped([1, table.len()], &table)?;
        let strip = match device.info().class {
            Class::Software => STRIP * std::thread::available_parallelism().map_or(1, usize::from),
            Class::Hardware => usize::MAX,
        };
        Ok(Along { device: device.clone(), length, steps: steps(length, targets), strip, twiddles })
    }

    /// Splits `across` lines along this axis into strips, which are transformed one after the other. On a GPU, one strip has all
    /// lines, or as many as a texture has columns.
    pub fn strips<T: Texel>(&self, across: usize) -> impl Iterator<Item = Range<usize>> + use<T> {
        let line = 4 * T::COMPONENTS.channels() * self.length;
        let width = (self.strip / line).clamp(1, across.clamp(1, self.device.limits().texture));
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
pub(super) struct Draw<'a, T: Texel> {
    from: &'a Stream<T>,
    /// The index along the axis at which its elements begin.
    start: usize,
    /// `lines` has the positions at which its lines are drawn, and `shift` is the position of the first line of `from`.
    lines: Range<usize>,
    shift: isize,
    /// The place in `from`, along the axis, at which the lines begin.
    base: usize,
    /// Of folded lines: the row of the first line of `from`.
    row: usize,
}

impl<'a, T: Texel> Draw<'a, T> {
    /// Makes the draw of these lines of a signal, which begin at the place `base`. The first of them is drawn as line 0.
    pub fn lines(from: &'a Stream<T>, lines: &Range<usize>, base: usize) -> Draw<'a, T> {
        Draw { from, start: 0, lines: 0..lines.len(), shift: -(lines.start as isize), base, row: 0 }
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
        let planes = (0..count).map(|_| axis.device.stream([along, across])).collect::<Result<_, Error>>()?;
        Ok(Planes { planes, along, across })
    }

    /// Runs all passes along an axis. The first pass reads `draws`; the last one draws lines from `first` on.
    pub fn transform(
        &mut self,
        kernels: &Kernels,
        first: usize,
        across: usize,
        draws: &[Draw<T>],
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
        let draw = |(k, from)| Draw { from, start: k * part, lines: 0..self.across, shift: 0, base: 0, row: 0 };
        self.planes.iter().enumerate().map(draw).collect()
    }

    /// Returns the draws for `lines` of the first pass along the other axis. In the planes these lines are rows, some in each
    /// plane. Of long lines that are folded, `length` elements of a row belong to one, and the lines of the next one follow.
    pub fn rows(&self, lines: &Range<usize>, length: usize) -> Vec<Draw<'_, T>> {
        let folded =
            (0..self.across / length).flat_map(|line| self.planes.iter().enumerate().map(move |own| (line, own)));
        let draw = |(line, (k, from)): (usize, (usize, _))| {
            let row = k * self.along;
            let first = line * self.planes.len() * self.along + row;
            let own = first.max(lines.start)..(first + self.along).min(lines.end);
            let shift = first as isize - lines.start as isize;
            let draw = |own: Range<usize>| Draw { from, start: 0, lines: own, shift, base: line * length, row };
            (!own.is_empty()).then(|| draw(own.start - lines.start..own.end - lines.start))
        };
        folded.filter_map(draw).collect()
    }

    /// Draws one pass, whose lines begin at `first`.
    fn draw(&mut self, kernels: &Kernels, number: usize, first: usize, draws: &[Draw<T>]) -> Result<(), Error> {
        let axis = kernels.axis;
        let step = axis.steps[number];
        let along = if number == 0 { self.along } else { self.along / axis.steps[number - 1].radix };
        for (part, kernel) in kernels.of_passes[number].iter().enumerate() {
            for draw in draws {
                let (lines, start) = (draw.lines.start + first, draw.start);
                let mut pass = axis
                    .device
                    .pass(kernel)
                    .input("from", draw.from)
                    .constant("start", start)
                    .constant("run", step.run)
                    .constant("per_run", 1.0 / step.run as f32)
                    .constant("base", draw.base)
                    .constant("row", draw.row)
                    .rectangle(Rect::new(lines, start, draw.lines.len(), along));
                pass = pass.constant("shift", (draw.shift + first as isize) as i32);
                if number > 0 {
                    pass = pass.input("twiddles", &axis.twiddles);
                }
                if let (0, Some(roots)) = (number, kernels.roots) {
                    pass = roots.bind(pass);
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
    /// The roots by which elements of folded lines are turned.
    roots: Option<&'a Roots>,
    /// The kernels of each pass, one for each of its parts.
    of_passes: Vec<Vec<Kernel>>,
}

impl<'a> Kernels<'a> {
    /// Makes the kernels, of which the first reads its elements in this way.
    pub fn new<T: Texel>(axis: &'a Along, read: Read, exchanged: bool) -> Result<Kernels<'a>, Error> {
        let kernels = |(number, step): (usize, &Step)| {
            let first = number == 0;
            let (read, exchanged) = if first { (read, exchanged) } else { (Read::Columns, false) };
            let kernel = |part| {
                let pass = kernel::Pass { step: *step, part, first, read, exchanged };
                axis.device.kernel(&pass.source::<T>())
            };
            (0..step.parts()).map(kernel).collect()
        };
        let of_passes = axis.steps.iter().enumerate().map(kernels).collect::<Result<_, Error>>()?;
        Ok(Kernels { axis, roots: None, of_passes })
    }

    /// Makes the kernels of the second half of long lines, which are turned by these roots.
    pub fn folded<T: Texel>(axis: &'a Along, roots: &'a Roots) -> Result<Kernels<'a>, Error> {
        Ok(Kernels { roots: Some(roots), ..Kernels::new::<T>(axis, Read::FoldedRows, false)? })
    }
}

/// The result of a transform, in natural order.
pub(super) struct Joined<T: Texel> {
    pub stream: Stream<T>,
    /// Whether the axis that was transformed last runs down the columns of the result.
    pub down: bool,
    /// The factor of an inverse transform, whose parts are exchanged at last.
    pub scale: Option<f32>,
}

impl<T: Texel> Joined<T> {
    /// Copies the planes to their positions side by side, for these lines of the other axis, which begin at the place `base` along their own.
    pub fn add(&mut self, planes: &Planes<T>, lines: &Range<usize>, base: usize) -> Result<(), Error> {
        let device = self.stream.device().clone();
        let kernel = device.kernel(&kernel::join::<T>(self.down, self.scale.is_some()))?;
        for (k, plane) in planes.planes.iter().enumerate() {
            let (along, across) = (base + k * planes.along, lines.start);
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
