//! The GLSL writer: from a kernel's typed IR to the text of a fragment shader, in any [`Dialect`].
//!
//! A shader is, from its head: the version and precision lines; the outputs and constants of the kernel; the access
//! functions by which it reads its streams and knows where it is, which [`access::lower`](crate::ir::access::lower) has made
//! ([`access`]); functions that GLSL or the dialect lacks ([`helpers`]); the kernel's own functions ([`function`], [`stmt`], [`expr`]); and, where a texel needs more
//! than the kernel's `main`, a `main` that runs it ([`main`]). Only what is used is written.
//!
//! How streams lie reaches the shader as uniforms, so that shapes are not compiled in. The text depends only on what would
//! cost every fetch a division otherwise: the [`Variant`].
//!
//! What is written otherwise than one would because some driver is wrong is listed in
//! [`workarounds`](crate::glsl::workarounds).

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
    /// The whole text, `#version` line and all.
    pub text: String,
    /// The samplers, one for each input. One that is never read is not in the text.
    pub samplers: Vec<String>,
    /// The other uniforms in the text, in its order.
    pub uniforms: Vec<Uniform>,
    /// How many render targets it writes.
    pub targets: usize,
    /// Where its lines come from.
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

/// What a uniform holds. Vectors of positions are `ivec4` and positions `int`, in dialects without integers `vec4` and
/// `float`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum UniformSource {
    /// Four positions: texels a row of the output's texture, elements a row, rows, elements.
    OutputLayout,
    /// A float: what the last texel of a packed output has past the last element.
    Tail,
    /// A constant of the kernel, by its number.
    Constant(usize),
    /// The layout of an input, as that of the output.
    InputLayout(usize),
    /// Two floats: 1 / texels a row of an input's texture, and 1 / rows of texels.
    InputInverse(usize),
    /// An int: the texels a row of an input's texture are 2 to this power.
    InputShift(usize),
    /// A truth value: whether the fragments that are looked for, and kept, are those in which the driver has ended a loop.
    Searching,
}

/// Where the lines of a shader come from.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Lines(pub Vec<Vec<Span>>);

impl Lines {
    /// What a line, from 1, was written for first: nothing for lines of the access functions and the like.
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

/// Writes the shader of a kernel for streams that lie as the variant says.
pub(crate) fn write(module: &Kernel, dialect: Dialect, variant: &Variant) -> Result<Shader, Unsupported> {
    if !dialect.integers() && variant.inputs.iter().any(|access| access.layers > 1) {
        return Err(Unsupported { dialect, what: "array textures" });
    }
    let full = vec![false; variant.inputs.len()];
    let module = &lower(module, access::form(dialect), variant, &full);
    let mut writer = Writer::new(module, dialect);
    writer.guarded = variant.guarded;
    writer.functions(variant.runs(module, dialect));
    let shader = writer.shader(variant);
    let Shader { name, targets, workarounds, .. } = &shader;
    log::trace!("kernel {name}: {} with {targets} targets, works around {workarounds:?}", dialect.name());
    match writer.lacking {
        Some(what) => Err(Unsupported { dialect, what }),
        None => Ok(shader),
    }
}

/// A shader in the making. Every part of the writer adds to it, and so all has its fields here.
struct Writer<'a> {
    module: &'a Kernel,
    dialect: Dialect,
    names: Names,
    /// Names of inputs, constants, outputs and functions, by their numbers.
    inputs: Vec<String>,
    constants: Vec<String>,
    outputs: Vec<String>,
    functions: Vec<String>,
    /// The function at hand, with the names of its variables.
    function: &'a Function,
    locals: HashMap<LocalId, String>,
    /// Whether loops that the driver has ended are found: see [`guard`].
    guarded: bool,
    /// The loops that are open, innermost last.
    loops: Vec<Iteration<'a>>,
    /// Functions that have to be written out.
    helpers: BTreeSet<(Helper, Type)>,
    workarounds: BTreeSet<Workaround>,
    /// The functions that read streams.
    access: String,
    /// The kernel's own functions, so far.
    body: String,
    lines: Vec<Vec<Span>>,
    indent: usize,
    /// What the dialect lacks for this kernel.
    lacking: Option<&'static str>,
}

impl<'a> Writer<'a> {
    fn new(module: &'a Kernel, dialect: Dialect) -> Writer<'a> {
        let mut names = Names::default();
        let interface = &module.interface;
        let outputs: Vec<String> = interface.outputs.iter().map(|port| names.global(&port.name)).collect();
        let constants = interface.constants.iter().map(|constant| names.global(&constant.name)).collect();
        // Inputs are named only within the names of access functions, which they share with outputs.
        let mut ports = Names::default();
        outputs.iter().for_each(|name| ports.reserve(name));
        let inputs = interface.inputs.iter().map(|port| ports.global(&port.name)).collect();
        Writer {
            module,
            dialect,
            names,
            inputs,
            constants,
            outputs,
            functions: Vec::new(),
            function: module.main(),
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

    /// Writes a line of the kernel's own functions, for what was written at these places.
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
