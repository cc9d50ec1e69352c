//! `brooklet compile --chip`: compiles kernels to fragment programs of a chip, and reports the resources that they use.

mod json;

use std::fmt::Write;
use std::path::Path;

use anyhow::{anyhow, bail};

use brooklet::catalog::{Data, Filtering, Options, Predicate, Primitive};
use brooklet::fragment_program::counts::Counts;
use brooklet::fragment_program::listing::{self, Names};
use brooklet::fragment_program::{Chip, Compiled, Settings, Uncut, Write as Destination, compile};
use brooklet::io;
use brooklet::ir::Kernel;
use brooklet::{Device, Error, Shape};

use crate::cli::brook::counted;
use crate::cli::excess::{lines, taken};
use crate::cli::print;

/// A pass and the outcome of compiling it.
struct Pass {
    kernel: String,
    name: String,
    outcome: Result<Program, Refused>,
}

/// The reason why a pass has no program on a chip.
struct Refused {
    why: String,
    /// The constants that need values for it to compile.
    missing: Vec<String>,
}

/// The program of a pass on a chip.
struct Program {
    compiled: Compiled,
    /// The listing of the program. If it does not fit and is cut, the listings of its parts.
    texts: Vec<String>,
    /// The number of inputs of its kernel.
    inputs: usize,
}

impl Program {
    fn of(compiled: Compiled, kernel: &Kernel) -> anyhow::Result<Program> {
        let print = |program, names: &Names| listing::print(program, names).map_err(|error| anyhow!("{error}"));
        let texts = match &compiled.partition {
            None => vec![print(&compiled.program, &Names::of(kernel))?],
            Some(partition) => {
                let names = Names::of(kernel).with_intermediates(partition.textures.len());
                partition.passes.iter().map(|pass| print(&pass.program, &names)).collect::<anyhow::Result<_>>()?
            }
        };
        Ok(Program { compiled, texts, inputs: kernel.interface.inputs.len() })
    }

    /// Returns whether the program is so long that it cannot even be cut for the chip. Its listing is shown only on request.
    fn is_too_long(&self) -> bool {
        matches!(self.compiled.uncut, Some(Uncut::TooLong { .. } | Uncut::TooManyPasses { .. }))
    }
}

/// The programs of passes on a chip.
pub struct Listings {
    chip: Chip,
    settings: Settings,
    /// The constants of the settings that no kernel had so far.
    unknown: Vec<String>,
    passes: Vec<Pass>,
}

impl Listings {
    pub fn new(chip: Chip, settings: Settings) -> Listings {
        let unknown = settings.constants.iter().map(|(name, _)| name.clone()).collect();
        Listings { chip, settings, unknown, passes: Vec::new() }
    }

    /// Compiles a pass of the kernel `name` and adds it. `pass` is the name of the pass and of its file.
    pub fn add(&mut self, name: &str, pass: &str, kernel: &Kernel) -> anyhow::Result<()> {
        let mut settings = self.settings.clone();
        let has = |name: &str| kernel.interface.constants.iter().any(|constant| constant.name == name);
        settings.constants.retain(|(name, _)| has(name));
        self.unknown.retain(|name| !has(name));
        let outcome = match compile(kernel, self.chip, &settings) {
            Ok(compiled) => Ok(Program::of(compiled, kernel)?),
            Err(refusal) => Err(Refused { why: refusal.to_string(), missing: refusal.missing().to_vec() }),
        };
        self.passes.push(Pass { kernel: name.to_owned(), name: pass.to_owned(), outcome });
        Ok(())
    }

    /// Adds a kernel that the chip cannot run.
    pub fn refuse(&mut self, kernel: &str, why: String) {
        let outcome = Err(Refused { why, missing: Vec::new() });
        self.passes.push(Pass { kernel: kernel.to_owned(), name: kernel.to_owned(), outcome });
    }

    /// Adds the passes of a primitive of the toolkit, by the chip's default method. The shape decides which passes there are.
    pub fn primitive(&mut self, primitive: &Primitive) -> anyhow::Result<()> {
        let shape = self.settings.shape;
        let programs = Device::surveyed(self.chip, |device| run(device, primitive, shape))?;
        for (number, (kernel, compiled)) in programs.into_iter().enumerate() {
            let program = Program::of(compiled, &kernel)?;
            let name = format!("{}.{}.{}", primitive.name, number + 1, kernel.name);
            self.passes.push(Pass { kernel: kernel.name.clone(), name, outcome: Ok(program) });
        }
        Ok(())
    }

    /// Prints the listings, or writes those that fit. Returns an error if no pass fits.
    pub fn finish(self, folder: Option<&Path>, json: bool) -> anyhow::Result<()> {
        if let [name, ..] = &self.unknown[..] {
            bail!("no kernel here has a constant `{name}`, which --constant gives a value");
        }
        if let Some(folder) = folder {
            self.write(folder)?;
        }
        if json {
            print(serde_json::to_string_pretty(&self.json())?)?;
        } else if folder.is_none() {
            let texts: Vec<String> = self.passes.iter().map(|pass| self.text(pass)).collect();
            print(texts.join("\n").trim_end())?;
        } else {
            let said: Vec<String> = self.passes.iter().map(|pass| self.verdict(pass)).collect();
            print(said.join("").trim_end())?;
        }
        match self.passes.iter().any(runs) {
            true => Ok(()),
            false if self.passes.len() == 1 => bail!("`{}` does not fit chip {}", self.passes[0].name, self.chip),
            false => bail!("none of {} passes fits chip {}", self.passes.len(), self.chip),
        }
    }

    fn write(&self, folder: &Path) -> anyhow::Result<()> {
        let made = io::Directory::make(folder)?;
        let mut staged = Vec::new();
        for pass in self.passes.iter().filter(|pass| runs(pass)) {
            let Ok(program) = &pass.outcome else { continue };
            for (number, text) in program.texts.iter().enumerate() {
                let path = folder.join(format!("{}.fp", part_name(&pass.name, number, program.texts.len())));
                staged.push(io::stage(&path, |out| out.write_all(text.as_bytes()))?);
            }
        }
        if staged.is_empty() {
            return Ok(());
        }
        for file in staged {
            file.commit()?;
        }
        made.keep();
        Ok(())
    }

    /// Returns a listing, followed by the report on it as comments.
    fn text(&self, pass: &Pass) -> String {
        let comment = |text: &str| text.lines().map(|line| format!("# {line}\n")).collect::<String>();
        match &pass.outcome {
            Ok(program) if program.is_too_long() => {
                let count = program.compiled.program.instructions.len();
                let left_out = format!("its listing of {count} instructions is left out; --json has it");
                comment(&self.verdict(pass)) + &comment(&left_out)
            }
            Ok(program) => {
                let mut all: String = program.texts[..program.texts.len() - 1]
                    .iter()
                    .enumerate()
                    .map(|(number, text)| {
                        format!("{}\n{}\n", text.trim_end(), comment(&self.part(pass, program, number)))
                    })
                    .collect();
                let last = program.texts.last().map_or("", |text| text.trim_end());
                let _ = write!(all, "{last}\n{}", comment(&self.verdict(pass)));
                all
            }
            Err(_) => comment(&self.verdict(pass)),
        }
    }

    /// Returns the report on a pass: the resources that it uses, and those that the chip does not have enough of.
    fn verdict(&self, pass: &Pass) -> String {
        let program = match &pass.outcome {
            Ok(program) => program,
            Err(Refused { why, missing }) => {
                let give = missing.iter().map(|name| format!("-c {name}=NUMBER")).collect::<Vec<_>>();
                let give = if give.is_empty() { String::new() } else { format!("\n  give {}", give.join(" ")) };
                return format!("{}: {why}{give}\n", pass.name);
            }
        };
        let compiled = &program.compiled;
        let word = if compiled.excess.is_empty() { "fits" } else { "does not fit" };
        let mut text = format!("{}: {word} chip {}: {}\n", pass.name, self.chip, taken(&compiled.counts));
        for excess in &compiled.excess {
            let _ = writeln!(text, "  {excess}");
            for line in lines(excess, &compiled.program.files) {
                let _ = writeln!(text, "    {line}");
            }
        }
        if let Some(uncut) = compiled.uncut {
            let _ = writeln!(text, "  {uncut}");
        }
        if let Some(partition) = &compiled.partition {
            let textures = counted(partition.textures.len(), "intermediate texture");
            let _ = writeln!(text, "  so it is cut into {} passes, with {textures}:", partition.passes.len());
            for number in 0..partition.passes.len() {
                let _ = writeln!(text, "  {}", self.part(pass, program, number).trim_end());
            }
        }
        text
    }

    /// Returns the report on one of the passes into which a pass is cut.
    fn part(&self, pass: &Pass, program: &Program, number: usize) -> String {
        let Some(partition) = &program.compiled.partition else { return String::new() };
        let own = &partition.passes[number];
        let reads = own.program.samplers.iter().filter(|sampler| sampler.input >= program.inputs).count();
        let writes = own.writes.iter().filter(|write| matches!(write, Destination::Intermediate(_))).count();
        let name = part_name(&pass.name, number, partition.passes.len());
        let taken = taken(&Counts::of(&own.program));
        format!("{name}: fits chip {}: {taken}; intermediates {reads} read, {writes} written\n", self.chip)
    }
}

/// Runs a primitive by its default method.
fn run(device: &Device, primitive: &Primitive, shape: Shape) -> Result<(), Error> {
    let count = shape.count();
    let needed = primitive.inputs.iter().filter(|input| !input.optional);
    let streams = needed.map(|input| match input.data {
        Data::Sorted | Data::OtherSorted => device.upload(&(0..count).map(|i| i as f32).collect::<Vec<_>>()),
        _ => device.upload_shaped(shape, &(0..count).map(|i| (i * 7 % count) as f32).collect::<Vec<_>>()),
    });
    let streams = streams.collect::<Result<Vec<_>, _>>()?;
    let options = Options {
        filter: Filtering { keep: Some(Predicate::Above(1.0)), ..Filtering::default() },
        ..Options::default()
    };
    primitive.draw(None, &streams.iter().collect::<Vec<_>>(), &options).map(drop)
}

fn runs(pass: &Pass) -> bool {
    matches!(&pass.outcome, Ok(program) if program.compiled.runs())
}

/// Returns the name of a pass, or of one of the passes into which it is cut.
fn part_name(name: &str, number: usize, of: usize) -> String {
    let width = of.to_string().len();
    if of == 1 { name.to_owned() } else { format!("{name}.{:0width$}of{of}", number + 1) }
}
