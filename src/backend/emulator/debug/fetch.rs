//! Texel fetches of a single fragment: computes the texel that an address selects, and reads it.

use crate::fragment_program::{Opcode, Sampler, TextureTarget};
use crate::geometry::Geometry;

use super::super::texture::View;
use super::{Fetch, Vec4};

/// A texture that a fragment reads.
#[derive(Clone, Copy, Debug)]
pub struct Texture<'a> {
    /// Its texels.
    pub view: View<'a>,
    /// The geometry of the stream in the texture, and the number of layers with elements. `None` if each texel is an element, row by
    /// row.
    pub stream: Option<(Geometry, usize)>,
}

impl Texture<'_> {
    /// Fetches the texel at an address, which consists of integers for `TXF`, and otherwise of floats. The last is the mip level.
    pub fn fetch(&self, number: usize, sampler: &Sampler, opcode: Opcode, address: Vec4) -> Fetch {
        let texel = match opcode == Opcode::Txf {
            true => self.by_integers(sampler.target, address.map(|word| word as i32)),
            false => Some(self.by_floats(sampler.target, address.map(f32::from_bits))),
        };
        let (element, lanes) = match texel {
            Some(texel) => self.element(texel),
            None => (None, 1),
        };
        let words = match opcode == Opcode::Txf || self.view.is_plain(sampler.target) {
            true => self.words(texel),
            // The texel is one of those that are mixed.
            false => {
                let [x, y, z, level] = address.map(f32::from_bits);
                self.view.sample(sampler.target, [x, y, z], level)
            }
        };
        Fetch { sampler: number, input: sampler.input, texel, element, lanes, words }
    }

    fn by_floats(&self, target: TextureTarget, [x, y, z, _]: [f32; 4]) -> [usize; 3] {
        let texel = self.view.nearest(target, [x, y, z]);
        if target != TextureTarget::Array {
            return texel;
        }
        // The layer is rounded to the nearest integer. NaN becomes 0, which selects the first one.
        let layer = ((z + 0.5).floor().max(0.0) as usize).min(self.view.layers.saturating_sub(1));
        [texel[0], texel[1], layer]
    }

    fn by_integers(&self, target: TextureTarget, [x, y, z, _]: [i32; 4]) -> Option<[usize; 3]> {
        let View { width, height, layers, .. } = self.view;
        let within = |x: i32, side: usize| usize::try_from(x).ok().filter(|&x| x < side);
        match target {
            TextureTarget::Buffer => within(x, width * height).map(|number| [number % width, number / width, 0]),
            TextureTarget::Array => Some([within(x, width)?, within(y, height)?, within(z, layers)?]),
            _ => Some([within(x, width)?, within(y, height)?, 0]),
        }
    }

    /// Returns the first element of a texel, and the number of elements in a texel.
    fn element(&self, [column, row, layer]: [usize; 3]) -> (Option<usize>, usize) {
        let texel = row * self.view.width + column;
        let Some((geometry, layers)) = self.stream else {
            return (Some(layer * self.view.width * self.view.height + texel), 1);
        };
        let lanes = geometry.layout.lanes();
        let first = texel * lanes;
        ((first < geometry.count).then_some(first * layers + layer), lanes)
    }

    fn words(&self, texel: Option<[usize; 3]>) -> Vec4 {
        let View { words, width, height, channels, one, outside, .. } = self.view;
        let Some([column, row, layer]) = texel else { return [outside; 4] };
        let mut found = [0, 0, 0, one];
        let start = ((layer * height + row) * width + column) * channels;
        if let Some(texel) = words.get(start..start + channels) {
            found[..channels].copy_from_slice(texel);
        }
        found
    }
}
