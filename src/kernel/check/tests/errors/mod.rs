//! Errors and warnings about kernels.

mod calls;
mod names;
mod statements;
mod streams;
mod types;

use expect_test::Expect;

use super::said;

/// What is said of the body of a kernel.
fn of_body(body: &str) -> String {
    said(&format!(
        "input float x;\nconstant float a;\noutput float y;\nconst float one = 1.0;\n\
         float helper(float v) {{ return v + a * fetch(x, 0); }}\nfloat twice(float v) {{ return 2.0 * v; }}\n\
         vec2 twice(vec2 v) {{ return 2.0 * v; }}\nvoid nothing(float v) {{ }}\n\
         void change(inout float v) {{ v += 1.0; }}\nfloat both(int v, out float w) {{ w = 1.0; return 1.0; }}\n\
         void main() {{\n{body}\n}}\n"
    ))
}

fn cases(bodies: &[&str], expected: Expect) {
    let said: Vec<String> = bodies.iter().map(|body| of_body(body)).collect();
    expected.assert_eq(&said.join("\n\n"));
}
