//! Compute kernels: translated to a dialect's GLSL, compiled, and cached.
//!
//! A compute kernel in `glsl/compute/` is written in the GLSL that OpenGL 4.3 and ES 3.1 have in common. Only its declarations are
//! in a syntax of their own, each on one line. Version, precision, the size of a work group, and a few functions are added before
//! it.
//!
//! | word | what it is |
//! |---|---|
//! | `input element values;` | a buffer that is read, as `values[i]`; also float, vec2 to vec4, uint, uvec2 |
//! | `output element sums;`, `inout uint keys;` | a buffer that is written; one that is read and written |
//! | `coherent uint counts;` | as `inout`; writes before a group's `memoryBarrierBuffer()` are visible to other groups after theirs |
//! | `constant index count;` | the same for all invocations; also float, vec2 to vec4 and bool |
//! | `texels picture;` | a stream's texture, for `texelFetch` |
//! | `element`, `index` | the type that the kernel is compiled for; int |
//! | `pack`, `lanes` | the unit of loads: four elements if an element is a single word, else one; the number of elements in it |
//! | `lane(p, k)`, `put(p, k, e)` | element k of a pack, read and written |
//! | `threads` | invocations of a work group, a power of two |
//! | `thread()`, `group()`, `groups()` | the invocation's index in its group, its group's index, and the number of groups |
//! | `here()` | `group() * threads + thread()` |
//! | `sync()` | a barrier: waits until the whole group gets here; shared memory written before is visible after |
//!
//! Mesa's llvmpipe silently ends the loops of an invocation after 65,535 iterations. The iterations of compute kernels are not
//! counted, unlike those of passes, so each kernel must take fewer.
//!
//! More groups may run than were requested, if they are laid out in two or three dimensions. A kernel must therefore check that it
//! does not write past the end of its data.

use std::rc::Rc;

use crate::backend::{BufferAccess, CompileFailure, Compute, ComputeBackend, ComputeBuffer, ComputeModule};
use crate::error::Error;
use crate::glsl::Dialect;
use crate::kernel::{CompileError, Lines};
use crate::syntax::{Code, Diagnostic, Diagnostics};

use super::compiled::{Compiled, ComputeSource, Names};
use super::device::{Device, MAX_KERNELS};
use crate::error::DeviceError;

/// Records the declaration on a line. Returns whether there is one.
fn declares(line: &str, names: &mut Names, module: &mut ComputeModule) -> bool {
    let Some(line) = line.trim().strip_suffix(';') else { return false };
    let mut words = line.split_whitespace();
    let (role, ty, name) = match (words.next(), words.next(), words.next(), words.next()) {
        (Some("texels"), Some(name), None, None) => ("texels", "", name),
        (Some(role), Some(ty), Some(name), None) => (role, ty, name),
        _ => return false,
    };
    let access = match role {
        "input" => BufferAccess::Read,
        "output" => BufferAccess::Write,
        "inout" => BufferAccess::ReadWrite,
        "coherent" => BufferAccess::Coherent,
        "constant" => {
            names.constants.push(name.to_owned());
            module.constants.push((ty.to_owned(), name.to_owned()));
            return true;
        }
        "texels" => {
            names.samplers.push(name.to_owned());
            module.samplers.push(name.to_owned());
            return true;
        }
        _ => return false,
    };
    names.buffers.push((name.to_owned(), role != "input"));
    if matches!(access, BufferAccess::ReadWrite | BufferAccess::Coherent) {
        names.updated.push(name.to_owned());
    }
    module.buffers.push(ComputeBuffer { name: name.to_owned(), ty: ty.to_owned(), access });
    true
}

/// Parses the declarations of a kernel.
fn read(source: &ComputeSource) -> Result<(ComputeModule, Names, Lines), Error> {
    let mut names = Names::default();
    let mut module = ComputeModule {
        name: source.name(),
        element: source.element,
        threads: source.threads,
        buffers: Vec::new(),
        samplers: Vec::new(),
        constants: Vec::new(),
        body: Vec::new(),
    };
    let lines = Lines::of(&source.source)?;
    for line in &lines.lines {
        // Included text has no declarations.
        let own = line.span.file == 0 && !line.code.starts_with(char::is_whitespace);
        let declared = own && declares(&line.code, &mut names, &mut module);
        module.body.push(if declared { String::new() } else { line.code.clone() });
    }
    Ok((module, names, lines))
}

/// Returns the error for a kernel that the driver rejects, with the driver's messages at the lines of the kernel.
fn refused(name: &str, lines: Lines, log: String, at: Vec<(usize, String)>) -> Error {
    let diagnostic = |(line, message): (usize, String)| {
        let span = lines.lines.get(line)?.span;
        Some(Diagnostic::error(Code::K0903, span, message))
    };
    let list = at.into_iter().filter_map(diagnostic).take(5).collect();
    let mut error = CompileError::new(name, Diagnostics::new(lines.files, list));
    error.log = log.trim().to_owned();
    error.into()
}

impl Device {
    /// Returns the backend's compute shaders and their limits.
    pub(crate) fn compute_backend(&self) -> Result<(&dyn ComputeBackend, Compute), Error> {
        match (self.backend().compute(), self.compute()) {
            (Some(backend), Some(compute)) => Ok((backend, *compute)),
            (None, _) | (_, None) => {
                let (needs, info) = (self.backend().compute_requirements(), self.info());
                // A newer context that is used as an older version hides its newer features.
                let used = match info.dialect {
                    Some(Dialect::Gl2 | Dialect::Arb) => format!(", used as {}", info.interface()),
                    _ => String::new(),
                };
                Err(DeviceError::NoCompute { needs, version: format!("{}{used}", info.version) }.into())
            }
        }
    }

    /// Returns the size of a work group: the largest power of two up to `wanted` that the device allows. Each invocation takes
    /// `shared_bytes` of shared memory.
    pub(crate) fn threads(&self, wanted: usize, shared_bytes: usize) -> Result<usize, Error> {
        let (_, compute) = self.compute_backend()?;
        let max = wanted.min(compute.invocations).min(compute.shared_bytes / shared_bytes.max(1)).max(1);
        Ok(1 << max.ilog2())
    }

    /// Compiles a compute kernel, or takes it from the cache.
    pub(crate) fn compute_kernel(&self, source: &ComputeSource) -> Result<Rc<Compiled>, Error> {
        self.compute_kernel_if(source, || Ok(()))
    }

    /// Takes a compute kernel from the cache, or compiles it if `check` succeeds. A cached kernel has been checked before.
    pub(crate) fn compute_kernel_if(
        &self,
        source: &ComputeSource,
        check: impl FnOnce() -> Result<(), Error>,
    ) -> Result<Rc<Compiled>, Error> {
        if let Some(kernel) = self.inner.compute_kernels.borrow().get(source) {
            return Ok(kernel.clone());
        }
        let (backend, _) = self.compute_backend()?;
        check()?;
        let (module, names, lines) = read(source)?;
        let program = backend.compile_compute(&module).map_err(|failure| match failure {
            CompileFailure::Refused { log, lines: at } => refused(&module.name, lines, log, at),
            CompileFailure::Other(error) => error.into(),
        })?;
        if self.inner.compute_kernels.borrow().len() >= MAX_KERNELS {
            self.forget_compute_kernels();
        }
        let kernel = Rc::new(Compiled {
            name: module.name.clone(),
            program,
            threads: source.threads,
            names,
            source: source.clone(),
            module: Rc::new(module),
            backend: Rc::downgrade(&self.inner.memory.backend),
        });
        self.inner.compute_kernels.borrow_mut().insert(source.clone(), kernel.clone());
        Ok(kernel)
    }

    pub(crate) fn forget_compute_kernels(&self) {
        let kernels = std::mem::take(&mut *self.inner.compute_kernels.borrow_mut());
        drop(kernels);
    }
}
