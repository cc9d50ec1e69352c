//! Definite assignment: which outputs a run may read, or leave, before they have a value. These are zero before a run, so
//! that what no branch writes is the same on every device.

use super::Known;
use crate::ir::{Expr, ExprKind, Function, FunctionId, Local, LocalId, Mode, Module, Part, Passed, Place, Stmt, mask};
use crate::syntax::Span;

/// Of an output, the components that may lack a value, a bit for each.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Unassigned {
    /// Where they are read.
    pub read: u8,
    /// Where a run ends.
    pub left: u8,
}

impl Unassigned {
    /// Whether every run assigns it before it reads it, and before it ends.
    pub fn is_assigned(self) -> bool {
        self == Unassigned::default()
    }
}

/// Of each output, what may lack a value, along all paths and through calls.
pub(crate) fn unassigned(module: &Module) -> Vec<Unassigned> {
    let outputs = &module.interface.outputs;
    let mut before: Vec<Summary> = Vec::new();
    for function in &module.functions {
        let own = Flow::of(module, function, &before);
        before.push(own);
    }
    let Some(main) = before.last() else { return Vec::new() };
    let all = |output: usize| (1u8 << outputs[output].components().count()) - 1;
    let of = |output: usize| Unassigned {
        read: main.reads[output] & all(output),
        left: if main.returns { all(output) & !main.gives[output] } else { 0 },
    };
    (0..outputs.len()).map(of).collect()
}

/// Makes outputs zero at the start, where a run may read them, or end, before they have a value.
pub(crate) fn start_outputs(module: &mut Module) {
    let unassigned = unassigned(module);
    let Some(main) = module.functions.last_mut() else { return };
    let mut start = Vec::new();
    for (number, output) in module.interface.outputs.iter().enumerate() {
        if unassigned[number].is_assigned() {
            continue;
        }
        let own = main.locals.iter().position(|local| local.target == Some(number));
        let local = LocalId(own.unwrap_or_else(|| {
            main.locals.push(Local { target: Some(number), ..Local::new(&output.name, output.ty) });
            main.locals.len() - 1
        }));
        let value = Expr::zero(output.ty, Span::default());
        start.push(Stmt::Assign { place: Place { local, part: Part::Whole }, value });
    }
    main.body.splice(0..0, start);
}

/// What a function does to outputs, for those that call it.
struct Summary {
    /// The components of each that it may read before it has given them a value.
    reads: Vec<u8>,
    /// Those that it surely gives one.
    gives: Vec<u8>,
    /// Whether it ever comes back.
    returns: bool,
}

/// Which components have a value at a point, on every path to it.
#[derive(Clone)]
struct State {
    given: Vec<u8>,
    reached: bool,
}

impl State {
    fn join(&mut self, other: &State) {
        if !other.reached {
            return;
        }
        if !self.reached {
            *self = other.clone();
            return;
        }
        for (own, other) in self.given.iter_mut().zip(&other.given) {
            *own &= other;
        }
    }

    fn nowhere(&self) -> State {
        State { reached: false, ..self.clone() }
    }
}

/// A function that is looked at.
struct Flow<'a> {
    module: &'a Module,
    function: &'a Function,
    before: &'a [Summary],
    reads: Vec<u8>,
    /// For each open loop, what has a value where it is left, and where an iteration ends.
    loops: Vec<(State, State)>,
    /// What has one where the function is left.
    ends: State,
}

impl<'a> Flow<'a> {
    fn of(module: &'a Module, function: &'a Function, before: &'a [Summary]) -> Summary {
        let none = vec![0; module.interface.outputs.len()];
        let mut state = State { given: none.clone(), reached: true };
        let mut flow = Flow { module, function, before, reads: none, loops: Vec::new(), ends: state.nowhere() };
        flow.block(&function.body, &mut state, &mut Known::default());
        flow.ends.join(&state);
        Summary { reads: flow.reads, gives: flow.ends.given, returns: flow.ends.reached }
    }

    fn target(&self, local: LocalId) -> Option<usize> {
        self.function.locals[local.0].target
    }

    fn read(&mut self, output: usize, mask: u8, state: &State) {
        if state.reached {
            self.reads[output] |= mask & !state.given[output];
        }
    }

    fn read_local(&mut self, local: LocalId, mask: u8, state: &State) {
        if let Some(output) = self.target(local) {
            self.read(output, mask, state);
        }
    }

    fn give(&self, local: LocalId, mask: u8, state: &mut State) {
        if let Some(output) = self.target(local) {
            state.given[output] |= mask;
        }
    }

    fn expr(&mut self, expr: &Expr, state: &State) {
        let all = self.function;
        match &expr.kind {
            ExprKind::Local(local) => self.read_local(*local, all.all_of(*local), state),
            ExprKind::Swizzle(inner, taken) if matches!(inner.kind, ExprKind::Local(_)) => {
                if let ExprKind::Local(local) = inner.kind {
                    self.read_local(local, mask(taken), state);
                }
            }
            _ => {
                if let ExprKind::Call(function, _) = &expr.kind {
                    self.called(*function, state);
                }
                expr.children(&mut |child| self.expr(child, state));
            }
        }
    }

    /// What a function that is called reads.
    fn called(&mut self, function: FunctionId, state: &State) {
        let before = self.before;
        for (output, &mask) in before[function.0].reads.iter().enumerate() {
            self.read(output, mask, state);
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
            Stmt::Declare { value, .. } => value.iter().for_each(|value| self.expr(value, state)),
            Stmt::Assign { place, value } => {
                self.expr(value, state);
                let given = match &place.part {
                    Part::Whole => self.function.all_of(place.local),
                    Part::Components(taken) => mask(taken),
                    Part::At(number) => {
                        self.expr(number, state);
                        // Which one is not known, but of a literal.
                        match known.value(number).map(|number| number.whole()) {
                            Some(number @ 0..4) => (1 << number) & self.function.all_of(place.local),
                            _ => 0,
                        }
                    }
                };
                self.give(place.local, given, state);
            }
            Stmt::Call { function, arguments, result } => self.call(*function, arguments, *result, state, statement),
            Stmt::If { condition, then, otherwise } => {
                self.expr(condition, state);
                let mut other = state.clone();
                self.block(then, state, &mut known.clone());
                self.block(otherwise, &mut other, &mut known.clone());
                state.join(&other);
            }
            Stmt::Loop { .. } => self.repeat(statement, state, known),
            Stmt::Break | Stmt::Continue => {
                if let Some((left, iterations)) = self.loops.last_mut() {
                    if *statement == Stmt::Break { left.join(state) } else { iterations.join(state) }
                }
                state.reached = false;
            }
            Stmt::Return(value) => {
                value.iter().for_each(|value| self.expr(value, state));
                self.ends.join(state);
                state.reached = false;
            }
            Stmt::Discard => state.reached = false,
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
        for (argument, passed) in self.module.functions[function.0].arguments.iter().zip(arguments) {
            if let (Mode::InOut, Passed::Local(local)) = (argument.mode, passed) {
                self.read_local(*local, self.function.all_of(*local), state);
            }
        }
        self.called(function, state);
        for (given, gives) in state.given.iter_mut().zip(&own.gives) {
            *given |= gives;
        }
        state.reached &= own.returns;
        let passed = arguments.iter().filter_map(|passed| match passed {
            Passed::Local(local) => Some(*local),
            Passed::Value(_) => None,
        });
        passed.chain(result).for_each(|local| self.give(local, self.function.all_of(local), state));
    }

    fn repeat(&mut self, statement: &Stmt, state: &mut State, known: &Known) {
        let Stmt::Loop { before, condition, body, step, last } = statement else { return };
        // What is known of a first iteration, and what of each.
        let mut first = known.clone();
        before.iter().for_each(|statement| first.pass(self.function, statement));
        let entered = condition.as_ref().is_none_or(|condition| first.holds(condition) == Some(true));
        let mut known = known.clone();
        known.forget(std::slice::from_ref(statement));
        let endless = condition.as_ref().is_none_or(|condition| known.holds(condition) == Some(true));
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
        // The test that ends it, or an iteration.
        self.block(before, state, &mut known);
        condition.iter().for_each(|condition| self.expr(condition, state));
        let Some((left, _)) = self.loops.pop() else { return };
        let mut after = left;
        if !endless {
            after.join(if *last || entered { state } else { &skipped });
        }
        *state = after;
    }
}
