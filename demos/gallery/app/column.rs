//! A column of the stage: one method, the textures that its pass reads and writes, and its history.

use std::rc::Rc;

use brooklet::capture::Contents;
use egui::{Align2, Color32, FontId, Painter, Pos2, Rect, RichText, Sense, Ui, UiBuilder, Vec2, pos2, vec2};

use super::lower::{self, Lower};
use super::methods::Family;
use super::picked::{self, Picked, Place as PickedPlace};
use super::scene::Scene;
use super::settings::{Settings, Show, View};
use super::stage::Place;
use super::theme::Theme;
use super::track::{Shown, Slot, Track};
use super::view::colour::Range;
use super::view::grid::{Camera, Grid, Placed};
use super::view::texture::{Image, Look, READABLE, short_float};

/// What a column keeps from frame to frame.
#[derive(Default)]
pub struct Column {
    inputs: Vec<Seen>,
    outputs: Vec<Seen>,
    pub lower: Lower,
}

/// How a texture is looked at.
#[derive(Default)]
struct Seen {
    /// Where it was moved to; none: as it is usually seen.
    camera: Option<Camera>,
    image: Image,
    /// The range of its numbers, which takes long to find of many.
    range: Option<(Rc<Contents>, Range)>,
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

/// What came of a frame of a column.
#[derive(Default)]
pub struct Answer {
    /// What the pointer is on.
    pub hovered: Option<Picked>,
    /// An element of the first output that was clicked.
    pub clicked: Option<usize>,
    /// How many steps are to have been done.
    pub go_to: Option<usize>,
    pub error: Option<String>,
    /// Whether there is more to compute for what is shown.
    pub unfinished: bool,
}

/// Points of the lines above the textures.
const HEADER: f32 = 60.0;
/// Points of the line below a texture.
const LABEL: f32 = 16.0;
/// Points between things.
const GAP: f32 = 10.0;

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
            Place::Running(track) => track,
        };
        let count = track.steps().len();
        let word = if method.family == Family::Fragment { "pass" } else { "dispatch" };
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
        match self.body(ui, body, track, step, cx) {
            Ok(answer) => answer,
            Err(error) => Answer { error: Some(error.to_string()), ..Answer::default() },
        }
    }

    fn body(
        &mut self,
        ui: &mut Ui,
        body: Rect,
        track: &mut Track,
        step: usize,
        cx: &Context,
    ) -> Result<Answer, brooklet::Error> {
        let view = cx.settings.view.unwrap_or(View::All);
        let (textures, lower) = match view {
            View::All if cx.settings.scene == Scene::Tonemap => (body, Rect::NOTHING),
            View::All => body.split_top_bottom_at_fraction(0.62),
            View::Textures => (body, Rect::NOTHING),
            View::History | View::Network => (Rect::NOTHING, body),
        };
        let mut answer = Answer::default();
        let shown = track.show(step)?;
        if textures.is_positive() {
            let textures = Rect::from_min_max(textures.min, textures.max - vec2(0.0, GAP));
            self.textures(ui, textures, track, &shown, step, cx, &mut answer)?;
        }
        if lower.is_positive() && cx.settings.scene != Scene::Tonemap {
            let lower = Rect::from_min_max(lower.min, lower.max - vec2(0.0, 2.0));
            lower::draw(&mut self.lower, ui, lower, track, step, cx, &mut answer)?;
        }
        Ok(answer)
    }

    #[allow(clippy::too_many_arguments, reason = "all of what a picture shows")]
    fn textures(
        &mut self,
        ui: &mut Ui,
        space: Rect,
        track: &mut Track,
        shown: &Shown,
        step: usize,
        cx: &Context,
        answer: &mut Answer,
    ) -> Result<(), brooklet::Error> {
        // Inputs above the outputs, or where there is more room beside each other than below, to the left of them.
        let wide = space.width() > 1.25 * space.height();
        let (above, below) =
            if wide { space.split_left_right_at_fraction(0.5) } else { space.split_top_bottom_at_fraction(0.5) };
        let below = Rect::from_min_max(below.min + if wide { vec2(3.0 * GAP, 0.0) } else { vec2(0.0, GAP) }, below.max);
        let scale = scale(above.size().min(below.size()), shown);
        let inputs = Column::row(ui, above, (&shown.inputs, true), &mut self.inputs, scale, cx);
        let outputs = Column::row(ui, below, (&shown.outputs, cx.done > 0), &mut self.outputs, scale, cx);
        let pointer = ui.ctx().pointer_hover_pos().filter(|at| space.contains(*at) && ui.rect_contains_pointer(space));
        let find = |placed: &[Placed], at: Pos2| {
            placed.iter().enumerate().find_map(|(slot, placed)| placed.at(at).map(|(element, _)| (slot, element)))
        };
        let hovered = pointer.and_then(|at| {
            let output = find(&outputs, at).map(|(slot, element)| (PickedPlace::Output(slot), element));
            output.or_else(|| find(&inputs, at).map(|(slot, element)| (PickedPlace::Input(slot), element)))
        });
        let pinned = cx.settings.at.map(|element| (picked::pinned(cx.done), element));
        if let Some((place, element)) = hovered.or(pinned) {
            let of = Picked { place, element };
            let links = picked::links(track, shown, (step, cx.done), of, cx.hurried)?;
            picked::draw(ui, space, &links, &inputs, &outputs, cx.theme);
            answer.hovered = hovered.map(|_| of);
        }
        if let Some((PickedPlace::Output(0), element)) = hovered
            && ui.input(|input| input.pointer.primary_clicked())
        {
            answer.clicked = Some(element);
        }
        Ok(())
    }

    /// Draws streams side by side; where they are.
    fn row(
        ui: &mut Ui,
        space: Rect,
        (slots, written): (&[(Slot, Rc<Contents>)], bool),
        seen: &mut Vec<Seen>,
        scale: f32,
        cx: &Context,
    ) -> Vec<Placed> {
        seen.resize_with(slots.len().max(seen.len()), Seen::default);
        let (across, down) = arrangement(slots.len().max(1), space);
        let cell = vec2(
            (space.width() - GAP * (across - 1) as f32) / across as f32,
            (space.height() - GAP * (down - 1) as f32) / down as f32,
        );
        let mut all = Vec::with_capacity(slots.len());
        for (number, ((slot, contents), seen)) in slots.iter().zip(seen).enumerate() {
            let (column, row) = (number % across, number / across);
            let corner = space.min + vec2(column as f32 * (cell.x + GAP), row as f32 * (cell.y + GAP));
            let picture = cx.settings.scene == Scene::Tonemap && contents.ty.count() == 3;
            let grid = Grid::of(contents, picture);
            let room = vec2(cell.x, (cell.y - LABEL).max(8.0));
            // Streams of a pass have one scale, so that the small ones look small; but not too small.
            let own = (room.x / grid.width as f32).min(room.y / grid.height as f32);
            let least = 36.0 / grid.width.max(grid.height) as f32;
            let scale = scale.max(least).min(own);
            let size = vec2(grid.width as f32 * scale, grid.height as f32 * scale);
            let numbers = cx.settings.show == Show::Numbers && !picture;
            let (seen_size, usual) = if numbers { readable(&grid, size, room) } else { (size, Camera::default()) };
            let left = corner.x + (cell.x - seen_size.x) / 2.0;
            let clip = Rect::from_min_size(pos2(left, corner.y), seen_size);
            let response =
                ui.interact(clip, ui.scope_id().with((corner.x as i32, corner.y as i32)), Sense::click_and_drag());
            // What was seen last may have been larger.
            let most = grid.most_zoom().max(usual.zoom);
            let held = |camera: Camera| Camera { zoom: camera.zoom.min(most), ..camera };
            let placed = |seen: &Seen| Placed::within(grid, clip, size, seen.camera.map_or(usual, held));
            if response.hovered() {
                let (scroll, zoom) = ui.input(|input| (input.smooth_scroll_delta().y, input.zoom_delta()));
                let factor = zoom * (scroll / 200.0).exp();
                if let Some(at) = response.hover_pos()
                    && factor != 1.0
                {
                    seen.camera = Some(placed(seen).zoomed(at, factor));
                }
            }
            if response.dragged() {
                seen.camera = Some(placed(seen).dragged(response.drag_delta()));
            }
            if response.double_clicked() {
                seen.camera = None;
            }
            let placed = placed(seen);
            let range = look_range(contents, &mut seen.range, cx);
            let look = Look { show: cx.settings.show, range, theme: cx.theme, picture, written };
            seen.image.draw(ui, &placed, contents, &look);
            label(ui, Rect::from_min_size(corner, cell), &placed, slot, contents, &look, picture);
            all.push(placed);
        }
        all
    }
}

/// Where numbers are to be read: the room that a texture of this size takes, and how it is seen in it. The first numbers, as
/// many as can be read, and no halves.
fn readable(grid: &Grid, size: Vec2, room: Vec2) -> (Vec2, Camera) {
    let [columns, rows] = grid.cells();
    let cell = size / vec2(columns as f32, rows as f32);
    let zoom = (READABLE / cell.x).max(READABLE / 2.0 / cell.y).max(1.0);
    let fit = |room: f32, cell: f32, count: usize| cell * (room / cell).floor().clamp(1.0, count as f32);
    let seen = vec2(fit(room.x, cell.x * zoom, columns), fit(room.y, cell.y * zoom, rows));
    (seen.min(room), Camera { zoom, centre: vec2(0.0, 0.0) })
}

/// The text, or as much of it as there is room for.
pub fn fitted(painter: &Painter, text: &str, font: FontId, width: f32) -> String {
    let fits = |text: &str| painter.layout_no_wrap(text.to_owned(), font.clone(), Color32::BLACK).size().x <= width;
    let mut shorter = text.to_owned();
    while !fits(&shorter) && shorter.pop().is_some() {
        // One letter for the sign that there are more.
        let kept = shorter.trim_end_matches('…').trim_end().to_owned();
        shorter = match kept.char_indices().next_back() {
            Some((last, _)) => format!("{}…", &kept[..last]),
            None => return String::new(),
        };
    }
    shorter
}

/// Bytes for people.
pub fn bytes(count: usize) -> String {
    match count {
        0..10_000 => format!("{count} bytes"),
        10_000..10_000_000 => format!("{:.1} KB", count as f64 / 1e3),
        _ => format!("{:.1} MB", count as f64 / 1e6),
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
    let text = format!("{} moved of {}", bytes(done), bytes(all));
    let (at, font) = (space.min + vec2(0.0, 4.0), FontId::proportional(11.0));
    let text = fitted(ui.painter(), &text, font.clone(), space.width());
    ui.painter_at(space).text(at, Align2::LEFT_TOP, text, font, cx.theme.faint());
}

/// How many streams stand side by side, and in how many rows.
fn arrangement(count: usize, space: Rect) -> (usize, usize) {
    let most = ((space.width() / 96.0) as usize).max(1);
    let across = count.min(most);
    (across, count.div_ceil(across))
}

/// Points of a texel, so that the largest of the streams fits.
fn scale(space: egui::Vec2, shown: &Shown) -> f32 {
    let of = |slots: &[(Slot, Rc<Contents>)]| {
        let (across, down) = arrangement(slots.len().max(1), Rect::from_min_size(Pos2::ZERO, space));
        let room = vec2(space.x / across as f32 - GAP, space.y / down as f32 - LABEL - GAP);
        let fits = |(_, contents): &(Slot, Rc<Contents>)| {
            let grid = Grid::of(contents, false);
            (room.x / grid.width as f32).min(room.y / grid.height as f32)
        };
        slots.iter().map(fits).fold(f32::INFINITY, f32::min)
    };
    of(&shown.inputs).min(of(&shown.outputs)).max(0.01)
}

/// The range of a stream's colours: that of the data, where it holds nothing else.
fn look_range(contents: &Rc<Contents>, known: &mut Option<(Rc<Contents>, Range)>, cx: &Context) -> Range {
    let own = match known {
        Some((of, range)) if Rc::ptr_eq(of, contents) => *range,
        _ => {
            let range = Range::of(&super::track::scalars(contents));
            *known = Some((contents.clone(), range));
            range
        }
    };
    let one = matches!(cx.settings.scene, Scene::Reduce | Scene::Sort);
    let inside = own.low >= cx.range.low && own.high <= cx.range.high;
    if one && inside { cx.range } else { own }
}

fn label(ui: &Ui, cell: Rect, placed: &Placed, slot: &Slot, contents: &Contents, look: &Look, picture: bool) {
    let painter = ui.painter();
    let geometry = &contents.geometry;
    let layers = if contents.layers > 1 { format!(" × {} layers", contents.layers) } else { String::new() };
    let size = match &slot.of {
        super::track::Source::Buffer(_) if contents.len() == 1 => "1 element".to_owned(),
        super::track::Source::Buffer(_) => format!("{} elements", contents.len()),
        super::track::Source::Texture(_) => format!("{} × {}{layers}", geometry.width, geometry.height),
    };
    let range = match picture || !look.written {
        true => String::new(),
        false => format!("  {} – {}", short_float(look.range.low), short_float(look.range.high)),
    };
    let at = pos2(cell.center().x, placed.clip.max.y + 2.0);
    let font = FontId::proportional(11.0);
    let fits =
        |text: &str| painter.layout_no_wrap(text.to_owned(), font.clone(), look.theme.faint()).size().x <= cell.width();
    let texts = [format!("{}  {size}{range}", slot.name), format!("{}  {size}", slot.name), size.clone()];
    let text = texts.into_iter().find(|text| fits(text)).unwrap_or_default();
    painter.text(at, Align2::CENTER_TOP, text, font, look.theme.faint());
}
