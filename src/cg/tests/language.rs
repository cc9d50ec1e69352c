//! Types, conversions, statements and functions.

use super::{codes, color, color_on, compiled, program_color};
use crate::cg::{Draw, Options, Profile};
use crate::fragment_program::Chip;
use crate::syntax::Code;

#[test]
fn numbers_and_vectors_convert() {
    // A number becomes a vector, a longer vector a shorter one.
    assert_eq!(color("float4 v = 2; return v;"), [2.0; 4]);
    assert_eq!(color("float2 v = (float2) float4(1, 2, 3, 4); return v.xyxy;"), [1.0, 2.0, 1.0, 2.0]);
    // Integers are truncated towards zero, and so are their quotients.
    assert_eq!(color("int a = -2.7; int b = 7; return float4(a, b / 2, -b / 2, b % 4);"), [-2.0, 3.0, -3.0, 3.0]);
    assert_eq!(color("return float4(1 / 2, 1 / 2.0, 7 / 2, -7 / 2);"), [0.0, 0.5, 3.0, -3.0]);
    // A comparison is 1 or 0, component by component.
    assert_eq!(color("float4 a = float4(1, 2, 3, 4) > 2; return a;"), [0.0, 0.0, 1.0, 1.0]);
    assert_eq!(color("bool b = 3; return b + b;"), [2.0; 4]);
    assert_eq!(color("float3 n = float3(0, 2, 0); return all(n) + 2 * any(n);"), [2.0; 4]);
}

#[test]
fn letters_pick_and_mask() {
    assert_eq!(color("float4 v = float4(1, 2, 3, 4); return v.wzyx;"), [4.0, 3.0, 2.0, 1.0]);
    assert_eq!(color("float4 v = float4(1, 2, 3, 4); return v.bgra.stpq;"), [3.0, 2.0, 1.0, 4.0]);
    assert_eq!(color("float h = 3; return h.xxxx;"), [3.0; 4]);
    assert_eq!(color("float4 v = 0; v.yw = float2(5, 6); v.x += 2; return v;"), [2.0, 5.0, 0.0, 6.0]);
    assert_eq!(color("float4 v = float4(1, 2, 3, 4); v.xy = v.yx; return v;"), [2.0, 1.0, 3.0, 4.0]);
    assert_eq!(color("float4 v = float4(1, 2, 3, 4); float i = 2; return v[i] + v[1];"), [5.0; 4]);
}

#[test]
fn matrices_have_rows() {
    let m = "float2x3 m = {{1, 2, 3}, {4, 5, 6}};";
    assert_eq!(color(&format!("{m} return float4(m[1], m[0].x);")), [4.0, 5.0, 6.0, 1.0]);
    assert_eq!(color(&format!("{m} return float4(m._m00, m._12, m._m10_m11);")), [1.0, 2.0, 4.0, 5.0]);
    assert_eq!(
        color(&format!("{m} float2 p = mul(m, float3(1, 10, 100)); return p.xyxy;")),
        [321.0, 654.0, 321.0, 654.0]
    );
    assert_eq!(color(&format!("{m} float3 p = mul(float2(1, 10), m); return p.xyzz;")), [41.0, 52.0, 63.0, 63.0]);
    assert_eq!(color(&format!("{m} float3x2 t = transpose(m); return float4(t[0], t[2]);")), [1.0, 4.0, 3.0, 6.0]);
    assert_eq!(color(&format!("{m} m._m11 = 9; m[0] = m[0] * 2; return float4(m[1].y, m[0]);")), [9.0, 2.0, 4.0, 6.0]);
    assert_eq!(
        color("float2x2 a = float2x2(1, 2, 3, 4); return float4(mul(a, a)[0], determinant(a), (a * a)._m11);"),
        [7.0, 10.0, -2.0, 16.0]
    );
    assert_eq!(color("float4x4 m = 1; return mul(m, float4(1, 2, 3, 4));"), [10.0; 4]);
}

#[test]
fn arrays_and_structs_are_values() {
    let text = "struct Pair { float a; float2 b[2]; };
        Pair swapped(Pair p) { float2 kept = p.b[0]; p.b[0] = p.b[1]; p.b[1] = kept; p.a = -p.a; return p; }
        float4 main(float2 at : TEXCOORD0) : COLOR {
            Pair p = {1, {{2, 3}, {4, 5}}};
            Pair q = swapped(p);
            return float4(p.a, q.a, q.b[0].x, p.b[0].x);
        }";
    assert_eq!(program_color(text), [1.0, -1.0, 4.0, 2.0]);
    let text = "float total(float a[4]) { float sum = 0; for (int i = 0; i < 4; i++) sum += a[i]; return sum; }
        float4 main(float2 at : TEXCOORD0) : COLOR {
            float a[4];
            for (int i = 0; i < 4; i++) a[i] = i * i;
            float b[4] = a;
            b[at.x * 4] = 100;
            return float4(total(a), total(b), a[at.x * 6], b[2]);
        }";
    assert_eq!(program_color(text), [14.0, 110.0, 9.0, 100.0]);
}

#[test]
fn functions_give_back() {
    let text = "void split(float x, out float whole, inout float rest) { whole = floor(x); rest += x - whole; x = 0; }
        float4 main(float2 at : TEXCOORD0) : COLOR {
            float4 r = float4(1, 2, 3, 4);
            float x = 2.25;
            split(x, r.z, r.w);
            return float4(r.zw, x, r.x);
        }";
    assert_eq!(program_color(text), [2.0, 4.25, 2.25, 1.0]);
    // A scalar smears into a vector that is given back.
    let text = "void one(out float a) { a = 7; }
        float4 main() : COLOR { float4 v; one(v); return v; }";
    assert_eq!(program_color(text), [7.0; 4]);
}

#[test]
fn overloads_go_by_types_and_profiles() {
    let text = "float f(float a) { return 1; } float f(float2 a) { return 2; } float f(half a) { return 3; }
        float4 main() : COLOR { half h = 1; float2 two = 1; return float4(f(1.5), f(two), f(h), f(two.x)); }";
    assert_eq!(program_color(text), [1.0, 2.0, 3.0, 1.0]);
    let text = "float f() { return 1; } fp40 float f() { return 2; } float4 main() : COLOR { return f(); }";
    assert_eq!(color_on(text, Profile::Arbfp1, Chip::None), [1.0; 4]);
    assert_eq!(color_on(text, Profile::Fp40, Chip::Nv40), [2.0; 4]);
    // A function of the program may have a name of the library.
    let text = "float2 round(float2 a, float2 b) { return b * floor(a / b + 0.5); }
        float4 main() : COLOR { return float4(round(float2(7, 8), float2(2, 5)), round(1.4), round(2.5)); }";
    assert_eq!(program_color(text), [8.0, 10.0, 1.0, 3.0]);
}

#[test]
fn methods_and_interfaces() {
    let text = "interface Shape { float area(float scale); };
        struct Square : Shape { float side; float area(float scale) { return scale * side * side; } };
        struct Disc : Shape { float radius; float area(float scale) { return twice(scale) * radius; }
                              float twice(float x) { return 2 * x; } };
        float4 main(uniform Shape shape, uniform Shape others[]) : COLOR {
            float sum = 0;
            for (int i = 0; i < 2; i++) sum += others[i].area(1);
            return float4(shape.area(3), sum, 0, 1);
        }";
    let bind = |name: &str, ty: &str| (name.to_owned(), ty.to_owned());
    let bound = vec![bind("shape", "Disc"), bind("others", "Square[2]")];
    let program = compiled(text, &Options { bound, ..Options::default() });
    let names: Vec<&str> = program.parameters.iter().map(|own| own.name.as_str()).collect();
    assert_eq!(names, ["shape.radius", "others[0].side", "others[1].side", "main"]);
    let mut draw = Draw::new(&program, 1, 1);
    draw.uniform("shape", &[5.0]).unwrap();
    draw.uniform("others", &[2.0, 3.0]).unwrap();
    assert_eq!(draw.run(Chip::R300).unwrap().0[0].texels[0], [30.0, 13.0, 0.0, 1.0]);
    assert_eq!(codes(text), [Code::C5041, Code::C5041]);
    // A method changes its own struct.
    let text = "struct Counter { float n; void add(float more) { n += more; } };
        float4 main() : COLOR { Counter c; c.n = 1; c.add(2); c.add(3); return c.n; }";
    assert_eq!(program_color(text), [6.0; 4]);
}

#[test]
fn globals_are_uniforms_unless_they_say_more() {
    let text =
        "static const float pi = 4 * 0.75; const float two = 2; static float count = 1; uniform float scale = 1 / 4.0;
        float offset = 8; float table[3] = {1, 2, 3};
        void more() { count += 1; offset *= 2; }
        float4 main() : COLOR { more(); more(); return float4(pi * two, count, scale, offset + table[2]); }";
    assert_eq!(program_color(text), [6.0, 3.0, 0.25, 35.0]);
    let program = compiled(text, &Options::default());
    let names: Vec<&str> = program.parameters.iter().map(|own| own.name.as_str()).collect();
    assert_eq!(names[..2], ["scale", "offset"]);
}

#[test]
fn control_flow_on_every_way() {
    let text = |body: &str| {
        format!(
            "float f(float x) {{ {body} }} float4 main(float2 at : TEXCOORD0) : COLOR {{
        return float4(f(-1), f(0), f(at.x * 4), f(9)); }}"
        )
    };
    let run = |body: &str| program_color(&text(body));
    assert_eq!(
        run("if (x < 0) return 10; else if (x == 0) return 20; if (x) x += 1; return x;"),
        [10.0, 20.0, 3.0, 10.0]
    );
    assert_eq!(
        run("for (float i = 0; i < 4; i += 1.0) { if (i == x) return i * 100; } return -1;"),
        [-1.0, 0.0, 200.0, -1.0]
    );
    assert_eq!(
        run("float n = 0; for (int i = 0; i < 5; i++) { if (i == 3) continue; if (i > x) break; n += 1; } return n;"),
        [0.0, 1.0, 3.0, 4.0]
    );
    assert_eq!(run("float n = 0; do { n += 2; } while (n < 3); return n + x;"), [3.0, 4.0, 6.0, 13.0]);
    assert_eq!(run("float a = x > 0 ? x * 2 : (x < 0 ? 5 : 6); return a;"), [5.0, 6.0, 4.0, 18.0]);
    assert_eq!(run("float a = x; float b = a++ + ++a; return b - x;"), [1.0, 2.0, 4.0, 11.0]);
}

#[test]
fn loops_that_depend_on_data_need_a_chip_that_has_them() {
    let text = "float4 main(float2 at : TEXCOORD0, uniform float limit) : COLOR {
        float n = 0;
        while (n * n < limit * at.x) n += 1;
        return n;
    }";
    let options = Options::of(Profile::Fp40);
    let program = compiled(text, &options);
    let mut draw = Draw::new(&program, 1, 1);
    draw.uniform("limit", &[200.0]).unwrap();
    assert_eq!(draw.run(Chip::Nv40).unwrap().0[0].texels[0], [10.0; 4]);
    let program = compiled(text, &Options::default());
    let error = program.lower(Some(Chip::R300), &[]).unwrap_err().to_string();
    assert!(error.contains("a loop whose end depends on data") && error.contains("while (n * n"), "{error}");
    // A loop of a chip ends by itself: a longer one would give another result.
    let long = |count: u32| {
        let text =
            format!("float4 main() : COLOR {{ float n = 0; for (int i = 0; i < {count}; i++) n += 2; return n; }}");
        compiled(&text, &options).lower(Some(Chip::Nv40), &[]).map(drop).map_err(|error| error.to_string())
    };
    assert_eq!(long(65025), Ok(()));
    assert!(long(65026).unwrap_err().contains("a loop of more than 65025 iterations"), "{:?}", long(65026));
    assert!(long(2_000_000).is_err());
    let left = "float4 main(float2 at : WPOS) : COLOR { float n = 0; while (true) { n += at.x; if (n > 9) break; } return n; }";
    assert!(compiled(left, &options).lower(Some(Chip::Nv40), &[]).is_ok());
    // A loop over a uniform is unrolled when its value is known.
    let text =
        "float4 main(uniform float count) : COLOR { float n = 0; for (float i = 0; i < count; i++) n += i; return n; }";
    let program = compiled(text, &Options::default());
    let mut draw = Draw::new(&program, 1, 1);
    draw.uniform("count", &[5.0]).unwrap();
    assert_eq!(draw.run(Chip::R300).unwrap().0[0].texels[0], [10.0; 4]);
}

#[test]
fn fragments_are_discarded_and_get_a_depth() {
    let text = "struct Output { float4 color : COLOR; float depth : DEPTH; };
        Output main(float2 at : WPOS) {
            Output o;
            o.color = float4(at, 0, 1);
            o.depth = at.x / 4;
            if (at.x > 1 && at.x < 2) discard;
            discard(at.xy > 3);
            return o;
        }";
    for (profile, chip) in [(Profile::Arbfp1, Chip::R300), (Profile::Fp30, Chip::Nv30), (Profile::Fp40, Chip::Nv40)] {
        let program = compiled(text, &Options::of(profile));
        let (results, _) = Draw::new(&program, 4, 1).run(chip).unwrap();
        let colors: Vec<f32> = results[0].texels.iter().map(|texel| texel[0]).collect();
        let depths: Vec<f32> = results[1].texels.iter().map(|texel| texel[2]).collect();
        assert_eq!(colors, [0.5, 0.0, 2.5, 0.0], "{chip}");
        assert_eq!(depths, [0.125, 0.0, 0.625, 0.0], "{chip}");
    }
}

#[test]
fn several_targets_and_any_case_of_semantics() {
    let text =
        "void main(float2 at : texcoord0, out float4 a : color0, out float2 b : COLOR1) { a = at.xyxy; b = at * 2; }";
    let program = compiled(text, &Options::default());
    let (results, _) = Draw::new(&program, 1, 1).run(Chip::R300).unwrap();
    assert_eq!(results[0].texels[0], [0.5; 4]);
    assert_eq!(results[1].texels[0][..2], [1.0, 1.0]);
    assert_eq!(program.colors(), [4, 2]);
}

#[test]
fn half_and_fixed_are_rounded_where_chips_have_them() {
    let text = "float4 main(uniform half a, uniform float b) : COLOR {
        half h = a * 3.0h; fixed x = 1.5 + b; return float4(a, h, x, b); }";
    let program = |profile| compiled(text, &Options::of(profile));
    let run = |profile, chip| {
        let program = program(profile);
        let mut draw = Draw::new(&program, 1, 1);
        draw.uniform("a", &[0.125]).unwrap();
        draw.uniform("b", &[1.0001]).unwrap();
        draw.run(chip).unwrap().0[0].texels[0]
    };
    let half = |value: f32| crate::ir::Precision::Half.round(value);
    assert_eq!(run(Profile::Fp30, Chip::Nv30), [0.125, half(0.375), 2.0 - 1.0 / 1024.0, 1.0001]);
    assert_eq!(run(Profile::Arbfp1, Chip::None)[2], 1.5 + 1.0001);
    // A literal beside a half is rounded in every profile.
    let text = "float4 main(uniform half a) : COLOR { return a + 0.0001; }";
    let program = compiled(text, &Options::default());
    let mut draw = Draw::new(&program, 1, 1);
    draw.uniform("a", &[0.0]).unwrap();
    assert_eq!(draw.run(Chip::None).unwrap().0[0].texels[0], [half(0.0001); 4]);
}

#[test]
fn headers_macros_and_typedefs() {
    let text = "#define SIZE 2\n#if defined(PROFILE_ARBFP1) && SIZE == 2\n#define KIND 1\n#else\n#define KIND 2\n#endif
        typedef float4 Color; typedef float Pair[SIZE];
        #pragma parameter something\n
        Color main() : COLOR { Pair p = {KIND, 3}; Color c = Color(p[0], p[0], p[0], p[0]); return c + p[1]; }";
    assert_eq!(color_on(text, Profile::Arbfp1, Chip::None), [4.0; 4]);
    assert_eq!(color_on(text, Profile::Fp40, Chip::Nv40), [5.0; 4]);
}

#[test]
fn truncation_warns() {
    assert_eq!(codes("float4 main(float4 at : TEXCOORD0) : COLOR { float3 a = at; return a.xyzz; }"), [Code::C7011]);
    assert_eq!(codes("float4 main(float4 at : TEXCOORD0) : COLOR { float3 a = (float3) at; return a.xyzz; }"), []);
}
