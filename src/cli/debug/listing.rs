//! Debugs one fragment of a pass with a listing or a Cg program.

use anyhow::bail;

use brooklet::backend::ListingPass;
use brooklet::fragment_program::Chip;

use super::{At, Debug, Looked};
use crate::cli::arrays;
use crate::cli::cg::{Debugged, DrawArgs, Repeat};
use crate::cli::run::{Parameters, listing_input, read_listing};
use crate::cli::terminal::say;
use crate::cli::texels::{is_unit, texels};
use crate::cli::{Common, usage};

impl Debug {
    pub(super) fn listing(&self, common: &Common, chip: Chip) -> anyhow::Result<Looked> {
        if self.kernel.is_some() || self.method.is_some() || self.pass.get() > 1 {
            usage("debug", "a listing is one program, and one pass: it has no kernels, methods or passes".into());
        }
        self.brook.refuse("debug");
        let listing = read_listing(&self.file)?;
        let wrong = |why: String| -> ! { usage("debug", why) };
        let mut textures = Vec::new();
        let (words, parameters): (Vec<_>, Vec<_>) = self.words().into_iter().partition(|(name, _)| is_unit(name));
        for (name, file) in self.inputs.iter().chain(&words) {
            let (unit, path) = listing_input(&format!("{name}={file}")).unwrap_or_else(|why| wrong(why));
            if textures.iter().any(|(known, _)| *known == unit) {
                wrong(format!("texture image unit {unit} is given twice"));
            }
            let loaded = arrays::load(&path, common.columns.as_ref())?;
            if !common.quiet {
                loaded.notes.iter().for_each(|text| say(format!("note: {text}")));
            }
            textures.push((unit, texels(&path, loaded.array)?));
        }
        let words = self.constants.iter().chain(&parameters).map(|(name, numbers)| format!("{name}={numbers}"));
        let words: Vec<String> = words.chain(self.given.state_words()).collect();
        let parameters =
            Parameters::of(&listing, words.iter().map(String::as_str)).unwrap_or_else(|(_, why)| wrong(why));
        let program = &listing.program;
        let (height, width) = match (&self.shape, textures.first()) {
            (Some(shape), _) if shape.rank() > 2 => bail!("a render target has rows and columns; --shape says {shape}"),
            (Some(shape), _) => (shape.count() / shape.last().max(1), shape.last()),
            (None, Some((_, first))) => (first.height, first.width),
            (None, None) => {
                bail!("the listing reads no texture to take the size of its result from: add --shape ROWS,COLUMNS")
            }
        };
        let (column, row) = self.place(width, height)?;
        let pass = ListingPass {
            textures: &textures,
            locals: &parameters.locals,
            environment: &parameters.environment,
            state: &parameters.state,
            sampling: &self.given.units("debug"),
            ..ListingPass::new(program, chip, width, height)
        };
        let fragment = pass.debug(column, row)?;
        Ok(Looked { head: None, number: 1, passes: vec![program.name.clone()], programs: vec![fragment] })
    }

    /// Returns the column and row of the fragment to debug.
    fn place(&self, width: usize, height: usize) -> anyhow::Result<(usize, usize)> {
        Ok(match self.at {
            At::Place(column, row) => (column, row),
            At::Element(element) if element >= width * height => {
                bail!(
                    "there is no element {element}: the result has {width} columns and {height} rows, elements 0 to {}",
                    (width * height).saturating_sub(1)
                )
            }
            At::Element(element) => (element % width.max(1), element / width.max(1)),
        })
    }

    /// Debugs one fragment of a pass with a Cg program.
    pub(super) fn cg_program(&self, common: &Common, chip: Chip) -> anyhow::Result<Looked> {
        if self.kernel.is_some() || self.method.is_some() || self.pass.get() > 1 {
            usage("debug", "a Cg program has an entry (--entry) and one pass: no kernels, methods or passes".into());
        }
        let pairs = self.inputs.iter().chain(&self.constants).map(|(name, value)| format!("{name}={value}"));
        let words: Vec<String> = pairs.chain(self.words.iter().cloned()).collect();
        let repeat = Repeat { passes: 1, swaps: Vec::new() };
        let given = DrawArgs { words: &words, shape: self.shape.as_ref(), repeat: &repeat, pass: &self.given };
        let at = |width: usize, height: usize| self.place(width, height);
        let Debugged { name, fragment } = self.cg.debug(&self.file, &self.brook, &given, (chip, &at), common)?;
        Ok(Looked { head: None, number: 1, passes: vec![name], programs: vec![fragment] })
    }
}
