//! The GLSL writer: turns a kernel's typed IR into the text of a fragment shader, in any [`Dialect`].
//!
//! A shader consists of these parts, in order: the version and precision lines; the outputs and constants of the kernel; the access
//! functions that read streams and return the position, which [`access::lower`](crate::ir::access::lower) has made ([`access`]);
//! functions that GLSL or the dialect lacks ([`helpers`]); the kernel's own functions ([`function`], [`stmt`], [`expr`]); and, if a
//! texel needs more than the kernel's `main`, a `main` that runs it ([`main`]). Only what is used is written.
//!
//! The layouts of streams reach the shader as uniforms, so that shapes are not compiled in. The text depends only on the
//! [`Variant`]: on what would otherwise cost every fetch a division.
//!
//! Code that differs from the obvious because some driver is wrong is listed in [`workarounds`](crate::glsl::workarounds).

mod access;
mod condition;
mod convert;
mod expr;
mod function;
mod guard;
mod helpers;
mod literal;
mod main;
mod math;
mod names;
mod numbers;
mod numbers_float;
mod prelude;
mod repeat;
mod spans;
mod stmt;
#[cfg(test)]
pub(crate) mod tests;
mod variant;
mod words;

use std::collections::{BTreeSet, HashMap};

use super::Dialect;
use super::workarounds::Workaround;
use crate::ir::access::{Variant, lower};
use crate::ir::{Function, Kernel, LocalId, Type};
use crate::syntax::Span;
use helpers::Helper;
use names::Names;
use repeat::Iteration;

pub(crate) use helpers::float_functions;

/// A fragment shader, with what a backend has to know to run it.
#[derive(Clone, Debug)]
pub(crate) struct Shader {
    /// The kernel's name, for messages and debuggers.
    pub name: String,
    /// The whole text, including the `#version` line.
    pub text: String,
    /// The samplers, one for each input. One that is never read is not in the text.
    pub samplers: Vec<String>,
    /// The other uniforms in the text, in its order.
    pub uniforms: Vec<Uniform>,
    /// The number of render targets that it writes.
    pub targets: usize,
    /// The places in the kernel that its lines come from.
    pub lines: Lines,
    /// The workarounds in it.
    pub workarounds: BTreeSet<Workaround>,
}

/// A uniform of a shader.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Uniform {
    /// Its name in the text.
    pub name: String,
    /// What it holds.
    pub source: UniformSource,
}

/// The contents of a uniform. Positions are `int` and vectors of positions `ivec4`; in dialects without integers, they are `float`
/// and `vec4`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum UniformSource {
    /// Four positions: texels a row of the output's texture, elements a row, rows, elements.
    OutputLayout,
    /// A float: the value that the last texel of a packed output has past the last element.
    Tail,
    /// A constant of the kernel, by its number.
    Constant(usize),
    /// The layout of an input, in the same form as the output's.
    InputLayout(usize),
    /// Two floats: 1 / texels a row of an input's texture, and 1 / rows of texels.
    InputInverse(usize),
    /// An int: the texels a row of an input's texture are 2 to this power.
    InputShift(usize),
    /// A truth value: whether the fragments that are kept are those in which the driver has ended a loop.
    Searching,
}

/// The places in the kernel that each line of a shader comes from.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Lines(pub Vec<Vec<Span>>);

impl Lines {
    /// Returns the first place that a line, counted from 1, comes from. Lines of the access functions and the like have none.
    pub fn span(&self, line: usize) -> Option<Span> {
        self.0.get(line.checked_sub(1)?)?.first().copied()
    }
}

/// A kernel that cannot be written in a dialect.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{} has no {what}", dialect.api())]
pub struct Unsupported {
    /// The dialect.
    pub dialect: Dialect,
    /// The feature that it lacks, in words, such as `operators on bits`.
    pub what: &'static str,
}

/// Writes the shader of a kernel for streams with the layouts of the variant.
pub(crate) fn write(kernel: &Kernel, dialect: Dialect, variant: &Variant) -> Result<Shader, Unsupported> {
    if !dialect.integers() && variant.inputs.iter().any(|access| access.layers > 1) {
        return Err(Unsupported { dialect, what: "array textures" });
    }
    let full = vec![false; variant.inputs.len()];
    let kernel = &lower(kernel, access::form(dialect), variant, &full);
    let mut writer = Writer::new(kernel, dialect);
    writer.guarded = variant.guarded;
    writer.functions(variant.runs(kernel, dialect));
    let shader = writer.shader(variant);
    let Shader { name, targets, workarounds, .. } = &shader;
    log::trace!("kernel {name}: {} with {targets} targets, works around {workarounds:?}", dialect.name());
    match writer.lacking {
        Some(what) => Err(Unsupported { dialect, what }),
        None => Ok(shader),
    }
}

/// The state of writing a shader. All parts of the writer share its fields.
struct Writer<'a> {
    kernel: &'a Kernel,
    dialect: Dialect,
    names: Names,
    /// Names of inputs, constants, outputs and functions, by their numbers.
    inputs: Vec<String>,
    constants: Vec<String>,
    outputs: Vec<String>,
    functions: Vec<String>,
    /// The function that is being written, and the names of its variables.
    function: &'a Function,
    locals: HashMap<LocalId, String>,
    /// Whether the shader detects loops that the driver has ended: see [`guard`].
    guarded: bool,
    /// The loops that are open, innermost last.
    loops: Vec<Iteration<'a>>,
    /// Functions that have to be written out.
    helpers: BTreeSet<(Helper, Type)>,
    workarounds: BTreeSet<Workaround>,
    /// The text of the functions that read streams.
    access: String,
    /// The text of the kernel's own functions, so far.
    body: String,
    lines: Vec<Vec<Span>>,
    indent: usize,
    /// The first feature that the kernel needs and the dialect lacks.
    lacking: Option<&'static str>,
}

impl<'a> Writer<'a> {
    fn new(kernel: &'a Kernel, dialect: Dialect) -> Writer<'a> {
        let mut names = Names::default();
        let interface = &kernel.interface;
        let outputs: Vec<String> = interface.outputs.iter().map(|port| names.global(&port.name)).collect();
        let constants = interface.constants.iter().map(|constant| names.global(&constant.name)).collect();
        // Names of inputs appear only within the names of access functions, where they must differ from those of outputs.
        let mut ports = Names::default();
        outputs.iter().for_each(|name| ports.reserve(name));
        let inputs = interface.inputs.iter().map(|port| ports.global(&port.name)).collect();
        Writer {
            kernel,
            dialect,
            names,
            inputs,
            constants,
            outputs,
            functions: Vec::new(),
            function: kernel.main(),
            locals: HashMap::new(),
            guarded: false,
            loops: Vec::new(),
            helpers: BTreeSet::new(),
            workarounds: BTreeSet::new(),
            access: String::new(),
            body: String::new(),
            lines: Vec::new(),
            indent: 0,
            lacking: None,
        }
    }

    /// Notes that the dialect lacks something; the first is reported.
    fn lacks(&mut self, what: &'static str) {
        self.lacking.get_or_insert(what);
    }

    /// Notes that a workaround is written.
    fn works_around(&mut self, what: Workaround) {
        self.workarounds.insert(what);
    }

    /// The type's name.
    fn ty(&mut self, ty: Type) -> &'static str {
        if matches!(ty, Type::Uint(_)) && !self.dialect.integers() {
            self.lacks("unsigned integers");
        }
        literal::type_name(self.dialect, ty)
    }

    /// Writes a line of the kernel's own functions, which comes from these places.
    fn line(&mut self, text: &str, spans: &[Span]) {
        for line in text.split('\n') {
            if !line.is_empty() {
                self.body.extend(std::iter::repeat_n("    ", self.indent));
                self.body.push_str(line);
            }
            self.body.push('\n');
            self.lines.push(spans.to_vec());
        }
    }
}
