//! The element that is looked at: what it was made from, and what will be made from it.

use std::rc::Rc;

use brooklet::Error;
use brooklet::capture::Contents;
use egui::{Pos2, Rect, Shape, Stroke, StrokeKind, Ui, Vec2, epaint::CubicBezierShape, vec2};

use super::theme::Theme;
use super::track::{Shown, Slot, Source, Track};
use super::view::grid::Placed;

/// Which stream of a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    Input(usize),
    Output(usize),
}

/// An element of a stream of a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Picked {
    pub place: Place,
    pub element: usize,
}

/// What an element has to do with others.
#[derive(Clone, Debug, Default)]
pub struct Links {
    /// In the inputs: slot and element. Of an output, what it was made from, in the order of the fetches; of an input, itself.
    pub sources: Vec<(usize, usize)>,
    /// In the outputs: of an output, itself; of an input, what was made from it.
    pub results: Vec<(usize, usize)>,
    /// Who reads it next: the step, and the elements of its output. None: nobody, or too many to say.
    pub next: Option<(usize, Vec<usize>)>,
    /// Whether the results are the ones to be told of.
    pub forward: bool,
}

/// The most lines that are drawn.
const MAX_LINES: usize = 256;

/// The stream whose element is kept: what comes out, or before the first pass, what goes in.
pub fn pinned(done: usize) -> Place {
    if done == 0 { Place::Input(0) } else { Place::Output(0) }
}

/// Finds out. While `hurried` only what is quick is looked up.
pub fn links(
    track: &mut Track,
    shown: &Shown,
    (step, done): (usize, usize),
    of: Picked,
    hurried: bool,
) -> Result<Links, Error> {
    let mut links = Links::default();
    if done == 0 {
        // Nothing has been made from anything yet.
        if let Place::Input(slot) = of.place {
            links.sources.push((slot, of.element));
            links.forward = true;
        }
        return Ok(links);
    }
    let Some(fetches) = track.fetches(step)? else {
        match of.place {
            Place::Input(slot) => links.sources.push((slot, of.element)),
            Place::Output(slot) => links.results.push((slot, of.element)),
        }
        return Ok(links);
    };
    match of.place {
        Place::Output(slot) => {
            links.results.push((slot, of.element));
            let Some((Slot { of: Source::Texture(binding), .. }, contents)) = shown.outputs.get(slot) else {
                return Ok(links);
            };
            if of.element >= contents.len() {
                links.results.clear();
                return Ok(links);
            }
            // A fragment writes all layers of a texel.
            let fragment = of.element / contents.layers;
            if fetches.writes(fragment) {
                for fetch in fetches.of(fragment)?.fetches {
                    if let Some((input, element)) = slot_of(&shown.inputs, fetch.input).zip(fetch.element) {
                        links.sources.push((input, element));
                    }
                }
            }
            if !hurried {
                links.next = track.next_readers(step, binding, contents, of.element)?;
            }
        }
        Place::Input(slot) => {
            links.forward = true;
            links.sources.push((slot, of.element));
            let port = shown.inputs.get(slot).map_or(0, |(slot, _)| slot.port);
            if !hurried && let Some(readers) = track.readers(step, port)? {
                let readers = readers.get(of.element).cloned().unwrap_or_default();
                for (output, (_, contents)) in shown.outputs.iter().enumerate() {
                    let layers = contents.layers;
                    links.results.extend(
                        readers
                            .iter()
                            .flat_map(|reader| (0..layers).map(move |layer| (output, reader * layers + layer))),
                    );
                }
            }
        }
    }
    Ok(links)
}

/// The slot that shows an input of the pass.
fn slot_of(slots: &[(Slot, Rc<Contents>)], port: usize) -> Option<usize> {
    slots.iter().rposition(|(slot, _)| slot.port <= port)
}

/// How a line leaves an element, and how it arrives at another one: downwards, where one lies below the other; beside each
/// other in a bow, since a straight line would strike out all numbers between them.
fn bends(a: Pos2, b: Pos2, clip: Rect) -> (Vec2, Vec2) {
    let by = b - a;
    let flat = (1.0 - 2.0 * by.y.abs() / by.x.abs().max(1.0)).max(0.0);
    let lift = 0.16 * by.x.abs() * flat;
    // Upwards, where there is room.
    let up = if a.y.min(b.y) - lift > clip.min.y { -1.0 } else { 1.0 };
    let down = by.y * 0.4;
    (vec2(0.25 * by.x * flat, down + up * lift), vec2(-0.25 * by.x * flat, -down + up * lift))
}

/// Draws the links over the streams of a step.
pub fn draw(ui: &Ui, clip: Rect, links: &Links, inputs: &[Placed], outputs: &[Placed], theme: Theme) {
    let painter = ui.painter_at(clip.expand(4.0));
    let rect = |all: &[Placed], (slot, element): (usize, usize)| -> Option<Rect> {
        let placed = all.get(slot)?;
        let rect = placed.element(element);
        placed.clip.intersects(rect).then(|| rect.intersect(placed.clip))
    };
    let colour = if links.forward { theme.reader() } else { theme.source() };
    let mut drawn: Vec<((usize, usize), (usize, usize))> = Vec::new();
    for &source in &links.sources {
        for &result in &links.results {
            if drawn.len() >= MAX_LINES || drawn.contains(&(source, result)) {
                continue;
            }
            if let Some((from, to)) = rect(inputs, source).zip(rect(outputs, result)) {
                let (a, b) = (from.center(), to.center());
                let (first, last) = bends(a, b, clip);
                let stroke = Stroke::new(1.4, colour.gamma_multiply(0.9));
                let curve = CubicBezierShape::from_points_stroke(
                    [a, a + first, b + last, b],
                    false,
                    egui::Color32::TRANSPARENT,
                    stroke,
                );
                painter.add(Shape::CubicBezier(curve));
                drawn.push((source, result));
            }
        }
    }
    let mark = |rect: Rect, colour, width| {
        let rect = Rect::from_center_size(rect.center(), rect.size().max(vec2(5.0, 5.0)));
        painter.rect_stroke(rect, 1.0, Stroke::new(width, colour), StrokeKind::Middle);
    };
    let (of_source, of_result) =
        if links.forward { (theme.picked(), theme.reader()) } else { (theme.source(), theme.picked()) };
    links.sources.iter().filter_map(|at| rect(inputs, *at)).for_each(|rect| mark(rect, of_source, 2.0));
    // Where the elements will be that are made from it next: outlined, in the first output.
    for reader in links.next.iter().flat_map(|(_, readers)| readers) {
        rect(outputs, (0, *reader)).into_iter().for_each(|rect| mark(rect.expand(1.5), theme.reader(), 1.5));
    }
    links.results.iter().filter_map(|at| rect(outputs, *at)).for_each(|rect| mark(rect, of_result, 2.0));
}
