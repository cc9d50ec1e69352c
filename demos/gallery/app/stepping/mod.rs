//! Stepping: the scenes whose passes are gone through one by one.

pub mod chip;
pub mod details;

use brooklet::Device;
use egui::{CentralPanel, Rect, Ui, vec2};

use crate::app::column::{Answer, Column, Context};
use crate::app::data::File;
use crate::app::element::Picked;
use crate::app::overlay;
use crate::app::settings::Settings;
use crate::app::stage::{self, Place, Stage, Work};
use crate::app::theme::Theme;

use chip::Inside;
use details::Program;

/// Points between columns.
const GAP: f32 = 16.0;

#[derive(Default)]
pub struct Stepping {
    pub stage: Option<Stage>,
    columns: Vec<Column>,
    /// Why there is no stage, and what is wrong with the names of methods.
    failed: Option<(Work, String)>,
    pub wrong: Vec<String>,
    pub file: Option<File>,
    files: usize,
    /// The column that the pointer was in last, and what it was on.
    pub focus: usize,
    pub hovered: Option<Picked>,
    pub program: Program,
    /// What is shown of the chip.
    pub inside: Inside,
    unfinished: bool,
    error: Option<String>,
    /// A frame has been shown since the stage was made.
    shown: bool,
    /// A frame has begun since.
    waited: bool,
}

impl Stepping {
    /// Takes a file as data.
    pub fn take(&mut self, file: File) {
        self.file = Some(file);
        self.files += 1;
        self.failed = None;
    }

    /// Drops all that lies on the device.
    pub fn forget(&mut self) {
        (self.stage, self.failed) = (None, None);
        self.columns.clear();
        self.program.forget();
        self.inside.forget();
    }

    fn work(&mut self, device: &Device, settings: &Settings) -> Work {
        let (methods, wrong) = stage::chosen(settings, device);
        self.wrong = wrong;
        let op = settings.op.unwrap_or(stage::usual_op(settings.scene));
        let Settings { scene, data, n, exposure, chip, .. } = *settings;
        Work { scene, methods, data, op, n, exposure, chip, file: self.files }
    }

    /// Makes the stage anew where it is another, and runs a method that waits.
    pub fn prepare(&mut self, device: &Device, settings: &Settings, context: &egui::Context) {
        let work = self.work(device, settings);
        if self.stage.as_ref().is_none_or(|stage| stage.work != work)
            && self.failed.as_ref().is_none_or(|(failed, _)| *failed != work)
        {
            // What the old one holds goes first.
            self.forget();
            (self.error, self.shown, self.waited) = (None, false, false);
            match Stage::new(work.clone(), self.file.as_ref()) {
                Ok(stage) => {
                    self.columns.resize_with(stage.places.len(), Column::default);
                    self.stage = Some(stage);
                }
                Err(error) => self.failed = Some((work, error)),
            }
        }
        if let Some(stage) = &mut self.stage
            && !stage.is_complete()
            // The first frame comes before the first result.
            && std::mem::replace(&mut self.waited, true)
        {
            stage.go_on(device, self.file.as_ref());
        }
        if self.stage.as_ref().is_some_and(|stage| !stage.is_complete()) {
            context.request_repaint();
        }
    }

    /// Passes on the timeline: those of the longest method, or where methods race, of the one that moves most.
    pub fn steps(&self, settings: &Settings) -> usize {
        let Some(stage) = &self.stage else { return 0 };
        if settings.race { self.leader().map_or(0, |track| track.steps().len()) } else { stage.steps() }
    }

    /// Where methods race, the bytes that the one which moves most has moved at a place of the timeline.
    fn raced(&self, settings: &Settings, position: usize) -> Option<usize> {
        settings.race.then(|| self.leader().map_or(0, |track| track.work(position)))
    }

    fn leader(&self) -> Option<&crate::app::track::Track> {
        let tracks = self.stage.as_ref()?.places.iter().filter_map(|place| match place {
            Place::Running(track) => Some(track),
            _ => None,
        });
        tracks.max_by_key(|track| track.work(usize::MAX)).map(|track| &**track)
    }

    /// How many steps the method in a column has done.
    pub fn done(&self, settings: &Settings, column: usize) -> usize {
        let steps = self.steps(settings);
        let position = settings.pass.unwrap_or(steps).min(steps);
        let bytes = self.raced(settings, position);
        match self.stage.as_ref().and_then(|stage| stage.places.get(column)) {
            Some(Place::Running(track)) => stage::done(track, position, bytes),
            _ => 0,
        }
    }

    /// Shows the methods side by side.
    pub fn show(
        &mut self,
        ui: &mut Ui,
        settings: &Settings,
        theme: Theme,
        (playing, clock): (bool, fn() -> f64),
    ) -> Answer {
        let mut all = Answer::default();
        CentralPanel::default().frame(egui::Frame::new().fill(theme.canvas()).inner_margin(10.0)).show(ui, |ui| {
            if let Some((_, error)) = &self.failed {
                overlay::message(ui, error, theme);
                return;
            }
            let steps = self.steps(settings);
            let position = settings.pass.unwrap_or(steps).min(steps);
            let bytes = self.raced(settings, position);
            let most_bytes = self.leader().map_or(0, |track| track.work(usize::MAX));
            let Some(stage) = &mut self.stage else { return };
            let space = ui.available_rect_before_wrap();
            ui.allocate_rect(space, egui::Sense::hover());
            let count = stage.places.len();
            if count == 0 {
                overlay::message(ui, "Choose a method among the settings.", theme);
                return;
            }
            let width = (space.width() - GAP * (count - 1) as f32) / count as f32;
            let pointer = ui.ctx().pointer_hover_pos();
            for (number, (place, column)) in stage.places.iter_mut().zip(&mut self.columns).enumerate() {
                let corner = space.min + vec2(number as f32 * (width + GAP), 0.0);
                let part = Rect::from_min_size(corner, vec2(width, space.height()));
                let done = place.track().map_or(0, |track| stage::done(track, position, bytes));
                let input = &stage.input;
                let cx =
                    Context { settings, theme, input, range: stage.range, done, most_bytes, clock, hurried: playing };
                let answer = column.draw(ui, part, place, &cx);
                if pointer.is_some_and(|at| part.contains(at)) {
                    self.focus = number;
                    self.hovered = answer.hovered;
                }
                all.clicked = all.clicked.or(answer.clicked);
                all.go_to = all.go_to.or(answer.go_to);
                all.error = all.error.take().or(answer.error);
                all.unfinished |= answer.unfinished;
            }
            if pointer.is_none_or(|at| !space.contains(at)) {
                self.hovered = None;
            }
            self.focus = self.focus.min(count - 1);
            if let Some(error) = &all.error {
                overlay::message(ui, error, theme);
            }
            self.shown = true;
        });
        self.unfinished = all.unfinished;
        self.error = all.error.clone();
        all
    }

    /// Something else is shown in the place of the methods.
    pub fn hide(&mut self) {
        (self.hovered, self.shown, self.unfinished) = (None, true, false);
    }

    /// Whether all that is shown has been computed.
    pub fn ready(&self, _settings: &Settings) -> bool {
        self.failed.is_some() || (self.stage.as_ref().is_some_and(Stage::is_complete) && self.shown && !self.unfinished)
    }

    /// What went wrong.
    pub fn error(&self) -> Option<String> {
        let failed = self.failed.as_ref().map(|(_, error)| error.clone());
        let places = self.stage.iter().flat_map(|stage| &stage.places);
        let place =
            places.filter_map(|place| if let Place::Failed(_, error) = place { Some(error.clone()) } else { None });
        failed
            .or_else(|| self.error.clone())
            .or_else(|| self.wrong.first().cloned())
            .or_else(|| place.into_iter().next())
    }

    /// What came out of each method, bit for bit.
    pub fn results(&self) -> serde_json::Value {
        let mut results = serde_json::Map::new();
        for place in self.stage.iter().flat_map(|stage| &stage.places) {
            if let Place::Running(track) = place {
                let bits: Vec<String> = track.result.iter().map(|x| format!("{:08x}", x.to_bits())).collect();
                let family = if stage::on_fragments(track.method) { "fragment" } else { "compute" };
                results.insert(format!("{family} {}", track.method.name), bits.into());
            }
        }
        results.into()
    }
}
