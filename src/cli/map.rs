//! `brooklet map`: computes an expression for the elements of arrays.

use std::path::{Path, PathBuf};

use clap::Args;

use brooklet::kernel::{self, Reading};
use brooklet::{Components, Error, io, primitives};

use super::Common;
use super::arrays::{self, AnyStream, with_stream};
use super::bindings::{self, Numbers, parse_constant, parse_input};
use super::depth::DepthOption;
use super::dtype::DtypeOption;
use super::result;
use super::session::Session;
use super::vectors::{Axis, by_output};

/// Compute a GLSL expression for every element of arrays of one shape
#[derive(Args)]
#[command(after_help = "Examples:
  brooklet map '1.0 / x' -i x=in.csv
  brooklet map 'alpha * x + y' -i x=a.npy -i y=b.npy -c alpha=2.0 -o out.npy
  brooklet map 'sqrt(max(x, 0.0))' -i x=in.csv -o out.csv
  brooklet map 'length(v)' -i v=vectors.csv -o lengths.csv
  brooklet map 'mix(a, b, 0.5) * tint' -i a=one.hdr -i b=two.hdr -c tint=1,0.9,0.8 -o both.hdr

The expression sees one element of each input at a time. It may call the functions of GLSL: sin, pow, \
clamp, mix, dot, ... Rows of 2 to 4 fields of a .csv and the pixels of pictures are vectors; so is a last \
axis of 2 to 4 of a .npy where --vectors or the use makes it one. Without -o, up to 100 lines are printed: a line \
for each element, or for each row of numbers.")]
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
    /// Where the result goes [default: up to 100 lines are printed]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    axis: Axis,
    #[command(flatten)]
    depth: DepthOption,
    #[command(flatten)]
    dtype: DtypeOption,
}

impl Map {
    pub fn run(&self, common: &Common) -> anyhow::Result<()> {
        let names: Vec<&str> = self
            .inputs
            .iter()
            .map(|(name, _)| name.as_str())
            .chain(self.constants.iter().map(|(name, _)| name.as_str()))
            .collect();
        bindings::refuse_repeated("map", &names);
        common.one_stdin("map", self.inputs.iter().map(|(_, path)| path.as_path()));
        self.depth.check("map", self.output.as_deref().as_slice());
        self.dtype.check("map", self.output.as_deref().as_slice());
        if let Some(output) = &self.output {
            io::check_output(output)?;
        }
        let inputs = self.inputs.iter().map(|(_, path)| path.as_path());
        let files: Vec<&Path> = inputs.chain(self.output.as_deref()).collect();
        common.run(&files, |session| {
            self.depth.choose(&session.depth);
            self.dtype.choose(&session.dtype);
            bindings::note_constants(session, &self.constants);
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
            with_stream!(&result, stream => result::save_checked(session, "map", self.output.as_deref(), stream))
        })
    }

    /// Returns how the expression and the output take inputs whose last axis may hold vectors.
    fn reading(&self, shape: &[usize], width: Components) -> Reading {
        let inputs: Vec<&str> = self.inputs.iter().map(|(name, _)| name.as_str()).collect();
        let constants: Vec<(&str, Components)> =
            self.constants.iter().map(|(name, numbers)| (name.as_str(), numbers.components())).collect();
        let reading = kernel::reading(&self.expression, &inputs, width, &constants, false);
        by_output(reading, self.output.as_deref(), shape)
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
