//! What stands around the entry: semantics, predefined structs, results, definitions.

use super::{codes, compiled, program_color};
use crate::cg::{Draw, Options};
use crate::fragment_program::Chip;
use crate::syntax::Code;

#[test]
fn semantics_have_ends() {
    for (head, code) in [
        ("float4 a : TEXCOORD8", Some(Code::C5108)),
        ("float2 a[3] : TEXCOORD6", Some(Code::C5108)),
        ("float2 a[2] : TEXCOORD6", None),
        ("float4 a[2] : COLOR1", Some(Code::C5108)),
        ("float4 a : COLOR99999999999999999999", Some(Code::C5108)),
    ] {
        let text = format!("float4 main({head}) : COLOR {{ return 1; }}");
        assert_eq!(codes(&text), code.into_iter().collect::<Vec<_>>(), "{head}");
    }
}

#[test]
fn global_variables_may_vary() {
    let text = "varying float2 at : TEXCOORD0; in float4 tint : COLOR0;
        float4 main() : COLOR { return float4(at, tint.xy); }";
    assert_eq!(program_color(text), [0.5, 0.5, 1.0, 1.0]);
    let text = "varying float2 at : TEXCOORD0; float4 main() : COLOR { at *= 2; return at.xyxy; }";
    assert_eq!(program_color(text), [1.0; 4]);
    assert_eq!(codes("out float4 result : COLOR; void main() { result = 1; }"), [Code::C5108]);
}

#[test]
fn predefined_structs() {
    let text = "fragout_float main(vf30 IN) { fragout_float OUT; OUT.col = IN.TEX0.xyxy + IN.COL0; return OUT; }";
    assert_eq!(program_color(text), [1.5; 4]);
    // A depth that is not set is not written.
    let program = compiled(text, &Options::default());
    assert_eq!(Draw::new(&program, 1, 1).run(Chip::R300).unwrap().0.len(), 1);
    let text = "void main(out fragout OUT) { OUT.col = 2; }";
    assert_eq!(program_color(text), [2.0; 4]);
    assert_eq!(Draw::new(&compiled(text, &Options::default()), 1, 1).run(Chip::R300).unwrap().0.len(), 1);
    let text = "void main(out fragout OUT) { OUT.col = 2; OUT.depth = 0.5; }";
    assert_eq!(Draw::new(&compiled(text, &Options::default()), 1, 1).run(Chip::R300).unwrap().0.len(), 2);
    // A program may define its own.
    let text = "struct fragout { float4 c : COLOR1; }; fragout main() { fragout o; o.c = 3; return o; }";
    assert_eq!(codes(text), []);
    assert_eq!(codes("fragout main() { fragout o; return o; }"), [Code::C3001]);
}

#[test]
fn structs_and_arrays_in_other_forms() {
    let text = "struct Pair; struct Pair { float a; float b; };
        float total(float a[3]) { float sum = 0; for (int i = 0; i < a.length; i++) sum += a[i]; return sum; }
        float4 main() : COLOR { Pair p = {1, 2}; float a[3] = {1, 2, 3}; return float4(p.a, p.b, total(a), a.length); }";
    assert_eq!(program_color(text), [1.0, 2.0, 6.0, 3.0]);
    let text = "interface Shape { float area(); };
        struct Square : Shape { float side; float area() { return side * side; } };
        float of(Shape shape) { Shape same = shape; return same.area(); }
        float4 main() : COLOR { Square s; s.side = 3; Shape shape = s; return float4(shape.area(), of(s), of(shape), 0); }";
    assert_eq!(program_color(text), [9.0, 9.0, 9.0, 0.0]);
    let text = "interface Shape { float area(); }; struct Square : Shape { float side; float area() { return side; } };
        Shape make() { Square s; s.side = 1; return s; } float4 main() : COLOR { return make().area(); }";
    assert_eq!(codes(text), [Code::C1016]);
}

#[test]
fn what_is_defined_twice() {
    for (text, code) in [
        (
            "float f(float a) { return 1; } float f(float b) { return 2; } float4 main() : COLOR { return 1; }",
            Code::C1013,
        ),
        ("float4 main(float2 a : TEXCOORD0, float2 a : TEXCOORD1) : COLOR { return 1; }", Code::C1002),
        ("struct A { float a; float2 a; }; float4 main() : COLOR { return 1; }", Code::C1002),
        ("float4 main() : COLOR { return 1; } float4 main() : COLOR { return 2; }", Code::C1013),
    ] {
        assert_eq!(codes(text), [code], "{text}");
    }
    assert_eq!(codes("float f(float a); float f(float a) { return 1; } float4 main() : COLOR { return f(1); }"), []);
    assert_eq!(codes("fp40 float f() { return 2; } float f() { return 1; } float4 main() : COLOR { return f(); }"), []);
}

#[test]
fn a_missing_file_is_said() {
    assert_eq!(codes("#include \"missing.cg\"\nfloat4 main() : COLOR { return 1; }"), [Code::C0006]);
}

#[test]
fn uniforms_that_another_entry_reads_are_parameters_too() {
    let text = "uniform float4x4 modelview; sampler2D other; uniform sampler2D image; const float k = 2; float level;
        float4 main(float2 at : TEXCOORD0) : COLOR { return tex2D(image, at) * level; }
        float4 second(float2 at : TEXCOORD0) : COLOR { return mul(modelview, tex2D(other, at)); }";
    let program = compiled(text, &Options::default());
    let names: Vec<&str> = program.parameters.iter().map(|own| own.name.as_str()).collect();
    let rows = ["modelview[0]", "modelview[1]", "modelview[2]", "modelview[3]"];
    assert_eq!(names, [&["at"], rows.as_slice(), &["other", "image", "level", "main"]].concat());
    // The textures that are read have the first units.
    let lowered = program.lower(None, &[]).unwrap();
    let listing = program.listing(&lowered, "test.cg").unwrap();
    assert!(
        listing.contains("#var sampler2D other :  :  : -1 : 0\n#var sampler2D image :  : texunit 0 : -1 : 1\n"),
        "{listing}"
    );
    let mut draw = Draw::new(&program, 1, 1);
    draw.uniform("modelview", &[1.0; 16]).unwrap();
    draw.uniform("level", &[3.0]).unwrap();
    draw.texture("image", crate::backend::Texels::new(1, 1, vec![[2.0; 4]])).unwrap();
    assert_eq!(draw.run(Chip::R300).unwrap().0[0].texels[0], [6.0; 4]);
}

#[test]
fn semantics_name_the_state_of_opengl() {
    let text = "float4x4 mvp : state.matrix.mvp; float4 ambient : glstate.material.ambient; float4 light : STATE.LIGHT[2].POSITION;
        float4 main() : COLOR { return mul(mvp, float4(1, 2, 3, 4)) + 10 * ambient + 100 * light; }";
    assert_eq!(program_color(text), [3.0, 4.0, 105.0, 14.0]);
}
