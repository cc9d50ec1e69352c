//! Walks through a kernel and tracks the range of every integer.
//!
//! Statements are visited in execution order. If a condition is unknown, both branches are visited. A function is visited once per call.
//! The walk stops after a maximum number of steps.

use super::Rounding;
use super::range::Range;
use crate::ir::control_flow::{jumps, leaves};
use crate::ir::{At, ExprKind, Function, FunctionId, LocalId, Mode, Part, Passed, Slot, Stmt, Type, Unary, each_expr};
use crate::syntax::Span;

/// The maximum number of steps. Each visited expression and statement is a step, and so is each variable whenever the state is copied, for
/// a call, an undecided branch or an iteration. Beyond it, the walk stops, and arithmetic of ints counts as not safe.
pub(super) const MAX_STEPS: usize = 500_000;
/// The maximum nesting depth of expressions and statements, including calls: a walk this deep fits on a stack of 2 MiB in an unoptimised
/// build. Beyond it, the walk stops as well.
pub(super) const MAX_DEPTH: usize = 400;

/// The range of each variable of a function; `None` for a variable that is not an integer.
pub(super) type Ranges = Vec<Option<Range>>;

/// The state of a walk through the functions of a kernel.
pub(super) struct Walk<'a> {
    functions: &'a [Function],
    /// Returns the range of the values that a stream, gather or constant may hold.
    data: &'a dyn Fn(Slot) -> Range,
    pub exact: u32,
    /// The range of unknown ints; `None` if they may have any value of their type.
    unknown: Option<Range>,
    /// The range in which every integer is exact.
    pub safe: Range,
    pub steps: usize,
    pub depth: usize,
    /// Whether the visited code always runs.
    pub certain: bool,
    /// The ranges assigned to variables since the start of the innermost loop or function.
    pub given: Ranges,
    /// The range of the results that the function has returned so far.
    returned: Option<Range>,
    pub found: Rounding,
}

impl<'a> Walk<'a> {
    pub fn new(functions: &'a [Function], data: &'a dyn Fn(Slot) -> Range, exact: u32) -> Walk<'a> {
        Walk {
            functions,
            data,
            exact,
            unknown: None,
            safe: Range::between(-i128::from(exact), exact),
            steps: 0,
            depth: 0,
            certain: true,
            given: Vec::new(),
            returned: None,
            found: Rounding::default(),
        }
    }

    /// Turns this into the second walk, in which unknown ints are in this range and counters run to their ends.
    pub fn second_walk(self, unknown: Range) -> Walk<'a> {
        Walk { unknown: Some(unknown), ..self }
    }

    /// Walks through the kernel. Returns whether the walk reached the end.
    pub fn run(&mut self) -> bool {
        if let Some(main) = self.functions.len().checked_sub(1) {
            self.call(FunctionId(main), Vec::new());
        }
        self.steps <= MAX_STEPS
    }

    /// Returns whether the walk may take another step.
    pub fn may_continue(&mut self) -> bool {
        if self.depth >= MAX_DEPTH {
            self.steps = MAX_STEPS + 1;
        }
        self.steps <= MAX_STEPS
    }

    pub fn of_type(&self, ty: Type) -> Range {
        Range::of_type(ty, self.exact.into())
    }

    /// Returns the range of an integer of which only the type is known.
    pub fn unknown(&self, ty: Type) -> Range {
        self.possible(self.of_type(ty))
    }

    /// Returns the range of the values of a stream, gather or constant.
    pub fn of_slot(&self, slot: Slot) -> Range {
        self.possible((self.data)(slot))
    }

    fn possible(&self, range: Range) -> Range {
        self.unknown.map_or(range, |unknown| range.intersect(unknown))
    }

    /// Returns whether this is the first walk, in which unknown ints may have any value of their type and counters stay exact.
    pub fn is_first_look(&self) -> bool {
        self.unknown.is_none()
    }

    /// Walks through a function with these ranges for its arguments. Returns the range of its result, and the ranges of its
    /// variables at its end.
    pub fn call(&mut self, called: FunctionId, arguments: Vec<Option<Range>>) -> (Option<Range>, Ranges) {
        let function = &self.functions[called.0];
        self.steps += function.locals.len();
        let mut ranges: Ranges =
            function.locals.iter().map(|local| is_whole(local.ty).then(|| self.unknown(local.ty))).collect();
        for (argument, range) in function.arguments.iter().zip(arguments) {
            if ranges[argument.local.0].is_some() {
                // An `out` argument starts as zero, since the function may return without assigning it.
                let start = if argument.mode == Mode::Out { Some(Range::of(0)) } else { range };
                ranges[argument.local.0] = start.or(ranges[argument.local.0]);
            }
        }
        let outer = (std::mem::replace(&mut self.given, ranges.clone()), self.returned.take(), self.certain);
        self.block(function, &function.body, &mut ranges);
        if leaves(&function.body) {
            // The function may have returned anywhere.
            ranges = joined(&ranges, &self.given);
        }
        let returned = self.returned.take();
        (self.given, self.returned, self.certain) = outer;
        (returned, ranges)
    }

    pub fn block(&mut self, function: &Function, statements: &[Stmt], ranges: &mut Ranges) {
        for statement in statements {
            if !self.may_continue() {
                return;
            }
            self.steps += 1;
            self.depth += 1;
            self.statement(function, statement, ranges);
            self.depth -= 1;
            let this = std::slice::from_ref(statement);
            self.certain &= !leaves(this)
                && !jumps(this, &Stmt::Break(At::default()))
                && !jumps(this, &Stmt::Continue(At::default()));
        }
    }

    fn statement(&mut self, function: &Function, statement: &Stmt, ranges: &mut Ranges) {
        match statement {
            Stmt::Declare { local, value } => {
                let range = match value {
                    Some(value) => self.expr(value, ranges),
                    // It is zero in the stream phase; in the kernel phase it is never read before it is assigned.
                    None => Some(Range::of(0)),
                };
                self.set(*local, range, ranges);
            }
            Stmt::Assign { place, value } => {
                let mut range = self.expr(value, ranges);
                if let Part::At(index) = &place.part {
                    self.expr(index, ranges);
                }
                if place.part != Part::Whole {
                    range = range.zip(ranges[place.local.0]).map(|(a, b)| a.join(b));
                }
                self.set(place.local, range, ranges);
            }
            Stmt::Call { function: called, arguments, result, .. } => {
                let passed = arguments.iter().map(|passed| match passed {
                    Passed::Value(value) => self.expr(value, ranges),
                    Passed::Local(local) => ranges[local.0],
                });
                let passed = passed.collect();
                let (returned, theirs) = self.call(*called, passed);
                for (argument, passed) in self.functions[called.0].arguments.iter().zip(arguments) {
                    if let Passed::Local(local) = passed {
                        self.set(*local, theirs[argument.local.0], ranges);
                    }
                }
                if let Some(local) = result {
                    self.set(*local, returned, ranges);
                }
            }
            Stmt::If { condition, then, otherwise } => match self.condition(condition, ranges) {
                Some(true) => self.block(function, then, ranges),
                Some(false) => self.block(function, otherwise, ranges),
                None => {
                    let certain = std::mem::replace(&mut self.certain, false);
                    self.steps += ranges.len();
                    let mut others = ranges.clone();
                    self.block(function, then, ranges);
                    self.block(function, otherwise, &mut others);
                    *ranges = joined(ranges, &others);
                    self.certain = certain;
                }
            },
            Stmt::Loop { .. } => self.repeated(function, statement, ranges),
            Stmt::Return(Some(value), _) => {
                let range = self.expr(value, ranges);
                self.returned = join(self.returned, range);
            }
            Stmt::Template(_) => unreachable!("of the template phase"),
            Stmt::Push { values, .. } => self.all(values, ranges),
            Stmt::Break(_) | Stmt::Continue(_) | Stmt::Return(None, _) | Stmt::Discard(_) => {}
        }
    }

    /// Assigns a range to a variable.
    fn set(&mut self, local: LocalId, range: Option<Range>, ranges: &mut Ranges) {
        if ranges[local.0].is_some() {
            ranges[local.0] = range.or(ranges[local.0]);
            self.given[local.0] = join(self.given[local.0], range);
        }
    }
}

pub(super) fn is_whole(ty: Type) -> bool {
    ty.is_integer() || ty == Type::Index
}

pub(super) fn join(a: Option<Range>, b: Option<Range>) -> Option<Range> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.join(b)),
        (a, b) => a.or(b),
    }
}

pub(super) fn joined(a: &Ranges, b: &Ranges) -> Ranges {
    a.iter().zip(b).map(|(a, b)| join(*a, *b)).collect()
}

/// Returns the place of the first arithmetic of ints, preferably in the kernel's own body.
pub(super) fn first_arithmetic(functions: &[Function]) -> Option<Span> {
    let mut found = None;
    for function in functions.iter().rev() {
        each_expr(&function.body, &mut |expr| {
            let computes = matches!(expr.kind, ExprKind::Binary(..) | ExprKind::Unary(Unary::BitNot, _));
            if computes && expr.ty.is_integer() && expr.span.start < expr.span.end && found.is_none() {
                found = Some(expr.span);
            }
        });
    }
    found
}
