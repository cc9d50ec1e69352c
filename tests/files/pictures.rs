//! Pictures: Radiance HDR and PNG.
use crate::support;

use brooklet::io::Array;
use support::*;

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
        (file(0, 9, &[]), "it has no pixels (0 × 9)"),
        (file(40_000_u32, 40_000_u32, &[]), "samples; the maximum is 268435456"),
        (file(1, 80_000_000, &[9; 900]), "needs 320000000 or more bytes and there are 900"),
        (file(80_000, 1000, &[9; 900]), "needs 640000 or more bytes and there are 900"),
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
fn png_of_16_bits_is_written_sample_for_sample() {
    use brooklet::io::{Depth, prepare_as, read};
    let place = Place::new();
    let path = place.path("a.png");
    for (components, (height, width)) in [(1, (256, 256)), (2, (128, 256)), (4, (64, 256)), (3, (4, 5))] {
        let count = height * width * components;
        let picture = array(&[height, width], components, (0..count).map(|i| i as f32 / 65535.0).collect::<Vec<_>>());
        let (staged, notes) = prepare_as(&path, &picture, Depth::Sixteen).unwrap();
        staged.commit().unwrap();
        assert_eq!(notes, [""; 0]);
        let loaded = read(&path).unwrap();
        assert_eq!((loaded.depth, loaded.array), (Some(Depth::Sixteen), picture));
        let written = image::open(&path).unwrap().as_bytes().to_vec();
        assert_eq!(written, (0..count).flat_map(|i| (i as u16).to_ne_bytes()).collect::<Vec<_>>());
    }
    let grey = array(&[1, 3], 1, [-1.0, 2.0, f32::NAN]);
    let (staged, notes) = prepare_as(&path, &grey, Depth::Sixteen).unwrap();
    staged.commit().unwrap();
    assert!(notes[0].contains("3 of 3 values are not from 0 to 1"), "{notes:?}");
    assert_eq!(read(&path).unwrap().array.data, [0.0, 1.0, 0.0]);
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
    assert!(
        claim(60_000, 60_000)
            .contains("a picture of 60000 × 60000 pixels, 10800000000 samples; the maximum is 268435456")
    );
    let error = claim(8_000, 8_000);
    assert!(error.contains("8000 × 8000 pixels, 192000000 bytes, even deflated, needs 186047 bytes and"), "{error}");
    assert!(claim(0, 5).contains("it has no pixels (5 × 0)"));
    assert!(claim(90, 30).contains("not a valid PNG"));
    let png = sample("png");
    assert_eq!(
        parse("a.png", &png[..png.len() / 2]).unwrap_err(),
        "a.png is not a valid PNG file: unexpected end of file"
    );
    assert!(parse("a.png", &png[..20]).unwrap_err().contains("its header needs 33 bytes and there are 20"));
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
