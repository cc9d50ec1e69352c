//! The scenes that have passes, and the applications in motion: the passes, with the panels around them.

use brooklet::Device;
use egui::{Panel, Ui};

use super::narrow::{self, Tab};
use super::stepping::{chip, details};
use super::theme::Theme;
use super::{Gallery, ShellKind, controls, tabs, timeline};

impl Gallery {
    /// Shows a scene that has passes, or an application in motion.
    pub(super) fn show_passes(&mut self, ui: &mut Ui, device: &Device, theme: Theme, now: f64) {
        (self.settings.speed, self.settings.native) = (self.player.passes_a_second(), self.stepping.program.native);
        self.size_for_view();
        let live = self.settings.is_live();
        if !live {
            self.stepping.prepare(device, &self.settings, ui.ctx());
        }
        let steps = self.passes();
        let passes = self.player.passes(now);
        // What is in motion does not run ahead of what has been computed: on a slow device it goes slower, and stops at once.
        let hidden = narrow::is(ui) && self.tab != Tab::Passes;
        let waits = live && (hidden || !self.live.ready());
        if passes > 0 && !waits {
            let done = self.settings.pass.unwrap_or(steps);
            let next = (done + passes).min(steps);
            self.settings.pass = Some(next);
            self.player.playing = next < steps;
        }
        if self.player.playing {
            ui.ctx().request_repaint_after_secs(self.player.wait());
        }
        // A figure has none of what one chooses it by.
        let figure = self.shell == ShellKind::Figure;
        if !figure {
            Panel::bottom("timeline").show_separator_line(true).show(ui, |ui| timeline::show(self, ui, steps, theme));
        }
        if narrow::is(ui) && !figure {
            let tab = tabs::row(self, ui);
            if tab != Tab::Passes {
                return tabs::show(self, ui, tab, device, theme);
            }
        } else {
            self.panels(ui, device, theme);
        }
        if live {
            let done = self.settings.pass.unwrap_or(steps).min(steps);
            self.live.show(ui, device, &self.settings, theme, (done, self.clock));
            return self.grow();
        }
        let answer = self.stepping.show(ui, &self.settings, theme, (self.player.playing, self.clock));
        if let Some(pass) = answer.go_to {
            self.player.playing = false;
            self.settings.pass = Some(pass);
        }
        if answer.clicked.is_some() {
            self.settings.at = answer.clicked.filter(|clicked| self.settings.at != Some(*clicked));
        }
        if answer.unfinished {
            ui.ctx().request_repaint();
        }
    }

    /// The panels beside the passes, and below them.
    fn panels(&mut self, ui: &mut Ui, device: &Device, theme: Theme) {
        let figure = self.shell == ShellKind::Figure;
        if !figure {
            let controls = Panel::left("controls").resizable(false).exact_size(210.0);
            controls.show(ui, |ui| controls::show(self, ui, device, theme));
        }
        if !self.settings.panel || self.settings.is_live() {
            return;
        }
        let playing = self.player.playing;
        if let Some(chip) = self.settings.chip {
            // Some of the textures are always seen.
            let largest = (0.6 * ui.available_height()).clamp(120.0, 640.0);
            let panel = Panel::bottom("chip").resizable(true).default_size(290.0).size_range(120.0..=largest);
            panel.show(ui, |ui| chip::show(&mut self.stepping, ui, &self.settings, chip, theme, playing));
        }
        if figure {
            return;
        }
        let panel = Panel::right("details").resizable(true).default_size(330.0).size_range(240.0..=700.0);
        panel.show(ui, |ui| details::show(&mut self.stepping, ui, &self.settings, theme, playing));
    }
}
