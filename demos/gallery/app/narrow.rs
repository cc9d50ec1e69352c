//! Widths. Where it is very wide, the text is larger. Where it is narrow, there is no room for panels beside the passes: each of them is a
//! [tab](super::tabs), and all that is clicked is as high as a finger needs it.

use egui::Ui;
use egui::style::Spacing;

use super::NARROW;
use super::settings::Settings;
use super::theme::{self, Theme};

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

    pub fn title(self, settings: &Settings) -> &'static str {
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
