//! A backend that runs another one, counts the calls that can fail, and fails those that it is told to.

use std::cell::{Cell, RefCell};
use std::collections::HashSet;
use std::rc::Rc;
use std::time::Duration;

use brooklet::backend::debug::Fragment;
use brooklet::backend::{
    Backend, BackendError, BufferId, CompileFailure, ComputeBackend, ComputeModule, DeviceInfo, Dispatch, Draw, Drawn,
    Fit, KernelId, PassLayouts, ProgramId, QueryId, RenderTarget, SequenceId, TextureId, TextureSpec, TimerId,
};
use brooklet::ir::Kernel;
use brooklet::{DepthStencilTexel, Layout, Rect};

/// A kind of call that can fail.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Call {
    Allocation,
    Upload,
    Compilation,
    Draw,
    Read,
}

impl Call {
    pub const ALL: [Call; 5] = [Call::Allocation, Call::Upload, Call::Compilation, Call::Draw, Call::Read];
}

/// What the failing backends of a thread have done, and what they are to fail.
#[derive(Default)]
pub struct Calls {
    counts: [Cell<usize>; 5],
    /// The kind of call that fails, and its number, from 0. Out of memory, all allocations fail from there on.
    armed: Cell<Option<(Call, usize)>>,
    /// Whether a call has failed since.
    failed: Cell<bool>,
    /// What was made and is not deleted yet.
    live: RefCell<HashSet<(&'static str, u32)>>,
}

thread_local! {
    static CALLS: Calls = Calls::default();
}

/// Calls `work` with this thread's record.
pub fn calls<R>(work: impl FnOnce(&Calls) -> R) -> R {
    CALLS.with(work)
}

impl Calls {
    /// Counts from 0 again, and fails the call of this number, if any. Forgets what an earlier device left alive.
    pub fn arm(&self, fail: Option<(Call, usize)>) {
        self.counts.iter().for_each(|count| count.set(0));
        self.armed.set(fail);
        self.failed.set(false);
    }

    pub fn forget_live(&self) {
        self.live.borrow_mut().clear();
    }

    pub fn count(&self, call: Call) -> usize {
        self.counts[call as usize].get()
    }

    pub fn has_failed(&self) -> bool {
        self.failed.get()
    }

    /// Returns how many things of each kind are alive, sorted.
    pub fn live(&self) -> Vec<(&'static str, usize)> {
        let live = self.live.borrow();
        let kinds = ["texture", "kernel", "buffer", "program", "sequence", "query"];
        let count = |kind| live.iter().filter(|(own, _)| *own == kind).count();
        kinds.into_iter().map(|kind| (kind, count(kind))).filter(|(_, count)| *count > 0).collect()
    }

    /// Counts a call, and says whether it is to fail.
    fn fails(&self, call: Call) -> bool {
        let count = &self.counts[call as usize];
        let number = count.replace(count.get() + 1);
        let fails = self
            .armed
            .get()
            .is_some_and(|(armed, at)| armed == call && (number == at || (call == Call::Allocation && number > at)));
        self.failed.set(self.failed.get() || fails);
        fails
    }

    fn made(&self, kind: &'static str, id: u32) {
        assert!(self.live.borrow_mut().insert((kind, id)), "{kind} {id} is made twice");
    }

    fn deleted(&self, kind: &'static str, id: u32) {
        assert!(self.live.borrow_mut().remove(&(kind, id)), "{kind} {id} is deleted and not there");
    }
}

/// Fails a call that is to fail.
fn attempt(call: Call, during: &'static str) -> Result<(), BackendError> {
    let injected = || BackendError::Driver { during, what: format!("injected failure of a call of kind {call:?}") };
    if calls(|calls| calls.fails(call)) { Err(injected()) } else { Ok(()) }
}

fn made(kind: &'static str, id: u32) {
    calls(|calls| calls.made(kind, id));
}

fn deleted(kind: &'static str, id: u32) {
    calls(|calls| calls.deleted(kind, id));
}

/// Wraps a backend.
pub fn failing(inner: Box<dyn Backend>) -> Box<dyn Backend> {
    Box::new(Failing(inner))
}

struct Failing(Box<dyn Backend>);

impl Failing {
    fn shaders(&self) -> &dyn ComputeBackend {
        self.0.compute().expect("it has compute shaders")
    }
}

impl Backend for Failing {
    fn info(&self) -> &DeviceInfo {
        self.0.info()
    }

    fn create_texture(&self, spec: TextureSpec) -> Result<TextureId, BackendError> {
        if attempt(Call::Allocation, "creating a texture").is_err() {
            let TextureSpec { width, height, .. } = spec;
            return Err(BackendError::OutOfMemory { width, height, bytes: spec.bytes() });
        }
        self.0.create_texture(spec).inspect(|id| made("texture", id.0))
    }

    fn delete_texture(&self, texture: TextureId) {
        deleted("texture", texture.0);
        self.0.delete_texture(texture);
    }

    fn write_texture(&self, target: RenderTarget, rect: Rect, texels: &[u32]) -> Result<(), BackendError> {
        attempt(Call::Upload, "writing a texture")?;
        self.0.write_texture(target, rect, texels)
    }

    fn read_texture(&self, source: RenderTarget, rect: Rect, texels: &mut [u32]) -> Result<(), BackendError> {
        attempt(Call::Read, "reading a texture")?;
        self.0.read_texture(source, rect, texels)
    }

    fn prepare(&self, kernel: &Rc<Kernel>) -> Result<KernelId, BackendError> {
        attempt(Call::Compilation, "compiling a kernel")?;
        self.0.prepare(kernel).inspect(|id| made("kernel", id.0))
    }

    fn delete_kernel(&self, kernel: KernelId) {
        deleted("kernel", kernel.0);
        self.0.delete_kernel(kernel);
    }

    fn fits(&self, kernel: KernelId, layouts: &PassLayouts) -> Result<Fit, BackendError> {
        attempt(Call::Compilation, "compiling a kernel for a layout")?;
        self.0.fits(kernel, layouts)
    }

    fn draw(&self, draw: &Draw) -> Result<Drawn, BackendError> {
        attempt(Call::Draw, "drawing")?;
        self.0.draw(draw)
    }

    fn clear_depth_stencil(&self, buffer: TextureId, texel: DepthStencilTexel) -> Result<(), BackendError> {
        attempt(Call::Draw, "clearing a depth and stencil buffer")?;
        self.0.clear_depth_stencil(buffer, texel)
    }

    fn create_query(&self) -> Result<QueryId, BackendError> {
        attempt(Call::Allocation, "creating a query")?;
        self.0.create_query().inspect(|id| made("query", id.0))
    }

    fn delete_query(&self, query: QueryId) {
        deleted("query", query.0);
        self.0.delete_query(query);
    }

    fn query_is_ready(&self, query: QueryId) -> Result<bool, BackendError> {
        attempt(Call::Read, "asking whether a query has ended")?;
        self.0.query_is_ready(query)
    }

    fn query_result(&self, query: QueryId) -> Result<u64, BackendError> {
        attempt(Call::Read, "reading a query")?;
        self.0.query_result(query)
    }

    fn average(&self, from: TextureId, to: TextureId) -> Result<(), BackendError> {
        attempt(Call::Draw, "averaging")?;
        self.0.average(from, to)
    }

    fn has_debugger(&self) -> bool {
        self.0.has_debugger()
    }

    fn debug(&self, draw: &Draw, fragment: (usize, usize)) -> Result<Vec<Fragment>, BackendError> {
        self.0.debug(draw, fragment)
    }

    fn begin_batch(&self) {
        self.0.begin_batch();
    }

    fn end_batch(&self) {
        self.0.end_batch();
    }

    fn finish(&self) -> Result<(), BackendError> {
        attempt(Call::Read, "waiting")?;
        self.0.finish()
    }

    fn start_timer(&self) -> Result<Option<TimerId>, BackendError> {
        self.0.start_timer()
    }

    fn stop_timer(&self, timer: TimerId) -> Result<Option<Duration>, BackendError> {
        self.0.stop_timer(timer)
    }

    fn sequence(&self, passes: &[Draw]) -> Result<Option<SequenceId>, BackendError> {
        attempt(Call::Draw, "preparing passes")?;
        Ok(self.0.sequence(passes)?.inspect(|id| made("sequence", id.0)))
    }

    fn replay(&self, sequence: SequenceId) -> Result<(), BackendError> {
        attempt(Call::Draw, "drawing passes again")?;
        self.0.replay(sequence)
    }

    fn delete_sequence(&self, sequence: SequenceId) {
        deleted("sequence", sequence.0);
        self.0.delete_sequence(sequence);
    }

    fn native_texture(&self, texture: TextureId) -> Option<u32> {
        self.0.native_texture(texture)
    }

    fn kernel_text(&self, kernel: &Kernel, layout: Layout) -> Option<String> {
        self.0.kernel_text(kernel, layout)
    }

    fn compute(&self) -> Option<&dyn ComputeBackend> {
        self.0.compute().map(|_| self as &dyn ComputeBackend)
    }

    fn compute_requirements(&self) -> &'static str {
        self.0.compute_requirements()
    }
}

impl ComputeBackend for Failing {
    fn create_buffer(&self, bytes: usize) -> Result<BufferId, BackendError> {
        if attempt(Call::Allocation, "creating a buffer").is_err() {
            return Err(BackendError::OutOfBufferMemory { bytes });
        }
        self.shaders().create_buffer(bytes).inspect(|id| made("buffer", id.0))
    }

    fn delete_buffer(&self, buffer: BufferId) {
        deleted("buffer", buffer.0);
        self.shaders().delete_buffer(buffer);
    }

    fn write_buffer(&self, buffer: BufferId, start: usize, bytes: &[u8]) -> Result<(), BackendError> {
        attempt(Call::Upload, "writing a buffer")?;
        self.shaders().write_buffer(buffer, start, bytes)
    }

    fn read_buffer(&self, buffer: BufferId, start: usize, bytes: &mut [u8]) -> Result<(), BackendError> {
        attempt(Call::Read, "reading a buffer")?;
        self.shaders().read_buffer(buffer, start, bytes)
    }

    fn copy_to_texture(
        &self,
        buffer: BufferId,
        start: usize,
        texture: TextureId,
        rect: Rect,
    ) -> Result<(), BackendError> {
        attempt(Call::Upload, "copying a buffer")?;
        self.shaders().copy_to_texture(buffer, start, texture, rect)
    }

    fn compile_compute(&self, module: &ComputeModule) -> Result<ProgramId, CompileFailure> {
        attempt(Call::Compilation, "compiling a compute shader").map_err(CompileFailure::Other)?;
        self.shaders().compile_compute(module).inspect(|id| made("program", id.0))
    }

    fn compute_text(&self, module: &ComputeModule) -> Option<String> {
        self.shaders().compute_text(module)
    }

    fn delete_program(&self, program: ProgramId) {
        deleted("program", program.0);
        self.shaders().delete_program(program);
    }

    fn dispatch(&self, dispatch: &Dispatch) -> Result<(), BackendError> {
        attempt(Call::Draw, "dispatching")?;
        self.shaders().dispatch(dispatch)
    }
}
