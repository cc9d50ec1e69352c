//! The programs of a kernel: one for each way in which its streams lie, and for the values of constants that its loops
//! depend on.

use crate::ir::access::AccessSummary;
use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use crate::fragment_program::{
    LowerError, Partition, Program, RegisterValues, Streams, Target, Uniform, bind, leaf_bits, lower, lower_partitioned,
};

use crate::ir::Kernel;
use crate::layouts::Layouts;

/// Programs of a kernel that are kept; beyond that all are forgotten, and made again.
const MAX_PROGRAMS: usize = 64;
/// Rounds in which a kernel may ask for more values.
const MAX_ROUNDS: usize = 64;

/// A kernel and the programs that it has become so far, each with what a backend made of it.
pub(crate) struct Programs<E> {
    pub module: Rc<Kernel>,
    target: Target,
    policy: PartitionPolicy,
    summary: AccessSummary,
    /// What loops depend on, of the constants and sizes.
    wanted: Vec<Uniform>,
    entries: Vec<CacheEntry<E>>,
}

struct CacheEntry<E> {
    streams: Streams,
    known: BTreeMap<Uniform, u32>,
    passes: Rc<CompiledPasses<E>>,
}

/// What becomes of a kernel that does not fit its chip.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PartitionPolicy {
    /// It stays one program, which whoever runs it may refuse.
    Never,
    /// It is cut into several programs.
    WhereNeeded,
    /// It stays one program, beside a report of the several that it would be cut into.
    Report,
}

/// The passes of a kernel for streams that lie in one way.
pub(crate) struct CompiledPasses<E> {
    /// What is drawn.
    pub partition: Partition,
    /// What it would be cut into, where it is drawn whole all the same.
    report: Option<Partition>,
    /// What a backend made of each program, once one is drawn.
    executables: OnceCell<Vec<E>>,
}

impl<E> CompiledPasses<E> {
    /// The passes that fit the chip, or that come nearest to it.
    pub fn fitting(&self) -> &Partition {
        self.report.as_ref().unwrap_or(&self.partition)
    }

    /// What a backend made of each program: `make` makes it, the first time.
    pub fn executables<F>(&self, make: impl Fn(&Program) -> Result<E, F>) -> Result<&[E], F> {
        if !self.made().is_empty() {
            return Ok(self.made());
        }
        let made = self.partition.passes.iter().map(|pass| make(&pass.program)).collect::<Result<Vec<E>, F>>()?;
        Ok(self.executables.get_or_init(|| made))
    }

    /// What was made of each program so far: all or nothing.
    pub fn made(&self) -> &[E] {
        self.executables.get().map_or(&[], Vec::as_slice)
    }

    /// The numbers of each program.
    pub fn bind(&self, layouts: &Layouts) -> Vec<RegisterValues> {
        self.partition.passes.iter().map(|pass| bind(&pass.program, layouts)).collect()
    }
}

impl<E> Programs<E> {
    /// None so far.
    pub fn new(module: &Rc<Kernel>, target: Target, policy: PartitionPolicy) -> Programs<E> {
        let summary = AccessSummary::of(module);
        Programs { module: module.clone(), target, policy, summary, wanted: Vec::new(), entries: Vec::new() }
    }

    /// Whether the next new program makes all others forgotten.
    pub fn is_full(&self) -> bool {
        self.entries.len() == MAX_PROGRAMS
    }

    /// What was made of its programs.
    pub fn made(&self) -> impl Iterator<Item = &E> {
        self.entries.iter().flat_map(|entry| entry.passes.made())
    }

    /// Forgets all programs.
    pub fn forget(&mut self) {
        self.entries.clear();
    }

    /// The programs for a pass: lowered where nobody has asked for them yet.
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

    /// The programs for these values, of as many of them as its loops ask for.
    fn lowered(
        &mut self,
        streams: &Streams,
        layouts: &Layouts,
        known: &mut BTreeMap<Uniform, u32>,
        cut: bool,
    ) -> Result<Partition, LowerError> {
        for _ in 0..MAX_ROUNDS {
            let lowered = match cut {
                true => lower_partitioned(&self.module, self.target, streams, known),
                false => lower(&self.module, self.target, streams, known).map(Partition::whole),
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
