//! The line at the top: scenes, the tour, help, the theme.

use egui::{Align, Button, Layout, Panel, RichText, Ui};

use super::Gallery;
use super::icons::{self, Icon};
use super::scene::Scene;
use super::theme::Theme;

pub fn show(gallery: &mut Gallery, ui: &mut Ui, theme: Theme) {
    Panel::top("header").show(ui, |ui| {
        let narrow = ui.available_width() < super::NARROW;
        ui.horizontal_wrapped(|ui| {
            if !narrow {
                ui.label(RichText::new("brooklet").strong().color(theme.ink()));
                ui.separator();
            }
            for scene in Scene::ALL {
                let chosen = gallery.settings.scene == scene && gallery.settings.tour.is_none();
                let tip = format!("{}  ({})", scene.about(), scene as usize + 1);
                if ui.add(Button::selectable(chosen, scene.title())).on_hover_text(tip).clicked() {
                    gallery.enter(scene);
                }
            }
            let on_tour = gallery.settings.tour.is_some();
            if ui.add(Button::selectable(on_tour, "Tour")).on_hover_text("Eight stops to be led along  (9)").clicked() {
                gallery.tour(if on_tour { None } else { Some(1) });
            }
            let mut buttons = |ui: &mut Ui| {
                if ui.button("?").on_hover_text("Keys and mouse  (?)").clicked() {
                    gallery.help = !gallery.help;
                }
                let (icon, tip) = if theme.dark { (Icon::Sun, "Light  (T)") } else { (Icon::Moon, "Dark  (T)") };
                if icons::button(ui, icon, tip).clicked() {
                    gallery.settings.dark = Some(!theme.dark);
                }
                if icons::button(ui, Icon::Link, "Copy a link to what is shown  (L)").clicked() {
                    let now = (gallery.clock)();
                    gallery.copy_link(ui, now);
                }
                if let Ok(device) = &gallery.device
                    && !narrow
                {
                    let info = device.info();
                    let name = info.renderer.split(" (").next().unwrap_or_default();
                    let tip = format!("{}\n{}\n{}", info.vendor, info.renderer, info.version);
                    ui.label(RichText::new(name).small().color(theme.faint())).on_hover_text(tip);
                }
            };
            if narrow {
                buttons(ui);
            } else {
                ui.with_layout(Layout::right_to_left(Align::Center), buttons);
            }
        });
    });
}
