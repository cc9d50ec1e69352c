//! Widths. Where it is very wide, the text is larger. The narrow layout: where there is no room for panels beside the passes, each of them is a tab, and all that is clicked is as
//! high as a finger needs it.

use brooklet::Device;
use egui::style::Spacing;
use egui::{Button, CentralPanel, Frame, Panel, Ui};

use super::Gallery;
use super::settings::Settings;
use super::stepping::{chip, details};
use super::theme::{self, Theme};
use super::{NARROW, controls};

/// The least height in points of what is clicked.
const TARGET: f32 = 28.0;

/// What of a scene is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Tab {
    #[default]
    Passes,
    Settings,
    Kernel,
    Chip,
}

impl Tab {
    /// The tabs that a scene has.
    pub fn of(settings: &Settings) -> Vec<Tab> {
        let mut tabs = vec![Tab::Passes, Tab::Settings];
        if !settings.is_live() {
            tabs.push(Tab::Kernel);
            tabs.extend(settings.chip.map(|_| Tab::Chip));
        }
        tabs
    }

    fn title(self, settings: &Settings) -> &'static str {
        match self {
            Tab::Passes if settings.is_live() => "Picture",
            Tab::Passes => "Passes",
            Tab::Settings => "Settings",
            // With a chip, the program is shown among what is known of the chip.
            Tab::Kernel if settings.chip.is_some() => "Values",
            Tab::Kernel => "Kernel",
            Tab::Chip => "Chip",
        }
    }

    /// The tab behind this one, and the first behind the last.
    pub fn next(self, settings: &Settings) -> Tab {
        let tabs = Tab::of(settings);
        let at = tabs.iter().position(|tab| *tab == self).unwrap_or(0);
        tabs[(at + 1) % tabs.len()]
    }
}

/// Whether there is no room for panels at the sides.
pub fn is(ui: &Ui) -> bool {
    ui.ctx().content_rect().width() < NARROW
}

/// Makes what is clicked high enough for fingers, where the screen is as narrow as those that are touched; and mends the style.
pub fn fit(ui: &mut Ui) {
    let height = if is(ui) { TARGET } else { Spacing::default().interact_size.y };
    let style = ui.ctx().global_style();
    let link = Theme { dark: style.visuals.dark_mode }.reader();
    if style.spacing.interact_size.y != height || style.visuals.hyperlink_color != link {
        ui.ctx().all_styles_mut(|style| {
            style.spacing.interact_size.y = height;
            theme::mend(style);
        });
        ui.reset_style();
    }
}

/// Points of width from which on texts would be tiny: such a screen is large, and looked at from farther away.
const WIDE: f32 = 2600.0;
/// Those for which texts of the usual size are right.
const USUAL: f32 = 1920.0;

/// How large the text is if nothing else is said, in a window of so many points of the display.
pub fn usual_text(width: f32) -> f32 {
    if width < WIDE { 1.0 } else { ((4.0 * width / USUAL).round() / 4.0).min(3.0) }
}

/// Shows the row of tabs; the one that is chosen.
pub fn tabs(gallery: &mut Gallery, ui: &mut Ui) -> Tab {
    let settings = &gallery.settings;
    let all = Tab::of(settings);
    let mut chosen = if all.contains(&gallery.tab) { gallery.tab } else { Tab::Passes };
    Panel::top("tabs").show(ui, |ui| {
        ui.horizontal(|ui| {
            for tab in all {
                if ui.add(Button::selectable(chosen == tab, tab.title(settings))).clicked() {
                    chosen = tab;
                }
            }
        });
    });
    gallery.tab = chosen;
    chosen
}

/// Shows a tab other than the passes.
pub fn show(gallery: &mut Gallery, ui: &mut Ui, tab: Tab, device: &Device, theme: Theme) {
    // Nothing of the passes is under the pointer.
    gallery.stepping.hide();
    let frame = Frame::new().fill(ui.visuals().panel_fill).inner_margin(8.0);
    CentralPanel::default().frame(frame).show(ui, |ui| {
        let playing = gallery.player.playing;
        match (tab, gallery.settings.chip) {
            (Tab::Settings, _) => controls::show(gallery, ui, device, theme),
            (Tab::Chip, Some(chip)) => chip::show(&mut gallery.stepping, ui, &gallery.settings, chip, theme, playing),
            _ => details::show(&mut gallery.stepping, ui, &gallery.settings, theme, playing),
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::scene::Scene;
    use crate::app::settings::View;

    #[test]
    fn text_is_larger_only_where_it_is_very_wide() {
        let texts = [390.0, 1280.0, 2560.0, 2880.0, 3840.0, 7680.0].map(usual_text);
        assert_eq!(texts, [1.0, 1.0, 1.0, 1.5, 2.0, 3.0]);
    }

    #[test]
    fn a_scene_has_the_tabs_that_it_needs() {
        let mut settings = Settings::default();
        assert_eq!(Tab::of(&settings), [Tab::Passes, Tab::Settings, Tab::Kernel]);
        settings.chip = Some(brooklet::fragment_program::Chip::R300);
        assert_eq!(Tab::of(&settings), [Tab::Passes, Tab::Settings, Tab::Kernel, Tab::Chip]);
        assert_eq!(Tab::Chip.next(&settings), Tab::Passes);
        settings.scene = Scene::Cloth;
        assert_eq!(Tab::of(&settings), [Tab::Passes, Tab::Settings]);
        // What was chosen for another scene is none of its tabs.
        assert_eq!(Tab::Chip.next(&settings), Tab::Settings);
        settings.view = Some(View::All);
        assert!(Tab::of(&settings).contains(&Tab::Chip));
    }
}
