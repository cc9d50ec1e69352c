//! Compute shaders and their buffers, which are shader storage buffers.
//!
//! A read-back copies into a staging buffer, which is then mapped. ES has no `glGetBufferSubData`, and a driver may move a whole buffer
//! out of the device's memory if a single word of it is mapped. Short read-backs share one staging buffer, because creating a new one
//! would take longer than the rest of the read-back.
//!
//! To copy a buffer into a texture, it is bound as a pixel unpack buffer, which every version supports for every float format. In ES
//! 3.1, image stores would require immutable textures, and there is no format with two channels.

use glow::HasContext;

use crate::backend::{
    BackendError, BufferAccess, BufferId, CompileFailure, ComputeBackend, ComputeModule, Dispatch, ProgramId,
    RenderTarget, TextureId,
};
use crate::geometry::Rect;
use crate::glsl::{Entry, entries};

use super::compute_text;
use super::overruns::{Read, Step, Written};
use super::program::Packed;
use super::texture::kind;
use super::{Context, Entered, Gl};

/// The maximum size of a short read-back in bytes, which is also the size of the shared staging buffer.
const FEW_BYTES: usize = 4096;

/// The size of a buffer exceeds the size of its content by less than this number of bytes.
const ROUNDED: usize = 16;

const STORAGE: u32 = glow::SHADER_STORAGE_BUFFER;

/// A linked compute shader. A uniform that the driver has optimized away has no location.
pub(super) struct Program {
    pub handle: glow::Program,
    uniforms: Vec<Option<glow::UniformLocation>>,
    /// How the shader accesses each of its buffers.
    access: Vec<BufferAccess>,
}

/// Returns what a dispatch reads and writes. A coherent buffer counts as completely overwritten, since work groups share only data of
/// the same dispatch in it.
fn step_of(dispatch: &Dispatch, access: &[BufferAccess]) -> Step {
    let mut reads: Vec<Read> = dispatch.samplers.iter().map(|texture| Read::Texture(*texture)).collect();
    let mut writes = Vec::new();
    for (&buffer, access) in dispatch.buffers.iter().zip(access) {
        match access {
            BufferAccess::Read => reads.push(Read::Buffer(buffer)),
            BufferAccess::Write | BufferAccess::Coherent => writes.push(Written::Buffer(buffer)),
            BufferAccess::ReadWrite => {
                reads.push(Read::Buffer(buffer));
                writes.push(Written::PartOfBuffer(buffer));
            }
        }
    }
    Step { reads, writes }
}

/// The bindings of storage buffers that the owner of a context had set.
struct SavedStorage {
    bound: Option<glow::Buffer>,
    /// The buffer, start and size of each binding that the dispatch uses.
    indexed: Vec<(Option<glow::Buffer>, i64, i64)>,
}

/// A guard. The context is current as long as it lives. When it is dropped, it restores the storage bindings of a foreign context.
struct EnteredStorage<'a> {
    entered: Entered<'a>,
    saved: Option<SavedStorage>,
}

impl Drop for EnteredStorage<'_> {
    fn drop(&mut self) {
        let Some(saved) = self.saved.take() else { return };
        let gl = &self.entered.backend.gl;
        // SAFETY: the context is current, and only values that were set before are set.
        unsafe {
            for (index, (buffer, start, size)) in saved.indexed.into_iter().enumerate() {
                match size {
                    0 => gl.bind_buffer_base(STORAGE, index as u32, buffer),
                    // Sizes that OpenGL takes here fit 31 bits.
                    _ => gl.bind_buffer_range(STORAGE, index as u32, buffer, start as i32, size as i32),
                }
            }
            gl.bind_buffer(STORAGE, saved.bound);
        }
    }
}

impl Gl {
    fn enter_storage(&self, bindings: usize, units: usize) -> Result<EnteredStorage<'_>, BackendError> {
        let entered = self.enter_with(units)?;
        let saved = match self.context {
            // SAFETY: the context is current; these calls only query state.
            Context::Foreign(_) => Some(unsafe {
                let at = |index| {
                    let buffer = self.gl.get_parameter_indexed_i32(glow::SHADER_STORAGE_BUFFER_BINDING, index) as u32;
                    let start = self.gl.get_parameter_indexed_i64(glow::SHADER_STORAGE_BUFFER_START, index);
                    let size = self.gl.get_parameter_indexed_i64(glow::SHADER_STORAGE_BUFFER_SIZE, index);
                    (of_number(buffer), start, size)
                };
                SavedStorage {
                    bound: self.gl.get_parameter_buffer(glow::SHADER_STORAGE_BUFFER_BINDING),
                    indexed: (0..bindings as u32).map(at).collect(),
                }
            }),
            #[cfg(feature = "headless")]
            Context::Own(_) => None,
        };
        Ok(EnteredStorage { entered, saved })
    }

    /// Returns the OpenGL buffer, after checking that it contains `length` bytes from `start` on.
    fn storage(
        &self,
        id: BufferId,
        start: usize,
        length: usize,
        during: &'static str,
    ) -> Result<glow::Buffer, BackendError> {
        let found = self.buffers.borrow().get(&id).copied();
        let (buffer, bytes) =
            found.ok_or_else(|| BackendError::Driver { during, what: format!("there is no buffer {}", id.0) })?;
        if start.checked_add(length).is_none_or(|end| end > bytes) {
            let what = format!("{length} bytes from {start} on of a buffer of {bytes}");
            return Err(BackendError::Driver { during, what });
        }
        Ok(buffer)
    }
}

impl ComputeBackend for Gl {
    fn create_buffer(&self, bytes: usize) -> Result<BufferId, BackendError> {
        let _entered = self.enter_storage(0, 1)?;
        let Ok(size) = i32::try_from(bytes) else { return Err(BackendError::OutOfBufferMemory { bytes }) };
        // SAFETY: the context is current; no data are given.
        let (buffer, code) = unsafe {
            let buffer =
                self.gl.create_buffer().map_err(|what| BackendError::Driver { during: "making a buffer", what })?;
            self.gl.bind_buffer(STORAGE, Some(buffer));
            self.gl.buffer_data_size(STORAGE, size, glow::DYNAMIC_COPY);
            (buffer, self.gl.get_error())
        };
        if code != glow::NO_ERROR {
            // SAFETY: the context is current, and the buffer is ours.
            unsafe { self.gl.delete_buffer(buffer) };
            return Err(match code {
                glow::OUT_OF_MEMORY => BackendError::OutOfBufferMemory { bytes },
                code => BackendError::Driver { during: "making a buffer", what: format!("OpenGL error {code:#06x}") },
            });
        }
        let id = BufferId(self.next_buffer.get());
        self.next_buffer.set(id.0 + 1);
        self.buffers.borrow_mut().insert(id, (buffer, bytes));
        Ok(id)
    }

    fn delete_buffer(&self, id: BufferId) {
        match self.enter_storage(0, 1) {
            Ok(_entered) => {
                if let Some((buffer, _)) = self.buffers.borrow_mut().remove(&id) {
                    // SAFETY: the context is current, and the buffer is ours.
                    unsafe { self.gl.delete_buffer(buffer) };
                }
            }
            Err(error) => log::warn!("a buffer is left behind: {error}"),
        }
    }

    fn write_buffer(&self, id: BufferId, start: usize, bytes: &[u8]) -> Result<(), BackendError> {
        let during = "writing a buffer";
        let buffer = self.storage(id, start, bytes.len(), during)?;
        let _entered = self.enter_storage(0, 1)?;
        // SAFETY: the context is current, and the bytes were checked to be within the buffer.
        unsafe {
            // The bytes go through a buffer of their own. NVIDIA's driver (580) does not order `glBufferSubData` with the dispatches
            // before and after it, whatever barriers there are; it does order copies between buffers.
            let staging = self.gl.create_buffer().map_err(|what| BackendError::Driver { during, what })?;
            const STAGING: u32 = glow::PIXEL_UNPACK_BUFFER;
            self.gl.memory_barrier(glow::BUFFER_UPDATE_BARRIER_BIT);
            self.gl.bind_buffer(STORAGE, Some(buffer));
            self.gl.bind_buffer(STAGING, Some(staging));
            self.gl.buffer_data_u8_slice(STAGING, bytes, glow::STREAM_DRAW);
            self.gl.copy_buffer_sub_data(STAGING, STORAGE, 0, start as i32, bytes.len() as i32);
            self.gl.bind_buffer(STAGING, None);
            self.gl.delete_buffer(staging);
        }
        self.check(during)?;
        let of_all = self.buffers.borrow().get(&id).is_some_and(|(_, all)| start == 0 && bytes.len() + ROUNDED > *all);
        let written = if of_all { Written::Buffer(id) } else { Written::PartOfBuffer(id) };
        self.record_step(|| Step { reads: Vec::new(), writes: vec![written] })
    }

    fn read_buffer(&self, id: BufferId, start: usize, bytes: &mut [u8]) -> Result<(), BackendError> {
        let during = "reading a buffer";
        let buffer = self.storage(id, start, bytes.len(), during)?;
        if bytes.is_empty() {
            return Ok(());
        }
        let _entered = self.enter_storage(0, 1)?;
        self.nothing_in_flight();
        // In our own contexts, nothing is bound here. In a foreign context, the owner's binding is restored.
        const STAGING: u32 = glow::PIXEL_PACK_BUFFER;
        let length = bytes.len() as i32;
        // SAFETY: the context is current. The range is within the buffer. The mapped range has the same length, and is copied before it
        // is unmapped.
        unsafe {
            let few = bytes.len() <= FEW_BYTES;
            let kept = self.staging.get().filter(|_| few);
            let staging = match kept {
                Some(staging) => staging,
                None => self.gl.create_buffer().map_err(|what| BackendError::Driver { during, what })?,
            };
            self.gl.memory_barrier(glow::BUFFER_UPDATE_BARRIER_BIT);
            self.gl.bind_buffer(STORAGE, Some(buffer));
            self.gl.bind_buffer(STAGING, Some(staging));
            if kept.is_none() {
                let room = if few { FEW_BYTES as i32 } else { length };
                self.gl.buffer_data_size(STAGING, room, glow::STREAM_READ);
            }
            self.gl.copy_buffer_sub_data(STORAGE, STAGING, start as i32, 0, length);
            let mapped = self.gl.map_buffer_range(STAGING, 0, length, glow::MAP_READ_BIT);
            if !mapped.is_null() {
                std::ptr::copy_nonoverlapping(mapped, bytes.as_mut_ptr(), bytes.len());
                self.gl.unmap_buffer(STAGING);
            }
            self.gl.bind_buffer(STAGING, None);
            let checked = self.check(during).and_then(|()| self.check_reset(during));
            // If the allocation of a staging buffer may have failed, the buffer is not kept.
            match few && checked.is_ok() && !mapped.is_null() {
                true => self.staging.set(Some(staging)),
                false => {
                    self.staging.set(self.staging.get().filter(|kept| *kept != staging));
                    self.gl.delete_buffer(staging);
                }
            }
            checked?;
            match mapped.is_null() {
                true => Err(BackendError::Driver { during, what: "it could not be mapped".to_owned() }),
                // The buffer may contain data computed from a stream that a guarded pass has spoilt.
                false => self.check_guards(true).and_then(|()| self.check_buffer(id)),
            }
        }
    }

    fn copy_to_texture(&self, id: BufferId, start: usize, target: TextureId, rect: Rect) -> Result<(), BackendError> {
        let during = "copying a buffer to a texture";
        let (texture, spec) = self.texture(target)?;
        let buffer = self.storage(id, start, rect.area() * spec.channels * 4, during)?;
        if rect.x + rect.width > spec.width || rect.y + rect.height > spec.height || spec.layers > 1 {
            let what = format!("{rect} of a texture of {} × {}, {} layers", spec.width, spec.height, spec.layers);
            return Err(BackendError::Driver { during, what });
        }
        let (_, format, ty) = self.formats(spec);
        let _entered = self.enter_storage(0, 1)?;
        // SAFETY: the context is current, and the floats of the rectangle were checked to be within the buffer.
        unsafe {
            self.gl.memory_barrier(glow::PIXEL_BUFFER_BARRIER_BIT);
            self.state.borrow_mut().bind_texture_anywhere(&self.gl, glow::TEXTURE_2D, texture);
            self.gl.bind_buffer(glow::PIXEL_UNPACK_BUFFER, Some(buffer));
            self.gl.tex_sub_image_2d(
                glow::TEXTURE_2D,
                0,
                rect.x as i32,
                rect.y as i32,
                rect.width as i32,
                rect.height as i32,
                format,
                ty,
                glow::PixelUnpackData::BufferOffset(start as u32),
            );
            self.gl.bind_buffer(glow::PIXEL_UNPACK_BUFFER, None);
        }
        self.check(during)?;
        let target = RenderTarget { texture: target, layer: 0 };
        self.record_step(|| Step { reads: vec![Read::Buffer(id)], writes: vec![Written::Texels(target, rect)] })
    }

    fn compile_compute(&self, module: &ComputeModule) -> Result<ProgramId, CompileFailure> {
        let _entered = self.enter().map_err(CompileFailure::Other)?;
        let (text, head) = compute_text::write(module, self.dialect);
        log::debug!("kernel {}:\n{text}", module.name);
        let program = match self.link_text(glow::COMPUTE_SHADER, &module.name, &text) {
            Ok(Ok(program)) => program,
            Ok(Err(log)) => {
                let own = |entry: Entry| Some((entry.line.checked_sub(head + 1)?, entry.message));
                let lines = entries(&log).into_iter().filter_map(own).collect();
                return Err(CompileFailure::Refused { log, lines });
            }
            Err(error) => return Err(CompileFailure::Other(error)),
        };
        self.state.borrow_mut().use_program(&self.gl, program);
        // SAFETY: the context is current; the program is ours and in use.
        let uniforms = unsafe {
            for (unit, name) in module.samplers.iter().enumerate() {
                let location = self.gl.get_uniform_location(program, name);
                self.gl.uniform_1_i32(location.as_ref(), unit as i32);
            }
            module.constants.iter().map(|(_, name)| self.gl.get_uniform_location(program, name)).collect()
        };
        self.check("compiling a compute shader").map_err(CompileFailure::Other)?;
        let id = ProgramId(self.next_program.get());
        self.next_program.set(id.0 + 1);
        let access = module.buffers.iter().map(|buffer| buffer.access).collect();
        self.compute_programs.borrow_mut().insert(id, Program { handle: program, uniforms, access });
        Ok(id)
    }

    fn compute_text(&self, module: &ComputeModule) -> Option<String> {
        Some(compute_text::write(module, self.dialect).0)
    }

    fn delete_program(&self, id: ProgramId) {
        match self.enter() {
            Ok(_entered) => {
                if let Some(program) = self.compute_programs.borrow_mut().remove(&id) {
                    self.delete_linked(program.handle);
                }
            }
            Err(error) => log::warn!("a program is left behind: {error}"),
        }
    }

    fn dispatch(&self, dispatch: &Dispatch) -> Result<(), BackendError> {
        let during = "running a compute shader";
        let buffers =
            (dispatch.buffers.iter().map(|&id| self.storage(id, 0, 0, during))).collect::<Result<Vec<_>, _>>()?;
        let textures = dispatch.samplers.iter().map(|&id| self.texture(id)).collect::<Result<Vec<_>, _>>()?;
        let _entered = self.enter_storage(buffers.len(), textures.len())?;
        let programs = self.compute_programs.borrow();
        let program = programs.get(&dispatch.program).ok_or_else(|| BackendError::Driver {
            during,
            what: format!("there is no program {}", dispatch.program.0),
        })?;
        let [x, y, z] = dispatch.groups.map(|groups| groups as u32);
        // SAFETY: the context is current; all handles belong to it, and the locations to the program.
        unsafe {
            let mut state = self.state.borrow_mut();
            state.use_program(&self.gl, program.handle);
            for (unit, (texture, spec)) in textures.iter().enumerate() {
                state.bind_texture(&self.gl, unit as u32, kind(*spec), *texture);
            }
            for (binding, buffer) in buffers.iter().enumerate() {
                self.gl.bind_buffer_base(STORAGE, binding as u32, Some(*buffer));
            }
            for (location, value) in program.uniforms.iter().zip(dispatch.uniforms) {
                if let Some(location) = location {
                    Packed::of(*value, true).put(&self.gl, location);
                }
            }
            self.gl.dispatch_compute(x, y, z);
            // Makes the writes of this dispatch visible to later ones.
            self.gl.memory_barrier(glow::SHADER_STORAGE_BARRIER_BIT);
        }
        self.check(during)?;
        self.count_in_flight(dispatch.invocations);
        self.record_step(|| step_of(dispatch, &program.access))
    }
}

#[cfg(not(target_arch = "wasm32"))]
fn of_number(number: u32) -> Option<glow::Buffer> {
    std::num::NonZeroU32::new(number).map(glow::NativeBuffer)
}

/// Returns `None`: in a browser, buffers have no numbers, and there are no compute shaders.
#[cfg(target_arch = "wasm32")]
fn of_number(_: u32) -> Option<glow::Buffer> {
    None
}
