//! The gallery: every pass of every method, to step through, in a window, in a browser, or as a picture.
//!
//! `app` is what is shown; the shells in `shell` bring it an OpenGL context, input, time and an address.

mod address;
mod app;
mod shell;

#[cfg(target_arch = "wasm32")]
fn main() {
    shell::web::start();
}

#[cfg(not(target_arch = "wasm32"))]
fn main() -> std::process::ExitCode {
    shell::native::main()
}
