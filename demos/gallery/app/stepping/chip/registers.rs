//! The registers of a fragment, instruction by instruction.

use std::rc::Rc;

use brooklet::backend::debug::{ExecutedInstruction, Fetch, Flow, Fragment, Point};
use brooklet::fragment_program::{NumberType, listing};
use egui::{FontId, Rect, RichText, ScrollArea, Sense, Shape, Ui, pos2, vec2};

use super::Looked;
use super::pane::{Answer, Lit, Shown};
use super::texts::of_instruction;

/// The fragment that was looked into last.
#[derive(Default)]
pub struct Registers {
    /// What the element is called.
    pub name: String,
    known: Option<((usize, usize, usize), Looked)>,
}

impl Registers {
    /// What was looked into last.
    #[cfg(test)]
    pub fn known(&self) -> Option<&((usize, usize, usize), Looked)> {
        self.known.as_ref()
    }

    /// The fragment of a column, step and element, as `look` finds it.
    pub fn of(&mut self, of: (usize, usize, usize), look: impl FnOnce() -> Looked) -> Looked {
        if let Some((known, looked)) = &self.known
            && *known == of
        {
            return looked.clone();
        }
        let looked = look();
        self.known = Some((of, looked.clone()));
        looked
    }
}

/// Lines of a step: the instruction, what it read, what it wrote.
const LINES: usize = 3;

/// Shows each step in three lines; what the pointer is on goes to `answer`.
pub fn show(ui: &mut Ui, registers: &Registers, programs: &Rc<Vec<Fragment>>, shown: Shown, answer: &mut Answer) {
    let Shown { lit, go_to, size, theme } = shown;
    let executed: u64 = programs.iter().map(|fragment| fragment.executed).sum();
    let fetched: u64 = programs.iter().map(|fragment| fragment.fetched).sum();
    ui.horizontal(|ui| {
        ui.label(RichText::new(&registers.name).strong().monospace().color(theme.picked()));
        let last = programs.last();
        let failed = last.and_then(|fragment| fragment.tests).and_then(|tests| tests.failed);
        let end = match last.and_then(|fragment| fragment.point) {
            Some(Point { texel: Some((column, row)), .. }) => format!("; a point at ({column}, {row})"),
            Some(Point { texel: None, .. }) => "; not drawn".to_owned(),
            None => failed.map(|failed| format!("; {failed}")).unwrap_or_default(),
        };
        let text = format!("{executed} instructions, {fetched} texels{end}");
        ui.label(RichText::new(text).small().color(theme.faint()));
    });
    let steps: Vec<(usize, &ExecutedInstruction)> = programs
        .iter()
        .enumerate()
        .flat_map(|(number, fragment)| fragment.steps.iter().map(move |step| (number, step)))
        .collect();
    let listings: Vec<Option<listing::Mapped>> = programs.iter().map(|fragment| fragment.listing().ok()).collect();
    let font = FontId::monospace(size);
    let line = ui.fonts_mut(|fonts| fonts.row_height(&font));
    let height = line * LINES as f32 + 3.0;
    ui.spacing_mut().item_spacing.y = 0.0;
    let mut area = ScrollArea::both().id_salt("registers").auto_shrink(false);
    let wanted = |(number, step): &(usize, &ExecutedInstruction)| match go_to {
        Some(Lit { instruction: Some(wanted), .. }) => *wanted == (*number, step.instruction),
        Some(Lit { lines, .. }) => {
            let own = of_instruction(&programs[*number].program, step.instruction);
            own.intersection(lines).next().is_some()
        }
        None => false,
    };
    if let Some(first) = steps.iter().position(wanted) {
        area = area.vertical_scroll_offset((height * first as f32 - 2.0 * line).max(0.0));
    }
    area.show_rows(ui, height, steps.len(), |ui, range| {
        for &(number, step) in &steps[range.start.min(steps.len())..range.end.min(steps.len())] {
            let fragment = &programs[number];
            let texts = texts(fragment, listings[number].as_ref(), step);
            let width = texts.iter().map(|text| text.chars().count()).max().unwrap_or(0);
            let digit = ui.fonts_mut(|fonts| fonts.glyph_width(&font, '0'));
            let wide = vec2((digit * width as f32 + 8.0).max(ui.available_width()), height);
            let (rect, response) = ui.allocate_exact_size(wide, Sense::CLICK);
            let own = (number, step.instruction);
            if response.contains_pointer() {
                let lines = of_instruction(&fragment.program, step.instruction);
                answer.on = Lit { lines, instruction: Some(own) };
                answer.clicked = response.clicked().then_some("registers");
            }
            let place = Rect::from_min_max(rect.min, pos2(ui.clip_rect().max.x.max(rect.max.x), rect.max.y - 3.0));
            let of_line = || {
                let lines = of_instruction(&fragment.program, step.instruction);
                lines.intersection(&lit.lines).next().is_some()
            };
            if lit.instruction.map_or_else(of_line, |wanted| wanted == own) {
                ui.painter().add(Shape::rect_filled(place, 0.0, theme.lit()));
            }
            let colours = [theme.ink(), theme.faint(), theme.picked()];
            for (number, (text, colour)) in texts.iter().zip(colours).enumerate() {
                let at = rect.min + vec2(4.0, line * number as f32);
                ui.painter().text(at, egui::Align2::LEFT_TOP, text, font.clone(), colour);
            }
        }
    });
}

/// The lines of a step.
fn texts(fragment: &Fragment, mapped: Option<&listing::Mapped>, step: &ExecutedInstruction) -> [String; LINES] {
    let instruction = &fragment.program.instructions[step.instruction];
    let cells = mapped.and_then(|mapped| mapped.cells.get(step.instruction)).cloned().unwrap_or_default();
    let opcode = cells.first().cloned().unwrap_or_else(|| instruction.opcode.name().to_owned());
    let rest = cells.get(1..).unwrap_or_default().join(", ");
    let iterations: Vec<String> = step.iterations.iter().map(u32::to_string).collect();
    let iterations = match iterations.as_slice() {
        [] => String::new(),
        all => format!("   # iteration {}", all.join(".")),
    };
    let first = format!("{:>3} {opcode} {rest}{iterations}", step.instruction + 1);
    let numbers = |words: &[u32; 4], mask: u8, kind: NumberType| -> String {
        let all: Vec<String> =
            (0..4).filter(|c| mask >> c & 1 == 1).map(|c| short(&fragment.number(words[c], kind))).collect();
        all.join(" ")
    };
    let reads = instruction.reads(&fragment.program);
    let skipped = usize::from(instruction.destination.is_some() || instruction.sets_condition) + 1;
    let operands = step.operands.iter().enumerate().map(|(number, words)| {
        let name = cells.get(skipped + number).cloned().unwrap_or_default();
        format!("{name} = {}", numbers(words, reads, brooklet::backend::debug::reads_as(instruction)))
    });
    let mut second: Vec<String> = operands.collect();
    if let Some(fetch) = &step.fetch {
        second = vec![format!("{} = {}", texel(fragment, fetch), numbers(&fetch.words, 15, NumberType::Float))];
    }
    let third = match (step.result, instruction.destination, step.flow) {
        (Some((before, after)), Some(to), _) => {
            let name = cells.get(1).cloned().unwrap_or_default();
            let of = |words| numbers(words, to.mask, instruction.kind);
            format!("{name}: {} → {}", of(&before), of(&after))
        }
        (_, _, Some(Flow::Branch(holds))) => if holds { "holds" } else { "does not hold" }.to_owned(),
        (_, _, Some(Flow::Leave(happens))) => if happens { "happens" } else { "does not happen" }.to_owned(),
        (_, _, Some(Flow::Loop(Some(count)))) => format!("{count} iterations"),
        (_, _, Some(Flow::Loop(None))) => "until something leaves it".to_owned(),
        _ => {
            let code = |code: [f32; 4]| code.map(|x| short(&x.to_string())).join(" ");
            format!("condition: {} → {}", code(step.code.0), code(step.code.1))
        }
    };
    [first, format!("    {}", second.join("  ")), format!("    {third}")]
}

/// A number in few letters.
fn short(number: &str) -> String {
    if number.len() <= 9 {
        return number.to_owned();
    }
    match number.parse::<f64>() {
        Ok(x) if x != 0.0 && !(1e-3..1e6).contains(&x.abs()) => format!("{x:.3e}"),
        Ok(x) => format!("{x:.5}"),
        Err(_) => number.to_owned(),
    }
}

/// What a texel is called.
fn texel(fragment: &Fragment, fetch: &Fetch) -> String {
    let name = fragment.input_name(fetch.input);
    match (fetch.texel, fetch.element) {
        (None, _) => format!("{name} outside"),
        (Some([x, y, _]), Some(element)) => format!("{name}[{element}] at ({x}, {y})"),
        (Some([x, y, _]), None) => format!("{name} at ({x}, {y})"),
    }
}
