//! The panes: the task with its picture, the kernel with what became of it, and its passes.

use egui::{CentralPanel, ComboBox, Frame, Grid, Key, Modifiers, Panel, RichText, ScrollArea, Ui};

use super::Puzzles;
use super::figure::Figure;
use super::outcome::{Outcome, costs, failure, limits};
use crate::app::keyboard;
use crate::app::playground::editor::Marks;
use crate::app::playground::listing;
use crate::app::playground::split::{Direction, pane, split};
use crate::app::settings::Settings;
use crate::app::theme::Theme;

/// What is shown where there is not room for all.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Pane {
    #[default]
    Task,
    Kernel,
    Passes,
}

/// How much of its room each pane has.
#[derive(Clone, Copy, Debug)]
pub struct Parts {
    /// Task and passes, of all.
    left: f32,
    /// The task, of the left.
    task: f32,
    /// The kernel, of the right.
    kernel: f32,
}

impl Default for Parts {
    fn default() -> Parts {
        Parts { left: 0.52, task: 0.5, kernel: 0.55 }
    }
}

impl Puzzles {
    /// Shows it all. Returns a text to say for a while.
    pub fn show(&mut self, ui: &mut Ui, settings: &mut Settings, wrong: &[String], theme: Theme) -> Option<String> {
        self.follow(settings);
        if ui.input_mut(|input| input.consume_key(Modifiers::COMMAND, Key::Enter)) {
            self.check(settings);
        }
        let frame = Frame::new().fill(theme.canvas()).inner_margin(8.0);
        let narrow = ui.available_width() < crate::app::NARROW;
        let mut said = None;
        Panel::top("puzzles").show(ui, |ui| {
            ui.horizontal_wrapped(|ui| {
                self.list(ui, settings);
                if narrow {
                    let panes = [(Pane::Task, "Task"), (Pane::Kernel, "Kernel"), (Pane::Passes, "Passes")];
                    for (pane, title) in panes {
                        ui.selectable_value(&mut self.pane, pane, title);
                    }
                }
                said = self.save(ui);
            });
            for wrong in self.wrong.iter().chain(wrong) {
                ui.label(RichText::new(wrong).color(theme.error()));
            }
        });
        CentralPanel::default().frame(frame).show(ui, |ui| {
            if narrow {
                return match self.pane {
                    Pane::Task => self.task(ui, theme),
                    Pane::Kernel => self.kernel(ui, settings, theme),
                    Pane::Passes => self.passes(ui, theme),
                };
            }
            let room = ui.available_rect_before_wrap();
            let [left, right] = split(ui, room, Direction::Beside, &mut self.parts.left, "kernel", theme);
            let [above, below] = split(ui, left, Direction::Below, &mut self.parts.task, "passes", theme);
            pane(ui, "task", above, |ui| self.task(ui, theme));
            pane(ui, "looked", below, |ui| self.passes(ui, theme));
            pane(ui, "written", right, |ui| self.kernel(ui, settings, theme));
        });
        self.frames += 1;
        if self.frames < 2 {
            ui.ctx().request_repaint();
        }
        said
    }

    /// The puzzles, and how many are solved.
    fn list(&mut self, ui: &mut Ui, settings: &mut Settings) {
        let title = |index: usize| {
            let puzzle = &self.all[index];
            let tick = if self.is_solved(puzzle) { ", solved" } else { "" };
            format!("{}. {}{tick}", puzzle.number(), puzzle.title)
        };
        let titles: Vec<String> = (0..self.all.len()).map(title).collect();
        let mut chosen = None;
        let list = ComboBox::from_id_salt("puzzle")
            .selected_text(&titles[self.chosen])
            .width(220.0)
            .height(640.0)
            .show_ui(ui, |ui| {
                for (index, title) in titles.iter().enumerate() {
                    if ui.selectable_label(index == self.chosen, title).clicked() {
                        chosen = Some(index);
                    }
                }
            });
        keyboard::name(&list.response, "Puzzle");
        let solved = self.all.iter().filter(|puzzle| self.is_solved(puzzle)).count();
        ui.label(format!("{solved} of {} solved", self.all.len()));
        if let Some(index) = chosen {
            self.choose((index, self.brook), settings);
        }
        if self.puzzle().brook.is_some() {
            for (brook, title) in [(false, "Kernel language"), (true, "Brook")] {
                if ui.selectable_label(self.brook == brook, title).clicked() {
                    self.choose((self.chosen, brook), settings);
                }
            }
        }
    }

    /// The button that saves all answers to a file. Returns what is to be said of it.
    fn save(&mut self, ui: &mut Ui) -> Option<String> {
        let tip = "As brooklet-answers.json; drop such a file here to load it";
        if !ui.button("Save answers").on_hover_text(tip).clicked() {
            return None;
        }
        let saved = crate::app::files::save("brooklet-answers", "json", &self.answers.to_json());
        Some(saved.unwrap_or_else(|why| why))
    }

    fn task(&mut self, ui: &mut Ui, theme: Theme) {
        let figure = match &self.figure {
            Some(figure) => figure,
            None => {
                let made = Figure::new(self.puzzle()).map_err(|error| error.to_string());
                self.figure.insert(made)
            }
        };
        let puzzle = &self.all[self.chosen];
        ScrollArea::both().id_salt("task").auto_shrink(false).show(ui, |ui| {
            ui.set_max_width(ui.available_width());
            ui.label(RichText::new(format!("{}. {}", puzzle.number(), puzzle.title)).heading().color(theme.ink()));
            for line in &puzzle.task {
                ui.label(RichText::new(line.replace('`', "")).color(theme.ink()));
            }
            if let Some(limits) = limits(puzzle) {
                ui.label(RichText::new(limits).color(theme.fragment()));
            }
            ui.add_space(8.0);
            match figure {
                Ok(figure) => figure.show(ui, theme),
                Err(why) => drop(ui.label(RichText::new(why).color(theme.error()))),
            }
        });
    }

    fn passes(&mut self, ui: &mut Ui, theme: Theme) {
        let mut chosen = None;
        ScrollArea::both().id_salt("passes").auto_shrink(false).show(ui, |ui| match &mut self.passes {
            None => drop(ui.label(RichText::new("The kernel does not compile yet.").color(theme.faint()))),
            Some(Err(why)) => drop(ui.label(RichText::new(why.as_str()).color(theme.error()))),
            Some(Ok(passes)) => {
                ui.set_max_width(ui.available_width());
                chosen = passes.show(ui, theme);
                self.lit = passes.steps.show(ui, theme);
            }
        });
        if let Some(size) = chosen {
            self.look(Some((size, 0, 0)));
        }
    }

    /// The editor, its buttons, and what became of the answer.
    fn kernel(&mut self, ui: &mut Ui, settings: &mut Settings, theme: Theme) {
        let room = ui.available_rect_before_wrap();
        let [above, below] = split(ui, room, Direction::Below, &mut self.parts.kernel, "answer", theme);
        let marks =
            Marks { diagnostics: &self.checked.diagnostics, current: self.checked.current, lit: &self.lit, theme };
        let edited = pane(ui, "editor", above, |ui| self.editor.show(ui, &marks));
        if edited.changed {
            self.checked.current = false;
            self.lit.clear();
            let file = self.file();
            self.answers.keep(&file, &self.editor.text, false);
            self.remember(settings);
        }
        pane(ui, "answer", below, |ui| {
            self.buttons(ui, settings);
            ScrollArea::vertical().id_salt("answer").auto_shrink(false).show(ui, |ui| self.answer(ui, settings, theme));
        });
    }

    fn buttons(&mut self, ui: &mut Ui, settings: &mut Settings) {
        ui.horizontal_wrapped(|ui| {
            if ui.button("Check").on_hover_text("Ctrl and Enter").clicked() {
                self.check(settings);
            }
            let hints = self.puzzle().hints.len();
            let title = if self.help.hints == 0 { "Hint" } else { "Another hint" };
            if ui.add_enabled(self.help.hints < hints, egui::Button::new(title)).clicked() {
                self.help.hints += 1;
            }
            if ui
                .add_enabled(!self.help.solution && self.solution_text().is_some(), egui::Button::new("Solution"))
                .clicked()
            {
                self.help.solution = true;
            }
            if ui.button("Start over").clicked() {
                let (file, start) = (self.file(), self.start().to_owned());
                self.answers.keep(&file, &start, false);
                self.open(start);
                self.remember(settings);
            }
        });
    }

    fn answer(&mut self, ui: &mut Ui, settings: &mut Settings, theme: Theme) {
        let puzzle = &self.all[self.chosen];
        let text = |ui: &mut Ui, text: &str| drop(ui.label(RichText::new(text).color(theme.ink())));
        let head = |ui: &mut Ui, text: &str, colour| drop(ui.label(RichText::new(text).strong().color(colour)));
        let (mut next, mut to) = (false, None);
        match &self.checked.outcome {
            None => {}
            Some(Outcome::Solved(cost, par)) => {
                head(ui, "Solved.", theme.reader());
                text(
                    ui,
                    &format!("With {} elements; instructions as on the {}:", cost.size, cost.chip.profile().cards),
                );
                Grid::new("costs").num_columns(3).show(ui, |ui| {
                    for row in [[String::new(), "yours".to_owned(), "the solution's".to_owned()]]
                        .iter()
                        .chain(&costs(cost, par.as_ref()))
                    {
                        row.iter().for_each(|cell| text(ui, cell));
                        ui.end_row();
                    }
                });
                next = self.chosen + 1 < self.all.len() && ui.button("Next puzzle").clicked();
            }
            Some(Outcome::Wrong(found)) => {
                head(ui, "Not solved yet.", theme.error());
                text(ui, &failure(puzzle, found));
            }
            Some(Outcome::Refused(why)) => {
                head(ui, "Not solved yet.", theme.error());
                text(ui, why);
            }
            Some(Outcome::Broken(diagnostics)) => {
                head(ui, "The kernel does not compile.", theme.error());
                to = listing::show(ui, diagnostics, &self.editor.text, theme);
            }
        }
        for (index, hint) in puzzle.hints.iter().take(self.help.hints).enumerate() {
            text(ui, &format!("Hint {}: {}", index + 1, hint.replace('`', "")));
        }
        if let Some(solution) = self.solution_text().filter(|_| self.help.solution) {
            let job = crate::app::text::coloured(solution.trim_end(), 12.0, theme);
            ui.label(job);
        }
        if let Some(byte) = to {
            self.editor.go_to(byte, true);
        }
        if next {
            self.choose((self.chosen + 1, self.brook), settings);
        }
    }
}
