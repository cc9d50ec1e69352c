//! The panes of a program in Cg: what it is given and draws, and its listing or shader.

use brooklet::Device;
use brooklet::fragment_program::Chip;
use egui::{ComboBox, RichText, Ui};

use super::{Cg, arguments};
use crate::app::playground::Playground;
use crate::app::playground::outputs;
use crate::app::playground::run::Stopped;
use crate::app::playground::shaders::Answer;
use crate::app::playground::split::{Direction, pane, split};
use crate::app::settings::Settings;
use crate::app::theme::Theme;

impl Playground {
    /// What the entry is given, and what it draws.
    pub(in crate::app::playground) fn middle_cg(&mut self, ui: &mut Ui, settings: &mut Settings, theme: Theme) {
        let Some(checked) = self.cg.shown.clone() else {
            ui.label(RichText::new("The program does not compile yet: see what is underlined.").color(theme.faint()));
            return;
        };
        let entry = &checked.program.entry;
        let mut chosen = None;
        ui.horizontal_wrapped(|ui| {
            ui.label(RichText::new("Entry").strong().color(theme.ink()));
            ComboBox::from_id_salt("entries").selected_text(entry).show_ui(ui, |ui| {
                for other in &checked.entries {
                    if ui.selectable_label(other == entry, other).clicked() {
                        chosen = Some(other.clone());
                    }
                }
            });
            if ui.button("Run").on_hover_text("Ctrl and Enter").clicked() {
                self.asked = true;
                ui.ctx().request_repaint();
            }
            ui.checkbox(&mut self.automatic, "on every change");
        });
        if !self.compiled.works {
            let text = "The program has errors: this is the last one that compiled.";
            ui.label(RichText::new(text).color(theme.source()));
        }
        if let Some(chosen) = chosen {
            (settings.kernel, self.wrong) = (Some(chosen), None);
            ui.ctx().request_repaint();
            return;
        }
        let room = ui.available_rect_before_wrap();
        let [above, below] = split(ui, room, Direction::Below, &mut self.parts.arguments, "outputs", theme);
        pane(ui, "below", below, |ui| match &self.outcome {
            Some(Ok(done)) => outputs::show(&mut self.views, ui, done, &mut settings.show, theme),
            Some(Err(Stopped::Refused(why) | Stopped::Failed(why))) => {
                ui.label(RichText::new("Outputs").strong().color(theme.ink()));
                ui.label(RichText::new(why).color(theme.error()));
            }
            None => {
                ui.label(RichText::new("Outputs").strong().color(theme.ink()));
                ui.label(RichText::new("It has not run yet.").color(theme.faint()));
            }
        });
        let Some((_, call)) = self.cg.call() else { return };
        let before = call.clone();
        let (canvases, material) = (&mut self.canvases, &self.material);
        pane(ui, "above", above, |ui| arguments::show(call, ui, &checked.program, canvases, material, theme));
        if *call != before {
            ui.ctx().request_repaint();
        }
    }
}

impl Cg {
    /// Its listing or shader; `line`: that of the program under the pointer.
    pub fn show_texts(
        &mut self,
        ui: &mut Ui,
        device: (&Device, Option<Chip>),
        line: Option<usize>,
        theme: Theme,
    ) -> Answer {
        let Some((checked, call)) = self.call() else { return Answer::default() };
        let call = call.clone();
        self.texts.show(ui, (&checked, &call), device, line, theme)
    }

    /// Shows the first line of the listing that a line of the program became.
    pub fn go_to(&mut self, line: usize) {
        self.texts.go_to(line);
    }
}
