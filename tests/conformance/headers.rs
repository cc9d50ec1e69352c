//! The headers are generated: `UPDATE_EXPECT=1 cargo test -p brooklet-conformance headers` writes them anew.

use std::path::Path;

/// What the generator is told.
const CONFIG: &str = r#"
language = "C"
cpp_compat = true
include_guard = "BROOKLET_H"
no_includes = true
sys_includes = ["stddef.h", "stdint.h"]
documentation_style = "c99"
usize_is_size_t = true
style = "both"
after_includes = """

// The C interface of brooklet, generated from its source: stream computing on the fragment pipeline.
//
// - A handle is a number: one that is wrong or freed is an error, not a crash. 0 is none.
// - Functions return a status; brooklet_error_text() has the text of the last error on this thread.
// - What a function makes, the caller frees, once. Freeing a device leaves its streams and programs.
// - Memory that is handed over stays the caller's, and is looked at during the call alone. Where nothing else is said, results are
//   written only where all went well.
// - Devices, and what is made on them, belong to the thread that opened them. Elsewhere they are BROOKLET_STATUS_WRONG_THREAD, and in a
//   child process that was forked BROOKLET_STATUS_FORKED. A child may open devices of its own: `cpu` always, those of drivers only if its
//   parent has opened none.
// - Texts are UTF-8 that ends in zero. Sizes are in bytes where they are called so, extents in elements, slowest first.
"""

[export.rename]
"Argument" = "BrookletArgument"
"CgArgument" = "BrookletCgArgument"
"CgResult" = "BrookletCgResult"
"DeviceDescription" = "BrookletDeviceDescription"
"ElementLayout" = "BrookletElementLayout"
"Handle" = "BrookletHandle"
"Input" = "BrookletInput"
"Status" = "BrookletStatus"

[enum]
rename_variants = "QualifiedScreamingSnakeCase"

[parse]
parse_deps = false

[const]
allow_static_const = false
"#;

fn check(path: &str, text: &str) {
    expect_test::expect_file![Path::new(crate::TOP).join(path)].assert_eq(text);
}

#[test]
fn the_header_is_that_of_the_source() {
    let config: cbindgen::Config = toml(CONFIG);
    let folder = Path::new(crate::TOP).join("src/capi");
    let mut builder = cbindgen::Builder::new().with_config(config);
    for file in [
        "version",
        "error",
        "handles",
        "device",
        "layout",
        "stream",
        "describe",
        "primitives",
        "order",
        "groups",
        "integers",
        "integer_order",
        "random",
        "histogram",
        "top",
        "axis",
        "picture",
        "fft",
        "sparse",
        "argument",
        "program",
        "run",
        "reduction",
        "indirect",
        "cg",
        "catalog",
        "trace",
    ] {
        builder = builder.with_src(folder.join(format!("{file}.rs")));
    }
    let mut header = Vec::new();
    builder.generate().unwrap().write(&mut header);
    check("src/capi/include/brooklet.h", &String::from_utf8(header).unwrap());
}

fn toml(text: &str) -> cbindgen::Config {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("cbindgen.toml");
    std::fs::write(&file, text).unwrap();
    cbindgen::Config::from_file(&file).unwrap()
}

#[test]
fn the_table_has_all_functions_of_the_header() {
    let header = std::fs::read_to_string(Path::new(crate::TOP).join("src/capi/include/brooklet.h")).unwrap();
    let declared = header.lines().filter(|line| !line.starts_with("//")).filter_map(|line| {
        let (name, _) = line[line.find("brooklet_")?..].split_once('(')?;
        Some(name)
    });
    let mut declared: Vec<&str> = declared.collect();
    let mut names = brooklet::capi::NAMES.to_vec();
    declared.sort_unstable();
    names.sort_unstable();
    assert_eq!(declared, names, "in the header, each once, and in the table");
    let mut table = String::from(
        "// Generated: the functions of brooklet.h in a table, for host code that brooklet runs itself.\n\
         #ifndef BROOKLET_HOST_TABLE_H\n#define BROOKLET_HOST_TABLE_H\n\n\
         // Brooklet puts the table here before any constructor runs. Each file of a program has it, and they share one.\n\
         #ifdef _WIN32\n\
         #define BROOKLET_ONE __declspec(selectany)\n\
         #else\n\
         #define BROOKLET_ONE __attribute__((weak))\n\
         #endif\n\
         #ifdef __cplusplus\n\
         extern \"C\" {\nBROOKLET_ONE const void *const *brooklet_host_table = 0;\n}\n\
         #define BROOKLET_HOST(name, at) \\\n    \
         (*reinterpret_cast<decltype(&::name)>(const_cast<void *>(brooklet_host_table[at])))\n\
         #else\n\
         BROOKLET_ONE const void *const *brooklet_host_table = 0;\n\
         #define BROOKLET_HOST(name, at) (*(__typeof__(&name))brooklet_host_table[at])\n\
         #endif\n\n\
         // Constructors of the program's own, which may use it, run after this one.\n\
         #include <stdlib.h>\n\
         #ifdef _WIN32\n\
         #ifdef __cplusplus\n\
         extern \"C\"\n\
         #endif\n\
         __declspec(dllimport) unsigned long __stdcall GetEnvironmentVariableA(const char *, char *, unsigned long);\n\
         #endif\n\
         static __attribute__((constructor(101))) void brooklet_find_table(void) {\n\
         #ifdef _WIN32\n    \
         // Not getenv, which knows the environment as it was when the process began.\n    \
         char text[24];\n    \
         const unsigned long length = GetEnvironmentVariableA(\"BROOKLET_HOST_TABLE\", text, sizeof text);\n    \
         const char *at = length > 0 && length < sizeof text ? text : 0;\n\
         #else\n    \
         const char *at = getenv(\"BROOKLET_HOST_TABLE\");\n\
         #endif\n    \
         if (at && !brooklet_host_table) brooklet_host_table = (const void *const *)(uintptr_t)strtoull(at, NULL, 16);\n\
         }\n\n",
    );
    for (at, name) in brooklet::capi::NAMES.iter().enumerate() {
        table += &format!("#define {name} BROOKLET_HOST({name}, {at})\n");
    }
    table += "\n#endif\n";
    check("src/capi/include/brook/host_table.h", &table);
}
