//! The texts of the packed bitonic sort, for as many streams as there are render targets.

use crate::geometry::Layout;
use crate::glsl;
use crate::kernel::Source;

/// Streams that the texels are interleaved in: as many as OpenGL 2.1 has render targets. More are no faster.
pub(super) const MAX_STREAMS: usize = 4;

pub(super) const INPUTS: [&str; MAX_STREAMS] = ["keys_0", "keys_1", "keys_2", "keys_3"];
pub(super) const OUTPUTS: [&str; MAX_STREAMS] = ["sorted_0", "sorted_1", "sorted_2", "sorted_3"];

/// What a texel holds: four keys, or two keys with the positions where they were.
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

/// The first pass: it sorts the groups.
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
    /// The stage begins.
    pub mirror: bool,
    /// Two steps at once.
    pub two: bool,
    /// The stage ends, with the steps within a group.
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
            // Columns and rows from a group to its partner in the second step.
            true => ("constant index near_x, near_y;\n", "#include \"shared/two_steps.glsl\"\n"),
            false => ("", "#include \"shared/one_step.glsl\"\n"),
        };
        bind(glsl!("primitives/packed_sort_steps.frag"), group, descending)
            .part("streams", inputs(streams) + &outputs(streams))
            .part("partner", partner + near)
            .part("places", places)
            .part("steps", self.text(streams))
    }

    /// The lines that compare, texel by texel of the group.
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

/// The part "sorted": the texel of a number.
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

/// The order of the keys, and what a texel holds.
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

/// The lines that sort a group: each texel for itself, then bitonic merges of 1 and 2. Nothing stays turned round, so that what
/// is past the end stays there.
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

/// The lines that sort texels which are bitonic.
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
