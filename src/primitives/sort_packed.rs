//! The packed bitonic sort: texels of four keys, up to four render targets, and no integers.

use crate::error::Error;
use crate::geometry::{Geometry, Layout};
use crate::glsl;
use crate::kernel::Source;
use crate::machine::{Bound, Device, Pass, Stream};
use crate::shape::Shape;
use crate::texel::Texel;

/// Streams that the texels take turns in: as many as OpenGL 2.1 has render targets. More are no faster.
const MOST: usize = 4;

const INPUTS: [&str; MOST] = ["keys_0", "keys_1", "keys_2", "keys_3"];
const OUTPUTS: [&str; MOST] = ["sorted_0", "sorted_1", "sorted_2", "sorted_3"];

/// What a texel holds: four keys, or two keys with the positions where they were.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Group {
    Keys,
    Pairs,
}

impl Group {
    fn elements(self) -> usize {
        match self {
            Group::Keys => 4,
            Group::Pairs => 2,
        }
    }
}

/// Texels that take turns in streams: texel `t` is texel `t div L` of stream `t mod L`.
pub(super) struct Turns {
    streams: Vec<Stream<[f32; 4]>>,
}

impl Turns {
    /// Room for so many texels. Rows are a power of two, so that a power of two leads along a row or from row to row.
    fn new(device: &Device, texels: usize, streams: usize) -> Result<Turns, Error> {
        let groups = texels.div_ceil(streams);
        let mut geometry = Geometry::of(Shape::from(groups), Layout::Plain, device.limits().texture)?;
        if !geometry.width.is_power_of_two() {
            geometry = Geometry::grid(1 << geometry.width.ilog2(), groups);
        }
        let stream = |_| Stream::new(device, Shape::from(groups), geometry);
        Ok(Turns { streams: (0..streams).map(stream).collect::<Result<_, Error>>()? })
    }

    fn groups(&self) -> usize {
        self.streams[0].len()
    }

    fn inputs<'a>(&'a self, pass: Pass<'a>) -> Pass<'a> {
        self.streams.iter().zip(INPUTS).fold(pass, |pass, (stream, name)| pass.input(name, stream))
    }

    fn outputs<'a>(&'a mut self, pass: Pass<'a>) -> Pass<'a> {
        self.streams.iter_mut().zip(OUTPUTS).fold(pass, |pass, (stream, name)| pass.output(name, stream))
    }

    /// The part "sorted": the texel of a number.
    fn texel_at(&self) -> String {
        let count = self.streams.len();
        let mut text = inputs(count);
        text += &format!("vec4 texel_at(index texel) {{\nindex group = quotient(texel, {count});\n");
        text += &format!("index turn = texel - {count} * group;\nvec4 found = fetch(keys_0, group);\n");
        for (turn, name) in INPUTS.iter().enumerate().take(count).skip(1) {
            text += &format!("found = turn == {turn} ? fetch({name}, group) : found;\n");
        }
        text + "return found;\n}\n"
    }
}

/// Sorts keys.
pub(super) fn sort_keys(keys: &Stream<f32>, descending: bool) -> Result<Stream<f32>, Error> {
    let device = keys.device();
    let mut result = device.stream_with(keys.shape(), keys.layout())?;
    if keys.is_empty() {
        return Ok(result);
    }
    let sorted = sort(keys, Group::Keys, descending)?;
    let text = match keys.layout() {
        Layout::Packed => "#include \"shared/packed_result.glsl\"\n",
        Layout::Plain => "#include \"shared/plain_result.glsl\"\n",
    };
    let source = glsl!("primitives/sort_packed_result.frag").part("sorted", sorted.texel_at()).part("result", text);
    let kernel = device.kernel(&source)?;
    sorted.inputs(device.pass(&kernel)).output_texels("result", &mut result).run()?;
    Ok(result)
}

/// Sorts positions by keys: a texel holds two keys and their positions, in order.
pub(super) fn sort_positions(keys: &Stream<f32>, descending: bool) -> Result<Turns, Error> {
    sort(keys, Group::Pairs, descending)
}

/// The elements of a stream in the order of sorted positions.
pub(super) fn gather<T: Texel>(values: &Stream<T>, order: &Turns, layout: Layout) -> Result<Stream<T>, Error> {
    let device = values.device();
    let mut result = device.stream_with(values.shape(), layout)?;
    let source = glsl!("primitives/sort_packed_gather.frag").element::<T>().part("sorted", order.texel_at());
    let kernel = device.kernel(&source)?;
    order.inputs(device.pass(&kernel)).input("values", values).output("gathered", &mut result).run()?;
    Ok(result)
}

fn sort(keys: &Stream<f32>, group: Group, descending: bool) -> Result<Turns, Error> {
    let device = keys.device();
    let limits = device.limits();
    let streams = 1 << limits.targets.min(limits.samplers).clamp(1, MOST).ilog2();
    let mut sorted = groups(keys, group, descending, streams)?;
    let stages = sorted.groups().next_power_of_two().ilog2();
    for stage in 1..=stages {
        let mut left = stage;
        while left > 0 {
            // An odd step comes first, so that the last pass of a stage has two where it can.
            let taken = if left.is_multiple_of(2) { 2 } else { 1 };
            let steps = Steps { block: 1 << left, mirror: left == stage, two: taken == 2, last: left == taken };
            sorted = steps.run(device, &sorted, group, descending)?;
            left -= taken;
        }
    }
    Ok(sorted)
}

/// Sorts as many texels as there are streams, in registers.
fn groups(keys: &Stream<f32>, group: Group, descending: bool, streams: usize) -> Result<Turns, Error> {
    let device = keys.device();
    let load = match (group, keys.layout()) {
        (Group::Pairs, _) => "#include \"shared/load_packed_pairs.glsl\"\n",
        (Group::Keys, Layout::Packed) => {
            "#include \"shared/four_packed.glsl\"\n#include \"shared/load_packed_keys.glsl\"\n"
        }
        (Group::Keys, Layout::Plain) => {
            "#include \"shared/four_plain.glsl\"\n#include \"shared/load_packed_keys.glsl\"\n"
        }
    };
    let source = bind(glsl!("primitives/sort_packed_groups.frag"), group, descending);
    let source = source.part("outputs", outputs(streams)).part("load", load).part("network", network(streams));
    let kernel = device.kernel(&source)?;
    let (values, past) = match group {
        Group::Keys => (Bound::texels(keys), f32::INFINITY),
        Group::Pairs => (Bound::of(keys), f32::INFINITY),
    };
    let past = if descending { -past } else { past };
    let mut sorted = Turns::new(device, keys.len().div_ceil(group.elements()), streams)?;
    let pass = device.pass(&kernel).bound("values", values).constant("elements", keys.len()).constant("past", past);
    sorted.outputs(alive(pass, group)).run()?;
    Ok(sorted)
}

/// The steps of a pass: of a stage's comparisons those over half the block and, with `two`, a quarter.
struct Steps {
    /// Groups in the sequences that the first step compares the halves of.
    block: usize,
    /// The stage begins.
    mirror: bool,
    two: bool,
    /// The stage ends, with the steps within a group.
    last: bool,
}

impl Steps {
    fn run(&self, device: &Device, keys: &Turns, group: Group, descending: bool) -> Result<Turns, Error> {
        let streams = keys.streams.len();
        let source = bind(glsl!("primitives/sort_packed_steps.frag"), group, descending);
        let source = source.part("streams", inputs(streams) + &outputs(streams));
        let source = source.part("partners", self.partners()).part("steps", self.text(streams));
        let kernel = device.kernel(&source)?;
        let row = keys.streams[0].geometry().width;
        let along = |distance: usize| if distance < row { [distance, 0] } else { [0, distance / row] };
        let block = [self.block.min(row), self.block.div_ceil(row)];
        let far = along(self.block / 2);
        let near = if self.two { along(self.block / 4) } else { [0, 0] };
        let mut next = Turns::new(device, keys.groups() * streams, streams)?;
        let mut pass = keys.inputs(alive(device.pass(&kernel), group));
        pass = pass.constant("block_x", block[0]).constant("per_x", 1.0 / block[0] as f32);
        pass = pass.constant("block_y", block[1]).constant("per_y", 1.0 / block[1] as f32);
        pass = pass.constant("far_x", far[0]).constant("far_y", far[1]);
        pass = pass.constant("near_x", near[0]).constant("near_y", near[1]);
        next.outputs(pass).run()?;
        Ok(next)
    }

    /// Where the partners of a group, or of two, are.
    fn partners(&self) -> String {
        let group = |name: char| {
            ["x", "y"].map(|axis| match self.mirror {
                true => format!("index {name}p{axis} = 2 * start_{axis} + block_{axis} - 1 - {name}{axis};\n"),
                false => format!("index {name}p{axis} = {name}{axis} + (upper ? -far_{axis} : far_{axis});\n"),
            })
        };
        [group('a'), group('b')].concat().concat()
    }

    /// The lines that compare, texel by texel of the group.
    fn text(&self, streams: usize) -> String {
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

fn alive(pass: Pass<'_>, group: Group) -> Pass<'_> {
    if group == Group::Keys { pass.constant("live", true) } else { pass }
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
