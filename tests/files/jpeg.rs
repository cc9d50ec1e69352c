//! JPEG pictures, which are only read.
use std::io::Cursor;

use crate::support;

use brooklet::io::{check_output, write};
use image::codecs::jpeg::JpegEncoder;
use image::{ExtendedColorType, ImageEncoder};
use support::*;

fn jpeg(samples: &[u8], width: u32, height: u32, color: ExtendedColorType) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    JpegEncoder::new_with_quality(&mut bytes, 100).write_image(samples, width, height, color).unwrap();
    bytes.into_inner()
}

#[test]
fn grey_and_colours_are_read() {
    for (width, height) in [(1, 1), (2, 1), (7, 9), (8, 8), (9, 17), (64, 65)] {
        let (w, h) = (width as usize, height as usize);
        let grey = parsed("a.jpg", jpeg(&vec![51; w * h], width, height, ExtendedColorType::L8));
        assert_eq!((grey.shape, grey.components), (vec![h, w], 1));
        assert!(grey.data.iter().all(|value| (value - 0.2).abs() < 0.01));
        let pixels = [255, 0, 102].repeat(w * h);
        let colours = parsed("a.JPEG", jpeg(&pixels, width, height, ExtendedColorType::Rgb8));
        assert_eq!((colours.shape, colours.components), (vec![h, w], 3));
        let near =
            |pixel: &[f32]| pixel.iter().zip([1.0, 0.0, 0.4]).all(|(value, wanted)| (value - wanted).abs() < 0.02);
        assert!(colours.data.chunks(3).all(near));
    }
}

#[test]
fn a_jpeg_that_is_none_or_breaks_off_is_an_error() {
    let noise: Vec<u8> = (0..40 * 40_u32).map(|i| (i * i * 37 % 251) as u8).collect();
    let whole = jpeg(&noise, 40, 40, ExtendedColorType::L8);
    for kept in 1..whole.len() {
        let message = parse("a.jpg", &whole[..kept]).unwrap_err();
        assert_eq!(
            message,
            "a.jpg is not a valid JPEG file: it breaks off before its end marker, \\xff\\xd9; create the file again",
            "{kept} of {}",
            whole.len()
        );
    }
    let message = parse("a.jpg", b"GIF89a").unwrap_err();
    assert_eq!(message, "a.jpg is not a valid JPEG file: it does not begin with \\xff\\xd8\\xff");
    // More pixels than are read: the height and width in the header of the frame.
    let mut large = whole;
    let at = large.windows(2).position(|pair| pair == [0xff, 0xc0]).unwrap() + 5;
    large[at..at + 4].copy_from_slice(&[0xff; 4]);
    let message = parse("a.jpg", &large).unwrap_err();
    let said =
        "a.jpg is a picture of 65535 × 65535 pixels, 4294836225 samples; the maximum is 268435456: save it as .npy";
    assert_eq!(message, said);
}

#[test]
fn an_orientation_is_noted() {
    let mut bytes = jpeg(&[0; 4], 2, 2, ExtendedColorType::L8);
    let exif = b"Exif\0\0MM\0\x2a\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0";
    let length = (exif.len() + 2) as u16;
    let segment = [&[0xff, 0xe1][..], &length.to_be_bytes(), exif].concat();
    bytes.splice(2..2, segment);
    let loaded = parse("a.jpg", bytes).unwrap();
    assert_eq!(loaded.notes, ["a.jpg: its orientation (Exif 6) is not applied: the rows are those of the file"]);
}

#[test]
fn no_jpeg_is_written() {
    let place = Place::new();
    let path = place.path("a.jpg");
    let wanted = "JPEG does not keep values, and is only read: use .png or .npy";
    for error in [check_output(&path).unwrap_err(), write(&path, &array(&[1, 1], 1, [0.0])).unwrap_err()] {
        assert_eq!(error.to_string(), format!("cannot write {}: {wanted}", path.display()));
    }
    assert_eq!(place.names(), [""; 0]);
}
