//! Executes the steps of a program for batches of fragments.

use crate::fragment_program::arithmetic::Arithmetic;

use super::super::bytecode::{Allocated, Form, NOWHERE, Op, Origin};
use super::super::lanes::{BATCH, Slot, Slots};
use super::super::texture::View;
use super::compute::{compute, sin_and_cos};

/// The arguments of a pass, which are the same for all fragments.
#[derive(Clone, Copy, Debug)]
pub struct Bindings<'a> {
    /// The constant registers, by index in [`FragmentProgram::parameters`](crate::fragment_program::FragmentProgram::parameters).
    pub parameters: &'a [[u32; 4]],
    /// The coordinates, by index in [`FragmentProgram::coordinates`](crate::fragment_program::FragmentProgram::coordinates). For each
    /// component, they have the slope per column, the slope per row, and the start.
    pub coordinates: &'a [[[f32; 3]; 4]],
    /// The textures, by index in [`FragmentProgram::samplers`](crate::fragment_program::FragmentProgram::samplers).
    pub textures: &'a [View<'a>],
}

/// The limits of a fragment. A fragment that exceeds one of them ends the pass.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// The maximum number of instructions that a fragment may execute.
    pub executed: Option<u64>,
    /// The maximum total number of iterations of its loops.
    pub iterations: u64,
}

/// Why a pass was ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended {
    /// A fragment executed this number of instructions.
    Executed(u64),
    /// The loops of a fragment took this number of iterations.
    Iterations(u64),
}

/// The total work of a set of fragments.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Work {
    pub instructions: u64,
    pub fetches: u64,
}

impl std::ops::AddAssign for Work {
    fn add_assign(&mut self, more: Work) {
        self.instructions += more.instructions;
        self.fetches += more.fetches;
    }
}

/// The state of a program that is executed in batches.
pub struct Machine<'a> {
    program: &'a Allocated,
    bindings: Bindings<'a>,
    bounds: Bounds,
    pub slots: Slots,
    /// For each fragment of the batch, the number of executed instructions, if the program has control flow. `iterations` has the
    /// number of iterations.
    executed: [u32; BATCH],
    iterations: [u32; BATCH],
}

impl<'a> Machine<'a> {
    /// Creates the state, and computes the values that are the same for all fragments.
    pub fn new<A: Arithmetic>(program: &'a Allocated, bindings: Bindings<'a>, bounds: Bounds) -> Machine<'a> {
        let mut slots = Slots::new(program.slots);
        for &(slot, origin) in &program.constants {
            let bits = match origin {
                Origin::Literal(bits) => bits,
                Origin::Parameter(number, component) => {
                    let bits = bindings.parameters[usize::from(number)][usize::from(component)];
                    A::store(f32::from_bits(bits)).to_bits()
                }
                _ => 0,
            };
            slots.all[usize::from(slot)].fill(bits);
        }
        for op in &program.prologue {
            if let &Op::Compute { code, out, sources } = op {
                compute::<A>(&mut slots, code, out, sources, bindings.coordinates);
            }
        }
        Machine { program, bindings, bounds, slots, executed: [0; BATCH], iterations: [0; BATCH] }
    }

    /// Sets the positions of a batch of `count` fragments. `fill` writes their columns or rows.
    #[inline(always)]
    pub fn place(&mut self, count: usize, fill: impl Fn(&mut [u32; BATCH], bool, Form)) {
        for &(slot, origin) in &self.program.places {
            let lanes = &mut self.slots.all[usize::from(slot)];
            match origin {
                Origin::Column(form) => fill(lanes, true, form),
                Origin::Row(form) => fill(lanes, false, form),
                _ => {
                    for (i, live) in lanes.iter_mut().enumerate() {
                        *live = if i < count { u32::MAX } else { 0 };
                    }
                }
            }
        }
    }

    /// Executes a batch. Returns the work that the program has counted. Only programs with control flow count their work.
    // WebAssembly has no vector instructions of ours to compile it for: there it is smaller with one copy for all that call it.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    #[cfg_attr(target_family = "wasm", inline(never))]
    pub fn run<A: Arithmetic>(&mut self) -> Result<Work, Ended> {
        let program = self.program;
        let slots = &mut self.slots;
        let (mut work, mut at) = (Work::default(), 0);
        // Upper bounds of the numbers of instructions and iterations of any single fragment.
        let (mut max_executed, mut max_iterations) = (0u64, 0u64);
        if program.counts {
            self.executed.fill(0);
            self.iterations.fill(0);
        }
        while let Some(op) = program.ops.get(at) {
            at += 1;
            match *op {
                Op::Compute { code, out, sources } => {
                    compute::<A>(slots, code, out, sources, self.bindings.coordinates);
                }
                Op::SinCos(angle, both) => sin_and_cos::<A>(slots, angle, both),
                Op::Fetch { address, sources, out } => {
                    self.bindings.textures[address.sampler].fetch(slots, address, sources, out);
                }
                Op::SkipUnless(mask, to) => {
                    if !slots.any(mask) {
                        at = to;
                    }
                }
                Op::BackIf(mask, to) => {
                    if slots.any(mask) {
                        at = to;
                    }
                }
                Op::Count(mask, instructions, fetches) => {
                    let fragments = u64::from(slots.count(mask));
                    work.instructions += fragments * u64::from(instructions);
                    work.fetches += fragments * u64::from(fetches);
                    if let Some(max) = self.bounds.executed {
                        max_executed += u64::from(instructions);
                        add(&mut self.executed, slots, mask, instructions);
                        if max_executed > max {
                            let executed = u64::from(largest(&self.executed));
                            if executed > max {
                                return Err(Ended::Executed(executed));
                            }
                            max_executed = executed;
                        }
                    }
                }
                Op::Iterate(mask) => {
                    max_iterations += 1;
                    add(&mut self.iterations, slots, mask, 1);
                    if max_iterations > self.bounds.iterations {
                        max_iterations = u64::from(largest(&self.iterations));
                        if max_iterations > self.bounds.iterations {
                            return Err(Ended::Iterations(max_iterations));
                        }
                    }
                }
            }
        }
        Ok(work)
    }

    /// Returns the components of an output.
    pub fn output(&self, number: usize) -> [&[u32; BATCH]; 4] {
        self.program.outputs[number].map(|slot| self.slots.of(slot))
    }

    /// Returns the mask of the fragments that no `KIL` has discarded, or `None` if the program has no `KIL`.
    pub fn alive(&self) -> Option<&[u32; BATCH]> {
        let slot: Slot = self.program.alive.filter(|&slot| slot != NOWHERE)?;
        Some(self.slots.of(slot))
    }
}

#[inline(always)]
fn add(counts: &mut [u32; BATCH], slots: &Slots, mask: Slot, number: u32) {
    for (count, live) in counts.iter_mut().zip(slots.of(mask)) {
        *count += number & live;
    }
}

#[inline(always)]
fn largest(counts: &[u32; BATCH]) -> u32 {
    counts.iter().copied().max().unwrap_or(0)
}
