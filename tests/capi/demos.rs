//! The demos of C and Python: compiled as their heads say, and run.
//!
//! Programs in C run on the library within these tests, by its table of functions, and need a C compiler alone. Where the environment variable
//! `BROOKLET_LIB` names the folder of a libbrooklet, it is linked with that too, and Python is run on it.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use brooklet::capi::HostLibrary;

use crate::calls::open;
use crate::left_out::left_out;
use crate::mesa;

/// A file of the repository.
fn own(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// Runs a command; what it printed.
fn run(command: &mut Command) -> Output {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let (printed, said) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{command:?}: {}\n{printed}\n{said}", output.status);
    output
}

/// The compiler of a file in C or C++, told what every program is.
fn compiler(source: &Path) -> Command {
    let (variable, name) = if is_cxx(source) { ("CXX", "c++") } else { ("CC", "cc") };
    let mut command = Command::new(std::env::var_os(variable).unwrap_or(name.into()));
    command.args(["-Wall", "-Wextra", "-Werror", "-I"]).arg(own("src/capi/include"));
    command
}

fn is_cxx(source: &Path) -> bool {
    source.extension().is_some_and(|ending| ending == "cpp")
}

/// The folder of a libbrooklet.
pub fn library() -> Option<PathBuf> {
    let Some(folder) = std::env::var_os("BROOKLET_LIB") else {
        left_out("the shared library: BROOKLET_LIB names no folder");
        return None;
    };
    // The tests run in the root of the repository, and so may have been told.
    Some(own("").join(folder))
}

#[test]
fn headers_are_c99_and_cxx() {
    let [c, cxx] = ["demos/c/streams.c", "demos/c/streams.cpp"].map(own);
    run(compiler(&c).args(["-std=c99", "-pedantic", "-fsyntax-only"]).arg(&c));
    run(compiler(&c).args(["-std=c11", "-pedantic", "-fsyntax-only"]).arg(&c));
    run(compiler(&c).args(["-fsyntax-only", "-x", "c++", "-std=c++17"]).arg(&c));
    run(compiler(&cxx).args(["-std=c++17", "-pedantic", "-fsyntax-only"]).arg(&cxx));
}

/// The variable of the environment that names what [`host`] runs.
const HOST: &str = "BROOKLET_TEST_HOST";

/// Not a test of its own: what the others run in a process of its own, since a program may end that.
#[test]
#[ignore = "others run it"]
fn host() {
    let Some(object) = std::env::var_os(HOST) else { return };
    // Drivers and caches are set up as for the other tests.
    open("cpu");
    let code = HostLibrary::open(Path::new(&object)).unwrap().main(&["program".to_owned()]).unwrap();
    assert_eq!(code, 0);
}

/// Runs a program in C or C++ on the table of functions; what it printed, among what tests print.
fn run_on_table(source: &Path, folder: &Path) -> String {
    let object = folder.join("program.so");
    let standard = if is_cxx(source) { "-std=gnu++17" } else { "-std=gnu99" };
    let table = ["-shared", "-fPIC", standard, "-DBROOKLET_HOST_TABLE", "-include", "brooklet.h", "-include"];
    run(compiler(source).args(table).arg("brook/host_table.h").arg(source).arg("-o").arg(&object));
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", "demos::host", "--ignored", "--nocapture"]).env(HOST, &object).envs(mesa::MESA);
    String::from_utf8(run(&mut command).stdout).unwrap()
}

#[test]
fn c_and_cxx_run_on_the_table_of_functions() {
    let folder = tempfile::tempdir().unwrap();
    for demo in ["demos/c/streams.c", "demos/c/streams.cpp"] {
        let printed = run_on_table(&own(demo), folder.path());
        for line in wanted(demo) {
            assert!(printed.contains(&line), "{demo}: no `{line}` in:\n{printed}");
        }
    }
}

/// The first program of the guide in a language.
fn of_guide(language: &str) -> String {
    let page = if language == "python" { "src/guide/python.md" } else { "src/guide/c.md" };
    let guide = std::fs::read_to_string(own(page)).unwrap();
    let (_, rest) = guide.split_once(&format!("```{language}\n")).unwrap();
    rest.split_once("```").unwrap().0.to_owned()
}

#[test]
fn programs_of_the_guide_run() {
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("sum.c");
    std::fs::write(&source, of_guide("c")).unwrap();
    assert!(run_on_table(&source, folder.path()).contains("9\n"));
    let source = folder.path().join("twice.cpp");
    std::fs::write(&source, of_guide("cpp")).unwrap();
    assert!(run_on_table(&source, folder.path()).contains("2\n2\n6\n8\n"));
    let Some(library) = library() else { return };
    python(&["-c", &(of_guide("python") + "    assert out[7] == 34\n")], &library);
}

/// What the head of a program says that it prints, without the handle.
fn wanted(demo: &str) -> Vec<String> {
    let text = std::fs::read_to_string(own(demo)).unwrap();
    let (_, rest) = text.split_once("and:\n").unwrap();
    let (head, _) = rest.split_once("#include").unwrap();
    head.lines()
        .map(|line| line.trim_start_matches("//").trim().split(" 0x").next().unwrap().to_owned())
        .filter(|line| !line.is_empty() && line != "*/")
        .collect()
}

#[test]
fn c_and_cxx_link_with_the_library() {
    let Some(library) = library() else { return };
    let folder = tempfile::tempdir().unwrap();
    for demo in ["demos/c/streams.c", "demos/c/streams.cpp"] {
        let (program, source) = (folder.path().join("streams"), own(demo));
        let standard = if is_cxx(&source) { "-std=c++17" } else { "-std=c99" };
        let mut command = compiler(&source);
        command.args([standard, "-O2"]).arg(&source).arg("-L").arg(&library);
        run(command.args(["-lbrooklet", "-o"]).arg(&program));
        let output =
            run(Command::new(&program).env("LD_LIBRARY_PATH", &library).env("BROOKLET_CACHE", "off").envs(mesa::MESA));
        let printed = String::from_utf8(output.stdout).unwrap();
        let mut lines = printed.lines();
        assert!(lines.next().unwrap().starts_with("on "), "{printed}");
        let given: Vec<&str> = lines.map(|line| line.split(" 0x").next().unwrap()).collect();
        assert_eq!(given, wanted(demo));
    }
}

/// The first Python that has NumPy, which the package needs: of `PYTHON`, or on the path, or Debian's.
fn interpreter() -> OsString {
    let given = std::env::var_os("PYTHON");
    let all = given.into_iter().chain(["python3", "/usr/bin/python3"].map(OsString::from));
    let has_numpy = |python: &OsString| {
        Command::new(python).args(["-c", "import numpy"]).output().is_ok_and(|output| output.status.success())
    };
    all.into_iter().find(has_numpy).expect("a Python with NumPy: apt-get install python3-numpy")
}

/// Runs a file of Python; what it printed.
fn python(arguments: &[&str], library: &Path) -> String {
    let mut command = Command::new(interpreter());
    command
        .current_dir(own("demos/python"))
        .args(arguments)
        .env("BROOKLET_LIB", library)
        .env("PYTHONPATH", own("src/python"));
    command.env("BROOKLET_CACHE", "off").env("PYTHONDONTWRITEBYTECODE", "1").envs(mesa::MESA);
    String::from_utf8(run(&mut command).stdout).unwrap()
}

/// What the example prints behind its first line.
const EXAMPLE: &str = "\
saxpy    12 24 36 48 60 72 84 96
total    432
operator 21 42 63 84 105 126 147 168
slice    3 4 5
mask     30 40 50 60
map      12 24 36 48 60 72 84 96
max      8
scan     1 3 6 10 15 21 28 36
filter   6 7 8
parts    2 4 6 8 1 3 5 7
kept     4
sort     7 6 5 4 3 2 1 0
with it  5 2 7 4 1 6 3 8
argsort  7 6 5 4 3 2 1 0
take     0 1 2 3 4 5 6 7
top      7 6 5
at       0 1 2
argmin   7
quarters 1.75 3.5 5.25
put      0 1 2 3 4 5 6 7
merge    0 1 1 2 2 3 3 4 4 5 5 6 6 7 7 8
unique   0 1 2
counts   2 3 3
sums     9 12 15
rows     10 26
columns  1 2 3 4 6 8 10 12
integers -5 16777216 16777216 16777217 of -5 16777216 16777217
search   0 4 8
cg       10 20 30 40
COMPILE - error[K0302]: there is no `alpha`
";

#[test]
fn the_example_of_python_runs() {
    let Some(library) = library() else { return };
    for arguments in [&["example.py"][..], &["example.py", "cpu"]] {
        let printed = python(arguments, &library);
        let (first, rest) = printed.split_once('\n').unwrap();
        assert!(first.starts_with("on "), "{arguments:?}: {first}");
        assert_eq!(rest, EXAMPLE, "{arguments:?}");
    }
}

#[test]
fn the_solver_in_python_converges() {
    let Some(library) = library() else { return };
    for (runtime, side) in [("ogl", "40"), ("cpu", "12")] {
        let printed = python(&["conjugate_gradients.py", runtime, side], &library);
        assert!(printed.contains(" unknowns, ") && printed.contains(" of the heat is left unexplained"), "{printed}");
    }
}

#[test]
fn the_package_of_python_keeps_what_it_promises() {
    let Some(library) = library() else { return };
    assert_eq!(python(&[own("tests/capi/check.py").to_str().unwrap()], &library), "all is well\n");
}

/// The examples in the package's documentation.
#[test]
fn the_documentation_of_python_is_true() {
    let Some(library) = library() else { return };
    let text = "
import doctest, importlib, pkgutil
import brooklet
names = ['brooklet'] + [f'brooklet.{own.name}' for own in pkgutil.iter_modules(brooklet.__path__) if own.name not in ('dask', '_native')]
results = [doctest.testmod(importlib.import_module(name)) for name in names]
assert sum(own.attempted for own in results) > 50, results
print(brooklet.__version__, sum(own.failed for own in results), 'failed')";
    // The version of the package is the crate's.
    let version = env!("CARGO_PKG_VERSION");
    assert_eq!(python(&["-c", text], &library), format!("{version} 0 failed\n"));
    let manifest = std::fs::read_to_string(own("src/python/Cargo.toml")).unwrap();
    assert!(manifest.contains(&format!("\nversion = \"{version}\"\n")), "the version of the wheel");
}
