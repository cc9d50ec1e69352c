//! Debugs one fragment of a listing's pass.

use anyhow::bail;

use brooklet::backend::ListingPass;
use brooklet::fragment_program::{Binding, Chip};

use super::{At, Debug, Looked};
use crate::cli::arrays;
use crate::cli::run::{is_unit, listing_input, listing_parameter, read_listing, texels};
use crate::cli::terminal::say;
use crate::cli::{Common, usage};

impl Debug {
    pub(super) fn listing(&self, common: &Common, chip: Chip) -> anyhow::Result<Looked> {
        if self.kernel.is_some() || self.method.is_some() || self.pass.get() > 1 {
            usage("debug", "a listing is one program, and one pass: it has no kernels, methods or passes".into());
        }
        self.brook.refuse("debug");
        let program = read_listing(&self.file)?;
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
        let (mut locals, mut environment) = (Vec::new(), Vec::new());
        for (name, numbers) in self.constants.iter().chain(&parameters) {
            match listing_parameter(&format!("{name}={numbers}")).unwrap_or_else(|why| wrong(why)) {
                (Binding::Local(n), numbers) => locals.push((n, numbers)),
                (Binding::Environment(n), numbers) => environment.push((n, numbers)),
                (Binding::Literal, _) => {}
            }
        }
        let (height, width) = match (&self.shape, textures.first()) {
            (Some(shape), _) if shape.rank() > 2 => bail!("a render target has rows and columns; --shape says {shape}"),
            (Some(shape), _) => (shape.count() / shape.last().max(1), shape.last()),
            (None, Some((_, first))) => (first.height, first.width),
            (None, None) => {
                bail!("the listing reads no texture to take the size of its result from: add --shape ROWS,COLUMNS")
            }
        };
        let (column, row) = match self.at {
            At::Place(column, row) => (column, row),
            At::Element(element) if element >= width * height => {
                bail!(
                    "there is no element {element}: the result has {width} columns and {height} rows, elements 0 to {}",
                    (width * height).saturating_sub(1)
                )
            }
            At::Element(element) => (element % width.max(1), element / width.max(1)),
        };
        let pass = ListingPass {
            textures: &textures,
            locals: &locals,
            environment: &environment,
            ..ListingPass::new(&program, chip, width, height)
        };
        let fragment = pass.debug(column, row)?;
        Ok(Looked { head: None, number: 1, passes: vec![program.name.clone()], programs: vec![fragment] })
    }
}
