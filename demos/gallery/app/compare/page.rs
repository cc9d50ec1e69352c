//! The page of a report: a section of it with its charts, tables and prose.

use brooklet::compare::document::{Block, Document};
use brooklet::compare::{self, Chart, Measured, Part, caveat, report};
use egui::{CentralPanel, Frame, RichText, Role, ScrollArea, Sense, Ui, WidgetInfo, vec2};

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
/// The height of a chart in those units.
const CHART_HEIGHT: f32 = 560.0;

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
        if let Some(machine) = self.document.sections.first() {
            ui.add_space(8.0);
            heading(ui, &machine.title, theme);
            machine.blocks.iter().for_each(|block| show(ui, block, theme));
        }
    }

    /// A section. Its charts stand before its tables here: they are what is looked at first.
    fn part(&self, ui: &mut Ui, place: usize, theme: Theme) {
        let Some(section) = self.document.sections.get(place + 1) else { return };
        heading(ui, &section.title, theme);
        let (figures, rest): (Vec<&Block>, Vec<&Block>) =
            section.blocks.iter().partition(|block| matches!(block, Block::Figure(_)));
        let mut rest = rest.into_iter();
        rest.next().into_iter().for_each(|first| show(ui, first, theme));
        for figure in &figures {
            show(ui, figure, theme);
        }
        if !figures.is_empty() {
            text(ui, &self.caption(), 12.5, theme);
        }
        caveat(&self.measured.device.renderer).into_iter().for_each(|caveat| note(ui, caveat, theme));
        rest.for_each(|block| show(ui, block, theme));
    }

    /// What the figures are.
    fn caption(&self) -> String {
        let Measured { device, runs, runs_of_small, quick, .. } = &self.measured;
        let quick = if *quick { "a quick run, " } else { "" };
        let mut caption = format!(
            "Measured here on {}: {quick}medians of {runs} runs ({runs_of_small} of less than 64K elements). Dashed lines \
             are what papers published.",
            device.renderer
        );
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
        Block::Figure(chart) => figure(ui, chart, theme),
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

/// A chart, drawn by the library over the painter.
fn figure(ui: &mut Ui, chart: &Chart, theme: Theme) {
    let width = ui.available_width().clamp(NARROWEST_CHART, WIDEST_CHART);
    let scale = (width / 1000.0).clamp(SCALES.0, SCALES.1);
    ScrollArea::horizontal().id_salt(chart.name).auto_shrink([false, true]).show(ui, |ui| {
        let (rect, response) = ui.allocate_exact_size(vec2(width, CHART_HEIGHT * scale), Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &chart.title));
        if !ui.is_rect_visible(rect) {
            return;
        }
        let colours = if theme.dark { &compare::Theme::DARK } else { &compare::Theme::LIGHT };
        let backend = PainterBackend::new(ui.painter(), rect);
        let scale = f64::from(scale * ui.ctx().pixels_per_point());
        if let Err(error) = chart.draw(backend, colours, scale) {
            ui.painter().text(
                rect.center(),
                egui::Align2::CENTER_CENTER,
                format!("{}: {error}", chart.title),
                egui::FontId::proportional(LETTERS),
                theme.error(),
            );
        }
    });
}
