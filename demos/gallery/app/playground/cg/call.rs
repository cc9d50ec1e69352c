//! What an entry is given: its size, data for each texture, numbers for each uniform.

use brooklet::backend::Texels;
use brooklet::brook::Plain;
use brooklet::fragment_program::TextureTarget;

use crate::app::playground::data::{Data, Extents, MAX, MAX_ALONG, Material, numbers};

/// The layers of a texture of three dimensions.
const LAYERS: usize = 8;

/// Columns and rows.
pub type Size = [usize; 2];

/// The data of a texture.
#[derive(Clone, PartialEq, Debug)]
pub struct Texture {
    pub name: String,
    pub ty: String,
    pub data: Data,
    /// None: that of the target.
    pub own: Option<Size>,
}

/// The numbers of a uniform.
#[derive(Clone, PartialEq, Debug)]
pub struct Uniform {
    pub name: String,
    pub ty: String,
    pub numbers: Vec<f32>,
}

/// What an entry is given.
#[derive(Clone, PartialEq, Debug)]
pub struct Call {
    /// Of the render targets.
    pub size: Size,
    pub textures: Vec<Texture>,
    pub uniforms: Vec<Uniform>,
}

/// Sees that a texture or target is no larger than is made here.
///
/// # Errors
/// It is, with both numbers.
pub fn check_size(what: &str, [width, height]: Size, layers: usize) -> Result<(), String> {
    let texels = width.saturating_mul(height).saturating_mul(layers);
    let size = match layers {
        1 => format!("{width} × {height}"),
        _ => format!("{width} × {height} × {layers}"),
    };
    match (width.min(height), width.max(height)) {
        (0, _) => Err(format!("{what} of {size} has no texels")),
        (_, side) if side > MAX_ALONG => {
            Err(format!("{what} of {size} has a side of {side}; the maximum is {MAX_ALONG}"))
        }
        _ if texels > MAX => Err(format!("{what} of {size} has {texels} texels; the maximum is {MAX}")),
        _ => Ok(()),
    }
}

impl Call {
    /// The size of a texture.
    pub fn size_of(&self, texture: &Texture) -> Size {
        texture.own.unwrap_or(self.size)
    }

    /// Takes a file of this shape for the textures that wait for one, or for the first of all. The target becomes as large as a picture.
    pub fn take_file(&mut self, shape: &[usize]) {
        use crate::app::playground::data::Source::File;
        if self.textures.iter().all(|texture| texture.data.source != File)
            && let Some(first) = self.textures.first_mut()
        {
            first.data.source = File;
        }
        if let [height, width] = *shape {
            let held = Extents::plane(width, height).held();
            self.size = [held.width, held.height.unwrap_or(1)];
        }
    }

    /// The texels of a texture that is read as this target.
    ///
    /// # Errors
    /// It is too large, or there is nothing that it can be made from.
    pub fn texels(&self, number: usize, target: TextureTarget, material: &mut Material) -> Result<Texels, String> {
        let texture = &self.textures[number];
        let [width, height] = self.size_of(texture);
        let (width, height, layers) = match target {
            TextureTarget::OneD => (width, 1, 1),
            TextureTarget::Cube => (width, width, 6),
            TextureTarget::ThreeD => (width, height, LAYERS),
            _ => (width, height, 1),
        };
        check_size(&format!("texture `{}`", texture.name), [width, height], layers)?;
        let extents = Extents::plane(width, height * layers);
        let made = numbers(&texture.data, Plain::floats(4), extents, number as u64 * 16, material)
            .map_err(|error| format!("`{}`: {error}", texture.name))?;
        let texels = made.chunks_exact(4).map(|four| [four[0], four[1], four[2], four[3]]).collect();
        Ok(Texels { width, height, layers, texels })
    }
}
