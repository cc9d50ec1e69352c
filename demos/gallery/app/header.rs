//! The line at the top: scenes, the tour, help, the theme.

use brooklet::fragment_program::Chip;
use egui::{Align, Button, Hyperlink, Label, Layout, Panel, RichText, ScrollArea, Ui};

use super::Gallery;
use super::book::Position;
use super::icons::{self, Icon};
use super::narrow;
use super::saving::What;
use super::scene::Scene;
use super::theme::Theme;

/// Points of the buttons at the right: where less is left, they go on in a second line.
const BUTTONS: f32 = 236.0;
/// Points that the name of a device has at least.
const NAME: f32 = 60.0;

pub fn show(gallery: &mut Gallery, ui: &mut Ui, theme: Theme) {
    Panel::top("header").show(ui, |ui| {
        if narrow::is(ui) {
            return short(gallery, ui, theme);
        }
        ui.horizontal_wrapped(|ui| {
            ui.label(RichText::new("brooklet").strong().color(theme.ink()));
            ui.separator();
            for (scene, key) in Scene::LINE {
                let chosen = gallery.settings.scene == scene && gallery.settings.tour.is_none();
                let tip = format!("{}  ({key})", scene.about());
                if ui.add(Button::selectable(chosen, scene.title())).on_hover_text(tip).clicked() {
                    gallery.enter(scene);
                }
            }
            applications(gallery, ui, theme);
            tour(gallery, ui);
            if ui.available_size_before_wrap().x < BUTTONS {
                ui.end_row();
            }
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                buttons(gallery, ui, theme);
                device(gallery, ui, theme);
            });
        });
    });
}

/// The line where it is narrow: what is chosen seldom is in menus.
fn short(gallery: &mut Gallery, ui: &mut Ui, theme: Theme) {
    ui.horizontal_wrapped(|ui| {
        let now = gallery.settings.scene;
        let title = RichText::new(now.title()).strong().color(theme.ink());
        ui.menu_button(title, |ui| {
            let height = ui.ctx().content_rect().height() - 80.0;
            ui.set_max_height(height);
            ScrollArea::vertical().max_height(height).show(ui, |ui| {
                Scene::LINE.iter().for_each(|(scene, _)| entry(gallery, ui, *scene));
                ui.separator();
                Scene::applications().for_each(|scene| entry(gallery, ui, scene));
                splats(gallery, ui);
            });
        });
        tour(gallery, ui);
        chip_menu(gallery, ui, theme);
        ui.menu_button("More", |ui| {
            if ui.button("Keys and mouse").clicked() {
                gallery.help = !gallery.help;
                ui.close();
            }
            if ui.button(if theme.dark { "Light" } else { "Dark" }).clicked() {
                gallery.settings.dark = Some(!theme.dark);
                ui.close();
            }
            if ui.button("Copy a link").clicked() {
                let now = (gallery.clock)();
                gallery.copy_link(ui, now);
                ui.close();
            }
            save(gallery, ui);
        });
    });
}

fn tour(gallery: &mut Gallery, ui: &mut Ui) {
    let on_tour = gallery.settings.tour.is_some();
    let tip = "A guided tour: a chapter for each paper, and one on the chips  (9)";
    if ui.add(Button::selectable(on_tour, "Tour")).on_hover_text(tip).clicked() {
        gallery.tour((!on_tour).then(Position::default));
    }
}

/// Help, the theme, a link, a file, the chip.
fn buttons(gallery: &mut Gallery, ui: &mut Ui, theme: Theme) {
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
    ui.menu_button("Save", |ui| save(gallery, ui)).response.on_hover_text("What is shown, for slides");
    chip_menu(gallery, ui, theme);
}

/// What can be saved.
fn save(gallery: &mut Gallery, ui: &mut Ui) {
    let now = (gallery.clock)();
    let tip = "A PNG of what is shown  (S)";
    if ui.button("Save picture").on_hover_text(tip).clicked() {
        gallery.save(What::Picture, now);
        ui.close();
    }
    let tip = "An animated PNG of all passes, or of the motion; Esc gives it up";
    let film = Button::new("Save film");
    if ui.add_enabled(gallery.settings.scene.has_passes(), film).on_hover_text(tip).clicked() {
        gallery.save(What::Film, now);
        ui.close();
    }
}

/// What the passes run on.
fn device(gallery: &Gallery, ui: &mut Ui, theme: Theme) {
    let Ok(device) = gallery.used() else { return };
    if ui.available_width() < NAME {
        return;
    }
    let info = device.info();
    let name = match gallery.settings.chip.filter(|_| info.dialect.is_none()) {
        Some(chip) => chip.profile().cards,
        None => info.renderer.split(" (").next().unwrap_or_default(),
    };
    let tip = format!("{}\n{}\n{}", info.vendor, info.renderer, info.version);
    let name = Label::new(RichText::new(name).small().color(theme.faint())).truncate();
    ui.add(name).on_hover_text(tip);
}

/// A scene in a menu.
fn entry(gallery: &mut Gallery, ui: &mut Ui, scene: Scene) {
    let on = gallery.settings.scene == scene && gallery.settings.tour.is_none();
    if ui.selectable_label(on, scene.title()).on_hover_text(scene.about()).clicked() {
        gallery.enter(scene);
        ui.close();
    }
}

fn splats(gallery: &Gallery, ui: &mut Ui) {
    let Some(splats) = &gallery.splats else { return };
    ui.separator();
    let link = Hyperlink::from_label_and_url("Gaussian splats", splats).open_in_new_tab(true);
    ui.add(link).on_hover_text("A page of its own, on the npm package: splats, sorted on the GPU in every frame");
}

/// What the papers built from the toolkit.
fn applications(gallery: &mut Gallery, ui: &mut Ui, theme: Theme) {
    let now = gallery.settings.scene;
    let on = now.is_application() && gallery.settings.tour.is_none();
    let text = RichText::new(if on { now.title() } else { "Applications" });
    let text = text.color(if on { theme.fragment() } else { theme.ink() });
    let menu = ui.menu_button(text, |ui| {
        Scene::applications().for_each(|scene| entry(gallery, ui, scene));
        splats(gallery, ui);
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
    let tip = match gallery.used() {
        Ok(device) => format!("{tip}\n{}", device.info().renderer),
        Err(_) => tip.to_owned(),
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
