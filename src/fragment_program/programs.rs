//! The programs of a kernel: one for each way in which its streams lie, and for the values of constants that its loops
//! depend on.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::backend::Draw;
use crate::geometry::Geometry;
use crate::glsl::Uses;
use crate::ir::Module;

use super::{Bound, Given, LowerError, Partition, Program, Streams, Target, Uniform, bind, lower, lower_partitioned};

/// Programs of a kernel that are kept; beyond that all are forgotten, and made again.
const MAX_PROGRAMS: usize = 64;
/// Rounds in which a kernel may ask for more values.
const MAX_ROUNDS: usize = 64;

/// A kernel and the programs that it has become so far, each with what a backend made of it.
pub(crate) struct Programs<E> {
    pub module: Rc<Module>,
    target: Target,
    cutting: Cutting,
    uses: Uses,
    /// What loops depend on, of the constants and sizes.
    wanted: Vec<Uniform>,
    made: Vec<Made<E>>,
}

struct Made<E> {
    streams: Streams,
    known: BTreeMap<Uniform, u32>,
    ready: Ready<E>,
}

/// What becomes of a kernel that does not fit its chip.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Cutting {
    /// One program, which whoever runs it may refuse.
    Never,
    /// Several programs.
    WhereNeeded,
    /// One program; of what several it would become is told.
    Told,
}

/// The passes of a kernel, with what a backend made of each program.
pub(crate) type Ready<E> = Rc<(Partition, Vec<E>)>;

impl<E> Programs<E> {
    /// None so far.
    pub fn new(module: &Rc<Module>, target: Target, cutting: Cutting) -> Programs<E> {
        let uses = Uses::of(module);
        Programs { module: module.clone(), target, cutting, uses, wanted: Vec::new(), made: Vec::new() }
    }

    /// Whether the next new program makes all others forgotten.
    pub fn is_full(&self) -> bool {
        self.made.len() == MAX_PROGRAMS
    }

    /// What was made of its programs.
    pub fn made(&self) -> impl Iterator<Item = &E> {
        self.made.iter().flat_map(|made| &made.ready.1)
    }

    /// Forgets all programs.
    pub fn forget(&mut self) {
        self.made.clear();
    }

    /// The programs for a pass, and the numbers of each; `make` makes a new one ready, beside what its kernel is cut into.
    pub fn programs<F: From<LowerError>>(
        &mut self,
        draw: &Draw,
        make: impl Fn(&Program, &Partition) -> Result<E, F>,
    ) -> Result<(Ready<E>, Vec<Bound>), F> {
        let inputs: Vec<Geometry> = draw.inputs.iter().map(|input| input.geometry).collect();
        let given =
            Given { constants: draw.constants, inputs: &inputs, output: &draw.output, fill: draw.fill.unwrap_or(0.0) };
        let layers: Vec<(Geometry, usize)> = draw.inputs.iter().map(|input| (input.geometry, input.layers)).collect();
        let tail = draw.fill.is_some() && draw.output.count < draw.output.texels() * draw.output.layout.lanes();
        let streams = Streams::of(&self.uses, &layers, &draw.output, tail);
        let mut known = self.known(&given);
        let found = self.made.iter().find(|made| made.streams == streams && made.known == known);
        let ready = match found {
            Some(made) => made.ready.clone(),
            None => {
                let cuts = self.cutting != Cutting::Never && draw.partitions;
                let cut = self.lowered(&streams, &given, &mut known, cuts)?;
                let partition = match self.cutting {
                    Cutting::Told if cuts => self.lowered(&streams, &given, &mut known, false)?,
                    _ => cut.clone(),
                };
                let made = partition.passes.iter().map(|pass| make(&pass.program, &cut)).collect::<Result<_, F>>()?;
                let ready = Rc::new((partition, made));
                if self.made.len() == MAX_PROGRAMS {
                    self.made.clear();
                }
                self.made.push(Made { streams, known, ready: ready.clone() });
                ready
            }
        };
        let bound = ready.0.passes.iter().map(|pass| bind(&pass.program, given)).collect();
        Ok((ready, bound))
    }

    fn known(&self, given: &Given) -> BTreeMap<Uniform, u32> {
        self.wanted.iter().map(|leaf| (leaf.clone(), given.leaf(leaf, self.target.set))).collect()
    }

    /// The programs for these values, of as many of them as its loops ask for.
    fn lowered(
        &mut self,
        streams: &Streams,
        given: &Given,
        known: &mut BTreeMap<Uniform, u32>,
        partitions: bool,
    ) -> Result<Partition, LowerError> {
        for _ in 0..MAX_ROUNDS {
            let lowered = match partitions {
                true => lower_partitioned(&self.module, self.target, streams, known),
                false => lower(&self.module, self.target, streams, known).map(Partition::whole),
            };
            match lowered {
                Err(LowerError::Wants(leaves)) => {
                    self.wanted.extend(leaves);
                    self.wanted.sort();
                    self.wanted.dedup();
                    *known = self.known(given);
                }
                done => return done,
            }
        }
        Err(LowerError::Wants(self.wanted.clone()))
    }
}
