//! The reader of sources finds what it has to: a small crate with every form.

use std::path::PathBuf;

use crate::graph;
use crate::source::Source;

/// Writes a crate into a folder that is deleted when it goes out of scope.
fn written(files: &[(&str, &str)]) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let file = folder.path().join(name);
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(file, text).unwrap();
    }
    let root = folder.path().join("lib.rs");
    (folder, root)
}

/// Who names whom, as lines: `a -> b:line`.
fn named(files: &[(&str, &str)]) -> Vec<String> {
    let (_folder, root) = written(files);
    let source = Source::read(&root);
    let name = |module: usize| source.modules[module].name.clone();
    source.edges().iter().map(|((from, to), line)| format!("{} -> {}:{line}", name(*from), name(*to))).collect()
}

#[test]
fn it_follows_every_form_of_a_path() {
    let root = ("lib.rs", "mod low;\nmod high;\npub use low::deep::Thing;\n");
    let low = ("low/mod.rs", "pub mod deep;\npub use deep::{Thing, other as renamed};\n");
    let deep =
        ("low/deep.rs", "pub struct Thing;\npub fn other() {}\n#[macro_export]\nmacro_rules! made { () => {} }\n");
    let user = |text| {
        named(&[root, low, deep, ("high.rs", text)]).into_iter().filter(|edge| edge.starts_with("high")).collect()
    };
    let found = |line| vec![format!("high -> low::deep:{line}")];
    for text in [
        "use crate::Thing;",
        "use crate::{low::{deep::{Thing as Other}}};",
        "use super::low::renamed;",
        "fn f() { crate::low::Thing }",
        "fn f(x: &'static crate::Thing) {}",
        "fn f() -> char { let x = '\"'; crate::low::renamed() }",
        "mod inner { fn f() { super::super::Thing::new() } }",
        "fn f() { format!(\"{}\", crate::low::deep::other()) }",
        "macro_rules! m { () => { $crate::Thing } }",
        "#[derive(Debug)] struct S<'a>(&'a crate::Thing);",
    ] {
        let edges: Vec<String> = user(text);
        assert_eq!(edges, found(1), "{text}");
    }
    let edges: Vec<String> = user("use crate::low;\n\nfn f() {\n    low::Thing\n}");
    assert_eq!(edges, ["high -> low:1", "high -> low::deep:4"]);
    let edges: Vec<String> = user("use crate::low::*;\nfn f(x: Thing) {}");
    assert_eq!(edges, ["high -> low:1", "high -> low::deep:2"]);
    for text in [
        "// use crate::Thing;\n/* crate::Thing /* nested */ crate::Thing */",
        "fn f() { \"crate::Thing\"; r#\"crate::\"Thing\"#; b\"crate::Thing\"; '\"' }",
        "#[cfg(test)]\nmod tests { use crate::Thing; }",
        "#[cfg(test)]\nuse crate::{Thing, low::renamed};",
        "#[cfg(test)]\nconst fn f() { crate::Thing }",
        "/// [`crate::Thing`]\nstruct S;",
        "pub(in crate::low) struct S;",
    ] {
        assert_eq!(user(text), Vec::<String>::new(), "{text}");
    }
}

/// The names of the circles of a crate.
fn circles(files: &[(&str, &str)]) -> Vec<String> {
    let (_folder, root) = written(files);
    let source = Source::read(&root);
    graph::circles(&source, &source.edges()).into_iter().map(|circle| circle.name).collect()
}

#[test]
fn it_finds_circles() {
    let root = ("lib.rs", "mod a;\nmod b;\n");
    let (a, b) = (("a.rs", "use crate::b::B;\npub struct A;\n"), ("b.rs", "pub struct B;\n"));
    assert_eq!(circles(&[root, a, b]), Vec::<String>::new());
    assert_eq!(circles(&[root, a, ("b.rs", "pub struct B;\nfn f(a: super::a::A) {}\n")]), ["the top: a, b"]);

    // A parent and its child may name each other; two of its children may not, nor what lies in them.
    let root = ("lib.rs", "mod m;\n");
    let parent = ("m/mod.rs", "mod x;\nmod y;\npub struct M(x::X);\n");
    let x = ("m/x.rs", "use super::{M, y::Y};\npub struct X;\n");
    assert_eq!(circles(&[root, parent, x, ("m/y.rs", "pub struct Y;\n")]), Vec::<String>::new());
    assert_eq!(circles(&[root, parent, x, ("m/y.rs", "use super::x::X;\npub struct Y;\n")]), ["m: x, y"]);
    let y = [("m/y/mod.rs", "mod z;\npub struct Y;\n"), ("m/y/z.rs", "use super::super::x::X;\n")];
    assert_eq!(circles(&[root, parent, x, y[0], y[1]]), ["m: x, y"]);

    // A grandparent and its grandchild may not.
    let parent = ("m/mod.rs", "mod y;\npub struct M;\nfn f() { y::z::Z }\n");
    let y = [("m/y/mod.rs", "pub mod z;\npub struct Y;\n"), ("m/y/z.rs", "use super::super::M;\npub struct Z;\n")];
    assert_eq!(circles(&[root, parent, y[0], y[1]]), ["m itself: y::z"]);

    // What a module only hands on, it does not need.
    let hands_on = ("m/mod.rs", "mod y;\npub struct M;\npub use y::z::Z;\n");
    assert_eq!(circles(&[root, hands_on, y[0], y[1]]), Vec::<String>::new());
    let uses = ("m/mod.rs", "mod y;\npub struct M;\npub use y::z::Z;\nfn f(z: Z) {}\n");
    assert_eq!(circles(&[root, uses, y[0], y[1]]), ["m itself: y::z"]);
}

#[test]
fn it_measures_functions_and_structs() {
    let text = "/// Has a reason.\n/// And more.\n#[derive(Debug)]\npub struct S<T: Copy> {\n    /// Doc.\n    pub a: Vec<(T, T)>,\n    \
                #[x(y: z)]\n    b: [u8; 2],\n}\n\nfn f<const N: usize>(x: [u8; 2]) {\n    if x {\n    }\n}\nunsafe fn g() {}\n";
    let (_folder, root) = written(&[("lib.rs", text)]);
    let source = Source::read(&root);
    let sizes =
        source.modules[0].sizes.iter().map(|size| (size.what, &size.name[..], size.line, size.size, &size.doc[..]));
    let doc = "/// Has a reason.\n/// And more.";
    assert_eq!(sizes.collect::<Vec<_>>(), [("struct", "S", 4, 2, doc), ("fn", "f", 11, 4, ""), ("fn", "g", 15, 1, "")]);
    assert_eq!(source.modules[0].unsafes, [15]);

    let (_folder, root) =
        written(&[("lib.rs", "struct S { a: u8 }\n#[derive(Debug, Args)]\n#[command()]\npub struct O { a: u8 }\n")]);
    let options =
        |root: &PathBuf| Source::read(root).modules[0].sizes.iter().map(|size| size.options).collect::<Vec<_>>();
    assert_eq!(options(&root), [false, true]);
}
