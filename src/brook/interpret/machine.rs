//! Executes the statements of a kernel for one element.

use super::array::places;
use super::streams::Streams;
use super::{MAX_ITERATIONS, Number, RunError};
use crate::ir::{Function, FunctionId, Kernel, LocalId, Mode, Part, Passed, Stmt};

/// The variables of a function that runs.
pub(super) struct Frame(pub Vec<Number>);

impl Frame {
    pub fn get(&self, local: LocalId) -> &Number {
        &self.0[local.0]
    }
}

/// What a statement leads to.
enum Then {
    Next,
    Break,
    Continue,
    Return(Option<Number>),
}

/// An element that runs.
pub(super) struct Machine<'a> {
    pub kernel: &'a Kernel,
    pub streams: &'a Streams<'a>,
    /// This element's place in the output.
    pub at: [usize; 4],
    pub discarded: bool,
    pub pushed: Vec<(usize, Vec<Number>)>,
    element: usize,
    /// What its loops have taken, and the most that they may.
    pub iterations: u64,
    pub most: u64,
}

impl<'a> Machine<'a> {
    pub fn new(kernel: &'a Kernel, streams: &'a Streams<'a>, element: usize) -> Machine<'a> {
        let at = places(&streams.extents, element);
        Machine {
            kernel,
            streams,
            at,
            discarded: false,
            pushed: Vec::new(),
            element,
            iterations: 0,
            most: MAX_ITERATIONS,
        }
    }

    /// Runs the kernel's own body, with what some of its variables start as.
    pub fn main(&mut self, start: Vec<(LocalId, Number)>) -> Result<Frame, RunError> {
        let main = self.kernel.main();
        let mut frame = Frame(main.locals.iter().map(|local| Number::zero(local.ty)).collect());
        for (local, value) in start {
            frame.0[local.0] = value;
        }
        self.block(main, &main.body, &mut frame)?;
        Ok(frame)
    }

    fn block(&mut self, function: &Function, statements: &[Stmt], frame: &mut Frame) -> Result<Then, RunError> {
        for statement in statements {
            match self.statement(function, statement, frame)? {
                Then::Next => {}
                then => return Ok(then),
            }
        }
        Ok(Then::Next)
    }

    fn statement(&mut self, function: &Function, statement: &Stmt, frame: &mut Frame) -> Result<Then, RunError> {
        match statement {
            Stmt::Declare { local, value } => {
                frame.0[local.0] = match value {
                    Some(value) => self.value(value, frame)?,
                    None => Number::zero(function.locals[local.0].ty),
                };
            }
            Stmt::Assign { place, value } => {
                let value = self.value(value, frame)?;
                match &place.part {
                    Part::Whole => frame.0[place.local.0] = value,
                    Part::Components(taken) => {
                        let own = &mut frame.0[place.local.0];
                        let (mut words, given) = (own.words(), value.words());
                        for (from, &to) in taken.iter().enumerate() {
                            words[to as usize] = given[if value.count() == 1 { 0 } else { from }];
                        }
                        *own = Number::from_words(own.ty(), words);
                    }
                    Part::At(number) => {
                        let number = self.value(number, frame)?.int();
                        let own = &mut frame.0[place.local.0];
                        if (0..own.count() as i32).contains(&number) {
                            let mut words = own.words();
                            words[number as usize] = value.words()[0];
                            *own = Number::from_words(own.ty(), words);
                        }
                    }
                }
            }
            Stmt::Call { function: called, arguments, result, .. } => {
                let mut values = Vec::new();
                for argument in arguments {
                    values.push(match argument {
                        Passed::Value(value) => self.value(value, frame)?,
                        Passed::Local(local) => frame.0[local.0],
                    });
                }
                let (inner, given) = self.call(*called, &values)?;
                let own = &self.kernel.functions[called.0];
                for (argument, passed) in own.arguments.iter().zip(arguments) {
                    if let (Mode::Out | Mode::InOut, Passed::Local(local)) = (argument.mode, passed) {
                        frame.0[local.0] = inner.0[argument.local.0];
                    }
                }
                if let (Some(local), Some(given)) = (result, given) {
                    frame.0[local.0] = given;
                }
            }
            Stmt::If { condition, then, otherwise } => {
                let chosen = if self.value(condition, frame)?.is_true() { then } else { otherwise };
                return self.block(function, chosen, frame);
            }
            Stmt::Loop { .. } => return self.repeat(function, statement, frame),
            Stmt::Break(_) => return Ok(Then::Break),
            Stmt::Continue(_) => return Ok(Then::Continue),
            Stmt::Return(value, _) => {
                let value = value.as_ref().map(|value| self.value(value, frame)).transpose()?;
                return Ok(Then::Return(value));
            }
            Stmt::Discard(_) => {
                self.discarded = true;
                return Ok(Then::Return(None));
            }
            Stmt::Push { parameter, values } => {
                let values = values.iter().map(|value| self.value(value, frame)).collect::<Result<_, _>>()?;
                self.pushed.push((*parameter, values));
            }
        }
        Ok(Then::Next)
    }

    fn repeat(&mut self, function: &Function, statement: &Stmt, frame: &mut Frame) -> Result<Then, RunError> {
        let Stmt::Loop { before, condition, body, step, last } = statement else { return Ok(Then::Next) };
        // A loop whose test comes last goes on the first time in any case.
        let mut tested = *last;
        loop {
            self.iterations += 1;
            if self.iterations > self.most {
                let kernel = self.kernel.name.clone();
                return Err(RunError::Endless { kernel, element: self.element, most: self.most });
            }
            if !std::mem::take(&mut tested) {
                // What a loop's head holds neither breaks nor continues; it may leave the function.
                if let then @ Then::Return(_) = self.block(function, before, frame)? {
                    return Ok(then);
                }
                if let Some(condition) = condition
                    && !self.value(condition, frame)?.is_true()
                {
                    return Ok(Then::Next);
                }
            }
            match self.block(function, body, frame)? {
                Then::Next | Then::Continue => {}
                Then::Break => return Ok(Then::Next),
                then @ Then::Return(_) => return Ok(then),
            }
            if let then @ Then::Return(_) = self.block(function, step, frame)? {
                return Ok(then);
            }
        }
    }

    pub fn call(&mut self, function: FunctionId, values: &[Number]) -> Result<(Frame, Option<Number>), RunError> {
        let called = &self.kernel.functions[function.0];
        let mut frame = Frame(called.locals.iter().map(|local| Number::zero(local.ty)).collect());
        for (argument, value) in called.arguments.iter().zip(values) {
            if argument.mode != Mode::Out {
                frame.0[argument.local.0] = *value;
            }
        }
        let given = match self.block(called, &called.body, &mut frame)? {
            Then::Return(value) => value,
            _ => None,
        };
        Ok((frame, given))
    }
}

#[cfg(test)]
mod tests {
    use crate::brook::Unit;
    use crate::brook::interpret::{Array, Given};
    use crate::ir::{At, Kernel, Stmt, each_stmt_mut};

    /// The output of a kernel whose loop is changed so, of two elements that hold 5 before.
    fn changed(text: &str, change: &dyn Fn(&mut Vec<Stmt>, &mut Vec<Stmt>)) -> Vec<f32> {
        let mut kernel: Kernel = Unit::compile("k.br", text).unwrap().kernels.remove(0);
        kernel.discards = true;
        let body = &mut kernel.functions.last_mut().unwrap().body;
        each_stmt_mut(body, &mut |statement| {
            if let Stmt::Loop { before, step, .. } = statement {
                change(before, step);
            }
        });
        crate::ir::validate_stream(&kernel).unwrap();
        let array = |values: &[f32]| Array { extents: vec![2], components: 1, values: values.to_vec() };
        let given = [Given::Streams(vec![array(&[1.0, 2.0])]), Given::Nothing];
        kernel.run(&[2], &given, &[array(&[5.0, 5.0])]).unwrap()[0].values.clone()
    }

    // No program of Brook's has such a loop: what a condition does is no statement that leaves.
    #[test]
    fn what_leaves_in_a_loops_head_leaves_the_function() {
        let text = "kernel void k(float a<>, out float o<>) { o = a; while (o < 3) o += 1; o = 9; }";
        let nothing = |_: &mut Vec<Stmt>, _: &mut Vec<Stmt>| {};
        assert_eq!(changed(text, &nothing), [9.0, 9.0]);
        assert_eq!(changed(text, &|before, _| before.push(Stmt::Return(None, At::default()))), [1.0, 2.0]);
        assert_eq!(changed(text, &|before, _| before.push(Stmt::Discard(At::default()))), [5.0, 5.0]);
        assert_eq!(changed(text, &|_, step| step.push(Stmt::Return(None, At::default()))), [2.0, 3.0]);
        assert_eq!(changed(text, &|_, step| step.push(Stmt::Discard(At::default()))), [5.0, 5.0]);
        let last = "kernel void k(float a<>, out float o<>) { o = a; do o += 1; while (o < 3); o = 9; }";
        assert_eq!(changed(last, &nothing), [9.0, 9.0]);
        assert_eq!(changed(last, &|before, _| before.push(Stmt::Return(None, At::default()))), [2.0, 3.0]);
        assert_eq!(changed(last, &|before, _| before.push(Stmt::Discard(At::default()))), [5.0, 5.0]);
    }
}
