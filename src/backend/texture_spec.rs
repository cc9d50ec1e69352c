//! The description of a texture.

/// The type of a texture's channels. Each channel has 32 bits, or 16 if it is a half. In main memory, each is one word.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Channel {
    /// A float.
    #[default]
    Float,
    /// A float of 16 bits. Its word is that of the float of 32 bits with the same value; a float in between is rounded to one of its neighbours.
    Half,
    /// A signed integer.
    Int,
    /// An unsigned integer.
    Uint,
    /// 24 bits of depth and 8 bits of stencil, in the upper and the lower bits of a word. A texture of these has one channel. It is no
    /// input and no render target of a pass, but its [depth and stencil buffer](super::Draw::depth_stencil).
    DepthStencil,
}

impl Channel {
    /// Returns the size of a channel in bytes.
    pub fn bytes(self) -> usize {
        if self == Channel::Half { 2 } else { 4 }
    }
}

/// The description of a texture: its size in texels, its channels, and its layers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TextureSpec {
    /// The number of texels per row.
    pub width: usize,
    /// The number of rows.
    pub height: usize,
    /// The number of channels of a texel: 1, 2 or 4.
    pub channels: usize,
    /// The type of the channels.
    pub ty: Channel,
    /// The number of layers. A texture with more than one layer is an array texture. It is read with a layer, and each layer is a
    /// separate render target.
    pub layers: usize,
    /// The number of mip levels. Passes read and write the first. [`Backend::average`](super::Backend::average) computes the others.
    pub levels: usize,
}

impl TextureSpec {
    /// Returns the description of a float texture.
    pub fn floats(width: usize, height: usize, channels: usize, layers: usize) -> TextureSpec {
        TextureSpec { width, height, channels, ty: Channel::Float, layers, levels: 1 }
    }

    /// Returns the description of a depth and stencil buffer.
    pub fn depth_stencil(width: usize, height: usize) -> TextureSpec {
        TextureSpec { width, height, channels: 1, ty: Channel::DepthStencil, layers: 1, levels: 1 }
    }

    /// Returns the description of a square float texture whose side is a power of two, with all its mip levels.
    pub fn mip_levels(side: usize, channels: usize) -> TextureSpec {
        TextureSpec { levels: side.ilog2() as usize + 1, ..TextureSpec::floats(side, side, channels, 1) }
    }

    /// Returns the number of texels along each side of a mip level.
    pub fn sides(&self, level: usize) -> [usize; 2] {
        [self.width, self.height].map(|side| (side >> level).max(1))
    }

    /// Returns the size of all layers and mip levels in bytes.
    pub fn bytes(&self) -> usize {
        let texels: usize = (0..self.levels).map(|level| self.sides(level).iter().product::<usize>()).sum();
        texels * self.channels * self.layers * self.ty.bytes()
    }
}
