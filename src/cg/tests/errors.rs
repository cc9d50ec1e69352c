//! Mistakes, and what is said about them.

use super::codes;
use crate::cg::Options;
use crate::syntax::Code;

/// Returns the codes of a program whose body is this.
fn body(body: &str) -> Vec<Code> {
    codes(&format!(
        "struct Pair {{ float a; float b; }};\nfloat twice(float x) {{ return 2 * x; }}\n\
        float4 main(float2 at : TEXCOORD0, uniform sampler2D image) : COLOR {{ {body} }}"
    ))
}

#[test]
fn each_mistake_has_its_code() {
    for (text, code) in [
        ("return at", Code::C0000),
        ("return at.xyxy + ;", Code::C0000),
        ("return (at.xyxy;", Code::C0000),
        ("Pair p = at; return p.a;", Code::C1035),
        ("Pair p; return p.c;", Code::C1031),
        ("return at.xyxy.q.y;", Code::C1031),
        ("float a[2]; return a[2];", Code::C1068),
        ("return twice(at.x, 1);", Code::C1104),
        ("return twice();", Code::C1103),
        ("return twice(image);", Code::C1102),
        ("return twise(at.x);", Code::C3002),
        ("return colour;", Code::C1008),
        ("return at.x | 1;", Code::C1021),
        ("return ~1;", Code::C1021),
        ("twice(at.x) = 1; return 0;", Code::C1060),
        ("at.xx = 1; return 0;", Code::C1060),
        ("image = image; return 0;", Code::C1060),
        ("float2x2 m = 1; return m[0].xyxy * m;", Code::C1020),
        ("return tex2D(at, image);", Code::C1102),
        ("return tex2D(image, at, at, at);", Code::C5201),
        ("int n[at.x]; return 0;", Code::C1059),
        ("vec2 p = at; return p.x;", Code::C0501),
        ("continue; return 0;", Code::C0004),
        ("return float3(1, 2);", Code::C1067),
    ] {
        assert_eq!(body(text), [code], "{text}");
    }
}

#[test]
fn several_mistakes_are_found_at_once() {
    let found = body("float a = b; float c = d; c = e; return f(c);");
    assert_eq!(found, [Code::C1008, Code::C1008, Code::C1008, Code::C3002]);
}

#[test]
fn what_is_outside_of_functions() {
    assert_eq!(codes("float f; float4 helper() { return f; }"), [Code::C3001]);
    assert_eq!(codes("void main() { }"), [Code::C3001]);
    assert_eq!(codes("float4 main() : COLOUR { return 1; }"), [Code::C5108]);
    assert_eq!(codes("float4 main(float a : NOWHERE) : COLOR { return a; }"), [Code::C5108]);
    assert_eq!(codes("struct A { A inner; }; float4 main(uniform A a) : COLOR { return 1; }"), [Code::C0501]);
    assert_eq!(
        codes(
            "float f(float x) { return g(x); } float g(float x) { return f(x); } float4 main() : COLOR { return f(1); }"
        ),
        [Code::C0005]
    );
    assert_eq!(codes("#include \"missing.cg\"\nfloat4 main() : COLOR { return missing(1); }"), [Code::C3002]);
}

/// Programs with most of the language.
const TEXTS: [&str; 3] = [
    "interface I { float f(float x); };
        struct S : I { float a; float f(float x) { return a * x; } };
        static float g = 2; uniform float4x4 m; const float t[2] = {1, 2};
        float4 main(float2 at : TEXCOORD0, uniform samplerRECT image, uniform S s) : COLOR {
            float4 c = texRECT(image, at); float a[2] = t;
            for (int i = 0; i < 2; i++) { if (c.x > a[i]) continue; c.yz += mul(m, c).xy * s.f(g); }
            do { g--; } while (g > 0);
            return c.wzyx ? c : (half4) c;
        }",
    "#define TWICE(x) ((x) * 2)
        struct Layer { sampler2D image; half scale; void set(float to) { scale = to; } };
        uniform sampler2D images[2]; varying float4 tint : COLOR0; static const float k[2][2] = {{1, 2}, {3, 4}};
        float f(float x, float y = TWICE(k[1][0])) { return x + y; }
        void both(out float x, inout int i) { x = i++; }
        fragout_float main(vf30 IN, uniform Layer layer, uniform float n : C3) {
            fragout_float OUT; int i = n; float a[3] = {1, 2, 3}; both(a[i], i); layer.set(a[i % 3]);
            OUT.col = tex2D(images[i], IN.TEX0.xy) + layer.scale * tex2D(layer.image, a.length) + f(i / 3) + tint;
            return OUT;
        }",
    "typedef float3 V; float3 lit2(V n, V l) : COLOR { return max(dot(n, l), 0); }
        float total(float a[]) { float s; for (int i = 0; i < a.length; i++) { if (i == 2) break; s += a[i]; } return s; }
        void main(in float3 n : TEXCOORD0, out half4 c : COLOR0, out float d : DEPTH) {
            float2x2 m = float2x2(1, 2, 3, 4); float a[2] = {m._m00, m[1].y}; float s, co; sincos(n.x, s, co);
            c.xyz = lit2(normalize(n), float3(s, co, total(a))); c.w = (n.x > 0 && n.y < 1) ? 1.0h : 0.5x;
            if (any(n.xy < 0)) discard; d = lerp(0, 1, saturate(n.z)); m[1] = mul(m, n.xy);
        }",
];

/// Compiles a program, and makes a fragment program of it if it has no mistakes.
fn survives(text: &str) {
    let lowered = || {
        if let Ok(program) = super::super::compile("test.cg", text, &Options::default()) {
            let _ = program.lower(None, &[]);
        }
    };
    if std::panic::catch_unwind(lowered).is_err() {
        panic!("{text}");
    }
}

#[test]
fn no_text_makes_it_panic() {
    for text in TEXTS {
        assert!(codes(text).iter().all(|code| [Code::C7011, Code::C7050].contains(code)), "{text}");
        survives(text);
        (0..text.len()).for_each(|end| survives(&text[..end]));
        // Each token in place of each other one.
        let words: Vec<&str> = text.split_inclusive([' ', '(', ')', ';', '{', '}', ',', '[', ']']).collect();
        for k in 0..words.len() {
            for other in ["(", "}", ";", "float ", "1 ", ".xy ", "[", "= ", "main "] {
                let mut mutant = words.clone();
                mutant[k] = other;
                survives(&mutant.concat());
            }
            let mut without = words.clone();
            without.remove(k);
            survives(&without.concat());
            let mut moved = words.clone();
            moved.swap(k, (k * 7 + 3) % words.len());
            survives(&moved.concat());
        }
    }
}

#[test]
fn parameters_of_an_entry_have_names() {
    let said = codes(
        "float4 main(float2 at : TEXCOORD0, uniform float : TEXCOORD1, uniform float : TEXCOORD2) : COLOR { return at.xyxy; }",
    );
    assert_eq!(said, [Code::C0000]);
    // Those of other functions need none.
    assert_eq!(
        codes(
            "float f(float, float y) { return y; }\nfloat4 main(float2 at : TEXCOORD0) : COLOR { return f(1, at.x); }"
        ),
        []
    );
}

#[test]
fn a_semantic_may_end_with_the_text() {
    for text in ["float4 light : state.", "float4 light : state.light.", "float4 light : glstate."] {
        assert_eq!(codes(text).first(), Some(&Code::C0000), "{text}");
    }
}
