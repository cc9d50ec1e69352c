//! CSV files and raw floats.
use crate::support;

use support::*;

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
    for text in ["\n", "  \n\r\n"] {
        assert_eq!(parsed("a.csv", text), array(&[0], 1, []), "{text:?}");
    }
    for (text, components) in [("x\n", 1), ("x,y", 2)] {
        let loaded = parse("a.csv", text).unwrap();
        assert_eq!(loaded.array, array(&[0], components, []), "{text:?}");
        assert_eq!(loaded.notes, ["a.csv has a header line and no numbers"], "{text:?}");
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
        "a.csv, line 7, column 1: \"2..5\" is not a number; write numbers such as -1.5e3, separated by commas"
    );
    assert!(refused("1,2\r\n3,\r\n").starts_with("a.csv, line 2, column 2: \"\" is not a number"));
    assert!(refused("1\r2\rx\r").starts_with("a.csv, line 3, column 1: \"x\" is not a number"));
    assert!(refused("x,1\n").starts_with("a.csv, line 1, column 1: \"x\" is not a number"));
    assert!(refused("1;2\n3;4\n").starts_with("a.csv, line 1, column 1: \"1;2\" is not a number"));
    assert!(
        refused("1.0O\n2\n").starts_with("a.csv, line 1, column 1: \"1.0O\" is not a number"),
        "a slip is no header"
    );
    assert!(refused("x\ny\n1\n").starts_with("a.csv, line 2, column 1: \"y\" is not a number"), "one header at most");
    assert_eq!(
        refused("1,2\n\n3,4,5\n"),
        "a.csv, line 3, column 3: \"5\" is one field too many, 3 where the first line has 2; \
         give every line the same number of fields"
    );
    assert_eq!(
        refused("a,b\n1,2\n3\n"),
        "a.csv, line 3, column 2: a field is missing after \"3\", 1 where the first line has 2; \
         give every line the same number of fields"
    );
    assert_eq!(
        refused("1,2,3,4,5,6\n"),
        "a.csv, line 1, column 5: \"5\" is one field too many; the line has 6, and the maximum is 4: \
         name the columns (--columns), or save the table as .npy"
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
        "a.f32 is not a valid raw float32 file: its size, 7 bytes, is not a multiple of 4, the size of a float32"
    );
    let (bytes, notes) = put("a.f32", &array(&[2], 3, ramp(6))).unwrap();
    assert_eq!(bytes, le_bytes(&ramp(6)));
    assert_eq!(notes, ["a.f32: the shape 2 × 3 is not kept, .f32 holds a list of 6 floats; .npy keeps it"]);
    assert!(put("a.f32", &array(&[0], 1, [])).unwrap_err().ends_with("cannot be read back: use .npy"));
}

// ---- pictures
