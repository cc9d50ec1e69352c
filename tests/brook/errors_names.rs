//! Mistakes of names and calls, and what is said about each: the whole text, as people see it.

use crate::support;

use expect_test::expect;
use support::diagnostics::wrong;

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
              |         ^ what it is assigned to has the type `float4`
              |
              = help: say what the others are: `float4(a, 0.0, 0.0)`"#]],
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
              |               ^ parameter `v` has the type `float4`
              |
              = help: say what the others are: `float4(a, 0.0)`"#]],
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
              |          ^ what it is assigned to has the type `float4`
              |
              = help: say what the others are: `float4(a, 0.0, 0.0)`"#]],
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
              = help: a kernel writes the element at its own place, `out float a<>`, or at any index of a scatter output, `out float a[]`"#]],
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
              = help: kernels can call only kernels of this file, and functions of the language"#]],
    );
}

#[test]
fn names_that_are_missed_in_many_places() {
    wrong(
        r#"kernel void k(Foo a<>, Foo b<>, out float r<>) { r = 1; }
kernel void l(float a<>, out float r<>) {
    r = frobnicate(a) + frobnicate(2) + z;
    r += z;
}
kernel void m(Foo a<>, float b<>, out float r<>) { r = frobnicate(b) + z; }"#,
        expect![[r#"
            error[B0203]: there is no type `Foo`
             --> program.br:1:15
              |
            1 | kernel void k(Foo a<>, Foo b<>, out float r<>) { r = 1; }
              |               ^^^
              |
              = help: there are `float`, `int`, `uint`, `char`, `uchar`, `short`, `ushort`, `fixed`, `shortfixed`, vectors such as `float4`, and the structs of this file
              = help: it is named in line 6, too

            error[B0604]: there is no function `frobnicate`
             --> program.br:3:9
              |
            3 |     r = frobnicate(a) + frobnicate(2) + z;
              |         ^^^^^^^^^^
              |
              = help: kernels can call only kernels of this file, and functions of the language
              = help: it is named again in the same line

            error[B0324]: there is no variable `z`
             --> program.br:3:41
              |
            3 |     r = frobnicate(a) + frobnicate(2) + z;
              |                                         ^
              |
              = help: kernels do not see the host's variables: pass it as a parameter, or `#define` it
              = help: it is named in line 4, too"#]],
    );
}

#[test]
fn a_print() {
    wrong(
        r#"kernel void k(float a<>, out float r<>) { kprintf(a); r = a; }"#,
        expect![[r#"
        error[B0604]: there is no function `kprintf`
         --> program.br:1:43
          |
        1 | kernel void k(float a<>, out float r<>) { kprintf(a); r = a; }
          |                                           ^^^^^^^
          |
          = help: kernels cannot print: what you want to see can be an output of its own"#]],
    );
}

#[test]
fn instances_out_of_place() {
    wrong(
        r#"reduce void sum(float a<>, reduce float r<>) { r += a + instance().x; }
kernel void k(float a<>, out float r<>) { r = instance(1).x + a; }"#,
        expect![[r#"
            error[B0332]: a reduction has no `instance()`
             --> program.br:1:57
              |
            1 | reduce void sum(float a<>, reduce float r<>) { r += a + instance().x; }
              |                                                         ^^^^^^^^^^
              |
              = help: its operands may be partial results, which have no position: store the index in the elements with a kernel first

            error[B0603]: `instance` takes 0 arguments, not 1
             --> program.br:2:47
              |
            2 | kernel void k(float a<>, out float r<>) { r = instance(1).x + a; }
              |                                               ^^^^^^^^"#]],
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
fn a_name_missed_in_many_lines() {
    wrong(
        r#"kernel void k(float a<>, out float r<>) { r = n + n;
    r = n * a; r = n; }
kernel void l(float a<>, out float r<>) { r = floot(a);
    r = floot(a);
    r = floot(a);
    r = floot(a);
    r = floot(a);
    r = floot(a);
    r = floot(a); }"#,
        expect![[r#"
            error[B0324]: there is no variable `n`
             --> program.br:1:47
              |
            1 | kernel void k(float a<>, out float r<>) { r = n + n;
              |                                               ^
              |
              = help: kernels do not see the host's variables: pass it as a parameter, or `#define` it
              = help: it is named in line 2, too

            error[B0604]: there is no function `floot`
             --> program.br:3:47
              |
            3 | kernel void l(float a<>, out float r<>) { r = floot(a);
              |                                               ^^^^^
              |
              = help: did you mean `floor`?
              = help: it is named in lines 4, 5, 6, 7, 8 and others, too"#]],
    );
}
