//! Compiles a kernel for a chip: generates its program, counts the resources that it takes, and finds those of which the chip has too
//! few.

use std::collections::BTreeMap;
use std::fmt;
use std::rc::Rc;

use crate::geometry::{Geometry, Layout, LayoutError};
use crate::ir::access::{Access, AccessSummary};
use crate::ir::{Kernel, Type};
use crate::layouts::PassLayouts;
use crate::shape::Shape;
use crate::syntax::{Files, Span};
use crate::value::Value;

use super::counts::{Counts, Excess, check};
use super::{
    Chip, FragmentProgram, LowerError, LowerTarget, Partition, Streams, Uncut, Uniform, leaf_bits, lower,
    lower_partitioned, with_values,
};

/// The settings for compiling a kernel for a chip.
#[derive(Clone, PartialEq, Debug)]
pub struct Settings {
    /// The layout of all streams. Streams of vectors always have the plain layout.
    pub layout: Layout,
    /// The shape of all streams. The number of iterations of a loop may depend on it.
    pub shape: Shape,
    /// The values of constants, by name. The number of iterations of a loop may depend on them.
    pub constants: Vec<(String, Value)>,
}

impl Default for Settings {
    /// Returns settings for plain streams of 2^20 elements.
    fn default() -> Settings {
        Settings { layout: Layout::Plain, shape: Shape::from(1 << 20), constants: Vec::new() }
    }
}

/// A kernel compiled for a chip.
#[derive(Clone, PartialEq, Debug)]
pub struct Compiled {
    /// The program.
    pub program: FragmentProgram,
    /// The resources that the program takes.
    pub counts: Counts,
    /// The resources of which the chip has too few. Empty if the program fits.
    pub excess: Vec<Excess>,
    /// Several programs that do fit, if this program does not and the kernel can be partitioned. The emulator draws these instead.
    pub partition: Option<Partition>,
    /// The reason why a program that does not fit is not partitioned.
    pub uncut: Option<Uncut>,
}

impl Compiled {
    /// Combines a program and the kernel's partition.
    pub(crate) fn of(program: FragmentProgram, chip: Chip, partition: &Partition) -> Compiled {
        let counts = partition.counts;
        let excess = if partition.excess.is_empty() { check(&program, chip) } else { partition.excess.clone() };
        let uncut = partition.uncut;
        Compiled { program, counts, excess, partition: (partition.passes.len() > 1).then(|| partition.clone()), uncut }
    }

    /// Whether the chip can run the kernel, as one pass or as several.
    pub fn runs(&self) -> bool {
        self.excess.is_empty() || self.partition.is_some()
    }
}

/// Compiles a kernel for a chip.
///
/// ```
/// use brooklet::fragment_program::{self, Chip, Settings, listing};
/// use brooklet::kernel::{self, Source};
///
/// let source = Source::new("twice", "input float x; output float y; void main() { y = 2.0 * fetch(x, here()); }");
/// let (kernel, _warnings) = kernel::compile(&source)?;
/// let compiled = fragment_program::compile(&kernel, Chip::R300, &Settings::default())?;
/// assert!(compiled.excess.is_empty());
/// assert_eq!((compiled.counts.alu, compiled.counts.tex, compiled.counts.indirections), (1, 1, 1));
/// let text = listing::print(&compiled.program, &listing::Names::of(&kernel))?;
/// assert!(text.contains("TEX R0.x,           fragment.texcoord[0], texture[0], 2D;"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Fails if the kernel has no program for the chip, because it needs a feature that the chip lacks, or has loops that cannot be
/// unrolled. Also fails if a loop depends on a constant whose value the settings lack, if the settings have a constant that the
/// kernel does not have, or a value of the wrong type, or if the streams' shape does not fit the chip's textures.
pub fn compile(kernel: &Kernel, chip: Chip, settings: &Settings) -> Result<Compiled, Refusal> {
    let refused = |reason| Refusal { kernel: kernel.name.clone(), chip, files: kernel.files.clone(), reason };
    for (name, value) in &settings.constants {
        let Some(constant) = kernel.interface.constants.iter().find(|constant| constant.name == *name) else {
            let names = kernel.interface.constants.iter().map(|constant| constant.name.clone()).collect();
            return Err(refused(Reason::Unknown { name: name.clone(), names }));
        };
        if constant.ty.value_of(*value).is_none() {
            return Err(refused(Reason::WrongType { name: name.clone(), expected: constant.ty, value: *value }));
        }
    }
    let summary = AccessSummary::of(kernel);
    let streams = Streams::uniform(kernel, &summary, settings.layout);
    let geometry = |packed: bool| {
        let layout = if packed { Layout::Packed } else { Layout::Plain };
        let geometry = Geometry::of(settings.shape, layout, chip.profile().largest_texture.value);
        geometry.map_err(|error| refused(Reason::Layout(error)))
    };
    let of_input = |input: &Access| Ok((geometry(input.packed)?, 1));
    let inputs = streams.variant.inputs.iter().map(of_input).collect::<Result<Vec<_>, Refusal>>()?;
    let output = geometry(streams.variant.output.packed)?;
    let constants: Vec<Value> = kernel
        .interface
        .constants
        .iter()
        .map(|constant| {
            let value = settings.constants.iter().find(|(name, _)| *name == constant.name);
            // A constant without a value is never read: `LowerError::Wants` names it first.
            value.and_then(|(_, value)| constant.ty.value_of(*value)).unwrap_or(Value::Float(0.0))
        })
        .collect();
    let layouts = PassLayouts { constants: &constants, inputs: &inputs, output, fill: None };
    let named = |uniform: &Uniform| match uniform {
        Uniform::Constant { constant, .. } => Some(kernel.interface.constants[*constant].name.clone()),
        _ => None,
    };
    let is_missing = |name: &String| !settings.constants.iter().any(|(known, _)| known == name);
    let value = |uniform: &Uniform| match named(uniform).filter(is_missing) {
        Some(_) => None,
        None => Some(leaf_bits(&layouts, uniform, chip.set())),
    };
    let lowered = with_values(&mut BTreeMap::new(), value, |known| {
        let partition = lower_partitioned(kernel, LowerTarget::of(chip), &streams, known)?;
        let program = match &partition.passes[..] {
            [one] => one.program.clone(),
            _ => lower(kernel, LowerTarget::of(chip), &streams, known)?,
        };
        Ok(Compiled::of(program, chip, &partition))
    });
    lowered.map_err(|error| {
        let wanted = if let LowerError::Wants(uniforms) = &error { uniforms.as_slice() } else { &[] };
        let missing: Vec<String> = wanted.iter().filter_map(named).filter(is_missing).collect();
        refused(if missing.is_empty() { Reason::Program(error) } else { Reason::Values(missing) })
    })
}
/// Why a kernel has no program for a chip.
#[derive(Clone, Debug)]
pub struct Refusal {
    /// The kernel.
    pub kernel: String,
    /// The chip.
    pub chip: Chip,
    /// The source texts that the error's place refers to.
    files: Rc<Files>,
    reason: Reason,
}

#[derive(Clone, Debug)]
enum Reason {
    Program(LowerError),
    Layout(LayoutError),
    /// Loops depend on these constants, whose values are not given.
    Values(Vec<String>),
    /// The kernel has no constant of this name; it has `names`.
    Unknown {
        name: String,
        names: Vec<String>,
    },
    WrongType {
        name: String,
        expected: Type,
        value: Value,
    },
}

impl Refusal {
    pub(crate) fn new(kernel: &Kernel, chip: Chip, error: LowerError) -> Refusal {
        let reason = Reason::Program(error);
        Refusal { kernel: kernel.name.clone(), chip, files: kernel.files.clone(), reason }
    }

    /// Returns the names of the constants that the kernel's loops depend on and whose values are not given.
    pub fn missing(&self) -> &[String] {
        match &self.reason {
            Reason::Values(names) => names,
            _ => &[],
        }
    }

    /// Returns the place of the error in the source, if it has one.
    pub fn span(&self) -> Option<Span> {
        match &self.reason {
            Reason::Program(error) => error.span(),
            _ => None,
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Refusal { kernel, chip, files, reason } = self;
        match chip {
            Chip::None => write!(f, "kernel `{kernel}` has no program, even for a machine without limits: ")?,
            chip => write!(f, "kernel `{kernel}` has no program for chip {chip}: ")?,
        }
        match reason {
            Reason::Program(error) => write!(f, "{error}")?,
            Reason::Layout(error) => write!(f, "{error}")?,
            Reason::Values(names) => {
                let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
                write!(f, "a loop depends on the value of {}, which is not given", names.join(", "))?;
            }
            Reason::Unknown { name, names } if names.is_empty() => {
                write!(f, "it has no constant `{name}`; it has none at all")?;
            }
            Reason::Unknown { name, names } => {
                write!(f, "it has no constant `{name}`; it has {}", names.join(", "))?;
            }
            Reason::WrongType { name, expected, value } => {
                write!(f, "constant `{name}` is of type {}, and is given {value}", expected.name())?;
            }
        }
        match self.span() {
            Some(span) => write!(f, "\n  {}", place(files, span)),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Refusal {}

/// Formats a place in the source as one line: the file, the line number, and the text of that line.
pub(crate) fn place(files: &Files, span: Span) -> String {
    let Some(file) = files.0.get(span.file as usize) else { return String::new() };
    let line = files.line(span);
    let text = file.text.lines().nth(line - 1).unwrap_or("").trim();
    format!("{}:{line}: {text}", file.name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::Source;

    #[test]
    fn loops_see_the_extents_of_the_layout() {
        let text = "input float x; output float y; void main() {\n    float sum = 0.0;\n    \
                    for (index i = 0; i < width(x); i++) sum += fetch(x, i);\n    y = sum;\n}";
        let kernel = crate::kernel::compile(&Source::new("row", text)).unwrap().0;
        let fetched = |layout| {
            let settings = Settings { layout, shape: Shape::from(256), ..Settings::default() };
            compile(&kernel, Chip::R420, &settings).unwrap().counts.tex
        };
        // 256 elements are 16 rows of 16 texels, or packed 8 rows of 8 texels of four elements.
        assert_eq!((fetched(Layout::Plain), fetched(Layout::Packed)), (16, 8));
    }
}
