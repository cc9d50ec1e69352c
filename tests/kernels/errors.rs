//! A kernel that is wrong: its own line, with a caret, whoever finds the error.

use crate::support;

use brooklet::ir::Needs;
use brooklet::kernel::{self, Source};
use brooklet::{Dialect, Layout, glsl};
use expect_test::{Expect, expect};
use support::each_dialect;

/// The message, which is the same in each dialect.
fn refused(source: &Source, expected: Expect) {
    let said = std::cell::RefCell::new(Vec::new());
    each_dialect(|device| said.borrow_mut().push(device.kernel(source).unwrap_err().to_string()));
    let said = said.into_inner();
    assert!(said.iter().all(|other| *other == said[0]), "{said:?}");
    expected.assert_eq(&said[0]);
}

/// What a driver finds is in its own words: the place is ours.
fn points_at(source: &Source, place: &str, lines: &str) {
    each_dialect(|device| {
        let said = device.kernel(source).unwrap_err().to_string();
        assert!(said.contains(&format!(" --> {place}\n")) && said.contains(lines), "{said}");
    });
}

#[test]
fn a_drivers_diagnostic_stands_in_the_kernels_own_line() {
    let text =
        "input float x;\noutput float y;\n\nvoid main() {\n    float a = fetch(x, here());\n    y = a + missing;\n}\n";
    points_at(&Source::new("mine.frag", text), "mine.frag:6:13", "6 |     y = a + missing;\n  |             ^^^^^^^");
}

#[test]
fn places_are_right_in_a_kernel_that_another_main_runs() {
    for text in [
        "output float y; void main() { if (here() > 3) { y = 1.0; } y += missing; }\n",
        "output float domain; void main() { if (domain > 1.0) return; domain = missing; }\n",
        "output vec3 y;  void main() { int mainly = 1; float remain = 2.0; y.x = missing; }\n",
    ] {
        let column = text.find("missing").unwrap() + 1;
        for before in [0, 1, 30] {
            let text = format!("{}{text}", "\n".repeat(before));
            points_at(&Source::new("k", text), &format!("k:{}:{column}", before + 1), "^^^^^^^");
        }
    }
}

#[test]
fn places_stay_right_behind_calls_that_were_rewritten() {
    let text = "input element values;\noutput element y;\nvoid main() {\n    y = fetch( values ,here( )) * fetch(values, 0) + nothing;\n}\n";
    for source in [Source::new("k", text), Source::new("k", text).element::<[f32; 4]>()] {
        points_at(&source, "k:4:54", "nothing;\n  |                                                      ^^^^^^^");
    }
}

#[test]
fn a_diagnostic_in_an_included_part_names_the_part() {
    let text = "input float x;\noutput float y;\n#include \"half\"\nvoid main() { y = halve(fetch(x, here())); }\n";
    let source = Source::new("k", text).part("half", "// two lines\nfloat halve(float v) { return w * 0.5; }\n");
    points_at(
        &source,
        "half:2:31",
        "2 | float halve(float v) { return w * 0.5; }\n  |                               ^",
    );
}

#[test]
fn a_stream_without_fetch_is_explained() {
    let text = "input float x;\noutput float y;\nvoid main() { y = x; }\n";
    points_at(
        &Source::new("k", text),
        "k:3:19",
        "help: an element of the stream is `fetch(x, i)`; this one's is `fetch(x, here())`",
    );
}

#[test]
fn what_a_kernel_declares_is_checked() {
    refused(
        &Source::new("k", "input floot x;\noutput float y;\nvoid main() { y = 1.0; }"),
        expect![[r#"
            kernel `k` does not compile
            error[K0201]: `floot` cannot be the type of a stream
             --> k:1:7
              |
            1 | input floot x;
              |       ^^^^^
              |
              = help: did you mean `float`?
              = help: it may be float, vec2, vec3, vec4, element"#]],
    );
    refused(
        &Source::new("k", "input float x, y;\noutput float y;\nvoid main() { y = 1.0; }"),
        expect![[r#"
            kernel `k` does not compile
            error[K0203]: `y` is declared twice
             --> k:2:14
              |
            1 | input float x, y;
              |                - the first
            2 | output float y;
              |              ^

            error[K0308]: input `y` is read, not written
             --> k:3:15
              |
            1 | input float x, y;
              |                - an input
            2 | output float y;
            3 | void main() { y = 1.0; }
              |               ^
              |
              = help: what a kernel writes is an `output`"#]],
    );
    refused(
        &Source::new("k", "constant float width;\noutput float y;\nvoid main() { y = 1.0; }"),
        expect![[r#"
            kernel `k` does not compile
            error[K0202]: `width` cannot be the name of the constant
             --> k:1:16
              |
            1 | constant float width;
              |                ^^^^^
              |
              = help: it is a built-in name of kernels"#]],
    );
    refused(
        &Source::new("k", "output float y\nvoid main() { y = 1.0; }"),
        expect![[r#"
            kernel `k` does not compile
            error[K0101]: a `;` is missing after this output
             --> k:1:14
              |
            1 | output float y
              |              ^"#]],
    );
    refused(
        &Source::new("k", "input float x;\nvoid main() { }"),
        expect![[r#"
            kernel `k` does not compile
            error[K0124]: this kernel has no output
             --> k:2:15
              |
            2 | void main() { }
              |               ^
              |
              = help: declare one: `output float result;`"#]],
    );
    refused(
        &Source::new("k", "output float y;"),
        expect![[r#"
            kernel `k` does not compile
            error[K0123]: this kernel has no main
             --> k:1:15
              |
            1 | output float y;
              |               ^
              |
              = help: what each element runs is `void main() { .. }`"#]],
    );
}

#[test]
fn a_type_of_the_contract_is_no_name() {
    refused(
        &Source::new("k", "output float y;\nvoid main() { float element = 1.0; y = element; }"),
        expect![[r#"
            kernel `k` does not compile
            error[K0102]: `element` cannot be the name of a variable or function
             --> k:2:21
              |
            2 | void main() { float element = 1.0; y = element; }
              |                     ^^^^^^^
              |
              = help: it is a built-in name of kernels

            error[K0107]: `element` is a type
             --> k:2:40
              |
            2 | void main() { float element = 1.0; y = element; }
              |                                        ^^^^^^^ expected a value
              |
              = help: a value of it is `element(..)`"#]],
    );
}

#[test]
fn access_is_checked() {
    refused(
        &Source::new("k", "input float keys;\noutput float y;\nvoid main() { y = fetch(kyes, 0); }"),
        expect![[r#"
            kernel `k` does not compile
            error[K0310]: this kernel has no input `kyes`
             --> k:3:25
              |
            3 | void main() { y = fetch(kyes, 0); }
              |                         ^^^^
              |
              = help: did you mean `keys`?"#]],
    );
    refused(
        &Source::new("k", "input float keys;\noutput float y;\nvoid main() { y = fetch(keys); }"),
        expect![[r#"
            kernel `k` does not compile
            error[K0310]: `fetch` takes an input and a position
             --> k:3:19
              |
            3 | void main() { y = fetch(keys); }
              |                   ^^^^^
              |
              = help: it is called as `fetch(name, i)` or `fetch(name, x, y)`, name being an input's"#]],
    );
    refused(
        &Source::new("k", "input float keys;\noutput float y;\nvoid main() { y = fetch(keys, 1, 2, 3); }"),
        expect![[r#"
            kernel `k` does not compile
            error[K0310]: `fetch` takes an input and one or two indices, not 3
             --> k:3:19
              |
            3 | void main() { y = fetch(keys, 1, 2, 3); }
              |                   ^^^^^"#]],
    );
}

#[test]
fn what_a_kernel_cannot_use_is_named_with_what_it_can() {
    refused(
        &Source::new("k", "uniform float a;\noutput float y;\nvoid main() { y = a; }"),
        expect![[r#"
            kernel `k` does not compile
            error[K0113]: a kernel cannot use `uniform`
             --> k:1:1
              |
            1 | uniform float a;
              | ^^^^^^^
              |
              = help: declare `input`, `constant` and `output`; the rest is generated"#]],
    );
    refused(
        &Source::new("k", "output float y;\nvoid main() { y = gl_FragCoord.x; }"),
        expect![[r#"
            kernel `k` does not compile
            error[K0209]: a kernel cannot use `gl_FragCoord`
             --> k:2:19
              |
            2 | void main() { y = gl_FragCoord.x; }
              |                   ^^^^^^^^^^^^
              |
              = help: the position of this element is `here()`, or `here_x()` and `here_y()`"#]],
    );
    refused(
        &Source::new("k", "#version 330\noutput float y;\nvoid main() { y = 1.0; }"),
        expect![[r#"
            kernel `k` does not compile
            error[K0114]: the only `#` line in a kernel is `#include "name"`; write constants as `const float name = value;`
             --> k:1:1
              |
            1 | #version 330
              | ^^^^^^^^^^^^"#]],
    );
    refused(
        &Source::new("k", "#include \"opertor\"\noutput float y;\nvoid main() { y = 1.0; }").part("operator", ""),
        expect![[r#"
            kernel `k` does not compile
            error[K0114]: there is no `opertor` to include
             --> k:1:1
              |
            1 | #include "opertor"
              | ^^^^^^^^^^^^^^^^^^
              |
              = help: did you mean `operator`?"#]],
    );
    refused(
        &Source::new("k", "output float y;\nvoid main() { y = 1.0; } /* and then"),
        expect![[r#"
            kernel `k` does not compile
            error[K0110]: this comment has no end
             --> k:2:26
              |
            2 | void main() { y = 1.0; } /* and then
              |                          ^^
              |
              = help: it takes in all that follows: close it with `*/`"#]],
    );
    refused(
        &Source::new("k", ""),
        expect![[r#"
            kernel `k` does not compile
            error[K0124]: this kernel has no output
             |
             = help: declare one: `output float result;`"#]],
    );
}

#[test]
fn variables_outside_functions_are_refused() {
    refused(
        &Source::new("k", "output float y;\nfloat total = 0.0;\nvoid main() { total += 1.0; y = total; }"),
        expect![[r#"
            kernel `k` does not compile
            error[K0122]: a kernel has no variables outside its functions
             --> k:2:1
              |
            2 | float total = 0.0;
              | ^^^^^^^^^^^
              |
              = help: declare it in a function, or as `const`; what stays the same for all elements is a `constant`"#]],
    );
    each_dialect(|device| {
        for fine in [
            "const float pi = 3.14; ",
            "float twice(float v);",
            "float f() { return 1.0; }\n",
            "const vec2 v = vec2(1.0, 2.0);",
        ] {
            let text = format!("output float y;\n{fine}\nvoid main() {{ y = 1.0; }}");
            device.kernel(&Source::new("k", text)).unwrap_or_else(|error| panic!("{error}"));
        }
        for wrong in [
            "float a;",
            "vec2 a, b;",
            "index i = 3;",
            "float a[3];",
            "bool b;",
            "bvec2 b;",
            "in float a;",
            "out float a;",
            "flat in int a;",
        ] {
            let text = format!("output float y;\n{wrong}\nvoid main() {{ y = 1.0; }}");
            let said = device.kernel(&Source::new("k", text)).unwrap_err().to_string();
            assert!(said.contains("no variables outside its functions"), "{wrong}: {said}");
        }
    });
}

#[test]
fn whether_a_kernel_needs_integers_is_seen_from_its_text() {
    // OpenGL 2.1 has floats in place of integers, and no operators on bits.
    for (code, needs, bits) in [
        ("index a = here() % 2; y = float(a);", true, false),
        ("index a = here() & 1; y = float(a);", true, true),
        ("index a = here() >> 1; y = float(a);", true, true),
        ("ivec2 a = ivec2(here()); y = float(a.x);", true, false),
        ("y = here() > 0 && here() < 5 || here() >= 7 ? 1.0 : 0.0;", false, false),
        ("bool a = true ^^ false; y = a ? 1.0 : 0.0;", false, false),
    ] {
        let source = Source::new("k", format!("output float y;\nvoid main() {{ {code} }}"));
        let (kernel, _) = kernel::compile(&source).unwrap_or_else(|error| panic!("{code}: {error}"));
        assert_eq!(Needs::of(&kernel).integers, needs, "{code}");
        each_dialect(|device| match device.kernel(&source) {
            Ok(_) => assert!(!bits || device.features().integers, "{code}"),
            Err(error) => {
                let said = error.to_string();
                assert!(bits && !device.features().integers && said.contains("operators on bits"), "{code}: {said}");
            }
        });
    }
}

#[test]
fn a_file_that_includes_itself_comes_once() {
    each_dialect(|device| {
        let text = "#include \"a\"\noutput float y;\nvoid main() { y = one(); }";
        let source = Source::new("k", text)
            .part("a", "#include \"b\"\n")
            .part("b", "#include \"a\"\nfloat one() { return 1.0; }\n");
        device.kernel(&source).unwrap_or_else(|error| panic!("{error}"));
    });
}

#[test]
fn the_shader_can_be_looked_at() {
    let glsl = |text: &'static str, dialect, layout| {
        let (kernel, _) = kernel::compile(&Source::new("k", text)).unwrap();
        glsl::text(&kernel, dialect, layout).unwrap()
    };
    let twice = "input float x;\noutput float y;\nvoid main() { y = 2.0 * fetch(x, here()); }\n";
    expect![[r#"
        #version 300 es
        precision highp float;
        precision highp int;
        precision highp sampler2D;
        layout(location = 0) out float y;

        in vec2 _at; // from the vertex shader: the middle of this fragment's texel, from 0 to 1 over the texture

        uniform sampler2D _stream_x; // the texture that the stream is in
        // The element at the output's own place: the stream lies texel for texel as the output does.
        float fetch_x_here() { return textureLod(_stream_x, _at, 0.0).x; }

        void main() {
            y = 2.0 * fetch_x_here();
        }
    "#]]
    .assert_eq(&glsl(twice, Dialect::Es, Layout::Plain));
    expect![[r#"
        #version 330 core
        layout(location = 0) out vec4 _target0; // the output's texel, which holds four neighbouring elements
        float y; // the element that is computed

        in vec2 _at; // from the vertex shader: the middle of this fragment's texel, from 0 to 1 over the texture
        uniform ivec4 _layout; // how the output lies. x: texels a row of the texture; y: elements a row; z: rows; w: elements
        uniform float _tail; // what the last texel has past the last element
        int _lane; // which of the texel's four elements is computed

        uniform sampler2D _stream_x; // the texture that the stream is in
        // The element at the output's own place: the stream lies texel for texel as the output does.
        float fetch_x_here() {
            vec4 four = textureLod(_stream_x, _at, 0.0);
            return _lane == 0 ? four.x : _lane == 1 ? four.y : _lane == 2 ? four.z : four.w;
        }

        void _run() {
            y = 2.0 * fetch_x_here();
        }

        // Runs the kernel for each of the four elements in this texel.
        void main() {
            int _first = (int(gl_FragCoord.y) * _layout.x + int(gl_FragCoord.x)) * 4;
            _lane = 0;
            _run();
            _target0.x = y;
            _lane = 1;
            _run();
            _target0.y = _first + 1 < _layout.w ? y : _tail;
            _lane = 2;
            _run();
            _target0.z = _first + 2 < _layout.w ? y : _tail;
            _lane = 3;
            _run();
            _target0.w = _first + 3 < _layout.w ? y : _tail;
        }
    "#]].assert_eq(&glsl(twice, Dialect::Gl, Layout::Packed));
    // Nothing that is generated for an input or constant which the kernel does not use, and no lanes where they are alike.
    let some =
        "input float x, z;\nconstant index n;\noutput float y;\nvoid main() { if (count(x) > 3) { y = 1.0; } }\n";
    expect![[r#"
        #version 330 core
        layout(location = 0) out vec4 _target0; // the output's texel, which holds four neighbouring elements
        float y; // the element that is computed

        uniform ivec4 _layout; // how the output lies. x: texels a row of the texture; y: elements a row; z: rows; w: elements
        uniform float _tail; // what the last texel has past the last element

        uniform ivec4 _layout_x; // how the stream lies. x: texels a row of the texture; y: elements a row; z: rows; w: elements

        void _run() {
            y = 0.0;
            if (_layout_x.w > 3) {
                y = 1.0;
            }
        }

        // Runs the kernel for each of the four elements in this texel.
        void main() {
            int _first = (int(gl_FragCoord.y) * _layout.x + int(gl_FragCoord.x)) * 4;
            _run();
            _target0.x = y;
            _run();
            _target0.y = _first + 1 < _layout.w ? y : _tail;
            _run();
            _target0.z = _first + 2 < _layout.w ? y : _tail;
            _run();
            _target0.w = _first + 3 < _layout.w ? y : _tail;
        }
    "#]].assert_eq(&glsl(some, Dialect::Gl, Layout::Packed));
    expect![[r#"
        #version 300 es
        precision highp float;
        precision highp int;
        layout(location = 0) out float y;

        uniform ivec4 _layout_x; // how the stream lies. x: texels a row of the texture; y: elements a row; z: rows; w: elements

        void main() {
            y = 0.0;
            if (_layout_x.w > 3) {
                y = 1.0;
            }
        }
    "#]].assert_eq(&glsl(some, Dialect::Es, Layout::Plain));
    let three = "input vec3 x;\noutput vec3 y;\nvoid main() { y = clamped(x, here_x() + 1, here_y()); }\n";
    expect![[r#"
        #version 330 core
        layout(location = 0) out vec4 _target0; // the output's texel, of four numbers: there is none of three
        vec3 y; // the element that is computed

        uniform sampler2D _stream_x; // the texture that the stream is in
        uniform ivec4 _layout_x; // how the stream lies. x: texels a row of the texture; y: elements a row; z: rows; w: elements
        uniform vec2 _inverse_x; // 1 / texels a row, and 1 / rows of texels
        // The element in column x of row y.
        vec3 fetch_x(int x, int y_1) { return textureLod(_stream_x, (vec2(float(x), float(y_1)) + 0.5) * _inverse_x, 0.0).xyz; }
        // The element in column x of row y, or the nearest; the last row of a 1-D stream may be short.
        vec3 clamped_x(int x, int y_1) {
            y_1 = clamp(y_1, 0, _layout_x.z - 1);
            return fetch_x(clamp(x, 0, min(_layout_x.y, _layout_x.w - y_1 * _layout_x.y) - 1), y_1);
        }

        void _run() {
            y = clamped_x(int(gl_FragCoord.x) + 1, int(gl_FragCoord.y));
        }

        // Runs the kernel, and makes a texel of its element.
        void main() {
            _run();
            _target0 = vec4(y, 0.0);
        }
    "#]].assert_eq(&glsl(three, Dialect::Gl, Layout::Plain));
}
