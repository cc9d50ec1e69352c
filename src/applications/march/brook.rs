//! Marching cubes as in the paper. Variable outputs of Brook kernels select the cells that have triangles, and expand them into
//! triangles.

use crate::applications::Error;
use crate::brook::Program;
use crate::shape::Shape;

use super::MarchingCubes;
use super::surface::Surface;
use super::volume::{ROW, Volume};

const TEXT: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/demos/brook/march.br"));

/// The three corners of a triangle.
type Triangle = [[f32; 3]; 3];

pub(super) fn surface(march: &MarchingCubes, volume: &Volume, iso: f32) -> Result<Surface, Error> {
    let device = &march.device;
    let program = Program::compile(device, "march.br", TEXT)?;
    let [planes, rows, columns] = volume.extents();
    let row = columns.next_multiple_of(ROW);
    let stride = [1.0, row as f32, (row * rows) as f32];
    let mut kind = device.stream::<f32>(Shape::from([planes - 1, rows - 1, columns - 1]))?;
    let call = program.kernel("classify")?.gather("volume", volume.samples()).constant("stride", stride);
    call.constant("iso", iso).output("kind", &mut kind).run()?;
    let mut cells = device.stream::<[f32; 4]>(0)?;
    program.kernel("occupied")?.stream("kind", &kind).output("cell", &mut cells).run()?;
    drop(kind);
    let mut triangles = program.stream::<Triangle>("Triangle", 0)?;
    if !cells.is_empty() {
        let call = program.kernel("expand")?.stream("cell", &cells).gather("volume", volume.samples());
        let call = call.gather("counts", &march.counts).gather("edges", &march.edges).constant("stride", stride);
        let call = call.constant("iso", iso).constant("origin", volume.origin());
        call.output("triangle", &mut triangles).run()?;
    }
    let room = || device.stream::<[f32; 3]>(triangles.len());
    let [mut a, mut b, mut c] = [room()?, room()?, room()?];
    let call = program.kernel("corners")?.stream("triangle", &triangles);
    call.output("a", &mut a).output("b", &mut b).output("c", &mut c).run()?;
    Ok(Surface { corners: [a, b, c] })
}
