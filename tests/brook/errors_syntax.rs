//! Mistakes of form, and what is said about each: the whole text, as people see it.

use crate::support;

use expect_test::expect;
use support::diagnostics::wrong;

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
    float t[100], u[0], v[2][2], w[a], x<4>;
    float t3[3] = {1, 2, 3, 4};
    r = t3[3];
    int s[2] = 5, n[2];
    n = 1;
    r = n + n[1][0] + n[float2(a, a)] + n[2];
    n[-1] = 2;
}"#,
        expect![[r#"
            error[B0309]: array `t` has 100 elements: the maximum is 64
             --> program.br:2:12
              |
            2 |     float t[100], u[0], v[2][2], w[a], x<4>;
              |            ^^^^^
              |
              = help: each element is a variable of its own; what is only read can be a gather parameter

            error[B0309]: array `u` has 0 elements: the minimum is 1
             --> program.br:2:20
              |
            2 |     float t[100], u[0], v[2][2], w[a], x<4>;
              |                    ^^^
              |
              = help: each element is a variable of its own; what is only read can be a gather parameter

            error[B0309]: `v` is an array of arrays, which kernels do not have
             --> program.br:2:26
              |
            2 |     float t[100], u[0], v[2][2], w[a], x<4>;
              |                          ^^^^^^
              |
              = help: make it one array, and compute the index: `a[4 * i + j]`

            error[B0309]: the length of array `w` must be a literal number
             --> program.br:2:35
              |
            2 |     float t[100], u[0], v[2][2], w[a], x<4>;
              |                                   ^^^
              |
              = help: write it: `float a[4];`, or `#define` a name for it

            error[B0309]: variable `x` cannot be a stream
             --> program.br:2:41
              |
            2 |     float t[100], u[0], v[2][2], w[a], x<4>;
              |                                         ^^^
              |
              = help: an array is declared with its length: `float a[4];`

            error[B0311]: 4 values for the 3 elements of array `t3`
             --> program.br:3:19
              |
            3 |     float t3[3] = {1, 2, 3, 4};
              |                   ^^^^^^^^^^^^

            error[B0311]: array `s` must be initialized with values in braces
             --> program.br:5:16
              |
            5 |     int s[2] = 5, n[2];
              |                ^
              |
              = help: write `{a, b}`; those that are left out are zero

            error[B0309]: array `n` is used without an index
             --> program.br:6:5
              |
            5 |     int s[2] = 5, n[2];
              |                   - an array
            6 |     n = 1;
              |     ^
              |
              = help: an element of it is `n[i]`

            error[B0309]: array `n` is used without an index
             --> program.br:7:9
              |
            5 |     int s[2] = 5, n[2];
              |                   - an array
            6 |     n = 1;
            7 |     r = n + n[1][0] + n[float2(a, a)] + n[2];
              |         ^
              |
              = help: an element of it is `n[i]`

            error[B0309]: array `n` takes 1 index, and 2 are given
             --> program.br:7:18
              |
            5 |     int s[2] = 5, n[2];
              |                   - the array
            6 |     n = 1;
            7 |     r = n + n[1][0] + n[float2(a, a)] + n[2];
              |                  ^

            error[B0309]: a `float2` cannot be the index of an array
             --> program.br:7:25
              |
            7 |     r = n + n[1][0] + n[float2(a, a)] + n[2];
              |                         ^^^^^^^^^^^^
              |
              = help: elements are numbered from 0

            error[B0309]: this array has 2 elements: there is no `[2]`
             --> program.br:7:43
              |
            5 |     int s[2] = 5, n[2];
              |                   - the array
            6 |     n = 1;
            7 |     r = n + n[1][0] + n[float2(a, a)] + n[2];
              |                                           ^
              |
              = help: they are numbered from 0

            error[B0309]: this array has 2 elements: there is no `[-1]`
             --> program.br:8:7
              |
            5 |     int s[2] = 5, n[2];
              |                   - the array
            ...
            8 |     n[-1] = 2;
              |       ^^
              |
              = help: they are numbered from 0"#]],
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
            error[B0101]: `)` is missing behind this expression
             --> program.br:2:15
              |
            2 |     r = (a + 1;
              |               ^ found `;`"#]],
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
              | ^^^ expected `{`, found `int`"#]],
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
            error[B0117]: `1.2.3` is not a number
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
            error[B0118]: kernels have no strings or characters
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
            error[B0119]: `@` is not a character of the language
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
