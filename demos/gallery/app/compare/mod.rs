//! The scene that compares: a report, measured on this device while you wait.

mod backend;
mod page;
mod polygon;
mod prose;
mod running;
mod save;
mod start;
mod table;

use std::rc::Rc;
use std::time::Duration;

use brooklet::Device;
use brooklet::compare::{Part, Row};
use egui::{Align, Button, ComboBox, Layout, Panel, ProgressBar, RichText, ScrollArea, Ui};

use super::settings::Settings;
use super::theme::Theme;
use super::{Gallery, NARROW, ShellKind};
use page::Page;
use running::{Choice, Clock, Running};
use start::{Start, Word};

/// How much of a frame is spent on measuring: the window stays quick. For a picture nobody waits.
const OF_A_FRAME: Duration = Duration::from_millis(12);
const OF_A_PICTURE: Duration = Duration::from_millis(500);

/// What the scene keeps.
#[derive(Default)]
pub struct Compare {
    start: Start,
    state: State,
    /// What came of saving, and whether it was saved.
    saved: Option<Result<String, String>>,
}

#[derive(Default)]
enum State {
    /// Nothing is measured before it is asked for.
    #[default]
    Choosing,
    Running(Box<Running>),
    Done(Box<Page>),
}

/// What was clicked.
enum Click {
    Cancel,
    New,
    Save,
}

/// The moment, since the first call: of a clock that runs for a picture too.
#[cfg(not(target_arch = "wasm32"))]
fn timer(_: fn() -> f64) -> Clock {
    let start = std::time::Instant::now();
    Rc::new(move || start.elapsed())
}

#[cfg(target_arch = "wasm32")]
fn timer(clock: fn() -> f64) -> Clock {
    Rc::new(move || Duration::from_secs_f64(clock().max(0.0)))
}

pub fn show(gallery: &mut Gallery, ui: &mut Ui, device: &Device, theme: Theme) {
    let Gallery { compare, settings, shell, clock, .. } = gallery;
    // A part of an address is measured at once, unless it is there.
    if let Some(part) = settings.part
        && !compare.has(part, device)
    {
        compare.run(device, Choice { parts: vec![part], quick: true }, *clock);
    }
    compare.go_on(ui, settings, *shell);
    match &mut compare.state {
        State::Choosing => {
            if let Some(choice) = compare.start.show(ui, device, *shell, theme) {
                settings.part = None;
                compare.run(device, choice, *clock);
                ui.ctx().request_repaint();
            }
        }
        State::Running(running) => {
            let click = bar(ui, settings, &running.parts, Top::Running(running), theme);
            let part = settings.part.or(running.parts.first().copied());
            match &running.page {
                Some(page) => page.show(ui, part, theme),
                None => waiting(ui, theme),
            }
            compare.answer(click, settings);
        }
        State::Done(page) => {
            let click = bar(ui, settings, &page.measured.parts, Top::Done(page, compare.saved.as_ref()), theme);
            page.show(ui, settings.part, theme);
            compare.answer(click, settings);
        }
    }
}

impl Compare {
    /// Whether a part is measured on this device, or is going to be.
    fn has(&self, part: Part, device: &Device) -> bool {
        match &self.state {
            State::Choosing => false,
            State::Running(running) => running.parts.contains(&part),
            State::Done(page) => page.measured.parts.contains(&part) && page.measured.device == *device.info(),
        }
    }

    fn run(&mut self, device: &Device, choice: Choice, clock: fn() -> f64) {
        (self.start.word, self.saved) = (None, None);
        // What the one before holds on the device goes first.
        self.state = State::Choosing;
        self.state = State::Running(Box::new(Running::new(device, choice, timer(clock))));
    }

    /// Measures for a frame.
    fn go_on(&mut self, ui: &Ui, settings: &mut Settings, shell: ShellKind) {
        let State::Running(running) = &mut self.state else { return };
        ui.ctx().request_repaint();
        let budget = if shell == ShellKind::Picture { OF_A_PICTURE } else { OF_A_FRAME };
        let failed = match running.go_on(ui.ctx().cumulative_frame_nr(), budget) {
            Err(error) => Some(format!("The comparison failed, and nothing of it was kept. {error}")),
            Ok(()) => wrong(running.rows()),
        };
        if let Some(failed) = failed {
            self.stop(Word::Failed(failed), settings);
        } else if running.progress().is_none()
            && let State::Running(running) = std::mem::take(&mut self.state)
        {
            settings.part = settings.part.or(running.parts.first().copied());
            self.state = State::Done(Box::new(running.finish()));
        }
    }

    /// Back to the choice. The part of the address would start it again.
    fn stop(&mut self, word: Word, settings: &mut Settings) {
        (self.state, self.start.word, settings.part) = (State::Choosing, Some(word), None);
    }

    fn answer(&mut self, click: Option<Click>, settings: &mut Settings) {
        match (click, &self.state) {
            (Some(Click::Cancel), _) => self.stop(Word::Cancelled, settings),
            (Some(Click::New), _) => {
                (self.state, self.saved, settings.part) = (State::Choosing, None, None);
            }
            (Some(Click::Save), State::Done(page)) => self.saved = Some(save::save(page)),
            _ => {}
        }
    }

    /// Drops what lies on the device. A report lies elsewhere, and stays.
    pub fn forget(&mut self) {
        if matches!(self.state, State::Running(_)) {
            (self.state, self.start.word) = (State::Choosing, Some(Word::Lost));
        }
    }

    /// Whether nothing more is to be measured for what is shown.
    pub fn ready(&self, settings: &Settings) -> bool {
        match &self.state {
            State::Choosing => settings.part.is_none(),
            State::Running(_) => false,
            State::Done(page) => settings.part.is_none_or(|part| page.measured.parts.contains(&part)),
        }
    }

    pub fn error(&self) -> Option<String> {
        match (&self.start.word, &self.saved) {
            (Some(Word::Failed(error)), _) | (_, Some(Err(error))) => Some(error.clone()),
            _ => None,
        }
    }

    /// What was measured, without the times: they differ from run to run.
    pub fn results(&self) -> serde_json::Value {
        let row = |row: &Row| serde_json::json!({"name": row.name(), "ok": row.ok});
        let (parts, rows, complete) = match &self.state {
            State::Choosing => (&[][..], &[][..], false),
            State::Running(running) => (&running.parts[..], running.rows(), false),
            State::Done(page) => (&page.measured.parts[..], &page.measured.rows[..], page.measured.complete),
        };
        let names: Vec<&str> = parts.iter().map(|part| part.name()).collect();
        serde_json::json!({"parts": names, "complete": complete, "rows": rows.iter().map(row).collect::<Vec<_>>()})
    }
}

/// What to say of methods that gave something else than the reference: figures of those are worth nothing.
fn wrong(rows: &[Row]) -> Option<String> {
    let names: Vec<String> = rows.iter().filter(|row| !row.ok).map(Row::name).collect();
    let all = names.join("; ");
    (!names.is_empty())
        .then(|| format!("Stopped: these gave another result than the plain reference, and nothing was kept: {all}"))
}

/// What the bar above the page is about.
enum Top<'a> {
    Running(&'a Running),
    Done(&'a Page, Option<&'a Result<String, String>>),
}

/// The bar above the page: how far it is, or what can be done with it, and the sections.
fn bar(ui: &mut Ui, settings: &mut Settings, parts: &[Part], top: Top, theme: Theme) -> Option<Click> {
    let narrow = ui.available_width() < NARROW;
    let under_way = matches!(top, Top::Running(_));
    let mut click = None;
    Panel::top("compare").show(ui, |ui| {
        ui.add_space(3.0);
        ui.horizontal_wrapped(|ui| {
            if narrow {
                choose_section(ui, settings, parts, under_way);
            }
            match top {
                Top::Running(running) => progress(ui, running, theme, &mut click),
                Top::Done(page, saved) => done(ui, page, saved, theme, &mut click),
            }
        });
        ui.add_space(3.0);
    });
    if !narrow {
        Panel::left("sections").resizable(false).exact_size(210.0).show(ui, |ui| {
            ScrollArea::vertical().auto_shrink(false).show(ui, |ui| sections(ui, settings, parts, under_way, theme));
        });
    }
    click
}

fn progress(ui: &mut Ui, running: &Running, theme: Theme, click: &mut Option<Click>) {
    let Some(progress) = running.progress() else { return };
    if ui.button("Cancel").clicked() {
        *click = Some(Click::Cancel);
    }
    let bar = ProgressBar::new(progress.share as f32).desired_width(ui.available_width().clamp(100.0, 260.0));
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
    ComboBox::from_id_salt("section").selected_text(name(shown)).width(80.0).show_ui(ui, |ui| {
        for part in entries {
            if ui.selectable_label(shown == part, name(part)).clicked() {
                settings.part = part;
            }
        }
    });
}

/// Before the first size is done.
fn waiting(ui: &mut Ui, theme: Theme) {
    let frame = egui::Frame::new().fill(theme.canvas()).inner_margin(14.0);
    egui::CentralPanel::default().frame(frame).show(ui, |ui| {
        let text = "The first size is measured. Charts are drawn from the sizes that are done, and grow with each.";
        page::text(ui, text, 14.0, theme);
    });
}
