//! Tables of the report: groups of columns over their heads, what was published on another ground than what is measured.

use std::sync::Arc;

use brooklet::compare::document;
use egui::{Align, Color32, Galley, Rect, Role, ScrollArea, Sense, Ui, WidgetInfo, pos2, vec2};

use super::super::theme::Theme;
use super::prose;

/// The size of letters.
const LETTERS: f32 = 12.5;
/// Points beside a cell's text, and above and below it.
const MARGIN: egui::Vec2 = vec2(8.0, 3.0);
/// Words are broken into lines from this width on; so are heads of columns, earlier.
const WIDEST: f32 = 420.0;
const WIDEST_HEAD: f32 = 110.0;

/// The texts of a table, laid out.
struct Cells {
    head: Vec<Arc<Galley>>,
    rows: Vec<Vec<Arc<Galley>>>,
    groups: Vec<Arc<Galley>>,
}

/// Shows a table; one that is too wide is scrolled sideways.
pub fn show(ui: &mut Ui, table: &document::Table, theme: Theme) {
    if !table.caption.is_empty() {
        ui.label(prose::job(&table.caption, LETTERS, theme.faint()));
    }
    let space = ui.make_persistent_id((&table.caption, &table.head));
    ScrollArea::horizontal().id_salt(space).auto_shrink([false, true]).show(ui, |ui| {
        let cells = lay_out(ui, table, theme);
        let widths = widths(table, &cells);
        let line = |cells: &[Arc<Galley>]| cells.iter().map(|cell| cell.size().y).fold(0.0, f32::max) + 2.0 * MARGIN.y;
        let has_groups = table.groups.iter().any(|(name, _)| !name.is_empty());
        let has_head = table.head.iter().any(|head| !head.is_empty());
        let groups = if has_groups { line(&cells.groups) } else { 0.0 };
        let head = if has_head { line(&cells.head) } else { 0.0 };
        let height = groups + head + cells.rows.iter().map(|row| line(row)).sum::<f32>();
        // Below, the bar of a table that is scrolled.
        let size = vec2(widths.iter().sum(), height + 10.0);
        let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &table.caption));
        ground(ui, Rect::from_min_size(rect.min, vec2(size.x, height)), table, &widths, theme);

        let mut y = rect.min.y;
        if has_groups {
            let mut x = rect.min.x;
            let mut columns = widths.iter();
            for (galley, (_, count)) in cells.groups.iter().zip(&table.groups) {
                let width: f32 = columns.by_ref().take(*count).sum();
                cell(ui, Rect::from_min_size(pos2(x, y), vec2(width, groups)), galley, Align::Center);
                if !galley.is_empty() {
                    let rule = x + MARGIN.x..=x + width - MARGIN.x;
                    ui.painter().hline(rule, y + groups, (1.0, theme.frame()));
                }
                x += width;
            }
            y += groups;
        }
        let mut row = |cells: &[Arc<Galley>], height: f32, colour: Color32| {
            let mut x = rect.min.x;
            for (number, (galley, width)) in cells.iter().zip(&widths).enumerate() {
                let align = if number == 0 || table.words { Align::Min } else { Align::Max };
                cell(ui, Rect::from_min_size(pos2(x, y), vec2(*width, height)), galley, align);
                x += width;
            }
            y += height;
            ui.painter().hline(rect.min.x..=x, y, (1.0, colour));
        };
        if has_head {
            row(&cells.head, head, theme.frame());
        }
        for cells in &cells.rows {
            row(cells, line(cells), theme.empty());
        }
    });
}

fn lay_out(ui: &Ui, table: &document::Table, theme: Theme) -> Cells {
    let of = |text: &str, colour: Color32, widest: f32| {
        let mut job = prose::job(text, LETTERS, colour);
        job.wrap.max_width = widest;
        ui.painter().layout_job(job)
    };
    let row = |row: &Vec<String>| row.iter().map(|cell| of(cell, theme.ink(), WIDEST)).collect();
    Cells {
        head: table.head.iter().map(|head| of(head, theme.faint(), WIDEST_HEAD)).collect(),
        rows: table.rows.iter().map(row).collect(),
        groups: table.groups.iter().map(|(name, _)| of(name, theme.ink(), f32::INFINITY)).collect(),
    }
}

/// The widths of the columns: of their texts, and together at least that of their group's name.
fn widths(table: &document::Table, cells: &Cells) -> Vec<f32> {
    let of = |galley: &Arc<Galley>| galley.size().x + 2.0 * MARGIN.x;
    let column = |number: usize| {
        let all = cells.rows.iter().filter_map(|row| row.get(number)).chain(cells.head.get(number));
        all.map(of).fold(0.0, f32::max)
    };
    let mut widths: Vec<f32> = (0..table.head.len()).map(column).collect();
    let mut first = 0;
    for (galley, (_, count)) in cells.groups.iter().zip(&table.groups) {
        let end = (first + count).min(widths.len());
        let group = &mut widths[first..end];
        let missing = of(galley) - group.iter().sum::<f32>();
        if missing > 0.0 && !group.is_empty() {
            let each = missing / group.len() as f32;
            group.iter_mut().for_each(|width| *width += each);
        }
        first = end;
    }
    widths
}

/// What papers published stands on a ground of its own.
fn ground(ui: &Ui, rect: Rect, table: &document::Table, widths: &[f32], theme: Theme) {
    let mut x = rect.min.x;
    let mut columns = widths.iter();
    for (name, count) in &table.groups {
        let width: f32 = columns.by_ref().take(*count).sum();
        if name.starts_with("published") {
            let part = Rect::from_min_max(pos2(x, rect.min.y), pos2(x + width, rect.max.y));
            ui.painter().rect_filled(part, 2.0, theme.empty());
        }
        x += width;
    }
}

fn cell(ui: &Ui, rect: Rect, galley: &Arc<Galley>, align: Align) {
    let x = align.align_size_within_range(galley.size().x, (rect.min.x + MARGIN.x)..=(rect.max.x - MARGIN.x)).min;
    let at = pos2(x, rect.min.y + MARGIN.y);
    ui.painter().galley(at, galley.clone(), Color32::PLACEHOLDER);
}
