//! What an expression or a kernel is run with: streams and constants by name, and the extents of the results.

use std::rc::Rc;

use wasm_bindgen::prelude::wasm_bindgen;

use crate::{Shape, Value};

use super::device::RawDevice;
use super::error::{Call, failed, thrown};
use super::table::AnyStream;

/// Streams and constants by name, and the extents of the results, which may be left out.
#[wasm_bindgen]
pub struct RawBindings {
    names: Vec<String>,
    ids: Vec<u32>,
    constants: Vec<String>,
    /// The number of components of each constant; 0 for a bool.
    sizes: Vec<u8>,
    /// The components of all constants.
    numbers: Vec<f64>,
    extents: Vec<u32>,
}

#[wasm_bindgen]
impl RawBindings {
    /// Makes bindings. `sizes` has the number of components of each constant (0 for a bool), and `numbers` all components.
    #[wasm_bindgen(constructor)]
    pub fn new(
        names: Vec<String>,
        ids: Vec<u32>,
        constants: Vec<String>,
        sizes: Vec<u8>,
        numbers: Vec<f64>,
        extents: Vec<u32>,
    ) -> RawBindings {
        RawBindings { names, ids, constants, sizes, numbers, extents }
    }
}

/// A constant as JavaScript has it.
pub enum Constant<'a> {
    Bool(bool),
    Numbers(&'a [f64]),
}

impl RawBindings {
    /// Returns the names of the streams, and the streams.
    pub fn streams(&self, device: &RawDevice) -> Call<Vec<(&str, Rc<AnyStream>)>> {
        let names = self.names.iter().map(String::as_str);
        names.zip(&self.ids).map(|(name, id)| Ok((name, device.streams.get(*id)?))).collect()
    }

    /// Returns the constants by name.
    pub fn constants(&self) -> impl Iterator<Item = (&str, Constant<'_>)> {
        let mut rest = &self.numbers[..];
        self.constants.iter().zip(&self.sizes).map(move |(name, size)| {
            let (own, others) = rest.split_at(usize::from(*size).max(1).min(rest.len()));
            rest = others;
            (name.as_str(), if *size == 0 { Constant::Bool(own != [0.0]) } else { Constant::Numbers(own) })
        })
    }

    /// Returns the shape of the results, if it is given.
    pub fn shape(&self) -> Call<Option<Shape>> {
        if self.extents.is_empty() {
            return Ok(None);
        }
        let extents: Vec<usize> = self.extents.iter().map(|extent| *extent as usize).collect();
        Shape::try_from(extents.as_slice()).map(Some).map_err(|error| failed(error.into()))
    }
}

impl Constant<'_> {
    /// Returns the value. `integer` says whether a number is an integer in the kernel.
    pub fn value(&self, name: &str, integer: bool) -> Call<Value> {
        let numbers = match self {
            Constant::Bool(flag) => return Ok(Value::Bool(*flag)),
            Constant::Numbers([number]) if integer => return index(name, *number),
            Constant::Numbers(numbers) => *numbers,
        };
        Ok(match *numbers {
            [x] => Value::Float(x as f32),
            [x, y] => Value::Vec2([x as f32, y as f32]),
            [x, y, z] => Value::Vec3([x as f32, y as f32, z as f32]),
            [x, y, z, w] => Value::Vec4([x as f32, y as f32, z as f32, w as f32]),
            _ => {
                let message = format!("the constant {name} has {} components: a vector has 2 to 4", numbers.len());
                return Err(thrown("type", &message));
            }
        })
    }
}

/// Returns the value of a constant of an integer type.
fn index(name: &str, number: f64) -> Call<Value> {
    if number.fract() != 0.0 || number.abs() > f64::from(u32::MAX) {
        return Err(thrown("type", &format!("the constant {name} is an integer of 32 bits, and {number} is none")));
    }
    Ok(Value::Index(number as i64))
}
