//! The three panes of the playground: the program, what it is given and gives, the shaders.

use brooklet::Device;
use egui::{CentralPanel, ComboBox, Frame, Key, Modifiers, Panel, Rect, RichText, Stroke, Ui, UiBuilder, vec2};

use super::editor::Marks;
use super::middle::Choices;
use super::program::{Compiled, DEMOS};
use super::split::{Direction, pane, split};
use super::{Pane, Playground, SMALL, cg, demo, inputs, listing};
use crate::app::keyboard;
use crate::app::settings::Settings;
use crate::app::theme::Theme;

/// How much of its room each pane has.
#[derive(Clone, Copy, Debug)]
pub struct Parts {
    /// The program, of all.
    program: f32,
    /// What it is given and gives, of what the program leaves.
    run: f32,
    /// What it is given, of that.
    pub arguments: f32,
}

impl Default for Parts {
    fn default() -> Parts {
        Parts { program: 0.36, run: 0.5, arguments: 0.42 }
    }
}

impl Playground {
    /// Shows it all; `wrong` is what is wrong with the rest of an address, or with a file.
    pub fn show(
        &mut self,
        ui: &mut Ui,
        settings: &mut Settings,
        device: &Device,
        wrong: &[String],
        theme: Theme,
        now: f64,
    ) {
        if ui.input_mut(|input| input.consume_key(Modifiers::COMMAND, Key::Enter)) {
            if self.changed.is_some() {
                self.compile(settings);
            }
            self.asked = true;
        }
        self.prepare(settings, device, now);
        let frame = Frame::new().fill(theme.canvas()).inner_margin(8.0);
        let width = ui.available_width();
        if width < crate::app::NARROW {
            Panel::top("panes").show(ui, |ui| {
                ui.horizontal_wrapped(|ui| {
                    let panes = [
                        (Pane::Program, "Program"),
                        (Pane::Run, "Run"),
                        (Pane::Shaders, if self.is_cg() { "Listing" } else { "GLSL" }),
                    ];
                    for (pane, title) in panes {
                        ui.selectable_value(&mut self.pane, pane, title);
                    }
                });
            });
            CentralPanel::default().frame(frame).show(ui, |ui| match self.pane {
                Pane::Program => self.program(ui, settings, wrong, theme, now),
                Pane::Run => self.middle(ui, settings, theme),
                Pane::Shaders => self.right(ui, settings, device, theme),
            });
        } else {
            CentralPanel::default().frame(frame).show(ui, |ui| {
                let room = ui.available_rect_before_wrap();
                let [left, rest] = split(ui, room, Direction::Beside, &mut self.parts.program, "program", theme);
                let mut middle = rest;
                if settings.panel {
                    let [own, right] = split(ui, rest, Direction::Beside, &mut self.parts.run, "shaders", theme);
                    middle = own;
                    pane(ui, "right", right, |ui| self.right(ui, settings, device, theme));
                }
                pane(ui, "left", left, |ui| self.program(ui, settings, wrong, theme, now));
                pane(ui, "middle", middle, |ui| self.middle(ui, settings, theme));
            });
        }
        self.frames += 1;
        if self.changed.is_some() || self.frames < 2 {
            ui.ctx().request_repaint();
        }
    }

    /// The program, with what is wrong with it below.
    fn program(&mut self, ui: &mut Ui, settings: &mut Settings, wrong: &[String], theme: Theme, now: f64) {
        let before = self.name.clone();
        let mut chosen = None;
        ui.horizontal_wrapped(|ui| {
            ui.label(RichText::new("Program").strong().color(theme.ink()));
            let edited = demo(&before).is_some_and(|text| text != self.editor.text);
            let title = if edited { format!("{before}, edited") } else { before };
            let list = ComboBox::from_id_salt("demos").selected_text(title).height(640.0).show_ui(ui, |ui| {
                for (language, demos) in [("Brook", DEMOS), ("Cg", cg::DEMOS)] {
                    ui.label(RichText::new(language).size(SMALL).color(theme.faint()));
                    for (name, _) in demos {
                        if ui.selectable_label(*name == self.name, *name).clicked() {
                            chosen = Some(*name);
                        }
                    }
                }
            });
            keyboard::name(&list.response, "Program");
            if edited && ui.button("as it was").on_hover_text("The demo without what you changed").clicked() {
                chosen = DEMOS.iter().chain(cg::DEMOS).map(|(name, _)| *name).find(|name| *name == self.name);
            }
        });
        for wrong in self.wrong.iter().chain(wrong) {
            ui.label(RichText::new(wrong).color(theme.error()));
        }
        if let Some(name) = chosen {
            (settings.program, settings.source, settings.kernel) = (Some(name.to_owned()), None, None);
            self.follow(settings);
        }
        let current = self.changed.is_none();
        let Compiled { diagnostics, refused, text, .. } = &self.compiled;
        let space = ui.available_rect_before_wrap();
        let height = (diagnostics.len() as f32 * 20.0 + 8.0).clamp(28.0, (space.height() * 0.3).max(28.0));
        let (above, below) = space.split_top_bottom_at_y(space.max.y - height);
        let below = below.shrink2(vec2(0.0, 2.0));
        let to = ui.scope_builder(UiBuilder::new().max_rect(below), |ui| match refused {
            Some(refused) => {
                ui.label(RichText::new(refused).color(theme.error()));
                None
            }
            None => listing::show(ui, diagnostics, text, theme),
        });
        ui.painter().hline(space.x_range(), below.min.y - 3.0, Stroke::new(1.0, theme.frame()));
        if let Some(byte) = to.inner {
            self.editor.go_to(byte, true);
        }
        let marks = Marks { diagnostics, current, lit: &self.lit, theme };
        let above = Rect::from_min_max(above.min, above.max - vec2(0.0, 4.0));
        let answer = ui.scope_builder(UiBuilder::new().max_rect(above), |ui| self.editor.show(ui, &marks)).inner;
        if answer.changed {
            self.changed = Some((now, 0));
            self.remember(settings);
        }
        let hovered = answer.hovered.filter(|_| current);
        if hovered != self.hovered {
            self.hovered = hovered;
            ui.ctx().request_repaint();
        }
        if let Some(line) = hovered.filter(|_| answer.clicked) {
            let device = self.program.as_ref().and_then(|program| program.device().info().dialect);
            match self.is_cg() {
                true => self.cg.go_to(line),
                false => self.shaders.go_to(line, device.unwrap_or_default()),
            }
        }
    }

    /// What the kernel is given, and what it gives.
    fn middle(&mut self, ui: &mut Ui, settings: &mut Settings, theme: Theme) {
        if self.is_cg() {
            return self.middle_cg(ui, settings, theme);
        }
        let Some(unit) = self.shown.clone() else {
            ui.label(RichText::new("The program does not compile yet: see what is underlined.").color(theme.faint()));
            return;
        };
        let Some(kernel) = self.kernel(settings) else {
            ui.label(RichText::new("There is no kernel that can be called.").color(theme.faint()));
            return;
        };
        let kernels = Choices {
            label: if kernel.reduction { "Reduction" } else { "Kernel" },
            shown: &kernel.name,
            all: unit.kernels.iter().map(|other| other.name.as_str()).collect(),
        };
        let chosen = self.choose(ui, &kernels, self.compiled.unit.is_some(), theme);
        if let Some(chosen) = chosen {
            (settings.kernel, self.wrong) = (Some(chosen), None);
            ui.ctx().request_repaint();
            return;
        }
        let room = ui.available_rect_before_wrap();
        let [above, below] = split(ui, room, Direction::Below, &mut self.parts.arguments, "outputs", theme);
        self.outcome(ui, below, settings, theme);
        let records = &unit.records;
        let cx = inputs::Context { kernel: &kernel.clone(), records, material: &self.material.clone(), theme };
        let mut canvases = std::mem::take(&mut self.canvases);
        let mut changed = false;
        if let Some((_, call)) = self.call(settings) {
            let before = call.clone();
            pane(ui, "above", above, |ui| inputs::show(call, ui, &mut canvases, &cx));
            changed = *call != before;
        }
        self.canvases = canvases;
        if changed {
            ui.ctx().request_repaint();
        }
    }

    fn right(&mut self, ui: &mut Ui, settings: &Settings, device: &Device, theme: Theme) {
        // What is not compiled has no lines to light.
        let current = self.changed.is_none() && self.compiled.works;
        let line = self.hovered.filter(|_| current);
        let answer = match self.is_cg() {
            true => self.cg.show_texts(ui, (device, settings.chip), line, theme),
            false => self.shaders.show(ui, device.info().dialect.unwrap_or_default(), line, theme),
        };
        let lit = if current { answer.lit } else { Default::default() };
        if let Some(line) = lit.first().filter(|_| answer.clicked) {
            let byte = super::lines::Lines::of(&self.editor.text).bytes(*line).start;
            self.editor.go_to(byte, false);
        }
        if lit != self.lit {
            self.lit = lit;
            ui.ctx().request_repaint();
        }
    }
}
