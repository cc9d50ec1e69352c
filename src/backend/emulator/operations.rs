//! Per-fragment operations of the emulator: tests the fragments of a pass, and combines what it has written beside a render target with
//! the target's content.
//!
//! Each texel of a pass has one fragment at most, so that tests do not depend on the order of fragments.

use crate::backend::{Draw, QueryId};
use crate::fragment_operations::{DepthStencilTexel, FragmentOperations, tests_pass};
use crate::fragment_program::Profile;
use crate::geometry::Rect;

use super::hierarchy::Hierarchy;
use super::interpreter::Surface;

/// The depth and stencil buffer of a pass.
pub struct DepthStencilBuffer {
    /// The words of its texels.
    pub words: Vec<u32>,
    /// What is known of its blocks.
    pub hierarchy: Hierarchy,
}

/// The fragments of a pass that pass the tests.
pub struct Passed {
    /// The rectangles for which the kernel runs.
    pub rects: Vec<Rect>,
    /// For each texel, whether its fragment passes all tests. `None` if all in the rectangles do.
    mask: Option<Vec<bool>>,
    /// The depths that the kernel has written: four numbers for each texel, of which the third is the depth.
    pub depths: Option<Vec<u32>>,
    /// The number of fragments that hierarchical z rejects.
    pub rejected: u64,
    width: usize,
}

impl Passed {
    /// Tests the fragments of a pass before its kernel runs, and leaves in the buffer what the tests say. The kernel then runs only for
    /// the blocks of fragments in which any passes, as the chip has it.
    pub fn early(draw: &Draw, buffer: Option<&mut DepthStencilBuffer>, profile: &Profile) -> Passed {
        let all = Passed::untested(draw);
        let Some(buffer) = buffer else { return all };
        let Passed { rects, width, .. } = all;
        let mut mask = vec![false; width * draw.output.height];
        let FragmentOperations { depth, stencil, .. } = draw.operations;
        let rejected = match (profile.hierarchical_z.value, depth) {
            (Some(z), Some(test)) if buffer.hierarchy.begin(z, draw, false) => {
                rects.iter().map(|rect| buffer.hierarchy.rejected(z, test, *rect, &buffer.words, width)).sum()
            }
            _ => 0,
        };
        let buffer = &mut buffer.words;
        let fragment = DepthStencilTexel::quantized(depth.and_then(|test| test.at).unwrap_or(0.0));
        for at in rects.iter().flat_map(|rect| texels(*rect, width)) {
            let mut texel = DepthStencilTexel::from_word(buffer[at]);
            mask[at] = tests_pass(depth, stencil, fragment, &mut texel);
            buffer[at] = texel.word();
        }
        let tests_early = draw.query.is_none() || profile.early_z_in_queries.value;
        let rects = match profile.early_z.value.block().filter(|_| tests_early) {
            Some(granularity) => rects.iter().flat_map(|rect| blocks(*rect, &mask, width, granularity)).collect(),
            None => rects,
        };
        Passed { rects, mask: Some(mask), depths: None, rejected, width }
    }

    /// Returns all fragments that are inside of the scissor rectangle. They have not been tested.
    pub fn untested(draw: &Draw) -> Passed {
        let rects = scissored(draw.rects, draw.operations.scissor);
        Passed { rects, mask: None, depths: None, rejected: 0, width: draw.output.width }
    }

    /// Tests the fragments of a pass after its kernel has written their depths: for each texel four numbers, of which the third is the
    /// depth.
    pub fn late(draw: &Draw, buffer: &mut [u32], depths: Vec<u32>) -> Passed {
        let all = Passed::untested(draw);
        let mut mask = vec![false; draw.output.width * draw.output.height];
        let FragmentOperations { depth, stencil, .. } = draw.operations;
        for at in all.rects.iter().flat_map(|rect| texels(*rect, all.width)) {
            let mut texel = DepthStencilTexel::from_word(buffer[at]);
            let fragment = DepthStencilTexel::quantized(f32::from_bits(depths[4 * at + 2]));
            mask[at] = tests_pass(depth, stencil, fragment, &mut texel);
            buffer[at] = texel.word();
        }
        Passed { mask: Some(mask), depths: Some(depths), ..all }
    }

    /// Returns the number of fragments that pass.
    pub fn count(&self) -> u64 {
        let passed = |at: usize| self.mask.as_ref().is_none_or(|mask| mask[at]);
        let rects = self.rects.iter();
        rects.map(|rect| texels(*rect, self.width).filter(|at| passed(*at)).count() as u64).sum()
    }

    /// Combines the fragments that pass with the texels of a surface.
    pub fn combine(&self, operations: &FragmentOperations, fragments: &[u32], into: &mut Surface) {
        let channels = into.channels;
        for at in self.rects.iter().flat_map(|rect| texels(*rect, self.width)) {
            if self.mask.as_ref().is_none_or(|mask| mask[at]) {
                let places = at * channels..(at + 1) * channels;
                combine(operations, &fragments[places.clone()], &mut into.words[places], into.to_half);
            }
        }
    }
}

/// Returns the parts of rectangles that are inside of a scissor rectangle.
fn scissored(rects: &[Rect], scissor: Option<Rect>) -> Vec<Rect> {
    let Some(scissor) = scissor else { return rects.to_vec() };
    rects.iter().map(|rect| rect.intersect(scissor)).filter(|rect| rect.area() > 0).collect()
}

/// Returns the numbers of the texels of a rectangle, in rows of `width` texels.
pub fn texels(rect: Rect, width: usize) -> impl Iterator<Item = usize> {
    (rect.y..rect.y + rect.height).flat_map(move |row| row * width + rect.x..row * width + rect.x + rect.width)
}

/// Returns the parts of a rectangle that consist of blocks in which any texel is set. Blocks next to each other become one part.
fn blocks(rect: Rect, mask: &[bool], width: usize, (columns, rows): (usize, usize)) -> Vec<Rect> {
    let (right, end) = (rect.x + rect.width, rect.y + rect.height);
    let mut parts: Vec<Rect> = Vec::new();
    for row in (rect.y - rect.y % rows..end).step_by(rows) {
        for column in (rect.x - rect.x % columns..right).step_by(columns) {
            let (x, y) = (column.max(rect.x), row.max(rect.y));
            let block = Rect::new(x, y, (column + columns).min(right) - x, (row + rows).min(end) - y);
            if !texels(block, width).any(|at| mask[at]) {
                continue;
            }
            match parts.last_mut() {
                Some(last) if last.y == y && last.x + last.width == x => last.width += block.width,
                _ => parts.push(block),
            }
        }
    }
    parts
}

/// Combines a fragment with the texel that it would replace. `to_half` converts words to those of a texture of halves.
pub fn combine(operations: &FragmentOperations, fragment: &[u32], into: &mut [u32], to_half: Option<fn(u32) -> u32>) {
    let texel = |words: &[u32]| {
        // What a texture does not have reads as 0, and its fourth component as 1.
        let mut all = [0.0, 0.0, 0.0, 1.0];
        all.iter_mut().zip(words).for_each(|(component, word)| *component = f32::from_bits(*word));
        all
    };
    let blended: [u32; 4] = match operations.blend {
        Some(blend) => blend.apply(texel(fragment), texel(into)).map(f32::to_bits),
        None => std::array::from_fn(|k| fragment.get(k).copied().unwrap_or(0)),
    };
    let written = into.iter_mut().zip(blended).zip(operations.write_mask.0);
    written
        .filter(|(_, on)| *on)
        .for_each(|((word, blended), _)| *word = to_half.map_or(blended, |to_half| to_half(blended)));
}

impl super::Emulator {
    /// Adds fragments to an occlusion query.
    pub(super) fn count_passed(&self, query: QueryId, passed: u64) {
        self.queries.borrow_mut().entry(query).and_modify(|count| *count += passed);
    }
}
