//! The page of a report: a section of it with its charts, tables and prose.

use brooklet::compare::document::{Block, Document};
use brooklet::compare::{self, Chart, Look, Measured, Part, caveat, report};
use egui::{Align2, CentralPanel, FontId, Frame, RichText, Role, ScrollArea, Sense, Ui, Vec2, WidgetInfo, vec2};

use super::super::theme::Theme;
use super::backend::PainterBackend;
use super::{prose, table};

/// The size of the prose's letters, and the width of its lines in points.
const LETTERS: f32 = 14.0;
const LINE: f32 = 760.0;
/// The width of a chart in points: where the window is narrower, it is scrolled sideways; where it is wider, it stays.
const NARROWEST_CHART: f32 = 440.0;
const WIDEST_CHART: f32 = 1060.0;
/// Points for a unit of the charts' drawing, in which small letters are 15 high.
const SCALES: (f32, f32) = (0.62, 0.84);
/// The width from which on two charts stand side by side.
const TWO_CHARTS: f32 = 1400.0;

/// What was measured, and the report of it.
pub struct Page {
    pub measured: Measured,
    pub document: Document,
}

impl Page {
    pub fn new(measured: Measured) -> Page {
        Page { document: report(&measured), measured }
    }

    /// Shows the section of a part, or what stands before all of them. Where it was scrolled to is kept.
    pub fn show(&self, ui: &mut Ui, part: Option<Part>, theme: Theme) {
        CentralPanel::default().frame(Frame::new().fill(theme.canvas()).inner_margin(14.0)).show(ui, |ui| {
            let name = part.map_or("overview", Part::name);
            ScrollArea::vertical().id_salt(name).auto_shrink(false).show(ui, |ui| {
                // Beside the bar.
                ui.set_max_width(ui.available_width() - 8.0);
                ui.spacing_mut().item_spacing.y = 8.0;
                match part.and_then(|part| self.measured.parts.iter().position(|other| *other == part)) {
                    Some(place) => self.part(ui, place, theme),
                    None => self.overview(ui, theme),
                }
                ui.add_space(16.0);
            });
        });
    }

    fn overview(&self, ui: &mut Ui, theme: Theme) {
        heading(ui, &self.document.title, theme);
        self.document.opening.iter().for_each(|block| show(ui, block, theme));
        if let Some(machine) = self.document.sections.first().filter(|_| self.before_parts() > 0) {
            ui.add_space(8.0);
            heading(ui, &machine.title, theme);
            machine.blocks.iter().for_each(|block| show(ui, block, theme));
        }
    }

    /// How many sections stand before those of the parts: one about the machine, unless nothing was measured on it.
    fn before_parts(&self) -> usize {
        self.document.sections.len().saturating_sub(self.measured.parts.len())
    }

    /// A section. Its charts stand before its tables here: they are what is looked at first.
    fn part(&self, ui: &mut Ui, place: usize, theme: Theme) {
        let Some(section) = self.document.sections.get(self.before_parts() + place) else { return };
        heading(ui, &section.title, theme);
        let (mut figures, mut rest): (Vec<&Chart>, Vec<&Block>) = (Vec::new(), Vec::new());
        for block in &section.blocks {
            match block {
                Block::Figure(chart) => figures.push(chart),
                block => rest.push(block),
            }
        }
        let mut rest = rest.into_iter();
        rest.next().into_iter().for_each(|first| show(ui, first, theme));
        let side_by_side = if ui.available_width() >= TWO_CHARTS { 2 } else { 1 };
        for charts in figures.chunks(side_by_side) {
            row_of_figures(ui, charts, side_by_side, theme);
        }
        let what_they_are = |ui: &mut Ui| {
            text(ui, &self.caption(&figures), 12.5, theme);
            caveat(&self.measured.device.renderer).into_iter().for_each(|caveat| note(ui, caveat, theme));
        };
        if !figures.is_empty() {
            what_they_are(ui);
        }
        rest.for_each(|block| show(ui, block, theme));
        if figures.is_empty() {
            what_they_are(ui);
        }
    }

    /// What the figures of these charts are.
    fn caption(&self, charts: &[&Chart]) -> String {
        let Measured { device, runs, runs_of_small, quick, .. } = &self.measured;
        let quick = if *quick { "a quick run, " } else { "" };
        let mut caption = format!(
            "Measured here on {}: {quick}medians of {runs} runs ({runs_of_small} of less than 64K elements).",
            device.renderer
        );
        let mut series = charts.iter().flat_map(|chart| &chart.series);
        if series.any(|series| series.look == Look::Published) {
            caption += " Hollow marks are what papers published, on the hardware of their time.";
        }
        if cfg!(debug_assertions) {
            caption += " This program was built without optimisation, so that whatever runs on the CPU is many times slower \
                        than it has to be.";
        }
        caption
    }
}

fn show(ui: &mut Ui, block: &Block, theme: Theme) {
    match block {
        Block::Text(words) => text(ui, words, LETTERS, theme),
        Block::Note(words) => note(ui, words, theme),
        Block::Table(cells) => table::show(ui, cells, theme),
        Block::Figure(chart) => row_of_figures(ui, &[chart], 1, theme),
    }
}

pub fn heading(ui: &mut Ui, text: &str, theme: Theme) {
    ui.label(RichText::new(text).heading().color(theme.ink()));
}

/// A paragraph.
pub fn text(ui: &mut Ui, text: &str, letters: f32, theme: Theme) {
    ui.scope(|ui| {
        ui.set_max_width(ui.available_width().min(LINE));
        ui.label(prose::job(text, letters, theme.ink()));
    });
}

/// A paragraph that must not be missed: with a line beside it.
pub fn note(ui: &mut Ui, words: &str, theme: Theme) {
    let frame = Frame::new().inner_margin(egui::Margin { left: 14, right: 4, top: 2, bottom: 2 });
    let rect = frame.show(ui, |ui| text(ui, words, LETTERS - 1.0, theme)).response.rect;
    let line = egui::Rect::from_min_size(rect.min, vec2(4.0, rect.height()));
    ui.painter().rect_filled(line, 2.0, theme.source());
}

/// Charts beside each other, in a row that has room for so many.
fn row_of_figures(ui: &mut Ui, charts: &[&Chart], room: usize, theme: Theme) {
    let Some(first) = charts.first() else { return };
    let gap = ui.spacing().item_spacing.x;
    let available = (ui.available_width() - gap * (room - 1) as f32) / room as f32;
    let width = available.clamp(NARROWEST_CHART, WIDEST_CHART);
    let scale = (width / 1000.0).clamp(SCALES.0, SCALES.1);
    let height = charts.iter().map(|chart| chart.height()).max().unwrap_or_default() as f32 * scale;
    ScrollArea::horizontal().id_salt(first.name).auto_shrink([false, true]).show(ui, |ui| {
        ui.horizontal(|ui| charts.iter().for_each(|chart| figure(ui, chart, vec2(width, height), scale, theme)));
    });
}

/// A chart, drawn by the library over the painter, with so many points to a unit of its drawing.
fn figure(ui: &mut Ui, chart: &Chart, size: Vec2, scale: f32, theme: Theme) {
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &chart.title));
    if !ui.is_rect_visible(rect) {
        return;
    }
    let colours = if theme.dark { &compare::Theme::DARK } else { &compare::Theme::LIGHT };
    let backend = PainterBackend::new(ui.painter(), rect);
    let scale = backend.pixels(scale);
    if let Err(error) = chart.draw(backend, colours, scale) {
        let text = format!("{}: {error}", chart.title);
        ui.painter().text(rect.center(), Align2::CENTER_CENTER, text, FontId::proportional(LETTERS), theme.error());
    }
}
