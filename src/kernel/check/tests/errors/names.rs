//! What is said of names that are not there, or taken.

use expect_test::expect;

use super::cases;

#[test]
fn names_that_are_not_there() {
    cases(
        &[
            "y = missing;",
            "y = fecth(x, 0);",
            "y = lerp(1.0, 2.0, 0.5);",
            "y = squrt(2.0);",
            "floot a = 1.0;",
            "float3 v = vec3(1.0);",
            "y = main;",
            "y = helper;",
            "y = sqrt;",
            "y = width;",
            "y = texture(x, vec2(0.0)).x;",
            "mat2 m = mat2(1.0);",
            "y = transpose(1.0);",
            "y = dFdx(1.0);",
            "y = gl_FragCoord.x;",
            "y = a(1.0);",
        ],
        expect![[r#"
            error[K0302]: there is no `missing`
              --> k:12:5
               |
            12 | y = missing;
               |     ^^^^^^^
               |
               = help: declare it: `float missing = ..;`, or `index missing = ..;` for a position
               = help: what a pass is given is a `constant`, at the top

            error[K0303]: there is no `fecth`
              --> k:12:5
               |
            12 | y = fecth(x, 0);
               |     ^^^^^
               |
               = help: did you mean `fetch`?

            error[K0303]: there is no `lerp`
              --> k:12:5
               |
            12 | y = lerp(1.0, 2.0, 0.5);
               |     ^^^^
               |
               = help: it is called `mix` here

            error[K0303]: there is no `squrt`
              --> k:12:5
               |
            12 | y = squrt(2.0);
               |     ^^^^^
               |
               = help: did you mean `sqrt`?

            error[K0206]: there is no type `floot`
              --> k:12:1
               |
            12 | floot a = 1.0;
               | ^^^^^
               |
               = help: did you mean `float`?

            error[K0206]: there is no type `float3`
              --> k:12:1
               |
            12 | float3 v = vec3(1.0);
               | ^^^^^^
               |
               = help: it is called `vec3` here

            error[K0316]: `main` is a function
              --> k:12:5
               |
            11 | void main() {
               |      ---- declared here
            12 | y = main;
               |     ^^^^

            error[K0316]: `helper` is a function
              --> k:12:5
               |
             5 | float helper(float v) { return v + a * fetch(x, 0); }
               |       ------ declared here
            ...
            12 | y = helper;
               |     ^^^^^^
               |
               = help: call it: `helper(..)`

            error[K0316]: `sqrt` is a function
              --> k:12:5
               |
            12 | y = sqrt;
               |     ^^^^
               |
               = help: it is called with brackets: `sqrt(..)`

            error[K0316]: `width` is a function
              --> k:12:5
               |
            12 | y = width;
               |     ^^^^^
               |
               = help: it is called with brackets: `width(..)`

            error[K0209]: a kernel cannot use `texture`
              --> k:12:5
               |
            12 | y = texture(x, vec2(0.0)).x;
               |     ^^^^^^^
               |
               = help: streams are read with `fetch(name, i)`

            error[K0209]: a kernel cannot use `mat2`
              --> k:12:1
               |
            12 | mat2 m = mat2(1.0);
               | ^^^^
               |
               = help: a kernel has vectors; a matrix is its columns

            error[K0209]: a kernel cannot use `mat2`
              --> k:12:10
               |
            12 | mat2 m = mat2(1.0);
               |          ^^^^
               |
               = help: a kernel has vectors; a matrix is its columns

            error[K0209]: a kernel cannot use `transpose`
              --> k:12:5
               |
            12 | y = transpose(1.0);
               |     ^^^^^^^^^
               |
               = help: a kernel has vectors; a matrix is its columns

            error[K0209]: a kernel cannot use `dFdx`
              --> k:12:5
               |
            12 | y = dFdx(1.0);
               |     ^^^^
               |
               = help: elements know nothing of their neighbours: fetch them

            error[K0209]: a kernel cannot use `gl_FragCoord`
              --> k:12:5
               |
            12 | y = gl_FragCoord.x;
               |     ^^^^^^^^^^^^
               |
               = help: the position of this element is `here()`, or `here_x()` and `here_y()`

            error[K0303]: `a` is a value, not a function
              --> k:12:5
               |
             2 | constant float a;
               |                - declared here
            ...
            12 | y = a(1.0);
               |     ^"#]],
    );
}

#[test]
fn names_that_are_taken() {
    cases(
        &["float element = 1.0;", "float _a = 1.0;", "float b = 1.0; float b = 2.0;", "float fetch_x = 1.0;"],
        expect![[r#"
            error[K0102]: `element` cannot be the name of a variable or function
              --> k:12:7
               |
            12 | float element = 1.0;
               |       ^^^^^^^
               |
               = help: it is a built-in name of kernels

            error[K0209]: a kernel cannot use `_a`
              --> k:12:7
               |
            12 | float _a = 1.0;
               |       ^^
               |
               = help: names that start with `_` are brooklet's

            error[K0203]: there are two variables `b`
              --> k:12:22
               |
            12 | float b = 1.0; float b = 2.0;
               |       - the first    ^

            error[K0209]: a kernel cannot use `fetch_x`
              --> k:12:7
               |
            12 | float fetch_x = 1.0;
               |       ^^^^^^^
               |
               = help: brooklet reserves names that start like this"#]],
    );
}
