//! NPY, HDR and CSV files of any structure: right parts with wrong contents, in any order. (PNG: see `png_structure`.)

use crate::support;

use brooklet::io::{Loaded, read_records};
use proptest::prelude::*;
use support::*;

/// What is read agrees with itself.
fn consistent(read: Result<Loaded, String>) -> Result<(), TestCaseError> {
    if let Ok(Loaded { array, .. }) = read {
        prop_assert!((1..=4).contains(&array.shape.len()) && (1..=4).contains(&array.components));
        prop_assert_eq!(array.shape.iter().product::<usize>() * array.components, array.data.len());
    }
    Ok(())
}

/// One of these, most often the first.
fn mostly(first: &'static str, others: &'static [&'static str]) -> BoxedStrategy<&'static str> {
    prop_oneof![3 => Just(first), 2 => prop::sample::select(others)].boxed()
}

/// The value of `descr`: a dtype, or fields of them, nested and named twice.
fn descr() -> impl Strategy<Value = String> {
    let plain = mostly(
        "'<f4'",
        &["'<f8'", "'<f2'", "'>f4'", "'|u1'", "'<i8'", "'|b1'", "'<U4'", "'|O'", "'<c8'", "'f4'", "''", "'<f'", "4"],
    );
    let fields = prop::collection::vec(
        (
            prop::sample::select(vec!["x", "y", "x", "", "é", "a'b"]),
            plain.clone(),
            mostly("", &[", (2,)", ", (3, 0)", ", 2", ", ()"]),
        ),
        0..4,
    );
    let record = fields.prop_map(|fields| {
        let field = |(name, ty, shape): &(&str, &str, &str)| format!("('{name}', {ty}{shape})");
        format!("[{}]", fields.iter().map(field).collect::<Vec<_>>().join(", "))
    });
    prop_oneof![
        3 => plain.prop_map(str::to_owned),
        1 => record.clone(),
        1 => record.prop_map(|inner| format!("[('s', {inner}), ('t', '<f4')]")),
    ]
}

#[test]
fn what_the_parts_are_meant_for_is_read() {
    let header = "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3)}\n";
    assert_eq!(parse("a.npy", npy(header, &[0x3f; 24])).unwrap().array.shape, [2, 3]);
    let pixels = b"\x02\x02\x00\x09\x89\x01\x89\x01\x89\x01\x89\x81".repeat(2);
    let picture = [&b"#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 2 +X 9\n"[..], &pixels].concat();
    assert_eq!(parse("a.hdr", picture).unwrap().array.shape, [2, 9]);
    assert_eq!(parse("a.csv", "1.5,1.5\n1.5,1.5").unwrap().array.shape, [2]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn any_structure_of_an_npy_file_is_read_or_refused(
        descr in descr(),
        order in mostly("False", &["True", "None", "0", "'False'"]),
        shape in mostly("(2, 3)", &["()", "(0,)", "(3, 0, 4)", "(6,)", "(1, 1, 1, 1, 6)", "(-1,)", "(2, 3", "6", "(2.0, 3)",
            "(18446744073709551615, 2)", "(4294967296, 4294967296)", "(2L, 3L)", "[2, 3]"]),
        keys in Just(vec![0, 1, 2]).prop_shuffle(),
        left_out in prop_oneof![6 => Just(3_usize), 1 => 0..3_usize],
        version in prop_oneof![6 => Just(1_u8), 1 => 0..5_u8],
        bytes in prop_oneof![3 => Just(24_usize), 2 => 0..100_usize],
    ) {
        let entries = [format!("'descr': {descr}"), format!("'fortran_order': {order}"), format!("'shape': {shape}")];
        let some: Vec<&str> = keys.iter().filter(|key| **key != left_out).map(|key| entries[*key].as_str()).collect();
        let mut file = npy(&format!("{{{}}}\n", some.join(", ")), &vec![0x3f; bytes]);
        file[6] = version;
        consistent(parse("a.npy", &file))?;
        let place = Place::new();
        let path = place.file("a.npy", &file);
        if let Err(error) = read_records(&path) {
            prop_assert!(error.to_string().contains("a.npy"), "{error}");
        }
    }

    #[test]
    fn any_structure_of_a_radiance_file_is_read_or_refused(
        first in mostly("#?RADIANCE", &["#?RGBE", "#?", "", "RADIANCE"]),
        lines in prop::collection::vec(
            prop::sample::select(vec!["FORMAT=32-bit_rle_rgbe", "FORMAT=32-bit_rle_xyze", "FORMAT=", "EXPOSURE=2", "EXPOSURE=-1",
                "EXPOSURE=x", "COLORCORR=1 2 3", "# a comment", "GAMMA=1", "=", "\u{1b}[31m"]),
            0..4,
        ),
        extents in mostly("-Y 2 +X 9", &["+X 9 -Y 2", "-Y 0 +X 9", "-Y 2 +X 40000", "-Y 99999999999 +X 1", "-Y 2", "", "-Y -2 +X 9"]),
        // Lines of pixels, as they begin: in runs, as wide as said or not, or flat.
        pixels in prop::collection::vec(
            (prop::sample::select(vec![[2_u8, 2, 0, 9], [2, 2, 0, 8], [2, 2, 127, 255], [1, 1, 1, 3], [128, 128, 128, 129]]),
             prop::collection::vec(prop_oneof![Just(137_u8), Just(9), any::<u8>()], 0..80)),
            0..4,
        ),
    ) {
        let mut file = format!("{first}\n{}\n\n{extents}\n", lines.join("\n")).into_bytes();
        for (start, rest) in pixels {
            file.extend(start);
            file.extend(rest);
        }
        consistent(parse("a.hdr", file))?;
    }

    #[test]
    fn any_structure_of_a_table_is_read_or_refused(
        mark in mostly("", &["\u{feff}", "\u{fffe}", "\0"]),
        rows in prop::collection::vec(
            prop::collection::vec(mostly("1.5", &["", " 2 ", "\"3\"", "\"4", "nan", "-inf", "1e999", "0x1", "é", "5;6", "#"]), 0..6),
            0..5,
        ),
        comma in mostly(",", &[";", "\t", ", "]),
        end in mostly("\n", &["\r\n", "\r", "\n\n"]),
    ) {
        let rows: Vec<String> = rows.iter().map(|fields| fields.join(comma)).collect();
        consistent(parse("a.csv", format!("{mark}{}", rows.join(end))))?;
    }
}
