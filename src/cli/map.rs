//! `brooklet map`: computes an expression for the elements of arrays.

use std::path::{Path, PathBuf};

use clap::Args;

use brooklet::backend::Value;
use brooklet::kernel::{self, Reading};
use brooklet::{Components, Error, io, primitives};

use super::arrays::{self, AnyStream, with_stream};
use super::depth::DepthOption;
use super::number::parse_float;
use super::session::Session;
use super::vectors::{Axis, by_output};
use super::{Common, usage};

/// Compute a GLSL expression for every element of arrays of one shape
#[derive(Args)]
#[command(after_help = "Examples:
  brooklet map 'alpha * x + y' -i x=a.npy -i y=b.npy -c alpha=2.0 -o out.npy
  brooklet map 'sqrt(max(x, 0.0))' -i x=in.csv -o out.csv
  brooklet map 'length(v)' -i v=vectors.csv -o lengths.csv
  brooklet map 'mix(a, b, 0.5) * tint' -i a=one.hdr -i b=two.hdr -c tint=1,0.9,0.8 -o both.hdr

The expression sees one element of each input at a time. It may call the functions of GLSL: sin, pow, \
clamp, mix, dot, ... Rows of 2 to 4 fields of a .csv and the pixels of pictures are vectors; so is a last \
axis of 2 to 4 of a .npy where --vectors or the use makes it one.")]
pub struct Map {
    /// The expression, in the names of the inputs and constants
    #[arg(allow_hyphen_values = true)]
    expression: String,
    /// Binds a name to the array in a file (repeatable)
    #[arg(short, long = "input", value_name = "NAME=FILE", required = true, value_parser = parse_input)]
    inputs: Vec<(String, PathBuf)>,
    /// Binds a name to a number, or to a vector of 2 to 4 numbers (repeatable)
    #[arg(short, long = "constant", value_name = "NAME=NUMBER[,..]", value_parser = parse_constant)]
    constants: Vec<(String, Numbers)>,
    /// Where the result goes
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    #[command(flatten)]
    axis: Axis,
    #[command(flatten)]
    depth: DepthOption,
}

impl Map {
    pub fn run(&self, common: &Common) -> anyhow::Result<()> {
        let names: Vec<&str> = self
            .inputs
            .iter()
            .map(|(name, _)| name.as_str())
            .chain(self.constants.iter().map(|(name, _)| name.as_str()))
            .collect();
        for (number, name) in names.iter().enumerate() {
            if names[..number].contains(name) {
                usage("map", format!("`{name}` is bound twice"));
            }
        }
        self.depth.check("map", &[&self.output]);
        io::check_output(&self.output)?;
        let mut files: Vec<&Path> = self.inputs.iter().map(|(_, path)| path.as_path()).collect();
        files.push(&self.output);
        common.run(&files, |session| {
            self.depth.choose(&session.depth);
            self.note_constants(session);
            let unused = kernel::unused(&self.expression, &names).into_iter();
            session.notes(&unused.map(|name| format!("`{name}` is bound, and never used")).collect::<Vec<_>>());
            session.progress.stages(2 * self.inputs.len() as u64 + 3);
            let paths: Vec<&Path> = self.inputs.iter().map(|(_, path)| path.as_path()).collect();
            let arrays = self.axis.read_all(session, &paths, None, |shape, width| self.reading(shape, width))?;
            let mut streams = Vec::with_capacity(self.inputs.len());
            for (path, array) in paths.iter().zip(arrays) {
                streams.push(arrays::upload(session, path, &array)?);
            }
            session.progress.stage("computing");
            let result = self.compute(session, &streams)?;
            with_stream!(&result, result => arrays::save(session, &self.output, result))
        })
    }

    /// Returns how the expression and the output take inputs whose last axis may hold vectors.
    fn reading(&self, shape: &[usize], width: Components) -> Reading {
        let inputs: Vec<&str> = self.inputs.iter().map(|(name, _)| name.as_str()).collect();
        let constants: Vec<(&str, Components)> =
            self.constants.iter().map(|(name, numbers)| (name.as_str(), numbers.components())).collect();
        let reading = kernel::reading(&self.expression, &inputs, width, &constants, false);
        by_output(reading, &self.output, shape)
    }

    fn note_constants(&self, session: &Session) {
        for (name, numbers) in &self.constants {
            let note = |(exact, float): &(f64, f32)| format!("constant {name}: {exact} is {float:.0} in float32");
            session.notes(&numbers.changed.iter().map(note).collect::<Vec<_>>());
        }
    }

    fn compute(&self, session: &Session, streams: &[AnyStream]) -> Result<AnyStream, Error> {
        let mut map = primitives::map(&session.device, &self.expression);
        for ((name, _), stream) in self.inputs.iter().zip(streams) {
            map = with_stream!(stream, stream => map.input(name, stream));
        }
        for (name, value) in &self.constants {
            map = map.constant(name, value.value);
        }
        Ok(match map.components()? {
            Components::One => AnyStream::One(map.run()?),
            Components::Two => AnyStream::Two(map.run()?),
            Components::Three => AnyStream::Three(map.run()?),
            Components::Four => AnyStream::Four(map.run()?),
        })
    }
}

/// The value of a constant, as a kernel takes it.
#[derive(Clone)]
struct Numbers {
    value: Value,
    /// The integers that float32 cannot hold exactly, each with its float32 value.
    changed: Vec<(f64, f32)>,
}

impl Numbers {
    fn components(&self) -> Components {
        match self.value {
            Value::Vec2(_) => Components::Two,
            Value::Vec3(_) => Components::Three,
            Value::Vec4(_) => Components::Four,
            _ => Components::One,
        }
    }
}

fn split(text: &str, what: &str) -> Result<(String, String), String> {
    let (name, rest) = text.split_once('=').ok_or(format!("expected NAME={what}"))?;
    let starts = name.starts_with(|c: char| c.is_ascii_alphabetic());
    if !starts || !name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') {
        return Err(format!("`{name}` is not a name: write a letter, then letters, digits and underscores"));
    }
    if rest.is_empty() {
        return Err(format!("nothing follows `{name}=`; expected NAME={what}"));
    }
    Ok((name.to_owned(), rest.to_owned()))
}

fn parse_input(text: &str) -> Result<(String, PathBuf), String> {
    let (name, path) = split(text, "FILE")?;
    Ok((name, PathBuf::from(path)))
}

fn parse_constant(text: &str) -> Result<(String, Numbers), String> {
    let (name, numbers) = split(text, "NUMBER")?;
    let mut changed = Vec::new();
    let mut parse = |part: &str| {
        let part = part.trim();
        let float = parse_float(part)?;
        let digits = part.split(['e', 'E']).next().unwrap_or(part);
        let whole = digits.len() == part.len() && !part.contains('.') && digits.contains(|c: char| c.is_ascii_digit());
        match part.parse::<f64>() {
            Ok(exact) if whole && exact != float as f64 => changed.push((exact, float)),
            _ => {}
        }
        Ok(float)
    };
    let numbers = numbers.split(',').map(&mut parse).collect::<Result<Vec<f32>, String>>()?;
    let value = match numbers[..] {
        [x] => Value::Float(x),
        [x, y] => Value::Vec2([x, y]),
        [x, y, z] => Value::Vec3([x, y, z]),
        [x, y, z, w] => Value::Vec4([x, y, z, w]),
        _ => return Err(format!("a constant has 1 to 4 numbers, not {}", numbers.len())),
    };
    Ok((name, Numbers { value, changed }))
}
