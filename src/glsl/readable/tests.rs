//! Tests of shaders for people.

use expect_test::{Expect, expect};

use super::write_readable;
use crate::geometry::Layout;
use crate::glsl::{Dialect, text};
use crate::ir::access::{AccessSummary, Variant};
use crate::kernel::{Source, compile};

/// Checks the text of a shader behind its lines on precision, without the lines on how streams lie.
fn written(source: &Source, expected: Expect) {
    let (kernel, _) = compile(source).unwrap();
    let variant = Variant::uniform(&kernel, &AccessSummary::of(&kernel), Layout::Plain);
    let shader = write_readable(&kernel, Dialect::Es, &variant).unwrap();
    assert_eq!(shader.lines.0.len(), shader.text.lines().count());
    let kept =
        |line: &&str| !["uniform ivec4 _", "uniform vec2 _", "uniform int _"].iter().any(|u| line.starts_with(u));
    let (_, text) = shader.text.rsplit_once("precision ").unwrap();
    let lines: Vec<&str> = text.lines().skip(1).filter(kept).collect();
    expected.assert_eq(&(lines.join("\n") + "\n"));
}

#[test]
fn comments_are_where_they_were() {
    let part = r"// part: adds one. It is included.

// Adds `× 1`.
float more(float x) {
    return x + 1.0; // one
}
";
    let text = r#"// name: what it does.
// Its second line.
input float x; // what is read
// what is written,
// in two lines
output float y;
/* A section. */

constant float a, b; // two numbers:
                     // in one declaration
/**
 * how often
 * it is done
 */
constant index times;
constant bool unused; // is not in the text
#include "part.glsl"
void main() { // the kernel
    // First this.
    y = more(fetch(x, here())) * a;
    for (index k = 0; k < times; k++) {
        // Then that,
        // often.
        y = y * y + b; // squared
    }
}
"#;
    written(
        &Source::new("name", text).part("part.glsl", part),
        expect![[r#"
            // what is written,
            // in two lines
            layout(location = 0) out float y;
            // two numbers:
            // in one declaration
            uniform float a;
            uniform float b;
            // how often
            // it is done
            uniform int times;

            in vec2 _at; // from the vertex shader: the middle of this fragment's texel, from 0 to 1 over the texture

            // what is read
            uniform sampler2D _stream_x; // the texture that the stream is in
            // The element at the output's own place: the stream lies texel for texel as the output does.
            float fetch_x_here() { return textureLod(_stream_x, _at, 0.0).x; }

            // part: adds one. It is included.

            // Adds `x 1`.
            float more(float x) {
                return x + 1.0; // one
            }

            void main() { // the kernel
                // First this.
                y = more(fetch_x_here()) * a;
                for (int k = 0; k < times; k++) {
                    // Then that,
                    // often.
                    y = y * y + b; // squared
                }
            }
        "#]],
    );
}

/// A function that is written for each of its arguments has its comments each time.
#[test]
fn copies_of_a_function_have_its_comments() {
    let text = r"input float x[2];
output float y;
// Doubles an element.
float doubled(const index k) {
    return 2.0 * fetch(x[k], here()); // not squared
}
void main() { y = doubled(0) + doubled(1); }
";
    let (kernel, _) = compile(&Source::new("copies", text)).unwrap();
    let variant = Variant::uniform(&kernel, &AccessSummary::of(&kernel), Layout::Plain);
    let shader = write_readable(&kernel, Dialect::Es, &variant).unwrap();
    assert_eq!(shader.text.matches("// Doubles an element.\nfloat doubled").count(), 2, "{}", shader.text);
    assert_eq!(shader.text.matches("; // not squared\n").count(), 2, "{}", shader.text);
}

#[test]
fn numbers_are_written_as_in_the_source() {
    let text = r"input float x;
output float y;
parameter bool inverted = false;
const int LARGE = 0x00800000;
void main() {
    int bits = floatBitsToInt(fetch(x, here()));
    bits = (bits & 0x7fffffff) ^ (inverted ? -1 : 0);
    bits = bits + LARGE - 255 + 0xff | 1 << 31;
    uint more = uint(bits) ^ 0xcd9e8d57u;
    y = intBitsToFloat(bits) + float(more & 0xffffu) + 8388608.0;
}
";
    written(
        &Source::new("numbers", text),
        expect![[r#"
            layout(location = 0) out float y;

            in vec2 _at; // from the vertex shader: the middle of this fragment's texel, from 0 to 1 over the texture

            uniform sampler2D _stream_x; // the texture that the stream is in
            // The element at the output's own place: the stream lies texel for texel as the output does.
            float fetch_x_here() { return textureLod(_stream_x, _at, 0.0).x; }

            void main() {
                int bits = floatBitsToInt(fetch_x_here());
                bits &= 0x7fffffff;
                bits = (bits + 0x00800000 - 255 + 255) | (-2147483647 - 1);
                uint more = uint(bits) ^ 0xcd9e8d57u;
                y = intBitsToFloat(bits) + float(more & 0xffffu) + 8388608.0;
            }
        "#]],
    );
}

#[test]
fn results_of_calls_need_no_variable() {
    let text = r"input float x;
output float y;
float next(inout float state) {
    state *= 2.0;
    return state + 1.0;
}
void main() {
    float state = fetch(x, here());
    float a = next(state);
    float b = 0.0;
    for (index k = 0; k < 3; k++) {
        b = next(state);
        state = next(state);
    }
    y = next(state) + a * b;
}
";
    written(
        &Source::new("results", text),
        expect![[r#"
            layout(location = 0) out float y;

            in vec2 _at; // from the vertex shader: the middle of this fragment's texel, from 0 to 1 over the texture

            uniform sampler2D _stream_x; // the texture that the stream is in
            // The element at the output's own place: the stream lies texel for texel as the output does.
            float fetch_x_here() { return textureLod(_stream_x, _at, 0.0).x; }

            float next(inout float state) {
                state *= 2.0;
                return state + 1.0;
            }

            void main() {
                float state = fetch_x_here();
                float a = next(state);
                float b = 0.0;
                for (int k = 0; k < 3; k++) {
                    b = next(state);
                    float next_1 = next(state);
                    state = next_1;
                }
                float next_1 = next(state);
                y = next_1 + a * b;
            }
        "#]],
    );
}

/// Drivers get the text without comments.
#[test]
fn other_shaders_stay_as_they_are() {
    let source =
        Source::new("plain", "input float x; // read\noutput float y;\nvoid main() { y = fetch(x, here()); }\n");
    let (kernel, _) = compile(&source).unwrap();
    assert!(!text(&kernel, Dialect::Es, Layout::Plain).unwrap().contains("// read"));
}
