//! Kernels of the backend: each has a shader program for every layout of its streams that changes the shader's text.

use std::rc::Rc;

use crate::backend::{BackendError, Draw, KernelId};
use crate::geometry::{Geometry, Layout};
use crate::glsl::{self, Uses, Variant};
use crate::ir::Module;

use super::Gl;
use super::program::Program;

/// Programs that are kept; beyond that all are forgotten, and those in use compiled again.
pub(super) const MAX_PROGRAMS: usize = 512;

/// A kernel and the programs that it has become so far. Most only ever have one or two.
pub(super) struct Kernel {
    pub module: Rc<Module>,
    pub uses: Uses,
    pub programs: Vec<(Variant, Rc<Program>)>,
}

impl Gl {
    /// Compiles the kernel for plain streams, to find what the driver has to say of it.
    pub(super) fn new_kernel(&self, module: &Rc<Module>) -> Result<KernelId, BackendError> {
        let uses = Uses::of(module);
        let variant = Variant::uniform(module, &uses, Layout::Plain);
        let program = Rc::new(self.compile(module, &variant)?);
        let kernel = Kernel { module: module.clone(), uses, programs: vec![(variant, program)] };
        let id = KernelId(self.next_kernel.get());
        self.next_kernel.set(id.0 + 1);
        self.kernels.borrow_mut().insert(id, kernel);
        self.programs_kept.set(self.programs_kept.get() + 1);
        Ok(id)
    }

    pub(super) fn forget_kernel(&self, id: KernelId) {
        if let Some(kernel) = self.kernels.borrow_mut().remove(&id) {
            self.programs_kept.set(self.programs_kept.get().saturating_sub(kernel.programs.len()));
            kernel.programs.iter().for_each(|(_, program)| self.delete_linked(program.handle));
        }
    }

    /// The program for these streams, compiled where it is not there yet.
    pub(super) fn program_of(&self, draw: &Draw) -> Result<Rc<Program>, BackendError> {
        let (module, variant) = {
            let kernels = self.kernels.borrow();
            let kernel = kernels.get(&draw.kernel).ok_or_else(|| BackendError::Driver {
                during: "drawing a pass",
                what: format!("there is no kernel {}", draw.kernel.0),
            })?;
            let inputs: Vec<(Geometry, usize)> =
                draw.inputs.iter().map(|input| (input.geometry, input.layers)).collect();
            let tail = draw.fill.is_some() && draw.output.count < draw.output.texels() * draw.output.layout.lanes();
            let variant = Variant { tail, ..Variant::of(&kernel.uses, &inputs, &draw.output) };
            if let Some((_, program)) = kernel.programs.iter().find(|(known, _)| *known == variant) {
                return Ok(program.clone());
            }
            (kernel.module.clone(), variant)
        };
        if self.programs_kept.get() >= MAX_PROGRAMS {
            // Somebody makes ever new expressions: those in use come back.
            self.forget_programs();
        }
        let program = Rc::new(self.compile(&module, &variant)?);
        if let Some(kernel) = self.kernels.borrow_mut().get_mut(&draw.kernel) {
            kernel.programs.push((variant, program.clone()));
            self.programs_kept.set(self.programs_kept.get() + 1);
        }
        Ok(program)
    }

    /// Forgets all programs; the kernels stay, and are compiled again when they are drawn with.
    pub(super) fn forget_programs(&self) {
        for kernel in self.kernels.borrow_mut().values_mut() {
            kernel.programs.drain(..).for_each(|(_, program)| self.delete_linked(program.handle));
        }
        self.programs_kept.set(0);
    }

    fn compile(&self, module: &Module, variant: &Variant) -> Result<Program, BackendError> {
        let lacks = |unsupported: glsl::Unsupported| BackendError::Lacks {
            kernel: module.name.clone(),
            what: unsupported.what.to_owned(),
            device: unsupported.dialect.api().to_owned(),
        };
        let shader = glsl::write(module, self.dialect, variant).map_err(lacks)?;
        log::debug!("kernel {} for {variant:?}:\n{}", shader.name, shader.text);
        self.link(module, shader)
    }
}
