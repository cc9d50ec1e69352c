//! Access to the typed stream of floats in an [`AnyStream`]. The primitives use it, and so do transfers to and from the host's
//! memory without intermediate copies.

use super::column::Column;
use super::error::Error;
use super::stream::AnyStream;
use crate::brook::types::{Field, Scalar};
use crate::machine::Stream;
use crate::texel::Texel;

/// A stream of floats or float vectors.
pub(crate) enum Floats<'a> {
    One(&'a Stream<f32>),
    Two(&'a Stream<[f32; 2]>),
    Three(&'a Stream<[f32; 3]>),
    Four(&'a Stream<[f32; 4]>),
}

impl AnyStream {
    /// Wraps a typed stream; `field` describes its elements.
    pub(crate) fn of_stream<T: Texel>(field: Field, stream: Stream<T>) -> AnyStream {
        AnyStream { shape: stream.shape(), record: None, fields: vec![field], columns: vec![Box::new(stream)] }
    }

    /// Returns the only column of a stream of floats or float vectors. Returns `None` for structs and other numbers.
    fn only(&self) -> Option<&dyn Column> {
        match (self.fields.as_slice(), self.columns.as_slice()) {
            ([field], [column]) if self.record.is_none() && field.scalar == Scalar::Float => Some(&**column),
            _ => None,
        }
    }

    /// Returns the typed stream if the elements are floats or float vectors. Returns `None` for structs and other numbers.
    pub(crate) fn as_floats(&self) -> Option<Floats<'_>> {
        let any = self.only()?.as_any();
        let one = any.downcast_ref().map(Floats::One);
        let two = || any.downcast_ref().map(Floats::Two);
        let three = || any.downcast_ref().map(Floats::Three);
        one.or_else(two).or_else(three).or_else(|| any.downcast_ref().map(Floats::Four))
    }

    /// Whether its elements are structs.
    pub(crate) fn is_record(&self) -> bool {
        self.record.is_some()
    }

    /// Returns the name of the elements' type, for messages.
    pub(crate) fn element_name(&self) -> String {
        match (&self.record, self.fields.as_slice()) {
            (Some(record), _) => format!("struct {record}"),
            (None, [field]) => field.type_name().to_owned(),
            (None, fields) => format!("{} fields", fields.len()),
        }
    }

    /// Reads all elements as [`read_bytes`](AnyStream::read_bytes) does, into `bytes`, which must have exactly their length.
    pub(crate) fn read_bytes_to(&self, bytes: &mut [u8]) -> Result<(), Error> {
        if let Some(column) = self.only()
            && let Ok(floats) = bytemuck::try_cast_slice_mut(bytes)
        {
            return Ok(column.read_to(floats)?);
        }
        bytes.copy_from_slice(&self.read_bytes()?);
        Ok(())
    }

    /// Replaces all elements as [`write_bytes`](AnyStream::write_bytes) does, without a copy if possible. `bytes` must have exactly
    /// their length.
    pub(crate) fn write_bytes_from(&mut self, bytes: &[u8]) -> Result<(), Error> {
        if self.only().is_some()
            && let Ok(floats) = bytemuck::try_cast_slice(bytes)
        {
            return Ok(self.columns[0].write(floats)?);
        }
        self.write_bytes(bytes)
    }
}
