//! The values of a sequence: numbers and textures.

use std::rc::Rc;

use crate::backend::Texels;

/// A value of a sequence.
#[derive(Clone, PartialEq, Debug)]
pub enum SequenceValue {
    /// A number, the components of a vector, or the numbers of an array.
    Numbers(Vec<f64>),
    /// A texture.
    Texture {
        /// Its texels.
        texels: Rc<Texels>,
        /// How many of their channels mean something.
        channels: usize,
    },
}

/// A result of a sequence.
#[derive(Clone, PartialEq, Debug)]
pub struct SequenceResult {
    /// The name of its parameter, or `out` for the value of the function.
    pub name: String,
    /// Its texels.
    pub texels: Texels,
    /// How many of their channels were written.
    pub channels: usize,
}

impl SequenceValue {
    /// Returns a number.
    pub fn number(value: f64) -> SequenceValue {
        SequenceValue::Numbers(vec![value])
    }

    /// Returns a texture.
    pub fn texture(texels: Texels) -> SequenceValue {
        SequenceValue::of_channels(texels, 4)
    }

    /// Returns a texture of which only the first channels mean something.
    pub fn of_channels(texels: Texels, channels: usize) -> SequenceValue {
        SequenceValue::Texture { texels: Rc::new(texels), channels }
    }

    pub(super) fn kind(&self) -> &'static str {
        match self {
            SequenceValue::Numbers(numbers) if numbers.len() == 1 => "a number",
            SequenceValue::Numbers(_) => "several numbers",
            SequenceValue::Texture { .. } => "a texture",
        }
    }
}
