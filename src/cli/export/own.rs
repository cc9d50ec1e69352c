//! Expressions and kernels of one's own, whose pass is recorded.

use std::path::Path;
use std::rc::Rc;

use anyhow::bail;

use brooklet::export::Recording;
use brooklet::ir::{Interface, Kernel, Type};
use brooklet::{Components, Error, Layout, Stream, Value, primitives};

use super::Extents;
use super::options::Options;
use crate::cli::arrays::{AnyStream, with_stream};
use crate::cli::bindings::{self, Numbers};
use crate::cli::brook::{refused, show};
use crate::cli::kernel_file::KernelOptions;
use crate::cli::{Common, usage};

/// An input of any type of elements.
enum AnyInput {
    One(Rc<Stream<f32>>),
    Two(Rc<Stream<[f32; 2]>>),
    Three(Rc<Stream<[f32; 3]>>),
    Four(Rc<Stream<[f32; 4]>>),
}

macro_rules! with_input {
    ($any:expr, $stream:ident => $body:expr) => {
        match $any {
            AnyInput::One($stream) => $body,
            AnyInput::Two($stream) => $body,
            AnyInput::Three($stream) => $body,
            AnyInput::Four($stream) => $body,
        }
    };
}

impl AnyInput {
    fn new(recording: &mut Recording, extents: &Extents, name: &str, of: Components) -> Result<AnyInput, Error> {
        let shape = extents.of(name);
        Ok(match of {
            Components::One => AnyInput::One(recording.input(name, shape, extents.layout)?),
            Components::Two => AnyInput::Two(recording.input(name, shape, Layout::Plain)?),
            Components::Three => AnyInput::Three(recording.input(name, shape, Layout::Plain)?),
            Components::Four => AnyInput::Four(recording.input(name, shape, Layout::Plain)?),
        })
    }
}

/// An expression, with what its names stand for.
pub struct Expression {
    text: String,
    inputs: Vec<(String, Components)>,
    constants: Vec<(String, Numbers)>,
}

impl Expression {
    /// Reads the names of an expression. Wrong usage ends the program.
    pub fn new(text: &str, options: &Options) -> Expression {
        let inputs: Vec<(String, Components)> = options.inputs.iter().map(|input| typed(input)).collect();
        if inputs.is_empty() {
            usage("export", "map needs an input: -i x".into());
        }
        let constants = options.constants.iter().map(|(name, _)| name.as_str());
        let names: Vec<&str> = inputs.iter().map(|(name, _)| name.as_str()).chain(constants).collect();
        bindings::refuse_repeated("export", &names);
        Expression { text: text.to_owned(), inputs, constants: options.constants.clone() }
    }

    pub fn inputs(&self) -> Vec<String> {
        self.inputs.iter().map(|(name, _)| name.clone()).collect()
    }

    pub fn record(&self, recording: &mut Recording, extents: &Extents) -> Result<(), Error> {
        let mut streams = Vec::new();
        for (name, components) in &self.inputs {
            streams.push(AnyInput::new(recording, extents, name, *components)?);
        }
        for (name, numbers) in &self.constants {
            recording.constant(name, numbers.value);
        }
        let mut map = primitives::map(recording.device(), &self.text);
        for ((name, _), stream) in self.inputs.iter().zip(&streams) {
            map = with_input!(stream, stream => map.input(name, stream));
        }
        for (name, numbers) in &self.constants {
            map = map.constant(name, numbers.value);
        }
        match map.components()? {
            Components::One => recording.output("mapped", map.run::<f32>()?),
            Components::Two => recording.output("mapped", map.run::<[f32; 2]>()?),
            Components::Three => recording.output("mapped", map.run::<[f32; 3]>()?),
            Components::Four => recording.output("mapped", map.run::<[f32; 4]>()?),
        }
        Ok(())
    }
}

/// Reads `NAME` or `NAME=TYPE`.
fn typed(text: &str) -> (String, Components) {
    let (name, ty) = text.split_once('=').unwrap_or((text, "float"));
    let is_name = name.starts_with(|c: char| c.is_ascii_alphabetic());
    if !is_name || !name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') {
        usage("export", format!("`{name}` is not a name: write a letter, then letters, digits and underscores"));
    }
    match Components::ALL.into_iter().find(|components| components.type_name() == ty) {
        Some(components) => (name.to_owned(), components),
        None => usage("export", format!("`{ty}` is no type of an input; the types are float, vec2, vec3 and vec4")),
    }
}

/// A kernel from a file, with the values of its constants.
pub struct OwnKernel {
    kernel: Rc<Kernel>,
    constants: Vec<(String, Value)>,
}

impl OwnKernel {
    /// Reads and compiles a kernel. Wrong usage ends the program.
    pub fn open(path: &Path, kernels: &KernelOptions, options: &Options, common: &Common) -> anyhow::Result<OwnKernel> {
        let (kernel, warnings) = kernels.compile(path)?.map_err(|found| refused(path, &found))?;
        if !common.quiet {
            show(&warnings);
        }
        let Interface { constants, outputs, .. } = &kernel.interface;
        if outputs.is_empty() {
            bail!("{} has no output", path.display());
        }
        if let Some((name, _)) =
            options.constants.iter().find(|(name, _)| constants.iter().all(|own| own.name != *name))
        {
            let names: Vec<&str> = constants.iter().map(|constant| constant.name.as_str()).collect();
            let has = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
            usage("export", format!("kernel `{}` has no constant `{name}`; it has {has}", kernel.name));
        }
        let mut values = Vec::new();
        for constant in constants {
            let given = options.constants.iter().find(|(name, _)| *name == constant.name);
            let Some((name, numbers)) = given else {
                usage("export", format!("kernel `{}` needs -c {}=..", kernel.name, constant.name))
            };
            let Some(value) = of_type(numbers.value, constant.ty) else {
                let ty = constant.ty.name();
                usage("export", format!("constant `{name}` has the type {ty}, and -c gives it {}", numbers.value))
            };
            values.push((name.clone(), value));
        }
        Ok(OwnKernel { kernel: Rc::new(kernel), constants: values })
    }

    pub fn inputs(&self) -> Vec<String> {
        self.kernel.interface.inputs.iter().map(|port| port.name.clone()).collect()
    }

    pub fn record(&self, recording: &mut Recording, extents: &Extents) -> Result<(), Error> {
        let kernel = recording.device().load(self.kernel.clone())?;
        let Interface { inputs, outputs, .. } = &self.kernel.interface;
        let components = |ty: Type| if let Type::Float(components) = ty { components } else { Components::One };
        let mut streams = Vec::new();
        for port in inputs {
            streams.push(AnyInput::new(recording, extents, &port.name, components(port.ty))?);
        }
        let all_floats = outputs.iter().all(|port| components(port.ty) == Components::One);
        let layout = if all_floats { extents.layout } else { Layout::Plain };
        let mut results = Vec::new();
        for port in outputs {
            let device = recording.device();
            results.push(match components(port.ty) {
                Components::One => AnyStream::One(device.stream_with(extents.shape, layout)?),
                Components::Two => AnyStream::Two(device.stream(extents.shape)?),
                Components::Three => AnyStream::Three(device.stream(extents.shape)?),
                Components::Four => AnyStream::Four(device.stream(extents.shape)?),
            });
        }
        let mut pass = recording.device().pass(&kernel);
        for (port, stream) in inputs.iter().zip(&streams) {
            pass = with_input!(stream, stream => pass.input(&port.name, stream));
        }
        for (name, value) in &self.constants {
            pass = pass.constant(name, *value);
        }
        for (port, result) in outputs.iter().zip(&mut results) {
            pass = with_stream!(result, stream => pass.output(&port.name, stream));
        }
        pass.run()?;
        for (port, result) in outputs.iter().zip(results) {
            with_stream!(result, stream => recording.output(&port.name, stream));
        }
        for (name, value) in &self.constants {
            recording.constant(name, *value);
        }
        Ok(())
    }
}

/// Returns numbers of the command line as a value of a constant's type, if they are one.
fn of_type(value: Value, ty: Type) -> Option<Value> {
    match (value, ty) {
        (Value::Float(x), Type::BOOL) if x == 0.0 || x == 1.0 => Some(Value::Bool(x == 1.0)),
        (Value::Float(x), Type::Index | Type::INT) if x.fract() == 0.0 => Some(Value::Index(x as i64)),
        (Value::Float(_), Type::Float(Components::One))
        | (Value::Vec2(_), Type::Float(Components::Two))
        | (Value::Vec3(_), Type::Float(Components::Three))
        | (Value::Vec4(_), Type::Float(Components::Four)) => Some(value),
        _ => None,
    }
}
