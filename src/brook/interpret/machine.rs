//! Runs a Brook kernel for one element.

use super::array::places;
use super::streams::Streams;
use super::{MAX_ITERATIONS, Number, RunError};
use crate::ir::interpret::execute::{self, Execute};
use crate::ir::{Expr, Function, LocalId, StreamKernel, Type};

/// The variables of a running function.
pub(super) type Frame<'a> = execute::Frame<'a, Number>;

/// The state of a kernel that runs for one element.
pub(super) struct Machine<'a> {
    pub kernel: &'a StreamKernel,
    pub streams: &'a Streams<'a>,
    /// The position of the element in the output.
    pub at: [usize; 4],
    pub discarded: bool,
    pub pushed: Vec<(usize, Vec<Number>)>,
    element: usize,
    /// The number of loop iterations so far, and the maximum.
    pub iterations: u64,
    pub max: u64,
}

impl execute::Components for Number {
    fn zero(ty: Type) -> Number {
        Number::zero(ty)
    }

    fn with_words(&self, words: [u32; 4]) -> Number {
        Number::from_words(self.ty(), words)
    }

    fn words(&self) -> [u32; 4] {
        Number::words(self)
    }

    fn count(&self) -> usize {
        Number::count(self)
    }

    fn whole(&self) -> i32 {
        self.int()
    }

    fn is_true(&self) -> bool {
        Number::is_true(self)
    }
}

impl<'a> Execute<'a> for Machine<'a> {
    type Value = Number;
    type Error = RunError;

    fn functions(&self) -> &'a [Function] {
        &self.kernel.functions
    }

    fn value(&mut self, expr: &'a Expr, frame: &Frame<'a>) -> Result<Number, RunError> {
        self.evaluate(expr, frame)
    }

    fn iterate(&mut self) -> Result<(), RunError> {
        self.iterations += 1;
        match self.iterations > self.max {
            true => {
                let kernel = self.kernel.name.clone();
                Err(RunError::Endless { kernel, element: self.element, max: self.max })
            }
            false => Ok(()),
        }
    }

    fn discard(&mut self) {
        self.discarded = true;
    }

    fn push(&mut self, parameter: usize, values: Vec<Number>) {
        self.pushed.push((parameter, values));
    }
}

impl<'a> Machine<'a> {
    pub fn new(kernel: &'a StreamKernel, streams: &'a Streams<'a>, element: usize) -> Machine<'a> {
        let at = places(&streams.extents, element);
        let (discarded, pushed) = (false, Vec::new());
        Machine { kernel, streams, at, discarded, pushed, element, iterations: 0, max: MAX_ITERATIONS }
    }

    /// Runs the kernel's own body, with `start` as the initial values of some of its variables.
    pub fn main(&mut self, start: Vec<(LocalId, Number)>) -> Result<Frame<'a>, RunError> {
        Ok(self.run(self.kernel.main(), start)?.0)
    }
}

#[cfg(test)]
mod tests {
    use crate::brook::Unit;
    use crate::brook::interpret::{Array, ParameterValue};
    use crate::ir::{At, Stmt, StreamKernel, each_stmt_mut};

    /// Runs a kernel on two elements after `change` has changed its loop, and returns the output. The output holds 5 before.
    fn changed(text: &str, change: &dyn Fn(&mut Vec<Stmt>, &mut Vec<Stmt>)) -> Vec<f32> {
        let mut kernel: StreamKernel = Unit::compile("k.br", text).unwrap().kernels.remove(0);
        kernel.discards = true;
        let body = &mut kernel.functions.last_mut().unwrap().body;
        each_stmt_mut(body, &mut |statement| {
            if let Stmt::Loop { before, step, .. } = statement {
                change(before, step);
            }
        });
        crate::ir::validate_stream(&kernel).unwrap();
        let array = |values: &[f32]| Array { extents: vec![2], components: 1, values: values.to_vec() };
        let given = [ParameterValue::Streams(vec![array(&[1.0, 2.0])]), ParameterValue::Nothing];
        kernel.run(&[2], &given, &[array(&[5.0, 5.0])]).unwrap()[0].values.clone()
    }

    // No Brook program has such a loop: the statements that evaluate a condition never return.
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
