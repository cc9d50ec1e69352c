//! Arguments of a call: streams, domains, iterators and constants.

use std::any::TypeId;

use bytemuck::Pod;

use super::column::{Column, column};
use super::error::Error;
use super::stream::{AnyStream, RecordStream};
use crate::brook::interpret::Array;
use crate::machine::{Device, Stream};
use crate::shape::{IntoShape, Shape};
use crate::texel::{Components, Texel};

/// What a stream or gather of a call can be given: a reference to a [`Stream`], [`RecordStream`] or [`AnyStream`], a
/// [`Domain`](super::Domain) of one, or an [`Iter`].
pub struct InputArgument<'a>(pub(super) Input<'a>);

pub(super) enum Input<'a> {
    Stream(View<'a>),
    Iterator(Iter),
}

/// A stream, or a domain of one, to be read.
#[derive(Clone)]
pub(super) struct View<'a> {
    pub record: Option<&'a str>,
    pub columns: Vec<&'a dyn Column>,
    pub domain: Option<(Shape, Shape)>,
}

/// What an output of a call can be given: a mutable reference to a [`Stream`], [`RecordStream`] or [`AnyStream`], or a
/// [`DomainMut`](super::DomainMut) of one.
pub struct OutputArgument<'a>(pub(super) Output<'a>);

/// A stream, or a domain of one, to be written.
pub(super) struct Output<'a> {
    pub record: Option<String>,
    pub columns: Vec<&'a mut dyn Column>,
    /// The extents of a stream of structs, which its columns have too.
    pub shape: Option<&'a mut Shape>,
    pub domain: Option<(Shape, Shape)>,
}

impl<'a> View<'a> {
    pub fn of<T: Texel>(stream: &'a Stream<T>) -> View<'a> {
        View { record: None, columns: vec![stream], domain: None }
    }

    pub fn of_any(any: &'a AnyStream) -> View<'a> {
        let columns = any.columns.iter().map(|column| &**column).collect();
        View { record: any.record.as_deref(), columns, domain: None }
    }
}

impl<'a, T: Texel> From<&'a Stream<T>> for InputArgument<'a> {
    fn from(stream: &'a Stream<T>) -> InputArgument<'a> {
        InputArgument(Input::Stream(View::of(stream)))
    }
}

impl<'a, T: Texel> From<&'a mut Stream<T>> for InputArgument<'a> {
    fn from(stream: &'a mut Stream<T>) -> InputArgument<'a> {
        InputArgument(Input::Stream(View::of(stream)))
    }
}

impl<'a, T: Texel> From<&'a mut Stream<T>> for OutputArgument<'a> {
    fn from(stream: &'a mut Stream<T>) -> OutputArgument<'a> {
        OutputArgument(Output { record: None, columns: vec![stream], shape: None, domain: None })
    }
}

impl<'a> From<&'a AnyStream> for InputArgument<'a> {
    fn from(any: &'a AnyStream) -> InputArgument<'a> {
        InputArgument(Input::Stream(View::of_any(any)))
    }
}

impl<'a> From<&'a mut AnyStream> for OutputArgument<'a> {
    fn from(any: &'a mut AnyStream) -> OutputArgument<'a> {
        let columns = any.columns.iter_mut().map(|column| &mut **column).collect();
        OutputArgument(Output { record: any.record.clone(), columns, shape: Some(&mut any.shape), domain: None })
    }
}

impl<'a, R: Pod> From<&'a RecordStream<R>> for InputArgument<'a> {
    fn from(stream: &'a RecordStream<R>) -> InputArgument<'a> {
        (&stream.any).into()
    }
}

impl<'a, R: Pod> From<&'a mut RecordStream<R>> for OutputArgument<'a> {
    fn from(stream: &'a mut RecordStream<R>) -> OutputArgument<'a> {
        (&mut stream.any).into()
    }
}

/// `iter(lo, hi)` as a value: evenly spaced numbers or vectors, of which `hi` is the first that is left out. See
/// [`iter`].
#[derive(Clone, PartialEq, Debug)]
pub struct Iter {
    pub(super) low: Vec<f32>,
    pub(super) high: Vec<f32>,
    pub(super) shape: Option<Shape>,
}

/// An iterator stream, `iter float i<n> = iter(lo, hi)`: element k is `lo + (hi - lo) · k / n`. Along one dimension it may
/// be of float to float4; of n dimensions it has n components, `x` along the last.
///
/// Without a [`shape`](Iter::shape) it has that of the call: of a number the last extent, of a vector all, or as
/// many of the last as it has components. It is filled on the host; [`Iter::stream`] makes a stream of it once,
/// to be used again.
///
/// ```
/// use brooklet::{Device, brook::{self, Program}};
/// let device = Device::headless()?;
/// let text = "kernel void at(iter float2 i<>, iter float j<>, out float3 r<>) { r = float3(i, j); }";
/// let program = Program::compile(&device, "at.br", text)?;
/// let mut r = device.stream::<[f32; 3]>([2, 2])?;
/// let call = program.kernel("at")?.stream("i", brook::iter([0.0, 0.0], [2.0, 2.0])).stream("j", brook::iter(0.0, 1.0));
/// call.output("r", &mut r).run()?;
/// assert_eq!(r.read()?, [[0.0, 0.0, 0.0], [1.0, 0.0, 0.5], [0.0, 1.0, 0.0], [1.0, 1.0, 0.5]]);
/// # Ok::<(), brooklet::brook::Error>(())
/// ```
pub fn iter<T: Texel>(low: T, high: T) -> Iter {
    let numbers = |of: T| (0..T::COMPONENTS.count()).map(|c| of.component(c)).collect();
    Iter { low: numbers(low), high: numbers(high), shape: None }
}

impl Iter {
    /// Gives the iterator extents of its own.
    pub fn shape(self, shape: impl Into<Shape>) -> Iter {
        Iter { shape: Some(shape.into()), ..self }
    }

    /// The extents that it was given.
    pub fn extents(&self) -> Option<Shape> {
        self.shape
    }

    /// How many numbers an element has.
    pub(super) fn components(&self) -> Components {
        Components::of(self.low.len()).unwrap_or(Components::One)
    }

    /// The extents that it has in a call over `call`.
    pub(super) fn shape_in(&self, kernel: &str, parameter: &str, call: Shape) -> Result<Shape, Error> {
        let count = self.low.len();
        let shape = match self.shape {
            Some(shape) => shape,
            None if count == 1 => Shape::from(call.last()),
            None if count < call.rank() => Shape::try_from(&call.extents()[call.rank() - count..])?,
            None => call,
        };
        if shape.rank() > 1 && shape.rank() != count {
            let (kernel, parameter) = (kernel.to_owned(), parameter.to_owned());
            return Err(Error::IteratorRank { kernel, parameter, components: count, shape });
        }
        Ok(shape)
    }

    /// The iterator as a stream of the device.
    ///
    /// # Errors
    /// A type of other than its own components; a shape of another number of dimensions.
    pub fn stream<T: Texel>(&self, device: &Device, shape: impl IntoShape) -> Result<Stream<T>, Error> {
        let shape =
            Iter { shape: Some(shape.into_shape()?), ..self.clone() }.shape_in("iter", "iterator", Shape::from(1))?;
        if T::COMPONENTS != self.components() {
            return Err(Error::Type {
                kernel: "iter".into(),
                parameter: "iterator".into(),
                role: "iterator",
                expected: self.type_name().into(),
                given: format!("a stream of {}", T::COMPONENTS.type_name()),
            });
        }
        let mut stream = device.stream::<T>(shape)?;
        Column::write(&mut stream, &self.values(shape))?;
        Ok(stream)
    }

    pub(super) fn type_name(&self) -> &'static str {
        crate::brook::types::Plain::Float(self.components()).brook()
    }

    pub(super) fn values(&self, shape: Shape) -> Vec<f32> {
        Array::iterator(shape.extents(), &self.low, &self.high).values
    }

    pub(super) fn upload(&self, device: &Device, shape: Shape) -> Result<Box<dyn Column>, crate::Error> {
        let mut made = column(device, self.components(), shape)?;
        made.write(&self.values(shape))?;
        Ok(made)
    }
}

impl<'a> From<Iter> for InputArgument<'a> {
    fn from(iterator: Iter) -> InputArgument<'a> {
        InputArgument(Input::Iterator(iterator))
    }
}

/// What a constant of a call can be given: a number, a vector, or a [`record`].
#[derive(Clone, PartialEq, Debug)]
pub enum ConstantArgument {
    /// `int`, and `float` where it is exact in one.
    Int(i64),
    /// `float`, where it is not beyond one.
    Double(f64),
    /// `float` to `float4`.
    Floats(Vec<f32>),
    /// A struct: its floats, field by field.
    Record {
        /// The numbers' bits.
        floats: Vec<f32>,
        /// How many bytes the host's type has.
        bytes: usize,
        /// How the host calls it.
        host: &'static str,
    },
}

/// A struct as the constant of a call.
///
/// ```
/// use brooklet::{Device, brook::{self, Program}};
/// let device = Device::headless()?;
/// let program = Program::compile(&device, "box.br", "
///     typedef struct { float2 low; float2 high; } Box;
///     kernel void inside(float2 p<>, Box box, out float r<>) { r = all_of((p >= box.low) && (p < box.high)); }
///     kernel float all_of(float2 v) { return v.x && v.y; }
/// ")?;
/// let points = device.upload(&[[0.5, 0.5], [2.0, 0.5]])?;
/// let mut r = device.stream::<f32>(2)?;
/// let unit_box = [[0.0f32, 0.0], [1.0, 1.0]]; // or a struct of yours that is bytemuck::Pod
/// program.kernel("inside")?.stream("p", &points).constant("box", brook::record(&unit_box)).output("r", &mut r).run()?;
/// assert_eq!(r.read()?, [1.0, 0.0]);
/// # Ok::<(), brooklet::brook::Error>(())
/// ```
pub fn record<R: Pod>(value: &R) -> ConstantArgument {
    let host = std::any::type_name::<R>();
    let bytes = bytemuck::bytes_of(value);
    let floats = bytes.chunks(4).map(|bytes| {
        let mut four = [0; 4];
        four[..bytes.len()].copy_from_slice(bytes);
        f32::from_ne_bytes(four)
    });
    ConstantArgument::Record { floats: floats.collect(), bytes: bytes.len(), host }
}

macro_rules! constant {
    ($($from:ty => $variant:ident, $value:ident => $into:expr;)*) => {$(
        impl From<$from> for ConstantArgument {
            fn from($value: $from) -> ConstantArgument {
                ConstantArgument::$variant($into)
            }
        }
    )*};
}
constant! {
    f32 => Floats, value => vec![value];
    f64 => Double, value => value;
    i32 => Int, value => value.into();
    u32 => Int, value => value.into();
    i64 => Int, value => value;
    usize => Int, value => i64::try_from(value).unwrap_or(i64::MAX);
    bool => Int, value => i64::from(value);
    [f32; 2] => Floats, value => value.to_vec();
    [f32; 3] => Floats, value => value.to_vec();
    [f32; 4] => Floats, value => value.to_vec();
}

/// Whether `R` is one of the types that streams hold: the others stand for structs alone.
pub(super) fn texel_components<R: 'static>() -> Option<Components> {
    let types = [TypeId::of::<f32>(), TypeId::of::<[f32; 2]>(), TypeId::of::<[f32; 3]>(), TypeId::of::<[f32; 4]>()];
    types.iter().position(|&known| known == TypeId::of::<R>()).and_then(|at| Components::of(at + 1))
}
