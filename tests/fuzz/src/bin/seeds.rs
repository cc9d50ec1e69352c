//! Writes the seeds of the fuzz targets, from which libFuzzer starts: the programs, kernels and listings of the repository, the texts in
//! its tests, listings that are compiled from its kernels, and files of each format.
//!
//!     seeds FOLDER        run at the top of the repository; writes FOLDER/TARGET/..

use std::collections::BTreeSet;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

use brooklet::cg;
use brooklet::fragment_program::listing::{self, Names};
use brooklet::fragment_program::{Chip, Settings, compile};
use brooklet::io::{self, Array, Depth, Encoding, FloatDtype};
use brooklet::kernel::{self, Source};
use brooklet_fuzz::{FORMATS, MAX_TEXT};
use image::ImageEncoder;

type Seeds = BTreeSet<(&'static str, Vec<u8>)>;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = PathBuf::from(std::env::args_os().nth(1).ok_or("usage: seeds FOLDER")?);
    let mut seeds = Seeds::new();
    for top in ["demos", "glsl", "src", "tests"] {
        collect(Path::new(top), &mut seeds)?;
    }
    arrays(&mut seeds)?;
    for (number, (target, bytes)) in seeds.iter().enumerate() {
        let folder = folder.join(target);
        fs::create_dir_all(&folder)?;
        fs::write(folder.join(format!("{number:05}")), bytes)?;
    }
    println!("seeds: {} texts and files in {}", seeds.len(), folder.display());
    Ok(())
}

/// Adds the files of a folder.
fn collect(folder: &Path, seeds: &mut Seeds) -> Result<(), Box<dyn Error>> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            // What npm installs is not ours.
            if !path.ends_with("node_modules") {
                collect(&path, seeds)?;
            }
            continue;
        }
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        match ending {
            "br" | "brh" => text(seeds, "brook", &fs::read_to_string(&path)?),
            "seq" => text(seeds, "sequence", &fs::read_to_string(&path)?),
            "frag" => {
                let source = fs::read_to_string(&path)?;
                text(seeds, "kernel", &source);
                listings_of_kernel(seeds, &path);
            }
            "cg" => {
                text(seeds, "cg", &fs::read_to_string(&path)?);
                listings_of_cg(seeds, &path);
            }
            "rs" => {
                for literal in literals(&fs::read_to_string(&path)?) {
                    if let Some(target) = target_of(&literal) {
                        text(seeds, target, &literal);
                    }
                }
            }
            _ => {
                let format = FORMATS.iter().position(|name| Path::new(name).extension() == path.extension());
                let small = fs::metadata(&path)?.len() <= MAX_TEXT as u64;
                if let (Some(format), true) = (format, small) {
                    data(seeds, format, &fs::read(&path)?);
                }
            }
        }
    }
    Ok(())
}

fn text(seeds: &mut Seeds, target: &'static str, text: &str) {
    if text.len() <= MAX_TEXT {
        seeds.insert((target, text.into()));
    }
}

fn data(seeds: &mut Seeds, format: usize, bytes: &[u8]) {
    seeds.insert(("data", [&[format as u8], bytes].concat()));
}

/// Returns which target a text of a test is for, judging by its words.
fn target_of(text: &str) -> Option<&'static str> {
    let has = |words: &[&str]| words.iter().any(|word| text.contains(word));
    match () {
        () if has(&["!!ARBfp", "!!FP1", "!!NVfp"]) => Some("listing"),
        () if has(&["kernel ", "reduce "]) && has(&["<>", "[]", "void"]) => Some("brook"),
        () if has(&[": COLOR", ":COLOR", "samplerRECT", "sampler2D", "uniform "]) && has(&["{"]) => Some("cg"),
        () if has(&["output ", "void main()"]) && has(&["{"]) => Some("kernel"),
        () => None,
    }
}

/// Returns the string literals of Rust's source. Escapes other than of lines and quotes do not matter here.
fn literals(source: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = source;
    while let Some(start) = rest.find('"') {
        let before = &rest[..start];
        let hashes = before.len() - before.trim_end_matches('#').len();
        let is_raw = before.trim_end_matches('#').ends_with('r');
        rest = &rest[start + 1..];
        let end = if is_raw {
            rest.find(&format!("\"{}", "#".repeat(hashes)))
        } else {
            let mut escaped = false;
            rest.bytes().position(|byte| match byte {
                b'"' if !escaped => true,
                _ => {
                    escaped = byte == b'\\' && !escaped;
                    false
                }
            })
        };
        let Some(end) = end else { break };
        let literal = &rest[..end];
        found.push(match is_raw {
            true => literal.to_owned(),
            false => literal.replace("\\n\\\n", "\n").replace("\\n", "\n").replace("\\\n", "").replace("\\\"", "\""),
        });
        rest = &rest[end + 1..];
    }
    found
}

/// The chips whose listings differ in their syntax.
const CHIPS: [Chip; 4] = [Chip::R300, Chip::Nv30, Chip::Nv40, Chip::G80];

fn listings_of_kernel(seeds: &mut Seeds, path: &Path) {
    // Kernels of the library include texts by names that only the library knows; they are left out.
    let Ok(source) = Source::open(path) else { return };
    let Ok((kernel, _)) = kernel::compile(&source.element::<f32>()) else { return };
    for chip in CHIPS {
        if let Ok(compiled) = compile(&kernel, chip, &Settings::default())
            && let Ok(printed) = listing::print(&compiled.program, &Names::of(&kernel))
        {
            text(seeds, "listing", &printed);
        }
    }
}

fn listings_of_cg(seeds: &mut Seeds, path: &Path) {
    let Ok(Ok(entries)) = cg::entries(path, &cg::Options::default()) else { return };
    for entry in entries {
        for chip in CHIPS {
            let options = cg::Options { entry: entry.clone(), ..cg::Options::of(cg::Profile::of(chip)) };
            if let Ok(Ok(program)) = cg::open(path, &options)
                && let Ok(compiled) = program.lower(None, &[])
                && let Ok(printed) = program.listing(&compiled, "")
            {
                text(seeds, "listing", &printed);
            }
        }
    }
}

/// Adds small arrays in each format that is written, and a JPEG.
fn arrays(seeds: &mut Seeds) -> Result<(), Box<dyn Error>> {
    let shapes: [(&[usize], usize); 6] =
        [(&[0], 1), (&[5], 1), (&[2, 3], 1), (&[2, 2], 3), (&[2, 3], 4), (&[1, 2, 3], 2)];
    for (shape, components) in shapes {
        let count: usize = shape.iter().product::<usize>() * components;
        let data = (0..count).map(|k| [0.0, 1.0, -0.0, 0.25, f32::INFINITY, 1e-40, 0.5][k % 7]).collect();
        let array = Array { shape: shape.to_vec(), components, data };
        for (format, name) in FORMATS.iter().enumerate() {
            for encoding in [Encoding::default(), Encoding { depth: Depth::Sixteen, dtype: FloatDtype::Float16 }] {
                if let Ok(encoded) = io::encode(name, &array, encoding) {
                    self::data(seeds, format, &encoded.bytes);
                }
            }
        }
    }
    let npy = FORMATS.iter().position(|name| name.ends_with("npy")).expect("NPY is a format");
    for (descr, size) in [
        ("'<i4'", 4),
        ("'>f8'", 8),
        ("'|b1'", 1),
        ("'<c8'", 8),
        ("'<u8'", 8),
        ("[('a', '<f4'), ('b', '<i4', (2,))]", 12),
    ] {
        let header = format!("{{'descr': {descr}, 'fortran_order': False, 'shape': (2,), }}");
        let padded = format!("{header:<117}\n");
        let bytes = [b"\x93NUMPY\x01\x00\x76\x00", padded.as_bytes(), &vec![1; 2 * size]].concat();
        data(seeds, npy, &bytes);
    }
    let jpeg = FORMATS.iter().position(|name| name.ends_with("jpg")).expect("JPEG is a format");
    let mut bytes = Vec::new();
    let encoder = image::codecs::jpeg::JpegEncoder::new(&mut bytes);
    encoder.write_image(&[90; 9 * 7 * 3], 9, 7, image::ExtendedColorType::Rgb8)?;
    data(seeds, jpeg, &bytes);
    Ok(())
}
