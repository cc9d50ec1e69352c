//! `brooklet run FILE.cg`: draws with a Cg program.

use std::path::{Path, PathBuf};

use anyhow::bail;

use brooklet::Shape;
use brooklet::backend::Texels;
use brooklet::backend::debug::Fragment;
use brooklet::cg::{Corners, Draw, ParameterKind, Program};
use brooklet::fragment_program::Chip;
use brooklet::io::Array;

use super::{CgOptions, compiled};
use crate::cli::arrays;
use crate::cli::brook::BrookOptions;
use crate::cli::corners::{corners, numbers};
use crate::cli::pass::PassOptions;
use crate::cli::result;
use crate::cli::session::Session;
use crate::cli::terminal::say;
use crate::cli::texels::texels;
use crate::cli::{Common, usage};

/// How often a program is drawn with, and what becomes of its results in between.
pub struct Repeat {
    /// The number of passes.
    pub passes: usize,
    /// Pairs of a result and a texture: after each pass, the result becomes the texture.
    pub swaps: Vec<(String, String)>,
}

/// What a program is drawn with.
pub struct DrawArgs<'a> {
    /// The words `NAME=VALUE`.
    pub words: &'a [String],
    /// The rows and columns of the render targets.
    pub shape: Option<&'a Shape>,
    pub repeat: &'a Repeat,
    pub pass: &'a PassOptions,
}

/// The words of a command line, sorted by what they are.
#[derive(Default)]
struct Words {
    textures: Vec<(String, PathBuf)>,
    uniforms: Vec<(String, Vec<f32>)>,
    attributes: Vec<(String, Corners)>,
    outputs: Vec<(String, PathBuf)>,
}

impl CgOptions {
    /// Draws with a program, with the parameters that these words give.
    pub fn draw(&self, file: &Path, brook: &BrookOptions, given: &DrawArgs, common: &Common) -> anyhow::Result<()> {
        given.pass.refuse_state("run");
        // A shader has the loops of an NV40, and the assembler of a driver takes the listings of an R300.
        let chip = common.chip.or((!common.assembles()).then_some(Chip::None));
        let program = compiled(file, &self.options(chip, brook), common)?;
        let words = sorted(&program, given.words);
        if let (true, names @ [_, _, ..]) = (words.outputs.is_empty(), program.results().as_slice()) {
            let names: Vec<&str> = names.iter().map(|(parameter, _)| parameter.name.as_str()).collect();
            super::prints_one(&names);
        }
        let read = words.textures.iter().map(|(_, path)| path.as_path());
        common.one_stdin("run", read.clone());
        let written = words.outputs.iter().map(|(_, path)| path.as_path());
        let files: Vec<&Path> = [file].into_iter().chain(read).chain(written).collect();
        common.run(&files, |session| self.draw_on(session, (&program, chip), &words, given, common))
    }

    fn draw_on(
        &self,
        session: &Session,
        (program, chip): (&Program, Option<Chip>),
        words: &Words,
        given: &DrawArgs,
        common: &Common,
    ) -> anyhow::Result<()> {
        let notes = |notes: &[String]| session.notes(notes);
        let mut draw = prepared(program, words, given, common, &notes)?;
        // The emulator knows the limits of its chip; other devices say what they lack.
        let made = draw.compiled(chip.filter(|_| common.chip.is_some() && !common.assembles()))?;
        let mut results: Vec<Texels> = Vec::new();
        for pass in 0..given.repeat.passes {
            if pass > 0 {
                for (result, texture) in &given.repeat.swaps {
                    let number = program.result(result)?;
                    draw.texture(texture, results[number].clone())?;
                }
            }
            results = draw.run_on(&made, &session.device)?.0;
        }
        let counts = program.colors();
        let of =
            |number: usize| array(&results[number], counts.get(number).copied().unwrap_or(1), number == counts.len());
        for (name, path) in &words.outputs {
            session.write(path, &mut of(program.result(name)?))?;
        }
        if let (true, [(_, only)]) = (words.outputs.is_empty(), program.results().as_slice()) {
            let array = of(*only);
            result::check_array("run", None, &array);
            result::show(session, array);
        }
        Ok(())
    }
}

/// Loads what a program is drawn with.
fn prepared<'a>(
    program: &'a Program,
    words: &Words,
    given: &DrawArgs,
    common: &Common,
    notes: &dyn Fn(&[String]),
) -> anyhow::Result<Draw<'a>> {
    let mut textures = Vec::new();
    for (name, path) in &words.textures {
        let loaded = arrays::load(path, common.columns.as_ref())?;
        notes(&loaded.notes);
        textures.push((name.clone(), texels(path, loaded.array)?));
    }
    let (height, width) = size(given.shape, &textures)?;
    let mut draw = Draw::new(program, width, height);
    for (name, texels) in textures {
        draw.texture(&name, texels)?;
    }
    for (name, sampling) in given.pass.samplers() {
        draw.sampling(name, *sampling)?;
    }
    for (name, numbers) in &words.uniforms {
        draw.uniform(name, numbers)?;
    }
    for (name, corners) in &words.attributes {
        draw.attribute(name, corners.clone())?;
    }
    Ok(draw)
}

/// Returns the column and row of a fragment, for the width and the height of the render targets.
type PlaceIn<'a> = &'a dyn Fn(usize, usize) -> anyhow::Result<(usize, usize)>;

/// What is debugged of a program: its name, its size, and the fragment of a pass that draws with it.
pub struct Debugged {
    pub name: String,
    pub fragment: Fragment,
}

impl CgOptions {
    /// Executes one fragment of a program, instruction by instruction. `at` returns its column and row for the width and the height of the render
    /// targets.
    pub fn debug(
        &self,
        file: &Path,
        brook: &BrookOptions,
        given: &DrawArgs,
        (chip, at): (Chip, PlaceIn),
        common: &Common,
    ) -> anyhow::Result<Debugged> {
        given.pass.refuse_state("debug");
        let program = compiled(file, &self.options(Some(chip), brook), common)?;
        let words = sorted(&program, given.words);
        common.one_stdin("debug", words.textures.iter().map(|(_, path)| path.as_path()));
        let notes = |notes: &[String]| {
            if !common.quiet {
                notes.iter().for_each(|text| say(format!("note: {text}")));
            }
        };
        let draw = prepared(&program, &words, given, common, &notes)?;
        let made = draw.compiled(Some(chip))?;
        let (width, height) = draw.size();
        let (column, row) = at(width, height)?;
        Ok(Debugged { name: made.program.name.clone(), fragment: draw.debug(&made, chip, column, row)? })
    }
}

/// Returns a result as an array: as many components as the colour has, or the depth.
fn array(result: &Texels, count: usize, depth: bool) -> Array {
    let numbers = result.texels.iter().flat_map(|texel| match depth {
        true => texel[2..3].to_vec(),
        false => texel[..count].to_vec(),
    });
    let components = if depth { 1 } else { count };
    Array { shape: vec![result.height, result.width], components, data: numbers.collect() }
}

/// Returns the rows and columns of the render targets.
fn size(shape: Option<&Shape>, textures: &[(String, Texels)]) -> anyhow::Result<(usize, usize)> {
    match (shape, textures.first()) {
        (Some(shape), _) if shape.rank() > 2 => bail!("a render target has rows and columns; --shape says {shape}"),
        (Some(shape), _) => Ok((shape.count() / shape.last().max(1), shape.last())),
        (None, Some((_, first))) => Ok((first.height, first.width)),
        (None, None) => bail!("no texture is given that the result could be as large as: add --shape ROWS,COLUMNS"),
    }
}

/// Sorts the words `NAME=VALUE` by what their parameters are.
fn sorted(program: &Program, words: &[String]) -> Words {
    let mut all = Words::default();
    let refused =
        |word: &str, why: String| -> ! { usage("run", format!("invalid value '{word}' for '[NAME=VALUE]...': {why}")) };
    for word in words {
        let Some((name, value)) = word.split_once('=') else {
            refused(word, "expected NAME=VALUE".into());
        };
        let name = name.to_owned();
        if let Some(file) = value.strip_prefix('@') {
            all.outputs.push((name, file.into()));
            continue;
        }
        let kind = program.parameters.iter().find(|own| own.name == name).map(|own| &own.kind);
        let is_unit = crate::cli::texels::is_unit(&name);
        let is_attribute = matches!(kind, Some(ParameterKind::Varying(_)))
            || kind.is_none() && (value.contains(':') || name.to_ascii_uppercase().starts_with("TEXCOORD"));
        if is_unit || matches!(kind, Some(ParameterKind::Texture { .. })) {
            all.textures.push((name, value.into()));
        } else if is_attribute {
            match corners(value) {
                Ok(corners) => all.attributes.push((name, corners)),
                Err(why) => refused(word, why),
            }
        } else {
            match numbers(value) {
                Ok(numbers) => all.uniforms.push((name, numbers)),
                Err(why) => refused(word, why),
            }
        }
    }
    all
}

/// Parses `--swap out=texture`.
pub fn swap(text: &str) -> Result<(String, String), String> {
    let (result, texture) = text.split_once('=').ok_or("expected RESULT=TEXTURE, as in out=keys")?;
    Ok((result.to_owned(), texture.to_owned()))
}
