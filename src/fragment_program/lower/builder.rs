//! Builds the graph of a kernel by symbolic execution. It inlines calls, unrolls loops, and decides branches whose condition is known.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::{FxHashMap, FxHashSet};

use crate::fragment_program::{InstructionSet, Measure, Uniform};
use crate::ir::access::Variant;
use crate::ir::{Function, FunctionId, Kernel, LocalId, Mode, Part, Passed, Place, Stmt, Type};

use super::graph::{Graph, NodeId, Ref};
use super::library::Library;
use super::{LowerError, MAX_NODES};

/// A value of one to four scalars.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Vector {
    count: usize,
    parts: [Ref; 4],
}

impl Vector {
    pub fn new(parts: &[Ref]) -> Vector {
        let mut all = [parts[0]; 4];
        all[..parts.len()].copy_from_slice(parts);
        Vector { count: parts.len(), parts: all }
    }

    /// Returns a component of a vector. A scalar has the same value in every component.
    pub fn get(&self, component: usize) -> Ref {
        self.parts[if self.count == 1 { 0 } else { component }]
    }

    pub fn count(&self) -> usize {
        self.count
    }

    pub fn parts(&self) -> &[Ref] {
        &self.parts[..self.count]
    }
}

/// A function that is being inlined.
#[derive(Clone, Copy)]
pub struct Frame<'a> {
    kernel: &'a Kernel,
    pub function: &'a Function,
    /// The first slot of its variables. Each variable has four slots.
    pub base: usize,
    /// The slot of the flag that says whether it has returned.
    pub returned: usize,
    /// The slots of the innermost loop.
    pub open: Option<OpenLoop>,
}

impl Frame<'_> {
    /// Whether a function is an access function, which the lowering to the texel phase has generated.
    pub fn reads_streams(&self, function: FunctionId) -> bool {
        function.0 < self.kernel.access.len()
    }
}

/// The slots of two flags of an open loop: whether the loop has been left, and whether the current iteration has ended by `continue`.
#[derive(Clone, Copy)]
pub struct OpenLoop {
    pub broke: usize,
    pub continued: usize,
}

/// A uniform that is not an expression over other uniforms.
pub type UniformLeaf = Uniform;

/// The maximum nesting depth of blocks, calls and branches.
pub const MAX_NESTING: usize = 160;

/// The state of lowering: fields for the graph so far, for the known facts about the chip and the pass, and for the current position in
/// the kernel.
pub struct Builder<'a> {
    pub graph: Graph,
    pub kernel: &'a Kernel,
    pub library: &'a Library,
    /// The nesting depth of library functions that are being inlined. Users do not see the source of these functions, so their nodes
    /// have the source place of the expression that calls them.
    pub in_library: u32,
    /// Whether an access function is being inlined.
    pub in_access: bool,
    /// Whether what the kernel computes is rounded to halves.
    pub halves: bool,
    pub set: InstructionSet,
    /// Whether the program may have branches and loops.
    pub flow: bool,
    /// Whether the target has infinities and NaNs.
    pub infinities: bool,
    /// Whether textures are addressed in texels.
    pub rectangles: bool,
    /// What a row is multiplied by for a texture coordinate.
    pub inverse_height: Measure,
    pub variant: &'a Variant,
    /// The known values of constants that loops depend on.
    pub known: &'a BTreeMap<UniformLeaf, u32>,
    /// The current values of the variables.
    pub slots: Vec<Ref>,
    /// The lane of the texel that is being computed, if the output is packed.
    pub lane: usize,
    /// The number of iterations that have been unrolled so far.
    pub iterations: usize,
    /// Whether short loops are unrolled even if the chip has loops.
    pub unrolls: bool,
    /// The current nesting depth of blocks, calls and branches.
    pub nesting: usize,
    /// The slots that change in each loop that is not unrolled. A loop is identified by its statement and frame.
    pub real_loops: FxHashMap<(usize, usize), BTreeSet<usize>>,
    /// Flags that are results of comparisons of integers, where integers are floats.
    pub whole_flags: FxHashSet<NodeId>,
    /// Whether constants have registers of their own, from which nothing is computed beforehand.
    pub given_constants: bool,
}

impl<'a> Builder<'a> {
    pub fn literal_flag(&mut self, holds: bool) -> Ref {
        self.graph.float(if holds { 1.0 } else { 0.0 })
    }

    /// Returns the value of a flag that is a literal.
    pub fn truth(&self, flag: Ref) -> Option<bool> {
        self.graph.literal_float(flag).map(|value| value != 0.0)
    }

    /// Executes `main` symbolically. Returns a vector for each output.
    pub fn main(&mut self) -> Result<Vec<Vector>, LowerError> {
        let kernel = self.kernel;
        let zero = self.graph.literal(0);
        self.slots = vec![zero; 4 * kernel.interface.targets().count()];
        self.call(kernel, FunctionId(kernel.functions.len() - 1), &[])?;
        let targets = kernel.interface.targets().enumerate();
        Ok(targets.map(|(k, ty)| Vector::new(&self.slots[4 * k..4 * k + ty.count()])).collect())
    }

    fn slot(&self, frame: &Frame, local: LocalId) -> usize {
        match frame.function.locals[local.0].target {
            Some(target) => 4 * target,
            None => frame.base + 4 * local.0,
        }
    }

    pub fn get(&self, frame: &Frame, local: LocalId) -> Vector {
        let slot = self.slot(frame, local);
        Vector::new(&self.slots[slot..slot + frame.function.locals[local.0].ty.count()])
    }

    fn set(&mut self, frame: &Frame, local: LocalId, value: &Vector) {
        let slot = self.slot(frame, local);
        let count = frame.function.locals[local.0].ty.count();
        for component in 0..count {
            self.slots[slot + component] = value.get(component);
        }
    }

    /// Inlines a function. Returns the final values of its arguments, and its result.
    pub fn call(
        &mut self,
        kernel: &'a Kernel,
        function: FunctionId,
        given: &[Option<Vector>],
    ) -> Result<(Vec<Vector>, Option<Vector>), LowerError> {
        let called = &kernel.functions[function.0];
        let outer = self.slots.len();
        let base = outer.next_multiple_of(4);
        let returned = base + 4 * called.locals.len();
        let zero = self.graph.literal(0);
        // Each variable begins at a multiple of four, and so does the result.
        self.slots.resize(returned + 8, zero);
        let mut frame = Frame { kernel, function: called, base, returned, open: None };
        for (argument, value) in called.arguments.iter().zip(given) {
            if let Some(value) = value {
                self.set(&frame, argument.local, value);
            }
        }
        self.statements(&called.body, &mut frame)?;
        let arguments = called.arguments.iter().map(|argument| self.get(&frame, argument.local)).collect();
        let result = called.result.map(|ty| Vector::new(&self.slots[returned + 4..returned + 4 + ty.count()]));
        self.slots.truncate(outer);
        Ok((arguments, result))
    }

    /// Inlines a library function with scalar arguments.
    pub fn library(&mut self, name: &str, of: &[Ref]) -> Result<Ref, LowerError> {
        let library = self.library;
        let number = library.function(name);
        let given: Vec<Option<Vector>> = of.iter().map(|&part| Some(Vector::new(&[part]))).collect();
        // The library lives longer than the borrows of the builder.
        let kernel: &'a Kernel = library.kernel();
        self.in_library += 1;
        let called = self.call(kernel, number, &given);
        self.in_library -= 1;
        let (_, result) = called?;
        Ok(result.expect("functions of the library have results").get(0))
    }

    pub fn statement(&mut self, statement: &'a Stmt, frame: &mut Frame<'a>) -> Result<(), LowerError> {
        if self.graph.len() > MAX_NODES {
            return Err(LowerError::TooLong { budget: MAX_NODES, span: self.graph.span });
        }
        match statement {
            Stmt::Declare { local, value } => {
                let value = match value {
                    Some(value) => self.value(value, frame)?,
                    None => Vector::new(&[self.graph.literal(0)]),
                };
                self.set(frame, *local, &value);
            }
            Stmt::Assign { place, value } => self.assign(place, value, frame)?,
            Stmt::Call { function, arguments, result, .. } => {
                let own = &frame.kernel.functions[function.0];
                let mut given = Vec::with_capacity(arguments.len());
                for (argument, passed) in own.arguments.iter().zip(arguments) {
                    given.push(match (argument.mode, passed) {
                        (Mode::Out, _) => None,
                        (_, Passed::Value(value)) => Some(self.value(value, frame)?),
                        (_, Passed::Local(local)) => Some(self.get(frame, *local)),
                    });
                }
                let (inner, returned) = self.call(frame.kernel, *function, &given)?;
                for (value, passed) in inner.iter().zip(arguments) {
                    if let Passed::Local(local) = passed {
                        self.set(frame, *local, value);
                    }
                }
                if let (Some(local), Some(value)) = (result, returned) {
                    self.set(frame, *local, &value);
                }
            }
            Stmt::If { condition, then, otherwise } => {
                let condition = self.value(condition, frame)?.get(0);
                let (mut a, mut b) = (*frame, *frame);
                self.branch(condition, &mut |builder| builder.statements(then, &mut a), &mut |builder| {
                    builder.statements(otherwise, &mut b)
                })?;
            }
            Stmt::Loop { .. } => self.repeat(statement, frame)?,
            Stmt::Break(_) | Stmt::Continue(_) => {
                let open = frame.open.expect("a loop is open");
                let slot = if matches!(statement, Stmt::Break(_)) { open.broke } else { open.continued };
                self.slots[slot] = self.literal_flag(true);
            }
            Stmt::Return(value, _) => {
                if let Some(value) = value {
                    let result = self.value(value, frame)?;
                    for component in 0..value.ty.count() {
                        self.slots[frame.returned + 4 + component] = result.get(component);
                    }
                }
                self.slots[frame.returned] = self.literal_flag(true);
            }
            Stmt::Discard(_) | Stmt::Push { .. } | Stmt::Template(_) => unreachable!("of another phase"),
        }
        Ok(())
    }

    fn assign(
        &mut self,
        place: &'a Place,
        value: &'a crate::ir::Expr,
        frame: &mut Frame<'a>,
    ) -> Result<(), LowerError> {
        let value = self.value(value, frame)?;
        let slot = self.slot(frame, place.local);
        match &place.part {
            Part::Whole => self.set(frame, place.local, &value),
            Part::Components(taken) => {
                for (from, &to) in taken.iter().enumerate() {
                    self.slots[slot + usize::from(to)] = value.get(from);
                }
            }
            Part::At(number) => {
                let ty = number.ty;
                let number = self.value(number, frame)?.get(0);
                for component in 0..frame.function.locals[place.local.0].ty.count() {
                    let here = self.int_equals(number, component as i32, ty);
                    self.slots[slot + component] = self.select(here, value.get(0), self.slots[slot + component]);
                }
            }
        }
        Ok(())
    }

    /// Inlines a function that is called in an expression. Returns its result.
    pub fn call_from(
        &mut self,
        frame: &Frame<'a>,
        function: FunctionId,
        of: &[Vector],
        ty: Type,
    ) -> Result<Vector, LowerError> {
        let given: Vec<Option<Vector>> = of.iter().copied().map(Some).collect();
        let (_, result) = self.call(frame.kernel, function, &given)?;
        Ok(result.unwrap_or_else(|| Vector::new(&vec![self.graph.literal(0); ty.count()])))
    }
}
