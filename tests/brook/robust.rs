//! What no sane program holds: the compiler answers, in bounded time and stack, and never panics.

use crate::support::level::is_quick;

use brooklet::brook::interpret::{Array, ParameterValue};
use brooklet::brook::{CallLayouts, Error, PlanLimits, Unit};
use brooklet::{Dialect, Layout, glsl};

/// The first line of what is said.
fn refused(text: &str) -> String {
    let diagnostics = Unit::compile("program.br", text).expect_err("too much").to_string();
    diagnostics.lines().next().unwrap_or_default().to_owned()
}

fn body(body: &str) -> String {
    format!("kernel void k(float a<>, out float r<>) {{\n{body}\n}}\n")
}

#[test]
fn nesting_has_a_limit_with_both_numbers() {
    let many = if is_quick() { 10_000 } else { 100_000 };
    let deep = |open: &str, inner: &str, close: &str| format!("{}{inner}{}", open.repeat(many), close.repeat(many));
    assert_eq!(
        refused(&body(&format!("r = {};", deep("(", "a", ")")))),
        "error[B0103]: this is nested 201 levels deep: the maximum is 200"
    );
    assert_eq!(
        refused(&body(&deep("{", "r = a;", "}"))),
        "error[B0103]: this is nested 201 levels deep: the maximum is 200"
    );
    assert_eq!(
        refused(&body(&format!("r = {}a;", "-".repeat(many).replace("--", "-!")))),
        "error[B0103]: this is nested 201 levels deep: the maximum is 200"
    );
    assert_eq!(
        refused(&body(&format!("r = a{};", " + a".repeat(many)))),
        "error[B0103]: this expression has 129 operators in a row: the maximum is 128"
    );
    assert_eq!(
        refused(&body(&format!("r = a{};", ".x".repeat(many)))),
        "error[B0103]: this has 129 brackets and fields in a row: the maximum is 128"
    );
    for half in ["if (a) ", "for (;;) ", "if (a) r = 1; else ", "while (a) ", "do "] {
        assert!(refused(&body(&format!("{}r = a;", half.repeat(many)))).starts_with("error["), "{half}");
    }
    assert!(refused(&body(&format!("r = {}a;", "a ? a : ".repeat(many)))).contains("the maximum is 200"));
    assert!(refused(&body(&format!("r = {}a;", "a = ".repeat(many)))).contains("the maximum is 200"));
}

#[test]
fn what_is_below_the_limits_compiles() {
    let sum = body(&format!("r = a{};", " + a".repeat(128)));
    let brackets = body(&format!("r = {}a{};", "(1 + ".repeat(60), ")".repeat(60)));
    let choices = body(&format!(
        "r = 0; {} r = 1;",
        (0..60).map(|n| format!("if (a == {n}) r = {n}; else ")).collect::<String>()
    ));
    let loops = body(&format!("float i; r = 0; {} r += a;", "for (i = 0; i < 2; i++) ".repeat(60)));
    for text in [sum, brackets, choices, loops] {
        let unit = Unit::compile("program.br", &text).unwrap_or_else(|diagnostics| panic!("{diagnostics}"));
        let targets = PlanLimits { outputs: 1, inputs: 16, ..PlanLimits::default() };
        let plan = unit.plan(&unit.kernels[0], &CallLayouts::as_written(&unit.kernels[0]), targets).unwrap();
        glsl::text(&plan.passes[0].kernel, Dialect::Gl, Layout::Plain).unwrap();
    }
}

#[test]
fn macros_and_includes_have_limits() {
    let bomb: String = (0..64).map(|n| format!("#define A{} A{n} A{n} A{n}\n", n + 1)).collect();
    assert!(refused(&format!("{bomb}{}", body("r = A60;"))).contains("the maximum is 500000"));
    let chain: String = (0..200).map(|n| format!("#define A{} A{n}\n", n + 1)).collect();
    assert_eq!(
        refused(&format!("{chain}{}", body("r = A200;"))),
        "error[B0004]: macros expand 65 deep: the maximum is 64"
    );
    let nested: String = (0..200).map(|_| "F(").collect::<String>() + "1" + &")".repeat(200);
    assert!(refused(&format!("#define F(x) (x)\n{}", body(&format!("r = {nested};")))).contains("the maximum is 64"));
    let own = format!("#define A A + B\n#define B A\n{}", body("float A = a, B = 1; r = A;"));
    Unit::compile("program.br", &own).unwrap_err();
    let load = |name: &str| Some(format!("#include \"{name}x\"\n"));
    let diagnostics = Unit::compile_with("program.br", "#include \"a\"\n", &load).unwrap_err().to_string();
    assert!(
        diagnostics.starts_with("error[B0001]: files include each other 33 deep: the maximum is 32"),
        "{diagnostics}"
    );
    let circle = |name: &str| (name == "a.h").then(|| "#include \"a.h\"\n#define TWO 2\n".to_owned());
    let unit =
        Unit::compile_with("dir/program.br", &format!("#include \"a.h\"\n{}", body("r = TWO * a;")), &circle).unwrap();
    assert_eq!(unit.kernels.len(), 1);
}

#[test]
fn records_and_parameters_have_limits() {
    let chain: String = (0..40).map(|n| format!("typedef struct {{ S{n} a; S{n} b; }} S{};\n", n + 1)).collect();
    let kernel = |n: usize| format!("kernel void k(S{n} s<>, out float r<>) {{ r = 1; }}");
    let text = format!("typedef struct {{ float x; }} S0;\n{chain}");
    assert!(refused(&format!("{text}{}", kernel(40))).contains("the maximum is "));
    assert!(
        refused(&format!("{text}{}", kernel(10))).contains("1024 fields")
            || refused(&format!("{text}{}", kernel(10))).contains("512 fields")
    );
    let many: String = (0..200).map(|n| format!("float a{n}<>, ")).collect();
    assert_eq!(
        refused(&format!("kernel void k({many} out float r<>) {{ r = 1; }}")),
        "error[B0402]: kernel `k` has 201 parameters: the maximum is 128"
    );
    let mut kernels = String::from("kernel float f0(float x) { return x; }\n");
    for n in 0..100 {
        kernels += &format!("kernel float f{}(float x) {{ return f{n}(x) + f{n}(x + 1); }}\n", n + 1);
    }
    assert_eq!(
        refused(&kernels),
        "error[B0103]: with what is called, this is nested 166 levels deep: the maximum is 160"
    );
    let (open, close) = ("1 + (".repeat(30), ")".repeat(30));
    let deep: String =
        (0..30).map(|n| format!("kernel float f{}(float x) {{ return {open}f{n}(x){close}; }}\n", n + 1)).collect();
    assert!(refused(&format!("kernel float f0(float x) {{ return x; }}\n{deep}")).contains("the maximum is 160"));
}

#[test]
fn broken_programs_get_answers() {
    let programs = [
        include_str!("goldens/rays.br"),
        include_str!("goldens/odds.br"),
        include_str!("goldens/edges.br"),
        include_str!("goldens/matrix_vector.br"),
    ];
    let mut numbers = crate::support::random::Random::new(1);
    let mut random = |n: usize| numbers.below(n);
    let (mut fine, mut wrong) = (0, 0);
    let rounds = if is_quick() { 300 } else { 1500 };
    for round in 0..rounds {
        let text = programs[round % programs.len()];
        let mut words: Vec<&str> = text.split_inclusive(|c: char| !c.is_alphanumeric()).collect();
        for _ in 0..1 + random(3) {
            let (at, other) = (random(words.len()), random(words.len()));
            match random(4) {
                0 => drop(words.remove(at)),
                1 => words.swap(at, other),
                2 => words.insert(at, words[other]),
                _ => words.truncate(words.len() - random(20)),
            }
        }
        let text = words.concat();
        match Unit::compile("program.br", &text) {
            Ok(unit) => {
                fine += 1;
                for kernel in &unit.kernels {
                    let plan = unit.plan(
                        kernel,
                        &CallLayouts::as_written(kernel),
                        PlanLimits { outputs: 1, inputs: 8, ..PlanLimits::default() },
                    );
                    for pass in plan.unwrap().passes {
                        let shader = glsl::text(&pass.kernel, Dialect::Es, Layout::Plain);
                        shader.unwrap_or_else(|error| panic!("{error}\n{text}"));
                    }
                }
            }
            Err(diagnostics) => {
                wrong += 1;
                assert!(diagnostics.errors() > 0 && diagnostics.to_string().contains("error["), "{diagnostics}");
            }
        }
    }
    assert!(fine > rounds / 15 && wrong > rounds / 15, "{fine} fine, {wrong} wrong");
}

#[test]
fn a_file_is_opened_with_what_lies_beside_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    // Latin-1 in a comment, a folder that is included, a file that is not there.
    std::fs::write(path("consts.h"), b"/* caf\xe9 */\n#define TWO 2\n").unwrap();
    let text = format!("#include \"consts.h\"\n#include \".\"\n#include \"gone.h\"\n{}", body("r = TWO * a;"));
    std::fs::write(path("twice.br"), text).unwrap();
    assert_eq!(Unit::open(path("twice.br")).unwrap().kernels.len(), 1);

    let gone = Unit::open(path("gone.br")).unwrap_err();
    assert!(matches!(gone, Error::Read { .. }), "{gone}");
    assert!(gone.to_string().starts_with(&format!("cannot read {}: ", path("gone.br").display())), "{gone}");
    std::fs::write(path("wrong.br"), body("r = b;")).unwrap();
    assert!(matches!(Unit::open(path("wrong.br")), Err(Error::Compile(_))));
    std::fs::write(path("long.br"), " ".repeat((16 << 20) + 2)).unwrap();
    let long = Unit::open(path("long.br")).unwrap_err().to_string();
    assert!(long.contains("has more than 16777216 bytes"), "{long}");
    // Only its start is read.
    std::fs::File::create(path("zeros.br")).unwrap().set_len(1 << 40).unwrap();
    let zeros = Unit::open(path("zeros.br")).unwrap_err().to_string();
    assert!(zeros.contains("it is not text: byte 0 is zero"), "{zeros}");
}

/// What is written in this way `n` levels deep.
fn nested(shape: &str, n: usize) -> String {
    let around = |open: &str, close: &str| format!("{}a{}", open.repeat(n), close.repeat(n));
    let calls = |callee: &str, of: &dyn Fn(usize) -> String, last: &str| {
        let made: String = (0..n).map(of).collect();
        format!("{callee}{made}kernel void k(float a<>, out float r<>) {{ {last} }}")
    };
    match shape {
        "sums" => body(&format!("r = {};", (0..n).fold("a".to_owned(), |e, _| format!("({e}){}", " + a".repeat(20))))),
        "fields" => body(&format!("r = {};", (0..n).fold("a".to_owned(), |e, _| format!("({e}){}", ".x".repeat(20))))),
        "wide sums" => {
            body(&format!("r = {};", (0..n).fold("a".to_owned(), |e, _| format!("({e}){}", " + a".repeat(127)))))
        }
        "brackets" => body(&format!("r = {};", around("(", ")"))),
        "mixed" => body(&format!("r = {};", around("a + a * (1 < (", "))"))),
        "functions" => body(&format!("r = {};", around("max(a, ", ")"))),
        "casts" => body(&format!("r = {};", around("(float) ", ""))),
        "choices" => body(&format!("r = {};", around("a ? a : ", ""))),
        "steps" => body(&format!("r = {};", around("(r = a++) + (", ")"))),
        "blocks" => body(&format!("{{ {} }}", around("{", "}").replace('a', "r = a;"))),
        "loops" => body(&format!("r = 0; {}r = a;", "for (;;) ".repeat(n))),
        "branches" => body(&format!("r = 0; {}r = a;", "if (a) r = 1; else ".repeat(n))),
        "calls" => calls(
            "kernel float f0(float x) { return x; }\n",
            &|k| format!("kernel float f{}(float x) {{ return {}f{k}(x))))); }}\n", k + 1, "(1 + ".repeat(4)),
            &format!("r = f{n}(a);"),
        ),
        _ => calls(
            "kernel void f0(float x, out float y<>) { y = x; }\n",
            &|k| format!("kernel void f{}(float x, out float y<>) {{ if (x) {{ f{k}(x, y); }} else y = 0; }}\n", k + 1),
            &format!("f{n}(a, r);"),
        ),
    }
}

/// In debug builds frames are large, and programs compile on threads with the least stack that is usual, 2 MiB.
#[test]
fn whatever_its_shape_it_fits_on_the_stack() {
    let shapes = [
        "sums",
        "fields",
        "wide sums",
        "brackets",
        "mixed",
        "functions",
        "casts",
        "choices",
        "steps",
        "blocks",
        "loops",
        "branches",
        "calls",
        "outs",
    ];
    for shape in shapes {
        let deepest = move || {
            let mut max = 0;
            for n in [4, 8, 12, 16, 20, 24, 32, 40, 48, 64, 80, 96, 128, 160, 200, 1000] {
                let text = nested(shape, n);
                match Unit::compile("program.br", &text) {
                    Ok(unit) => {
                        let kernel = unit.kernel("k").unwrap();
                        let targets = PlanLimits { outputs: 1, inputs: 16, ..PlanLimits::default() };
                        let plan = unit.plan(kernel, &CallLayouts::as_written(kernel), targets).unwrap();
                        let _ = glsl::text(&plan.passes[0].kernel, Dialect::Gl, Layout::Plain);
                        // Its loops have no end.
                        if shape != "loops" {
                            let given = [ParameterValue::Streams(vec![Array::zeros(&[1], 1)]), ParameterValue::Nothing];
                            kernel.run(&[1], &given, &[]).unwrap();
                        }
                        max = n;
                    }
                    Err(diagnostics) => {
                        assert!(diagnostics.to_string().contains("the maximum is "), "{shape} {n}: {diagnostics}")
                    }
                }
            }
            max
        };
        let max = std::thread::Builder::new().stack_size(2 << 20).spawn(deepest).unwrap().join().unwrap();
        assert!((if shape == "wide sums" { 0 } else { 4 }..=160).contains(&max), "{shape}: {max}");
    }
}
