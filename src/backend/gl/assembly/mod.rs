//! Assembly: draws passes with ARB_fragment_program programs in a compatibility context. A kernel is compiled to the vec4 instructions
//! of a chip of 2002, and printed as a listing for the driver's own assembler.
//!
//! - Texture coordinates are linear functions of the position. Their values are set at the corners of the rectangle, and the rasterizer
//!   interpolates them. The result is exact if corners and slopes have few significant bits, as in textures whose sides are powers of
//!   two.
//! - Expressions of a program that are the same for a whole pass are evaluated on the CPU, and set as local parameters.
//! - Vertices are passed one by one, as in OpenGL 1.3, since the cost of four vertices is negligible.

mod draw;
mod functions;
mod kernel;
mod listing;
mod program;
mod rewrite;
#[cfg(test)]
mod tests;

use std::ffi::c_void;

use glow::HasContext;
use rustc_hash::FxHashMap;
use std::cell::RefCell;

use crate::backend::programs::Programs;
use crate::backend::{BackendError, KernelId, LoopSupport};
use crate::fragment_program::{InstructionSet, LowerTarget};

use super::Gl;
pub(super) use functions::{FRAGMENT_PROGRAM, Functions};
pub(super) use listing::listing;
pub(super) use rewrite::rewritten;

/// `GL_MAX_TEXTURE_COORDS`
const MAX_TEXTURE_COORDS: u32 = 0x8871;
/// `GL_PROGRAM_FORMAT_ASCII_ARB`
const ASCII: u32 = 0x8875;
/// `GL_PROGRAM_ERROR_POSITION_ARB`
const ERROR_POSITION: u32 = 0x864B;
/// `GL_PROGRAM_ERROR_STRING_ARB`
const ERROR_STRING: u32 = 0x8874;

/// The additional state of a backend that draws with fragment programs.
pub(super) struct Assembler {
    functions: Functions,
    /// The target that kernels are lowered for.
    target: LowerTarget,
    kernels: RefCell<FxHashMap<KernelId, Programs<Assembled>>>,
}

/// A program that the driver has assembled.
#[derive(Debug)]
pub(super) struct Assembled {
    /// The program's name in OpenGL.
    name: u32,
    /// The driver's counts for the program.
    pub counts: DriverCounts,
}

/// A driver's counts for a program as written, and for the native program that the driver compiles it to. Also used for the driver's
/// limits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct DriverCounts {
    pub alu: usize,
    pub tex: usize,
    pub indirections: usize,
    pub native_alu: usize,
    pub native_tex: usize,
    pub native_indirections: usize,
    pub temporaries: usize,
    pub parameters: usize,
    /// Whether the driver reports that the hardware executes the program.
    pub within_native_limits: bool,
}

/// The assembler's error for a text that it rejects.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Refused {
    /// The byte offset of the error.
    pub position: usize,
    /// The assembler's message.
    pub message: String,
}

impl Refused {
    /// Returns the line of the error, counted from 1. If possible, it is taken from the message (`line 4, char 1: ..`), since the byte
    /// offset may be just before the line.
    pub fn line(&self, text: &str) -> usize {
        let digits = self.message.strip_prefix("line ").unwrap_or_default();
        let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
        let before = text.get(..self.position.min(text.len())).unwrap_or(text);
        digits[..end].parse().unwrap_or_else(|_| before.matches('\n').count() + 1)
    }
}

impl Assembler {
    /// Queries the driver's limit of each count. The context is current in every caller.
    pub fn limits(&self) -> DriverCounts {
        let ask = |what: u32| {
            let mut answer = 0;
            // SAFETY: the context is current; the answer is one number.
            unsafe { self.functions.ask(FRAGMENT_PROGRAM, what, &mut answer) };
            answer.max(0) as usize
        };
        DriverCounts {
            alu: ask(0x880B),
            tex: ask(0x880C),
            indirections: ask(0x880D),
            native_alu: ask(0x880E),
            native_tex: ask(0x880F),
            native_indirections: ask(0x8810),
            temporaries: ask(0x88A5),
            parameters: ask(0x88A9),
            within_native_limits: true,
        }
    }

    /// Queries the number of texture coordinates. The context is current in every caller.
    pub fn coordinates(&self, gl: &glow::Context) -> usize {
        // SAFETY: the context is current, and has this parameter since OpenGL 2.0.
        unsafe { gl.get_parameter_i32(MAX_TEXTURE_COORDS) }.max(0) as usize
    }

    pub fn new(functions: Functions) -> Assembler {
        Assembler { functions, target: listing::TARGET, kernels: RefCell::default() }
    }
}

impl Gl {
    /// Changes the instruction set of the programs, for example to the set of a later chip, which NVIDIA's assemblers support.
    ///
    /// # Errors
    /// Fails if no OpenGL assembler supports the instruction set.
    pub(crate) fn with_instructions(mut self, set: InstructionSet) -> Result<Gl, BackendError> {
        if matches!(set, InstructionSet::R520 | InstructionSet::Plain) {
            return Err(BackendError::Unsupported {
                what: "assembly".to_owned(),
                needs: "an instruction set that an assembler of OpenGL has: that of r300, nv30, nv40 or g80".to_owned(),
                device: self.info.renderer.clone(),
            });
        }
        if let Some(assembler) = &mut self.assembler {
            assembler.target = LowerTarget { set, ..assembler.target };
        }
        let features = &mut self.info.features;
        features.integers = set.integers();
        features.branches = set.branches();
        features.loops = if set.branches() { LoopSupport::Dynamic } else { LoopSupport::Counted };
        if set.integers() {
            features.exact_integer = i32::MAX as u32;
        }
        Ok(self)
    }

    /// Assembles a text with the driver.
    pub(super) fn assemble(
        &self,
        assembler: &Assembler,
        text: &str,
    ) -> Result<Result<Assembled, Refused>, BackendError> {
        self.check("what was before assembling")?;
        let functions = &assembler.functions;
        let mut name = 0;
        // SAFETY: the context is current in every caller; the pointers point to one number and to `text.len()` bytes of text.
        let refused = unsafe {
            functions.generate(1, &mut name);
            functions.bind(FRAGMENT_PROGRAM, name);
            functions.assemble(FRAGMENT_PROGRAM, ASCII, text.len() as i32, text.as_ptr().cast::<c_void>());
            let position = self.gl.get_parameter_i32(ERROR_POSITION);
            (self.gl.get_error() != glow::NO_ERROR).then(|| Refused {
                position: position.max(0) as usize,
                message: self.gl.get_parameter_string(ERROR_STRING).trim().to_owned(),
            })
        };
        if let Some(refused) = refused {
            // SAFETY: as above; the program is ours.
            unsafe { functions.delete(1, &name) };
            return Ok(Err(refused));
        }
        let ask = |what: u32| {
            let mut answer = 0;
            // SAFETY: as above; the answer is one number.
            unsafe { functions.ask(FRAGMENT_PROGRAM, what, &mut answer) };
            answer.max(0) as usize
        };
        let counts = DriverCounts {
            alu: ask(0x8805),
            tex: ask(0x8806),
            indirections: ask(0x8807),
            native_alu: ask(0x8808),
            native_tex: ask(0x8809),
            native_indirections: ask(0x880A),
            temporaries: ask(0x88A4),
            parameters: ask(0x88A8),
            within_native_limits: ask(0x88B6) != 0,
        };
        let assembled = Assembled { name, counts };
        match self.check("assembling a fragment program") {
            Ok(()) => Ok(Ok(assembled)),
            Err(error) => {
                self.forget_assembled(assembler, &assembled);
                Err(error)
            }
        }
    }

    pub(super) fn forget_assembled(&self, assembler: &Assembler, assembled: &Assembled) {
        // SAFETY: the context is current in every caller, and the program is ours.
        unsafe { assembler.functions.delete(1, &assembled.name) };
    }

    /// Deletes all programs of a kernel, or of all kernels if `id` is `None`.
    pub(super) fn forget_assembly(&self, id: Option<KernelId>) {
        let Some(assembler) = self.assembler() else { return };
        let mut kernels = assembler.kernels.borrow_mut();
        kernels.retain(|own, programs| {
            let keep = id.is_some_and(|id| *own != id);
            if !keep {
                programs.compiled().for_each(|assembled| self.forget_assembled(assembler, assembled));
            }
            keep
        });
    }
}
