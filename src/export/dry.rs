//! A backend that runs nothing: textures have no texels, and passes are not drawn. Its device has what WebGL 2 has.

use std::cell::Cell;
use std::rc::Rc;

use crate::backend::{
    Backend, BackendError, Class, DeviceInfo, Draw, Drawn, Features, Fit, KernelId, Limits, PassLayouts, RenderTarget,
    ResourceUse, TextureId, TextureSpec,
};
use crate::geometry::Rect;
use crate::glsl::Dialect;
use crate::ir::Kernel;

use super::Target;

/// The number of streams that a pass can read: what OpenGL ES 3.0 guarantees.
const SAMPLERS: usize = 16;

pub(super) struct Dry {
    info: DeviceInfo,
    next: Cell<u32>,
}

impl Dry {
    pub fn new(target: Target) -> Dry {
        let info = DeviceInfo {
            vendor: "brooklet".to_owned(),
            renderer: "any device with WebGL 2".to_owned(),
            version: "WebGL 2".to_owned(),
            dialect: Some(Dialect::Es),
            // Methods are those that are the fastest on GPUs.
            class: Class::Hardware,
            limits: Limits { texture: target.texture, targets: target.targets, samplers: SAMPLERS, point_size: 1 },
            // A manifest has rectangles alone, which draw to textures of one level.
            features: Features { points: None, float_mip_levels: false, ..Features::ALL },
            formats: Vec::new(),
            timer_queries: false,
            partitions: false,
            early_z_in_queries: true,
            compute: None,
        };
        Dry { info, next: Cell::new(0) }
    }

    /// Returns a number that no object has.
    fn number(&self) -> u32 {
        let number = self.next.get();
        self.next.set(number + 1);
        number
    }
}

impl Backend for Dry {
    fn info(&self) -> &DeviceInfo {
        &self.info
    }

    fn create_texture(&self, _: TextureSpec) -> Result<TextureId, BackendError> {
        Ok(TextureId(self.number()))
    }

    fn delete_texture(&self, _: TextureId) {}

    fn write_texture(&self, _: RenderTarget, _: Rect, _: &[u32]) -> Result<(), BackendError> {
        Ok(())
    }

    /// The work that reads is refused afterwards: whatever it did with the numbers.
    fn read_texture(&self, _: RenderTarget, _: Rect, texels: &mut [u32]) -> Result<(), BackendError> {
        texels.fill(0);
        Ok(())
    }

    fn prepare(&self, _: &Rc<Kernel>) -> Result<KernelId, BackendError> {
        Ok(KernelId(self.number()))
    }

    fn delete_kernel(&self, _: KernelId) {}

    fn fits(&self, _: KernelId, layouts: &PassLayouts) -> Result<Fit, BackendError> {
        Ok(Fit::uncut(vec![ResourceUse::new("texture image units", layouts.inputs.len(), SAMPLERS)]))
    }

    fn draw(&self, _: &Draw) -> Result<Drawn, BackendError> {
        Ok(Drawn::default())
    }

    fn finish(&self) -> Result<(), BackendError> {
        Ok(())
    }
}
