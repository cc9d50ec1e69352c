//! Errors as objects of JavaScript.

use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::Error;
use crate::backend::BackendError;
use crate::gl::MAKING_CURRENT;
use crate::syntax::Diagnostics;
use crate::{OperatorError, PassError};

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
    #[wasm_bindgen(method, setter, structural)]
    fn set_kernel(this: &Failure, kernel: &str);
    #[wasm_bindgen(method, setter, structural)]
    fn set_place(this: &Failure, place: Vec<u32>);
}

/// Makes the object that is thrown, from which the package makes a `BrookletError`.
pub fn thrown(code: &str, message: &str) -> JsValue {
    failure(code, message).into()
}

fn failure(code: &str, message: &str) -> Failure {
    let failure = Failure::new();
    failure.set_code(code);
    failure.set_message(message);
    failure
}

/// What messages of the library say for Rust, and what it is called in the package.
const IN_JAVASCRIPT: [(&str, &str); 6] = [
    ("to_layout(Layout::Plain)", "toLayout(\"plain\")"),
    ("to_layout()", "toLayout(..)"),
    ("add .depth_stencil(&mut buffer)", "give depthStencil"),
    ("add .depth_test(..)", "give depthTest"),
    ("add .stencil_test(..)", "give stencilTest"),
    ("device.depth_stencil(&output)", "device.depthStencil(output)"),
];

/// The result of a call.
pub type Call<T> = Result<T, JsValue>;

/// Returns the object for an error. Its code is the layer that reports the error.
pub fn failed(error: Error) -> JsValue {
    let code = match &error {
        Error::Compile(_) => "compile",
        Error::Shape(_) | Error::Layout(_) => "shape",
        Error::Primitive(_) | Error::Sparse(_) => "primitive",
        Error::Operator(_) => "operator",
        Error::Pass(_) => "pass",
        // A context of WebGL is current, unless it is lost.
        Error::Backend(BackendError::Lost { .. } | BackendError::Driver { during: MAKING_CURRENT, .. }) => {
            "context-lost"
        }
        Error::Backend(BackendError::Exceeds { .. } | BackendError::OutOfMemory { .. }) | Error::Device(_) => "limit",
        Error::Backend(_) => "driver",
        Error::Bins(_) => "option",
        // The package has neither compute shaders nor replays.
        Error::Compute(_) | Error::Capture(_) => "internal",
    };
    let message = match &error {
        // As the package's users write it.
        Error::Pass(PassError::Missing { kernel, role, name, ty }) => {
            format!("kernel `{kernel}`: {role} `{name}` ({ty}) is missing; give {{ {name}: .. }}")
        }
        Error::Operator(OperatorError::NoIdentity { .. }) => {
            "an exclusive scan begins with the identity, which this operator does not have: give { identity: .. }, or scan inclusively".to_owned()
        }
        // What the package says of a context that is lost.
        Error::Backend(BackendError::Driver { during: MAKING_CURRENT, what }) => what.clone(),
        _ => error.to_string(),
    };
    let message = IN_JAVASCRIPT.iter().fold(message, |message, (rust, own)| message.replace(rust, own));
    let failure = failure(code, &message);
    match &error {
        Error::Compile(error) => {
            failure.set_kernel(&error.kernel);
            set_place(&failure, &error.diagnostics);
        }
        Error::Pass(error) => {
            if let Some(kernel) = error.kernel() {
                failure.set_kernel(kernel);
            }
        }
        _ => {}
    }
    failure.into()
}

/// Sets the place of the first error.
fn set_place(failure: &Failure, diagnostics: &Diagnostics) {
    if let Some(first) = diagnostics.list.first() {
        let (line, column) = diagnostics.files.line_column(first.span);
        let length = first.span.end.saturating_sub(first.span.start);
        failure.set_place(vec![line as u32, column as u32, length]);
    }
}

/// Returns the object for diagnostics about a program.
#[cfg(feature = "web-full")]
pub fn diagnosed(code: &str, diagnostics: &Diagnostics, message: &str) -> JsValue {
    let failure = failure(code, message);
    set_place(&failure, diagnostics);
    failure.into()
}
