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

/// How a pyramid is built: texels whose sum goes a level up, at the lowest level, the next, and so on, the last for all that
/// follow; and texels that the one pass at the top scans.
pub(super) struct Plan {
    blocks: &'static [usize],
    top: usize,
    /// Whether packed elements are walked through, a block a fragment, where there are several render targets.
    walks: bool,
}

/// A driver that draws on the CPU pays for each fetch, and little for a pass.
const SOFTWARE: Plan = Plan { blocks: &[4], top: 64, walks: true };
/// A GPU pays for each pass, and little for what the small levels fetch.
const HARDWARE: Plan = Plan { blocks: &[4, 16], top: 256, walks: false };

impl Plan {
    pub fn of(device: &Device) -> &'static Plan {
        if device.info().class == Class::Software { &SOFTWARE } else { &HARDWARE }
    }

    /// Texels whose sum goes up from this level. A walk through the lowest takes as many as it writes `layers`.
    fn block(&self, level: usize, layers: usize) -> usize {
        if level == 0 && layers > 1 { layers } else { self.blocks[level.min(self.blocks.len() - 1)] }
    }
}

/// The kernels of a pyramid, with the texels of a block.
#[derive(PartialEq)]
enum Way {
    Up(usize),
    Top,
    Down(usize),
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

/// The part "block" of the way down: a block is so many groups of so many texels, of which so many may lie before another.
fn block_part(groups: usize, size: usize, reads: usize) -> String {
    format!("const index groups = {groups}, size = {size}, reads = {reads};\n")
}

/// Inclusive without an identity, exclusive with one. The result has the layout of the input.
pub(super) fn scan<T: Texel>(
    values: &Stream<T>,
    op: &Operator<T>,
    identity: Option<T>,
    plan: &Plan,
) -> Result<Stream<T>, Error> {
    if T::COMPONENTS == Components::One && values.layout() == Layout::Plain && values.len() > plan.top {
        // Two passes more, and far fewer texels to sum up.
        return scan_to(&values.to_layout(Layout::Packed)?, op, identity, plan, Layout::Plain);
    }
    scan_to(values, op, identity, plan, values.layout())
}

fn scan_to<T: Texel>(
    values: &Stream<T>,
    op: &Operator<T>,
    identity: Option<T>,
    plan: &Plan,
    layout: Layout,
) -> Result<Stream<T>, Error> {
    let device = values.device();
    let walks = plan.walks && values.layout() == Layout::Packed;
    let layers = if walks { Layers::most(device) } else { 1 };
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
    while Texels::of(levels.last().unwrap_or(values)).count() > plan.top {
        let block = plan.block(levels.len(), layers);
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
        let (way, length) = match above {
            None => (Way::Top, plan.top),
            Some(_) => {
                // With this level popped, so many are left below.
                let block = plan.block(if last { 0 } else { levels.len() + 1 }, layers);
                (Way::Down(block), block)
            }
        };
        let kernel = match way {
            Way::Down(block) => kernels.get(way, || bind(down.clone(), block_part(1, block, block - 1)))?,
            _ => {
                let side = plan.top.isqrt();
                kernels.get(way, || bind(down.clone(), block_part(side, side, side)))?
            }
        };
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

    /// Keeps the first and the last element: it does not commute.
    fn ends() -> Operator<[f32; 2]> {
        Operator::new("ends", "vec2(a.x, b.y)", |a: [f32; 2], b: [f32; 2]| [a[0], b[1]])
    }

    /// Passes of a plan, of so many texels: up and down each level, and one at the top. A walk writes layers, which are
    /// copied.
    fn passes(plan: &Plan, mut texels: usize, lanes: usize, layers: usize) -> usize {
        let layers = if plan.walks && lanes == 4 { layers } else { 1 };
        let mut levels = 0;
        while texels > plan.top {
            texels = texels.div_ceil(plan.block(levels, layers)).div_ceil(lanes);
            levels += 1;
        }
        2 * levels + 1 + (levels > 0 && layers > 1) as usize
    }

    #[test]
    fn plans_of_every_class_of_device_scan_alike() {
        for (plan, targets) in [(&SOFTWARE, 8), (&SOFTWARE, 3), (&SOFTWARE, 1), (&HARDWARE, 8)] {
            let device = Device::builder().max_targets(targets).headless().unwrap();
            let layers = Layers::most(&device);
            let edges = [1, plan.top, 4 * plan.top, 16 * plan.top, 64 * plan.top, 1024 * plan.top];
            for n in edges.into_iter().flat_map(|n| [n - 1, n, n + 1]).filter(|n| *n > 0) {
                let x: Vec<f32> = (0..n).map(|i| ((i * 7919) % 16) as f32).collect();
                let stream = device.upload_with(n, Layout::Packed, &x).unwrap();
                let (sums, trace) = device.traced(|| scan(&stream, &Operator::sum(), None, plan).unwrap());
                assert!(sums.read().unwrap() == reference::scan(&x, &Operator::sum()), "{n}");
                assert_eq!(trace.passes().count(), passes(plan, n.div_ceil(4), 4, layers), "{n}");
                let sums = scan(&stream, &Operator::sum(), Some(0.0), plan).unwrap();
                assert!(sums.read().unwrap() == reference::exclusive_scan(&x, &Operator::sum()).unwrap(), "{n}");
                let pairs: Vec<[f32; 2]> = (0..n.min(5000)).map(|i| [i as f32, -(i as f32)]).collect();
                let (found, trace) =
                    device.traced(|| scan(&device.upload(&pairs).unwrap(), &ends(), None, plan).unwrap());
                assert!(found.read().unwrap() == reference::scan(&pairs, &ends()), "{n}");
                assert_eq!(trace.passes().count(), passes(plan, pairs.len(), 1, layers), "{n}");
            }
        }
        assert_eq!((passes(&SOFTWARE, 1 << 18, 4, 8), passes(&SOFTWARE, 1 << 20, 1, 8)), (8, 15));
        assert_eq!((passes(&HARDWARE, 1 << 18, 4, 8), passes(&HARDWARE, 1 << 20, 1, 8)), (5, 9));
    }
}
