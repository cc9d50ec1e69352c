//! A program as the listing for a chip, with what it takes of it, and as a shader.

use std::collections::BTreeSet;
use std::rc::Rc;

use brooklet::cg::{self, Compiled, Program};
use brooklet::fragment_program::Chip;
use brooklet::fragment_program::counts::Counts;
use brooklet::fragment_program::listing::Mapped;
use brooklet::{Device, Dialect};
use egui::{RichText, ScrollArea, Ui};

use super::call::{Call, Uniform};
use super::program::{Checked, options};
use super::run;
use crate::app::playground::SMALL;
use crate::app::playground::lines::Lines;
use crate::app::playground::shaders::{self, Answer, PassText};
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
    /// Its text, and for each line of a listing the lines of the program.
    pub pass: PassText,
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
    /// The line that is to be seen.
    go_to: Option<usize>,
}

/// What a program takes of a chip.
fn taken(counts: &Counts) -> String {
    let counted = |count: usize, one: &str, more: &str| format!("{count} {}", if count == 1 { one } else { more });
    let pairs = counts.pairs.map_or(String::new(), |pairs| format!(" in {}", counted(pairs, "pair", "pairs")));
    let nodes = counts.nodes.filter(|nodes| *nodes != counts.indirections);
    let nodes = nodes.map_or(String::new(), |nodes| format!(" in {}", counted(nodes, "node", "nodes")));
    let mut parts = vec![
        format!("{} ALU{pairs}", counts.alu),
        format!("{} TEX", counts.tex),
        format!("{}{nodes}", counted(counts.indirections, "indirection", "indirections")),
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
        Err(error) => {
            let pass = PassText { name: String::new(), text: Err(error), from: Vec::new() };
            return Text { pass, taken: String::new(), verdict: Ok(String::new()) };
        }
    };
    let mut from = Vec::new();
    let (text, verdict) = match target {
        Target::Chip(chip) => {
            let arguments = format!("-profile {} -entry {}", program.profile, program.entry);
            let mapped = program.mapped_listing(&compiled, &arguments).map_err(|error| error.to_string());
            from = mapped.as_ref().map_or(Vec::new(), |mapped| sources(&compiled, mapped, &checked.text));
            let text = mapped.map(|mapped| mapped.text);
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
    let pass = PassText { name: program.entry.clone(), text, from };
    Text { pass, taken: format!("{}: {}", program.profile, taken(&compiled.counts)), verdict }
}

/// For each line of a listing, the lines of the program that it comes from.
fn sources(compiled: &Compiled, mapped: &Mapped, text: &str) -> Vec<BTreeSet<usize>> {
    let lines = Lines::of(text);
    let mut from = vec![BTreeSet::new(); mapped.text.lines().count()];
    for (instruction, line) in compiled.program.instructions.iter().zip(&mapped.lines) {
        let Some(own) = from.get_mut(line.saturating_sub(1)) else { continue };
        let spans = instruction.spans.iter().filter(|span| span.file == 0 && span.end > 0);
        own.extend(spans.flat_map(|span| lines.within(span.start as usize..span.end as usize)));
    }
    from
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
                let depends = text.pass.text.is_err() || checked.program.lower(None, &[]).is_err();
                let uniforms = if depends { call.uniforms.clone() } else { Vec::new() };
                Made { target, checked: checked.clone(), uniforms, text }
            }
        };
        &self.made.insert(made).text
    }

    /// Shows the first line that a line of the program became.
    pub fn go_to(&mut self, line: usize) {
        let made = self.made.as_ref();
        self.go_to = made.and_then(|made| made.text.pass.from.iter().position(|from| from.contains(&line)));
    }

    /// `chip`: the emulated one that runs here; `line`: that of the program under the pointer.
    pub fn show(
        &mut self,
        ui: &mut Ui,
        (checked, call): (&Rc<Checked>, &Call),
        (device, chip): (&Device, Option<Chip>),
        line: Option<usize>,
        theme: Theme,
    ) -> Answer {
        let mut shown = self.target(chip);
        choose(ui, &mut shown, device, chip, theme);
        if shown != self.target(chip) {
            self.chosen = Some(shown);
        }
        let go_to = self.go_to.take();
        let Text { pass, taken, verdict } = self.current(checked, call, shown);
        if !taken.is_empty() {
            ui.label(RichText::new(taken).size(SMALL).color(theme.ink()));
        }
        match verdict {
            Ok(fits) if fits.is_empty() => {}
            Ok(fits) => drop(ui.label(RichText::new(fits).size(SMALL).color(theme.faint()))),
            Err(excess) => {
                for line in excess {
                    ui.label(RichText::new(line).size(SMALL).color(theme.error()));
                }
            }
        }
        let mut answer = Answer::default();
        let is_listing = matches!(shown, Target::Chip(_));
        ScrollArea::both().id_salt("listing").auto_shrink(false).show(ui, |ui| match &pass.text {
            Ok(program) => shaders::program(ui, pass, (program, is_listing), line, go_to, theme, &mut answer),
            Err(error) => drop(ui.label(RichText::new(error).color(theme.error()))),
        });
        answer
    }
}

/// What can be shown.
fn choose(ui: &mut Ui, shown: &mut Target, device: &Device, chip: Option<Chip>, theme: Theme) {
    let own = device.info().dialect;
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new("Listing").strong().color(theme.ink()));
        for other in CHIPS.into_iter().chain(chip.filter(|chip| !CHIPS.contains(chip))) {
            let runs = if chip == Some(other) { ", which runs here" } else { "" };
            let tip = format!("For {}, in {}{runs}", other.profile().cards, options("main", Some(other)).profile);
            ui.selectable_value(shown, Target::Chip(other), other.name()).on_hover_text(tip);
        }
        ui.label(RichText::new("GLSL").strong().color(theme.ink()));
        for dialect in Dialect::ALL {
            let runs = if own == Some(dialect) { ", which runs here" } else { "" };
            let tip = format!("{}{runs}", dialect.api());
            ui.selectable_value(shown, Target::Shader(dialect), dialect.name()).on_hover_text(tip);
        }
    });
}
