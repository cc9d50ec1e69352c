//! What is said of kernels that are wrong, or doubtful.

use expect_test::{Expect, expect};

use super::said;

/// What is said of the body of a kernel.
fn of_body(body: &str) -> String {
    said(&format!(
        "input float x;\nconstant float a;\noutput float y;\nconst float one = 1.0;\n\
         float helper(float v) {{ return v + a * fetch(x, 0); }}\nfloat twice(float v) {{ return 2.0 * v; }}\n\
         vec2 twice(vec2 v) {{ return 2.0 * v; }}\nvoid nothing(float v) {{ }}\n\
         void change(inout float v) {{ v += 1.0; }}\nfloat both(int v, out float w) {{ w = 1.0; return 1.0; }}\n\
         void main() {{\n{body}\n}}\n"
    ))
}

fn cases(bodies: &[&str], expected: Expect) {
    let said: Vec<String> = bodies.iter().map(|body| of_body(body)).collect();
    expected.assert_eq(&said.join("\n\n"));
}

#[test]
fn types_that_do_not_fit() {
    cases(
        &[
            "y = here() > 0;",
            "y = here();",
            "index i = 2.5;",
            "y = vec2(1.0);",
            "vec3 v = vec2(1.0, 2.0);",
            "vec2 v = 1.0;",
            "if (y) { y = 1.0; }",
            "y = 0.5 * here();",
            "vec2 v = vec2(1.0) * vec3(1.0);",
            "bool b = vec2(1.0) < vec2(2.0);",
            "y = true ? 1.0 : vec2(1.0);",
            "y = true + 1.0;",
            "uint u = here();",
            "ivec2 a = vec2(1.0);",
            "y = -true;",
            "y = !y;",
            "y = y & 1;",
            "y = 5.0 % 2.0;",
            "bool b = true & false;",
            "y *= vec2(2.0);",
        ],
        expect![[r#"
            error[K0301]: this is a `bool`, and a `float` is wanted
              --> k:12:5
               |
            12 | y = here() > 0;
               |     ^^^^^^^^^^ `y` is a `float`
               |
               = help: choose by it: `here() > 0 ? 1.0 : 0.0`

            error[K0301]: this is an `index`, and a `float` is wanted
              --> k:12:5
               |
            12 | y = here();
               |     ^^^^^^ `y` is a `float`
               |
               = help: write `float(here())`

            error[K0301]: this is a `float`, and an `index` is wanted
              --> k:12:11
               |
            12 | index i = 2.5;
               |           ^^^ `i` is an `index`
               |
               = help: `index(2.5)` cuts off the fraction

            error[K0301]: this is a `vec2`, and a `float` is wanted
              --> k:12:5
               |
            12 | y = vec2(1.0);
               |     ^^^^^^^^^ `y` is a `float`
               |
               = help: name a component: `vec2(1.0).x`, or take its length: `length(vec2(1.0))`

            error[K0301]: this is a `vec2`, and a `vec3` is wanted
              --> k:12:10
               |
            12 | vec3 v = vec2(1.0, 2.0);
               |          ^^^^^^^^^^^^^^ `v` is a `vec3`
               |
               = help: say what the others are: `vec3(vec2(1.0, 2.0), 0.0)`

            error[K0301]: this is a `float`, and a `vec2` is wanted
              --> k:12:10
               |
            12 | vec2 v = 1.0;
               |          ^^^ `v` is a `vec2`
               |
               = help: write `vec2(1.0)`

            error[K0301]: this is a `float`, and a `bool` is wanted
              --> k:12:5
               |
            12 | if (y) { y = 1.0; }
               |     ^ the condition of an `if`
               |
               = help: compare it: `y != 0.0`

            error[K0304]: `*` does not take a `float` and an `index`
              --> k:12:5
               |
            12 | y = 0.5 * here();
               |     ---^^^------
               |     |     |
               |     |     an `index`
               |     a `float`
               |
               = help: write `float(here())`

            error[K0304]: `*` does not take a `vec2` and a `vec3`
              --> k:12:10
               |
            12 | vec2 v = vec2(1.0) * vec3(1.0);
               |          ---------^^^---------
               |          |           |
               |          |           a `vec3`
               |          a `vec2`
               |
               = help: its first components are `vec3(1.0).xy`

            error[K0304]: `<` does not take a `vec2` and a `vec2`
              --> k:12:10
               |
            12 | bool b = vec2(1.0) < vec2(2.0);
               |          ---------^^^---------
               |          |           |
               |          |           a `vec2`
               |          a `vec2`
               |
               = help: component by component it is `lessThan(vec2(1.0), vec2(2.0))`

            error[K0304]: the two values of `?:` are a `float` and a `vec2`
              --> k:12:5
               |
            12 | y = true ? 1.0 : vec2(1.0);
               |     ^^^^^^^---^^^---------
               |            |     |
               |            |     a `vec2`
               |            a `float`
               |
               = help: name a component: `vec2(1.0).x`, or take its length: `length(vec2(1.0))`

            error[K0304]: `+` does not take a `bool` and a `float`
              --> k:12:5
               |
            12 | y = true + 1.0;
               |     ----^^^---
               |     |      |
               |     |      a `float`
               |     a `bool`
               |
               = help: choose by it: `true ? 1.0 : 0.0`

            error[K0301]: this is an `index`, and a `uint` is wanted
              --> k:12:10
               |
            12 | uint u = here();
               |          ^^^^^^ `u` is a `uint`
               |
               = help: write `uint(here())`

            error[K0301]: this is a `vec2`, and an `ivec2` is wanted
              --> k:12:11
               |
            12 | ivec2 a = vec2(1.0);
               |           ^^^^^^^^^ `a` is an `ivec2`
               |
               = help: write `ivec2(vec2(1.0))`

            error[K0304]: `-` is of numbers, and this is a `bool`
              --> k:12:6
               |
            12 | y = -true;
               |      ^^^^
               |
               = help: to negate a condition, write `!`

            error[K0304]: `!` is of a `bool`, and this is a `float`
              --> k:12:6
               |
            12 | y = !y;
               |      ^
               |
               = help: compare it: `y == 0.0`

            error[K0304]: `&` is for integers, and this is a `float`
              --> k:12:5
               |
            12 | y = y & 1;
               |     ^
               |
               = help: make it one: `index(x)` cuts off the fraction

            error[K0304]: `%` is for integers, and this is a `float`
              --> k:12:5
               |
            12 | y = 5.0 % 2.0;
               |     ^^^
               |
               = help: of floats, write mod(a, b)

            error[K0304]: `&` is for integers, and this is a `bool`
              --> k:12:10
               |
            12 | bool b = true & false;
               |          ^^^^
               |
               = help: write `&&`

            error[K0301]: `*=` makes a `vec2` of a `float`
              --> k:12:1
               |
            12 | y *= vec2(2.0);
               | ^^^^^^^^^^^^^^ `y` is a `float`"#]],
    );
}

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
               = help: declare it: `float missing = ..;`, or `constant float missing;` at the top

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
               = help: it is a word of the kernel contract

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
               = help: brooklet keeps names that start so"#]],
    );
}

#[test]
fn streams() {
    cases(
        &[
            "y = x;",
            "y = x.x;",
            "y = x[3];",
            "y = fetch(kyes, 0);",
            "y = fetch(y, 0);",
            "y = fetch(x);",
            "y = fetch(x, 1, 2, 3);",
            "y = fetch(x, 1.5);",
            "y = fetch(1.0, 0);",
            "y = count(z);",
            "y = count();",
            "y = here(1);",
            "y = quotient(1);",
        ],
        expect![[r#"
            error[K0309]: input `x` is a stream, not an element of it
              --> k:12:5
               |
             1 | input float x;
               |             - an input
            ...
            12 | y = x;
               |     ^
               |
               = help: an element of the stream is `fetch(x, i)`; this one's is `fetch(x, here())`

            error[K0309]: input `x` is a stream, not an element of it
              --> k:12:5
               |
             1 | input float x;
               |             - an input
            ...
            12 | y = x.x;
               |     ^
               |
               = help: an element of the stream is `fetch(x, i)`; this one's is `fetch(x, here())`

            error[K0309]: input `x` is a stream, not an element of it
              --> k:12:5
               |
             1 | input float x;
               |             - an input
            ...
            12 | y = x[3];
               |     ^
               |
               = help: an element of the stream is `fetch(x, i)`; this one's is `fetch(x, here())`

            error[K0310]: this kernel has no input `kyes`
              --> k:12:11
               |
            12 | y = fetch(kyes, 0);
               |           ^^^^
               |
               = help: its inputs: x

            error[K0310]: this kernel has no input `y`
              --> k:12:11
               |
             3 | output float y;
               |              - an output: it is written
            ...
            12 | y = fetch(y, 0);
               |           ^
               |
               = help: its inputs: x

            error[K0310]: `fetch` takes an input and a position
              --> k:12:5
               |
            12 | y = fetch(x);
               |     ^^^^^
               |
               = help: it is called as `fetch(name, i)` or `fetch(name, x, y)`, name being an input's

            error[K0310]: `fetch` takes an input and one or two indices, not 3
              --> k:12:5
               |
            12 | y = fetch(x, 1, 2, 3);
               |     ^^^^^

            error[K0301]: this is a `float`, and an `index` is wanted
              --> k:12:14
               |
            12 | y = fetch(x, 1.5);
               |              ^^^ a position is an `index`
               |
               = help: `index(1.5)` cuts off the fraction

            error[K0310]: `fetch` takes an input and a position
              --> k:12:11
               |
            12 | y = fetch(1.0, 0);
               |           ^^^ no input
               |
               = help: it is called as `fetch(name, i)` or `fetch(name, x, y)`, name being an input's

            error[K0310]: this kernel has no input or output `z`
              --> k:12:11
               |
            12 | y = count(z);
               |           ^
               |
               = help: its streams: x, y

            error[K0310]: `count` takes a stream
              --> k:12:5
               |
            12 | y = count();
               |     ^^^^^
               |
               = help: it is called as `count(name)`, name being an input's or an output's; the word is kept for it

            error[K0305]: `here` takes no arguments
              --> k:12:5
               |
            12 | y = here(1);
               |     ^^^^
               |
               = help: it is the place of the element that is computed

            error[K0305]: `quotient` takes 2 arguments, not 1
              --> k:12:5
               |
            12 | y = quotient(1);
               |     ^^^^^^^^
               |
               = help: `quotient(i, d)` is `i / d` of two positions, rounded down"#]],
    );
}

#[test]
fn calls() {
    cases(
        &[
            "y = dot(vec2(1.0), 1.0);",
            "y = min(1.0);",
            "y = atan();",
            "y = helper(1.0, 2.0);",
            "y = helper(vec2(1.0));",
            "y = helper(true);",
            "y = twice(1.0, 2.0);",
            "y = nothing(1.0);",
            "main();",
            "y = sqrt(here());",
            "y = mod(here(), 2);",
            "y = max(0.0, here());",
            "bool b = lessThan(1.0, 2.0);",
            "y = floatBitsToInt(here());",
            "y = modf(1.0, 2.0);",
            "change(1.0);",
            "y = both(1);",
        ],
        expect![[r#"
            error[K0306]: `dot` does not take a `vec2` and a `float`
              --> k:12:5
               |
            12 | y = dot(vec2(1.0), 1.0);
               |     ^^^ ---------  --- a `float`
               |         |
               |         a `vec2`
               |
               = help: `dot` takes two floats, or two vectors of one length

            error[K0305]: `min` takes 2 arguments, not 1
              --> k:12:5
               |
            12 | y = min(1.0);
               |     ^^^
               |
               = help: `min` takes two numbers or vectors of one type, or a vector and a number

            error[K0305]: `atan` takes 1 or 2 arguments, not 0
              --> k:12:5
               |
            12 | y = atan();
               |     ^^^^
               |
               = help: `atan` takes a float or vector, or two of one length: `atan(y, x)`

            error[K0305]: `helper` takes 1 argument, not 2
              --> k:12:5
               |
             5 | float helper(float v) { return v + a * fetch(x, 0); }
               |       ------ declared here
            ...
            12 | y = helper(1.0, 2.0);
               |     ^^^^^^
               |
               = help: it is `helper(float)`

            error[K0306]: `helper` does not take a `vec2`
              --> k:12:5
               |
            12 | y = helper(vec2(1.0));
               |     ^^^^^^ --------- a `vec2`
               |
               = help: it is `helper(float)`
               = help: name a component: `vec2(1.0).x`, or take its length: `length(vec2(1.0))`

            error[K0306]: `helper` does not take a `bool`
              --> k:12:5
               |
            12 | y = helper(true);
               |     ^^^^^^ ---- a `bool`
               |
               = help: it is `helper(float)`
               = help: choose by it: `true ? 1.0 : 0.0`

            error[K0305]: `twice` takes 1 argument, not 2
              --> k:12:5
               |
             6 | float twice(float v) { return 2.0 * v; }
               |       ----- declared here
            ...
            12 | y = twice(1.0, 2.0);
               |     ^^^^^
               |
               = help: there is `twice(float)`, `twice(vec2)`

            error[K0311]: this function returns nothing that could be used here
              --> k:12:5
               |
            12 | y = nothing(1.0);
               |     ^^^^^^^^^^^^
               |
               = help: what it gives it writes to its `out` arguments

            error[K0303]: `main` cannot be called
              --> k:12:1
               |
            12 | main();
               | ^^^^
               |
               = help: it runs once for each element

            error[K0306]: `sqrt` does not take an `index`
              --> k:12:5
               |
            12 | y = sqrt(here());
               |     ^^^^ ------ an `index`
               |
               = help: `sqrt` takes a float or a vector
               = help: write `float(here())`

            error[K0306]: `mod` does not take an `index` and a whole number
              --> k:12:5
               |
            12 | y = mod(here(), 2);
               |     ^^^ ------  - a whole number
               |         |
               |         an `index`
               |
               = help: `mod` takes two floats, two vectors of one length, or a vector and a float
               = help: of positions it is `i - d * quotient(i, d)`

            error[K0306]: `max` does not take a `float` and an `index`
              --> k:12:5
               |
            12 | y = max(0.0, here());
               |     ^^^ ---  ------ an `index`
               |         |
               |         a `float`
               |
               = help: `max` takes two numbers or vectors of one type, or a vector and a number
               = help: write `float(here())`

            error[K0306]: `lessThan` does not take a `float` and a `float`
              --> k:12:10
               |
            12 | bool b = lessThan(1.0, 2.0);
               |          ^^^^^^^^ ---  --- a `float`
               |                   |
               |                   a `float`
               |
               = help: `lessThan` takes two vectors of one type; numbers are compared by `<` and the like

            error[K0306]: `floatBitsToInt` does not take an `index`
              --> k:12:5
               |
            12 | y = floatBitsToInt(here());
               |     ^^^^^^^^^^^^^^ ------ an `index`
               |
               = help: `floatBitsToInt` takes a float or a vector

            error[K0308]: this cannot be assigned to
              --> k:12:15
               |
            12 | y = modf(1.0, 2.0);
               |               ^^^
               |
               = help: assigned to are variables, outputs and their components: `a`, `a.xy`, `a[0]`

            error[K0308]: this cannot be assigned to
              --> k:12:8
               |
            12 | change(1.0);
               |        ^^^
               |
               = help: assigned to are variables, outputs and their components: `a`, `a.xy`, `a[0]`

            error[K0305]: `both` takes 2 arguments, not 1
              --> k:12:5
               |
            10 | float both(int v, out float w) { w = 1.0; return 1.0; }
               |       ---- declared here
            11 | void main() {
            12 | y = both(1);
               |     ^^^^
               |
               = help: it is `both(int, out float)`"#]],
    );
}

#[test]
fn constructors() {
    cases(
        &[
            "vec3 v = vec3(1.0, 2.0);",
            "vec2 v = vec2(1.0, 2.0, 3.0);",
            "y = float(1.0, 2.0);",
            "y = float();",
            "vec3 v = vec3(vec2(1.0));",
        ],
        expect![[r#"
            error[K0314]: `vec3` has 3 components, and this gives 2
              --> k:12:10
               |
            12 | vec3 v = vec3(1.0, 2.0);
               |          ^^^^^^^^^^^^^^
               |
               = help: say what the others are: `vec3(1.0, 2.0, 0.0)`

            error[K0314]: `vec2` has all its 2 components before this
              --> k:12:25
               |
            12 | vec2 v = vec2(1.0, 2.0, 3.0);
               |                         ^^^
               |
               = help: leave it away

            error[K0314]: `float` is made of one value, not 2
              --> k:12:5
               |
            12 | y = float(1.0, 2.0);
               |     ^^^^^
               |
               = help: `float(a)` makes a number a `float`

            error[K0314]: `float` is made of a value
              --> k:12:5
               |
            12 | y = float();
               |     ^^^^^
               |
               = help: `float(a)` makes a number a `float`

            error[K0314]: `vec3` has 3 components, and this gives 2
              --> k:12:10
               |
            12 | vec3 v = vec3(vec2(1.0));
               |          ^^^^^^^^^^^^^^^
               |
               = help: say what the others are: `vec3(vec2(1.0), 0.0)`"#]],
    );
}

#[test]
fn components() {
    cases(
        &[
            "y = y.x;",
            "vec2 v; y = v.z;",
            "vec2 v; y = v.xq;",
            "vec2 v; v.xx = v;",
            "vec2 v; y = v[2];",
            "y = y[0];",
            "vec2 v; y = v[0.5];",
            "vec3 v; index i; v.xy[i] = 1.0;",
        ],
        expect![[r#"
            error[K0307]: a `float` has no component `x`
              --> k:12:7
               |
            12 | y = y.x;
               |       ^
               |
               = help: only vectors have components: it is used as it is

            error[K0307]: `vec2` has no component `z`
              --> k:12:15
               |
            12 | vec2 v; y = v.z;
               |               ^
               |
               = help: it has x, y

            error[K0307]: `vec2` has no component `xq`
              --> k:12:15
               |
            12 | vec2 v; y = v.xq;
               |               ^^
               |
               = help: it has x, y, up to four of them together: `.xy`

            error[K0308]: `.xx` assigns `x` twice
              --> k:12:11
               |
            12 | vec2 v; v.xx = v;
               |           ^^

            error[K0307]: `vec2` has no component 2
              --> k:12:15
               |
            12 | vec2 v; y = v[2];
               |               ^
               |
               = help: they are numbered from 0 to 1

            error[K0307]: a `float` has no components to index
              --> k:12:5
               |
            12 | y = y[0];
               |     ^^^^

            error[K0301]: this is a `float`, and an `index` is wanted
              --> k:12:15
               |
            12 | vec2 v; y = v[0.5];
               |               ^^^ the number of a component
               |
               = help: `index(0.5)` cuts off the fraction

            error[K0308]: components of components cannot be indexed by a variable
              --> k:12:18
               |
            12 | vec3 v; index i; v.xy[i] = 1.0;
               |                  ^^^^^^^
               |
               = help: index the vector itself, or name the component"#]],
    );
}

#[test]
fn assignments() {
    cases(
        &[
            "x = 1.0;",
            "a = 1.0;",
            "const float c = 1.0; c = 2.0;",
            "one += 1.0;",
            "1.0 = y;",
            "helper(1.0) = 1.0;",
            "true++;",
            "bool b = true; b++;",
            "helper = 1.0;",
        ],
        expect![[r#"
            error[K0308]: input `x` is read, not written
              --> k:12:1
               |
             1 | input float x;
               |             - an input
            ...
            12 | x = 1.0;
               | ^
               |
               = help: what a kernel writes is an `output`

            error[K0308]: constant `a` is the same for all elements, and cannot be assigned to
              --> k:12:1
               |
             2 | constant float a;
               |                - a constant
            ...
            12 | a = 1.0;
               | ^
               |
               = help: change a copy of it

            error[K0308]: `c` is `const`, and cannot be assigned to
              --> k:12:22
               |
            12 | const float c = 1.0; c = 2.0;
               |             -        ^
               |             |
               |             declared `const`
               |
               = help: leave `const` away, or change a copy of it

            error[K0308]: `one` is `const`, and cannot be assigned to
              --> k:12:1
               |
             4 | const float one = 1.0;
               |             --- declared `const`
            ...
            12 | one += 1.0;
               | ^^^
               |
               = help: change a copy of it

            error[K0308]: this cannot be assigned to
              --> k:12:1
               |
            12 | 1.0 = y;
               | ^^^
               |
               = help: assigned to are variables, outputs and their components: `a`, `a.xy`, `a[0]`

            error[K0308]: this cannot be assigned to
              --> k:12:1
               |
            12 | helper(1.0) = 1.0;
               | ^^^^^^^^^^^
               |
               = help: assigned to are variables, outputs and their components: `a`, `a.xy`, `a[0]`

            error[K0308]: this cannot be assigned to
              --> k:12:1
               |
            12 | true++;
               | ^^^^
               |
               = help: assigned to are variables, outputs and their components: `a`, `a.xy`, `a[0]`

            error[K0304]: `++` is of numbers, and this is a `bool`
              --> k:12:16
               |
            12 | bool b = true; b++;
               |                ^

            error[K0308]: function `helper` cannot be assigned to
              --> k:12:1
               |
             5 | float helper(float v) { return v + a * fetch(x, 0); }
               |       ------ declared here
            ...
            12 | helper = 1.0;
               | ^^^^^^"#]],
    );
}

#[test]
fn numbers() {
    cases(
        &[
            "y = 1 / 0;",
            "int i = 4294967296;",
            "uint u = -1;",
            "index i = 3000000000;",
            "y = 1 << 40;",
            "y = 9223372036854775807 + 1;",
        ],
        expect![[r#"
            error[K0312]: `1 / 0` divides by zero
              --> k:12:5
               |
            12 | y = 1 / 0;
               |     ^^^^^

            error[K0108]: `4294967296` has more than 32 bits
              --> k:12:9
               |
            12 | int i = 4294967296;
               |         ^^^^^^^^^^
               |
               = help: a float has a point: `5e9`, `1.0`

            error[K0312]: -1 does not fit a `uint`
              --> k:12:10
               |
            12 | uint u = -1;
               |          ^^
               |
               = help: it holds 0 to 4294967295

            error[K0312]: 3000000000 does not fit an `index`
              --> k:12:11
               |
            12 | index i = 3000000000;
               |           ^^^^^^^^^^
               |
               = help: it holds -2147483648 to 2147483647

            error[K0312]: `1 << 40` shifts by more than the 31 places that there are
              --> k:12:5
               |
            12 | y = 1 << 40;
               |     ^^^^^^^

            error[K0108]: `9223372036854775807` has more than 32 bits
              --> k:12:5
               |
            12 | y = 9223372036854775807 + 1;
               |     ^^^^^^^^^^^^^^^^^^^
               |
               = help: a float has a point: `5e9`, `1.0`"#]],
    );
}

#[test]
fn statements() {
    cases(
        &[
            "break;",
            "return 1.0;",
            "while (true) { }",
            "discard;",
            "float v[3];",
            "const float c;",
            "void v;",
            "if (y = 1.0) { }",
        ],
        expect![[r#"
            error[K0403]: `break` stands in no loop
              --> k:12:1
               |
            12 | break;
               | ^^^^^

            error[K0402]: this function returns nothing
              --> k:12:8
               |
            12 | return 1.0;
               |        ^^^
               |
               = help: write `return;`

            error[K0113]: a kernel cannot use `while`
              --> k:12:1
               |
            12 | while (true) { }
               | ^^^^^
               |
               = help: a kernel loops with `for` between bounds that a reader can see

            error[K0113]: a kernel cannot use `discard`
              --> k:12:1
               |
            12 | discard;
               | ^^^^^^^
               |
               = help: every element of an output is written

            error[K0208]: a kernel has no arrays: `v`
              --> k:12:8
               |
            12 | float v[3];
               |        ^^^
               |
               = help: a vector of up to four numbers can be indexed, `v[i]`; more are a stream

            error[K0308]: `c` is `const`, and has no value
              --> k:12:13
               |
            12 | const float c;
               |             ^
               |
               = help: give it one: `const float c = ..;`

            error[K0206]: a variable cannot be `void`
              --> k:12:1
               |
            12 | void v;
               | ^^^^

            error[K0301]: this is a `float`, and a `bool` is wanted
              --> k:12:5
               |
            12 | if (y = 1.0) { }
               |     ^^^^^^^ the condition of an `if`
               |
               = help: to compare, write `y == 1.0`"#]],
    );
}

#[test]
fn warnings() {
    cases(
        &["y = 1 / 2;", "y; y = 1.0;", "y == 1.0;", "bool b; if (b = true) { y = 1.0; }", "sqrt(2.0);"],
        expect![[r#"
            warning[K0504]: `1 / 2` divides whole numbers, and is 0
              --> k:12:5
               |
            12 | y = 1 / 2;
               |     ^^^^^
               |
               = help: for a fraction write `1.0 / 2.0`

            warning[K0502]: this computes something that nobody uses
              --> k:12:1
               |
            12 | y; y = 1.0;
               | ^
               |
               = help: to keep it, assign it: `a = ..;`

            warning[K0508]: output `y` is never written
             --> k:3:14
              |
            3 | output float y;
              |              ^
              |
              = help: what is not written is 0

            warning[K0502]: this computes something that nobody uses
              --> k:12:1
               |
            12 | y == 1.0;
               | ^^^^^^^^
               |
               = help: to assign it, write `=`

            warning[K0508]: output `y` is not written on every path
              --> k:3:14
               |
             3 | output float y;
               |              ^
            ...
            13 | }
               | - the end may be reached without
               |
               = help: what is not written is 0

            warning[K0503]: this condition assigns
              --> k:12:13
               |
            12 | bool b; if (b = true) { y = 1.0; }
               |             ^^^^^^^^
               |
               = help: to compare, write `b == true`

            warning[K0508]: output `y` is never written
             --> k:3:14
              |
            3 | output float y;
              |              ^
              |
              = help: what is not written is 0

            warning[K0502]: this computes something that nobody uses
              --> k:12:1
               |
            12 | sqrt(2.0);
               | ^^^^^^^^^
               |
               = help: to keep it, assign it: `a = ..;`"#]],
    );
}
