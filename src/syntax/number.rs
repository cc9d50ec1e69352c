//! Numbers in source text.

/// Returns the float that decimal digits stand for, with a point and an exponent where there are some.
#[cfg(not(all(feature = "web", target_family = "wasm")))]
pub(crate) fn float(digits: &str) -> Option<f32> {
    digits.parse().ok()
}

/// Returns the float that decimal digits stand for, with a point and an exponent where there are some. JavaScript rounds them to a double first,
/// and what it has need not be in the WebAssembly, where it takes 12 kB.
#[cfg(all(feature = "web", target_family = "wasm"))]
pub(crate) fn float(digits: &str) -> Option<f32> {
    use wasm_bindgen::prelude::wasm_bindgen;

    #[wasm_bindgen]
    extern "C" {
        #[wasm_bindgen(js_name = Number)]
        fn number(digits: &str) -> f64;
    }

    let number = number(digits);
    (!number.is_nan()).then_some(number as f32)
}
