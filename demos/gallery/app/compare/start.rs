//! The page before anything is measured: on what, which parts, how thoroughly.

use brooklet::compare::{Part, caveat};
use brooklet::{Class, Device};
use egui::{Button, CentralPanel, Frame, Grid, RichText, ScrollArea, Ui, vec2};

use super::super::ShellKind;
use super::super::theme::Theme;
use super::page;
use super::running::Choice;

/// The size of the letters, and the width of the page in points.
const LETTERS: f32 = 14.0;
const PAGE: f32 = 760.0;

/// What is said at the top.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Word {
    Cancelled,
    /// The context of the device is gone.
    Lost,
    /// What went wrong.
    Failed(String),
}

/// What is chosen.
pub struct Start {
    pub word: Option<Word>,
    quick: bool,
    /// Of [`Part::ALL`].
    parts: [bool; Part::ALL.len()],
}

impl Default for Start {
    fn default() -> Start {
        Start { word: None, quick: true, parts: [true; Part::ALL.len()] }
    }
}

/// What a part is called, and what it is.
pub fn about(part: Part) -> (&'static str, &'static str) {
    match part {
        Part::Filter => {
            ("filter", "Table 36-1 of GPU Gems 2: dropping records by scan, search and gather, or by a sort")
        }
        Part::Scan => ("scan", "Table 2 of Harris: prefix sums on a GPU and on a CPU, from 1K elements on"),
        Part::Reduce => {
            ("reduce", "Figures 6 to 8 of Mahardito et al.: seven kernels that add numbers up, each faster")
        }
        Part::Toolkit => ("toolkit", "Brook's reduction, and the sort and the search of GPU Gems, chapter 37"),
        Part::Work => ("work", "What each method does, counted: passes, texels, bytes, and how time grows with them"),
        Part::Model => {
            ("model", "Transfers, what a call costs, and from which size on a GPU is worth it (Brook's figure 4)")
        }
        Part::Then => {
            ("then", "What cost models of the chips of 2004 predict for what was published: nothing is measured")
        }
        Part::Figure3 => {
            ("figure3", "Brook's figure 3: five applications by Brook and by hand, beside plain Rust on the CPU")
        }
    }
}

impl Start {
    /// Shows the page; what is to be measured, when that was asked for.
    pub fn show(&mut self, ui: &mut Ui, device: &Device, shell: ShellKind, theme: Theme) -> Option<Choice> {
        let mut asked = false;
        CentralPanel::default().frame(Frame::new().fill(theme.canvas()).inner_margin(14.0)).show(ui, |ui| {
            ScrollArea::vertical().id_salt("start").auto_shrink(false).show(ui, |ui| {
                let side = ((ui.available_width() - PAGE) / 2.0).max(0.0);
                let width = ui.available_width().min(PAGE) - 10.0;
                ui.horizontal_top(|ui| {
                    ui.add_space(side);
                    ui.vertical(|ui| {
                        ui.set_max_width(width);
                        ui.spacing_mut().item_spacing.y = 7.0;
                        asked = self.page(ui, device, shell, theme);
                        ui.add_space(12.0);
                    });
                });
            });
        });
        let parts = Part::ALL.into_iter().zip(self.parts).filter_map(|(part, chosen)| chosen.then_some(part)).collect();
        asked.then_some(Choice { parts, quick: self.quick })
    }

    fn page(&mut self, ui: &mut Ui, device: &Device, shell: ShellKind, theme: Theme) -> bool {
        match &self.word {
            Some(Word::Cancelled) => page::note(ui, "Cancelled. Nothing of it was kept.", theme),
            Some(Word::Lost) => {
                page::note(ui, "Cancelled, because the graphics context had to be made anew. Start it again.", theme);
            }
            Some(Word::Failed(error)) => {
                ui.label(RichText::new(error).size(LETTERS).color(theme.error()));
            }
            None => {}
        }
        page::heading(ui, "The history, measured on this device", theme);
        page::text(
            ui,
            "The methods of the papers and those of today run the same tasks on the same data: as fragment passes, as compute \
             shaders, and as plain Rust on the CPU. Each result is checked against a plain reference. What was published then \
             stands beside what is measured now.",
            LETTERS,
            theme,
        );
        machine(ui, device, shell, theme);
        self.choice(ui, theme);
        let any = self.parts.contains(&true);
        let start = Button::new(RichText::new("Start").size(16.0).strong()).selected(any);
        let add = |ui: &mut Ui| ui.add_sized([120.0, 32.0], start).clicked();
        let asked = ui.add_enabled_ui(any, add).inner;
        page::text(
            ui,
            "Nothing is measured before that. Meanwhile the window can be used; another scene makes it pause until you are \
             back here.",
            12.5,
            theme,
        );
        asked
    }

    fn choice(&mut self, ui: &mut Ui, theme: Theme) {
        heading(ui, "HOW THOROUGHLY", theme);
        for (quick, title, what) in [
            (true, "Quick", "small sizes, 3 to 9 runs of each: within a minute, where the program is optimised"),
            (
                false,
                "Thorough",
                "the papers' sizes, up to 32M elements, 9 to 15 runs of each: many minutes without a GPU",
            ),
        ] {
            ui.horizontal_wrapped(|ui| {
                let button = Button::selectable(self.quick == quick, RichText::new(title).size(LETTERS));
                if ui.add(button.min_size(vec2(84.0, 24.0))).clicked() {
                    self.quick = quick;
                }
                ui.label(RichText::new(what).color(theme.faint()));
            });
        }
        heading(ui, "WHICH PARTS", theme);
        for (part, chosen) in Part::ALL.into_iter().zip(&mut self.parts) {
            let (name, what) = about(part);
            ui.horizontal_wrapped(|ui| {
                let before = ui.cursor().min.x;
                ui.checkbox(chosen, RichText::new(name).size(LETTERS).color(theme.ink()));
                ui.add_space((before + 92.0 - ui.cursor().min.x).max(0.0));
                ui.label(RichText::new(what).color(theme.faint()));
            });
        }
        ui.add_space(4.0);
    }
}

fn heading(ui: &mut Ui, text: &str, theme: Theme) {
    ui.add_space(6.0);
    ui.label(RichText::new(text).small().strong().color(theme.faint()));
}

/// On what it is measured, and what this device has not.
fn machine(ui: &mut Ui, device: &Device, shell: ShellKind, theme: Theme) {
    let info = device.info();
    heading(ui, "ON WHAT", theme);
    Grid::new("machine").num_columns(2).spacing([16.0, 4.0]).max_col_width(PAGE - 140.0).show(ui, |ui| {
        let compute = match info.compute {
            Some(compute) => format!("yes, in groups of up to {}", compute.invocations),
            None => "none".to_owned(),
        };
        let rows = [
            ("renderer", info.renderer.clone()),
            ("version", info.version.clone()),
            (
                "dialect",
                info.dialect.map_or("none".to_owned(), |dialect| format!("{} ({})", dialect.name(), dialect.api())),
            ),
            ("compute shaders", compute),
        ];
        for (name, value) in rows {
            ui.label(RichText::new(name).color(theme.faint()));
            ui.add(egui::Label::new(RichText::new(value).color(theme.ink())).wrap());
            ui.end_row();
        }
    });
    if shell == ShellKind::Web {
        let text = "A browser has no compute shaders on WebGL 2, and gives a program one core of the CPU: the comparison \
                    runs with the fragment pipeline and that core. The columns of the others hold dashes.";
        page::note(ui, text, theme);
    } else if info.compute.is_none() {
        let text = "This context has no compute shaders: the comparison runs with the fragment pipeline and the CPU. The \
                    columns of compute hold dashes.";
        page::note(ui, text, theme);
    }
    let known = caveat(&info.renderer);
    if let Some(caveat) = known.map(first_sentences) {
        page::note(ui, caveat, theme);
    } else if info.class == Class::Software {
        page::note(ui, "This device is no GPU: a program computes its passes on the CPU.", theme);
    }
}

/// The first two sentences of a text: the page of the report has all of them.
fn first_sentences(text: &str) -> &str {
    text.match_indices(". ").nth(1).map_or(text, |(end, _)| &text[..=end])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_parts_are_those_of_an_address() {
        assert!(Part::ALL.into_iter().all(|part| about(part).0 == part.name()));
    }

    #[test]
    fn long_caveats_are_cut_at_a_sentence() {
        assert_eq!(first_sentences("One. Two. Three."), "One. Two.");
        assert_eq!(first_sentences("One of 1.5. Two."), "One of 1.5. Two.");
    }
}
