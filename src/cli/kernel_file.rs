//! Reads the file of a kernel of the library, with its includes.

use std::path::Path;

use anyhow::{anyhow, bail};
use clap::{Args, ValueEnum};

use brooklet::ir::Kernel;
use brooklet::kernel::{self, Source};
use brooklet::syntax::Diagnostics;

/// Options for reading a kernel's file.
#[derive(Args)]
pub struct KernelOptions {
    /// What the word `element` stands for in a kernel
    #[arg(long, value_name = "TYPE", default_value = "float")]
    element: ElementName,
}

/// The types of elements, as kernels write them.
#[derive(Clone, Copy, ValueEnum)]
enum ElementName {
    Float,
    Vec2,
    Vec3,
    Vec4,
}

/// Returns whether a file is a kernel, judged by its extension. All other files are Brook programs.
///
/// # Errors
/// The file is a compute shader, which is neither.
pub fn is_kernel(path: &Path) -> anyhow::Result<bool> {
    let ending = path.extension().unwrap_or_default().to_ascii_lowercase();
    if ending == "comp" {
        bail!("cannot compile {}: compute shaders are compiled by the driver alone", path.display());
    }
    Ok(ending == "frag")
}

impl KernelOptions {
    /// Reads and compiles a kernel. Returns the kernel with its warnings, or its diagnostics if it has errors.
    pub fn compile(&self, path: &Path) -> anyhow::Result<Result<(Kernel, Diagnostics), Diagnostics>> {
        let source = Source::open(path).map_err(|cause| anyhow!("cannot read {}: {cause}", path.display()))?;
        let source = match self.element {
            ElementName::Float => source.element::<f32>(),
            ElementName::Vec2 => source.element::<[f32; 2]>(),
            ElementName::Vec3 => source.element::<[f32; 3]>(),
            ElementName::Vec4 => source.element::<[f32; 4]>(),
        };
        Ok(kernel::compile(&source).map_err(|error| error.diagnostics))
    }
}
