//! Whole Brook programs: `brooklet cc`, `build`, and `run` of a program with a `main`.

use std::io::Write;
use std::process::Stdio;

use crate::support::level::sample;
use crate::support::{Place, lacks, left_out, printed};

/// A program that shows where it runs, what it is given, and how it ends.
const PROGRAM: &str = r#"#include <stdio.h>
#include <unistd.h>

kernel void twice(float a<>, out float b<>) { b = 2 * a; }
reduce void sum(float a<>, reduce float r<>) { r += a; }

int main(int argc, char **argv) {
    float a<3>, b<3>, total, data[3];
    char line[100] = "";
    FILE *here = fopen("here.txt", "r");
    int i;
    for (i = 0; i < 3; i++) data[i] = i + argc;
    streamRead(a, data);
    twice(a, b);
    sum(b, total);
    printf("%s%s%s %g\n", argc > 1 ? argv[1] : "alone", argc > 2 ? " " : "", argc > 2 ? argv[2] : "", total);
    if (fgets(line, sizeof line, stdin)) printf("read %s", line);
    return here ? 7 : 0;
}
"#;

#[test]
fn a_program_has_its_arguments_input_folder_and_exit_code() {
    let place = Place::new();
    place.file("p.br", PROGRAM);
    assert_eq!(place.ok(&["run", "p.br"]), "alone 12\n");
    assert_eq!(place.ok(&["run", "p.br", "main"]), "alone 12\n");
    assert_eq!(place.ok(&["run", "p.br", "10", "20"]), "10 20 24\n");
    // What the command would take for itself, behind `--`.
    assert_eq!(place.ok(&["run", "p.br", "--", "--help", "sum"]), "--help sum 24\n");
    assert_eq!(place.names(), ["p.br"]);
    place.file("here.txt", "");
    let mut command = place.command(&["run", "p.br", "x"]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(b"a line\n").unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(printed(output.stdout), "x 18\nread a line\n");
    assert_eq!(output.status.code(), Some(7));
}

#[test]
fn a_word_that_names_a_kernel_is_that() {
    let place = Place::new();
    place.file("p.br", PROGRAM);
    place.list("a.npy", &[1.0, 2.0]);
    assert_eq!(place.ok(&["run", "p.br", "sum", "a=a.npy"]), "3\n");
    // A program without a `main` shows its kernels, and refuses words for a program.
    place.file("kernels.br", "kernel void twice(float a<>, out float b<>) { b = 2 * a; }");
    assert!(place.ok(&["run", "kernels.br"]).contains("twice"));
    let error = place.misuse(&["run", "kernels.br", "--", "x"]);
    assert!(error.contains("arguments behind `--` are for programs with a `main`, and kernels.br has none"), "{error}");
    let error = place.misuse(&["run", "kernels.br", "--trace", "t.json"]);
    assert!(error.contains("--trace is for commands that work on a device"), "{error}");
    let error = place.misuse(&["run", "kernels.br", "thrice"]);
    assert!(error.contains("thrice") && error.contains("twice"), "{error}");
}

#[test]
fn mistakes_are_shown_on_the_lines_of_the_program() {
    let place = Place::new();
    // Of host code by the C++ compiler, of kernels by us, before any compiler is called.
    place.file(
        "host.br",
        "kernel void k(float a<>,\n  out float b<>) {\n  b = a;\n}\nint main() {\n  float a<3>,\n    b<3>;\n  k(a, b);\n  return unknown;\n}\n",
    );
    let error = place.fails(&["run", "host.br"]);
    assert!(error.contains("host.br:9:") && error.contains("unknown"), "{error}");
    assert!(error.contains("brooklet: the host code does not compile: `"), "{error}");
    place
        .file("kernel.br", "kernel void k(float a[], out float b<>) {\n  b = a;\n}\nint main() { return nonsense; }\n");
    let error = place.fails(&["run", "kernel.br"]);
    assert!(error.contains("error[B0301]") && error.contains("kernel.br:2:7"), "{error}");
    assert!(!error.contains("nonsense"), "{error}");
}

#[test]
fn without_a_compiler_it_says_which_package_has_one() {
    let place = Place::new();
    place.file("p.br", PROGRAM);
    let run = |name: &str, value: &str| {
        let output = place.command(&["run", "p.br"]).env_remove("CXX").env(name, value).output().unwrap();
        assert_eq!(output.status.code(), Some(1));
        printed(output.stderr)
    };
    let package = match std::env::consts::OS {
        "windows" => "install MinGW-w64's, as by `winget install BrechtSanders.WinLibs.POSIX.UCRT`",
        "macos" => "install Apple's by `xcode-select --install`",
        _ => "install the package `g++`",
    };
    assert_eq!(
        run("PATH", "/nowhere"),
        format!(
            "brooklet: there is no C++ compiler (c++, g++ or clang++), which host code needs: {package}, or name one in CXX\n"
        )
    );
    assert_eq!(
        run("CXX", "/nowhere/c++ -O3"),
        "brooklet: there is no C++ compiler `/nowhere/c++`, which the environment variable CXX names\n"
    );
}

#[test]
fn what_is_made_of_a_program_has_no_warnings() {
    let place = Place::new();
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/demos/brook/programs");
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        // What the host does not use it need not name.
        place.file(&name, text.replace("char **argv", "char **"));
    }
    let own = "c++ -std=c++17 -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror -Wno-error=conversion";
    let names = place.names();
    let programs = names.iter().filter(|name| name.ends_with(".br") && *name != "pair_kernels.br");
    // A compiler takes more than a second for each.
    for name in sample(programs, 1, 4) {
        let mut words = vec!["run", name];
        if name == "pair.br" {
            words.extend(["--with", "pair_kernels.br"]);
        }
        let output = place.command(&words).env("CXX", own).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{name}: {said}");
        // The program's own conversions are its own.
        assert!(!said.contains("/include/"), "{name}: {said}");
    }
}

#[test]
fn cc_writes_where_it_is_told() {
    let place = Place::new();
    place.file("p.br", PROGRAM);
    place.ok(&["cc", "p.br"]);
    assert!(place.text("p.cpp").starts_with("// Made by brooklet cc from p.br"));
    place.ok(&["cc", "p.br", "-o", "q"]);
    place.ok(&["cc", "p.br", "-o", "r.cpp"]);
    place.ok(&["cc", "-k", "-p", "gles", "-p", "cpu", "-A", "-f", "cgc", "-a", "6800", "p.br", "-o", "s"]);
    assert_eq!(place.names(), ["p.br", "p.cpp", "q.cpp", "r.cpp", "s.cpp", "s_sum.frag", "s_twice.frag"]);
    assert!(place.text("s_twice.frag").starts_with("#version 330 core\n"));
    assert_eq!(place.text("s.cpp"), place.text("p.cpp"));
    // What it made it makes again; what others made it leaves alone.
    place.ok(&["cc", "p.br"]);
    place.file("p.cpp", "mine");
    let error = place.fails(&["cc", "p.br"]);
    assert_eq!(error, "brooklet: p.cpp was not made by brooklet cc: name the file with -o to replace it\n");
    place.file("h.brh", "typedef float2 Pair;\nkernel void k(Pair a<>, out Pair b<>);\n");
    place.ok(&["cc", "h.brh"]);
    let header = place.text("h.hpp");
    assert!(header.contains("void k(::brook::stream a, ::brook::stream b);"), "{header}");
    assert!(header.contains("#ifndef BROOK_H_BRH"), "{header}");
}

#[cfg(unix)]
#[test]
fn a_link_called_brcc_is_the_old_compiler() {
    let place = Place::new();
    place.file("p.br", PROGRAM);
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_brooklet"), place.path("brcc")).unwrap();
    let status = std::process::Command::new(place.path("brcc"))
        .args(["-k", "-N", "-p", "cpu", "-o", "built", "p.br"])
        .current_dir(place.path(""))
        .status()
        .unwrap();
    assert!(status.success());
    assert!(place.text("built.cpp").contains("void twice("));
    assert!(place.text("built_twice.frag").contains("twice"));
    let help = std::process::Command::new(place.path("brcc")).arg("-h").output().unwrap().stdout;
    assert!(String::from_utf8_lossy(&help).contains("Usage: brcc [OPTIONS] <FILE.br>"));
}

#[test]
fn a_program_that_goes_wrong_says_what_and_ends() {
    let place = Place::new();
    let kernel = "kernel void k(float a<>, out float b<>) { b = a; }\n";
    let wrong = [
        ("float a<3>, b<4>; k(a, b);", "kernel `k`: `a` is 3 and output `b` 4: along x, 3 does not divide 4"),
        ("float a<-2>; k(a, a);", "a stream's extent is -2"),
        ("float a<4>; streamPrint(a.domain(1, 5));", "the domain from 1 to 5 is not part of a stream of 4"),
        (
            "float a<4, 4>; streamPrint(a.domain(1, 2));",
            "a corner of a domain has 1 number, and its stream has 2 dimensions",
        ),
        (
            "float2 a<4>; float b<4>; k(a, b);",
            "kernel `k`: input stream `a` is of float, and is given a stream of float2",
        ),
    ];
    for (main, said) in sample(wrong, 0, 4) {
        place.file(
            "p.br",
            format!("{kernel}int main() {{ printf(\"before\\n\"); {main} printf(\"after\\n\"); return 0; }}"),
        );
        let run = place.run(&["run", "p.br"]);
        assert_eq!((run.code, run.out.as_str()), (Some(1), "before\n"), "{}", run.err);
        assert!(run.err.contains(said), "{}", run.err);
    }
}

#[test]
fn macros_make_kernels_and_folders_have_includes() {
    let place = Place::new();
    std::fs::create_dir(place.path("lib")).unwrap();
    place.file("lib/make.br", "#define MAKE(T) kernel void twice_##T(T a<>, out T b<>) { b = K * a; }\n");
    place.file("more.bri", "MAKE(float)\nMAKE(float2)\n");
    place.file(
        "p.br",
        "#include <make.br>\n#include \"more.bri\"\n#include <stdio.h>
         int main() { float a<2>; float2 b<1>; float h[] = {1, 2};
         streamRead(a, h); twice_float(a, a); streamPrint(a); streamRead(b, h); twice_float2(b, b); streamPrint(b);
         printf(\"%d\\n\", K); return 0; }",
    );
    let printed = "3.00 6.00 \n{3.00, 6.00}\n3\n";
    assert_eq!(place.ok(&["run", "p.br", "-I", "lib", "-D", "K=3"]), printed);
}

#[test]
fn what_drivers_compile_is_kept_unless_told_otherwise() {
    let place = Place::new();
    place.file("p.br", PROGRAM);
    let run = |args: &[&str]| {
        let output = place.command(args).env("BROOKLET_CACHE", place.path("cache")).output().unwrap();
        assert_eq!(printed(output.stdout), "alone 12\n");
    };
    run(&["run", "p.br", "--no-cache"]);
    assert_eq!(place.names(), ["p.br"]);
    run(&["run", "p.br"]);
    // Damaged ones are made again.
    let kept = std::fs::read_dir(place.path("cache")).unwrap().map(|entry| entry.unwrap().path());
    let files: Vec<_> = kept.filter(|path| path.is_file()).collect();
    // A driver may give no binaries; then there is nothing to damage. Mesa gives them unless its own cache is off.
    if files.is_empty() {
        let info: serde_json::Value = serde_json::from_str(&place.ok(&["info", "--json"])).unwrap();
        match std::env::var_os("MESA_SHADER_CACHE_DISABLE") {
            Some(_) => left_out("binaries of programs: MESA_SHADER_CACHE_DISABLE is set"),
            None => lacks(&info, "binaries of programs"),
        }
        return;
    }
    for file in &files {
        let mut bytes = std::fs::read(file).unwrap();
        let middle = bytes.len() / 2;
        bytes[middle..].fill(0x55);
        std::fs::write(file, &bytes[..bytes.len() - 7]).unwrap();
    }
    run(&["run", "p.br"]);
    // A driver need not give the same bytes again. What it gave is whole, since it is left as it is from then on.
    let kept = || -> Vec<Vec<u8>> { files.iter().map(|file| std::fs::read(file).unwrap()).collect() };
    let again = kept();
    assert!(again.iter().all(|bytes| !bytes.ends_with(&[0x55; 8])), "what was damaged is made again");
    run(&["run", "p.br"]);
    assert!(kept() == again, "what is whole is not made again");
}

#[test]
fn warnings_are_shown_the_first_time_and_counted_after_that() {
    let place = Place::new();
    let text = "kernel void k(float a<>, float c, out float b<>) { float d; b = a + d; }\n";
    place.file("p.br", text);
    place.list("a.npy", &[1.0]);
    let words = ["run", "p.br", "k", "a=a.npy", "c=1", "b=@b.npy"];
    let first = place.run(&words).err;
    assert!(first.contains("warning[B0") && first.contains("p.br:1:"), "{first}");
    assert!(first.contains("parameter `c` is never used"), "{first}");
    assert_eq!(
        place.run(&words).err,
        "note: 2 warnings, already shown before: `brooklet check p.br` shows them again\n"
    );
    // Of another text, and always by `check`.
    place.file("p.br", format!("\n{text}"));
    assert!(place.run(&words).err.contains("warning[B0"));
    for _ in 0..2 {
        assert!(place.run(&["check", "p.br"]).err.contains("warning[B0"));
    }
}

#[test]
fn a_trace_has_the_passes_of_a_program() {
    let place = Place::new();
    place.file("p.br", PROGRAM);
    assert_eq!(place.ok(&["run", "p.br", "--trace", "t.json"]), "alone 12\n");
    let trace = place.text("t.json");
    assert!(trace.contains("\"twice\"") && trace.contains("\"sum\""), "{trace}");
}

#[test]
fn odd_forms_of_the_time() {
    let place = Place::new();
    place.file("once.brh", "#pragma once\ntypedef struct { float one; } One;\n");
    place.file(
        "p.br",
        "\u{feff}#include <stdio.h>
         #include <vector>
         #include \"once.brh\"
         #include \"once.brh\"
         using namespace std;
         float *data; int size;
         float a<2>; float h[2] = {1, 2};
         struct Before { Before() { streamRead(a, h); } } before;
         struct Member { float s<3>; };
         kernel void add(float a<>, float new, out float b<>) { b = a + new; }
         kernel void ones(One a<>, out One b<>) { b.one = a.one + 1; }
         kernel void shorts(unsigned short int a<>, out short unsigned b<>, short int c) { b = a + c; }
         reduce void sum(float a<>, reduce float r<>) { r += a; }
         void show(const float s<>) { streamPrint(s); }
         extern \"C\" int main() {
           Member m; One oh[2] = {{1}, {2}}; One os<2>;
           short unsigned us<2>; unsigned short int u[2] = {65535, 3};
           static const float c<1>; float const d<1>;
           int n = 2;
           float st<static_cast<int>(2.5f)>, an<n && 1>;
           show(a); add(a, 2, m.s.domain(0, 2)); show(m.s);
           streamRead(os, oh); ones(os, os); streamPrint(os);
           streamRead(us, u); shorts(us, us, 2); streamPrint(us);
           show(c); show(d); show(st); show(an);
           sum(a, a); show(a);
           return 0;
         }",
    );
    let printed = "1.00 2.00 \n3.00 4.00 0.00 \n{2.00}{3.00}\n1 5 \n0.00 \n0.00 \n0.00 0.00 \n0.00 \n1.00 2.00 \n";
    assert_eq!(place.ok(&["run", "p.br"]), printed);
    // What a preprocessor has made leads back to its own lines.
    place.file("made.br", "# 1 \"orig.br\"\nkernel void k(float a<>,\n out float b<>) { b = a; }\n# 30 \"orig.br\"\nint main() {\n return x; }\n");
    assert!(place.fails(&["run", "made.br"]).contains("orig.br:31:"));
    for (extents, said) in [("3, -1", "a stream's extent is -1"), ("1, 2, 3, 4, 5", "a stream has 1 to 4 dimensions")] {
        place.file("wrong.br", format!("int main() {{ float a<{extents}>; return 0; }}"));
        let said_of = place.fails(&["run", "wrong.br"]);
        assert!(said_of.contains(said), "{said_of}");
    }
}

#[test]
fn what_is_the_programs_own_stays_its_own() {
    let place = Place::new();
    // A header of the program's name, functions before streams, pointers beside them.
    place.file("p.h", "#define OWN 5\n");
    place.file(
        "p.br",
        "#include <stdio.h>
         #include \"p.h\"
         kernel void add(float a<>, float k, out float b<>) { b = a + k; }
         int helper(int x) { return x + 1; }
         float2 pairs<2>, more<2>;
         struct S { float get() { return 1; } float p<3>, q<3>; };
         int main(int argc, char **, char **environment) {
           S s; float *d = 0, t<3>;
           add(s.p, OWN, t); streamPrint(t); streamPrint(more);
           printf(\"%d %d %d\\n\", helper(1), d == 0, environment[0] != 0);
           return 0;
         }",
    );
    assert_eq!(place.ok(&["run", "p.br"]), "5.00 5.00 5.00 \n{0.00, 0.00}{0.00, 0.00}\n2 1 1\n");
    let error = place.fails(&["cc", "--header", "p.br", "-o", "p"]);
    assert!(error.contains("p.h was not made by brooklet cc"), "{error}");
    // Nothing is kept where nothing is to be kept, warnings neither.
    place.file("w.br", "kernel void k(float a<>, out float b<>) { float d; b = a + d; }\nint main() { return 0; }\n");
    let output = place.command(&["run", "w.br", "--no-cache"]).env("BROOKLET_CACHE", place.path("cache")).output();
    assert!(printed(output.unwrap().stderr).contains("warning"));
    assert!(!place.path("cache").exists());
}

#[cfg(unix)]
#[test]
fn a_program_whose_output_nobody_reads_ends() {
    let place = Place::new();
    place.file("p.br", "#include <stdio.h>\nint main() { for (;;) printf(\"a line\\n\"); }\n");
    let mut child = place.command(&["run", "p.br"]).stdout(Stdio::piped()).spawn().unwrap();
    let mut line = [0; 7];
    std::io::Read::read_exact(child.stdout.as_mut().unwrap(), &mut line).unwrap();
    drop(child.stdout.take());
    assert!(!child.wait().unwrap().success());
}

#[test]
fn many_functions_and_long_words_take_no_time() {
    let place = Place::new();
    let functions: String = (0..3000).map(|k| format!("int f{k}(int x) {{ return x + {k}; }}\n")).collect();
    let kernels: String =
        (0..1000).map(|k| format!("kernel void k{k}(float a<>, out float b<>) {{ b = a; }}\n")).collect();
    place.file("many.br", functions + &kernels);
    // Where the time grew with the square of them, this took half a minute.
    place.ok(&["cc", "many.br"]);
    assert!(place.text("many.cpp").contains("void k999("));
    let mut text = String::from("#define CAT(x) x##x\n#define D0 ab\n");
    for k in 1..26 {
        text += &format!("#define X{k}(x) CAT(x)\n#define D{k} X{k}(D{})\n", k - 1);
    }
    place.file("long.br", text + "kernel void k(float a<>, out float b<>) { b = D25; }\n");
    let error = place.fails(&["check", "long.br"]);
    assert!(error.contains("`##` makes a word of 2048 letters: the maximum is 1024"), "{error}");
}

#[test]
fn host_code_is_compiled_again_where_something_in_it_has_changed() {
    let place = Place::new();
    place.file("size.h", "#define SIZE 3\n");
    let main = "#include <stdio.h>\n#include \"size.h\"\nint main() { printf(\"%d\\n\", SIZE + ADD); return 0; }\n";
    place.file("p.br", main.replace("ADD", "0"));
    let run = |compiler: Option<&str>| {
        let mut command = place.command(&["run", "p.br"]);
        command.env("BROOKLET_CACHE", place.path("cache")).envs(compiler.map(|name| ("CXX", name)));
        let output = command.output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        printed(output.stdout)
    };
    let objects = || std::fs::read_dir(place.path("cache/host")).unwrap().count() / 2;
    assert_eq!((run(None), run(None).as_str(), objects()), ("3\n".into(), "3\n", 1));
    place.file("size.h", "#define SIZE 4\n");
    assert_eq!((run(None).as_str(), objects()), ("4\n", 1));
    place.file("p.br", main.replace("ADD", "10"));
    assert_eq!((run(None).as_str(), objects()), ("14\n", 2));
    assert_eq!((run(Some("c++ -DOTHER")).as_str(), objects()), ("14\n", 3));
}

#[test]
fn a_program_is_built_where_there_is_a_library() {
    let place = Place::new();
    place.file("p.br", PROGRAM);
    // The command without its library beside it: a link, not a copy. While this process writes a copy, another test may start a process,
    // which has the copy open until it runs its own program, and Linux runs no file that is open for writing.
    let elsewhere = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let lonely = elsewhere.path().join("brooklet").with_extension(std::env::consts::EXE_EXTENSION);
    std::fs::hard_link(env!("CARGO_BIN_EXE_brooklet"), &lonely).unwrap();
    let build = |library: Option<&std::path::Path>| {
        let mut command = std::process::Command::new(&lonely);
        command.args(["build", "p.br", "-o", "p"]).current_dir(place.path("")).env_remove("BROOKLET_LIB");
        command.envs(library.map(|folder| ("BROOKLET_LIB", folder)));
        command.output().unwrap()
    };
    let said = printed(build(None).stderr);
    let library = if cfg!(windows) { "brooklet.dll" } else { "libbrooklet." };
    assert!(said.starts_with(&format!("brooklet: there is no {library}")), "{said}");
    assert!(said.contains("cargo rustc --release --lib --features capi --crate-type cdylib"), "{said}");
    assert!(said.contains("BROOKLET_LIB"), "{said}");
    let Some(folder) = std::env::var_os("BROOKLET_LIB") else {
        left_out("the shared library: BROOKLET_LIB names no folder");
        return;
    };
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let output = build(Some(&folder));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    assert!(said.contains("note: p uses "), "{said}");
    let output = std::process::Command::new(place.path("p")).stdin(Stdio::null()).output().unwrap();
    assert_eq!(printed(output.stdout), "alone 12\n");
}

#[test]
fn parameters_may_have_the_names_of_what_is_generated() {
    let place = Place::new();
    place.file(
        "p.br",
        "#include <stdio.h>\n\
         kernel void k(float _call<>, float _call_, float this, float this_, float brook_program_p, out float r<>) {\n\
         r = _call + 10 * _call_ + 100 * this + 1000 * this_ + 10000 * brook_program_p; }\n\
         reduce void sum(float _call<>, reduce float _call_<>) { _call_ += _call; }\n\
         int main() { float data[2] = {1, 2}, total; float a<2>, b<2>; streamRead(a, data);\n\
         k(a, 2, 3, 4, 5, b); sum(b, total); printf(\"%g\\n\", total); return 0; }\n",
    );
    assert_eq!(place.ok(&["run", "p.br"]), "108643\n");
}
