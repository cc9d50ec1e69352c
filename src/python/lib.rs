//! The shared library of the Python package: the C interface, and the command for `python -m brooklet`.

#![allow(unsafe_code, reason = "Python hands over addresses")]

#[path = "../cli/mod.rs"]
mod cli;

use std::ffi::{CStr, OsString, c_char};

pub use brooklet::capi::*;

/// Runs the command with `count` words, of which the first is the name of the program, and returns the exit code. It may end the process
/// instead. The words are texts that end in zero: bytes as the system has them, or UTF-8 on Windows.
///
/// # Safety
/// There are `count` addresses of such texts at `words`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn brooklet_python_command(count: u32, words: *const *const c_char) -> i32 {
    // SAFETY: the caller promises it.
    let words = unsafe { std::slice::from_raw_parts(words, count as usize) };
    // SAFETY: the same.
    let words = words.iter().map(|word| own(unsafe { CStr::from_ptr(*word) })).collect();
    cli::main(words).into()
}

#[cfg(unix)]
fn own(word: &CStr) -> OsString {
    std::os::unix::ffi::OsStringExt::from_vec(word.to_bytes().to_vec())
}

#[cfg(not(unix))]
fn own(word: &CStr) -> OsString {
    word.to_string_lossy().into_owned().into()
}
