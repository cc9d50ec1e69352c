//! Prepares and draws kernels as fragment programs.

use std::rc::Rc;

use glow::HasContext;

use crate::backend::programs::{CompiledPasses, PartitionPolicy, Programs};
use crate::backend::{BackendError, Draw, Fit, KernelId, PassCost, PassLayouts, RejectedKernel, ResourceUse};
use crate::fragment_program::listing::{Names, print};
use crate::fragment_program::{FragmentProgram, LowerError, Streams};
use crate::geometry::{Layout, Rect};
use crate::ir::Kernel;
use crate::ir::access::AccessSummary;
use crate::syntax::{Code, Diagnostic, Diagnostics};

use super::super::Gl;
use super::super::texture::kind;
use super::{Assembled, Assembler, Refused};

/// Returns the error for a kernel that cannot be lowered to a program.
fn lacks(kernel: &Kernel, error: &LowerError) -> BackendError {
    let what = error.obstacle();
    BackendError::Lacks { kernel: kernel.name.clone(), what, device: "ARB_fragment_program".to_owned() }
}

impl Gl {
    /// Prepares a kernel. Lowers it for plain streams, so that features that the device lacks are reported early. If loops depend on
    /// the values of constants, this is only possible for a pass.
    pub(in crate::backend::gl) fn new_assembly(
        &self,
        assembler: &Assembler,
        kernel: &Rc<Kernel>,
    ) -> Result<KernelId, BackendError> {
        let streams = Streams::uniform(kernel, &AccessSummary::of(kernel), Layout::Plain);
        match crate::fragment_program::lower(kernel, assembler.target, &streams, &Default::default()) {
            Ok(program) => {
                let assembled = self.assembled(assembler, kernel, &program)?;
                self.forget_assembled(assembler, &assembled);
            }
            Err(LowerError::Wants(_)) => {}
            Err(error) => return Err(lacks(kernel, &error)),
        }
        let id = KernelId(self.next_kernel.get());
        self.next_kernel.set(id.0 + 1);
        assembler.kernels.borrow_mut().insert(id, Programs::new(kernel, assembler.target, PartitionPolicy::Never));
        Ok(id)
    }

    /// Prints a program as a listing and assembles it.
    fn assembled(
        &self,
        assembler: &Assembler,
        kernel: &Kernel,
        program: &FragmentProgram,
    ) -> Result<Assembled, BackendError> {
        let text = print(program, &Names::of(kernel)).map_err(|error| BackendError::Driver {
            during: "writing a listing",
            what: format!("kernel {}: {error}", kernel.name),
        })?;
        log::debug!("kernel {}:\n{text}", kernel.name);
        let assembled =
            self.assemble(assembler, &text)?.map_err(|refused| rejected(kernel, program, &text, refused))?;
        log::debug!("kernel {}: {:?}", kernel.name, assembled.counts);
        Ok(assembled)
    }

    /// Returns a kernel's assembled program for streams of these layouts.
    fn assembly_of(
        &self,
        assembler: &Assembler,
        id: KernelId,
        layouts: &PassLayouts,
    ) -> Result<Rc<CompiledPasses<Assembled>>, BackendError> {
        let mut kernels = assembler.kernels.borrow_mut();
        let programs = kernels.get_mut(&id).ok_or_else(|| BackendError::Driver {
            during: "drawing a pass",
            what: format!("there is no kernel {}", id.0),
        })?;
        let kernel = programs.kernel.clone();
        if programs.is_full() {
            programs.compiled().for_each(|assembled| self.forget_assembled(assembler, assembled));
            programs.forget();
        }
        let passes = programs.passes(layouts).map_err(|error| lacks(&kernel, &error))?;
        passes.executables(|program| self.assembled(assembler, &kernel, program))?;
        Ok(passes)
    }

    /// Returns the driver's counts for a kernel's program, for streams of these layouts, and the limits.
    pub(in crate::backend::gl) fn fit_of_assembly(
        &self,
        assembler: &Assembler,
        id: KernelId,
        layouts: &PassLayouts,
    ) -> Result<Fit, BackendError> {
        let passes = self.assembly_of(assembler, id, layouts)?;
        let program = &passes.partition.passes[0].program;
        let counts = passes.compiled()[0].counts;
        let max = assembler.limits();
        self.check("asking for the limits of programs")?;
        Ok(Fit::uncut(vec![
            ResourceUse::new("arithmetic instructions", counts.alu, max.alu),
            ResourceUse::new("texture instructions", counts.tex, max.tex),
            ResourceUse::new("texture indirections", counts.indirections, max.indirections),
            ResourceUse::new("temporary registers", counts.temporaries, max.temporaries),
            ResourceUse::new("constant registers", counts.parameters, max.parameters),
            ResourceUse::new("texture image units", program.samplers.len(), self.info.limits.samplers),
            ResourceUse::new("render targets", program.outputs, self.info.limits.targets),
        ]))
    }

    pub(in crate::backend::gl) fn draw_assembly(
        &self,
        assembler: &Assembler,
        draw: &Draw,
    ) -> Result<PassCost, BackendError> {
        if draw.points.is_some() {
            return Err(BackendError::Unsupported {
                what: "drawing points with assembled fragment programs".to_owned(),
                needs: "a device with shaders, or an emulated chip".to_owned(),
                device: self.info.renderer.clone(),
            });
        }
        if self.miscounts(draw)? {
            return Err(BackendError::Unsupported {
                what: "counting the fragments of a pass that writes no component, with assembled fragment programs".to_owned(),
                needs: "a write mask with a component, or a device with shaders: this driver counts fragments that fail the depth test"
                    .to_owned(),
                device: self.info.renderer.clone(),
            });
        }
        let (passes, bound) = draw.with_layouts(|layouts| {
            let passes = self.assembly_of(assembler, draw.kernel, layouts)?;
            let bound = passes.bind(layouts);
            Ok::<_, BackendError>((passes, bound))
        })?;
        // Programs are not partitioned for a driver (`PartitionPolicy::Never`), so there is one pass. The driver decides whether it
        // fits.
        let (program, assembled, bound) = (&passes.partition.passes[0].program, &passes.compiled()[0], &bound[0]);
        let framebuffer = self.framebuffer_of(draw)?;
        let (width, height) = (draw.output.width, draw.output.height);
        {
            let mut state = self.state.borrow_mut();
            state.bind_framebuffer(&self.gl, framebuffer);
            state.viewport(&self.gl, width, height);
            for sampler in &program.samplers {
                let (texture, spec) = self.texture(draw.inputs[sampler.input].texture)?;
                state.bind_texture(&self.gl, sampler.unit as u32, kind(spec), texture);
            }
        }
        self.set_parameters(assembler, assembled, program, &bound.parameters);
        self.with_operations(draw, || {
            for rect in draw.rects {
                self.draw_rect(assembler, program, &bound.coordinates, *rect, (width, height));
            }
        })?;
        self.last_target.set(draw.targets.first().copied());
        let fragments = draw.rects.iter().map(Rect::area).sum::<usize>();
        self.count_in_flight(fragments);
        self.check("drawing a pass")?;
        Ok(PassCost { fragments: fragments as u64, ..PassCost::default() })
    }

    /// Enables fragment programs. From then on, every pass is drawn with a fragment program.
    pub(in crate::backend::gl) fn enable_assembly(&self) {
        // SAFETY: the context is current in the caller.
        unsafe { self.gl.enable(super::FRAGMENT_PROGRAM) };
    }
}

/// Returns the assembler's error, with the place in the kernel's source that the rejected line comes from.
fn rejected(kernel: &Kernel, program: &FragmentProgram, text: &str, refused: Refused) -> BackendError {
    let line = refused.line(text);
    let written = text.lines().nth(line.saturating_sub(1)).unwrap_or_default().trim();
    let log = format!("{}\n{written}", refused.message);
    // Behind the declarations, each line is an instruction or a comment.
    let instructions = text.lines().enumerate().skip_while(|(_, line)| !line.is_empty()).skip(1);
    let at =
        instructions.filter(|(_, line)| !line.trim_start().starts_with('#')).position(|(number, _)| number + 1 == line);
    let span = at.and_then(|at| program.span(at));
    let list = span.map(|span| Diagnostic::error(Code::K0901, span, refused.message).label("written here"));
    BackendError::Rejected(Box::new(RejectedKernel {
        kernel: kernel.name.clone(),
        language: "a listing of ARB_fragment_program",
        diagnostics: Diagnostics::new((*kernel.files).clone(), list.into_iter().collect()),
        log,
    }))
}
