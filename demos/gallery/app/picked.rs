//! The element that is looked at: what it was made from, and what will be made from it.

use std::rc::Rc;

use brooklet::Error;
use brooklet::capture::Contents;
use egui::{Pos2, Rect, Shape, Stroke, StrokeKind, Ui, Vec2, epaint::CubicBezierShape, vec2};

use super::element::{Picked, Place};
use super::theme::Theme;
use super::track::{Shown, Slot, Source, Track};
use super::view::grid::Placed;

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

/// Finds out. While `hurried` only what is quick is looked up.
pub fn links(
    track: &mut Track,
    shown: &Shown,
    (step, done): (usize, usize),
    of: Picked,
    hurried: bool,
) -> Result<Links, Error> {
    let mut links = Links { forward: matches!(of.place, Place::Input(_)), ..Links::default() };
    let found = match of.place {
        Place::Input(slot) => shown.inputs.get(slot),
        Place::Output(slot) => shown.outputs.get(slot),
    };
    // What was kept in another step or method may not be there.
    let Some((slot, contents)) = found.filter(|(_, contents)| of.element < contents.len()) else { return Ok(links) };
    match of.place {
        Place::Input(number) => links.sources.push((number, of.element)),
        // Nothing has been made from anything yet.
        Place::Output(_) if done == 0 => return Ok(links),
        Place::Output(number) => links.results.push((number, of.element)),
    }
    let Some(fetches) = (if done == 0 { None } else { track.fetches(step)? }) else { return Ok(links) };
    match of.place {
        Place::Output(_) => {
            let Source::Texture(binding) = &slot.of else { return Ok(links) };
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
        Place::Input(_) => {
            if !hurried && let Some(readers) = track.readers(step, slot.port)? {
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

#[cfg(test)]
mod tests {
    use brooklet::{Device, Operator};
    use egui::{Context, Event, Modifiers, PointerButton, RawInput, pos2};

    use super::*;
    use crate::address::Address;
    use crate::app::data::{Kind, input};
    use crate::app::methods;
    use crate::app::scene::Scene;
    use crate::app::{Gallery, Setup};

    #[test]
    fn an_element_has_a_name() {
        for name in ["37", "in0:37", "in12:0", "out1:37"] {
            assert_eq!(Picked::of(name).map(Picked::name).as_deref(), Some(name));
        }
        assert_eq!(Picked::of("out0:2^4").map(Picked::name).as_deref(), Some("16"));
        for wrong in ["", "in:3", "in0", "in0:", "in-1:3", "texel0:3", "in0:3:3"] {
            assert_eq!(Picked::of(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn what_is_not_there_has_nothing_to_do_with_others() {
        let device = Device::headless().unwrap();
        let numbers = input(Scene::Sort, Kind::Random, 64, None).unwrap();
        let method = methods::fragment(Scene::Sort, &device).into_iter().find(|m| m.name == "bitonic-float").unwrap();
        let run = methods::run(Scene::Sort, method, &device, &Operator::sum(), &numbers).unwrap();
        let mut track = Track::new(method, run);
        let shown = track.show(0).unwrap();
        let mut of = |name: &str, done| links(&mut track, &shown, (0, done), Picked::of(name).unwrap(), false).unwrap();
        let input = of("in0:5", 1);
        // A comparator makes two elements from each.
        assert_eq!((input.sources, input.results.len(), input.forward), (vec![(0, 5)], 2, true));
        assert_eq!(of("5", 1).results, [(0, 5)]);
        assert_eq!(of("in0:5", 0).results, []);
        for name in ["in1:5", "in0:64", "out1:5", "64"] {
            let links = of(name, 1);
            assert!(links.sources.is_empty() && links.results.is_empty() && links.next.is_none(), "{name}");
        }
    }

    /// The elements that clicks all over the stage keep.
    fn clicked(address: &str) -> Vec<Picked> {
        let device = Device::headless().map_err(|error| error.to_string());
        let address = Address::parse_hash(address).unwrap();
        let mut gallery = Gallery::new(Setup::bare(device, address));
        let (context, mut frames) = (Context::default(), 0);
        let mut frame = |gallery: &mut Gallery, events| {
            let screen_rect = Some(Rect::from_min_size(Pos2::ZERO, vec2(1200.0, 800.0)));
            let input = RawInput { screen_rect, time: Some(f64::from(frames) / 60.0), events, ..RawInput::default() };
            frames += 1;
            context.run_ui(input, |ui| gallery.ui(ui)).textures_delta.clear();
        };
        while !gallery.ready() {
            frame(&mut gallery, Vec::new());
        }
        let mut all = Vec::new();
        for number in 0..96 {
            let pos = pos2(260.0 + 80.0 * (number % 12) as f32, 130.0 + 80.0 * (number / 12) as f32);
            let button = PointerButton::Primary;
            let press = |pressed| Event::PointerButton { pos, button, pressed, modifiers: Modifiers::NONE };
            for events in [vec![Event::PointerMoved(pos)], vec![press(true)], vec![press(false)]] {
                frame(&mut gallery, events);
            }
            all.extend(gallery.address().get("at").and_then(Picked::of));
        }
        all
    }

    #[test]
    fn clicks_keep_elements_of_every_stream() {
        let all = clicked("scene=search&compute=off&n=64&pass=1&view=textures&panel=off");
        for place in [Place::Input(0), Place::Input(1), Place::Output(0)] {
            assert!(all.iter().any(|picked| picked.place == place), "{place:?}: {all:?}");
        }
    }
}
