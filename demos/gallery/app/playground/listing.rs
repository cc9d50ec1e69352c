//! The list of what is wrong with a program.

use brooklet::brook::Diagnostic;
use egui::{Label, RichText, ScrollArea, Sense, Ui};

use super::SMALL;
use super::editor::{colour, explain, word};
use super::lines::Lines;
use crate::app::theme::Theme;

/// Shows the list; the byte of one that was clicked.
pub fn show(ui: &mut Ui, found: &[Diagnostic], text: &str, theme: Theme) -> Option<usize> {
    let mut to = None;
    ui.add_space(4.0);
    if found.is_empty() {
        ui.label(RichText::new("It compiles without warnings.").size(SMALL).color(theme.faint()));
        return None;
    }
    let lines = Lines::of(text);
    ScrollArea::vertical().id_salt("diagnostics").auto_shrink(false).show(ui, |ui| {
        for diagnostic in found {
            let line = lines.line(diagnostic.span.start as usize) + 1;
            let (word, code) = (word(diagnostic.severity), diagnostic.code.name());
            let text = format!("{word} {code}, line {line}: {}", diagnostic.title);
            let label = RichText::new(text).color(colour(diagnostic.severity, theme));
            let response = ui.add(Label::new(label).sense(Sense::click()).truncate());
            if response.clicked() {
                to = Some(diagnostic.span.start as usize);
            }
            response.on_hover_ui(|ui| {
                ui.set_max_width(420.0);
                explain(ui, diagnostic, theme);
            });
        }
    });
    to
}
