//! Mistakes of parameters, reductions and results, and what is said about each: the whole text, as people see it.

use crate::support;

use expect_test::expect;
use support::diagnostics::wrong;

#[test]
fn no_output() {
    wrong(
        r#"kernel void k(float a<>) {
    float b = a;
}"#,
        expect![[r#"
            error[B0406]: kernel `k` has no output
             --> program.br:1:13
              |
            1 | kernel void k(float a<>) {
              |             ^
              |
              = help: what it computes leaves it through a parameter: `out float result<>`"#]],
    );
}

#[test]
fn an_out_and_a_vout() {
    wrong(
        r#"kernel void k(float a<>, out float r<>, vout[] float v<>) {
    r = a;
    v = a;
    push(v);
}"#,
        expect![[r#"
            error[B0405]: kernel `k` has an `out` and a `vout`, of which one kernel has only one kind
             --> program.br:1:54
              |
            1 | kernel void k(float a<>, out float r<>, vout[] float v<>) {
              |                                    - the `out`       ^
              |
              = help: make two kernels of it: one that writes, one that pushes"#]],
    );
}

#[test]
fn a_push_of_something_else() {
    wrong(
        r#"kernel void k(float a<>, vout[] float v<>) {
    v = a;
    push(a);
}"#,
        expect![[r#"
            error[B0313]: this is not a variable output
             --> program.br:3:10
              |
            3 |     push(a);
              |          ^
              |
              = help: it is `push(v);`, where `v` is a `vout` parameter of this kernel"#]],
    );
}

#[test]
fn a_push_in_a_sub_kernel() {
    wrong(
        r#"kernel void emit(float a<>, vout[] float v<>) { v = a; push(v); }
kernel void k(float a<>, vout[] float v<>) {
    emit(a, v);
}"#,
        expect![[r#"
            error[B0314]: kernel `emit` pushes to `v`: only the host can call it
             --> program.br:3:5
              |
            1 | kernel void emit(float a<>, vout[] float v<>) { v = a; push(v); }
              |                                          - a `vout`
            2 | kernel void k(float a<>, vout[] float v<>) {
            3 |     emit(a, v);
              |     ^^^^
              |
              = help: let a kernel return the value, and push it where it is called"#]],
    );
}

#[test]
fn a_reduction_without_an_accumulator() {
    wrong(
        r#"reduce void sum(float a<>, float r<>) {
    r += a;
}"#,
        expect![[r#"
            error[B0408]: reduction `sum` has no accumulator
             --> program.br:1:13
              |
            1 | reduce void sum(float a<>, float r<>) {
              |             ^^^
              |
              = help: one parameter is `reduce`: `reduce void sum(float a<>, reduce float r<>)`"#]],
    );
}

#[test]
fn a_reduction_of_two_streams() {
    wrong(
        r#"reduce void sum(float a<>, float b<>, reduce float r<>) {
    r += a * b;
}"#,
        expect![[r#"
            error[B0409]: reduction `sum` has 2 input streams: the maximum is 1
             --> program.br:1:34
              |
            1 | reduce void sum(float a<>, float b<>, reduce float r<>) {
              |                       -          ^
              |                       |
              |                       the first
              |
              = help: join them first with a kernel; gathers and constants may be further parameters"#]],
    );
}

#[test]
fn a_reduction_to_another_type() {
    wrong(
        r#"reduce void sum(float2 a<>, reduce float r<>) {
    r += a.x;
}"#,
        expect![[r#"
            error[B0410]: reduction `sum` takes `float2` and accumulates `float`: both must be of one type
             --> program.br:1:42
              |
            1 | reduce void sum(float2 a<>, reduce float r<>) {
              |                        - `float2`        ^
              |
              = help: the accumulator starts as the first element; convert the elements first with a kernel"#]],
    );
}

#[test]
fn a_reduction_with_an_output() {
    wrong(
        r#"reduce void sum(float a<>, out float o<>, reduce float r<>) {
    r += a;
}"#,
        expect![[r#"
            error[B0407]: reduction `sum` has an `out`
             --> program.br:1:38
              |
            1 | reduce void sum(float a<>, out float o<>, reduce float r<>) {
              |                                      ^
              |
              = help: its result is what it accumulates: `reduce void sum(float a<>, reduce float r<>)`"#]],
    );
}

#[test]
fn a_reduction_that_asks_for_places() {
    wrong(
        r#"reduce void sum(float a<>, reduce float r<>) {
    r += indexof(a).x;
}"#,
        expect![[r#"
            error[B0332]: a reduction has no `indexof`
             --> program.br:2:10
              |
            2 |     r += indexof(a).x;
              |          ^^^^^^^^^^
              |
              = help: its operands may be partial results, which have no position: store the index in the elements with a kernel first"#]],
    );
}

#[test]
fn a_value_out_of_a_void_kernel() {
    wrong(
        r#"kernel void k(float a<>, out float r<>) {
    return a;
}"#,
        expect![[r#"
            error[B0307]: kernel `k` is `void` and returns nothing
             --> program.br:2:12
              |
            2 |     return a;
              |            ^
              |
              = help: what it computes it writes to its `out` parameters"#]],
    );
}

#[test]
fn a_path_without_a_return() {
    wrong(
        r#"kernel float f(float a) {
    if (a > 0) return 1;
}"#,
        expect![[r#"
            error[B0505]: `f` does not return a value on every path
             --> program.br:3:1
              |
            1 | kernel float f(float a) {
              |        ----- the type that it must return
            2 |     if (a > 0) return 1;
            3 | }
              | ^ the end is reached here
              |
              = help: end it with `return ..;`"#]],
    );
}

#[test]
fn a_path_that_continues_past_the_return() {
    wrong(
        r#"kernel float f(float a) {
    do {
        if (a > 0) continue;
        return 1;
    } while (0);
}"#,
        expect![[r#"
            error[B0505]: `f` does not return a value on every path
             --> program.br:6:1
              |
            1 | kernel float f(float a) {
              |        ----- the type that it must return
            ...
            6 | }
              | ^ the end is reached here
              |
              = help: end it with `return ..;`"#]],
    );
}

#[test]
fn a_break_outside_of_a_loop() {
    wrong(
        r#"kernel void k(float a<>, out float r<>) {
    r = a;
    break;
}"#,
        expect![[r#"
            error[B0305]: `break` stands outside of a loop
             --> program.br:3:5
              |
            3 |     break;
              |     ^^^^^^
              |
              = help: a kernel is left with `return`"#]],
    );
}

#[test]
fn a_void_kernel_as_a_value() {
    wrong(
        r#"kernel void f(float a, out float b<>) { b = a; }
kernel void k(float a<>, out float r<>) {
    r = f(a, r);
}"#,
        expect![[r#"
            error[B0302]: this kernel returns nothing, but what it is assigned to has the type `float`
             --> program.br:3:9
              |
            3 |     r = f(a, r);
              |         ^^^^^^^
              |
              = help: it returns its results through its `out` arguments"#]],
    );
}

#[test]
fn a_stream_for_a_gather() {
    wrong(
        r#"kernel float first(float t[]) { return t[0]; }
kernel void k(float a<>, out float r<>) {
    r = first(a);
}"#,
        expect![[r#"
            error[B0606]: parameter `t` is a gather, but `a` is an input stream
             --> program.br:3:15
              |
            1 | kernel float first(float t[]) { return t[0]; }
              |                          - the parameter
            2 | kernel void k(float a<>, out float r<>) {
            3 |     r = first(a);
              |               ^
              |
              = help: pass a gather of this kernel by its name: it is declared `t[]`"#]],
    );
}

#[test]
fn a_gather_of_another_type() {
    wrong(
        r#"kernel float first(float t[]) { return t[0]; }
kernel void k(float2 a[], out float r<>) {
    r = first(a);
}"#,
        expect![[r#"
            error[B0606]: parameter `t` is a gather of `float`, and `a` one of `float2`
             --> program.br:3:15
              |
            1 | kernel float first(float t[]) { return t[0]; }
              |                          - the parameter
            2 | kernel void k(float2 a[], out float r<>) {
            3 |     r = first(a);
              |               ^"#]],
    );
}

#[test]
fn a_stream_and_a_gather() {
    wrong(
        r#"kernel void k(float a<>[], out float r<>) {
    r = 1;
}"#,
        expect![[r#"
            error[B0412]: parameter `a` is both a stream, `<>`, and a gather, `[]`
             --> program.br:1:22
              |
            1 | kernel void k(float a<>[], out float r<>) {
              |                      ^^
              |
              = help: remove one of them"#]],
    );
}

#[test]
fn five_dimensions() {
    wrong(
        r#"kernel void k(float a[][][][][], out float r<>) {
    r = 1;
}"#,
        expect![[r#"
            error[B0417]: gather `a` has 5 dimensions: the maximum is 4
             --> program.br:1:15
              |
            1 | kernel void k(float a[][][][][], out float r<>) {
              |               ^^^^^^^^^^^^^^^^^"#]],
    );
}

#[test]
fn inout() {
    wrong(
        r#"kernel void k(inout float a<>) {
    a += 1;
}"#,
        expect![[r#"
            error[B0413]: a parameter is an input or an `out`, not both
             --> program.br:1:15
              |
            1 | kernel void k(inout float a<>) {
              |               ^^^^^
              |
              = help: take it twice, and pass the stream for both: `float a<>, out float new_a<>`"#]],
    );
}

#[test]
fn a_macro_with_too_many_arguments() {
    wrong(
        r#"#define SQUARE(x) ((x) * (x))
kernel void k(float a<>, out float r<>) {
    r = SQUARE(a, 2);
}"#,
        expect![[r#"
            error[B0005]: macro `SQUARE` takes 1 argument, not 2
             --> program.br:3:9
              |
            3 |     r = SQUARE(a, 2);
              |         ^^^^^^"#]],
    );
}

#[test]
fn a_struct_assigned_to_another() {
    wrong(
        r#"typedef struct { float a; } One;
typedef struct { float a; } Two;
kernel void k(One x<>, out Two y<>) {
    y = x;
}"#,
        expect![[r#"
            error[B0303]: a struct `One` cannot be a `Two`
             --> program.br:4:9
              |
            4 |     y = x;
              |         ^ what it is assigned to has the type `Two`
              |
              = help: name one of its fields"#]],
    );
}

#[test]
fn braces_in_an_expression() {
    wrong(
        r#"kernel void k(float a<>, out float2 r<>) {
    r = {a, 1};
}"#,
        expect![[r#"
            error[B0121]: values in braces can only initialize a variable
             --> program.br:2:9
              |
            2 |     r = {a, 1};
              |         ^
              |
              = help: elsewhere, a vector is made with its type: `float2(a, b)`"#]],
    );
}

#[test]
fn too_many_values_in_braces() {
    wrong(
        r#"kernel void k(float a<>, out float2 r<>) {
    float2 t = {a, 1, 2};
    r = t;
}"#,
        expect![[r#"
            error[B0328]: `float2` has 2 components, and 3 are given
             --> program.br:2:16
              |
            2 |     float2 t = {a, 1, 2};
              |                ^^^^^^^^^
              |
              = help: remove some, or take components of a vector: `v.xy`"#]],
    );
}

#[test]
fn a_default_value() {
    wrong(
        r#"kernel void k(float a<>, float b = 2, out float r<>) {
    r = a * b;
}"#,
        expect![[r#"
            error[B0110]: parameter `b` cannot have a default value
             --> program.br:1:34
              |
            1 | kernel void k(float a<>, float b = 2, out float r<>) {
              |                                  ^
              |
              = help: remove it: the caller of the kernel passes the value"#]],
    );
}

#[test]
fn several_errors_at_once() {
    wrong(
        r#"kernel void k(float a<>, float b[], out float r<>) {
    float t = a + c;
    float2 u = t.xw;
    r = b;
    u = foo(a);
}
kernel void l(float a<>, out float r<>) {
    r = a.y;
}"#,
        expect![[r#"
            error[B0324]: there is no variable `c`
             --> program.br:2:19
              |
            2 |     float t = a + c;
              |                   ^
              |
              = help: kernels do not see the host's variables: pass it as a parameter, or `#define` it

            error[B0301]: gather `b` is used without an index
             --> program.br:4:9
              |
            1 | kernel void k(float a<>, float b[], out float r<>) {
              |                                - a gather
            ...
            4 |     r = b;
              |         ^
              |
              = help: an element of it is `b[i]`; for the one at this place, make it a stream: `b<>`

            error[B0604]: there is no function `foo`
             --> program.br:5:9
              |
            5 |     u = foo(a);
              |         ^^^
              |
              = help: kernels can call only kernels of this file, and functions of the language

            error[B0327]: a `float` has no component `y`
             --> program.br:8:11
              |
            8 |     r = a.y;
              |           ^
              |
              = help: it has `x`"#]],
    );
}

#[test]
fn a_parameter_without_a_type() {
    wrong(
        r#"kernel void k(a<>, out float r<>) { r = a; }
kernel void l(float a<>, out r<>) { r = a; }
kernel void m(g[], n, float<>, out float r<>) { r = a; }"#,
        expect![[r#"
            error[B0109]: parameter `a` has no type
             --> program.br:1:15
              |
            1 | kernel void k(a<>, out float r<>) { r = a; }
              |               ^
              |
              = help: write `float a<>`, or another type

            error[B0109]: parameter `r` has no type
             --> program.br:2:30
              |
            2 | kernel void l(float a<>, out r<>) { r = a; }
              |                              ^
              |
              = help: write `float r<>`, or another type

            error[B0109]: parameter `g` has no type
             --> program.br:3:15
              |
            3 | kernel void m(g[], n, float<>, out float r<>) { r = a; }
              |               ^
              |
              = help: write `float g[]`, or another type

            error[B0109]: parameter `n` has no type
             --> program.br:3:20
              |
            3 | kernel void m(g[], n, float<>, out float r<>) { r = a; }
              |                    ^
              |
              = help: write `float n`, or another type

            error[B0109]: this parameter of type `float` has no name
             --> program.br:3:23
              |
            3 | kernel void m(g[], n, float<>, out float r<>) { r = a; }
              |                       ^^^^^"#]],
    );
}

#[test]
fn a_value_returned_from_a_reduction() {
    wrong(
        r#"reduce void sum(float a<>, reduce float x<>) { return a + x; }"#,
        expect![[r#"
        error[B0307]: reduction `sum` is `void` and returns nothing
         --> program.br:1:55
          |
        1 | reduce void sum(float a<>, reduce float x<>) { return a + x; }
          |                                                       ^^^^^
          |
          = help: assign it to the accumulator: `x = ..;`"#]],
    );
}
