//! Mistakes, and what is said about each: the whole text, as people see it.

use brooklet::brook::Unit;
use expect_test::{Expect, expect};

/// A program that does not compile.
fn wrong(text: &str, expected: Expect) {
    let findings = Unit::compile("program.br", text).expect_err("a mistake that is found");
    expected.assert_eq(&findings.to_string());
}

#[test]
fn a_gather_without_an_index() {
    wrong(
        r#"kernel void k(float a[], out float r<>) {
    r = a + 1;
}"#,
        expect![[r#"
    error[B0301]: gather `a` is used without an index
     --> program.br:2:9
      |
    1 | kernel void k(float a[], out float r<>) {
      |                     - a gather
    2 |     r = a + 1;
      |         ^
      |
      = help: an element of it is `a[i]`; for the one at this place, make it a stream: `a<>`"#]],
    );
}

#[test]
fn a_gather_of_two_dimensions_without_an_index() {
    wrong(
        r#"kernel void k(float a[][], out float r<>) {
    r = sqrt(a);
}"#,
        expect![[r#"
    error[B0301]: gather `a` is used without an index
     --> program.br:2:14
      |
    1 | kernel void k(float a[][], out float r<>) {
      |                     - a gather
    2 |     r = sqrt(a);
      |              ^
      |
      = help: an element of it is `a[i][i]`, or `a[v]` of a vector"#]],
    );
}

#[test]
fn an_output_never_written() {
    wrong(
        r#"kernel void k(float a<>, out float r<>, out float s<>) {
    r = a;
}"#,
        expect![[r#"
    error[B0501]: output `s` is never written
     --> program.br:1:51
      |
    1 | kernel void k(float a<>, out float r<>, out float s<>) {
      |                                                   ^
      |
      = help: give each element a value: `s = ..;`"#]],
    );
}

#[test]
fn a_vector_widened() {
    wrong(
        r#"kernel void k(float2 a<>, out float4 r<>) {
    r = a;
}"#,
        expect![[r#"
    error[B0304]: a `float2` cannot become the longer `float4`
     --> program.br:2:9
      |
    2 |     r = a;
      |         ^ what it is assigned to wants `float4`
      |
      = help: say what the others are: `float4(v.xy, 0.0, 0.0)`"#]],
    );
}

#[test]
fn a_vector_widened_by_a_call() {
    wrong(
        r#"kernel float4 twice(float4 v) { return 2 * v; }
kernel void k(float3 a<>, out float4 r<>) {
    r = twice(a);
}"#,
        expect![[r#"
    error[B0304]: a `float3` cannot become the longer `float4`
     --> program.br:3:15
      |
    3 |     r = twice(a);
      |               ^ parameter `v` wants `float4`
      |
      = help: say what the others are: `float4(v.xyz, 0.0)`"#]],
    );
}

#[test]
fn a_vector_widened_by_compound_assignment() {
    wrong(
        r#"kernel void k(float2 a<>, out float4 r<>) {
    float4 v = 0;
    v += a;
    r = v;
}"#,
        expect![[r#"
    error[B0304]: a `float2` cannot become the longer `float4`
     --> program.br:3:10
      |
    3 |     v += a;
      |          ^ what it is assigned to wants `float4`
      |
      = help: say what the others are: `float4(v.xy, 0.0, 0.0)`"#]],
    );
}

#[test]
fn a_write_to_a_gather() {
    wrong(
        r#"kernel void k(float a[], float b<>, out float r<>) {
    a[3] = b;
    r = b;
}"#,
        expect![[r#"
    error[B0315]: gather `a` is read, not written
     --> program.br:2:5
      |
    1 | kernel void k(float a[], float b<>, out float r<>) {
      |                     - a gather
    2 |     a[3] = b;
      |     ^^^^
      |
      = help: a kernel writes the element at its own place, `out float a<>`; to scatter, use a scatter-op"#]],
    );
}

#[test]
fn a_write_to_a_whole_gather() {
    wrong(
        r#"kernel void k(float a[], float b<>, out float r<>) {
    a = b;
    r = b;
}"#,
        expect![[r#"
    error[B0315]: gather `a` is read, not written
     --> program.br:2:5
      |
    1 | kernel void k(float a[], float b<>, out float r<>) {
      |                     - a gather
    2 |     a = b;
      |     ^
      |
      = help: a kernel writes the element at its own place: `out float a<>`"#]],
    );
}

#[test]
fn a_scattering_output() {
    wrong(
        r#"kernel void k(float a<>, out float r[]) {
    r[2] = a;
}"#,
        expect![[r#"
    error[B0414]: output `r` cannot be written at any index
     --> program.br:1:26
      |
    1 | kernel void k(float a<>, out float r[]) {
      |                          ^^^^^^^^^^^^^
      |
      = help: a kernel writes the element at its own place, `out float a<>`; to scatter, use a scatter-op"#]],
    );
}

#[test]
fn recursion() {
    wrong(
        r#"kernel float f(float x) {
    return x < 1 ? 1 : x * f(x - 1);
}
kernel void k(float a<>, out float r<>) { r = f(a); }"#,
        expect![[r#"
    error[B0601]: kernel `f` calls itself
     --> program.br:2:28
      |
    2 |     return x < 1 ? 1 : x * f(x - 1);
      |                            ^^^^^^^^
      |
      = help: kernels cannot recurse: write it as a loop, or as several passes"#]],
    );
}

#[test]
fn recursion_by_another() {
    wrong(
        r#"kernel float g(float x);
kernel float f(float x) { return g(x); }
kernel float g(float x) { return f(x); }"#,
        expect![[r#"
            error[B0601]: kernel `g` calls itself, by way of `f`
             --> program.br:2:34
              |
            2 | kernel float f(float x) { return g(x); }
              |                                  ^^^^
              |
              = help: kernels cannot recurse: write it as a loop, or as several passes

            error[B0601]: kernel `f` calls itself, by way of `g`
             --> program.br:3:34
              |
            3 | kernel float g(float x) { return f(x); }
              |                                  ^^^^
              |
              = help: kernels cannot recurse: write it as a loop, or as several passes"#]],
    );
}

#[test]
fn an_unknown_function_like_a_known_one() {
    wrong(
        r#"kernel void k(float a<>, out float r<>) {
    r = sqr(a) + flor(a);
}"#,
        expect![[r#"
    error[B0604]: there is no function `sqr`
     --> program.br:2:9
      |
    2 |     r = sqr(a) + flor(a);
      |         ^^^
      |
      = help: did you mean `sqrt`?

    error[B0604]: there is no function `flor`
     --> program.br:2:18
      |
    2 |     r = sqr(a) + flor(a);
      |                  ^^^^
      |
      = help: did you mean `floor`?"#]],
    );
}

#[test]
fn a_function_of_glsl() {
    wrong(
        r#"kernel void k(float a<>, out float r<>) {
    r = mix(a, 1, 0.5) + fract(a) + mod(a, 2);
}"#,
        expect![[r#"
    error[B0604]: there is no function `mix`
     --> program.br:2:9
      |
    2 |     r = mix(a, 1, 0.5) + fract(a) + mod(a, 2);
      |         ^^^
      |
      = help: it is called `lerp` here

    error[B0604]: there is no function `fract`
     --> program.br:2:26
      |
    2 |     r = mix(a, 1, 0.5) + fract(a) + mod(a, 2);
      |                          ^^^^^
      |
      = help: it is called `frac` here

    error[B0604]: there is no function `mod`
     --> program.br:2:37
      |
    2 |     r = mix(a, 1, 0.5) + fract(a) + mod(a, 2);
      |                                     ^^^
      |
      = help: the remainder is `fmod`, with the sign of the first argument"#]],
    );
}

#[test]
fn a_function_of_c() {
    wrong(
        r#"kernel void k(float a<>, out float r<>) {
    r = sqrtf(a);
}"#,
        expect![[r#"
    error[B0604]: there is no function `sqrtf`
     --> program.br:2:9
      |
    2 |     r = sqrtf(a);
      |         ^^^^^
      |
      = help: it is called `sqrt` here"#]],
    );
}

#[test]
fn a_function_of_the_host() {
    wrong(
        r#"float scale(float x) { return 2 * x; }
kernel void k(float a<>, out float r<>) {
    r = scale(a);
}"#,
        expect![[r#"
    error[B0604]: there is no function `scale`
     --> program.br:3:9
      |
    1 | float scale(float x) { return 2 * x; }
      |       ----- a function of the host
    2 | kernel void k(float a<>, out float r<>) {
    3 |     r = scale(a);
      |         ^^^^^
      |
      = help: make it a kernel, to call it from kernels: `kernel float scale(..)`"#]],
    );
}

#[test]
fn a_function_nobody_knows() {
    wrong(
        r#"kernel void k(float a<>, out float r<>) {
    r = frobnicate(a);
}"#,
        expect![[r#"
    error[B0604]: there is no function `frobnicate`
     --> program.br:2:9
      |
    2 |     r = frobnicate(a);
      |         ^^^^^^^^^^
      |
      = help: kernels call kernels of this file, and the functions of the language"#]],
    );
}

#[test]
fn a_matrix_product() {
    wrong(
        r#"kernel void k(float4 a<>, out float4 r<>) {
    r = mul(a, a);
}"#,
        expect![[r#"
    error[B0604]: there is no function `mul`
     --> program.br:2:9
      |
    2 |     r = mul(a, a);
      |         ^^^
      |
      = help: there are no matrices: a row times a vector is `dot(row, v)`"#]],
    );
}

#[test]
fn an_unknown_variable_like_a_known_one() {
    wrong(
        r#"kernel void k(float alpha, float x<>, out float r<>) {
    r = alhpa * x;
}"#,
        expect![[r#"
    error[B0324]: there is no variable `alhpa`
     --> program.br:2:9
      |
    2 |     r = alhpa * x;
      |         ^^^^^
      |
      = help: did you mean `alpha`?"#]],
    );
}

#[test]
fn a_global_of_the_host() {
    wrong(
        r#"float gravity = 9.81f;
kernel void k(float x<>, out float r<>) {
    r = gravity * x;
}"#,
        expect![[r#"
    error[B0324]: there is no variable `gravity`
     --> program.br:3:9
      |
    3 |     r = gravity * x;
      |         ^^^^^^^
      |
      = help: kernels do not see the host's variables: pass it as a parameter, or `#define` it"#]],
    );
}

#[test]
fn a_kernel_as_a_variable() {
    wrong(
        r#"kernel float f(float x) { return x; }
kernel void k(float x<>, out float r<>) {
    r = f + x;
}"#,
        expect![[r#"
    error[B0324]: there is no variable `f`
     --> program.br:3:9
      |
    3 |     r = f + x;
      |         ^
      |
      = help: `f` is a kernel: call it, `f(..)`"#]],
    );
}

#[test]
fn true_and_pi() {
    wrong(
        r#"kernel void k(out float r<>) {
    r = true + PI;
}"#,
        expect![[r#"
    error[B0324]: there is no variable `true`
     --> program.br:2:9
      |
    2 |     r = true + PI;
      |         ^^^^
      |
      = help: conditions are numbers: 1 is true, 0 is false

    error[B0324]: there is no variable `PI`
     --> program.br:2:16
      |
    2 |     r = true + PI;
      |                ^^
      |
      = help: write `3.14159265f`, or `#define PI 3.14159265f`"#]],
    );
}

#[test]
fn too_few_arguments() {
    wrong(
        r#"kernel void k(float x<>, out float r<>) {
    r = max(x);
}"#,
        expect![[r#"
    error[B0603]: `max` takes 2 arguments, not 1
     --> program.br:2:9
      |
    2 |     r = max(x);
      |         ^^^"#]],
    );
}

#[test]
fn too_many_arguments_of_a_kernel() {
    wrong(
        r#"kernel float f(float x) { return x; }
kernel void k(float x<>, out float r<>) {
    r = f(x, x);
}"#,
        expect![[r#"
    error[B0603]: `f` takes 1 argument, not 2
     --> program.br:3:9
      |
    1 | kernel float f(float x) { return x; }
      |              - declared here
    2 | kernel void k(float x<>, out float r<>) {
    3 |     r = f(x, x);
      |         ^"#]],
    );
}

#[test]
fn a_struct_for_a_number() {
    wrong(
        r#"typedef struct { float a; float b; } Pair;
kernel void k(Pair p<>, out float r<>) {
    r = p;
}"#,
        expect![[r#"
    error[B0303]: a struct `Pair` cannot be a `float`
     --> program.br:3:9
      |
    3 |     r = p;
      |         ^ what it is assigned to wants `float`
      |
      = help: name one of its fields"#]],
    );
}

#[test]
fn a_number_for_a_struct() {
    wrong(
        r#"typedef struct { float a; float b; } Pair;
kernel void k(float x<>, out Pair p<>) {
    p = x;
}"#,
        expect![[r#"
    error[B0303]: a `float` cannot be a struct `Pair`
     --> program.br:3:9
      |
    3 |     p = x;
      |         ^ what it is assigned to wants `Pair`
      |
      = help: give its fields one by one"#]],
    );
}

#[test]
fn arithmetic_of_structs() {
    wrong(
        r#"typedef struct { float a; float b; } Pair;
kernel void k(Pair p<>, out float r<>) {
    r = (p + p).a;
}"#,
        expect![[r#"
    error[B0323]: this is a struct `Pair`, and a number or vector is wanted
     --> program.br:3:10
      |
    3 |     r = (p + p).a;
      |          ^
      |
      = help: name one of its fields

    error[B0323]: this is a struct `Pair`, and a number or vector is wanted
     --> program.br:3:14
      |
    3 |     r = (p + p).a;
      |              ^
      |
      = help: name one of its fields"#]],
    );
}

#[test]
fn an_unknown_field() {
    wrong(
        r#"typedef struct { float3 origin; float3 way; } Ray;
kernel void k(Ray ray<>, out float3 r<>) {
    r = ray.orgin;
}"#,
        expect![[r#"
    error[B0326]: struct `Ray` has no field `orgin`
     --> program.br:3:13
      |
    3 |     r = ray.orgin;
      |             ^^^^^
      |
      = help: did you mean `origin`?"#]],
    );
}

#[test]
fn colours_for_components() {
    wrong(
        r#"kernel void k(float4 v<>, out float r<>) {
    r = v.r + v.gb.x;
}"#,
        expect![[r#"
    error[B0327]: a `float4` has no `r`
     --> program.br:2:11
      |
    2 |     r = v.r + v.gb.x;
      |           ^
      |
      = help: the components are called x, y, z and w: `.x`

    error[B0327]: a `float4` has no `gb`
     --> program.br:2:17
      |
    2 |     r = v.r + v.gb.x;
      |                 ^^
      |
      = help: the components are called x, y, z and w: `.yz`"#]],
    );
}

#[test]
fn a_component_beyond() {
    wrong(
        r#"kernel void k(float2 v<>, out float r<>) {
    r = v.z;
}"#,
        expect![[r#"
    error[B0327]: a `float2` has no component `z`
     --> program.br:2:11
      |
    2 |     r = v.z;
      |           ^
      |
      = help: it has `x`, `y`"#]],
    );
}

#[test]
fn a_field_of_a_vector() {
    wrong(
        r#"kernel void k(float2 v<>, out float r<>) {
    r = v.length;
}"#,
        expect![[r#"
    error[B0327]: a `float2` has no `length`
     --> program.br:2:11
      |
    2 |     r = v.length;
      |           ^^^^^^
      |
      = help: its components are `x`, `y`, `z` and `w`; fields are those of structs"#]],
    );
}

#[test]
fn a_component_assigned_twice() {
    wrong(
        r#"kernel void k(float2 v<>, out float2 r<>) {
    r.xx = v;
}"#,
        expect![[r#"
    error[B0317]: `.xx` assigns `x` twice
     --> program.br:2:7
      |
    2 |     r.xx = v;
      |       ^^"#]],
    );
}

#[test]
fn too_few_components() {
    wrong(
        r#"kernel void k(float x<>, out float4 r<>) {
    r = float4(x, 1, 2);
}"#,
        expect![[r#"
    error[B0328]: `float4` has 4 components, and 3 are given
     --> program.br:2:9
      |
    2 |     r = float4(x, 1, 2);
      |         ^^^^^^^^^^^^^^^
      |
      = help: a number alone fills all of them: `float4(0.0)`"#]],
    );
}

#[test]
fn too_many_components() {
    wrong(
        r#"kernel void k(float4 v<>, out float4 r<>) {
    r = float4(v, 1);
}"#,
        expect![[r#"
    error[B0328]: `float4` has 4 components, and 5 are given
     --> program.br:2:9
      |
    2 |     r = float4(v, 1);
      |         ^^^^^^^^^^^^
      |
      = help: leave some away, or take components of a vector: `v.xy`"#]],
    );
}

#[test]
fn an_index_beyond_a_vector() {
    wrong(
        r#"kernel void k(float4 v<>, out float r<>) {
    r = v[4];
}"#,
        expect![[r#"
    error[B0318]: this vector has 4 components: there is no `[4]`
     --> program.br:2:11
      |
    2 |     r = v[4];
      |           ^
      |
      = help: they are numbered from 0"#]],
    );
}

#[test]
fn an_indexed_number() {
    wrong(
        r#"kernel void k(out float r<>) {
    int i = 3;
    r = i[0];
}"#,
        expect![[r#"
    error[B0318]: an `int` has no components to index
     --> program.br:3:9
      |
    3 |     r = i[0];
      |         ^"#]],
    );
}

#[test]
fn an_indexed_stream() {
    wrong(
        r#"kernel void k(float a<>, out float r<>) {
    r = a[0];
}"#,
        expect![[r#"
    error[B0329]: `a` is an input stream: it is the one element at this place
     --> program.br:2:9
      |
    1 | kernel void k(float a<>, out float r<>) {
      |                     - declared here
    2 |     r = a[0];
      |         ^^^^
      |
      = help: to read any element, make it a gather: `float a[]`"#]],
    );
}

#[test]
fn too_few_indices() {
    wrong(
        r#"kernel void k(float a[][], float i<>, out float r<>) {
    r = a[i];
}"#,
        expect![[r#"
    error[B0330]: gather `a` has 2 dimensions, and 1 index is given
     --> program.br:2:9
      |
    1 | kernel void k(float a[][], float i<>, out float r<>) {
      |                     - the gather
    2 |     r = a[i];
      |         ^^^^
      |
      = help: write `a[i][i]`, or one vector"#]],
    );
}

#[test]
fn too_many_indices() {
    wrong(
        r#"kernel void k(float a[], float2 i<>, out float r<>) {
    r = a[i][0][1];
}"#,
        expect![[r#"
    error[B0330]: gather `a` takes 1 index, and 3 are given, of which one is a vector
     --> program.br:2:14
      |
    1 | kernel void k(float a[], float2 i<>, out float r<>) {
      |                     - the gather
    2 |     r = a[i][0][1];
      |              ^"#]],
    );
}

#[test]
fn a_missing_index() {
    wrong(
        r#"kernel void k(float a[], out float r<>) {
    r = a[];
}"#,
        expect![[r#"
    error[B0116]: the index is missing
     --> program.br:2:11
      |
    2 |     r = a[];
      |           ^ here goes a number or vector"#]],
    );
}

#[test]
fn the_remainder_of_floats() {
    wrong(
        r#"kernel void k(float a<>, out float r<>) {
    r = a % 2;
}"#,
        expect![[r#"
    error[B0321]: `%` works on `int`s, and this is a `float`
     --> program.br:2:9
      |
    2 |     r = a % 2;
      |         ^
      |
      = help: the remainder of floats is `fmod(a, b)`"#]],
    );
}

#[test]
fn bits_of_floats() {
    wrong(
        r#"kernel void k(float a<>, out float r<>) {
    r = a & 1;
    r = ~a;
}"#,
        expect![[r#"
    error[B0321]: `&` works on `int`s, and this is a `float`
     --> program.br:2:9
      |
    2 |     r = a & 1;
      |         ^
      |
      = help: keep it in an `int` variable first

    error[B0321]: `~` works on `int`s, and this is a `float`
     --> program.br:3:10
      |
    3 |     r = ~a;
      |          ^
      |
      = help: to negate a condition, write `!`"#]],
    );
}

#[test]
fn indexof_of_a_variable() {
    wrong(
        r#"kernel void k(float a<>, out float r<>) {
    float t = a;
    r = indexof(t).x;
}"#,
        expect![[r#"
    error[B0331]: `indexof` takes a stream, and `t` is a variable
     --> program.br:3:17
      |
    3 |     r = indexof(t).x;
      |                 ^
      |
      = help: `indexof(a)` is the place of this element in a stream or output of this kernel"#]],
    );
}

#[test]
fn indexof_of_a_gather() {
    wrong(
        r#"kernel void k(float a[], out float r<>) {
    r = indexof(a).x + a[0];
}"#,
        expect![[r#"
    error[B0331]: `indexof` takes a stream, and `a` is a gather
     --> program.br:2:17
      |
    2 |     r = indexof(a).x + a[0];
      |                 ^
      |
      = help: `indexof(a)` is the place of this element in a stream or output of this kernel"#]],
    );
}

#[test]
fn indexof_of_a_constant() {
    wrong(
        r#"kernel void k(float a, out float r<>) {
    r = indexof(a).x;
}"#,
        expect![[r#"
    error[B0331]: `indexof` takes a stream, and `a` is a constant
     --> program.br:2:17
      |
    2 |     r = indexof(a).x;
      |                 ^
      |
      = help: `indexof(a)` is the place of this element in a stream or output of this kernel"#]],
    );
}

#[test]
fn indexof_of_a_value_in_a_call() {
    wrong(
        r#"kernel float at(float s<>) { return indexof(s).x; }
kernel void k(float a<>, out float r<>) {
    r = at(a + 1);
}"#,
        expect![[r#"
    error[B0607]: `at` asks for the `indexof` of `s`, and this has no place
     --> program.br:3:12
      |
    3 |     r = at(a + 1);
      |            ^^^^^
      |
      = help: pass one of this kernel's own streams or outputs"#]],
    );
}

#[test]
fn an_assigned_indexof() {
    wrong(
        r#"kernel void k(float a<>, out float r<>) {
    r = a;
    indexof(r) = 3;
}"#,
        expect![[r#"
    error[B0319]: `indexof` is read, not written
     --> program.br:3:5
      |
    3 |     indexof(r) = 3;
      |     ^^^^^^^^^^
      |
      = help: an element is written at its own place"#]],
    );
}

#[test]
fn an_assigned_value() {
    wrong(
        r#"kernel void k(float a<>, out float r<>) {
    a + 1 = 2;
    r = a;
}"#,
        expect![[r#"
    error[B0319]: this cannot be assigned to
     --> program.br:2:5
      |
    2 |     a + 1 = 2;
      |     ^^^^^
      |
      = help: assigned to are variables, outputs, their fields and components: `a`, `a.field`, `a.xy`, `a[0]`"#]],
    );
}

#[test]
fn an_output_read_first() {
    wrong(
        r#"kernel void k(float a<>, out float r<>) {
    r += a;
}"#,
        expect![[r#"
    error[B0506]: output `r` is read before it is written
     --> program.br:2:5
      |
    2 |     r += a;
      |     ^
      |
      = help: an output holds nothing yet: to change a stream, take it as an input as well"#]],
    );
}
