//! Compute kernels: translated to a dialect's GLSL, compiled, and cached.
//!
//! A compute kernel in `glsl/compute/` is GLSL that OpenGL 4.3 and ES 3.1 share, but for its declarations, each on a line of
//! its own, and for what stands before it: version, precision, the size of a work group, and a few functions.
//!
//! | word | what it is |
//! |---|---|
//! | `input element values;` | a buffer that is read, as `values[i]`; also float, vec2 to vec4, uint, uvec2 |
//! | `output element sums;`, `inout uint keys;` | a buffer that is written; one that is read and written |
//! | `constant index count;` | the same for all invocations; also float, vec2 to vec4 and bool |
//! | `texels picture;` | a stream's texture, for `texelFetch` |
//! | `element`, `index` | the type that the kernel is compiled for; int |
//! | `threads` | invocations of a work group, a power of two |
//! | `thread()`, `group()`, `groups()` | this one's number in its group, its group's number, and how many groups run |
//! | `here()` | `group() * threads + thread()` |
//! | `sync()` | all of the group get here, and see what the others wrote in shared memory, before one goes on |
//!
//! More groups may run than were asked for, where they are laid out in two or three dimensions: a kernel writes nothing
//! beyond its data.

use std::fmt::Write;
use std::rc::Rc;

use crate::backend::{CompileFailure, Compute, ComputeBackend, ComputeShader, ProgramId};
use crate::error::Error;
use crate::glsl::Dialect;
use crate::kernel::{CompileError, Source};

use super::buffer::Element;
use super::device::{Device, MAX_PROGRAMS};
use super::error::DeviceError;

/// A compute kernel before it is compiled.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct ComputeSource {
    pub source: Source,
    /// The GLSL type that `element` stands for.
    pub element: &'static str,
    /// Invocations of a work group: a power of two.
    pub threads: usize,
}

impl ComputeSource {
    /// For elements of type `T`.
    pub fn of<T: Element>(source: Source, threads: usize) -> ComputeSource {
        ComputeSource { source, element: T::GLSL, threads }
    }

    fn name(&self) -> String {
        let file = self.source.path().rsplit('/').next().unwrap_or_default();
        file.strip_suffix(".comp").unwrap_or(file).to_owned()
    }
}

/// A compiled compute kernel.
pub(crate) struct Compiled {
    pub name: String,
    pub program: ProgramId,
    pub threads: usize,
    pub names: Names,
}

/// What a kernel declares, each in the order of its declarations.
#[derive(Default)]
pub(crate) struct Names {
    /// With whether it is written.
    pub buffers: Vec<(String, bool)>,
    /// Those that are read and written.
    pub updated: Vec<String>,
    pub samplers: Vec<String>,
    pub constants: Vec<String>,
}

/// The kernel's line in GLSL; what it declares is noted.
fn declaration(line: &str, names: &mut Names) -> Option<String> {
    let mut words = line.trim().strip_suffix(';')?.split_whitespace();
    let (role, ty, name) = match (words.next()?, words.next()?, words.next()) {
        ("texels", name, None) => ("texels", "", name),
        (role, ty, Some(name)) => (role, ty, name),
        _ => return None,
    };
    let binding = names.buffers.len();
    let access = match role {
        "input" => "readonly ",
        "output" => "writeonly ",
        "inout" => "",
        "constant" => {
            names.constants.push(name.to_owned());
            return Some(format!("uniform {ty} {name};"));
        }
        "texels" => {
            names.samplers.push(name.to_owned());
            return Some(format!("uniform sampler2D {name};"));
        }
        _ => return None,
    };
    names.buffers.push((name.to_owned(), role != "input"));
    if role == "inout" {
        names.updated.push(name.to_owned());
    }
    Some(format!("layout(std430, binding = {binding}) {access}buffer _of_{name} {{ {ty} {name}[]; }};"))
}

/// Writes the shader out; also says how many lines stand before the kernel's first.
fn expand(source: &ComputeSource, dialect: Dialect) -> Result<(ComputeShader, Names, usize), Error> {
    let lines = source.source.lines()?;
    let mut names = Names::default();
    let mut body = String::new();
    for line in &lines {
        // What a kernel includes declares nothing.
        let own = line.file == source.source.path() && !line.code.starts_with(char::is_whitespace);
        let written = own.then(|| declaration(&line.code, &mut names)).flatten();
        body.push_str(written.as_deref().unwrap_or(&line.code));
        body.push('\n');
    }
    let precise = body.contains("precise ");
    let version = match dialect {
        Dialect::Gl => "#version 430 core",
        Dialect::Es if precise => "#version 320 es",
        Dialect::Es => "#version 310 es",
    };
    let ComputeSource { element, threads, .. } = source;
    let mut text = format!("{version}\n{}", dialect.words().precision);
    let _ = writeln!(
        text,
        "layout(local_size_x = {threads}) in;
#define element {element}
#define index int
const int threads = {threads};
int thread() {{ return int(gl_LocalInvocationID.x); }}
int groups() {{ return int(gl_NumWorkGroups.x * gl_NumWorkGroups.y * gl_NumWorkGroups.z); }}
int group() {{
    uvec3 at = gl_WorkGroupID;
    return int((at.z * gl_NumWorkGroups.y + at.y) * gl_NumWorkGroups.x + at.x);
}}
int here() {{ return group() * threads + thread(); }}
void sync() {{ memoryBarrierShared(); barrier(); }}"
    );
    let prelude = text.lines().count();
    text.push_str(&body);
    let (samplers, uniforms) = (names.samplers.clone(), names.constants.clone());
    Ok((ComputeShader { name: source.name(), text, samplers, uniforms }, names, prelude))
}

impl Device {
    /// The backend's compute shaders and their limits.
    pub(crate) fn compute_backend(&self) -> Result<(&dyn ComputeBackend, Compute), Error> {
        match (self.inner.backend.compute(), self.compute()) {
            (Some(backend), Some(compute)) => Ok((backend, *compute)),
            _ => Err(DeviceError::NoCompute { version: self.info().version.clone() }.into()),
        }
    }

    /// The largest power of two that is no more than `wanted` and than what a work group may have, where each invocation
    /// shares so many bytes.
    pub(crate) fn threads(&self, wanted: usize, shared_bytes: usize) -> Result<usize, Error> {
        let (_, compute) = self.compute_backend()?;
        let most = wanted.min(compute.invocations).min(compute.shared_bytes / shared_bytes.max(1)).max(1);
        Ok(1 << most.ilog2())
    }

    /// Compiles a compute kernel, or takes it from the cache.
    pub(crate) fn compute_kernel(&self, source: &ComputeSource) -> Result<Rc<Compiled>, Error> {
        self.compute_kernel_if(source, || Ok(()))
    }

    /// The same, once `check` has seen nothing wrong with it; what the cache holds has been seen.
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
        let (shader, names, prelude) = expand(source, self.info().dialect)?;
        log::debug!("kernel {}:\n{}", shader.name, shader.text);
        let program = backend.compile_compute(&shader).map_err(|failure| match failure {
            CompileFailure::Refused(log) => match source.source.lines() {
                Ok(lines) => Error::Compile(CompileError::from_log(&shader.name, &log, prelude, &lines)),
                Err(error) => Error::Compile(error),
            },
            CompileFailure::Other(error) => error.into(),
        })?;
        if self.inner.compute_kernels.borrow().len() >= MAX_PROGRAMS {
            self.forget_compute_kernels();
        }
        let kernel = Rc::new(Compiled { name: shader.name, program, threads: source.threads, names });
        self.inner.compute_kernels.borrow_mut().insert(source.clone(), kernel.clone());
        Ok(kernel)
    }

    pub(crate) fn forget_compute_kernels(&self) {
        let kernels = std::mem::take(&mut *self.inner.compute_kernels.borrow_mut());
        for kernel in kernels.into_values() {
            self.inner.backend.delete_program(kernel.program);
        }
    }
}
