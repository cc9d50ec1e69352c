//! Stencil routing: a grid whose cells are squares of texels, to which points bring the particles.

use crate::applications::Error;
use crate::error::Error as DeviceError;
use crate::fragment_operations::{Compare, DepthTest, StencilOperation, StencilTest};
use crate::glsl;
use crate::machine::{DepthStencil, Device, Pass, Stream};

use super::ParticlesError;
use super::bodies::Bodies;
use super::grid::Cells;

/// The stencil of a texel that takes the next particle of its square. Each particle of the square increments the stencils, up to 255, so
/// that a texel with 255 has taken one, and at least one more came after it.
const NEXT: u8 = 253;

/// The longest side of a square: the stencils of its texels begin at [`NEXT`] and count down, and are above 0.
const MAX_SIDE: usize = 15;

/// The squares of texels of one step, on the device: a square for each cell, side by side in rows.
#[derive(Debug)]
pub struct Squares {
    /// The index of the particle in each texel, or -1. The particles of a cell are in its square row by row, in ascending order.
    pub particles: Stream<f32>,
    /// The number of texels along a side of a square.
    pub side: usize,
    /// The number of squares in a row.
    pub columns: usize,
}

/// Brings particles to the squares of their cells.
pub(super) struct Router {
    cells: Cells,
    /// The side of the squares that had room for all particles so far.
    side: usize,
}

impl Router {
    pub fn new(cells: Cells) -> Router {
        Router { cells, side: 2 }
    }

    /// Brings particles to the squares of their cells. If a square is too small for the particles of its cell, all squares grow for this
    /// step and those after it.
    pub fn route(&mut self, position: &Stream<[f32; 4]>) -> Result<Squares, Error> {
        loop {
            if let Some(squares) = self.route_once(position)? {
                return Ok(squares);
            }
            let limits = position.device().limits();
            let max = MAX_SIDE.min(limits.point_size).min(limits.texture / self.columns());
            if self.side >= max {
                return Err(ParticlesError::Crowded { max: self.side * self.side }.into());
            }
            self.side += 1;
        }
    }

    /// Returns the number of squares in a row.
    fn columns(&self) -> usize {
        self.cells.count().isqrt().max(1)
    }

    /// Returns `None` if a square is too small.
    fn route_once(&self, position: &Stream<[f32; 4]>) -> Result<Option<Squares>, Error> {
        let (device, side) = (position.device(), self.side);
        let columns = self.columns();
        let shape = [side * self.cells.count().div_ceil(columns), side * columns];
        let mut squares = Squares { particles: device.stream(shape)?, side, columns };
        let mut places = device.stream::<[f32; 2]>(position.len())?;
        let kernel = device.kernel(&glsl!("applications/particles_route.frag"))?;
        let pass = self.cells.constants(device.pass(&kernel).input("position", position));
        squares.constants(pass).output("place", &mut places).run()?;
        let kernel = device.kernel(&glsl!("applications/particles_free.frag"))?;
        device.pass(&kernel).output("place", &mut squares.particles).run()?;
        let mut buffer = stencils(device, &squares)?;
        // A point covers the square. All of its texels count it, and the one whose turn it is takes it.
        let take = StencilTest::new(Compare::Equal, NEXT).pass(StencilOperation::Increment);
        let take = take.fail(StencilOperation::Increment);
        let kernel = device.kernel(&glsl!("applications/particles_count.frag"))?;
        let pass = device.pass(&kernel).output("place", &mut squares.particles).points(&places).point_size(side);
        pass.depth_stencil(&mut buffer).stencil_test(take).run()?;
        let kernel = device.kernel(&glsl!("applications/particles_square_last.frag"))?;
        let mut query = device.occlusion_query()?;
        let pass = device.pass(&kernel).constant("side", side).depth_stencil(&mut buffer);
        let full = StencilTest::new(Compare::Equal, u8::MAX);
        pass.depth_test(DepthTest::new(Compare::Less)).stencil_test(full).count(&mut query).run()?;
        Ok((!query.any()?).then_some(squares))
    }
}

/// Makes the stencils of all squares: [`NEXT`] in the first texel, and one less in each texel after it. All depths are one half.
fn stencils(device: &Device, squares: &Squares) -> Result<DepthStencil, DeviceError> {
    let mut buffer = device.depth_stencil(&squares.particles)?;
    buffer.clear(0.5, 0)?;
    let kernel = device.kernel(&glsl!("applications/particles_square_bit.frag"))?;
    for bit in (0..u8::BITS).map(|bit| 1u8 << bit) {
        let set = StencilTest::new(Compare::Always, u8::MAX).pass(StencilOperation::Replace).write_mask(bit);
        let pass = device.pass(&kernel).constant("side", squares.side).constant("bit", f32::from(bit));
        let pass = pass.constant("first", f32::from(NEXT)).depth_stencil(&mut buffer);
        pass.depth_test(DepthTest::new(Compare::Less)).stencil_test(set).run()?;
    }
    Ok(buffer)
}

impl Squares {
    fn constants<'a>(&self, pass: Pass<'a>) -> Pass<'a> {
        pass.constant("side", self.side).constant("columns", self.columns)
    }
}

/// Adds the effect of collisions with the particles in the 27 cells around to each velocity. `constants` sets those of the contact.
pub(super) fn collide(
    bodies: &Bodies,
    (cells, squares): (&Cells, &Squares),
    constants: impl for<'a> Fn(Pass<'a>) -> Pass<'a>,
) -> Result<Stream<[f32; 4]>, DeviceError> {
    let device = bodies.position.device();
    let kernel = device.kernel(&glsl!("applications/particles_collide_routed.frag"))?;
    let mut result = device.stream(bodies.position.len())?;
    let pass = device.pass(&kernel).input("position", &bodies.position).input("velocity", &bodies.velocity);
    let pass = constants(cells.constants(squares.constants(pass.input("squares", &squares.particles))));
    let pass = pass.constant("cells", 27);
    pass.output("result", &mut result).run()?;
    Ok(result)
}
