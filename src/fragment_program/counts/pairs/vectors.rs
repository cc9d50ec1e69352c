//! Vectors: an operand whose components come from several values is a value of its own.
//!
//! A value that nothing else reads is computed into the vector (it is coalesced). The others are copied there.

use rustc_hash::FxHashMap;

use crate::fragment_program::{Component, Opcode};

use super::Source;
use super::expand::{Expansion, Read};
use super::ssa::{Lane, SsaInstruction};

/// The components of a vector, each with its source.
type Parts = Vec<(Source, usize)>;

/// What reads a value: an operand, or a vector.
#[derive(Clone, Copy, PartialEq, Eq)]
enum User {
    Operand,
    Vector(usize),
}

/// The vectors of a program.
pub(super) struct Vectors {
    /// The vectors, each with the number of its value and its parts.
    all: Vec<(usize, Parts)>,
    by_parts: FxHashMap<Parts, usize>,
    /// The vector that a value is computed into, by its index in `all`.
    coalesced: FxHashMap<usize, usize>,
    /// Whether each vector is complete.
    done: Vec<bool>,
}

impl Vectors {
    /// Finds the vectors that these instructions read.
    pub(super) fn of(instructions: &[SsaInstruction], values: &mut usize) -> Vectors {
        let mut vectors = Vectors {
            all: Vec::new(),
            by_parts: FxHashMap::default(),
            coalesced: FxHashMap::default(),
            done: Vec::new(),
        };
        let mut users: FxHashMap<usize, Option<User>> = FxHashMap::default();
        for operand in instructions.iter().flat_map(|instruction| &instruction.operands) {
            let parts = parts(operand);
            let user = match several(&parts) {
                true => User::Vector(*vectors.by_parts.entry(parts.clone()).or_insert_with(|| {
                    vectors.all.push((*values, parts.clone()));
                    *values += 1;
                    vectors.all.len() - 1
                })),
                false => User::Operand,
            };
            for (source, _) in parts {
                let Source::Value(value) = source else { continue };
                let only = users.entry(value).or_insert(Some(user));
                if *only != Some(user) {
                    *only = None;
                }
            }
        }
        // A texel is fetched into a register of its own.
        for instruction in instructions.iter().filter(|instruction| !instruction.opcode.is_texture()) {
            let Some(value) = instruction.to else { continue };
            if let Some(Some(User::Vector(at))) = users.get(&value) {
                let each = |component: &usize| {
                    instruction.mask >> component & 1 == 0 || vectors.place(*at, value, *component).is_some()
                };
                if (0..4).all(|component| each(&component)) {
                    vectors.coalesced.insert(value, *at);
                }
            }
        }
        vectors.done = vec![false; vectors.all.len()];
        vectors
    }

    /// Returns the place of a value's component in a vector.
    fn place(&self, at: usize, value: usize, component: usize) -> Option<usize> {
        self.all[at].1.iter().position(|part| *part == (Source::Value(value), component))
    }

    /// Appends the operations of an instruction.
    pub(super) fn emit(&mut self, instruction: &SsaInstruction, expansion: &mut Expansion) {
        let (mut to, mut mask) = (instruction.to, instruction.mask);
        let mut operands = instruction.operands.clone();
        if let Some((value, at)) = instruction.to.and_then(|value| Some((value, *self.coalesced.get(&value)?))) {
            let places: Vec<usize> =
                (0..4).map(|component| self.place(at, value, component).unwrap_or(component)).collect();
            to = Some(self.all[at].0);
            mask = (0..4)
                .filter(|component| instruction.mask >> component & 1 == 1)
                .fold(0, |mask, c| mask | 1 << places[c]);
            if instruction.opcode.shape() == crate::fragment_program::Shape::Vector && instruction.opcode != Opcode::Xpd
            {
                operands.iter_mut().flatten().for_each(|(place, _)| *place = places[*place]);
            }
        }
        let reads: Vec<Read> = operands.iter().map(|operand| self.read(operand, expansion)).collect();
        expansion.instruction(instruction, to, mask, &reads);
    }

    /// Returns what an operation reads of an operand, and appends the copies that it needs.
    fn read(&mut self, operand: &[(usize, Lane)], expansion: &mut Expansion) -> Read {
        let parts = parts(operand);
        let negate = operand.iter().filter(|(_, lane)| lane.negate).fold(0, |mask, (place, _)| mask | 1 << place);
        let absolute = operand.iter().any(|(_, lane)| lane.absolute);
        let mut swizzle = [Component::Zero; 4];
        let Some(at) = self.by_parts.get(&parts).copied() else {
            let literal = matches!(parts.first(), Some((Source::Literal(_), _)) | None);
            for (place, lane) in operand {
                swizzle[*place] = match literal {
                    true if lane.component & 0x7fff_ffff == 0 => Component::Zero,
                    true => Component::One,
                    false => Component::of(lane.component),
                };
            }
            let source = match literal {
                true => expansion.literal(operand),
                false => parts[0].0,
            };
            return Read { source, swizzle, negate, absolute };
        };
        let (value, all) = self.all[at].clone();
        if !std::mem::replace(&mut self.done[at], true) {
            self.complete(at, value, &all, expansion);
        }
        for (place, lane) in operand {
            let of = all.iter().position(|part| *part == (lane.source, lane.component));
            swizzle[*place] = Component::of(of.unwrap_or(0));
        }
        Read { source: Source::Value(value), swizzle, negate, absolute }
    }

    /// Copies into a vector what is not computed there.
    fn complete(&mut self, at: usize, value: usize, all: &Parts, expansion: &mut Expansion) {
        let mut sources: Vec<Source> = all.iter().map(|(source, _)| *source).collect();
        sources.dedup();
        for (index, source) in sources.iter().enumerate() {
            let is_coalesced = matches!(source, Source::Value(from) if self.coalesced.get(from) == Some(&at));
            if is_coalesced || sources[..index].contains(source) {
                continue;
            }
            let mut read = Read { source: *source, swizzle: [Component::Zero; 4], negate: 0, absolute: false };
            let mut mask = 0;
            for (place, (_, component)) in all.iter().enumerate().filter(|(_, (of, _))| of == source) {
                mask |= 1 << place;
                if !matches!(source, Source::Literal(_)) {
                    read.swizzle[place] = Component::of(*component);
                }
            }
            expansion.vector(Some(value), mask, &[read]);
        }
    }
}

/// Returns the different components of an operand, in order.
fn parts(operand: &[(usize, Lane)]) -> Parts {
    let mut parts = Parts::new();
    for (_, lane) in operand {
        if !parts.contains(&(lane.source, lane.component)) {
            parts.push((lane.source, lane.component));
        }
    }
    parts
}

/// Whether the components are of several sources.
fn several(parts: &Parts) -> bool {
    parts.windows(2).any(|pair| pair[0].0 != pair[1].0)
}
