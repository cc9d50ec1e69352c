//! Export: the passes of some work as plain data, for engines that take shaders but no library.
//!
//! An [`Export`] runs work on a device that draws nothing, and records its passes. The result is a manifest, `plan.json`, and a shader in
//! GLSL ES 3.00 for each program. A host allocates the textures of the manifest, and draws its passes. It needs nothing of brooklet: the
//! page [guide::export](crate::guide::export) describes each field, and how to run the passes by hand. `brooklet export` does this for
//! primitives, expressions and kernels from files.
//!
//! Work must not depend on data. The primitives in [`resident`](crate::primitives::resident) keep on the device what others read back.
//!
//! ```
//! use brooklet::export::{Export, Target};
//! use brooklet::{Layout, primitives};
//!
//! let mut export = Export::new("argsort", Target::default())?;
//! export.add(1000, |recording| {
//!     let keys = recording.input::<f32>("keys", 1000, Layout::Plain)?;
//!     recording.output("order", primitives::argsort(&keys)?);
//!     Ok(())
//! })?;
//! let files = export.files();
//! assert_eq!(files[0].0, "plan.json");
//! assert!(files.iter().any(|(name, text)| name == "argsort_ranks.frag" && text.starts_with("#version 300 es")));
//! # Ok::<(), brooklet::export::ExportError>(())
//! ```

mod differences;
mod dry;
mod json;
mod pass;
mod plan;
mod programs;
mod recording;
mod textures;

use serde_json::{Value, json};

use crate::error::Error;
use crate::glsl::Unsupported;
use crate::machine::{Device, DeviceBuilder};

pub use recording::Recording;

use differences::differences;
use dry::Dry;
use plan::Plan;
use programs::Programs;

/// The version of the manifest's format. It grows when a host that reads an older one would go wrong.
pub const FORMAT: u32 = 1;

/// The name of the manifest among the files.
pub const MANIFEST: &str = "plan.json";

/// The word in a manifest that says what it is.
pub const WORD: &str = "brooklet-export";

/// The vertex shader of all passes, without its version line.
const QUAD: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/glsl/quad.vert"));

/// What the devices have that will run the passes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Target {
    /// The largest extent of a texture, in texels.
    pub texture: usize,
    /// The maximum number of render targets of a pass.
    pub targets: usize,
}

impl Default for Target {
    /// Returns what nearly all devices with WebGL 2 have: textures of 4096 × 4096, and 4 render targets. Apple's GPUs have room for no
    /// more than 4 targets of four floats.
    fn default() -> Target {
        Target { texture: 4096, targets: 4 }
    }
}

/// Why work cannot be exported.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ExportError {
    /// The work itself fails.
    #[error(transparent)]
    Work(#[from] Error),
    /// The work reads numbers back.
    #[error(
        "`{work}` reads {bytes} bytes back in the middle of its passes, and what it draws then depends on them, so it has no fixed passes"
    )]
    ReadsBack {
        /// The work.
        work: String,
        /// How many bytes it reads.
        bytes: usize,
    },
    /// A kernel cannot be written in GLSL ES 3.00.
    #[error("kernel `{kernel}` cannot be exported: {cause}")]
    Unsupported {
        /// The kernel.
        kernel: String,
        /// What is missing.
        cause: Unsupported,
    },
    /// An output is not the result of the work's passes.
    #[error("`{work}` has no texture for its output `{output}`: it has no elements, or it is not made by the work")]
    NoTexture {
        /// The work.
        work: String,
        /// The output.
        output: String,
    },
    /// Two inputs or outputs have one name.
    #[error("`{work}` has two inputs or outputs of the name `{name}`")]
    Name {
        /// The work.
        work: String,
        /// The name.
        name: String,
    },
    /// The work does something else than to draw and to upload.
    #[error("`{work}` cannot be exported: it {what}")]
    NotPasses {
        /// The work.
        work: String,
        /// What it does.
        what: &'static str,
    },
}

/// Work whose passes are recorded, for one or more numbers of elements.
pub struct Export {
    work: String,
    target: Target,
    device: Device,
    programs: Programs,
    plans: Vec<Plan>,
}

impl Export {
    /// Begins an export. `work` says in a line what is exported.
    ///
    /// # Errors
    /// A target without textures or render targets.
    pub fn new(work: &str, target: Target) -> Result<Export, ExportError> {
        let backend = Box::new(Dry::new(target));
        let builder = DeviceBuilder::default().largest_texture(target.texture).max_targets(target.targets);
        let device = builder.backend(backend)?;
        Ok(Export { work: work.to_owned(), target, device, programs: Programs::default(), plans: Vec::new() })
    }

    /// Records the passes of `work` for this number of elements.
    ///
    /// # Errors
    /// Those of the work; [`ExportError::ReadsBack`], and the others that say why its passes cannot be exported.
    pub fn add(
        &mut self,
        count: usize,
        work: impl FnOnce(&mut Recording) -> Result<(), Error>,
    ) -> Result<(), ExportError> {
        let mut recording = Recording::new(&self.device);
        let ((), capture) = self.device.capture(|| work(&mut recording))?;
        let bytes = capture.trace().readbacks().map(|transfer| transfer.bytes).sum();
        if bytes > 0 {
            return Err(ExportError::ReadsBack { work: self.work.clone(), bytes });
        }
        let plan = Plan::new(&self.work, count, &recording, &capture, &mut self.programs)?;
        self.plans.push(plan);
        Ok(())
    }

    /// Returns the manifest.
    pub fn manifest(&self) -> Value {
        let programs = self.programs.iter().map(|program| {
            json!({ "file": program.file, "kernel": program.kernel, "samplers": program.samplers, "targets": program.targets })
        });
        json!({
            "format": WORD,
            "version": FORMAT,
            "brooklet": env!("CARGO_PKG_VERSION"),
            "work": self.work,
            "limits": { "texture": self.target.texture, "targets": self.target.targets },
            "extensions": ["EXT_color_buffer_float"],
            "vertex": "quad.vert",
            "programs": programs.collect::<Vec<_>>(),
            "depends_on_count": differences(&self.plans),
            "plans": self.plans.iter().map(Plan::to_json).collect::<Vec<_>>(),
        })
    }

    /// Returns all files, each with its name and its text. The manifest is the first.
    pub fn files(&self) -> Vec<(String, String)> {
        let manifest = (MANIFEST.to_owned(), json::text(&self.manifest()));
        let quad = ("quad.vert".to_owned(), format!("#version 300 es\n{QUAD}"));
        let programs = self.programs.iter().map(|program| (program.file.clone(), program.text.clone()));
        [manifest, quad].into_iter().chain(programs).collect()
    }

    /// Returns the number of passes and the bytes of all textures of each plan, in order.
    pub fn sizes(&self) -> Vec<PlanSize> {
        self.plans.iter().map(Plan::size).collect()
    }
}

impl std::fmt::Debug for Export {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        write!(f, "Export({}, {} plans)", self.work, self.plans.len())
    }
}

/// How large a plan is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlanSize {
    /// The number of elements.
    pub count: usize,
    /// The number of passes.
    pub passes: usize,
    /// The bytes of the textures that the host fills.
    pub input_bytes: usize,
    /// The bytes of all other textures.
    pub own_bytes: usize,
}
