//! Puzzles in a browser: they are a page of their own, to which this leads.

use egui::{RichText, Ui};
use serde_json::{Value, json};

use super::settings::Settings;
use super::theme::Theme;

/// The puzzles of the window, in name alone.
#[derive(Default)]
pub struct Puzzles;

impl Puzzles {
    pub fn enter(&mut self, settings: &mut Settings) {
        settings.puzzle.get_or_insert((1, false));
    }

    /// Says where they are, for as long as the page is still this one.
    pub fn show(&mut self, ui: &mut Ui, _: &mut Settings, _: &[String], theme: Theme) -> Option<String> {
        ui.label(RichText::new("The puzzles are a page of their own, in the folder `puzzles`.").color(theme.ink()));
        None
    }

    pub fn take_answers(&mut self, name: &str, _: &str) -> Result<(), String> {
        Err(format!("{name}: answers are loaded in the puzzles' page"))
    }

    pub fn ready(&self) -> bool {
        true
    }

    pub fn error(&self) -> Option<String> {
        None
    }

    pub fn results(&self) -> Value {
        json!({})
    }
}
