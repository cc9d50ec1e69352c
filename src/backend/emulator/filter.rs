//! Reads textures with filters, beyond their edges, and of three dimensions or six faces. The weights of a filter are exact; those of the
//! chips had some eight bits.

use crate::backend::sampling::{Sampling, face};
use crate::fragment_program::TextureTarget;

use super::bytecode::NOWHERE;
use super::lanes::{BATCH, Slot, Slots};
use super::texture::View;

impl View<'_> {
    /// Whether the fast way of reading is enough: the nearest texel of one plane or of an array, clamped to the edges.
    #[inline(always)]
    pub fn is_plain(&self, target: TextureTarget) -> bool {
        self.sampling == Sampling::default() && !matches!(target, TextureTarget::ThreeD | TextureTarget::Cube)
    }

    /// Fetches a texel, or several that are mixed, for each fragment.
    pub fn filter(&self, slots: &mut Slots, target: TextureTarget, [x, y, z, _]: [Slot; 4], out: [Slot; 4]) {
        let coordinates = |slots: &Slots, lane: usize| {
            [x, y, z].map(|slot| if slot == NOWHERE { 0.0 } else { f32::from_bits(slots.of(slot)[lane]) })
        };
        for lane in 0..BATCH {
            let texel = self.sample(target, coordinates(slots, lane));
            for (component, bits) in texel.into_iter().enumerate() {
                slots.spare[component][lane] = bits;
            }
        }
        for (component, &slot) in out.iter().enumerate() {
            if slot != NOWHERE {
                slots.place(slot, component);
            }
        }
    }

    /// Returns what is read at these coordinates.
    pub fn sample(&self, target: TextureTarget, [x, y, z]: [f32; 3]) -> [u32; 4] {
        let sides = [self.width, self.height, self.layers];
        let mut layer = 0;
        let (places, axes) = match target {
            TextureTarget::Rectangle => ([x, y, 0.0], 2),
            TextureTarget::OneD => ([x * sides[0] as f32, 0.0, 0.0], 1),
            TextureTarget::ThreeD => ([x * sides[0] as f32, y * sides[1] as f32, z * sides[2] as f32], 3),
            TextureTarget::Cube => {
                let (number, [s, t]) = face([x, y, z]);
                layer = number;
                ([s * sides[0] as f32, t * sides[1] as f32, 0.0], 2)
            }
            _ => ([x * sides[0] as f32, y * sides[1] as f32, 0.0], 2),
        };
        if !self.sampling.linear {
            let index =
                |axis: usize| if axis < axes { self.index(places[axis].floor(), sides[axis], target) } else { 0 };
            let third = if axes == 3 { index(2) } else { layer };
            return self.texel([index(0), index(1), third]);
        }
        // The texels around the coordinates, and how far from the first ones they are.
        let mut texels = [[0.0f32; 4]; 8];
        let parts = places.map(|place| place - 0.5 - (place - 0.5).floor());
        for (corner, texel) in texels.iter_mut().enumerate().take(1 << axes) {
            let index = |axis: usize| {
                let first = (places[axis] - 0.5).floor();
                if axis < axes { self.index(first + (corner >> axis & 1) as f32, sides[axis], target) } else { 0 }
            };
            let third = if axes == 3 { index(2) } else { layer };
            *texel = self.texel([index(0), index(1), third]).map(f32::from_bits);
        }
        for (axis, part) in parts.into_iter().enumerate().take(axes).rev() {
            let half = 1 << axis;
            for corner in 0..half {
                let (first, second) = (texels[corner], texels[corner + half]);
                texels[corner] = std::array::from_fn(|c| first[c] * (1.0 - part) + second[c] * part);
            }
        }
        texels[0].map(f32::to_bits)
    }

    /// Returns the index of a texel. NaN becomes the first.
    fn index(&self, place: f32, side: usize, target: TextureTarget) -> usize {
        // The faces of a cube end at their edges.
        let wrap = if target == TextureTarget::Cube { Default::default() } else { self.sampling.wrap };
        wrap.index(place as i64, side)
    }

    fn texel(&self, [column, row, layer]: [usize; 3]) -> [u32; 4] {
        let start = ((layer * self.height + row) * self.width + column) * self.channels;
        let mut texel = [0, 0, 0, self.one];
        if let Some(words) = self.words.get(start..start + self.channels) {
            texel[..self.channels].copy_from_slice(words);
        }
        texel
    }
}
