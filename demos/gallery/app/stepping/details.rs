//! The panel on the right: the element that is looked at, the pass, its kernel, and what the driver gets.

use brooklet::backend::Value;
use brooklet::capture::{PassStep, Step};
use brooklet::fragment_program::Chip;
use brooklet::fragment_program::cost::{Model, Predicted};
use brooklet::ir::Type;
use egui::text::LayoutJob;
use egui::{Grid, RichText, ScrollArea, Ui};

use super::Stepping;
use crate::app::element::{Picked, Place};
use crate::app::labels::milliseconds;
use crate::app::picked;
use crate::app::settings::Settings;
use crate::app::text;
use crate::app::theme::Theme;
use crate::app::track::{MAX_READERS, Shown, Track, traffic};
use crate::app::view::texture::{number, short, short_float};

/// The most fetches of an element that are listed.
const MAX_LISTED: usize = 24;

pub fn show(stepping: &mut Stepping, ui: &mut Ui, settings: &Settings, theme: Theme, playing: bool) {
    let (focus, hovered) = (stepping.focus, stepping.hovered);
    let done = stepping.done(settings, focus);
    let program = &mut stepping.program;
    let Some(track) =
        stepping.stage.as_mut().and_then(|stage| stage.places.get_mut(focus)).and_then(|place| place.track())
    else {
        ui.label(RichText::new("Nothing has run yet.").color(theme.faint()));
        return;
    };
    if track.steps().is_empty() {
        let text = format!("No {} is needed for so few elements.", track.method.family.step());
        ui.label(RichText::new(text).color(theme.faint()));
        return;
    }
    let step = done.saturating_sub(1);
    let Ok(shown) = track.show(step) else { return };
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        ui.add_space(4.0);
        match hovered.or(settings.at.map(|kept| kept.at(done))) {
            Some(of) => element(ui, track, &shown, (step, done), of, theme, playing),
            None => {
                let text = "Point at an element: its place, its bits, and what it was made from. Click it to keep it.";
                ui.label(RichText::new(text).color(theme.faint()));
            }
        }
        ui.separator();
        pass(ui, track, step, settings.chip, theme, playing);
        ui.separator();
        // With a chip that is below.
        if settings.chip.is_none() {
            program.show(ui, (focus, track), step, theme);
        }
    });
}

/// A number with all the digits that tell it from its neighbours.
fn exact(value: &brooklet::ir::interpret::Value, component: usize) -> String {
    match number(value, component) {
        x if !matches!(value.ty(), Type::Float(_)) || !x.is_finite() => short(value, component),
        x if x == 0.0 || (1e-4..1e9).contains(&x.abs()) => x.to_string(),
        x => format!("{x:e}"),
    }
}

/// Which components a value has, in words: a number in decimal and in hex.
fn value(value: &brooklet::ir::interpret::Value) -> String {
    let one = |component: usize| format!("{}  0x{:08x}", exact(value, component), value.words()[component]);
    (0..value.count()).map(one).collect::<Vec<_>>().join("\n")
}

fn element(ui: &mut Ui, track: &mut Track, shown: &Shown, at: (usize, usize), of: Picked, theme: Theme, playing: bool) {
    let (slots, slot, what) = match of.place {
        Place::Input(slot) => (&shown.inputs, slot, "input"),
        Place::Output(slot) => (&shown.outputs, slot, "output"),
    };
    let Some((slot, contents)) = slots.get(slot) else {
        let word = track.method.family.step();
        let text = format!("{} is kept, but this {word} has no {what} {slot}, counted from 0.", of.name());
        ui.label(RichText::new(text).color(theme.faint()));
        return;
    };
    let Some(own) = contents.value(of.element) else {
        let text = format!("{} has {} elements: there is no element {}.", slot.name, contents.len(), of.element);
        ui.label(RichText::new(text).color(theme.faint()));
        return;
    };
    ui.label(RichText::new(format!("{}[{}]", slot.name, of.element)).monospace().strong().color(theme.picked()));
    let (x, y, layer, lane) = contents.place(of.element);
    let mut place = format!("texel ({x}, {y})");
    if contents.layers > 1 {
        place += &format!(" of layer {layer}");
    }
    if contents.geometry.layout.lanes() > 1 {
        place += &format!(", {} of four", ["first", "second", "third", "fourth"][lane.min(3)]);
    }
    Grid::new("element").num_columns(2).spacing([10.0, 2.0]).min_row_height(20.0).show(ui, |ui| {
        ui.label(RichText::new("lies in").color(theme.faint()));
        ui.label(place);
        ui.end_row();
        ui.label(RichText::new("value").color(theme.faint()));
        ui.label(RichText::new(value(&own)).monospace());
        ui.end_row();
    });
    let Ok(links) = picked::links(track, shown, at, of, playing) else { return };
    let listed = |ui: &mut Ui, what: &str, all: Vec<String>| {
        if all.is_empty() {
            return;
        }
        ui.label(RichText::new(what).color(theme.faint()));
        let more = all.len().saturating_sub(MAX_LISTED);
        let mut text = all.into_iter().take(MAX_LISTED).collect::<Vec<_>>().join("\n");
        if more > 0 {
            text += &format!("\n… and {more} more");
        }
        ui.label(RichText::new(text).monospace().size(12.0));
    };
    let name = |slots: &[(crate::app::track::Slot, std::rc::Rc<brooklet::capture::Contents>)],
                (slot, element): (usize, usize)| {
        let (slot, contents) = &slots[slot];
        let value = contents.value(element).map_or(String::new(), |value| {
            let all: Vec<String> = (0..value.count()).map(|component| short(&value, component)).collect();
            format!(" = {}", all.join(", "))
        });
        format!("{}[{element}]{value}", slot.name)
    };
    if links.forward {
        listed(ui, "this pass makes from it", links.results.iter().map(|at| name(&shown.outputs, *at)).collect());
    } else {
        let what = format!("made from {}", fetches(links.sources.len()));
        listed(ui, &what, links.sources.iter().map(|at| name(&shown.inputs, *at)).collect());
    }
    match &links.next {
        Some((_, readers)) if readers.is_empty() => {
            ui.label(RichText::new("no later pass reads it").color(theme.faint()));
        }
        Some((next, readers)) => {
            let kernel = track.steps()[*next].kernel().to_owned();
            let readers: Vec<String> = readers.iter().map(|reader| reader.to_string()).collect();
            listed(ui, &format!("pass {} ({kernel}) makes from it elements", next + 1), vec![readers.join(", ")]);
        }
        None if !links.forward && contents.len() > MAX_READERS && at.0 + 1 < track.steps().len() => {
            let text = format!(
                "The elements that are made from it next are shown only for streams of up to {MAX_READERS} elements."
            );
            ui.label(RichText::new(text).small().color(theme.faint()));
        }
        None => {}
    }
}

fn fetches(count: usize) -> String {
    if count == 1 { "1 fetch".to_owned() } else { format!("{count} fetches") }
}

fn pass(ui: &mut Ui, track: &mut Track, step: usize, chip: Option<Chip>, theme: Theme, playing: bool) {
    let traffic = traffic(&track.steps()[step]);
    let cost = chip.and_then(|_| track.replay().cost(step));
    let time = if playing { None } else { track.milliseconds(step).ok().flatten() };
    let faint = |ui: &mut Ui, text: &str| drop(ui.label(RichText::new(text).color(theme.faint())));
    let step = track.steps()[step].clone();
    Grid::new("pass").num_columns(2).spacing([10.0, 2.0]).min_row_height(20.0).show(ui, |ui| {
        if let Some(chip) = chip.filter(|chip| *chip != Chip::None) {
            let (text, tip) = predicted(chip, cost.and_then(|cost| cost.predicted));
            faint(ui, &format!("on {chip}"));
            ui.label(text).on_hover_text(tip);
            ui.end_row();
        }
        let mut row = |name: &str, text: String| {
            faint(ui, name);
            ui.label(text);
            ui.end_row();
        };
        match &step {
            Step::Pass(pass) => {
                row("fragments", pass.rects.iter().map(|rect| rect.area()).sum::<usize>().to_string());
                if let Some(rect) = pass.event.rectangle {
                    row("rectangle", rect.to_string());
                }
                if let Some(points) = &pass.points {
                    row("points", format!("{}, of {} × {}", pass.output.count, points.size, points.size));
                }
                for operation in pass.event.operations.parts() {
                    row("then", operation);
                }
                row("texels", format!("{} read, {} written", traffic.texels_read, traffic.texels_written));
            }
            Step::Dispatch(dispatch) => {
                let [x, y, z] = dispatch.event.groups;
                let groups = x * y * z;
                row("work groups", format!("{groups}, of {} invocations", dispatch.event.invocations / groups.max(1)));
            }
        }
        row("bytes", format!("{} read, {} written", traffic.bytes_read, traffic.bytes_written));
        if let Some(instructions) = cost.and_then(|cost| cost.instructions) {
            row("executed", format!("{instructions} instructions"));
        }
        if let Some(fetches) = cost.and_then(|cost| cost.fetches) {
            row("fetched", format!("{fetches} texels"));
        }
        if let Some(milliseconds) = time {
            let what = if chip.is_some() { "emulated in" } else { "device" };
            row(what, format!("{milliseconds:.3} ms"));
        }
        let constants: Vec<(String, String)> = match &step {
            Step::Pass(pass) => constants(pass),
            Step::Dispatch(dispatch) => {
                dispatch.constants.iter().map(|(name, value)| (name.clone(), plain(value))).collect()
            }
        };
        for (name, value) in constants {
            row(&name, value);
        }
    });
}

/// How long a pass would have taken then; or that nobody can say, and why.
fn predicted(chip: Chip, predicted: Option<Predicted>) -> (String, String) {
    match (predicted, Model::of(chip)) {
        (Some(predicted), _) => {
            let tip = "By counted work, and by what is known of the chip: with textures drawn to, not copied";
            (format!("{} ms, predicted", milliseconds(predicted.ms())), tip.to_owned())
        }
        (None, Err(why)) => ("not predicted".to_owned(), why.to_string()),
        (None, Ok(_)) => ("not predicted".to_owned(), "The pass has not been counted".to_owned()),
    }
}

fn constants(pass: &PassStep) -> Vec<(String, String)> {
    let names = pass.kernel.interface().constants.iter().map(|constant| constant.name.clone());
    names.zip(pass.constants.iter().map(plain)).collect()
}

/// The value of a constant, without its type.
fn plain(value: &Value) -> String {
    let all = |numbers: &[f32]| numbers.iter().map(|x| short_float(*x)).collect::<Vec<_>>().join(", ");
    match value {
        Value::Float(x) => short_float(*x),
        Value::Vec2(v) => all(v),
        Value::Vec3(v) => all(v),
        Value::Vec4(v) => all(v),
        Value::Index(i) => i.to_string(),
        Value::Bool(b) => b.to_string(),
    }
}

/// The program of a step, in colours: kept, since writing it takes longer than showing it.
#[derive(Default)]
pub struct Program {
    /// Whether what the driver gets is shown.
    pub native: bool,
    of: Option<(usize, usize, bool, Theme)>,
    job: LayoutJob,
}

impl Program {
    /// Forgets the text, as its track goes.
    pub fn forget(&mut self) {
        self.of = None;
    }

    fn show(&mut self, ui: &mut Ui, (focus, track): (usize, &Track), step: usize, theme: Theme) {
        ui.horizontal(|ui| {
            ui.selectable_value(&mut self.native, false, "kernel");
            ui.selectable_value(&mut self.native, true, "GLSL").on_hover_text("What the driver gets");
        });
        let of = (focus, step, self.native, theme);
        if self.of != Some(of) {
            self.job = text::coloured(&written(track, step, self.native), 11.5, theme);
            self.of = Some(of);
        }
        ScrollArea::horizontal().id_salt("program").show(ui, |ui| {
            ui.add(egui::Label::new(self.job.clone()).extend().selectable(true));
        });
    }
}

/// The text of a step's kernel, with what it includes, or what becomes of it for the driver.
fn written(track: &Track, step: usize, native: bool) -> String {
    match (native, &track.steps()[step]) {
        (true, step) => track.replay().capture().native_text(step).unwrap_or_default(),
        (false, Step::Pass(pass)) => {
            let files = &pass.kernel.ir().files.0;
            let texts = files.iter().map(|file| format!("// {}\n{}", file.name, file.text.trim_end()));
            texts.collect::<Vec<_>>().join("\n\n")
        }
        (false, Step::Dispatch(dispatch)) => dispatch.text().to_owned(),
    }
}
