//! The passes of a distance transform.

use crate::error::{Error, PrimitiveError};
use crate::geometry::Layout;
use crate::glsl;
use crate::lines::picture_size;
use crate::machine::{Pass, Stream, StreamBinding};
use crate::shape::Shape;

/// The size and the layout of a picture.
#[derive(Clone, Copy)]
pub(super) struct Plane {
    rows: usize,
    columns: usize,
    layout: Layout,
}

impl Plane {
    /// Returns the size of a picture whose elements the device's floats number exactly.
    pub fn of(what: &'static str, stream: &Stream<f32>) -> Result<Plane, PrimitiveError> {
        let [rows, columns] = picture_size(what, stream.shape())?;
        let (count, exact) = (stream.len(), stream.device().features().exact_integer as usize);
        if count > exact {
            return Err(PrimitiveError::FloatAddress { what, count, exact, instead: "split the picture into parts" });
        }
        Ok(Plane { rows, columns, layout: stream.layout() })
    }

    /// Sets what a kernel needs to find neighbours.
    pub fn bind(self, pass: Pass<'_>) -> Pass<'_> {
        pass.constant("rows", self.rows).constant("columns", self.columns)
    }

    /// Returns whether each row of the picture consists of whole texels of four elements.
    fn in_texels(self) -> bool {
        self.layout == Layout::Packed && self.columns.is_multiple_of(4)
    }

    /// Allocates a picture of this size, on the device of another.
    fn allocate(self, stream: &Stream<f32>) -> Result<Stream<f32>, Error> {
        stream.device().stream_with([self.rows, self.columns], self.layout)
    }

    /// Binds the picture as rows of texels.
    fn texels(self, stream: &Stream<f32>) -> StreamBinding<'_> {
        StreamBinding::texels(stream).with_row(self.columns / 4)
    }

    /// Sets what a kernel needs to find the column and the row of a seed.
    fn seeds(self, pass: Pass<'_>) -> Pass<'_> {
        pass.constant("columns", self.columns).constant("per_column", 1.0 / self.columns as f32)
    }
}

/// Floods the seeds: once by one, then by half of the larger extent, and so on, down to one.
pub(super) fn flood(mut seeds: Stream<f32>, plane: Plane) -> Result<Stream<f32>, Error> {
    let jumps = plane.rows.max(plane.columns).next_power_of_two().ilog2();
    for stride in [1].into_iter().chain((0..jumps).rev().map(|power| 1usize << power)) {
        seeds = flood_by(&seeds, plane, stride)?;
    }
    Ok(seeds)
}

fn flood_by(seeds: &Stream<f32>, plane: Plane, stride: usize) -> Result<Stream<f32>, Error> {
    let device = seeds.device();
    let mut flooded = plane.allocate(seeds)?;
    if !plane.in_texels() {
        let kernel = device.kernel(&glsl!("primitives/distance_flood.frag"))?;
        let pass = plane.seeds(device.pass(&kernel).input("nearest", seeds)).constant("rows", plane.rows);
        pass.constant("stride", stride).output("flooded", &mut flooded).run()?;
        return Ok(flooded);
    }
    let shift = if stride < 4 { stride } else { 0 };
    let kernel = device.kernel(&glsl!("primitives/distance_flood_packed.frag").parameter("shift", shift))?;
    let pass = plane.seeds(device.pass(&kernel).bound("nearest", plane.texels(seeds))).constant("rows", plane.rows);
    let pass = pass.constant("stride", (stride / 4).max(1)).constant("texels", plane.columns / 4);
    pass.bound_output("flooded", plane.texels(&flooded)).run()?;
    Ok(flooded)
}

/// Finds the nearest seed of each element exactly: along the longer axis, then along the other.
pub(super) fn exact(seeds: Stream<f32>, plane: Plane) -> Result<Stream<f32>, Error> {
    let down = plane.columns <= plane.rows;
    let mut lines = seeds;
    for stride in strides(if down { plane.rows } else { plane.columns }) {
        lines = line_by(&lines, plane, down, stride)?;
    }
    search(&lines, plane, !down)
}

/// Returns the powers of 4 below the length of a line, the largest first; 1 for a line of one element.
fn strides(length: usize) -> impl Iterator<Item = usize> {
    let count = (0..).find(|power| 4usize.pow(*power) >= length).unwrap_or(0);
    (0..count.max(1)).rev().map(|power| 4usize.pow(power))
}

fn line_by(seeds: &Stream<f32>, plane: Plane, down: bool, stride: usize) -> Result<Stream<f32>, Error> {
    let device = seeds.device();
    let mut flooded = plane.allocate(seeds)?;
    if down && plane.in_texels() {
        let kernel = device.kernel(&glsl!("primitives/distance_line_packed.frag"))?;
        let pass = device.pass(&kernel).bound("nearest", plane.texels(seeds)).constant("stride", stride);
        let pass = pass.constant("rows", plane.rows).constant("columns", plane.columns);
        pass.bound_output("flooded", plane.texels(&flooded)).run()?;
        return Ok(flooded);
    }
    let kernel = device.kernel(&glsl!("primitives/distance_line.frag").parameter("down", down))?;
    let pass = device.pass(&kernel).input("nearest", seeds).constant("stride", stride);
    let pass = pass.constant("extent", if down { plane.rows } else { plane.columns });
    pass.output("flooded", &mut flooded).run()?;
    Ok(flooded)
}

/// Finds the nearest seed of every 4^k-th element along an axis, of every 4^(k - 1)-th among the seeds between, and so on, down to each.
fn search(seeds: &Stream<f32>, plane: Plane, down: bool) -> Result<Stream<f32>, Error> {
    let device = seeds.device();
    let extent = if down { plane.rows } else { plane.columns };
    let mut above: Option<(Stream<f32>, usize)> = None;
    for stride in strides(extent) {
        let found = extent.div_ceil(stride);
        let shape = if down { Shape::from([found, plane.columns]) } else { Shape::from([plane.rows, found]) };
        let source = glsl!("primitives/distance_search.frag").parameter("down", down);
        let kernel = device.kernel(&source.parameter("first", above.is_none()))?;
        let mut nearest = device.stream_with::<f32>(shape, Layout::Plain)?;
        let mut pass = plane.seeds(device.pass(&kernel).input("seeds", seeds)).constant("stride", stride);
        pass = pass.constant("extent", extent);
        if let Some((coarse, found)) = &above {
            pass = pass.input("coarse", coarse).constant("found", *found);
        }
        pass.output("nearest", &mut nearest).run()?;
        above = Some((nearest, found));
    }
    match above {
        // A fragment that searches for four elements, one after the other, takes longer than four fragments and a pass that packs.
        Some((nearest, _)) if plane.layout == Layout::Packed => nearest.to_layout(Layout::Packed),
        Some((nearest, _)) => Ok(nearest),
        None => plane.allocate(seeds),
    }
}
