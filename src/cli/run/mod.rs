//! `brooklet run`: runs a whole Brook program, one of its kernels or reductions on arrays in files, or the listing of a fragment
//! program.

mod arguments;
mod bytes;
pub(super) use arguments::parse_shape;
pub(super) use arguments::{ArgumentValue, values};
mod execute;
pub(super) use execute::{execute, read};
mod files;
pub(super) use files::load;
mod listing;
mod listing_draw;
mod parameters;
mod program;
pub(super) use listing::{input as listing_input, is_listing};
pub(super) use listing_draw::{ListingArguments, ListingDraw, read_text};
use parameters::Parameters;

use std::path::{Path, PathBuf};

use anyhow::bail;
use clap::Args;

use brooklet::Shape;
use brooklet::brook::ir::{Parameter, Role, StreamKernel};
use brooklet::brook::{AnyStream, Program, ProgramFile, Type, signature};
use brooklet::io;

use crate::cli::brook::{BrookOptions, compiled_to_run, is_kernel, no_kernel, open};
use crate::cli::build::is_part;
use crate::cli::cg::{CgOptions, DrawArgs, Repeat, is_cg, is_sequence, swap};
pub(super) use arguments::parse;
use files::{save, whole_numbers};

use crate::cli::depth::DepthOption;
use crate::cli::dtype::DtypeOption;
use crate::cli::session::Session;
use crate::cli::{Common, print, usage};

/// Run a whole Brook program, or one of its kernels or reductions on arrays, or draw with a Cg program or a listing
#[derive(Args)]
#[command(after_help = "Examples:
  brooklet run prog.br                                      a whole program, with its main
  brooklet run prog.br -- -n 100                            its own arguments
  brooklet run main.br kernels.br helpers.cpp               a program of several files
  brooklet run saxpy.br                                     without a main: lists the kernels
  brooklet run saxpy.br saxpy alpha=2.5 x=x.npy y=y.npy result=@out.npy
  brooklet run saxpy.br saxpy -c alpha=2.5 -i x=x.npy -i y=y.npy -o out.npy
  brooklet run fill.br fill x=iter:0:1:100 result=@out.npy --shape 10,100
  brooklet run sum.br sum a=x.npy
  brooklet run sum.br sum a=x.npy r=@blocks.npy --shape 2,5
  brooklet run rays.br trace rays=rays.npy light=0,1,0 hit=@hits.npy
  brooklet run sort.seq keys=a.npy out=@b.npy               passes that a text in the style of Cg says
  brooklet run blur.fp -i 0=picture.npy -c local0=0.25,0.5,0.25,0 -o out.npy --chip r300
  brooklet run sort.cg --entry pass keys=a.npy offset=8 out=@b.npy --repeat 3 --swap out=keys
  brooklet run blur.fp 0=picture.npy local0=0.25,0.5,0.25,0 result=@out.npy --chip r300

If the word behind the file names a kernel, that kernel runs. Otherwise the program runs, if it has a main: with the words that name \
files of code as its other files, up to the first that names none, and with the rest as its arguments; behind `--` all are arguments. Host code needs a C++ compiler: $CXX, else c++, g++ or clang++.

Give each parameter of a kernel by its name, or by -i, -c and -o:
- a constant takes numbers, with commas: light=0,1,0; a struct takes the numbers of all fields, in order;
- a stream or gather takes a file, or an iterator: iter:0:1:100 counts from 0 to just below 1 in 100 \
  steps, iter:0,0:4,3:3,4 has vectors in 3 rows of 4; without its last part an iterator is as long as the \
  outputs are;
- an output takes a file with an @.

A parameter of type float2 to float4 has a last axis of 2 to 4 in its file; structs are NumPy's structured arrays, in .npy. Outputs have \
the shape of the largest stream that is read, gathers aside; variable outputs hold what is pushed. A \
reduction prints its value, or writes it to its @FILE: one element, or as many as --shape says.")]
pub struct Run {
    /// The program, or a listing in !!ARBfp1.0 or !!FP1.0, or a sequence of Cg passes
    #[arg(value_name = "FILE.br|FILE.cg|FILE.seq|FILE.fp")]
    file: PathBuf,
    /// The kernel or reduction [default: the whole program, or the list of its kernels]
    #[arg(value_name = "KERNEL")]
    kernel: Option<String>,
    /// The parameters: numbers, files, iter:LOW:HIGH[:N], and @FILE for outputs; or arguments of the program
    #[arg(value_name = "NAME=VALUE")]
    words: Vec<String>,
    /// Arguments of the program, whatever they look like
    #[arg(value_name = "ARGUMENT", last = true)]
    rest: Vec<String>,
    /// Another file of the program: Brook, C++ or an object file
    #[arg(long, value_name = "FILE", help_heading = "Brook programs")]
    with: Vec<PathBuf>,
    /// The extents of the outputs, slowest first. For a kernel with variable outputs: the number of elements that it runs for. For
    /// a reduction: the extents of its output, instead of 1
    #[arg(long, value_name = "N[,N..]", value_parser = parse_shape)]
    shape: Option<Shape>,
    #[command(flatten)]
    depth: DepthOption,
    #[command(flatten)]
    dtype: DtypeOption,
    #[command(flatten)]
    brook: BrookOptions,
    /// Do not cache what is compiled for a whole program (the environment variable BROOKLET_CACHE names the folder of the cache, or
    /// is off)
    #[arg(long, help_heading = "Brook programs")]
    no_cache: bool,
    #[command(flatten)]
    listing: listing::ListingOptions,
    #[command(flatten)]
    cg: CgOptions,
    /// Draw this many passes
    #[arg(long, value_name = "N", default_value = "1", value_parser = super::at_least_one, help_heading = "Cg programs")]
    repeat: std::num::NonZeroUsize,
    /// After each pass, make a result the texture of a parameter: out=keys
    #[arg(long, value_name = "RESULT=TEXTURE", value_parser = swap, help_heading = "Cg programs")]
    swap: Vec<(String, String)>,
}

/// Returns notes about gathers whose streams have more dimensions than the kernel declares.
fn ranks(values: &[(Parameter, ArgumentValue)], streams: &[Option<AnyStream>]) -> Vec<String> {
    let note =
        |((parameter, _), stream): (&(Parameter, ArgumentValue), &Option<AnyStream>)| match (parameter.role, stream) {
            (Role::Gather { brackets }, Some(stream)) if stream.shape().rank() > brackets => {
                let (name, shape) = (&parameter.name, stream.shape());
                let (written, first) = ("[]".repeat(brackets), if brackets == 1 { "row" } else { "plane" });
                Some(format!(
                    "gather `{name}{written}` is given a stream of {shape}: its indices reach only the first {first}"
                ))
            }
            _ => None,
        };
    values.iter().zip(streams).filter_map(note).collect()
}

impl Run {
    pub fn run(&self, common: &Common) -> anyhow::Result<()> {
        if let Some(done) = self.other_language(common) {
            return done;
        }
        let refuse_options = |what: &str| {
            if self.listing.is_given() {
                usage("run", format!("-i, -c and -o are for kernels and listings (.fp), and {what}"));
            }
        };
        let file = open(&self.file, &self.brook)?;
        if let Some((others, arguments)) = self.program(&file) {
            refuse_options("this is a whole program: it takes words behind `--`");
            return program::run(&self.file, &others, file, &arguments, &self.brook, self.no_cache, common);
        }
        if !self.with.is_empty() || !self.rest.is_empty() {
            let what = if self.with.is_empty() { "arguments behind `--` are" } else { "--with is" };
            usage("run", format!("{what} for programs with a `main`, and {} has none", self.file.display()));
        }
        let Some(name) = &self.kernel else {
            refuse_options("no kernel is named");
            common.no_trace("run");
            let unit = compiled_to_run(&self.file, &file, None, common)?;
            let signatures: Vec<String> = unit.kernels.iter().map(|kernel| signature(kernel, &unit.records)).collect();
            if signatures.is_empty() {
                bail!("{} has no kernel that the host can call", self.file.display());
            }
            return print(signatures.join("\n"));
        };
        let unit = compiled_to_run(&self.file, &file, Some(name), common)?;
        let Some(kernel) = unit.kernel(name).cloned() else { usage("run", no_kernel(&self.file, &unit, name)) };
        // The same message as clap has for an invalid value.
        let refused =
            |word: &str, why: String| usage("run", format!("invalid value '{word}' for '[NAME=VALUE]...': {why}"));
        let options = self.listing.words(&kernel);
        let given = self.words.iter().chain(&options).map(|word| parse(word).unwrap_or_else(|why| refused(word, why)));
        let given: Vec<_> = given.collect();
        let values = arguments::values("run", &given, &unit, &kernel);
        // The program and its includes are read as well, so a trace must not overwrite them.
        let texts = unit.warnings.files.0.iter().skip(1).map(|file| PathBuf::from(&file.name));
        let texts: Vec<PathBuf> = std::iter::once(self.file.clone()).chain(texts).collect();
        let mut files: Vec<&Path> = texts.iter().map(PathBuf::as_path).collect();
        let mut written: Vec<&Path> = Vec::new();
        common.one_stdin("run", values.iter().filter_map(|(_, value)| value.input()));
        for (parameter, value) in &values {
            match value {
                ArgumentValue::Output(path) => {
                    if written.iter().any(|file| *file == path || io::same_file(file, path)) {
                        usage("run", format!("{} is written twice", path.display()));
                    }
                    match parameter.ty {
                        Type::Record(_) => io::check_records_output(path)?,
                        _ => io::check_output(path)?,
                    }
                    written.push(path);
                }
                ArgumentValue::File(path) => files.push(path),
                _ => {}
            }
        }
        self.depth.check("run", &written);
        self.dtype.check("run", &written);
        files.extend(written);
        let printed = common.run(&files, |session| {
            self.depth.choose(&session.depth);
            self.dtype.choose(&session.dtype);
            session.progress.stages(2 * files.len() as u64 + 1);
            let program = Program::new(&session.device, unit);
            let streams = load(session, &program, &values)?;
            session.notes(&ranks(&values, &streams));
            session.notes(program.rounded_ints(&kernel.name)?.as_slice());
            session.progress.stage("computing");
            match kernel.reduction {
                true => self.reduce(session, &program, &kernel, &values, &streams),
                false => self.map(session, &program, &kernel, &values, &streams).map(|()| Vec::new()),
            }
        })?;
        printed.into_iter().try_for_each(print)
    }

    /// Runs the file if it is not a program in Brook.
    fn other_language(&self, common: &Common) -> Option<anyhow::Result<()>> {
        if is_cg(&self.file) {
            let words: Vec<String> = self.kernel.iter().chain(&self.words).cloned().collect();
            let words: Vec<String> = words.into_iter().chain(self.listing.cg_words()).collect();
            let repeat = Repeat { passes: self.repeat.get(), swaps: self.swap.clone() };
            let given =
                DrawArgs { words: &words, shape: self.shape.as_ref(), repeat: &repeat, pass: &self.listing.pass };
            return Some(self.cg.draw(&self.file, &self.brook, &given, common));
        }
        if is_sequence(&self.file) {
            if self.shape.is_some() || self.repeat.get() != 1 || !self.swap.is_empty() {
                usage(
                    "run",
                    "--shape, --repeat and --swap are not for sequences, which say these things themselves".into(),
                );
            }
            let words = self.kernel.iter().chain(&self.words).cloned().chain(self.listing.cg_words());
            self.listing.pass.refuse("run");
            return Some(self.cg.sequence(&self.file, &self.brook, &words.collect::<Vec<_>>(), common));
        }
        self.cg.refuse("run");
        if self.repeat.get() != 1 || !self.swap.is_empty() {
            usage("run", "--repeat and --swap are only for Cg programs".into());
        }
        if listing::is_listing(&self.file) {
            self.brook.refuse("run");
            return Some(self.listing(common));
        }
        self.listing.pass.refuse("run");
        None
    }

    /// Returns the other files and the arguments of the program if the whole program is to run: it has a `main`, and no kernel is named.
    fn program(&self, file: &ProgramFile) -> Option<(Vec<PathBuf>, Vec<String>)> {
        let named = self.kernel.as_deref().filter(|name| *name != "main");
        if let Some(name) = named
            && is_kernel(file, name)
        {
            return None;
        }
        let words: Vec<&str> = named.into_iter().chain(self.words.iter().map(String::as_str)).collect();
        let parts = words.iter().take_while(|word| is_part(word)).count();
        let mut others = self.with.clone();
        others.extend(words[..parts].iter().map(PathBuf::from));
        // The `main` may be in one of the other files.
        if others.is_empty() && !file.has_main() {
            return None;
        }
        let arguments = words[parts..].iter().map(|word| (*word).to_owned()).chain(self.rest.iter().cloned());
        Some((others, arguments.collect()))
    }

    fn map(
        &self,
        session: &Session,
        program: &Program,
        kernel: &StreamKernel,
        values: &[(Parameter, ArgumentValue)],
        streams: &[Option<AnyStream>],
    ) -> anyhow::Result<()> {
        let outputs = execute(program, kernel, values, streams, self.shape, |call| call.run())?;
        for (_, path, stream) in &outputs {
            save(session, path, stream)?;
        }
        Ok(())
    }

    /// Runs a reduction, and returns the lines to print: none if the result is written to a file.
    fn reduce(
        &self,
        session: &Session,
        program: &Program,
        kernel: &StreamKernel,
        values: &[(Parameter, ArgumentValue)],
        streams: &[Option<AnyStream>],
    ) -> anyhow::Result<Vec<String>> {
        let endless =
            |value: &ArgumentValue| matches!(value, ArgumentValue::Iterator(iterator) if iterator.extents().is_none());
        if let Some((parameter, _)) = values.iter().find(|(_, value)| endless(value)) {
            bail!("the length of iterator `{}` is unknown: write iter:LOW:HIGH:N", parameter.name);
        }
        let mut call = program.reduction(&kernel.name)?;
        for (name, argument) in read(values, streams) {
            call = call.argument(name, argument);
        }
        let output = values.iter().find_map(|(parameter, value)| match value {
            ArgumentValue::Output(path) => Some((parameter, path)),
            _ => None,
        });
        if let Some((parameter, path)) = output {
            let mut stream = program.stream_of(parameter.ty, self.shape.unwrap_or(Shape::from(1)))?;
            call.output(&mut stream)?;
            save(session, path, &stream)?;
            return Ok(Vec::new());
        }
        if self.shape.is_some() {
            usage("run", "--shape is for an output (NAME=@FILE); a printed value has no shape".into());
        }
        let bytes = call.bytes()?;
        let mut rest = bytes.as_slice();
        let accumulator = kernel.parameters.iter().find(|parameter| parameter.role == Role::Accumulator);
        let mut lines = Vec::new();
        for field in accumulator.map_or(&[][..], |parameter| &parameter.fields) {
            let (own, after) = rest.split_at(field.host_bytes());
            rest = after;
            let numbers: Vec<String> = match (field.scalar.range(), field.scalar.steps()) {
                (Some(_), _) => whole_numbers(field, own).iter().map(i64::to_string).collect(),
                (_, steps) => {
                    let counted = |bytes: &[u8]| match *bytes {
                        [a] => f32::from(a) / steps.unwrap_or(1.0),
                        [a, b] => f32::from(u16::from_ne_bytes([a, b])) / steps.unwrap_or(1.0),
                        [a, b, c, d] => f32::from_ne_bytes([a, b, c, d]),
                        _ => 0.0,
                    };
                    own.chunks(field.scalar.bytes()).map(|bytes| io::number(counted(bytes))).collect()
                }
            };
            let name = if field.path.is_empty() { String::new() } else { format!("{}: ", field.path) };
            lines.push(format!("{name}{}", numbers.join(", ")));
        }
        Ok(lines)
    }
}
