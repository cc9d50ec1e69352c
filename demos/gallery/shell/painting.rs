//! Painting: egui's shapes into the framebuffer that is bound.

use std::collections::HashMap;
use std::sync::Arc;

use egui::epaint::{ImageDelta, textures::TexturesDelta};
use egui::{ClippedPrimitive, Color32, ColorImage, ImageData, TextureId, TextureOptions};
use egui_glow::glow::{self, HasContext};

/// A painter, and what its textures hold: in another context they are made anew, and nobody else has to care.
pub struct Painting {
    painter: egui_glow::Painter,
    kept: HashMap<TextureId, (Arc<ColorImage>, TextureOptions)>,
}

impl Painting {
    pub fn new(gl: Arc<glow::Context>) -> Result<Painting, String> {
        let painter = painter(gl)?;
        Ok(Painting { painter, kept: HashMap::new() })
    }

    /// Goes on in another context; the one before is [left](Painting::leave).
    pub fn go_on_in(&mut self, gl: Arc<glow::Context>) -> Result<(), String> {
        self.painter = painter(gl)?;
        for (&id, (image, options)) in &self.kept {
            self.painter.set_texture(id, &ImageDelta::full(Arc::clone(image), *options));
        }
        Ok(())
    }

    /// Deletes what is in the context, which is current for the last time.
    pub fn leave(&mut self) {
        self.painter.destroy();
    }

    pub fn largest_texture(&self) -> usize {
        self.painter.max_texture_side()
    }

    /// Paints a frame over all of the bound framebuffer.
    pub fn paint(
        &mut self,
        size: [u32; 2],
        pixels_per_point: f32,
        background: Color32,
        primitives: &[ClippedPrimitive],
        mut textures: TexturesDelta,
    ) {
        for (id, deltas) in &textures.set {
            for delta in deltas {
                keep(&mut self.kept, *id, delta);
            }
        }
        for id in &textures.free {
            self.kept.remove(id);
        }
        self.painter.clear(size, background.to_normalized_gamma_f32());
        self.painter.paint_and_update_textures(size, pixels_per_point, primitives, &mut textures);
    }

    /// What the bound framebuffer shows, the top row first.
    pub fn pixels(&self, size: [u32; 2]) -> ColorImage {
        self.painter.read_screen_rgba(size)
    }

    /// What OpenGL has to complain of since it was asked last.
    pub fn error(&self) -> Option<String> {
        // SAFETY: the painter's context is current whenever the shell calls this.
        match unsafe { self.painter.gl().get_error() } {
            glow::NO_ERROR => None,
            glow::INVALID_ENUM => Some("GL_INVALID_ENUM".to_owned()),
            glow::INVALID_VALUE => Some("GL_INVALID_VALUE".to_owned()),
            glow::INVALID_OPERATION => Some("GL_INVALID_OPERATION".to_owned()),
            glow::INVALID_FRAMEBUFFER_OPERATION => Some("GL_INVALID_FRAMEBUFFER_OPERATION".to_owned()),
            glow::OUT_OF_MEMORY => Some("GL_OUT_OF_MEMORY".to_owned()),
            glow::CONTEXT_LOST => Some("GL_CONTEXT_LOST".to_owned()),
            other => Some(format!("OpenGL error {other:#06x}")),
        }
    }
}

fn painter(gl: Arc<glow::Context>) -> Result<egui_glow::Painter, String> {
    // Without dithering a picture is the same on each run and each driver.
    egui_glow::Painter::new(gl, "", None, false).map_err(|error| format!("the window cannot be drawn: {error}"))
}

/// Notes what a texture holds after a change.
fn keep(kept: &mut HashMap<TextureId, (Arc<ColorImage>, TextureOptions)>, id: TextureId, delta: &ImageDelta) {
    let ImageData::Color(image) = &delta.image;
    let Some([left, top]) = delta.pos else {
        kept.insert(id, (Arc::clone(image), delta.options));
        return;
    };
    let Some((whole, options)) = kept.get_mut(&id) else { return };
    *options = delta.options;
    let whole = Arc::make_mut(whole);
    let row_length = whole.size[0];
    for (row, pixels) in image.pixels.chunks_exact(image.size[0].max(1)).enumerate() {
        let start = (top + row) * row_length + left;
        whole.pixels[start..start + pixels.len()].copy_from_slice(pixels);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_changed_part_is_kept_where_it_lies() {
        let image = |size: [usize; 2], color| ColorImage::filled(size, color);
        let mut kept = HashMap::new();
        let id = TextureId::Managed(0);
        let options = TextureOptions::NEAREST;
        keep(&mut kept, id, &ImageDelta::full(image([4, 3], Color32::BLACK), options));
        keep(&mut kept, id, &ImageDelta::partial([1, 1], image([2, 2], Color32::WHITE), options));
        let white: Vec<_> = kept[&id].0.pixels.iter().map(|&pixel| pixel == Color32::WHITE).collect();
        let (n, y) = (false, true);
        assert_eq!(white, [n, n, n, n, n, y, y, n, n, y, y, n]);
    }
}
