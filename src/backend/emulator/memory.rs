//! Memory: the textures of an emulator.

use rustc_hash::FxHashMap;

use crate::backend::Sampling;
use crate::backend::{BackendError, Channel, TextureId, TextureSpec};
use crate::fragment_program::Chip;
use crate::geometry::Rect;

use super::arithmetic::{half_of, store_of};
use super::hierarchy::Hierarchy;
use super::texture::{View, span};

/// A texture in memory.
#[derive(Clone)]
pub struct Texture {
    /// The description of the texture.
    pub spec: TextureSpec,
    /// The words, layer by layer and row by row.
    pub words: Vec<u32>,
    /// What is known of the blocks of a depth and stencil buffer.
    pub hierarchy: Hierarchy,
}

impl Texture {
    /// Creates a texture of zeros.
    pub fn new(spec: TextureSpec) -> Result<Texture, BackendError> {
        let TextureSpec { width, height, channels, layers, .. } = spec;
        let count = [height, channels, layers].into_iter().try_fold(width, usize::checked_mul);
        let bytes = count.and_then(|count| count.checked_mul(4)).unwrap_or(usize::MAX);
        let full = || BackendError::OutOfMemory { width, height, bytes };
        let count = count.ok_or_else(full)?;
        let mut words = Vec::new();
        words.try_reserve_exact(count).map_err(|_| full())?;
        words.resize(count, 0);
        Ok(Texture { spec, words, hierarchy: Hierarchy::Lost })
    }

    /// Creates a texture without memory, for a counting emulator, which never reads texels.
    pub fn without_texels(spec: TextureSpec) -> Texture {
        Texture { spec, words: Vec::new(), hierarchy: Hierarchy::Lost }
    }

    /// Returns an error if a rectangle is not inside the texture, or does not have `count` words.
    pub fn check(&self, layer: usize, rect: Rect, count: usize) -> Result<(), BackendError> {
        self.rows(layer, rect, count).map(drop)
    }

    /// Returns the view through which a program reads the texture.
    pub fn view(&self, chip: Chip) -> View<'_> {
        let TextureSpec { width, height, channels, layers, ty, .. } = self.spec;
        let one = if matches!(ty, Channel::Float | Channel::Half) { 1f32.to_bits() } else { 1 };
        // The plain machine reads NaN outside the texture, as the interpreter of kernels does, so that their results can be compared.
        let outside = if chip == Chip::None { f32::NAN.to_bits() } else { 0 };
        View {
            words: &self.words,
            width,
            height,
            span: span(chip, height),
            layers,
            channels,
            one,
            outside,
            sampling: Sampling::default(),
            levels: 1,
        }
    }

    /// Returns the range of words of each row of a rectangle, after checking that the rectangle has `count` words.
    fn rows(
        &self,
        layer: usize,
        rect: Rect,
        count: usize,
    ) -> Result<impl Iterator<Item = std::ops::Range<usize>> + use<>, BackendError> {
        let TextureSpec { width, height, channels, layers, .. } = self.spec;
        let inside = layer < layers && rect.x + rect.width <= width && rect.y + rect.height <= height;
        if !inside || rect.area() * channels != count {
            let what = format!("{count} words for {rect} in layer {layer} of {width} × {height} × {layers}");
            return Err(BackendError::Driver { during: "moving texels", what });
        }
        let start = move |row: usize| ((layer * height + rect.y + row) * width + rect.x) * channels;
        Ok((0..rect.height).map(move |row| start(row)..start(row) + rect.width * channels))
    }

    /// Replaces the texels of a rectangle by `texels`, which are converted to the numbers of a chip.
    pub fn write(&mut self, layer: usize, rect: Rect, texels: &[u32], chip: Chip) -> Result<(), BackendError> {
        let store = store_of(chip);
        let row_words = (rect.width * self.spec.channels).max(1);
        let floats = matches!(self.spec.ty, Channel::Float | Channel::Half);
        let to_half = to_half(self.spec.ty, chip);
        for (row, given) in self.rows(layer, rect, texels.len())?.zip(texels.chunks_exact(row_words)) {
            let words = &mut self.words[row];
            words.copy_from_slice(given);
            if floats {
                words.iter_mut().for_each(|word| *word = store(*word));
                if let Some(to_half) = to_half {
                    words.iter_mut().for_each(|word| *word = to_half(*word));
                }
            }
        }
        Ok(())
    }

    /// Reads the texels of a rectangle.
    pub fn read(&self, layer: usize, rect: Rect, texels: &mut [u32]) -> Result<(), BackendError> {
        let row_words = (rect.width * self.spec.channels).max(1);
        for (row, wanted) in self.rows(layer, rect, texels.len())?.zip(texels.chunks_exact_mut(row_words)) {
            wanted.copy_from_slice(&self.words[row]);
        }
        Ok(())
    }
}

/// Returns the function that converts a chip's words to those that a texture of halves holds; `None` for other textures.
pub fn to_half(ty: Channel, chip: Chip) -> Option<fn(u32) -> u32> {
    (ty == Channel::Half).then(|| half_of(chip))
}

/// The textures of an emulator.
#[derive(Default)]
pub struct Textures(FxHashMap<TextureId, Texture>);

/// Returns the error for a resource that was deleted or never existed.
pub fn gone(during: &'static str, what: &str, number: u32) -> BackendError {
    BackendError::Driver { during, what: format!("there is no {what} {number}") }
}

impl Textures {
    pub fn get(&self, id: TextureId) -> Result<&Texture, BackendError> {
        self.0.get(&id).ok_or_else(|| gone("reading", "texture", id.0))
    }

    pub fn get_mut(&mut self, id: TextureId) -> Result<&mut Texture, BackendError> {
        self.0.get_mut(&id).ok_or_else(|| gone("writing", "texture", id.0))
    }

    /// Removes a texture, to be returned by [`put_back`](Textures::put_back).
    pub fn take(&mut self, id: TextureId) -> Result<Texture, BackendError> {
        self.0.remove(&id).ok_or_else(|| gone("drawing", "texture", id.0))
    }

    pub fn put_back(&mut self, id: TextureId, texture: Texture) {
        self.0.insert(id, texture);
    }

    pub fn delete(&mut self, id: TextureId) {
        self.0.remove(&id);
    }
}
