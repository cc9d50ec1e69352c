//! The tabs of the narrow layout: the passes, and each of the panels that are beside them elsewhere.

use brooklet::Device;
use egui::{Button, CentralPanel, Frame, Panel, Ui};

use super::narrow::Tab;
use super::stepping::{chip, details};
use super::theme::Theme;
use super::{Gallery, controls};

/// Shows the row of tabs; the one that is chosen.
pub fn row(gallery: &mut Gallery, ui: &mut Ui) -> Tab {
    let settings = &gallery.settings;
    let all = Tab::of(settings);
    let mut chosen = if all.contains(&gallery.tab) { gallery.tab } else { Tab::Passes };
    Panel::top("tabs").show(ui, |ui| {
        ui.horizontal(|ui| {
            for tab in all {
                if ui.add(Button::selectable(chosen == tab, tab.title(settings))).clicked() {
                    chosen = tab;
                }
            }
        });
    });
    gallery.tab = chosen;
    chosen
}

/// Shows a tab other than the passes.
pub fn show(gallery: &mut Gallery, ui: &mut Ui, tab: Tab, device: &Device, theme: Theme) {
    // Nothing of the passes is under the pointer.
    gallery.stepping.hide();
    let frame = Frame::new().fill(ui.visuals().panel_fill).inner_margin(8.0);
    CentralPanel::default().frame(frame).show(ui, |ui| {
        let playing = gallery.player.playing;
        match (tab, gallery.settings.chip) {
            (Tab::Settings, _) => controls::show(gallery, ui, device, theme),
            (Tab::Chip, Some(chip)) => chip::show(&mut gallery.stepping, ui, &gallery.settings, chip, theme, playing),
            _ => details::show(&mut gallery.stepping, ui, &gallery.settings, theme, playing),
        }
    });
}
