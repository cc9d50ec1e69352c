//! Everything that can go wrong, each message saying what, where and what to do.

use crate::geometry::{Layout, Rect};
use crate::kernel::CompileError;
use crate::shape::Shape;
use crate::syntax::nearest;

/// What a device, a stream or a pass can refuse.
#[derive(Debug, Clone, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// No OpenGL to be had on this machine.
    #[error(
        "no OpenGL driver: {reason}\nTo install Mesa's on Debian or Ubuntu: apt-get install -y libegl1 libgl1-mesa-dri"
    )]
    NoDriver {
        /// What was tried and what came back.
        reason: String,
    },
    /// The device asked for by index is not there.
    #[error("there is no device {index}: this machine has {}\n{}", devices(.found), list(.found))]
    NoDevice {
        /// The index asked for, from 0.
        index: usize,
        /// The devices there are.
        found: Vec<String>,
    },
    /// The context is older than the dialect needs.
    #[error(
        "{renderer} offers {got}, and brooklet needs {needed} or later: install a newer driver, or Mesa's on Debian or Ubuntu: apt-get install -y libegl1 libgl1-mesa-dri"
    )]
    TooOld {
        /// Who answered.
        renderer: String,
        /// What it answered.
        got: String,
        /// What the dialect needs.
        needed: &'static str,
    },
    /// No float texture can be rendered to.
    #[error(
        "{renderer} cannot render to float textures: {missing}; a driver with {needed} can, Mesa's for one, on Debian or Ubuntu: apt-get install -y libegl1 libgl1-mesa-dri"
    )]
    NoFloatTargets {
        /// Who answered.
        renderer: String,
        /// The formats that were tried in vain.
        missing: String,
        /// The extension or version that would do.
        needed: &'static str,
    },
    /// The driver reported an error, or its context was lost.
    #[error("the driver failed in {during}: {what}")]
    Driver {
        /// What brooklet was doing.
        during: &'static str,
        /// What the driver said.
        what: String,
    },
    /// The driver has no memory left for a texture.
    #[error("no memory on the device for a texture of {width} × {height} texels ({bytes} bytes)")]
    OutOfMemory {
        /// Texels a row.
        width: usize,
        /// Rows.
        height: usize,
        /// What it would take.
        bytes: usize,
    },
    /// A shape has no dimensions, or more than four.
    #[error("a stream has 1 to 4 dimensions, not {got}")]
    Rank {
        /// How many were given.
        got: usize,
    },
    /// A stream does not fit the largest texture.
    #[error("{}", too_large(.shape, .layout, .largest))]
    TooLarge {
        /// The stream's shape.
        shape: Shape,
        /// How it was to lie.
        layout: Layout,
        /// The largest extent of a texture, in texels.
        largest: usize,
    },
    /// Data and shape differ in number.
    #[error("{got} elements given for a stream of {shape} = {} elements", .shape.count())]
    Count {
        /// Elements given.
        got: usize,
        /// The shape they were to fill.
        shape: Shape,
    },
    /// A range of elements reaches outside its stream.
    #[error("elements {start} to {end} asked of a stream of {shape} = {} elements", .shape.count())]
    Range {
        /// First element.
        start: usize,
        /// One past the last element.
        end: usize,
        /// The stream's shape.
        shape: Shape,
    },
    /// A position lies outside its stream.
    #[error("element {} asked of a stream of {shape}", position(.at))]
    Position {
        /// The position, slowest first.
        at: Vec<usize>,
        /// The stream's shape.
        shape: Shape,
    },
    /// A rectangle reaches outside its render target.
    #[error("a rectangle of {rectangle} texels reaches outside the render target of {width} × {height}")]
    Rectangle {
        /// The rectangle.
        rectangle: Rect,
        /// Columns of the render target.
        width: usize,
        /// Rows of the render target.
        height: usize,
    },
    /// Only `f32` streams can be packed.
    #[error("a packed stream holds f32, four a texel; this one holds {glsl} elements: keep it plain")]
    PackedVector {
        /// The GLSL name of the element type.
        glsl: &'static str,
    },
    /// Two streams that belong together differ in shape.
    #[error("{what}: {first}, {second}; they must have one shape")]
    Shapes {
        /// What they have to do with each other.
        what: String,
        /// One of them.
        first: Box<Named>,
        /// The other.
        second: Box<Named>,
    },
    /// Two outputs of a pass lie differently.
    #[error(
        "pass `{kernel}`: outputs `{first}` and `{second}` lie differently in their textures ({first_layout} and {second_layout}); convert one with to_layout()"
    )]
    OutputLayouts {
        /// The kernel.
        kernel: String,
        /// One output.
        first: String,
        /// How it lies.
        first_layout: Layout,
        /// The other output.
        second: String,
        /// How it lies.
        second_layout: Layout,
    },
    /// A kernel does not compile.
    #[error("{0}")]
    Compile(Box<CompileError>),
    /// A pass lacks something that its kernel declares.
    #[error("pass `{kernel}`: {role} `{name}` ({glsl}) is missing; add .{role}(\"{name}\", ..)")]
    Missing {
        /// The kernel.
        kernel: String,
        /// input, constant or output.
        role: &'static str,
        /// Its name.
        name: String,
        /// Its type in the kernel.
        glsl: &'static str,
    },
    /// A pass is given something that its kernel does not declare.
    #[error("pass `{kernel}`: the kernel has no {role} `{name}`{}", did_you_mean(.role, .known, .name))]
    Unknown {
        /// The kernel.
        kernel: String,
        /// input, constant or output.
        role: &'static str,
        /// The name given.
        name: String,
        /// The names there are.
        known: Vec<String>,
    },
    /// A pass is given something twice.
    #[error("pass `{kernel}`: {role} `{name}` is given twice")]
    Twice {
        /// The kernel.
        kernel: String,
        /// input, constant or output.
        role: &'static str,
        /// The name given twice.
        name: String,
    },
    /// A pass is given something of another type than its kernel declares.
    #[error("pass `{kernel}`: {role} `{name}` is {expected} in the kernel, and is given {got}")]
    WrongType {
        /// The kernel.
        kernel: String,
        /// input, constant or output.
        role: &'static str,
        /// Its name.
        name: String,
        /// Its type in the kernel.
        expected: &'static str,
        /// What was given.
        got: String,
    },
    /// A pass reads a stream of no elements to make some.
    #[error("pass `{kernel}`: input `{name}` has no elements, and the output is {output}")]
    EmptyInput {
        /// The kernel.
        kernel: String,
        /// The input.
        name: String,
        /// The shape of the outputs.
        output: Shape,
    },
    /// A kernel reads more streams than the device has samplers.
    #[error(
        "kernel `{kernel}` reads {needed} streams ({}); this device has {limit} samplers in a pass. Split it into passes",
        .names.join(", ")
    )]
    TooManySamplers {
        /// The kernel.
        kernel: String,
        /// Streams it reads.
        needed: usize,
        /// Samplers there are.
        limit: usize,
        /// The streams.
        names: Vec<String>,
    },
    /// A kernel writes more streams than the device has render targets.
    #[error(
        "kernel `{kernel}` writes {needed} outputs ({}); this device has {limit} render targets in a pass. Split it into passes",
        .names.join(", ")
    )]
    TooManyTargets {
        /// The kernel.
        kernel: String,
        /// Outputs it has.
        needed: usize,
        /// Render targets there are.
        limit: usize,
        /// The outputs.
        names: Vec<String>,
    },
    /// Streams and kernels of two devices do not mix.
    #[error("{what} belongs to another device; read it back and upload it here")]
    OtherDevice {
        /// What was given.
        what: String,
    },
    /// The reduction of no elements means nothing for this operator.
    #[error("`{operator}` of no elements has no value (of the operators here, sum and product have one)")]
    NoElements {
        /// The operator.
        operator: String,
    },
    /// A predicate keeps +inf, which marks the null records.
    #[error(
        "the predicate `{keep}` keeps a record whose x is +inf, which stands for a null record and would be dropped: exclude it, or replace it first"
    )]
    KeptInfinity {
        /// The predicate.
        keep: String,
    },
    /// More elements than floats tell the positions of apart.
    #[error("{what} counts positions in floats, which are exact up to {exact}; there are {count} elements")]
    FloatAddress {
        /// What counts them.
        what: &'static str,
        /// Elements given.
        count: usize,
        /// Positions that are exact.
        exact: usize,
    },
    /// An exclusive scan needs something to begin with.
    #[error(
        "an exclusive scan begins with the identity, and operator `{operator}` has none: declare it with Operator::identity(), or scan inclusively"
    )]
    NoIdentity {
        /// The operator.
        operator: String,
    },
    /// A method reorders elements, and the operator minds.
    #[error(
        "the method {method} reorders elements, and operator `{operator}` is not declared commutative: use {instead}, or Operator::commutative() if order does not matter"
    )]
    NotCommutative {
        /// The method.
        method: &'static str,
        /// The operator.
        operator: String,
        /// A method that keeps the order.
        instead: &'static str,
    },
    /// A reduction to a smaller stream whose extents do not divide.
    #[error("stream of {input} into output of {output}: {}", not_dividing(.input, .output))]
    NotDividing {
        /// The input's shape.
        input: Shape,
        /// The output's shape.
        output: Shape,
    },
    /// Nothing says what shape the result of a map has.
    #[error(
        "map `{kernel}` reads no stream, so that nothing says what shape its result has; add an input, or .shape(..)"
    )]
    NoShape {
        /// The kernel.
        kernel: String,
    },
    /// A map runs kernels with one output.
    #[error("map `{kernel}`: the kernel has {outputs} outputs, and a map makes one stream; use device.pass()")]
    OneOutput {
        /// The kernel.
        kernel: String,
        /// Outputs it has.
        outputs: usize,
    },
    /// The context has no compute shaders.
    #[error("compute shaders need OpenGL 4.3 or OpenGL ES 3.1; this context is {version}")]
    NoCompute {
        /// What the context says it is.
        version: String,
    },
    /// A method whose arithmetic a compiler may undo.
    #[error(
        "{method} needs `precise`, without which compilers undo it: OpenGL 4.3 or OpenGL ES 3.2; this context is {version}"
    )]
    NoPrecise {
        /// The method.
        method: &'static str,
        /// What the context says it is.
        version: String,
    },
    /// A method for sums is given another operator.
    #[error("the method {method} is for sums, and is given operator `{operator}`: use Operator::sum(), or {instead}")]
    NotASum {
        /// The method.
        method: &'static str,
        /// The operator.
        operator: String,
        /// A method for any operator.
        instead: &'static str,
    },
    /// A buffer is larger than a compute shader can use.
    #[error("a buffer of {count} elements takes {bytes} bytes; the largest here has {limit}")]
    BufferTooLarge {
        /// Elements.
        count: usize,
        /// Bytes that they take.
        bytes: usize,
        /// Bytes of the largest buffer.
        limit: usize,
    },
    /// The driver has no memory left for a buffer.
    #[error("no memory on the device for a buffer of {bytes} bytes")]
    OutOfBufferMemory {
        /// What it would take.
        bytes: usize,
    },
    /// A dispatch needs more work groups than the device runs.
    #[error("kernel `{kernel}` needs {needed} work groups; this device runs {limit} in a dispatch")]
    TooManyGroups {
        /// The kernel.
        kernel: String,
        /// Work groups it needs.
        needed: usize,
        /// Work groups there are.
        limit: usize,
    },
    /// A number that a call needs to be at least one.
    #[error("{what} must be at least 1")]
    Zero {
        /// Which number.
        what: &'static str,
    },
}

/// A stream's name and shape, for messages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Named {
    /// Its name.
    pub name: String,
    /// Its shape.
    pub shape: Shape,
}

impl Named {
    pub(crate) fn new(name: &str, shape: Shape) -> Box<Named> {
        Box::new(Named { name: name.to_owned(), shape })
    }
}

impl std::fmt::Display for Named {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        write!(f, "`{}` is {}", self.name, self.shape)
    }
}

fn devices(found: &[String]) -> String {
    match found.len() {
        0 => "none".to_owned(),
        1 => "1 device, number 0:".to_owned(),
        n => format!("{n} devices, numbers 0 to {}:", n - 1),
    }
}

fn list(found: &[String]) -> String {
    let lines: Vec<_> = found.iter().enumerate().map(|(index, name)| format!("  {index}: {name}")).collect();
    lines.join("\n")
}

fn position(at: &[usize]) -> String {
    let parts: Vec<_> = at.iter().map(usize::to_string).collect();
    format!("({})", parts.join(", "))
}

fn too_large(shape: &Shape, layout: &Layout, largest: &usize) -> String {
    let most = largest.saturating_mul(*largest).saturating_mul(layout.lanes());
    let count = match shape.count() {
        usize::MAX => "more than can be counted".to_owned(),
        count => count.to_string(),
    };
    format!(
        "a {layout} stream of {shape} elements ({count}) does not fit a texture: \
         the largest here is {largest} × {largest}, which holds {most}"
    )
}

/// Why the extents of one shape do not divide those of the other.
pub(crate) fn not_dividing(input: &Shape, output: &Shape) -> String {
    if input.rank() != output.rank() {
        return format!("{} dimensions into {}; both need the same number", input.rank(), output.rank());
    }
    let mut pairs = input.extents().iter().zip(output.extents());
    match pairs.find(|(n, m)| **m == 0 || !n.is_multiple_of(**m)) {
        Some((n, m)) => format!("{m} does not divide {n}"),
        None => "the extents do not divide".to_owned(),
    }
}

fn did_you_mean(role: &str, known: &[String], name: &str) -> String {
    if known.is_empty() {
        return format!("; it has no {role}s at all");
    }
    let names: Vec<_> = known.iter().map(|k| format!("`{k}`")).collect();
    match nearest(name, known.iter().map(String::as_str)) {
        Some(best) => format!("; did you mean `{best}`? It has {}", names.join(", ")),
        None => format!("; it has {}", names.join(", ")),
    }
}
