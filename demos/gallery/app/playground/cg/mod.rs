//! Cg programs in the playground: a fragment program as it is edited, what it is given and draws, its listings and its shaders.

mod arguments;
mod call;
mod defaults;
mod panes;
mod program;
mod run;
#[cfg(test)]
mod tests;
mod texts;

use std::collections::BTreeMap;
use std::rc::Rc;

use brooklet::Device;

use super::run::Stopped;
use super::{Playground, Settings};
use call::Call;
use program::{Checked, Wanted};
pub use program::{DEMOS, is_cg};
use texts::Texts;

/// What leads from a text in Cg to what is shown.
#[derive(Default)]
pub struct Cg {
    /// What the text was compiled for.
    wanted: Wanted,
    /// The last program that compiled.
    shown: Option<Rc<Checked>>,
    /// What entries are given.
    calls: BTreeMap<String, Call>,
    /// What ran last: the call, with the number of files then.
    ran: Option<(Call, usize)>,
    texts: Texts,
}

impl Cg {
    /// Forgets a program.
    pub fn clear(&mut self, calls: bool) {
        (self.shown, self.ran) = (None, None);
        self.texts.clear();
        if calls {
            self.calls.clear();
        }
    }

    /// Drops what ran on a device.
    pub fn forget(&mut self) {
        self.ran = None;
    }

    /// What the shown entry is given.
    fn call(&mut self) -> Option<(Rc<Checked>, &mut Call)> {
        let checked = self.shown.clone()?;
        let call = self.calls.entry(checked.program.entry.clone()).or_insert_with(|| defaults::call(&checked.program));
        Some((checked, call))
    }

    /// Takes a file for the textures.
    pub fn take_file(&mut self, shape: &[usize]) {
        if let Some((_, call)) = self.call() {
            call.take_file(shape);
        }
    }

    /// Compiles a text for what is wanted.
    fn compile(&mut self, name: &str, text: &str, wanted: Wanted) -> super::Compiled {
        let (compiled, checked) = program::compile(name, text, &wanted);
        self.wanted = wanted;
        if let Some(checked) = checked {
            let entry = &checked.program.entry;
            let known = self.calls.remove(entry);
            let call = known
                .map_or_else(|| defaults::call(&checked.program), |known| defaults::kept(&known, &checked.program));
            self.calls.insert(entry.clone(), call);
            (self.shown, self.ran) = (Some(checked), None);
        }
        compiled
    }
}

impl Playground {
    /// Whether the program is one in Cg.
    pub(super) fn is_cg(&self) -> bool {
        is_cg(&self.name)
    }

    /// What an address wants of a program in Cg.
    fn cg_wanted(&self, settings: &Settings) -> Wanted {
        Wanted { entry: settings.kernel.clone(), chip: settings.chip }
    }

    /// Compiles the text.
    pub(super) fn compile_cg(&mut self, settings: &Settings) {
        let before = self.cg.shown.as_ref().map(|checked| checked.program.entry.clone());
        self.compiled = self.cg.compile(&self.name, &self.editor.text, self.cg_wanted(settings));
        if self.compiled.works {
            self.outcome = None;
        }
        if before != self.cg.shown.as_ref().map(|checked| checked.program.entry.clone()) {
            self.canvases.clear();
        }
    }

    /// Whether the address wants an entry or a chip that the text was not compiled for.
    pub(super) fn cg_is_old(&self, settings: &Settings) -> bool {
        self.is_cg() && self.cg.wanted != self.cg_wanted(settings)
    }

    /// What is wrong with the entry of an address.
    pub(super) fn wrong_entry(&self, settings: &Settings) -> Option<String> {
        let (checked, name) = (self.cg.shown.as_ref()?, settings.kernel.as_ref()?);
        let known = checked.entries.contains(name);
        (!known).then(|| format!("{} has no entry `{name}`; it has {}", self.name, checked.entries.join(", ")))
    }

    /// Runs the call if it is another than the last one, or it was asked for.
    pub(super) fn run_cg(&mut self, settings: &Settings, device: &Device) {
        let files = self.material.files;
        let asked = std::mem::take(&mut self.asked);
        let Some((checked, call)) = self.cg.call() else { return };
        let call = call.clone();
        if !asked && (!self.automatic || self.cg.ran.as_ref() == Some(&(call.clone(), files))) {
            return;
        }
        let outcome = run::run(&checked.program, &call, device, settings.chip, &mut self.material);
        if let Err(Stopped::Failed(why)) = &outcome {
            log::warn!("{}: {why}", self.name);
        }
        self.outcome = Some(outcome);
        self.cg.ran = Some((call, files));
        self.frames = 0;
    }
}
