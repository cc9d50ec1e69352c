//! Arguments of a call: streams, domains, iterators and constants.

use std::any::TypeId;

use bytemuck::Pod;

use super::column::{Column, copy};
use super::error::Error;
use super::iterator::Iter;
use crate::brook::types::Scalar;
use crate::machine::Stream;
use crate::shape::Shape;
use crate::texel::{Components, Texel};

/// The argument for a stream, iterator or gather: a reference to a [`Stream`], [`RecordStream`](super::RecordStream) or
/// [`AnyStream`](super::AnyStream), a [`Domain`](super::Domain) of one, or an [`Iter`].
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
    /// The scalar type of each column.
    pub scalars: Vec<Scalar>,
    pub domain: Option<(Shape, Shape)>,
}

/// The argument for an output: a mutable reference to a [`Stream`], [`RecordStream`](super::RecordStream) or
/// [`AnyStream`](super::AnyStream), or a [`DomainMut`](super::DomainMut) of one.
pub struct OutputArgument<'a>(pub(super) Output<'a>);

/// A stream, or a domain of one, to be written.
pub(super) struct Output<'a> {
    pub record: Option<String>,
    pub columns: Vec<&'a mut dyn Column>,
    /// The scalar type of each column.
    pub scalars: Vec<Scalar>,
    /// The extents that an [`AnyStream`](super::AnyStream) stores in addition to those of its columns. They are updated when the
    /// columns are replaced.
    pub shape: Option<&'a mut Shape>,
    pub domain: Option<(Shape, Shape)>,
}

impl<'a> View<'a> {
    pub fn of<T: Texel>(stream: &'a Stream<T>) -> View<'a> {
        View { record: None, columns: vec![stream], scalars: vec![Scalar::Float], domain: None }
    }

    pub fn of_column(column: &'a dyn Column) -> View<'a> {
        View { record: None, columns: vec![column], scalars: vec![Scalar::Float], domain: None }
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
        let scalars = vec![Scalar::Float];
        OutputArgument(Output { record: None, columns: vec![stream], scalars, shape: None, domain: None })
    }
}

impl<'a> From<Iter> for InputArgument<'a> {
    fn from(iterator: Iter) -> InputArgument<'a> {
        InputArgument(Input::Iterator(iterator))
    }
}

/// The argument for a constant: a number, a vector, or a [`record`].
#[derive(Clone, PartialEq, Debug)]
pub enum ConstantArgument {
    /// An integer. It is valid for an integer type that it is in the range of, and for a `float` if it is exact as a float.
    Int(i64),
    /// A vector of integers, valid under the same conditions as [`Int`](ConstantArgument::Int).
    Ints(Vec<i64>),
    /// A number for a `float`. It must be in the range of a float.
    Double(f64),
    /// A number or vector: `float` to `float4`.
    Floats(Vec<f32>),
    /// The bytes of a struct, field by field.
    Record {
        /// The bytes, four in each float; the last float is padded with zeros.
        floats: Vec<f32>,
        /// The size of the host's type in bytes.
        bytes: usize,
        /// The name of the host's type.
        host: &'static str,
    },
}

/// An argument for a parameter whose kind (constant, stream or gather) is known only at run time, for example because the
/// user wrote the program. A [`ConstantArgument`], an [`Iter`] or a reference to an [`AnyStream`](super::AnyStream) converts
/// into one.
///
/// ```
/// use brooklet::{Device, brook::{self, AnyArgument, ConstantArgument, Program, Role}};
/// let device = Device::headless()?;
/// let text = "kernel void line(float a, iter float x<>, float b, out float y<>) { y = a * x + b; }";
/// let program = Program::compile(&device, "line.br", text)?;
/// let mut y = device.stream::<f32>(4)?;
/// let mut call = program.kernel("line")?.output("y", &mut y);
/// for parameter in &program.unit().kernels[0].parameters {
///     call = match parameter.role {
///         Role::Output => call,
///         Role::Constant => call.argument(&parameter.name, ConstantArgument::from(2.0)),
///         _ => call.argument(&parameter.name, brook::iter(0.0, 4.0)),
///     };
/// }
/// call.run()?;
/// assert_eq!(y.read()?, [2.0, 4.0, 6.0, 8.0]);
/// # Ok::<(), brooklet::brook::Error>(())
/// ```
pub enum AnyArgument<'a> {
    /// The value of a constant.
    Constant(ConstantArgument),
    /// The stream that a stream parameter, an iterator or a gather reads.
    Stream(InputArgument<'a>),
}

impl<'a> AnyArgument<'a> {
    pub(super) fn into_argument(self) -> Argument<'a> {
        match self {
            AnyArgument::Constant(constant) => Argument::Constant(constant),
            AnyArgument::Stream(stream) => Argument::Read(stream.0),
        }
    }
}

impl From<ConstantArgument> for AnyArgument<'_> {
    fn from(constant: ConstantArgument) -> Self {
        AnyArgument::Constant(constant)
    }
}

impl From<Iter> for AnyArgument<'_> {
    fn from(iterator: Iter) -> Self {
        AnyArgument::Stream(iterator.into())
    }
}

/// Makes the argument for a struct constant from a struct of the host.
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
    ConstantArgument::Record { floats: floats(bytes), bytes: bytes.len(), host }
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
    [i32; 2] => Ints, value => value.map(i64::from).to_vec();
    [i32; 3] => Ints, value => value.map(i64::from).to_vec();
    [i32; 4] => Ints, value => value.map(i64::from).to_vec();
    [u32; 2] => Ints, value => value.map(i64::from).to_vec();
    [u32; 3] => Ints, value => value.map(i64::from).to_vec();
    [u32; 4] => Ints, value => value.map(i64::from).to_vec();
}

/// Whether `V` is the host's type for a number or vector with this scalar type and these components.
pub(super) fn is_host_type<V: 'static>(scalar: Scalar, components: Components) -> bool {
    fn vectors<T: 'static>() -> [TypeId; 4] {
        [TypeId::of::<T>(), TypeId::of::<[T; 2]>(), TypeId::of::<[T; 3]>(), TypeId::of::<[T; 4]>()]
    }
    let types = match scalar {
        Scalar::Float => vectors::<f32>(),
        Scalar::Int => vectors::<i32>(),
        Scalar::Uint => vectors::<u32>(),
        Scalar::Char => vectors::<i8>(),
        Scalar::Uchar | Scalar::Fixed => vectors::<u8>(),
        Scalar::Short => vectors::<i16>(),
        Scalar::Ushort | Scalar::ShortFixed => vectors::<u16>(),
    };
    types[components as usize] == TypeId::of::<V>()
}

/// The argument for a parameter.
pub(super) enum Argument<'a> {
    Constant(ConstantArgument),
    Read(Input<'a>),
    Write(Output<'a>),
    /// For an input: the previous content of the output with this name, or a part of it.
    Old(&'a str, Part),
}

/// The part of an output's previous content that an input reads.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Part {
    /// The output's own domain, or the whole stream if the output is not a domain.
    Same,
    Whole,
    Domain(Shape, Shape),
}

impl Part {
    /// Restricts the view of an output to this part.
    pub fn of<'v>(self, view: View<'v>) -> View<'v> {
        match self {
            Part::Same => view,
            Part::Whole => View { domain: None, ..view },
            Part::Domain(low, high) => View { domain: Some((low, high)), ..view },
        }
    }
}

/// The arguments of a call with the names of their parameters, in the order given.
pub(super) type Arguments<'a> = Vec<(&'a str, Argument<'a>)>;

/// Packs bytes into floats, four in each; pads the last float with zeros.
pub(super) fn floats(bytes: &[u8]) -> Vec<f32> {
    let four = |bytes: &[u8]| {
        let mut four = [0; 4];
        four[..bytes.len()].copy_from_slice(bytes);
        f32::from_ne_bytes(four)
    };
    bytes.chunks(4).map(four).collect()
}

impl Output<'_> {
    /// Returns a view of the output.
    pub(super) fn view(&self) -> View<'_> {
        let columns = self.columns.iter().map(|column| &**column as &dyn Column).collect();
        View { record: self.record.as_deref(), columns, scalars: self.scalars.clone(), domain: self.domain }
    }

    /// Replaces the stream's columns. The stream keeps its layout: columns of another layout are copied to it.
    pub(super) fn replace(self, columns: Vec<Box<dyn Column>>) -> Result<(), Error> {
        let relaid = self.columns.iter().zip(columns).map(|(column, made)| {
            if made.bound().layout() == column.bound().layout() {
                return Ok(made);
            }
            let fresh = column.fresh(made.shape())?;
            copy(&*made, &*fresh)?;
            Ok(fresh)
        });
        let columns: Vec<Box<dyn Column>> = relaid.collect::<Result<_, crate::Error>>()?;
        if let (Some(shape), Some(first)) = (self.shape, columns.first()) {
            *shape = first.shape();
        }
        for (column, made) in self.columns.into_iter().zip(columns) {
            column.replace_with(made);
        }
        Ok(())
    }
}
