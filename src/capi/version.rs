//! The version of the C interface.

/// The version of the interface: its first number changes where programs have to.
pub const BROOKLET_VERSION: u32 = 1;

/// The version of the interface that the library has. A program that was built with another `BROOKLET_VERSION` should not go on.
#[unsafe(no_mangle)]
pub extern "C" fn brooklet_version() -> u32 {
    BROOKLET_VERSION
}
