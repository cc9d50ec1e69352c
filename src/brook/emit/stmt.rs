//! Statements in a kernel's text.

use super::Emitter;
use super::expr::by_zero;
use super::helpers::Helper;
use super::repeat::counts;
use crate::brook::plan::PassPart;
use crate::brook::types::{Plain, letters};
use crate::ir::{Binary, Expr, ExprKind, Function, LocalId, Part, Passed, Stmt};

pub(super) fn zero(ty: Plain) -> String {
    match ty {
        _ if !ty.is_float() => "0".into(),
        Plain::Float(components) if components.count() == 1 => "0.0".into(),
        _ => format!("{}(0.0)", ty.glsl()),
    }
}

impl<'a> Emitter<'a> {
    pub(super) fn line(&mut self, text: &str) {
        for line in text.split('\n') {
            self.body.push_str(&"    ".repeat(self.indent));
            self.body.push_str(line);
            self.body.push('\n');
        }
    }

    pub(super) fn local_name(&self, local: LocalId) -> String {
        self.local_names.get(&local).cloned().unwrap_or_default()
    }

    pub(super) fn name_local(&mut self, function: &Function, local: LocalId) -> String {
        let name = self.names.local(&function.locals[local.0].name);
        self.local_names.insert(local, name.clone());
        name
    }

    fn local_is_number(&self, local: LocalId) -> bool {
        self.local_count(local) == 1
    }

    fn local_count(&self, local: LocalId) -> usize {
        self.function.map_or(1, |function| function.locals[local.0].ty.count())
    }

    /// The statements, one level further in, with names of their own.
    pub(super) fn block(&mut self, function: &'a Function, statements: &'a [Stmt]) {
        self.indent += 1;
        self.names.open();
        self.statements(function, statements);
        self.names.close();
        self.indent -= 1;
    }

    pub(super) fn statements(&mut self, function: &'a Function, statements: &'a [Stmt]) {
        let mut at = 0;
        while at < statements.len() {
            // `float i = 0.0;` before the loop that counts with it goes into its head.
            if let (Stmt::Declare { local, value: Some(value) }, Some(next)) = (&statements[at], statements.get(at + 1))
                && self.counts_with(next, *local)
                && !statements[at + 2..].iter().any(|s| s.mentions(*local))
            {
                let counted = counts(value, next, *local);
                let start = self.value(value, 0);
                self.names.open();
                let name = self.name_local(function, *local);
                let start = format!("{} {name} = {start}", function.locals[local.0].ty.glsl());
                self.repeat(function, next, &start, counted);
                self.names.close();
                at += 2;
                continue;
            }
            self.statement(function, &statements[at]);
            at += 1;
        }
    }

    pub(super) fn assignment(&mut self, statement: &Stmt) -> String {
        let Stmt::Assign { place, value } = statement else { return String::new() };
        let name = self.local_name(place.local);
        let target = match &place.part {
            Part::Whole => name,
            Part::Components(taken) if self.local_is_number(place.local) => {
                debug_assert_eq!(taken.len(), 1);
                name
            }
            Part::Components(taken) => {
                format!("{name}.{}", letters(taken))
            }
            Part::At(number) => {
                let count = self.local_count(place.local);
                self.helpers.insert(Helper::WithComponent(count));
                let (number, value) = (self.value(number, 0), self.value(value, 0));
                return format!("{name} = with_component({name}, {number}, {value})");
            }
        };
        // `a = a + b` is written `a += b`.
        if let ExprKind::Binary(operator, left, right) = &value.kind {
            let own = match (&left.kind, &place.part) {
                (ExprKind::Local(local), Part::Whole) => *local == place.local,
                (ExprKind::Swizzle(inner, taken), Part::Components(part)) => {
                    inner.kind == ExprKind::Local(place.local) && taken == part
                }
                _ => false,
            };
            let floats = matches!(value.ty, Plain::Float(_))
                && matches!(operator, Binary::Add | Binary::Subtract | Binary::Multiply | Binary::Divide);
            let ints = value.ty == Plain::INT && matches!(operator, Binary::Add | Binary::Subtract | Binary::Multiply);
            let floats = floats && !by_zero(*operator, right);
            if own && (floats || ints) && left.ty.count() >= right.ty.count() {
                if let (Plain::INT, ExprKind::Int(1), Binary::Add | Binary::Subtract) =
                    (value.ty, &right.kind, operator)
                {
                    return format!("{target}{}", if *operator == Binary::Add { "++" } else { "--" });
                }
                return format!("{target} {}= {}", operator.sign(), self.value(right, 0));
            }
        }
        format!("{target} = {}", self.value(value, 0))
    }

    fn statement(&mut self, function: &'a Function, statement: &'a Stmt) {
        match statement {
            Stmt::Declare { local, value } => {
                let ty = function.locals[local.0].ty;
                // The value first: in it the name may mean another.
                let value = match value {
                    Some(value) => self.value(value, 0),
                    None => zero(ty),
                };
                let name = self.name_local(function, *local);
                self.line(&format!("{} {name} = {value};", ty.glsl()));
            }
            Stmt::Assign { .. } => {
                let text = self.assignment(statement);
                self.line(&format!("{text};"));
            }
            Stmt::Call { function: called, arguments, result } => {
                let arguments: Vec<String> = arguments
                    .iter()
                    .map(|passed| match passed {
                        Passed::Value(value) => self.value(value, 0),
                        Passed::Local(local) => self.local_name(*local),
                    })
                    .collect();
                let call = format!("{}({})", self.function_names[called.0], arguments.join(", "));
                match result {
                    Some(local) => {
                        let name = self.local_name(*local);
                        self.line(&format!("{name} = {call};"));
                    }
                    None => self.line(&format!("{call};")),
                }
            }
            Stmt::If { condition, then, otherwise } => self.choice(function, condition, then, otherwise, "if"),
            Stmt::Loop { .. } => self.repeat(function, statement, "", false),
            Stmt::Break => self.line("break;"),
            Stmt::Continue => {
                // What the head of a plain loop does by itself has to be done here.
                let turn = self.turns.last().cloned().unwrap_or_default();
                for part in [turn.step, turn.before] {
                    self.names.open();
                    self.statements(function, part);
                    self.names.close();
                }
                if let Some(condition) = turn.condition {
                    self.leave_unless(condition);
                }
                self.line("continue;");
            }
            Stmt::Return(value) => match value {
                Some(value) => {
                    let value = self.value(value, 0);
                    self.line(&format!("return {value};"));
                }
                None => self.line("return;"),
            },
            Stmt::Discard => {
                // Of a kernel that pushes, what it has pushed stays pushed.
                let outputs = if self.part == PassPart::Whole { self.outputs } else { &[] };
                for output in outputs {
                    let Some(slot) = output.slot else { continue };
                    let (old, output) = (self.old_input(slot), &output.name);
                    self.line(&format!("{output} = fetch({old}, here());"));
                }
                self.line("return;");
            }
            Stmt::Push { values, .. } => self.push(values),
        }
    }

    fn push(&mut self, values: &'a [Expr]) {
        let counter = self.counter.clone();
        if let PassPart::Values(_) = self.part {
            // The fields that this pass is for.
            let outputs = self.outputs;
            let turn = self.turn_name.clone();
            self.line(&format!("if ({counter} == {turn}) {{"));
            self.indent += 1;
            for output in outputs {
                let Some(slot) = output.slot else { continue };
                let value = self.value(&values[slot.field], 0);
                self.line(&format!("{} = {value};", output.name));
            }
            self.indent -= 1;
            self.line("}");
        }
        self.line(&format!("{counter} += 1.0;"));
    }

    fn choice(
        &mut self,
        function: &'a Function,
        condition: &Expr,
        then: &'a [Stmt],
        otherwise: &'a [Stmt],
        word: &str,
    ) {
        if then.is_empty() && !otherwise.is_empty() {
            let condition = self.negated(condition, 0);
            self.line(&format!("{word} ({condition}) {{"));
            self.block(function, otherwise);
            return self.line("}");
        }
        let condition = self.condition(condition, 0);
        self.line(&format!("{word} ({condition}) {{"));
        self.block(function, then);
        match otherwise {
            [] => self.line("}"),
            [Stmt::If { condition, then, otherwise }] => self.choice(function, condition, then, otherwise, "} else if"),
            _ => {
                self.line("} else {");
                self.block(function, otherwise);
                self.line("}");
            }
        }
    }
}
