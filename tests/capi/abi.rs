//! The binary interface: the functions and structs that programs were compiled with, against `tests/capi/abi.txt`. Lines are added to the list.
//! Where one has to change or go, `BROOKLET_VERSION` changes, too, since programs that were compiled before no longer work.
//! `UPDATE_EXPECT=1 cargo test --test capi abi` writes it anew.

use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

use brooklet::capi::{
    Argument, BROOKLET_VERSION, CgArgument, CgResult, DeviceDescription, ElementLayout, HEADERS, Input, NAMES, Status,
};
use expect_test::expect_file;

use crate::demos::library;

/// Describes a struct: its size, and where each field is. A field that is not named here does not compile.
macro_rules! describe {
    ($($ty:ident { $($field:ident),* $(,)? })*) => {{
        let mut text = String::new();
        $(
            let all = |own: $ty| { let $ty { $($field: _),* } = own; };
            let _ = all;
            let fields = [$((stringify!($field), std::mem::offset_of!($ty, $field))),*];
            let fields: Vec<String> = fields.iter().map(|(name, offset)| format!("{name} at {offset}")).collect();
            writeln!(text, "struct Brooklet{}: {} bytes, {}", stringify!($ty), size_of::<$ty>(), fields.join(", ")).unwrap();
        )*
        text
    }};
}

/// The declarations of the functions in the header, a line each, in their order in the table.
fn functions() -> String {
    let (_, header) = HEADERS[0];
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let code: Vec<&str> = header.lines().filter(|line| !line.starts_with("//") && !line.starts_with('#')).collect();
    let all: Vec<String> = code.join("\n").split(';').map(words).collect();
    let of = |name: &str| {
        let declared: Vec<_> = all.iter().filter(|text| text.contains(&format!("{name}("))).collect();
        assert_eq!(declared.len(), 1, "{name} in the header: {declared:?}");
        let text = declared[0];
        // Behind what else stands between two semicolons.
        let start = text.rfind(['{', '}']).map_or(0, |brace| brace + 1);
        format!("{};\n", text[start..].trim())
    };
    NAMES.iter().map(|name| of(name)).collect()
}

#[test]
#[cfg(target_pointer_width = "64")]
fn functions_and_structs_are_those_of_the_list() {
    let structs = describe! {
        ElementLayout { name, types, offsets, count, size }
        DeviceDescription { largest_side, exact_integer, inputs, outputs, is_gpu, has_integers, renderer, api }
        Input { name, stream, components, value }
        Argument { stream, is_domain, reserved, low, high, constant, bytes }
        CgArgument { name, kind, channels, width, height, layers, numbers, count, sampling }
        CgResult { name, numbers, count }
    };
    let text = format!(
        "version {BROOKLET_VERSION}\n{}{structs}enum BrookletStatus: {} bytes\n",
        functions(),
        size_of::<Status>()
    );
    expect_file![Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/capi/abi.txt")].assert_eq(&text);
}

#[test]
#[cfg(target_os = "linux")]
fn the_library_exports_these_functions() {
    let Some(library) = library() else { return };
    let output =
        Command::new("nm").args(["-D", "--defined-only"]).arg(library.join("libbrooklet.so")).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    let mut exported: Vec<&str> = text.lines().filter_map(|line| line.split_whitespace().last()).collect();
    exported.retain(|name| name.starts_with("brooklet_"));
    let mut wanted = NAMES.to_vec();
    exported.sort_unstable();
    wanted.sort_unstable();
    assert_eq!(exported, wanted);
}
