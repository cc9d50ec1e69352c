//! A program as the listing for a chip, with what it takes of it, and as a shader.

use std::collections::BTreeSet;
use std::rc::Rc;

use brooklet::cg::{self, Compiled, Program};
use brooklet::fragment_program::Chip;
use brooklet::fragment_program::counts::Counts;
use brooklet::{Device, Dialect};
use egui::{RichText, ScrollArea, Ui};

use super::call::{Call, Uniform};
use super::program::{Checked, options};
use super::run;
use crate::app::playground::SMALL;
use crate::app::playground::shaders::{self, PassText};
use crate::app::theme::Theme;

/// The chips that are offered: two for each profile of the Radeons, one for each of the others.
const CHIPS: [Chip; 4] = [Chip::R300, Chip::R420, Chip::Nv30, Chip::Nv40];

/// What a program is shown as.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target {
    Chip(Chip),
    Shader(Dialect),
}

/// A listing or shader, and what is said of it.
pub struct Text {
    pub text: Result<String, String>,
    /// What it takes.
    pub taken: String,
    /// Whether it fits the chip, in words; or why it does not.
    pub verdict: Result<String, Vec<String>>,
}

/// What a text was made of.
struct Made {
    target: Target,
    checked: Rc<Checked>,
    /// Those that the text depends on.
    uniforms: Vec<Uniform>,
    text: Text,
}

/// The listing or shader that is shown.
#[derive(Default)]
pub struct Texts {
    /// None: for the chip that runs, or for an NV40.
    pub chosen: Option<Target>,
    made: Option<Made>,
}

/// What a program takes of a chip.
fn taken(counts: &Counts) -> String {
    let counted = |count: usize, one: &str, more: &str| format!("{count} {}", if count == 1 { one } else { more });
    let pairs = counts.pairs.map_or(String::new(), |pairs| format!(" in {}", counted(pairs, "pair", "pairs")));
    let mut parts = vec![
        format!("{} ALU{pairs}", counts.alu),
        format!("{} TEX", counts.tex),
        counted(counts.indirections, "indirection", "indirections"),
        counted(counts.temporaries, "temporary", "temporaries"),
        counted(counts.parameters, "constant", "constants"),
    ];
    if counts.loop_nesting > 0 {
        parts.push(format!("loops {} deep", counts.loop_nesting));
    }
    if counts.branch_nesting > 0 {
        parts.push(format!("branches {} deep", counts.branch_nesting));
    }
    parts.join(", ")
}

/// A program for a chip, or as the shaders have it, compiled.
fn compiled(checked: &Checked, call: &Call, chip: Option<Chip>) -> Result<(Program, Compiled), String> {
    let options = options(&checked.program.entry, chip);
    let program = cg::compile(&checked.name, &checked.text, &options).map_err(|found| {
        let first = found.list.first().map_or_else(String::new, |diagnostic| diagnostic.title.clone());
        format!("It does not compile for {}: {first}", options.profile)
    })?;
    let draw = run::draw(&program, call).map_err(|error| error.to_string())?;
    let compiled = draw.compiled(chip).map_err(|error| error.to_string())?;
    drop(draw);
    Ok((program, compiled))
}

/// The text of a program as it is given these numbers.
pub fn text(checked: &Checked, call: &Call, target: Target) -> Text {
    let chip = match target {
        Target::Chip(chip) => Some(chip),
        Target::Shader(_) => None,
    };
    let (program, compiled) = match compiled(checked, call, chip) {
        Ok(both) => both,
        Err(error) => return Text { text: Err(error), taken: String::new(), verdict: Ok(String::new()) },
    };
    let (text, verdict) = match target {
        Target::Chip(chip) => {
            let arguments = format!("-profile {} -entry {}", program.profile, program.entry);
            let text = program.listing(&compiled, &arguments).map_err(|error| error.to_string());
            let verdict = match compiled.excess.is_empty() {
                true => Ok(format!("fits {} ({})", chip.name(), chip.profile().cards)),
                false => Err(compiled
                    .excess
                    .iter()
                    .map(|excess| format!("does not fit {}: {excess}", chip.name()))
                    .collect()),
            };
            (text, verdict)
        }
        Target::Shader(dialect) => (program.shader(&compiled, dialect), Ok(String::new())),
    };
    Text { text, taken: format!("{}: {}", program.profile, taken(&compiled.counts)), verdict }
}

impl Texts {
    /// Drops what was made.
    pub fn clear(&mut self) {
        self.made = None;
    }

    /// What is shown.
    pub fn target(&self, chip: Option<Chip>) -> Target {
        self.chosen.unwrap_or(Target::Chip(chip.unwrap_or(Chip::Nv40)))
    }

    /// The text that is shown, made anew where it is of something else.
    fn current(&mut self, checked: &Rc<Checked>, call: &Call, target: Target) -> &Text {
        let same = |made: &Made| {
            made.target == target
                && Rc::ptr_eq(&made.checked, checked)
                && (made.uniforms.is_empty() || made.uniforms == call.uniforms)
        };
        let made = match self.made.take().filter(same) {
            Some(made) => made,
            None => {
                let text = text(checked, call, target);
                // Most programs are the same whatever their uniforms are: loops alone may depend on them.
                let depends = text.text.is_err() || checked.program.lower(None, &[]).is_err();
                let uniforms = if depends { call.uniforms.clone() } else { Vec::new() };
                Made { target, checked: checked.clone(), uniforms, text }
            }
        };
        &self.made.insert(made).text
    }

    /// `chip`: the emulated one that runs here.
    pub fn show(
        &mut self,
        ui: &mut Ui,
        (checked, call): (&Rc<Checked>, &Call),
        device: &Device,
        chip: Option<Chip>,
        theme: Theme,
    ) {
        let mut shown = self.target(chip);
        let own = device.info().dialect;
        ui.horizontal_wrapped(|ui| {
            ui.label(RichText::new("Listing").strong().color(theme.ink()));
            for other in CHIPS.into_iter().chain(chip.filter(|chip| !CHIPS.contains(chip))) {
                let runs = if chip == Some(other) { ", which runs here" } else { "" };
                let tip = format!("For {}, in {}{runs}", other.profile().cards, options("main", Some(other)).profile);
                ui.selectable_value(&mut shown, Target::Chip(other), other.name()).on_hover_text(tip);
            }
            ui.label(RichText::new("GLSL").strong().color(theme.ink()));
            for dialect in Dialect::ALL {
                let runs = if own == Some(dialect) { ", which runs here" } else { "" };
                let tip = format!("{}{runs}", dialect.api());
                ui.selectable_value(&mut shown, Target::Shader(dialect), dialect.name()).on_hover_text(tip);
            }
        });
        if shown != self.target(chip) {
            self.chosen = Some(shown);
        }
        let text = self.current(checked, call, shown);
        if !text.taken.is_empty() {
            ui.label(RichText::new(&text.taken).size(SMALL).color(theme.ink()));
        }
        match &text.verdict {
            Ok(fits) if fits.is_empty() => {}
            Ok(fits) => drop(ui.label(RichText::new(fits).size(SMALL).color(theme.faint()))),
            Err(excess) => {
                for line in excess {
                    ui.label(RichText::new(line).size(SMALL).color(theme.error()));
                }
            }
        }
        ScrollArea::both().id_salt("listing").auto_shrink(false).show(ui, |ui| match &text.text {
            Ok(program) => {
                let pass =
                    PassText { name: String::new(), text: Ok(String::new()), from: Vec::<BTreeSet<usize>>::new() };
                let is_listing = matches!(shown, Target::Chip(_));
                shaders::program(ui, &pass, (program, is_listing), None, None, theme, &mut shaders::Answer::default());
            }
            Err(error) => drop(ui.label(RichText::new(error).color(theme.error()))),
        });
    }
}
