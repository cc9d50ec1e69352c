//! NPY files: NumPy's arrays in and out, converted where they have to be, and never believed.
use crate::support;

use brooklet::io::{Encoding, FloatDtype, encode};
use support::*;

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
    assert_eq!(notes, [""; 0]);
    assert_eq!(parse("a.npy", bytes).unwrap().array, array(&[1, 2, 1, 1], 2, ramp(4)));
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
            "a.npy holds elements of dtype {dtype}, not float16, float32, float64, integers of 8 to 64 bits or bool: convert it in NumPy with {convert}"
        )
    };
    for (descr, name, convert) in [
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
        "a.npy is cut short: a shape of 4 × 5 elements of dtype '<f4' needs 80 bytes and there are 60; \
         create the file again"
    );
    assert_eq!(
        refused("(3,)", 16),
        "a.npy has bytes after its end: a shape of 3 elements of dtype '<f4' needs 12 bytes and there are 16; \
         create the file again"
    );
    assert_eq!(
        refused("(0,)", 1),
        "a.npy has bytes after its end: a shape of 0 elements of dtype '<f4' needs 0 bytes and there are 1; \
         create the file again"
    );
    for shape in ["(4611686018427387904,)", "(4294967296, 4294967296)", "(9223372036854775808, 2, 0)"] {
        assert!(refused(shape, 0).contains("needs more than 2^63 bytes and there are 0"), "{shape}");
    }
    assert!(refused("(1000000000000,)", 0).contains("needs 4000000000000 bytes and there are 0"));
    assert!(refused("()", 4).starts_with("a.npy has 0 dimensions; it may have 1 to 4"));
    assert!(refused("(1, 1, 1, 1, 1)", 4).starts_with("a.npy has 5 dimensions; it may have 1 to 4"));
    assert_eq!(
        parse("a.npy", b"\x93NUMPY\x02\x00\xff\xff\xff\xff{").unwrap_err(),
        "a.npy is cut short: its header needs 4294967307 bytes and there are 13; create the file again"
    );
}

#[test]
fn npy_nonsense_is_refused() {
    let refused = |bytes: &[u8]| parse("a.npy", bytes).unwrap_err();
    assert_eq!(refused(b"hello"), "a.npy is not a valid NPY file: it does not begin with \\x93NUMPY");
    assert!(refused(b"\x93NUM").contains("its header needs 10 bytes and there are 4"));
    assert!(refused(b"\x93NUMPY\x09\x00aaaa").contains("its version 9.0 is not supported; 1.0 to 3.0 are"));
    let header = refused(&npy("{'descr': '<f4', 'fortran_order': maybe, 'shape': (1,)}", &[0; 4]));
    assert!(header.contains("its header has \"maybe, 'shape': (1,)}\" where True or False should be"), "{header}");
    // A parser that tries every bracket twice would not end here.
    let nested = format!("{{'descr': {}'<f4'{}, 'shape': (1,)}}", "[(1,".repeat(10_000), ")]".repeat(10_000));
    assert_eq!(refused(&npy(&nested, &[])), "a.npy is not a valid NPY file: its header does not say 'fortran_order'");
}

// ---- CSV

/// Every float16 as a float64, decoded from its bits.
fn half(bits: u16) -> f64 {
    let sign = if bits >> 15 == 1 { -1.0 } else { 1.0 };
    let (exponent, fraction) = (i32::from(bits >> 10 & 31), f64::from(bits & 1023));
    sign * match exponent {
        0 => fraction * 2_f64.powi(-24),
        31 if fraction == 0.0 => f64::INFINITY,
        31 => f64::NAN,
        _ => (1024.0 + fraction) * 2_f64.powi(exponent - 25),
    }
}

#[test]
fn npy_float16_is_read_exactly() {
    let all: Vec<u16> = (0..=u16::MAX).collect();
    let little: Vec<u8> = all.iter().flat_map(|bits| bits.to_le_bytes()).collect();
    let big: Vec<u8> = all.iter().flat_map(|bits| bits.to_be_bytes()).collect();
    for (descr, bytes) in [("<f2", little), (">f2", big)] {
        let read = parsed("a.npy", numpy(descr, "False", "(65536,)", &bytes)).data;
        for (&bits, &value) in all.iter().zip(&read) {
            let expected = half(bits);
            assert!(f64::from(value) == expected || value.is_nan() && expected.is_nan(), "{bits:#06x} as {value}");
            assert_eq!(value.is_sign_negative(), bits >> 15 == 1);
        }
    }
    assert_eq!(parsed("a.npy", numpy("<f2", "False", "(0,)", &[])).data, [0.0; 0]);
}

#[test]
fn npy_float16_is_written_to_the_nearest() {
    let float16 = Encoding { dtype: FloatDtype::Float16, ..Encoding::default() };
    let write = |values: &[f32]| {
        let file = encode("a.npy", &array(&[values.len()], 1, values), float16).unwrap();
        let at = file.bytes.len() - 2 * values.len();
        let (bits, _) = file.bytes[at..].as_chunks::<2>();
        (bits.iter().map(|&bits| u16::from_le_bytes(bits)).collect::<Vec<_>>(), file.notes)
    };
    // Each float16, and the values halfway between it and the next, and just beside that.
    for bits in 0..0x7bff_u16 {
        let (low, high) = (half(bits), half(bits + 1));
        let middle = ((low + high) / 2.0) as f32;
        assert_eq!(f64::from(middle), (low + high) / 2.0);
        let even = if bits % 2 == 0 { bits } else { bits + 1 };
        let (written, notes) = write(&[low as f32, middle, -middle, middle.next_down(), middle.next_up()]);
        assert_eq!((written, notes), (vec![bits, even, even | 0x8000, bits, bits + 1], vec![]), "{low} to {high}");
    }
    let (written, notes) = write(&[65_519.996, 65_520.0, -1e6, f32::INFINITY, -0.0, 1e-40]);
    assert_eq!(written, [0x7bff, 0x7c00, 0xfc00, 0x7c00, 0x8000, 0]);
    let range = "are beyond float16, which goes from -65504 to 65504";
    assert_eq!(notes, [format!("a.npy: 2 of 6 values {range}: they became infinite")]);
    assert!(half(write(&[f32::NAN]).0[0]).is_nan());
    let back = parsed("a.npz", encode("a.npz", &array(&[2], 3, ramp(6)), float16).unwrap().bytes);
    assert_eq!(back, array(&[2, 3], 1, ramp(6)));
}
