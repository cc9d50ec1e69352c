//! `brooklet compile`: compiles Brook kernels and kernels of the library to GLSL, or to fragment programs of a chip.

mod chip;
mod describe;

use std::path::PathBuf;

use anyhow::{Context, bail};
use clap::Args;
use serde_json::json;

use brooklet::brook::ir::StreamKernel;
use brooklet::brook::{CallLayouts, PlanLimits, Unit};
use brooklet::catalog::{self, Primitive};
use brooklet::fragment_program::{Chip, Settings};
use brooklet::{Device, Dialect, FloatInts, Layout, Shape, glsl, io};

use super::brook::{BrookOptions, compiled, no_kernel, refused, show};
use super::cg::{CgOptions, Form, is_cg, is_sequence};
use super::family::either;
use super::kernel_file::{KernelOptions, is_kernel};
use super::number::parse_float;
use super::terminal::say;
use super::{Common, print, usage};
use chip::Listings;

/// Compile Brook programs and kernels to GLSL, and those and Cg for a chip of 2002 to 2006, to be read
#[derive(Args)]
#[command(after_help = "Examples:
  brooklet compile saxpy.br
  brooklet compile cloth.br --kernel cloth --max-outputs 1 --dialect es
  brooklet compile rays.br -o shaders
  brooklet compile rays.br --json
  brooklet compile blur.frag --dialect gl2
  brooklet compile saxpy.br --chip r300
  brooklet compile steps.frag --chip nv40 -c steps=9 -o listings
  brooklet compile scan --chip r300
  brooklet compile blur.cg --entry main --chip nv40 -D SIZE=3

A kernel with more outputs than a pass has render targets becomes several passes, each with the code that its outputs \
need. The shaders are those for inputs of the output's shape. A file that ends in .frag is a kernel of the library: one \
shader, for plain streams. No driver is asked.

With --chip the passes become fragment programs, as the assemblers of that time take them: what each takes of the chip is \
said behind it, and what of it there is not enough of, with the lines that cost it. -o writes NAME.fp for those that fit. \
Exit code 1 if none does; the listing of one that is too long to be cut is in --json alone. `brooklet chips` lists the chips.

Where there are no integers, on a chip before 2006 and in OpenGL 2.1, ints are floats. A kernel whose text has an int that \
those do not hold is refused; one whose arithmetic may go beyond what is exact is compiled, with a note.")]
pub struct Compile {
    #[arg(value_name = "FILE.br|FILE.cg|FILE.frag|PRIMITIVE", help = what_is_compiled())]
    file: PathBuf,
    /// Only this kernel or reduction [default: all]
    #[arg(long, value_name = "KERNEL")]
    kernel: Option<String>,
    /// Render targets of a pass
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u8).range(1..=32))]
    max_outputs: u8,
    /// Print the interface of every kernel as JSON: its parameters, and the passes with what they are given
    #[arg(long)]
    json: bool,
    /// With --chip: the value of a constant, or of a uniform of a Cg program, that a loop depends on
    #[arg(short, long = "constant", value_name = "NAME=NUMBER", value_parser = constant, requires = "chip")]
    constants: Vec<(String, brooklet::Value)>,
    /// With --chip: the shape of all streams, which loops may depend on [default: 1048576; for a primitive 4096]
    #[arg(long, value_name = "SHAPE", value_parser = super::run::parse_shape, requires = "chip")]
    shape: Option<Shape>,
    #[command(flatten)]
    kernels: KernelOptions,
    #[command(flatten)]
    brook: BrookOptions,
    #[command(flatten)]
    cg: CgOptions,
    /// Write a shader a pass into this directory: KERNEL.frag, or KERNEL.1.frag and so on
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,
}

fn what_is_compiled() -> String {
    format!(
        "The program, or the kernel; with --chip a primitive too: {}",
        either(&catalog::names().collect::<Vec<_>>())
    )
}

impl Compile {
    pub fn run(&self, common: &Common) -> anyhow::Result<()> {
        common.no_trace("compile");
        if common.chip.is_some() && common.dialect.is_some() {
            usage("compile", "--chip compiles for a chip, --dialect to GLSL: give one of them".into());
        }
        if is_sequence(&self.file) {
            usage("compile", "a sequence is run, not compiled: compile the Cg program that it includes".into());
        }
        if is_cg(&self.file) {
            if self.kernel.is_some() || self.shape.is_some() {
                usage("compile", "--kernel and --shape are not for Cg programs: --entry names a function".into());
            }
            let form = Form { folder: self.output.as_deref(), json: self.json, values: uniforms(&self.constants) };
            return self.cg.compile(&self.file, &self.brook, &form, common);
        }
        self.cg.refuse("compile");
        if let Some(primitive) = self.primitive() {
            self.brook.refuse("compile");
            let Some(chip) = common.chip else {
                let name = primitive.name;
                usage("compile", format!("`{name}` is a primitive: its passes are compiled for a chip, with --chip"));
            };
            let mut listings = self.listings(chip);
            listings.primitive(primitive)?;
            return listings.finish(self.output.as_deref(), self.json);
        }
        if is_kernel(&self.file)? {
            self.brook.refuse("compile");
            return self.kernel_file(common);
        }
        let unit = compiled(&self.file, self.kernel.as_deref(), &self.brook, common)?;
        if let Some(chip) = common.chip {
            return self.for_chip(common, chip, &unit);
        }
        let dialect = common.dialect.map_or_else(Dialect::default, Dialect::from);
        let mut described = Vec::new();
        let mut staged = Vec::new();
        let mut texts = Vec::new();
        let made = self.folder()?;
        let ints = FloatInts::of_dialect(dialect);
        for kernel in self.wanted(&unit)? {
            note(common, rounded(ints.as_ref(), kernel, &unit)?);
            let integers = FloatInts::of_dialect(dialect).is_none();
            let targets = PlanLimits { outputs: self.max_outputs.into(), integers, ..PlanLimits::default() };
            let plan = unit.plan(kernel, &CallLayouts::as_written(kernel), targets)?;
            let mut shaders = Vec::new();
            for pass in &plan.passes {
                let shader = glsl::text(&pass.kernel, dialect, Layout::Plain)
                    .with_context(|| format!("cannot compile kernel `{}`", kernel.name))?;
                if let Some(folder) = &self.output {
                    let path = folder.join(format!("{}.frag", pass.name()));
                    staged.push(io::stage(&path, |out| out.write_all(shader.as_bytes()))?);
                }
                shaders.push(shader);
            }
            if self.json {
                described.push(describe::brook(kernel, &plan, &unit.records, &shaders));
            } else if self.output.is_none() {
                texts.extend(shaders);
            }
        }
        for file in staged {
            file.commit()?;
        }
        made.into_iter().for_each(io::Directory::keep);
        if self.json {
            let dialect = dialect.name();
            let sub_kernels = &unit.sub_kernels;
            let all = json!({ "dialect": dialect, "kernels": described, "sub_kernels": sub_kernels });
            print(serde_json::to_string_pretty(&all)?)?;
        } else if self.output.is_none() {
            print(texts.join("\n").trim_end())?;
        }
        Ok(())
    }

    /// Compiles the passes of a program to listings for a chip.
    fn for_chip(&self, common: &Common, chip: Chip, unit: &Unit) -> anyhow::Result<()> {
        let mut listings = self.listings(chip);
        let ints = Device::emulated(chip)?.float_ints();
        let wanted = self.wanted(unit)?;
        for kernel in &wanted {
            match rounded(ints.as_ref(), kernel, unit) {
                Ok(found) => note(common, found),
                Err(error) if wanted.len() == 1 => return Err(error.into()),
                Err(error) => {
                    listings.refuse(&kernel.name, error.to_string());
                    continue;
                }
            }
            let outputs = usize::from(self.max_outputs).min(chip.profile().targets.value);
            let profile = chip.profile();
            let targets = PlanLimits {
                outputs,
                mixed_formats: !profile.one_format.value,
                integers: profile.integers.value,
                fan_in: PlanLimits::fan_in(profile.alu.value.max().map_or(u32::MAX, |max| max as u32)),
                ..PlanLimits::default()
            };
            let plan = unit.plan(kernel, &CallLayouts::as_written(kernel), targets)?;
            for pass in &plan.passes {
                listings.add(&kernel.name, pass.name(), &pass.kernel)?;
            }
        }
        listings.finish(self.output.as_deref(), self.json)
    }

    /// Returns the primitive that the argument names, unless it is an existing file.
    fn primitive(&self) -> Option<&'static Primitive> {
        let named = catalog::find(self.file.to_str()?)?;
        (!self.file.exists()).then_some(named)
    }

    fn listings(&self, chip: Chip) -> Listings {
        let settings = Settings::default();
        // A primitive is run to find its passes, so its default shape is smaller.
        let default = if self.primitive().is_some() { Shape::from(1 << 12) } else { settings.shape };
        let shape = self.shape.unwrap_or(default);
        Listings::new(chip, Settings { shape, constants: self.constants.clone(), ..settings })
    }

    /// Makes the directory for shaders, if one is named.
    fn folder(&self) -> Result<Option<io::Directory>, io::Error> {
        self.output.as_deref().map(io::Directory::make).transpose()
    }

    /// Compiles the file of a kernel of the library.
    fn kernel_file(&self, common: &Common) -> anyhow::Result<()> {
        if self.kernel.is_some() {
            usage("compile", format!("{} is one kernel: leave out --kernel", self.file.display()));
        }
        let (kernel, warnings) = self.kernels.compile(&self.file)?.map_err(|found| refused(&self.file, &found))?;
        if !common.quiet {
            show(&warnings);
        }
        if let Some(chip) = common.chip {
            if let Some(ints) = Device::emulated(chip)?.float_ints() {
                note(common, ints.rounded(&kernel)?);
            }
            let mut listings = self.listings(chip);
            listings.add(&kernel.name, &kernel.name, &kernel)?;
            return listings.finish(self.output.as_deref(), self.json);
        }
        let dialect = common.dialect.map_or_else(Dialect::default, Dialect::from);
        if let Some(ints) = FloatInts::of_dialect(dialect) {
            note(common, ints.rounded(&kernel)?);
        }
        let shader = glsl::text(&kernel, dialect, Layout::Plain)
            .with_context(|| format!("cannot compile {}", self.file.display()))?;
        if let Some(folder) = &self.output {
            let made = self.folder()?;
            io::stage(&folder.join(format!("{}.frag", kernel.name)), |out| out.write_all(shader.as_bytes()))?
                .commit()?;
            made.into_iter().for_each(io::Directory::keep);
        }
        if self.json {
            let described = describe::kernel(&kernel, &shader);
            print(serde_json::to_string_pretty(&json!({ "dialect": dialect.name(), "kernels": [described] }))?)?;
        } else if self.output.is_none() {
            print(shader.trim_end())?;
        }
        Ok(())
    }

    fn wanted<'a>(&self, unit: &'a Unit) -> anyhow::Result<Vec<&'a StreamKernel>> {
        let Some(name) = &self.kernel else {
            if unit.kernels.is_empty() {
                bail!("{} has no kernel that the host can call", self.file.display());
            }
            return Ok(unit.kernels.iter().collect());
        };
        match unit.kernel(name) {
            Some(kernel) => Ok(vec![kernel]),
            None => usage("compile", no_kernel(&self.file, unit, name)),
        }
    }
}

/// Returns the note on a kernel's ints if they are floats and may be rounded.
fn rounded(ints: Option<&FloatInts>, kernel: &StreamKernel, unit: &Unit) -> Result<Option<String>, brooklet::Error> {
    ints.map_or(Ok(None), |ints| ints.rounded_in_stream_kernel(kernel, &unit.warnings.files))
}

/// Prints the note, unless `--quiet` is given.
fn note(common: &Common, found: Option<String>) {
    if let Some(found) = found.filter(|_| !common.quiet) {
        say(format!("note: {found}"));
    }
}

/// Returns the numbers of uniforms.
fn uniforms(constants: &[(String, brooklet::Value)]) -> Vec<(String, Vec<f32>)> {
    let number = |value: &brooklet::Value| match value {
        brooklet::Value::Float(number) => *number,
        brooklet::Value::Index(number) => *number as f32,
        other => unreachable!("{other:?} is parsed nowhere"),
    };
    constants.iter().map(|(name, value)| (name.clone(), vec![number(value)])).collect()
}

/// Parses the value of a constant: `steps=9`.
fn constant(text: &str) -> Result<(String, brooklet::Value), String> {
    let (name, value) = text.split_once('=').ok_or("expected a name and a number, as in steps=9")?;
    let value = match value.parse::<i64>() {
        Ok(int) => brooklet::Value::Index(int),
        Err(_) => brooklet::Value::Float(parse_float(value)?),
    };
    Ok((name.to_owned(), value))
}
