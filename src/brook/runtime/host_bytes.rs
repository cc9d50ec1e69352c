//! Reads and writes elements as bytes of the host, as C programs do.
//!
//! The bytes of an element are those of its fields in their order, without padding. The bytes of a field are those of its
//! components, in the format that [`Scalar`] documents and in the machine's byte order.

use super::argument::{ConstantArgument, floats};
use super::checks::whole;
use super::column::Column;
use super::error::Error;
use super::reduce::ReductionCall;
use super::stream::{AnyStream, apart, together};
use crate::brook::interpret::Number;
use crate::brook::types::{Field, Plain, Scalar};
use crate::machine::Device;
use crate::shape::{IntoShape, Shape};

impl Field {
    /// Returns the size of the field on the host, in bytes.
    pub fn host_bytes(&self) -> usize {
        self.scalar.bytes() * self.ty.count()
    }

    /// Decodes a number of the field from bytes of the host.
    pub(super) fn host_number(&self, bytes: &[u8]) -> Number {
        let component = |bytes: &[u8]| -> u32 {
            match (self.scalar, bytes) {
                (Scalar::Char, &[a]) => i32::from(a as i8) as u32,
                (Scalar::Fixed, &[a]) => (f32::from(a) / 255.0).to_bits(),
                (_, &[a]) => a.into(),
                (Scalar::Short, &[a, b]) => i32::from(i16::from_ne_bytes([a, b])) as u32,
                (Scalar::ShortFixed, &[a, b]) => (f32::from(u16::from_ne_bytes([a, b])) / 65535.0).to_bits(),
                (_, &[a, b]) => u16::from_ne_bytes([a, b]).into(),
                (_, &[a, b, c, d]) => u32::from_ne_bytes([a, b, c, d]),
                _ => 0,
            }
        };
        let mut words = [0; 4];
        let own = bytes.chunks_exact(self.scalar.bytes()).take(self.ty.count());
        words.iter_mut().zip(own).for_each(|(word, bytes)| *word = component(bytes));
        Number::from_words(self.ty, words)
    }

    /// Appends a number in the host's format to `bytes`.
    pub fn to_host(&self, number: &Number, bytes: &mut Vec<u8>) {
        for c in 0..self.ty.count() {
            let (word, float) = (number.words()[c], number.float(c));
            match (self.scalar, self.scalar.steps()) {
                (Scalar::Fixed, Some(steps)) => bytes.push((float * steps).round() as u8),
                (_, Some(steps)) => bytes.extend(((float * steps).round() as u16).to_ne_bytes()),
                (Scalar::Char | Scalar::Uchar, _) => bytes.push(word as u8),
                (Scalar::Short | Scalar::Ushort, _) => bytes.extend((word as u16).to_ne_bytes()),
                _ => bytes.extend(word.to_ne_bytes()),
            }
        }
    }

    /// Whether a texture stores the field with the same bits as the host.
    fn is_raw(&self, device: &Device) -> bool {
        match self.scalar {
            Scalar::Float => true,
            Scalar::Int | Scalar::Uint => device.features().integers,
            _ => false,
        }
    }

    /// Converts the floats of an [`Array`](crate::brook::interpret::Array) to those that a texture of this device stores.
    pub(super) fn to_texture(&self, device: &Device, mut floats: Vec<f32>) -> Result<Vec<f32>, Error> {
        let one = Field { ty: self.ty.scalar(), ..self.clone() };
        if self.ty.is_integer() && matches!(self.scalar, Scalar::Int | Scalar::Uint) && !self.is_raw(device) {
            let features = device.features();
            for (number, float) in floats.iter_mut().enumerate() {
                let value = one.decode(&[*float]);
                let whole = whole(&value, 0);
                *float = whole as f32;
                if !features.holds(whole) {
                    let exact = features.exact_integer;
                    let (ty, element) = (self.type_name().to_owned(), number / self.ty.count());
                    return Err(Error::Inexact { ty, element, value: whole, exact });
                }
            }
        }
        Ok(floats)
    }

    /// Converts the floats that a texture of this device stores to those of an array.
    pub(super) fn of_texture(&self, device: &Device, mut floats: Vec<f32>) -> Vec<f32> {
        let one = Field { ty: self.ty.scalar(), ..self.clone() };
        if matches!(self.scalar, Scalar::Int | Scalar::Uint) && !self.is_raw(device) {
            floats.iter_mut().for_each(|float| *float = one.encode(&number_of(&one, *float))[0]);
        }
        floats
    }

    /// Converts the floats of an array to the values that they encode. Large integers are rounded.
    pub fn to_values(&self, mut floats: Vec<f32>) -> Vec<f32> {
        let one = Field { ty: self.ty.scalar(), ..self.clone() };
        if matches!(self.scalar, Scalar::Int | Scalar::Uint) {
            floats.iter_mut().for_each(|float| *float = one.decode(&[*float]).float(0));
        }
        floats
    }

    /// Converts values to the floats of an array, each as a kernel would store it.
    pub fn of_values(&self, mut values: Vec<f32>) -> Vec<f32> {
        let one = Field { ty: self.ty.scalar(), ..self.clone() };
        if self.scalar != Scalar::Float {
            values.iter_mut().for_each(|value| *value = one.encode(&number_of(&one, *value))[0]);
        }
        values
    }
}

/// Converts a float to the number that a kernel would store in the field.
fn number_of(field: &Field, value: f32) -> Number {
    match (field.scalar.range(), field.scalar.steps()) {
        (_, Some(steps)) => Number::floats(&[(value.clamp(0.0, 1.0) * steps + 0.5).floor() / steps]),
        (Some((low, high)), _) if !matches!(field.scalar, Scalar::Int | Scalar::Uint) => {
            let whole = i64::from(Number::floats(&[value]).int());
            Number::ints(&[(((whole - low) & (high - low)) + low) as i32])
        }
        _ => {
            let given = Number::floats(&[value]);
            match field.ty {
                Plain::Uint(_) => Number::uints(&[given.uint_of(0)]),
                Plain::Int(_) => Number::ints(&[given.int()]),
                _ => given,
            }
        }
    }
}

impl AnyStream {
    /// Returns the size of an element on the host, in bytes.
    pub fn element_bytes(&self) -> usize {
        self.fields.iter().map(Field::host_bytes).sum()
    }

    /// Replaces all elements by those in `bytes`.
    ///
    /// ```
    /// use brooklet::{Device, brook::Program};
    /// let device = Device::headless()?;
    /// let text = "kernel void sum(uchar a<>, uchar b<>, out uchar c<>) { c = a + b; }";
    /// let program = Program::compile(&device, "sum.br", text)?;
    /// let uchar = program.kernel("sum")?.parameter("a")?.ty;
    /// let (mut a, mut b, mut c) = (program.stream_of(uchar, 2)?, program.stream_of(uchar, 2)?, program.stream_of(uchar, 2)?);
    /// a.write_bytes(&[1, 130])?;
    /// b.write_bytes(&[2, 140])?;
    /// program.kernel("sum")?.stream("a", &a).stream("b", &b).output("c", &mut c).run()?;
    /// assert_eq!(c.read_bytes()?, [3, 14]);
    /// # Ok::<(), brooklet::brook::Error>(())
    /// ```
    ///
    /// # Errors
    /// The number of bytes does not match the elements: the error has both numbers. Or an integer is too large for this device.
    pub fn write_bytes(&mut self, bytes: &[u8]) -> Result<(), Error> {
        let floats = self.floats_of(bytes, self.shape)?;
        self.write_floats(floats)
    }

    /// Reads all elements as bytes.
    ///
    /// # Errors
    /// Any error of the device.
    pub fn read_bytes(&self) -> Result<Vec<u8>, Error> {
        let columns = self.columns.iter().map(|column| column.read()).collect::<Result<Vec<_>, _>>()?;
        Ok(self.bytes_of(columns, self.len()))
    }

    /// Replaces the elements of a domain by those in `bytes`, in C order.
    ///
    /// # Errors
    /// The domain extends outside the stream. Or the number of bytes does not match its elements: the error has both numbers. Or an
    /// integer is too large for this device.
    pub fn write_domain_bytes(&mut self, low: impl IntoShape, high: impl IntoShape, bytes: &[u8]) -> Result<(), Error> {
        let window = self.window(low.into_shape()?, high.into_shape()?)?;
        let floats = self.floats_of(bytes, window.shape())?;
        self.write_window(window, floats)
    }

    /// Reads the elements of a domain, in C order, as bytes.
    ///
    /// # Errors
    /// The domain extends outside the stream: the error has the domain's ends and the stream's shape.
    pub fn read_domain_bytes(&self, low: impl IntoShape, high: impl IntoShape) -> Result<Vec<u8>, Error> {
        let window = self.window(low.into_shape()?, high.into_shape()?)?;
        let columns = self.read_window(window)?;
        Ok(self.bytes_of(columns, window.count()))
    }

    fn is_raw(&self) -> bool {
        let device = self.columns[0].device();
        self.fields.iter().all(|field| field.is_raw(device))
    }

    /// Converts the bytes of elements to the contents of the textures, field by field.
    fn floats_of(&self, bytes: &[u8], shape: Shape) -> Result<Vec<Vec<f32>>, Error> {
        let each = self.element_bytes();
        if bytes.len() != shape.count().saturating_mul(each) {
            return Err(Error::Bytes { given: bytes.len(), shape, each });
        }
        if self.is_raw() {
            return apart(&self.fields, &floats(bytes), shape);
        }
        let device = self.columns[0].device();
        let mut start = 0;
        let mut columns = Vec::with_capacity(self.fields.len());
        for field in &self.fields {
            let own = start..start + field.host_bytes();
            start = own.end;
            let mut column = Vec::with_capacity(shape.count() * field.ty.count());
            for element in bytes.chunks_exact(each) {
                column.extend(&field.encode(&field.host_number(&element[own.clone()]))[..field.ty.count()]);
            }
            columns.push(field.to_texture(device, column)?);
        }
        Ok(columns)
    }

    /// Converts the contents of the textures to the bytes of `count` elements.
    fn bytes_of(&self, columns: Vec<Vec<f32>>, count: usize) -> Vec<u8> {
        if self.is_raw() {
            return bytemuck::cast_slice(&together(&self.fields, &columns, count)).to_vec();
        }
        let device = self.columns[0].device();
        let columns: Vec<Vec<f32>> =
            self.fields.iter().zip(columns).map(|(field, column)| field.of_texture(device, column)).collect();
        let mut bytes = Vec::with_capacity(count * self.element_bytes());
        for element in 0..count {
            for (field, column) in self.fields.iter().zip(&columns) {
                let width = field.ty.count();
                field.to_host(&field.decode(&column[element * width..(element + 1) * width]), &mut bytes);
            }
        }
        bytes
    }
}

impl ReductionCall<'_> {
    /// Reduces the stream to a value. Returns its bytes, field by field.
    ///
    /// # Errors
    /// The same as for [`value`](ReductionCall::value).
    pub fn bytes(self) -> Result<Vec<u8>, Error> {
        let fields = self.accumulator().1.fields.clone();
        let device = self.program().device().clone();
        let columns = self.one()?;
        let mut bytes = Vec::new();
        for (field, column) in fields.iter().zip(columns) {
            let floats = field.of_texture(&device, Column::read(&*column)?);
            field.to_host(&field.decode(&floats), &mut bytes);
        }
        Ok(bytes)
    }
}

impl ConstantArgument {
    /// Decodes the value of a constant with these fields from its bytes. Missing bytes are 0.
    pub fn from_bytes(fields: &[Field], is_record: bool, bytes: &[u8]) -> ConstantArgument {
        let [field] = fields else { return ConstantArgument::record_of(bytes) };
        if is_record {
            return ConstantArgument::record_of(bytes);
        }
        let mut own = bytes.to_vec();
        own.resize(field.host_bytes(), 0);
        let (number, count) = (field.host_number(&own), field.ty.count());
        match field.ty {
            Plain::Float(_) => ConstantArgument::Floats(number.to_vec()),
            _ if count == 1 => ConstantArgument::Int(whole(&number, 0)),
            _ => ConstantArgument::Ints((0..count).map(|c| whole(&number, c)).collect()),
        }
    }

    fn record_of(bytes: &[u8]) -> ConstantArgument {
        ConstantArgument::Record { floats: floats(bytes), bytes: bytes.len(), host: "bytes" }
    }
}
