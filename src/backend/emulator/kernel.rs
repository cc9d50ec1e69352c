//! Kernels: compiles a kernel's typed IR for a chip, and binds the arguments of a pass to its programs.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use crate::backend::programs::{CompiledPasses, PartitionPolicy, Programs};
use crate::backend::{BackendError, Fit, PassLayouts, ResourceUse};
use crate::fragment_program::{
    Chip, Compiled, FragmentProgram, LowerError, LowerTarget, Partition, PartitionPass, Refusal, RegisterValues,
    Streams, Uncut, counts, lower,
};
use crate::geometry::Layout;
use crate::ir;
use crate::ir::access::AccessSummary;
use crate::ir::interpret::MAX_ITERATIONS;

use super::Survey;
use super::executable::Executable;

/// A prepared kernel, with its programs for the stream layouts used so far.
pub struct Kernel {
    programs: RefCell<Programs<Executable>>,
    chip: Chip,
    survey: Option<Survey>,
    max_iterations: u64,
}

/// The programs of a kernel for a pass, with the register values of each program.
pub struct BoundPasses {
    compiled: Rc<CompiledPasses<Executable>>,
    bound: Vec<RegisterValues>,
}

impl BoundPasses {
    /// Returns the programs.
    pub fn partition(&self) -> &Partition {
        &self.compiled.partition
    }

    /// Returns each program with its executable and its register values.
    pub fn each(&self) -> impl Iterator<Item = (&PartitionPass, &Executable, &RegisterValues)> {
        let executables = self.compiled.compiled().iter().zip(&self.bound);
        self.partition().passes.iter().zip(executables).map(|(pass, (executable, bound))| (pass, executable, bound))
    }
}

impl Kernel {
    /// Prepares a kernel. Its programs are compiled later, when the stream layouts of a pass are known.
    ///
    /// # Errors
    /// Fails if the kernel needs a feature that the chip lacks, such as bitwise operators.
    pub fn new(kernel: &Rc<ir::Kernel>, chip: Chip, survey: Option<Survey>) -> Result<Kernel, BackendError> {
        // The features that a kernel needs do not depend on stream layouts. What its loops depend on is known only for a pass.
        let streams = Streams::uniform(kernel, &AccessSummary::of(kernel), Layout::Plain);
        if let Err(LowerError::Lacks { what, .. }) = lower(kernel, LowerTarget::of(chip), &streams, &BTreeMap::new()) {
            let (kernel, what) = (kernel.name.clone(), what.to_owned());
            return Err(BackendError::Lacks { kernel, what, device: chip.name().to_owned() });
        }
        let policy = if survey.is_some() { PartitionPolicy::Report } else { PartitionPolicy::WhereNeeded };
        let programs = RefCell::new(Programs::new(kernel, LowerTarget::of(chip), policy));
        Ok(Kernel { programs, chip, survey, max_iterations: MAX_ITERATIONS })
    }

    /// Sets the maximum number of iterations of all loops of a fragment.
    pub fn max_iterations(self, max_iterations: u64) -> Kernel {
        Kernel { max_iterations, ..self }
    }

    /// Returns the kernel's typed IR.
    pub fn ir(&self) -> Rc<ir::Kernel> {
        self.programs.borrow().kernel.clone()
    }

    /// Returns the resources of the chip that the kernel takes for streams of these layouts.
    ///
    /// # Errors
    /// Fails if the kernel cannot be lowered for the chip.
    pub fn fit(&self, layouts: &PassLayouts) -> Result<Fit, BackendError> {
        let compiled = self.compiled(layouts)?;
        let partition = compiled.fitting();
        let passes = partition.passes.len();
        let resource = |(resource, needed, available): (counts::Resource, usize, usize)| {
            // The counts of a program do not include the formats of its render targets, so these are taken from the excess.
            let excess = partition.excess.iter().find(|excess| excess.resource == resource);
            ResourceUse::new(resource.name(), excess.map_or(needed, |excess| excess.needed), available)
        };
        Ok(Fit {
            resources: counts::usage(&partition.counts, self.chip).map(resource).collect(),
            passes: (passes > 1 || partition.excess.is_empty()).then_some(passes),
        })
    }

    /// Returns the programs for a pass, with the values of their registers.
    ///
    /// # Errors
    /// Fails if the kernel cannot be lowered for the chip. Except in a survey, it also fails if the kernel exceeds the chip's limits
    /// and cannot be partitioned.
    pub fn bind(&self, layouts: &PassLayouts) -> Result<BoundPasses, BackendError> {
        let compiled = self.compiled(layouts)?;
        if compiled.compiled().is_empty() {
            self.make(&compiled, layouts.output.layout)?;
        }
        let bound = compiled.bind(layouts);
        Ok(BoundPasses { compiled, bound })
    }

    fn compiled(&self, layouts: &PassLayouts) -> Result<Rc<CompiledPasses<Executable>>, BackendError> {
        let mut programs = self.programs.borrow_mut();
        let kernel = programs.kernel.clone();
        let refused = |error| BackendError::NoProgram(Refusal::new(&kernel, self.chip, error).to_string());
        programs.passes(layouts).map_err(refused)
    }

    /// Translates the programs before they are first drawn. Adds them to the survey, or checks that they fit the chip.
    fn make(&self, compiled: &CompiledPasses<Executable>, layout: Layout) -> Result<(), BackendError> {
        let (chip, partition) = (self.chip, &compiled.partition);
        match &self.survey {
            Some(survey) => {
                let kernel = self.ir();
                let whole = |program: &FragmentProgram| Compiled::of(program.clone(), chip, compiled.fitting());
                let programs = partition.passes.iter().map(|pass| (kernel.clone(), whole(&pass.program)));
                survey.borrow_mut().extend(programs);
            }
            None if partition.passes.len() == 1 => {
                let program = &partition.passes[0].program;
                let refused = |excess| exceeds(program, excess, partition.uncut, chip, layout);
                partition.excess.first().map_or(Ok(()), |excess| Err(refused(excess)))?;
            }
            None => {}
        }
        let executable =
            |program: &FragmentProgram| Ok(Executable::new(program, chip)?.max_iterations(self.max_iterations));
        compiled.executables(executable).map(drop)
    }
}

/// Returns an error if a program, which writes streams of this layout, exceeds the limits of the chip.
pub(super) fn check(program: &FragmentProgram, chip: Chip, layout: Layout) -> Result<(), BackendError> {
    match counts::check(program, chip).first() {
        None => Ok(()),
        Some(excess) => Err(exceeds(program, excess, None, chip, layout)),
    }
}

/// Returns the error for a kernel that takes too much of a resource. It contains the reason why the kernel is not partitioned, or a
/// hint.
fn exceeds(
    program: &FragmentProgram,
    excess: &counts::Excess,
    uncut: Option<Uncut>,
    chip: Chip,
    layout: Layout,
) -> BackendError {
    let packed = "packed streams take four elements at once; try plain ones, by to_layout(Layout::Plain)";
    use counts::Resource::{Alu, Instructions, Pairs, Temporaries, Tex};
    let of_four = |resource| {
        let of_each = matches!(resource, Pairs | Alu | Tex | Instructions | Temporaries);
        (layout == Layout::Packed && of_each).then(|| packed.to_owned())
    };
    BackendError::Exceeds {
        what: format!("kernel `{}`", program.name),
        resource: excess.resource.name(),
        needed: excess.needed as u64,
        available: excess.available as u64,
        device: chip.name().to_owned(),
        hint: uncut.map(|uncut| uncut.to_string()).or_else(|| of_four(excess.resource)),
    }
}
