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

/// What is clicked: a pass.
pub struct Clicked(pub usize);

impl History {
    /// Draws rows 0 (the input) to the last; `done` passes have been drawn, and the rest is empty. Without a range, each row
    /// has its own: where passes write things that are not to be compared.
    #[allow(clippy::too_many_arguments, reason = "all of what a picture shows")]
    pub fn draw(
        &mut self,
        ui: &mut Ui,
        space: Rect,
        input: &[f32],
        rows: &[Option<Row>],
        done: usize,
        range: Option<Range>,
        show: Show,
        theme: Theme,
        name: impl Fn(usize) -> String,
    ) -> Option<Clicked> {
        let count = rows.len() + 1;
        let known = rows.iter().take(done).filter(|row| row.is_some()).count();
        let key = (known, done, range, show, theme);
        if self.of != Some(key) {
            let image = image(input, rows, done, range, show, theme);
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
            ui.interact(space, ui.scope_id().with(("history", space.min.x as i32)), Sense::click_and_drag());
        let at = response.hover_pos().or(response.interact_pointer_pos())?;
        let pointed = (((at.y - space.min.y) / height) as usize).min(count - 1);
        painter.rect_stroke(row(pointed), 0.0, Stroke::new(1.0, theme.ink()), StrokeKind::Middle);
        let text = match pointed {
            0 => "the input".to_owned(),
            pass => format!("after pass {pass}: {}", name(pass - 1)),
        };
        let corner = pos2(space.min.x + 4.0, (row(pointed).max.y + 2.0).min(space.max.y - 16.0));
        let galley = painter.layout_no_wrap(text, FontId::proportional(12.0), theme.ink());
        let frame = Align2::LEFT_TOP.anchor_size(corner, galley.size()).expand(3.0);
        painter.rect_filled(frame, 3.0, theme.canvas());
        painter.galley(corner, galley, theme.ink());
        (response.clicked() || response.dragged()).then_some(Clicked(pointed))
    }
}

fn image(
    input: &[f32],
    rows: &[Option<Row>],
    done: usize,
    range: Option<Range>,
    show: Show,
    theme: Theme,
) -> ColorImage {
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
