//! The panes of a program in Cg: what it is given and draws, and its listing or shader.

use brooklet::Device;
use brooklet::fragment_program::Chip;
use egui::{RichText, Ui};

use super::{Cg, arguments};
use crate::app::playground::Playground;
use crate::app::playground::middle::Choices;
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
        let entries = Choices {
            label: "Entry",
            shown: &checked.program.entry,
            all: checked.entries.iter().map(String::as_str).collect(),
        };
        let chosen = self.choose(ui, &entries, self.compiled.works, theme);
        if let Some(chosen) = chosen {
            (settings.kernel, self.wrong) = (Some(chosen), None);
            ui.ctx().request_repaint();
            return;
        }
        let room = ui.available_rect_before_wrap();
        let [above, below] = split(ui, room, Direction::Below, &mut self.parts.arguments, "outputs", theme);
        self.outcome(ui, below, settings, theme);
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
