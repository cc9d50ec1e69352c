//! Draws with a program from a listing.

use glow::HasContext;

use crate::backend::{BackendError, ListingPass};
use crate::fragment_program::FragmentProgram;
use crate::geometry::Rect;

use super::super::Gl;
use super::{Assembled, Assembler};

impl Gl {
    /// Draws a rectangle over the render targets that are bound, with an assembled program and the textures that are bound. The program has
    /// the parameters of the pass in the same order.
    pub(in crate::backend::gl) fn draw_assembled(
        &self,
        assembler: &Assembler,
        assembled: &Assembled,
        pass: &ListingPass,
        program: &FragmentProgram,
    ) -> Result<(), BackendError> {
        let parameters = pass.parameters(|bits| bits)?;
        self.set_parameters(assembler, assembled, program, &parameters);
        let size = (pass.width, pass.height);
        self.draw_rect(assembler, program, &pass.lines(), Rect::new(0, 0, pass.width, pass.height), size);
        // SAFETY: the context is current in the caller.
        unsafe { self.gl.flush() };
        Ok(())
    }
}
