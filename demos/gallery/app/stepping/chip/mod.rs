//! The panel below, where an emulated chip runs the passes: the kernel or its GLSL, the listing beside it, and the registers of a
//! fragment.

mod costs;
mod pane;
mod registers;
#[cfg(test)]
mod tests;
mod texts;

use std::rc::Rc;

use brooklet::backend::debug::Fragment;
use brooklet::capture::Step;
use brooklet::fragment_program::Chip;
use brooklet::syntax::Files;
use egui::{Button, Rect, RichText, ScrollArea, Ui, UiBuilder, vec2};

use super::Stepping;
use crate::app::element::{Picked, Place};
use crate::app::narrow;
use crate::app::settings::Settings;
use crate::app::stage;
use crate::app::theme::Theme;
use crate::app::track::{Shown, Track};
use pane::{Answer, Lit, Text};
use registers::Registers;

/// Points between the parts.
const GAP: f32 = 10.0;
/// The size of texts, in points.
const SIZE: f32 = 11.0;

/// A pass on the chip: its texts, made once.
struct Pass {
    /// The column, the step, and how it is shown.
    of: (usize, usize, bool, Theme),
    source: Text,
    listing: Text,
    /// What it takes of the chip, in a line.
    counts: String,
    /// The line of the source that costs most, and how that is said.
    max: Option<(Lit, String)>,
}

/// Why there is nothing to show of a pass.
struct NoPass {
    /// The column and the step.
    of: (usize, usize),
    why: String,
}

/// What is shown of the chip.
#[derive(Default)]
pub struct Inside {
    pass: Option<Result<Pass, NoPass>>,
    registers: Registers,
    /// The output and the element whose fragment was looked at last.
    last: Option<(usize, usize)>,
    /// What the pointer was on.
    lit: Lit,
    /// What was clicked, and in which text: the others go there.
    go_to: Option<(Lit, &'static str)>,
}

impl Inside {
    /// Forgets the pass, as its track goes.
    pub fn forget(&mut self) {
        *self = Inside::default();
    }

    /// Brings the texts up to date with the pass that is shown.
    fn follow(&mut self, track: &mut Track, of: (usize, usize, bool, Theme)) {
        let known = match &self.pass {
            Some(Ok(pass)) => pass.of == of,
            Some(Err(failed)) => failed.of == (of.0, of.1),
            None => false,
        };
        if known {
            return;
        }
        let pass = costs::sample(track, of.1).map_err(|error| error.to_string()).and_then(|fragments| {
            let Step::Pass(pass) = &track.steps()[of.1] else {
                return Err("emulated chips cannot run dispatches".to_owned());
            };
            let costs = costs::Costs::of(&fragments);
            let first = fragments.first().ok_or("the pass draws nothing")?;
            Ok(Pass {
                of,
                source: texts::source(pass, of.2, &costs, SIZE, of.3),
                listing: texts::listing(first, &costs, SIZE, of.3),
                counts: costs::counts(first),
                max: costs.max().map(|(line, cost)| max(&first[0].program.files, line, cost)),
            })
        });
        self.pass = Some(pass.map_err(|why| NoPass { of: (of.0, of.1), why }));
    }

    /// The fragment that is looked at: of the element under the pointer, or that which is kept, or that which was pointed at last.
    fn element(
        &mut self,
        stepping: (Option<crate::app::element::Picked>, usize),
        settings: &Settings,
    ) -> Option<(usize, usize)> {
        let (hovered, done) = stepping;
        let output = |picked: Picked| match picked.place {
            Place::Output(slot) => Some((slot, picked.element)),
            Place::Input(_) => None,
        };
        let found = hovered.and_then(output).or_else(|| settings.at.map(|kept| kept.at(done)).and_then(output));
        if found.is_some() {
            self.last = found;
        }
        self.last
    }
}

/// Shows it.
pub fn show(stepping: &mut Stepping, ui: &mut Ui, settings: &Settings, chip: Chip, theme: Theme, playing: bool) {
    // As high as the panel is, whatever there is to say.
    ui.set_min_height(ui.available_height());
    let focus = stepping.focus;
    let (hovered, done) = (stepping.hovered, stepping.done(settings, focus));
    let native = &mut stepping.program.native;
    let inside = &mut stepping.inside;
    let faint = |ui: &mut Ui, text: &str| drop(ui.label(RichText::new(text).color(theme.faint())));
    let place = stepping.stage.as_mut().and_then(|stage| stage.places.get_mut(focus));
    let track = match place {
        Some(stage::Place::Running(track)) if !track.steps().is_empty() => track,
        Some(stage::Place::Refused(method, why)) => {
            return faint(ui, &format!("{}: {why}", method.name));
        }
        _ => return faint(ui, "Nothing has run yet."),
    };
    let step = done.saturating_sub(1).min(track.steps().len() - 1);
    // While it plays, the last pass stays: nobody reads on at so many passes a second.
    if !playing || inside.pass.is_none() {
        inside.follow(track, (focus, step, *native, theme));
    }
    let element = inside.element((hovered, done), settings);
    let Ok(shown) = track.show(step) else { return };
    let fragments = match (element, playing) {
        (Some((slot, element)), false) => looked(track, &shown, (focus, step), (slot, element), &mut inside.registers),
        _ => None,
    };
    let space = ui.available_rect_before_wrap();
    let [left, middle, right] = parts(space);
    ui.allocate_rect(space, egui::Sense::hover());
    let mut answer = Answer::default();
    let went = inside.go_to.take();
    let pass = match &inside.pass {
        Some(Ok(pass)) => pass,
        Some(Err(failed)) => return faint(ui, &failed.why),
        None => return,
    };
    let shown_as = |name: &str| pane::Shown {
        lit: &inside.lit,
        go_to: went.as_ref().filter(|(_, clicked)| *clicked != name).map(|(to, _)| to),
        size: SIZE,
        theme,
    };
    within(ui, left, |ui| {
        ui.horizontal(|ui| {
            ui.selectable_value(native, false, "kernel");
            ui.selectable_value(native, true, "GLSL").on_hover_text("What a driver would get");
            if let Some((line, said)) = &pass.max {
                let tip = "The line for which a fragment executes the most instructions. Click to see it";
                let button = Button::new(RichText::new(said).color(theme.faint()));
                let button = if narrow::is(ui) { button } else { button.small() };
                if ui.add(button).on_hover_text(tip).clicked() {
                    inside.go_to = Some((line.clone(), ""));
                }
            }
        });
        pane::show(ui, "source", &pass.source, shown_as("source"), &mut answer);
    });
    within(ui, middle, |ui| {
        ui.horizontal(|ui| {
            ui.label(RichText::new(chip.name()).strong().color(theme.fragment()));
            ui.label(RichText::new(&pass.counts).small().color(theme.faint())).on_hover_text(&pass.counts);
        });
        pane::show(ui, "listing", &pass.listing, shown_as("listing"), &mut answer);
    });
    within(ui, right, |ui| {
        executed(ui, fragments.as_ref(), &inside.registers, shown_as("registers"), &mut answer);
    });
    if let Some(clicked) = answer.clicked {
        inside.go_to = Some((answer.on.clone(), clicked));
    }
    if answer.on != inside.lit || inside.go_to.is_some() {
        inside.lit = answer.on;
        ui.ctx().request_repaint();
    }
}

/// Points of width below which the parts lie one below the other.
const BESIDE: f32 = 560.0;

/// Where the kernel, the listing and the registers are, beside each other or one below the other.
fn parts(space: Rect) -> [Rect; 3] {
    if space.width() < BESIDE {
        let height = (space.height() - 2.0 * GAP) / 3.0;
        return [0.0, 1.0, 2.0].map(|number| {
            let corner = space.min + vec2(0.0, number * (height + GAP));
            Rect::from_min_size(corner, vec2(space.width(), height))
        });
    }
    let width = space.width() - 2.0 * GAP;
    [(0.0, 0.38, 0.0), (0.38, 0.7, 1.0), (0.7, 1.0, 2.0)].map(|(from, to, gaps)| {
        let x = |share: f32| space.min.x + width * share + GAP * gaps;
        Rect::from_min_max(egui::pos2(x(from), space.min.y), egui::pos2(x(to), space.max.y))
    })
}

/// Draws in a part of the panel, and not beyond it.
fn within(ui: &mut Ui, rect: Rect, draw: impl FnOnce(&mut Ui)) {
    ui.scope_builder(UiBuilder::new().max_rect(rect), |ui| {
        ui.set_clip_rect(rect.expand2(vec2(2.0, 4.0)).intersect(ui.clip_rect()));
        draw(ui);
    });
}

/// What the fragment of an element computed, or why that is not shown.
fn executed(ui: &mut Ui, fragments: Option<&Looked>, registers: &Registers, shown: pane::Shown, answer: &mut Answer) {
    let theme = shown.theme;
    let heading = |ui: &mut Ui| drop(ui.label(RichText::new("registers").strong().color(theme.ink())));
    match fragments {
        Some(Ok(fragments)) => registers::show(ui, registers, fragments, shown, answer),
        Some(Err(error)) => {
            heading(ui);
            ScrollArea::vertical().id_salt("no registers").show(ui, |ui| {
                ui.label(RichText::new(error).color(theme.faint()));
            });
        }
        None => {
            heading(ui);
            let text =
                "Point at an element that the pass writes: what its fragment computes, instruction by instruction.";
            ui.label(RichText::new(text).color(theme.faint()));
        }
    }
}

/// The line that costs most, and how that is said.
fn max(files: &Files, line: pane::Line, cost: f64) -> (Lit, String) {
    let file = files.0.get(line.0).map_or("", |file| file.name.rsplit('/').next().unwrap_or(&file.name));
    let said = format!("most: {file}:{}, {}", line.1, pane::cost(cost));
    (Lit { lines: [line].into(), instruction: None }, said)
}

type Looked = Result<Rc<Vec<Fragment>>, String>;

/// The fragment of an element of an output, by each program of the pass; none where the pass has no such output.
fn looked(
    track: &mut Track,
    shown: &Shown,
    (focus, step): (usize, usize),
    (slot, element): (usize, usize),
    registers: &mut Registers,
) -> Option<Looked> {
    let (slot, contents) = shown.outputs.get(slot)?;
    // A fragment writes all layers of a texel.
    let fragment = element / contents.layers;
    let found = registers
        .of((focus, step, fragment), || track.debug(step, fragment).map(Rc::new).map_err(|error| error.to_string()));
    registers.name = format!("{}[{element}]", slot.name);
    Some(found)
}
