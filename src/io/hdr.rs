//! Reads and writes Radiance pictures. A pixel is RGBE: three mantissas of 8 bits that share an exponent.
//!
//! The header is read by the `image` crate. The scanlines are read here, one after the other, so that no picture is allocated before its
//! bytes have been seen. Pixels are also written here: the crate's encoder changes the values of floats near either end of the range, and
//! marks lines of 32,768 pixels in a way that no reader knows.

use std::path::Path;

use image::codecs::hdr::HdrDecoder;

use super::{Array, Error, Loaded, Sink, picture, room};

/// The maximum width of a line, in pixels, that Radiance compresses.
const WIDEST_RUNS: usize = 0x7fff;

/// The largest value that RGBE holds.
const MAX_VALUE: f32 = 255.0 / 256.0 * (1_u128 << 127) as f32;
/// The smallest value of a pixel's largest component that is not written as 0.
const SMALLEST: f64 = f64::from_bits((1023 - 128) << 52);

/// A pixel: red, green, blue, exponent.
type Rgbe = [u8; 4];

/// Reads a picture as an array of height × width × 3. The values are those of the file: an exposure in the header is not divided out.
pub fn read(path: &Path, bytes: &[u8]) -> Result<Loaded, Error> {
    let malformed = |reason: String| Error::Malformed { path: path.into(), format: "Radiance", reason };
    if !bytes.starts_with(b"#?RADIANCE") && !bytes.starts_with(b"#?RGBE") {
        return Err(malformed("it does not begin with #?RADIANCE".into()));
    }
    // The decoder reads the header byte by byte, and leaves `rest` at the first scanline.
    let mut rest = bytes;
    let header = HdrDecoder::new_nonstrict(&mut rest).map_err(|error| malformed(error.to_string()))?.metadata();
    picture::check_size(path, "Radiance", header.height, header.width, 3)?;
    let (height, width) = (header.height as usize, header.width as usize);

    let least = match width {
        1 => 4,
        2..=WIDEST_RUNS => 8,
        _ => 4 * width as u128,
    };
    let short = |line: usize| Error::Short {
        path: path.into(),
        promise: format!("a picture of {height} × {width} pixels, which breaks off in line {line} of {height},"),
        needed: format!("{} or more", least * height as u128),
        held: rest.len(),
    };
    if least * height as u128 > rest.len() as u128 {
        return Err(short((rest.len() as u128 / least) as usize + 1));
    }
    let scales: Vec<f32> = (0..256).map(|e| if e == 0 { 0.0 } else { 2_f64.powi(e - 136) as f32 }).collect();
    let mut source = rest;
    let mut line: Vec<Rgbe> = room(path, width)?;
    line.resize(width, [0; 4]);
    let mut data: Vec<f32> = Vec::new();
    for row in 0..height {
        match scanline(&mut source, &mut line) {
            Ok(()) => {}
            Err(Fault::Short) => return Err(short(row + 1)),
            Err(Fault::Run) => {
                return Err(malformed(format!("line {} has runs that do not fit its width", row + 1)));
            }
        }
        let needed = 3 * width;
        data.try_reserve(needed).map_err(|_| Error::Memory { path: path.into(), bytes: 4 * (data.len() + needed) })?;
        data.extend(line.iter().flat_map(|&[r, g, b, e]| [r, g, b].map(|c| f32::from(c) * scales[usize::from(e)])));
    }
    let mut notes = Vec::new();
    if header.exposure.is_some_and(|exposure| exposure != 1.0) || header.color_correction.is_some() {
        let note = "its exposure and colour correction are left in the values";
        notes.push(format!("{}: {note}", path.display()));
    }
    Ok(Loaded::new(Array { shape: vec![height, width], components: 3, data }, notes))
}

/// Writes three components unchanged, or one as grey. Lines are not compressed.
pub fn write<S: Sink>(path: &Path, array: &Array, sink: S) -> Result<(S::Filled, Vec<String>), Error> {
    let (height, width) = picture::extents(path, array, &[1, 3], "1 or 3")?;
    let mut lost = 0;
    let filled = sink.fill(path, |file| {
        write!(file, "#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y {height} +X {width}\n")?;
        array.data.chunks_exact(array.components).try_for_each(|pixel| {
            let (rgbe, outside) = encode([pixel[0], pixel[pixel.len() / 2], pixel[pixel.len() - 1]]);
            lost += if array.components == 1 { outside / 3 } else { outside };
            file.write_all(&rgbe)
        })
    })?;
    let note = format!("{}: {lost} of {} values are outside of RGBE", path.display(), array.data.len());
    let became = format!("negative ones, NaN and those below 2^-128 became 0, those above {MAX_VALUE:e} became that");
    Ok((filled, if lost > 0 { vec![format!("{note}: {became}")] } else { Vec::new() }))
}

/// Returns the pixel nearest to three floats, and the number of these that are outside of its range.
fn encode(rgb: [f32; 3]) -> (Rgbe, usize) {
    let kept = rgb.map(|value| if value > 0.0 { f64::from(value.min(MAX_VALUE)) } else { 0.0 });
    let peak = kept.into_iter().fold(0.0, f64::max);
    if peak < SMALLEST {
        return ([0; 4], rgb.iter().filter(|&&value| value != 0.0).count());
    }
    let outside = rgb.iter().filter(|value| !(0.0..=MAX_VALUE).contains(*value)).count();
    // Taken from the bits of the peak, because a logarithm would round.
    let mut exponent = ((peak.to_bits() >> 52) & 0x7ff) as i32 - 1023 + 1 + 128;
    let mut scale = 2_f64.powi(136 - exponent);
    if (peak * scale).round() > 255.0 {
        exponent += 1;
        scale /= 2.0;
    }
    let [r, g, b] = kept.map(|value| (value * scale).round() as u8);
    ([r, g, b, exponent as u8], outside)
}

enum Fault {
    Short,
    Run,
}

/// Takes the next `N` bytes.
fn take<const N: usize>(source: &mut &[u8]) -> Result<[u8; N], Fault> {
    let (bytes, rest) = source.split_first_chunk::<N>().ok_or(Fault::Short)?;
    *source = rest;
    Ok(*bytes)
}

/// Reads a line in any of Radiance's three encodings: each component by itself in runs, pixels in runs, or plain pixels.
fn scanline(source: &mut &[u8], line: &mut [Rgbe]) -> Result<(), Fault> {
    let first: Rgbe = take(source)?;
    let width = line.len();
    let runs = (8..=WIDEST_RUNS).contains(&width) && first[0] == 2 && first[1] == 2 && first[2] < 128;
    if !runs {
        return pixels(first, source, line);
    }
    if usize::from(u16::from_be_bytes([first[2], first[3]])) != width {
        return Err(Fault::Run);
    }
    (0..4).try_for_each(|component| {
        let mut at = 0;
        while at < width {
            let [code] = take(source)?;
            let (length, repeated) =
                if code > 128 { (usize::from(code - 128), true) } else { (usize::from(code), false) };
            let run = line.get_mut(at..at + length).filter(|run| !run.is_empty()).ok_or(Fault::Run)?;
            if repeated {
                let [value] = take(source)?;
                run.iter_mut().for_each(|pixel| pixel[component] = value);
            } else {
                for pixel in run {
                    [pixel[component]] = take(source)?;
                }
            }
            at += length;
        }
        Ok(())
    })
}

/// Reads pixels one after the other. (1, 1, 1, n) repeats the previous pixel n times. If another (1, 1, 1, m) follows directly, it repeats
/// that pixel 256 m times more.
fn pixels(first: Rgbe, source: &mut &[u8], line: &mut [Rgbe]) -> Result<(), Fault> {
    let (width, mut at, mut shift) = (line.len(), 0, 0);
    let mut next = Some(first);
    while at < width {
        let pixel = match next.take() {
            Some(pixel) => pixel,
            None => take(source)?,
        };
        let [1, 1, 1, count] = pixel else {
            line[at] = pixel;
            at += 1;
            shift = 0;
            continue;
        };
        // Lines beyond this width must store every pixel. Otherwise a few bytes could stand for a line of any length.
        if at == 0 || width > WIDEST_RUNS || shift > 8 {
            return Err(Fault::Run);
        }
        let length = usize::from(count) << shift;
        let previous = line[at - 1];
        line.get_mut(at..at + length).ok_or(Fault::Run)?.fill(previous);
        at += length;
        shift += 8;
    }
    Ok(())
}
