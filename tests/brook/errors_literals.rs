//! Mistakes with literals and macros, and what is said about each: the whole text, as people see it.

use crate::support;

use brooklet::brook::Unit;
use expect_test::expect;
use support::diagnostics::{fine, warns, wrong};

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
fn an_octal_number_that_ends_early() {
    warns(
        "kernel void k(out float r<>, out int s<>) { r = 08; s = 0129; }",
        expect![[r#"
            warning[B0117]: `08` starts with 0 and is octal: it is read up to its first 8 or 9, as 0
             --> program.br:1:49
              |
            1 | kernel void k(out float r<>, out int s<>) { r = 08; s = 0129; }
              |                                                 ^^
              |
              = help: for 8 remove the leading 0

            warning[B0117]: `0129` starts with 0 and is octal: it is read up to its first 8 or 9, as 10
             --> program.br:1:57
              |
            1 | kernel void k(out float r<>, out int s<>) { r = 08; s = 0129; }
              |                                                         ^^^^
              |
              = help: for 129 remove the leading 0"#]],
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
fn numbers_that_are_too_large() {
    wrong(
        r#"kernel void k(float a<>, out float r<>) { r = a + 99999999999999999999; }
kernel void l(float a<>, out float r<>) { r = a + 0x99999999999999999999; }
kernel void m(float a<>, out float r<>) { r = a + 1e99; }
kernel void n(float a<>, out float r<>) { r = a + 99999999999999999999uL; }"#,
        expect![[r#"
            error[B0117]: `99999999999999999999` has more than 64 bits
             --> program.br:1:51
              |
            1 | kernel void k(float a<>, out float r<>) { r = a + 99999999999999999999; }
              |                                                   ^^^^^^^^^^^^^^^^^^^^
              |
              = help: a `float` of it is `99999999999999999999.0`

            error[B0117]: `0x99999999999999999999` has more than 64 bits
             --> program.br:2:51
              |
            2 | kernel void l(float a<>, out float r<>) { r = a + 0x99999999999999999999; }
              |                                                   ^^^^^^^^^^^^^^^^^^^^^^
              |
              = help: an `int` has 32

            warning[B0340]: this number is beyond what a `float` holds, and becomes infinite
             --> program.br:3:51
              |
            3 | kernel void m(float a<>, out float r<>) { r = a + 1e99; }
              |                                                   ^^^^
              |
              = help: the largest `float` is 3.4028235e38

            error[B0117]: `99999999999999999999uL` has more than 64 bits
             --> program.br:4:51
              |
            4 | kernel void n(float a<>, out float r<>) { r = a + 99999999999999999999uL; }
              |                                                   ^^^^^^^^^^^^^^^^^^^^^^
              |
              = help: a `float` of it is `99999999999999999999.0`"#]],
    );
    let unit = Unit::compile("program.br", "kernel void m(float a<>, out float r<>) { r = a + 1e39f; }").unwrap();
    expect![[r#"
        warning[B0340]: this number is beyond what a `float` holds, and becomes infinite
         --> program.br:1:51
          |
        1 | kernel void m(float a<>, out float r<>) { r = a + 1e39f; }
          |                                                   ^^^^^
          |
          = help: the largest `float` is 3.4028235e38"#]]
    .assert_eq(&unit.warnings.to_string());
    fine("kernel void m(float a<>, out float r<>) { r = a + 3.4e38 + 1e-99; }");
}

#[test]
fn a_macro_that_was_to_make_a_name() {
    wrong(
        r#"#define CAT(a,b) a##b
kernel void CAT(foo,bar)(float a<>, out float r<>) { r = a; }
kernel void CAT(foo,bar)(float a<>, out float r<>);
kernel void DOG(foo,bar)(float a<>, out float r<>) { r = b; }
kernel void other(float a<>, out float r<>) { r = a; }"#,
        expect![[r#"
            error[B0125]: `DOG(foo,bar)` is not a name
             --> program.br:4:13
              |
            4 | kernel void DOG(foo,bar)(float a<>, out float r<>) { r = b; }
              |             ^^^^^^^^^^^^
              |
              = help: macro `DOG` is not defined"#]],
    );
}

#[test]
fn a_macro_that_names_itself() {
    wrong(
        r#"#define X X+1
#define A B
#define B A
#define a a
kernel void k(float a<>, out float r<>) { r = a + X + A; }"#,
        expect![[r#"
            error[B0013]: macro `X` refers to itself
             --> program.br:5:51
              |
            5 | kernel void k(float a<>, out float r<>) { r = a + X + A; }
              |                                                   ^
              |
              = help: a macro is not expanded within itself: write the intended text there

            error[B0013]: macro `A` refers to itself
             --> program.br:5:55
              |
            5 | kernel void k(float a<>, out float r<>) { r = a + X + A; }
              |                                                       ^
              |
              = help: a macro is not expanded within itself: write the intended text there"#]],
    );
}

#[test]
fn a_macro_that_was_to_make_a_kernel() {
    wrong(
        r#"#define SAME(a) kernel void same_#a(a x<>, out a r<>) { r = x; }
SAME(float)
kernel void other(float a<>, out float r<>) { r = a; }"#,
        expect![[r#"
            error[B0006]: macro `SAME` uses `#`, which is not supported
             --> program.br:2:1
              |
            2 | SAME(float)
              | ^^^^
              |
              = help: write what it stands for"#]],
    );
}

#[test]
fn true_and_pi() {
    wrong(
        r#"kernel void k(out float r<>) {
    r = true + PI;
}"#,
        expect![[r#"
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
fn macros_of_the_compiler() {
    wrong(
        r#"#define HERE __LINE__
kernel void k(out float r<>, out float s<>) {
    r = HERE;
    s = __cplusplus + __FILE__;
}"#,
        expect![[r#"
            error[B0324]: there is no variable `__LINE__`
             --> program.br:3:9
              |
            3 |     r = HERE;
              |         ^^^^
              |
              = help: macros that compilers define by themselves are not there: write the value, or `#define` it

            error[B0324]: there is no variable `__cplusplus`
             --> program.br:4:9
              |
            4 |     s = __cplusplus + __FILE__;
              |         ^^^^^^^^^^^
              |
              = help: macros that compilers define by themselves are not there: write the value, or `#define` it

            error[B0324]: there is no variable `__FILE__`
             --> program.br:4:23
              |
            4 |     s = __cplusplus + __FILE__;
              |                       ^^^^^^^^
              |
              = help: macros that compilers define by themselves are not there: write the value, or `#define` it"#]],
    );
}
