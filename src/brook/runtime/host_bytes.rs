//! Elements as the bytes of the host: what C programs read and write.
//!
//! An element's bytes are those of its fields in their order, without gaps; a field's are those of its components. This
//! machine's byte order.

use super::argument::ConstantArgument;
use super::error::Error;
use super::reduce::ReductionCall;
use super::stream::AnyStream;
use crate::brook::types::{Field, Plain};
use crate::shape::IntoShape;

impl Field {
    /// How many bytes the field of an element takes on the host.
    pub fn host_bytes(&self) -> usize {
        4 * self.ty.count()
    }
}

impl AnyStream {
    /// How many bytes an element takes on the host.
    pub fn element_bytes(&self) -> usize {
        self.fields.iter().map(Field::host_bytes).sum()
    }

    /// Replaces all elements by those of these bytes.
    ///
    /// # Errors
    /// Another number of bytes than the elements have: both numbers.
    pub fn write_bytes(&mut self, bytes: &[u8]) -> Result<(), Error> {
        self.write(&floats(bytes))
    }

    /// All elements, as bytes.
    ///
    /// # Errors
    /// What the device refuses.
    pub fn read_bytes(&self) -> Result<Vec<u8>, Error> {
        Ok(bytemuck::cast_slice(&self.read()?).to_vec())
    }

    /// Replaces the elements of a domain, in C order.
    ///
    /// # Errors
    /// A domain that is no part of it; another number of bytes than its elements have: both numbers.
    pub fn write_domain_bytes(&mut self, low: impl IntoShape, high: impl IntoShape, bytes: &[u8]) -> Result<(), Error> {
        self.write_domain(low, high, &floats(bytes))
    }

    /// The elements of a domain, in C order, as bytes.
    ///
    /// # Errors
    /// A domain that is no part of it: its places and the stream's shape.
    pub fn read_domain_bytes(&self, low: impl IntoShape, high: impl IntoShape) -> Result<Vec<u8>, Error> {
        Ok(bytemuck::cast_slice(&self.read_domain(low, high)?).to_vec())
    }
}

impl ReductionCall<'_> {
    /// Reduces the stream to a value: its bytes, field by field.
    ///
    /// # Errors
    /// As [`value`](ReductionCall::value).
    pub fn bytes(self) -> Result<Vec<u8>, Error> {
        Ok(bytemuck::cast_slice(&self.floats()?).to_vec())
    }
}

impl ConstantArgument {
    /// The value of a constant with these fields, from its bytes; missing ones are 0.
    pub fn from_bytes(fields: &[Field], is_record: bool, bytes: &[u8]) -> ConstantArgument {
        let floats = floats(bytes);
        match fields {
            [field] if field.ty == Plain::INT && !is_record => {
                ConstantArgument::Int(i64::from(floats.first().copied().unwrap_or_default().to_bits() as i32))
            }
            _ if is_record => ConstantArgument::Record { floats, bytes: bytes.len(), host: "bytes" },
            _ => ConstantArgument::Floats(floats),
        }
    }
}

fn floats(bytes: &[u8]) -> Vec<f32> {
    bytes.chunks_exact(4).map(|four| f32::from_ne_bytes([four[0], four[1], four[2], four[3]])).collect()
}
