//! Definite assignment: what may be read before it is assigned, and outputs that a path leaves unassigned, component by
//! component.

use crate::brook::types::LETTERS;
use crate::ir::passes::const_env::ConstEnv;
use crate::ir::{At, Expr, ExprKind, Function, Kernel, LocalId, Part, Place, Role, Stmt, each_stmt, mask};
use crate::syntax::Span;
use crate::syntax::{Code, Diagnostic};

/// Which components of each variable are assigned: on every path, and on some path. A bit for each component.
#[derive(Clone)]
struct State {
    all: Vec<u8>,
    some: Vec<u8>,
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
        for (own, other) in self.all.iter_mut().zip(&other.all) {
            *own &= other;
        }
        for (own, other) in self.some.iter_mut().zip(&other.some) {
            *own |= other;
        }
    }

    fn give(&mut self, local: LocalId, mask: u8) {
        self.all[local.0] |= mask;
        self.some[local.0] |= mask;
    }
}

struct DefiniteAssignment<'a> {
    kernel: &'a Kernel,
    function: &'a Function,
    /// Where the body ends.
    end: Span,
    diagnostics: Vec<Diagnostic>,
    /// Variables of which something has been said.
    told: Vec<bool>,
    /// For each open loop, the state at its exits, and where an iteration ends.
    loops: Vec<(State, State)>,
    /// The state where the function is left.
    ends: State,
}

/// What a kernel's own body may read unassigned, or leave unassigned. `end`: where the body ends.
pub(super) fn definite_assignment(kernel: &Kernel, end: Span) -> Vec<Diagnostic> {
    let function = kernel.main();
    let count = function.locals.len();
    let nowhere = State { all: vec![0xff; count], some: vec![0; count], reached: false };
    let mut state = State { all: vec![0; count], some: vec![0; count], reached: true };
    for (number, local) in function.locals.iter().enumerate() {
        let given = local.output.is_some_and(|slot| kernel.parameters[slot.parameter].role == Role::Accumulator);
        if given {
            state.give(LocalId(number), 0xff);
        }
    }
    let mut analysis = DefiniteAssignment {
        kernel,
        function,
        end,
        diagnostics: Vec::new(),
        told: vec![false; count],
        loops: Vec::new(),
        ends: nowhere,
    };
    analysis.statements(&function.body, &mut state);
    analysis.ends.join(&state);
    analysis.outputs();
    analysis.diagnostics
}

fn letters(mask: u8) -> String {
    (0..4).filter(|k| mask & (1 << k) != 0).map(|k| LETTERS[k]).collect()
}

impl DefiniteAssignment<'_> {
    fn statements(&mut self, statements: &[Stmt], state: &mut State) {
        let mut known = ConstEnv::default();
        for statement in statements {
            let surely = match statement {
                Stmt::Loop { before, condition: Some(condition), .. } => {
                    before.is_empty() && known.holds(condition) == Some(true)
                }
                _ => false,
            };
            self.statement(statement, surely, state);
            known.record(statement);
        }
    }

    /// `surely`: of a loop, that its first test is known to let it in.
    fn statement(&mut self, statement: &Stmt, surely: bool, state: &mut State) {
        match statement {
            Stmt::Declare { local, value } => match value {
                Some(value) => {
                    self.expr(value, state);
                    state.give(*local, 0xff);
                }
                None => {
                    state.all[local.0] = 0;
                    state.some[local.0] = 0;
                }
            },
            Stmt::Assign { place, value } => {
                self.expr(value, state);
                match &place.part {
                    Part::Whole => state.give(place.local, 0xff),
                    Part::Components(taken) => state.give(place.local, mask(taken)),
                    Part::At(index) => {
                        self.expr(index, state);
                        // Which one is not known: all of them, rather than a false alarm.
                        state.give(place.local, 0xff);
                    }
                }
            }
            Stmt::Call { .. } => {
                statement.exprs(&mut |value| self.expr(value, state));
                statement.changed().for_each(|local| state.give(local, 0xff));
            }
            Stmt::If { condition, then, otherwise } => {
                self.expr(condition, state);
                let mut other = state.clone();
                self.statements(then, state);
                self.statements(otherwise, &mut other);
                state.join(&other);
            }
            Stmt::Loop { before, condition, body, step, last } => {
                // What a later iteration reads may be assigned in an earlier one.
                for block in statement.blocks() {
                    each_stmt(block, &mut |statement| given(statement, &mut |local, mask| state.some[local.0] |= mask));
                }
                let nowhere = State { reached: false, ..state.clone() };
                self.loops.push((nowhere.clone(), nowhere));
                if !*last {
                    self.statements(before, state);
                    condition.iter().for_each(|condition| self.expr(condition, state));
                }
                let skipped = state.clone();
                self.statements(body, state);
                if let Some((_, continued)) = self.loops.last().cloned() {
                    state.join(&continued);
                }
                self.statements(step, state);
                if *last {
                    self.statements(before, state);
                    condition.iter().for_each(|condition| self.expr(condition, state));
                }
                let Some((mut after, _)) = self.loops.pop() else { return };
                if condition.is_some() {
                    after.join(if *last || surely { state } else { &skipped });
                }
                *state = after;
            }
            Stmt::Break(_) | Stmt::Continue(_) => {
                if let Some((exit, continued)) = self.loops.last_mut() {
                    if *statement == Stmt::Break(At::default()) { exit.join(state) } else { continued.join(state) }
                }
                state.reached = false;
            }
            Stmt::Return(value, _) => {
                value.iter().for_each(|value| self.expr(value, state));
                self.ends.join(state);
                state.reached = false;
            }
            Stmt::Discard(_) => state.reached = false,
            Stmt::Push { values, .. } => values.iter().for_each(|value| self.expr(value, state)),
        }
    }

    fn expr(&mut self, expr: &Expr, state: &State) {
        match &expr.kind {
            ExprKind::Local(local) => self.read(*local, self.function.all_of(*local), expr.span, state),
            ExprKind::Swizzle(inner, taken) => match inner.kind {
                ExprKind::Local(local) if inner.ty.count() > 1 => {
                    self.read(local, mask(taken), expr.span, state);
                }
                _ => self.expr(inner, state),
            },
            _ => expr.children(&mut |child| self.expr(child, state)),
        }
    }

    fn read(&mut self, local: LocalId, mask: u8, span: Span, state: &State) {
        let missing = mask & !state.all[local.0];
        if missing == 0 || !state.reached || self.told[local.0] {
            return;
        }
        self.told[local.0] = true;
        let variable = &self.function.locals[local.0];
        let name = &variable.name;
        let output = variable.output.map(|slot| &self.kernel.parameters[slot.parameter]);
        let never = mask & state.some[local.0] == 0;
        let what = match output.map(|parameter| parameter.role) {
            Some(Role::Output) => "output ",
            Some(_) => "variable output ",
            None => "",
        };
        let part = match missing == self.function.all_of(local) || mask.count_ones() == 1 {
            true => format!("`{name}`"),
            false => format!("`{name}.{}`", letters(missing)),
        };
        let diagnostic = match (never, output.is_some()) {
            (true, true) => {
                let title = format!("{what}`{name}` is read before it is written");
                let help = "an output holds nothing yet: to change a stream, take it as an input as well";
                Diagnostic::error(Code::B0506, span, title).help(help)
            }
            (true, false) => Diagnostic::warning(Code::B0507, span, format!("{part} is read before it has a value")),
            _ => Diagnostic::warning(Code::B0507, span, format!("{what}{part} may be read before it has a value")),
        };
        self.diagnostics.push(diagnostic);
    }

    /// Outputs that a path leaves unassigned.
    fn outputs(&mut self) {
        if !self.ends.reached {
            return;
        }
        for (number, parameter) in self.kernel.parameters.iter().enumerate() {
            if parameter.role != Role::Output {
                continue;
            }
            let (mut never, mut sometimes) = (Vec::new(), Vec::new());
            for (at, local) in self.function.locals.iter().enumerate() {
                if local.output.is_none_or(|slot| slot.parameter != number) {
                    continue;
                }
                let all = self.function.all_of(LocalId(at));
                let missing = all & !self.ends.all[at];
                let nothing = all & !self.ends.some[at];
                let part = |mask: u8| match mask == all {
                    true => format!("`{}`", local.name),
                    false => format!("`{}.{}`", local.name, letters(mask)),
                };
                match (missing, nothing) {
                    (0, _) => {}
                    (_, 0) => sometimes.push(part(missing)),
                    // One that is never assigned at all has been told of; a field of a record has not.
                    _ if nothing == all && parameter.fields.len() == 1 => {}
                    _ => never.push(part(nothing)),
                }
            }
            for (parts, how) in [(never, "never written"), (sometimes, "not written on every path")] {
                let names = match parts.as_slice() {
                    [] => continue,
                    [one] => format!("output {one} is"),
                    [most @ .., last] if parts.len() <= 4 => format!("outputs {} and {last} are", most.join(", ")),
                    all => format!("outputs {} and {} more are", all[..3].join(", "), all.len() - 3),
                };
                let diagnostic = Diagnostic::warning(Code::B0508, parameter.span, format!("{names} {how}"));
                let diagnostic = match how {
                    "never written" => diagnostic,
                    _ => diagnostic.other(self.end, "the end may be reached without"),
                };
                self.diagnostics.push(diagnostic.help("what is not written is 0"));
            }
        }
    }
}

/// What a statement itself assigns, or makes unassigned.
fn given(statement: &Stmt, seen: &mut impl FnMut(LocalId, u8)) {
    match statement {
        Stmt::Declare { local, value } => seen(*local, if value.is_some() { 0xff } else { 0 }),
        Stmt::Assign { place: Place { local, part: Part::Components(taken) }, .. } => seen(*local, mask(taken)),
        _ => statement.changed().for_each(|local| seen(local, 0xff)),
    }
}
