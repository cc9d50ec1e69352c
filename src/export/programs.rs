//! Programs: the shaders of all plans, each text once.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::glsl::{Dialect, Uniform, write_readable};
use crate::ir::Kernel;
use crate::ir::access::{AccessSummary, Variant};
use crate::machine::capture::PassStep;

use super::ExportError;

/// A shader, with what a host has to know to run it.
pub(super) struct Program {
    /// The name of its file.
    pub file: String,
    /// The name of its kernel.
    pub kernel: String,
    pub text: String,
    /// The names of its samplers in the text, for each input of the kernel. One that is not in the text is not read.
    pub all_samplers: Vec<String>,
    /// Those in the text.
    pub samplers: Vec<String>,
    pub uniforms: Vec<Uniform>,
    /// The number of render targets that it writes.
    pub targets: usize,
}

#[derive(Default)]
pub(super) struct Programs {
    all: Vec<Program>,
    by_variant: FxHashMap<(usize, Variant), usize>,
    summaries: FxHashMap<usize, (Rc<Kernel>, AccessSummary)>,
}

impl Programs {
    pub fn iter(&self) -> impl Iterator<Item = &Program> {
        self.all.iter()
    }

    /// Returns the program of a pass. It is written on first use.
    pub fn of(&mut self, pass: &PassStep) -> Result<&Program, ExportError> {
        let kernel = pass.kernel.ir();
        // The kernel is kept, so that no other one gets its address.
        let address = Rc::as_ptr(kernel) as usize;
        let (_, summary) = self.summaries.entry(address).or_insert_with(|| (kernel.clone(), AccessSummary::of(kernel)));
        let inputs: Vec<_> = pass.inputs.iter().map(|input| (input.geometry, input.layers)).collect();
        let variant = Variant::of(summary, &inputs, &pass.output);
        let key = (address, variant);
        let at = match self.by_variant.get(&key) {
            Some(at) => *at,
            None => {
                let at = self.add(kernel, &key.1)?;
                self.by_variant.insert(key, at);
                at
            }
        };
        Ok(&self.all[at])
    }

    fn add(&mut self, kernel: &Kernel, variant: &Variant) -> Result<usize, ExportError> {
        let unsupported = |cause| ExportError::Unsupported { kernel: kernel.name.clone(), cause };
        let shader = write_readable(kernel, Dialect::Es, variant).map_err(unsupported)?;
        if let Some(known) = self.all.iter().position(|program| program.text == shader.text) {
            return Ok(known);
        }
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let name: String = kernel.name.chars().map(|c| if is_word(c) { c } else { '_' }).collect();
        let taken = |file: &str| self.all.iter().any(|program| program.file == file);
        let numbered = (2..).map(|number| format!("{name}-{number}.frag"));
        let file = std::iter::once(format!("{name}.frag")).chain(numbered).find(|file| !taken(file));
        let read = |sampler: &&String| shader.text.split(|c| !is_word(c)).any(|word| word == *sampler);
        self.all.push(Program {
            file: file.unwrap_or_default(),
            kernel: kernel.name.clone(),
            samplers: shader.samplers.iter().filter(read).cloned().collect(),
            all_samplers: shader.samplers,
            uniforms: shader.uniforms,
            targets: shader.targets,
            text: shader.text,
        });
        Ok(self.all.len() - 1)
    }
}
