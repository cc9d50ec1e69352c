//! `brooklet run FILE.seq`: runs a sequence of passes of Cg programs.

use std::path::Path;

use anyhow::{Context, bail};

use brooklet::cg::{SequenceResult, SequenceValue, Sequences};
use brooklet::fragment_program::Chip;
use brooklet::io::Array;

use super::CgOptions;
use crate::cli::arrays;
use crate::cli::brook::{BrookOptions, refused};
use crate::cli::number::parse_float;
use crate::cli::result;
use crate::cli::terminal::say;
use crate::cli::texels::{channels, texels};
use crate::cli::{Common, usage};

/// Whether a file has sequences, judging by its extension.
pub fn is_sequence(file: &Path) -> bool {
    file.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("seq"))
}

impl CgOptions {
    /// Runs a sequence with the arguments that these words give.
    pub fn sequence(&self, file: &Path, brook: &BrookOptions, words: &[String], common: &Common) -> anyhow::Result<()> {
        let chip = common.chip.or((!common.assembles()).then_some(Chip::None));
        let options = self.options(chip, brook);
        let sequences = Sequences::open(file, &options)
            .with_context(|| format!("cannot read {}", file.display()))?
            .map_err(|errors| refused(file, &errors))?;
        let names = sequences.names();
        let name = match (&self.entry, names.as_slice()) {
            (Some(name), _) => name.as_str(),
            (None, [only]) => only,
            (None, []) => bail!("{} has no sequence: a function of `texture`s", file.display()),
            (None, names) => usage("run", format!("name a sequence with --entry: {}", names.join(", "))),
        };
        let mut inputs = Vec::new();
        let mut given = Vec::new();
        let mut outputs = Vec::new();
        for word in words {
            let Some((own, value)) = word.split_once('=') else {
                usage("run", format!("invalid value '{word}' for '[NAME=VALUE]...': expected NAME=VALUE"));
            };
            if let Some(path) = value.strip_prefix('@') {
                outputs.push((own.to_owned(), std::path::PathBuf::from(path)));
            } else if sequences.parameters(name).iter().any(|(parameter, texture, _)| *parameter == own && *texture) {
                inputs.push((own.to_owned(), std::path::PathBuf::from(value)));
            } else {
                let numbers = value.split(',').map(|number| parse_float(number.trim()).map(f64::from));
                match numbers.collect::<Result<Vec<f64>, String>>() {
                    Ok(numbers) => given.push((own.to_owned(), SequenceValue::Numbers(numbers))),
                    Err(why) => usage("run", format!("invalid value '{word}' for '[NAME=VALUE]...': {why}")),
                }
            }
        }
        common.one_stdin("run", inputs.iter().map(|(_, path)| path.as_path()));
        let files: Vec<&Path> =
            [file].into_iter().chain(inputs.iter().chain(&outputs).map(|(_, path)| path.as_path())).collect();
        common.run(&files, |session| {
            for (own, path) in &inputs {
                let loaded = arrays::load(path, common.columns.as_ref())?;
                session.notes(&loaded.notes);
                let channels = channels(&loaded.array);
                given.push((own.clone(), SequenceValue::of_channels(texels(path, loaded.array)?, channels)));
            }
            let emulated = common.chip.filter(|_| !common.assembles());
            let ran = sequences.run(name, &given, &session.device, emulated);
            let (results, passes) = ran.map_err(|errors| refused(file, &errors))?;
            if let (true, names @ [_, _, ..]) = (outputs.is_empty(), results.as_slice()) {
                let names: Vec<&str> = names.iter().map(|result| result.name.as_str()).collect();
                super::prints_one(&names);
            }
            for (own, path) in &outputs {
                let Some(result) = results.iter().find(|result| result.name == *own) else {
                    let names: Vec<&str> = results.iter().map(|result| result.name.as_str()).collect();
                    bail!("sequence `{name}` has no result `{own}`; it has {}", names.join(", "));
                };
                session.write(path, &mut array(result))?;
            }
            if let (true, [only]) = (outputs.is_empty(), results.as_slice()) {
                let array = array(only);
                result::check_array("run", None, &array);
                result::show(session, array);
            }
            if common.verbose > 0 {
                say(format!("{passes} passes"));
            }
            Ok(())
        })
    }
}

/// Returns a result as an array, with the channels that were written.
fn array(result: &SequenceResult) -> Array {
    let SequenceResult { texels, channels, .. } = result;
    let data = texels.texels.iter().flat_map(|texel| texel[..*channels].to_vec()).collect();
    Array { shape: vec![texels.height, texels.width], components: *channels, data }
}
