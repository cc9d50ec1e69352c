//! Reads textures with filters and mip levels, beyond their edges, and of three dimensions or six faces. The weights of a filter are exact; those of the
//! chips had some eight bits.

use crate::backend::sampling::{Sampling, Wrap, face};
use crate::fragment_program::TextureTarget;

use super::bytecode::NOWHERE;
use super::lanes::{BATCH, Slot, Slots};
use super::mipmaps::halved;
use super::texture::View;

impl View<'_> {
    /// Whether the fast way of reading is enough: the nearest texel of one plane or of an array, clamped to the edges.
    #[inline(always)]
    pub fn is_plain(&self, target: TextureTarget) -> bool {
        self.sampling == Sampling::default() && !matches!(target, TextureTarget::ThreeD | TextureTarget::Cube)
    }

    /// Fetches a texel, or several that are mixed, for each fragment.
    pub fn filter(&self, slots: &mut Slots, target: TextureTarget, [x, y, z, w]: [Slot; 4], out: [Slot; 4]) {
        let number = |slots: &Slots, slot: Slot, lane: usize| {
            if slot == NOWHERE { 0.0 } else { f32::from_bits(slots.of(slot)[lane]) }
        };
        for lane in 0..BATCH {
            let level = if self.sampling.mipmaps { number(slots, w, lane) } else { 0.0 };
            let texel = self.sample(target, [x, y, z].map(|slot| number(slots, slot, lane)), level);
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

    /// Returns what is read at these coordinates, of this mip level if there are several. Level 0 is the texture itself, and so is each below.
    pub fn sample(&self, target: TextureTarget, coordinates: [f32; 3], level: f32) -> [u32; 4] {
        let last = self.levels.saturating_sub(1) as f32;
        if last == 0.0 || level.is_nan() || level <= 0.0 {
            return self.sample_level(target, coordinates);
        }
        let at = |level: f32| self.level(target, level as usize).sample_level(target, coordinates);
        if !self.sampling.linear {
            return at(((level + 0.5).ceil() - 1.0).clamp(0.0, last));
        }
        let level = level.min(last);
        let (first, part) = (level.floor(), level - level.floor());
        if part == 0.0 {
            return at(first);
        }
        let (first, second) = (at(first).map(f32::from_bits), at(first + 1.0).map(f32::from_bits));
        std::array::from_fn(|c| (first[c] * (1.0 - part) + second[c] * part).to_bits())
    }

    /// Returns the view of one mip level.
    fn level(&self, target: TextureTarget, level: usize) -> View<'_> {
        let mut sides = [self.width, self.height, self.layers];
        let mut start = 0;
        for _ in 0..level {
            start += sides.iter().product::<usize>() * self.channels;
            sides = halved(sides, target).unwrap_or(sides);
        }
        let [width, height, layers] = sides;
        View {
            words: self.words.get(start..).unwrap_or_default(),
            width,
            height,
            span: height,
            layers,
            levels: 1,
            ..*self
        }
    }

    /// Returns the texel that the coordinates are in.
    pub fn nearest(&self, target: TextureTarget, coordinates: [f32; 3]) -> [usize; 3] {
        let (places, axes, layer) = self.places(target, coordinates);
        let sides = [self.width, self.height, self.layers];
        let index = |axis: usize| {
            if axis < axes { self.index(places[axis].floor(), sides[axis], target) } else { 0 }
        };
        [index(0), index(1), if axes == 3 { index(2) } else { layer }]
    }

    /// Returns the places along the axes, in texels; the number of axes; and the layer.
    fn places(&self, target: TextureTarget, [x, y, z]: [f32; 3]) -> ([f32; 3], usize, usize) {
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
            _ => ([x * sides[0] as f32, y * self.span as f32, 0.0], 2),
        };
        (std::array::from_fn(|axis| self.place(places[axis], sides[axis], target)), axes, layer)
    }

    /// Returns what is read of one level.
    fn sample_level(&self, target: TextureTarget, coordinates: [f32; 3]) -> [u32; 4] {
        if !self.sampling.linear {
            return self.texel(self.nearest(target, coordinates));
        }
        let (places, axes, layer) = self.places(target, coordinates);
        let sides = [self.width, self.height, self.layers];
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

    /// Returns a place along an axis, in texels, that is finite and reads the same. Where that is none, as for NaN, and for infinity in a
    /// texture that repeats, it returns the middle of the first texel.
    fn place(&self, place: f32, side: usize, target: TextureTarget) -> f32 {
        match self.wrap(target) {
            _ if place.is_nan() => 0.5,
            Wrap::Clamp => place.clamp(0.0, side as f32),
            Wrap::Repeat | Wrap::Mirror if place.is_infinite() => 0.5,
            Wrap::Repeat | Wrap::Mirror => place,
        }
    }

    /// Returns the index of a texel.
    fn index(&self, place: f32, side: usize, target: TextureTarget) -> usize {
        self.wrap(target).index(place as i64, side)
    }

    /// Returns what is beyond the edges. The faces of a cube end at their edges.
    fn wrap(&self, target: TextureTarget) -> Wrap {
        if target == TextureTarget::Cube { Wrap::Clamp } else { self.sampling.wrap }
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the first component of what a texture of three texels, 1, 2 and 4, is read as.
    fn read(coordinate: f32, wrap: Wrap, linear: bool) -> f32 {
        let words = [1.0f32, 2.0, 4.0].map(f32::to_bits);
        let sampling = Sampling { wrap, linear, mipmaps: false };
        let view = View {
            words: &words,
            width: 3,
            height: 1,
            span: 1,
            layers: 1,
            channels: 1,
            one: 0,
            outside: 0,
            sampling,
            levels: 1,
        };
        f32::from_bits(view.sample(TextureTarget::TwoD, [coordinate, 0.5, 0.0], 0.0)[0])
    }

    #[test]
    fn coordinates_that_are_no_place_read_a_texel() {
        for linear in [false, true] {
            assert_eq!(read(f32::INFINITY, Wrap::Clamp, linear), 4.0);
            assert_eq!(read(f32::MAX, Wrap::Clamp, linear), 4.0);
            assert_eq!(read(f32::NEG_INFINITY, Wrap::Clamp, linear), 1.0);
            for wrap in [Wrap::Clamp, Wrap::Repeat, Wrap::Mirror] {
                assert_eq!(read(f32::NAN, wrap, linear), 1.0, "{wrap:?}");
            }
            for wrap in [Wrap::Repeat, Wrap::Mirror] {
                assert_eq!(read(f32::INFINITY, wrap, linear), 1.0, "{wrap:?}");
                assert_eq!(read(f32::NEG_INFINITY, wrap, linear), 1.0, "{wrap:?}");
                assert!(read(-1e30, wrap, linear).is_finite());
            }
        }
    }

    #[test]
    fn a_cube_is_read_without_a_direction() {
        let words: Vec<u32> = (0..6).map(|face| (face as f32).to_bits()).collect();
        for linear in [false, true] {
            let sampling = Sampling { linear, ..Sampling::default() };
            let view = View {
                words: &words,
                width: 1,
                height: 1,
                span: 1,
                layers: 6,
                channels: 1,
                one: 0,
                outside: 0,
                sampling,
                levels: 1,
            };
            let read = |direction| f32::from_bits(view.sample(TextureTarget::Cube, direction, 0.0)[0]);
            assert_eq!(read([0.0; 3]), 0.0);
            assert_eq!(read([0.0, f32::NEG_INFINITY, 1.0]), 3.0);
        }
    }
}
