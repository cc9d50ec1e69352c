//! `brooklet run LISTING.fp`: runs the listing of a fragment program on the emulator.

use std::io::Read as _;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::Args;

use brooklet::backend::{ListingPass, Texels};
use brooklet::brook::ir::{Parameter, Role, StreamKernel};
use brooklet::fragment_program::listing::{self, Listing};
use brooklet::fragment_program::{Binding, Chip, FragmentProgram};
use brooklet::io::{self, Array, Depth};

use super::Run;
use crate::cli::arrays;
use crate::cli::brook::refused;
use crate::cli::number::parse_float;
use crate::cli::terminal::say;
use crate::cli::{Common, usage};

/// The maximum number of bytes that are read: one more than a listing may have, so that the parser reports a listing that is too
/// long.
const MAX_BYTES: u64 = (1 << 20) + 1;

/// What a listing is given.
#[derive(Args)]
pub struct ListingOptions {
    /// The file of a stream or gather, as NAME=FILE; for a listing, the file of a texture image unit, as 0=FILE
    #[arg(short, long = "input", value_name = "NAME=FILE")]
    inputs: Vec<String>,
    /// The numbers of a constant; for a listing, the four numbers of a parameter, local0=1,2,3,4 or env0=1,2,3,4, where missing
    /// numbers are those of 0,0,0,1
    #[arg(short, long = "constant", value_name = "NAME=NUMBERS")]
    constants: Vec<String>,
    /// The file of an output, as NAME=FILE, or as FILE if there is only one output; for a listing, the files of its render targets,
    /// in order
    #[arg(short, long = "output", value_name = "[NAME=]FILE")]
    outputs: Vec<String>,
}

impl ListingOptions {
    /// Returns whether any of the options is given.
    pub fn is_given(&self) -> bool {
        !(self.inputs.is_empty() && self.constants.is_empty() && self.outputs.is_empty())
    }

    /// Converts the options to the words `NAME=VALUE` of a kernel.
    pub fn words(&self, kernel: &StreamKernel) -> Vec<String> {
        let written =
            |parameter: &&Parameter| matches!(parameter.role, Role::Output | Role::Variable { .. } | Role::Accumulator);
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

    /// Parses the bindings of a listing from the options and from bare words. Wrong usage ends the program.
    fn bindings(&self, words: &[String]) -> Bindings {
        let mut all = Bindings::default();
        for text in &self.inputs {
            all.inputs.push(input(text).unwrap_or_else(|why| invalid("--input <NAME=FILE>", text, why)));
        }
        for text in &self.constants {
            all.constants.push(parameter(text).unwrap_or_else(|why| invalid("--constant <NAME=NUMBERS>", text, why)));
        }
        all.outputs = self.outputs.iter().map(PathBuf::from).collect();
        for word in words {
            let (name, value) = super::arguments::parse(word).unwrap_or_else(|why| invalid(WORDS, word, why));
            match value.strip_prefix('@') {
                Some(file) => all.outputs.push(file.into()),
                None if is_unit(&name) => all.inputs.push(input(word).unwrap_or_else(|why| invalid(WORDS, word, why))),
                None => all.constants.push(parameter(word).unwrap_or_else(|why| invalid(WORDS, word, why))),
            }
        }
        all
    }
}

/// The bare words, as the usage line shows them.
const WORDS: &str = "[NAME=VALUE]...";

/// Ends the program with the same message as clap has for an invalid value.
fn invalid(of: &str, word: &str, why: String) -> ! {
    usage("run", format!("invalid value '{word}' for '{of}': {why}"))
}

/// What a listing is given.
#[derive(Default)]
struct Bindings {
    inputs: Vec<(usize, PathBuf)>,
    constants: Vec<(Binding, [f32; 4])>,
    outputs: Vec<PathBuf>,
}

/// Returns whether a name is that of a texture image unit: `0` or `texture0`.
pub fn is_unit(name: &str) -> bool {
    let digits = name.strip_prefix("texture").unwrap_or(name);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

pub fn input(text: &str) -> Result<(usize, PathBuf), String> {
    let (unit, file) = text.split_once('=').ok_or("expected UNIT=FILE, as in 0=a.npy")?;
    let unit =
        unit.trim_start_matches("texture").parse().map_err(|_| format!("`{unit}` is not a texture image unit"))?;
    Ok((unit, file.into()))
}

pub fn parameter(text: &str) -> Result<(Binding, [f32; 4]), String> {
    let (name, numbers) = text.split_once('=').ok_or("expected NAME=NUMBERS, as in local0=1,2,3,4")?;
    let number = |prefix: &str| name.strip_prefix(prefix).and_then(|number| number.parse().ok());
    let binding = match (number("local"), number("env")) {
        (Some(n), _) => Binding::Local(n),
        (_, Some(n)) => Binding::Environment(n),
        _ => return Err(format!("`{name}` is not a parameter: they are local0, local1 .. and env0, env1 ..")),
    };
    let given = numbers.split(',').map(|number| parse_float(number.trim()));
    let given = given.collect::<Result<Vec<_>, _>>()?;
    if given.len() > 4 {
        return Err(format!("{} numbers are too many: a parameter has 4", given.len()));
    }
    let mut all = [0.0, 0.0, 0.0, 1.0];
    all[..given.len()].copy_from_slice(&given);
    Ok((binding, all))
}

/// Returns whether a file is a listing, judging by its extension.
pub fn is_listing(file: &Path) -> bool {
    file.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("fp"))
}

/// Converts an array to texels of four numbers. As in OpenGL, a missing green or blue is 0, and a missing alpha is 1.
pub fn texels(path: &Path, array: Array) -> anyhow::Result<Texels> {
    let Array { mut shape, mut components, data } = array;
    if components == 1 && shape.len() == 3 && (1..=4).contains(&shape[2]) {
        components = shape.pop().unwrap_or(1);
    }
    let (height, width) = match shape[..] {
        [width] => (1, width),
        [height, width] => (height, width),
        _ => {
            bail!("{}: a texture has rows and columns, and up to 4 numbers a texel; this has {shape:?}", path.display())
        }
    };
    let texel = |numbers: &[f32]| {
        let mut all = [0.0, 0.0, 0.0, 1.0];
        all[..components].copy_from_slice(numbers);
        all
    };
    Ok(Texels { width, height, texels: data.chunks_exact(components).map(texel).collect() })
}

/// Reads a listing. If it has errors, they are shown on stderr.
pub fn read_listing(path: &Path) -> anyhow::Result<FragmentProgram> {
    let mut bytes = Vec::new();
    let file = std::fs::File::open(path).with_context(|| format!("cannot read {}", path.display()))?;
    file.take(MAX_BYTES).read_to_end(&mut bytes).with_context(|| format!("cannot read {}", path.display()))?;
    let name = path.to_string_lossy();
    let Listing { program, .. } =
        listing::read(&name, &String::from_utf8_lossy(&bytes)).map_err(|errors| refused(path, &errors))?;
    Ok(program)
}

/// Prints a note on stderr, unless `--quiet` is set.
fn note(common: &Common, text: &str) {
    if !common.quiet {
        say(format!("note: {text}"));
    }
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
        let options = self.listing.bindings(&words);
        let program = read_listing(&self.file)?;
        let mut textures = Vec::new();
        for (number, (unit, path)) in options.inputs.iter().enumerate() {
            if options.inputs[..number].iter().any(|(known, _)| known == unit) {
                usage("run", format!("texture image unit {unit} is given twice"));
            }
            let loaded = arrays::load(path, common.columns.as_ref())?;
            loaded.notes.iter().for_each(|text| note(common, text));
            textures.push((*unit, texels(path, loaded.array)?));
        }
        let (height, width) = match (&self.shape, textures.first()) {
            (Some(shape), _) if shape.rank() > 2 => bail!("a render target has rows and columns; --shape says {shape}"),
            (Some(shape), _) => (shape.count() / shape.last().max(1), shape.last()),
            (None, Some((_, first))) => (first.height, first.width),
            (None, None) => {
                bail!("the listing reads no texture to take the size of its result from: add --shape ROWS,COLUMNS")
            }
        };
        let of = |wanted: fn(Binding) -> Option<usize>| -> Vec<(usize, [f32; 4])> {
            options.constants.iter().filter_map(|(binding, numbers)| Some((wanted(*binding)?, *numbers))).collect()
        };
        let locals = of(|binding| if let Binding::Local(n) = binding { Some(n) } else { None });
        let environment = of(|binding| if let Binding::Environment(n) = binding { Some(n) } else { None });
        if options.outputs.len() != program.outputs {
            bail!(
                "{} needs one output file (-o) for each of its render targets: targets {}, files {}",
                self.file.display(),
                program.outputs,
                options.outputs.len()
            );
        }
        let chip = common.chip.unwrap_or(Chip::None);
        let pass = ListingPass {
            textures: &textures,
            locals: &locals,
            environment: &environment,
            ..ListingPass::new(&program, chip, width, height)
        };
        let (results, cost) = pass.run()?;
        let mut staged = Vec::new();
        for (path, result) in options.outputs.iter().zip(results) {
            let array = Array {
                shape: vec![result.height, result.width],
                components: 4,
                data: result.texels.into_iter().flatten().collect(),
            };
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
