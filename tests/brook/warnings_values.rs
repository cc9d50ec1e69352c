//! Warnings about values: those that change something on the way, and vectors that become longer.

use crate::support;

use expect_test::expect;
use support::diagnostics::warns;

#[test]
fn a_right_side_that_changes_something() {
    warns(
        r#"kernel float next(float x, out float count) { count = x + 1; return x; }
kernel void k(float a<>, out float r<>) {
    int i = 0;
    float n = 0;
    if (a > 0 && (i++ > 2)) r = 1;
    else r = a < 0 || next(a, n) > 1;
    while (i < 9 && (n += 1) < 5) ++i;
    r += n;
}"#,
        expect![[r#"
            warning[B0334]: both sides of `&&` are always evaluated, and the right one changes something
             --> program.br:5:18
              |
            5 |     if (a > 0 && (i++ > 2)) r = 1;
              |                  ^^^^^^^^^ done also where the left side is false
              |
              = help: C would skip it there: write it as an `if`, or before this expression

            warning[B0334]: both sides of `||` are always evaluated, and the right one changes something
             --> program.br:6:23
              |
            6 |     else r = a < 0 || next(a, n) > 1;
              |                       ^^^^^^^^^^^^^^ done also where the left side is true
              |
              = help: C would skip it there: write it as an `if`, or before this expression

            warning[B0334]: both sides of `&&` are always evaluated, and the right one changes something
             --> program.br:7:21
              |
            7 |     while (i < 9 && (n += 1) < 5) ++i;
              |                     ^^^^^^^^^^^^ done also where the left side is false
              |
              = help: C would skip it there: write it as an `if`, or before this expression"#]],
    );
}

#[test]
fn a_right_side_that_changes_something_through_a_kernel() {
    warns(
        r#"kernel float checked(float x) { if (x < 0) discard; return x; }
kernel float deeper(float x) { return checked(x); }
kernel void k(float a<>, out float r<>) {
    r = a > 0 && deeper(a) > 1;
}"#,
        expect![[r#"
            warning[B0334]: both sides of `&&` are always evaluated, and the right one changes something
             --> program.br:4:18
              |
            4 |     r = a > 0 && deeper(a) > 1;
              |                  ^^^^^^^^^^^^^ done also where the left side is false
              |
              = help: C would skip it there: write it as an `if`, or before this expression"#]],
    );
}

#[test]
fn sides_that_change_nothing_or_come_first() {
    warns(
        r#"kernel float half(float x) { return x / 2; }
kernel void k(float a<>, out float r<>) {
    float i = 0;
    r = i++ < a && half(a) > 1;
    r += (i++ < a) & (i++ < a);
}"#,
        expect![""],
    );
}

#[test]
fn a_vector_that_chooses_between_changes() {
    warns(
        r#"kernel void k(float4 a<>, out float4 r<>) {
    float n = 0;
    r = a > 0 ? a : ++n;
    r += a.x > 0 ? a : ++n;
}"#,
        expect![[r#"
            warning[B0337]: both values of `?:` are evaluated where a vector chooses, and one changes something
             --> program.br:3:21
              |
            3 |     r = a > 0 ? a : ++n;
              |                     ^^^ done whatever is chosen
              |
              = help: write it before this expression, or choose by a number: `if (v.x) { .. }`"#]],
    );
}

#[test]
fn a_float3_for_a_float4() {
    warns(
        r#"kernel void k(float3 a<>, out float4 r<>) {
    float4 v = a + 1;
    r = a;
    r += v;
}"#,
        expect![[r#"
            warning[B0341]: a `float3` becomes a `float4`, whose `w` is 0
             --> program.br:2:16
              |
            2 |     float4 v = a + 1;
              |                ^^^^^
              |
              = help: write it: `float4(a + 1, 0.0)`

            warning[B0341]: a `float3` becomes a `float4`, whose `w` is 0
             --> program.br:3:9
              |
            3 |     r = a;
              |         ^
              |
              = help: write it: `float4(a, 0.0)`"#]],
    );
}
