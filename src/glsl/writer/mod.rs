//! The GLSL writer: writes a kernel's typed IR as a fragment shader in any [`Dialect`].
//!
//! A shader consists of these parts, in order: the version and precision lines; the outputs and constants of the kernel; the access
//! functions, which read streams and return the position, and which [`access::lower`](crate::ir::access::lower) has generated
//! ([`access`]); functions that GLSL or the dialect lacks ([`helpers`]); the kernel's own functions ([`function`], [`stmt`], [`expr`]);
//! and, if a texel needs more than a call of the kernel's `main`, a `main` that calls it ([`main`]). Only what is used is written.
//!
//! The layouts of streams reach the shader as uniforms, so that shapes are not compiled in. The text depends only on the [`Variant`],
//! which has those properties of the layouts that would otherwise cost every fetch a division.
//!
//! Where the shader differs from the obvious code because of a driver's bug, [`workarounds`](crate::glsl::workarounds) lists the
//! reason.

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

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use super::Dialect;
use super::workarounds::Workaround;
use crate::ir::access::{Variant, lower};
use crate::ir::{Function, Kernel, LocalId, Type};
use crate::syntax::Span;
use helpers::Helper;
use names::Names;
use repeat::Iteration;

pub(crate) use helpers::float_functions;
pub(crate) use main::ascii;

/// A fragment shader, with the information that a backend needs to run it.
#[derive(Clone, Debug)]
pub(crate) struct Shader {
    /// The kernel's name, for messages and debuggers.
    pub name: String,
    /// The whole text, including the `#version` line.
    pub text: String,
    /// The names of the samplers, one for each input. A sampler that is never read does not occur in the text.
    pub samplers: Vec<String>,
    /// The other uniforms in the text, in the order of their declarations.
    pub uniforms: Vec<Uniform>,
    /// The number of render targets that the shader writes.
    pub targets: usize,
    /// The places in the kernel that each line comes from.
    pub lines: Lines,
    /// The workarounds that the shader contains.
    pub workarounds: BTreeSet<Workaround>,
}

/// A uniform of a shader.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Uniform {
    /// Its name in the text.
    pub name: String,
    /// The uniform's contents.
    pub source: UniformSource,
}

/// The contents of a uniform. A position is an `int`, and a vector of positions is an `ivec4`. In dialects without integers, they are a
/// `float` and a `vec4`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum UniformSource {
    /// Four positions: the number of texels in a row of the output's texture, the number of elements in a row, the number of rows, and
    /// the number of elements.
    OutputLayout,
    /// A float: the value of the components past the last element, in the last texel of a packed output.
    Tail,
    /// The constant of the kernel with this index.
    Constant(usize),
    /// The layout of the input with this index, in the same form as the output's.
    InputLayout(usize),
    /// Two floats: 1 / the number of texels in a row of an input's texture, and 1 / the number of rows of texels.
    InputInverse(usize),
    /// An int: the binary logarithm of the number of texels in a row of an input's texture.
    InputShift(usize),
    /// A truth value: whether the shader keeps only the fragments in which the driver has ended a loop.
    Searching,
}

/// The places in the kernel that each line of a shader comes from.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Lines(pub Vec<Vec<Span>>);

impl Lines {
    /// Returns the first place that a line, counted from 1, comes from. Generated lines, such as those of access functions, have none.
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
    /// The missing feature, in words, such as `operators on bits`.
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
    (writer.guarded, writer.points) = (variant.guarded, variant.points);
    writer.functions(variant.runs(kernel, dialect));
    let shader = writer.shader(variant);
    let Shader { name, targets, workarounds, .. } = &shader;
    log::trace!("kernel {name}: {} with {targets} targets, works around {workarounds:?}", dialect.name());
    match writer.lacking {
        Some(what) => Err(Unsupported { dialect, what }),
        None => Ok(shader),
    }
}

/// The state of the writer. All parts of the writer share its fields.
struct Writer<'a> {
    kernel: &'a Kernel,
    dialect: Dialect,
    names: Names,
    /// The names of inputs, constants, outputs and functions, by index. The name of the depth follows those of the outputs.
    inputs: Vec<String>,
    constants: Vec<String>,
    outputs: Vec<String>,
    functions: Vec<String>,
    /// The function that is being written, and the names of its variables.
    function: &'a Function,
    locals: FxHashMap<LocalId, String>,
    /// Whether the shader detects loops that the driver has ended (see [`guard`]).
    guarded: bool,
    /// Whether each element is drawn as a point.
    points: bool,
    /// The open loops, innermost last.
    loops: Vec<Iteration<'a>>,
    /// The helpers that the shader needs.
    helpers: BTreeSet<(Helper, Type)>,
    workarounds: BTreeSet<Workaround>,
    /// The text of the access functions.
    access: String,
    /// Whether what is written is an access function.
    in_access: bool,
    /// The text of the kernel's own functions so far.
    body: String,
    lines: Vec<Vec<Span>>,
    indent: usize,
    /// The first feature that the kernel needs but the dialect lacks.
    lacking: Option<&'static str>,
}

impl<'a> Writer<'a> {
    fn new(kernel: &'a Kernel, dialect: Dialect) -> Writer<'a> {
        let mut names = Names::default();
        let interface = &kernel.interface;
        let shared = interface.shared.iter().map(|shared| &shared.name);
        let outputs = interface.outputs.iter().map(|port| &port.name).chain(shared);
        let outputs: Vec<String> = outputs.map(|name| names.global(name)).collect();
        let constants = interface.constants.iter().map(|constant| names.global(&constant.name)).collect();
        // Names of inputs appear only as parts of names of access functions, where they must differ from names of outputs.
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
            locals: FxHashMap::default(),
            guarded: false,
            points: false,
            loops: Vec::new(),
            helpers: BTreeSet::new(),
            workarounds: BTreeSet::new(),
            access: String::new(),
            in_access: false,
            body: String::new(),
            lines: Vec::new(),
            indent: 0,
            lacking: None,
        }
    }

    /// Records that the dialect lacks a feature. Only the first one is reported.
    fn lacks(&mut self, what: &'static str) {
        self.lacking.get_or_insert(what);
    }

    /// Records that the shader contains a workaround.
    fn works_around(&mut self, what: Workaround) {
        self.workarounds.insert(what);
    }

    /// Returns the type's name.
    fn ty(&mut self, ty: Type) -> &'static str {
        if matches!(ty, Type::Uint(_)) && !self.dialect.integers() {
            self.lacks("unsigned integers");
        }
        literal::type_name(self.dialect, ty)
    }

    /// Returns the type of a variable, argument or result of a function, with its precision where the dialect has one. Positions, which access
    /// functions compute, keep full precision.
    fn declared(&mut self, ty: Type) -> String {
        let is_medium = self.kernel.mediump && !self.in_access && self.dialect == Dialect::Es;
        match is_medium && ty.is_float() {
            true => format!("mediump {}", self.ty(ty)),
            false => self.ty(ty).to_owned(),
        }
    }

    /// Writes a line of the kernel's own functions. `spans` are the places that it comes from.
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
