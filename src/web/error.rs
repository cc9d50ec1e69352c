//! Errors as objects of JavaScript.

use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::Error;
use crate::backend::BackendError;
use crate::gl::MAKING_CURRENT;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_name = Object)]
    type Failure;
    #[wasm_bindgen(constructor, js_class = "Object")]
    fn new() -> Failure;
    #[wasm_bindgen(method, setter, structural)]
    fn set_code(this: &Failure, code: &str);
    #[wasm_bindgen(method, setter, structural)]
    fn set_message(this: &Failure, message: &str);
}

/// Makes the object that is thrown, from which the package makes a `BrookletError`.
pub fn thrown(code: &str, message: &str) -> JsValue {
    let failure = Failure::new();
    failure.set_code(code);
    failure.set_message(message);
    failure.into()
}

/// The result of a call.
pub type Call<T> = Result<T, JsValue>;

/// Returns the object for an error. Its code is the layer that reports the error.
pub fn failed(error: Error) -> JsValue {
    let code = match &error {
        Error::Compile(_) => "compile",
        Error::Shape(_) | Error::Layout(_) => "shape",
        Error::Primitive(_) => "primitive",
        Error::Operator(_) => "operator",
        Error::Pass(_) => "pass",
        // A context of WebGL is current, unless it is lost.
        Error::Backend(BackendError::Lost { .. } | BackendError::Driver { during: MAKING_CURRENT, .. }) => {
            "context-lost"
        }
        Error::Backend(_) => "driver",
        _ => "device",
    };
    thrown(code, &error.to_string())
}
