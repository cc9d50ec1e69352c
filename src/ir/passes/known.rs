//! The constant environment: the values that variables are known to hold at a point of a function, in the kernel phase or the stream phase.

mod reach;

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::ir::interpret::{Value, operate};
use crate::ir::{Expr, ExprKind, Extent, Function, LocalId, Part, Place, Stmt, Stream, Type, Unary, each_stmt};

use reach::Reaches;

/// The values that a pass determines: its constants, and the extents of its streams.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct PassValues {
    /// The kernel's constants.
    pub constants: Vec<Value>,
    /// For each input, the number of elements, of elements per row, and of rows.
    pub inputs: Vec<[usize; 3]>,
    /// The outputs' number of elements, of elements per row, and of rows.
    pub output: [usize; 3],
}

impl PassValues {
    fn extent(&self, stream: Stream, extent: Extent) -> Option<Value> {
        let [count, width, height] = match stream {
            Stream::Input(number) => *self.inputs.get(number)?,
            Stream::Output(_) => self.output,
        };
        let extent = match extent {
            Extent::Count => count,
            Extent::Width => width,
            Extent::Height => height,
        };
        i32::try_from(extent).ok().map(Value::Index)
    }
}

/// The values known at a point. Outputs are never known, since a called function may change them.
#[derive(Clone, Default, Debug)]
pub(crate) struct Known {
    locals: FxHashMap<LocalId, Value>,
    reaches: Reaches,
    /// Whether it also tracks upper bounds of integers.
    reaching: bool,
    pass: Option<Rc<PassValues>>,
}

impl Known {
    /// Returns the environment at the start of a kernel, in the given pass, or in any pass if none is given.
    pub fn of_pass(pass: Option<Rc<PassValues>>) -> Known {
        Known { pass, reaching: true, ..Known::default() }
    }

    /// Returns a copy without the values of the pass.
    pub fn without_pass(&self) -> Known {
        Known { pass: None, ..self.clone() }
    }

    /// Returns the environment at the start of another function, in the same pass.
    pub fn of_nothing(&self) -> Known {
        Known::of_pass(self.pass.clone())
    }

    /// Whether these variables have the same known values in both environments, bit for bit.
    pub fn agrees(&self, other: &Known, locals: &FxHashSet<LocalId>) -> bool {
        let words = |known: &Known, local| known.locals.get(local).map(Value::words);
        locals.iter().all(|local| words(self, local).is_some_and(|own| Some(own) == words(other, local)))
    }

    /// Returns the value of an expression, if literals and known values determine it.
    pub fn value(&self, expr: &Expr) -> Option<Value> {
        Some(match &expr.kind {
            ExprKind::Float(value) => Value::from(*value),
            ExprKind::Int(value) => Value::from(*value),
            ExprKind::Uint(value) => Value::from(*value),
            ExprKind::Bool(value) => Value::from(*value),
            ExprKind::Index(value) => Value::Index(*value),
            ExprKind::Local(local) => *self.locals.get(local)?,
            ExprKind::Uniform(number) => *self.pass.as_ref()?.constants.get(*number)?,
            ExprKind::Extent(stream, extent) => self.pass.as_ref()?.extent(*stream, *extent)?,
            ExprKind::Convert(inner) => operate::convert(self.value(inner)?, expr.ty),
            ExprKind::Unary(Unary::Not, inner) => {
                as_type(operate::unary(Unary::Not, as_truth(self.value(inner)?)), expr.ty)
            }
            ExprKind::Unary(operator, inner) => operate::unary(*operator, self.value(inner)?),
            ExprKind::Binary(operator, a, b) if operator.is_logical() => {
                as_type(operate::binary(*operator, as_truth(self.value(a)?), as_truth(self.value(b)?)), expr.ty)
            }
            ExprKind::Binary(operator, a, b) => {
                as_type(operate::binary(*operator, self.value(a)?, self.value(b)?), expr.ty)
            }
            ExprKind::Quotient(a, b) => Value::Index(operate::quotient(self.value(a)?.whole(), self.value(b)?.whole())),
            _ => return None,
        })
    }

    /// Returns whether a condition is true; `None` if that is not known.
    pub fn holds(&self, condition: &Expr) -> Option<bool> {
        self.value(condition).map(|value| matches!(as_truth(value), Value::Bool(_, all) if all.contains(&true)))
    }

    /// Sets the value of a variable; `None` if it is not known.
    pub fn set(&mut self, function: &Function, local: LocalId, value: Option<Value>) {
        self.reaches.forget(local);
        match value.filter(|_| function.locals[local.0].target.is_none()) {
            Some(value) => self.locals.insert(local, value),
            None => self.locals.remove(&local),
        };
    }

    /// Updates the environment for the point after a statement.
    pub fn pass(&mut self, function: &Function, statement: &Stmt) {
        match statement {
            Stmt::Declare { local, value: Some(value) }
            | Stmt::Assign { place: Place { local, part: Part::Whole }, value } => {
                let looked_at = self.reaching && function.locals[local.0].target.is_none();
                let reach = if looked_at { self.reach(value) } else { Vec::new() };
                let value = self.value(value);
                self.set(function, *local, value);
                self.reaches.set(*local, reach);
            }
            _ => self.forget(std::slice::from_ref(statement)),
        }
    }

    /// Forgets all variables that these statements, or nested ones, change.
    pub fn forget(&mut self, statements: &[Stmt]) {
        each_stmt(statements, &mut |statement| {
            if let Stmt::Declare { local, .. } = statement {
                self.locals.remove(local);
                self.reaches.forget(*local);
            }
            for local in statement.changed() {
                self.locals.remove(&local);
                self.reaches.forget(local);
            }
        });
    }
}

/// Converts a number to a boolean, component-wise: true if it is not 0. In the stream phase, booleans are numbers.
fn as_truth(value: Value) -> Value {
    operate::convert(value, Type::Bool(value.ty().components()))
}

/// Converts booleans to numbers, if the expression has a numeric type.
fn as_type(value: Value, ty: Type) -> Value {
    if value.ty() == ty { value } else { operate::convert(value, ty) }
}
