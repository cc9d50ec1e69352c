//! Array textures: neighbouring texels are in different layers of one texture, so that one fragment can write several of them.

use crate::backend::{TextureId, TextureSpec};
use crate::error::Error;
use crate::geometry::{Geometry, Layout};
use crate::glsl;
use crate::shape::Shape;
use crate::texel::{Components, Stored};

use super::device::Device;
use super::pass::{Pass, StreamBinding};
use super::stream::Stream;

/// The maximum number of layers that a fragment writes. No standard guarantees more render targets, and eight texels fill a
/// processor's registers.
const MAX_TARGETS: usize = 8;

/// The names of the outputs of a kernel that writes layers.
const NAMES: [&str; MAX_TARGETS] =
    ["texel_0", "texel_1", "texel_2", "texel_3", "texel_4", "texel_5", "texel_6", "texel_7"];

/// Texels in `L` layers of a texture: texel `i` is texel `i div L` of layer `i mod L`. A kernel whose outputs are the layers writes
/// `L` neighbouring texels at `here()`. A kernel that reads them fetches texels by index. With one layer it is an ordinary texture.
pub(crate) struct Layers {
    device: Device,
    /// The texture, or `None` on a planning device.
    texture: Option<TextureId>,
    spec: TextureSpec,
    geometry: Geometry,
    components: Components,
}

impl Layers {
    /// Returns the number of layers that a pass can write on this device: 8, 4, 2 or 1. Without array textures it is 1.
    pub fn max(device: &Device) -> usize {
        if !device.features().array_textures {
            return 1;
        }
        1 << device.limits().targets.clamp(1, MAX_TARGETS).ilog2()
    }

    /// Allocates `texels` texels, rounded up to a multiple of `layers`.
    pub fn new(device: &Device, texels: usize, layers: usize, components: Components) -> Result<Layers, Error> {
        let geometry = Geometry::of(Shape::from(texels.div_ceil(layers)), Layout::Plain, device.limits().texture)?;
        Layers::with_geometry(device, geometry, layers, components)
    }

    /// Allocates layers that each have this geometry. It must fit in a texture.
    pub fn with_geometry(
        device: &Device,
        geometry: Geometry,
        layers: usize,
        components: Components,
    ) -> Result<Layers, Error> {
        let spec = TextureSpec::floats(geometry.width, geometry.height, components.channels(), layers);
        let texture = if device.is_planning() { None } else { Some(device.acquire(spec)?) };
        Ok(Layers { device: device.clone(), texture, spec, geometry, components })
    }

    /// Returns the number of texels: a multiple of the number of layers.
    pub fn texels(&self) -> usize {
        self.geometry.count * self.spec.layers
    }

    /// Returns the number of layers.
    pub fn layers(&self) -> usize {
        self.spec.layers
    }

    /// Returns the device.
    pub fn device(&self) -> &Device {
        &self.device
    }

    /// Binds the texels as an input of a kernel.
    pub fn bound(&self) -> StreamBinding<'_> {
        StreamBinding::layered(&self.device, self.texture, self.geometry, self.components, self.spec.layers, 0)
    }

    /// Copies the elements to a stream: texel by texel, or element by element from texels of four into a plain stream of
    /// scalars.
    pub fn copy_to<T: Stored>(&self, stream: &mut Stream<T>) -> Result<(), Error> {
        if self.components == Components::Four && T::COMPONENTS == Components::One && stream.layout() == Layout::Plain {
            let kernel = self.device.kernel(&glsl!("primitives/unpack.frag"))?;
            return self.device.pass(&kernel).bound("values", self.bound()).output("unpacked", stream).run();
        }
        let kernel = self.device.kernel(&glsl!("primitives/copy.frag").element_of(self.components))?;
        self.device.pass(&kernel).bound("values", self.bound()).output_texels("copied", stream).run()
    }

    /// Binds the layers to the outputs of a kernel: the items of its array `texel`.
    pub fn outputs<'a>(&'a mut self, mut pass: Pass<'a>) -> Pass<'a> {
        for (layer, name) in NAMES.iter().enumerate().take(self.spec.layers) {
            let Layers { device, texture, geometry, components, .. } = &*self;
            pass = pass.bound_output(name, StreamBinding::layered(device, *texture, *geometry, *components, 1, layer));
        }
        pass
    }
}

impl Drop for Layers {
    fn drop(&mut self) {
        if let Some(texture) = self.texture {
            self.device.release(self.spec, texture);
        }
    }
}

/// Returns the names of the outputs of a kernel that writes `layers` layers: the items of its array `texel`.
pub(crate) fn names(layers: usize) -> &'static [&'static str] {
    &NAMES[..layers]
}
