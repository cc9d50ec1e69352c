//! A line at the lower edge.

use egui::Context;

/// Says at the lower edge what happened, until it is dismissed.
pub fn show_notice(context: &Context, notice: &mut Option<String>) {
    let Some(text) = notice.clone() else { return };
    egui::Area::new(egui::Id::unique("shell notice")).anchor(egui::Align2::CENTER_BOTTOM, [0.0, -12.0]).show(
        context,
        |ui| {
            egui::Frame::popup(ui.style()).show(ui, |ui| {
                ui.horizontal(|ui| {
                    ui.label(text);
                    if ui.button("Dismiss").clicked() {
                        *notice = None;
                    }
                });
            });
        },
    );
}
