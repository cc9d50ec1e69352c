//! `brooklet run LISTING.fp`: runs the listing of a fragment program on the emulator.

use std::path::{Path, PathBuf};

use anyhow::bail;
use clap::Args;

use brooklet::brook::ir::{Parameter, Role, StreamKernel};
use brooklet::fragment_program::Chip;
use brooklet::io::{self, Array, Depth};

use super::Run;
use super::listing_draw::{ListingArguments, ListingDraw, WORDS, invalid, note};
use crate::cli::pass::PassOptions;
use crate::cli::result;
use crate::cli::terminal::say;
use crate::cli::texels::is_unit;
use crate::cli::{Common, usage};

/// What a listing is given.
#[derive(Args)]
pub struct ListingOptions {
    /// The file of a stream or gather, as NAME=FILE; for a listing, the file of a texture image unit, as 0=FILE
    #[arg(short, long = "input", value_name = "NAME=FILE")]
    inputs: Vec<String>,
    /// The numbers of a constant; for a listing, the four numbers of a parameter, local0=1,2,3,4 or env0=1,2,3,4, where missing
    /// numbers are those of 0,0,0,1, or of an attribute in the corners, COLOR0=1,0,0:0,1,0:0,0,1
    #[arg(short, long = "constant", value_name = "NAME=NUMBERS")]
    constants: Vec<String>,
    /// The file of an output, as NAME=FILE, or as FILE if there is only one output; for a listing, the files of its render targets,
    /// in order
    #[arg(short, long = "output", value_name = "[NAME=]FILE")]
    outputs: Vec<String>,
    #[command(flatten)]
    pub pass: PassOptions,
}

impl ListingOptions {
    /// Returns whether any of the options is given.
    pub fn is_given(&self) -> bool {
        !(self.inputs.is_empty() && self.constants.is_empty() && self.outputs.is_empty())
    }

    /// Converts the options to the words `NAME=VALUE` of a kernel.
    pub fn words(&self, kernel: &StreamKernel) -> Vec<String> {
        let written = |parameter: &&Parameter| parameter.role.is_output() || parameter.role == Role::Accumulator;
        let outputs: Vec<&str> = kernel.parameters.iter().filter(written).map(|one| one.name.as_str()).collect();
        let output = |text: &String| match text.split_once('=') {
            Some((name, file)) => format!("{name}=@{}", file.strip_prefix('@').unwrap_or(file)),
            None => match outputs[..] {
                [only] => format!("{only}=@{text}"),
                _ => usage(
                    "run",
                    format!(
                        "-o {text}: kernel `{}` has {} outputs; write NAME=FILE, of {}",
                        kernel.name,
                        outputs.len(),
                        outputs.join(", ")
                    ),
                ),
            },
        };
        let read = self.inputs.iter().chain(&self.constants).cloned();
        read.chain(self.outputs.iter().map(output)).collect()
    }

    /// Returns the options as words `NAME=VALUE` of a Cg program.
    pub fn cg_words(&self) -> Vec<String> {
        let output = |text: &String| match text.split_once('=') {
            Some((name, file)) => format!("{name}=@{}", file.strip_prefix('@').unwrap_or(file)),
            None => format!("out=@{text}"),
        };
        self.inputs.iter().chain(&self.constants).cloned().chain(self.outputs.iter().map(output)).collect()
    }

    /// Parses the bindings of a listing from the options and from bare words. Wrong usage ends the program.
    fn bindings(&self, words: &[String]) -> Bindings {
        let mut all = Bindings::default();
        for text in &self.inputs {
            all.inputs.push(input(text).unwrap_or_else(|why| invalid("run", "--input <NAME=FILE>", text, &why)));
        }
        all.constants.extend(self.constants.iter().map(|word| ("--constant <NAME=NUMBERS>", word.clone())));
        all.constants.extend(self.pass.state_words().map(|word| ("--state <NAME=NUMBERS>", word)));
        all.outputs = self.outputs.iter().map(PathBuf::from).collect();
        for word in words {
            let (name, value) = super::arguments::parse(word).unwrap_or_else(|why| invalid("run", WORDS, word, &why));
            match value.strip_prefix('@') {
                Some(file) => all.outputs.push(file.into()),
                None if is_unit(&name) => {
                    all.inputs.push(input(word).unwrap_or_else(|why| invalid("run", WORDS, word, &why)))
                }
                None => all.constants.push((WORDS, word.clone())),
            }
        }
        all
    }
}

/// What a listing is given.
#[derive(Default)]
struct Bindings {
    inputs: Vec<(usize, PathBuf)>,
    /// The parameters, each with the argument that it comes from.
    constants: Vec<(&'static str, String)>,
    outputs: Vec<PathBuf>,
}

pub fn input(text: &str) -> Result<(usize, PathBuf), String> {
    let (unit, file) = text.split_once('=').ok_or("expected UNIT=FILE, as in 0=a.npy")?;
    let unit =
        unit.trim_start_matches("texture").parse().map_err(|_| format!("`{unit}` is not a texture image unit"))?;
    Ok((unit, file.into()))
}

/// Returns whether a file is a listing, judging by its extension.
pub fn is_listing(file: &Path) -> bool {
    file.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("fp"))
}

impl Run {
    /// Runs a listing.
    pub(super) fn listing(&self, common: &Common) -> anyhow::Result<()> {
        common.no_trace("run");
        if let Some(kernel) = self.kernel.as_ref().filter(|kernel| !kernel.contains('=')) {
            usage(
                "run",
                format!("`{kernel}`: a listing has no kernels; its textures are -i, its parameters -c, its results -o"),
            );
        }
        let words: Vec<String> = self.kernel.iter().chain(&self.words).cloned().collect();
        let Bindings { inputs, constants, outputs } = self.listing.bindings(&words);
        let (shape, pass) = (self.shape.as_ref(), &self.listing.pass);
        let arguments = ListingArguments { command: "run", inputs, constants, shape, pass };
        let draw = ListingDraw::load(&self.file, &arguments, common)?;
        let program = &draw.listing.program;
        let printed = outputs.is_empty() && program.results() == 1;
        if printed {
            let shape = vec![draw.height, draw.width];
            result::check_array("run", None, &Array { shape, components: 4, data: Vec::new() });
        } else if outputs.len() != program.results() {
            bail!(
                "{} needs one output file (-o) for each of its render targets{}: targets {}, files {}",
                self.file.display(),
                if program.results() > program.outputs { ", of which the depth is the last" } else { "" },
                program.results(),
                outputs.len()
            );
        }
        let chip = common.chip.unwrap_or(Chip::None);
        let pass = draw.pass(chip);
        let (results, cost) = match common.dialect.is_some() || common.adapter.is_some() {
            true => common.run(&[&self.file], |session| Ok(session.device.draw_listing(&pass)?))?,
            false => pass.run()?,
        };
        let mut arrays = results.into_iter().map(|result| Array {
            shape: vec![result.height, result.width],
            components: 4,
            data: result.texels.into_iter().flatten().collect(),
        });
        if printed {
            arrays.next().map_or(Ok(()), result::print_array)?;
        }
        let mut staged = Vec::new();
        for (path, array) in outputs.iter().zip(arrays) {
            let encoded = io::encode(path, &array, Depth::default())?;
            encoded.notes.iter().for_each(|text| note(common, text));
            staged.push(io::stage(path, |out| out.write_all(&encoded.bytes))?);
        }
        staged.into_iter().try_for_each(|staged| staged.commit())?;
        let counted =
            |what: &str, count: Option<u64>| count.map(|count| format!(", {count} {what}")).unwrap_or_default();
        if common.verbose > 0 {
            let instructions = counted("instructions", cost.instructions);
            say(format!("{} fragments{instructions}{}", cost.fragments, counted("fetches", cost.fetches)));
        }
        Ok(())
    }
}
