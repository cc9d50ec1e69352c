//! `brooklet debug`: shows one fragment of a pass, instruction by instruction, on an emulated chip.

mod given;
mod listing;
mod toolkit;
mod work;

use std::path::PathBuf;

use anyhow::bail;
use clap::Args;
use serde_json::json;

use brooklet::backend::debug::{Fragment, TextOptions};
use brooklet::capture::{Capture, PassStep, Step};
use brooklet::fragment_program::{Chip, counts};
use brooklet::{Device, Error, Shape, brook};

use super::cg::{CgOptions, is_cg, is_sequence};
use super::kernel_file::KernelOptions;
use super::session::Session;
use super::terminal::say;
use super::{Common, print, usage};
use work::Work;

/// Show every instruction, register and texel of one fragment of a pass, on an emulated chip
#[derive(Args)]
#[command(after_help = "Examples:
  brooklet debug bitonic_sort --chip r300 --at 5,3 -i keys=a.npy
  brooklet debug sort --method merge --chip nv40 --at 5 --pass 2 -i keys=a.npy --json
  brooklet debug saxpy.br saxpy --chip r300 --at 5 -i x=x.npy -i y=y.npy -c alpha=2.5
  brooklet debug saxpy.br saxpy --chip r300 --at 5 x=x.npy y=y.npy alpha=2.5
  brooklet debug blur.frag --chip nv40 --at 3,1 -i image=in.npy -c weight=0.25 --hex
  brooklet debug blur.cg --chip nv40 --at 3,1 image=in.npy scale=2
  brooklet debug old.fp --chip r300 --at 0,0 -i 0=a.npy -c local0=0.25,0.5,0.25,0

A primitive (reduce, scan, sort, search, filter) runs by its default method, or by --method. A kernel of the toolkit runs as its \
primitive draws it, with the primitive's inputs: reduce, scan and filter read values (filter keeps those above 0), sort \
reads keys and optional values, search reads sorted and queries. All operators are sums. For a Brook program, name the kernel; a file \
that ends in .frag, .cg or .fp has only one.

For each instruction that the fragment executed, the output shows its line of the listing and of the source, its operands \
(after swizzle and sign), the texel that it fetched and from where, and its destination before and after. A program that does \
not fit the chip is shown too, with a note that says which limit it exceeds. Without --chip, the machine without limits (none) runs it.")]
pub struct Debug {
    /// A primitive or kernel of the toolkit; a Brook program, a kernel's file, a Cg program, or a listing
    #[arg(value_name = "KERNEL|FILE")]
    file: PathBuf,
    /// The kernel or reduction of a Brook program
    #[arg(value_name = "KERNEL")]
    kernel: Option<String>,
    /// The fragment: its column and row in the render target (of a point, in the stream of places), or the index of its element
    #[arg(long, value_name = "X,Y|N", value_parser = parse_at)]
    at: At,
    /// Binds an input, or a texture image unit of a listing, to the array in a file (repeatable)
    #[arg(short, long = "input", value_name = "NAME=FILE", value_parser = pair)]
    inputs: Vec<(String, String)>,
    /// Binds a constant to a number, or to a vector of 2 to 4 numbers (repeatable); a listing has local0, env0 ..
    #[arg(short, long = "constant", value_name = "NAME=NUMBER[,..]", value_parser = pair)]
    constants: Vec<(String, String)>,
    /// Inputs and constants as `brooklet run` takes them: x=x.npy alpha=2.5
    #[arg(value_name = "NAME=VALUE")]
    words: Vec<String>,
    /// The number of the pass, from 1; for a kernel of the toolkit, only the passes that draw it count
    #[arg(long, value_name = "N", default_value = "1", value_parser = super::at_least_one)]
    pass: std::num::NonZeroUsize,
    /// The method of a primitive
    #[arg(long, value_name = "METHOD")]
    method: Option<String>,
    /// The extents of the outputs, slowest first [default: those of the largest input]
    #[arg(long, value_name = "N[,N..]", value_parser = super::run::parse_shape)]
    shape: Option<Shape>,
    #[command(flatten)]
    brook: super::brook::BrookOptions,
    #[command(flatten)]
    given: super::pass::PassOptions,
    #[command(flatten)]
    cg: CgOptions,
    /// Show the bits of all numbers too
    #[arg(long)]
    hex: bool,
    /// The maximum number of instructions to show [default: all]
    #[arg(long, value_name = "N")]
    steps: Option<usize>,
    /// Print JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    kernels: KernelOptions,
}

/// The fragment to show: its column and row in the render target, or the index of its element.
#[derive(Clone, Copy)]
enum At {
    Place(usize, usize),
    Element(usize),
}

fn parse_at(text: &str) -> Result<At, String> {
    let number = |part: &str| {
        let part = part.trim();
        part.parse::<usize>()
            .map_err(|_| format!("`{part}` is not a column, a row or the index of an element, counted from 0"))
    };
    match text.split_once(',') {
        Some((column, row)) => Ok(At::Place(number(column)?, number(row)?)),
        None => Ok(At::Element(number(text)?)),
    }
}

/// Parses `name=value`.
fn pair(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.is_empty() && !value.is_empty() => Ok((name.to_owned(), value.to_owned())),
        _ => Err("expected NAME=VALUE".into()),
    }
}

/// The result of debugging one fragment of a pass.
struct Looked {
    /// A heading that names the pass, if there are several.
    head: Option<String>,
    /// The number of the pass, from 1.
    number: usize,
    /// The names of the kernels of all passes, in order.
    passes: Vec<String>,
    /// The fragment as each program of the pass computes it, in the order in which they run. A pass has several programs if its
    /// kernel was split for the chip.
    programs: Vec<Fragment>,
}

impl Debug {
    pub fn run(mut self, common: &Common) -> anyhow::Result<()> {
        common.no_trace("debug");
        // A word with `=` is a binding, not the name of a kernel.
        if let Some(word) = self.kernel.take_if(|name| name.contains('=')) {
            self.words.insert(0, word);
        }
        if common.dialect.is_some() {
            usage("debug", "only programs of an emulated chip can be debugged: leave out --dialect".into());
        }
        let chip = common.chip.unwrap_or(Chip::None);
        if is_sequence(&self.file) {
            usage("debug", "a sequence has many passes: debug the Cg program that it includes".into());
        }
        let is_cg = is_cg(&self.file);
        if !is_cg {
            self.cg.refuse("debug");
        }
        let mut looked = match super::run::is_listing(&self.file) {
            true => self.listing(common, chip)?,
            false if is_cg => self.cg_program(common, chip)?,
            false => {
                self.given.refuse("debug");
                self.on_device(common, chip)?
            }
        };
        self.note_excess(common, &looked, chip);
        if let Some(max) = self.steps {
            looked.programs.iter_mut().for_each(|program| program.steps.truncate(max));
        }
        if self.json {
            let programs: Vec<_> = looked.programs.iter().map(described).collect();
            let all =
                json!({ "chip": chip.name(), "pass": looked.number, "passes": looked.passes, "programs": programs });
            return print(serde_json::to_string_pretty(&all)?);
        }
        let mut text = looked.head.map_or(String::new(), |head| format!("{head}\n"));
        let count = looked.programs.len();
        for (number, program) in looked.programs.iter().enumerate() {
            if count > 1 {
                text += &format!("{}program {} of {count}\n", if number == 0 { "" } else { "\n" }, number + 1);
            }
            text += &program.to_text(TextOptions { hex: self.hex, max: None });
        }
        print(text.trim_end())
    }

    /// Runs a kernel, a Brook program or a primitive on an emulated device, and debugs a fragment of one of its passes.
    fn on_device(&self, common: &Common, chip: Chip) -> anyhow::Result<Looked> {
        let work = Work::prepare(self, common)?;
        let builder = Device::builder();
        let builder = match common.max_targets {
            Some(targets) => builder.max_targets(targets.get()),
            None => builder,
        };
        let device = builder.emulated(chip)?;
        let looked = self.look(&common.session(device, 0, common.quiet), &work);
        if !looked.as_ref().is_err_and(does_not_fit) {
            return looked;
        }
        // A surveyed device also runs programs that do not fit. It is quiet, because the first run has shown the notes about files.
        let mut looked = looked;
        Device::surveyed(chip, |device| {
            looked = self.look(&common.session(device.clone(), 0, true), &work);
            Ok(())
        })?;
        looked
    }

    /// Runs the work, and debugs a fragment of one of its passes.
    fn look(&self, session: &Session, work: &Work) -> anyhow::Result<Looked> {
        let capture = work.run(self, session)?;
        let drawn = |step: &Step| match step {
            Step::Pass(pass) if work.draws(pass.kernel.name()) => Some(pass.clone()),
            _ => None,
        };
        let steps: Vec<(usize, PassStep)> =
            capture.steps().iter().enumerate().filter_map(|(number, step)| Some((number, drawn(step)?))).collect();
        let number = self.pass.get();
        let Some((step, pass)) = steps.get(number - 1) else {
            match steps.len() {
                0 => bail!("{}", work.nothing_drawn(&capture)),
                count => bail!("there is no pass {number}: passes go from 1 to {count}"),
            }
        };
        let mut replay = capture.replay();
        replay.seek(*step)?;
        let programs = match self.at {
            At::Place(column, row) => replay.debug_at(column, row)?,
            At::Element(element) => replay.debug(element)?,
        };
        let rects: Vec<String> = pass.rects.iter().map(|rect| rect.to_string()).collect();
        let head = (steps.len() > 1).then(|| {
            let (count, name) = (steps.len(), pass.kernel.name());
            let drawn = match &pass.points {
                None => format!("over {}", rects.join(" and ")),
                Some(points) => format!("as points of {0} × {0}", points.size),
            };
            format!("pass {number} of {count}: {name}, drawn {drawn}")
        });
        let passes = steps.iter().map(|(_, pass)| pass.kernel.name().to_owned()).collect();
        Ok(Looked { head, number, passes, programs })
    }

    /// Prints a note for each limit of the chip that a program exceeds.
    fn note_excess(&self, common: &Common, looked: &Looked, chip: Chip) {
        if common.quiet {
            return;
        }
        for fragment in &looked.programs {
            for excess in counts::check(&fragment.program, chip) {
                let name = &fragment.program.name;
                say(format!("note: `{name}` does not fit {chip}: {excess}; it is shown as if the chip had enough"));
            }
        }
    }
}

/// Returns a program's fragment as JSON, with the limits of the chip that the program exceeds.
fn described(fragment: &Fragment) -> serde_json::Value {
    let mut described = fragment.to_json();
    described["excess"] = counts::check(&fragment.program, fragment.chip)
        .iter()
        .map(|excess| {
            json!({
                "resource": excess.resource.name(), "needed": excess.needed, "available": excess.available,
            })
        })
        .collect();
    described
}

/// Returns whether work failed because the chip cannot run a kernel: it lacks a feature, or the kernel exceeds a limit.
fn does_not_fit(error: &anyhow::Error) -> bool {
    let of_device = |error: &Error| matches!(error, Error::Backend(_)) && error.is_missing_feature();
    match (error.downcast_ref(), error.downcast_ref()) {
        (Some(error), _) | (_, Some(brook::Error::Device(error))) => of_device(error),
        _ => false,
    }
}

/// Captures work that returns errors of any type.
fn captured(device: &Device, work: impl FnOnce() -> anyhow::Result<()>) -> anyhow::Result<std::rc::Rc<Capture>> {
    let mut result = Ok(());
    let ((), capture) = device.capture(|| {
        result = work();
        Ok(())
    })?;
    result?;
    Ok(capture)
}
