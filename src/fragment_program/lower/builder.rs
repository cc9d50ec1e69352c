//! Runs a kernel on expressions instead of numbers, which makes its graph: functions are inlined by being called, loops unrolled
//! by being run, branches taken where the condition is known.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::{FxHashMap, FxHashSet};

use crate::fragment_program::{InstructionSet, Uniform};
use crate::glsl::Variant;
use crate::ir::{Function, FunctionId, LocalId, Mode, Module, Part, Passed, Place, Stmt, Type};
use crate::syntax::Span;

use super::graph::{Block, Graph, Item, Merged, NodeId, Rate, Ref};
use super::library::Library;
use super::{LowerError, MAX_NODES};

/// One to four numbers.
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

    /// A number, or the component of a vector.
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
    module: &'a Module,
    pub function: &'a Function,
    /// The first slot of its variables, which have four each.
    base: usize,
    /// The slot that says whether it has returned.
    returned: usize,
    /// The slots of the innermost loop.
    open: Option<OpenLoop>,
}

/// A loop that is being run: slots that say whether it has been left, and whether the iteration has.
#[derive(Clone, Copy)]
struct OpenLoop {
    broke: usize,
    continued: usize,
}

/// How a loop was not unrolled.
enum Unrolled {
    Done,
    /// Its end depends on numbers that change from pass to pass.
    Uniform(BTreeSet<UniformLeaf>),
    /// Its end depends on data.
    Data,
    /// It takes too many iterations, or instructions.
    TooLong,
}

/// A leaf of uniform expressions.
pub type UniformLeaf = Uniform;

/// The most iterations of a loop that is unrolled on a chip that has loops.
const SHORT_LOOP: usize = 16;
/// The most nodes that this may make.
const SHORT_BODY: usize = 256;
/// The most iterations of any loop that is unrolled.
const LONG_LOOP: usize = 4096;
/// The most iterations of all loops that are unrolled.
const MAX_ITERATIONS: usize = 1 << 16;
/// The most blocks, calls and branches in one another.
const MAX_NESTING: usize = 160;
/// The most nodes of both blocks of a branch that both are run instead.
const SHORT_BRANCH: usize = 12;

/// What one side of a branch does.
type Side<'f, 'a> = &'f mut dyn FnMut(&mut Builder<'a>) -> Result<(), LowerError>;

pub struct Builder<'a> {
    pub graph: Graph,
    pub module: &'a Module,
    pub library: &'a Library,
    pub set: InstructionSet,
    /// Whether there are infinities and NaNs.
    pub infinities: bool,
    /// Whether textures are addressed in texels.
    pub rectangles: bool,
    pub variant: &'a Variant,
    /// Of each input, whether its last row is as long as the others.
    pub full: &'a [bool],
    /// The values of constants that loops depend on.
    pub known: &'a BTreeMap<UniformLeaf, u32>,
    /// What the variables hold.
    pub slots: Vec<Ref>,
    /// Which of the elements in a texel is computed, of a packed output.
    pub lane: usize,
    /// Iterations that have been unrolled.
    pub iterations: usize,
    /// Blocks, calls and branches in one another.
    pub nesting: usize,
    /// Loops that are not unrolled, by their statements and frames, with the slots that change in them.
    pub real_loops: FxHashMap<(usize, usize), BTreeSet<usize>>,
    /// Comparisons of whole numbers.
    pub whole_flags: FxHashSet<NodeId>,
}

impl<'a> Builder<'a> {
    fn literal_flag(&mut self, holds: bool) -> Ref {
        self.graph.float(if holds { 1.0 } else { 0.0 })
    }

    /// Of a literal, whether it holds.
    pub fn truth(&self, flag: Ref) -> Option<bool> {
        self.graph.literal_float(flag).map(|value| value != 0.0)
    }

    /// Runs `main`; a vector for each output.
    pub fn main(&mut self) -> Result<Vec<Vector>, LowerError> {
        let module = self.module;
        let zero = self.graph.literal(0);
        self.slots = vec![zero; 4 * module.interface.outputs.len()];
        self.call(module, FunctionId(module.functions.len() - 1), &[])?;
        let outputs = module.interface.outputs.iter().enumerate();
        Ok(outputs.map(|(k, port)| Vector::new(&self.slots[4 * k..4 * k + port.ty.count()])).collect())
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

    /// Inlines a function: the values of its arguments at its end, and of its result.
    pub fn call(
        &mut self,
        module: &'a Module,
        function: FunctionId,
        given: &[Option<Vector>],
    ) -> Result<(Vec<Vector>, Option<Vector>), LowerError> {
        let called = &module.functions[function.0];
        let base = self.slots.len();
        let returned = base + 4 * called.locals.len();
        let zero = self.graph.literal(0);
        self.slots.resize(returned + 5, zero);
        let mut frame = Frame { module, function: called, base, returned, open: None };
        for (argument, value) in called.arguments.iter().zip(given) {
            if let Some(value) = value {
                self.set(&frame, argument.local, value);
            }
        }
        self.statements(&called.body, &mut frame)?;
        let arguments = called.arguments.iter().map(|argument| self.get(&frame, argument.local)).collect();
        let result = called.result.map(|ty| Vector::new(&self.slots[returned + 1..returned + 1 + ty.count()]));
        self.slots.truncate(base);
        Ok((arguments, result))
    }

    /// A function of the library on numbers.
    pub fn library(&mut self, name: &str, of: &[Ref]) -> Result<Ref, LowerError> {
        let library = self.library;
        let number = library.function(name);
        let given: Vec<Option<Vector>> = of.iter().map(|&part| Some(Vector::new(&[part]))).collect();
        // The library outlives the builder's borrows of it.
        let module: &'a Module = library.module();
        let (_, result) = self.call(module, number, &given)?;
        Ok(result.expect("functions of the library have results").get(0))
    }

    /// Whether what follows in a block is not reached any more.
    fn stopped(&mut self, frame: &Frame) -> Ref {
        let returned = self.slots[frame.returned];
        match frame.open {
            Some(open) => {
                let left = self.or(self.slots[open.broke], self.slots[open.continued]);
                self.or(returned, left)
            }
            None => returned,
        }
    }

    fn statements(&mut self, statements: &'a [Stmt], frame: &mut Frame<'a>) -> Result<(), LowerError> {
        if self.nesting == MAX_NESTING {
            return Err(LowerError::TooDeep { most: MAX_NESTING, span: self.graph.span });
        }
        self.nesting += 1;
        let done = self.each_statement(statements, frame);
        self.nesting -= 1;
        done
    }

    fn each_statement(&mut self, statements: &'a [Stmt], frame: &mut Frame<'a>) -> Result<(), LowerError> {
        for (number, statement) in statements.iter().enumerate() {
            self.statement(statement, frame)?;
            if !may_leave(statement) {
                continue;
            }
            let stopped = self.stopped(frame);
            match self.truth(stopped) {
                Some(true) => return Ok(()),
                Some(false) => {}
                None => {
                    let rest = &statements[number + 1..];
                    if rest.is_empty() {
                        return Ok(());
                    }
                    let goes_on = self.not(stopped);
                    let mut inner = *frame;
                    return self.branch(goes_on, &mut |builder| builder.statements(rest, &mut inner), &mut |_| Ok(()));
                }
            }
        }
        Ok(())
    }

    fn statement(&mut self, statement: &'a Stmt, frame: &mut Frame<'a>) -> Result<(), LowerError> {
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
                let own = &frame.module.functions[function.0];
                let mut given = Vec::with_capacity(arguments.len());
                for (argument, passed) in own.arguments.iter().zip(arguments) {
                    given.push(match (argument.mode, passed) {
                        (Mode::Out, _) => None,
                        (_, Passed::Value(value)) => Some(self.value(value, frame)?),
                        (_, Passed::Local(local)) => Some(self.get(frame, *local)),
                    });
                }
                let (inner, returned) = self.call(frame.module, *function, &given)?;
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
                        self.slots[frame.returned + 1 + component] = result.get(component);
                    }
                }
                self.slots[frame.returned] = self.literal_flag(true);
            }
            Stmt::Discard(_) | Stmt::Push { .. } => unreachable!("of the stream phase"),
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
                    let here = self.whole_equals(number, component as i32, ty);
                    self.slots[slot + component] = self.select(here, value.get(0), self.slots[slot + component]);
                }
            }
        }
        Ok(())
    }

    /// Does one of two things. Both, and a choice between what they leave, where the chip cannot branch or it would not pay.
    pub fn branch<'f>(
        &mut self,
        condition: Ref,
        then: Side<'f, 'a>,
        otherwise: Side<'f, 'a>,
    ) -> Result<(), LowerError> {
        match self.truth(condition) {
            Some(true) => return then(self),
            Some(false) => return otherwise(self),
            None => {}
        }
        let branches = self.set.branches();
        let span = self.graph.span;
        let before = self.slots.clone();
        let mut sides = Vec::with_capacity(2);
        for side in [then, otherwise] {
            self.slots.clone_from(&before);
            let mark = self.graph.mark();
            let outer = std::mem::take(&mut self.graph.block);
            let done = side(self);
            let block = std::mem::replace(&mut self.graph.block, outer);
            done?;
            if branches {
                self.graph.leave_scope(&mark);
            }
            sides.push((block, self.slots.clone()));
        }
        let (mut right, b) = sides.pop().expect("two sides");
        let (mut left, a) = sides.pop().expect("two sides");
        let flat = |block: &Block| block.0.iter().all(|item| matches!(item, Item::Node(_)));
        let short = flat(&left) && flat(&right) && left.0.len() + right.0.len() <= SHORT_BRANCH;
        self.slots = before;
        if !branches || short {
            self.graph.block.0.append(&mut left.0);
            self.graph.block.0.append(&mut right.0);
            for slot in 0..self.slots.len() {
                self.slots[slot] = self.select(condition, a[slot], b[slot]);
            }
            return Ok(());
        }
        let mut merges: Vec<Merged> = Vec::new();
        for slot in 0..self.slots.len() {
            self.slots[slot] = match (a[slot], b[slot]) {
                (first, second) if first == second => first,
                (first, second) => match merges.iter().find(|known| (known.first, known.second) == (first, second)) {
                    Some(known) => Ref::new(known.node),
                    None => {
                        let node = self.graph.merge();
                        merges.push(Merged { node, first, second });
                        Ref::new(node)
                    }
                },
            };
        }
        self.graph.block.0.push(Item::If { condition, then: left, otherwise: right, merges, span });
        Ok(())
    }

    fn repeat(&mut self, statement: &'a Stmt, frame: &mut Frame<'a>) -> Result<(), LowerError> {
        let no = self.literal_flag(false);
        let outer = frame.open;
        let (slots, mark) = (self.slots.clone(), self.graph.mark());
        let first = self.slots.len();
        self.slots.extend([no, no]);
        frame.open = Some(OpenLoop { broke: first, continued: first + 1 });
        let at = std::ptr::from_ref(statement) as usize;
        let unrolled = match self.real_loops.contains_key(&(at, frame.base)) {
            true => Unrolled::TooLong,
            false => self.unroll(statement, frame)?,
        };
        if !matches!(unrolled, Unrolled::Done) {
            let span = span_of(statement).unwrap_or(self.graph.span);
            self.slots = slots;
            self.graph.rewind(&mark);
            match (unrolled, self.set.branches()) {
                (_, true) => {
                    self.slots.extend([no, no]);
                    self.real_loop(statement, frame, span)?;
                }
                (Unrolled::Uniform(leaves), false) => return Err(LowerError::Wants(leaves.into_iter().collect())),
                (Unrolled::Data, false) => return Err(LowerError::DataDependentLoop { span }),
                (_, false) if self.iterations > MAX_ITERATIONS => {
                    return Err(LowerError::LongLoops { most: MAX_ITERATIONS, span });
                }
                (_, false) => return Err(LowerError::LongLoop { most: LONG_LOOP, span }),
            }
        }
        self.slots.truncate(first);
        frame.open = outer;
        Ok(())
    }

    /// Runs a loop as long as it is known whether it goes on. Where data may leave it, what the variables hold there is kept, and
    /// the loop goes on as if it were not left; what holds in the end is chosen behind it.
    fn unroll(&mut self, statement: &'a Stmt, frame: &mut Frame<'a>) -> Result<Unrolled, LowerError> {
        let Stmt::Loop { before, condition, body, step, last } = statement else { unreachable!("a loop") };
        let open = frame.open.expect("a loop is open");
        let start = self.graph.len();
        let mut exits: Vec<(Ref, Vec<Ref>)> = Vec::new();
        for iteration in 0.. {
            if !(*last && iteration == 0) {
                self.statements(before, frame)?;
                if let Some(condition) = condition {
                    let condition = self.value(condition, frame)?.get(0);
                    match self.truth(condition) {
                        Some(false) => break,
                        Some(true) => {}
                        None if self.graph.rate(condition.node) == Rate::Uniform => {
                            return Ok(Unrolled::Uniform(self.leaves(condition)));
                        }
                        None => return Ok(Unrolled::Data),
                    }
                }
            }
            self.iterations += 1;
            let long = match self.set.branches() {
                true => iteration >= SHORT_LOOP || self.graph.len() - start > SHORT_BODY,
                false => iteration >= LONG_LOOP,
            };
            if long || self.iterations > MAX_ITERATIONS {
                return Ok(Unrolled::TooLong);
            }
            let no = self.literal_flag(false);
            self.slots[open.continued] = no;
            self.statements(body, frame)?;
            self.slots[open.continued] = no;
            let stopped = self.stopped(frame);
            match self.truth(stopped) {
                Some(true) => break,
                Some(false) => {}
                None if self.set.branches() || condition.is_none() => return Ok(Unrolled::Data),
                None => {
                    exits.push((stopped, self.slots.clone()));
                    self.slots[open.broke] = no;
                    self.slots[frame.returned] = no;
                }
            }
            self.statements(step, frame)?;
        }
        while let Some((stopped, slots)) = exits.pop() {
            for (slot, left) in slots.into_iter().enumerate() {
                self.slots[slot] = self.select(stopped, left, self.slots[slot]);
            }
        }
        Ok(Unrolled::Done)
    }

    /// A loop that the chip runs. Which variables change in it is found by running it.
    fn real_loop(&mut self, statement: &'a Stmt, frame: &mut Frame<'a>, span: Span) -> Result<(), LowerError> {
        let Stmt::Loop { before, condition, body, step, last } = statement else { unreachable!("a loop") };
        let open = frame.open.expect("a loop is open");
        let start = self.slots.clone();
        let mark = self.graph.mark();
        // A loop in another is run again with it: what changes is known then.
        let key = (std::ptr::from_ref(statement) as usize, frame.base);
        let mut changing = self.real_loops.entry(key).or_default().clone();
        loop {
            let mut carried: Vec<(usize, Merged)> = Vec::new();
            for &slot in &changing {
                let node = self.graph.merge();
                self.slots[slot] = Ref::new(node);
                carried.push((slot, Merged { node, first: start[slot], second: start[slot] }));
            }
            let entered = self.slots.clone();
            let inner_mark = self.graph.mark();
            let outer = std::mem::take(&mut self.graph.block);
            let mut goes_on = self.literal_flag(true);
            if *last {
                self.iteration(body, step, frame, open)?;
            }
            let stopped = self.stopped(frame);
            let running = self.not(stopped);
            let mut inner = *frame;
            // Kept in a slot, so that a branch merges it.
            let flag = self.slots.len();
            let no = self.literal_flag(false);
            self.slots.push(no);
            self.branch(
                running,
                &mut |builder| {
                    builder.statements(before, &mut inner)?;
                    builder.slots[flag] = match condition {
                        Some(condition) => builder.value(condition, &inner)?.get(0),
                        None => builder.literal_flag(true),
                    };
                    Ok(())
                },
                &mut |_| Ok(()),
            )?;
            goes_on = self.slots.pop().unwrap_or(goes_on);
            let header = std::mem::take(&mut self.graph.block);
            let left = self.slots.clone();
            if !*last {
                self.iteration(body, step, frame, open)?;
            }
            let rest = std::mem::replace(&mut self.graph.block, outer);
            let now = if *last { left.clone() } else { self.slots.clone() };
            let more: Vec<usize> =
                (0..now.len()).filter(|slot| now[*slot] != entered[*slot] && !changing.contains(slot)).collect();
            self.graph.leave_scope(&inner_mark);
            if more.is_empty() {
                let carried =
                    carried.into_iter().map(|(slot, merged)| Merged { second: now[slot], ..merged }).collect();
                self.graph.block.0.push(Item::Loop { header, condition: goes_on, body: rest, carried, span });
                self.slots = left;
                return Ok(());
            }
            changing.extend(more);
            self.real_loops.insert(key, changing.clone());
            self.graph.rewind(&mark);
            self.slots.clone_from(&start);
        }
    }

    /// The body of a loop, and what is done after each iteration.
    fn iteration(
        &mut self,
        body: &'a [Stmt],
        step: &'a [Stmt],
        frame: &mut Frame<'a>,
        open: OpenLoop,
    ) -> Result<(), LowerError> {
        self.slots[open.continued] = self.literal_flag(false);
        self.statements(body, frame)?;
        self.slots[open.continued] = self.literal_flag(false);
        let stopped = self.stopped(frame);
        let goes_on = self.not(stopped);
        let mut inner = *frame;
        self.branch(goes_on, &mut |builder| builder.statements(step, &mut inner), &mut |_| Ok(()))
    }

    /// The function that is inlined for a call in an expression.
    pub fn call_from(
        &mut self,
        frame: &Frame<'a>,
        function: FunctionId,
        of: &[Vector],
        ty: Type,
    ) -> Result<Vector, LowerError> {
        let given: Vec<Option<Vector>> = of.iter().copied().map(Some).collect();
        let (_, result) = self.call(frame.module, function, &given)?;
        Ok(result.unwrap_or_else(|| Vector::new(&vec![self.graph.literal(0); ty.count()])))
    }
}

/// Whether a statement may leave the block that it stands in.
fn may_leave(statement: &Stmt) -> bool {
    match statement {
        Stmt::Break(_) | Stmt::Continue(_) | Stmt::Return(..) => true,
        Stmt::If { then, otherwise, .. } => then.iter().chain(otherwise).any(may_leave),
        // What breaks ends the loop itself.
        Stmt::Loop { before, body, step, .. } => before.iter().chain(body).chain(step).any(returns),
        _ => false,
    }
}

fn returns(statement: &Stmt) -> bool {
    match statement {
        Stmt::Return(..) => true,
        Stmt::If { then, otherwise, .. } => then.iter().chain(otherwise).any(returns),
        Stmt::Loop { before, body, step, .. } => before.iter().chain(body).chain(step).any(returns),
        _ => false,
    }
}

/// Where a loop is written.
fn span_of(statement: &Stmt) -> Option<Span> {
    let Stmt::Loop { condition, .. } = statement else { return None };
    condition.as_ref().map(|condition| condition.span)
}
