//! Kernels: what a kernel's typed IR becomes on a chip, and what a pass binds to it.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use crate::backend::{BackendError, Draw};
use crate::fragment_program::{
    Bound, Chip, Compiled, Cutting, LowerError, Partition, Program, Programs, Ready, Refusal, Streams, Target, counts,
    lower,
};
use crate::geometry::Layout;
use crate::glsl::Uses;
use crate::ir::Module;

use super::Survey;
use super::executable::Executable;

/// A kernel that is ready, with its program for each way in which streams have lain so far.
pub struct Kernel {
    programs: RefCell<Programs<Executable>>,
    chip: Chip,
    survey: Option<Survey>,
}

/// Why there is no program, before the kernel is named.
enum Failure {
    Lower(LowerError),
    Backend(BackendError),
}

impl From<LowerError> for Failure {
    fn from(error: LowerError) -> Failure {
        Failure::Lower(error)
    }
}

impl Kernel {
    /// Makes a kernel ready: programs are made when passes say how streams lie.
    ///
    /// # Errors
    /// A kernel that needs what the chip has not, as operators on bits.
    pub fn new(module: &Rc<Module>, chip: Chip, survey: Option<Survey>) -> Result<Kernel, BackendError> {
        // What it needs does not depend on how streams lie; what its loops depend on is known with a pass.
        let streams = Streams::uniform(module, &Uses::of(module), Layout::Plain);
        if let Err(LowerError::Lacks { what, .. }) = lower(module, Target::of(chip), &streams, &BTreeMap::new()) {
            let (kernel, what) = (module.name.clone(), what.to_owned());
            return Err(BackendError::Lacks { kernel, what, device: chip.name().to_owned() });
        }
        let cutting = if survey.is_some() { Cutting::Told } else { Cutting::WhereNeeded };
        let programs = RefCell::new(Programs::new(module, Target::of(chip), cutting));
        Ok(Kernel { programs, chip, survey })
    }

    /// The kernel's typed IR.
    pub fn module(&self) -> Rc<Module> {
        self.programs.borrow().module.clone()
    }

    /// The programs for a pass, and the numbers of their registers.
    ///
    /// # Errors
    /// A kernel that has no program for the chip, or one that it has not enough of something for; that not in a survey.
    pub fn bind(&self, draw: &Draw) -> Result<(Ready<Executable>, Vec<Bound>), BackendError> {
        let chip = self.chip;
        let mut programs = self.programs.borrow_mut();
        let module = programs.module.clone();
        let make = |program: &Program, partition: &Partition| {
            // What a method is passed over for, if there is another, is not run in a survey either.
            let may_be_large = self.survey.is_some() || partition.passes.len() > 1;
            if !draw.partitions || !may_be_large {
                let refused = |excess| exceeds(program, excess, partition.uncut, chip, draw.output.layout);
                partition.excess.first().map_or(Ok(()), |excess| Err(Failure::Backend(refused(excess))))?;
                fits(program, chip, draw.output.layout).map_err(Failure::Backend)?;
            }
            if let Some(survey) = &self.survey {
                let compiled = Compiled::of(program.clone(), chip, partition);
                survey.borrow_mut().push((module.clone(), compiled));
            }
            Executable::new(program, chip).map_err(Failure::Backend)
        };
        let ready = programs.programs(draw, make).map_err(|failure| match failure {
            Failure::Backend(error) => error,
            Failure::Lower(error) => BackendError::NoProgram(Refusal::new(&module, chip, error).to_string()),
        })?;
        let partition = &ready.0.0;
        match partition.excess.first().filter(|_| !draw.partitions) {
            Some(excess) => Err(exceeds(&partition.passes[0].program, excess, None, chip, draw.output.layout)),
            None => Ok(ready),
        }
    }
}

/// Whether a chip has enough for a program, which writes streams of this layout.
pub(super) fn fits(program: &Program, chip: Chip, layout: Layout) -> Result<(), BackendError> {
    match counts::check(program, chip).first() {
        None => Ok(()),
        Some(excess) => Err(exceeds(program, excess, None, chip, layout)),
    }
}

/// That a kernel takes too much of something, and why it is not cut.
fn exceeds(
    program: &Program,
    excess: &counts::Excess,
    uncut: Option<&'static str>,
    chip: Chip,
    layout: Layout,
) -> BackendError {
    let packed = "packed streams take four elements at once; try plain ones, by to_layout(Layout::Plain)";
    use counts::Resource::{Alu, Instructions, Pairs, Temporaries, Tex};
    let of_four = |resource| {
        let of_each = matches!(resource, Pairs | Alu | Tex | Instructions | Temporaries);
        (layout == Layout::Packed && of_each).then_some(packed)
    };
    BackendError::Exceeds {
        what: format!("kernel `{}`", program.name),
        resource: excess.resource.name(),
        needed: excess.needed as u64,
        available: excess.available as u64,
        device: chip.name().to_owned(),
        hint: uncut.or_else(|| of_four(excess.resource)),
    }
}
