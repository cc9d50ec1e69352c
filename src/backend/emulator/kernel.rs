//! Kernels: what a kernel's typed IR becomes on a chip, and what a pass binds to it.

use crate::ir::access::AccessSummary;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use crate::backend::programs::{CompiledPasses, PartitionPolicy, Programs};
use crate::backend::{BackendError, Fit, Layouts, ResourceUse};
use crate::fragment_program::{
    Chip, Compiled, LowerError, Partition, PartitionPass, Program, Refusal, RegisterValues, Streams, Target, Uncut,
    counts, lower,
};
use crate::geometry::Layout;

use crate::ir;

use super::Survey;
use super::executable::Executable;

/// A kernel that is ready, with its program for each way in which streams have lain so far.
pub struct Kernel {
    programs: RefCell<Programs<Executable>>,
    chip: Chip,
    survey: Option<Survey>,
}

/// A kernel's programs for a pass, and the numbers of each one's registers.
pub struct BoundPasses {
    compiled: Rc<CompiledPasses<Executable>>,
    bound: Vec<RegisterValues>,
}

impl BoundPasses {
    /// The programs.
    pub fn partition(&self) -> &Partition {
        &self.compiled.partition
    }

    /// Each program with what executes it, and its numbers.
    pub fn each(&self) -> impl Iterator<Item = (&PartitionPass, &Executable, &RegisterValues)> {
        let executables = self.compiled.made().iter().zip(&self.bound);
        self.partition().passes.iter().zip(executables).map(|(pass, (executable, bound))| (pass, executable, bound))
    }
}

impl Kernel {
    /// Makes a kernel ready: programs are made when passes say how streams lie.
    ///
    /// # Errors
    /// A kernel that needs what the chip has not, as operators on bits.
    pub fn new(module: &Rc<ir::Kernel>, chip: Chip, survey: Option<Survey>) -> Result<Kernel, BackendError> {
        // What it needs does not depend on how streams lie; what its loops depend on is known with a pass.
        let streams = Streams::uniform(module, &AccessSummary::of(module), Layout::Plain);
        if let Err(LowerError::Lacks { what, .. }) = lower(module, Target::of(chip), &streams, &BTreeMap::new()) {
            let (kernel, what) = (module.name.clone(), what.to_owned());
            return Err(BackendError::Lacks { kernel, what, device: chip.name().to_owned() });
        }
        let policy = if survey.is_some() { PartitionPolicy::Report } else { PartitionPolicy::WhereNeeded };
        let programs = RefCell::new(Programs::new(module, Target::of(chip), policy));
        Ok(Kernel { programs, chip, survey })
    }

    /// The kernel's typed IR.
    pub fn module(&self) -> Rc<ir::Kernel> {
        self.programs.borrow().module.clone()
    }

    /// What it takes of the chip for streams that lie so.
    ///
    /// # Errors
    /// A kernel that has no program for the chip.
    pub fn fit(&self, layouts: &Layouts) -> Result<Fit, BackendError> {
        let compiled = self.compiled(layouts)?;
        let partition = compiled.fitting();
        let passes = partition.passes.len();
        let resource = |(resource, needed, available): (counts::Resource, usize, usize)| {
            // What outputs are written to, counts of a program do not say.
            let excess = partition.excess.iter().find(|excess| excess.resource == resource);
            ResourceUse::new(resource.name(), excess.map_or(needed, |excess| excess.needed), available)
        };
        Ok(Fit {
            resources: counts::usage(&partition.counts, self.chip).map(resource).collect(),
            passes: (passes > 1 || partition.excess.is_empty()).then_some(passes),
        })
    }

    /// The programs for a pass, and the numbers of their registers.
    ///
    /// # Errors
    /// A kernel that has no program for the chip, or one that it has not enough of something for; that not in a survey.
    pub fn bind(&self, layouts: &Layouts) -> Result<BoundPasses, BackendError> {
        let compiled = self.compiled(layouts)?;
        if compiled.made().is_empty() {
            self.make(&compiled, layouts.output.layout)?;
        }
        let bound = compiled.bind(layouts);
        Ok(BoundPasses { compiled, bound })
    }

    fn compiled(&self, layouts: &Layouts) -> Result<Rc<CompiledPasses<Executable>>, BackendError> {
        let mut programs = self.programs.borrow_mut();
        let module = programs.module.clone();
        let refused = |error| BackendError::NoProgram(Refusal::new(&module, self.chip, error).to_string());
        programs.passes(layouts).map_err(refused)
    }

    /// Translates programs that are drawn for the first time.
    fn make(&self, compiled: &CompiledPasses<Executable>, layout: Layout) -> Result<(), BackendError> {
        let (chip, partition) = (self.chip, &compiled.partition);
        match &self.survey {
            Some(survey) => {
                let module = self.module();
                let whole = |program: &Program| Compiled::of(program.clone(), chip, compiled.fitting());
                let programs = partition.passes.iter().map(|pass| (module.clone(), whole(&pass.program)));
                survey.borrow_mut().extend(programs);
            }
            None if partition.passes.len() == 1 => {
                let program = &partition.passes[0].program;
                let refused = |excess| exceeds(program, excess, partition.uncut, chip, layout);
                partition.excess.first().map_or(Ok(()), |excess| Err(refused(excess)))?;
            }
            None => {}
        }
        compiled.executables(|program| Executable::new(program, chip)).map(drop)
    }
}

/// Whether a chip has enough for a program, which writes streams of this layout.
pub(super) fn check(program: &Program, chip: Chip, layout: Layout) -> Result<(), BackendError> {
    match counts::check(program, chip).first() {
        None => Ok(()),
        Some(excess) => Err(exceeds(program, excess, None, chip, layout)),
    }
}

/// That a kernel takes too much of something, and why it is not cut.
fn exceeds(
    program: &Program,
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
