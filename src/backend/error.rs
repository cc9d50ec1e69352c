//! Backend errors: no device is available, or a device fails.

use crate::syntax::Diagnostics;

/// Why there is no backend, or why its driver refuses a call.
#[derive(Debug, Clone, thiserror::Error)]
#[non_exhaustive]
pub enum BackendError {
    /// This machine has no OpenGL.
    #[error(
        "no OpenGL driver: {reason}\nTo install Mesa's on Debian or Ubuntu: apt-get install -y libegl1 libgl1-mesa-dri"
    )]
    NoDriver {
        /// What was tried and what came back.
        reason: String,
    },
    /// No window can be opened on this display, or it has no OpenGL.
    #[error(
        "no window can be opened: {reason}\nIt needs X11 or Wayland. On Debian or Ubuntu these packages are all that it uses:\n  apt-get install libegl1 libgl1 libgl1-mesa-dri libx11-6 libx11-xcb1 libxcursor1 libxi6 libxkbcommon0 libxkbcommon-x11-0 libxcb-xkb1"
    )]
    NoWindow {
        /// What was tried and what came back.
        reason: String,
    },
    /// There is no device of the requested index.
    #[error("there is no device {index}: this machine has {}\n{}", devices(.found), list(.found))]
    NoDevice {
        /// The requested index, from 0.
        index: usize,
        /// The devices there are.
        found: Vec<String>,
    },
    /// The context is older than the dialect needs.
    #[error(
        "{renderer} offers {got}, and brooklet needs {needed} or later: install a newer driver, or Mesa's on Debian or Ubuntu: apt-get install -y libegl1 libgl1-mesa-dri"
    )]
    TooOld {
        /// The driver's renderer.
        renderer: String,
        /// The version that it offers.
        got: String,
        /// The version that the dialect needs.
        needed: &'static str,
    },
    /// No float texture can be rendered to.
    #[error(
        "{renderer} cannot render to float textures: {missing}; a driver with {needed} can, Mesa's for one, on Debian or Ubuntu: apt-get install -y libegl1 libgl1-mesa-dri"
    )]
    NoFloatTargets {
        /// The driver's renderer.
        renderer: String,
        /// The formats that were tried without success.
        missing: String,
        /// The extensions or the version that would suffice.
        needed: &'static str,
    },
    /// The driver reported an error, or its context was lost.
    #[error("the driver failed in {during}: {what}")]
    Driver {
        /// What brooklet was doing.
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
        /// The bytes that it would take.
        bytes: usize,
    },
    /// A kernel needs something that the device lacks.
    #[error("kernel `{kernel}` needs {what}, which this device ({device}) has not")]
    Lacks {
        /// The kernel.
        kernel: String,
        /// What it needs.
        what: String,
        /// The device.
        device: String,
    },
    /// Something needs more of a resource than the device has.
    #[error("{what} needs {needed} {resource}, and {device} has {available}{}", .hint.as_ref().map(|hint| format!(": {hint}")).unwrap_or_default())]
    Exceeds {
        /// What needs it.
        what: String,
        /// The resource, in the plural.
        resource: &'static str,
        /// How much is needed.
        needed: u64,
        /// How much there is.
        available: u64,
        /// The device.
        device: String,
        /// A way to need less of it.
        hint: Option<String>,
    },
    /// Something needs a capability that the device lacks.
    #[error("{what} needs {needs}, which this device ({device}) has not")]
    Unsupported {
        /// What needs it.
        what: String,
        /// What it needs.
        needs: String,
        /// The device.
        device: String,
    },
    /// The driver has reset the context, and all data in it are gone.
    #[error(
        "the device was lost while {during}: its driver ({device}) has reset it, {cause}. All that it held is gone: open it again. The usual cause is a kernel's loop that never ends for some element: give loops a bound"
    )]
    Lost {
        /// What brooklet was doing.
        during: &'static str,
        /// The cause that the driver reports.
        cause: &'static str,
        /// The device.
        device: String,
    },
    /// The loops of a fragment exceed the emulator's maximum number of iterations.
    #[error("kernel `{kernel}`: the loops of a fragment have taken {taken} iterations, and {max} is the most")]
    Endless {
        /// The kernel.
        kernel: String,
        /// The number of iterations that the fragment's loops took.
        taken: u64,
        /// The maximum number of iterations.
        max: u64,
    },
    /// The loops of a kernel take more iterations than the driver runs. The driver ends them silently, so what the kernel wrote is
    /// wrong, and so is everything computed from it.
    #[error(
        "kernel `{kernel}`: its loops take {}, {} this driver ({device}) ends those of {}: do the work in several calls, each going on where the last one stopped, or take another device",
        .needed.map_or_else(|| format!("more than {limit} iterations"), |needed| format!("{needed} iterations")),
        .needed.map_or_else(|| "after which".to_owned(), |_| format!("and after {limit}")),
        if *.packed { "four elements, which share a packed texel" } else { "an element" }
    )]
    LoopLimit {
        /// The kernel.
        kernel: String,
        /// The number of iterations that its loops take for a texel, if the constants of the pass determine it.
        needed: Option<u64>,
        /// The maximum number of iterations that the driver runs.
        limit: u64,
        /// Whether four elements share a texel, and so the iterations of its invocation.
        packed: bool,
        /// The device.
        device: String,
    },
    /// A fragment program is malformed.
    #[error("fragment program `{program}`: {what}")]
    Malformed {
        /// The program.
        program: String,
        /// What is wrong with it.
        what: String,
    },
    /// A kernel cannot be lowered to a program for an emulated chip. Holds the reason, with the line of the kernel's text.
    #[error("{0}")]
    NoProgram(String),
    /// The driver refuses the shader that brooklet generated from a valid kernel.
    #[error("{0}")]
    Rejected(Box<RejectedKernel>),
    /// The driver has no memory left for a buffer.
    #[error("no memory on the device for a buffer of {bytes} bytes")]
    OutOfBufferMemory {
        /// The bytes that it would take.
        bytes: usize,
    },
}

/// A kernel that a driver refuses.
#[derive(Debug, Clone)]
pub struct RejectedKernel {
    /// The kernel.
    pub kernel: String,
    /// The language of the generated shader.
    pub language: &'static str,
    /// The driver's messages, at the places in the kernel's text that they are about.
    pub diagnostics: Diagnostics,
    /// The driver's log.
    pub log: String,
}

impl std::fmt::Display for RejectedKernel {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        let RejectedKernel { kernel, language, diagnostics, log } = self;
        writeln!(
            f,
            "the driver refuses kernel `{kernel}` as {language}, though nothing is wrong with its text; the driver says:"
        )?;
        write!(f, "{}", log.trim())?;
        match diagnostics.list.is_empty() {
            true => Ok(()),
            false => write!(f, "\n{diagnostics}"),
        }
    }
}

fn devices(found: &[String]) -> String {
    match found.len() {
        0 => "none".to_owned(),
        1 => "1 device, number 0:".to_owned(),
        n => format!("{n} devices, numbers 0 to {}:", n - 1),
    }
}

fn list(found: &[String]) -> String {
    let lines: Vec<_> = found.iter().enumerate().map(|(index, name)| format!("  {index}: {name}")).collect();
    lines.join("\n")
}
