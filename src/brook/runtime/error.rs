//! Errors of calls of Brook programs: each message names the kernel, the parameter and both numbers.

use std::path::PathBuf;

use crate::brook::interpret::RunError;
use crate::brook::lower::PlanError;
use crate::shape::{Named, Shape, ShapeError, not_dividing};
use crate::syntax::{Diagnostics, nearest};

/// Why a Brook program does not compile, or a call of it does not run.
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
        /// What the system says.
        cause: String,
    },
    /// There is no such kernel.
    #[error("{file}: there is no {what} `{name}`{}", other(.why, .name, .known))]
    NoKernel {
        /// The program.
        file: String,
        /// kernel or reduction.
        what: &'static str,
        /// What was asked for.
        name: String,
        /// Why it is none, where there is something of that name.
        why: Option<&'static str>,
        /// Those that there are.
        known: Vec<String>,
    },
    /// There is no such struct.
    #[error("{file}: there is no struct `{name}`{}", other(&None, .name, .known))]
    NoRecord {
        /// The program.
        file: String,
        /// What was asked for.
        name: String,
        /// Those that there are.
        known: Vec<String>,
    },
    /// A struct's number is none of this program's.
    #[error("{file} has {count} structs, and this is number {id}: a type of another program")]
    ForeignRecord {
        /// The program.
        file: String,
        /// The number.
        id: usize,
        /// How many structs it has.
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
        /// Its fields.
        fields: Vec<String>,
        /// Their numbers.
        floats: usize,
        /// Whether some of these are integers.
        integers: bool,
        /// Their bytes.
        needed: usize,
        /// The host's type.
        host: &'static str,
        /// Its bytes.
        bytes: usize,
    },
    /// Floats and elements differ in number.
    #[error("{given} floats given for a stream of {shape} elements of {each} floats: {} are needed", .shape.count().saturating_mul(*.each))]
    Floats {
        /// Floats given.
        given: usize,
        /// The stream's shape.
        shape: Shape,
        /// Floats an element.
        each: usize,
    },
    /// Bytes and elements differ in number.
    #[error("{given} bytes given for a stream of {shape} elements of {each} bytes: {} are needed", .shape.count().saturating_mul(*.each))]
    Bytes {
        /// Bytes given.
        given: usize,
        /// The stream's shape.
        shape: Shape,
        /// Bytes an element.
        each: usize,
    },
    /// A whole number that a device without integers cannot hold.
    #[error(
        "element {element} of a stream of {ty} is {value}, and this device has no integers: whole numbers are exact up to {exact}"
    )]
    Inexact {
        /// The type.
        ty: String,
        /// Which element.
        element: usize,
        /// The number.
        value: i64,
        /// The largest number that is exact.
        exact: u32,
    },
    /// A call gives something that the kernel does not have.
    #[error("kernel `{kernel}` has no parameter `{name}`{}", other(&None, .name, .known))]
    Unknown {
        /// The kernel.
        kernel: String,
        /// The name given.
        name: String,
        /// The parameters there are.
        known: Vec<String>,
    },
    /// A parameter is given twice.
    #[error("kernel `{kernel}`: parameter `{parameter}` is given twice")]
    Twice {
        /// The kernel.
        kernel: String,
        /// The parameter.
        parameter: String,
    },
    /// A parameter is not given.
    #[error("kernel `{kernel}`: {role} `{parameter}` ({ty}) is missing; {instead}")]
    Missing {
        /// The kernel.
        kernel: String,
        /// The parameter.
        parameter: String,
        /// What it is.
        role: &'static str,
        /// Its type.
        ty: String,
        /// How to give it.
        instead: String,
    },
    /// A parameter is given as what it is not: a stream for a constant, say.
    #[error("kernel `{kernel}`: `{parameter}` is {role} of the kernel, and is given {given}; {instead}")]
    Role {
        /// The kernel.
        kernel: String,
        /// The parameter.
        parameter: String,
        /// What it is, with its article.
        role: String,
        /// What it is given as.
        given: &'static str,
        /// How to give it.
        instead: String,
    },
    /// A parameter is given something of another type.
    #[error("kernel `{kernel}`: {role} `{parameter}` is of {expected}, and is given {given}")]
    Type {
        /// The kernel.
        kernel: String,
        /// The parameter.
        parameter: String,
        /// What it is.
        role: &'static str,
        /// Its type.
        expected: String,
        /// What it is given.
        given: String,
    },
    /// An input's extents do not go with the output's.
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
        /// An output.
        first: Box<Named>,
        /// Another output.
        second: Box<Named>,
    },
    /// A reduction's target does not divide what is reduced.
    #[error(
        "reduction `{kernel}`: `{}` is {} and `{}` {}: {}",
        .input.name, .input.shape, .target.name, .target.shape, not_dividing(&.input.shape, &.target.shape)
    )]
    NotDividing {
        /// The reduction.
        kernel: String,
        /// What is reduced.
        input: Box<Named>,
        /// The accumulator's target.
        target: Box<Named>,
    },
    /// A domain reaches outside of its stream.
    #[error("{}the domain {} to {}{} is no part of a stream of {}: {why}", in_kernel(.kernel), .domain.0, .domain.1, of_parameter(.stream), .stream.shape)]
    Domain {
        /// The kernel; empty outside of one.
        kernel: String,
        /// Where the domain starts, and where it ends.
        domain: Box<(Shape, Shape)>,
        /// The parameter, or nothing, and the stream's extents.
        stream: Box<Named>,
        /// What is wrong with it.
        why: &'static str,
    },
    /// A variable output is given a domain.
    #[error(
        "kernel `{kernel}`: variable output `{parameter}` is given a domain, which cannot change its shape; give it the stream"
    )]
    VariableDomain {
        /// The kernel.
        kernel: String,
        /// The parameter.
        parameter: String,
    },
    /// An iterator of several dimensions has other than as many components.
    #[error("kernel `{kernel}`: iterator `{parameter}` has {components} components and is {shape}, of {} dimensions: both need the same number, or one dimension", .shape.rank())]
    IteratorRank {
        /// The kernel.
        kernel: String,
        /// The parameter.
        parameter: String,
        /// Its components.
        components: usize,
        /// Its extents.
        shape: Shape,
    },
    /// Nothing says over how many elements a kernel runs.
    #[error("kernel `{kernel}`: nothing says over how many elements it runs; add .shape(..)")]
    NoShape {
        /// The kernel.
        kernel: String,
    },
    /// Nothing says how long an iterator of a reduction is.
    #[error(
        "reduction `{kernel}`: nothing says how long iterator `{parameter}` is; give it a shape: iter(..).shape(..)"
    )]
    IteratorShape {
        /// The reduction.
        kernel: String,
        /// The iterator.
        parameter: String,
    },
    /// A call's shape is another than its outputs'.
    #[error(
        "kernel `{kernel}`: .shape({given}) is given, and output `{}` is {}; the outputs say it, leave .shape() out",
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
    /// A gather or an operand has no elements.
    #[error("{} `{kernel}`: `{parameter}` has no elements to {what}: its shape is {shape}", if *.what == "reduce" { "reduction" } else { "kernel" })]
    Empty {
        /// The kernel.
        kernel: String,
        /// The parameter.
        parameter: String,
        /// Its extents.
        shape: Shape,
        /// What was to be done with them.
        what: &'static str,
    },
    /// More values than floats can count.
    #[error("kernel `{kernel}`: {count} {what} for `{parameter}`; counting them in floats is exact up to {max}")]
    TooMany {
        /// The kernel.
        kernel: String,
        /// The variable output.
        parameter: String,
        /// How many there are, at least.
        count: usize,
        /// Elements, or pushes.
        what: &'static str,
        /// How many can be.
        max: usize,
    },
    /// The shapes of an indirect operation do not go together.
    #[error("{operation} with `{kernel}`: the index is {} and {other} {}; both need one shape", .shapes.0, .shapes.1)]
    IndexShape {
        /// gather-op or scatter-op.
        operation: &'static str,
        /// The reduction.
        kernel: String,
        /// The other stream.
        other: &'static str,
        /// The extents of the index, and of the other stream.
        shapes: Box<(Shape, Shape)>,
    },
    /// The kernel cannot be cut to what the device can do in a pass.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// The operator of a gather-op or scatter-op does not run.
    #[error(transparent)]
    Run(#[from] RunError),
    /// What a device, a stream or a pass refuses.
    #[error(transparent)]
    Device(#[from] crate::Error),
}

/// Extents of an input and of what drives a kernel that do not go together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mismatch {
    /// The kernel.
    pub kernel: String,
    /// The input.
    pub parameter: String,
    /// Its extents.
    pub input: Shape,
    /// What drives the kernel: an output, or the call's shape.
    pub of: String,
    /// Its extents.
    pub output: Shape,
    /// The axis: x is the last.
    pub axis: char,
    /// The input's extent along it.
    pub from: usize,
    /// The output's.
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
    /// The message, with the terminal's colours where it is about a program's text.
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
        _ if known.is_empty() => "; there is none at all".into(),
        Some(best) => format!("; did you mean `{best}`? There is {}", names.join(", ")),
        None => format!("; there is {}", names.join(", ")),
    }
}
