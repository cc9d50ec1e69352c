//! Runs a kernel for one element.

use super::execute::{self, Execute};
use super::{Element, Fetched, Run, RunError, Value, operate};
use crate::ir::{Expr, Function, FunctionId, LocalId, Type};

/// The variables of a running function.
pub(super) type Frame<'a> = execute::Frame<'a, Value>;

/// The state of running a kernel for one element.
pub(super) struct Machine<'a> {
    pub run: &'a Run<'a>,
    /// The element's linear index.
    pub here: usize,
    /// The values of the outputs and of the depth, which all functions share.
    targets: Vec<Value>,
    pub fetches: Vec<Fetched>,
    iterations: u64,
}

impl execute::Components for Value {
    fn zero(ty: Type) -> Value {
        Value::zero(ty)
    }

    fn with_words(&self, words: [u32; 4]) -> Value {
        Value::from_words(self.ty(), words)
    }

    fn words(&self) -> [u32; 4] {
        Value::words(self)
    }

    fn count(&self) -> usize {
        Value::count(self)
    }

    fn whole(&self) -> i32 {
        Value::whole(self)
    }

    fn is_true(&self) -> bool {
        self.holds()
    }
}

impl<'a> Execute<'a> for Machine<'a> {
    type Value = Value;
    type Error = RunError;

    fn functions(&self) -> &'a [Function] {
        &self.run.kernel.functions
    }

    fn value(&mut self, expr: &'a Expr, frame: &Frame<'a>) -> Result<Value, RunError> {
        self.evaluate(expr, frame)
    }

    fn iterate(&mut self) -> Result<(), RunError> {
        self.iterations += 1;
        let max = self.run.max_iterations;
        match self.iterations > max {
            true => Err(RunError::Endless { kernel: self.run.kernel.name.clone(), element: self.here, max }),
            false => Ok(()),
        }
    }

    fn get(&self, frame: &Frame<'a>, local: LocalId) -> Value {
        match frame.function.locals[local.0].target {
            Some(target) => self.targets[target],
            None => frame.locals[local.0],
        }
    }

    fn set(&mut self, frame: &mut Frame<'a>, local: LocalId, value: Value) {
        match frame.function.locals[local.0].target {
            Some(target) => self.targets[target] = value,
            None => frame.locals[local.0] = value,
        }
    }
}

impl<'a> Machine<'a> {
    pub fn new(run: &'a Run<'a>, here: usize) -> Machine<'a> {
        let targets = run.kernel.interface.targets().map(Value::zero).collect();
        Machine { run, here, targets, fetches: Vec::new(), iterations: 0 }
    }

    pub fn element(mut self) -> Result<Element, RunError> {
        self.call(FunctionId(self.run.kernel.functions.len() - 1), [])?;
        let interface = &self.run.kernel.interface;
        let mut outputs = self.targets;
        let shared = outputs.split_off(interface.outputs.len());
        let depth = interface.depth().and_then(|_| shared.first().copied());
        Ok(Element { outputs, depth, fetches: self.fetches })
    }

    /// Evaluates `?:`, component-wise if the condition is a vector. If it is a scalar, evaluates only the operand that it chooses.
    pub fn select(&mut self, [test, then, otherwise]: [&'a Expr; 3], frame: &Frame<'a>) -> Result<Value, RunError> {
        match self.value(test, frame)? {
            Value::Bool(crate::Components::One, [chosen, ..]) => {
                self.value(if chosen { then } else { otherwise }, frame)
            }
            Value::Bool(_, tests) => {
                let (then, otherwise) = (self.value(then, frame)?, self.value(otherwise, frame)?);
                Ok(operate::select(tests, then, otherwise))
            }
            other => unreachable!("{other:?} chooses"),
        }
    }
}
