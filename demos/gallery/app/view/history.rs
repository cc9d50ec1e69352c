//! The history of a method: a row for each pass, a colour for each element that it wrote.

use egui::{
    Align2, Color32, ColorImage, FontId, Rect, Response, Sense, Stroke, StrokeKind, TextureHandle, TextureOptions,
};
use egui::{Ui, pos2, vec2};

use super::colour::Range;
use crate::app::settings::Show;
use crate::app::theme::Theme;
use crate::app::track::{ROW, Row};

/// An image of the rows, made again when there are more.
#[derive(Default)]
pub struct History {
    of: Option<(usize, usize, Option<Range>, Show, Theme)>,
    handle: Option<TextureHandle>,
}

/// What is drawn of it: row 0, the input, and a row for each step.
pub struct Rows<'a> {
    pub input: &'a [f32],
    pub rows: &'a [Option<Row>],
    /// Steps that have been done; the rows of the rest are empty.
    pub done: usize,
    /// None: each row has its own, where steps write things that are not to be compared.
    pub range: Option<Range>,
    pub show: Show,
    pub theme: Theme,
}

impl History {
    /// Draws the rows; steps have a name each. How many are to have been done, where a row is clicked.
    pub fn draw(&mut self, ui: &mut Ui, space: Rect, of: &Rows, name: impl Fn(usize) -> String) -> Option<usize> {
        let &Rows { rows, done, range, show, theme, .. } = of;
        let count = rows.len() + 1;
        let known = rows.iter().take(done).filter(|row| row.is_some()).count();
        let key = (known, done, range, show, theme);
        if self.of != Some(key) {
            let image = image(of);
            match &mut self.handle {
                Some(handle) => handle.set(image, TextureOptions::NEAREST),
                None => self.handle = Some(ui.ctx().load_texture("history", image, TextureOptions::NEAREST)),
            }
            self.of = Some(key);
        }
        let painter = ui.painter_at(space.expand(1.0));
        if let Some(handle) = &self.handle {
            let whole = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
            painter.image(handle.id(), space, whole, Color32::WHITE);
        }
        painter.rect_stroke(space, 0.0, Stroke::new(1.0, theme.frame()), StrokeKind::Outside);
        let height = space.height() / count as f32;
        let row =
            |at: usize| Rect::from_min_size(space.min + vec2(0.0, at as f32 * height), vec2(space.width(), height));
        let stroke = Stroke::new(2.0, theme.picked());
        painter.rect_stroke(row(done), 0.0, stroke, StrokeKind::Middle);
        let response: Response =
            ui.interact(space, ui.scope_id().with(("history", space.min.x as i32)), Sense::CLICK | Sense::DRAG);
        let at = response.hover_pos().or(response.interact_pointer_pos())?;
        let pointed = (((at.y - space.min.y) / height) as usize).min(count - 1);
        painter.rect_stroke(row(pointed), 0.0, Stroke::new(1.0, theme.ink()), StrokeKind::Middle);
        let text = match pointed {
            0 => "the input".to_owned(),
            done => format!("after {}", name(done - 1)),
        };
        let corner = pos2(space.min.x + 4.0, (row(pointed).max.y + 2.0).min(space.max.y - 16.0));
        let galley = painter.layout_no_wrap(text, FontId::proportional(12.0), theme.ink());
        let frame = Align2::LEFT_TOP.anchor_size(corner, galley.size()).expand(3.0);
        painter.rect_filled(frame, 3.0, theme.canvas());
        painter.galley(corner, galley, theme.ink());
        (response.clicked() || response.dragged()).then_some(pointed)
    }
}

fn image(of: &Rows) -> ColorImage {
    let &Rows { input, rows, done, range, show, theme } = of;
    let width =
        rows.iter().flatten().map(|row| row.numbers.len()).chain([input.len().min(ROW)]).max().unwrap_or(1).max(1);
    let mut pixels = Vec::with_capacity(width * (rows.len() + 1));
    let mut put = |numbers: Option<&[f32]>, count: usize| {
        // A shorter stream is shorter on the screen too.
        let cells = count.min(width);
        let range = range.unwrap_or_else(|| Range::of(numbers.unwrap_or(&[])));
        for column in 0..width {
            let number = numbers.filter(|_| column < cells).and_then(|all| all.get(column * all.len() / cells.max(1)));
            pixels.push(match (number, show) {
                (None, _) => theme.empty(),
                (Some(&number), Show::Signed) => range.signed(number, theme),
                (Some(&number), _) => range.heat(number, theme),
            });
        }
    };
    put(Some(input), input.len());
    for (at, row) in rows.iter().enumerate() {
        match row {
            Some(row) if at < done => {
                let share = (row.count as f64 / input.len().max(1) as f64).min(1.0);
                put(Some(&row.numbers), ((width as f64 * share).ceil() as usize).max(1));
            }
            _ => put(None, 0),
        }
    }
    ColorImage::new([width, rows.len() + 1], pixels)
}
