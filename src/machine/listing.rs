//! Draws with fragment programs from listings.

use crate::backend::{ListingPass, PassCost, Texels};
use crate::error::Error;

use super::Device;

impl Device {
    /// Draws a rectangle with a fragment program: by a shader, by the driver's assembler, or on the emulated chip. Returns the content of each
    /// render target, the depth as the last if the program writes one, and the cost. Fragments that are discarded leave zeros.
    ///
    /// ```
    /// use brooklet::Device;
    /// use brooklet::backend::{ListingPass, Texels};
    /// use brooklet::fragment_program::{Chip, listing};
    ///
    /// let text = "!!ARBfp1.0\nTEMP a;\nTEX a, fragment.texcoord[0], texture[0], 2D;\nMUL result.color, a, a;\nEND\n";
    /// let program = listing::read("square.fp", text)?.program;
    /// let x = Texels::new(2, 1, vec![[3.0; 4], [4.0; 4]]);
    /// let pass = ListingPass { textures: &[(0, x)], ..ListingPass::new(&program, Chip::None, 2, 1) };
    /// let (results, _) = Device::headless()?.draw_listing(&pass)?;
    /// assert_eq!(results[0].texels, [[9.0; 4], [16.0; 4]]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The device cannot draw with the program, or something that it reads is not given.
    pub fn draw_listing(&self, pass: &ListingPass) -> Result<(Vec<Texels>, PassCost), Error> {
        Ok(self.backend().draw_listing(pass)?)
    }
}
