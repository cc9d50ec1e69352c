//! Mistakes with what is constant, variables and literals, and what is said about each: the whole text, as people see it.

use brooklet::brook::Unit;
use expect_test::{Expect, expect};

/// A program that does not compile.
fn wrong(text: &str, expected: Expect) {
    let findings = Unit::compile("program.br", text).expect_err("a mistake that is found");
    expected.assert_eq(&findings.to_string());
}

/// A program that compiles without a doubt.
fn fine(text: &str) {
    let unit = Unit::compile("program.br", text).unwrap_or_else(|findings| panic!("{findings}"));
    assert_eq!(unit.warnings.list, [], "{}", unit.warnings);
}

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
              = help: leave `const` away, or change a copy of it: `float new_d = d;`"#]],
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
              = help: leave `const` away, or change a copy of it: `float4 new_d = d;`

            error[B0333]: `d` is `const`, and cannot be written
             --> program.br:6:5
              |
            3 |     float4 const d = a;
              |                  - declared `const`
            ...
            6 |     d.xy = 0;
              |     ^
              |
              = help: leave `const` away, or change a copy of it: `float4 new_d = d;`

            error[B0333]: `d` is `const`, and cannot be written
             --> program.br:7:5
              |
            3 |     float4 const d = a;
              |                  - declared `const`
            ...
            7 |     d[1] = 0;
              |     ^
              |
              = help: leave `const` away, or change a copy of it: `float4 new_d = d;`

            error[B0333]: `d` is `const`, and cannot be written
             --> program.br:8:7
              |
            3 |     float4 const d = a;
              |                  - declared `const`
            ...
            8 |     --d.z;
              |       ^
              |
              = help: leave `const` away, or change a copy of it: `float4 new_d = d;`

            error[B0333]: `d` is `const`, and cannot be written
             --> program.br:9:9
              |
            3 |     float4 const d = a;
              |                  - declared `const`
            ...
            9 |     m = d.w++;
              |         ^
              |
              = help: leave `const` away, or change a copy of it: `float4 new_d = d;`

            error[B0333]: `d` is `const`, and cannot be written
              --> program.br:10:13
               |
             3 |     float4 const d = a;
               |                  - declared `const`
            ...
            10 |     swap(n, d.x);
               |             ^
               |
               = help: leave `const` away, or change a copy of it: `float4 new_d = d;`

            error[B0333]: `d` is `const`, and cannot be written
              --> program.br:11:15
               |
             3 |     float4 const d = a;
               |                  - declared `const`
            ...
            11 |     modf(a.x, d.y);
               |               ^
               |
               = help: leave `const` away, or change a copy of it: `float4 new_d = d;`"#]],
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
              = help: leave `const` away, or change a copy of it: `Body new_b = b;`"#]],
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
              = help: leave `const` away, or change a copy of it: `float new_n = n;`

            error[B0333]: `s` is `const`, and cannot be written
             --> program.br:3:5
              |
            1 | kernel void k(const float n, float const s<>, out float r<>) {
              |                                          - declared `const`
            2 |     n *= 2;
            3 |     s++;
              |     ^
              |
              = help: leave `const` away, or change a copy of it: `float new_s = s;`"#]],
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
              = help: leave `const` away, or change a copy of it: `float new_x = x;`"#]],
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
              = help: leave `const` away, or change a copy of it: `int new_i = i;`"#]],
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
              = help: leave `const` away

            error[B0411]: parameter `r` is both `const` and `reduce`
             --> program.br:2:35
              |
            2 | reduce void sum(float a<>, reduce const float r<>) { r += a; }
              |                            ------ ^^^^^
              |                            |
              |                            this is written
              |
              = help: leave `const` away

            error[B0411]: parameter `v` is both `const` and `vout`
             --> program.br:3:34
              |
            3 | kernel void l(float a<>, vout[1] const float v<>) { v = a; push(v); }
              |                          ----    ^^^^^
              |                          |
              |                          this is written
              |
              = help: leave `const` away"#]],
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
fn whole_numbers_that_no_int_holds() {
    wrong(
        r#"#define BIG 4294967296
kernel int f(int x) { return 0x1FFFFFFFF + x; }
kernel float g(int x) { return x; }
kernel void k(float a<>, out float r<>) {
    int i = 4294967296, j;
    j = a > 0 ? 10000000000 : 1;
    j = BIG;
    j = -2147483649;
    j = (int) 4294967296 + int(4294967296);
    j &= 0x100000000;
    j = ~4294967296 | 1;
    if (j == 4294967296) r = 1;
    r = g(4294967296) + i + j;
}"#,
        expect![[r#"
            error[B0335]: an `int` has 32 bits, and `8589934591` does not fit
             --> program.br:2:30
              |
            2 | kernel int f(int x) { return 0x1FFFFFFFF + x; }
              |                              ^^^^^^^^^^^
              |
              = help: an `int` goes from -2147483648 to 2147483647, as 32 bits up to 4294967295, 0xFFFFFFFF
              = help: a `float` can hold it: `8589934591.0`

            error[B0335]: an `int` has 32 bits, and `4294967296` does not fit
             --> program.br:5:13
              |
            5 |     int i = 4294967296, j;
              |             ^^^^^^^^^^
              |
              = help: an `int` goes from -2147483648 to 2147483647, as 32 bits up to 4294967295, 0xFFFFFFFF
              = help: a `float` can hold it: `4294967296.0`

            error[B0335]: an `int` has 32 bits, and `10000000000` does not fit
             --> program.br:6:17
              |
            6 |     j = a > 0 ? 10000000000 : 1;
              |                 ^^^^^^^^^^^
              |
              = help: an `int` goes from -2147483648 to 2147483647, as 32 bits up to 4294967295, 0xFFFFFFFF
              = help: a `float` can hold it: `10000000000.0`

            error[B0335]: an `int` has 32 bits, and `4294967296` does not fit
             --> program.br:7:9
              |
            7 |     j = BIG;
              |         ^^^
              |
              = help: an `int` goes from -2147483648 to 2147483647, as 32 bits up to 4294967295, 0xFFFFFFFF
              = help: a `float` can hold it: `4294967296.0`

            error[B0335]: an `int` has 32 bits, and `-2147483649` does not fit
             --> program.br:8:9
              |
            8 |     j = -2147483649;
              |         ^^^^^^^^^^^
              |
              = help: an `int` goes from -2147483648 to 2147483647, as 32 bits up to 4294967295, 0xFFFFFFFF
              = help: a `float` can hold it: `-2147483649.0`

            error[B0335]: an `int` has 32 bits, and `4294967296` does not fit
             --> program.br:9:15
              |
            9 |     j = (int) 4294967296 + int(4294967296);
              |               ^^^^^^^^^^
              |
              = help: an `int` goes from -2147483648 to 2147483647, as 32 bits up to 4294967295, 0xFFFFFFFF
              = help: a `float` can hold it: `4294967296.0`

            error[B0335]: an `int` has 32 bits, and `4294967296` does not fit
             --> program.br:9:32
              |
            9 |     j = (int) 4294967296 + int(4294967296);
              |                                ^^^^^^^^^^
              |
              = help: an `int` goes from -2147483648 to 2147483647, as 32 bits up to 4294967295, 0xFFFFFFFF
              = help: a `float` can hold it: `4294967296.0`

            error[B0335]: an `int` has 32 bits, and `4294967296` does not fit
              --> program.br:10:10
               |
            10 |     j &= 0x100000000;
               |          ^^^^^^^^^^^
               |
               = help: an `int` goes from -2147483648 to 2147483647, as 32 bits up to 4294967295, 0xFFFFFFFF
               = help: a `float` can hold it: `4294967296.0`

            error[B0335]: an `int` has 32 bits, and `4294967296` does not fit
              --> program.br:11:10
               |
            11 |     j = ~4294967296 | 1;
               |          ^^^^^^^^^^
               |
               = help: an `int` goes from -2147483648 to 2147483647, as 32 bits up to 4294967295, 0xFFFFFFFF
               = help: a `float` can hold it: `4294967296.0`

            error[B0335]: an `int` has 32 bits, and `4294967296` does not fit
              --> program.br:12:14
               |
            12 |     if (j == 4294967296) r = 1;
               |              ^^^^^^^^^^
               |
               = help: an `int` goes from -2147483648 to 2147483647, as 32 bits up to 4294967295, 0xFFFFFFFF
               = help: a `float` can hold it: `4294967296.0`

            error[B0335]: an `int` has 32 bits, and `4294967296` does not fit
              --> program.br:13:11
               |
            13 |     r = g(4294967296) + i + j;
               |           ^^^^^^^^^^
               |
               = help: an `int` goes from -2147483648 to 2147483647, as 32 bits up to 4294967295, 0xFFFFFFFF
               = help: a `float` can hold it: `4294967296.0`"#]],
    );
}

#[test]
fn a_whole_number_of_more_than_64_bits() {
    wrong(
        "kernel void k(out float r<>) { r = 99999999999999999999; }",
        expect![[r#"
        error[B0117]: `99999999999999999999` has more than 64 bits
         --> program.br:1:36
          |
        1 | kernel void k(out float r<>) { r = 99999999999999999999; }
          |                                    ^^^^^^^^^^^^^^^^^^^^
          |
          = help: a `float` of it is `99999999999999999999.0`"#]],
    );
}

#[test]
fn an_octal_number_that_is_none() {
    wrong(
        "kernel void k(out float r<>) { r = 08; }",
        expect![[r#"
        error[B0117]: `08` is no number
         --> program.br:1:36
          |
        1 | kernel void k(out float r<>) { r = 08; }
          |                                    ^^
          |
          = help: one that starts with 0 is octal, of the digits 0 to 7"#]],
    );
}

#[test]
fn a_component_far_beyond() {
    wrong(
        "kernel void k(float4 a<>, out float r<>) { r = a[4294967295]; }",
        expect![[r#"
        error[B0318]: a vector has 4 components at most: there is no `[4294967295]`
         --> program.br:1:50
          |
        1 | kernel void k(float4 a<>, out float r<>) { r = a[4294967295]; }
          |                                                  ^^^^^^^^^^
          |
          = help: they are numbered from 0"#]],
    );
}

#[test]
fn unsigned_numbers_where_the_sign_counts() {
    wrong(
        r#"kernel void k(float a<>, out float r<>) {
    int i = a;
    r = 0xFFFFFFFF >> 4;
    r += i % 4294967295 + 0x1FFFFFFFF % i;
}"#,
        expect![[r#"
            error[B0335]: `>>` works on `int`s, and `4294967295` is beyond 2147483647
             --> program.br:3:9
              |
            3 |     r = 0xFFFFFFFF >> 4;
              |         ^^^^^^^^^^
              |
              = help: an `int` has a sign: with these 32 bits it is -1

            error[B0335]: `%` works on `int`s, and `4294967295` is beyond 2147483647
             --> program.br:4:14
              |
            4 |     r += i % 4294967295 + 0x1FFFFFFFF % i;
              |              ^^^^^^^^^^
              |
              = help: an `int` has a sign: with these 32 bits it is -1

            error[B0335]: an `int` has 32 bits, and `8589934591` does not fit
             --> program.br:4:27
              |
            4 |     r += i % 4294967295 + 0x1FFFFFFFF % i;
              |                           ^^^^^^^^^^^
              |
              = help: an `int` goes from -2147483648 to 2147483647, as 32 bits up to 4294967295, 0xFFFFFFFF
              = help: a `float` can hold it: `8589934591.0`"#]],
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
              = help: leave `const` away, or change a copy of it: `float4 new_v = v;`

            error[B0333]: `s` is `const`, and cannot be written
             --> program.br:9:5
              |
            1 | typedef const float4 K;
              |                      - declared `const`
            ...
            9 |     s += 1;
              |     ^
              |
              = help: leave `const` away, or change a copy of it: `float4 new_s = s;`

            error[B0333]: field `c` is `const`, and cannot be written
              --> program.br:11:24
               |
             3 | struct Pair { float a; const float b, c; float const d; Same e; };
               |                                       - declared `const`
            ...
            11 |     both.x = both.pair.c++;
               |                        ^
               |
               = help: leave `const` away, or write the whole struct

            error[B0333]: field `d` is `const`, and cannot be written
              --> program.br:12:15
               |
             3 | struct Pair { float a; const float b, c; float const d; Same e; };
               |                                                      - declared `const`
            ...
            12 |     both.pair.d = 1;
               |               ^
               |
               = help: leave `const` away, or write the whole struct

            error[B0333]: field `e` is `const`, and cannot be written
              --> program.br:13:15
               |
             1 | typedef const float4 K;
               |                      - declared `const`
            ...
            13 |     both.pair.e.x = 1;
               |               ^
               |
               = help: leave `const` away, or write the whole struct"#]],
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
