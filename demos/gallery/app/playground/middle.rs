//! What the middle pane has for every language: the choice of a kernel or entry, the button that runs it, and what came out.

use egui::{ComboBox, Rect, RichText, Ui};

use super::run::Stopped;
use super::split::pane;
use super::{Playground, outputs};
use crate::app::keyboard;
use crate::app::settings::Settings;
use crate::app::theme::Theme;

/// What a program has to choose from.
pub struct Choices<'a> {
    /// What they are.
    pub label: &'a str,
    /// The name of the one that is shown.
    pub shown: &'a str,
    /// The names of all.
    pub all: Vec<&'a str>,
}

impl Playground {
    /// Shows the kernels or entries, the button that runs the one that is shown, and whether every change does. `works`: whether the program
    /// compiles. Returns what was chosen.
    pub(super) fn choose(&mut self, ui: &mut Ui, choices: &Choices, works: bool, theme: Theme) -> Option<String> {
        let mut chosen = None;
        ui.horizontal_wrapped(|ui| {
            ui.label(RichText::new(choices.label).strong().color(theme.ink()));
            let list = ComboBox::from_id_salt("kernels").selected_text(choices.shown).show_ui(ui, |ui| {
                for other in &choices.all {
                    if ui.selectable_label(*other == choices.shown, *other).clicked() {
                        chosen = Some((*other).to_owned());
                    }
                }
            });
            keyboard::name(&list.response, "Kernel");
            if ui.button("Run").on_hover_text("Ctrl and Enter").clicked() {
                self.asked = true;
                ui.ctx().request_repaint();
            }
            ui.checkbox(&mut self.automatic, "on every change");
        });
        if !works {
            let text = "The program has errors: this is the last one that compiled.";
            ui.label(RichText::new(text).color(theme.source()));
        }
        chosen
    }

    /// Shows the outputs, or why there are none.
    pub(super) fn outcome(&mut self, ui: &mut Ui, below: Rect, settings: &mut Settings, theme: Theme) {
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
    }
}
