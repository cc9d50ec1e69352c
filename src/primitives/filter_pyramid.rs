//! The fastest filter: builds a pyramid of counts, and finds the record of each result by a descent through it.

use crate::backend::Class;
use crate::error::Error;
use crate::geometry::{Geometry, Layout};
use crate::glsl;
use crate::kernel::Source;
use crate::machine::Kernel;
use crate::machine::layers::{Layers, declarations, names};
use crate::machine::{Device, Stream, StreamBinding};
use crate::shape::Shape;
use crate::texel::{Components, Texel};

use super::needs::with_kept;
use super::sort::EXACT_POSITIONS;
use super::texels::Texels;

/// The number of elements that a count of the lowest level covers.
const LEAF: usize = 16;
/// The maximum number of texels of counts that are read back.
pub(crate) const TOP: usize = 4;
/// The number of levels, from the lowest, whose counts a float holds exactly: 16^6 is 2^24.
const EXACT_LEVELS: usize = 6;
/// At least one in this many records must be kept for a walk from one kept record to the next to pay off.
const SPARSE: usize = 8;

/// Keeps the records for which the predicate is true. `bind` adds the predicate to a kernel, as the function `keep` of the part
/// "predicate".
pub(super) fn filter<T: Texel>(
    values: &Stream<T>,
    bind: impl Fn(Source) -> Result<Kernel, Error>,
) -> Result<Stream<T>, Error> {
    if T::COMPONENTS == Components::One && values.layout() == Layout::Plain && values.len() > LEAF {
        // Packing takes one more pass, but leaves a quarter of the texels to read.
        return filter_to(&values.to_layout(Layout::Packed)?, bind, Layout::Plain);
    }
    filter_to(values, bind, values.layout())
}

fn filter_to<T: Texel>(
    values: &Stream<T>,
    bind: impl Fn(Source) -> Result<Kernel, Error>,
    layout: Layout,
) -> Result<Stream<T>, Error> {
    let device = values.device();
    let mut levels = vec![counts(values, &bind)?];
    while levels[levels.len() - 1].geometry().texels() > TOP && levels.len() < EXACT_LEVELS {
        levels.push(sums(&levels[levels.len() - 1])?);
    }
    let read = || Ok(levels[levels.len() - 1].read()?.iter().map(|count| *count as usize).sum::<usize>());
    with_kept(device, values.len(), read, |kept| walk(values, &levels, kept, layout, &bind))
}

/// Gathers the kept records; each is found by a descent through the levels.
fn walk<T: Texel>(
    values: &Stream<T>,
    levels: &[Stream<f32>],
    kept: usize,
    layout: Layout,
    bind: &impl Fn(Source) -> Result<Kernel, Error>,
) -> Result<Stream<T>, Error> {
    let device = values.device();
    let mut result = device.stream_with::<T>(kept, layout)?;
    if kept == 0 {
        return Ok(result);
    }
    let dense = kept.saturating_mul(SPARSE) >= values.len();
    // Eight outputs take so many registers that a GPU has few threads to hide the latency of fetches.
    let max = if device.info().class == Class::Software { 8 } else { 4 };
    let layers = if dense { Layers::max(device).min(max) } else { 1 };
    let packed = values.layout() == Layout::Packed;
    // The maximum length of a walk, in texels. If few records are kept, a walk is no longer than a descent would be.
    let reach = match (dense, packed) {
        (true, _) => 64,
        (false, true) => 8,
        (false, false) => 32,
    };
    let (file, ty) = match packed {
        true => (glsl!("primitives/filter_walk_packed.frag"), "vec4"),
        false => (glsl!("primitives/filter_walk.frag"), "element"),
    };
    let counting = match values.len() > EXACT_POSITIONS {
        true => Counting::Integers { texels: levels[levels.len() - 1].geometry().texels() },
        false => Counting::Floats,
    };
    let descent = descent(levels.len(), reach, counting);
    let kernel = bind(file.part("outputs", outputs(layers, ty)).part("descent", descent))?;
    let pass = device.pass(&kernel).bound("values", StreamBinding::texels(values)).constant("records", kept);
    let pass =
        levels.iter().zip(LEVELS).fold(pass, |pass, (level, name)| pass.bound(name, StreamBinding::texels(level)));
    if layers == 1 && layout == values.layout() {
        pass.output_texels(names(1)[0], &mut result).run()?;
    } else {
        let (texels, components) = if packed { (kept.div_ceil(4), Components::Four) } else { (kept, T::COMPONENTS) };
        let mut texels = Layers::new(device, texels, layers, components)?;
        texels.outputs(pass).run()?;
        texels.copy_to(&mut result)?;
    }
    Ok(result)
}

/// Computes the lowest level of counts.
fn counts<T: Texel>(values: &Stream<T>, bind: impl Fn(Source) -> Result<Kernel, Error>) -> Result<Stream<f32>, Error> {
    let texels = Texels::of(values);
    let (leaf, kept) = match texels.packed() {
        true => (LEAF / 4, "const index leaf = 4;\n#include \"shared/kept_of_four.glsl\"\n"),
        false => (LEAF, "const index leaf = 16;\n#include \"shared/kept_of_one.glsl\"\n"),
    };
    let kernel = bind(glsl!("primitives/filter_counts.frag").part("kept", kept))?;
    let mut counts = level(values.device(), values.len().div_ceil(LEAF))?;
    let mut pass = values.device().pass(&kernel).bound("values", texels.in_blocks(leaf));
    if let Some(lanes) = texels.lanes_of_last() {
        pass = pass.constant("lanes", lanes);
    }
    pass.output_texels("counts", &mut counts).run()?;
    Ok(counts)
}

/// Computes the level above `counts`.
pub(crate) fn sums(counts: &Stream<f32>) -> Result<Stream<f32>, Error> {
    let device = counts.device();
    let kernel = device.kernel(&glsl!("primitives/filter_sums.frag"))?;
    let mut sums = level(device, counts.len().div_ceil(LEAF))?;
    let pass = device.pass(&kernel).bound("counts", StreamBinding::texels(counts));
    pass.output_texels("sums", &mut sums).run()?;
    Ok(sums)
}

/// Allocates a level of this many counts. The highest level lies in one row, so that one read back fetches it.
pub(crate) fn level(device: &Device, counts: usize) -> Result<Stream<f32>, Error> {
    let texels = counts.div_ceil(4);
    if texels > TOP || texels > device.limits().texture {
        return device.stream_with(counts, Layout::Packed);
    }
    let row = Geometry { count: counts, layout: Layout::Packed, width: texels, height: 1, row: 4 * texels };
    Stream::new(device, Shape::from(counts), row)
}

fn outputs(layers: usize, ty: &str) -> String {
    let mut text = format!("const index layers = {layers};\n{}", declarations(layers, ty));
    text += "void clear() {\n";
    for name in names(layers) {
        text += &format!("    {name} = {ty}(0.0);\n");
    }
    text += &format!("}}\nvoid put(index at, {ty} record) {{\n");
    for (layer, name) in names(layers).iter().enumerate() {
        text += &format!("    {name} = at == {layer} ? record : {name};\n");
    }
    text + "}\n"
}

/// The names of the levels, the lowest first. 16^8 is more than any texture holds.
pub(crate) const LEVELS: [&str; 8] =
    ["level_0", "level_1", "level_2", "level_3", "level_4", "level_5", "level_6", "level_7"];

/// The type of the record numbers at the top of the pyramid.
#[derive(Clone, Copy)]
pub(crate) enum Counting {
    /// In floats, which are exact up to 2^24.
    Floats,
    /// In integers, until the counts of the highest level, which has `texels` texels, are subtracted; the remainder is below 2^24.
    Integers { texels: usize },
}

/// Returns the text of the descent from the highest level to the leaf that holds a record, with four texels of sixteen counts per
/// level. `reach` is how far to walk from there.
pub(crate) fn descent(levels: usize, reach: usize, counting: Counting) -> String {
    let mut text = format!("#include \"shared/lane_of.glsl\"\nconst index reach = {reach};\n");
    for level in &LEVELS[..levels] {
        text += &format!("input vec4 {level};\n");
    }
    text += "index leaf_of(index record, out float rest) {\n    index node = 0;\n    vec4 a, b, c, d;\n";
    let below = match counting {
        Counting::Floats => {
            text += "    rest = float(record);\n";
            levels
        }
        Counting::Integers { texels } => {
            text += &descent_in_integers(LEVELS[levels - 1], texels);
            levels - 1
        }
    };
    for (number, level) in LEVELS[..below].iter().enumerate().rev() {
        text += &format!(
            "    a = fetch({level}, node);\n    b = fetch({level}, node + 1);\n    c = fetch({level}, node + 2);\n    \
             d = fetch({level}, node + 3);\n    node = 4 * (node + texel_of(a, b, c, d, rest));\n    node += lane_of(a, rest);\n"
        );
        if number > 0 {
            text += "    node = 4 * node;\n";
        }
    }
    text + "    return node;\n}\n"
}

/// Returns the text of the step down from the highest level for more records than a float counts exactly.
fn descent_in_integers(level: &str, texels: usize) -> String {
    let mut text = format!(
        "    index upto = 0;\n    index before = 0;\n    for (index k = 0; k < {texels}; k++) {{\n        \
         a = fetch({level}, k);\n"
    );
    for lane in ["x", "y", "z", "w"] {
        text += &format!(
            "        upto += index(a.{lane});\n        node += record >= upto ? 1 : 0;\n        \
             before = record >= upto ? upto : before;\n"
        );
    }
    text + "    }\n    rest = float(record - before);\n    node = 4 * node;\n"
}
