//! Reads JPEG: samples of 8 bits as values from 0 to 1, as of a PNG. JPEG is not written, because it does not keep values.

use std::io::Cursor;
use std::path::Path;

use image::ImageDecoder;
use image::codecs::jpeg::JpegDecoder;
use image::metadata::Orientation;

use super::{Array, Depth, Error, Loaded, picture, room};

/// The first bytes of a file: the marker of its start, and that of the next segment.
const SIGNATURE: &[u8] = b"\xff\xd8\xff";

/// Reads a picture as an array of height × width, of 1 component for grey and 3 for colours. Colours for print (CMYK) are converted.
pub fn read(path: &Path, bytes: &[u8]) -> Result<Loaded, Error> {
    let malformed = |reason: String| Error::Malformed { path: path.into(), format: "JPEG", reason };
    let known = bytes.len().min(SIGNATURE.len());
    if bytes[..known] != SIGNATURE[..known] {
        return Err(malformed("it does not begin with \\xff\\xd8\\xff".into()));
    }
    if !has_end(bytes) {
        // The decoder would fill what is missing with grey.
        return Err(malformed("it breaks off before its end marker, \\xff\\xd9; create the file again".into()));
    }
    // This reads the headers only. They hold the size, of at most 65,535 × 65,535 pixels.
    let mut decoder = JpegDecoder::new(Cursor::new(bytes)).map_err(|error| malformed(error.to_string()))?;
    let (width, height) = decoder.dimensions();
    let components = usize::from(decoder.color_type().channel_count());
    picture::check_size(path, "JPEG", height, width, components)?;
    let count = height as usize * width as usize * components;
    if decoder.total_bytes() != count as u64 {
        return Err(malformed(format!("{} bytes of samples where {count} should be", decoder.total_bytes())));
    }
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    let notes = match orientation {
        Orientation::NoTransforms => Vec::new(),
        _ => vec![format!(
            "{}: its orientation (Exif {}) is not applied: the rows are those of the file",
            path.display(),
            orientation.to_exif()
        )],
    };
    let mut samples = room(path, count)?;
    samples.resize(count, 0);
    decoder.read_image(&mut samples).map_err(|error| malformed(error.to_string()))?;
    let mut data = room(path, count)?;
    data.extend(samples.iter().map(|&sample: &u8| f32::from(sample) / 255.0));
    let array = Array { shape: vec![height as usize, width as usize], components, data };
    Ok(Loaded { array, notes, depth: Some(Depth::Eight) })
}

/// Returns whether the end marker follows the first scan. Segments before it are skipped, since they may hold a whole JPEG (a preview).
fn has_end(bytes: &[u8]) -> bool {
    const END: u8 = 0xd9;
    const SCAN: u8 = 0xda;
    let mut at = 2;
    while let Some([0xff, code, rest @ ..]) = bytes.get(at..) {
        match (*code, rest) {
            (END, _) => return true,
            // The bytes of a scan hold no marker but those of restarts: each 255 of the data is followed by 0.
            (SCAN, _) => return rest.windows(2).any(|pair| pair == [0xff, END]),
            // A marker may be preceded by any number of bytes of 255.
            (0xff, _) => at += 1,
            // Restarts and the like have no length.
            (0x01 | 0xd0..=0xd8, _) => at += 2,
            (_, [high, low, ..]) => at += 2 + usize::from(u16::from_be_bytes([*high, *low])),
            _ => return false,
        }
    }
    false
}
