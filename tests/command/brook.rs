//! `brooklet check` and `brooklet compile`.

use crate::support;

use support::Place;

const SAXPY: &str =
    "kernel void saxpy(float alpha, float x<>, float y<>, out float result<>) { result = alpha * x + y; }\n";
const SUM: &str =
    "reduce void sum(float a<>, reduce float r<>) { r += a; }\nkernel float twice(float x) { return 2 * x; }\n";

#[test]
fn check_counts_what_is_right() {
    let place = Place::new();
    place.file("saxpy.br", SAXPY);
    place.file("sum.br", SUM);
    assert_eq!(place.ok(&["check", "saxpy.br", "sum.br"]), "2 kernels, 1 reduction in 2 files\n");
    place.file("host.br", "int main() { return 0; }\n");
    let run = place.run(&["check", "host.br"]);
    assert_eq!((run.code, run.out.as_str()), (Some(0), "0 kernels, 0 reductions in 1 file\n"));
    assert_eq!(run.err, "warning[B0011]: no kernels in host.br\n\n");
}

#[test]
fn check_refuses_a_file_in_which_nothing_is_recognised() {
    let place = Place::new();
    place.file("saxpy.br", SAXPY);
    for (name, text) in
        [("notes.txt", "# Notes\n\nWhat a kernel is.\n"), ("none.br", "\n"), ("numbers.csv", "1,2\n3,4\n")]
    {
        place.file(name, text);
        assert_eq!(
            place.fails(&["check", "saxpy.br", name]),
            format!(
                "error: {name}: nothing in it is recognised: no kernel, type or function. Is it a Brook program?\n\n\
                 brooklet: 1 error in 1 file\n"
            )
        );
    }
    // Headers have what others use.
    for text in
        ["#define N 16\n", "typedef struct { float2 p; } Point;\n", "kernel void k(float a<>, out float r<>);\n"]
    {
        place.file("part.brh", text);
        assert_eq!(place.run(&["check", "part.brh"]).code, Some(0), "{text}");
    }
}

#[test]
fn check_explains_what_is_wrong_in_every_file() {
    let place = Place::new();
    place.file("a.br", "kernel void k(float a[], out float r<>) {\n    r = a;\n}\n");
    place.file("b.br", "kernel void l(float a<>, out float r<>) { r = flor(a); }\n");
    place.file("saxpy.br", SAXPY);
    let said = place.fails(&["check", "a.br", "saxpy.br", "b.br"]);
    assert!(said.contains("error[B0301]: gather `a` is used without an index\n --> a.br:2:9"), "{said}");
    assert!(said.contains("did you mean `floor`?"), "{said}");
    let last = "brooklet: 2 errors in 2 files\nfor more: brooklet explain B0301 B0604\n";
    assert!(said.ends_with(last), "{said}");
    assert!(place.fails(&["check", "none.br"]).starts_with("error: cannot read none.br: "));
    place.misuse(&["check"]);
}

#[test]
fn check_takes_kernels_too() {
    let place = Place::new();
    place.file("saxpy.br", SAXPY);
    place.file("half.glsl", "#include \"third.glsl\"\nelement half_of(element x) { return 0.5 * x; }\n");
    place.file("third.glsl", "#include \"half.glsl\"\nconst float third = 1.0 / 3.0;\n");
    let kernel = |value: &str| {
        format!(
            "#include \"half.glsl\"\n#include \"shared/select.glsl\"\ninput element x;\noutput element y;\nvoid main() {{ y = {value}; }}\n"
        )
    };
    place.file("half.frag", kernel("third * half_of(fetch(x, here()))"));
    assert_eq!(place.ok(&["check", "saxpy.br", "half.frag"]), "2 kernels, 0 reductions in 2 files\n");
    assert_eq!(place.ok(&["check", "half.frag", "--element", "vec3"]), "1 kernel, 0 reductions in 1 file\n");
    place.file("wrong.frag", kernel("half_of(fetch(x, here())) + z"));
    let said = place.fails(&["check", "wrong.frag", "half.frag"]);
    assert!(said.contains("error[K0302]: there is no `z`\n --> wrong.frag:5:47\n"), "{said}");
    assert!(said.ends_with("brooklet: 1 error in 1 file\nfor more: brooklet explain K0302\n"), "{said}");
    // A file that includes itself is there already.
    place.file("self.frag", format!("#include \"self.frag\"\n{}", kernel("fetch(x, here())")));
    assert_eq!(place.ok(&["check", "self.frag"]), "1 kernel, 0 reductions in 1 file\n");
    place.file("lost.frag", "#include \"none.glsl\"\n");
    let said = place.fails(&["check", "lost.frag"]);
    assert!(said.contains("there is no `none.glsl` to include\n --> lost.frag:1:1"), "{said}");
    place.file("zero.glsl", b"float zero() { return 0.0; }\0");
    place.file("zero.frag", "#include \"zero.glsl\"\n");
    let said = place.fails(&["check", "zero.frag"]);
    assert!(said.contains("cannot read zero.frag: it includes zero.glsl, of which: it is not text: byte 28"), "{said}");
    place.file("sum.comp", "void main() {}\n");
    assert!(place.fails(&["check", "sum.comp"]).contains("compute shaders are compiled by the driver alone"));
    assert!(place.fails(&["check", "none.frag"]).starts_with("error: cannot read none.frag: "));
}

#[test]
fn a_kernel_compiles_to_a_shader_of_each_dialect() {
    let place = Place::new();
    place.file(
        "scale.frag",
        "input element x;\nconstant float by;\noutput element y;\nvoid main() { y = by * fetch(x, here()); }\n",
    );
    for (dialect, version) in [("gl", "#version 330 core"), ("es", "#version 300 es"), ("gl2", "#version 120")] {
        let shader = place.ok(&["compile", "scale.frag", "--dialect", dialect]);
        assert!(shader.starts_with(version), "{shader}");
    }
    let json = place.ok(&["compile", "scale.frag", "--element", "vec2", "--json", "--dialect", "es"]);
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    let kernel = &json["kernels"][0];
    assert_eq!((&json["dialect"], &kernel["name"]), (&"es".into(), &"scale".into()));
    assert_eq!(kernel["inputs"], serde_json::json!([{ "name": "x", "type": "vec2" }]));
    assert_eq!(kernel["constants"], serde_json::json!([{ "name": "by", "type": "float" }]));
    assert_eq!(place.ok(&["compile", "scale.frag", "-o", "shaders", "--dialect", "gl"]), "");
    assert!(place.text("shaders/scale.frag").starts_with("#version 330 core"));
    assert!(place.misuse(&["compile", "scale.frag", "--kernel", "scale"]).contains("leave out --kernel"));
    place.file("wrong.frag", "output float y;\nvoid main() { y = z; }\n");
    let said = place.fails(&["compile", "wrong.frag", "-o", "none"]);
    assert!(said.contains("error[K0302]") && said.contains("wrong.frag does not compile: 1 error"), "{said}");
    place.file("bits.frag", "output float y;\nvoid main() { y = float(int(here()) & 1); }\n");
    let said = place.fails(&["compile", "bits.frag", "--dialect", "gl2"]);
    assert!(said.contains("bits"), "{said}");
}

/// With the loader pointed at nothing, whatever asked a driver would fail.
#[test]
fn check_asks_no_driver() {
    let place = Place::new();
    place.file("right.frag", "output float y;\nvoid main() { y = 1.0; }\n");
    place.file("wrong.frag", "output float y;\nvoid main() { y = vec2(1.0); }\n");
    place.file("saxpy.br", SAXPY);
    let hidden = |args: &[&str]| {
        let nowhere = [("__EGL_VENDOR_LIBRARY_DIRS", "/nowhere"), ("LIBGL_DRIVERS_PATH", "/nowhere")];
        place.command(args).envs(nowhere).output().unwrap()
    };
    assert_eq!(hidden(&["check", "right.frag", "saxpy.br"]).status.code(), Some(0));
    let run = hidden(&["check", "wrong.frag"]);
    assert_eq!(run.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&run.stderr).contains("error[K"), "{run:?}");
    if !cfg!(windows) {
        assert_eq!(hidden(&["info"]).status.code(), Some(1));
    }
}

#[test]
fn warnings_are_said_and_harmless() {
    let place = Place::new();
    place.file("k.br", "kernel void k(float a<>, float b, out float r<>) { r = a; }\n");
    let run = place.run(&["check", "k.br"]);
    assert_eq!((run.code, run.out.as_str()), (Some(0), "1 kernel, 0 reductions in 1 file\n"));
    assert!(run.err.contains("warning[B0504]: parameter `b` is never used"), "{}", run.err);
    assert_eq!(place.ok(&["check", "k.br", "--quiet"]), "1 kernel, 0 reductions in 1 file\n");
    // Where the program is used, old ones would have many of these.
    let run = place.run(&["run", "k.br"]);
    let note = "note: parameter `b` is never used: `brooklet check k.br` shows where\n";
    assert_eq!((run.code, run.err.as_str()), (Some(0), note));
}

#[test]
fn includes_are_read_from_beside_the_file() {
    let place = Place::new();
    std::fs::create_dir(place.path("sub")).unwrap();
    place.file(
        "sub/types.h",
        "#include <stdio.h>\n#include \"none.h\"\ntypedef struct { float2 p; } Point;\n#define SCALE 3.0f\n",
    );
    place.file("sub/k.br", "#include \"types.h\"\nkernel void k(Point a<>, out float2 r<>) { r = SCALE * a.p; }\n");
    assert_eq!(place.ok(&["check", "sub/k.br"]), "1 kernel, 0 reductions in 1 file\n");
}

#[test]
fn compile_prints_glsl() {
    let place = Place::new();
    place.file("both.br", format!("{SAXPY}{SUM}"));
    for dialect in ["gl", "es", "gl2"] {
        let text = place.ok(&["compile", "both.br", "--dialect", dialect]);
        let version = match dialect {
            "gl" => "#version 330 core",
            "es" => "#version 300 es",
            _ => "#version 120",
        };
        assert_eq!(text.matches(version).count(), 2);
        assert!(text.contains("// kernel void saxpy(float alpha, float x<>, float y<>, out float result<>)"), "{text}");
        assert!(text.contains("    result = alpha * x + y;\n"), "{text}");
        let one = place.ok(&["compile", "both.br", "--kernel", "sum", "--dialect", dialect]);
        assert!(one.starts_with(version) && !one.contains("saxpy"), "{one}");
    }
}

#[test]
fn compile_cuts_kernels_and_writes_files() {
    let place = Place::new();
    place.file(
        "k.br",
        "kernel void k(float a<>, out float r<>, out float2 s<>, out float t<>) { r = a; s = sin(a); t = cos(a); }\n",
    );
    let text = place.ok(&["compile", "k.br", "--max-outputs", "1"]);
    assert_eq!(
        (
            text.matches("#version").count(),
            text.matches("sin(").count(),
            text.matches("// The part of it for s.").count()
        ),
        (3, 1, 1)
    );
    assert_eq!(place.ok(&["compile", "k.br", "--max-outputs", "2", "-o", "out"]), "");
    let mut names: Vec<_> =
        std::fs::read_dir(place.path("out")).unwrap().map(|f| f.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    assert_eq!(names, ["k.1.frag", "k.2.frag"]);
    assert!(place.text("out/k.2.frag").contains("cos("));
    place.misuse(&["compile", "k.br", "--max-outputs", "0"]);
}

#[test]
fn compile_describes_interfaces() {
    let place = Place::new();
    place.file("k.br", format!("typedef struct {{ float a; float3 b; }} P;\nkernel void k(P p<>, float c, float g[], out P q<>) {{ q = p; q.a = c * g[p.a]; }}\n{SUM}"));
    let described: serde_json::Value = serde_json::from_str(&place.ok(&["compile", "k.br", "--json"])).unwrap();
    let kernel = &described["kernels"][0];
    assert_eq!(kernel["name"], "k");
    assert_eq!(kernel["signature"], "kernel void k(P p<>, float c, float g[], out P q<>)");
    assert_eq!(kernel["parameters"][0]["role"], "stream");
    assert_eq!(kernel["parameters"][0]["fields"][1]["type"], "float3");
    assert_eq!(kernel["parameters"][2]["role"], "gather");
    assert_eq!(kernel["passes"][0]["outputs"][1]["to"], "q.b");
    assert_eq!(kernel["passes"][0]["inputs"][0]["from"][0], "p.a");
    assert_eq!(described["kernels"][1]["kind"], "reduction");
    assert_eq!(described["sub_kernels"][0], "twice");
    // A scatter output has the numbers that its stream has; the index is of the passes.
    place.file("s.br", "kernel void k(float a<>, out float o[][]) { o[a][0] = a; }");
    let described: serde_json::Value = serde_json::from_str(&place.ok(&["compile", "s.br", "--json"])).unwrap();
    let kernel = &described["kernels"][0];
    let wanted = serde_json::json!({ "name": "o", "role": "scatter output", "type": "float", "dimensions": 2 });
    assert_eq!(kernel["parameters"][1], wanted);
    assert_eq!(kernel["passes"][1]["outputs"][1]["to"], "o.index");
}

#[test]
fn compile_refuses_what_is_wrong() {
    let place = Place::new();
    place.file("k.br", "kernel void k(float a<>, out float2 r<>) { r = a.xyz; }\n");
    let said = place.fails(&["compile", "k.br", "-o", "out"]);
    assert!(said.ends_with("brooklet: k.br does not compile: 1 error\nfor more: brooklet explain B0327\n"), "{said}");
    let said = place.fails(&["compile", "k.br", "--kernel", "k"]);
    assert!(said.ends_with("brooklet: k.br does not compile: 1 error\nfor more: brooklet explain B0327\n"), "{said}");
    place.file("good.br", format!("{SAXPY}{SUM}"));
    let said = place.misuse(&["compile", "good.br", "--kernel", "saxpi"]);
    assert!(said.contains("good.br: there is no kernel `saxpi`; did you mean `saxpy`?"), "{said}");
    let said = place.misuse(&["compile", "good.br", "--kernel", "twice"]);
    assert!(
        said.contains(
            "kernel `twice` of good.br cannot be called: it returns a value, so that only other kernels can call it"
        ),
        "{said}"
    );
}
