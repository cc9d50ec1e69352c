//! The gallery: every pass of every method, to step through, in a window, in a browser, or as a picture.
//!
//! `app` is what is shown; the shells in `shell` bring it an OpenGL context, input, time and an address.

#[cfg(all(not(target_arch = "wasm32"), not(feature = "cli")))]
compile_error!("outside of a browser the gallery needs the feature `cli` beside `window`; it is on by default");

mod address;
mod app;
mod shell;

#[cfg(target_arch = "wasm32")]
fn main() {
    shell::web::start();
}

#[cfg(all(not(target_arch = "wasm32"), feature = "cli"))]
fn main() -> std::process::ExitCode {
    shell::native::main()
}

#[cfg(all(not(target_arch = "wasm32"), not(feature = "cli")))]
fn main() {}
