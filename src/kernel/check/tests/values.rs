//! What kernels compute, by the interpreter: the order of evaluation, conversions, overloads.

use crate::ir::each_expr;
use crate::ir::interpret::{Array, Grid, Run, Value};
use crate::kernel::{Source, compile};
use crate::texel::Components;

/// The second element of `y`, of a kernel with the input `x` = 10, 20, 30.
fn computed(text: &str) -> f32 {
    let text = format!("input float x;\noutput float y;\n{text}");
    let source = Source::new("k", text);
    let (kernel, _) = compile(&source).unwrap_or_else(|errors| panic!("{}", errors.render(false)));
    let inputs = [Array::floats(Components::One, 4, &[10.0, 20.0, 30.0])];
    let run = Run::new(&kernel, &inputs, &[], Grid { count: 3, width: 4 }).unwrap();
    match run.element(1).unwrap().outputs[0] {
        Value::Float(_, [y, ..]) => y,
        other => panic!("{other:?}"),
    }
}

#[track_caller]
fn all(cases: &[(&str, f32)]) {
    for (text, expected) in cases {
        let text = if text.contains("main") { (*text).to_owned() } else { format!("void main() {{ {text} }}") };
        assert_eq!(computed(&text), *expected, "{text}");
    }
}

#[test]
fn effects_come_in_the_order_of_evaluation() {
    all(&[
        ("float a = 1.0; y = a++ + a;", 3.0),
        ("float a = 1.0; y = a + a++;", 2.0),
        ("float a = 1.0; y = a + (a = 5.0) + a;", 11.0),
        ("float a = 1.0; y = ++a * 10.0 + a--;", 22.0),
        ("float a = 1.0, b = 0.0; y = (b = a += 2.0) + b;", 6.0),
        ("index i = 0; vec3 v = vec3(1.0, 2.0, 3.0); v[i++] = v[i]; y = v.x + 10.0 * float(i);", 12.0),
        ("index i = 0; vec3 v = vec3(1.0, 2.0, 3.0); v[i++] += 5.0; y = v.x + 10.0 * v.y + 100.0 * float(i);", 126.0),
        ("float a = 1.0; bool b = a > 2.0 && (a = 7.0) > 0.0; y = b ? -1.0 : a;", 1.0),
        ("float a = 3.0; bool b = a > 2.0 && (a = 7.0) > 0.0; y = b ? a : -1.0;", 7.0),
        ("float a = 3.0; bool b = a > 2.0 || (a = 7.0) > 0.0; y = b ? a : -1.0;", 3.0),
        ("float a = 3.0; bool b = a > 2.0 ^^ (a = 1.0) > 0.0; y = b ? a : -a;", -1.0),
        ("float a = 1.0; float b = a > 0.0 ? a++ : a--; y = 10.0 * b + a;", 12.0),
        ("float a = 1.0; float b = a > 2.0 ? a++ : a--; y = 10.0 * b + a;", 10.0),
        ("y = 0.0; index i = 3; for (; i-- > 0;) { y = 10.0 * y + float(i); }", 210.0),
        ("y = 0.0; for (index i = 0, j = 5; i < j; i++, j--) { if (i == 1) continue; y += float(j); }", 8.0),
        ("y = 0.0; for (index i = 0; ; i += 2) { if (i > 6) break; y += 1.0; }", 4.0),
        ("float f; y = modf(2.75, f) + 10.0 * f;", 20.75),
        ("float f = 1.5; y = f + modf(-2.75, f) + 10.0 * f;", 1.5 - 0.75 - 20.0),
        (
            "float f(inout float a, out float b) { b = 10.0 * a; a += 1.0; return a; }\n\
             void main() { vec2 v = vec2(1.0, 2.0); y = v.x + f(v.x, v.y) + v.x + v.y; }",
            1.0 + 2.0 + 2.0 + 10.0,
        ),
        (
            "void swap(inout float a, inout float b) { float c = a; a = b; b = c; }\n\
             void main() { vec2 v = vec2(1.0, 2.0); swap(v.x, v.y); y = 10.0 * v.x + v.y; }",
            21.0,
        ),
        ("float f() { y = 4.0; return 2.0; }\nvoid main() { y = 1.0; float a = y + f() + y; y = a; }", 1.0 + 2.0 + 4.0),
        ("void g() { y += 1.0; }\nvoid f() { g(); g(); }\nvoid main() { y = 1.0; f(); y *= 2.0; }", 6.0),
        ("void f(out float a) { a = 3.0; }\nvoid main() { f(y); y += 1.0; }", 4.0),
        ("void f(index i, out index j) { j = i + 1; }\nvoid main() { int k; f(2, k); y = float(k << 1); }", 6.0),
    ]);
}

#[test]
fn whole_numbers_become_what_is_wanted() {
    all(&[
        ("y = 1;", 1.0),
        ("y = 3 * fetch(x, here());", 60.0),
        ("y = float(2 * here());", 2.0),
        ("vec2 v = vec2(1, 2); v *= 2; y = v.x + v.y;", 6.0),
        ("y = fetch(x, here()) > 0 ? 1 : 2;", 1.0),
        ("y = 7 / 2;", 3.0),
        ("y = -7 / 2;", -3.0),
        (
            "y = (1 << 4) + 6 % 4 + (0xf0 >> 4) + (5 & 4) + (1 | 2) + (3 ^ 1) + ~0;",
            16.0 + 2.0 + 15.0 + 4.0 + 3.0 + 2.0 - 1.0,
        ),
        ("y = float(1 << 31);", -2147483648.0),
        ("int a = 0xffffffff; y = float(a);", -1.0),
        ("uint a = 0xffffffffu; uint b = 3; y = float(a / b);", 1431655765.0),
        ("index i = here() > 5 ? 1 : 2; y = float(i + (i > 1 ? 1 : 0));", 3.0),
        ("bool b = 1 < 2; y = b ? 1 : 0;", 1.0),
        ("y = max(1, 2) + clamp(5, 0, 3) + abs(-4) + sign(-2);", 8.0),
        ("y = min(fetch(x, 0), 3);", 3.0),
        ("y = pow(2, 3) + mod(7, 4) + step(1, 2);", 12.0),
        ("y = float(max(here(), 7) - 1);", 6.0),
        ("const index n = 3; vec4 v = vec4(1, 2, 3, 4); y = v[n] + v[n - 1];", 7.0),
        ("y = dot(vec3(1, 2, 3), vec3(1));", 6.0),
        ("y = bool(2) ? 1 : 0;", 1.0),
    ]);
}

#[test]
fn indices_and_ints_become_each_other() {
    all(&[
        ("index i = here() & 1; y = float(i);", 1.0),
        ("index i = 5 * here(); y = fetch(x, i >> 1);", 30.0),
        ("index i = 7; i /= 2; i %= 2; y = float(i);", 1.0),
        ("int k = here(); y = fetch(x, k + 1);", 30.0),
        ("ivec4 place = 4 * here() + ivec4(0, 1, 2, 3); y = float(place.w);", 7.0),
        ("int bits = floatBitsToInt(1.0); index i = (bits >> 23) - 127 + here(); y = float(i);", 1.0),
        ("index i = 3; y = float(i ^ (i - 1));", 1.0),
        ("index i = here(); y = float(~i);", -2.0),
        ("y = float(max(here(), int(7)));", 7.0),
        ("index i = -3; y = float(abs(i) + sign(i));", 2.0),
    ]);
}

#[test]
fn constructors_take_what_those_of_glsl_take() {
    all(&[
        ("vec4 v = vec4(vec2(1, 2), 3, true); y = v.x + 10 * v.y + 100 * v.z + 1000 * v.w;", 1321.0),
        ("vec3 v = vec3(vec4(1, 2, 3, 4)); y = v.x + v.y + v.z;", 6.0),
        ("vec3 v = vec3(vec2(1, 2), vec4(3, 4, 5, 6)); y = v.z;", 3.0),
        ("y = float(vec3(4, 5, 6)) + float(true) + float(here() > 0);", 6.0),
        ("y = float(index(-2.7)) + float(int(2.7)) + float(index(true));", 1.0),
        ("vec4 v = vec4(7); y = v.x + v.w;", 14.0),
        ("bvec3 b = bvec3(vec3(0, 1, 2)); y = any(b) ? (all(b) ? 1 : 2) : 3;", 2.0),
        ("ivec2 i = ivec2(vec2(2.9, -2.9)); y = float(i.x) + 10 * float(i.y);", -18.0),
        ("vec2 v = element(3) * vec2(1, 2); y = v.y;", 6.0),
        ("vec4 v = vec4(lessThan(vec4(1, 2, 3, 4), vec4(3))); y = v.x + v.y + v.z + v.w;", 2.0),
    ]);
}

#[test]
fn vectors_are_compared_and_chosen_as_in_glsl() {
    all(&[
        ("y = vec2(1, 2) == vec2(1, 2) ? 1 : 0;", 1.0),
        ("y = vec2(1, 2) == vec2(1, 3) ? 1 : 0;", 0.0),
        ("y = vec2(1, 2) != vec2(1, 3) ? 1 : 0;", 1.0),
        ("vec2 v = mix(vec2(1, 2), vec2(3, 4), bvec2(true, false)); y = v.x + 10 * v.y;", 23.0),
        ("vec2 v = mix(vec2(1, 2), vec2(3, 4), 0.5); y = v.x + 10 * v.y;", 32.0),
        ("y = not(equal(vec2(1, 2), vec2(1, 3))).y ? 1 : 0;", 1.0),
        ("y = isnan(0.0) || isinf(1.0) ? 1 : 0;", 0.0),
        ("vec4 v = vec4(1, 2, 3, 4); v.wzyx = v; y = v.x + 10 * v.y;", 34.0),
        ("vec4 v = vec4(1, 2, 3, 4); v.rg.y = 9; v.stpq[3] = 5; y = v.y + v.a + v.zyx.x;", 17.0),
        ("vec4 v = vec4(1, 2, 3, 4); index i = here() + 1; v[i] *= 10; y = v[i] + v[0];", 31.0),
        ("y = vec3(0, 1, 0).yx.x;", 1.0),
        ("y = atan(1, 1) - atan(1) + 5;", 5.0),
    ]);
}

#[test]
fn overloads_are_told_apart_by_the_types_of_their_arguments() {
    let own = "float f(float a) { return 1; }\nfloat f(vec2 a) { return 2; }\nfloat f(index a) { return 3; }\n\
               float f(float a, float b) { return 4; }\nfloat f(bool a) { return 5; }\n";
    for (call, expected) in
        [("f(1.0)", 1.0), ("f(vec2(1))", 2.0), ("f(here())", 3.0), ("f(1)", 3.0), ("f(1, 2)", 4.0), ("f(true)", 5.0)]
    {
        assert_eq!(computed(&format!("{own}void main() {{ y = {call}; }}")), expected, "{call}");
    }
    // The int is an index, too.
    assert_eq!(computed(&format!("{own}void main() {{ y = f(here() & 1); }}")), 3.0);
}

#[test]
fn functions_are_in_scope_before_they_are_written_and_variables_hide_them() {
    all(&[
        ("float f(float a);\nvoid main() { y = f(2); }\nfloat f(float a) { return 3 * a; }", 6.0),
        ("void main() { y = f(2); }\nfloat f(float a) { return 3 * a; }", 6.0),
        ("float f() { return 1; }\nvoid main() { float a = f(); float f = 2; y = a + f; }", 3.0),
        ("const float a = 2, b = a * 3 + 1;\nvoid main() { float a = b; { float a = 1; a++; } y = a; }", 7.0),
        ("const vec2 v = vec2(1, 2);\nconst float s = v.y;\nvoid main() { float min = s; y = min; }", 2.0),
        ("float late(float a) { if (a > 1) { return a; } else { return -a; } }\nvoid main() { y = late(2); }", 2.0),
        ("float late(float a) { for (;;) { a -= 1; if (a < 1) return a; } }\nvoid main() { y = late(2); }", 0.0),
    ]);
}

#[test]
fn streams_are_read_where_they_are_asked() {
    all(&[
        ("y = fetch(x, here()) + fetch(x, here() - 1) + clamped(x, here() + 9) + clamped(x, here());", 80.0),
        ("y = fetch(x, here_x() + 1, here_y()) + float(count(x) + width(x) + height(x));", 38.0),
        ("y = float(quotient(7, 2) + count(y));", 6.0),
        ("if (here() > 5) { y = 1.0; }", 0.0),
        ("if (here() > 5) { y = 1.0; } y += 1.0;", 1.0),
    ]);
}

#[test]
fn an_output_that_every_path_assigns_is_not_made_zero_first() {
    for (body, zero) in [
        ("y = 1.0;", false),
        ("if (here() > 1) { y = 1.0; } else { y = 2.0; }", false),
        ("if (here() > 1) { y = 1.0; }", true),
        ("if (here() > 1) { y = 1.0; } y++;", true),
    ] {
        let source = Source::new("k", format!("output float y;\nvoid main() {{ {body} }}"));
        let (kernel, _) = compile(&source).unwrap();
        let plain = Source::new("k", format!("output float y;\nvoid main() {{ y = 0.0; {body} }}"));
        let (with, _) = compile(&plain).unwrap();
        let count = |kernel: &crate::ir::Kernel| kernel.main().body.len();
        assert_eq!(count(&kernel) == count(&with), zero, "{body}");
    }
}

#[test]
fn an_int_on_the_way_to_an_index_needs_no_integers() {
    let text = "input float x;\noutput float y;\nvoid main() { y = fetch(x, int(fetch(x, here())) + 1); }";
    let source = |text: &'static str| compile(&Source::new("k", text)).unwrap().0;
    let integers = |kernel: &crate::ir::Kernel| {
        let mut found = false;
        each_expr(&kernel.main().body, &mut |expr| found |= expr.ty.is_integer());
        found
    };
    // The sum is an int's.
    assert!(integers(&source(text)));
    assert!(!integers(&source(
        "input float x;\noutput float y;\nvoid main() { y = fetch(x, int(fetch(x, here()))); }"
    )));
    assert!(!integers(&source("output float y;\nvoid main() { index i = int(2.5); y = float(i); }")));
}

#[test]
fn long_expressions_are_fine() {
    let text = format!("output float y;\nvoid main() {{ y = 1{}; }}", " + 1.5".repeat(1000));
    assert!(compile(&Source::new("k", text)).is_ok());
}

#[test]
fn deep_expressions_are_refused() {
    let deep = |levels: usize| format!("void main() {{ y = {}1.0{}; }}", "sqrt(".repeat(levels), ")".repeat(levels));
    assert_eq!(computed(&deep(120)), 1.0);
    let text = format!("output float y;\n{}", deep(180));
    let said = compile(&Source::new("k", text)).unwrap_err();
    assert!(said.render(false).contains("nested more than 160 levels deep"), "{}", said.render(false));
}

#[test]
fn a_depth_is_no_output() {
    let text = "input float x;\noutput depth near;\noutput float y, z;
        void set(float d) { near = d; }
        void main() { y = fetch(x, here()); set(0.5 * y); z = near + float(count(near)); near += 1.0; }";
    let (kernel, warnings) = compile(&Source::new("k", text)).unwrap();
    assert!(warnings.list.is_empty());
    assert_eq!(kernel.interface.depth(), Some("near"));
    assert_eq!(kernel.interface.outputs.iter().map(|port| port.name.as_str()).collect::<Vec<_>>(), ["y", "z"]);
    let inputs = [Array::floats(Components::One, 4, &[10.0, 20.0, 30.0])];
    let run = Run::new(&kernel, &inputs, &[], Grid { count: 3, width: 4 }).unwrap();
    let element = run.element(1).unwrap();
    assert_eq!((element.outputs, element.depth), (vec![20.0.into(), 13.0.into()], Some(11.0.into())));
    // It is one of the kernel's words where it is a type alone.
    let text = "input float depth;\noutput float y;\nvoid main() { y = fetch(depth, here()); }";
    assert_eq!(compile(&Source::new("k", text)).unwrap().0.interface.depth(), None);
}
