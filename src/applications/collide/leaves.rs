//! Pairs of leaves: they wait in the tests of their levels until all levels are done, and are filtered together then, so that a level
//! reads back no more than one count.

use crate::applications::Error;
use crate::geometry::{Geometry, Layout, Rect};
use crate::glsl;
use crate::machine::{Device, Stream, StreamBinding};
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
    levels: Vec<Parents>,
}

/// What the positions of a level are of.
struct Parents {
    /// The level's first position.
    start: usize,
    parents: Stream<[f32; 2]>,
}

/// Levels that a pass knows the parents of: with three more inputs no more than chips have.
const LEVELS: usize = 8;

/// Where levels lie in textures, each from a row of its own on: the pass of a level draws what is its own, and no more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Rows {
    /// Pairs in a row.
    pairs: usize,
    /// Rows that a stream may have.
    max: usize,
}

impl Rows {
    /// Near-square for all levels, as far as textures go; positions are exact in floats.
    fn of(pairs: usize, largest: usize) -> Rows {
        let widest = if largest.is_power_of_two() { largest } else { largest.next_power_of_two() / 2 };
        let pairs = (pairs.isqrt() + 1).next_power_of_two().clamp(8, widest.max(8));
        Rows { pairs, max: largest.min(EXACT as usize / pairs) }
    }

    fn needed(self, pairs: usize) -> usize {
        pairs.div_ceil(self.pairs)
    }
}

/// Takes as many of the levels that wait as fit into a stream of positions, the first ones, one at least: a pass each.
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
    /// The pairs of triangles before, and those that a filter kept of these: a pass for each eight levels.
    pub fn listed(
        &self,
        kept: &Stream<f32>,
        before: Option<&Stream<[f32; 4]>>,
        nodes: &Stream<[f32; 2]>,
    ) -> Result<Stream<[f32; 4]>, Error> {
        let device = kept.device();
        let count_before = before.map_or(0, Stream::len);
        let kernel = device.kernel(&glsl!("applications/collide_leaves.frag").part("levels", levels()))?;
        let names: Vec<[String; 2]> = (0..LEVELS).map(|k| [format!("parents_{k}"), format!("start_{k}")]).collect();
        // Where there are none before, nothing is taken of what is read.
        let nothing = device.stream(1)?;
        let mut listed: Option<Stream<[f32; 4]>> = None;
        for (number, some) in self.levels.chunks(LEVELS).enumerate() {
            let mut leaves = device.stream(count_before + kept.len())?;
            let end = self.levels.get((number + 1) * LEVELS).map_or(self.tested.len(), |level| level.start);
            let pass = device.pass(&kernel).input("before", listed.as_ref().or(before).unwrap_or(&nothing));
            let pass = pass.input("kept", kept).input("nodes", nodes).constant("count_before", count_before);
            // Levels that there are none of begin where the others end.
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

/// The lines that find the parent of a position of one of the levels, and where it is within that. Branches, since neighbours are
/// mostly of one level.
fn levels() -> String {
    let mut text = String::from("constant index end;\n");
    for k in 0..LEVELS {
        text += &format!("input vec2 parents_{k};\nconstant index start_{k};\n");
    }
    text += "vec2 parent_of(index position, inout index within) {\n    vec2 parent = vec2(0.0);\n";
    for k in 0..LEVELS {
        let end = if k + 1 < LEVELS { format!("start_{}", k + 1) } else { "end".to_owned() };
        text += &format!(
            "    if (position >= start_{k} && position < {end}) {{\n        within = position - start_{k};\n        \
             parent = fetch(parents_{k}, quotient(within, 2));\n    }}\n"
        );
    }
    text + "    return parent;\n}\n"
}
