//! The fastest sort: merges sorted runs, texel by texel, into all available render targets.

use crate::error::Error;
use crate::geometry::Layout;
use crate::glsl;
use crate::kernel::Source;
use crate::machine::layers::{Layers, declarations, names};
use crate::machine::{Kernel, Pass, Stream, StreamBinding};
use crate::texel::{Components, Texel};

use super::kernels::Kernels;

/// The number of texels between positions whose part of a merge is searched for in a separate pass.
const SPACING: usize = 128;

/// The contents of a texel: four keys, or two keys with their original positions.
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

    fn bind(self, source: Source, descending: bool) -> Source {
        let group = match self {
            Group::Keys => "#include \"shared/sort_keys.glsl\"\n",
            Group::Pairs => "#include \"shared/sort_pairs.glsl\"\n",
        };
        source.part("group", group).part("direction", format!("const bool descending = {descending};\n"))
    }
}

/// Sorts keys.
pub(super) fn sort_keys(keys: &Stream<f32>, descending: bool) -> Result<Stream<f32>, Error> {
    let device = keys.device();
    let mut result = device.stream_with(keys.shape(), keys.layout())?;
    if keys.is_empty() {
        return Ok(result);
    }
    sort(keys, Group::Keys, descending)?.copy_to(&mut result)?;
    Ok(result)
}

/// Sorts positions by keys: a texel holds two keys and their positions, in order.
pub(super) fn sort_positions(keys: &Stream<f32>, descending: bool) -> Result<Layers, Error> {
    sort(keys, Group::Pairs, descending)
}

/// Gathers the elements of a stream in the order of sorted positions.
pub(super) fn gather<T: Texel>(values: &Stream<T>, order: &Layers, layout: Layout) -> Result<Stream<T>, Error> {
    let device = values.device();
    let mut result = device.stream_with(values.shape(), layout)?;
    let kernel = device.kernel(&glsl!("primitives/sort_gather.frag").element::<T>())?;
    let pass = device.pass(&kernel).bound("keys", order.bound()).input("values", values);
    pass.output("gathered", &mut result).run()?;
    Ok(result)
}

fn sort(keys: &Stream<f32>, group: Group, descending: bool) -> Result<Layers, Error> {
    let device = keys.device();
    let layers = Layers::max(device);
    let texels = keys.len().div_ceil(group.elements());
    let mut sorted = groups(keys, group, descending, layers, texels)?;
    if 2 * layers >= texels {
        return Ok(sorted);
    }
    let source = glsl!("primitives/sort_merge.frag").part("outputs", outputs(layers)).part("steps", steps(layers));
    let kernel = device.kernel(&group.bind(source, descending))?;
    let mut starts = Kernels::new();
    let mut run = 2 * layers;
    while run < texels {
        let starts = match run >= SPACING {
            true => {
                Some(starts.get((), || device.kernel(&group.bind(glsl!("primitives/sort_starts.frag"), descending)))?)
            }
            false => None,
        };
        sorted = merge(&sorted, &kernel, starts, run)?;
        run *= 2;
    }
    Ok(sorted)
}

/// Sorts groups of twice as many texels as there are layers, in registers. Two fragments sort the same group, and each writes a
/// half.
fn groups(keys: &Stream<f32>, group: Group, descending: bool, layers: usize, texels: usize) -> Result<Layers, Error> {
    let device = keys.device();
    let packed = keys.layout() == Layout::Packed;
    let load = match (group, packed) {
        (Group::Pairs, _) => "#include \"shared/load_pairs.glsl\"\n",
        (Group::Keys, true) => "#include \"shared/four_packed.glsl\"\n#include \"shared/load_keys.glsl\"\n",
        (Group::Keys, false) => "#include \"shared/four_plain.glsl\"\n#include \"shared/load_keys.glsl\"\n",
    };
    let source = glsl!("primitives/sort_groups.frag").part("load", load).part("network", network(layers));
    let kernel = device.kernel(&group.bind(source.part("outputs", outputs(layers)), descending))?;
    let values = match group {
        Group::Keys => StreamBinding::texels(keys),
        Group::Pairs => StreamBinding::of(keys),
    };
    let mut sorted = Layers::new(device, texels, layers, Components::Four)?;
    let pass = device.pass(&kernel).bound("values", values).constant("elements", keys.len());
    sorted.outputs(pass).run()?;
    Ok(sorted)
}

/// Merges runs in pairs, after a search pass if `search` is given.
fn merge(keys: &Layers, kernel: &Kernel, search: Option<&Kernel>, run: usize) -> Result<Layers, Error> {
    let device = keys.device();
    let constants = [("run", run), ("texels", keys.texels())];
    let narrowed = search.is_some();
    let mut starts = device.stream::<f32>(if narrowed { keys.texels().div_ceil(SPACING) } else { 1 })?;
    if let Some(search) = search {
        let pass = device.pass(search).bound("keys", keys.bound());
        with(pass.output("starts", &mut starts), constants).run()?;
    }
    let mut merged = Layers::new(device, keys.texels(), keys.layers(), Components::Four)?;
    let pass = device.pass(kernel).bound("keys", keys.bound()).input("starts", &starts);
    merged.outputs(with(pass.constant("narrowed", narrowed), constants)).run()?;
    Ok(merged)
}

fn with<'a>(pass: Pass<'a>, constants: [(&'static str, usize); 2]) -> Pass<'a> {
    constants.into_iter().fold(pass, |pass, (name, value)| pass.constant(name, value))
}

fn outputs(layers: usize) -> String {
    format!("const index layers = {layers};\n{}", declarations(layers, "vec4"))
}

/// Returns the lines of the kernel that merge and write one texel after the other.
fn steps(layers: usize) -> String {
    let step = |(k, name): (usize, &&str)| {
        let more = k + 1 < layers;
        format!("{name} = from_order(advance(base, a, b, a_end, b_end, a_next, b_next, kept, {more}));\n")
    };
    names(layers).iter().enumerate().map(step).collect()
}

/// Returns the lines of the kernel that sort twice as many texels as there are layers, by bitonic merges of 1, 2, 4 and so on, and
/// write one half.
fn network(layers: usize) -> String {
    let mut text = String::from("bool upper = (here() & 1) == 1;\nindex first = layers * (here() - (here() & 1));\n");
    let mut order: Vec<usize> = (0..2 * layers).collect();
    for k in &order {
        text += &format!("ivec4 t{k} = sorted(loaded(first + {k}));\n");
    }
    let mut run = 1;
    while run < layers {
        for pair in order.chunks_mut(2 * run) {
            let (low, high) = pair.split_at_mut(run);
            // The second run is reversed, so that both together are bitonic.
            high.reverse();
            for (a, b) in low.iter().zip(high.iter()) {
                text += &format!("t{b} = reversed(t{b});\nexchange(t{a}, t{b});\n");
            }
            for half in [low, high] {
                text += &halved(half);
            }
        }
        run *= 2;
    }
    let (low, high) = order.split_at_mut(layers);
    high.reverse();
    for (a, b) in low.iter().zip(high.iter()) {
        text += &format!("t{b} = reversed(t{b});\nexchange(t{a}, t{b});\nt{a} = upper ? t{b} : t{a};\n");
    }
    text += &halved(low);
    for (name, k) in names(layers).iter().zip(low) {
        text += &format!("{name} = from_order(t{k});\n");
    }
    text
}

/// Returns the lines of the kernel that sort a bitonic sequence of texels.
fn halved(texels: &[usize]) -> String {
    let mut text = String::new();
    let mut distance = texels.len() / 2;
    while distance > 0 {
        for at in (0..texels.len()).filter(|at| at & distance == 0) {
            text += &format!("exchange(t{}, t{});\n", texels[at], texels[at + distance]);
        }
        distance /= 2;
    }
    for k in texels {
        text += &format!("t{k} = settled(t{k});\n");
    }
    text
}
