//! The playground: a program in Brook or [Cg](cg) as it is edited, what its kernels are given and what comes out, and the GLSL that it
//! becomes.

mod arguments;
pub mod cg;
mod data;
mod defaults;
mod drawn;
pub mod editor;
mod inputs;
mod lines;
pub mod listing;
mod middle;
mod outputs;
mod panes;
mod program;
mod run;
mod shaders;
pub mod split;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use brooklet::Device;
use brooklet::brook::ir::{Parameter, StreamKernel};
use brooklet::brook::{Program, Unit};
use serde_json::{Map, Value, json};

use super::data::File;
use super::settings::Settings;
use arguments::{Argument, Call};
use data::{Extents, Material, Source};
use editor::Editor;
use program::Compiled;
pub use program::MAX_BYTES;
use run::{Done, Stopped};
use shaders::Shaders;

/// The longest text, in bytes, that an address holds.
pub const MAX_SOURCE: usize = 2000;

/// The size of what matters less, in points.
pub const SMALL: f32 = 11.5;

/// What a program of one's own is called.
const YOURS: &str = "yours";

/// The text of a demo, in Brook or in Cg.
fn demo(name: &str) -> Option<&'static str> {
    let in_cg = || cg::DEMOS.iter().find(|(known, _)| *known == name).map(|(_, text)| *text);
    program::demo(name).or_else(in_cg)
}

/// Seconds without a key after which a program is compiled, or so many frames where the clock stands still.
const PAUSE: f64 = 0.15;
const PAUSE_FRAMES: usize = 6;

/// What is shown of it where there is not room for all.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Pane {
    #[default]
    Program,
    Run,
    Shaders,
}

/// The editor, and what it leads to. Its fields are the stages from the text to what is shown, each kept until the one before it
/// changes.
pub struct Playground {
    editor: Editor,
    /// The demo or file that the text began as.
    name: String,
    /// What an address said last of program and text: what it says otherwise has been followed.
    known: Option<(Option<String>, Option<String>)>,
    compiled: Compiled,
    /// When the text was changed last, and how many frames ago; none: it is compiled.
    changed: Option<(f64, usize)>,
    /// The last program that compiled, its text, and the kernel of it that is shown.
    shown: Option<Rc<Unit>>,
    shown_text: String,
    kernel: Option<Rc<StreamKernel>>,
    /// What kernels are given: with their parameters as they were.
    calls: BTreeMap<String, (Vec<Parameter>, Call)>,
    /// The same of a program in Cg.
    cg: cg::Cg,
    material: Material,
    automatic: bool,
    /// Whether the button was pressed.
    asked: bool,
    program: Option<Program>,
    /// What ran last: the call, with the number of files then.
    ran: Option<(Call, usize)>,
    outcome: Option<Result<Done, Stopped>>,
    shaders: Shaders,
    views: outputs::Views,
    canvases: inputs::Canvases,
    pane: Pane,
    parts: panes::Parts,
    /// The lines of the program that are lit, and the line that the pointer is on there.
    lit: BTreeSet<usize>,
    hovered: Option<usize>,
    /// What is wrong with the names of an address.
    wrong: Option<String>,
    /// Frames that have shown what there is now.
    frames: usize,
}

impl Default for Playground {
    fn default() -> Playground {
        Playground {
            editor: Editor::default(),
            name: String::new(),
            known: None,
            compiled: Compiled::new("", ""),
            changed: None,
            shown: None,
            shown_text: String::new(),
            kernel: None,
            calls: BTreeMap::new(),
            cg: cg::Cg::default(),
            material: Material::default(),
            automatic: true,
            asked: false,
            program: None,
            ran: None,
            outcome: None,
            shaders: Shaders::default(),
            views: outputs::Views::default(),
            canvases: inputs::Canvases::new(),
            pane: Pane::default(),
            parts: panes::Parts::default(),
            lit: BTreeSet::new(),
            hovered: None,
            wrong: None,
            frames: 0,
        }
    }
}

impl Playground {
    /// Brings text, program and results up to date with what an address says and what was typed.
    fn prepare(&mut self, settings: &mut Settings, device: &Device, now: f64) {
        let said = (settings.program.clone(), settings.source.clone());
        if self.known.as_ref() != Some(&said) {
            self.follow(settings);
        } else if self.changed.is_none() && self.cg_is_old(settings) {
            self.compile(settings);
        }
        if let Some((since, frames)) = &mut self.changed {
            *frames += 1;
            if now - *since >= PAUSE || *frames >= PAUSE_FRAMES {
                self.compile(settings);
            }
        }
        if self.changed.is_none() {
            match self.is_cg() {
                true => self.run_cg(settings, device),
                false => self.run(settings, device),
            }
        }
    }

    /// Shows what an address says.
    fn follow(&mut self, settings: &mut Settings) {
        let usual = if settings.source.is_some() { YOURS } else { program::USUAL };
        let name = settings.program.clone().unwrap_or(usual.to_owned());
        let text = demo(&name);
        self.wrong = (text.is_none() && settings.source.is_none()).then(|| {
            let names: Vec<&str> = program::DEMOS.iter().chain(cg::DEMOS).map(|(name, _)| *name).collect();
            format!("there is no program `{name}`; available: {}", names.join(", "))
        });
        let text = settings.source.clone().or(text.map(str::to_owned));
        self.open(name, text.unwrap_or_else(|| demo(program::USUAL).unwrap_or_default().to_owned()));
        self.known = Some((settings.program.clone(), settings.source.clone()));
        self.compile(settings);
        self.wrong = self.wrong.take().or_else(|| self.wrong_entry(settings));
        if let (Some(unit), Some(name)) = (&self.shown, &settings.kernel)
            && unit.kernel(name).is_none()
        {
            let names: Vec<&str> = unit.kernels.iter().map(|kernel| kernel.name.as_str()).collect();
            self.wrong = Some(format!("{} has no kernel `{name}`; it has {}", self.name, names.join(", ")));
        }
    }

    /// Puts another text into the editor.
    fn open(&mut self, name: String, text: String) {
        self.cg.clear(name != self.name);
        if name != self.name {
            self.calls.clear();
        }
        if cg::is_cg(&name) != self.is_cg() {
            // What a fragment program draws is a picture as a rule.
            self.views.colours = cg::is_cg(&name);
        }
        self.name = name;
        self.editor.text = text;
        self.editor.go_to(0, false);
        (self.shown, self.kernel, self.outcome) = (None, None, None);
        self.shaders.clear();
        self.changed = Some((f64::NEG_INFINITY, PAUSE_FRAMES));
    }

    /// Takes a program that was dropped.
    pub fn take_program(&mut self, name: &str, text: String, settings: &mut Settings) {
        self.wrong = None;
        self.open(name.to_owned(), text);
        settings.kernel = None;
        self.remember(settings);
    }

    /// Takes numbers that were dropped: they go to the streams that wait for a file, or to the first of all.
    pub fn take_file(&mut self, file: File, settings: &Settings) {
        let shape = file.array.shape.clone();
        self.material.file = Some(Rc::new(file));
        self.material.files += 1;
        if self.is_cg() {
            return self.cg.take_file(&shape);
        }
        let Some((_, call)) = self.call(settings) else { return };
        let is_file = |argument: &Argument| matches!(argument, Argument::Stream { fields, .. } if fields.iter().any(|data| data.source == Source::File));
        if !call.arguments.iter().any(is_file)
            && let Some(Argument::Stream { fields, .. }) =
                call.arguments.iter_mut().find(|argument| matches!(argument, Argument::Stream { .. }))
        {
            fields.iter_mut().for_each(|data| data.source = Source::File);
        }
        let extents = match shape[..] {
            [height, width] if call.extents.height.is_some() => Some(Extents::plane(width, height)),
            [width] if call.extents.height.is_none() => Some(Extents::line(width)),
            _ => None,
        };
        call.extents = extents.unwrap_or(call.extents).held();
    }

    /// Writes into the settings what an address is to say of the text.
    pub fn remember(&mut self, settings: &mut Settings) {
        if self.name.is_empty() {
            return;
        }
        let edited = demo(&self.name) != Some(self.editor.text.as_str());
        settings.source = (edited && self.editor.text.len() <= MAX_SOURCE).then(|| self.editor.text.clone());
        // Of a text in Cg, the name says that it is.
        let says = demo(&self.name).is_some() || self.is_cg() && settings.source.is_some();
        settings.program = says.then(|| self.name.clone());
        self.known = Some((settings.program.clone(), settings.source.clone()));
    }

    /// What a link to this leaves out, in words.
    pub fn left_out(&self) -> Option<String> {
        let edited = demo(&self.name) != Some(self.editor.text.as_str());
        let length = self.editor.text.len();
        (edited && length > MAX_SOURCE).then(|| {
            format!("The link is copied without your program: it has {length} bytes, and the maximum is {MAX_SOURCE}.")
        })
    }

    fn compile(&mut self, settings: &Settings) {
        self.changed = None;
        (self.lit, self.hovered) = (BTreeSet::new(), None);
        self.frames = 0;
        if self.is_cg() {
            return self.compile_cg(settings);
        }
        self.compiled = Compiled::new(&self.name, &self.editor.text);
        if let Some(unit) = self.compiled.unit.clone() {
            (self.program, self.ran, self.outcome, self.kernel) = (None, None, None, None);
            self.shaders.clear();
            (self.shown, self.shown_text) = (Some(unit), self.compiled.text.clone());
        }
    }

    /// The kernel that is shown, of the last program that compiled.
    fn kernel(&mut self, settings: &Settings) -> Option<Rc<StreamKernel>> {
        let unit = self.shown.as_ref()?;
        let wanted = settings.kernel.as_deref().and_then(|name| unit.kernel(name)).or(unit.kernels.first())?;
        if self.kernel.as_ref().is_none_or(|kernel| kernel.name != wanted.name) {
            self.kernel = Some(Rc::new(wanted.clone()));
            self.shaders = Shaders::new(unit, wanted, &self.shown_text, self.shaders.dialect, settings.chip);
            (self.ran, self.outcome, self.frames) = (None, None, 0);
            self.canvases.clear();
        }
        self.kernel.clone()
    }

    /// What the shown kernel is given.
    fn call(&mut self, settings: &Settings) -> Option<(Rc<StreamKernel>, &mut Call)> {
        let kernel = self.kernel(settings)?;
        let known = self.calls.remove(&kernel.name);
        let call = match known {
            Some((parameters, call)) if parameters == kernel.parameters => call,
            Some((parameters, call)) => defaults::kept(&call, &parameters, &kernel),
            None => defaults::call(&kernel),
        };
        let entry = self.calls.entry(kernel.name.clone()).or_insert((kernel.parameters.clone(), call));
        entry.0 = kernel.parameters.clone();
        Some((kernel, &mut entry.1))
    }

    /// Runs the call if it is another than the last one, or it was asked for.
    fn run(&mut self, settings: &Settings, device: &Device) {
        let (automatic, files) = (self.automatic, self.material.files);
        let asked = std::mem::take(&mut self.asked);
        let Some((kernel, call)) = self.call(settings) else { return };
        let call = call.clone();
        if !asked && (!automatic || self.ran.as_ref() == Some(&(call.clone(), files))) {
            return;
        }
        let Some(unit) = self.shown.clone() else { return };
        let program = self.program.get_or_insert_with(|| run::program(device, &unit));
        let outcome = match call.prepare(&kernel, &mut self.material) {
            Ok(prepared) => run::run(program, &kernel, &prepared),
            Err(why) => Err(Stopped::Refused(why)),
        };
        self.outcome = Some(outcome);
        self.ran = Some((call, files));
        self.frames = 0;
    }

    /// Drops all that lies on the device.
    pub fn forget(&mut self) {
        // Its listings are those of a chip.
        (self.program, self.ran, self.outcome, self.kernel) = (None, None, None, None);
        self.cg.forget();
    }

    /// Whether all that is shown has been computed.
    pub fn ready(&self) -> bool {
        let ran = self.outcome.is_some() || !self.automatic || !self.compiled.works || self.shown_is_empty();
        self.known.is_some() && self.changed.is_none() && ran && self.frames >= 2
    }

    /// Whether there is no kernel to run.
    fn shown_is_empty(&self) -> bool {
        !self.is_cg() && self.shown.as_ref().is_none_or(|unit| unit.kernels.is_empty())
    }

    /// What fails that the program itself cannot be blamed for.
    pub fn error(&self) -> Option<String> {
        let failed = match &self.outcome {
            Some(Err(Stopped::Failed(error))) => Some(error.clone()),
            _ => None,
        };
        self.wrong.clone().or(failed)
    }

    /// The bits of each output, and the codes of what is wrong.
    pub fn results(&self) -> Value {
        let mut outputs = Map::new();
        if let Some(Ok(done)) = &self.outcome {
            for field in done.outputs.iter().flat_map(|output| &output.fields) {
                let bits: Vec<String> = field.numbers.iter().map(|x| format!("{:08x}", x.to_bits())).collect();
                outputs.insert(field.name.clone(), bits.into());
            }
        }
        let codes: Vec<&str> = self.compiled.diagnostics.iter().map(|diagnostic| diagnostic.code.name()).collect();
        let refused = match &self.outcome {
            Some(Err(Stopped::Refused(why) | Stopped::Failed(why))) => Some(why.clone()),
            _ => self.compiled.refused.clone(),
        };
        json!({ "outputs": outputs, "diagnostics": codes, "refused": refused })
    }
}
