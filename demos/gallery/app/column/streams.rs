//! Streams: the textures and buffers that a step reads and writes, and the lines between their elements.

use std::rc::Rc;

use brooklet::Error;
use brooklet::capture::Contents;
use egui::{Align2, FontId, Pos2, Rect, Response, Role, Sense, Ui, Vec2, WidgetInfo, pos2, vec2};

use super::{Answer, At, Context, GAP};
use crate::app::element::{Picked, Place};
use crate::app::keyboard;
use crate::app::picked;
use crate::app::scene::Scene;
use crate::app::settings::Show;
use crate::app::track::{self, Shown, Slot, Source};
use crate::app::view::colour::Range;
use crate::app::view::grid::{Camera, Grid, Placed};
use crate::app::view::texture::{Image, Look, READABLE, short_float};

/// What they keep from frame to frame.
#[derive(Default)]
pub struct Streams {
    inputs: Vec<Seen>,
    outputs: Vec<Seen>,
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

/// What a step reads, or what it writes.
struct Side<'a> {
    place: fn(usize) -> Place,
    slots: &'a [(Slot, Rc<Contents>)],
    written: bool,
}

/// Points of the line below a texture.
const LABEL: f32 = 16.0;

impl Streams {
    /// Draws what the step read and wrote, and what the element that is looked at has to do with others.
    pub fn draw(
        &mut self,
        ui: &mut Ui,
        space: Rect,
        at: &mut At,
        shown: &Shown,
        answer: &mut Answer,
    ) -> Result<(), Error> {
        let cx = at.cx;
        // Inputs above the outputs, or where there is more room beside each other than below, to the left of them.
        let wide = space.width() > 1.25 * space.height();
        let (above, below) =
            if wide { space.split_left_right_at_fraction(0.5) } else { space.split_top_bottom_at_fraction(0.5) };
        let below = Rect::from_min_max(below.min + if wide { vec2(3.0 * GAP, 0.0) } else { vec2(0.0, GAP) }, below.max);
        let scale = scale(above.size().min(below.size()), shown);
        let mut chosen = None;
        let side = Side { place: Place::Input, slots: &shown.inputs, written: true };
        let inputs = Streams::row(ui, above, side, &mut self.inputs, scale, cx, &mut chosen);
        let side = Side { place: Place::Output, slots: &shown.outputs, written: cx.done > 0 };
        let outputs = Streams::row(ui, below, side, &mut self.outputs, scale, cx, &mut chosen);
        let pointer = ui.ctx().pointer_hover_pos().filter(|at| space.contains(*at) && ui.rect_contains_pointer(space));
        let find = |placed: &[Placed], at: Pos2| {
            placed.iter().enumerate().find_map(|(slot, placed)| placed.at(at).map(|(element, _)| (slot, element)))
        };
        let hovered = pointer.and_then(|at| {
            let output = find(&outputs, at).map(|(slot, element)| Picked { place: Place::Output(slot), element });
            output.or_else(|| find(&inputs, at).map(|(slot, element)| Picked { place: Place::Input(slot), element }))
        });
        if let Some(of) = hovered.or(cx.settings.at.map(|kept| kept.at(cx.done))) {
            let links = picked::links(at.track, shown, (at.step, cx.done), of, cx.hurried)?;
            picked::draw(ui, space, &links, &inputs, &outputs, cx.theme);
        }
        answer.hovered = hovered;
        answer.clicked = hovered.filter(|_| ui.input(|input| input.pointer.primary_clicked())).or(chosen);
        Ok(())
    }

    /// Draws streams side by side; where they are.
    fn row(
        ui: &mut Ui,
        space: Rect,
        Side { place, slots, written }: Side,
        seen: &mut Vec<Seen>,
        scale: f32,
        cx: &Context,
        chosen: &mut Option<Picked>,
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
            let max = grid.most_zoom().max(usual.zoom);
            let held = |camera: Camera| Camera { zoom: camera.zoom.min(max), ..camera };
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
            *chosen = chosen.or(by_keys(ui, &response, &grid, place(number), cx));
            let zooms = keyboard::zooms(ui, &response);
            if zooms != 0 {
                seen.camera = Some(placed(seen).zoomed(clip.center(), 1.5_f32.powi(zooms as i32)));
            }
            let name = slot.name.clone();
            response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &name));
            let placed = placed(seen);
            let range = look_range(contents, &mut seen.range, cx);
            let look = Look { show: cx.settings.show, range, theme: cx.theme, picture, written };
            seen.image.draw(ui, &placed, contents, &look);
            label(ui, Rect::from_min_size(corner, cell), &placed, slot, contents, &look);
            keyboard::ring(ui, clip, &response);
            all.push(placed);
        }
        all
    }
}

/// The element that the arrows lead to, in the stream that has the focus: from the one that is kept, or the first.
fn by_keys(ui: &Ui, response: &Response, grid: &Grid, place: Place, cx: &Context) -> Option<Picked> {
    let by = keyboard::arrows(ui, response);
    if by == [0; 2] {
        return None;
    }
    let kept = cx.settings.at.map(|kept| kept.at(cx.done)).filter(|kept| kept.place == place);
    let element = kept.map_or(Some(0), |kept| grid.beside(kept.element, by))?;
    Some(Picked { place, element })
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

/// How many streams stand side by side, and in how many rows.
fn arrangement(count: usize, space: Rect) -> (usize, usize) {
    let max = ((space.width() / 96.0) as usize).max(1);
    let across = count.min(max);
    (across, count.div_ceil(across))
}

/// Points of a texel, so that the largest of the streams fits.
fn scale(space: Vec2, shown: &Shown) -> f32 {
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
            let range = Range::of(&track::scalars(contents));
            *known = Some((contents.clone(), range));
            range
        }
    };
    let one = matches!(cx.settings.scene, Scene::Reduce | Scene::Sort);
    let inside = own.low >= cx.range.low && own.high <= cx.range.high;
    if one && inside { cx.range } else { own }
}

fn label(ui: &Ui, cell: Rect, placed: &Placed, slot: &Slot, contents: &Contents, look: &Look) {
    let painter = ui.painter();
    let geometry = &contents.geometry;
    let layers = if contents.layers > 1 { format!(" × {} layers", contents.layers) } else { String::new() };
    let size = match &slot.of {
        Source::Buffer(_) if contents.len() == 1 => "1 element".to_owned(),
        Source::Buffer(_) => format!("{} elements", contents.len()),
        Source::Texture(_) => format!("{} × {}{layers}", geometry.width, geometry.height),
    };
    let range = match look.picture || !look.written {
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
