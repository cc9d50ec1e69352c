//! The programs of a kernel: one for each combination of its streams' layouts and of the values of the constants that its loops
//! depend on.

use crate::ir::access::AccessSummary;
use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use crate::fragment_program::{
    FragmentProgram, LowerError, LowerTarget, Partition, RegisterValues, Streams, Uniform, bind, leaf_bits, lower,
    lower_partitioned,
};

use crate::ir::Kernel;
use crate::layouts::Layouts;

/// The maximum number of programs of a kernel that are kept; beyond it all are forgotten, and made again.
const MAX_PROGRAMS: usize = 64;
/// The maximum number of rounds in which a kernel may ask for more values.
const MAX_ROUNDS: usize = 64;

/// A kernel and the programs that it has become so far, each with the backend's compiled form.
pub(crate) struct Programs<E> {
    pub kernel: Rc<Kernel>,
    target: LowerTarget,
    policy: PartitionPolicy,
    summary: AccessSummary,
    /// The constants and sizes that loops depend on.
    wanted: Vec<Uniform>,
    entries: Vec<CacheEntry<E>>,
}

struct CacheEntry<E> {
    streams: Streams,
    known: BTreeMap<Uniform, u32>,
    passes: Rc<CompiledPasses<E>>,
}

/// How a kernel that does not fit its chip is handled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PartitionPolicy {
    /// It stays one program, which the backend may refuse.
    Never,
    /// It is cut into several programs.
    WhereNeeded,
    /// It stays one program, and the programs that it would be cut into are reported.
    Report,
}

/// The passes of a kernel for given layouts of its streams.
pub(crate) struct CompiledPasses<E> {
    /// The programs that are drawn.
    pub partition: Partition,
    /// The programs that the kernel would be cut into, if it is drawn whole nevertheless.
    report: Option<Partition>,
    /// The backend's compiled form of each program, made when the first one is drawn.
    executables: OnceCell<Vec<E>>,
}

impl<E> CompiledPasses<E> {
    /// Returns the passes that fit the chip, or that come nearest to fitting it.
    pub fn fitting(&self) -> &Partition {
        self.report.as_ref().unwrap_or(&self.partition)
    }

    /// Returns the backend's compiled form of each program, which `make` makes the first time.
    pub fn executables<F>(&self, make: impl Fn(&FragmentProgram) -> Result<E, F>) -> Result<&[E], F> {
        if !self.made().is_empty() {
            return Ok(self.made());
        }
        let made = self.partition.passes.iter().map(|pass| make(&pass.program)).collect::<Result<Vec<E>, F>>()?;
        Ok(self.executables.get_or_init(|| made))
    }

    /// Returns the compiled form of all programs; empty if they are not compiled yet.
    pub fn made(&self) -> &[E] {
        self.executables.get().map_or(&[], Vec::as_slice)
    }

    /// Computes the register values of each program.
    pub fn bind(&self, layouts: &Layouts) -> Vec<RegisterValues> {
        self.partition.passes.iter().map(|pass| bind(&pass.program, layouts)).collect()
    }
}

impl<E> Programs<E> {
    /// Makes a kernel's collection of programs, empty at first.
    pub fn new(kernel: &Rc<Kernel>, target: LowerTarget, policy: PartitionPolicy) -> Programs<E> {
        let summary = AccessSummary::of(kernel);
        Programs { kernel: kernel.clone(), target, policy, summary, wanted: Vec::new(), entries: Vec::new() }
    }

    /// Returns whether the next new program causes all others to be forgotten.
    pub fn is_full(&self) -> bool {
        self.entries.len() == MAX_PROGRAMS
    }

    /// Returns the compiled forms of its programs.
    pub fn made(&self) -> impl Iterator<Item = &E> {
        self.entries.iter().flat_map(|entry| entry.passes.made())
    }

    /// Forgets all programs.
    pub fn forget(&mut self) {
        self.entries.clear();
    }

    /// Returns the programs for a pass, and lowers the kernel on the first request.
    pub fn passes(&mut self, layouts: &Layouts) -> Result<Rc<CompiledPasses<E>>, LowerError> {
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

    fn known(&self, layouts: &Layouts) -> BTreeMap<Uniform, u32> {
        self.wanted.iter().map(|leaf| (leaf.clone(), leaf_bits(layouts, leaf, self.target.set))).collect()
    }

    /// Lowers the kernel; `known` gets the values that its loops turn out to depend on.
    fn lowered(
        &mut self,
        streams: &Streams,
        layouts: &Layouts,
        known: &mut BTreeMap<Uniform, u32>,
        cut: bool,
    ) -> Result<Partition, LowerError> {
        for _ in 0..MAX_ROUNDS {
            let lowered = match cut {
                true => lower_partitioned(&self.kernel, self.target, streams, known),
                false => lower(&self.kernel, self.target, streams, known).map(Partition::whole),
            };
            match lowered {
                Err(LowerError::Wants(leaves)) => {
                    self.wanted.extend(leaves);
                    self.wanted.sort();
                    self.wanted.dedup();
                    *known = self.known(layouts);
                }
                done => return done,
            }
        }
        Err(LowerError::Wants(self.wanted.clone()))
    }
}
