//! Programs that are large, or grow large, on few lines: the compiler's work stays in bounds, and what goes beyond a limit gets
//! both numbers. Where work grew with the square of the size, these would not end.

use crate::support::level::is_quick;

use brooklet::brook::{CallLayouts, PlanLimits, Unit};

fn refused(text: &str) -> String {
    let diagnostics = Unit::compile("program.br", text).expect_err("too much").to_string();
    diagnostics.lines().next().unwrap_or_default().to_owned()
}

/// Compiles the first kernel to passes of one output, and says how many there are.
fn passes(text: &str) -> usize {
    let unit = Unit::compile("program.br", text).unwrap_or_else(|diagnostics| panic!("{diagnostics}"));
    let targets = PlanLimits { outputs: 1, inputs: 16, ..PlanLimits::default() };
    unit.plan(&unit.kernels[0], &CallLayouts::as_written(&unit.kernels[0]), targets).unwrap().passes.len()
}

fn body(body: &str) -> String {
    format!("kernel void k(float a<>, out float r<>) {{\n{body}\n}}\n")
}

#[test]
fn names_that_repeat_are_numbered_quickly() {
    let blocks = "{ float t = a * 2; float u = t + 1; s += u; }\n".repeat(4_000);
    let steps = "s += i++ * 2 + i;\n".repeat(4_000);
    let calls = "s += f(a, y) + y;\n".repeat(4_000);
    let callee = "kernel float f(float x, out float y<>) { y = x; return x * 2; }\n";
    assert_eq!(passes(&body(&format!("float s = 0;\n{blocks} r = s;"))), 1);
    assert_eq!(passes(&body(&format!("float s = 0, i = a;\n{steps} r = s;"))), 1);
    let called = format!("{callee}{}", body(&format!("float s = 0, y = 0;\n{calls} r = s;")));
    let unit = Unit::compile("program.br", &called).unwrap();
    let kernel = unit.kernel("k").unwrap();
    let targets = PlanLimits { outputs: 1, inputs: 16, ..PlanLimits::default() };
    assert_eq!(unit.plan(kernel, &CallLayouts::as_written(kernel), targets).unwrap().passes.len(), 1);
}

#[test]
fn a_kernel_has_so_many_fields() {
    let fields: String = (0..256).map(|n| format!("float f{n}; ")).collect();
    let kernel = |pairs: usize| {
        let inputs: String = (0..pairs).map(|n| format!("R a{n}<>, ")).collect();
        let outputs: Vec<String> = (0..pairs).map(|n| format!("out R r{n}<>")).collect();
        let writes: String = (0..pairs).map(|n| format!("r{n} = a{n}; ")).collect();
        format!("typedef struct {{ {fields} }} R;\nkernel void k({inputs}{}) {{ {writes} }}", outputs.join(", "))
    };
    assert_eq!(
        refused(&kernel(32)),
        "error[B0418]: the parameters of kernel `k` have 16384 fields: the maximum is 1024"
    );
    assert_eq!(passes(&kernel(2)), 512);
}

#[test]
fn calls_of_calls_have_a_limit() {
    let mut text = String::from("kernel float f0(float x) { return x + 1; }\n");
    for k in 0..11 {
        let calls = format!("s += f{k}(x); ").repeat(100);
        text += &format!("kernel float f{}(float x) {{ float s = 0; {calls} return s; }}\n", k + 1);
    }
    text += "kernel void k(float a<>, out float r<>) { r = f11(a); }\n";
    let diagnostics = Unit::compile("program.br", &text).unwrap_err();
    assert_eq!(
        diagnostics.list[0].title,
        "with what it calls, kernel `f3` has 8080804 statements and operators: the maximum is 1000000"
    );
    // The others call it: one is enough. So it is where they stand the other way round.
    assert_eq!(diagnostics.list.len(), 1, "{diagnostics}");
    let mut lines: Vec<&str> = text.lines().collect();
    lines.reverse();
    let diagnostics = Unit::compile("program.br", &lines.join("\n")).unwrap_err();
    assert!(diagnostics.list[0].title.starts_with("with what it calls, kernel `k` has 8"), "{diagnostics}");
    assert_eq!(diagnostics.list.len(), 1, "{diagnostics}");
}

#[test]
fn the_index_of_a_component_counts_as_any_operand() {
    let parts = |assigned: &str| {
        let mut text = format!("kernel float f0(float x, int i) {{ float4 v = x; {assigned} return v.x; }}\n");
        for k in 0..3 {
            let calls = format!("s += f{k}(x, i); ").repeat(100);
            text += &format!("kernel float f{}(float x, int i) {{ float s = 0; {calls} return s; }}\n", k + 1);
        }
        let diagnostics = Unit::compile("program.br", &text).unwrap_err();
        let large = diagnostics.list.iter().find(|diagnostic| diagnostic.code.name() == "B0608");
        let number = large.and_then(|large| large.title.split(' ').find_map(|word| word.parse::<usize>().ok()));
        number.unwrap_or_else(|| panic!("{diagnostics}"))
    };
    // The index is kept in a variable first: a statement and what it is; then it is read.
    assert_eq!(parts("v[i] = x;") - parts("v.y = x;"), 3 * 1_000_000);
}

#[test]
fn calls_that_go_too_deep_are_said_once() {
    let mut text = String::from("kernel float f0(float x) { return x + 1; }\n");
    for k in 0..60 {
        text += &format!("kernel float f{}(float x) {{\n    return f{k}(x);\n}}\n", k + 1);
    }
    let diagnostics = Unit::compile("program.br", &text).unwrap_err();
    let first = "error[B0103]: with what is called, this is nested 161 levels deep: the maximum is 160
  --> program.br:48:12
   |
48 |     return f15(x);
   |            ^^^^^^";
    assert_eq!(diagnostics.to_string(), first);
}

#[test]
fn a_file_of_errors_gets_an_answer() {
    let many = if is_quick() { 100_000 } else { 1_000_000 };
    let broken: String =
        (0..many * 24 / 1000).map(|k| format!("kernel void k{k}(float a<>, out float r<>) {{ r = ; }}\n")).collect();
    let diagnostics = Unit::compile("program.br", &broken).unwrap_err();
    assert_eq!((diagnostics.errors(), diagnostics.cut), (100, true));
    let text = diagnostics.to_string();
    assert!(text.ends_with("note: there may be more: after 100 diagnostics no more are looked for"), "{text}");
    // It stopped where it says: nothing is said of the kernels behind the first hundred, of which each takes a place, its line
    // and a caret.
    let lines = diagnostics.list.iter().map(|diagnostic| diagnostics.files.line(diagnostic.span));
    assert!(lines.eq(1..=100), "{text}");
    assert!(text.lines().count() <= 8 * 100, "{} lines", text.lines().count());
    // Far down in a long file.
    let text = format!("{}{}", "int x;\n".repeat(many), body("r = b;"));
    let diagnostics = Unit::compile("program.br", &text).unwrap_err().to_string();
    assert!(diagnostics.contains(&format!("program.br:{}:5\n", many + 2)), "{diagnostics}");
    // Two places far apart, and a line that nobody can look at.
    let between = "int x;\n".repeat(20_000);
    let twice = Unit::compile("program.br", &format!("{}{between}{}", body("r = a;"), body("r = a;"))).unwrap_err();
    let text = "error[B0401]: there are two kernels `k`
     --> program.br:20004:13
      |
20004 | kernel void k(float a<>, out float r<>) {
      |             ^
      |
     ::: program.br:1:13
      |
    1 | kernel void k(float a<>, out float r<>) {
      |             - the first";
    assert_eq!(twice.to_string(), text);
    let line = body(&format!("{}r = b;", "r = a; ".repeat(20_000)));
    let diagnostics = Unit::compile("program.br", &line).unwrap_err().to_string();
    assert!(diagnostics.contains("there is no variable `b`\n--> program.br:2:140005\n"), "{diagnostics}");
    assert!(diagnostics.len() < 1000, "a line of {} bytes is shown in {}", line.len(), diagnostics.len());
    let words = format!("x {};\n{}", "kernel ".repeat(60_000), body("r = a;"));
    assert_eq!(Unit::compile("program.br", &words).unwrap().kernels.len(), 1);
}

#[test]
fn a_wrong_kernel_is_checked_once_however_many_call_it() {
    let many = if is_quick() { 1000 } else { 4000 };
    let calls: String = (0..many).map(|k| format!("k{k}(a, r); ")).collect();
    let wrong: String =
        (0..many).map(|k| format!("kernel void k{k}(float a<>, out float r<>) {{ r = nothing{k}(a); }}\n")).collect();
    let diagnostics = Unit::compile("program.br", &format!("{}{wrong}", body(&calls))).unwrap_err();
    assert_eq!((diagnostics.errors(), diagnostics.cut), (100, true));
}

#[test]
fn macros_cost_what_they_are_worth() {
    let nothing: String = (0..40).map(|n| format!("#define A{} A{n} A{n}\n", n + 1)).collect();
    assert_eq!(
        refused(&format!("#define A0\n{nothing}{}", body("r = a; A40"))),
        "error[B0003]: macros add 500001 tokens to this program: the maximum is 500000"
    );
    // A table of the host is not the work of macros.
    let table = format!("float table[] = {{{}}};\n{}", "1.0, ".repeat(400_000), body("r = a;"));
    assert_eq!(Unit::compile("program.br", &table).unwrap().kernels.len(), 1);
    let open = format!("#define F(x) x\n{}\n{}", "F( ".repeat(20_000), body("r = a;"));
    assert!(Unit::compile("program.br", &open).is_ok());
    let long =
        format!("#define F(x) {}0\nint t[] = {{ {} }};\n{}", "x + ".repeat(2000), "F, ".repeat(20_000), body("r = a;"));
    assert!(Unit::compile("program.br", &long).is_ok());
    let conditions = format!("{}\n{}", "#ifndef X\n".repeat(40_000), body("r = a;"));
    assert_eq!(Unit::compile("program.br", &conditions).unwrap().kernels.len(), 1);
}

#[test]
fn variables_of_many_fields_have_a_limit() {
    let fields: String = (0..256).map(|n| format!("float f{n}; ")).collect();
    let kernel = |inside: &str| {
        let body = body(&format!("S s, t;\ns.f0 = a; {inside}\nr = s.f0;"));
        format!("typedef struct {{ {fields} }} S;\n{body}")
    };
    let names: Vec<String> = (0..20_000).map(|n| format!("v{n}")).collect();
    assert_eq!(
        refused(&kernel(&format!("S {};", names.join(", ")))),
        "error[B0608]: kernel `k` has 1000194 statements and variables, one for each field: the maximum is 1000000"
    );
    assert_eq!(
        refused(&kernel(&format!("s = t{};", ", s = t".repeat(20_000)))),
        "error[B0608]: kernel `k` has 1000194 statements and variables, one for each field: the maximum is 1000000"
    );
}
