//! The expected result of an example of the catalogue, computed once for all methods and families that have the same result.

use std::cell::RefCell;
use std::rc::Rc;

use crate::Error;
use crate::catalog::{Example, Primitive};

use super::data::Data;

/// A result, with its method if each method has a result of its own.
type OfMethod = (Option<String>, Result<Vec<f32>, Error>);

/// The expected result of an example.
#[derive(Clone)]
pub struct Expected {
    primitive: &'static Primitive,
    example: &'static Example,
    /// The results so far.
    results: Rc<RefCell<Vec<OfMethod>>>,
}

impl Expected {
    pub fn new(primitive: &'static Primitive, example: &'static Example) -> Expected {
        Expected { primitive, example, results: Rc::default() }
    }

    /// Returns whether a result is the expected one of a method.
    pub fn is(&self, method: &str, data: &Data, got: &[f32]) -> Result<bool, Error> {
        let key = self.example.by_method.then(|| method.to_owned());
        let mut results = self.results.borrow_mut();
        let at = match results.iter().position(|(known, _)| *known == key) {
            Some(at) => at,
            None => {
                let inputs: Vec<&[f32]> =
                    self.example.data.iter().map(|kind| data.of(*kind).slice.as_slice()).collect();
                let numbers = self.primitive.expected_of(method, &inputs, &(self.example.options)());
                results.push((key, numbers));
                results.len() - 1
            }
        };
        let expected = results[at].1.as_ref().map_err(Error::clone)?;
        Ok(match self.example.error {
            None => got == expected,
            Some(_) => self.example.difference(expected, got, 1 << f32::MANTISSA_DIGITS).is_none(),
        })
    }
}
