//! Lowers statements.

use super::Lowering;
use super::build::{add, assign, binary, expr, fetch, float, int, select, zero};
use crate::brook::plan::PassRole;
use crate::ir::{
    Address, At, Binary, Expr, ExprKind, FunctionId, Local, LocalId, Mode, Part, Passed, Place, Stmt, Type,
};

impl Lowering<'_> {
    pub(super) fn block(&mut self, statements: &[Stmt]) -> Vec<Stmt> {
        let mut lowered = Vec::with_capacity(statements.len());
        for statement in statements {
            self.statement(statement, &mut lowered);
        }
        lowered
    }

    pub(super) fn local(&mut self, name: impl Into<String>, ty: Type) -> LocalId {
        self.locals.push(Local::new(name, ty));
        LocalId(self.locals.len() - 1)
    }

    /// Returns the value of a variable.
    pub(super) fn held(&self, local: LocalId) -> Expr {
        expr(ExprKind::Local(local), self.locals[local.0].ty)
    }

    fn statement(&mut self, statement: &Stmt, out: &mut Vec<Stmt>) {
        match statement {
            Stmt::Declare { local, value } => {
                let value = match value {
                    Some(value) => self.value(value),
                    None => zero(self.locals[local.0].ty),
                };
                out.push(Stmt::Declare { local: *local, value: Some(value) });
            }
            Stmt::Assign { place, value } => {
                let assigned = self.assignment(place, value);
                out.push(assigned);
            }
            Stmt::Call { function, arguments, result, at } => self.call((*function, *at), arguments, *result, out),
            Stmt::If { condition, then, otherwise } => {
                let condition = self.condition(condition);
                let (then, otherwise) = (self.block(then), self.block(otherwise));
                out.push(Stmt::If { condition, then, otherwise });
            }
            Stmt::Loop { before, condition, body, step, last } => {
                let before = self.block(before);
                let condition = condition.as_ref().filter(|condition| condition.truth() != Some(true));
                let condition = condition.map(|condition| self.condition(condition));
                let (body, step) = (self.block(body), self.block(step));
                out.push(Stmt::Loop { before, condition, body, step, last: *last });
            }
            Stmt::Return(value, at) => {
                let value = value.as_ref().map(|value| self.value(value));
                self.store_outputs(out);
                out.push(Stmt::Return(value, *at));
            }
            Stmt::Break(_) | Stmt::Continue(_) => out.push(statement.clone()),
            Stmt::Discard(at) => self.discard(*at, out),
            Stmt::Push { values, .. } => self.push(values, out),
            Stmt::Template(_) => unreachable!("of the template phase"),
        }
    }

    fn assignment(&mut self, place: &Place, value: &Expr) -> Stmt {
        let Place { local, part } = place;
        let local = *local;
        let mut value = self.value(value);
        let part = match part {
            Part::Whole => Part::Whole,
            // A number is a vector of one.
            Part::Components(_) if self.locals[local.0].ty.count() == 1 => Part::Whole,
            Part::Components(taken) => Part::Components(taken.clone()),
            Part::At(number) => {
                let number = self.value(number);
                if self.locals[local.0].ty.count() == 1 {
                    value = select(Self::equal(number, int(0)), value, self.held(local));
                    Part::Whole
                } else {
                    Part::At(Box::new(number))
                }
            }
        };
        Stmt::Assign { place: Place { local, part }, value }
    }

    /// Lowers a call. Outputs of the kernel cannot be arguments: a temporary variable is passed instead.
    fn call(
        &mut self,
        (function, at): (FunctionId, At),
        arguments: &[Passed],
        result: Option<LocalId>,
        out: &mut Vec<Stmt>,
    ) {
        let kernel = self.kernel;
        let mut behind = Vec::new();
        let mut passed = Vec::new();
        for (argument, given) in kernel.functions[function.0].arguments.iter().zip(arguments) {
            passed.push(match given {
                Passed::Value(value) => Passed::Value(self.value(value)),
                Passed::Local(local) if self.locals[local.0].target.is_some() => {
                    let Local { name, ty, .. } = self.locals[local.0].clone();
                    let instead = self.local(name, ty);
                    let value = (argument.mode == Mode::InOut).then(|| self.held(*local));
                    out.push(Stmt::Declare { local: instead, value });
                    behind.push(assign(*local, self.held(instead)));
                    Passed::Local(instead)
                }
                Passed::Local(local) => Passed::Local(*local),
            });
        }
        out.push(Stmt::Call { function, arguments: passed, result, at });
        out.extend(behind);
    }

    /// Lowers a discard, which leaves the outputs unchanged. Values that the kernel has pushed before are kept.
    fn discard(&mut self, at: At, out: &mut Vec<Stmt>) {
        if self.role == PassRole::Whole {
            for number in 0..self.targets.len() {
                let local = self.targets[number];
                let Some(slot) = self.outputs[number].slot else { continue };
                let old = self.old_input(slot);
                let held = fetch(old, Address::Here, self.locals[local.0].ty);
                out.push(assign(local, Expr { span: at.0, ..held }));
            }
        }
        out.push(Stmt::Return(None, at));
    }

    fn push(&mut self, values: &[Expr], out: &mut Vec<Stmt>) {
        let Some(counter) = self.counter else { return };
        if let Some(wanted) = self.wanted {
            // Assign only the fields that this pass computes.
            let mut then = Vec::new();
            for number in 0..self.targets.len() {
                let Some(slot) = self.outputs[number].slot else { continue };
                let value = self.value(&values[slot.field]);
                then.push(assign(self.targets[number], self.stored(slot, value)));
            }
            let condition = binary(Binary::Equal, self.held(counter), self.held(wanted));
            out.push(Stmt::If { condition, then, otherwise: Vec::new() });
        }
        out.push(assign(counter, add(self.held(counter), float(1.0))));
    }
}
