//! Writes statements.

use super::Writer;
use super::expr::{by_zero, constant_component};
use super::helpers::Helper;
use super::repeat::counts;
use super::spans::places;
use crate::ir::{Binary, Expr, ExprKind, FunctionId, LocalId, Part, Passed, Place, Stmt, Type, letters};

impl<'a> Writer<'a> {
    /// Writes statements as a block, which is indented by one level and has its own scope of names.
    pub(super) fn block(&mut self, statements: &'a [Stmt]) {
        self.indent += 1;
        self.names.open();
        self.statements(statements);
        self.names.close();
        self.indent -= 1;
    }

    pub(super) fn statements(&mut self, statements: &'a [Stmt]) {
        let mut at = 0;
        while at < statements.len() {
            // A declaration such as `int i = 0;` moves into the head of the loop that counts with the variable.
            if let (Stmt::Declare { local, value: Some(value) }, Some(next)) = (&statements[at], statements.get(at + 1))
                && self.is_counter_of(next, *local)
                && !statements[at + 2..].iter().any(|s| s.mentions(*local))
            {
                let counted = counts(value, next, *local);
                let start = self.value(value, 0);
                let spans = [self.spans(&statements[at]), self.spans(next)].concat();
                self.names.open();
                let ty = self.declared(self.function.locals[local.0].ty);
                let name = self.name_local(*local);
                self.repeat(next, &format!("{ty} {name} = {start}"), counted, &spans);
                self.names.close();
                at += 2;
                continue;
            }
            // A declaration such as `int k;` and the call that assigns the variable its result are written as one statement.
            if let (
                Stmt::Declare { local, value: None },
                Some(Stmt::Call { function, arguments, result: Some(result), .. }),
            ) = (&statements[at], statements.get(at + 1))
                && result == local
                && !arguments.iter().any(|passed| mentions(passed, *local))
            {
                let call = self.call(*function, arguments);
                let ty = self.declared(self.function.locals[local.0].ty);
                let name = self.name_local(*local);
                let spans = [self.spans(&statements[at]), self.spans(&statements[at + 1])].concat();
                self.line(&format!("{ty} {name} = {call};"), &spans);
                at += 2;
                continue;
            }
            self.statement(&statements[at]);
            at += 1;
        }
    }

    fn statement(&mut self, statement: &'a Stmt) {
        let spans = &self.spans(statement);
        match statement {
            Stmt::Declare { local, value } => {
                // The value is written before the variable is named, because in the value the name may refer to another variable.
                let value = value.as_ref().map(|value| self.value(value, 0));
                let ty = self.declared(self.function.locals[local.0].ty);
                let name = self.name_local(*local);
                match value {
                    Some(value) => self.line(&format!("{ty} {name} = {value};"), spans),
                    None => self.line(&format!("{ty} {name};"), spans),
                }
            }
            Stmt::Assign { place, value } => {
                let text = self.assignment(place, value);
                self.line(&format!("{text};"), spans);
            }
            Stmt::Call { function, arguments, result, .. } => {
                let call = self.call(*function, arguments);
                let result = result.map_or(String::new(), |local| format!("{} = ", self.local_name(local)));
                self.line(&format!("{result}{call};"), spans);
            }
            Stmt::If { condition, then, otherwise } => self.choice(condition, then, otherwise, "if"),
            Stmt::Loop { .. } => self.repeat(statement, "", false, spans),
            Stmt::Break(_) => self.leave(spans),
            Stmt::Continue(_) => {
                // In a loop without a head, the step and the test have to be repeated before each `continue`.
                let iteration = self.loops.last().cloned().unwrap_or_default();
                for part in [iteration.step, iteration.before] {
                    self.names.open();
                    self.statements(part);
                    self.names.close();
                }
                if let Some(condition) = iteration.condition {
                    self.break_unless(condition);
                }
                self.line("continue;", spans);
            }
            Stmt::Return(Some(value), _) => {
                let value = self.value(value, 0);
                self.line(&format!("return {value};"), spans);
            }
            Stmt::Return(None, _) => self.line("return;", spans),
            Stmt::Discard(_) | Stmt::Push { .. } | Stmt::Template(_) => unreachable!("of another phase"),
        }
    }

    fn call(&mut self, function: FunctionId, arguments: &[Passed]) -> String {
        let arguments: Vec<String> = arguments
            .iter()
            .map(|passed| match passed {
                Passed::Value(value) => self.value(value, 0),
                Passed::Local(local) => self.local_name(*local),
            })
            .collect();
        format!("{}({})", self.functions[function.0], arguments.join(", "))
    }

    /// Writes an assignment, without its semicolon.
    pub(super) fn assignment(&mut self, place: &Place, value: &Expr) -> String {
        let name = self.local_name(place.local);
        let whole = self.function.locals[place.local.0].ty;
        let target = match &place.part {
            Part::Whole => name,
            Part::Components(_) if whole.count() == 1 => name,
            Part::Components(taken) => format!("{name}.{}", letters(taken)),
            Part::At(number) => match constant_component(number, whole) {
                Some(k) => format!("{name}.{}", letters(&[k])),
                None => {
                    let helper = self.helper(Helper::WithComponent, whole);
                    let (number, value) = (self.value(number, 0), self.value(value, 0));
                    return format!("{name} = {helper}({name}, {number}, {value})");
                }
            },
        };
        // `a = a + b` is written `a += b`.
        if let ExprKind::Binary(operator, left, right) = &value.kind
            && reads(left, place)
            && left.ty.count() >= right.ty.count()
            && self.compounds(*operator, value.ty, right)
        {
            return match (&right.kind, operator) {
                (ExprKind::Int(1) | ExprKind::Index(1), Binary::Add) if self.dialect.integers() => {
                    format!("{target}++")
                }
                (ExprKind::Int(1) | ExprKind::Index(1), Binary::Subtract) if self.dialect.integers() => {
                    format!("{target}--")
                }
                _ => format!("{target} {}= {}", operator.sign(), self.value(right, 0)),
            };
        }
        format!("{target} = {}", self.value(value, 0))
    }

    /// Whether GLSL's own operator has the required semantics, so that a compound assignment can be written.
    fn compounds(&self, operator: Binary, ty: Type, right: &Expr) -> bool {
        match operator {
            Binary::Add | Binary::Subtract | Binary::Multiply => true,
            Binary::Divide => ty.is_float() && !by_zero(operator, right),
            Binary::And | Binary::Or | Binary::Xor => self.dialect.integers(),
            _ => false,
        }
    }

    fn choice(&mut self, condition: &'a Expr, then: &'a [Stmt], otherwise: &'a [Stmt], word: &str) {
        let spans = &places(condition);
        if then.is_empty() && !otherwise.is_empty() {
            let condition = self.negated(condition, 0);
            self.line(&format!("{word} ({condition}) {{"), spans);
            self.block(otherwise);
            return self.line("}", &[]);
        }
        let condition = self.value(condition, 0);
        self.line(&format!("{word} ({condition}) {{"), spans);
        self.block(then);
        match otherwise {
            [] => self.line("}", &[]),
            [Stmt::If { condition, then, otherwise }] => self.choice(condition, then, otherwise, "} else if"),
            _ => {
                self.line("} else {", &[]);
                self.block(otherwise);
                self.line("}", &[]);
            }
        }
    }
}

fn mentions(passed: &Passed, local: LocalId) -> bool {
    match passed {
        Passed::Value(value) => value.mentions(local),
        Passed::Local(passed) => *passed == local,
    }
}

/// Whether an expression reads the current value of a place.
fn reads(expr: &Expr, place: &Place) -> bool {
    match (&expr.kind, &place.part) {
        (ExprKind::Local(local), Part::Whole) => *local == place.local,
        (ExprKind::Swizzle(inner, taken), Part::Components(part)) => {
            inner.kind == ExprKind::Local(place.local) && taken == part
        }
        _ => false,
    }
}
