//! The arguments of a call on the screen: what each parameter is given.

use std::collections::BTreeMap;

use brooklet::brook::ir::{Parameter, Role, StreamKernel};
use brooklet::brook::{Plain, Records};
use egui::{ComboBox, DragValue, RichText, ScrollArea, TextureHandle, Ui};

use super::SMALL;
use super::arguments::{Argument, Call, iterator_end};
use super::data::{Data, Extents, MAX, MAX_ALONG, MIN, Material, Source};
use crate::app::keyboard;
use crate::app::theme::Theme;

/// The textures of what is drawn, by parameter and field.
pub type Canvases = BTreeMap<(usize, usize), Option<TextureHandle>>;

/// What the arguments are shown with.
pub struct Context<'a> {
    pub kernel: &'a StreamKernel,
    pub records: &'a Records,
    pub material: &'a Material,
    pub theme: Theme,
}

const LETTERS: [&str; 4] = ["x", "y", "z", "w"];

pub fn show(call: &mut Call, ui: &mut Ui, canvases: &mut Canvases, cx: &Context) {
    ScrollArea::vertical().id_salt("arguments").auto_shrink(false).show(ui, |ui| {
        ui.horizontal_wrapped(|ui| {
            let what = if cx.kernel.reduction { "reduces" } else { "runs over" };
            ui.label(what).on_hover_text("The number of elements: streams without a size of their own have this size");
            extents(ui, &mut call.extents);
        });
        let all = call.extents;
        for (number, (parameter, argument)) in cx.kernel.parameters.iter().zip(&mut call.arguments).enumerate() {
            ui.push_id(number, |ui| {
                ui.separator();
                one(ui, parameter, argument, all, number, canvases, cx);
            });
        }
    });
}

/// One dimension or two, and how many elements along each.
fn extents(ui: &mut Ui, extents: &mut Extents) {
    let mut plane = extents.height.is_some();
    let list = ComboBox::from_id_salt("dimensions")
        .width(50.0)
        .selected_text(if plane { "2-D" } else { "1-D" })
        .show_ui(ui, |ui| {
            ui.selectable_value(&mut plane, false, "1-D");
            ui.selectable_value(&mut plane, true, "2-D");
        });
    keyboard::name(&list.response, "Dimensions");
    if plane != extents.height.is_some() {
        let side = (extents.count() as f32).sqrt().round() as usize;
        *extents = if plane { Extents::plane(side, side) } else { Extents::line(extents.count()) }.held();
    }
    let power = |ui: &mut Ui, value: &mut usize, range: std::ops::RangeInclusive<usize>| {
        let speed = (*value as f64 / 64.0).max(0.1);
        ui.add(DragValue::new(value).range(range).speed(speed));
    };
    match &mut extents.height {
        Some(height) => {
            power(ui, &mut extents.width, 1..=MAX_ALONG);
            ui.label("×");
            power(ui, height, 1..=MAX_ALONG);
        }
        None => power(ui, &mut extents.width, MIN..=MAX),
    }
    *extents = extents.held();
}

fn one(
    ui: &mut Ui,
    parameter: &Parameter,
    argument: &mut Argument,
    all: Extents,
    number: usize,
    canvases: &mut Canvases,
    cx: &Context,
) {
    let theme = cx.theme;
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new(&parameter.name).monospace().strong().color(theme.ink()));
        let ty = cx.records.name(parameter.ty);
        ui.label(RichText::new(format!("{} of {ty}", parameter.role.noun())).size(SMALL).color(theme.faint()));
        match argument {
            Argument::Stream { own, .. } | Argument::Iterator { own, .. } => own_extents(ui, own, all),
            Argument::Output => {
                let text = match parameter.role {
                    Role::Variable { .. } => "what is pushed".to_owned(),
                    Role::Scatter { .. } => "what is written at its indices".to_owned(),
                    Role::Accumulator => "one value".to_owned(),
                    _ => match all.height {
                        Some(height) => format!("{} × {height}", all.width),
                        None => all.width.to_string(),
                    },
                };
                ui.label(text);
            }
            Argument::Constant(numbers) => {
                if let [field] = &parameter.fields[..] {
                    components(ui, numbers, field.ty.is_integer());
                }
            }
        }
    });
    match argument {
        Argument::Stream { fields, own } => {
            let plane = own.unwrap_or(all).height.is_some();
            for (at, (field, data)) in parameter.fields.iter().zip(fields).enumerate() {
                ui.push_id(at, |ui| {
                    let canvas = canvases.entry((number, at)).or_default();
                    self::data(ui, data, &field.path, field.ty, plane, canvas, (cx.material, theme));
                });
            }
        }
        Argument::Iterator { low, high, own } => {
            let components = parameter.fields.first().map_or(1, |field| field.ty.count());
            iterator(ui, low, high, own.unwrap_or(all), components);
        }
        Argument::Constant(numbers) if parameter.fields.len() > 1 => {
            let mut rest = numbers.as_mut_slice();
            for field in &parameter.fields {
                let (own, after) = rest.split_at_mut(field.ty.count().min(rest.len()));
                rest = after;
                ui.horizontal_wrapped(|ui| {
                    if !field.path.is_empty() {
                        ui.label(RichText::new(format!(".{}", field.path)).monospace().size(SMALL));
                    }
                    components(ui, own, field.ty.is_integer());
                });
            }
        }
        Argument::Constant(_) | Argument::Output => {}
    }
}

/// A size that differs from that of the call.
fn own_extents(ui: &mut Ui, own: &mut Option<Extents>, all: Extents) {
    let mut other = own.is_some();
    if ui.checkbox(&mut other, "own size").on_hover_text("A size that differs from that of the others").changed() {
        *own = other.then_some(all);
    }
    if let Some(own) = own {
        extents(ui, own);
    }
}

pub fn components(ui: &mut Ui, numbers: &mut [f32], int: bool) {
    let count = numbers.len();
    for (number, letter) in numbers.iter_mut().zip(LETTERS) {
        let speed = speed(*number);
        let mut value = DragValue::new(number).speed(speed).max_decimals(5);
        if int {
            value = value.speed(0.1).max_decimals(0);
        }
        if count > 1 {
            value = value.prefix(format!("{letter} "));
        }
        ui.add(value);
    }
}

/// How fast a number changes as it is dragged.
fn speed(number: f32) -> f64 {
    f64::from((number.abs() / 100.0).max(0.005))
}

fn range(ui: &mut Ui, low: &mut f32, high: &mut f32) {
    let (slow, fast) = (speed(*low), speed(*high));
    ui.add(DragValue::new(low).speed(slow).max_decimals(4)).on_hover_text("From");
    ui.label("to");
    ui.add(DragValue::new(high).speed(fast).max_decimals(4)).on_hover_text("To");
}

fn iterator(ui: &mut Ui, low: &mut [f32; 4], high: &mut Option<[f32; 4]>, extents: Extents, components: usize) {
    let mut counts = high.is_none();
    let end = iterator_end(extents, components);
    ui.horizontal_wrapped(|ui| {
        if ui.checkbox(&mut counts, "counts the elements").changed() {
            *high = (!counts).then_some(end);
            if counts {
                *low = [0.0; 4];
            }
        }
    });
    let Some(high) = high else { return };
    for component in 0..components {
        ui.horizontal_wrapped(|ui| {
            if components > 1 {
                ui.label(LETTERS[component]);
            }
            range(ui, &mut low[component], &mut high[component]);
        });
    }
}

/// The data of a field: what they are made from, and in which range.
pub fn data(
    ui: &mut Ui,
    data: &mut Data,
    path: &str,
    ty: Plain,
    plane: bool,
    canvas: &mut Option<TextureHandle>,
    (material, theme): (&Material, Theme),
) {
    ui.horizontal_wrapped(|ui| {
        if !path.is_empty() {
            ui.label(RichText::new(format!(".{path}")).monospace().size(SMALL));
        }
        let selected = ComboBox::from_id_salt("source").width(84.0).selected_text(data.source.title());
        let list = selected.show_ui(ui, |ui| {
            for source in Source::ALL {
                ui.selectable_value(&mut data.source, source, source.title()).on_hover_text(source.about());
            }
        });
        keyboard::name(&list.response, "Source of the numbers");
        match data.source {
            Source::Constant => components(ui, &mut data.value[..ty.count()], false),
            source if source.has_range() => range(ui, &mut data.low, &mut data.high),
            Source::File => {
                let name = material.file.as_ref().map_or("drop one onto the window", |file| &file.name);
                ui.label(RichText::new(name).size(SMALL).color(theme.faint()));
            }
            _ => {}
        }
    });
    if data.source == Source::Drawn {
        ui.horizontal(|ui| data.drawn.show(ui, plane, canvas, theme));
    }
}
