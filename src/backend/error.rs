//! Backend errors: there is no usable device, or the device fails.

use super::adapter::{Adapter, missing};
use crate::syntax::Diagnostics;

/// What to do where there is no driver, or an old one.
const FOR_A_DRIVER: &str = if cfg!(windows) {
    "Install the driver of the graphics card; without one, put Mesa's opengl32.dll beside the program"
} else if cfg!(target_os = "macos") {
    "macOS has OpenGL up to 4.1 where it draws; the emulator needs no driver (--chip none)"
} else {
    "To install Mesa's on Debian or Ubuntu: apt-get install -y libegl1 libgl1-mesa-dri"
};

/// What to do where no window can be opened.
const FOR_A_WINDOW: &str = if cfg!(any(windows, target_os = "macos")) {
    FOR_A_DRIVER
} else {
    "It needs X11 or Wayland. On Debian or Ubuntu, install these packages:\n  apt-get install libegl1 libgl1 libgl1-mesa-dri libx11-6 \
     libx11-xcb1 libxcursor1 libxi6 libxkbcommon0 libxkbcommon-x11-0 libxcb-xkb1"
};

/// Why a backend cannot be opened, or why a call fails.
#[derive(Debug, Clone, thiserror::Error)]
#[non_exhaustive]
pub enum BackendError {
    /// This machine has no OpenGL.
    #[error("no OpenGL driver: {reason}\n{}", FOR_A_DRIVER)]
    NoDriver {
        /// What was tried, and with what result.
        reason: String,
    },
    /// No window can be opened on this display, or it has no OpenGL.
    #[error("no window can be opened: {reason}\n{}", FOR_A_WINDOW)]
    NoWindow {
        /// What was tried, and with what result.
        reason: String,
    },
    /// There is no adapter with the requested index.
    #[error("{}", missing(*.index, .found))]
    NoAdapter {
        /// The requested index, from 0.
        index: usize,
        /// The adapters of this machine.
        found: Vec<Adapter>,
    },
    /// The context's version is lower than the dialect requires.
    #[error(
        "{renderer} offers {got}, and brooklet needs {needed} or later: a newer driver may have it\n{}",
        FOR_A_DRIVER
    )]
    TooOld {
        /// The driver's renderer.
        renderer: String,
        /// The context's version.
        got: String,
        /// The version that the dialect requires.
        needed: &'static str,
    },
    /// The driver cannot render to float textures.
    #[error(
        "{renderer} cannot render to float textures: {missing}; use a driver with {needed}, such as Mesa's\n{}",
        FOR_A_DRIVER
    )]
    NoFloatTargets {
        /// The driver's renderer.
        renderer: String,
        /// The formats that were tried without success.
        missing: String,
        /// The extensions or the version that would be sufficient.
        needed: &'static str,
    },
    /// The driver reported an error, or its context was lost.
    #[error("the driver failed in {during}: {what}")]
    Driver {
        /// The operation of brooklet that failed.
        during: &'static str,
        /// The driver's message.
        what: String,
    },
    /// The driver has no memory left for a texture.
    #[error("no memory on the device for a texture of {width} × {height} texels ({bytes} bytes)")]
    OutOfMemory {
        /// The texture's width in texels.
        width: usize,
        /// Its height in texels.
        height: usize,
        /// The size of the texture in bytes.
        bytes: usize,
    },
    /// A kernel needs a feature that the device lacks.
    #[error("kernel `{kernel}` needs {what}, which this device ({device}) does not have")]
    Lacks {
        /// The kernel.
        kernel: String,
        /// The feature.
        what: String,
        /// The device.
        device: String,
    },
    /// An operation or a kernel needs more of a resource than the device has.
    #[error("{what} needs {needed} {resource}, and {device} has {available}{}", .hint.as_ref().map(|hint| format!(": {hint}")).unwrap_or_default())]
    Exceeds {
        /// The operation or kernel.
        what: String,
        /// The resource, in the plural.
        resource: &'static str,
        /// The amount that is needed.
        needed: u64,
        /// The amount that the device has.
        available: u64,
        /// The device.
        device: String,
        /// A hint how to need less of it.
        hint: Option<String>,
    },
    /// An operation needs a capability that the device lacks.
    #[error("{what} needs {needs}, which this device ({device}) does not have")]
    Unsupported {
        /// The operation.
        what: String,
        /// The capability.
        needs: String,
        /// The device.
        device: String,
    },
    /// The driver has reset the context, and all its data are lost.
    #[error(
        "the device was lost while {during}: its driver ({device}) has reset it, {cause}. All that it held is gone: open it again. The usual cause is a kernel's loop that never ends for some element: give loops a bound"
    )]
    Lost {
        /// The operation of brooklet that failed.
        during: &'static str,
        /// The cause that the driver reports.
        cause: &'static str,
        /// The device.
        device: String,
    },
    /// The loops of a fragment exceed the emulator's maximum number of iterations.
    #[error("kernel `{kernel}`: the loops of a fragment have taken {taken} iterations; the maximum is {max}")]
    Endless {
        /// The kernel.
        kernel: String,
        /// The number of iterations that the fragment's loops took.
        taken: u64,
        /// The maximum number of iterations.
        max: u64,
    },
    /// The loops of a kernel take more iterations than the driver executes. The driver ends them silently, so the kernel's results are
    /// wrong, and so is everything computed from them.
    #[error(
        "kernel `{kernel}`: its loops take {}, but after {limit} this driver ({device}) silently ends the loops of {}: do the work in several calls, each continuing where the last one stopped, or use another device",
        .needed.map_or_else(|| format!("more than {limit} iterations"), |needed| format!("{needed} iterations")),
        if *.packed { "four elements, which share a packed texel" } else { "an element" }
    )]
    LoopLimit {
        /// The kernel.
        kernel: String,
        /// The number of iterations that its loops take for a texel, if the constants of the pass determine this number.
        needed: Option<u64>,
        /// The maximum number of iterations that the driver executes.
        limit: u64,
        /// Whether four elements are packed into a texel, so that one invocation computes all four.
        packed: bool,
        /// The device.
        device: String,
    },
    /// A fragment program is malformed.
    #[error("fragment program `{program}`: {what}")]
    Malformed {
        /// The program.
        program: String,
        /// The error in it.
        what: String,
    },
    /// A kernel cannot be lowered to a program for an emulated chip. The text is the reason, with the line of the kernel.
    #[error("{0}")]
    NoProgram(String),
    /// The driver rejects the shader that brooklet generated from a valid kernel.
    #[error("{0}")]
    Rejected(Box<RejectedKernel>),
    /// The driver has no memory left for a buffer.
    #[error("no memory on the device for a buffer of {bytes} bytes")]
    OutOfBufferMemory {
        /// The size of the buffer in bytes.
        bytes: usize,
    },
}

/// A kernel that a driver rejects.
#[derive(Debug, Clone)]
pub struct RejectedKernel {
    /// The kernel.
    pub kernel: String,
    /// The language of the generated shader.
    pub language: &'static str,
    /// The driver's messages, each with its place in the kernel's source.
    pub diagnostics: Diagnostics,
    /// The driver's log.
    pub log: String,
}

impl std::fmt::Display for RejectedKernel {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        let RejectedKernel { kernel, language, diagnostics, log } = self;
        writeln!(
            f,
            "the driver rejects kernel `{kernel}` as {language}, although brooklet finds no error in it; the driver says:"
        )?;
        write!(f, "{}", log.trim())?;
        match diagnostics.list.is_empty() {
            true => Ok(()),
            false => write!(f, "\n{diagnostics}"),
        }
    }
}
