//! Kernels of the backend. A kernel has one shader program for each variant of its text, which depends on the layouts of the kernel's
//! streams.

use std::rc::Rc;

use crate::backend::{BackendError, Draw, Fit, KernelId, PassLayouts, ResourceUse};
use crate::geometry::Layout;
use crate::glsl::{self, UniformSource};
use crate::ir;
use crate::ir::access::{AccessSummary, Variant};
use crate::value::Value;

use super::Gl;
use super::loops::Loops;
use super::points::PointStage;
use super::program::Program;

/// The maximum number of cached programs. When it is exceeded, all are deleted that no sequence uses. Those still in use are
/// compiled again.
pub(super) const MAX_PROGRAMS: usize = 512;

/// What a program is compiled for: the layouts of a pass, how it uses the program, and how it draws points.
type ProgramKey = (Variant, Option<PointStage>);

/// How a pass uses a program.
#[derive(Clone, Copy, Default)]
pub(super) struct ProgramUse {
    /// Whether the program detects loops that the driver ends.
    pub guarded: bool,
    /// Whether it has a `discard` that is never executed.
    pub discards: bool,
    /// How it draws points, if it does.
    pub points: Option<PointStage>,
}

/// A kernel and its programs so far. Most kernels only ever have one or two.
pub(super) struct Kernel {
    pub ir: Rc<ir::Kernel>,
    pub summary: AccessSummary,
    pub loops: Loops,
    pub programs: Vec<(ProgramKey, Rc<Program>)>,
}

impl Gl {
    /// Compiles the kernel for plain streams, so that the driver's errors are reported early.
    pub(super) fn new_kernel(&self, kernel: &Rc<ir::Kernel>) -> Result<KernelId, BackendError> {
        let summary = AccessSummary::of(kernel);
        let loops = if self.ends_loops { Loops::of(kernel) } else { Loops::Few };
        let guarded = matches!(loops, Loops::OfData);
        let variant = Variant { guarded, ..Variant::uniform(kernel, &summary, Layout::Plain) };
        let key = (variant, None);
        let program = Rc::new(self.compile(kernel, &key)?);
        let kernel = Kernel { ir: kernel.clone(), summary, loops, programs: vec![(key, program)] };
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

    /// Returns whether a pass must be guarded, so that loops that the driver ends are detected (see [`Loops`]).
    pub(super) fn is_guarded(&self, draw: &Draw) -> Result<bool, BackendError> {
        match self.kernels.borrow().get(&draw.kernel) {
            Some(kernel) => kernel.loops.guarded(&kernel.ir, draw, &self.info.renderer),
            None => Ok(false),
        }
    }

    /// Returns the program for streams of these layouts, compiled on first use.
    pub(super) fn program_of(
        &self,
        id: KernelId,
        layouts: &PassLayouts,
        ProgramUse { guarded, discards, points }: ProgramUse,
    ) -> Result<Rc<Program>, BackendError> {
        let (kernel, key) = {
            let kernels = self.kernels.borrow();
            let kernel = kernels.get(&id).ok_or_else(|| BackendError::Driver {
                during: "drawing a pass",
                what: format!("there is no kernel {}", id.0),
            })?;
            let tail = layouts.fills_tail();
            let variant = Variant::of(&kernel.summary, layouts.inputs, &layouts.output);
            let key = (Variant { tail, guarded, discards, points: points.is_some(), ..variant }, points);
            if let Some((_, program)) = kernel.programs.iter().find(|(known, _)| *known == key) {
                return Ok(program.clone());
            }
            (kernel.ir.clone(), key)
        };
        if self.programs_kept.get() >= MAX_PROGRAMS {
            // The application keeps generating new kernels. Programs that are still in use are compiled again.
            self.forget_unused_programs();
        }
        let program = Rc::new(self.compile(&kernel, &key)?);
        if let Some(kernel) = self.kernels.borrow_mut().get_mut(&id) {
            kernel.programs.push((key, program.clone()));
            self.programs_kept.set(self.programs_kept.get() + 1);
        }
        Ok(program)
    }

    /// Returns how much of each limited resource the program for streams of these layouts takes.
    pub(super) fn fit_of(&self, id: KernelId, layouts: &PassLayouts) -> Result<Fit, BackendError> {
        let program = self.program_of(id, layouts, ProgramUse::default())?;
        let outputs = self.kernels.borrow().get(&id).map_or(0, |kernel| kernel.ir.interface.outputs.len());
        let limits = self.info.limits;
        let components = program.uniforms.iter().map(|uniform| components(uniform.source, layouts)).sum();
        Ok(Fit::uncut(vec![
            ResourceUse::new("texture image units", layouts.inputs.len(), limits.samplers),
            ResourceUse::new("render targets", outputs, limits.targets),
            ResourceUse::new("components of uniforms", components, self.uniform_components),
        ]))
    }

    /// Deletes all programs. Kernels remain, and are compiled again when they are drawn next.
    pub(super) fn forget_programs(&self) {
        for kernel in self.kernels.borrow_mut().values_mut() {
            kernel.programs.drain(..).for_each(|(_, program)| self.delete_linked(program.handle));
        }
        self.programs_kept.set(0);
        self.sequences.borrow_mut().clear();
    }

    /// Deletes the programs that no sequence uses.
    fn forget_unused_programs(&self) {
        let mut kept = 0;
        for kernel in self.kernels.borrow_mut().values_mut() {
            kernel.programs.retain(|(_, program)| {
                let keep = self.in_sequences(|pass| Rc::ptr_eq(&pass.program, program));
                if keep {
                    kept += 1
                } else {
                    self.delete_linked(program.handle)
                }
                keep
            });
        }
        self.programs_kept.set(kept);
    }

    fn compile(&self, kernel: &ir::Kernel, (variant, points): &ProgramKey) -> Result<Program, BackendError> {
        let lacks = |unsupported: glsl::Unsupported| BackendError::Lacks {
            kernel: kernel.name.clone(),
            what: unsupported.what.to_owned(),
            device: unsupported.dialect.api().to_owned(),
        };
        let shader = glsl::write(kernel, self.dialect, variant).map_err(lacks)?;
        log::debug!("kernel {} for {variant:?}:\n{}", shader.name, shader.text);
        self.link(kernel, shader, *points)
    }
}

/// Returns the number of components of a uniform.
fn components(source: UniformSource, layouts: &PassLayouts) -> usize {
    match source {
        UniformSource::OutputLayout | UniformSource::InputLayout(_) => 4,
        UniformSource::InputInverse(_) => 2,
        UniformSource::Tail | UniformSource::InputShift(_) | UniformSource::Searching => 1,
        UniformSource::Constant(k) => match layouts.constants[k] {
            Value::Float(_) | Value::Index(_) | Value::Bool(_) => 1,
            Value::Vec2(_) => 2,
            Value::Vec3(_) => 3,
            Value::Vec4(_) => 4,
        },
    }
}
