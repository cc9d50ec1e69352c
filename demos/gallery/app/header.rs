//! The line at the top: scenes, the tour, help, the theme.

use brooklet::fragment_program::Chip;
use egui::{Align, Button, Hyperlink, Layout, Panel, RichText, Ui};

use super::Gallery;
use super::book::Position;
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
            for (scene, key) in Scene::LINE {
                let chosen = gallery.settings.scene == scene && gallery.settings.tour.is_none();
                let tip = format!("{}  ({key})", scene.about());
                if ui.add(Button::selectable(chosen, scene.title())).on_hover_text(tip).clicked() {
                    gallery.enter(scene);
                }
            }
            applications(gallery, ui, theme);
            let on_tour = gallery.settings.tour.is_some();
            if ui
                .add(Button::selectable(on_tour, "Tour"))
                .on_hover_text("A guided tour: a chapter for each paper, and one on the chips  (9)")
                .clicked()
            {
                gallery.tour((!on_tour).then(Position::default));
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
                chip_menu(gallery, ui, theme);
                if let Ok(device) = gallery.used()
                    && !narrow
                {
                    let info = device.info();
                    let name = match gallery.settings.chip.filter(|_| info.dialect.is_none()) {
                        Some(chip) => chip.profile().cards,
                        None => info.renderer.split(" (").next().unwrap_or_default(),
                    };
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

/// What the papers built from the toolkit.
fn applications(gallery: &mut Gallery, ui: &mut Ui, theme: Theme) {
    let now = gallery.settings.scene;
    let on = now.is_application() && gallery.settings.tour.is_none();
    let text = RichText::new(if on { now.title() } else { "Applications" });
    let text = text.color(if on { theme.fragment() } else { theme.ink() });
    let menu = ui.menu_button(text, |ui| {
        for scene in Scene::applications() {
            if ui.selectable_label(on && now == scene, scene.title()).on_hover_text(scene.about()).clicked() {
                gallery.enter(scene);
                ui.close();
            }
        }
        if let Some(splats) = &gallery.splats {
            ui.separator();
            let link = Hyperlink::from_label_and_url("Gaussian splats", splats).open_in_new_tab(true);
            ui.add(link)
                .on_hover_text("A page of its own, on the npm package: splats, sorted on the GPU in every frame");
        }
    });
    menu.response.on_hover_text("What the papers built from the toolkit, in motion and pass by pass  (0)");
}

/// The driver, and the chips after it.
pub fn chips() -> Vec<Option<Chip>> {
    std::iter::once(None).chain(Chip::ALL.map(Some)).collect()
}

/// What runs the passes: the driver, or an emulated chip.
fn chip_menu(gallery: &mut Gallery, ui: &mut Ui, theme: Theme) {
    let chosen = gallery.settings.chip;
    let name = |chip: Option<Chip>| chip.map_or("driver", Chip::name);
    let measured = gallery.settings.scene == Scene::Compare;
    let tip = match measured {
        true => "The comparison is measured on the driver",
        false => "What runs the passes: the driver, or an emulated chip of 2002 to 2006  (C)",
    };
    let text = RichText::new(format!("chip: {}", name(chosen))).color(match chosen {
        Some(_) if !measured => theme.fragment(),
        _ => theme.ink(),
    });
    let menu = ui.add_enabled_ui(!measured, |ui| {
        ui.menu_button(text, |ui| {
            for chip in chips() {
                let (cards, tip) = match chip {
                    None => ("this device".to_owned(), "Kernels are GLSL, and run as fast as they can".to_owned()),
                    Some(chip) => {
                        let profile = chip.profile();
                        let year = profile.year.map_or(String::new(), |year| format!(", {year}"));
                        (format!("{}{year}", profile.cards), profile.arithmetic.value.to_owned())
                    }
                };
                let label = format!("{:<6}  {cards}", name(chip));
                let label = RichText::new(label).monospace();
                if ui.selectable_label(chip == chosen, label).on_hover_text(tip).clicked() {
                    gallery.settings.chip = chip;
                    ui.close();
                }
            }
        })
    });
    menu.inner.response.on_hover_text(tip);
}
