//! Setup: what a shell brings.

use brooklet::Device;

use crate::address::Address;

/// Which shell the gallery is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(dead_code, reason = "each target has only some of the shells")]
pub enum ShellKind {
    Window,
    Web,
    Picture,
    /// A picture for a page: what is shown, without what one chooses it by.
    Figure,
}

/// What a shell brings.
pub struct Setup {
    /// The device in the shell's context, or why there is none.
    pub device: Result<Device, String>,
    pub address: Address,
    pub shell: ShellKind,
    /// Seconds from some moment; stands still for a picture.
    pub clock: fn() -> f64,
    /// Whether applications become as large as the device manages; else they have their usual sizes, as in a picture and in a
    /// script.
    pub grows: bool,
    /// Whether the system asks for less motion.
    pub still: bool,
    /// What a link to an address begins with: the page, or the command.
    pub link: String,
    /// Where the viewer of splats is, which is a page of its own, if it was built.
    pub splats: Option<String>,
    /// Where the page of the puzzles is, in a browser.
    pub puzzles: Option<String>,
}

#[cfg(test)]
impl Setup {
    /// What tests bring.
    pub fn bare(device: Result<Device, String>, address: Address) -> Setup {
        let (shell, link) = (ShellKind::Picture, String::new());
        Setup { device, address, shell, clock: || 0.0, grows: false, still: false, link, splats: None, puzzles: None }
    }
}
