//! Errors of devices and passes.

use crate::geometry::{Layout, Rect};
use crate::ir::passes::is_exact;
use crate::shape::Shape;
use crate::syntax::nearest;

/// Errors of devices: exceeded limits, and objects that belong to another device.
#[derive(Debug, Clone, thiserror::Error)]
#[non_exhaustive]
pub enum DeviceError {
    /// A stream, buffer or kernel belongs to another device.
    #[error("{what} belongs to another device; read it back and upload it here")]
    OtherDevice {
        /// A description of the object.
        what: String,
    },
    /// A kernel reads more streams than the device has samplers.
    #[error(
        "kernel `{kernel}` reads {needed} streams ({}); this device has {limit} samplers in a pass. Split it into passes",
        .names.join(", ")
    )]
    TooManySamplers {
        /// The kernel.
        kernel: String,
        /// The number of streams that it reads.
        needed: usize,
        /// The number of samplers of the device.
        limit: usize,
        /// The names of the streams.
        names: Vec<String>,
    },
    /// A kernel writes more streams than the device has render targets.
    #[error(
        "kernel `{kernel}` writes {needed} outputs ({}); this device has {limit} render {} in a pass. Split it into passes",
        .names.join(", "), if *.limit == 1 { "target" } else { "targets" }
    )]
    TooManyTargets {
        /// The kernel.
        kernel: String,
        /// The number of its outputs.
        needed: usize,
        /// The number of render targets of the device.
        limit: usize,
        /// The names of the outputs.
        names: Vec<String>,
    },
    /// A dispatch needs more work groups than the device runs.
    #[error("kernel `{kernel}` needs {needed} work groups; this device runs {limit} in a dispatch")]
    TooManyGroups {
        /// The kernel.
        kernel: String,
        /// The number of work groups that it needs.
        needed: usize,
        /// The maximum number of work groups of a dispatch.
        limit: usize,
    },
    /// The device has no compute shaders.
    #[error("compute shaders need {needs}; this context is {version}")]
    NoCompute {
        /// The versions that have compute shaders, in the backend's words.
        needs: &'static str,
        /// The version that the context reports.
        version: String,
    },
    /// A buffer is larger than a compute shader can use.
    #[error("a buffer of {count} elements takes {bytes} bytes; the largest here has {limit}")]
    BufferTooLarge {
        /// The number of elements.
        count: usize,
        /// The number of bytes that they take.
        bytes: usize,
        /// The maximum number of bytes of a buffer.
        limit: usize,
    },
    /// A kernel has an int literal that a device whose ints are floats would round.
    #[error(
        "kernel `{kernel}`: line {line} of {file} has the int {value}, and this device ({renderer}) has no integers: {}; take a dialect \
         or chip with integers, or a float where the number need not be exact",
        not_held(*.value, *.exact)
    )]
    InexactInt {
        /// The kernel.
        kernel: String,
        /// The file that contains the literal.
        file: String,
        /// The line, from 1.
        line: usize,
        /// The int, before it wraps to 32 bits.
        value: i64,
        /// The bound up to which all integers are exact.
        exact: u32,
        /// The device.
        renderer: String,
    },
    /// A number is 0, but must be at least 1.
    #[error("{what} must be at least 1")]
    Zero {
        /// A description of the number.
        what: &'static str,
    },
}

/// Says why floats do not hold an int.
fn not_held(value: i64, exact: u32) -> String {
    match is_exact(value.into(), exact) {
        true => "its ints, which are floats, do not wrap to 32 bits".to_owned(),
        false => format!("its ints are floats, and exact up to {exact}"),
    }
}

/// Errors of passes: inputs, constants and outputs that do not match the kernel.
#[derive(Debug, Clone, thiserror::Error)]
#[non_exhaustive]
pub enum PassError {
    /// A pass lacks something that its kernel declares.
    #[error("pass `{kernel}`: {role} `{name}` ({ty}) is missing; add .{role}(\"{name}\", ..)")]
    Missing {
        /// The kernel.
        kernel: String,
        /// The role: `input`, `constant` or `output`.
        role: &'static str,
        /// Its name.
        name: String,
        /// Its type in the kernel.
        ty: &'static str,
    },
    /// A pass blends by a fourth component that an output does not have.
    #[error(
        "pass `{kernel}`: a factor of its blending is the fourth component, and output `{name}` is {ty}; write outputs of four"
    )]
    Alpha {
        /// The kernel.
        kernel: String,
        /// The output.
        name: String,
        /// The type of the output's elements.
        ty: &'static str,
    },
    /// A pass tests depth or stencil, and has no buffer for them.
    #[error("pass `{kernel}`: it tests {what}, and has no buffer to test against; add .depth_stencil(&mut buffer)")]
    NoDepthStencil {
        /// The kernel.
        kernel: String,
        /// What it tests: `depth` or `stencil`.
        what: &'static str,
    },
    /// A kernel writes a depth, and its pass does not test it.
    #[error("pass `{kernel}`: the kernel writes depth `{name}`, which nothing tests or keeps; add .depth_test(..)")]
    NoDepthTest {
        /// The kernel.
        kernel: String,
        /// The depth, as the kernel calls it.
        name: String,
    },
    /// A depth and stencil buffer does not have the size of the outputs.
    #[error(
        "pass `{kernel}`: its depth and stencil buffer has {} × {} texels, and its outputs have {} × {}; make it of one of them, by \
         device.depth_stencil(&output)", buffer.0, buffer.1, outputs.0, outputs.1
    )]
    DepthStencilSize {
        /// The kernel.
        kernel: String,
        /// Columns and rows of the buffer.
        buffer: (usize, usize),
        /// Columns and rows of the outputs.
        outputs: (usize, usize),
    },
    /// A pass cannot draw its elements as points.
    #[error("pass `{kernel}` cannot draw points: {what}")]
    Points {
        /// The kernel.
        kernel: String,
        /// The reason, and what to do.
        what: String,
    },
    /// A kernel writes a depth for each element, and its pass four elements to a texel.
    #[error(
        "pass `{kernel}`: depth `{name}` is one for each texel, and texels of packed streams have four elements; take plain ones"
    )]
    PackedDepth {
        /// The kernel.
        kernel: String,
        /// The depth, as the kernel calls it.
        name: String,
    },
    /// A pass is given something that its kernel does not declare.
    #[error("pass `{kernel}`: the kernel has no {role} `{name}`{}", did_you_mean(.role, .known, .name))]
    Unknown {
        /// The kernel.
        kernel: String,
        /// The role: `input`, `constant` or `output`.
        role: &'static str,
        /// The unknown name.
        name: String,
        /// The names that the kernel declares in this role.
        known: Vec<String>,
    },
    /// A pass is given something twice.
    #[error("pass `{kernel}`: {role} `{name}` is given twice")]
    Twice {
        /// The kernel.
        kernel: String,
        /// The role: `input`, `constant` or `output`.
        role: &'static str,
        /// The name given twice.
        name: String,
    },
    /// A pass is given something of another type than its kernel declares.
    #[error("pass `{kernel}`: {role} `{name}` is {expected} in the kernel, and is given {got}")]
    WrongType {
        /// The kernel.
        kernel: String,
        /// The role: `input`, `constant` or `output`.
        role: &'static str,
        /// Its name.
        name: String,
        /// Its type in the kernel.
        expected: &'static str,
        /// What the pass is given.
        got: String,
    },
    /// A pass is given an integer that a device whose integers are floats would round.
    #[error("pass `{kernel}`: constant `{name}` is {value}, and integers are exact up to {exact} on this device")]
    Inexact {
        /// The kernel.
        kernel: String,
        /// The constant.
        name: String,
        /// Its value.
        value: i64,
        /// The largest integer that is exact.
        exact: u32,
    },
    /// A kernel numbers more elements than positions can represent exactly.
    #[error(
        "pass `{kernel}` addresses {count} elements of `{name}` by index, exact only up to {exact} on this device: address them by column and row"
    )]
    Positions {
        /// The kernel.
        kernel: String,
        /// The stream, as the kernel calls it.
        name: String,
        /// The number of its elements.
        count: usize,
        /// The largest position that is exact.
        exact: u32,
    },
    /// A pass has an empty input and an output that is not empty.
    #[error("pass `{kernel}`: input `{name}` has no elements, and the output is {output}")]
    EmptyInput {
        /// The kernel.
        kernel: String,
        /// The input.
        name: String,
        /// The shape of the outputs.
        output: Shape,
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
    /// Two outputs of a pass have different layouts.
    #[error(
        "pass `{kernel}`: outputs `{first}` and `{second}` are laid out differently in their textures ({first_layout} and {second_layout}): convert one with to_layout()"
    )]
    OutputLayouts {
        /// The kernel.
        kernel: String,
        /// One output.
        first: String,
        /// Its layout.
        first_layout: Layout,
        /// The other output.
        second: String,
        /// Its layout.
        second_layout: Layout,
    },
}

impl PassError {
    /// Returns the name of the kernel, if the error is about one.
    pub fn kernel(&self) -> Option<&str> {
        match self {
            PassError::Missing { kernel, .. }
            | PassError::Unknown { kernel, .. }
            | PassError::Twice { kernel, .. }
            | PassError::WrongType { kernel, .. }
            | PassError::Inexact { kernel, .. }
            | PassError::Positions { kernel, .. }
            | PassError::EmptyInput { kernel, .. }
            | PassError::OutputLayouts { kernel, .. } => Some(kernel),
            _ => None,
        }
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
