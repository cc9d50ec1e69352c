//! The bar above a report, and its sections beside it.

use brooklet::compare::Part;
use egui::{Align, Button, ComboBox, Layout, Panel, ProgressBar, RichText, ScrollArea, Ui};

use super::super::NARROW;
use super::super::settings::Settings;
use super::super::theme::Theme;
use super::page::Page;
use super::running::Running;
use super::start;
use crate::app::keyboard;

/// What was clicked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Click {
    Cancel,
    New,
    Save,
}

/// What the bar above the page is about.
pub enum Top<'a> {
    Running(&'a Running),
    Done(&'a Page, Option<&'a Result<String, String>>),
}

/// The bar above the page: how far it is, or what can be done with it, and the sections.
pub fn show(ui: &mut Ui, settings: &mut Settings, parts: &[Part], top: Top, theme: Theme) -> Option<Click> {
    let narrow = ui.available_width() < NARROW;
    let under_way = matches!(top, Top::Running(_));
    let mut click = None;
    Panel::top("compare").show(ui, |ui| {
        ui.add_space(3.0);
        let mut line = |ui: &mut Ui| {
            if narrow {
                choose_section(ui, settings, parts, under_way);
            }
            match top {
                Top::Running(running) => progress(ui, running, theme, narrow, &mut click),
                Top::Done(page, saved) => done(ui, page, saved, theme, &mut click),
            }
        };
        // With names of their own: the focus does not go from a button that vanished to the one in its place.
        ui.push_id(under_way, |ui| ui.horizontal_wrapped(&mut line));
        ui.add_space(3.0);
    });
    if !narrow {
        Panel::left("sections").resizable(false).exact_size(210.0).show(ui, |ui| {
            ScrollArea::vertical().auto_shrink(false).show(ui, |ui| sections(ui, settings, parts, under_way, theme));
        });
    }
    click
}

fn progress(ui: &mut Ui, running: &Running, theme: Theme, narrow: bool, click: &mut Option<Click>) {
    let Some(progress) = running.progress() else { return };
    if ui.button("Cancel").clicked() {
        *click = Some(Click::Cancel);
    }
    let bar = ProgressBar::new(progress.share as f32).desired_width(if narrow { 110.0 } else { 260.0 });
    ui.add(bar.text(format!("{:.0} %", 100.0 * progress.share)));
    let text = format!("{} · {:.0} s", progress.stage, running.elapsed.as_secs_f64().floor());
    ui.label(RichText::new(text).color(theme.ink()));
    ui.label(RichText::new("Another scene makes it pause.").color(theme.faint()));
}

fn done(ui: &mut Ui, page: &Page, saved: Option<&Result<String, String>>, theme: Theme, click: &mut Option<Click>) {
    if ui.button("New comparison").clicked() {
        *click = Some(Click::New);
    }
    if ui.button("Save report").on_hover_text("One HTML file, with all sections and charts").clicked() {
        *click = Some(Click::Save);
    }
    match saved {
        Some(Ok(place)) => ui.label(RichText::new(place).color(theme.ink())),
        Some(Err(error)) => ui.label(RichText::new(error).color(theme.error())),
        None => {
            let kind = if page.measured.quick { "quick" } else { "thorough" };
            let text = format!("{kind} run on {}, all results right", page.measured.device.renderer);
            ui.label(RichText::new(text).color(theme.faint()))
        }
    };
}

/// The sections, one below the other.
fn sections(ui: &mut Ui, settings: &mut Settings, parts: &[Part], under_way: bool, theme: Theme) {
    ui.add_space(6.0);
    let shown = settings.part.or(if under_way { parts.first().copied() } else { None });
    let entries = (!under_way).then_some(None).into_iter().chain(parts.iter().map(|part| Some(*part)));
    for part in entries {
        let (name, what) = part.map_or(("overview", "How to read it, and the machine"), start::about);
        let button = Button::selectable(shown == part, RichText::new(name).size(14.0));
        let justified = Layout::top_down_justified(Align::Min);
        if ui.with_layout(justified, |ui| ui.add(button).on_hover_text(what).clicked()).inner {
            settings.part = part;
        }
        if shown == part {
            ui.label(RichText::new(what).size(12.0).color(theme.faint()));
        }
    }
}

/// The same where there is no room.
fn choose_section(ui: &mut Ui, settings: &mut Settings, parts: &[Part], under_way: bool) {
    let shown = settings.part.or(if under_way { parts.first().copied() } else { None });
    let name = |part: Option<Part>| part.map_or("overview", Part::name);
    let entries = (!under_way).then_some(None).into_iter().chain(parts.iter().map(|part| Some(*part)));
    let list = ComboBox::from_id_salt("section").selected_text(name(shown)).width(80.0).show_ui(ui, |ui| {
        for part in entries {
            if ui.selectable_label(shown == part, name(part)).clicked() {
                settings.part = part;
            }
        }
    });
    keyboard::name(&list.response, "Part of the comparison");
}
