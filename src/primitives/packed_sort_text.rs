//! The kernel texts of the packed bitonic sort, with one stream for each render target.

use crate::geometry::Layout;
use crate::glsl;
use crate::kernel::Source;

/// The maximum number of streams that the texels are interleaved in: the number of render targets of OpenGL 2.1. More are no
/// faster.
pub(super) const MAX_STREAMS: usize = 4;

pub(super) const INPUTS: [&str; MAX_STREAMS] = ["keys_0", "keys_1", "keys_2", "keys_3"];
pub(super) const OUTPUTS: [&str; MAX_STREAMS] = ["sorted_0", "sorted_1", "sorted_2", "sorted_3"];

/// The contents of a texel: four keys, or two keys with their original positions.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Group {
    Keys,
    Pairs,
}

impl Group {
    pub fn elements(self) -> usize {
        match self {
            Group::Keys => 4,
            Group::Pairs => 2,
        }
    }
}

/// Returns the kernel of the first pass, which sorts the groups.
pub(super) fn groups_source(group: Group, descending: bool, layout: Layout, streams: usize) -> Source {
    let load = match (group, layout) {
        (Group::Pairs, _) => "#include \"shared/packed_load_pairs.glsl\"\n",
        (Group::Keys, Layout::Packed) => {
            "#include \"shared/four_packed.glsl\"\n#include \"shared/packed_load_keys.glsl\"\n"
        }
        (Group::Keys, Layout::Plain) => {
            "#include \"shared/four_plain.glsl\"\n#include \"shared/packed_load_keys.glsl\"\n"
        }
    };
    let source = bind(glsl!("primitives/packed_sort_groups.frag"), group, descending);
    source.part("outputs", outputs(streams)).part("load", load).part("network", network(streams))
}

/// The steps of a pass after the first.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Steps {
    /// The pass begins a stage.
    pub mirror: bool,
    /// The pass does two steps at once.
    pub two: bool,
    /// The pass ends a stage, and does the steps within a group.
    pub last: bool,
}

impl Steps {
    pub fn source(self, group: Group, descending: bool, streams: usize) -> Source {
        let partner = match self.mirror {
            true => "return 2 * start + block - 1 - at;",
            false => "return at + (upper ? -far : far);",
        };
        let partner =
            format!("index partner(index at, index start, index block, index far, bool upper) {{ {partner} }}\n");
        let (near, places) = match self.two {
            // The distance from a group to its partner in the second step, in columns and rows.
            true => ("constant index near_x, near_y;\n", "#include \"shared/two_steps.glsl\"\n"),
            false => ("", "#include \"shared/one_step.glsl\"\n"),
        };
        bind(glsl!("primitives/packed_sort_steps.frag"), group, descending)
            .part("streams", inputs(streams) + &outputs(streams))
            .part("partner", partner + near)
            .part("places", places)
            .part("steps", self.text(streams))
    }

    /// Returns the lines of the kernel that compare, for each texel of the group.
    fn text(self, streams: usize) -> String {
        let mut text = String::new();
        for k in 0..streams {
            let kept = |name: char| {
                let partner = match self.mirror {
                    true => format!("reversed(fetch(keys_{}, {name}px, {name}py))", streams - 1 - k),
                    false => format!("fetch(keys_{k}, {name}px, {name}py)"),
                };
                format!("kept(fetch(keys_{k}, {name}x, {name}y), {partner}, upper, {name}_pair)")
            };
            match self.two {
                true => text += &format!("vec4 t{k} = chosen({}, {}, later, b_inside);\n", kept('a'), kept('b')),
                false => text += &format!("vec4 t{k} = {};\n", kept('a')),
            }
        }
        if self.last {
            text += &merged(0..streams);
        }
        text + &written(streams)
    }
}

/// Returns the part "sorted": the function that fetches a texel by its index.
pub(super) fn texel_at(streams: usize) -> String {
    let mut text = inputs(streams);
    text += &format!("vec4 texel_at(index texel) {{\nindex group = quotient(texel, {streams});\n");
    text += "vec4 found = fetch(keys_0, group);\n";
    if streams > 1 {
        text += &format!("index lane = texel - {streams} * group;\n");
    }
    for (number, name) in INPUTS.iter().enumerate().take(streams).skip(1) {
        text += &format!("found = lane == {number} ? fetch({name}, group) : found;\n");
    }
    text + "return found;\n}\n"
}

/// Adds the order of the keys and the contents of a texel to a kernel.
fn bind(source: Source, group: Group, descending: bool) -> Source {
    let before = match descending {
        false => "bool before(float a, float b) { return a < b; }\n",
        true => "bool before(float a, float b) { return b < a; }\n",
    };
    let group = match group {
        Group::Keys => "#include \"before\"\n#include \"shared/packed_keys.glsl\"\n",
        Group::Pairs => "#include \"before\"\n#include \"shared/packed_pairs.glsl\"\n",
    };
    source.part("before", before).part("group", group)
}

fn inputs(streams: usize) -> String {
    INPUTS[..streams].iter().map(|name| format!("input vec4 {name};\n")).collect()
}

fn outputs(streams: usize) -> String {
    OUTPUTS[..streams].iter().map(|name| format!("output vec4 {name};\n")).collect()
}

fn written(streams: usize) -> String {
    OUTPUTS[..streams].iter().enumerate().map(|(k, name)| format!("{name} = t{k};\n")).collect()
}

/// Returns the lines of the kernel that sort a group: first each texel, then by bitonic merges of 1 and 2. No part stays reversed,
/// so values past the end stay there.
fn network(streams: usize) -> String {
    let mut text = String::new();
    for k in 0..streams {
        text += &format!("vec4 t{k} = sorted(loaded({streams} * here() + {k}));\n");
    }
    let mut run = 1;
    while run < streams {
        for start in (0..streams).step_by(2 * run) {
            for k in 0..run {
                let (a, b) = (start + k, start + 2 * run - 1 - k);
                text += &format!("t{b} = reversed(t{b});\nexchange(t{a}, t{b});\nt{b} = reversed(t{b});\n");
            }
            text += &merged(start..start + run);
            text += &merged(start + run..start + 2 * run);
        }
        run *= 2;
    }
    text + &written(streams)
}

/// Returns the lines of the kernel that sort a bitonic sequence of texels.
fn merged(texels: std::ops::Range<usize>) -> String {
    let mut text = String::new();
    let mut distance = texels.len() / 2;
    while distance > 0 {
        for at in texels.clone().filter(|at| (at - texels.start) & distance == 0) {
            text += &format!("exchange(t{at}, t{});\n", at + distance);
        }
        distance /= 2;
    }
    texels.for_each(|k| text += &format!("t{k} = settled(t{k});\n"));
    text
}
