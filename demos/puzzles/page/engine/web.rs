//! What JavaScript calls.

use std::cell::RefCell;

use wasm_bindgen::prelude::wasm_bindgen;

use crate::Engine;

thread_local! {
    static ENGINE: RefCell<Engine> = RefCell::default();
}

fn with(call: impl FnOnce(&mut Engine) -> serde_json::Value) -> String {
    ENGINE.with_borrow_mut(|engine| call(engine).to_string())
}

/// Takes the puzzles, and returns them described.
///
/// # Errors
/// What is wrong with them.
#[wasm_bindgen]
pub fn open(texts: &str) -> Result<String, String> {
    let engine = Engine::new(texts)?;
    ENGINE.set(engine);
    Ok(with(|engine| engine.list()))
}

/// [`Engine::check`].
#[wasm_bindgen]
pub fn check(index: usize, text: &str, brook: bool) -> String {
    with(|engine| engine.check(index, text, brook))
}

/// [`Engine::look`].
#[wasm_bindgen]
pub fn look(index: usize, text: &str, brook: bool, size: &str) -> String {
    with(|engine| engine.look(index, text, brook, size))
}

/// [`Engine::fetches`].
#[wasm_bindgen]
pub fn fetches(pass: usize, element: usize) -> String {
    with(|engine| engine.fetches(pass, element))
}

/// [`Engine::debug`].
#[wasm_bindgen]
pub fn debug(pass: usize, element: usize) -> String {
    with(|engine| engine.debug(pass, element))
}

/// [`Engine::picture`].
#[wasm_bindgen]
pub fn picture(index: usize) -> String {
    with(|engine| engine.picture(index))
}
