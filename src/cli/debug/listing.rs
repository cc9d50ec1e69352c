//! Debugs one fragment of a pass with a listing or a Cg program.

use anyhow::bail;

use brooklet::fragment_program::Chip;

use super::{At, Debug, Looked};
use crate::cli::cg::{Debugged, DrawArgs, Repeat};
use crate::cli::run::{ListingArguments, ListingDraw, listing_input};
use crate::cli::texels::is_unit;
use crate::cli::{Common, usage};

impl Debug {
    pub(super) fn listing(&self, common: &Common, chip: Chip) -> anyhow::Result<Looked> {
        if self.kernel.is_some() || self.method.is_some() || self.pass.get() > 1 {
            usage("debug", "a listing is one program, and one pass: it has no kernels, methods or passes".into());
        }
        self.brook.refuse("debug");
        let (units, parameters): (Vec<_>, Vec<_>) = self.words().into_iter().partition(|(name, _)| is_unit(name));
        let inputs = self
            .inputs
            .iter()
            .chain(&units)
            .map(|(name, file)| listing_input(&format!("{name}={file}")).unwrap_or_else(|why| usage("debug", why)));
        let pairs = |of: &'static str, pairs: &[(String, String)]| {
            let word = |(name, numbers): &(String, String)| (of, format!("{name}={numbers}"));
            pairs.iter().map(word).collect::<Vec<_>>()
        };
        let mut constants = pairs("--constant <NAME=NUMBERS>", &self.constants);
        constants.extend(pairs("[NAME=VALUE]...", &parameters));
        constants.extend(self.given.state_words().map(|word| ("--state <NAME=NUMBERS>", word)));
        let (inputs, shape) = (inputs.collect(), self.shape.as_ref());
        let arguments = ListingArguments { command: "debug", inputs, constants, shape, pass: &self.given };
        let draw = ListingDraw::load(&self.file, &arguments, common)?;
        let (column, row) = self.place(draw.width, draw.height)?;
        let fragment = draw.pass(chip).debug(column, row)?;
        let name = draw.listing.program.name;
        Ok(Looked { head: None, number: 1, passes: vec![name], programs: vec![fragment] })
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
