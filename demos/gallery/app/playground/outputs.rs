//! Outputs: as pictures or numbers, and the passes that made them.

use egui::{RichText, ScrollArea, Sense, Ui, vec2};

use super::SMALL;
use super::run::{Done, Field, Output};
use crate::app::settings::Show;
use crate::app::theme::Theme;
use crate::app::view::colour::Range;
use crate::app::view::grid::{Camera, Grid, Placed};
use crate::app::view::texture::{Image, Look, short, short_float};

/// What is kept of the pictures from frame to frame.
#[derive(Default)]
pub struct Views {
    images: Vec<Image>,
    /// Whether vectors are colours.
    pub colours: bool,
}

/// The longest side of a picture, in points.
const LARGEST: f32 = 300.0;
/// The least width of one of several side by side.
const LEAST: f32 = 250.0;

pub fn show(views: &mut Views, ui: &mut Ui, done: &Done, show: &mut Show, theme: Theme) {
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new("Outputs").strong().color(theme.ink()));
        for other in Show::ALL {
            ui.selectable_value(show, *other, other.title());
        }
        let vectors = done.outputs.iter().flat_map(|output| &output.fields);
        if vectors.into_iter().any(|field| field.contents.ty.count() >= 2) {
            ui.checkbox(&mut views.colours, "as colours").on_hover_text("x, y and z are red, green and blue");
        }
    });
    ScrollArea::vertical().id_salt("outputs").auto_shrink(false).show(ui, |ui| {
        let count = done.outputs.iter().map(|output| output.fields.len()).sum();
        views.images.resize_with(count, Image::default);
        let fields = done.outputs.iter().flat_map(|output| output.fields.iter().map(move |field| (output, field)));
        let mut shown: Vec<_> = fields.zip(&mut views.images).collect();
        // As many side by side as there is room for.
        let columns = ((ui.available_width() / LEAST) as usize).clamp(1, shown.len().max(1));
        for row in shown.chunks_mut(columns) {
            ui.columns(columns, |uis| {
                for (ui, ((output, field), image)) in uis.iter_mut().zip(row) {
                    one(ui, output, field, image, *show, views.colours, theme);
                }
            });
            ui.add_space(8.0);
        }
        passes(ui, done, theme);
    });
}

fn one(ui: &mut Ui, output: &Output, field: &Field, image: &mut Image, show: Show, colours: bool, theme: Theme) {
    let components = field.contents.ty.count();
    let range = Range::of(&field.numbers);
    if output.value {
        ui.horizontal_wrapped(|ui| {
            ui.label(RichText::new(format!("{} =", field.name)).monospace().strong().color(theme.ink()));
            let numbers: Vec<String> = field.numbers.iter().map(|number| number.to_string()).collect();
            ui.label(RichText::new(numbers.join(", ")).monospace().size(18.0).color(theme.picked()));
        });
        return;
    }
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new(&field.name).monospace().strong().color(theme.ink()));
        ui.label(RichText::new(format!("{}, {}", field.ty, size(output))).color(theme.faint()));
    });
    if field.numbers.is_empty() {
        ui.label(RichText::new("no elements: nothing was pushed").color(theme.faint()));
        return;
    }
    let finite: Vec<f64> = field.numbers.iter().filter(|x| x.is_finite()).map(|x| f64::from(*x)).collect();
    let mean = (finite.iter().sum::<f64>() / finite.len().max(1) as f64) as f32;
    let mut text =
        format!("min {}   max {}   mean {}", short_float(range.low), short_float(range.high), short_float(mean));
    let odd = field.numbers.len() - finite.len();
    if odd > 0 {
        text += &format!("   {odd} not finite");
    }
    ui.label(RichText::new(text).size(SMALL).color(theme.ink()));
    if show == Show::Numbers {
        table(ui, output, field, theme);
        return;
    }
    let picture = colours && components >= 2;
    let look = Look { show, range, theme, picture, written: true };
    let grid = Grid::of(&field.contents, picture);
    let width = ui.available_width().min(LARGEST);
    // A stream of few rows is no higher than it has to be.
    let height = (width * grid.height as f32 / grid.width.max(1) as f32).clamp(12.0, LARGEST);
    let (rect, response) = ui.allocate_exact_size(vec2(width, height), Sense::hover());
    let placed = Placed::new(grid, rect, Camera::default());
    image.draw(ui, &placed, &field.contents, &look);
    let element = response.hover_pos().and_then(|at| placed.at(at));
    if let Some((element, _)) = element
        && let Some(value) = field.contents.value(element)
    {
        let numbers: Vec<String> = (0..components).map(|component| short(&value, component)).collect();
        let bits: Vec<String> = value.words()[..components].iter().map(|word| format!("0x{word:08x}")).collect();
        let text = format!("{}[{}] = {}\n{}", field.name, place(output, element), numbers.join(", "), bits.join(" "));
        response.on_hover_text_at_pointer(RichText::new(text).monospace());
    }
}

/// The size of an output: of a plane, columns and rows, as everywhere here.
fn size(output: &Output) -> String {
    match output.shape.rank() {
        2 => format!("{} × {}", output.shape.last(), output.shape.count() / output.shape.last().max(1)),
        _ => output.shape.to_string(),
    }
}

/// The place of an element: of a plane, x and y.
fn place(output: &Output, element: usize) -> String {
    match output.shape.rank() {
        1 => element.to_string(),
        _ => format!("{}, {}", element % output.shape.last(), element / output.shape.last()),
    }
}

/// The elements one below the other; only those that are seen are made.
fn table(ui: &mut Ui, output: &Output, field: &Field, theme: Theme) {
    let count = field.contents.len();
    let height = ui.text_style_height(&egui::TextStyle::Monospace);
    ui.spacing_mut().interact_size.y = height;
    let shown = (count as f32).min(12.0) * (height + ui.spacing().item_spacing.y);
    ScrollArea::both().id_salt(&field.name).max_height(shown).auto_shrink([false, true]).show_rows(
        ui,
        height,
        count,
        |ui, rows| {
            for element in rows {
                let Some(value) = field.contents.value(element) else { continue };
                let numbers: Vec<String> =
                    (0..value.count()).map(|component| format!("{:>12}", short(&value, component))).collect();
                ui.horizontal(|ui| {
                    ui.label(RichText::new(format!("{:>10}", place(output, element))).monospace().color(theme.faint()));
                    ui.add(egui::Label::new(RichText::new(numbers.join(" ")).monospace()).extend());
                });
            }
        },
    );
}

fn passes(ui: &mut Ui, done: &Done, theme: Theme) {
    let count = done.passes.len();
    let mut head = if count == 1 { "1 pass".to_owned() } else { format!("{count} passes") };
    if let Some(iterations) = done.iterations {
        head += &format!("; up to {iterations} iterations of loops an element, as far as was tried");
    }
    ui.label(RichText::new(head).size(SMALL).strong().color(theme.faint()));
    for (number, pass) in done.passes.iter().enumerate() {
        let targets = if pass.targets == 1 { String::new() } else { format!(", {} targets", pass.targets) };
        let texels = pass.width * pass.height;
        let text =
            format!("{}. {}   {} × {} = {texels} texels{targets}", number + 1, pass.kernel, pass.width, pass.height);
        ui.label(RichText::new(text).size(SMALL).monospace().color(theme.ink()));
    }
}
