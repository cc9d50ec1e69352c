//! `brooklet export`: writes the passes of a primitive, an expression or a kernel as plain data and shaders.

mod calls;
mod folder;
mod options;
mod own;

use std::num::NonZeroUsize;
use std::path::PathBuf;

use anyhow::{anyhow, bail};
use clap::Args;

use brooklet::catalog;
use brooklet::export::{Export as Recorded, ExportError, PlanSize, Target};
use brooklet::{Error, Layout, LayoutError, Shape};

use super::kernel_file::{self, KernelOptions};
use super::{Common, print, usage};
use calls::Call;
use options::Options;
use own::{Expression, OwnKernel};

/// Write the passes of a primitive, an expression or a kernel as data and shaders, for engines that take no library
#[derive(Args)]
#[command(after_help = "Examples:
  brooklet export argsort --bits 16 --count 1048576 -o order
  brooklet export sort --values --descending --count 1000,4096,65536 -o sorted
  brooklet export filter --keep 'x > 0.5' --count 65536 -o kept
  brooklet export quantile 0.25,0.5,0.75 --count 10000 -o quartiles
  brooklet export scan --axis 1 --shape 256,256 -o sums
  brooklet export map 'a * x + b' -i x -c a=2 -c b=1 --count 4096 -o saxpy
  brooklet export blur.frag -c weight=0.25 --shape 480,640 --max-targets 1 -o blur

Writes into DIR: plan.json, which says what textures to allocate, and which passes to draw with which program, inputs, uniforms and \
render targets; a shader in GLSL ES 3.00 for each program; and run.js, a runner for WebGL 2 without dependencies. The guide's page on \
export describes each field, and how to run the passes by hand in Unity, VRChat, Godot or Filament.

A plan is for one number of elements. --count N,N.. writes several plans, which share their shaders, and says what depends on the number. \
Nothing reads data back: filter, unique, run-lengths and group leave their results at the front of a texture that has room for all, and \
the number of results in a texel. All inputs are float32. Passes have up to 4 render targets, or as \
--max-targets says: with 1, any engine can draw them. No driver is asked.

If DIR is an earlier export, it is replaced; it may be empty; anything else there is an error.")]
pub struct Export {
    #[arg(value_name = "PRIMITIVE|map|FILE.frag", help = what_is_exported())]
    what: String,
    /// For map the expression, for quantile the quantiles; for convolve weights (1,2,1;2,4,2;1,2,1), for median-filter
    /// the side of squares
    #[arg(value_name = "WORDS", allow_hyphen_values = true)]
    words: Option<String>,
    /// The number of elements of each input; several give a plan each
    #[arg(
        long,
        value_name = "N[,N..]",
        value_delimiter = ',',
        value_parser = super::at_least_one,
        required_unless_present = "shape",
        conflicts_with = "shape"
    )]
    count: Vec<NonZeroUsize>,
    /// The extents of the inputs, slowest first, instead of --count
    #[arg(long, value_name = "N,N[,N..]", value_parser = super::run::parse_shape)]
    shape: Option<Shape>,
    /// The number of elements of one input, where it is another: --count-of queries=1000 (repeatable)
    #[arg(long, value_name = "NAME=N", value_parser = count_of)]
    count_of: Vec<(String, NonZeroUsize)>,
    /// Where the files go
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,
    /// Inputs and results are packed: four elements in a texel, which saves passes
    #[arg(long)]
    packed: bool,
    /// The largest extent of a texture on the devices that will run the passes
    #[arg(long, value_name = "N", default_value = "4096", value_parser = super::at_least_one)]
    largest_texture: NonZeroUsize,
    #[command(flatten)]
    options: Options,
    #[command(flatten)]
    kernels: KernelOptions,
}

fn what_is_exported() -> String {
    let names: Vec<&str> = catalog::names().collect();
    format!("A primitive ({}), map, or the file of a kernel", names.join(", "))
}

fn count_of(text: &str) -> Result<(String, NonZeroUsize), String> {
    match text.split_once('=') {
        Some((name, count)) if !name.is_empty() => Ok((name.to_owned(), super::at_least_one(count)?)),
        _ => Err("expected NAME=N".to_owned()),
    }
}

/// What is exported.
enum Work {
    Primitive(Call),
    Expression(Expression),
    Kernel(OwnKernel),
}

impl Export {
    pub fn run(&self, common: &Common) -> anyhow::Result<()> {
        common.no_trace("export");
        if common.dialect.is_some() || common.chip.is_some() || common.adapter.is_some() {
            usage("export", "--dialect, --chip and --adapter choose who runs passes, and an export runs none".into());
        }
        let place = folder::Place::check(&self.output)?;
        let work = self.work(common)?;
        self.check_counts(&work);
        let target = Target {
            texture: self.largest_texture.get(),
            targets: common.max_targets.map_or(Target::default().targets, NonZeroUsize::get),
        };
        let mut export = Recorded::new(&self.described(), target)?;
        for shape in self.shapes() {
            let inputs = Extents { shape, counts: &self.count_of, layout: self.layout() };
            let added = export.add(shape.count(), |recording| match &work {
                Work::Primitive(call) => call.record(recording, &inputs),
                Work::Expression(expression) => expression.record(recording, &inputs),
                Work::Kernel(kernel) => kernel.record(recording, &inputs),
            });
            added.map_err(explained)?;
        }
        let mut files = export.files();
        files.push(("run.js".to_owned(), include_str!("../../web/export/run.js").to_owned()));
        place.write(&files)?;
        if !common.quiet {
            export.sizes().iter().try_for_each(|size| print(summary(size)))?;
        }
        Ok(())
    }

    fn work(&self, common: &Common) -> anyhow::Result<Work> {
        let name = self.what.as_str();
        let no_words = || {
            if let Some(words) = &self.words {
                usage("export", format!("`{name}` takes no further words, and `{words}` follows it"));
            }
        };
        if name == "map" {
            let Some(expression) = &self.words else {
                usage("export", "map needs an expression: brooklet export map 'a * x + b' -i x ..".into())
            };
            self.options.check("map", &["input", "constant"]);
            return Ok(Work::Expression(Expression::new(expression, &self.options)));
        }
        if catalog::find(name).is_some() && !std::path::Path::new(name).is_file() {
            if !["quantile", "quantile-axis", "convolve", "median-filter"].contains(&name) {
                no_words();
            }
            return Ok(Work::Primitive(Call::new(name, self.words.as_deref(), &self.options)?));
        }
        let path = PathBuf::from(name);
        if path.extension().is_none() && !path.exists() {
            let names: Vec<&str> = catalog::names().collect();
            bail!("there is no primitive or file `{name}`; the primitives are map, {}", names.join(", "));
        }
        if !kernel_file::is_kernel(&path)? {
            bail!("{name} is no kernel, whose file ends in .frag: programs in Brook are not exported");
        }
        no_words();
        self.options.check("a kernel", &["constant"]);
        Ok(Work::Kernel(OwnKernel::open(&path, &self.kernels, &self.options, common)?))
    }

    /// Ends the program with a usage error if `--count-of` names an input that there is not, or `--count` has a number twice.
    fn check_counts(&self, work: &Work) {
        let names = match work {
            Work::Primitive(call) => call.inputs(),
            Work::Expression(expression) => expression.inputs(),
            Work::Kernel(kernel) => kernel.inputs(),
        };
        if let Some((name, _)) = self.count_of.iter().find(|(name, _)| !names.contains(name)) {
            usage("export", format!("there is no input `{name}`; there are {}", names.join(", ")));
        }
        let twice = |(number, count): &(usize, &NonZeroUsize)| self.count[..*number].contains(count);
        if let Some((_, count)) = self.count.iter().enumerate().find(twice) {
            usage("export", format!("--count has {count} twice, and a plan is for one number of elements"));
        }
    }

    fn shapes(&self) -> Vec<Shape> {
        match self.shape {
            Some(shape) if shape.count() == 0 => usage("export", format!("a shape of {shape} has no elements")),
            Some(shape) => vec![shape],
            None => self.count.iter().map(|count| Shape::from(count.get())).collect(),
        }
    }

    fn layout(&self) -> Layout {
        if self.packed { Layout::Packed } else { Layout::Plain }
    }

    /// Returns a line that says what is exported.
    fn described(&self) -> String {
        let quoted = |word: &str| match word.contains(' ') {
            true => format!("'{word}'"),
            false => word.to_owned(),
        };
        let mut words = vec![quoted(&self.what)];
        words.extend(self.words.as_deref().map(quoted));
        words.extend(self.options.words().iter().map(|word| quoted(word)));
        words.extend(self.packed.then(|| "--packed".to_owned()));
        words.join(" ")
    }
}

/// The extents of inputs.
pub struct Extents<'a> {
    shape: Shape,
    counts: &'a [(String, NonZeroUsize)],
    layout: Layout,
}

impl Extents<'_> {
    /// Returns the shape of an input.
    fn of(&self, name: &str) -> Shape {
        let own = self.counts.iter().find(|(own, _)| own == name);
        own.map_or(self.shape, |(_, count)| Shape::from(count.get()))
    }
}

/// Returns an error of an export as the command prints it.
fn explained(error: ExportError) -> anyhow::Error {
    match error {
        ExportError::Work(Error::Layout(error @ LayoutError::TooLarge { .. })) => {
            anyhow!("{error}; if all devices that will run it have larger ones: --largest-texture N")
        }
        // What is wrong in an expression is shown in colour.
        ExportError::Work(error) => error.into(),
        error => error.into(),
    }
}

fn summary(size: &PlanSize) -> String {
    let bytes = |bytes: usize| match bytes {
        0..10_000 => format!("{bytes} bytes"),
        10_000..10_000_000 => format!("{} kB", bytes / 1000),
        _ => format!("{} MB", bytes / 1_000_000),
    };
    let plural = |count: usize, one: &str, more: &str| format!("{count} {}", if count == 1 { one } else { more });
    let PlanSize { count, passes, input_bytes, own_bytes } = *size;
    let (elements, passes) = (plural(count, "element", "elements"), plural(passes, "pass", "passes"));
    format!("{elements}: {passes}, {} of inputs, {} of other textures", bytes(input_bytes), bytes(own_bytes))
}
