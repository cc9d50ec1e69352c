//! The picture of a puzzle: what the passes of the solution read and write over data of the first size.

use brooklet::puzzle::{LookError, Puzzle, StreamLook};
use egui::{Align2, FontId, Pos2, Role, Sense, Stroke, Ui, WidgetInfo, pos2, vec2};

use super::cells::{self, HEIGHT, Mark, Row};
use super::outcome::written;
use crate::app::theme::Theme;

/// Points between rows.
const GAP: f32 = 34.0;
/// The most passes of which all are shown; else the first and the last three.
const MOST: usize = 6;
/// The most fetches an element of which all are drawn, as a mean.
const MOST_LINKS: usize = 3;

pub struct Figure {
    rows: Vec<Row>,
    /// For each row that a pass wrote, what was fetched for each element: a row, and an element of it.
    links: Vec<Vec<Vec<(usize, usize)>>>,
}

/// The values of a stream.
pub fn values(stream: &StreamLook) -> Vec<String> {
    stream.numbers.chunks(stream.components).map(written).collect()
}

impl Figure {
    /// Runs the solution.
    ///
    /// # Errors
    /// Those of the solution.
    pub fn new(puzzle: &Puzzle) -> Result<Figure, LookError> {
        let mut look = puzzle.look(puzzle.solution.text().unwrap_or(&puzzle.start), puzzle.shown[0])?;
        let passes = look.passes();
        let shown = (0..passes).filter(|pass| passes <= MOST || *pass < MOST / 2 || *pass + MOST / 2 >= passes);
        let mut figure = Figure { rows: Vec::new(), links: Vec::new() };
        // The rows of the streams of a pass, by their names.
        let mut known: Vec<(String, usize)> = Vec::new();
        for pass in shown {
            let looked = look.pass(pass)?;
            for (index, input) in looked.inputs.iter().enumerate() {
                let row = Row::new(&input.name, values(input), input.columns, false);
                let place = known.iter().position(|(name, _)| *name == input.name);
                match place {
                    // The first input is what the pass before wrote.
                    Some(place) if index == 0 => known[place].1 = figure.rows.len() - 1,
                    Some(place) if figure.rows[known[place].1] == row => {}
                    _ => {
                        known.retain(|(name, _)| *name != input.name);
                        known.push((input.name.clone(), figure.add(row, Vec::new())));
                    }
                }
            }
            let output = Row::new(&looked.output.name, values(&looked.output), looked.output.columns, true);
            let mut links = Vec::new();
            for element in 0..output.values.len() {
                let row = |name: &str| known.iter().find(|(known, _)| known == name).map(|(_, row)| *row);
                let fetches = look.fetches(pass, element)?;
                links.push(fetches.iter().filter_map(|fetch| Some((row(&fetch.stream)?, fetch.element?))).collect());
            }
            // The next pass takes the last row for its first input: so the output comes after its other inputs.
            figure.add(output, links);
        }
        Ok(figure)
    }

    fn add(&mut self, row: Row, links: Vec<Vec<(usize, usize)>>) -> usize {
        self.rows.push(row);
        self.links.push(links);
        self.rows.len() - 1
    }

    /// The element of a row whose fetches are drawn, if not all are.
    fn only(&self, row: usize) -> Option<usize> {
        let links = &self.links[row];
        let total: usize = links.iter().map(Vec::len).sum();
        let few = total <= MOST_LINKS * links.len() && self.rows[row].columns.is_none();
        (!few).then(|| links.len() / 2 + self.rows[row].columns.unwrap_or(0) / 2)
    }

    pub fn show(&self, ui: &mut Ui, theme: Theme) {
        let width = ui.available_width();
        let label = 8.0 + 7.5 * self.rows.iter().map(|row| row.name.len()).max().unwrap_or(0) as f32;
        let gap = if self.rows.len() > MOST { GAP * 0.7 } else { GAP };
        let cell = cells::widest(&self.rows);
        let mut places = Vec::new();
        let mut bottom = 0.0;
        for row in &self.rows {
            let rects = cells::place(row, pos2(label, bottom), f32::INFINITY, cell);
            bottom = rects.last().map_or(bottom, |rect| rect.max.y) + gap;
            places.push(rects);
        }
        let wide = places.iter().flatten().map(|rect| rect.max.x).fold(width.min(200.0), f32::max);
        let (response, _) = ui.allocate_painter(vec2(wide, bottom - gap + 4.0), Sense::hover());
        let names: Vec<&str> = self.rows.iter().map(|row| row.name.as_str()).collect();
        let name = format!("What the solution reads and writes: {}", names.join(", "));
        response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &name));
        let origin = response.rect.min.to_vec2();
        for rects in &mut places {
            rects.iter_mut().for_each(|rect| *rect = rect.translate(origin));
        }
        let marks = self.draw_links(ui, &places, theme);
        for (index, (row, rects)) in self.rows.iter().zip(&places).enumerate() {
            let Some(first) = rects.first() else { continue };
            let at = Pos2::new(first.min.x - 8.0, first.min.y + HEIGHT / 2.0);
            ui.painter().text(at, Align2::RIGHT_CENTER, &row.name, FontId::monospace(12.0), theme.faint());
            // Its cells are part of one picture.
            let still = Row { is_output: false, ..row.clone() };
            cells::draw(ui, &still, rects, |element| marks[index][element], theme);
        }
    }

    /// Draws lines from what was fetched. Those of a grid would cross its elements: there, elements are marked.
    fn draw_links(&self, ui: &Ui, places: &[Vec<egui::Rect>], theme: Theme) -> Vec<Vec<Mark>> {
        let mut marks: Vec<Vec<Mark>> = self.rows.iter().map(|row| vec![Mark::None; row.values.len()]).collect();
        for (row, links) in self.links.iter().enumerate() {
            let only = self.only(row).filter(|only| *only < links.len());
            for (element, fetches) in
                links.iter().enumerate().filter(|(element, _)| only.is_none_or(|only| only == *element))
            {
                if only.is_some() {
                    marks[row][element] = Mark::Picked;
                }
                for (from, fetched) in fetches {
                    let Some(there) = places[*from].get(*fetched) else { continue };
                    if only.is_some() {
                        marks[*from][*fetched] = Mark::Read;
                    }
                    if self.rows[row].columns.is_none() {
                        let line = [there.center_bottom(), places[row][element].center_top()];
                        ui.painter().line_segment(line, Stroke::new(1.2, theme.reader().gamma_multiply(0.7)));
                    }
                }
            }
        }
        marks
    }
}
