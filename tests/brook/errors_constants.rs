//! Mistakes with what is constant, and with types that are written twice, and what is said about each: the whole text, as
//! people see it.

use crate::support;

use brooklet::brook::Unit;
use expect_test::expect;
use support::diagnostics::{fine, wrong};

#[test]
fn a_write_to_a_const_variable() {
    wrong(
        r#"kernel void k(float a<>, out float r<>) {
    const float d = a;
    d = 2;
    r = d;
}"#,
        expect![[r#"
            error[B0333]: `d` is `const`, and cannot be written
             --> program.br:3:5
              |
            2 |     const float d = a;
              |                 - declared `const`
            3 |     d = 2;
              |     ^
              |
              = help: remove `const`, or change a copy of it: `float new_d = d;`"#]],
    );
}

#[test]
fn each_way_to_write_a_const_vector() {
    wrong(
        r#"kernel void swap(out float a<>, out float b<>) { a = 1; b = 2; }
kernel void k(float4 a<>, out float4 r<>) {
    float4 const d = a;
    float n, m;
    d += 1;
    d.xy = 0;
    d[1] = 0;
    --d.z;
    m = d.w++;
    swap(n, d.x);
    modf(a.x, d.y);
    r = d + n + m;
}"#,
        expect![[r#"
            error[B0333]: `d` is `const`, and cannot be written
             --> program.br:5:5
              |
            3 |     float4 const d = a;
              |                  - declared `const`
            4 |     float n, m;
            5 |     d += 1;
              |     ^
              |
              = help: remove `const`, or change a copy of it: `float4 new_d = d;`

            error[B0333]: `d` is `const`, and cannot be written
             --> program.br:6:5
              |
            3 |     float4 const d = a;
              |                  - declared `const`
            ...
            6 |     d.xy = 0;
              |     ^
              |
              = help: remove `const`, or change a copy of it: `float4 new_d = d;`

            error[B0333]: `d` is `const`, and cannot be written
             --> program.br:7:5
              |
            3 |     float4 const d = a;
              |                  - declared `const`
            ...
            7 |     d[1] = 0;
              |     ^
              |
              = help: remove `const`, or change a copy of it: `float4 new_d = d;`

            error[B0333]: `d` is `const`, and cannot be written
             --> program.br:8:7
              |
            3 |     float4 const d = a;
              |                  - declared `const`
            ...
            8 |     --d.z;
              |       ^
              |
              = help: remove `const`, or change a copy of it: `float4 new_d = d;`

            error[B0333]: `d` is `const`, and cannot be written
             --> program.br:9:9
              |
            3 |     float4 const d = a;
              |                  - declared `const`
            ...
            9 |     m = d.w++;
              |         ^
              |
              = help: remove `const`, or change a copy of it: `float4 new_d = d;`

            error[B0333]: `d` is `const`, and cannot be written
              --> program.br:10:13
               |
             3 |     float4 const d = a;
               |                  - declared `const`
            ...
            10 |     swap(n, d.x);
               |             ^
               |
               = help: remove `const`, or change a copy of it: `float4 new_d = d;`

            error[B0333]: `d` is `const`, and cannot be written
              --> program.br:11:15
               |
             3 |     float4 const d = a;
               |                  - declared `const`
            ...
            11 |     modf(a.x, d.y);
               |               ^
               |
               = help: remove `const`, or change a copy of it: `float4 new_d = d;`"#]],
    );
}

#[test]
fn a_field_of_a_const_struct() {
    wrong(
        r#"typedef struct { float3 at; float mass; } Body;
kernel void k(Body given<>, out Body r<>) {
    const Body b = given;
    b.at.x = 1;
    r = b;
}"#,
        expect![[r#"
            error[B0333]: `b` is `const`, and cannot be written
             --> program.br:4:5
              |
            3 |     const Body b = given;
              |                - declared `const`
            4 |     b.at.x = 1;
              |     ^
              |
              = help: remove `const`, or change a copy of it: `Body new_b = b;`"#]],
    );
}

#[test]
fn a_write_to_const_parameters() {
    wrong(
        r#"kernel void k(const float n, float const s<>, out float r<>) {
    n *= 2;
    s++;
    r = n + s;
}"#,
        expect![[r#"
            error[B0333]: `n` is `const`, and cannot be written
             --> program.br:2:5
              |
            1 | kernel void k(const float n, float const s<>, out float r<>) {
              |                           - declared `const`
            2 |     n *= 2;
              |     ^
              |
              = help: remove `const`, or change a copy of it: `float new_n = n;`

            error[B0333]: `s` is `const`, and cannot be written
             --> program.br:3:5
              |
            1 | kernel void k(const float n, float const s<>, out float r<>) {
              |                                          - declared `const`
            2 |     n *= 2;
            3 |     s++;
              |     ^
              |
              = help: remove `const`, or change a copy of it: `float new_s = s;`"#]],
    );
}

#[test]
fn a_const_parameter_of_a_sub_kernel_is_said_once() {
    wrong(
        r#"kernel float f(const float x) { x = 1; return x; }
kernel void k(float a<>, out float r<>) { r = f(a) + f(2 * a); }"#,
        expect![[r#"
            error[B0333]: `x` is `const`, and cannot be written
             --> program.br:1:33
              |
            1 | kernel float f(const float x) { x = 1; return x; }
              |                            -    ^
              |                            |
              |                            declared `const`
              |
              = help: remove `const`, or change a copy of it: `float new_x = x;`"#]],
    );
}

#[test]
fn a_const_counter() {
    wrong(
        r#"kernel void k(float a<>, out float r<>) {
    r = a;
    for (const int i = 0; i < 3; i++)
        r += 1;
}"#,
        expect![[r#"
            error[B0333]: `i` is `const`, and cannot be written
             --> program.br:3:34
              |
            3 |     for (const int i = 0; i < 3; i++)
              |                    -             ^
              |                    |
              |                    declared `const`
              |
              = help: remove `const`, or change a copy of it: `int new_i = i;`"#]],
    );
}

#[test]
fn an_output_that_is_const() {
    wrong(
        r#"kernel void k(float a<>, const out float r<>) { r = a; }
reduce void sum(float a<>, reduce const float r<>) { r += a; }
kernel void l(float a<>, vout[1] const float v<>) { v = a; push(v); }"#,
        expect![[r#"
            error[B0411]: parameter `r` is both `const` and `out`
             --> program.br:1:26
              |
            1 | kernel void k(float a<>, const out float r<>) { r = a; }
              |                          ^^^^^ --- this is written
              |
              = help: remove `const`

            error[B0411]: parameter `r` is both `const` and `reduce`
             --> program.br:2:35
              |
            2 | reduce void sum(float a<>, reduce const float r<>) { r += a; }
              |                            ------ ^^^^^
              |                            |
              |                            this is written
              |
              = help: remove `const`

            error[B0411]: parameter `v` is both `const` and `vout`
             --> program.br:3:34
              |
            3 | kernel void l(float a<>, vout[1] const float v<>) { v = a; push(v); }
              |                          ----    ^^^^^
              |                          |
              |                          this is written
              |
              = help: remove `const`"#]],
    );
}

#[test]
fn const_where_nothing_is_written() {
    fine(
        r#"typedef struct { float3 at; float mass; } Body;
kernel float f(const float x, const float4 g[]) { const float two = 2; return two * x + g[0].x; }
kernel void k(const float a<>, const float4 g[], const iter float i<>, const float n, const Body b, out float r<>) {
    const float c = 1, d = c + n;
    const int m = 3;
    float mine = d;
    // The inner one is another variable.
    { float d = m; d = 4; mine += d; }
    mine += 1;
    r = mine + f(a, g) + g[0].x + i + b.mass;
}"#,
    );
}

#[test]
fn types_and_fields_that_are_const() {
    wrong(
        r#"typedef const float4 K;
typedef K Same;
struct Pair { float a; const float b, c; float const d; Same e; };
typedef struct { struct Pair pair; float x; } Both;
kernel void k(float a<>, Same s, Both given<>, out float4 r<>) {
    K v = a;
    Both both = given;
    v.x = 1;
    s += 1;
    both.pair.a = 1;
    both.x = both.pair.c++;
    both.pair.d = 1;
    both.pair.e.x = 1;
    r = v + s + both.pair.a + both.x;
}"#,
        expect![[r#"
            error[B0333]: `v` is `const`, and cannot be written
             --> program.br:8:5
              |
            1 | typedef const float4 K;
              |                      - declared `const`
            ...
            8 |     v.x = 1;
              |     ^
              |
              = help: remove `const`, or change a copy of it: `float4 new_v = v;`

            error[B0333]: `s` is `const`, and cannot be written
             --> program.br:9:5
              |
            1 | typedef const float4 K;
              |                      - declared `const`
            ...
            9 |     s += 1;
              |     ^
              |
              = help: remove `const`, or change a copy of it: `float4 new_s = s;`

            error[B0333]: field `c` is `const`, and cannot be written
              --> program.br:11:24
               |
             3 | struct Pair { float a; const float b, c; float const d; Same e; };
               |                                       - declared `const`
            ...
            11 |     both.x = both.pair.c++;
               |                        ^
               |
               = help: remove `const`, or write the whole struct

            error[B0333]: field `d` is `const`, and cannot be written
              --> program.br:12:15
               |
             3 | struct Pair { float a; const float b, c; float const d; Same e; };
               |                                                      - declared `const`
            ...
            12 |     both.pair.d = 1;
               |               ^
               |
               = help: remove `const`, or write the whole struct

            error[B0333]: field `e` is `const`, and cannot be written
              --> program.br:13:15
               |
             1 | typedef const float4 K;
               |                      - declared `const`
            ...
            13 |     both.pair.e.x = 1;
               |               ^
               |
               = help: remove `const`, or write the whole struct"#]],
    );
    fine(
        r#"typedef float4 const K;
typedef struct { const float a; float b; } Pair;
kernel void k(float a<>, Pair p<>, out Pair r<>, out float4 s<>) {
    K v = a;
    Pair q = p;
    q.b = 1;
    r = q;
    s = v;
}"#,
    );
}

#[test]
fn two_types_of_one_name() {
    wrong(
        r#"struct S { float a; };
struct S { float a; float b; };
typedef float2 T;
typedef float3 T;
typedef struct { float a; } U;
typedef struct { float2 a; } U;
kernel void k(S s<>, T t<>, out float r<>) { r = s.a + t.x; }
kernel void l(S s<>, U u<>, out float r<>) { r = s.a + u.a; }"#,
        expect![[r#"
            error[B0208]: there are two types `S`, and they differ
             --> program.br:2:8
              |
            1 | struct S { float a; };
              |        - the first
            2 | struct S { float a; float b; };
              |        ^ the second
              |
              = help: give one of them another name

            error[B0208]: there are two types `T`, and they differ
             --> program.br:4:16
              |
            3 | typedef float2 T;
              |                - the first
            4 | typedef float3 T;
              |                ^ the second
              |
              = help: give one of them another name

            error[B0208]: there are two types `U`, and they differ
             --> program.br:6:30
              |
            5 | typedef struct { float a; } U;
              |                             - the first
            6 | typedef struct { float2 a; } U;
              |                              ^ the second
              |
              = help: give one of them another name"#]],
    );
}

#[test]
fn types_that_are_written_twice_alike() {
    let text = "struct S { float a; };
typedef struct S S;
struct S { float a; };
typedef struct V V;
struct V { float a; };
typedef struct { float a; } T;
typedef struct { float a; } T;
typedef struct U_ { float a; } U;
typedef struct U_ { float a; } U;
typedef float4 Hit;
typedef float4 Hit;
struct Host { int *a; };
struct Host { int *a; int b; };
kernel void k(S s<>, T t<>, U u<>, V v<>, Hit h, out float r<>) { r = s.a + t.a + u.a + v.a + h.x; }";
    let unit = Unit::compile("program.br", text).unwrap();
    assert_eq!(unit.warnings.to_string(), "");
}

#[test]
fn a_variable_of_void() {
    wrong(
        r#"kernel void k(float a<>, out float r<>) { void c; r = a; }
kernel void l(void c, float a<>, out float r<>) { r = a; }"#,
        expect![[r#"
            error[B0203]: a variable cannot be `void`
             --> program.br:1:43
              |
            1 | kernel void k(float a<>, out float r<>) { void c; r = a; }
              |                                           ^^^^
              |
              = help: give it a type that has values: `float c;`

            error[B0203]: a value cannot have the type `void`
             --> program.br:2:15
              |
            2 | kernel void l(void c, float a<>, out float r<>) { r = a; }
              |               ^^^^
              |
              = help: write `float`, or another type"#]],
    );
}
