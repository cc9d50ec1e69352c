//! A texture on the screen: as a heat map, by sign, as numbers or as bits.

use std::rc::Rc;

use brooklet::capture::Contents;
use brooklet::ir::Type;
use brooklet::ir::interpret::Value;
use egui::{
    Align2, Color32, ColorImage, FontId, Painter, Rect, Stroke, StrokeKind, TextureFilter, TextureHandle,
    TextureOptions, Ui, pos2, vec2,
};

use super::colour::{Range, light};
use super::grid::{Grid, Placed};
use crate::app::settings::Show;
use crate::app::theme::{Theme, on};

/// Points that a cell has at least where its number is written into it.
const NUMBER: f32 = 26.0;
/// What it has where numbers are what is asked for.
pub const READABLE: f32 = 38.0;
/// The most cells of which bits are shown.
const MAX_BITS: usize = 1 << 14;
/// The most cells whose bits are drawn one by one; those of more are an image.
const MAX_SQUARES: usize = 1 << 10;

/// Bits have edges where they are large, and are mixed where they are small.
const BITS: TextureOptions = TextureOptions { minification: TextureFilter::Linear, ..TextureOptions::NEAREST };

/// What is drawn of a stream.
#[derive(Clone, PartialEq)]
pub struct Look {
    pub show: Show,
    pub range: Range,
    pub theme: Theme,
    /// Whether its elements are pixels.
    pub picture: bool,
    /// Whether it has been written yet.
    pub written: bool,
}

/// An image of a stream, made again when what it shows has changed.
#[derive(Default)]
pub struct Image {
    of: Option<(Rc<Contents>, Look)>,
    handle: Option<TextureHandle>,
}

/// A number of an element as a float.
pub fn number(value: &Value, component: usize) -> f32 {
    let word = value.words()[component];
    match value.ty() {
        Type::Float(_) => f32::from_bits(word),
        Type::Int(_) => word as i32 as f32,
        _ => word as f32,
    }
}

/// A number as people read it: floats in few digits.
pub fn short(value: &Value, component: usize) -> String {
    let word = value.words()[component];
    match value.ty() {
        Type::Float(_) => short_float(f32::from_bits(word)),
        Type::Int(_) => (word as i32).to_string(),
        Type::Bool(_) => (word != 0).to_string(),
        _ => word.to_string(),
    }
}

/// A float in few digits.
pub fn short_float(x: f32) -> String {
    match x.abs() {
        _ if x.is_nan() => "NaN".to_owned(),
        f32::INFINITY => if x > 0.0 { "∞" } else { "-∞" }.to_owned(),
        size if x.fract() == 0.0 && size < 1e7 => format!("{x:.0}"),
        size if (1e-3..1e5).contains(&size) => {
            let digits = 3 - (size.log10().floor() as i32).clamp(-3, 3);
            let text = format!("{x:.*}", digits.max(0) as usize);
            match text.contains('.') {
                true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
                false => text,
            }
        }
        _ => format!("{x:.2e}"),
    }
}

impl Image {
    /// Draws a stream where it has been placed.
    pub fn draw(&mut self, ui: &Ui, placed: &Placed, contents: &Rc<Contents>, look: &Look) {
        let painter = ui.painter_at(placed.clip);
        let grid = &placed.grid;
        let cells = grid.cells();
        let [left, top, right, bottom] = placed.seen();
        let as_bits = look.show == Show::Bits && !look.picture;
        if as_bits && right.saturating_sub(left) * bottom.saturating_sub(top) <= MAX_SQUARES {
            painter.rect_filled(placed.clip, 0.0, look.theme.empty());
            if look.written {
                bits(&painter, placed, contents, look.theme);
            }
        } else {
            let same = self.of.as_ref().is_some_and(|(of, known)| Rc::ptr_eq(of, contents) && known == look);
            if !same {
                let image = match as_bits && cells[0] * cells[1] <= MAX_BITS {
                    true => bit_colours(contents, grid, look),
                    false => colours(contents, grid, look),
                };
                let options = if as_bits { BITS } else { TextureOptions::NEAREST };
                match &mut self.handle {
                    Some(handle) => handle.set(image, options),
                    None => self.handle = Some(ui.ctx().load_texture("stream", image, options)),
                }
                self.of = Some((contents.clone(), look.clone()));
            }
            if let Some(handle) = &self.handle {
                let whole = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
                painter.image(handle.id(), placed.all, whole, Color32::WHITE);
            }
            let size = placed.cell_size();
            if look.written && !look.picture && size.x >= NUMBER && size.y >= NUMBER / 2.0 {
                numbers(&painter, placed, contents, look);
            }
        }
        lines(&painter, placed, look.theme);
        ui.painter().rect_stroke(placed.clip, 0.0, Stroke::new(1.0, look.theme.frame()), StrokeKind::Outside);
    }
}

/// The colour of a number.
fn colour(number: f32, look: &Look) -> Color32 {
    match look.show {
        Show::Numbers => look.theme.canvas(),
        Show::Signed => look.range.signed(number, look.theme),
        _ => look.range.heat(number, look.theme),
    }
}

/// An image with a pixel for each cell.
fn colours(contents: &Contents, grid: &Grid, look: &Look) -> ColorImage {
    let [columns, rows] = grid.cells();
    let mut pixels = vec![look.theme.empty(); columns * rows];
    let components = contents.ty.count();
    for element in (0..contents.len()).filter(|_| look.written) {
        let Some(value) = contents.value(element) else { continue };
        if look.picture {
            let (x, y) = grid.cell(element, 0);
            // One component is grey; of two, there is no blue.
            let channel = |k: usize| match components {
                1 => number(&value, 0),
                _ if k < components => number(&value, k),
                _ => 0.0,
            };
            pixels[y * columns + x] = light([0, 1, 2].map(channel));
            continue;
        }
        for component in 0..components {
            let (x, y) = grid.cell(element, component);
            pixels[y * columns + x] = colour(number(&value, component), look);
        }
    }
    ColorImage::new([columns, rows], pixels)
}

/// The cells that are seen, with their elements.
fn seen<'a>(placed: &'a Placed, contents: &'a Contents) -> impl Iterator<Item = (Rect, Value, usize)> + 'a {
    let [left, top, right, bottom] = placed.seen();
    let cells = (top..bottom).flat_map(move |row| (left..right).map(move |column| (column, row)));
    cells.filter_map(move |(column, row)| {
        let (element, component) = placed.grid.element(column, row)?;
        Some((placed.cell(element, component), contents.value(element)?, component))
    })
}

fn numbers(painter: &Painter, placed: &Placed, contents: &Contents, look: &Look) {
    let size = placed.cell_size();
    for (cell, value, component) in seen(placed, contents) {
        let text = short(&value, component);
        // Hack's letters are 0.6 as wide as they are high.
        let font = (size.x / (0.66 * (text.chars().count() + 1).max(4) as f32)).min(size.y * 0.6).min(18.0);
        if font < 6.0 {
            continue;
        }
        let ink = on(colour(number(&value, component), look));
        painter.text(cell.center(), Align2::CENTER_CENTER, text, FontId::monospace(font), ink);
    }
}

/// The colour of a bit, counted from the first: sign, exponent and mantissa of a float have colours of their own. None if it
/// is not set.
fn bit_colour(word: u32, bit: u32, ty: Type, [sign, exponent, mantissa]: [Color32; 3]) -> Option<Color32> {
    match (word >> (31 - bit) & 1, bit, ty) {
        (0, ..) => None,
        (_, 0, Type::Float(_) | Type::Int(_)) => Some(sign),
        (_, 1..=8, Type::Float(_)) => Some(exponent),
        _ => Some(mantissa),
    }
}

/// Each number as eight times four bits.
fn bits(painter: &Painter, placed: &Placed, contents: &Contents, theme: Theme) {
    for (cell, value, component) in seen(placed, contents) {
        let size = cell.size() / vec2(8.0, 4.0);
        for bit in 0..32u32 {
            let Some(colour) = bit_colour(value.words()[component], bit, value.ty(), theme.bits()) else { continue };
            let at = cell.min + vec2((bit % 8) as f32 * size.x, (bit / 8) as f32 * size.y);
            painter.rect_filled(Rect::from_min_size(at, size * 0.9), 0.0, colour);
        }
    }
}

/// An image of the bits, with a pixel for each.
fn bit_colours(contents: &Contents, grid: &Grid, look: &Look) -> ColorImage {
    let [columns, rows] = grid.cells();
    let mut pixels = vec![look.theme.empty(); 32 * columns * rows];
    for element in (0..contents.len()).filter(|_| look.written) {
        let Some(value) = contents.value(element) else { continue };
        for component in 0..contents.ty.count() {
            let (x, y) = grid.cell(element, component);
            for bit in 0..32u32 {
                let Some(colour) = bit_colour(value.words()[component], bit, value.ty(), look.theme.bits()) else {
                    continue;
                };
                pixels[(4 * y + bit as usize / 8) * 8 * columns + 8 * x + bit as usize % 8] = colour;
            }
        }
    }
    ColorImage::new([8 * columns, 4 * rows], pixels)
}

/// Lines between texels, where there is room for them.
fn lines(painter: &Painter, placed: &Placed, theme: Theme) {
    let size = placed.cell_size() * vec2(placed.grid.across as f32, placed.grid.down as f32);
    if size.x < 9.0 || size.y < 9.0 {
        return;
    }
    let stroke = Stroke::new(1.0, theme.frame().gamma_multiply(0.6));
    let (all, clip) = (placed.all, placed.clip);
    for column in 1..placed.grid.width {
        painter.vline(all.min.x + column as f32 * size.x, clip.y_range(), stroke);
    }
    for row in 1..placed.grid.height {
        painter.hline(clip.x_range(), all.min.y + row as f32 * size.y, stroke);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        let cases = [
            (0.0, "0"),
            (412.0, "412"),
            (-7.0, "-7"),
            (0.5, "0.5"),
            (9536.25, "9536"),
            (12.345, "12.35"),
            (0.00123, "0.00123"),
            (1.5e-7, "1.50e-7"),
            (3.0e9, "3.00e9"),
            (f32::INFINITY, "∞"),
        ];
        for (number, text) in cases {
            assert_eq!(short_float(number), text);
        }
    }
}
