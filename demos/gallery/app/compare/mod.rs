//! The scene that compares: a report, measured on this device while you wait.

mod backend;
mod bar;
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
use egui::Ui;

use super::settings::Settings;
use super::theme::Theme;
use super::{Gallery, ShellKind};
use bar::{Click, Top};
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
            let click = bar::show(ui, settings, &running.parts, Top::Running(running), theme);
            let part = settings.part.or(running.parts.first().copied());
            match &running.page {
                Some(page) => page.show(ui, part, theme),
                None => waiting(ui, theme),
            }
            compare.answer(click, settings);
        }
        State::Done(page) => {
            let click = bar::show(ui, settings, &page.measured.parts, Top::Done(page, compare.saved.as_ref()), theme);
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
        let budget = if matches!(shell, ShellKind::Picture | ShellKind::Figure) { OF_A_PICTURE } else { OF_A_FRAME };
        if let Err(why) = running.go_on(ui.ctx().cumulative_frame_nr(), budget) {
            self.stop(Word::Failed(format!("The comparison failed, and nothing of it was kept: {why}")), settings);
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

/// Before the first size is done.
fn waiting(ui: &mut Ui, theme: Theme) {
    let frame = egui::Frame::new().fill(theme.canvas()).inner_margin(14.0);
    egui::CentralPanel::default().frame(frame).show(ui, |ui| {
        let text = "The first size is measured. Charts are drawn from the sizes that are done, and grow with each.";
        page::text(ui, text, 14.0, theme);
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::address::Address;

    #[test]
    fn an_address_names_a_part() {
        let read = |hash: &str| Settings::read(&Address::parse_hash(hash).unwrap());
        let (settings, wrong) = read("scene=compare&part=scan");
        assert_eq!((settings.part, wrong.len()), (Some(Part::Scan), 0));
        assert_eq!(settings.address().to_hash(), "#scene=compare&part=scan");
        let (settings, wrong) = read("scene=compare&part=sort");
        assert_eq!(settings.part, None);
        assert!(wrong[0].starts_with("`sort` is not valid for part."), "{}", wrong[0]);
    }

    #[test]
    fn nothing_is_measured_before_it_is_asked_for() {
        let mut compare = Compare::default();
        assert!(compare.ready(&Settings::default()) && compare.error().is_none());
        let part = Settings { part: Some(Part::Scan), ..Settings::default() };
        assert!(!compare.ready(&part), "that of an address is yet to come");
        assert_eq!(compare.results().to_string(), r#"{"parts":[],"complete":false,"rows":[]}"#);
        compare.forget();
        assert_eq!(compare.start.word, None, "nothing was lost");
    }
}
