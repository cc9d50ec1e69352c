//! Brackets that are missing, and names and letters that are none: the whole text, as people see it.

use crate::support;

use brooklet::brook::Unit;
use expect_test::expect;
use support::diagnostics::wrong;

#[test]
fn a_name_with_an_umlaut() {
    wrong(
        r#"kernel void größe(float a<>, out float r<>) { r = a; }
kernel void k(float a<>, out float r<>) { r = a; }"#,
        expect![[r#"
            error[B0125]: `größe` is not a name
             --> program.br:1:13
              |
            1 | kernel void größe(float a<>, out float r<>) { r = a; }
              |             ^^^^^
              |
              = help: a name has letters from `a` to `z`, digits and `_`, and does not start with a digit"#]],
    );
}

#[test]
fn a_name_that_starts_with_a_digit() {
    wrong(
        r#"kernel void 3d(float a<>, out float r<>) { r = a; }
kernel void k(float a<>, out float r<>) { r = a; }"#,
        expect![[r#"
            error[B0125]: `3d` is not a name
             --> program.br:1:13
              |
            1 | kernel void 3d(float a<>, out float r<>) { r = a; }
              |             ^^
              |
              = help: a name has letters from `a` to `z`, digits and `_`, and does not start with a digit"#]],
    );
}

#[test]
fn a_kernel_with_a_capital() {
    wrong(
        r#"Kernel void k(float a<>, out float r<>) { r = a; }
REDUCE void s(float a<>, reduce float r<>) { r += a; }"#,
        expect![[r#"
            error[B0124]: `Kernel` is written `kernel`
             --> program.br:1:1
              |
            1 | Kernel void k(float a<>, out float r<>) { r = a; }
              | ^^^^^^
              |
              = help: as it stands, this is a function of the host

            error[B0124]: `REDUCE` is written `reduce`
             --> program.br:2:1
              |
            2 | REDUCE void s(float a<>, reduce float r<>) { r += a; }
              | ^^^^^^
              |
              = help: as it stands, this is a function of the host"#]],
    );
}

#[test]
fn a_kernel_whose_first_word_is_another() {
    wrong(
        r#"kernal void k(float a<>, out float r<>) { r = a; }
reduc void s(float a<>, reduce float r<>) { r += a; }
void l(float a<>, out float r<>) { r = b; }
static void t(float a<>, reduce float r<>) { r += a; }
kernle void p(float a<>, out float r<>);
"#,
        expect![[r#"
            error[B0127]: `kernal` does not make `k` a kernel
             --> program.br:1:1
              |
            1 | kernal void k(float a<>, out float r<>) { r = a; }
              | ^^^^^^
              |
              = help: did you mean `kernel`? As it stands, this is a function of the host

            error[B0127]: `reduc` does not make `s` a kernel
             --> program.br:2:1
              |
            2 | reduc void s(float a<>, reduce float r<>) { r += a; }
              | ^^^^^
              |
              = help: did you mean `reduce`? As it stands, this is a function of the host

            warning[B0127]: `l` has the parameters of a kernel, but is a function of the host
             --> program.br:3:1
              |
            3 | void l(float a<>, out float r<>) { r = b; }
              | ^^^^^^
              |
              = help: for a kernel, write `kernel void l(..)`

            warning[B0127]: `t` has the parameters of a kernel, but is a function of the host
             --> program.br:4:1
              |
            4 | static void t(float a<>, reduce float r<>) { r += a; }
              | ^^^^^^^^^^^^^
              |
              = help: for a kernel, write `reduce void t(..)`

            error[B0127]: `kernle` does not make `p` a kernel
             --> program.br:5:1
              |
            5 | kernle void p(float a<>, out float r<>);
              | ^^^^^^
              |
              = help: did you mean `kernel`? As it stands, this is a function of the host"#]],
    );
}

#[test]
fn functions_of_the_host_that_are_no_kernels() {
    let text = "#include <vector>
void f(::brook::stream a);
void g(std::vector<float> a, std::less<> b) { float s<10>; float t<>; k(s, t); }
template <class T> void h(T a, const less<> b) { }
void p(float s<>);
void host(float s<>, iter float i<>) { k(out, iter); }
void q(out x, reduce y) { }
kernels r(int out, float *iter) { }
vert2frag shade(vert2frag input, uniform samplerRECT data, out float4 color) { color = 0; }
void declared(float a<>, out float r<>);
kernel void l(float a<>, out float r<>) { r = a; }
";
    let unit = Unit::compile("program.br", text).unwrap();
    assert_eq!((unit.warnings.to_string().as_str(), unit.kernels.len()), ("", 1));
}

#[test]
fn a_kernel_without_a_name() {
    wrong(
        r#"kernel void (float a<>, out float r<>) { r = a; }"#,
        expect![[r#"
        error[B0102]: the name of the kernel is missing
         --> program.br:1:13
          |
        1 | kernel void (float a<>, out float r<>) { r = a; }
          |             ^
          |
          = help: write `kernel void name(..)`"#]],
    );
}

#[test]
fn a_kernel_that_is_a_star() {
    wrong(
        r#"kernel void *(float a<>, out float r<>) { r = a; }
kernel float *p(float a<>) { return a; }"#,
        expect![[r#"
            error[B0108]: kernels have no pointers
             --> program.br:1:13
              |
            1 | kernel void *(float a<>, out float r<>) { r = a; }
              |             ^
              |
              = help: an array of elements is a gather: `float a[]`; an output is `out float a<>`

            error[B0108]: kernels have no pointers
             --> program.br:2:14
              |
            2 | kernel float *p(float a<>) { return a; }
              |              ^
              |
              = help: an array of elements is a gather: `float a[]`; an output is `out float a<>`"#]],
    );
}

#[test]
fn a_bracket_missing_in_a_call() {
    wrong(
        r#"kernel void k(float a<>, out float r<>) {
    r = max(a, 1;
    r = r + b;
}
kernel void j(float a<>, out float r<>) { r = c; }"#,
        expect![[r#"
            error[B0101]: `)` is missing behind the arguments of `max`
             --> program.br:2:17
              |
            2 |     r = max(a, 1;
              |                 ^ found `;`

            error[B0324]: there is no variable `c`
             --> program.br:5:47
              |
            5 | kernel void j(float a<>, out float r<>) { r = c; }
              |                                               ^
              |
              = help: kernels do not see the host's variables: pass it as a parameter, or `#define` it"#]],
    );
}

#[test]
fn a_bracket_missing_at_a_line_end() {
    wrong(
        r#"kernel void k(float a<>, out float r<>) {
    r = (a + 1
    r = 2;
}
kernel void j(float a<>, out float r<>) { r = c; }"#,
        expect![[r#"
            error[B0101]: `)` is missing behind this expression
             --> program.br:2:14
              |
            2 |     r = (a + 1
              |              ^ then `r` follows

            error[B0324]: there is no variable `c`
             --> program.br:5:47
              |
            5 | kernel void j(float a<>, out float r<>) { r = c; }
              |                                               ^
              |
              = help: kernels do not see the host's variables: pass it as a parameter, or `#define` it"#]],
    );
}

#[test]
fn a_bracket_missing_behind_a_condition() {
    wrong(
        r#"kernel void k(float a<>, out float r<>) {
    if (a > 0 { r = a; }
    for (r = 0; r < 3; r++ { r = a; }
}
kernel void j(float a<>, out float r<>) { r = c; }"#,
        expect![[r#"
            error[B0101]: `)` is missing behind the condition of `if`
             --> program.br:2:15
              |
            2 |     if (a > 0 { r = a; }
              |               ^ found `{`

            error[B0101]: `)` is missing behind the head of `for`
             --> program.br:3:28
              |
            3 |     for (r = 0; r < 3; r++ { r = a; }
              |                            ^ found `{`

            error[B0324]: there is no variable `c`
             --> program.br:5:47
              |
            5 | kernel void j(float a<>, out float r<>) { r = c; }
              |                                               ^
              |
              = help: kernels do not see the host's variables: pass it as a parameter, or `#define` it"#]],
    );
}

#[test]
fn a_bracket_missing_behind_an_index() {
    wrong(
        r#"kernel void k(float g[], out float r<>) {
    r = g[2;
    r = (g[1);
}
kernel void j(float a<>, out float r<>) { r = c; }"#,
        expect![[r#"
            error[B0101]: `]` is missing behind this index
             --> program.br:2:12
              |
            2 |     r = g[2;
              |            ^ found `;`

            error[B0101]: `]` is missing behind this index
             --> program.br:3:13
              |
            3 |     r = (g[1);
              |             ^ found `)`

            error[B0324]: there is no variable `c`
             --> program.br:5:47
              |
            5 | kernel void j(float a<>, out float r<>) { r = c; }
              |                                               ^
              |
              = help: kernels do not see the host's variables: pass it as a parameter, or `#define` it"#]],
    );
}

#[test]
fn a_bracket_missing_behind_parameters() {
    wrong(
        r#"kernel void k(float a<>, out float r<> {
    r = a;
}
kernel void j(float a<>, out float r<>) { k(a, r); r = c; }"#,
        expect![[r#"
            error[B0101]: `)` is missing behind the parameters of kernel `k`
             --> program.br:1:40
              |
            1 | kernel void k(float a<>, out float r<> {
              |                                        ^ found `{`

            error[B0324]: there is no variable `c`
             --> program.br:4:56
              |
            4 | kernel void j(float a<>, out float r<>) { k(a, r); r = c; }
              |                                                        ^
              |
              = help: kernels do not see the host's variables: pass it as a parameter, or `#define` it"#]],
    );
}

#[test]
fn a_brace_missing_at_the_end() {
    wrong(
        r#"kernel void k(float a<>, out float r<>) {
    if (a > 0) {
        r = 1;
}
kernel void j(float a<>, out float r<>) { r = c; }"#,
        expect![[r#"
            error[B0105]: the body of kernel `k` is never closed
             --> program.br:1:41
              |
            1 | kernel void k(float a<>, out float r<>) {
              |                                         ^ `}` is missing

            error[B0324]: there is no variable `c`
             --> program.br:5:47
              |
            5 | kernel void j(float a<>, out float r<>) { r = c; }
              |                                               ^
              |
              = help: kernels do not see the host's variables: pass it as a parameter, or `#define` it"#]],
    );
}

#[test]
fn a_brace_missing_in_the_host() {
    wrong(
        r#"int main() {
    if (1) {
}
kernel void j(float a<>, out float r<>) { r = c; }"#,
        expect![[r#"
            error[B0324]: there is no variable `c`
             --> program.br:4:47
              |
            4 | kernel void j(float a<>, out float r<>) { r = c; }
              |                                               ^
              |
              = help: kernels do not see the host's variables: pass it as a parameter, or `#define` it"#]],
    );
}

#[test]
fn a_comparison_in_a_declaration() {
    wrong(
        r#"kernel void k(float a<>, out float r<>) {
    float b<c, d;
    r = a;
}"#,
        expect![[r#"
            error[B0101]: `>` is missing behind `b`
             --> program.br:2:17
              |
            2 |     float b<c, d;
              |                 ^ found `;`"#]],
    );
}

#[test]
fn push_without_brackets() {
    wrong(
        r#"kernel void k(float a<>, vout[1] float v<>) {
    v = a;
    push v;
}"#,
        expect![[r#"
            error[B0313]: `push` takes what it appends in brackets
             --> program.br:3:5
              |
            3 |     push v;
              |     ^^^^
              |
              = help: write `push(v);`"#]],
    );
}

#[test]
fn letters_of_typesetters() {
    wrong(
        r#"kernel void k(float a<>, out float r<>) {
    r = a + 1;
    r = a − 1;
    r = “a”;
    r = a × 2;
    r = ä;
}"#,
        expect![[r#"
            error[B0119]: U+00A0, a no-break space, is not a character of the language
             --> program.br:2:10
              |
            2 |     r = a + 1;
              |          ^
              |
              = help: write a plain space

            error[B0119]: U+2212, a dash, is not a character of the language
             --> program.br:3:11
              |
            3 |     r = a − 1;
              |           ^
              |
              = help: write `-`

            error[B0119]: U+201C, a quote, is not a character of the language
             --> program.br:4:9
              |
            4 |     r = “a”;
              |         ^
              |
              = help: kernels have no strings: remove it

            error[B0119]: U+00D7, a multiplication sign, is not a character of the language
             --> program.br:5:11
              |
            5 |     r = a × 2;
              |           ^
              |
              = help: write `*`

            error[B0119]: `ä` (U+00E4) is not a character of the language
             --> program.br:6:9
              |
            6 |     r = ä;
              |         ^"#]],
    );
}

#[test]
fn a_call_of_printf() {
    wrong(
        r#"kernel void k(float a<>, out float r<>) {
    printf("%f\n", a);
    r = a;
}"#,
        expect![[r#"
            error[B0604]: there is no function `printf`
             --> program.br:2:5
              |
            2 |     printf("%f\n", a);
              |     ^^^^^^
              |
              = help: kernels cannot print: what you want to see can be an output of its own"#]],
    );
}

#[test]
fn casts_to_other_types() {
    wrong(
        r#"kernel void k(float a<>, out float r<>) {
    r = (double2) a;
    r = (half) a;
    r = (long) a;
    r = (unsigned long) a;
}"#,
        expect![[r#"
            error[B0202]: type `double2` is not supported in kernels yet
             --> program.br:2:10
              |
            2 |     r = (double2) a;
              |          ^^^^^^^
              |
              = help: no device of a fragment pipeline computes with 64 bits: write `float2`

            error[B0202]: type `half` is not supported in kernels yet
             --> program.br:3:10
              |
            3 |     r = (half) a;
              |          ^^^^
              |
              = help: write `float`

            error[B0202]: type `long` is not supported in kernels yet
             --> program.br:4:10
              |
            4 |     r = (long) a;
              |          ^^^^
              |
              = help: a whole number has 32 bits at most: write `int`, or `uint` for one without a sign

            error[B0202]: type `unsigned long` is not supported in kernels yet
             --> program.br:5:10
              |
            5 |     r = (unsigned long) a;
              |          ^^^^^^^^^^^^^
              |
              = help: a whole number has 32 bits at most: write `int`, or `uint` for one without a sign"#]],
    );
}

#[test]
fn a_function_that_is_only_declared() {
    wrong(
        r#"kernel float f(float x);
kernel void k(float a<>, out float r<>) { r = f(a); }"#,
        expect![[r#"
            error[B0604]: `f` is only declared here, and defined in another file
             --> program.br:2:47
              |
            1 | kernel float f(float x);
              |              - declared here
            2 | kernel void k(float a<>, out float r<>) { r = f(a); }
              |                                               ^
              |
              = help: kernels can call only kernels of the same file: move it into this one, or `#include` its file"#]],
    );
}

#[test]
fn a_type_with_two_names() {
    wrong(
        r#"typedef struct ray_t { float3 o; } Ray;
typedef struct ray_t Beam;
kernel void k(Beam a<>, out Ray r<>) { r = a; r.x = 1; }"#,
        expect![[r#"
            error[B0326]: struct `Ray` has no field `x`
             --> program.br:3:49
              |
            3 | kernel void k(Beam a<>, out Ray r<>) { r = a; r.x = 1; }
              |                                                 ^
              |
              = help: it has `o`"#]],
    );
}

#[test]
fn names_that_are_as_near() {
    wrong(
        r#"kernel void k(float ac<>, float ab<>, float ad<>, out float r<>) { r = ab + ac + ad + ax; }"#,
        expect![[r#"
            error[B0324]: there is no variable `ax`
             --> program.br:1:87
              |
            1 | kernel void k(float ac<>, float ab<>, float ad<>, out float r<>) { r = ab + ac + ad + ax; }
              |                                                                                       ^^
              |
              = help: did you mean `ab`?"#]],
    );
}
