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
        /// The index asked for, from 0.
        index: usize,
        /// The devices there are.
        found: Vec<String>,
    },
    /// The context is older than the dialect needs.
    #[error(
        "{renderer} offers {got}, and brooklet needs {needed} or later: install a newer driver, or Mesa's on Debian or Ubuntu: apt-get install -y libegl1 libgl1-mesa-dri"
    )]
    TooOld {
        /// Who answered.
        renderer: String,
        /// What it answered.
        got: String,
        /// What the dialect needs.
        needed: &'static str,
    },
    /// No float texture can be rendered to.
    #[error(
        "{renderer} cannot render to float textures: {missing}; a driver with {needed} can, Mesa's for one, on Debian or Ubuntu: apt-get install -y libegl1 libgl1-mesa-dri"
    )]
    NoFloatTargets {
        /// Who answered.
        renderer: String,
        /// The formats that were tried without success.
        missing: String,
        /// The extension or version that would suffice.
        needed: &'static str,
    },
    /// The driver reported an error, or its context was lost.
    #[error("the driver failed in {during}: {what}")]
    Driver {
        /// What brooklet was doing.
        during: &'static str,
        /// What the driver said.
        what: String,
    },
    /// The driver has no memory left for a texture.
    #[error("no memory on the device for a texture of {width} × {height} texels ({bytes} bytes)")]
    OutOfMemory {
        /// Texels a row.
        width: usize,
        /// Rows.
        height: usize,
        /// What it would take.
        bytes: usize,
    },
    /// A kernel needs what the device has not.
    #[error("kernel `{kernel}` needs {what}, which this device ({device}) has not")]
    Lacks {
        /// The kernel.
        kernel: String,
        /// What it needs.
        what: String,
        /// The device.
        device: String,
    },
    /// Something needs more of a resource than there is.
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
        /// What takes less.
        hint: Option<String>,
    },
    /// Something needs what the device has not.
    #[error("{what} needs {needs}, which this device ({device}) has not")]
    Unsupported {
        /// What needs it.
        what: String,
        /// What it needs.
        needs: String,
        /// The device.
        device: String,
    },
    /// The driver has ended the context, and with it all that it held.
    #[error(
        "the device was lost while {during}: its driver ({device}) has reset it, {cause}. All that it held is gone: open it again. The usual cause is a kernel's loop that never ends for some element: give loops a bound"
    )]
    Lost {
        /// What was being done.
        during: &'static str,
        /// What the driver says of it.
        cause: &'static str,
        /// The device.
        device: String,
    },
    /// A loop does not end.
    #[error("kernel `{kernel}`: the loops of a fragment have taken {taken} iterations, and {max} is the most")]
    Endless {
        /// The kernel.
        kernel: String,
        /// How many iterations it took.
        taken: u64,
        /// The most iterations.
        max: u64,
    },
    /// The loops of a kernel take more iterations than the driver runs: it ends them without a word. What the kernel wrote is
    /// wrong, and so is what was computed from it.
    #[error(
        "kernel `{kernel}`: its loops take {}, {} this driver ({device}) ends those of {}: do the work in several calls, each going on where the last one stopped, or take another device",
        .needed.map_or_else(|| format!("more than {limit} iterations"), |needed| format!("{needed} iterations")),
        .needed.map_or_else(|| "after which".to_owned(), |_| format!("and after {limit}")),
        if *.packed { "four elements, which share a packed texel" } else { "an element" }
    )]
    LoopLimit {
        /// The kernel.
        kernel: String,
        /// How many iterations its loops take for a texel, where the constants of the pass say it.
        needed: Option<u64>,
        /// How many the driver runs.
        limit: u64,
        /// Whether four elements share a texel, and its iterations.
        packed: bool,
        /// The device.
        device: String,
    },
    /// A fragment program is not one.
    #[error("fragment program `{program}`: {what}")]
    Malformed {
        /// The program.
        program: String,
        /// What is wrong with it.
        what: String,
    },
    /// A kernel has no program for an emulated chip: why, and the line that says so.
    #[error("{0}")]
    NoProgram(String),
    /// The driver refuses what a kernel has become, which its own texts gave no reason for.
    #[error("{0}")]
    Rejected(Box<RejectedKernel>),
    /// The driver has no memory left for a buffer.
    #[error("no memory on the device for a buffer of {bytes} bytes")]
    OutOfBufferMemory {
        /// What it would take.
        bytes: usize,
    },
}

/// A kernel that a driver refuses.
#[derive(Debug, Clone)]
pub struct RejectedKernel {
    /// The kernel.
    pub kernel: String,
    /// The language that it was written out in.
    pub language: &'static str,
    /// The places of the kernel's text that the driver's words lead back to.
    pub diagnostics: Diagnostics,
    /// The driver's own words.
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
