//! The order in which a program is evaluated: each argument once, and every read before what changes it.

use super::{codes, color, color_on, compiled, program_color};
use crate::cg::{Draw, Options, Profile};
use crate::fragment_program::Chip;
use crate::syntax::Code;

#[test]
fn arguments_are_evaluated_once() {
    let text = "float more(inout float x) { x += 1; return x; }
        float4 main() : COLOR {
            float a[3] = {1, 10, 100};
            int i = 0;
            float got = more(a[i++]);
            return float4(got, i, a[0], a[1]);
        }";
    assert_eq!(program_color(text), [2.0, 1.0, 2.0, 10.0]);
    // The index of an `out` argument is that before the call.
    let text = "void both(out float x, out int i) { x = 7; i = 2; }
        float4 main(float2 at : TEXCOORD0) : COLOR {
            float a[3] = {1, 2, 3};
            int i = at.x * 2;
            both(a[i], i);
            return float4(a[0], a[1], a[2], i);
        }";
    assert_eq!(program_color(text), [1.0, 7.0, 3.0, 2.0]);
    // A function of the program that does not fit leaves the call to the library, which evaluates the argument once as well.
    let text = "float floor(sampler2D image) { return 0; }
        float4 main() : COLOR { float x = 1.5; float y = floor(x++); return float4(x, y, 0, 0); }";
    assert_eq!(program_color(text), [2.5, 1.0, 0.0, 0.0]);
    assert_eq!(color("float i = 1; float2 v = float2(float4(i++, 2, 3, 4)); return v.xyxx + i;"), [3.0, 4.0, 3.0, 3.0]);
}

#[test]
fn what_is_read_first_is_read_before_changes() {
    assert_eq!(
        color("float x = 1; float r = x > 0 ? (x = -1) : (x = 3); return float4(r, x, 0, 0);")[..2],
        [-1.0, 3.0]
    );
    assert_eq!(color("float x = 1; return float4(x, x++, x, ++x);"), [1.0, 1.0, 2.0, 3.0]);
    assert_eq!(color("float x = 1; return max(x, x += 4) + x;"), [10.0; 4]);
    assert_eq!(color("float x = 1; float s, c; sincos(x, s, c); return x;"), [1.0; 4]);
}

#[test]
fn an_overload_that_loses_components_is_worse_than_the_library() {
    let text = "float3 lerp(float3 a, float3 b, float3 t) { return 100; }
        float4 main() : COLOR { float4 zero = 0; float4 two = 2; return lerp(zero, two, zero + 0.5); }";
    assert_eq!(program_color(text), [1.0; 4]);
    let text = "float3 lerp(float3 a, float3 b, float3 t) { return 100; }
        float4 main() : COLOR { float3 zero = 0; return lerp(zero, zero, zero).xyzz; }";
    assert_eq!(program_color(text), [100.0; 4]);
}

#[test]
fn first_values_name_what_stands_outside() {
    let text = "static float a = 1; static float b = a * 2; void set() { a = 5; }
        float4 main() : COLOR { set(); return float4(a, b, 0, 0); }";
    assert_eq!(program_color(text), [5.0, 2.0, 0.0, 0.0]);
    let text = "static const float scale = 3;
        float f(float x, float y = scale * 2) { return x + y; }
        float4 main() : COLOR { float scale = 100; return f(1) + f(1, scale); }";
    assert_eq!(program_color(text), [108.0; 4]);
    let text = "float g(float x) { x *= 2; return x; }
        float f(float x, float y = g(4)) { return x + y; }
        float4 main() : COLOR { return f(1); }";
    assert_eq!(program_color(text), [9.0; 4]);
}

#[test]
fn static_locals_keep_their_values() {
    let text = "float next() { static float n = 10; n += 1; return n; }
        float4 main() : COLOR { next(); float a = next(); return float4(a, next(), 0, 0); }";
    assert_eq!(program_color(text), [12.0, 13.0, 0.0, 0.0]);
    assert_eq!(color("static const float k[2] = {1, 2}; return k[1];"), [2.0; 4]);
}

#[test]
fn integers_are_divided_exactly() {
    let text = "float4 main(float2 at : WPOS) : COLOR {
        int a = floor(at.x) - 40; int b = floor(at.y) - 9;
        int safe = b == 0 ? 1 : b;
        return float4(a / safe, a % safe, a / 7, a / -3);
    }";
    for (profile, chip) in [
        (Profile::Arbfp1, Chip::None),
        (Profile::Arbfp1, Chip::R300),
        (Profile::Fp30, Chip::Nv30),
        (Profile::Fp40, Chip::Nv40),
    ] {
        let program = compiled(text, &Options::of(profile));
        let (results, _) = Draw::new(&program, 81, 19).run(chip).unwrap();
        for (number, texel) in results[0].texels.iter().enumerate() {
            let (a, b) = (number as i32 % 81 - 40, number as i32 / 81 - 9);
            let safe = if b == 0 { 1 } else { b };
            let wanted = [a / safe, a % safe, a / 7, a / -3].map(|value| value as f32);
            assert_eq!(*texel, wanted, "{a} and {b} on {chip}");
        }
    }
}

#[test]
fn long_arrays_are_indexed() {
    let text = "float4 main(float2 at : TEXCOORD0) : COLOR {
        float a[200]; for (int i = 0; i < 200; i++) a[i] = i;
        return float4(a[at.x * 300], a[at.x * 398], a[-at.x], a[at.x * 2000]);
    }";
    assert_eq!(color_on(text, Profile::Arbfp1, Chip::None), [150.0, 199.0, 0.0, 199.0]);
    // But not without bound: a loop that writes such an array would be as many branches in each iteration.
    let text = "float4 main(float2 at : TEXCOORD0) : COLOR { float a[1025]; a[1024] = 1; return a[at.x]; }";
    assert_eq!(codes(text), [Code::C0001]);
}

#[test]
fn values_that_nothing_has_set_are_warned_of() {
    assert_eq!(codes("float4 main() : COLOR { float x; return x; }"), [Code::C7050]);
    assert_eq!(codes("float4 main() : COLOR { float2 v; v.x = 1; return v.y; }"), [Code::C7050]);
    assert_eq!(codes("float4 main() : COLOR { float4 v; v.xy = 1; v.zw = 2; return v; }"), []);
    let text = "float4 main(float2 at : TEXCOORD0) : COLOR { float x; if (at.x > 0) x = 1; return x; }";
    assert_eq!(codes(text), []);
}
