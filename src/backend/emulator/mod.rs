//! The emulator: executes passes in the same way as a fragment processor of 2002 to 2006, without any driver.
//!
//! - `bytecode` translates a fragment program once into operations on channels.
//! - `interpreter` executes them for batches of fragments, in the chip's [arithmetic](crate::fragment_program::arithmetic).
//! - `memory` contains the textures, and `texture` addresses their texels.
//! - `counting` estimates the cost of passes without executing them.
//! - `kernel` compiles kernels to fragment programs, and binds the arguments of a pass to them.
//! - [`debug`] executes single fragments, instruction by instruction.
//!
//! If a kernel exceeds the limits of a chip, the error comes before anything is drawn. It names the resource, the needed amount and the
//! available amount. Some limits can only be checked while a program runs (executed instructions, endless loops). These errors leave
//! the render targets unchanged.

mod arithmetic;
mod bytecode;
mod counting;
pub mod debug;
mod draw;
mod executable;
mod filter;
mod hierarchy;
mod info;
mod interpreter;
mod kernel;
mod lanes;
mod listing;
mod memory;
mod mipmaps;
mod operations;
mod points;
mod special;
#[cfg(test)]
mod tests;
mod texture;

use std::cell::{Cell, RefCell};
use std::rc::Rc;
#[cfg(not(target_family = "wasm"))]
use std::time::Duration;

use rustc_hash::FxHashMap;

use crate::fragment_operations::DepthStencilTexel;
use crate::fragment_program::cost::{Direction, Model};
use crate::fragment_program::{Chip, Compiled};
use crate::geometry::Rect;
use crate::ir::Kernel;
use crate::ir::interpret::MAX_ITERATIONS;

#[cfg(not(target_family = "wasm"))]
use super::TimerId;
use super::{
    Backend, BackendError, DeviceInfo, Draw, Drawn, Fit, KernelId, ListingPass, PassCost, PassLayouts, QueryId,
    RenderTarget, Texels, TextureId, TextureSpec,
};
use hierarchy::Hierarchy;
use memory::{Texture, Textures};

/// The kernels that were drawn, each with its program and counts, in the order in which they were first drawn.
pub(crate) type Survey = Rc<RefCell<Vec<(Rc<Kernel>, Compiled)>>>;

/// How an emulator handles passes.
pub(crate) enum Mode {
    /// Executes passes that fit the chip or can be partitioned.
    Execute,
    /// Executes all passes without partitioning, whether they fit the chip or not. Adds their programs to the survey before they are
    /// first drawn.
    Survey(Survey),
    /// Does not execute passes, but estimates their cost (see [`counting`]). All read-backs return this number.
    Count(ReadBack),
}

/// The number that all read-backs of a counting emulator return. It may change between passes.
pub(crate) type ReadBack = Rc<Cell<f32>>;

/// The emulator of a chip.
pub(crate) struct Emulator {
    chip: Chip,
    info: DeviceInfo,
    textures: RefCell<Textures>,
    kernels: RefCell<FxHashMap<KernelId, Rc<kernel::Kernel>>>,
    /// The occlusion queries, with the number of fragments that each has counted.
    queries: RefCell<FxHashMap<QueryId, u64>>,
    next: Cell<u32>,
    mode: Mode,
    /// The maximum number of iterations of all loops of a fragment.
    max_iterations: u64,
    /// The model that predicts the time of passes on the chip, if there is one.
    model: Option<Model>,
    /// The running timer. In a browser there is no timer, since there is no clock.
    #[cfg(not(target_family = "wasm"))]
    timer: Cell<Option<(TimerId, std::time::Instant)>>,
}

impl Emulator {
    /// Creates the emulator of a chip. `model` predicts the time that passes would have taken. A counting emulator accepts streams with
    /// as many elements as the chip has texels for, even if the chip's numbers cannot distinguish the positions of these elements.
    pub fn new(chip: Chip, mode: Mode, model: Option<Model>) -> Emulator {
        let mut info = info::info(chip);
        if let Mode::Count(_) = mode {
            info.features.exact_integer = i32::MAX as u32;
        }
        Emulator {
            chip,
            info,
            textures: RefCell::default(),
            kernels: RefCell::default(),
            queries: RefCell::default(),
            next: Cell::new(0),
            mode,
            max_iterations: MAX_ITERATIONS,
            model,
            #[cfg(not(target_family = "wasm"))]
            timer: Cell::new(None),
        }
    }

    /// Lowers the maximum number of iterations of all loops of a fragment.
    pub fn max_iterations(self, max: u64) -> Emulator {
        Emulator { max_iterations: max.min(MAX_ITERATIONS), ..self }
    }

    fn number(&self) -> u32 {
        self.next.replace(self.next.get() + 1)
    }

    fn kernel(&self, id: KernelId) -> Result<Rc<kernel::Kernel>, BackendError> {
        self.kernels.borrow().get(&id).cloned().ok_or_else(|| memory::gone("drawing", "kernel", id.0))
    }
}

impl Backend for Emulator {
    fn info(&self) -> &DeviceInfo {
        &self.info
    }

    fn create_texture(&self, spec: TextureSpec) -> Result<TextureId, BackendError> {
        info::check_texture(self.chip, &spec)?;
        let texture = match self.mode {
            Mode::Count(_) => Texture::without_texels(spec),
            Mode::Execute | Mode::Survey(_) => Texture::new(spec)?,
        };
        let id = TextureId(self.number());
        self.textures.borrow_mut().put_back(id, texture);
        Ok(id)
    }

    fn delete_texture(&self, texture: TextureId) {
        self.textures.borrow_mut().delete(texture);
    }

    fn write_texture(&self, target: RenderTarget, rect: Rect, texels: &[u32]) -> Result<(), BackendError> {
        if let Mode::Count(_) = self.mode {
            return self.textures.borrow().get(target.texture)?.check(target.layer, rect, texels.len());
        }
        self.textures.borrow_mut().get_mut(target.texture)?.write(target.layer, rect, texels, self.chip)
    }

    fn read_texture(&self, source: RenderTarget, rect: Rect, texels: &mut [u32]) -> Result<(), BackendError> {
        if let Mode::Count(number) = &self.mode {
            self.textures.borrow().get(source.texture)?.check(source.layer, rect, texels.len())?;
            texels.fill(arithmetic::store_of(self.chip)(number.get().to_bits()));
            return Ok(());
        }
        self.textures.borrow().get(source.texture)?.read(source.layer, rect, texels)
    }

    fn prepare(&self, kernel: &Rc<Kernel>) -> Result<KernelId, BackendError> {
        let survey = match &self.mode {
            Mode::Survey(survey) => Some(survey.clone()),
            Mode::Execute | Mode::Count(_) => None,
        };
        let kernel = kernel::Kernel::new(kernel, self.chip, survey)?.max_iterations(self.max_iterations);
        let id = KernelId(self.number());
        self.kernels.borrow_mut().insert(id, Rc::new(kernel));
        Ok(id)
    }

    fn delete_kernel(&self, kernel: KernelId) {
        self.kernels.borrow_mut().remove(&kernel);
    }

    fn fits(&self, kernel: KernelId, layouts: &PassLayouts) -> Result<Fit, BackendError> {
        self.kernel(kernel)?.fit(layouts)
    }

    fn draw(&self, draw: &Draw) -> Result<Drawn, BackendError> {
        let kernel = self.kernel(draw.kernel)?;
        let passes = draw.with_layouts(|layouts| kernel.bind(layouts))?;
        match &self.mode {
            Mode::Count(number) => self.count(&passes, draw, number.get()),
            Mode::Execute | Mode::Survey(_) => self.run(&passes, draw),
        }
    }

    fn draw_listing(&self, pass: &ListingPass) -> Result<(Vec<Texels>, PassCost), BackendError> {
        ListingPass { chip: self.chip, ..*pass }.run()
    }

    fn has_debugger(&self) -> bool {
        !matches!(self.mode, Mode::Count(_))
    }

    fn debug(&self, draw: &Draw, fragment: (usize, usize)) -> Result<Vec<debug::Fragment>, BackendError> {
        if let Mode::Count(_) = self.mode {
            return Err(BackendError::Unsupported {
                what: "a look into a fragment".to_owned(),
                needs: "a device that executes passes: this one counts them".to_owned(),
                device: self.chip.name().to_owned(),
            });
        }
        self.debug_fragment(draw, fragment)
    }

    fn clear_depth_stencil(&self, buffer: TextureId, texel: DepthStencilTexel) -> Result<(), BackendError> {
        let mut textures = self.textures.borrow_mut();
        let buffer = textures.get_mut(buffer)?;
        buffer.words.fill(texel.word());
        buffer.hierarchy = Hierarchy::Cleared;
        Ok(())
    }

    fn average(&self, from: TextureId, to: TextureId) -> Result<(), BackendError> {
        if !self.info.features.float_mip_levels {
            return Err(self.lacks("mip levels of float textures"));
        }
        let mut textures = self.textures.borrow_mut();
        let from = textures.get(from)?;
        let mean = mipmaps::mean(&from.words, from.spec.channels);
        if !matches!(self.mode, Mode::Count(_)) {
            textures.get_mut(to)?.words = mean;
        }
        Ok(())
    }

    fn create_query(&self) -> Result<QueryId, BackendError> {
        let id = QueryId(self.number());
        self.queries.borrow_mut().insert(id, 0);
        Ok(id)
    }

    fn delete_query(&self, query: QueryId) {
        self.queries.borrow_mut().remove(&query);
    }

    fn query_is_ready(&self, query: QueryId) -> Result<bool, BackendError> {
        self.query_result(query).map(|_| true)
    }

    fn query_result(&self, query: QueryId) -> Result<u64, BackendError> {
        if let Mode::Count(number) = &self.mode {
            return Ok(number.get() as u64);
        }
        let counted = self.queries.borrow().get(&query).copied();
        counted.ok_or_else(|| memory::gone("counting fragments", "occlusion query", query.0))
    }

    fn finish(&self) -> Result<(), BackendError> {
        Ok(())
    }

    // In a browser, there is no clock to ask.
    #[cfg(not(target_family = "wasm"))]
    fn start_timer(&self) -> Result<Option<TimerId>, BackendError> {
        if self.timer.get().is_some() {
            return Ok(None);
        }
        let id = TimerId(self.number());
        self.timer.set(Some((id, std::time::Instant::now())));
        Ok(Some(id))
    }

    #[cfg(not(target_family = "wasm"))]
    fn stop_timer(&self, timer: TimerId) -> Result<Option<Duration>, BackendError> {
        match self.timer.take() {
            Some((id, start)) if id == timer => Ok(Some(start.elapsed())),
            other => {
                self.timer.set(other);
                Ok(None)
            }
        }
    }

    fn predicted_transfer(&self, bytes: usize, direction: Direction) -> Option<f64> {
        Some(self.model.as_ref()?.transfer(bytes, direction))
    }

    fn compute_requirements(&self) -> &'static str {
        "OpenGL 4.3 or OpenGL ES 3.1: an emulated chip has none"
    }
}
