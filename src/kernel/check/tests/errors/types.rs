//! What is said of types that do not fit.

use expect_test::expect;

use super::cases;

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
            error[K0301]: expected a `float`, found a `bool`
              --> k:12:5
               |
            12 | y = here() > 0;
               |     ^^^^^^^^^^ `y` is a `float`
               |
               = help: choose by it: `here() > 0 ? 1.0 : 0.0`

            error[K0301]: expected a `float`, found an `index`
              --> k:12:5
               |
            12 | y = here();
               |     ^^^^^^ `y` is a `float`
               |
               = help: write `float(here())`

            error[K0301]: expected an `index`, found a `float`
              --> k:12:11
               |
            12 | index i = 2.5;
               |           ^^^ `i` is an `index`
               |
               = help: `index(2.5)` cuts off the fraction

            error[K0301]: expected a `float`, found a `vec2`
              --> k:12:5
               |
            12 | y = vec2(1.0);
               |     ^^^^^^^^^ `y` is a `float`
               |
               = help: name a component: `vec2(1.0).x`, or take its length: `length(vec2(1.0))`

            error[K0301]: expected a `vec3`, found a `vec2`
              --> k:12:10
               |
            12 | vec3 v = vec2(1.0, 2.0);
               |          ^^^^^^^^^^^^^^ `v` is a `vec3`
               |
               = help: say what the others are: `vec3(vec2(1.0, 2.0), 0.0)`

            error[K0301]: expected a `vec2`, found a `float`
              --> k:12:10
               |
            12 | vec2 v = 1.0;
               |          ^^^ `v` is a `vec2`
               |
               = help: write `vec2(1.0)`

            error[K0301]: expected a `bool`, found a `float`
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

            error[K0301]: expected a `uint`, found an `index`
              --> k:12:10
               |
            12 | uint u = here();
               |          ^^^^^^ `u` is a `uint`
               |
               = help: write `uint(here())`

            error[K0301]: expected an `ivec2`, found a `vec2`
              --> k:12:11
               |
            12 | ivec2 a = vec2(1.0);
               |           ^^^^^^^^^ `a` is an `ivec2`
               |
               = help: write `ivec2(vec2(1.0))`

            error[K0304]: `-` takes a number, not a `bool`
              --> k:12:6
               |
            12 | y = -true;
               |      ^^^^
               |
               = help: to negate a condition, write `!`

            error[K0304]: `!` takes a `bool`, not a `float`
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
               = help: remove it

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
            "y[here()] = 1.0;",
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
               = help: only vectors have components: write it without `.x`

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

            error[K0307]: output `y` is not indexed
              --> k:12:1
               |
            12 | y[here()] = 1.0;
               | ^^^^^^^^^
               |
               = help: a fragment writes its own element alone; assign to it as to a variable: `y = ..`

            error[K0301]: expected an `index`, found a `float`
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
