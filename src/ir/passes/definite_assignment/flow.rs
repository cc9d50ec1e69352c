//! The dataflow analysis: walks through a function and tracks which variables and outputs are assigned at each point.

use crate::ir::passes::Known;
use crate::ir::{At, Expr, ExprKind, Function, FunctionId, LocalId, Mode, Part, Passed, Place, Stmt, each_stmt, mask};
use crate::syntax::Span;

use super::state::State;
use super::{EarlyRead, Left, Summary, UnassignedLocals};

/// The maximum number of variables of a function that are tracked, so that a function with many thousands does not take minutes. The
/// remaining ones are set to zero.
const MAX_TRACKED: usize = 512;

/// The analysis of one function. A state has a slot for each output, followed by a slot for each variable of the function that is declared
/// without a value or is an `out` argument.
pub(super) struct Flow<'a> {
    functions: &'a [Function],
    function: &'a Function,
    before: &'a [Summary],
    /// The slot of each variable, if it has one.
    slots: Vec<Option<usize>>,
    /// The components of each slot that may be read before they are assigned.
    reads: Vec<u8>,
    /// For each slot, the first read of components that may be unassigned.
    early: Vec<Option<EarlyRead>>,
    /// For each enclosing loop, the state where a `break` leaves the loop, and the state where a `continue` ends an iteration.
    loops: Vec<(State, State)>,
    /// The state where the function ends or returns.
    ends: State,
}

impl<'a> Flow<'a> {
    /// Summarizes how a function reads and assigns the first `outputs` outputs of the interface and its own variables. `results` are
    /// variables that, like its `out` arguments, should be assigned where it ends. `before` holds the summaries of the earlier functions.
    pub fn of(
        functions: &'a [Function],
        outputs: usize,
        function: &'a Function,
        results: &[LocalId],
        before: &'a [Summary],
    ) -> Summary {
        let mut slots: Vec<Option<usize>> = function.locals.iter().map(|local| local.target).collect();
        let mut count = outputs;
        let mut untracked = Vec::new();
        let mut track = |local: LocalId| {
            if count >= outputs + MAX_TRACKED {
                untracked.push(local);
            } else if slots[local.0].is_none() {
                slots[local.0] = Some(count);
                count += 1;
            }
        };
        let arguments = function.arguments.iter().filter(|argument| argument.mode == Mode::Out);
        let left: Vec<LocalId> = arguments.map(|argument| argument.local).chain(results.iter().copied()).collect();
        left.iter().for_each(|local| track(*local));
        each_stmt(&function.body, &mut |statement| {
            if let Stmt::Declare { local, value: None } = statement {
                track(*local);
            }
        });
        let none = vec![0; count];
        let mut state = State { given: none.clone(), likely: none.clone(), some: none.clone(), reached: true };
        let ends = state.nowhere();
        let early = vec![None; count];
        let mut flow = Flow { functions, function, before, slots, reads: none, early, loops: Vec::new(), ends };
        flow.block(&function.body, &mut state, &mut Known::default());
        flow.ends.join(&state);
        let Flow { slots, mut reads, mut early, ends, .. } = flow;
        let mut locals = UnassignedLocals::default();
        for local in left.into_iter().filter(|_| ends.reached) {
            let Some(slot) = slots[local.0] else { continue };
            let all = function.all_of(local);
            let missing = all & !ends.given[slot];
            if missing != 0 {
                let (never, uncertain) = (all & !ends.some[slot], ends.likely[slot] & all == all);
                locals.leaves.push(Left { local, missing, never, uncertain });
            }
        }
        let unknown = |local| EarlyRead { local: Some(local), missing: 0, never: false, span: None, uncertain: true };
        locals.reads = early.drain(outputs..).flatten().chain(untracked.into_iter().map(unknown)).collect();
        locals.outputs =
            early.into_iter().enumerate().filter_map(|(output, read)| read.map(|read| (output, read))).collect();
        reads.truncate(outputs);
        let State { mut given, mut some, reached, .. } = ends;
        given.truncate(outputs);
        some.truncate(outputs);
        Summary { reads, assigns: given, may_assign: some, returns: reached, locals }
    }

    fn read(&mut self, slot: usize, mask: u8, state: &State, local: Option<LocalId>, span: Option<Span>) {
        let missing = mask & !state.given[slot];
        if !state.reached || missing == 0 {
            return;
        }
        self.reads[slot] |= missing;
        let uncertain = mask & !state.likely[slot] == 0;
        // A certain report replaces an uncertain one.
        if self.early[slot].as_ref().is_none_or(|early| early.uncertain && !uncertain) {
            let never = missing & state.some[slot] == 0;
            self.early[slot] = Some(EarlyRead { local, missing, never, span, uncertain });
        }
    }

    fn read_local(&mut self, local: LocalId, mask: u8, state: &State, span: Option<Span>) {
        if let Some(slot) = self.slots[local.0] {
            self.read(slot, mask, state, Some(local), span);
        }
    }

    fn give(&self, local: LocalId, mask: u8, likely: u8, state: &mut State) {
        if let Some(slot) = self.slots[local.0] {
            state.give(slot, mask, likely);
        }
    }

    fn expr(&mut self, expr: &Expr, state: &State) {
        let all = self.function;
        match &expr.kind {
            ExprKind::Local(local) => self.read_local(*local, all.all_of(*local), state, Some(expr.span)),
            ExprKind::Swizzle(inner, taken) if matches!(inner.kind, ExprKind::Local(_)) => {
                if let ExprKind::Local(local) = inner.kind {
                    self.read_local(local, mask(taken), state, Some(expr.span));
                }
            }
            _ => {
                if let ExprKind::Call(function, _) = &expr.kind {
                    self.called(*function, state, Some(expr.span));
                }
                expr.children(&mut |child| self.expr(child, state));
            }
        }
    }

    /// Accounts for the outputs that a called function reads.
    fn called(&mut self, function: FunctionId, state: &State, span: Option<Span>) {
        let before = self.before;
        for (output, &mask) in before[function.0].reads.iter().enumerate().filter(|(_, mask)| **mask != 0) {
            self.read(output, mask, state, None, span);
        }
    }

    fn block(&mut self, statements: &[Stmt], state: &mut State, known: &mut Known) {
        for statement in statements {
            self.statement(statement, state, known);
            known.pass(self.function, statement);
        }
    }

    fn statement(&mut self, statement: &Stmt, state: &mut State, known: &Known) {
        match statement {
            Stmt::Declare { local, value } => match value {
                Some(value) => {
                    self.expr(value, state);
                    self.give(*local, 0xff, 0xff, state);
                }
                None => {
                    if let Some(slot) = self.slots[local.0] {
                        (state.given[slot], state.likely[slot], state.some[slot]) = (0, 0, 0);
                    }
                }
            },
            Stmt::Assign { place, value } => {
                self.expr(value, state);
                let all = self.function.all_of(place.local);
                let (given, likely) = match &place.part {
                    Part::Whole => (all, all),
                    Part::Components(taken) => (mask(taken), mask(taken)),
                    Part::At(number) => {
                        self.expr(number, state);
                        // The index is unknown, unless literals determine it.
                        match known.value(number).map(|number| number.whole()) {
                            Some(number @ 0..4) => ((1 << number) & all, (1 << number) & all),
                            _ => (0, all),
                        }
                    }
                };
                self.give(place.local, given, likely, state);
            }
            Stmt::Call { function, arguments, result, .. } => {
                self.call(*function, arguments, *result, state, statement)
            }
            Stmt::If { condition, then, otherwise } => {
                self.expr(condition, state);
                let mut other = state.clone();
                self.block(then, state, &mut known.clone());
                self.block(otherwise, &mut other, &mut known.clone());
                state.join(&other);
            }
            Stmt::Loop { .. } => self.repeat(statement, state, known),
            Stmt::Break(_) | Stmt::Continue(_) => {
                if let Some((left, iterations)) = self.loops.last_mut() {
                    if *statement == Stmt::Break(At::default()) { left.join(state) } else { iterations.join(state) }
                }
                state.reached = false;
            }
            Stmt::Return(value, _) => {
                value.iter().for_each(|value| self.expr(value, state));
                self.ends.join(state);
                state.reached = false;
            }
            Stmt::Discard(_) => state.reached = false,
            Stmt::Template(_) => unreachable!("of the template phase"),
            Stmt::Push { values, .. } => values.iter().for_each(|value| self.expr(value, state)),
        }
    }

    fn call(
        &mut self,
        function: FunctionId,
        arguments: &[Passed],
        result: Option<LocalId>,
        state: &mut State,
        statement: &Stmt,
    ) {
        let before = self.before;
        let own = &before[function.0];
        statement.exprs(&mut |value| self.expr(value, state));
        for (argument, passed) in self.functions[function.0].arguments.iter().zip(arguments) {
            if let (Mode::InOut, Passed::Local(local)) = (argument.mode, passed) {
                self.read_local(*local, self.function.all_of(*local), state, None);
            }
        }
        self.called(function, state, None);
        for (output, (&assigns, &may_assign)) in own.assigns.iter().zip(&own.may_assign).enumerate() {
            state.give(output, assigns, assigns);
            state.some[output] |= may_assign;
        }
        state.reached &= own.returns;
        let passed = arguments.iter().filter_map(|passed| match passed {
            Passed::Local(local) => Some(*local),
            Passed::Value(_) => None,
        });
        passed.chain(result).for_each(|local| self.give(local, 0xff, 0xff, state));
    }

    fn repeat(&mut self, statement: &Stmt, state: &mut State, known: &Known) {
        let Stmt::Loop { before, condition, body, step, last } = statement else { return };
        // One environment for the first iteration, and one for any iteration.
        let mut first = known.clone();
        before.iter().for_each(|statement| first.pass(self.function, statement));
        let entered = condition.as_ref().is_none_or(|condition| first.holds(condition) == Some(true));
        let mut known = known.clone();
        known.forget(std::slice::from_ref(statement));
        let endless = condition.as_ref().is_none_or(|condition| known.holds(condition) == Some(true));
        // A later iteration may read what an earlier one assigned.
        for block in statement.blocks() {
            each_stmt(block, &mut |statement| self.may_assign(statement, state));
        }
        self.loops.push((state.nowhere(), state.nowhere()));
        if !*last {
            self.block(before, state, &mut known.clone());
            condition.iter().for_each(|condition| self.expr(condition, state));
        }
        let skipped = state.clone();
        self.block(body, state, &mut known.clone());
        if let Some((_, iterations)) = self.loops.last().cloned() {
            state.join(&iterations);
        }
        self.block(step, state, &mut known.clone());
        // The test after an iteration, which ends the loop or starts another iteration.
        self.block(before, state, &mut known);
        condition.iter().for_each(|condition| self.expr(condition, state));
        let Some((left, _)) = self.loops.pop() else { return };
        let mut after = left;
        if !endless {
            after.join(if *last || entered { state } else { &skipped });
        }
        *state = after;
    }

    /// Marks the components that a statement itself may assign.
    fn may_assign(&self, statement: &Stmt, state: &mut State) {
        let part = match statement {
            Stmt::Assign { place: Place { part: Part::Components(taken), .. }, .. } => mask(taken),
            _ => 0xff,
        };
        for slot in statement.changed().filter_map(|local| self.slots[local.0]) {
            state.some[slot] |= part;
        }
        if let Stmt::Call { function, .. } = statement {
            for (output, may_assign) in self.before[function.0].may_assign.iter().enumerate() {
                state.some[output] |= may_assign;
            }
        }
    }
}
