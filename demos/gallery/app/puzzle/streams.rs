//! The passes of an answer: the streams of each, what is wrong in them, and what was fetched for an element.

use brooklet::backend::debug::Fragment;
use brooklet::puzzle::{FetchedElement, Look, LookError, PassLook, Puzzle, Size};
use brooklet::{Error, Value};
use egui::{ComboBox, RichText, Sense, Stroke, Ui, vec2};

use super::cells::{self, Mark, Row};
use super::figure::values;
use super::outcome::{fetched, written};
use super::steps::Steps;
use crate::app::icons;
use crate::app::keyboard;
use crate::app::theme::Theme;

/// The most elements of a stream that are shown.
const MOST: usize = 256;

/// What was fetched for an element, or why that is not known.
type Fetched = Result<Vec<FetchedElement>, String>;

/// An answer's passes over data of a size.
pub struct Passes {
    pub size: Size,
    /// The sizes that can be looked at.
    sizes: Vec<Size>,
    look: Look,
    passes: Vec<PassLook>,
    pass: usize,
    element: usize,
    /// What was fetched for an element of a pass, and that.
    fetches: Option<((usize, usize), Fetched)>,
    pub steps: Steps,
}

impl Passes {
    /// Runs an answer: the name of its file, and its text. `at` is the pass and the element that are shown first.
    ///
    /// # Errors
    /// An answer that does not compile, or cannot be run.
    pub fn new(
        puzzle: &Puzzle,
        (file, text): (&str, &str),
        size: Size,
        at: Option<(usize, usize)>,
    ) -> Result<Passes, LookError> {
        let mut look = puzzle.look_file(file, text, size)?;
        let passes = (0..look.passes()).map(|pass| look.pass(pass)).collect::<Result<Vec<_>, Error>>()?;
        let mut sizes = puzzle.shown.clone();
        if !sizes.contains(&size) {
            sizes.push(size);
        }
        let (pass, element) = at.unwrap_or_default();
        Ok(Passes { size, sizes, look, passes, pass, element, fetches: None, steps: Steps::default() })
    }

    /// What the last pass wrote.
    pub fn last(&self) -> Vec<String> {
        self.passes.last().map_or(Vec::new(), |pass| pass.output.numbers.iter().map(f32::to_string).collect())
    }

    fn fetches(&mut self, element: usize) -> &Fetched {
        let of = (self.pass, element);
        if self.fetches.as_ref().is_none_or(|(known, _)| *known != of) {
            let found = self.look.fetches(self.pass, element).map_err(|error| error.to_string());
            self.fetches = Some((of, found));
        }
        &self.fetches.get_or_insert_with(|| (of, Ok(Vec::new()))).1
    }

    /// The instructions for the element that was clicked last.
    fn debug(&mut self) -> Result<Vec<Fragment>, String> {
        self.look.debug(self.pass, self.element).map_err(|error| error.to_string())
    }

    /// Shows them. Returns another size, if one was chosen.
    pub fn show(&mut self, ui: &mut Ui, theme: Theme) -> Option<Size> {
        let mut chosen = None;
        ui.horizontal_wrapped(|ui| {
            ui.label(RichText::new("What your kernel does").strong().color(theme.ink()));
            let list =
                ComboBox::from_id_salt("size").selected_text(format!("{} elements", self.size)).show_ui(ui, |ui| {
                    for size in &self.sizes {
                        if ui.selectable_label(*size == self.size, size.to_string()).clicked() {
                            chosen = Some(*size);
                        }
                    }
                });
            keyboard::name(&list.response, "Size of the streams");
            self.stepper(ui);
        });
        let Some(pass) = self.passes.get(self.pass).cloned() else {
            ui.label("There is no pass for this size.");
            return chosen;
        };
        let rows = rows(&pass);
        self.element = self.element.min(rows.last().map_or(0, |row| row.values.len().saturating_sub(1)));
        self.draw(ui, &rows, theme);
        if self.steps.needs((self.pass, self.element)) {
            let fragments = self.debug();
            self.steps.take((self.pass, self.element), fragments);
        }
        chosen
    }

    fn stepper(&mut self, ui: &mut Ui) {
        let count = self.passes.len();
        let constants = self.passes.get(self.pass).map_or(&[][..], |pass| &pass.constants);
        let given: Vec<String> =
            constants.iter().map(|(name, value)| format!(", {name} = {}", number(*value))).collect();
        let text = format!("pass {} of {count}{}", (self.pass + 1).min(count), given.concat());
        icons::stepper(ui, &mut self.pass, count, &text, ["The pass before", "The next pass"]);
    }

    fn draw(&mut self, ui: &mut Ui, rows: &[Row], theme: Theme) {
        let width = ui.available_width();
        let cell = cells::widest(rows);
        let mut places = Vec::new();
        for row in rows {
            let count = row.values.len();
            ui.label(RichText::new(format!("{}: {count} elements", row.name)).small().color(theme.faint()));
            let corner = ui.next_widget_position();
            let mut rects = cells::place(row, egui::pos2(corner.x, ui.cursor().min.y), width, cell);
            rects.truncate(MOST);
            let size = rects.iter().fold(vec2(0.0, 0.0), |size, rect| {
                vec2(size.x.max(rect.max.x - corner.x), size.y.max(rect.max.y - ui.cursor().min.y))
            });
            ui.allocate_exact_size(size, Sense::hover());
            if count > MOST {
                ui.label(format!("and {} more", count - MOST));
            }
            ui.add_space(8.0);
            places.push(rects);
        }
        let Some(output) = rows.last() else { return };
        let own = self.hovered(ui, output, &places).unwrap_or(self.element);
        let found = self.fetches(own).clone();
        let read = found.as_deref().unwrap_or_default();
        let is_read = |stream: &str, element: usize| {
            read.iter().any(|fetch| fetch.stream == stream && fetch.element == Some(element))
        };
        // Behind the cells, which they would cross.
        if output.columns.is_none() {
            lines(ui, rows, &places, (own, read), theme);
        }
        for (row, rects) in rows.iter().zip(&places) {
            let mark = |element: usize| match row.is_output {
                true if element == own => Mark::Picked,
                false if is_read(&row.name, element) => Mark::Read,
                _ => Mark::None,
            };
            if let (_, Some(clicked)) = cells::draw(ui, row, rects, mark, theme) {
                self.element = clicked;
            }
        }
        let text = match &found {
            Ok(fetches) => format!("{}[{own}] = {}: {}", output.name, output.values[own], fetched(fetches)),
            Err(why) => why.clone(),
        };
        ui.label(text);
    }

    /// The element of the output under the pointer.
    fn hovered(&self, ui: &Ui, output: &Row, places: &[Vec<egui::Rect>]) -> Option<usize> {
        let pointer = ui.ctx().pointer_hover_pos().filter(|at| ui.clip_rect().contains(*at))?;
        let at = places.last()?.iter().position(|rect| rect.contains(pointer))?;
        (at < output.values.len()).then_some(at)
    }
}

/// The number of a constant.
fn number(value: Value) -> String {
    match value {
        Value::Index(index) => index.to_string(),
        Value::Float(number) => number.to_string(),
        value => value.to_string(),
    }
}

/// The rows of a pass: what it reads, and last what it wrote.
fn rows(pass: &PassLook) -> Vec<Row> {
    let inputs = pass.inputs.iter().map(|input| Row::new(&input.name, values(input), input.columns, false));
    let mut output = Row::new(&pass.output.name, values(&pass.output), pass.output.columns, true);
    let components = pass.output.components;
    let pairs = pass.output.numbers.chunks(components).zip(pass.expected.chunks(components));
    let is_same = |a: &[f32], b: &[f32]| a.iter().zip(b).all(|(a, b)| a == b || (a.is_nan() && b.is_nan()));
    output.wanted = pairs.map(|(found, wanted)| (!is_same(found, wanted)).then(|| written(wanted))).collect();
    inputs.chain([output]).collect()
}

/// Draws lines from what was fetched to the element that was made from it.
fn lines(ui: &Ui, rows: &[Row], places: &[Vec<egui::Rect>], (own, read): (usize, &[FetchedElement]), theme: Theme) {
    let Some(there) = places.last().and_then(|rects| rects.get(own)) else { return };
    for fetch in read {
        let row = rows.iter().position(|row| !row.is_output && row.name == fetch.stream);
        let from = row.zip(fetch.element).and_then(|(row, element)| places[row].get(element));
        if let Some(from) = from {
            let stroke = Stroke::new(1.5, theme.source().gamma_multiply(0.8));
            ui.painter().line_segment([from.center_bottom(), there.center_top()], stroke);
        }
    }
}
