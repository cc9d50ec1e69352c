//! Streams of structs: a texture for each field.

use super::argument::{AnyArgument, Input, InputArgument, Output, OutputArgument, View};
use super::column::{Column, column};
use super::domain::{Domain, DomainMut, Window};
use super::error::Error;
#[cfg(feature = "capi")]
use super::iterator::Iter;
use crate::brook::types::{Field, Records, Scalar, Type};
use crate::machine::Device;
use crate::shape::{IntoShape, Shape};

/// A stream of a Brook type that is known only when the program runs: a texture for each field of a struct, one
/// where it is none. [`Program::stream_of`](super::Program::stream_of) makes one.
///
/// On the host its elements are floats, those of an element together, field by field in the order of the struct. Those of
/// integers are their values, of which a float holds whole numbers up to 16777216; [`write_bytes`](AnyStream::write_bytes)
/// and [`read_bytes`](AnyStream::read_bytes) take all as they are.
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
    /// The struct's name, where it is one.
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

    /// A stream of elements with these fields, of unspecified content; of a struct, with its name.
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

    /// A stream of the same type and other extents, of unspecified content.
    #[cfg(feature = "capi")]
    pub(crate) fn like(&self, shape: Shape) -> Result<AnyStream, Error> {
        let device = self.columns[0].device().clone();
        AnyStream::of_fields(&device, self.record.clone(), self.fields.clone(), shape)
    }

    /// Lays the elements out in rows of `width`; what the last row lacks is infinity, and of integers 0.
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

    /// Its extents.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Its fields, those of nested structs in their places; one with an empty path where it is no struct.
    pub fn fields(&self) -> &[Field] {
        &self.fields
    }

    /// How many floats an element has.
    pub fn floats(&self) -> usize {
        self.fields.iter().map(|field| field.ty.count()).sum()
    }

    /// Replaces all elements.
    ///
    /// # Errors
    /// Another number of floats than the elements have: both numbers.
    pub fn write(&mut self, floats: &[f32]) -> Result<(), Error> {
        let floats = self.textures(apart(&self.fields, floats, self.shape)?)?;
        self.write_floats(floats)
    }

    /// What the textures are to hold of these values, field by field.
    fn textures(&self, values: Vec<Vec<f32>>) -> Result<Vec<Vec<f32>>, Error> {
        let device = self.columns[0].device();
        self.fields.iter().zip(values).map(|(field, own)| field.to_texture(device, field.of_values(own))).collect()
    }

    /// The values, out of what the textures hold.
    fn values(&self, columns: Vec<Vec<f32>>) -> Vec<Vec<f32>> {
        let device = self.columns[0].device();
        let values = self.fields.iter().zip(columns).map(|(field, own)| field.to_values(field.of_texture(device, own)));
        values.collect()
    }

    /// Replaces what the textures hold.
    pub(super) fn write_floats(&mut self, floats: Vec<Vec<f32>>) -> Result<(), Error> {
        for (own, column) in floats.iter().zip(&mut self.columns) {
            column.write(own)?;
        }
        Ok(())
    }

    /// All elements.
    ///
    /// # Errors
    /// What the device refuses.
    pub fn read(&self) -> Result<Vec<f32>, Error> {
        let columns: Vec<Vec<f32>> = self.columns.iter().map(|column| column.read()).collect::<Result<_, _>>()?;
        Ok(together(&self.fields, &self.values(columns), self.shape.count()))
    }

    /// How many elements it has.
    pub fn len(&self) -> usize {
        self.shape.count()
    }

    /// Whether it has no elements.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The elements of a domain, in C order: `streamWrite` on a domain.
    ///
    /// # Errors
    /// A domain that is no part of it: its places and the stream's shape.
    pub fn read_domain(&self, low: impl IntoShape, high: impl IntoShape) -> Result<Vec<f32>, Error> {
        let window = self.window(low.into_shape()?, high.into_shape()?)?;
        let columns = self.read_window(window)?;
        Ok(together(&self.fields, &self.values(columns), window.count()))
    }

    pub(super) fn window(&self, low: Shape, high: Shape) -> Result<Window, Error> {
        Window::of("", "", self.shape, (low, high))
    }

    /// What the textures hold of a part.
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
    /// A domain that is no part of it; another number of floats than its elements have: both numbers.
    pub fn write_domain(&mut self, low: impl IntoShape, high: impl IntoShape, floats: &[f32]) -> Result<(), Error> {
        let window = self.window(low.into_shape()?, high.into_shape()?)?;
        let floats = self.textures(apart(&self.fields, floats, window.shape())?)?;
        self.write_window(window, floats)
    }

    /// Replaces what the textures hold of a part.
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

    /// The part of it from `low` up to, and without, `high`.
    pub fn domain(&self, low: impl Into<Shape>, high: impl Into<Shape>) -> Domain<'_> {
        Domain::new(self.view(), low.into(), high.into())
    }

    /// The same, to be written.
    pub fn domain_mut(&mut self, low: impl Into<Shape>, high: impl Into<Shape>) -> DomainMut<'_> {
        DomainMut::new(self.into(), low.into(), high.into())
    }
}

impl std::fmt::Debug for AnyStream {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        write!(f, "AnyStream({} of {})", self.shape, self.record.as_deref().unwrap_or(self.fields[0].type_name()))
    }
}

/// The floats of all fields, those of an element together.
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

/// The floats of each field, out of those of whole elements.
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

    /// All of it, to be read.
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
    /// Fills a stream of its own type.
    pub(crate) fn fill(&self, stream: &mut AnyStream) -> Result<(), Error> {
        let own = self.clone().shape(stream.shape());
        let shape = own.shape_in("iter", "iterator", stream.shape())?;
        if stream.is_empty() {
            // Its other extents may be anything.
            return Ok(());
        }
        stream.write(&self.values(shape))
    }
}
