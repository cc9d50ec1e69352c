//! What the package does for a context of WebGL: it tells whether the context is lost, and saves and restores its owner's state.

use std::rc::Rc;

use wasm_bindgen::prelude::wasm_bindgen;

use crate::gl::{Foreign, OwnerState, glow};

#[wasm_bindgen]
extern "C" {
    /// The object of the package that belongs to a context.
    pub type Host;

    /// Returns a message if the context is lost.
    #[wasm_bindgen(method)]
    fn enter(this: &Host) -> Option<String>;
    /// Saves the owner's state, and sets the state that passes need.
    #[wasm_bindgen(method)]
    fn save(this: &Host, units: u32);
    /// Takes the texture that is bound to the active unit.
    #[wasm_bindgen(method)]
    pub fn take_texture(this: &Host);
    /// Restores the owner's state.
    #[wasm_bindgen(method)]
    fn restore(this: &Host);
}

/// The state of a context's owner, which the host keeps.
struct Owner(Rc<Host>);

impl OwnerState for Owner {
    fn save(&self, units: usize) -> Result<(), String> {
        self.0.save(units as u32);
        Ok(())
    }

    fn restore(&self) {
        self.0.restore();
    }
}

/// Wraps a context of WebGL 2.
pub fn foreign(gl: web_sys::WebGl2RenderingContext, host: Rc<Host>) -> Foreign {
    let owner = Owner(host.clone());
    let functions = Rc::new(glow::Context::from_webgl2_context(gl));
    Foreign::in_browser(functions, move || host.enter().map_or(Ok(()), Err)).with_state(owner)
}
