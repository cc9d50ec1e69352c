//! Implements [`Backend`](crate::backend::Backend) for OpenGL.

use std::rc::Rc;
use std::time::Duration;

use crate::backend::{
    Backend, BackendError, ComputeBackend, DeviceInfo, Draw, Drawn, Fit, ForeignTexture, KernelId, ListingPass,
    PassCost, PassLayouts, QueryId, RenderTarget, SequenceId, Texels, TextureId, TextureSpec, TimerId,
};
use crate::fragment_operations::DepthStencilTexel;
use crate::geometry::{Layout, Rect};
use crate::ir::Kernel;

use super::overruns::{Step, Written};
use super::texture::kind;
use super::{Gl, assembly};

impl Backend for Gl {
    fn info(&self) -> &DeviceInfo {
        &self.info
    }

    fn create_texture(&self, spec: TextureSpec) -> Result<TextureId, BackendError> {
        let _entered = self.enter()?;
        self.new_texture(spec)
    }

    fn delete_texture(&self, texture: TextureId) {
        match self.enter() {
            Ok(_entered) => self.forget_texture(texture),
            Err(error) => log::warn!("a texture is left behind: {error}"),
        }
    }

    fn borrow_texture(&self, texture: ForeignTexture, spec: TextureSpec) -> Result<TextureId, BackendError> {
        let _entered = self.enter()?;
        self.take_texture_of_owner(texture, spec)
    }

    fn write_texture(&self, target: RenderTarget, rect: Rect, texels: &[u32]) -> Result<(), BackendError> {
        let _entered = self.enter()?;
        self.put_texels(target, rect, texels)?;
        self.record_step(|| Step { reads: Vec::new(), writes: vec![Written::Texels(target, rect)] })
    }

    fn read_texture(&self, source: RenderTarget, rect: Rect, texels: &mut [u32]) -> Result<(), BackendError> {
        let _entered = self.enter()?;
        self.nothing_in_flight();
        self.get_texels(source, rect, texels)?;
        self.check_reset("reading a texture")?;
        self.check_guards(true)?;
        self.check_texels(source, rect)
    }

    fn prepare(&self, kernel: &Rc<Kernel>) -> Result<KernelId, BackendError> {
        let _entered = self.enter()?;
        match self.assembler() {
            Some(assembler) => self.new_assembly(assembler, kernel),
            None => self.new_kernel(kernel),
        }
    }

    fn delete_kernel(&self, kernel: KernelId) {
        match self.enter() {
            Ok(_entered) if self.assembler().is_some() => self.forget_assembly(Some(kernel)),
            Ok(_entered) => self.forget_kernel(kernel),
            Err(error) => log::warn!("a kernel is left behind: {error}"),
        }
    }

    fn fits(&self, kernel: KernelId, layouts: &PassLayouts) -> Result<Fit, BackendError> {
        let _entered = self.enter()?;
        match self.assembler() {
            Some(assembler) => self.fit_of_assembly(assembler, kernel, layouts),
            None => self.fit_of(kernel, layouts),
        }
    }

    fn draw(&self, draw: &Draw) -> Result<Drawn, BackendError> {
        let _entered = self.enter_with(draw.inputs.len() + usize::from(draw.points.is_some()))?;
        match self.assembler() {
            Some(assembler) => self.draw_assembly(assembler, draw),
            None => self.draw_pass(draw),
        }
        .map(Drawn::from)
    }

    fn draw_listing(&self, pass: &ListingPass) -> Result<(Vec<Texels>, PassCost), BackendError> {
        // A shader uses the first units, and an assembled program those that it names.
        let samplers = &pass.program.samplers;
        let units = match self.assembler() {
            Some(_) => samplers.iter().map(|sampler| sampler.unit + 1).max().unwrap_or(0),
            None => samplers.len(),
        };
        let _entered = self.enter_with(units.min(self.info.limits.samplers))?;
        let results = self.draw_program(pass)?;
        Ok((results, PassCost { fragments: (pass.width * pass.height) as u64, ..PassCost::default() }))
    }

    fn clear_depth_stencil(&self, buffer: TextureId, texel: DepthStencilTexel) -> Result<(), BackendError> {
        let _entered = self.enter()?;
        self.clear_buffer(buffer, texel)
    }

    fn average(&self, from: TextureId, to: TextureId) -> Result<(), BackendError> {
        let _entered = self.enter()?;
        self.average_by_mip_levels(from, to)
    }

    fn create_query(&self) -> Result<QueryId, BackendError> {
        Ok(self.new_occlusion_query())
    }

    fn delete_query(&self, query: QueryId) {
        match self.enter() {
            Ok(_entered) => self.forget_occlusion_query(query),
            Err(error) => log::warn!("a query is left behind: {error}"),
        }
    }

    fn query_is_ready(&self, query: QueryId) -> Result<bool, BackendError> {
        let _entered = self.enter()?;
        self.has_samples(query)
    }

    fn query_result(&self, query: QueryId) -> Result<u64, BackendError> {
        let _entered = self.enter()?;
        self.nothing_in_flight();
        let samples = self.samples(query)?;
        self.check_reset("waiting for an occlusion query")?;
        self.check_guards(true)?;
        Ok(samples)
    }

    fn begin_batch(&self) {
        self.open_batch();
    }

    fn end_batch(&self) {
        self.close_batch();
    }

    fn finish(&self) -> Result<(), BackendError> {
        let _entered = self.enter()?;
        self.wait();
        self.check("finishing")?;
        self.check_reset("finishing")?;
        self.check_guards(true)
    }

    fn start_timer(&self) -> Result<Option<TimerId>, BackendError> {
        let _entered = self.enter()?;
        self.begin_query()
    }

    fn stop_timer(&self, timer: TimerId) -> Result<Option<Duration>, BackendError> {
        let _entered = self.enter()?;
        self.end_query(timer)
    }

    fn sequence(&self, passes: &[Draw]) -> Result<Option<SequenceId>, BackendError> {
        if self.assembler().is_some()
            || passes.iter().any(|draw| !draw.operations.is_default() || draw.query.is_some() || draw.points.is_some())
        {
            return Ok(None);
        }
        let _entered = self.enter()?;
        // Compiles all passes before their programs are used, because compiling one may drop others.
        passes.iter().try_for_each(|draw| self.bare(draw).map(drop))?;
        let bare = passes.iter().map(|draw| self.bare(draw)).collect::<Result<_, _>>()?;
        let id = SequenceId(self.next_sequence.get());
        self.next_sequence.set(id.0 + 1);
        self.sequences.borrow_mut().insert(id, bare);
        Ok(Some(id))
    }

    fn replay(&self, sequence: SequenceId) -> Result<(), BackendError> {
        let _entered = self.enter()?;
        self.replay_bare(sequence)
    }

    fn delete_sequence(&self, sequence: SequenceId) {
        self.sequences.borrow_mut().remove(&sequence);
    }

    fn kernel_text(&self, kernel: &Kernel, layout: Layout) -> Option<String> {
        if self.assembler().is_some() {
            return assembly::listing(kernel, layout);
        }
        crate::glsl::text(kernel, self.dialect, layout).ok()
    }

    fn native_texture(&self, texture: TextureId) -> Option<u32> {
        let textures = self.textures.borrow();
        let (texture, _) = textures.get(&texture)?;
        number(texture)
    }

    fn expose_texture(&self, texture: TextureId) -> Result<(), BackendError> {
        let _entered = self.enter()?;
        let (texture, spec) = self.texture(texture)?;
        self.state.borrow_mut().bind_texture_anywhere(&self.gl, kind(spec), texture);
        Ok(())
    }

    fn compute(&self) -> Option<&dyn ComputeBackend> {
        // WebGL has no compute shaders.
        if cfg!(target_family = "wasm") { None } else { self.info.compute.map(|_| self as &dyn ComputeBackend) }
    }

    fn compute_requirements(&self) -> &'static str {
        "OpenGL 4.3 or OpenGL ES 3.1"
    }
}

#[cfg(not(target_arch = "wasm32"))]
fn number(texture: &glow::Texture) -> Option<u32> {
    Some(texture.0.get())
}

/// Returns `None`, because textures have no numbers in a browser.
#[cfg(target_arch = "wasm32")]
fn number(_: &glow::Texture) -> Option<u32> {
    None
}
