//! Warnings: the whole text, as people see it.

use crate::support;

use expect_test::expect;
use support::diagnostics::warns;

#[test]
fn an_unused_parameter() {
    warns(
        r#"kernel void k(float a<>, float b, out float r<>) {
    r = a;
}"#,
        expect![[r#"
    warning[B0504]: parameter `b` is never used
     --> program.br:1:32
      |
    1 | kernel void k(float a<>, float b, out float r<>) {
      |                                ^"#]],
    );
}

#[test]
fn an_output_that_a_path_leaves() {
    warns(
        r#"kernel void k(float a<>, out float r<>) {
    if (a > 0)
        r = 1;
}"#,
        expect![[r#"
            warning[B0508]: output `r` is not written on every path
             --> program.br:1:36
              |
            1 | kernel void k(float a<>, out float r<>) {
              |                                    ^
            ...
            4 | }
              | - the end may be reached without a write
              |
              = help: what is not written is 0"#]],
    );
}

#[test]
fn components_never_written() {
    warns(
        r#"kernel void k(float a<>, out float4 r<>) {
    r.xy = a;
}"#,
        expect![[r#"
    warning[B0508]: output `r.zw` is never written
     --> program.br:1:37
      |
    1 | kernel void k(float a<>, out float4 r<>) {
      |                                     ^
      |
      = help: what is not written is 0"#]],
    );
}

#[test]
fn a_variable_without_a_value() {
    warns(
        r#"kernel void k(float a<>, out float r<>) {
    float t;
    r = t + a;
}"#,
        expect![[r#"
    warning[B0507]: `t` is read before it has a value
     --> program.br:3:9
      |
    3 |     r = t + a;
      |         ^"#]],
    );
}

#[test]
fn a_variable_that_may_have_no_value() {
    warns(
        r#"kernel void k(float a<>, out float r<>) {
    float2 t;
    t.x = a;
    if (a > 0) t.y = 1;
    r = t.y;
}"#,
        expect![[r#"
            warning[B0507]: `t.y` may be read before it has a value
             --> program.br:5:9
              |
            5 |     r = t.y;
              |         ^^^"#]],
    );
}

#[test]
fn an_assigning_condition() {
    warns(
        r#"kernel void k(float a<>, out float r<>) {
    r = 0;
    if (a = 1) r = 2;
}"#,
        expect![[r#"
            warning[B0504]: parameter `a` is never used
             --> program.br:1:21
              |
            1 | kernel void k(float a<>, out float r<>) {
              |                     ^

            warning[B0308]: this condition assigns
             --> program.br:3:9
              |
            3 |     if (a = 1) r = 2;
              |         ^^^^^
              |
              = help: to compare, write `==`; if it is meant, put it into brackets of its own"#]],
    );
}

#[test]
fn a_division_of_whole_numbers() {
    warns(
        r#"kernel void k(float a<>, out float r<>) {
    r = 1 / 2 * a;
}"#,
        expect![[r#"
    warning[B0322]: `1 / 2` divides whole numbers, and is 0
     --> program.br:2:9
      |
    2 |     r = 1 / 2 * a;
      |         ^^^^^
      |
      = help: for a fraction write `1.0 / 2.0`"#]],
    );
}

#[test]
fn a_statement_without_effect() {
    warns(
        r#"kernel void k(float a<>, out float r<>) {
    r = a;
    r == 2;
}"#,
        expect![[r#"
    warning[B0312]: the result of this expression is not used
     --> program.br:3:5
      |
    3 |     r == 2;
      |     ^^^^^^
      |
      = help: to keep it, assign it: `a = ..;`"#]],
    );
}

#[test]
fn nothing_ever_pushed() {
    warns(
        r#"kernel void k(float a<>, vout[1] float v<>) {
    v = a;
}"#,
        expect![[r#"
    warning[B0502]: nothing is ever pushed to `v`
     --> program.br:1:40
      |
    1 | kernel void k(float a<>, vout[1] float v<>) {
      |                                        ^
      |
      = help: give `v` a value and append it: `push(v);`"#]],
    );
}

#[test]
fn several_unused_parameters() {
    warns(
        r#"kernel void k(float a<>, float b,
              float c[], float d, out float r<>) {
    r = a;
}"#,
        expect![[r#"
            warning[B0504]: parameters `b`, `c` and `d` are never used
             --> program.br:1:32
              |
            1 | kernel void k(float a<>, float b,
              |                                ^
            2 |               float c[], float d, out float r<>) {
              |                     -          -"#]],
    );
}

#[test]
fn an_accumulator_that_never_changes() {
    warns(
        r#"reduce void first(float a<>, reduce float r<>) { }"#,
        expect![[r#"
            warning[B0504]: parameter `a` is never used
             --> program.br:1:25
              |
            1 | reduce void first(float a<>, reduce float r<>) { }
              |                         ^

            warning[B0503]: the accumulator `r` never changes
             --> program.br:1:43
              |
            1 | reduce void first(float a<>, reduce float r<>) { }
              |                                           ^
              |
              = help: such a reduction returns the first element, and a gather-op with it only gathers
              = help: to accumulate the element, write `r += ..;`"#]],
    );
}

#[test]
fn a_condition_in_brackets_may_assign() {
    warns(
        r#"kernel void k(float a<>, out float r<>) {
    float t;
    if ((t = a)) r = t; else r = 1;
    while ((t = t - 1) > 0) r += 1;
}"#,
        expect![[""]],
    );
}

#[test]
fn a_local_that_hides_a_parameter() {
    warns(
        r#"kernel void k(float a<>, float b<>, out float r<>) {
    float a = 2;
    { float b = a; r = b; }
    r += a + b;
}"#,
        expect![[r#"
            warning[B0504]: parameter `a` is never used
             --> program.br:1:21
              |
            1 | kernel void k(float a<>, float b<>, out float r<>) {
              |                     ^

            warning[B0509]: local variable `a` hides the parameter
             --> program.br:2:11
              |
            1 | kernel void k(float a<>, float b<>, out float r<>) {
              |                     - the parameter
            2 |     float a = 2;
              |           ^
              |
              = help: in C these are one name too many: call the variable something else"#]],
    );
}

#[test]
fn fields_that_are_never_written() {
    warns(
        r#"struct Six { float a; float2 b; float c; float d; float e; float3 f; };
kernel void k(float x<>, out Six s<>) {
    s.b.x = x;
    if (x > 0) s.f = 1;
}"#,
        expect![[r#"
            warning[B0508]: outputs `s.a`, `s.b.y`, `s.c` and 2 more are never written
             --> program.br:2:34
              |
            2 | kernel void k(float x<>, out Six s<>) {
              |                                  ^
              |
              = help: what is not written is 0

            warning[B0508]: output `s.f` is not written on every path
             --> program.br:2:34
              |
            2 | kernel void k(float x<>, out Six s<>) {
              |                                  ^
            ...
            5 | }
              | - the end may be reached without a write
              |
              = help: what is not written is 0"#]],
    );
}

#[test]
fn loops_that_surely_run_give_values() {
    warns(
        r#"kernel void k(float a<>, out float r<>) {
    const float most = 27.0;
    float last, other;
    float i;
    for (i = 0; i < most; i++) last = i * a;
    for (i = 1; i < a; i++) other = i;
    r = last;
    r += other;
}"#,
        expect![[r#"
            warning[B0507]: `other` may be read before it has a value
             --> program.br:8:10
              |
            8 |     r += other;
              |          ^^^^^"#]],
    );
}

#[test]
fn loops_that_never_end() {
    warns(
        r#"kernel void k(float a<>, out float r<>) {
    r = a;
    while (1) r += 1;
}
kernel void l(float a<>, out float r<>) {
    r = a;
    for (;;) { r += 1; for (;;) { if (r > 3) break; r += 1; } }
}
kernel void m(float a<>, out float r<>) {
    r = a;
    for (;;) { r += 1; for (;;) { if (r > 3) return; r += 1; } }
}
kernel float below(float a) {
    if (a > 3) discard;
    return a;
}
kernel void n(float a<>, out float r<>) {
    r = a;
    for (;;) { while (below(r) < 2) r += 1; r += 1; }
}"#,
        expect![[r#"
            warning[B0511]: this loop never ends
             --> program.br:3:12
              |
            3 |     while (1) r += 1;
              |            ^
              |
              = help: leave it with `break`, or let the condition become 0

            warning[B0511]: this loop never ends
             --> program.br:7:16
              |
            7 |     for (;;) { r += 1; for (;;) { if (r > 3) break; r += 1; } }
              |                ^^^^^^
              |
              = help: leave it with `break`, or let the condition become 0"#]],
    );
}

#[test]
fn loops_that_take_many_turns() {
    warns(
        r#"kernel void k(float a<>, out float r<>) {
    float i, j;
    r = a;
    for (i = 0; i < 65535; i += 1) r += 1;
    for (i = 200000; i > 0; i -= 2) r += 1;
    for (i = 0; i <= 1000; i++) {
        for (j = 0; j < 1000; j++) { r += 1; }
    }
    for (i = 0; i < 100000; i++) { r += 1; i = i + a; }
}"#,
        expect![[r#"
            warning[B0512]: with this loop an element may take 100000 iterations: some drivers stop after 65535
             --> program.br:5:22
              |
            5 |     for (i = 200000; i > 0; i -= 2) r += 1;
              |                      ^^^^^
              |
              = help: do it in several calls, each going on where the last one stopped

            warning[B0512]: with this loop an element may take 1001000 iterations: some drivers stop after 65535
             --> program.br:7:21
              |
            7 |         for (j = 0; j < 1000; j++) { r += 1; }
              |                     ^^^^^^^^
              |
              = help: do it in several calls, each going on where the last one stopped"#]],
    );
}

#[test]
fn more_pushes_than_declared() {
    warns(
        r#"kernel void k(float a<>, vout[2] float v<>, vout[1] float w<>) {
    v = a; w = a;
    if (a > 1) { push(v); push(v); push(v); }
    else { push(v); push(v); push(w); if (a < 0) push(v); }
    push(v);
    if (a > 2) push(w);
    if (a > 3) push(w);
}"#,
        expect![[r#"
            warning[B0510]: an element pushes 3 values to `v`, but `vout[2]` declares at most 2
             --> program.br:5:10
              |
            1 | kernel void k(float a<>, vout[2] float v<>, vout[1] float w<>) {
              |                                        - declared here
            ...
            5 |     push(v);
              |          ^
              |
              = help: brooklet keeps all of them; declare as many as there may be"#]],
    );
}

#[test]
fn a_bracket_that_closes_nothing() {
    warns(
        r#"extern "C" { void host(void); }
kernel void k(float a<>, out float r<>) {
    r = 1;
    if (a) { r = 2; } }
    r = 3;
}
kernel void l(float a<>, out float r<>) { r = a; }"#,
        expect![[r#"
            warning[B0126]: this `}` closes nothing
             --> program.br:6:1
              |
            6 | }
              | ^
              |
              = help: a kernel above may end too early: check its braces"#]],
    );
}

#[test]
fn literals_beyond_an_int_together() {
    warns(
        r#"#define SIZE 65536
kernel void k(out float r<>) {
    r = 65536 * 65536 + SIZE * SIZE;
    r += 2147483647 + 1;
    r += 65536.0 * 65536 + 2147483647 - 1 - 4294967296;
}"#,
        expect![[r#"
            warning[B0338]: `65536 * 65536` is 4294967296, which no `int` holds: its 32 bits are 0
             --> program.br:3:9
              |
            3 |     r = 65536 * 65536 + SIZE * SIZE;
              |         ^^^^^^^^^^^^^
              |
              = help: for a float write `65536.0 * 65536.0`

            warning[B0338]: `65536 * 65536` is 4294967296, which no `int` holds: its 32 bits are 0
             --> program.br:3:25
              |
            3 |     r = 65536 * 65536 + SIZE * SIZE;
              |                         ^^^^^^^^^^^
              |
              = help: for a float write `65536.0 * 65536.0`

            warning[B0338]: `2147483647 + 1` is 2147483648, which no `int` holds: its 32 bits are -2147483648
             --> program.br:4:10
              |
            4 |     r += 2147483647 + 1;
              |          ^^^^^^^^^^^^^^
              |
              = help: for a float write `2147483647.0 + 1.0`"#]],
    );
}

#[test]
fn two_outputs_of_a_call_in_one_variable() {
    warns(
        r#"typedef struct { float low; float high; } Pair;
kernel void f(float a, out float x, out float y) { x = a; y = a + 1; }
kernel void g(float x, float y, float cx, float cy, out float rx<>, out float ry<>) { rx = x + cx; ry = y + cy; }
kernel void h(out Pair p, out float y) { p.low = 1; p.high = 2; y = 3; }
kernel void k(float a<>, out float4 r<>) {
    float b, c, i = a;
    Pair p;
    float4 v;
    f(a, b, b);
    f(a, v.x, v.y);
    f(a, v.zw, v.w);
    f(a, v[i], v[i + 1]);
    f(a, p.low, p.high);
    h(p, p.high);
    f(b, b, c);
    g(b, c, 1, 2, b, c);
    r = v + b + c + p.low + p.high;
}"#,
        expect![[r#"
            warning[B0609]: this call writes `b` twice, and the first value is lost
             --> program.br:9:13
              |
            9 |     f(a, b, b);
              |          -  ^
              |          |
              |          written here first
              |
              = help: pass a different variable, even for a value that is not read

            warning[B0609]: this call writes `v` twice, and the first value is lost
              --> program.br:11:16
               |
            11 |     f(a, v.zw, v.w);
               |          ----  ^^^
               |          |
               |          written here first
               |
               = help: pass a different variable, even for a value that is not read

            warning[B0609]: this call writes `p` twice, and the first value is lost
              --> program.br:14:10
               |
            14 |     h(p, p.high);
               |       -  ^^^^^^
               |       |
               |       written here first
               |
               = help: pass a different variable, even for a value that is not read"#]],
    );
}
