//! The fastest marching cubes method: a pyramid of counts, in which each triangle searches for its cell from the top down.

use crate::applications::Error;
use crate::geometry::Layout;
use crate::glsl;
use crate::machine::{Device, Pass, Stream, StreamBinding};
use crate::primitives::filter_pyramid::{LEVELS, TOP, level, sums};

use super::error::MarchError;
use super::surface::Surface;
use super::volume::{ROW, Volume};
use super::{EXACT, MarchingCubes};

/// The names of the outputs of a kernel that writes corners of a triangle.
const CORNERS: [&str; 3] = ["corner_0", "corner_1", "corner_2"];

pub(super) fn surface(march: &MarchingCubes, volume: &Volume, iso: f32) -> Result<Surface, Error> {
    let device = &march.device;
    let mut levels = vec![counts(march, volume, iso)?];
    while levels[levels.len() - 1].geometry().texels() > TOP {
        levels.push(sums(&levels[levels.len() - 1])?);
    }
    let total = levels[levels.len() - 1].read()?.iter().sum::<f32>();
    if !total.is_finite() {
        return Err(MarchError::SomeNotFinite.into());
    }
    if total > EXACT as f32 {
        return Err(MarchError::TooMany { max: EXACT }.into());
    }
    let room = || device.stream::<[f32; 3]>(total as usize);
    let mut surface = Surface { corners: [room()?, room()?, room()?] };
    if surface.is_empty() {
        return Ok(surface);
    }
    // Write all three corners of a triangle in one pass if there are enough render targets.
    let together = if device.limits().targets >= CORNERS.len() { CORNERS.len() } else { 1 };
    for (number, group) in surface.corners.chunks_mut(together).enumerate() {
        let source = glsl!("applications/march_expand.frag").parameter("levels", levels.len());
        let kernel =
            device.kernel(&source.parameter("first_corner", number * together).parameter("corners", together))?;
        let pass = bind(device.pass(&kernel), march, volume, iso).constant("origin", volume.origin());
        let pass = pass.input("values", volume.samples()).input("edges", &march.edges);
        let pass =
            levels.iter().zip(LEVELS).fold(pass, |pass, (level, name)| pass.bound(name, StreamBinding::texels(level)));
        group.iter_mut().zip(CORNERS).fold(pass, |pass, (stream, name)| pass.output(name, stream)).run()?;
    }
    Ok(surface)
}

/// Counts the triangles of each four cells.
fn counts(march: &MarchingCubes, volume: &Volume, iso: f32) -> Result<Stream<f32>, Error> {
    let device: &Device = &march.device;
    let source = glsl!("applications/march_count.frag").parameter("keeps_nan", device.features().nan);
    let kernel = device.kernel(&source)?;
    let mut counts = level(device, volume.samples().len() / Layout::Packed.lanes())?;
    let pass = bind(device.pass(&kernel), march, volume, iso).constant("planes", volume.extents()[0]);
    let pass = pass.constant("zero", 0.0);
    pass.output_texels("counts", &mut counts).run()?;
    Ok(counts)
}

/// Binds the inputs that both kernels need of the volume.
fn bind<'a>(pass: Pass<'a>, march: &'a MarchingCubes, volume: &'a Volume, iso: f32) -> Pass<'a> {
    let [_, rows, columns] = volume.extents();
    let row = columns.next_multiple_of(ROW) / Layout::Packed.lanes();
    let pass = pass.bound("samples", StreamBinding::texels(volume.samples())).input("triangles", &march.counts);
    let pass = pass.constant("iso", iso).constant("row", row).constant("slice", row * rows);
    pass.constant("columns", columns).constant("rows", rows)
}
