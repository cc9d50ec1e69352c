//! The programs of a kernel: one for each way in which its streams lie, and for the values of constants that its loops
//! depend on.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::backend::Draw;
use crate::geometry::Geometry;
use crate::glsl::Uses;
use crate::ir::Module;

use super::{Bound, Given, LowerError, Program, Streams, Target, Uniform, bind, lower};

/// Programs of a kernel that are kept; beyond that all are forgotten, and made again.
const MAX_PROGRAMS: usize = 64;
/// Rounds in which a kernel may ask for more values.
const MAX_ROUNDS: usize = 64;

/// A kernel and the programs that it has become so far, each with what a backend made of it.
pub(crate) struct Programs<E> {
    pub module: Rc<Module>,
    target: Target,
    uses: Uses,
    /// What loops depend on, of the constants and sizes.
    wanted: Vec<Uniform>,
    made: Vec<Made<E>>,
}

struct Made<E> {
    streams: Streams,
    known: BTreeMap<Uniform, u32>,
    program: Rc<(Program, E)>,
}

impl<E> Programs<E> {
    pub fn new(module: &Rc<Module>, target: Target) -> Programs<E> {
        let uses = Uses::of(module);
        Programs { module: module.clone(), target, uses, wanted: Vec::new(), made: Vec::new() }
    }

    /// Whether the next new program makes all others forgotten.
    pub fn is_full(&self) -> bool {
        self.made.len() == MAX_PROGRAMS
    }

    /// What was made of its programs.
    pub fn made(&self) -> impl Iterator<Item = &E> {
        self.made.iter().map(|made| &made.program.1)
    }

    /// Forgets all programs.
    pub fn forget(&mut self) {
        self.made.clear();
    }

    /// The program for a pass, and its numbers; `make` makes a new one ready.
    pub fn program<F: From<LowerError>>(
        &mut self,
        draw: &Draw,
        make: impl FnOnce(&Program) -> Result<E, F>,
    ) -> Result<(Rc<(Program, E)>, Bound), F> {
        let inputs: Vec<Geometry> = draw.inputs.iter().map(|input| input.geometry).collect();
        let given =
            Given { constants: draw.constants, inputs: &inputs, output: &draw.output, fill: draw.fill.unwrap_or(0.0) };
        let layers: Vec<(Geometry, usize)> = draw.inputs.iter().map(|input| (input.geometry, input.layers)).collect();
        let tail = draw.fill.is_some() && draw.output.count < draw.output.texels() * draw.output.layout.lanes();
        let streams = Streams::of(&self.uses, &layers, &draw.output, tail);
        let mut known = self.known(&given);
        let found = self.made.iter().find(|made| made.streams == streams && made.known == known);
        let program = match found {
            Some(made) => made.program.clone(),
            None => {
                let program = self.lowered(&streams, &given, &mut known)?;
                let ready = make(&program)?;
                let program = Rc::new((program, ready));
                if self.made.len() == MAX_PROGRAMS {
                    self.made.clear();
                }
                self.made.push(Made { streams, known, program: program.clone() });
                program
            }
        };
        let bound = bind(&program.0, given);
        Ok((program, bound))
    }

    fn known(&self, given: &Given) -> BTreeMap<Uniform, u32> {
        self.wanted.iter().map(|leaf| (leaf.clone(), given.leaf(leaf, self.target.set))).collect()
    }

    /// The program for these values, of as many of them as its loops ask for.
    fn lowered(
        &mut self,
        streams: &Streams,
        given: &Given,
        known: &mut BTreeMap<Uniform, u32>,
    ) -> Result<Program, LowerError> {
        for _ in 0..MAX_ROUNDS {
            match lower(&self.module, self.target, streams, known) {
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
