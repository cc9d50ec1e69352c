//! What is said of calls.

use expect_test::expect;

use super::cases;

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
               = help: candidates: `twice(float)`, `twice(vec2)`

            error[K0311]: this function returns nothing that could be used here
              --> k:12:5
               |
            12 | y = nothing(1.0);
               |     ^^^^^^^^^^^^
               |
               = help: it returns its results through its `out` arguments

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
               = help: only variables, outputs and their components can be assigned to: `a`, `a.xy`, `a[0]`

            error[K0308]: this cannot be assigned to
              --> k:12:8
               |
            12 | change(1.0);
               |        ^^^
               |
               = help: only variables, outputs and their components can be assigned to: `a`, `a.xy`, `a[0]`

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
