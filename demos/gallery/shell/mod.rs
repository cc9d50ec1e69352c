//! Shells: what brings the gallery a context, input, time and an address.

#[cfg(target_arch = "wasm32")]
pub mod web;

#[cfg(not(target_arch = "wasm32"))]
mod arguments;
#[cfg(all(test, not(target_arch = "wasm32")))]
mod book;
#[cfg(not(target_arch = "wasm32"))]
mod command;
#[cfg(not(target_arch = "wasm32"))]
mod driver;
#[cfg(not(target_arch = "wasm32"))]
mod events;
#[cfg(not(target_arch = "wasm32"))]
mod files;
#[cfg(not(target_arch = "wasm32"))]
mod headless;
#[cfg(not(target_arch = "wasm32"))]
pub mod native;
#[cfg(not(target_arch = "wasm32"))]
mod notice;
#[cfg(not(target_arch = "wasm32"))]
mod painting;
#[cfg(all(test, not(target_arch = "wasm32")))]
mod palette;
#[cfg(not(target_arch = "wasm32"))]
mod picture;
#[cfg(all(test, not(target_arch = "wasm32")))]
mod pictures;
#[cfg(not(target_arch = "wasm32"))]
mod script;
#[cfg(not(target_arch = "wasm32"))]
mod window;
