//! The GLSL of a kernel's passes, for each dialect, or their listings for a chip, and which of its lines came from which of the
//! program's.

use std::collections::BTreeSet;

use brooklet::brook::ir::StreamKernel;
use brooklet::brook::{PlanLimits, Unit};
use brooklet::fragment_program::listing::{self, Names};
use brooklet::fragment_program::{Chip, Settings, compile};
use brooklet::{Dialect, Layout, glsl};
use egui::{Align2, FontId, Rect, RichText, ScrollArea, Sense, Shape, Ui, pos2, vec2};

use super::SMALL;
use super::editor::SIZE;
use super::lines::Lines;
use crate::app::text;
use crate::app::theme::Theme;

/// A pass: its name, and its shader or listing, or why there is none.
pub struct PassText {
    pub name: String,
    pub text: Result<String, String>,
    /// For each line of it, the lines of the program.
    pub from: Vec<BTreeSet<usize>>,
}

/// The shaders of a kernel.
#[derive(Default)]
pub struct Shaders {
    pub dialect: Option<Dialect>,
    /// For each dialect, its passes.
    texts: Vec<(Dialect, Vec<PassText>)>,
    /// The listings for the chip that runs, which are shown where no dialect is chosen.
    listings: Option<(Chip, Vec<PassText>)>,
    /// Why there are none in any.
    failed: Option<String>,
    /// The pass and line that are to be seen.
    go_to: Option<(usize, usize)>,
}

/// What came of a frame.
#[derive(Default)]
pub struct Answer {
    /// The lines of the program that became the line under the pointer.
    pub lit: BTreeSet<usize>,
    /// Whether that was clicked.
    pub clicked: bool,
}

impl Shaders {
    pub fn new(
        unit: &Unit,
        kernel: &StreamKernel,
        text: &str,
        dialect: Option<Dialect>,
        chip: Option<Chip>,
    ) -> Shaders {
        let lines = Lines::of(text);
        let mut shaders = Shaders { dialect, ..Shaders::default() };
        let plan = unit.plans(PlanLimits::default()).find(|(other, _)| other.name == kernel.name);
        let plan = match plan {
            Some((_, Ok(plan))) => plan,
            Some((_, Err(error))) => return Shaders { failed: Some(error.to_string()), ..shaders },
            None => return shaders,
        };
        for dialect in Dialect::ALL {
            let texts = plan.passes.iter().map(|pass| {
                let shader = glsl::mapped(&pass.kernel, dialect, Layout::Plain).map_err(|error| error.to_string());
                let of = |spans: &Vec<brooklet::brook::Span>| {
                    spans.iter().flat_map(|span| lines.within(span.start as usize..span.end as usize)).collect()
                };
                let from = shader.iter().flat_map(|shader| shader.lines.iter().map(of)).collect();
                PassText { name: pass.name().to_owned(), text: shader.map(|shader| shader.text), from }
            });
            shaders.texts.push((dialect, texts.collect()));
        }
        shaders.listings = chip.map(|chip| (chip, listings(unit, kernel, &lines, chip)));
        shaders
    }

    /// Shows none, until there is another kernel.
    pub fn clear(&mut self) {
        *self = Shaders { dialect: self.dialect, ..Shaders::default() };
    }

    fn passes(&self, dialect: Dialect) -> &[PassText] {
        self.texts.iter().find(|(other, _)| *other == dialect).map_or(&[], |(_, passes)| passes)
    }

    /// The dialect that is shown.
    fn shown(&self, device: Dialect) -> Dialect {
        self.dialect.unwrap_or(device)
    }

    /// The passes that are shown.
    fn shown_passes(&self, device: Dialect) -> &[PassText] {
        match &self.listings {
            Some((_, passes)) if self.dialect.is_none() => passes,
            _ => self.passes(self.shown(device)),
        }
    }

    /// Shows the first line that a line of the program became.
    pub fn go_to(&mut self, line: usize, device: Dialect) {
        let passes = self.shown_passes(device).iter().enumerate();
        let mut found = passes.filter_map(|(number, pass)| {
            pass.from.iter().position(|lines| lines.contains(&line)).map(|line| (number, line))
        });
        self.go_to = found.next();
    }

    /// How many lines of the shown dialect a line of the program became.
    #[cfg(test)]
    pub fn count(&self, line: usize, dialect: Dialect) -> usize {
        self.passes(dialect).iter().flat_map(|pass| &pass.from).filter(|lines| lines.contains(&line)).count()
    }

    /// `line`: that of the program under the pointer.
    pub fn show(&mut self, ui: &mut Ui, device: Dialect, line: Option<usize>, theme: Theme) -> Answer {
        let mut answer = Answer::default();
        let on_chip = self.listings.is_some() && self.dialect.is_none();
        let shown = self.shown(device);
        ui.horizontal(|ui| {
            if let Some(chip) = self.listings.as_ref().map(|(chip, _)| *chip) {
                let tip = format!("The listing for {}, which runs here", chip.profile().cards);
                if ui.selectable_label(on_chip, chip.name()).on_hover_text(tip).clicked() {
                    self.dialect = None;
                }
            }
            ui.label(RichText::new("GLSL").strong().color(theme.ink()));
            for dialect in Dialect::ALL {
                let own = if dialect == device && self.listings.is_none() { ", which runs here" } else { "" };
                let tip = format!("{}{own}", dialect.api());
                if ui.selectable_label(dialect == shown && !on_chip, dialect.name()).on_hover_text(tip).clicked() {
                    self.dialect = Some(dialect);
                }
            }
        });
        let on_chip = self.listings.is_some() && self.dialect.is_none();
        let go_to = self.go_to.take();
        ScrollArea::both().id_salt("shaders").auto_shrink(false).show(ui, |ui| {
            if let Some(failed) = &self.failed {
                ui.label(RichText::new(failed).color(theme.error()));
            }
            let passes = self.shown_passes(device);
            for (number, pass) in passes.iter().enumerate() {
                if passes.len() > 1 {
                    let head = format!("pass {}: {}", number + 1, pass.name);
                    ui.label(RichText::new(head).size(SMALL).strong().color(theme.faint()));
                }
                match &pass.text {
                    Ok(shader) => {
                        let go_to = go_to.filter(|(wanted, _)| *wanted == number).map(|(_, line)| line);
                        program(ui, pass, (shader, on_chip), line, go_to, theme, &mut answer);
                    }
                    Err(error) if on_chip => {
                        ui.label(RichText::new(error).color(theme.error()));
                    }
                    Err(error) => {
                        let text = format!("{error}, which this kernel needs: it does not run there.");
                        ui.label(RichText::new(text).color(theme.error()));
                    }
                }
                ui.add_space(8.0);
            }
        });
        answer
    }
}

/// The passes of a kernel as the programs of a chip.
fn listings(unit: &Unit, kernel: &StreamKernel, lines: &Lines, chip: Chip) -> Vec<PassText> {
    let outputs = chip.profile().targets.value.min(PlanLimits::default().outputs);
    let targets = PlanLimits { outputs, mixed_formats: !chip.profile().one_format.value, ..PlanLimits::default() };
    let refused = |name: &str, error: String| PassText { name: name.to_owned(), text: Err(error), from: Vec::new() };
    let plan = match unit.plans(targets).find(|(other, _)| other.name == kernel.name) {
        Some((_, Ok(plan))) => plan,
        Some((_, Err(error))) => return vec![refused(&kernel.name, error.to_string())],
        None => return Vec::new(),
    };
    let mut texts = Vec::new();
    for pass in &plan.passes {
        let compiled = match compile(&pass.kernel, chip, &Settings::default()) {
            Ok(compiled) => compiled,
            Err(refusal) => {
                texts.push(refused(pass.name(), refusal.to_string()));
                continue;
            }
        };
        let parts =
            compiled.partition.as_ref().map_or(Vec::new(), |cut| cut.passes.iter().map(|p| &p.program).collect());
        let between = compiled.partition.as_ref().map_or(0, |cut| cut.textures.len());
        let programs = if parts.is_empty() { vec![&compiled.program] } else { parts };
        let names = Names::of(&pass.kernel).with_intermediates(between);
        for (number, program) in programs.iter().enumerate() {
            let name = match programs.len() {
                1 => pass.name().to_owned(),
                count => format!("{}, program {} of {count}", pass.name(), number + 1),
            };
            match listing::mapped(program, &names) {
                Ok(mapped) => {
                    let mut from = vec![BTreeSet::new(); mapped.text.lines().count()];
                    for (instruction, line) in program.instructions.iter().zip(&mapped.lines) {
                        let own = instruction.spans.iter().filter(|span| span.file == 0);
                        from[line - 1]
                            .extend(own.flat_map(|span| lines.within(span.start as usize..span.end as usize)));
                    }
                    let excess: String = match programs.len() {
                        1 => compiled.excess.iter().map(|excess| format!("# it does not fit: {excess}\n")).collect(),
                        _ => String::new(),
                    };
                    texts.push(PassText { name, text: Ok(mapped.text + &excess), from });
                }
                Err(error) => texts.push(refused(&name, error.to_string())),
            }
        }
    }
    texts
}

/// A shader or listing, with the numbers of its lines.
pub fn program(
    ui: &mut Ui,
    pass: &PassText,
    (shader, is_listing): (&str, bool),
    line: Option<usize>,
    go_to: Option<usize>,
    theme: Theme,
    answer: &mut Answer,
) {
    let size = SIZE - 1.0;
    let font = FontId::monospace(size);
    let mut job = if is_listing { text::listing(shader, size, theme) } else { text::coloured(shader, size, theme) };
    job.wrap.max_width = f32::INFINITY;
    let galley = ui.fonts_mut(|fonts| fonts.layout_job(job));
    let digit = ui.fonts_mut(|fonts| fonts.glyph_width(&font, '0'));
    let gutter = digit * (galley.rows.len().to_string().len().max(2) as f32) + 8.0;
    let (rect, response) = ui.allocate_exact_size(galley.size() + vec2(gutter, 0.0), Sense::CLICK);
    let origin = rect.min + vec2(gutter, 0.0);
    let clip = ui.clip_rect();
    let place = |row: &egui::epaint::text::PlacedRow| {
        let (top, bottom) = (origin.y + row.min_y(), origin.y + row.max_y());
        Rect::from_min_max(pos2(clip.min.x, top), pos2(clip.max.x, bottom))
    };
    let pointer = ui.ctx().pointer_hover_pos().filter(|_| response.contains_pointer());
    for (number, row) in galley.rows.iter().enumerate() {
        let place = place(row);
        let from = pass.from.get(number);
        let hovered = pointer.is_some_and(|at| (place.min.y..place.max.y).contains(&at.y));
        if hovered && let Some(from) = from {
            answer.lit.extend(from);
            answer.clicked |= response.clicked();
        }
        let is_lit = line.is_some_and(|line| from.is_some_and(|from| from.contains(&line)));
        if is_lit || hovered && from.is_some_and(|from| !from.is_empty()) {
            ui.painter().add(Shape::rect_filled(place, 0.0, theme.lit()));
        }
        if go_to == Some(number) {
            ui.scroll_to_rect(
                Rect::from_min_size(pos2(rect.min.x, place.min.y), vec2(1.0, place.height())),
                Some(egui::Align::Center),
            );
        }
        if clip.intersects(place) {
            let at = pos2(origin.x - 6.0, place.min.y);
            ui.painter().text(at, Align2::RIGHT_TOP, (number + 1).to_string(), font.clone(), theme.faint());
        }
    }
    ui.painter().galley(origin, galley, theme.ink());
}
