//! The panel on the left: data, methods, and how they are shown.

use brooklet::{Device, Dialect};
use egui::{ComboBox, DragValue, RichText, ScrollArea, Slider, Ui};

use super::data::{self, Kind};
use super::method::{Family, Method};
use super::methods;
use super::narrow;
use super::scene::Scene;
use super::settings::{Op, Settings, Show, View};
use super::stage;
use super::theme::Theme;
use super::{Gallery, ShellKind};
use crate::app::keyboard;

/// The views that the scene has.
pub fn views(settings: &Settings) -> Vec<View> {
    let has = |view: &View| match view {
        View::Network => settings.scene == Scene::Sort,
        View::Live => settings.scene.is_application(),
        _ => true,
    };
    View::ALL.iter().copied().filter(has).collect()
}

fn heading(ui: &mut Ui, text: &str, theme: Theme) {
    ui.add_space(6.0);
    ui.label(RichText::new(text).small().strong().color(theme.faint()));
}

pub fn show(gallery: &mut Gallery, ui: &mut Ui, device: &Device, theme: Theme) {
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        ui.add_space(4.0);
        ui.label(RichText::new(gallery.settings.scene.about()).color(theme.ink()));
        methods(gallery, ui, device, theme);
        data(gallery, ui, theme);
        heading(ui, "SHOWN AS", theme);
        let settings = &mut gallery.settings;
        let live = settings.is_live();
        if !live {
            ui.horizontal_wrapped(|ui| {
                for show in Show::ALL {
                    ui.selectable_value(&mut settings.show, *show, show.title());
                }
            });
        }
        let all = views(settings);
        let mut view = settings.shown();
        let list = ComboBox::from_id_salt("view").selected_text(view.title()).width(185.0).show_ui(ui, |ui| {
            for other in all {
                if ui.selectable_value(&mut view, other, other.title()).clicked() {
                    (settings.view, settings.pass) = (Some(other), None);
                }
            }
        });
        keyboard::name(&list.response, "What is shown");
        // Where it is narrow, they are a tab.
        if !live && !narrow::is(ui) {
            ui.checkbox(&mut settings.panel, "kernel and values  (P)");
        }
        if settings.scene != Scene::Tonemap && !live {
            let tip = "The methods advance by the bytes that they move, and not pass by pass";
            ui.checkbox(&mut settings.race, "race  (R)").on_hover_text(tip);
        }
        // A chip takes no GLSL.
        if gallery.shell != ShellKind::Web && gallery.settings.chip.is_none() {
            heading(ui, "DIALECT", theme);
            let now = device.info().dialect;
            ui.horizontal(|ui| {
                for dialect in Dialect::ALL {
                    let tip = format!("{}: the gallery makes a new context", dialect.api());
                    if ui.selectable_label(now == Some(dialect), dialect.name()).on_hover_text(tip).clicked()
                        && now != Some(dialect)
                    {
                        gallery.settings.dialect = Some(dialect);
                    }
                }
            });
        }
        for wrong in gallery.wrong.iter().chain(&gallery.stepping.wrong) {
            ui.add_space(6.0);
            ui.label(RichText::new(wrong).color(theme.error()));
        }
    });
}

fn methods(gallery: &mut Gallery, ui: &mut Ui, device: &Device, theme: Theme) {
    let settings = &mut gallery.settings;
    let scene = settings.scene;
    let (chosen, _) = stage::chosen(settings, device);
    let (fragment, compute) = (methods::fragment(scene, device), methods::compute(scene, device));
    let live = settings.is_live();
    heading(ui, if live { "METHOD" } else { "METHODS, SIDE BY SIDE" }, theme);
    // One alone is in motion.
    let is = |method: &Method| if live { chosen.first() == Some(method) } else { chosen.contains(method) };
    for method in &fragment {
        let mut on = is(method);
        let tip = if method.runs { method.source.to_owned() } else { "this device lacks what it needs".to_owned() };
        let named = RichText::new(method.name).color(if on { theme.fragment() } else { theme.ink() });
        if ui.checkbox(&mut on, named).on_hover_text(tip).changed() {
            let names = fragment.iter().filter(|other| if *other == method { on || live } else { is(other) && !live });
            settings.methods = Some(names.map(|method| method.name.to_owned()).collect());
        }
    }
    if !compute.is_empty() {
        let beside = chosen.iter().find(|method| method.family == Family::Compute);
        heading(ui, "BESIDE THEM, COMPUTE SHADERS", theme);
        let text = RichText::new(beside.map_or("off", |method| method.name)).color(theme.compute());
        let list = ComboBox::from_id_salt("compute").selected_text(text).width(185.0).show_ui(ui, |ui| {
            if ui.selectable_label(beside.is_none(), "off").clicked() {
                settings.compute = Some("off".to_owned());
            }
            for method in &compute {
                let label = ui.selectable_label(beside == Some(method), method.name).on_hover_text(method.source);
                if label.clicked() {
                    settings.compute = Some(method.name.to_owned());
                }
            }
        });
        keyboard::name(&list.response, "Compute shaders beside");
    } else if methods::primitive(scene).is_some_and(|primitive| primitive.compute.is_some()) {
        let text = match settings.chip {
            Some(_) => "An emulated chip has no compute shaders: they came later.",
            None => "No compute shaders in this context: they came with OpenGL 4.3 and ES 3.1.",
        };
        ui.label(RichText::new(text).small().color(theme.faint()));
    }
}

fn data(gallery: &mut Gallery, ui: &mut Ui, theme: Theme) {
    let settings = &mut gallery.settings;
    heading(ui, "DATA", theme);
    if settings.scene == Scene::Tonemap {
        let mut own = settings.data == Kind::File;
        let name = gallery.stepping.file.as_ref().map_or("your file (drop one)", |file| &file.name);
        if ui.radio(!own, "a brook in evening light").clicked() {
            own = false;
        }
        if ui.radio(own, name).clicked() {
            own = true;
        }
        settings.data = if own { Kind::File } else { Kind::Random };
        heading(ui, "EXPOSURE, IN STOPS", theme);
        ui.spacing_mut().slider_width = 120.0;
        ui.add(Slider::new(&mut settings.exposure, -8.0..=8.0).step_by(0.25));
        return;
    }
    // An application makes its own.
    if !settings.scene.is_application() {
        let list = ComboBox::from_id_salt("data").selected_text(settings.data.title()).width(185.0).show_ui(ui, |ui| {
            for kind in Kind::ALL {
                ui.selectable_value(&mut settings.data, kind, kind.title());
            }
        });
        keyboard::name(&list.response, "Data");
        if settings.data == Kind::File {
            let usual = "drop a .npy, .csv, .f32, .hdr or .png";
            let name = gallery.stepping.file.as_ref().map_or(usual, |file| &file.name);
            ui.label(RichText::new(name).small().color(theme.faint()));
        }
    }
    ui.horizontal(|ui| {
        ui.label("n");
        // To the next power of two, so that the slider has nothing to round: it would change the number.
        let mut power = (settings.n as f32).log2().round();
        ui.spacing_mut().slider_width = 100.0;
        let slider = Slider::new(&mut power, 3.0..=20.0).step_by(1.0).show_value(false);
        if ui.add(slider).changed() {
            settings.n = 1 << power.round() as u32;
        }
        ui.add(DragValue::new(&mut settings.n).range(data::MIN..=data::MAX));
    });
    if matches!(settings.scene, Scene::Reduce | Scene::Scan | Scene::Group) {
        let mut op = settings.op.unwrap_or(stage::usual_op(settings.scene));
        ui.horizontal(|ui| {
            ui.label("operator");
            for other in Op::ALL {
                if ui.selectable_value(&mut op, *other, other.title()).clicked() {
                    settings.op = Some(*other);
                }
            }
        });
    }
}
