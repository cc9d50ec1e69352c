//! The layers of the library hold: who may name whom, no circles, unsafe code in two places, functions and structs that fit a
//! screen, and every file is a module. Read from the sources, in a second; each breach with its file and line.
//!
//! `src/main.rs` and `cli` are a crate of their own, which the compiler keeps above all of this, and so is the gallery; circles
//! within them are found.

#[path = "layers/graph.rs"]
mod graph;
#[path = "layers/lexer.rs"]
mod lexer;
#[path = "layers/names.rs"]
mod names;
#[path = "layers/reader.rs"]
mod reader;
#[path = "layers/source.rs"]
mod source;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use names::Edges;
use source::Source;

/// The modules of `src`, lowest first, and which others each may name: those that stand above it here, and of those what it
/// has to. The root names all, and what it exports counts for the module that it is from.
const MAY_NAME: [(&str, &str); 42] = [
    // Plain data.
    ("bins", ""),
    ("guide", ""),
    ("process", ""),
    ("shape", ""),
    ("syntax", ""),
    ("value", ""),
    ("texel", "value"),
    ("generator", ""),
    ("geometry", "shape"),
    ("fragment_operations", "geometry"),
    ("layouts", "geometry value"),
    ("mesh", ""),
    ("explain", "syntax"),
    // Languages, and what they become.
    ("ir", "geometry syntax texel value"),
    ("kernel", "ir syntax texel value"),
    ("glsl", "geometry ir syntax texel"),
    // Below the programs of chips: its library is written in the kernel language.
    ("fragment_program", "geometry glsl ir kernel layouts shape syntax value"),
    // An operator checks its own expression.
    ("operator", "ir kernel texel"),
    // What executes passes.
    ("backend", "fragment_operations fragment_program geometry glsl ir layouts process syntax value"),
    // A trace says what a backend counted.
    ("trace", "backend fragment_operations fragment_program geometry"),
    // The sum of the layers' errors, and those of the layers above as plain data.
    ("error", "backend bins geometry ir kernel operator shape syntax"),
    (
        "machine",
        "backend error fragment_operations fragment_program geometry glsl ir kernel layouts shape syntax texel trace value",
    ),
    // Another language; it draws, too.
    ("cg", "backend error fragment_program glsl ir machine syntax texel"),
    // The door between devices and the emulator.
    ("emulate", "backend error fragment_program ir machine"),
    // What is known of a method, beside the code that runs it.
    ("method", "geometry ir"),
    ("keys", "error"),
    ("lines", "error shape"),
    ("weights", "error"),
    ("fourier", ""),
    // The same names three times.
    ("reference", "bins error generator lines operator shape texel weights"),
    (
        "primitives",
        "backend bins error fourier fragment_operations generator geometry glsl ir kernel keys lines machine method operator shape texel \
         value weights",
    ),
    (
        "compute",
        "backend bins error fourier generator glsl kernel keys lines machine method operator shape texel weights",
    ),
    // Where the three meet.
    (
        "catalog",
        "bins compute error generator geometry keys lines machine method operator primitives reference shape weights",
    ),
    ("brook", "backend error glsl ir machine operator primitives shape syntax texel value"),
    ("puzzle", "backend brook error fragment_program ir kernel machine shape syntax value"),
    (
        "applications",
        "backend bins brook error fragment_operations generator geometry glsl ir kernel machine mesh operator primitives shape syntax texel \
         value",
    ),
    ("export", "backend error geometry glsl ir layouts machine shape texel value"),
    ("io", "error machine mesh texel"),
    (
        "compare",
        "applications backend brook catalog compute error fragment_program generator geometry glsl kernel machine mesh method \
         operator primitives reference trace weights",
    ),
    ("window", "backend error geometry glsl machine shape"),
    (
        "web",
        "backend bins brook error fragment_operations fragment_program geometry ir kernel keys machine method operator primitives shape syntax texel \
         value weights",
    ),
    (
        "capi",
        "backend bins brook catalog cg error fragment_program glsl ir keys machine operator primitives process shape syntax texel value weights",
    ),
];

/// Breaches of the table that are still there. This list only shrinks.
const BREACHES: [&str; 0] = [];

/// Lines of a function, at most; outside of tests.
const LINES: usize = 80;

/// Fields of a struct, at most; where it has more, its doc says why, with the word "fields". The options of a command are free:
/// each is a field, and the doc is the command's help.
const FIELDS: usize = 15;

/// Modules that may name `backend::emulator`, and what is in it: the trait's module, and the door that opens it.
const EMULATOR: [&str; 2] = ["backend", "emulate"];

/// Modules whose code may be unsafe: calls of OpenGL, and pointers of C.
const UNSAFE: [&str; 2] = ["backend::gl", "capi"];

static LIBRARY: LazyLock<(Source, Edges)> = LazyLock::new(|| read("src/lib.rs"));
static COMMAND: LazyLock<(Source, Edges)> = LazyLock::new(|| read("src/main.rs"));
static GALLERY: LazyLock<(Source, Edges)> = LazyLock::new(|| read("demos/gallery/main.rs"));

fn read(root: &str) -> (Source, Edges) {
    let source = Source::of_package(root);
    let edges = source.edges();
    (source, edges)
}

fn top(module: &str) -> &str {
    module.split("::").next().unwrap_or(module)
}

/// Fails where what is found is not what is known.
fn only_known(known: &[&str], found: &[(String, Vec<String>)]) {
    let names: BTreeSet<&str> = found.iter().map(|(name, _)| name.as_str()).collect();
    let new = found.iter().filter(|(name, _)| !known.contains(&name.as_str()));
    let mut lines: Vec<String> = new.map(|(name, lines)| format!("{name}\n    {}", lines.join("\n    "))).collect();
    lines.extend(
        known.iter().filter(|name| !names.contains(*name)).map(|name| format!("{name}: gone, strike it from the list")),
    );
    assert!(lines.is_empty(), "\n{}\n", lines.join("\n"));
}

#[test]
fn modules_name_what_the_table_lets_them() {
    for (k, (module, named)) in MAY_NAME.iter().enumerate() {
        for other in named.split_whitespace() {
            let above = MAY_NAME[..k].iter().any(|(above, _)| *above == other);
            assert!(above, "{module} may name {other}, which does not stand above it in the table");
        }
    }
    let (library, edges) = &*LIBRARY;
    let mut found: Vec<(String, Vec<String>)> = Vec::new();
    for ((from, to), line) in edges {
        let (from_top, to_top) = (top(&library.modules[*from].name), top(&library.modules[*to].name));
        if *from == 0 || *to == 0 || from_top == to_top {
            continue;
        }
        let (_, named) = MAY_NAME.iter().find(|(module, _)| *module == from_top).unwrap_or_else(|| {
            panic!("{}:{line}: module {from_top} is not in the table", library.modules[*from].file.display())
        });
        if !named.split_whitespace().any(|name| name == to_top) {
            let name = format!("{from_top} may not name {to_top}");
            let line = format!("{}:{line} names {}", library.modules[*from].file.display(), library.modules[*to].name);
            match found.iter_mut().find(|(known, _)| *known == name) {
                Some((_, lines)) => lines.push(line),
                None => found.push((name, vec![line])),
            }
        }
    }
    only_known(&BREACHES, &found);
}

#[test]
fn modules_form_no_circles() {
    let mut found = Vec::new();
    for (source, edges) in [&*LIBRARY, &*COMMAND, &*GALLERY] {
        let circles = graph::circles(source, edges);
        found.extend(circles.into_iter().map(|circle| (circle.name, circle.lines)));
    }
    only_known(&[], &found);
}

#[test]
fn the_emulator_is_named_by_the_door_that_opens_it() {
    let (library, edges) = &*LIBRARY;
    let is_inside = |name: &str| name == "backend::emulator" || graph::is_within(name, "backend::emulator");
    for ((from, to), line) in edges {
        let (from_name, to_name) = (library.modules[*from].name.as_str(), &library.modules[*to].name);
        let allowed = is_inside(from_name) || EMULATOR.contains(&from_name);
        let file = library.modules[*from].file.display();
        assert!(!is_inside(to_name) || allowed, "{file}:{line}: {from_name} names {to_name}");
    }
}

#[test]
fn unsafe_code_has_its_places() {
    for module in &LIBRARY.0.modules {
        let allowed = UNSAFE.iter().any(|place| module.name == *place || graph::is_within(&module.name, place));
        for line in &module.unsafes {
            assert!(allowed, "{}:{line}: unsafe code outside of {UNSAFE:?}", module.file.display());
        }
    }
}

#[test]
fn functions_and_structs_fit_a_screen() {
    let mut found = Vec::new();
    for module in [&LIBRARY.0, &COMMAND.0, &GALLERY.0].iter().flat_map(|source| &source.modules) {
        for size in &module.sizes {
            let (max, unit) = if size.what == "fn" { (LINES, "lines") } else { (FIELDS, "fields") };
            if size.size > max && !size.options && !size.doc.contains("fields") {
                let (file, line, what) = (module.file.display(), size.line, size.what);
                found.push(format!("{file}:{line}: {what} {} has {} {unit}, {max} at most", size.name, size.size));
            }
        }
    }
    assert!(found.is_empty(), "\n{}\n", found.join("\n"));
}

/// Folders in which each file is a module: the library, and tests of several files.
fn folders_of_modules(package: &Path) -> Vec<PathBuf> {
    let tests = std::fs::read_dir(package.join("tests")).unwrap().map(|entry| entry.unwrap().path());
    let mut folders: Vec<PathBuf> = tests.filter(|path| path.join("main.rs").exists()).collect();
    folders.push(package.join("src"));
    folders
}

/// A file that no module declares is not compiled, and its tests do not run.
#[test]
fn every_file_is_a_module() {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut folders = folders_of_modules(package);
    let mut found = Vec::new();
    while let Some(folder) = folders.pop() {
        let roots = ["lib.rs", "main.rs", "mod.rs"].map(|name| folder.join(name));
        let declarers: Vec<PathBuf> =
            roots.into_iter().chain([folder.with_extension("rs")]).filter(|file| file.exists()).collect();
        let texts: String = declarers.iter().map(|file| std::fs::read_to_string(file).unwrap()).collect();
        let declares = |name: &str| texts.lines().any(|line| line.trim_end().ends_with(&format!("mod {name};")));
        for entry in std::fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_stem().unwrap().to_str().unwrap();
            let is_rust = path.extension().is_some_and(|ending| ending == "rs");
            if path.is_dir() {
                folders.push(path);
            } else if is_rust && !["lib", "main", "mod"].contains(&name) && !declares(name) {
                let declarer = declarers.first().unwrap_or(&folder).strip_prefix(package).unwrap().display();
                let file = path.strip_prefix(package).unwrap().display();
                found.push(format!(
                    "{file}: no module declares it, so it is not compiled: `mod {name};` goes into {declarer}"
                ));
            }
        }
    }
    assert!(found.is_empty(), "\n{}\n", found.join("\n"));
}
