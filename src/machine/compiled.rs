//! Compiled compute kernels. A kernel is deleted when its last reference is dropped.

use std::rc::{Rc, Weak};

use crate::backend::{Backend, ComputeModule, ProgramId};
use crate::kernel::Source;

use super::element::Element;

/// A compute kernel before it is compiled.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct ComputeSource {
    pub source: Source,
    /// The type that `element` stands for.
    pub element: &'static str,
    /// The number of invocations of a work group: a power of two.
    pub threads: usize,
}

impl ComputeSource {
    /// Makes the source of a kernel for elements of type `T`.
    pub fn of<T: Element>(source: Source, threads: usize) -> ComputeSource {
        ComputeSource { source, element: T::TYPE_NAME, threads }
    }

    /// Returns the kernel's name: the name of its file.
    pub fn name(&self) -> String {
        let file = self.source.path().rsplit(std::path::is_separator).next().unwrap_or_default();
        file.strip_suffix(".comp").unwrap_or(file).to_owned()
    }
}

/// A compiled compute kernel.
pub(crate) struct Compiled {
    pub name: String,
    pub program: ProgramId,
    pub threads: usize,
    pub names: Names,
    pub source: ComputeSource,
    pub module: Rc<ComputeModule>,
    /// The backend that deletes it.
    pub backend: Weak<dyn Backend>,
}

impl Drop for Compiled {
    fn drop(&mut self) {
        if let Some(backend) = self.backend.upgrade()
            && let Some(compute) = backend.compute()
        {
            compute.delete_program(self.program);
        }
    }
}

/// The names that a kernel declares, each list in the order of the declarations.
#[derive(Default)]
pub(crate) struct Names {
    /// The names of the buffers, each with whether it is written.
    pub buffers: Vec<(String, bool)>,
    /// The buffers that are both read and written.
    pub updated: Vec<String>,
    pub samplers: Vec<String>,
    pub constants: Vec<String>,
}
