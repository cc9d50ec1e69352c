//! Pairs of leaves. They stay in the test results of their levels until all levels are done, and are then filtered together, so
//! that a level reads back only one count.

use crate::applications::Error;
use crate::geometry::{Geometry, Layout, Rect};
use crate::glsl;
use crate::machine::{Device, Stream, StreamBinding};
use crate::shape::Shape;

use super::EXACT;

/// The test of a level that may have found pairs of leaves, until [`gather`] collects it.
pub(super) struct Waiting {
    /// The output of the test: for a pair of leaves, -1 minus its position.
    pub tested: Stream<f32>,
    /// The records that the positions refer to.
    pub parents: Stream<[f32; 2]>,
}

/// The pairs of leaves of several levels before they are filtered, with the levels stacked vertically.
pub(super) struct Gathered {
    pub tested: Stream<f32>,
    levels: Vec<Parents>,
}

/// The records that the positions of one level refer to.
struct Parents {
    /// The first position of the level.
    start: usize,
    parents: Stream<[f32; 2]>,
}

/// The number of levels whose parents one pass can read. Together with three more inputs, chips do not allow more.
const LEVELS: usize = 8;

/// The layout of levels in textures. Each level begins at a new row, so that the pass of a level draws only that level's rows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Rows {
    /// The number of pairs in a row.
    pairs: usize,
    /// The maximum number of rows of a stream.
    max: usize,
}

impl Rows {
    /// Chooses a near-square layout for all levels, as far as texture sizes allow; positions are exact in floats.
    fn of(pairs: usize, largest: usize) -> Rows {
        let widest = if largest.is_power_of_two() { largest } else { largest.next_power_of_two() / 2 };
        let pairs = (pairs.isqrt() + 1).next_power_of_two().clamp(8, widest.max(8));
        Rows { pairs, max: largest.min(EXACT as usize / pairs) }
    }

    fn needed(self, pairs: usize) -> usize {
        pairs.div_ceil(self.pairs)
    }
}

/// Collects waiting levels into one stream of positions, with one pass for each level. Takes the maximum number of first levels
/// that fits, at least one.
pub(super) fn gather(device: &Device, waiting: &mut Vec<Waiting>) -> Result<Option<Gathered>, Error> {
    let all = waiting.iter().map(|level| level.tested.len()).sum();
    let rows = Rows::of(all, device.limits().texture);
    let (mut taken, mut height) = (0, 0);
    for level in &*waiting {
        let more = rows.needed(level.tested.len());
        if taken > 0 && height + more > rows.max {
            break;
        }
        (taken, height) = (taken + 1, height + more);
    }
    let Some(first) = waiting.first() else { return Ok(None) };
    let layout = first.tested.layout();
    let kernel = device.kernel(&match layout {
        Layout::Packed => glsl!("applications/collide_gather_packed.frag"),
        Layout::Plain => glsl!("applications/collide_gather.frag"),
    })?;
    let (count, width) = (rows.pairs * height, rows.pairs / layout.lanes());
    let mut tested =
        Stream::new(device, Shape::from(count), Geometry { count, layout, width, height, row: rows.pairs })?;
    let (mut levels, mut y) = (Vec::with_capacity(taken), 0);
    for level in waiting.drain(..taken) {
        let (start, height) = (y * rows.pairs, rows.needed(level.tested.len()));
        let pass = device.pass(&kernel).bound("tested", StreamBinding::texels(&level.tested)).constant("zero", 0.0);
        let pass = pass.constant("start", start / layout.lanes()).constant("pairs", level.tested.len());
        pass.rectangle(Rect::new(0, y, width, height)).output_texels("gathered", &mut tested).run()?;
        levels.push(Parents { start, parents: level.parents });
        y += height;
    }
    Ok(Some(Gathered { tested, levels }))
}

impl Gathered {
    /// Appends the pairs of triangles that a filter kept to those in `before`, with one pass for each eight levels.
    pub fn listed(
        &self,
        kept: &Stream<f32>,
        before: Option<&Stream<[f32; 4]>>,
        nodes: &Stream<[f32; 2]>,
    ) -> Result<Stream<[f32; 4]>, Error> {
        let device = kept.device();
        let count_before = before.map_or(0, Stream::len);
        let kernel = device.kernel(&glsl!("applications/collide_leaves.frag"))?;
        let names: Vec<[String; 2]> = (0..LEVELS).map(|k| [format!("parents_{k}"), format!("start_{k}")]).collect();
        // If there are no earlier pairs, nothing is fetched from this input.
        let nothing = device.stream(1)?;
        let mut listed: Option<Stream<[f32; 4]>> = None;
        for (number, some) in self.levels.chunks(LEVELS).enumerate() {
            let mut leaves = device.stream(count_before + kept.len())?;
            let end = self.levels.get((number + 1) * LEVELS).map_or(self.tested.len(), |level| level.start);
            let pass = device.pass(&kernel).input("before", listed.as_ref().or(before).unwrap_or(&nothing));
            let pass = pass.input("kept", kept).input("nodes", nodes).constant("count_before", count_before);
            // Inputs without a level start at the end of the last level.
            let last = &some[some.len() - 1];
            let pass = names.iter().enumerate().fold(pass, |pass, (k, [parents, start])| match some.get(k) {
                Some(level) => pass.input(parents, &level.parents).constant(start, level.start),
                None => pass.input(parents, &last.parents).constant(start, end),
            });
            pass.constant("end", end).output("leaves", &mut leaves).run()?;
            listed = Some(leaves);
        }
        Ok(listed.expect("a level at least was gathered"))
    }
}
