//! Domains: parts of streams, read and written as streams of their own.

use super::argument::{Input, InputArgument, Output, OutputArgument, View};
use super::column::Column;
use super::error::Error;
use crate::glsl;
use crate::machine::Stream;
use crate::shape::{IntoShape, Named, Shape};
use crate::texel::Texel;

/// A part of a stream, for an input or a gather to read. An input sees a stream with the part's extents. For a gather, index 0 is
/// the part's corner, and indices are clamped to the part.
///
/// ```
/// use brooklet::{Device, brook::Program};
/// let device = Device::headless()?;
/// let program = Program::compile(&device, "twice.br", "kernel void twice(float a<>, out float b<>) { b = 2 * a; }")?;
/// let x = device.upload_shaped([2, 3], &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0])?;
/// let mut y = device.upload_shaped([2, 3], &[0.0; 6])?;
/// // Copies the last two columns of both rows to the first two columns.
/// let call = program.kernel("twice")?.stream("a", x.domain([0, 1], [2, 3]));
/// call.output("b", y.domain_mut([0, 0], [2, 2])).run()?;
/// assert_eq!(y.read()?, [4.0, 6.0, 0.0, 10.0, 12.0, 0.0]);
/// # Ok::<(), brooklet::brook::Error>(())
/// ```
pub struct Domain<'a>(View<'a>);

impl<'a> Domain<'a> {
    pub(super) fn new(of: View<'a>, low: Shape, high: Shape) -> Domain<'a> {
        Domain(View { domain: Some((low, high)), ..of })
    }
}

impl<'a> From<Domain<'a>> for InputArgument<'a> {
    fn from(domain: Domain<'a>) -> InputArgument<'a> {
        InputArgument(Input::Stream(domain.0))
    }
}

/// A part of a stream, for an output to write. The elements outside the part do not change. Writing takes a pass over the whole
/// stream.
pub struct DomainMut<'a>(Output<'a>);

impl<'a> DomainMut<'a> {
    pub(super) fn new(of: OutputArgument<'a>, low: Shape, high: Shape) -> DomainMut<'a> {
        DomainMut(Output { domain: Some((low, high)), ..of.0 })
    }
}

impl<'a> From<DomainMut<'a>> for OutputArgument<'a> {
    fn from(domain: DomainMut<'a>) -> OutputArgument<'a> {
        OutputArgument(domain.0)
    }
}

impl<T: Texel> Stream<T> {
    /// Returns the part of the stream from `low` (inclusive) to `high` (exclusive), for a Brook kernel to read: `s.domain(lo, hi)`.
    /// Both ends are in C order, like shapes. Running the kernel checks that they lie inside the stream.
    pub fn domain(&self, low: impl Into<Shape>, high: impl Into<Shape>) -> Domain<'_> {
        Domain::new(View::of(self), low.into(), high.into())
    }

    /// Returns the part of the stream from `low` (inclusive) to `high` (exclusive), for a Brook kernel to write.
    pub fn domain_mut(&mut self, low: impl Into<Shape>, high: impl Into<Shape>) -> DomainMut<'_> {
        DomainMut::new(self.into(), low.into(), high.into())
    }

    /// Reads the elements of a domain, in C order: `streamWrite` on a domain.
    ///
    /// # Errors
    /// The domain extends outside the stream: the error has the domain's ends and the stream's shape.
    pub fn read_domain(&self, low: impl IntoShape, high: impl IntoShape) -> Result<Vec<T>, Error> {
        let window = Window::of("", "", self.shape(), (low.into_shape()?, high.into_shape()?))?;
        if window.count() == 0 {
            return Ok(Vec::new());
        }
        Ok(bytemuck::allocation::pod_collect_to_vec(&window.extract(self)?.read()?))
    }

    /// Replaces the elements of a domain, in C order: `streamRead` on a domain.
    ///
    /// # Errors
    /// The domain extends outside the stream, or the number of elements is not that of the domain.
    pub fn write_domain(&mut self, low: impl IntoShape, high: impl IntoShape, elements: &[T]) -> Result<(), Error> {
        let window = Window::of("", "", self.shape(), (low.into_shape()?, high.into_shape()?))?;
        let part = self.device().upload_shaped(window.shape(), elements)?;
        if window.count() > 0 {
            let merged = window.merge(self, &part)?;
            self.replace_with(merged);
        }
        Ok(())
    }
}

/// A domain that has been checked to lie inside its stream.
#[derive(Clone, Copy)]
pub(super) struct Window {
    whole: Shape,
    low: Shape,
    high: Shape,
}

impl Window {
    pub fn of(kernel: &str, parameter: &str, whole: Shape, (low, high): (Shape, Shape)) -> Result<Window, Error> {
        let axes = || low.extents().iter().zip(high.extents()).zip(whole.extents());
        let why = match () {
            () if low.rank() != whole.rank() || high.rank() != whole.rank() => {
                "its ends need as many numbers as the stream has dimensions"
            }
            () if axes().any(|((low, high), _)| low > high) => "it ends before it begins",
            () if axes().any(|((_, high), extent)| high > extent) => "it ends beyond the stream",
            () => return Ok(Window { whole, low, high }),
        };
        let stream = Named::new(parameter, whole);
        Err(Error::Domain { kernel: kernel.to_owned(), domain: Box::new((low, high)), stream, why })
    }

    /// Returns the extents of the domain.
    pub fn shape(&self) -> Shape {
        let extents: Vec<usize> = self.high.extents().iter().zip(self.low.extents()).map(|(h, l)| h - l).collect();
        Shape::try_from(extents.as_slice()).unwrap_or(self.whole)
    }

    pub fn count(&self) -> usize {
        self.shape().count()
    }

    /// Returns the number of the stream's element at the domain's corner.
    pub fn base(&self) -> usize {
        (0..4).map(|axis| extent_or(self.low, axis, 0) * pitch(self.whole, axis)).sum()
    }

    /// Copies the domain into a new stream, with a pass.
    pub fn extract(&self, column: &dyn Column) -> Result<Box<dyn Column>, crate::Error> {
        let device = column.device();
        let kernel = device.kernel(&glsl!("brook/brook_domain.frag").element_of(column.components()))?;
        let part = super::column::column(device, column.components(), self.shape())?;
        let size = |axis| extent(self.shape(), axis);
        let pass = device.pass(&kernel).bound("whole", column.bound()).constant("base", self.base());
        let pass = pass.constant("size_x", size(0)).constant("size_y", size(1)).constant("size_z", size(2));
        let pass = pass.constant("pitch_y", pitch(self.whole, 1)).constant("pitch_z", pitch(self.whole, 2));
        pass.constant("pitch_w", pitch(self.whole, 3)).bound_output("part", part.bound()).run()?;
        Ok(part)
    }

    /// Copies the whole stream, with the domain replaced by `part`, into a new stream, with a pass.
    pub fn merge(&self, column: &dyn Column, part: &dyn Column) -> Result<Box<dyn Column>, crate::Error> {
        let device = column.device();
        let kernel = device.kernel(&glsl!("brook/brook_merge.frag").element_of(column.components()))?;
        let merged = column.fresh(self.whole)?;
        let mut pass = device.pass(&kernel).bound("whole", column.bound()).bound("part", part.bound());
        let axes = [
            (0, "size_x", "low_x", Some("extent_x")),
            (1, "size_y", "low_y", Some("extent_y")),
            (2, "size_z", "low_z", Some("extent_z")),
            (3, "size_w", "low_w", None),
        ];
        for (axis, size, low, whole) in axes {
            pass = pass.constant(size, extent(self.shape(), axis)).constant(low, extent_or(self.low, axis, 0));
            if let Some(whole) = whole {
                pass = pass.constant(whole, extent(self.whole, axis));
            }
        }
        pass.bound_output("merged", merged.bound()).run()?;
        Ok(merged)
    }
}

/// Returns the extent of a shape along an axis, or 1 if it does not have the axis. Axis 0 is the fastest, the last in C order.
pub(super) fn extent(shape: Shape, axis: usize) -> usize {
    extent_or(shape, axis, 1)
}

fn extent_or(shape: Shape, axis: usize, without: usize) -> usize {
    shape.rank().checked_sub(1 + axis).map_or(without, |axis| shape.extents()[axis])
}

/// Returns the distance between neighbours along an axis, in elements.
pub(super) fn pitch(shape: Shape, axis: usize) -> usize {
    (0..axis).map(|axis| extent(shape, axis)).product()
}

impl Output<'_> {
    /// Checks that the output's domain lies inside the stream. Returns the domain, or `None` if the output is a whole stream.
    pub(super) fn window(&self) -> Result<Option<Window>, Error> {
        let whole = self.columns[0].shape();
        self.domain.map(|domain| Window::of("stream", "output", whole, domain)).transpose()
    }
}
