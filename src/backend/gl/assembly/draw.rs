//! Sets the parameters of a program, and draws rectangles with texture coordinates at their corners.

use crate::fragment_program::{Binding, FragmentProgram};
use crate::geometry::Rect;
use crate::ir::Attribute;

use super::super::Gl;
use super::{Assembled, Assembler, FRAGMENT_PROGRAM};

/// `GL_QUADS`. Two triangles would share an edge, and the rasterizer would have to assign each fragment on it to exactly one of them.
const QUADS: u32 = 7;

impl Gl {
    /// Binds a program, and sets its parameters to `numbers`, which are bits.
    pub(super) fn set_parameters(
        &self,
        assembler: &Assembler,
        assembled: &Assembled,
        program: &FragmentProgram,
        numbers: &[[u32; 4]],
    ) {
        let functions = &assembler.functions;
        // SAFETY: the context is current in every caller, the program belongs to it, and each pointer points to four numbers.
        unsafe {
            functions.bind(FRAGMENT_PROGRAM, assembled.name);
            for (parameter, bits) in program.parameters.iter().zip(numbers) {
                let values = bits.map(f32::from_bits);
                match parameter.binding {
                    // The driver has literals, and OpenGL's state is bound as local parameters.
                    Binding::Literal | Binding::State(_) => {}
                    // Passes the bits unchanged, both for instructions on floats and for those on integers.
                    Binding::Local(n)
                        if program.set.integers()
                            && functions.local_integers(
                                FRAGMENT_PROGRAM,
                                n as u32,
                                bits.map(|b| b as i32).as_ptr(),
                            ) => {}
                    Binding::Local(n) => functions.local(FRAGMENT_PROGRAM, n as u32, values.as_ptr()),
                    Binding::Environment(n) => functions.environment(FRAGMENT_PROGRAM, n as u32, values.as_ptr()),
                }
            }
        }
    }

    /// Draws a rectangle of a render target of the given size. For each component of each texture coordinate, `coordinates` contains
    /// the slope per column, the slope per row, and the start. Other attributes are [rewritten](super::rewritten) to texture coordinates.
    pub(super) fn draw_rect(
        &self,
        assembler: &Assembler,
        program: &FragmentProgram,
        coordinates: &[[[f32; 3]; 4]],
        rect: Rect,
        (width, height): (usize, usize),
    ) {
        let functions = &assembler.functions;
        let (right, top) = (rect.x + rect.width, rect.y + rect.height);
        let edge = |texel: usize, all: usize| 2.0 * texel as f32 / all as f32 - 1.0;
        // SAFETY: the context is current in every caller, and each pointer points to four numbers.
        unsafe {
            functions.begin(QUADS);
            for (x, y) in [(rect.x, rect.y), (right, rect.y), (right, top), (rect.x, top)] {
                for (coordinate, linear) in program.coordinates.iter().zip(coordinates) {
                    let at = linear.map(|[across, down, start]| {
                        let [across, down, start] = [across, down, start].map(f64::from);
                        (x as f64 * across + y as f64 * down + start) as f32
                    });
                    let Attribute::TexCoord(number) = coordinate.attribute else { continue };
                    functions.coordinate(glow::TEXTURE0 + number as u32, at.as_ptr());
                }
                functions.vertex(edge(x, width), edge(y, height));
            }
            functions.end();
        }
    }
}
