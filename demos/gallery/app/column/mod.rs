//! A column of the stage: one method, the textures that its pass reads and writes, and its history.

mod lower;
mod streams;

use brooklet::Error;
use egui::{Align2, Color32, FontId, Rect, RichText, Ui, UiBuilder, vec2};

use crate::app::element::Picked;
use crate::app::labels::{bytes, fitted, milliseconds};
use crate::app::method::Family;
use crate::app::scene::Scene;
use crate::app::settings::{Settings, View};
use crate::app::stage::Place;
use crate::app::theme::Theme;
use crate::app::track::Track;
use crate::app::view::colour::Range;

use lower::Lower;
use streams::Streams;

/// What a column keeps from frame to frame.
#[derive(Default)]
pub struct Column {
    streams: Streams,
    pub lower: Lower,
}

/// What a column is drawn from.
pub struct Context<'a> {
    pub settings: &'a Settings,
    pub theme: Theme,
    pub input: &'a [f32],
    pub range: Range,
    /// Steps that have been done.
    pub done: usize,
    /// Bytes that the method moves which moves most.
    pub most_bytes: usize,
    /// Seconds from some moment.
    pub clock: fn() -> f64,
    /// Whether what takes long is put off: while it plays.
    pub hurried: bool,
}

/// The step of a method that a column stands at.
pub struct At<'a> {
    pub track: &'a mut Track,
    pub step: usize,
    pub cx: &'a Context<'a>,
}

/// What came of a frame of a column.
#[derive(Default)]
pub struct Answer {
    /// What the pointer is on.
    pub hovered: Option<Picked>,
    /// The element that was clicked.
    pub clicked: Option<Picked>,
    /// How many steps are to have been done.
    pub go_to: Option<usize>,
    pub error: Option<String>,
    /// Whether there is more to compute for what is shown.
    pub unfinished: bool,
}

/// Points of the lines above the textures.
const HEADER: f32 = 60.0;
/// Points between things.
pub const GAP: f32 = 10.0;

impl Column {
    pub fn draw(&mut self, ui: &mut Ui, space: Rect, place: &mut Place, cx: &Context) -> Answer {
        let theme = cx.theme;
        let method = place.method();
        let painter = ui.painter_at(space);
        let colour = if method.family == Family::Fragment { theme.fragment() } else { theme.compute() };
        painter.rect_filled(Rect::from_min_size(space.min, vec2(4.0, HEADER - 6.0)), 1.0, colour);
        let at = space.min + vec2(10.0, 0.0);
        let width = space.width() - 12.0;
        let put = |at, text: &str, size, colour| {
            let text = fitted(&painter, text, FontId::proportional(size), width);
            painter.text(at, Align2::LEFT_TOP, text, FontId::proportional(size), colour)
        };
        let name = put(at, method.name, 15.0, theme.ink());
        let kind = if method.family == Family::Fragment { "" } else { "compute · " };
        let beside = format!("{kind}{}", method.source);
        let font = FontId::proportional(12.0);
        let extent = painter.layout_no_wrap(beside.clone(), font.clone(), theme.faint()).size().x;
        if name.max.x + 8.0 + extent <= space.max.x {
            painter.text(name.max + vec2(8.0, 0.0), Align2::LEFT_BOTTOM, beside, font, theme.faint());
        }
        let below = |text: String, colour| put(at + vec2(0.0, 19.0), &text, 12.0, colour);
        let body = Rect::from_min_max(space.min + vec2(0.0, HEADER), space.max);
        let track = match place {
            Place::Waiting(_) => {
                below("running …".to_owned(), theme.faint());
                return Answer { unfinished: true, ..Answer::default() };
            }
            Place::Failed(_, error) => {
                let text = RichText::new(error.as_str()).color(theme.error());
                ui.scope_builder(UiBuilder::new().max_rect(body), |ui| ui.label(text));
                return Answer::default();
            }
            Place::Refused(_, why) => {
                let text = RichText::new(why.as_str()).color(theme.ink());
                ui.scope_builder(UiBuilder::new().max_rect(body), |ui| ui.label(text));
                return Answer::default();
            }
            Place::Running(track) => track,
        };
        let count = track.steps().len();
        let word = method.family.step();
        if count == 0 {
            below(format!("no {word} is needed"), theme.faint());
            return Answer::default();
        }
        let step = cx.done.saturating_sub(1);
        let kernel = track.steps()[step].kernel().to_owned();
        let text = match cx.done {
            0 if count == 1 => format!("before the only {word}"),
            0 => format!("before the first of {count} {word}es"),
            done => format!("{word} {done} of {count}: {kernel}"),
        };
        below(text, theme.faint());
        work(ui, Rect::from_min_size(at + vec2(0.0, 37.0), vec2(space.width() - 10.0, 20.0)), track, cx, colour);
        match self.body(ui, body, At { track, step, cx }) {
            Ok(answer) => answer,
            Err(error) => Answer { error: Some(error.to_string()), ..Answer::default() },
        }
    }

    fn body(&mut self, ui: &mut Ui, body: Rect, mut at: At) -> Result<Answer, Error> {
        let cx = at.cx;
        let view = cx.settings.shown();
        let (textures, lower) = match view {
            View::All if cx.settings.scene == Scene::Tonemap => (body, Rect::NOTHING),
            View::All => body.split_top_bottom_at_fraction(0.62),
            View::Textures | View::Live => (body, Rect::NOTHING),
            View::History | View::Network => (Rect::NOTHING, body),
        };
        let mut answer = Answer::default();
        let shown = at.track.show(at.step)?;
        if textures.is_positive() {
            let textures = Rect::from_min_max(textures.min, textures.max - vec2(0.0, GAP));
            self.streams.draw(ui, textures, &mut at, &shown, &mut answer)?;
        }
        if lower.is_positive() && cx.settings.scene != Scene::Tonemap {
            let lower = Rect::from_min_max(lower.min, lower.max - vec2(0.0, 2.0));
            self.lower.draw(ui, lower, &mut at, &mut answer)?;
        }
        Ok(answer)
    }
}

/// How much has been moved so far, and how much it will be: of all methods, the one that moves most fills the bar.
fn work(ui: &Ui, space: Rect, track: &Track, cx: &Context, colour: Color32) {
    let (done, all) = (track.work(cx.done), track.work(usize::MAX));
    let part = |bytes: usize| bytes as f32 / cx.most_bytes.max(1) as f32;
    let bar = Rect::from_min_size(space.min, vec2(space.width(), 3.0));
    let of = |part: f32| Rect::from_min_size(bar.min, vec2((bar.width() * part).max(1.0), bar.height()));
    ui.painter().rect_filled(of(part(all)), 1.0, cx.theme.frame());
    ui.painter().rect_filled(of(part(done)), 1.0, colour);
    let predicted = match (cx.settings.chip, track.predicted) {
        (Some(chip), Some(ms)) => format!(" · {} ms on {chip}, predicted", milliseconds(ms)),
        _ => String::new(),
    };
    let text = format!("{} moved of {}{predicted}", bytes(done), bytes(all));
    let (at, font) = (space.min + vec2(0.0, 4.0), FontId::proportional(11.0));
    let text = fitted(ui.painter(), &text, font.clone(), space.width());
    ui.painter_at(space).text(at, Align2::LEFT_TOP, text, font, cx.theme.faint());
}
