//! Mistakes, and what is said about each: the whole text, as people see it.

use brooklet::brook::Unit;
use expect_test::{Expect, expect};

/// A program that does not compile.
fn wrong(text: &str, expected: Expect) {
    let findings = Unit::compile("program.br", text).expect_err("a mistake that is found");
    expected.assert_eq(&findings.to_string());
}

#[test]
fn a_switch() {
    wrong(
        r#"kernel void k(float a<>, out float r<>) {
    switch (a) { case 1: r = 2; }
    r = a;
}"#,
        expect![[r#"
    error[B0113]: kernels have no `switch`
     --> program.br:2:5
      |
    2 |     switch (a) { case 1: r = 2; }
      |     ^^^^^^
      |
      = help: write `if (..) { .. } else if (..) { .. }`"#]],
    );
}

#[test]
fn a_goto() {
    wrong(
        r#"kernel void k(float a<>, out float r<>) {
    goto end;
end:
    r = a;
}"#,
        expect![[r#"
    error[B0111]: kernels have no `goto`
     --> program.br:2:5
      |
    2 |     goto end;
      |     ^^^^
      |
      = help: loops are left with `break`, kernels with `return`

    error[B0111]: kernels have no labels and no `goto`: `end:`
     --> program.br:3:1
      |
    3 | end:
      | ^^^"#]],
    );
}

#[test]
fn a_pointer() {
    wrong(
        r#"kernel void k(float *a, out float r<>) {
    r = *a;
}"#,
        expect![[r#"
    error[B0108]: kernels have no pointers
     --> program.br:1:21
      |
    1 | kernel void k(float *a, out float r<>) {
      |                     ^
      |
      = help: an array of elements is a gather: `float a[]`; an output is `out float a<>`

    error[B0108]: kernels have no pointers
     --> program.br:2:9
      |
    2 |     r = *a;
      |         ^
      |
      = help: an array of elements is a gather: `float a[]`, read as `a[i]`"#]],
    );
}

#[test]
fn an_array() {
    wrong(
        r#"kernel void k(float a<>, out float r<>) {
    float t[4];
    t[0] = a;
    r = t[0];
}"#,
        expect![[r#"
    error[B0309]: kernels have no arrays of their own: `t`
     --> program.br:2:12
      |
    2 |     float t[4];
      |            ^^^
      |
      = help: a vector of up to four numbers can be indexed: `float4 v; v[i]`; more are a gather parameter"#]],
    );
}

#[test]
fn a_static_variable() {
    wrong(
        r#"kernel void k(float a<>, out float r<>) {
    static float sum;
    r = a;
}"#,
        expect![[r#"
    error[B0114]: kernels have no `static` variables
     --> program.br:2:5
      |
    2 |     static float sum;
      |     ^^^^^^
      |
      = help: elements know nothing of each other: what all share is a constant parameter"#]],
    );
}

#[test]
fn two_variables_of_one_name() {
    wrong(
        r#"kernel void k(float a<>, out float r<>) {
    float t = a;
    float t = 2;
    r = t;
}"#,
        expect![[r#"
    error[B0310]: there are two variables `t`
     --> program.br:3:11
      |
    2 |     float t = a;
      |           - the first
    3 |     float t = 2;
      |           ^"#]],
    );
}

#[test]
fn two_parameters_of_one_name() {
    wrong(
        r#"kernel void k(float a<>, float a, out float r<>) {
    r = a;
}"#,
        expect![[r#"
    error[B0403]: there are two parameters `a`
     --> program.br:1:32
      |
    1 | kernel void k(float a<>, float a, out float r<>) {
      |                     -          ^
      |                     |
      |                     the first"#]],
    );
}

#[test]
fn two_kernels_of_one_name() {
    wrong(
        r#"kernel void k(float a<>, out float r<>) { r = a; }
kernel void k(float b<>, out float r<>) { r = b; }"#,
        expect![[r#"
    error[B0401]: there are two kernels `k`
     --> program.br:2:13
      |
    1 | kernel void k(float a<>, out float r<>) { r = a; }
      |             - the first
    2 | kernel void k(float b<>, out float r<>) { r = b; }
      |             ^"#]],
    );
}

#[test]
fn a_missing_semicolon() {
    wrong(
        r#"kernel void k(float a<>, out float r<>) {
    float t = a
    r = t;
}"#,
        expect![[r#"
    error[B0101]: `;` is missing behind this declaration
     --> program.br:2:15
      |
    2 |     float t = a
      |               ^ then `r` follows"#]],
    );
}

#[test]
fn a_missing_bracket() {
    wrong(
        r#"kernel void k(float a<>, out float r<>) {
    r = (a + 1;
}"#,
        expect![[r#"
    error[B0105]: the body of kernel `k` is never closed
     --> program.br:1:41
      |
    1 | kernel void k(float a<>, out float r<>) {
      |                                         ^ `}` is missing"#]],
    );
}

#[test]
fn a_body_never_closed() {
    wrong(
        r#"kernel void k(float a<>, out float r<>) {
    r = a;
    if (a > 0) {
        r = 1;
}"#,
        expect![[r#"
    error[B0105]: the body of kernel `k` is never closed
     --> program.br:1:41
      |
    1 | kernel void k(float a<>, out float r<>) {
      |                                         ^ `}` is missing"#]],
    );
}

#[test]
fn a_missing_body() {
    wrong(
        r#"kernel void k(float a<>, out float r<>)
int main() { return 0; }"#,
        expect![[r#"
    error[B0106]: the body of kernel `k` is missing
     --> program.br:2:1
      |
    2 | int main() { return 0; }
      | ^^^ here goes `{`, not `int`"#]],
    );
}

#[test]
fn a_missing_comma() {
    wrong(
        r#"kernel void k(float a<> float b<>, out float r<>) {
    r = a;
}"#,
        expect![[r#"
    error[B0107]: a `,` or `)` is missing before `float`
     --> program.br:1:25
      |
    1 | kernel void k(float a<> float b<>, out float r<>) {
      |                         ^^^^^"#]],
    );
}

#[test]
fn a_parameter_without_a_name() {
    wrong(
        r#"kernel void k(float, out float r<>) {
    r = 1;
}"#,
        expect![[r#"
    error[B0109]: this parameter of type `float` has no name
     --> program.br:1:15
      |
    1 | kernel void k(float, out float r<>) {
      |               ^^^^^"#]],
    );
}

#[test]
fn an_else_without_an_if() {
    wrong(
        r#"kernel void k(float a<>, out float r<>) {
    r = a;
    else r = 2;
}"#,
        expect![[r#"
    error[B0112]: this `else` belongs to no `if`
     --> program.br:3:5
      |
    3 |     else r = 2;
      |     ^^^^"#]],
    );
}

#[test]
fn a_number_that_is_none() {
    wrong(
        r#"kernel void k(float a<>, out float r<>) {
    r = 1.2.3 * a;
}"#,
        expect![[r#"
    error[B0117]: `1.2.3` is no number
     --> program.br:2:9
      |
    2 |     r = 1.2.3 * a;
      |         ^^^^^"#]],
    );
}

#[test]
fn a_string() {
    wrong(
        r#"kernel void k(float a<>, out float r<>) {
    r = "one";
}"#,
        expect![[r#"
    error[B0118]: kernels have no texts and letters
     --> program.br:2:9
      |
    2 |     r = "one";
      |         ^^^^^"#]],
    );
}

#[test]
fn an_odd_letter() {
    wrong(
        r#"kernel void k(float a<>, out float r<>) {
    r = a @ 2;
}"#,
        expect![[r#"
            error[B0119]: `@` is no letter of the language
             --> program.br:2:11
              |
            2 |     r = a @ 2;
              |           ^"#]],
    );
}

#[test]
fn a_comment_without_an_end() {
    wrong(
        r#"kernel void k(float a<>, out float r<>) {
    r = a; /* and so on
}"#,
        expect![[r#"
            error[B0120]: this comment has no end
             --> program.br:2:12
              |
            2 |     r = a; /* and so on
              |            ^^
              |
              = help: it takes in all that follows: close it with `*/`"#]],
    );
}

#[test]
fn an_unknown_type() {
    wrong(
        r#"kernel void k(flaot a<>, out Vector r<>) {
    r = a;
}"#,
        expect![[r#"
    error[B0203]: there is no type `flaot`
     --> program.br:1:15
      |
    1 | kernel void k(flaot a<>, out Vector r<>) {
      |               ^^^^^
      |
      = help: did you mean `float`?

    error[B0203]: there is no type `Vector`
     --> program.br:1:30
      |
    1 | kernel void k(flaot a<>, out Vector r<>) {
      |                              ^^^^^^
      |
      = help: there are `float`, `float2`, `float3`, `float4`, `int`, and the structs of this file"#]],
    );
}

#[test]
fn a_stream_of_ints() {
    wrong(
        r#"kernel void k(int a<>, uint b<>, char4 c<>, fixed2 d<>, double e<>, out float r<>) {
    r = 1;
}"#,
        expect![[r#"
    error[B0202]: streams of `int` are not supported yet
     --> program.br:1:15
      |
    1 | kernel void k(int a<>, uint b<>, char4 c<>, fixed2 d<>, double e<>, out float r<>) {
      |               ^^^
      |
      = help: `float` holds whole numbers up to 16777216

    error[B0202]: streams of `uint` are not supported yet
     --> program.br:1:24
      |
    1 | kernel void k(int a<>, uint b<>, char4 c<>, fixed2 d<>, double e<>, out float r<>) {
      |                        ^^^^
      |
      = help: streams hold `float`, `float2`, `float3`, `float4` or structs of these

    error[B0202]: streams of `char4` are not supported yet
     --> program.br:1:34
      |
    1 | kernel void k(int a<>, uint b<>, char4 c<>, fixed2 d<>, double e<>, out float r<>) {
      |                                  ^^^^^
      |
      = help: streams hold `float`, `float2`, `float3`, `float4` or structs of these

    error[B0202]: streams of `fixed2` are not supported yet
     --> program.br:1:45
      |
    1 | kernel void k(int a<>, uint b<>, char4 c<>, fixed2 d<>, double e<>, out float r<>) {
      |                                             ^^^^^^
      |
      = help: streams hold `float`, `float2`, `float3`, `float4` or structs of these

    error[B0202]: streams of `double` are not supported yet
     --> program.br:1:57
      |
    1 | kernel void k(int a<>, uint b<>, char4 c<>, fixed2 d<>, double e<>, out float r<>) {
      |                                                         ^^^^^^
      |
      = help: streams hold `float`, `float2`, `float3`, `float4` or structs of these"#]],
    );
}

#[test]
fn a_local_of_another_dialect() {
    wrong(
        r#"kernel void k(float a<>, out float r<>) {
    double t = a;
    int2 u;
    r = t;
}"#,
        expect![[r#"
    error[B0202]: type `double` is not supported in kernels yet
     --> program.br:2:5
      |
    2 |     double t = a;
      |     ^^^^^^
      |
      = help: write `float`

    error[B0202]: type `int2` is not supported in kernels yet
     --> program.br:3:5
      |
    3 |     int2 u;
      |     ^^^^
      |
      = help: write `float2`"#]],
    );
}

#[test]
fn a_struct_of_the_host() {
    wrong(
        r#"typedef struct { float *data; int n; } Buffer;
kernel void k(Buffer b, out float r<>) {
    r = 1;
}"#,
        expect![[r#"
    error[B0205]: struct `struct 2` cannot be used in kernels
     --> program.br:2:15
      |
    1 | typedef struct { float *data; int n; } Buffer;
      |                         ---- a pointer
    2 | kernel void k(Buffer b, out float r<>) {
      |               ^^^^^^
      |
      = help: its fields must be `float` to `float4`, or structs of these"#]],
    );
}

#[test]
fn a_struct_that_holds_itself() {
    wrong(
        r#"typedef struct node { float a; node next; } Node;
kernel void k(Node n<>, out float r<>) {
    r = n.a;
}"#,
        expect![[r#"
    error[B0204]: struct `node` holds itself
     --> program.br:1:32
      |
    1 | typedef struct node { float a; node next; } Node;
      |                ----            ^^^^
      |                |
      |                this struct"#]],
    );
}

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
    error[B0313]: this is no variable output
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
    error[B0409]: reduction `sum` has 2 input streams: 1 is the most
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
      = help: its operands are partial results as often as elements: add the index with a kernel first"#]],
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
      |        ----- it is to return this
    2 |     if (a > 0) return 1;
    3 | }
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
    error[B0302]: this kernel returns nothing, and what it is assigned to wants `float`
     --> program.br:3:9
      |
    3 |     r = f(a, r);
      |         ^^^^^^^
      |
      = help: what it gives it writes to its `out` arguments"#]],
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
    error[B0606]: parameter `t` is a gather, and `a` is no gather but an input stream
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
      = help: leave one of them away"#]],
    );
}

#[test]
fn five_dimensions() {
    wrong(
        r#"kernel void k(float a[][][][][], out float r<>) {
    r = 1;
}"#,
        expect![[r#"
    error[B0417]: gather `a` has 5 dimensions: 4 is the most
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
      |         ^ what it is assigned to wants `Two`
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
    error[B0121]: values in braces only start a variable
     --> program.br:2:9
      |
    2 |     r = {a, 1};
      |         ^
      |
      = help: elsewhere a vector is made with its type: `float2(a, b)`"#]],
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
      = help: leave some away, or take components of a vector: `v.xy`"#]],
    );
}

#[test]
fn a_default_value() {
    wrong(
        r#"kernel void k(float a<>, float b = 2, out float r<>) {
    r = a * b;
}"#,
        expect![[r#"
    error[B0110]: parameter `b` cannot have a value of its own
     --> program.br:1:34
      |
    1 | kernel void k(float a<>, float b = 2, out float r<>) {
      |                                  ^
      |
      = help: leave it away: who calls the kernel gives the value"#]],
    );
}

#[test]
fn several_mistakes_at_once() {
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
      = help: kernels call kernels of this file, and the functions of the language

    error[B0327]: a `float` has no component `y`
     --> program.br:8:11
      |
    8 |     r = a.y;
      |           ^
      |
      = help: it has `x`"#]],
    );
}
