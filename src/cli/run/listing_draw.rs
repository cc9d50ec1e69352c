//! What `run` and `debug` draw with a listing: the program, and what it is given.

use std::io::Read as _;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

use brooklet::Shape;
use brooklet::backend::{ListingPass, Sampling, Texels};
use brooklet::fragment_program::Chip;
use brooklet::fragment_program::listing::{self, Listing};
use brooklet::ir::Attribute;

use super::Parameters;
use crate::cli::arrays;
use crate::cli::brook::refused;
use crate::cli::pass::PassOptions;
use crate::cli::terminal::say;
use crate::cli::texels::texels;
use crate::cli::{Common, usage};

/// The maximum number of bytes that are read: one more than a listing may have, so that the parser reports a listing that is too
/// long.
const MAX_BYTES: u64 = (1 << 20) + 1;

/// The arguments of a command that draws with a listing.
pub struct ListingArguments<'a> {
    pub command: &'static str,
    /// The files of textures, each with its unit.
    pub inputs: Vec<(usize, PathBuf)>,
    /// The words of parameters and attributes, each with the argument that it comes from.
    pub constants: Vec<(&'static str, String)>,
    pub shape: Option<&'a Shape>,
    pub pass: &'a PassOptions,
}

/// A listing that was read, and what it is drawn with.
pub struct ListingDraw {
    pub listing: Listing,
    pub width: usize,
    pub height: usize,
    textures: Vec<(usize, Texels)>,
    sampling: Vec<(usize, Sampling)>,
    parameters: Parameters,
    attributes: Vec<(Attribute, [[f32; 3]; 4])>,
}

impl ListingDraw {
    /// Reads a listing and the files that it is given. Wrong usage ends the program. What is given and not read is noted on stderr.
    pub fn load(file: &Path, arguments: &ListingArguments, common: &Common) -> anyhow::Result<ListingDraw> {
        let ListingArguments { command, inputs, constants, shape, pass } = arguments;
        common.one_stdin(command, inputs.iter().map(|(_, path)| path.as_path()));
        let listing = read_listing(file)?;
        let words = constants.iter().map(|(_, word)| word.as_str());
        let parameters = Parameters::of(&listing, words).unwrap_or_else(|(word, why)| {
            let of = constants.iter().find(|(_, own)| *own == word).map_or(WORDS, |(of, _)| of);
            invalid(command, of, &word, &why)
        });
        let sampling = pass.units(command);
        let mut textures: Vec<(usize, Texels)> = Vec::new();
        for (unit, path) in inputs {
            if textures.iter().any(|(known, _)| known == unit) {
                usage(command, format!("texture image unit {unit} is given twice"));
            }
            let loaded = arrays::load(path, common.columns.as_ref())?;
            loaded.notes.iter().for_each(|text| note(common, text));
            textures.push((*unit, texels(path, loaded.array)?));
        }
        let (height, width) = size(*shape, &textures)?;
        let units = textures.iter().map(|(unit, _)| unit).chain(sampling.iter().map(|(unit, _)| unit));
        let mut unread: Vec<String> = units
            .filter(|unit| listing.program.samplers.iter().all(|sampler| sampler.unit != **unit))
            .map(|unit| format!("texture[{unit}]"))
            .collect();
        unread.dedup();
        for name in unread.iter().chain(&parameters.unread) {
            note(common, &format!("{name} is given, and {} does not read it", file.display()));
        }
        let attributes = parameters.attributes.iter();
        let attributes = attributes.map(|(attribute, own)| (*attribute, own.lines(width, height))).collect();
        Ok(ListingDraw { listing, width, height, textures, sampling, parameters, attributes })
    }

    /// Returns the pass.
    pub fn pass(&self, chip: Chip) -> ListingPass<'_> {
        ListingPass {
            textures: &self.textures,
            locals: &self.parameters.locals,
            environment: &self.parameters.environment,
            state: &self.parameters.state,
            sampling: &self.sampling,
            attributes: &self.attributes,
            names: &self.listing.parameters,
            ..ListingPass::new(&self.listing.program, chip, self.width, self.height)
        }
    }
}

/// Reads a listing. If it has errors, they are shown on stderr.
fn read_listing(path: &Path) -> anyhow::Result<Listing> {
    let text = read_text(path)?;
    listing::read(&path.to_string_lossy(), &text).map_err(|errors| refused(path, &errors))
}

/// Reads the text of a listing.
pub fn read_text(path: &Path) -> anyhow::Result<String> {
    let mut bytes = Vec::new();
    let file = std::fs::File::open(path).with_context(|| format!("cannot read {}", path.display()))?;
    file.take(MAX_BYTES).read_to_end(&mut bytes).with_context(|| format!("cannot read {}", path.display()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Returns the rows and columns of the render targets.
fn size(shape: Option<&Shape>, textures: &[(usize, Texels)]) -> anyhow::Result<(usize, usize)> {
    match (shape, textures.first()) {
        (Some(shape), _) if shape.rank() > 2 => bail!("a render target has rows and columns; --shape says {shape}"),
        (Some(shape), _) => Ok((shape.count() / shape.last().max(1), shape.last())),
        (None, Some((_, first))) => Ok((first.height, first.width)),
        (None, None) => {
            bail!("no texture is given whose size the result could have: add --shape ROWS,COLUMNS")
        }
    }
}

/// The bare words, as the usage line shows them.
pub const WORDS: &str = "[NAME=VALUE]...";

/// Ends the program with the same message as clap has for an invalid value.
pub fn invalid(command: &'static str, of: &str, word: &str, why: &str) -> ! {
    usage(command, format!("invalid value '{word}' for '{of}': {why}"))
}

/// Prints a note on stderr, unless `--quiet` is set.
pub fn note(common: &Common, text: &str) {
    if !common.quiet {
        say(format!("note: {text}"));
    }
}
