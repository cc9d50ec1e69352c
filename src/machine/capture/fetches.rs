//! Fetches: the input elements from which a pass computed each element, as logged by the interpreter of kernels.

use std::rc::Rc;

use crate::error::Error;
use crate::geometry::{Geometry, Rect};
use crate::ir::Kernel;
use crate::ir::interpret::{self, Array, Element, Grid, Run};

use super::contents::Contents;
use crate::error::CaptureError;
use crate::machine::step::PassStep;

/// A number that stands for what is outside of a stream, and its opposite.
const OUTSIDE: f32 = 1e9;

/// The input elements from which each element of a pass was computed. To find them, the [interpreter](crate::ir::interpret) runs
/// the pass again, one element at a time.
///
/// The interpreter computes with IEEE floats. The device's results may differ if it fuses or reorders operations. The fetches are
/// the same unless a position depends on a number that differs.
#[derive(Clone, Debug)]
pub struct Fetches {
    kernel: Rc<Kernel>,
    inputs: Vec<Array>,
    constants: Vec<interpret::Value>,
    output: Geometry,
    rects: Vec<Rect>,
}

impl Fetches {
    pub(super) fn new(pass: &PassStep, inputs: Vec<Contents>) -> Fetches {
        let ports = &pass.kernel.interface().constants;
        let constants = ports
            .iter()
            .zip(&pass.constants)
            .map(|(port, value)| interpret::Value::of_constant(port.ty, *value))
            .collect();
        Fetches {
            kernel: pass.kernel.ir().clone(),
            inputs: inputs.iter().map(|contents| (**contents).clone()).collect(),
            constants,
            output: pass.output,
            rects: pass.rects.clone(),
        }
    }

    /// Returns the number of elements of the outputs.
    pub fn count(&self) -> usize {
        self.output.count
    }

    /// Returns whether the pass wrote this element, that is, whether it is in a rectangle that was drawn.
    pub fn writes(&self, element: usize) -> bool {
        if element >= self.output.count {
            return false;
        }
        let (x, y, _) = self.output.texel_of(element);
        self.rects
            .iter()
            .any(|rect| (rect.x..rect.x + rect.width).contains(&x) && (rect.y..rect.y + rect.height).contains(&y))
    }

    fn run(&self) -> Result<Run<'_>, Error> {
        let grid = Grid { count: self.output.count, width: self.output.row.max(1) };
        Ok(Run::new(&self.kernel, &self.inputs, &self.constants, grid).map_err(CaptureError::from)?)
    }

    /// Returns the value of an element, and the fetches that it took. Inputs are given by their index in the pass.
    ///
    /// # Errors
    /// An element that does not exist; loops that do not end.
    pub fn of(&self, element: usize) -> Result<Element, Error> {
        Ok(self.run()?.element(element).map_err(CaptureError::from)?)
    }

    /// Returns whether the value of an element depends on what it fetched outside of the streams, which is not defined. It runs the element
    /// again with other numbers there.
    ///
    /// # Errors
    /// The same as for [`of`](Fetches::of).
    pub fn depends_on_outside(&self, element: usize) -> Result<bool, Error> {
        if self.of(element)?.fetches.iter().all(|fetch| fetch.element.is_some()) {
            return Ok(false);
        }
        let with = |poison: f32| -> Result<_, Error> {
            Ok(self.run()?.poison(poison).element(element).map_err(CaptureError::from)?.outputs)
        };
        Ok(with(OUTSIDE)? != with(-OUTSIDE)?)
    }

    /// Returns, for each element of an input, the elements that the pass computed from it, in order. This interprets the whole
    /// pass.
    ///
    /// # Errors
    /// Loops that do not end.
    pub fn readers(&self, input: usize) -> Result<Vec<Vec<usize>>, Error> {
        let run = self.run()?;
        let count = self.inputs.get(input).map_or(0, |array| array.grid.count);
        let mut readers: Vec<Vec<usize>> = vec![Vec::new(); count];
        for element in (0..self.output.count).filter(|&element| self.writes(element)) {
            let made = run.element(element).map_err(CaptureError::from)?;
            for fetch in made.fetches.iter().filter(|fetch| fetch.input == input) {
                if let Some(readers) = fetch.element.and_then(|read| readers.get_mut(read))
                    && readers.last() != Some(&element)
                {
                    readers.push(element);
                }
            }
        }
        Ok(readers)
    }
}
