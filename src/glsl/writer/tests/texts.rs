//! Tests of the text of shaders.

use crate::ir::access::{AccessSummary, Variant};
use expect_test::{Expect, expect};

use crate::backend::gl::bare_driver::variant;
use crate::geometry::Layout;
use crate::glsl::Dialect;
use crate::glsl::workarounds::{TABLE, Workaround};
use crate::glsl::writer::{Shader, UniformSource, write};
use crate::ir::build::*;
use crate::ir::{
    At, Binary, Expr, ExprKind, Kernel, Local, LocalId, Math, Mode, Part, Passed, Place, Stmt, Type, Unary,
};
use crate::syntax::Span;

fn shader(kernel: &Kernel, dialect: Dialect) -> Shader {
    crate::ir::validate(kernel).unwrap();
    write(kernel, dialect, &variant(kernel)).unwrap()
}

fn one(statements: Vec<Stmt>) -> Kernel {
    new_kernel(&[Type::FLOAT; 2], &[Type::Index], &[Type::FLOAT], vec![main(statements)])
}

fn x() -> Expr {
    fetch_here(0, Type::FLOAT)
}

fn less() -> Expr {
    binary(Binary::Less, x(), float(1.0))
}

fn not(of: Expr) -> Expr {
    unary(Unary::Not, of)
}

/// Checks the text of a shader from the kernel's `main` on.
fn body(kernel: &Kernel, dialect: Dialect, expected: Expect) {
    let text = shader(kernel, dialect).text;
    let start = text.find("void _run").or_else(|| text.find("void main")).unwrap();
    expected.assert_eq(&text[start..]);
}

fn scanned() -> Kernel {
    let mut add = Build::new("larger").gives(Type::FLOAT);
    let (a, b) = (add.argument(Mode::In, Type::FLOAT), add.argument(Mode::In, Type::FLOAT));
    add.function.locals[a.0].name = "a".into();
    add.function.locals[b.0].name = "input".into();
    add.function.about = "The larger of two.".into();
    let compared = binary(Binary::GreaterEqual, local(a, Type::FLOAT), local(b, Type::FLOAT));
    let chosen = select(compared, local(a, Type::FLOAT), local(b, Type::FLOAT));
    let larger = add.body(vec![Stmt::Return(Some(chosen), At::default())]);
    let mut main = Build::main();
    let (i, sum) = (main.local(Type::Index), main.local(Type::FLOAT));
    main.function.locals[i.0].name = "i".into();
    main.function.locals[sum.0].name = "larger".into();
    let test = binary(Binary::Less, local(i, Type::Index), expr(ExprKind::Uniform(0), Type::Index));
    let at = binary(Binary::Subtract, here(), local(i, Type::Index));
    let taken = vec![local(sum, Type::FLOAT), fetch(1, at, true, Type::FLOAT)];
    let combined = expr(ExprKind::Call(crate::ir::FunctionId(0), taken), Type::FLOAT);
    let step = assign(i, binary(Binary::Add, local(i, Type::Index), index(1)));
    let main = main.body(vec![
        declare(sum, x()),
        declare(i, index(1)),
        for_loop(Some(test), vec![assign(sum, combined)], vec![step]),
        assign(OUT, local(sum, Type::FLOAT)),
    ]);
    let mut kernel = new_kernel(&[Type::FLOAT; 2], &[Type::Index], &[Type::FLOAT], vec![larger, main]);
    kernel.about = vec!["scanned: the largest of a few × before.".into()];
    kernel
}

#[test]
fn a_shader_is_what_one_would_write() {
    expect![[r#"
        #version 330 core
        // scanned: the largest of a few x before.
        layout(location = 0) out float output0;
        uniform int constant0;

        in vec2 _at; // from the vertex shader: the middle of this fragment's texel, from 0 to 1 over the texture
        uniform ivec4 _layout; // how the output lies. x: texels a row of the texture; y: elements a row; z: rows; w: elements

        uniform sampler2D _stream_input0; // the texture that the stream is in

        uniform sampler2D _stream_input1;
        uniform ivec4 _layout_input1; // how the stream lies. x: texels a row of the texture; y: elements a row; z: rows; w: elements
        uniform vec2 _inverse_input1; // 1 / texels a row, and 1 / rows of texels
        uniform int _shift_input1; // the texels a row are 2 to this power
        // The number of the element that this fragment computes: texels are numbered row by row.
        int here() { return int(gl_FragCoord.y) * _layout.x + int(gl_FragCoord.x); }
        // The element at the output's own place: the stream lies texel for texel as the output does.
        float fetch_input0_here() { return textureLod(_stream_input0, _at, 0.0).x; }
        // Element i. Rows of the texture have a power of two texels: row and column are exact.
        float fetch_input1(int i) { return textureLod(_stream_input1, (vec2(float(i & (_layout_input1.x - 1)), float(i >> _shift_input1)) + 0.5) * _inverse_input1, 0.0).x; }
        // Element i, or the first or last where there is none.
        float clamped_input1(int i) { return fetch_input1(clamp(i, 0, _layout_input1.w - 1)); }

        // The larger of two.
        float larger(float a, float input_1) {
            return a >= input_1 ? a : input_1;
        }

        void main() {
            float larger_1 = fetch_input0_here();
            for (int i = 1; i < constant0; i++) {
                larger_1 = larger(larger_1, clamped_input1(here() - i));
            }
            output0 = larger_1;
        }
    "#]].assert_eq(&shader(&scanned(), Dialect::Gl).text);
    expect![[r#"
        #version 120
        // scanned: the largest of a few x before.
        float output0; // the element that is computed
        uniform float constant0;

        varying vec2 _at; // from the vertex shader: the middle of this fragment's texel, from 0 to 1 over the texture
        uniform vec4 _layout; // how the output lies. x: texels a row of the texture; y: elements a row; z: rows; w: elements

        uniform sampler2D _stream_input0; // the texture that the stream is in

        uniform sampler2D _stream_input1;
        uniform vec4 _layout_input1; // how the stream lies. x: texels a row of the texture; y: elements a row; z: rows; w: elements
        uniform vec2 _inverse_input1; // 1 / texels a row, and 1 / rows of texels
        // The number of the element that this fragment computes: texels are numbered row by row.
        float here() { return floor(gl_FragCoord.y) * _layout.x + floor(gl_FragCoord.x); }
        // The element at the output's own place: the stream lies texel for texel as the output does.
        float fetch_input0_here() { return texture2D(_stream_input0, _at).x; }
        // Element i. Rows of the texture have a power of two texels: row and column are exact.
        float fetch_input1(float i) {
            float along = i * _inverse_input1.x;
            return texture2D(_stream_input1, vec2(fract(along) + 0.5 * _inverse_input1.x, (along - fract(along)) * _inverse_input1.y + 0.5 * _inverse_input1.y)).x;
        }
        // Element i, or the first or last where there is none.
        float clamped_input1(float i) { return fetch_input1(clamp(i, 0.0, _layout_input1.w - 1.0)); }

        // The larger of two.
        float larger(float a, float input_1) {
            return a >= input_1 ? a : input_1;
        }

        void _run() {
            float larger_1 = fetch_input0_here();
            for (float i = 1.0; i < constant0; i += 1.0) {
                larger_1 = larger(larger_1, clamped_input1(here() - i));
            }
            output0 = larger_1;
        }

        // Runs the kernel, and makes a texel of its element.
        void main() {
            _run();
            gl_FragData[0] = vec4(output0);
        }
    "#]].assert_eq(&shader(&scanned(), Dialect::Gl2).text);
}

#[test]
fn uniforms_say_what_they_hold() {
    let shader = shader(&scanned(), Dialect::Gl);
    let found: Vec<_> = shader.uniforms.iter().map(|uniform| (uniform.name.as_str(), uniform.source)).collect();
    let wanted = [
        ("_layout", UniformSource::OutputLayout),
        ("constant0", UniformSource::Constant(0)),
        ("_layout_input1", UniformSource::InputLayout(1)),
        ("_inverse_input1", UniformSource::InputInverse(1)),
        ("_shift_input1", UniformSource::InputShift(1)),
    ];
    assert_eq!(found, wanted);
    assert_eq!(shader.samplers, ["_stream_input0", "_stream_input1"]);
}

#[test]
fn lines_lead_back() {
    let span = Span { file: 0, start: 10, end: 14 };
    let value = Expr { span, ..x() };
    let shader = shader(&one(vec![assign(OUT, value)]), Dialect::Es);
    let number = 1 + shader.text.lines().position(|line| line.contains("output0 = ")).unwrap();
    assert_eq!(shader.lines.span(number), Some(span));
    assert_eq!(shader.lines.span(number - 1), None);
    assert_eq!(shader.lines.span(0), None);
    assert_eq!(shader.lines.span(10_000), None);
}

#[test]
fn statements_keep_their_form() {
    let mut build = Build::main();
    let v = build.local(Type::floats(3));
    let k = build.local(Type::INT);
    let t = build.local(Type::FLOAT);
    let own = |local: LocalId, ty| self::local(local, ty);
    let part = |value| Stmt::Assign { place: Place { local: v, part: Part::Components(vec![1]) }, value };
    let yields = swizzle(own(v, Type::floats(3)), &[1]);
    let count = assign(k, binary(Binary::Subtract, own(k, Type::INT), int(1)));
    let counted = assign(t, binary(Binary::Add, own(t, Type::FLOAT), float(1.0)));
    let body_of = build.body(vec![
        Stmt::Declare { local: v, value: None },
        declare(k, int(3)),
        part(binary(Binary::Add, yields.clone(), float(2.0))),
        part(binary(Binary::Divide, yields, float(0.0))),
        count.clone(),
        assign(k, binary(Binary::And, own(k, Type::INT), binary(Binary::Add, own(k, Type::INT), int(7)))),
        either(less(), vec![count.clone()], vec![either(not(less()), vec![], vec![count.clone()])]),
        when(not(binary(Binary::Equal, own(k, Type::INT), int(1))), vec![Stmt::Return(None, At::default())]),
        declare(t, float(0.0)),
        for_loop(
            Some(binary(Binary::Less, own(t, Type::FLOAT), float(3.0))),
            vec![when(less(), vec![Stmt::Continue(At::default())])],
            vec![counted],
        ),
        for_loop(Some(less()), vec![Stmt::Break(At::default())], vec![]),
        for_loop(None, vec![Stmt::Break(At::default())], vec![]),
        do_loop(
            vec![when(less(), vec![Stmt::Continue(At::default())]), count],
            binary(Binary::Greater, x(), float(2.0)),
        ),
        assign(OUT, x()),
    ]);
    let kernel = new_kernel(&[Type::FLOAT; 2], &[], &[Type::FLOAT], vec![body_of]);
    body(
        &kernel,
        Dialect::Gl,
        expect![[r#"
            void _run() {
                vec3 v1;
                int v2 = 3;
                v1.y += 2.0;
                v1.y = v1.y * (1.0 / 0.0);
                v2--;
                v2 &= v2 + 7;
                if (fetch_input0_here() < 1.0) {
                    v2--;
                } else if (fetch_input0_here() < 1.0) {
                    v2--;
                }
                if (!(v2 == 1)) {
                    return;
                }
                for (float v3 = 0.0; v3 < 3.0; v3 += 1.0) {
                    if (fetch_input0_here() < 1.0) {
                        continue;
                    }
                }
                for (; (fetch_input0_here() < 1.0) == true;) {
                    break;
                }
                for (; int(gl_FragCoord.x) < _layout.x;) {
                    break;
                }
                for (; int(gl_FragCoord.x) < _layout.x;) {
                    if (fetch_input0_here() < 1.0) {
                        if ((fetch_input0_here() > 2.0) == false) {
                            break;
                        }
                        continue;
                    }
                    v2--;
                    if ((fetch_input0_here() > 2.0) == false) {
                        break;
                    }
                }
                output0 = fetch_input0_here();
            }

            // Runs the kernel where there is an element: beside the stream's end its loops may never end.
            void main() {
                if (int(gl_FragCoord.x) < _layout.x && int(gl_FragCoord.y) * _layout.x + int(gl_FragCoord.x) < _layout.w) {
                    _run();
                }
            }
        "#]],
    );
}

#[test]
fn no_workaround_is_lost() {
    let f = |function, arguments| math(function, arguments, Type::FLOAT);
    for (workaround, _) in TABLE {
        let statement = match workaround {
            Workaround::NegatedOrder => assign(OUT, convert(not(less()), Type::FLOAT)),
            Workaround::LoopTest => for_loop(Some(less()), vec![], vec![]),
            Workaround::LoopLeftFromWithin => for_loop(None, vec![Stmt::Break(At::default())], vec![]),
            Workaround::DivisionByLiteralZero => assign(OUT, binary(Binary::Divide, x(), float(0.0))),
            Workaround::InfiniteLiteral => assign(OUT, float(f32::INFINITY)),
            Workaround::LargestFloat => assign(OUT, float(f32::MAX)),
            Workaround::LeastInt => assign(OUT, convert(int(i32::MIN), Type::FLOAT)),
            Workaround::FmodByPower => assign(OUT, f(Math::Fmod, vec![x(), float(4.0)])),
            Workaround::PowerOfC => assign(OUT, f(Math::PowC, vec![x(), x()])),
            Workaround::ArcFunctions => assign(OUT, f(Math::Acos, vec![x()])),
            Workaround::HyperbolicFunctions => assign(OUT, f(Math::Tanh, vec![x()])),
            Workaround::PowersByBits => assign(OUT, f(Math::Ldexp, vec![x(), x()])),
            Workaround::IsNanByOrder => assign(OUT, convert(math(Math::IsNan, vec![x()], Type::BOOL), Type::FLOAT)),
            Workaround::LoopBesideEnd => for_loop(Some(less()), vec![], vec![]),
            Workaround::CommentsInAscii | Workaround::CountedFragments | Workaround::LoopLimit => continue,
        };
        let dialect = if workaround == Workaround::IsNanByOrder { Dialect::Gl2 } else { Dialect::Gl };
        let found = shader(&one(vec![statement]), dialect).workarounds;
        assert!(found.contains(&workaround), "{workaround:?}");
    }
    let plain = assign(OUT, binary(Binary::Add, x(), float(1.0)));
    assert!(shader(&one(vec![plain]), Dialect::Gl).workarounds.is_empty());
}

#[test]
fn comments_are_ascii() {
    let mut kernel = one(vec![assign(OUT, x())]);
    kernel.about = vec!["2 × 2 — ° \\".into(), "plain".into()];
    let shader = shader(&kernel, Dialect::Gl);
    assert!(shader.text.starts_with("#version 330 core\n// 2 x 2 - ?\n// plain\n"), "{}", shader.text);
    assert!(shader.workarounds.contains(&Workaround::CommentsInAscii));
}

#[test]
fn what_an_old_dialect_lacks_is_said() {
    let bits = convert(binary(Binary::Xor, convert(x(), Type::INT), int(1)), Type::FLOAT);
    let unsigned = convert(convert(x(), Type::UINT), Type::FLOAT);
    let cast = convert(math(Math::FloatBitsToInt, vec![x()], Type::INT), Type::FLOAT);
    for (value, what) in [
        (bits, "OpenGL 2.1 has no operators on bits"),
        (unsigned, "OpenGL 2.1 has no unsigned integers"),
        (cast, "OpenGL 2.1 has no functions of the bits of floats"),
    ] {
        let kernel = one(vec![assign(OUT, value)]);
        let error = write(&kernel, Dialect::Gl2, &variant(&kernel)).unwrap_err();
        assert_eq!(error.to_string(), what);
        assert!(write(&kernel, Dialect::Es, &variant(&kernel)).is_ok());
    }
}

#[test]
fn results_and_outputs_of_calls() {
    let mut halved = Build::new("halved").gives(Type::FLOAT);
    let rest = halved.argument(Mode::InOut, Type::FLOAT);
    let half = || binary(Binary::Multiply, local(rest, Type::FLOAT), float(0.5));
    let halved = halved.body(vec![assign(rest, half()), Stmt::Return(Some(local(rest, Type::FLOAT)), At::default())]);
    let mut build = Build::main();
    let a = build.local(Type::FLOAT);
    let r = build.local(Type::FLOAT);
    build.function.locals.push(Local::new("unused", Type::FLOAT));
    let call = |result| Stmt::Call {
        function: crate::ir::FunctionId(0),
        arguments: vec![Passed::Local(a)],
        result,
        at: crate::ir::At::default(),
    };
    let main = build.body(vec![
        declare(a, x()),
        call(None),
        Stmt::Declare { local: r, value: None },
        call(Some(r)),
        call(Some(OUT)),
        assign(OUT, binary(Binary::Multiply, local(OUT, Type::FLOAT), local(r, Type::FLOAT))),
    ]);
    let kernel = new_kernel(&[Type::FLOAT], &[], &[Type::FLOAT], vec![halved, main]);
    body(
        &kernel,
        Dialect::Es,
        expect![[r#"
        void main() {
            float v1 = fetch_input0_here();
            halved(v1);
            float v2 = halved(v1);
            output0 = halved(v1);
            output0 *= v2;
        }
    "#]],
    );
}

/// Checks the text of a kernel with guarded loops, in each dialect.
#[test]
fn guarded_loops_ask_whether_they_were_over() {
    let counted = for_loop(Some(less()), vec![when(less(), vec![Stmt::Break(At::default())])], vec![]);
    let plain = for_loop(Some(less()), vec![assign(OUT, x())], vec![]);
    let endless = for_loop(None, vec![Stmt::Break(At::default())], vec![]);
    let kernel = one(vec![counted, plain, endless]);
    let text = |dialect| {
        let variant = Variant { guarded: true, ..variant(&kernel) };
        let shader = write(&kernel, dialect, &variant).unwrap();
        assert!(shader.workarounds.contains(&Workaround::LoopLimit));
        let searching = shader.uniforms.iter().any(|uniform| uniform.source == UniformSource::Searching);
        assert_eq!(searching, dialect == Dialect::Es);
        let (_, kernel) = shader.text.split_once("void _run() {").unwrap();
        kernel.to_owned()
    };
    expect![[r#"

            bool left = false;
            for (; (fetch_input0_here() < 1.0) == true;) {
                if (fetch_input0_here() < 1.0) {
                    left = true;
                    break;
                }
            }
            if (!left && fetch_input0_here() < 1.0 + float(_nothing)) {
                _unfinished = true;
            }
            for (; (fetch_input0_here() < 1.0) == true;) {
                output0 = fetch_input0_here();
            }
            if (fetch_input0_here() < 1.0 + float(_nothing)) {
                _unfinished = true;
            }
            bool left_1 = false;
            for (; _nothing == 0;) {
                left_1 = true;
                break;
            }
            if (!left_1) {
                _unfinished = true;
            }
        }

        // Runs the kernel where there is an element: beside the stream's end its loops may never end.
        void main() {
            _nothing = _layout.w > 0 ? 0 : 1;
            if (int(gl_FragCoord.x) < _layout.x && int(gl_FragCoord.y) * _layout.x + int(gl_FragCoord.x) < _layout.w) {
                _run();
            }
            if (_unfinished) {
                discard;
            }
        }
    "#]]
    .assert_eq(&text(Dialect::Gl));
    let main = |text: String| text.split_once("void main() {").unwrap().1.to_owned();
    expect![[r#"

            _nothing = _layout.w > 0 ? 0 : 1;
            if (int(gl_FragCoord.x) < _layout.x && int(gl_FragCoord.y) * _layout.x + int(gl_FragCoord.x) < _layout.w) {
                _run();
            }
            if (_unfinished != _searching) {
                discard;
            }
        }
    "#]]
    .assert_eq(&main(text(Dialect::Es)));
    expect![[r#"

            _nothing = _layout.w > 0.0 ? 0.0 : 1.0;
            if (floor(gl_FragCoord.x) < _layout.x && floor(gl_FragCoord.y) * _layout.x + floor(gl_FragCoord.x) < _layout.w) {
                _run();
            }
            gl_FragData[0] = vec4(output0);
            if (_unfinished) {
                discard;
            }
        }
    "#]]
    .assert_eq(&main(text(Dialect::Gl2)));
}

/// Data decide when the loop of the first kernel ends, and a constant when that of the second does.
#[test]
fn loops_that_only_data_end_run_where_there_is_an_element() {
    let main = |text: &str| text[text.rfind("//").unwrap()..].to_owned();
    let by_data = one(vec![for_loop(Some(less()), vec![assign(OUT, x())], vec![])]);
    expect![[r#"
        // Runs the kernel where there is an element: beside the stream's end its loops may never end.
        void main() {
            if (int(gl_FragCoord.x) < _layout.x && int(gl_FragCoord.y) * _layout.x + int(gl_FragCoord.x) < _layout.w) {
                _run();
            }
        }
    "#]]
    .assert_eq(&main(&shader(&by_data, Dialect::Gl).text));
    expect![[r#"
        // Runs the kernel where there is an element: beside the stream's end its loops may never end.
        void main() {
            if (floor(gl_FragCoord.x) < _layout.x && floor(gl_FragCoord.y) * _layout.x + floor(gl_FragCoord.x) < _layout.w) {
                _run();
            }
            gl_FragData[0] = vec4(output0);
        }
    "#]]
    .assert_eq(&main(&shader(&by_data, Dialect::Gl2).text));
    let packed = Variant::uniform(&by_data, &AccessSummary::of(&by_data), Layout::Packed);
    expect![[r#"
        // Runs the kernel for those of this texel's four elements that there are: past the end its loops may never end.
        void main() {
            int _first = (int(gl_FragCoord.y) * _layout.x + int(gl_FragCoord.x)) * 4;
            _lane = 0;
            if (int(gl_FragCoord.x) < _layout.x && _first + 0 < _layout.w) {
                _run();
            }
            _target0.x = output0;
            _lane = 1;
            if (int(gl_FragCoord.x) < _layout.x && _first + 1 < _layout.w) {
                _run();
            }
            _target0.y = _first + 1 < _layout.w ? output0 : _tail;
            _lane = 2;
            if (int(gl_FragCoord.x) < _layout.x && _first + 2 < _layout.w) {
                _run();
            }
            _target0.z = _first + 2 < _layout.w ? output0 : _tail;
            _lane = 3;
            if (int(gl_FragCoord.x) < _layout.x && _first + 3 < _layout.w) {
                _run();
            }
            _target0.w = _first + 3 < _layout.w ? output0 : _tail;
        }
    "#]]
    .assert_eq(&main(&write(&by_data, Dialect::Es, &packed).unwrap().text));

    let mut build = Build::main();
    let i = build.local(Type::Index);
    let test = binary(Binary::Less, local(i, Type::Index), expr(ExprKind::Uniform(0), Type::Index));
    let step = assign(i, binary(Binary::Add, local(i, Type::Index), index(1)));
    let counted = build.body(vec![declare(i, index(0)), for_loop(Some(test), vec![assign(OUT, x())], vec![step])]);
    let by_constant = new_kernel(&[Type::FLOAT], &[Type::Index], &[Type::FLOAT], vec![counted]);
    let shader = shader(&by_constant, Dialect::Gl);
    assert!(!shader.text.contains("_run") && !shader.text.contains("_layout.x"), "{}", shader.text);
    assert!(!shader.workarounds.contains(&Workaround::LoopBesideEnd));
}

#[test]
fn medium_precision_is_that_of_variables_and_not_of_positions() {
    let mut kernel = scanned();
    kernel.mediump = true;
    let lowered = shader(&kernel, Dialect::Es).text;
    for line in ["precision highp float;", "mediump float larger(mediump float a, mediump float input_1) {"] {
        assert!(lowered.contains(line), "{line}: {lowered}");
    }
    // Places of texels are positions, also where they are computed in floats.
    let mut odd = variant(&kernel);
    odd.inputs.iter_mut().for_each(|input| input.power = false);
    let lowered_odd = write(&kernel, Dialect::Es, &odd).unwrap().text;
    assert!(lowered_odd.contains("float inverse") && !lowered_odd.contains("mediump float inverse"), "{lowered_odd}");
    assert!(!lowered.contains("mediump int") && !shader(&kernel, Dialect::Gl).text.contains("mediump"), "{lowered}");
    kernel.mediump = false;
    assert!(!shader(&kernel, Dialect::Es).text.contains("mediump"));
}

#[test]
fn a_discard_that_is_never_executed_ends_main() {
    let kernel = one(vec![assign(OUT, x())]);
    let main = |dialect, packed| {
        let mut variant = Variant { discards: true, ..variant(&kernel) };
        variant.output.packed = packed;
        let shader = write(&kernel, dialect, &variant).unwrap();
        assert!(shader.workarounds.contains(&Workaround::CountedFragments));
        assert!(shader.uniforms.iter().any(|uniform| uniform.source == UniformSource::OutputLayout));
        shader.text.split_once("void main() {").unwrap().1.to_owned()
    };
    expect![[r#"

            _run();
            if (_layout.w < 0) {
                discard;
            }
        }
    "#]]
    .assert_eq(&main(Dialect::Gl, false));
    expect![[r#"

            _run();
            gl_FragData[0] = vec4(output0);
            if (_layout.w < 0.0) {
                discard;
            }
        }
    "#]]
    .assert_eq(&main(Dialect::Gl2, false));
    assert!(main(Dialect::Gl, true).ends_with("    if (_layout.w < 0) {\n        discard;\n    }\n}\n"));
}
