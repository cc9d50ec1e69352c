//! Shells: what brings the gallery a context, input, time and an address.

#[cfg(target_arch = "wasm32")]
pub mod web;

#[cfg(all(not(target_arch = "wasm32"), feature = "cli"))]
mod arguments;
#[cfg(all(not(target_arch = "wasm32"), feature = "cli"))]
mod driver;
#[cfg(all(not(target_arch = "wasm32"), feature = "cli"))]
mod files;
#[cfg(all(not(target_arch = "wasm32"), feature = "cli"))]
mod headless;
#[cfg(all(not(target_arch = "wasm32"), feature = "cli"))]
pub mod native;
#[cfg(all(not(target_arch = "wasm32"), feature = "cli"))]
mod painting;
#[cfg(all(not(target_arch = "wasm32"), feature = "cli"))]
mod picture;
#[cfg(all(test, not(target_arch = "wasm32"), feature = "cli"))]
mod pictures;
#[cfg(all(not(target_arch = "wasm32"), feature = "cli"))]
mod script;
#[cfg(all(not(target_arch = "wasm32"), feature = "cli"))]
mod surface;
#[cfg(all(not(target_arch = "wasm32"), feature = "cli"))]
mod window;
