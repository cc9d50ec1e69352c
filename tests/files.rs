//! Files in and out: what is kept to the bit, what is noted, what is refused, and that no bytes at all cause a panic.

#![cfg(feature = "cli")]

use std::fs;
use std::path::{Path, PathBuf};

use brooklet::io::{Array, Error, Loaded, check_output, read, write, write_beside};
use proptest::prelude::*;
use tempfile::TempDir;

const KINDS: [&str; 5] = ["npy", "csv", "f32", "hdr", "png"];

/// A directory of its own for a test.
struct Place(TempDir);

impl Place {
    fn new() -> Place {
        Place(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn file(&self, name: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(name);
        fs::write(&path, bytes).unwrap();
        path
    }

    fn names(&self) -> Vec<String> {
        let mut names: Vec<_> =
            fs::read_dir(self.0.path()).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }
}

/// Reads bytes as a file of that name; notes and messages without the directory.
fn parse(name: &str, bytes: impl AsRef<[u8]>) -> Result<Loaded, String> {
    let place = Place::new();
    let path = place.file(name, bytes);
    let prefix = format!("{}/", place.0.path().display());
    match read(&path) {
        Ok(mut loaded) => {
            loaded.notes.iter_mut().for_each(|note| *note = note.strip_prefix(&prefix).unwrap().into());
            Ok(loaded)
        }
        Err(error) => Err(error.to_string().replace(&prefix, "")),
    }
}

fn parsed(name: &str, bytes: impl AsRef<[u8]>) -> Array {
    let loaded = parse(name, bytes).unwrap();
    assert_eq!(loaded.notes, Vec::<String>::new());
    loaded.array
}

/// Writes an array into a file of that name: the bytes and the notes, or the message.
fn put(name: &str, array: &Array) -> Result<(Vec<u8>, Vec<String>), String> {
    let place = Place::new();
    let prefix = format!("{}/", place.0.path().display());
    let path = place.path(name);
    match write(&path, array) {
        Ok(notes) => Ok((fs::read(&path).unwrap(), notes.iter().map(|note| note.replace(&prefix, "")).collect())),
        Err(error) => {
            assert_eq!(place.names(), [""; 0], "a failure leaves nothing behind");
            Err(error.to_string().replace(&prefix, ""))
        }
    }
}

fn text_of(name: &str, array: &Array) -> String {
    String::from_utf8(put(name, array).unwrap().0).unwrap()
}

fn array(shape: &[usize], components: usize, data: impl Into<Vec<f32>>) -> Array {
    Array { shape: shape.into(), components, data: data.into() }
}

fn bits(data: &[f32]) -> Vec<u32> {
    data.iter().map(|value| value.to_bits()).collect()
}

fn npy(dictionary: &str, data: &[u8]) -> Vec<u8> {
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    bytes.extend((dictionary.len() as u16).to_le_bytes());
    bytes.extend(dictionary.as_bytes());
    bytes.extend(data);
    bytes
}

fn numpy(descr: &str, fortran: &str, shape: &str, data: &[u8]) -> Vec<u8> {
    npy(&format!("{{'descr': '{descr}', 'fortran_order': {fortran}, 'shape': {shape}, }}\n"), data)
}

fn ramp(count: usize) -> Vec<f32> {
    (0..count).map(|i| i as f32).collect()
}

fn le_bytes(data: &[f32]) -> Vec<u8> {
    data.iter().flat_map(|value| value.to_le_bytes()).collect()
}

/// A small valid file of a kind.
fn sample(kind: &str) -> Vec<u8> {
    let picture = array(&[3, 9], 3, (0..81).map(|i| i as f32 / 80.0).collect::<Vec<_>>());
    match kind {
        "csv" => b"x, y\n1,2.5\n-3e2,nan\n\n4,inf\n".to_vec(),
        "hdr" | "png" => put(&format!("a.{kind}"), &picture).unwrap().0,
        _ => put(&format!("a.{kind}"), &array(&[12], 1, ramp(12))).unwrap().0,
    }
}

// ---- NPY

#[test]
fn npy_float32_keeps_every_bit() {
    let patterns = [0x7fc0_1234, 0xffa0_0001_u32, 0x7f80_0001, 1, 0x8000_0000, 0x807f_ffff, 0x7f80_0000];
    for (descr, bytes) in [
        ("<f4", patterns.iter().flat_map(|b| b.to_le_bytes()).collect::<Vec<_>>()),
        (">f4", patterns.iter().flat_map(|b| b.to_be_bytes()).collect()),
    ] {
        let read = parsed("a.npy", numpy(descr, "False", "(7,)", &bytes));
        assert_eq!((read.shape.as_slice(), read.components), (&[7][..], 1));
        assert_eq!(bits(&read.data), patterns);
        let again = parsed("a.npy", put("a.npy", &read).unwrap().0);
        assert_eq!(bits(&again.data), patterns);
    }
}

#[test]
fn npy_is_written_as_numpy_writes_it() {
    let (bytes, notes) = put("a.npy", &array(&[2, 1], 3, ramp(6))).unwrap();
    assert_eq!(&bytes[..8], b"\x93NUMPY\x01\x00");
    let length = usize::from(u16::from_le_bytes([bytes[8], bytes[9]]));
    assert_eq!((10 + length) % 16, 0);
    let header = str::from_utf8(&bytes[10..10 + length]).unwrap();
    assert!(header.starts_with("{'descr': '<f4', 'fortran_order': False, 'shape': (2, 1, 3"), "{header}");
    assert_eq!(bytes[10 + length..], le_bytes(&ramp(6)));
    assert_eq!(notes, [""; 0]);
    let (bytes, notes) = put("a.npy", &array(&[1, 2, 1, 1], 2, ramp(4))).unwrap();
    assert_eq!(notes, ["a.npy: written as 1 × 2 × 1 × 1 × 2; NumPy reads its 5 dimensions, this program only up to 4"]);
    assert_eq!(
        parse("a.npy", bytes).unwrap_err(),
        "a.npy has 5 dimensions and 1 to 4 can be read: reshape it in NumPy, with a.reshape(-1) for one"
    );
}

#[test]
fn npy_numbers_convert() {
    let f64s = |values: &[f64]| values.iter().flat_map(|v| v.to_be_bytes()).collect::<Vec<_>>();
    let read = |descr: &str, data: &[u8], count: usize| {
        parsed("a.npy", numpy(descr, "False", &format!("({count},)"), data)).data
    };
    assert_eq!(read(">f8", &f64s(&[1.5, -0.0, f64::INFINITY]), 3), [1.5, -0.0, f32::INFINITY]);
    assert!(read(">f8", &f64s(&[f64::NAN]), 1)[0].is_nan());
    assert_eq!(read("|i1", &[255, 127], 2), [-1.0, 127.0]);
    assert_eq!(read("|u1", &[255, 127], 2), [255.0, 127.0]);
    assert_eq!(read("|b1", &[0, 1, 7], 3), [0.0, 1.0, 1.0]);
    assert_eq!(read(">i2", &[255, 254], 1), [-2.0]);
    assert_eq!(read("<u2", &[255, 254], 1), [65279.0]);
    assert_eq!(read("<i4", &(-16_777_216_i32).to_le_bytes(), 1), [-16_777_216.0]);
    assert_eq!(read("<u4", &(1_u32 << 31).to_le_bytes(), 1), [2_147_483_648.0]);
    assert_eq!(read(">i8", &i64::MIN.to_be_bytes(), 1), [-9_223_372_036_854_775_808.0]);
    assert_eq!(read("<u8", &(1_u64 << 63).to_le_bytes(), 1), [9_223_372_036_854_775_808.0]);
    let versions = numpy("<f4", "False", "(1,)", &1_f32.to_le_bytes());
    for version in [2, 3] {
        let mut bytes = versions.clone();
        bytes[6] = version;
        bytes.splice(10..10, [0, 0]);
        assert_eq!(parsed("a.npy", bytes).data, [1.0]);
    }
}

#[test]
fn npy_losses_are_noted() {
    let note = |descr: &str, fortran: &str, shape: &str, data: &[u8]| {
        parse("a.npy", numpy(descr, fortran, shape, data)).unwrap().notes
    };
    let f64s: Vec<u8> = [1.0, 0.1, 1e300, f64::NAN].iter().flat_map(|v: &f64| v.to_le_bytes()).collect();
    assert_eq!(
        note("<f8", "False", "(4,)", &f64s),
        ["a.npy: 2 of 4 elements of dtype '<f8' changed value as float32, the first at [1]: \
         0.1 became 0.10000000149011612"]
    );
    assert_eq!(note("<f8", "True", "(2, 1, 1)", &f64s[8..24])[0].split(": ").nth(1).unwrap(), {
        "2 of 2 elements of dtype '<f8' changed value as float32, the first at [0, 0, 0]"
    });
    let i64s: Vec<u8> = [0, 1, 2, 16_777_217, i64::MAX, 5].iter().flat_map(|v: &i64| v.to_le_bytes()).collect();
    let changed = "a.npy: 2 of 6 elements of dtype '<i8' changed value as float32, the first at";
    let became = "16777217 became 16777216";
    assert_eq!(note("<i8", "False", "(2, 3)", &i64s), [format!("{changed} [1, 0]: {became}")]);
    assert_eq!(note("<i8", "True", "(2, 3)", &i64s), [format!("{changed} [1, 1]: {became}")]);
    assert_eq!(
        note("<u8", "False", "(1,)", &u64::MAX.to_le_bytes()),
        ["a.npy: 1 of 1 elements of dtype '<u8' changed value as float32, the first at [0]: \
         18446744073709551615 became 18446744073709551616"]
    );
    assert_eq!(
        note("<f8", "False", "(1,)", &1e300_f64.to_le_bytes()),
        ["a.npy: 1 of 1 elements of dtype '<f8' changed value as float32, the first at [0]: 1e300 became inf"]
    );
}

#[test]
fn npy_fortran_order_becomes_c_order() {
    let read = parsed("a.npy", numpy("<f4", "True", "(2, 3)", &le_bytes(&[0.0, 3.0, 1.0, 4.0, 2.0, 5.0])));
    assert_eq!(read, array(&[2, 3], 1, ramp(6)));
    // Element (i, j, k, l) of 2 × 3 × 4 × 5, stored with i fastest, has its own number in C order.
    let mut stored = vec![0.0; 120];
    for (c, value) in ramp(120).into_iter().enumerate() {
        let (i, j, k, l) = (c / 60, c / 20 % 3, c / 5 % 4, c % 5);
        stored[i + 2 * j + 6 * k + 24 * l] = value;
    }
    let read = parsed("a.npy", numpy("<f4", "True", "(2, 3, 4, 5)", &le_bytes(&stored)));
    assert_eq!(read, array(&[2, 3, 4, 5], 1, ramp(120)));
}

#[test]
fn npy_of_no_elements_is_data() {
    for (text, shape) in [("(0,)", vec![0]), ("(3, 0)", vec![3, 0]), ("(0, 3, 2)", vec![0, 3, 2])] {
        for fortran in ["True", "False"] {
            assert_eq!(parsed("a.npy", numpy("<f4", fortran, text, &[])), array(&shape, 1, []));
        }
    }
    assert_eq!(parsed("a.npy", put("a.npy", &array(&[0], 3, [])).unwrap().0), array(&[0, 3], 1, []));
}

#[test]
fn npy_other_dtypes_are_refused_with_the_way_out() {
    let refused = |dtype: &str, convert: &str| {
        format!(
            "a.npy holds elements of dtype {dtype}, not real numbers of 32 or 64 bits: convert it in NumPy with {convert}"
        )
    };
    for (descr, name, convert) in [
        ("<f2", "'<f2' (float16)", "a.astype('float32')"),
        ("<f16", "'<f16' (longdouble)", "a.astype('float32')"),
        ("<c8", "'<c8' (complex)", "a.real.astype('float32')"),
        ("<U5", "'<U5' (strings)", "a.astype('float32')"),
        ("|O", "'|O'", "a.astype('float32')"),
        ("<M8[ns]", "'<M8[ns]' (times)", "a.astype('int64').astype('float32')"),
        ("", "''", "a.astype('float32')"),
        ("é", "'é'", "a.astype('float32')"),
    ] {
        assert_eq!(parse("a.npy", numpy(descr, "False", "(1,)", &[0; 8])).unwrap_err(), refused(name, convert));
    }
    let structure = npy("{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (1,)}", &[0; 4]);
    let refusal = refused("[('a', '<f4')]", "a['field'].astype('float32')");
    assert_eq!(parse("a.npy", structure).unwrap_err(), refusal);
}

#[test]
fn npy_sizes_are_checked_before_anything_is_allocated() {
    let refused = |shape: &str, data: usize| parse("a.npy", numpy("<f4", "False", shape, &vec![0; data])).unwrap_err();
    assert_eq!(
        refused("(4, 5)", 60),
        "a.npy is cut short: a shape of 4 × 5 elements of dtype '<f4' needs 80 bytes and 60 are there; \
         make the file anew"
    );
    assert_eq!(
        refused("(3,)", 16),
        "a.npy has bytes after its end: a shape of 3 elements of dtype '<f4' needs 12 bytes and 16 are there; \
         make the file anew"
    );
    assert_eq!(
        refused("(0,)", 1),
        "a.npy has bytes after its end: a shape of 0 elements of dtype '<f4' needs 0 bytes and 1 are there; \
         make the file anew"
    );
    for shape in ["(4611686018427387904,)", "(4294967296, 4294967296)", "(9223372036854775808, 2, 0)"] {
        assert!(refused(shape, 0).contains("needs more than 2^63 bytes and 0 are there"), "{shape}");
    }
    assert!(refused("(1000000000000,)", 0).contains("needs 4000000000000 bytes and 0 are there"));
    assert!(refused("()", 4).starts_with("a.npy has 0 dimensions and 1 to 4 can be read"));
    assert!(refused("(1, 1, 1, 1, 1)", 4).starts_with("a.npy has 5 dimensions and 1 to 4 can be read"));
    assert_eq!(
        parse("a.npy", b"\x93NUMPY\x02\x00\xff\xff\xff\xff{").unwrap_err(),
        "a.npy is cut short: its header needs 4294967307 bytes and 13 are there; make the file anew"
    );
}

#[test]
fn npy_nonsense_is_refused() {
    let refused = |bytes: &[u8]| parse("a.npy", bytes).unwrap_err();
    assert_eq!(refused(b"hello"), "a.npy is no valid NPY file: it does not begin with \\x93NUMPY");
    assert!(refused(b"\x93NUM").contains("its header needs 10 bytes and 4 are there"));
    assert!(refused(b"\x93NUMPY\x09\x00aaaa").contains("its version 9.0 is unknown"));
    let header = refused(&npy("{'descr': '<f4', 'fortran_order': maybe, 'shape': (1,)}", &[0; 4]));
    assert!(header.contains("its header has \"maybe, 'shape': (1,)}\" where True or False should be"), "{header}");
    // A parser that tries every bracket twice would not end here.
    let nested = format!("{{'descr': {}'<f4'{}, 'shape': (1,)}}", "[(1,".repeat(10_000), ")]".repeat(10_000));
    assert!(parse("a.npy", npy(&nested, &[])).is_err());
}

// ---- CSV

#[test]
fn csv_columns_and_records() {
    assert_eq!(parsed("a.csv", "1\n2.5\n-3e2\n"), array(&[3], 1, [1.0, 2.5, -300.0]));
    assert_eq!(parsed("a.csv", "1,2\n3,4"), array(&[2], 2, ramp(5)[1..].to_vec()));
    assert_eq!(
        parsed("a.CSV", "x, y, z\r\n\r\n 1 ,\t2,\"3\"\r\n   \n4,5,6\n\n"),
        array(&[2], 3, ramp(7)[1..].to_vec())
    );
    assert_eq!(parsed("a.csv", "\u{feff}1,2,3,4\n"), array(&[1], 4, [1.0, 2.0, 3.0, 4.0]));
    assert_eq!(parsed("a.csv", b"gr\xfc\xdfe\n7\n"), array(&[1], 1, [7.0]));
}

#[test]
fn csv_knows_what_is_no_finite_number() {
    for text in ["nan", "NaN", "NAN", "-nan"] {
        assert!(parsed("a.csv", text).data[0].is_nan(), "{text}");
    }
    for text in ["inf", "INF", "Inf", "+inf", "infinity"] {
        assert_eq!(parsed("a.csv", text).data, [f32::INFINITY]);
        assert_eq!(parsed("a.csv", format!("-{}", text.trim_start_matches('+'))).data, [f32::NEG_INFINITY]);
    }
}

#[test]
fn csv_of_no_elements_is_data() {
    for (text, components) in [("\n", 1), ("  \n\r\n", 1), ("x\n", 1), ("x,y", 2)] {
        assert_eq!(parsed("a.csv", text), array(&[0], components, []), "{text:?}");
    }
    for none in [array(&[0], 1, []), array(&[0], 3, []), array(&[0, 5], 1, []), array(&[5, 0], 1, [])] {
        assert_eq!(text_of("a.csv", &none), "\n");
    }
}

#[test]
fn csv_errors_name_line_column_and_text() {
    let refused = |text: &str| parse("a.csv", text).unwrap_err();
    assert_eq!(
        refused("x\n\n\n1\n\n\n2..5\n"),
        "a.csv, line 7, column 1: \"2..5\" is no number; write numbers such as -1.5e3, separated by commas"
    );
    assert!(refused("1,2\r\n3,\r\n").starts_with("a.csv, line 2, column 2: \"\" is no number"));
    assert!(refused("1\r2\rx\r").starts_with("a.csv, line 3, column 1: \"x\" is no number"));
    assert!(refused("x,1\n").starts_with("a.csv, line 1, column 1: \"x\" is no number"));
    assert!(refused("1;2\n3;4\n").starts_with("a.csv, line 1, column 1: \"1;2\" is no number"));
    assert!(refused("1.0O\n2\n").starts_with("a.csv, line 1, column 1: \"1.0O\" is no number"), "a slip is no header");
    assert!(refused("x\ny\n1\n").starts_with("a.csv, line 2, column 1: \"y\" is no number"), "one header at most");
    assert_eq!(
        refused("1,2\n\n3,4,5\n"),
        "a.csv, line 3, column 3: \"5\" is one field too many, 3 where the first line has 2; \
         give each line as many fields"
    );
    assert_eq!(
        refused("a,b\n1,2\n3\n"),
        "a.csv, line 3, column 2: a field is missing after \"3\", 1 where the first line has 2; \
         give each line as many fields"
    );
    assert_eq!(
        refused("1,2,3,4,5,6\n"),
        "a.csv, line 1, column 5: \"5\" is one field too many; a line has 6 and 1 to 4 can be read: \
         save wider tables as .npy"
    );
}

#[test]
fn csv_losses_are_noted() {
    let notes = |text: &str| parse("a.csv", text).unwrap().notes;
    assert_eq!(notes("16777216\n0.1\n16777217.5\n1e30\n00000000001\n-16777216.0\n"), [""; 0]);
    assert_eq!(
        notes("n,m\n1,2\n-16777217,3\n123456789012345678901234567890123,16777217.0\n"),
        ["a.csv: 3 of 6 numbers are integers that float32 does not hold exactly, \
         the first in line 3, column 1 (-16777217 became -16777216)"]
    );
    assert_eq!(
        notes("0e9\n1e39\n-1e-60\n"),
        ["a.csv: 2 of 3 numbers are beyond the range of float32, the first in line 2, column 1 (1e39 became inf)"]
    );
    assert_eq!(notes(&"9".repeat(50)).len(), 1);
}

#[test]
fn csv_is_written_in_the_shortest_way() {
    let values =
        [0.1, -0.0, 1.0, 1e16, 1.5e-6, f32::MAX, f32::from_bits(1), f32::INFINITY, f32::NEG_INFINITY, f32::NAN];
    let text = text_of("a.csv", &array(&[10], 1, values));
    assert_eq!(text, "0.1\n-0\n1\n1e16\n1.5e-6\n3.4028235e38\n1e-45\ninf\n-inf\nnan\n");
    let large = array(&[4], 1, [16_777_220.0, 2e7, 71_220_528.0, -9_007_199_254_740_992.0]);
    assert_eq!(text_of("a.csv", &large), "16777220\n20000000\n7.122053e7\n-9.007199e15\n");
    assert_eq!(text_of("a.csv", &array(&[2], 3, ramp(6))), "0,1,2\n3,4,5\n");
    let table = |rows, columns| {
        let (bytes, notes) = put("a.csv", &array(&[rows, columns], 1, ramp(rows * columns))).unwrap();
        (String::from_utf8(bytes).unwrap(), notes.concat())
    };
    let (text, note) = table(2, 5);
    assert_eq!(text, "0,1,2,3,4\n5,6,7,8,9\n");
    assert!(note.ends_with("shape 2 × 5, only lines of 1 to 4 fields can be read back; .npy keeps it"), "{note}");
    assert!(table(5, 2).1.contains("it reads back as a list of 5 records of 2"));
    assert!(table(5, 1).1.contains("it reads back as a list of 5 floats"));
    for other in [array(&[1, 1, 1], 1, [0.0]), array(&[1, 1], 2, [0.0; 2])] {
        assert!(put("a.csv", &other).unwrap_err().ends_with("use .npy"));
    }
}

// ---- raw

#[test]
fn raw_floats() {
    assert_eq!(parsed("a.F32", [0, 0, 128, 63, 0, 0, 0, 192]), array(&[2], 1, [1.0, -2.0]));
    assert_eq!(
        parse("a.f32", [0; 7]).unwrap_err(),
        "a.f32 is no valid raw float32 file: its 7 bytes are no multiple of 4, the size of a float32"
    );
    let (bytes, notes) = put("a.f32", &array(&[2], 3, ramp(6))).unwrap();
    assert_eq!(bytes, le_bytes(&ramp(6)));
    assert_eq!(notes, ["a.f32: the shape 2 × 3 is not kept, .f32 holds a list of 6 floats; .npy keeps it"]);
    assert!(put("a.f32", &array(&[0], 1, [])).unwrap_err().ends_with("cannot be read back: use .npy"));
}

// ---- pictures

#[test]
fn hdr_keeps_its_own_values_exactly() {
    let data: Vec<f32> = (0..300).map(|i| (128 + i % 128) as f32 * 2_f32.powi(i / 3 - 60)).collect();
    for (height, width) in [(5, 20), (50, 2), (100, 1), (1, 100)] {
        // Of each pixel the largest component sets the exponent: a pixel of three like ones is kept.
        let pixels: Vec<f32> = data.chunks(3).flat_map(|pixel| [pixel[0], pixel[0] / 2.0, pixel[0]]).collect();
        let whole: Vec<f32> = pixels.iter().map(|v| v * 2.0).collect();
        let first = parsed("a.hdr", put("a.hdr", &array(&[height, width], 3, whole)).unwrap().0);
        assert_eq!((&first.shape, first.components), (&vec![height, width], 3));
        let (bytes, notes) = put("b.hdr", &first).unwrap();
        assert_eq!(notes, [""; 0]);
        assert_eq!(parsed("b.hdr", bytes), first);
    }
    let grey = parsed("a.hdr", put("a.hdr", &array(&[1, 2], 1, [0.5, 1000.0])).unwrap().0);
    assert_eq!(grey, array(&[1, 2], 3, [0.5, 0.5, 0.5, 1000.0, 1000.0, 1000.0]));
}

#[test]
fn hdr_losses_are_noted() {
    let largest = 255.0 / 256.0 * 2_f32.powi(127);
    let data = [-1.0, f32::NAN, 1.0, f32::INFINITY, f32::MAX, 0.0, 1e-44, 0.0, 0.0, largest, -0.0, 2_f32.powi(-128)];
    let (bytes, notes) = put("a.hdr", &array(&[2, 2], 3, data)).unwrap();
    assert_eq!(
        notes,
        ["a.hdr: 5 of 12 values are outside of RGBE: negative ones, NaN and those below 2^-128 became 0, \
         those above 1.6947657e38 became that"]
    );
    let data = [0.0, 0.0, 1.0, largest, largest, 0.0, 0.0, 0.0, 0.0, largest, 0.0, 0.0];
    assert_eq!(parsed("a.hdr", bytes), array(&[2, 2], 3, data));
    let edges = array(&[1, 3], 1, [2_f32.powi(-128), 2_f32.powi(127).next_down(), 2_f32.powi(64).next_down()]);
    let (bytes, notes) = put("a.hdr", &edges).unwrap();
    assert_eq!(notes.len(), 1, "only the largest is out of range");
    let read = parsed("a.hdr", bytes).data;
    assert_eq!([read[0], read[3], read[6]], [2_f32.powi(-128), largest, 2_f32.powi(64)]);
    assert_eq!(put("a.hdr", &array(&[1, 1], 3, [0.3, 0.2, 0.1])).unwrap().1, [""; 0], "rounding is no loss");
}

#[test]
fn hdr_runs_of_both_kinds() {
    let header = |height, width| format!("#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y {height} +X {width}\n").into_bytes();
    let file = |height, width, data: &[u8]| [header(height, width), data.to_vec()].concat();
    let new = file(1, 8, &[2, 2, 0, 8, 136, 128, 136, 64, 8, 0, 1, 2, 3, 4, 5, 6, 7, 136, 129]);
    let line: Vec<f32> = (0..8).flat_map(|i| [1.0, 0.5, i as f32 / 128.0]).collect();
    assert_eq!(parsed("a.hdr", new), array(&[1, 8], 3, line));
    let old = file(2, 300, &[128, 0, 0, 129, 1, 1, 1, 43, 1, 1, 1, 1, 0, 0, 0, 0, 1, 1, 1, 43, 1, 1, 1, 1]);
    let read = parsed("a.hdr", old).data;
    assert!(read[..900].chunks(3).all(|pixel| pixel == [1.0, 0.0, 0.0]) && read[900..].iter().all(|&v| v == 0.0));
    for (bytes, fault) in [
        (file(1, 8, &[2, 2, 0, 8, 137, 1, 0, 0]), "runs that do not fit"),
        (file(1, 8, &[2, 2, 0, 8, 0, 0, 0, 0]), "runs that do not fit"),
        (file(1, 8, &[2, 2, 0, 9, 137, 1, 0, 0]), "runs that do not fit"),
        (file(1, 2, &[1, 1, 1, 1, 1, 1, 1, 1]), "runs that do not fit"),
        (file(1, 9, &[[0; 4], [1, 1, 1, 0], [1, 1, 1, 0], [1, 1, 1, 0]].concat()), "runs that do not fit"),
        (file(1, 9, &[[0; 4], [0, 1, 1, 0]].concat()), "breaks off in line 1 of 1"),
        (file(0, 9, &[]), "its 0 × 9 pixels are none"),
        (file(40_000_u32, 40_000_u32, &[]), "samples, and 268435456 can be read"),
        (file(1, 80_000_000, &[9; 900]), "needs 320000000 or more bytes and 900 are there"),
        (file(80_000, 1000, &[9; 900]), "needs 640000 or more bytes and 900 are there"),
    ] {
        let error = parse("a.hdr", bytes).unwrap_err();
        assert!(error.contains(fault), "{error}");
    }
    let exposed = b"#?RADIANCE\nEXPOSURE=2\n\n-Y 1 +X 1\n\x80\x80\x80\x81";
    assert_eq!(
        parse("a.hdr", exposed).unwrap().notes,
        ["a.hdr: its exposure and colour correction are left in the values"]
    );
}

#[test]
fn png_keeps_eighths_of_a_byte_apart() {
    for components in 1..=4 {
        let data: Vec<f32> = (0..256 * components).map(|i| (i * 7 % 256) as f32 / 255.0).collect();
        let picture = array(&[8, 32], components, data);
        let (bytes, notes) = put("a.png", &picture).unwrap();
        assert_eq!(notes, [""; 0]);
        assert_eq!(parsed("a.PNG", bytes), picture);
    }
    let (bytes, notes) = put("a.png", &array(&[1, 5], 1, [-0.1, 0.3, 1.5, f32::NAN, -0.0])).unwrap();
    assert_eq!(notes, ["a.png: 3 of 5 values are not from 0 to 1: they were clamped, NaN became 0"]);
    assert_eq!(parsed("a.png", bytes).data, [0.0, 77.0 / 255.0, 1.0, 0.0, 0.0]);
}

#[test]
fn png_of_other_depths() {
    use image::{ExtendedColorType::L16, ExtendedColorType::Rgba16, ImageEncoder, codecs::png::PngEncoder};
    let encode = |samples: &[u16], width, color| {
        let mut bytes = Vec::new();
        let samples: Vec<u8> = samples.iter().flat_map(|sample| sample.to_ne_bytes()).collect();
        PngEncoder::new(&mut bytes).write_image(&samples, width, 1, color).unwrap();
        bytes
    };
    let expected = array(&[1, 3], 1, [0.0, 1.0 / 65535.0, 1.0]);
    assert_eq!(parsed("a.png", encode(&[0, 1, 65535], 3, L16)), expected);
    // Wide, so that the decoder's lines take more than its tables.
    let read = parsed("a.png", encode(&vec![65535; 4_000_000], 1_000_000, Rgba16));
    assert_eq!((read.shape, read.components, read.data[3_999_999]), (vec![1, 1_000_000], 4, 1.0));
}

#[test]
fn png_that_claims_to_be_large_is_refused() {
    let claim = |width: u32, height: u32| {
        let mut bytes = sample("png");
        bytes[16..20].copy_from_slice(&width.to_be_bytes());
        bytes[20..24].copy_from_slice(&height.to_be_bytes());
        // The checksum of the header goes with it.
        let mut crc = !0_u32;
        for &byte in &bytes[12..29] {
            crc ^= u32::from(byte);
            (0..8).for_each(|_| crc = (crc >> 1) ^ (0xedb8_8320 & (crc & 1).wrapping_neg()));
        }
        bytes[29..33].copy_from_slice(&(!crc).to_be_bytes());
        parse("a.png", bytes).unwrap_err()
    };
    assert!(claim(60_000, 60_000).contains("a picture of 60000 × 60000 pixels, 10800000000 samples, and 268435456"));
    let error = claim(8_000, 8_000);
    assert!(error.contains("8000 × 8000 pixels, 192000000 bytes, even deflated, needs 186047 bytes and"), "{error}");
    assert!(claim(0, 5).contains("its 5 × 0 pixels are none"));
    assert!(claim(90, 30).contains("no valid PNG"));
    let png = sample("png");
    assert!(parse("a.png", &png[..png.len() / 2]).is_err());
    assert!(parse("a.png", &png[..20]).unwrap_err().contains("its header needs 33 bytes and 20 are there"));
}

#[test]
fn pictures_need_their_shape() {
    for kind in ["hdr", "png"] {
        let refused = |array: &Array| put(&format!("a.{kind}"), array).unwrap_err();
        for other in
            [array(&[4], 1, ramp(4)), array(&[2, 2, 1], 1, ramp(4)), array(&[0, 2], 1, []), array(&[2, 0], 3, [])]
        {
            let error = refused(&other);
            assert!(error.contains("a picture needs an array of height × width"), "{error}");
        }
    }
    assert_eq!(
        put("a.hdr", &array(&[2, 2], 4, ramp(16))).unwrap_err(),
        "cannot write a.hdr: a picture needs an array of height × width, both 1 to 2^31 - 1, of 1 or 3 components, \
         and this is 2 × 2 of 4: reshape it, or use .npy"
    );
}

// ---- all kinds

#[test]
fn what_is_no_file_is_refused() {
    let place = Place::new();
    let message = |path: &Path| read(path).unwrap_err().to_string();
    for kind in KINDS {
        let name = format!("a.{kind}");
        assert_eq!(parse(&name, "").unwrap_err(), format!("{name} is empty (0 bytes)"));
        let path = place.path(&name);
        assert!(message(&path).contains("No such file"), "{}", message(&path));
        fs::create_dir(&path).unwrap();
        assert!(message(&path).ends_with("is a directory: give the path of a file"));
        assert!(check_output(&path).unwrap_err().to_string().ends_with("is a directory: give the path of a file"));
        assert!(write(&path, &array(&[1, 1], 1, [0.0])).is_err());
    }
    let known = "use .npy, .csv, .f32, .hdr or .png";
    assert_eq!(message(Path::new("a.TXT")), format!("a.TXT has the unknown extension .txt: {known}"));
    assert_eq!(message(Path::new(".npy")), format!(".npy has no extension to tell its kind: {known}"));
    assert!(matches!(check_output(Path::new("a")), Err(Error::Extension { .. })));
    assert!(matches!(write(Path::new("a"), &array(&[1], 1, [0.0])), Err(Error::Extension { .. })));
}

#[test]
fn arrays_that_contradict_themselves_are_refused() {
    for kind in KINDS {
        for wrong in [
            array(&[], 1, [0.0]),
            array(&[1; 5], 1, [0.0]),
            array(&[1], 0, []),
            array(&[1], 5, [0.0; 5]),
            array(&[3], 1, [0.0]),
            array(&[usize::MAX, 2], 1, [0.0]),
        ] {
            assert!(
                put(&format!("a.{kind}"), &wrong).unwrap_err().starts_with(&format!("cannot write a.{kind}: its "))
            );
        }
    }
}

// ---- output

#[test]
fn missing_directories_are_named() {
    let place = Place::new();
    place.file("plain", "x");
    let one = array(&[1], 1, [0.0]);
    for path in [place.path("none/a.npy"), place.path("plain/a.npy")] {
        let directory = path.parent().unwrap().display().to_string();
        for error in [check_output(&path).unwrap_err(), write(&path, &one).unwrap_err()] {
            let message = error.to_string();
            assert!(message.contains(&format!(": the directory {directory} ")), "{message}");
        }
    }
    check_output(&place.path("a.npy")).unwrap();
    assert_eq!(place.names(), ["plain"], "asking leaves nothing behind");
}

#[test]
fn a_failure_leaves_the_old_file() {
    let place = Place::new();
    let path = place.file("a.json", "old");
    let error = write_beside(&path, |file| {
        file.write_all(&[b'x'; 1 << 20])?;
        Err(std::io::Error::other("the well ran dry"))
    });
    assert_eq!(error.unwrap_err().to_string(), format!("cannot write {}: the well ran dry", path.display()));
    assert_eq!(fs::read(&path).unwrap(), b"old");
    assert_eq!(place.names(), ["a.json"]);
    write_beside(&path, |file| file.write_all(b"new")).unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"new");
    assert_eq!(place.names(), ["a.json"]);
}

#[cfg(unix)]
mod unix {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
    use std::process::Command;

    use super::*;

    #[test]
    fn permissions_are_those_of_any_new_file_or_of_the_old_one() {
        let place = Place::new();
        let usual = fs::metadata(place.file("usual", "")).unwrap().mode();
        let path = place.path("a.npy");
        write(&path, &array(&[1], 1, [0.0])).unwrap();
        assert_eq!(fs::metadata(&path).unwrap().mode(), usual);
        fs::set_permissions(&path, PermissionsExt::from_mode(0o600)).unwrap();
        write(&path, &array(&[1], 1, [0.0])).unwrap();
        assert_eq!(fs::metadata(&path).unwrap().mode() & 0o777, 0o600);
    }

    #[test]
    fn links_are_followed() {
        let place = Place::new();
        fs::create_dir(place.path("far")).unwrap();
        place.file("far/old.npy", "old");
        for name in ["old.npy", "new.npy"] {
            let link = place.path(&format!("link-{name}"));
            symlink(format!("far/{name}"), &link).unwrap();
            check_output(&link).unwrap();
            write(&link, &array(&[1], 1, [7.0])).unwrap();
            assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
            assert_eq!(read(&place.path(&format!("far/{name}"))).unwrap().array.data, [7.0]);
        }
        let circle = place.path("circle.npy");
        symlink("circle.npy", &circle).unwrap();
        assert!(check_output(&circle).is_err() && write(&circle, &array(&[1], 1, [0.0])).is_err());
        symlink("none/a.npy", place.path("nowhere.npy")).unwrap();
        assert!(matches!(check_output(&place.path("nowhere.npy")), Err(Error::Place { .. })));
        assert_eq!(place.names(), ["circle.npy", "far", "link-new.npy", "link-old.npy", "nowhere.npy"]);
    }

    #[test]
    fn a_full_device_is_an_error() {
        let place = Place::new();
        for (kind, count) in KINDS.iter().flat_map(|kind| [(kind, 1), (kind, 1 << 17)]) {
            let path = place.path(&format!("{count}.{kind}"));
            symlink("/dev/full", &path).unwrap();
            check_output(&path).unwrap();
            let shape: &[usize] = if matches!(*kind, "hdr" | "png") { &[1, count] } else { &[count] };
            let error = write(&path, &array(shape, 1, vec![0.5; count])).unwrap_err().to_string();
            assert!(error.contains("No space left on device"), "{error}");
        }
        assert!(write_beside(Path::new("/dev/full"), |file| file.write_all(b"{}")).is_err());
        write_beside(Path::new("/dev/null"), |file| file.write_all(b"{}")).unwrap();
    }

    #[test]
    fn pipes_are_written_straight_and_never_read() {
        let place = Place::new();
        let path = place.path("pipe.npy");
        assert!(Command::new("mkfifo").arg(&path).status().unwrap().success());
        let message = read(&path).unwrap_err().to_string();
        assert!(message.ends_with("is a pipe or a device: save its contents as a file first"), "{message}");
        check_output(&path).unwrap();
        let reader = std::thread::spawn({
            let path = path.clone();
            move || fs::read(path).unwrap()
        });
        write(&path, &array(&[3], 1, ramp(3))).unwrap();
        assert_eq!(parsed("a.npy", reader.join().unwrap()).data, ramp(3));
        assert_eq!(place.names(), ["pipe.npy"]);
        assert!(read(Path::new("/dev/stdin")).is_err());
    }
}

// ---- whatever the bytes

/// A change to a file: cut off, change, insert or repeat something somewhere.
fn damage() -> impl Strategy<Value = (u8, prop::sample::Index, prop::sample::Index, u8)> {
    (0..5_u8, any::<prop::sample::Index>(), any::<prop::sample::Index>(), any::<u8>())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn no_bytes_cause_a_panic(kind in 0..5_usize, damages in prop::collection::vec(damage(), 0..6)) {
        let mut bytes = sample(KINDS[kind]);
        for (how, from, to, byte) in damages {
            if bytes.is_empty() {
                break;
            }
            let (from, to) = (from.index(bytes.len()), to.index(bytes.len()));
            match how {
                0 => bytes.truncate(from),
                1 => bytes[from] = byte,
                2 => bytes.insert(from, byte),
                3 => bytes[from] ^= 1 << (byte % 8),
                _ => drop(bytes.splice(from..from, bytes[from.min(to)..to].to_vec())),
            }
        }
        if let Ok(Loaded { array, .. }) = parse(&format!("a.{}", KINDS[kind]), &bytes) {
            prop_assert!((1..=4).contains(&array.shape.len()) && (1..=4).contains(&array.components));
            prop_assert_eq!(array.shape.iter().product::<usize>() * array.components, array.data.len());
        }
    }

    #[test]
    fn any_header_of_an_npy_file_is_read_or_refused(header in "[{'descr: <>fiu1248,ortan_eTusFlhp()\\[\\]0L\"\\\\]{0,80}") {
        drop(parse("a.npy", npy(&header, &[0; 8])));
        drop(parse("a.npy", numpy("<f4", "False", &header, &[0; 8])));
    }

    #[test]
    fn any_pixels_of_a_radiance_file_are_read_or_refused(
        height in 1..4_u32, width in 1..20_u32, data in prop::collection::vec(prop::sample::select(&[0_u8, 1, 2, 8, 128, 130, 255]), 0..200)
    ) {
        let header = format!("#?RADIANCE\n\n-Y {height} +X {width}\n");
        drop(parse("a.hdr", [header.into_bytes(), data].concat()));
    }

    #[test]
    fn any_text_is_a_table_or_an_error(text in "[0-9.,e\\-+\" \r\na-f]{0,60}") {
        drop(parse("a.csv", text));
    }

    #[test]
    fn floats_come_back_bit_for_bit(patterns in prop::collection::vec(any::<u32>(), 1..40), components in 1..5_usize) {
        let data: Vec<f32> = patterns.iter().map(|&pattern| f32::from_bits(pattern)).collect();
        let list = array(&[data.len()], 1, data.clone());
        for kind in ["npy", "f32"] {
            let name = format!("a.{kind}");
            let again = parsed(&name, put(&name, &list).unwrap().0);
            prop_assert_eq!(&again.shape, &list.shape);
            prop_assert_eq!(bits(&again.data), patterns.clone());
        }
        let count = data.len() / components;
        let records = array(&[count], components, &data[..count * components]);
        let again = parsed("a.csv", put("a.csv", &records).unwrap().0);
        if count > 0 {
            prop_assert_eq!((&again.shape, again.components), (&records.shape, components));
        }
        // Text has one NaN only.
        let canonical = |data: &[f32]| data.iter().map(|v| if v.is_nan() { f32::NAN } else { *v }).collect::<Vec<_>>();
        prop_assert_eq!(bits(&canonical(&again.data)), bits(&canonical(&records.data)));
        let again = parsed("a.npy", put("a.npy", &records).unwrap().0);
        prop_assert_eq!(bits(&again.data), bits(&records.data));
    }
}
