//! `brooklet compile FILE.cg`: compiles Cg programs to listings.

use std::path::Path;

use anyhow::{anyhow, bail};
use serde_json::{Value, json};

use brooklet::cg::{Compiled, Parameter, ParameterKind, Program};
use brooklet::fragment_program::Chip;
use brooklet::{Dialect, io};

use super::{CgOptions, compiled};
use crate::cli::brook::BrookOptions;
use crate::cli::excess::{lines as excess_lines, taken};
use crate::cli::{Common, print, usage};

/// What is made of a program.
pub struct Form<'a> {
    /// The folder for the listing or shader, if it is not printed.
    pub folder: Option<&'a Path>,
    /// Whether it is described as JSON.
    pub json: bool,
    /// The values of uniforms on which loops depend.
    pub values: Vec<(String, Vec<f32>)>,
}

/// Lowers a program with these values of uniforms.
fn lowered(program: &Program, chip: Option<Chip>, values: &[(String, Vec<f32>)]) -> anyhow::Result<Compiled> {
    let uniforms = program.parameters.iter().filter(|own| matches!(own.kind, ParameterKind::Uniform { .. }));
    let names: Vec<&str> = uniforms.map(|own| own.name.as_str()).collect();
    if let Some((name, _)) = values.iter().find(|(name, _)| !names.contains(&name.as_str())) {
        bail!("the program has no uniform `{name}`; it has {}", names.join(", "));
    }
    match program.lower(chip, values) {
        Err(error) if values.is_empty() && error.is_open_loop() && !names.is_empty() => {
            bail!("{error}\nif it depends on a uniform, say its value: -c {}=8", names[0])
        }
        made => Ok(made?),
    }
}

impl CgOptions {
    /// Compiles a program for a chip, or for `arbfp1`, and prints or writes its listing.
    pub fn compile(&self, file: &Path, brook: &BrookOptions, form: &Form, common: &Common) -> anyhow::Result<()> {
        // Shaders have the loops of an NV40.
        let dialect = common.dialect.filter(|_| !common.assembles()).map(Dialect::from);
        let options = self.options(common.chip.or(dialect.map(|_| Chip::None)), brook);
        let program = compiled(file, &options, common)?;
        let Form { folder, json, .. } = *form;
        let made = lowered(&program, common.chip, &form.values)?;
        if let Some(dialect) = dialect {
            if json {
                usage("compile", "--json describes listings: leave out --dialect".into());
            }
            let shader = program.shader(&made, dialect).map_err(|what| anyhow!("{what}"))?;
            return match folder {
                Some(folder) => place(folder, &format!("{}.frag", options.entry), &shader),
                None => print(shader.trim_end()),
            };
        }
        let arguments = format!("-profile {} -entry {}", options.profile, options.entry);
        let listing = program.listing(&made, &arguments).map_err(|error| anyhow!("{error}"))?;
        if let Some(folder) = folder {
            place(folder, &format!("{}.fp", options.entry), &listing)?;
        }
        let verdict = verdict(&program, &made, common.chip);
        if json {
            print(serde_json::to_string_pretty(&described(&program, &made, &listing))?)?;
        } else if folder.is_some() {
            print(verdict.trim_end())?;
        } else {
            let comment: String = verdict.lines().map(|line| format!("# {line}\n")).collect();
            print(format!("{listing}{}", comment.trim_end()))?;
        }
        match (common.chip, made.excess.is_empty()) {
            (Some(chip), false) => bail!("`{}` does not fit chip {chip}", options.entry),
            _ => Ok(()),
        }
    }
}

/// Writes a text into a directory, which is made if it is not there.
fn place(folder: &Path, name: &str, text: &str) -> anyhow::Result<()> {
    let directory = io::Directory::make(folder)?;
    io::stage(&folder.join(name), |out| out.write_all(text.as_bytes()))?.commit()?;
    directory.keep();
    Ok(())
}

/// Returns the report on a program: what it takes, and what the chip has too little of.
fn verdict(program: &Program, made: &Compiled, chip: Option<Chip>) -> String {
    let place = match chip {
        Some(chip) if made.excess.is_empty() => format!("fits chip {chip}"),
        Some(chip) => format!("does not fit chip {chip}"),
        None => format!("profile {}", program.profile),
    };
    let mut text = format!("{}: {place}: {}\n", program.entry, taken(&made.counts));
    for excess in &made.excess {
        text.push_str(&format!("  {excess}\n"));
        for line in excess_lines(excess, &made.program.files) {
            text.push_str(&format!("    {line}\n"));
        }
    }
    text
}

/// Describes a program as JSON.
fn described(program: &Program, made: &Compiled, listing: &str) -> Value {
    let mut registers = made.registers.iter();
    let parameter = |own: &Parameter| {
        let (kind, at) = match &own.kind {
            ParameterKind::Uniform { .. } => ("uniform", json!(registers.next().copied().flatten())),
            ParameterKind::Texture { unit, .. } => ("texture", json!(unit)),
            ParameterKind::Varying(attribute) => ("varying", json!(format!("{attribute:?}"))),
            ParameterKind::Color(number) => ("color", json!(number)),
            ParameterKind::Depth => ("depth", Value::Null),
            ParameterKind::Unbound => ("unbound", Value::Null),
        };
        let default = match own.kind {
            ParameterKind::Uniform { default, count, .. } => json!(default.map(|four| four[..count].to_vec())),
            _ => Value::Null,
        };
        json!({ "name": own.name, "type": own.ty, "semantic": own.semantic, "kind": kind, "at": at, "default": default })
    };
    let parameters: Vec<Value> = program.parameters.iter().map(parameter).collect();
    json!({
        "profile": program.profile.name(),
        "entry": program.entry,
        "parameters": parameters,
        "instructions": made.program.executable().count(),
        "temporaries": made.program.temporaries,
        "fits": made.excess.is_empty(),
        "listing": listing,
    })
}
