//! Parses the inputs and constants that the command line binds to a kernel.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

use brooklet::io::Array;
use brooklet::ir::{Interface, Type};
use brooklet::{Components, Shape, Value};

use super::Debug;
use crate::cli::arrays::{self, AnyStream};
use crate::cli::session::Session;
use crate::cli::usage;

impl Debug {
    /// Ends the program with a usage error if a bound name is unknown or bound twice, or if one of `inputs` or `constants` is not
    /// bound. The `optional` inputs may be left out.
    pub(super) fn check_names(&self, of: &str, inputs: &[&str], optional: &[&str], constants: &[&str]) {
        let words = |names: &[&str]| match names {
            [] => "none".to_owned(),
            names => names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", "),
        };
        let streams = [inputs, optional].concat();
        let all = [&streams, constants].concat();
        let given = self.words();
        let mut seen: Vec<&str> = Vec::new();
        for (what, pairs, known) in [
            ("input", &self.inputs, &streams[..]),
            ("constant", &self.constants, constants),
            ("input or constant", &given, &all[..]),
        ] {
            for (name, _) in pairs {
                if !known.contains(&name.as_str()) {
                    usage("debug", format!("{of} has no {what} `{name}`; it has {}", words(known)));
                }
                if seen.contains(&name.as_str()) {
                    let what = if constants.contains(&name.as_str()) { "constant" } else { "input" };
                    usage("debug", format!("{what} `{name}` is bound twice"));
                }
                seen.push(name);
            }
        }
        let missing = |names: &[&str], what: &str| {
            let missing = names.iter().filter(|name| !seen.contains(*name));
            missing.map(|name| format!("{what} {name}=..")).collect::<Vec<_>>()
        };
        let missing = [missing(inputs, "-i"), missing(constants, "-c")].concat();
        if !missing.is_empty() {
            usage("debug", format!("{of} still needs {}", missing.join(" ")));
        }
    }

    /// Ends the program with a usage error unless the bound names are exactly the inputs and constants of the interface.
    pub(super) fn check_interface(&self, name: &str, interface: &Interface) {
        let inputs: Vec<&str> = interface.inputs.iter().map(|port| port.name.as_str()).collect();
        let constants: Vec<&str> = interface.constants.iter().map(|constant| constant.name.as_str()).collect();
        self.check_names(&format!("kernel `{name}`"), &inputs, &[], &constants);
    }

    /// Returns the names and values of the bare words. Ends the program if a word is not `NAME=VALUE`.
    pub(super) fn words(&self) -> Vec<(String, String)> {
        let parse = |word: &String| {
            let refused = |why: String| usage("debug", format!("invalid value '{word}' for '[NAME=VALUE]...': {why}"));
            crate::cli::run::parse(word).unwrap_or_else(refused)
        };
        self.words.iter().map(parse).collect()
    }

    /// Returns the value that an option or a bare word binds to a name.
    pub(super) fn bound(&self, pairs: &[(String, String)], name: &str) -> Option<String> {
        let all = pairs.iter().cloned().chain(self.words());
        all.into_iter().find(|(bound, _)| bound == name).map(|(_, value)| value)
    }

    /// Reads an input and uploads it as a stream of elements with this number of components. For vectors, the last axis of the
    /// array holds the components.
    pub(super) fn stream(&self, session: &Session, name: &str, components: Components) -> anyhow::Result<AnyStream> {
        let path = self.bound(&self.inputs, name).map(PathBuf::from).context("an input that is bound")?;
        let array = of_components(&path, arrays::read(session, &path)?, components.count())?;
        arrays::upload(session, &path, &array)
    }

    /// Parses the value of a constant of type `ty`.
    pub(super) fn constant(&self, name: &str, ty: Type) -> anyhow::Result<Value> {
        let text = self.bound(&self.constants, name).unwrap_or_default();
        match value(&text, ty) {
            Some(value) => Ok(value),
            None => bail!("constant `{name}` has the type {}, but `{text}` is not a value of it", ty.name()),
        }
    }
}

fn value(text: &str, ty: Type) -> Option<Value> {
    let numbers = || text.split(',').map(|part| part.trim().parse::<f32>().ok()).collect::<Option<Vec<f32>>>();
    match (ty, text) {
        (Type::BOOL, "true" | "1") => Some(Value::Bool(true)),
        (Type::BOOL, "false" | "0") => Some(Value::Bool(false)),
        (Type::Index | Type::INT, text) => text.parse().ok().map(Value::Index),
        (Type::Float(components), _) => match (components, numbers()?.as_slice()) {
            (Components::One, &[x]) => Some(Value::Float(x)),
            (Components::Two, &[x, y]) => Some(Value::Vec2([x, y])),
            (Components::Three, &[x, y, z]) => Some(Value::Vec3([x, y, z])),
            (Components::Four, &[x, y, z, w]) => Some(Value::Vec4([x, y, z, w])),
            _ => None,
        },
        _ => None,
    }
}

/// Converts an array to elements of `wanted` numbers. For vectors, the last axis becomes the components.
fn of_components(path: &Path, array: Array, wanted: usize) -> anyhow::Result<Array> {
    let Array { mut shape, components, data } = array;
    if components == wanted {
        return Ok(Array { shape, components, data });
    }
    if components > 1 {
        shape.push(components);
    }
    match wanted {
        1 => Ok(Array { shape, components: 1, data }),
        _ if shape.len() > 1 && shape.last() == Some(&wanted) => {
            shape.pop();
            Ok(Array { shape, components: wanted, data })
        }
        _ => {
            bail!("{}: this input needs a last axis of {wanted}, and the file has the shape {shape:?}", path.display())
        }
    }
}

/// Returns the shape of the outputs: the shape that `--shape` states, or else that of the largest input.
pub(super) fn output_shape(said: Option<Shape>, inputs: impl Iterator<Item = Shape>) -> anyhow::Result<Shape> {
    match said.or(inputs.max_by_key(Shape::count)) {
        Some(shape) => Ok(shape),
        None => bail!("the shape of the outputs is unknown: add --shape"),
    }
}
