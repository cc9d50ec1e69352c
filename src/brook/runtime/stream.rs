//! Streams whose type is known only at run time: a texture for each field of a struct.

use super::argument::{AnyArgument, Input, InputArgument, Output, OutputArgument, View};
use super::column::{Column, column};
use super::domain::{Domain, DomainMut, Window};
use super::error::Error;
#[cfg(feature = "capi")]
use super::iterator::Iter;
use crate::brook::types::{Field, Records, Scalar, Type};
use crate::machine::Device;
use crate::shape::{IntoShape, Shape};

/// A stream of a Brook type that is known only at run time. A stream of structs has a texture for each field; any other stream has
/// one texture. [`Program::stream_of`](super::Program::stream_of) makes such a stream.
///
/// On the host its elements are floats: all floats of one element, field by field in the order of the struct, then those of
/// the next. An integer is converted to a float, which is exact up to 16777216. [`write_bytes`](AnyStream::write_bytes) and
/// [`read_bytes`](AnyStream::read_bytes) are exact for all integers.
///
/// ```
/// use brooklet::{Device, brook::Program};
/// let device = Device::headless()?;
/// let text = "
///     typedef struct { float3 o; float tmax; } Ray;
///     kernel void nearer(Ray a<>, out Ray b<>) { b = a; b.tmax = a.tmax / 2; }";
/// let program = Program::compile(&device, "rays.br", text)?;
/// let ray = program.kernel("nearer")?.parameter("a")?.ty;
/// let mut rays = program.stream_of(ray, 2)?;
/// rays.write(&[1.0, 2.0, 3.0, 10.0, 4.0, 5.0, 6.0, 20.0])?;
/// program.kernel("nearer")?.in_out("a", "b", &mut rays).run()?;
/// assert_eq!(rays.read()?, [1.0, 2.0, 3.0, 5.0, 4.0, 5.0, 6.0, 10.0]);
/// # Ok::<(), brooklet::brook::Error>(())
/// ```
pub struct AnyStream {
    pub(super) shape: Shape,
    /// The name of the struct; `None` if the elements are not structs.
    pub(super) record: Option<String>,
    pub(super) fields: Vec<Field>,
    pub(super) columns: Vec<Box<dyn Column>>,
}

impl AnyStream {
    pub(super) fn new(device: &Device, records: &Records, ty: Type, shape: Shape) -> Result<AnyStream, Error> {
        let record = match ty {
            Type::Record(id) => Some(records.get(id).name.clone()),
            _ => None,
        };
        AnyStream::of_fields(device, record, records.fields(ty), shape)
    }

    /// Makes a stream of elements with these fields and unspecified content. `record` is the name of the struct, if any.
    pub(crate) fn of_fields(
        device: &Device,
        record: Option<String>,
        fields: Vec<Field>,
        shape: Shape,
    ) -> Result<AnyStream, Error> {
        let columns =
            fields.iter().map(|field| column(device, field.ty.components(), shape)).collect::<Result<_, _>>()?;
        Ok(AnyStream { shape, record, fields, columns })
    }

    /// Makes a stream of the same type with other extents and unspecified content.
    #[cfg(feature = "capi")]
    pub(crate) fn like(&self, shape: Shape) -> Result<AnyStream, Error> {
        let device = self.columns[0].device().clone();
        AnyStream::of_fields(&device, self.record.clone(), self.fields.clone(), shape)
    }

    /// Reshapes the stream to rows of `width` elements. Pads the last row with infinity, or with 0 if the field is an integer.
    #[cfg(feature = "capi")]
    pub(crate) fn rows_of(&mut self, width: usize) -> Result<(), Error> {
        let count = self.len();
        let shape = Shape::try_from([count.div_ceil(width), width].as_slice())?;
        let device = self.columns[0].device().clone();
        let mut columns = Vec::with_capacity(self.columns.len());
        for (field, old) in self.fields.iter().zip(&self.columns) {
            let mut made = column(&device, field.ty.components(), shape)?;
            match shape.count() == count {
                true => super::column::copy(&**old, &*made)?,
                false => {
                    let mut floats = old.read()?;
                    let lacking = if field.scalar == crate::brook::Scalar::Float { f32::INFINITY } else { 0.0 };
                    floats.resize(shape.count() * field.ty.count(), lacking);
                    made.write(&floats)?;
                }
            }
            columns.push(made);
        }
        (self.shape, self.columns) = (shape, columns);
        Ok(())
    }

    /// Returns the extents of the stream.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Returns the fields of an element, with nested structs flattened. Elements that are not structs have one field with an empty
    /// path.
    pub fn fields(&self) -> &[Field] {
        &self.fields
    }

    /// Returns the number of floats of an element.
    pub fn floats(&self) -> usize {
        self.fields.iter().map(|field| field.ty.count()).sum()
    }

    /// Replaces all elements.
    ///
    /// # Errors
    /// The number of floats does not match the elements: the error has both numbers.
    pub fn write(&mut self, floats: &[f32]) -> Result<(), Error> {
        let floats = self.textures(apart(&self.fields, floats, self.shape)?)?;
        self.write_floats(floats)
    }

    /// Converts values to the contents of the textures, field by field.
    fn textures(&self, values: Vec<Vec<f32>>) -> Result<Vec<Vec<f32>>, Error> {
        let device = self.columns[0].device();
        self.fields.iter().zip(values).map(|(field, own)| field.to_texture(device, field.of_values(own))).collect()
    }

    /// Converts the contents of the textures to values, field by field.
    fn values(&self, columns: Vec<Vec<f32>>) -> Vec<Vec<f32>> {
        let device = self.columns[0].device();
        let values = self.fields.iter().zip(columns).map(|(field, own)| field.to_values(field.of_texture(device, own)));
        values.collect()
    }

    /// Replaces the contents of the textures.
    pub(super) fn write_floats(&mut self, floats: Vec<Vec<f32>>) -> Result<(), Error> {
        for (own, column) in floats.iter().zip(&mut self.columns) {
            column.write(own)?;
        }
        Ok(())
    }

    /// Reads all elements.
    ///
    /// # Errors
    /// Any error of the device.
    pub fn read(&self) -> Result<Vec<f32>, Error> {
        let columns: Vec<Vec<f32>> = self.columns.iter().map(|column| column.read()).collect::<Result<_, _>>()?;
        Ok(together(&self.fields, &self.values(columns), self.shape.count()))
    }

    /// Returns the number of elements.
    pub fn len(&self) -> usize {
        self.shape.count()
    }

    /// Whether the stream is empty.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Reads the elements of a domain, in C order: `streamWrite` on a domain.
    ///
    /// # Errors
    /// The domain extends outside the stream: the error has the domain's ends and the stream's shape.
    pub fn read_domain(&self, low: impl IntoShape, high: impl IntoShape) -> Result<Vec<f32>, Error> {
        let window = self.window(low.into_shape()?, high.into_shape()?)?;
        let columns = self.read_window(window)?;
        Ok(together(&self.fields, &self.values(columns), window.count()))
    }

    pub(super) fn window(&self, low: Shape, high: Shape) -> Result<Window, Error> {
        Window::of("", "", self.shape, (low, high))
    }

    /// Reads a part of each texture.
    pub(super) fn read_window(&self, window: Window) -> Result<Vec<Vec<f32>>, Error> {
        if window.count() == 0 {
            return Ok(vec![Vec::new(); self.fields.len()]);
        }
        let parts = self.columns.iter().map(|column| window.extract(&**column)?.read());
        Ok(parts.collect::<Result<_, _>>()?)
    }

    /// Replaces the elements of a domain, in C order: `streamRead` on a domain.
    ///
    /// # Errors
    /// The domain extends outside the stream; or the number of floats does not match the domain's elements: the error has both
    /// numbers.
    pub fn write_domain(&mut self, low: impl IntoShape, high: impl IntoShape, floats: &[f32]) -> Result<(), Error> {
        let window = self.window(low.into_shape()?, high.into_shape()?)?;
        let floats = self.textures(apart(&self.fields, floats, window.shape())?)?;
        self.write_window(window, floats)
    }

    /// Replaces a part of each texture.
    pub(super) fn write_window(&mut self, window: Window, columns: Vec<Vec<f32>>) -> Result<(), Error> {
        for ((field, own), column) in self.fields.iter().zip(columns).zip(&mut self.columns) {
            if window.count() > 0 {
                let mut part = super::column::column(column.device(), field.ty.components(), window.shape())?;
                part.write(&own)?;
                *column = window.merge(&**column, &*part)?;
            }
        }
        Ok(())
    }

    /// Returns the part of the stream from `low` (inclusive) to `high` (exclusive), for a kernel to read.
    pub fn domain(&self, low: impl Into<Shape>, high: impl Into<Shape>) -> Domain<'_> {
        Domain::new(self.view(), low.into(), high.into())
    }

    /// Returns the part of the stream from `low` (inclusive) to `high` (exclusive), for a kernel to write.
    pub fn domain_mut(&mut self, low: impl Into<Shape>, high: impl Into<Shape>) -> DomainMut<'_> {
        DomainMut::new(self.into(), low.into(), high.into())
    }
}

impl std::fmt::Debug for AnyStream {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        write!(f, "AnyStream({} of {})", self.shape, self.record.as_deref().unwrap_or(self.fields[0].type_name()))
    }
}

/// Interleaves the floats of the fields: all floats of one element, then those of the next.
pub(super) fn together(fields: &[Field], columns: &[Vec<f32>], count: usize) -> Vec<f32> {
    let mut floats = Vec::with_capacity(columns.iter().map(Vec::len).sum());
    for element in 0..count {
        for (field, column) in fields.iter().zip(columns) {
            let width = field.ty.count();
            floats.extend_from_slice(&column[element * width..(element + 1) * width]);
        }
    }
    floats
}

/// Splits interleaved elements into the floats of each field.
pub(super) fn apart(fields: &[Field], floats: &[f32], shape: Shape) -> Result<Vec<Vec<f32>>, Error> {
    let each: usize = fields.iter().map(|field| field.ty.count()).sum();
    if floats.len() != shape.count().saturating_mul(each) {
        return Err(Error::Floats { given: floats.len(), shape, each });
    }
    let mut at = 0;
    let own = fields.iter().map(|field| {
        let taken = at..at + field.ty.count();
        at = taken.end;
        floats.chunks_exact(each).flat_map(|element| &element[taken.clone()]).copied().collect()
    });
    Ok(own.collect())
}

impl AnyStream {
    fn scalars(&self) -> Vec<Scalar> {
        self.fields.iter().map(|field| field.scalar).collect()
    }

    /// Returns a view of the whole stream.
    pub(super) fn view(&self) -> View<'_> {
        let columns = self.columns.iter().map(|column| &**column).collect();
        View { record: self.record.as_deref(), columns, scalars: self.scalars(), domain: None }
    }
}

impl<'a> From<&'a AnyStream> for InputArgument<'a> {
    fn from(any: &'a AnyStream) -> InputArgument<'a> {
        InputArgument(Input::Stream(any.view()))
    }
}

impl<'a> From<&'a mut AnyStream> for OutputArgument<'a> {
    fn from(any: &'a mut AnyStream) -> OutputArgument<'a> {
        let (record, scalars) = (any.record.clone(), any.scalars());
        let columns = any.columns.iter_mut().map(|column| &mut **column).collect();
        OutputArgument(Output { record, columns, scalars, shape: Some(&mut any.shape), domain: None })
    }
}

impl<'a> From<&'a AnyStream> for AnyArgument<'a> {
    fn from(stream: &'a AnyStream) -> AnyArgument<'a> {
        AnyArgument::Stream(stream.into())
    }
}

#[cfg(feature = "capi")]
impl Iter {
    /// Fills a stream of the iterator's type.
    pub(crate) fn fill(&self, stream: &mut AnyStream) -> Result<(), Error> {
        let own = self.clone().shape(stream.shape());
        let shape = own.shape_in("iter", "iterator", stream.shape())?;
        if stream.is_empty() {
            // The other extents may be of any size.
            return Ok(());
        }
        stream.write(&self.values(shape))
    }
}
