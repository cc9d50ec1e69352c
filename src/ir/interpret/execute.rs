//! Executes the statements of a function. The interpreters of the stream phase and of the kernel phase share this code. They differ in
//! their values and in what an expression reads.

use crate::ir::{Expr, Function, FunctionId, LocalId, Mode, Part, Passed, Place, Stmt, Type};

/// A value of an interpreter: one to four components.
pub(crate) trait Components: Copy {
    /// Returns zero, in every component.
    fn zero(ty: Type) -> Self;

    /// Returns a value of the same type with these bits in its components.
    fn with_words(&self, words: [u32; 4]) -> Self;

    /// Returns the bits of its components.
    fn words(&self) -> [u32; 4];

    /// Returns the number of components.
    fn count(&self) -> usize;

    /// Returns the value of an int or a position as an integer.
    fn whole(&self) -> i32;

    /// Returns whether it is true as the condition of an `if` or a loop.
    fn is_true(&self) -> bool;
}

/// The variables of a running function.
pub(crate) struct Frame<'a, V> {
    /// The function.
    pub function: &'a Function,
    /// The values of its locals.
    pub locals: Vec<V>,
}

/// The variables of a function after it returned, and its result.
pub(crate) type Returned<'a, V> = (Frame<'a, V>, Option<V>);

/// Where execution continues after a statement.
pub(crate) enum Then<V> {
    /// At the next statement.
    Next,
    /// After the innermost loop.
    Break,
    /// At the next iteration of the innermost loop.
    Continue,
    /// In the caller, with this result.
    Return(Option<V>),
}

/// An interpreter: this trait executes statements, and its implementor evaluates expressions.
pub(crate) trait Execute<'a>: Sized {
    /// The value of an expression.
    type Value: Components;
    /// The reason why a kernel cannot run to its end.
    type Error;

    /// Returns the functions of the kernel.
    fn functions(&self) -> &'a [Function];

    /// Evaluates an expression.
    fn value(&mut self, expr: &'a Expr, frame: &Frame<'a, Self::Value>) -> Result<Self::Value, Self::Error>;

    /// Counts an iteration of a loop.
    ///
    /// # Errors
    /// The kernel has taken more iterations than it may.
    fn iterate(&mut self) -> Result<(), Self::Error>;

    /// Returns the value of a variable.
    fn get(&self, frame: &Frame<'a, Self::Value>, local: LocalId) -> Self::Value {
        frame.locals[local.0]
    }

    /// Assigns a value to a variable.
    fn set(&mut self, frame: &mut Frame<'a, Self::Value>, local: LocalId, value: Self::Value) {
        frame.locals[local.0] = value;
    }

    /// Discards the element: its outputs keep their old values. Stream phase only.
    fn discard(&mut self) {
        unreachable!("of the stream phase")
    }

    /// Appends an element to a variable output. Stream phase only.
    fn push(&mut self, _parameter: usize, _values: Vec<Self::Value>) {
        unreachable!("of the stream phase")
    }

    /// Calls a function with these values for its arguments; `None` for an argument that is only copied out. Returns its variables at its
    /// end, and its result.
    fn call(
        &mut self,
        function: FunctionId,
        given: impl IntoIterator<Item = Option<Self::Value>>,
    ) -> Result<Returned<'a, Self::Value>, Self::Error> {
        let called = &self.functions()[function.0];
        let locals = called.arguments.iter().map(|argument| argument.local);
        let start = locals.zip(given).filter_map(|(local, value)| Some((local, value?))).collect();
        self.run(called, start)
    }

    /// Runs a function. The variables in `start` start with these values, and all others with zero.
    fn run(
        &mut self,
        function: &'a Function,
        start: Vec<(LocalId, Self::Value)>,
    ) -> Result<Returned<'a, Self::Value>, Self::Error> {
        let locals = function.locals.iter().map(|local| Self::Value::zero(local.ty)).collect();
        let mut frame = Frame { function, locals };
        for (local, value) in start {
            frame.locals[local.0] = value;
        }
        let result = match self.block(&function.body, &mut frame)? {
            Then::Return(value) => value,
            _ => None,
        };
        Ok((frame, result))
    }

    /// Executes statements until one of them transfers control.
    fn block(
        &mut self,
        statements: &'a [Stmt],
        frame: &mut Frame<'a, Self::Value>,
    ) -> Result<Then<Self::Value>, Self::Error> {
        for statement in statements {
            match self.statement(statement, frame)? {
                Then::Next => {}
                then => return Ok(then),
            }
        }
        Ok(Then::Next)
    }

    /// Executes a statement.
    fn statement(
        &mut self,
        statement: &'a Stmt,
        frame: &mut Frame<'a, Self::Value>,
    ) -> Result<Then<Self::Value>, Self::Error> {
        match statement {
            Stmt::Declare { local, value } => {
                let value = match value {
                    Some(value) => self.value(value, frame)?,
                    None => Self::Value::zero(frame.function.locals[local.0].ty),
                };
                self.set(frame, *local, value);
            }
            Stmt::Assign { place, value } => self.assign(place, value, frame)?,
            Stmt::Call { function, arguments, result, .. } => {
                let own = &self.functions()[function.0];
                let mut given = Vec::with_capacity(arguments.len());
                for (argument, passed) in own.arguments.iter().zip(arguments) {
                    given.push(match (argument.mode, passed) {
                        (Mode::Out, _) => None,
                        (_, Passed::Value(value)) => Some(self.value(value, frame)?),
                        (_, Passed::Local(local)) => Some(self.get(frame, *local)),
                    });
                }
                let (inner, returned) = self.call(*function, given)?;
                for (argument, passed) in own.arguments.iter().zip(arguments) {
                    if let (Mode::Out | Mode::InOut, Passed::Local(local)) = (argument.mode, passed) {
                        self.set(frame, *local, inner.locals[argument.local.0]);
                    }
                }
                if let (Some(local), Some(value)) = (result, returned) {
                    self.set(frame, *local, value);
                }
            }
            Stmt::If { condition, then, otherwise } => {
                let chosen = if self.value(condition, frame)?.is_true() { then } else { otherwise };
                return self.block(chosen, frame);
            }
            Stmt::Loop { .. } => return self.repeat(statement, frame),
            Stmt::Break(_) => return Ok(Then::Break),
            Stmt::Continue(_) => return Ok(Then::Continue),
            Stmt::Return(value, _) => {
                let value = value.as_ref().map(|value| self.value(value, frame)).transpose()?;
                return Ok(Then::Return(value));
            }
            Stmt::Discard(_) => {
                self.discard();
                return Ok(Then::Return(None));
            }
            Stmt::Template(_) => unreachable!("of the template phase"),
            Stmt::Push { parameter, values } => {
                let values = values.iter().map(|value| self.value(value, frame)).collect::<Result<_, _>>()?;
                self.push(*parameter, values);
            }
        }
        Ok(Then::Next)
    }

    /// Assigns a value to a variable, or to components of it. Assignments to components out of range are dropped.
    fn assign(
        &mut self,
        place: &'a Place,
        value: &'a Expr,
        frame: &mut Frame<'a, Self::Value>,
    ) -> Result<(), Self::Error> {
        let value = self.value(value, frame)?;
        let old = self.get(frame, place.local);
        let mut words = old.words();
        match &place.part {
            Part::Whole => {
                self.set(frame, place.local, value);
                return Ok(());
            }
            Part::Components(taken) => {
                for (from, &to) in taken.iter().enumerate() {
                    words[usize::from(to)] = value.words()[if value.count() == 1 { 0 } else { from }];
                }
            }
            Part::At(number) => {
                let number = self.value(number, frame)?.whole();
                if (0..old.count() as i32).contains(&number) {
                    words[number as usize] = value.words()[0];
                }
            }
        }
        self.set(frame, place.local, old.with_words(words));
        Ok(())
    }

    /// Executes a loop.
    fn repeat(
        &mut self,
        statement: &'a Stmt,
        frame: &mut Frame<'a, Self::Value>,
    ) -> Result<Then<Self::Value>, Self::Error> {
        let Stmt::Loop { before, condition, body, step, last } = statement else { return Ok(Then::Next) };
        // A loop with the test at its end runs its first iteration without a test.
        let mut tested = *last;
        loop {
            if !std::mem::take(&mut tested) {
                // The head of a loop has no `break` or `continue`, but may leave the function.
                if let then @ Then::Return(_) = self.block(before, frame)? {
                    return Ok(then);
                }
                if let Some(condition) = condition
                    && !self.value(condition, frame)?.is_true()
                {
                    return Ok(Then::Next);
                }
            }
            self.iterate()?;
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
}
