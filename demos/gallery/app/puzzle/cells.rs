//! Rows of cells: the elements of a stream, with their values.

use egui::{Align2, FontId, Pos2, Rect, Role, Sense, Stroke, StrokeKind, Ui, WidgetInfo, pos2, vec2};

use crate::app::theme::Theme;

/// The height of a cell, in points.
pub const HEIGHT: f32 = 26.0;
/// The size of its text.
const SIZE: f32 = 12.0;

/// A stream as it is drawn.
#[derive(Clone, PartialEq, Debug)]
pub struct Row {
    pub name: String,
    pub values: Vec<String>,
    /// What belongs there, where that is something else.
    pub wanted: Vec<Option<String>>,
    /// The columns of a grid.
    pub columns: Option<usize>,
    /// Whether it is what a pass writes.
    pub is_output: bool,
}

impl Row {
    pub fn new(name: &str, values: Vec<String>, columns: Option<usize>, is_output: bool) -> Row {
        Row { name: name.to_owned(), wanted: vec![None; values.len()], values, columns, is_output }
    }

    /// The width of a cell.
    fn cell(&self) -> f32 {
        let letters = self.values.iter().chain(self.wanted.iter().flatten()).map(|text| text.chars().count()).max();
        (letters.unwrap_or(1) as f32).mul_add(7.3, 12.0).max(HEIGHT)
    }

    fn height(&self) -> f32 {
        if self.wanted.iter().any(Option::is_some) { HEIGHT * 1.5 } else { HEIGHT }
    }
}

/// How a cell is marked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Mark {
    #[default]
    None,
    /// It is the element that is looked at.
    Picked,
    /// It was fetched for that.
    Read,
}

/// The width of the cells of rows that stand below each other.
pub fn widest(rows: &[Row]) -> f32 {
    rows.iter().map(Row::cell).fold(HEIGHT, f32::max)
}

/// Places the cells of a row, which are so wide, below a point, and returns their rectangles. Lines are as long as the room is wide.
pub fn place(row: &Row, from: Pos2, width: f32, cell: f32) -> Vec<Rect> {
    let height = row.height();
    let columns = row.columns.unwrap_or(((width / cell) as usize).max(1));
    let at = |index: usize| {
        let (column, line) = (index % columns, index / columns);
        let corner = pos2(from.x + column as f32 * cell, from.y + line as f32 * height);
        Rect::from_min_size(corner, vec2(cell - 2.0, height - 2.0))
    };
    (0..row.values.len()).map(at).collect()
}

/// Draws the cells of a row at these places. An output's cells can be pointed at and clicked: returns which one is.
pub fn draw(
    ui: &mut Ui,
    row: &Row,
    rects: &[Rect],
    mark: impl Fn(usize) -> Mark,
    theme: Theme,
) -> (Option<usize>, Option<usize>) {
    let (mut hovered, mut clicked) = (None, None);
    for (index, (rect, value)) in rects.iter().zip(&row.values).enumerate() {
        if !ui.is_rect_visible(*rect) {
            continue;
        }
        if row.is_output {
            let name = match &row.wanted[index] {
                Some(wanted) => format!("{}[{index}] = {value}, should be {wanted}", row.name),
                None => format!("{}[{index}] = {value}", row.name),
            };
            let response = ui.interact(*rect, ui.scope_id().with(("cell", &row.name, index)), Sense::click());
            response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
            if response.hovered() || response.has_focus() {
                hovered = Some(index);
            }
            if response.clicked() {
                clicked = Some(index);
            }
        }
        paint(ui, row, index, *rect, mark(index), theme);
    }
    (hovered, clicked)
}

fn paint(ui: &Ui, row: &Row, index: usize, rect: Rect, mark: Mark, theme: Theme) {
    let painter = ui.painter();
    let is_wrong = row.wanted[index].is_some();
    let stroke = match mark {
        Mark::Picked => Stroke::new(2.0, theme.picked()),
        Mark::Read => Stroke::new(2.0, theme.source()),
        Mark::None => Stroke::new(1.0, if is_wrong { theme.error() } else { theme.frame() }),
    };
    painter.rect(rect, 3.0, if row.is_output { theme.empty() } else { theme.canvas() }, stroke, StrokeKind::Inside);
    let text = |at: Pos2, text: &str, colour| {
        painter.text(at, Align2::CENTER_CENTER, text, FontId::monospace(SIZE), colour);
    };
    let colour = if is_wrong { theme.error() } else { theme.ink() };
    match &row.wanted[index] {
        None => text(rect.center(), &row.values[index], colour),
        Some(wanted) => {
            text(rect.center() - vec2(0.0, 8.0), &row.values[index], colour);
            text(rect.center() + vec2(0.0, 8.0), wanted, theme.reader());
        }
    }
}
