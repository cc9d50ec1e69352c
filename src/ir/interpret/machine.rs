//! Executes the statements of a kernel for one element.

use super::{Element, Fetched, Run, RunError, Value, operate};
use crate::ir::{Expr, Function, FunctionId, LocalId, Mode, Part, Passed, Place, Stmt};

/// The variables of a function that runs.
pub(super) struct Frame<'a> {
    pub function: &'a Function,
    pub locals: Vec<Value>,
}

/// What a statement leads to.
enum Then {
    Next,
    Break,
    Continue,
    Return(Option<Value>),
}

/// An element that runs.
pub(super) struct Machine<'a> {
    pub run: &'a Run<'a>,
    /// The element's number.
    pub here: usize,
    /// The outputs, which all functions share.
    targets: Vec<Value>,
    pub fetches: Vec<Fetched>,
    iterations: u64,
}

impl<'a> Machine<'a> {
    pub fn new(run: &'a Run<'a>, here: usize) -> Machine<'a> {
        let targets = run.module.interface.outputs.iter().map(|port| Value::zero(port.ty)).collect();
        Machine { run, here, targets, fetches: Vec::new(), iterations: 0 }
    }

    pub fn element(mut self) -> Result<Element, RunError> {
        self.call(FunctionId(self.run.module.functions.len() - 1), &[])?;
        Ok(Element { outputs: self.targets, fetches: self.fetches })
    }

    /// What a variable holds.
    pub fn get(&self, frame: &Frame, local: LocalId) -> Value {
        match frame.function.locals[local.0].target {
            Some(target) => self.targets[target],
            None => frame.locals[local.0],
        }
    }

    fn set(&mut self, frame: &mut Frame, local: LocalId, value: Value) {
        match frame.function.locals[local.0].target {
            Some(target) => self.targets[target] = value,
            None => frame.locals[local.0] = value,
        }
    }

    /// Runs a function on what is copied in; its variables at its end, and its result.
    pub fn call(
        &mut self,
        function: FunctionId,
        given: &[Option<Value>],
    ) -> Result<(Frame<'a>, Option<Value>), RunError> {
        let called = &self.run.module.functions[function.0];
        let locals = called.locals.iter().map(|local| Value::zero(local.ty)).collect();
        let mut frame = Frame { function: called, locals };
        for (argument, value) in called.arguments.iter().zip(given) {
            if let Some(value) = value {
                frame.locals[argument.local.0] = *value;
            }
        }
        let result = match self.block(&called.body, &mut frame)? {
            Then::Return(value) => value,
            _ => None,
        };
        Ok((frame, result))
    }

    fn block(&mut self, statements: &'a [Stmt], frame: &mut Frame<'a>) -> Result<Then, RunError> {
        for statement in statements {
            match self.statement(statement, frame)? {
                Then::Next => {}
                then => return Ok(then),
            }
        }
        Ok(Then::Next)
    }

    fn statement(&mut self, statement: &'a Stmt, frame: &mut Frame<'a>) -> Result<Then, RunError> {
        match statement {
            Stmt::Declare { local, value } => {
                let value = match value {
                    Some(value) => self.value(value, frame)?,
                    None => Value::zero(frame.function.locals[local.0].ty),
                };
                self.set(frame, *local, value);
            }
            Stmt::Assign { place, value } => self.assign(place, value, frame)?,
            Stmt::Call { function, arguments, result, .. } => {
                let own = &self.run.module.functions[function.0];
                let mut given = Vec::with_capacity(arguments.len());
                for (argument, passed) in own.arguments.iter().zip(arguments) {
                    given.push(match (argument.mode, passed) {
                        (Mode::Out, _) => None,
                        (_, Passed::Value(value)) => Some(self.value(value, frame)?),
                        (_, Passed::Local(local)) => Some(self.get(frame, *local)),
                    });
                }
                let (inner, returned) = self.call(*function, &given)?;
                for (argument, passed) in own.arguments.iter().zip(arguments) {
                    if let Passed::Local(local) = passed {
                        self.set(frame, *local, inner.locals[argument.local.0]);
                    }
                }
                if let (Some(local), Some(value)) = (result, returned) {
                    self.set(frame, *local, value);
                }
            }
            Stmt::If { condition, then, otherwise } => {
                let chosen = if self.value(condition, frame)?.holds() { then } else { otherwise };
                return self.block(chosen, frame);
            }
            Stmt::Loop { .. } => return self.repeat(statement, frame),
            Stmt::Break(_) => return Ok(Then::Break),
            Stmt::Continue(_) => return Ok(Then::Continue),
            Stmt::Return(value, _) => {
                let value = value.as_ref().map(|value| self.value(value, frame)).transpose()?;
                return Ok(Then::Return(value));
            }
            Stmt::Discard(_) | Stmt::Push { .. } => unreachable!("of the stream phase"),
        }
        Ok(Then::Next)
    }

    fn assign(&mut self, place: &'a Place, value: &'a Expr, frame: &mut Frame<'a>) -> Result<(), RunError> {
        let value = self.value(value, frame)?;
        let taken = match &place.part {
            Part::Whole => {
                self.set(frame, place.local, value);
                return Ok(());
            }
            Part::Components(taken) => taken.clone(),
            Part::At(number) => {
                let number = self.value(number, frame)?.whole();
                let count = self.get(frame, place.local).count() as i32;
                if !(0..count).contains(&number) {
                    return Ok(());
                }
                vec![number as u8]
            }
        };
        let old = self.get(frame, place.local);
        let (mut words, new) = (old.words(), value.words());
        for (from, &to) in taken.iter().enumerate() {
            words[usize::from(to)] = new[from];
        }
        self.set(frame, place.local, Value::from_words(old.ty(), words));
        Ok(())
    }

    fn repeat(&mut self, statement: &'a Stmt, frame: &mut Frame<'a>) -> Result<Then, RunError> {
        let Stmt::Loop { before, condition, body, step, last } = statement else { return Ok(Then::Next) };
        // A loop whose test comes last goes on the first time in any case.
        let mut tested = *last;
        loop {
            if !std::mem::take(&mut tested) {
                if let then @ (Then::Return(_) | Then::Break | Then::Continue) = self.block(before, frame)? {
                    return Ok(then);
                }
                if let Some(condition) = condition
                    && !self.value(condition, frame)?.holds()
                {
                    return Ok(Then::Next);
                }
            }
            self.iterations += 1;
            let most = self.run.max_iterations;
            if self.iterations > most {
                let kernel = self.run.module.name.clone();
                return Err(RunError::Endless { kernel, element: self.here, most });
            }
            match self.block(body, frame)? {
                Then::Next | Then::Continue => {}
                Then::Break => return Ok(Then::Next),
                then @ Then::Return(_) => return Ok(then),
            }
            if let then @ Then::Return(_) = self.block(step, frame)? {
                return Ok(then);
            }
        }
    }

    /// By component, or of one truth value the one that it chooses, which alone is evaluated.
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
