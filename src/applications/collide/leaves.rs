//! Pairs of leaves: they wait in the tests of their levels until all levels are done, and are filtered together then, so that a level
//! reads back no more than one count.

use crate::applications::Error;
use crate::geometry::{Geometry, Layout, Rect};
use crate::glsl;
use crate::machine::{Bound, Device, Stream};
use crate::shape::Shape;

use super::EXACT;

/// What a level leaves behind where pairs of leaves may be among those it kept.
pub(super) struct Waiting {
    /// What its test wrote: of two leaves -1 less their position.
    pub tested: Stream<f32>,
    /// What the positions are of.
    pub parents: Stream<[f32; 2]>,
}

/// The pairs of leaves of several levels, one level below the other, before they are filtered.
pub(super) struct Gathered {
    pub tested: Stream<f32>,
    pub parents: Stream<[f32; 2]>,
}

/// Where levels lie in textures, each from a row of its own on: two passes a level then draw what is its own, and no more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Rows {
    /// Pairs in a row.
    pairs: usize,
    /// Rows that a stream may have.
    most: usize,
}

impl Rows {
    /// Near-square for all levels, as far as textures go; positions are exact in floats.
    fn of(pairs: usize, largest: usize) -> Rows {
        let widest = if largest.is_power_of_two() { largest } else { largest.next_power_of_two() / 2 };
        let pairs = (pairs.isqrt() + 1).next_power_of_two().clamp(8, widest.max(8));
        Rows { pairs, most: largest.min(EXACT as usize / pairs) }
    }

    fn needed(self, pairs: usize) -> usize {
        pairs.div_ceil(self.pairs)
    }

    fn stream<T: crate::texel::Texel>(
        self,
        device: &Device,
        row: usize,
        height: usize,
        layout: Layout,
    ) -> Result<Stream<T>, crate::Error> {
        let geometry = Geometry { count: row * height, layout, width: row / layout.lanes(), height, row };
        Stream::new(device, Shape::from(row * height), geometry)
    }
}

/// Takes as many of the levels that wait as fit into a stream of positions, the first ones, one at least: two passes each.
pub(super) fn gather(device: &Device, waiting: &mut Vec<Waiting>) -> Result<Option<Gathered>, Error> {
    let all = waiting.iter().map(|level| level.tested.len()).sum();
    let rows = Rows::of(all, device.limits().texture);
    let (mut levels, mut height) = (0, 0);
    for level in &*waiting {
        let more = rows.needed(level.tested.len());
        if levels > 0 && height + more > rows.most {
            break;
        }
        (levels, height) = (levels + 1, height + more);
    }
    let Some(first) = waiting.first() else { return Ok(None) };
    let layout = first.tested.layout();
    let mut tested = rows.stream::<f32>(device, rows.pairs, height, layout)?;
    let mut parents = rows.stream::<[f32; 2]>(device, rows.pairs / 2, height, Layout::Plain)?;
    let leaves = device.kernel(&match layout {
        Layout::Packed => glsl!("applications/collide_gather_packed.frag"),
        Layout::Plain => glsl!("applications/collide_gather.frag"),
    })?;
    let place = device.kernel(&glsl!("applications/collide_gather_parents.frag"))?;
    let mut y = 0;
    for level in waiting.drain(..levels) {
        let (count, height) = (level.tested.len(), rows.needed(level.tested.len()));
        let start = y * rows.pairs;
        let pass = device.pass(&leaves).bound("tested", Bound::texels(&level.tested));
        let pass = pass.constant("start", start / layout.lanes()).constant("pairs", count).constant("zero", 0.0);
        let pass = pass.rectangle(Rect::new(0, y, rows.pairs / layout.lanes(), height));
        pass.output_texels("gathered", &mut tested).run()?;
        let pass = device.pass(&place).input("parents", &level.parents).constant("start", start / 2);
        pass.output("gathered", &mut parents).rectangle(Rect::new(0, y, rows.pairs / 2, height)).run()?;
        y += height;
    }
    Ok(Some(Gathered { tested, parents }))
}
