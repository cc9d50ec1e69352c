//! The programs of a kernel: one for each combination of the layouts of its streams and the values of the constants that its loops
//! depend on.

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use crate::fragment_program::{
    FragmentProgram, LowerError, LowerTarget, Partition, RegisterValues, Streams, Uniform, bind, leaf_bits, lower,
    lower_partitioned, with_values,
};
use crate::ir::Kernel;
use crate::ir::access::AccessSummary;
use crate::layouts::PassLayouts;

/// The maximum number of programs that are cached per kernel. When it is exceeded, all are dropped and compiled again when needed.
const MAX_PROGRAMS: usize = 64;

/// A kernel and the programs that it has been compiled to so far, each with the backend's compiled form.
pub(crate) struct Programs<E> {
    pub kernel: Rc<Kernel>,
    target: LowerTarget,
    policy: PartitionPolicy,
    summary: AccessSummary,
    /// The constants and stream sizes that loops depend on.
    wanted: Vec<Uniform>,
    entries: Vec<CacheEntry<E>>,
}

struct CacheEntry<E> {
    streams: Streams,
    known: BTreeMap<Uniform, u32>,
    passes: Rc<CompiledPasses<E>>,
}

/// What happens to a kernel that does not fit its chip.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PartitionPolicy {
    /// It remains one program, which the backend may reject.
    Never,
    /// It is partitioned into several programs.
    WhereNeeded,
    /// It remains one program, and the programs that it would be partitioned into are reported.
    Report,
}

/// The passes of a kernel for given layouts of its streams.
pub(crate) struct CompiledPasses<E> {
    /// The programs that are drawn.
    pub partition: Partition,
    /// The programs that the kernel would be partitioned into, if it is drawn as one program nevertheless.
    report: Option<Partition>,
    /// The backend's compiled form of each program. It is created when the passes are first drawn.
    executables: OnceCell<Vec<E>>,
}

impl<E> CompiledPasses<E> {
    /// Returns the partition that fits the chip, or the program that does not fit if there is no such partition.
    pub fn fitting(&self) -> &Partition {
        self.report.as_ref().unwrap_or(&self.partition)
    }

    /// Returns the backend's compiled form of each program. The first call creates them with `make`.
    pub fn executables<F>(&self, make: impl Fn(&FragmentProgram) -> Result<E, F>) -> Result<&[E], F> {
        if !self.compiled().is_empty() {
            return Ok(self.compiled());
        }
        let made = self.partition.passes.iter().map(|pass| make(&pass.program)).collect::<Result<Vec<E>, F>>()?;
        Ok(self.executables.get_or_init(|| made))
    }

    /// Returns the compiled form of all programs. The slice is empty if they have not been compiled yet.
    pub fn compiled(&self) -> &[E] {
        self.executables.get().map_or(&[], Vec::as_slice)
    }

    /// Computes the register values of each program.
    pub fn bind(&self, layouts: &PassLayouts) -> Vec<RegisterValues> {
        self.partition.passes.iter().map(|pass| bind(&pass.program, layouts)).collect()
    }
}

impl<E> Programs<E> {
    /// Creates an empty collection of the programs of a kernel.
    pub fn new(kernel: &Rc<Kernel>, target: LowerTarget, policy: PartitionPolicy) -> Programs<E> {
        let summary = AccessSummary::of(kernel);
        Programs { kernel: kernel.clone(), target, policy, summary, wanted: Vec::new(), entries: Vec::new() }
    }

    /// Returns whether adding another program would drop all others.
    pub fn is_full(&self) -> bool {
        self.entries.len() == MAX_PROGRAMS
    }

    /// Returns the compiled forms of its programs.
    pub fn compiled(&self) -> impl Iterator<Item = &E> {
        self.entries.iter().flat_map(|entry| entry.passes.compiled())
    }

    /// Drops all programs.
    pub fn forget(&mut self) {
        self.entries.clear();
    }

    /// Returns the programs for a pass. Lowers the kernel if there is no program for these layouts yet.
    pub fn passes(&mut self, layouts: &PassLayouts) -> Result<Rc<CompiledPasses<E>>, LowerError> {
        let streams = Streams::of(&self.summary, layouts.inputs, &layouts.output, layouts.fills_tail());
        let mut known = self.known(layouts);
        let found = self.entries.iter().find(|entry| entry.streams == streams && entry.known == known);
        if let Some(entry) = found {
            return Ok(entry.passes.clone());
        }
        let cut = self.policy != PartitionPolicy::Never;
        let mut partition = self.lowered(&streams, layouts, &mut known, cut)?;
        let mut report = None;
        if self.policy == PartitionPolicy::Report && !partition.excess.is_empty() {
            report = Some(partition);
            partition = self.lowered(&streams, layouts, &mut known, false)?;
        }
        let passes = Rc::new(CompiledPasses { partition, report, executables: OnceCell::new() });
        if self.is_full() {
            self.forget();
        }
        self.entries.push(CacheEntry { streams, known, passes: passes.clone() });
        Ok(passes)
    }

    fn known(&self, layouts: &PassLayouts) -> BTreeMap<Uniform, u32> {
        self.wanted.iter().map(|leaf| (leaf.clone(), leaf_bits(layouts, leaf, self.target.set))).collect()
    }

    /// Lowers the kernel. Adds to `known` the values that its loops turn out to depend on.
    fn lowered(
        &mut self,
        streams: &Streams,
        layouts: &PassLayouts,
        known: &mut BTreeMap<Uniform, u32>,
        cut: bool,
    ) -> Result<Partition, LowerError> {
        let value = |uniform: &Uniform| Some(leaf_bits(layouts, uniform, self.target.set));
        let lowered = with_values(known, value, |known| match cut {
            true => lower_partitioned(&self.kernel, self.target, streams, known),
            false => lower(&self.kernel, self.target, streams, known).map(Partition::whole),
        });
        self.wanted = known.keys().cloned().collect();
        lowered
    }
}
