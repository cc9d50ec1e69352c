//! Tracks spoilt data: the texels and buffers that were written by a pass in which the driver ended a loop, and everything that was
//! computed from them. They stay spoilt until they are overwritten.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::backend::{BufferId, RenderTarget, TextureId};
use crate::geometry::Rect;

/// A pass in which the driver ended a loop.
#[derive(PartialEq, Debug)]
pub(super) struct Overrun {
    pub kernel: String,
    /// The number of elements that share a texel, and so the iterations of its invocation.
    pub lanes: u64,
}

/// A resource that a step reads.
#[derive(Clone, Copy)]
pub(super) enum Read {
    Texture(TextureId),
    Buffer(BufferId),
}

/// A region that a step writes.
#[derive(Clone, Copy)]
pub(super) enum Written {
    Texels(RenderTarget, Rect),
    /// The whole buffer is overwritten.
    Buffer(BufferId),
    /// A part of a buffer is overwritten. The rest may keep its content.
    PartOfBuffer(BufferId),
}

/// The reads and writes of a pass, a dispatch, a copy or an upload.
#[derive(Default)]
pub(super) struct Step {
    pub reads: Vec<Read>,
    pub writes: Vec<Written>,
}

/// The spoilt texels and buffers, each with the pass that spoilt it.
#[derive(Default)]
pub(super) struct Spoilt {
    texels: FxHashMap<RenderTarget, Vec<(Rect, Rc<Overrun>)>>,
    buffers: FxHashMap<BufferId, Rc<Overrun>>,
}

impl Spoilt {
    pub fn is_empty(&self) -> bool {
        self.texels.is_empty() && self.buffers.is_empty()
    }

    /// Records a step that has run. `own` is set if the driver ended a loop in this step.
    pub fn step(&mut self, step: &Step, own: Option<Rc<Overrun>>) {
        let cause = own.or_else(|| step.reads.iter().find_map(|read| self.of_read(*read)));
        for written in &step.writes {
            match *written {
                Written::Texels(target, rect) => self.write(target, rect, cause.clone()),
                Written::Buffer(buffer) | Written::PartOfBuffer(buffer) => match (&cause, written) {
                    (Some(cause), _) => drop(self.buffers.insert(buffer, cause.clone())),
                    (None, Written::Buffer(_)) => drop(self.buffers.remove(&buffer)),
                    (None, _) => {}
                },
            }
        }
    }

    fn of_read(&self, read: Read) -> Option<Rc<Overrun>> {
        match read {
            Read::Texture(texture) => {
                let layers = self.texels.iter().filter(|(target, _)| target.texture == texture);
                layers.flat_map(|(_, spoilt)| spoilt).map(|(_, overrun)| overrun.clone()).next()
            }
            Read::Buffer(buffer) => self.buffers.get(&buffer).cloned(),
        }
    }

    fn write(&mut self, target: RenderTarget, rect: Rect, cause: Option<Rc<Overrun>>) {
        let mut spoilt = self.texels.remove(&target).unwrap_or_default();
        spoilt =
            spoilt.into_iter().flat_map(|(old, by)| without(old, rect).map(move |left| (left, by.clone()))).collect();
        spoilt.extend(cause.map(|cause| (rect, cause)));
        if !spoilt.is_empty() {
            self.texels.insert(target, spoilt);
        }
    }

    /// Returns the pass that spoilt any of these texels, if there is one.
    pub fn texels(&self, target: RenderTarget, rect: Rect) -> Option<Rc<Overrun>> {
        let spoilt = self.texels.get(&target)?;
        spoilt.iter().find(|(own, _)| own.intersect(rect).area() > 0).map(|(_, overrun)| overrun.clone())
    }

    /// Returns the pass that spoilt a buffer, if there is one.
    pub fn buffer(&self, buffer: BufferId) -> Option<Rc<Overrun>> {
        self.of_read(Read::Buffer(buffer))
    }

    /// Drops the entries of textures and buffers that do not exist any more.
    pub fn keep(&mut self, is_texture: impl Fn(TextureId) -> bool, is_buffer: impl Fn(BufferId) -> bool) {
        self.texels.retain(|target, _| is_texture(target.texture));
        self.buffers.retain(|buffer, _| is_buffer(*buffer));
    }
}

/// Subtracts a rectangle from another. The result is at most four rectangles.
fn without(rect: Rect, other: Rect) -> impl Iterator<Item = Rect> {
    let inner = rect.intersect(other);
    let (right, top) = (rect.x + rect.width, rect.y + rect.height);
    let left = match inner.area() {
        0 => vec![rect],
        _ => vec![
            Rect::new(rect.x, rect.y, rect.width, inner.y - rect.y),
            Rect::new(rect.x, inner.y, inner.x - rect.x, inner.height),
            Rect::new(inner.x + inner.width, inner.y, right - inner.x - inner.width, inner.height),
            Rect::new(rect.x, inner.y + inner.height, rect.width, top - inner.y - inner.height),
        ],
    };
    left.into_iter().filter(|rect| rect.area() > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn target(texture: u32) -> RenderTarget {
        RenderTarget { texture: TextureId(texture), layer: 0 }
    }

    fn step(reads: &[u32], texture: u32, rect: Rect) -> Step {
        let reads = reads.iter().map(|&texture| Read::Texture(TextureId(texture))).collect();
        Step { reads, writes: vec![Written::Texels(target(texture), rect)] }
    }

    #[test]
    fn what_is_left_of_a_rectangle_is_all_but_the_other() {
        let rect = Rect::new(2, 3, 5, 4);
        for x in 0..9 {
            for y in 0..9 {
                let other = Rect::new(x, y, 1 + (x * y) % 4, 1 + (x + y) % 5);
                let left: Vec<Rect> = without(rect, other).collect();
                for (column, row) in (0..12).flat_map(|x| (0..12).map(move |y| (x, y))) {
                    let texel = Rect::new(column, row, 1, 1);
                    let has = |rect: Rect| rect.intersect(texel).area();
                    let count: usize = left.iter().map(|rect| has(*rect)).sum();
                    assert_eq!(count, has(rect) * (1 - has(other)), "{other} at {texel}");
                }
            }
        }
    }

    #[test]
    fn what_is_computed_from_spoilt_texels_is_spoilt_until_it_is_written() {
        let overrun = Rc::new(Overrun { kernel: "f".into(), lanes: 1 });
        let mut spoilt = Spoilt::default();
        let (whole, row) = (Rect::new(0, 0, 4, 4), Rect::new(0, 1, 4, 1));
        spoilt.step(&step(&[0], 1, whole), Some(overrun.clone()));
        spoilt.step(&step(&[1], 2, row), None);
        spoilt.step(&step(&[0], 3, whole), None);
        let found = |spoilt: &Spoilt, texture, rect| spoilt.texels(target(texture), rect).is_some();
        assert_eq!([0, 1, 2, 3].map(|texture| found(&spoilt, texture, whole)), [false, true, true, false]);
        assert!(found(&spoilt, 2, Rect::new(3, 1, 1, 1)) && !found(&spoilt, 2, Rect::new(0, 2, 4, 2)));
        assert_eq!(spoilt.texels(target(2), row), Some(overrun));
        // Overwrites a row of texture 1 without reading anything, and then texture 2 from texture 3, which is not spoilt.
        spoilt.step(&step(&[], 1, row), None);
        assert!(!found(&spoilt, 1, row) && found(&spoilt, 1, Rect::new(0, 0, 4, 2)));
        spoilt.step(&step(&[3], 2, whole), None);
        assert!(!found(&spoilt, 2, whole));
        // A buffer that spoilt texels are copied to is spoilt too.
        let (a, b) = (BufferId(7), BufferId(8));
        let from = |texture| vec![Read::Texture(TextureId(texture))];
        spoilt.step(&Step { reads: from(1), writes: vec![Written::Buffer(a), Written::PartOfBuffer(b)] }, None);
        spoilt.step(&Step { reads: from(3), writes: vec![Written::Buffer(a), Written::PartOfBuffer(b)] }, None);
        assert_eq!([a, b].map(|buffer| spoilt.buffer(buffer).is_some()), [false, true]);
        spoilt.step(&Step { reads: vec![Read::Buffer(b)], writes: vec![Written::Texels(target(4), row)] }, None);
        assert!(found(&spoilt, 4, whole));
        spoilt.keep(|texture| texture != TextureId(4) && texture != TextureId(1), |buffer| buffer != b);
        assert!(spoilt.is_empty());
    }
}
