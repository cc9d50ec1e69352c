//! Reads and writes PNG: samples of 8 or 16 bits, read as values from 0 to 1.
//!
//! A value is the sample divided by the largest possible one, 255 or 65,535. No gamma correction is made: a picture from a camera or a
//! screen holds sRGB values, not linear light.

use std::io::Cursor;
use std::path::Path;

use image::codecs::png::{PngDecoder, PngEncoder};
use image::{ColorType, ExtendedColorType, ImageDecoder, ImageEncoder, Limits};

use super::npz::DEFLATE;
use super::{Array, Depth, Error, Loaded, Sink, picture, room};

/// The memory, in bytes, allowed for the decoder's tables and for what else a picture carries (colour profiles, texts).
const ASIDE: u64 = 1 << 24;

/// Reads a picture as an array of height × width. It has 1 component for grey, 2 for grey with alpha, 3 for colours and palettes, and 4
/// for those with alpha.
pub fn read(path: &Path, bytes: &[u8]) -> Result<Loaded, Error> {
    let malformed = |reason: String| Error::Malformed { path: path.into(), format: "PNG", reason };
    let (height, width) = announced(path, bytes)?;
    palette_of_colours(bytes).map_err(malformed)?;
    let mut limits = Limits::no_limits();
    // The decoder keeps only a few lines, of at most 8 bytes a pixel, and never the whole picture.
    limits.max_alloc = Some(ASIDE + 32 * u64::from(width));
    let decoder = PngDecoder::with_limits(Cursor::new(bytes), limits).map_err(|error| malformed(error.to_string()))?;
    let color = decoder.color_type();
    let components = usize::from(color.channel_count());
    picture::check_size(path, "PNG", height, width, components)?;

    // `check_size` has passed, so there are at most 2^28 samples.
    let count = height as usize * width as usize * components;
    let wide = matches!(color, ColorType::L16 | ColorType::La16 | ColorType::Rgb16 | ColorType::Rgba16);
    let size = if wide { 2 * count } else { count };
    if decoder.total_bytes() != size as u64 {
        return Err(malformed(format!("{} bytes of samples where {size} should be", decoder.total_bytes())));
    }
    let mut samples = room(path, size)?;
    samples.resize(size, 0);
    decoder.read_image(&mut samples).map_err(|error| malformed(error.to_string()))?;
    let mut data = room(path, count)?;
    if wide {
        let (pairs, _) = samples.as_chunks::<2>();
        data.extend(pairs.iter().map(|&pair| f32::from(u16::from_ne_bytes(pair)) / 65535.0));
    } else {
        data.extend(samples.iter().map(|&sample| f32::from(sample) / 255.0));
    }
    let array = Array { shape: vec![height as usize, width as usize], components, data };
    Ok(Loaded { array, notes: Vec::new(), depth: Some(if wide { Depth::Sixteen } else { Depth::Eight }) })
}

/// Writes values from 0 to 1, rounded to 8 or 16 bits. Values outside are clamped, and NaN becomes 0. A picture that was read from a PNG
/// of the same depth is written with the same samples.
pub fn write<S: Sink>(path: &Path, array: &Array, depth: Depth, sink: S) -> Result<(S::Filled, Vec<String>), Error> {
    let (height, width) = picture::extents(path, array, &[1, 2, 3, 4], "1 to 4")?;
    let color = match (array.components, depth) {
        (1, Depth::Eight) => ExtendedColorType::L8,
        (2, Depth::Eight) => ExtendedColorType::La8,
        (3, Depth::Eight) => ExtendedColorType::Rgb8,
        (_, Depth::Eight) => ExtendedColorType::Rgba8,
        (1, Depth::Sixteen) => ExtendedColorType::L16,
        (2, Depth::Sixteen) => ExtendedColorType::La16,
        (3, Depth::Sixteen) => ExtendedColorType::Rgb16,
        (_, Depth::Sixteen) => ExtendedColorType::Rgba16,
    };
    let clamped = array.data.iter().filter(|value| !(0.0..=1.0).contains(*value)).count();
    let scaled = |largest: f32| array.data.iter().map(move |value| (value.clamp(0.0, 1.0) * largest).round());
    let samples: Vec<u8> = match depth {
        Depth::Eight => scaled(255.0).map(|sample| sample as u8).collect(),
        Depth::Sixteen => scaled(65535.0).flat_map(|sample| (sample as u16).to_ne_bytes()).collect(),
    };
    // The picture is encoded into memory first: the encoder writes the end of its file when it is dropped, where an error would be lost.
    let mut encoded = Vec::new();
    PngEncoder::new(&mut encoded)
        .write_image(&samples, width, height, color)
        .map_err(|error| Error::Unfit { path: path.into(), reason: error.to_string() })?;
    let filled = sink.fill(path, |file| file.write_all(&encoded))?;
    if clamped == 0 {
        return Ok((filled, Vec::new()));
    }
    let note = "are not from 0 to 1: they were clamped, NaN became 0";
    Ok((filled, vec![format!("{}: {clamped} of {} values {note}", path.display(), array.data.len())]))
}

/// Returns height and width from the header, or an error if a file of this size cannot hold that many pixels.
///
/// They are at a fixed offset, and are read from there before the decoder allocates a line.
fn announced(path: &Path, bytes: &[u8]) -> Result<(u32, u32), Error> {
    let malformed = |reason: &str| Error::Malformed { path: path.into(), format: "PNG", reason: reason.into() };
    const SIGNATURE: &[u8] = b"\x89PNG\r\n\x1a\n";
    let known = bytes.len().min(SIGNATURE.len());
    if bytes[..known] != SIGNATURE[..known] {
        return Err(malformed("it does not begin with \\x89PNG"));
    }
    let Some(header) = bytes.get(12..26) else {
        let promise = "its header".into();
        return Err(Error::Short { path: path.into(), promise, needed: "33".into(), held: bytes.len() });
    };
    let [b'I', b'H', b'D', b'R', w0, w1, w2, w3, h0, h1, h2, h3, depth, color] = *header else {
        return Err(malformed("its first chunk is not IHDR"));
    };
    let (width, height) = (u32::from_be_bytes([w0, w1, w2, w3]), u32::from_be_bytes([h0, h1, h2, h3]));
    let channels = match color {
        2 => 3,
        4 => 2,
        6 => 4,
        _ => 1,
    };
    picture::check_size(path, "PNG", height, width, channels)?;
    let needed = u128::from(height) * (u128::from(width) * channels as u128 * u128::from(depth)).div_ceil(8);
    if needed > u128::from(DEFLATE) * bytes.len() as u128 {
        let promise = format!("a picture of {height} × {width} pixels, {needed} bytes, even deflated,");
        let needed = needed.div_ceil(DEFLATE.into()).to_string();
        return Err(Error::Short { path: path.into(), promise, needed, held: bytes.len() });
    }
    Ok((height, width))
}

/// Refuses a palette whose length is not that of 1 to 256 colours, which the decoder does not check.
fn palette_of_colours(bytes: &[u8]) -> Result<(), String> {
    let mut rest = bytes.get(8..).unwrap_or_default();
    while let [l0, l1, l2, l3, t0, t1, t2, t3, behind @ ..] = rest {
        let length = u32::from_be_bytes([*l0, *l1, *l2, *l3]) as usize;
        let kind = [*t0, *t1, *t2, *t3];
        if &kind == b"PLTE" && !(length.is_multiple_of(3) && (1..=256).contains(&(length / 3))) {
            return Err(format!("a palette (PLTE) of {length} bytes, which is not 1 to 256 colours of 3"));
        }
        // Skips the chunk's data and its checksum of 4 bytes.
        rest = length.checked_add(4).and_then(|end| behind.get(end..)).unwrap_or_default();
    }
    Ok(())
}
