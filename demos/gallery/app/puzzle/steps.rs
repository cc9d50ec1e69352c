//! The instructions that the emulated chip executed for an element, one by one.

use std::collections::BTreeSet;

use brooklet::backend::debug::Fragment;
use egui::{CollapsingHeader, RichText, ScrollArea, Ui};
use serde_json::Value;

use crate::app::icons;
use crate::app::theme::Theme;

/// The most instructions that are listed.
const MOST: usize = 400;

/// An executed instruction.
struct Step {
    text: String,
    /// What it wrote, and the line of the kernel that it comes from.
    result: String,
    line: Option<usize>,
}

/// The instructions of an element.
#[derive(Default)]
pub struct Steps {
    of: Option<(usize, usize)>,
    steps: Vec<Step>,
    why: Option<String>,
    at: usize,
    open: bool,
}

impl Steps {
    /// Whether the instructions of this pass and element are to be found out.
    pub fn needs(&self, of: (usize, usize)) -> bool {
        self.open && self.of != Some(of)
    }

    pub fn take(&mut self, of: (usize, usize), fragments: Result<Vec<Fragment>, String>) {
        (self.of, self.at) = (Some(of), 0);
        (self.steps, self.why) = match fragments {
            Ok(fragments) => (fragments.iter().flat_map(steps).collect(), None),
            Err(why) => (Vec::new(), Some(why)),
        };
    }

    /// Shows them. Returns the lines of the kernel that are lit, from 0.
    pub fn show(&mut self, ui: &mut Ui, theme: Theme) -> BTreeSet<usize> {
        let header = CollapsingHeader::new("Step through the kernel for this element").id_salt("steps");
        let shown = header.show(ui, |ui| self.list(ui, theme));
        let was_open = std::mem::replace(&mut self.open, shown.body_returned.is_some());
        if self.open != was_open {
            ui.ctx().request_repaint();
        }
        let line = self.steps.get(self.at).and_then(|step| step.line);
        line.filter(|_| self.open).into_iter().collect()
    }

    fn list(&mut self, ui: &mut Ui, theme: Theme) {
        if let Some(why) = &self.why {
            ui.label(RichText::new(why).color(theme.error()));
        }
        let count = self.steps.len();
        ui.horizontal(|ui| {
            let text = format!("instruction {} of {count}", (self.at + 1).min(count));
            icons::stepper(ui, &mut self.at, count, &text, ["The instruction before", "The next instruction"]);
        });
        ScrollArea::vertical().id_salt("instructions").max_height(220.0).show(ui, |ui| {
            for (index, step) in self.steps.iter().take(MOST).enumerate() {
                let result = if index <= self.at { step.result.as_str() } else { "" };
                let text = RichText::new(format!("{:>3}  {}{result}", index + 1, step.text)).monospace().size(11.5);
                let text = if index == self.at { text.background_color(theme.lit()).color(theme.ink()) } else { text };
                if ui.selectable_label(false, text).clicked() {
                    self.at = index;
                }
            }
        });
    }
}

/// The instructions of a program.
fn steps(fragment: &Fragment) -> Vec<Step> {
    let described = fragment.to_json();
    let step = |step: &Value| {
        let destination = &step["destination"];
        let letters = destination["written"].as_str().unwrap_or_default();
        let after = &destination["after"];
        let values = letters.chars().filter_map(|letter| "xyzw".find(letter));
        let values: Vec<String> = values.map(|at| number(&after["values"][at], &after["bits"][at])).collect();
        Step {
            text: step["text"].as_str().unwrap_or_default().to_owned(),
            result: if values.is_empty() { String::new() } else { format!("  → {}", values.join(", ")) },
            line: step["source"]["line"].as_u64().map(|line| line as usize - 1),
        }
    };
    described["steps"].as_array().map_or(Vec::new(), |all| all.iter().map(step).collect())
}

/// Integers from here on are taken for the bits of floats.
const FLOATS: u64 = 1 << 23;

/// A component of a register. An instruction on integers moves floats, too, whose bits would be a very large integer.
fn number(value: &Value, bits: &Value) -> String {
    let large = value.as_i64().is_some_and(|value| value.unsigned_abs() >= FLOATS);
    let bits =
        bits.as_str().filter(|_| large).and_then(|bits| u32::from_str_radix(bits.trim_start_matches("0x"), 16).ok());
    match bits {
        Some(bits) => f32::from_bits(bits).to_string(),
        None => value.as_str().map_or_else(|| value.to_string(), str::to_owned),
    }
}

#[test]
fn the_bits_of_a_float_are_shown_as_a_float() {
    let shown = |value: i64, bits: &str| number(&Value::from(value), &Value::from(bits));
    assert_eq!(shown(1_065_353_216, "3f800000"), "1");
    assert_eq!(shown(-1_082_130_432, "bf800000"), "-1");
    assert_eq!(shown(8_388_607, "007fffff"), "8388607");
    assert_eq!(number(&Value::from(0.5), &Value::from("3f000000")), "0.5");
    assert_eq!(number(&Value::from("inf"), &Value::from("7f800000")), "inf");
}
