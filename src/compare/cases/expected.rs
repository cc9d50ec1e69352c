//! The expected result of an example of the catalogue, computed once for all methods and families.

use std::cell::OnceCell;
use std::rc::Rc;

use crate::Error;
use crate::catalog::{Example, Primitive};

use super::data::Data;

/// The expected result of an example.
#[derive(Clone)]
pub struct Expected {
    primitive: &'static Primitive,
    example: &'static Example,
    numbers: Rc<OnceCell<Result<Vec<f32>, Error>>>,
}

impl Expected {
    pub fn new(primitive: &'static Primitive, example: &'static Example) -> Expected {
        Expected { primitive, example, numbers: Rc::default() }
    }

    /// Returns whether a result is the expected one.
    pub fn is(&self, data: &Data, got: &[f32]) -> Result<bool, Error> {
        let compute = || {
            let inputs: Vec<&[f32]> = self.example.data.iter().map(|kind| data.of(*kind).slice.as_slice()).collect();
            self.primitive.expected(&inputs, &(self.example.options)())
        };
        Ok(got == self.numbers.get_or_init(compute).as_ref().map_err(Error::clone)?)
    }
}
