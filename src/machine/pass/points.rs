//! Points: passes that draw each element of a stream as a point, wherever another stream says.

use crate::backend::{BackendError, InputBinding, PointSource, PointsBinding};
use crate::error::{DeviceError, Error, PassError};
use crate::geometry::{Geometry, Layout};
use crate::machine::stream::Stream;
use crate::texel::{Components, Stored};

use super::Pass;
use super::binding::StreamBinding;

/// The largest number of elements whose indices floats tell apart.
const INDICES: usize = 1 << 24;

/// The same for half floats.
const HALF_INDICES: usize = 1 << 11;

impl<'a> Pass<'a> {
    /// Runs the kernel for each element of `places` instead of each element of the outputs, and draws the result as a point: element `i` goes
    /// to the element of the outputs that `places` has for it. So a pass scatters. Elements that no point reaches keep their value.
    ///
    /// `places` has indices of elements, as floats, or columns and rows, as vectors of two, rounded down; half floats count to 2048. A point whose place is not in the
    /// outputs is not drawn. In the kernel, `here()` is the index of the point, and the extents of an output are those of `places`. Points are
    /// drawn in the order of their indices: of several at one place the last one stays, or they are [blended](Pass::blend) in this order.
    ///
    /// ```
    /// use brooklet::{Blend, Device, kernel::Source};
    /// let device = Device::headless()?;
    /// let one = device.kernel(&Source::new("one", "output float counted; void main() { counted = 1.0; }"))?;
    /// // A histogram: each number adds 1 to its bin.
    /// let bins = device.upload(&[2.0, 0.0, 2.0, 3.0, 2.0])?;
    /// let mut counts = device.upload(&[0.0; 4])?;
    /// device.pass(&one).output("counted", &mut counts).points(&bins).blend(Blend::ADD).run()?;
    /// assert_eq!(counts.read()?, [1.0, 0.0, 3.0, 1.0]);
    /// # Ok::<(), brooklet::Error>(())
    /// ```
    pub fn points<T: Stored>(mut self, places: &'a Stream<T>) -> Pass<'a> {
        self.points = Some(StreamBinding::of(places));
        self
    }

    /// Lets each point cover this many columns and rows of texels, from its place on. A point that does not fit into the outputs there is not
    /// drawn.
    pub fn point_size(mut self, size: usize) -> Pass<'a> {
        self.point_size = size;
        self
    }

    /// Says how places reach the vertices. By default, vertices fetch them where the device
    /// [can](crate::Features::points), as since the GeForce 6 in 2004, and otherwise they are copied into a buffer of vertices, on the
    /// device, as on the Radeons of that time.
    pub fn point_source(mut self, source: PointSource) -> Pass<'a> {
        self.point_source = Some(source);
        self
    }

    /// Checks the points of a pass that writes outputs of this geometry. Returns how they are drawn, without texture if there are none.
    pub(super) fn points_binding(&self, target: &Geometry) -> Result<Option<(PointsBinding, Geometry)>, Error> {
        let Some(places) = self.points else { return Ok(None) };
        let refuse = |what: String| Err(PassError::Points { kernel: self.name(), what }.into());
        if places.device != self.device.inner.id {
            return Err(DeviceError::OtherDevice { what: format!("the places of pass `{}`", self.name()) }.into());
        }
        let Some(usual) = self.device.features().points else {
            let device = self.device.info().renderer.clone();
            return Err(BackendError::Lacks { kernel: self.name(), what: "points".to_owned(), device }.into());
        };
        let column_row = match places.components {
            Components::One => false,
            Components::Two => true,
            other => {
                let ty = other.type_name();
                return refuse(format!(
                    "their places are {ty}; they may be float, an index, or vec2, a column and a row"
                ));
            }
        };
        for (what, geometry) in [("places", &places.geometry), ("outputs", target)] {
            if geometry.layout == Layout::Packed {
                return refuse(format!("the {what} are packed; take plain ones, by to_layout(Layout::Plain)"));
            }
        }
        if !column_row && target.count > INDICES {
            let count = target.count;
            return refuse(format!(
                "the outputs have {count} elements, and floats tell {INDICES} indices apart; make the places columns and rows"
            ));
        }
        let most = if column_row { target.row.max(target.height) } else { target.count };
        if places.half && most > HALF_INDICES {
            let what = if column_row { "columns or rows" } else { "elements" };
            return refuse(format!(
                "the outputs have {most} {what}, and half floats tell {HALF_INDICES} apart; make the places floats"
            ));
        }
        let exact = self.device.features().exact_integer as usize;
        for (what, geometry) in [("places", &places.geometry), ("outputs", target)] {
            if geometry.count > exact {
                let count = geometry.count;
                return refuse(format!(
                    "the {what} have {count} elements, and this device counts to {exact}; draw parts of them"
                ));
            }
        }
        if self.rectangle.is_some() {
            return refuse("a rectangle is part of a quad; limit points by scissor(..)".to_owned());
        }
        let (size, max) = (self.point_size, self.device.limits().point_size);
        if size == 0 || size > max {
            return refuse(format!("they cover {size} columns and rows, and this device draws 1 to {max}"));
        }
        if size > 1 && (target.wrapped() || target.count != target.width * target.height) {
            let (count, width, height) = (target.count, target.width, target.height);
            return refuse(format!(
                "they cover {size} columns and rows of the texture, of which the outputs are a part: {count} elements of {width} × {height}; \
                 take outputs with two extents"
            ));
        }
        let source = self.point_source.unwrap_or(usual);
        if source == PointSource::VertexTexture && usual == PointSource::Buffer {
            return refuse(
                "the vertices of this device do not fetch from textures; take PointSource::Buffer".to_owned(),
            );
        }
        let texture = places.texture.unwrap_or(crate::backend::TextureId(0));
        let input = InputBinding { texture, geometry: places.geometry, layers: 1 };
        let binding = PointsBinding { places: input, column_row, source, size, target: *target };
        Ok(Some((binding, places.geometry)))
    }
}
