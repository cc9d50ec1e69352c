//! Errors of calls of Brook programs. Each message names the kernel, the parameter and both numbers.

use std::path::PathBuf;

use crate::brook::interpret::RunError;
use crate::brook::lower::PlanError;
use crate::shape::{Named, Shape, ShapeError, not_dividing};
use crate::syntax::{Diagnostics, nearest};

/// The reason why a Brook program does not compile, or a call of it does not run.
#[derive(Debug, Clone, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The program does not compile; [`Error::render`] shows it with colours.
    #[error("{0}")]
    Compile(Box<Diagnostics>),
    /// The program's file cannot be read.
    #[error("cannot read {}: {cause}", .path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// The message of the operating system.
        cause: String,
    },
    /// The program has no kernel, or no reduction, with this name.
    #[error("{file}: there is no {what} `{name}`{}", other(.why, .name, .known))]
    NoKernel {
        /// The file of the program.
        file: String,
        /// `kernel` or `reduction`.
        what: &'static str,
        /// The name that was asked for.
        name: String,
        /// If something else has that name: the reason why it cannot be called as such.
        why: Option<&'static str>,
        /// The names of the program's kernels or reductions.
        known: Vec<String>,
    },
    /// The program has no struct with this name.
    #[error("{file}: there is no struct `{name}`{}", other(&None, .name, .known))]
    NoRecord {
        /// The file of the program.
        file: String,
        /// The name that was asked for.
        name: String,
        /// The names of the program's structs.
        known: Vec<String>,
    },
    /// A struct type belongs to another program: this program has no struct with its number.
    #[error("struct type number {id} belongs to another program: {file} has {count} structs")]
    ForeignRecord {
        /// The file of the program.
        file: String,
        /// The struct's number.
        id: usize,
        /// The number of structs in the program.
        count: usize,
    },
    /// A type of the host and a struct differ in size.
    #[error(
        "struct `{record}` has {floats} {} ({}), {needed} bytes, and {host} has {bytes} bytes: give it the same fields in the same order, with #[repr(C)]",
        if *.integers { "numbers" } else { "floats" }, .fields.join(", ")
    )]
    RecordSize {
        /// The struct.
        record: String,
        /// The struct's fields.
        fields: Vec<String>,
        /// The total number of components of the fields.
        floats: usize,
        /// Whether some of these components are integers.
        integers: bool,
        /// The size of the struct in bytes.
        needed: usize,
        /// The host's type.
        host: &'static str,
        /// The size of the host's type in bytes.
        bytes: usize,
    },
    /// The number of floats given does not match the stream's elements.
    #[error("{given} floats given for a stream of {shape} elements of {each} floats: {} are needed", .shape.count().saturating_mul(*.each))]
    Floats {
        /// The number of floats given.
        given: usize,
        /// The stream's shape.
        shape: Shape,
        /// The number of floats of an element.
        each: usize,
    },
    /// The number of bytes given does not match the stream's elements.
    #[error("{given} bytes given for a stream of {shape} elements of {each} bytes: {} are needed", .shape.count().saturating_mul(*.each))]
    Bytes {
        /// The number of bytes given.
        given: usize,
        /// The stream's shape.
        shape: Shape,
        /// The number of bytes of an element.
        each: usize,
    },
    /// An integer is too large to be exact on a device without integers.
    #[error(
        "element {element} of a stream of {ty} is {value}, and this device has no integers: whole numbers are exact up to {exact}"
    )]
    Inexact {
        /// The type of the stream's elements.
        ty: String,
        /// The index of the element.
        element: usize,
        /// The integer.
        value: i64,
        /// The largest integer up to which all are exact.
        exact: u32,
    },
    /// A call names a parameter that the kernel does not have.
    #[error("kernel `{kernel}` has no parameter `{name}`{}", other(&None, .name, .known))]
    Unknown {
        /// The kernel.
        kernel: String,
        /// The name given.
        name: String,
        /// The kernel's parameters.
        known: Vec<String>,
    },
    /// A call sets a parameter twice.
    #[error("kernel `{kernel}`: parameter `{parameter}` is given twice")]
    Twice {
        /// The kernel.
        kernel: String,
        /// The parameter.
        parameter: String,
    },
    /// A call does not set a parameter.
    #[error("kernel `{kernel}`: {role} `{parameter}` ({ty}) is missing; {instead}")]
    Missing {
        /// The kernel.
        kernel: String,
        /// The parameter.
        parameter: String,
        /// The role of the parameter.
        role: &'static str,
        /// Its type.
        ty: String,
        /// The advice on how to give it.
        instead: String,
    },
    /// An argument is for another role than that of the parameter: for example, a stream is given for a constant.
    #[error("kernel `{kernel}`: `{parameter}` is {role} of the kernel, and is given {given}; {instead}")]
    Role {
        /// The kernel.
        kernel: String,
        /// The parameter.
        parameter: String,
        /// The role of the parameter, with its article.
        role: String,
        /// The kind of the argument.
        given: &'static str,
        /// The advice on how to give it.
        instead: String,
    },
    /// An argument has another type than the parameter.
    #[error("kernel `{kernel}`: {role} `{parameter}` is of {expected}, and is given {given}")]
    Type {
        /// The kernel.
        kernel: String,
        /// The parameter.
        parameter: String,
        /// The role of the parameter.
        role: &'static str,
        /// Its type.
        expected: String,
        /// The argument.
        given: String,
    },
    /// An input can be neither repeated nor strided to the output's extents.
    #[error("{0}")]
    Extents(Box<Mismatch>),
    /// The outputs of a kernel differ in shape.
    #[error(
        "kernel `{kernel}`: output `{}` is {} and output `{}` {}; the outputs of a kernel have one shape",
        .first.name, .first.shape, .second.name, .second.shape
    )]
    OutputShapes {
        /// The kernel.
        kernel: String,
        /// One output.
        first: Box<Named>,
        /// Another output, of another shape.
        second: Box<Named>,
    },
    /// The extents of a reduction's target do not divide those of the reduced stream.
    #[error(
        "reduction `{kernel}`: `{}` is {} and `{}` {}: {}",
        .input.name, .input.shape, .target.name, .target.shape, not_dividing(&.input.shape, &.target.shape)
    )]
    NotDividing {
        /// The reduction.
        kernel: String,
        /// The stream that is reduced.
        input: Box<Named>,
        /// The stream that the result goes to.
        target: Box<Named>,
    },
    /// A domain extends outside its stream.
    #[error("{}the domain {} to {}{} is not part of a stream of {}: {why}", in_kernel(.kernel), .domain.0, .domain.1, of_parameter(.stream), .stream.shape)]
    Domain {
        /// The kernel; empty if the domain is not an argument of a call.
        kernel: String,
        /// The start and the end of the domain.
        domain: Box<(Shape, Shape)>,
        /// The name of the parameter (may be empty), and the stream's extents.
        stream: Box<Named>,
        /// The reason why the domain is wrong.
        why: &'static str,
    },
    /// The argument for a variable output is a domain.
    #[error(
        "kernel `{kernel}`: variable output `{parameter}` needs a whole stream, not a domain of one, because pushes determine its length"
    )]
    VariableDomain {
        /// The kernel.
        kernel: String,
        /// The parameter.
        parameter: String,
    },
    /// An iterator with several dimensions does not have one component for each dimension.
    #[error("kernel `{kernel}`: iterator `{parameter}` has {components} components and the shape {shape}, of {} dimensions: it needs as many dimensions as components, or one dimension", .shape.rank())]
    IteratorRank {
        /// The kernel.
        kernel: String,
        /// The parameter.
        parameter: String,
        /// The number of the iterator's components.
        components: usize,
        /// The iterator's extents.
        shape: Shape,
    },
    /// Nothing determines how many elements a kernel runs over.
    #[error("kernel `{kernel}`: the number of elements to run over is unknown: add .shape(..)")]
    NoShape {
        /// The kernel.
        kernel: String,
    },
    /// An iterator of a reduction has no extents.
    #[error(
        "reduction `{kernel}`: the length of iterator `{parameter}` is unknown: give it a shape, iter(..).shape(..)"
    )]
    IteratorShape {
        /// The reduction.
        kernel: String,
        /// The iterator.
        parameter: String,
    },
    /// The shape given for a call differs from that of its outputs.
    #[error(
        "kernel `{kernel}`: .shape({given}) differs from the shape of output `{}`, {}: remove .shape(), as the outputs determine the shape",
        .output.name, .output.shape
    )]
    Shape {
        /// The kernel.
        kernel: String,
        /// The shape given.
        given: Shape,
        /// An output.
        output: Box<Named>,
    },
    /// A gather, or a stream that a reduction, gather-op or scatter-op works on, has no elements.
    #[error("{} `{kernel}`: `{parameter}` has no elements to {what}: its shape is {shape}", if *.what == "reduce" { "reduction" } else { "kernel" })]
    Empty {
        /// The kernel.
        kernel: String,
        /// The parameter.
        parameter: String,
        /// Its extents.
        shape: Shape,
        /// The operation that needs elements.
        what: &'static str,
    },
    /// There are more elements or pushes than floats can count exactly.
    #[error("kernel `{kernel}`: {count} {what} for `{parameter}`; counting them in floats is exact up to {max}")]
    TooMany {
        /// The kernel.
        kernel: String,
        /// The variable output.
        parameter: String,
        /// The number of elements or pushes, or a lower bound of it.
        count: usize,
        /// What is counted: elements or pushes.
        what: &'static str,
        /// The maximum.
        max: usize,
    },
    /// The index of a gather-op or scatter-op differs in shape from another stream of the operation.
    #[error("{operation} with `{kernel}`: the index is {} and {other} {}; both need the same shape", .shapes.0, .shapes.1)]
    IndexShape {
        /// `gather-op` or `scatter-op`.
        operation: &'static str,
        /// The reduction.
        kernel: String,
        /// The other stream.
        other: &'static str,
        /// The extents of the index, and of the other stream.
        shapes: Box<(Shape, Shape)>,
    },
    /// The kernel cannot be split into passes that the device can run.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// The operator of a gather-op or scatter-op cannot be executed.
    #[error(transparent)]
    Run(#[from] RunError),
    /// An error of a device, a stream or a pass.
    #[error(transparent)]
    Device(#[from] crate::Error),
}

/// The extents of an input that can be neither repeated nor strided to the shape that the kernel runs over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mismatch {
    /// The kernel.
    pub kernel: String,
    /// The input.
    pub parameter: String,
    /// The input's extents.
    pub input: Shape,
    /// Where the shape that the kernel runs over comes from: an output, another input, or the call's shape.
    pub of: String,
    /// The shape that the kernel runs over.
    pub output: Shape,
    /// The axis along which they do not match. `x` is the last axis.
    pub axis: char,
    /// The input's extent along that axis.
    pub from: usize,
    /// The kernel's extent along that axis.
    pub to: usize,
}

impl std::fmt::Display for Mismatch {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        let Mismatch { kernel, parameter, input, of, output, axis, from, to } = self;
        let verb = if from < to { "does not divide" } else { "does not stride to" };
        write!(f, "kernel `{kernel}`: `{parameter}` is {input} and {of} {output}: along {axis}, {from} {verb} {to}")
    }
}

impl Error {
    /// Returns the message. With `colours`, errors in a program's text are shown in terminal colours.
    pub fn render(&self, colours: bool) -> String {
        match self {
            Error::Compile(diagnostics) => diagnostics.render(colours),
            Error::Device(crate::Error::Compile(error)) => error.render(colours),
            other => other.to_string(),
        }
    }
}

impl From<ShapeError> for Error {
    fn from(error: ShapeError) -> Error {
        Error::Device(error.into())
    }
}

impl From<Diagnostics> for Error {
    fn from(diagnostics: Diagnostics) -> Error {
        Error::Compile(Box::new(diagnostics))
    }
}

fn in_kernel(kernel: &str) -> String {
    if kernel.is_empty() { String::new() } else { format!("kernel `{kernel}`: ") }
}

fn of_parameter(stream: &Named) -> String {
    if stream.name.is_empty() { String::new() } else { format!(" of `{}`", stream.name) }
}

fn other(why: &Option<&'static str>, name: &str, known: &[String]) -> String {
    if let Some(why) = why {
        return format!(": {why}");
    }
    let names: Vec<String> = known.iter().map(|name| format!("`{name}`")).collect();
    match nearest(name, known.iter().map(String::as_str)) {
        _ if known.is_empty() => "; there are none".into(),
        Some(best) => format!("; did you mean `{best}`? Available: {}", names.join(", ")),
        None => format!("; available: {}", names.join(", ")),
    }
}
