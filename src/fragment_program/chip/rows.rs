//! The facts of a profile as rows of text.

use serde::Serialize;

use super::fact::{Fact, Status, grouped};
use super::profile::Profile;

/// A fact as a row of a table.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Row {
    /// The name of the figure.
    pub name: &'static str,
    /// The figure, as text.
    pub value: String,
    /// How well it is known.
    pub status: Status,
    /// Where it comes from.
    pub source: &'static str,
}

fn row<T>(name: &'static str, fact: &Fact<T>, text: impl Fn(&T) -> String) -> Row {
    Row { name, value: text(&fact.value), status: fact.status, source: fact.source }
}

fn shown<T: ToString>(name: &'static str, fact: &Fact<T>) -> Row {
    row(name, fact, T::to_string)
}

fn yes(name: &'static str, fact: &Fact<bool>) -> Row {
    row(name, fact, |&holds| if holds { "yes" } else { "no" }.to_owned())
}

fn figure(name: &'static str, fact: &Fact<Option<f64>>) -> Row {
    row(name, fact, |value| value.map_or("-".to_owned(), |value| value.to_string()))
}

/// A figure that is not established for some chips, and that the plain machine does not have.
fn known<T: Copy>(name: &'static str, fact: &Fact<Option<T>>, text: impl Fn(T) -> String) -> Row {
    let missing = if fact.status == Status::Defined { "-" } else { "not known" };
    row(name, fact, |value| value.map_or(missing.to_owned(), &text))
}

impl Profile {
    /// Returns all facts, in the same order for all chips. The cost of passes comes last, if it was measured.
    pub fn rows(&self) -> Vec<Row> {
        let mut rows = vec![
            shown("fragment arithmetic", &self.arithmetic),
            yes("infinities and NaNs", &self.infinities),
            row("exact integers to", &self.exact_integer, |&max| grouped(max as usize)),
            row("largest 2D texture", &self.largest_texture, |side| format!("{side} × {side}")),
            row("sides that are no powers of two", &self.any_size, |any| any.name().to_owned()),
            row("float textures", &self.float_rectangles_only, |&only| {
                if only { "rectangle only" } else { "any target" }.to_owned()
            }),
            row("renders to", &self.renderable, |names| names.join(", ")),
            row("blends floats in", &self.blends, |names| match names {
                [] => "no format".to_owned(),
                names => names.join(", "),
            }),
            shown("largest point, texels", &self.largest_point),
            yes("vertices fetch floats", &self.vertex_textures),
            row("fragments skipped by early z", &self.early_z, |early| early.name()),
            yes("early z in occlusion queries", &self.early_z_in_queries),
            known("rejected by hierarchical z", &self.hierarchical_z, |z| z.name()),
            known("depth tests a clock", &self.depth_tests, |n| n.to_string()),
            shown("ALU instructions", &self.alu),
            shown("TEX instructions", &self.texture),
            shown("instructions together", &self.instructions),
            shown("instructions executed", &self.executed),
            shown("texture indirections", &self.indirections),
            shown("temporaries (vec4)", &self.temporaries),
            shown("constants (vec4)", &self.constants),
            shown("samplers", &self.samplers),
            shown("interpolants (vec4)", &self.interpolants),
            shown("flow control", &self.flow),
            shown("iterations of a loop", &self.loop_iterations),
            shown("nested loops", &self.loop_nesting),
            shown("nested branches", &self.branch_nesting),
            shown("fragments that branch together", &self.branch_together),
            yes("derivatives", &self.derivatives),
            shown("render targets", &self.targets),
            row("formats of the targets", &self.one_format, |&one| if one { "one" } else { "any" }.to_owned()),
            yes("integers, bit operators", &self.integers),
            shown("scatter", &self.scatter),
            shown("render to texture", &self.render_to_texture),
            figure("core clock, MHz", &self.core_mhz),
            figure("memory clock, MHz", &self.memory_mhz),
            shown("fragment pipes", &self.pipes),
            row("multiply-adds a clock", &self.multiply_adds, |n| n.map_or("-".to_owned(), |n| n.to_string())),
            row("multiplies a clock", &self.multiplies, |n| n.map_or("-".to_owned(), |n| n.to_string())),
            row("texture units", &self.texture_units, |n| n.map_or("-".to_owned(), |n| n.to_string())),
            figure("memory, GB/s", &self.bandwidth),
        ];
        rows.extend(self.observed_multiplies.iter().map(|fact| shown("multiplies, G/s", fact)));
        if let Some(cost) = &self.cost {
            rows.extend([
                shown("measured at, MHz", &cost.core_mhz),
                shown("multiplies, G/s", &cost.multiplies),
                shown("floats fetched in a row, G/s", &cost.fetches),
                shown("cost of a pass, µs", &cost.pass),
            ]);
            rows.extend(cost.pass_opengl.iter().map(|fact| shown("the same through OpenGL, µs", fact)));
            rows.extend([
                shown("more by pbuffer and copy, µs", &cost.pbuffer),
                shown("upload, GB/s", &cost.upload),
                shown("read back, GB/s", &cost.read_back),
            ]);
        }
        rows
    }
}

#[cfg(test)]
mod tests {
    use super::super::Chip;

    #[test]
    fn all_chips_have_the_same_facts_in_the_same_order() {
        let names = |chip: Chip| -> Vec<&str> { chip.profile().rows().iter().map(|row| row.name).collect() };
        let first = names(Chip::R300);
        for chip in Chip::ALL {
            assert_eq!(names(chip)[..first.len()], first, "{chip}");
            assert_eq!(chip.profile().chip, chip);
            assert!(chip.profile().rows().iter().all(|row| !row.value.is_empty() && !row.source.is_empty()));
        }
    }

    #[test]
    fn what_instruction_sets_have_is_in_the_profiles() {
        for chip in Chip::ALL {
            let (set, profile) = (chip.set(), chip.profile());
            assert_eq!(set.integers(), profile.integers.value, "{chip}");
            assert_eq!(set.branches(), profile.branch_nesting.value.max() != Some(0), "{chip}");
            assert_eq!(set.branches(), profile.loop_iterations.value.max() != Some(0), "{chip}");
        }
    }
}
