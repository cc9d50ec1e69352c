//! The fastest scan: up and down a pyramid of sums.

use crate::backend::Class;
use crate::error::Error;
use crate::geometry::Layout;
use crate::glsl;
use crate::kernel::Source;
use crate::machine::layers::{Layers, declarations, names};
use crate::machine::{Device, Kernel, Stream};
use crate::operator::Operator;
use crate::texel::{Components, Texel};

use super::kernels::Kernels;
use super::texels::Texels;

/// Texels whose sum goes a level up.
const BLOCK: usize = 4;
/// Texels that one pass scans.
const TOP: usize = 64;

/// How many layers the last pass but one writes. A driver that draws on the CPU pays for each fetch: there a fragment walks
/// through as many texels, and fetches each once. A GPU pays for what it writes, which that would do twice.
fn walked_layers(device: &Device) -> usize {
    if device.info().class == Class::Software { Layers::most(device) } else { 1 }
}

/// The kernels of a pyramid, with the texels of a block.
#[derive(PartialEq)]
enum Way {
    Up(usize),
    Top,
    Down,
}

/// The part "block" of the way up: the texels of a block, a power of two, combined in pairs, so that a sum gathers few
/// roundings.
fn block_sum(size: usize) -> String {
    let mut terms: Vec<String> = (0..size).map(|k| format!("whole(fetch(values, x + {k}, y))")).collect();
    while terms.len() > 1 {
        terms = terms.chunks(2).map(|pair| format!("combine({}, {})", pair[0], pair[1])).collect();
    }
    format!(
        "const index size = {size};\nelement block_sum(index first) {{\n    index y = quotient(first, width(values));\n    \
         index x = first - y * width(values);\n    return {};\n}}\n",
        terms[0]
    )
}

/// Inclusive without an identity, exclusive with one. The result has the layout of the input.
pub(super) fn scan<T: Texel>(values: &Stream<T>, op: &Operator<T>, identity: Option<T>) -> Result<Stream<T>, Error> {
    let layers = walked_layers(values.device());
    if T::COMPONENTS == Components::One && values.layout() == Layout::Plain && values.len() > TOP {
        // Two passes more at most, and far fewer texels to sum up.
        return scan_to(&values.to_layout(Layout::Packed)?, op, identity, layers, Layout::Plain);
    }
    scan_to(values, op, identity, layers, values.layout())
}

/// Texels whose sum goes up from this level. A walk through the lowest takes as many as it writes layers.
fn block(level: usize, layers: usize) -> usize {
    if level == 0 && layers > 1 { layers } else { BLOCK }
}

fn scan_to<T: Texel>(
    values: &Stream<T>,
    op: &Operator<T>,
    identity: Option<T>,
    layers: usize,
    layout: Layout,
) -> Result<Stream<T>, Error> {
    let device = values.device();
    let layers = if values.layout() == Layout::Packed { layers } else { 1 };
    let mut result = device.stream_with::<T>(values.shape(), values.layout())?;
    let packed = values.layout() == Layout::Packed;
    let bind = |source: Source, block: String| -> Result<Kernel, Error> {
        device.kernel(&Texels::of(values).with(op.bind(source)?.part("block", block)))
    };
    let (up, down) = match packed {
        true => (glsl!("primitives/scan_pyramid_up_packed.frag"), glsl!("primitives/scan_pyramid_down_packed.frag")),
        false => (glsl!("primitives/scan_pyramid_up.frag"), glsl!("primitives/scan_pyramid_down.frag")),
    };
    let mut kernels = Kernels::new();
    let mut levels: Vec<Stream<T>> = Vec::new();
    while Texels::of(levels.last().unwrap_or(values)).count() > TOP {
        let block = block(levels.len(), layers);
        let kernel = kernels.get(Way::Up(block), || bind(up.clone(), block_sum(block)))?;
        let level = Texels::of(levels.last().unwrap_or(values));
        let mut sums = device.stream_with::<T>(level.count().div_ceil(block), values.layout())?;
        let pass = device.pass(kernel).bound("values", level.in_blocks(block));
        pass.output_texels("sums", &mut sums).run()?;
        levels.push(sums);
    }
    let mut above: Option<Stream<T>> = None;
    loop {
        let level = levels.pop();
        let last = level.is_none();
        let source = Texels::of(level.as_ref().unwrap_or(values));
        if let (true, Some(sums)) = (last && layers > 1, &above) {
            return walk(values, sums, op, identity, layers, layout);
        }
        // The highest level is one block, and has nothing above it.
        let (way, block, length) = match above {
            None => (Way::Top, "const index groups = 8, size = 8, reads = 8;\n", TOP),
            Some(_) => (Way::Down, "const index groups = 1, size = 4, reads = 3;\n", BLOCK),
        };
        let kernel = kernels.get(way, || bind(down.clone(), block.to_owned()))?;
        let mut next = match last {
            true => None,
            false => Some(device.stream_with::<T>(level.as_ref().unwrap_or(values).shape(), values.layout())?),
        };
        let sums = above.as_ref().map_or(source.bound(), |sums| Texels::of(sums).bound());
        let pass = device.pass(kernel).bound("values", source.in_blocks(length)).bound("sums", sums);
        let pass = pass.constant("in_rows", source.in_rows(length));
        let pass = pass.constant("exclusive", last && identity.is_some());
        let pass = pass.constant("identity", identity.unwrap_or(T::splat(0.0)).value());
        pass.output_texels("scanned", next.as_mut().unwrap_or(&mut result)).run()?;
        match next {
            Some(next) => above = Some(next),
            None if layout == values.layout() => return Ok(result),
            None => return result.to_layout(layout),
        }
    }
}

/// The lowest level, where a fragment walks through a block.
fn walk<T: Texel>(
    values: &Stream<T>,
    sums: &Stream<T>,
    op: &Operator<T>,
    identity: Option<T>,
    layers: usize,
    layout: Layout,
) -> Result<Stream<T>, Error> {
    let device = values.device();
    let step = |(k, name): (usize, &&str)| format!("{name} = scanned(first + {k}, before, some);\n");
    let steps: String = names(layers).iter().enumerate().map(step).collect();
    let outputs = format!("const index layers = {layers};\n{}", declarations(layers, "vec4"));
    let source = op.bind(glsl!("primitives/scan_walk_packed.frag"))?.part("outputs", outputs).part("steps", steps);
    let kernel = device.kernel(&source)?;
    let values_of = Texels::of(values);
    let mut scanned = Layers::new(device, values_of.count(), layers, Components::Four)?;
    let pass = device.pass(&kernel).bound("values", values_of.bound()).bound("sums", Texels::of(sums).bound());
    let pass = pass.constant("exclusive", identity.is_some());
    scanned.outputs(pass.constant("identity", identity.unwrap_or(T::splat(0.0)).value())).run()?;
    let mut result = device.stream_with(values.shape(), layout)?;
    scanned.copy_to(&mut result)?;
    Ok(result)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reference;

    /// Passes of so many texels: up and down each level, and one at the top. A walk writes layers, which are copied.
    fn passes(mut texels: usize, lanes: usize, layers: usize) -> usize {
        let layers = if lanes == 4 { layers } else { 1 };
        let mut levels = 0;
        while texels > TOP {
            texels = texels.div_ceil(block(levels, layers)).div_ceil(lanes);
            levels += 1;
        }
        2 * levels + 1 + (levels > 0 && layers > 1) as usize
    }

    #[test]
    fn devices_of_every_class_scan_alike() {
        let device = Device::headless().unwrap();
        for layers in [1, 2, 4, Layers::most(&device)] {
            let edges = [1, 4, 16, 64, 256, 1024, 4096].map(|n| n * TOP);
            for n in edges.into_iter().flat_map(|n| [n - 1, n, n + 1]) {
                let x: Vec<f32> = (0..n).map(|i| ((i * 7919) % 16) as f32).collect();
                let stream = device.upload_with(n, Layout::Packed, &x).unwrap();
                let scan = |identity| scan_to(&stream, &Operator::sum(), identity, layers, Layout::Packed).unwrap();
                let (sums, trace) = device.traced(|| scan(None));
                assert!(sums.read().unwrap() == reference::scan(&x, &Operator::sum()), "{n}");
                assert_eq!(trace.passes().count(), passes(n.div_ceil(4), 4, layers), "{n}");
                let sums = scan(Some(0.0)).read().unwrap();
                assert!(sums == reference::exclusive_scan(&x, &Operator::sum()).unwrap(), "{n}");
                let first = Operator::new("first", "a", |a: f32, _| a);
                let firsts = scan_to(&stream, &first, None, layers, Layout::Plain).unwrap();
                assert!(firsts.read().unwrap().iter().all(|found| *found == x[0]), "{n}");
            }
        }
        assert_eq!((passes(1 << 18, 4, 1), passes(1 << 18, 4, 8), passes(1 << 20, 1, 8)), (7, 8, 15));
    }
}
