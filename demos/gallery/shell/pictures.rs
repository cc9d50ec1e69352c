//! Pictures of every scene, compared with those in `pictures/`: its first, a middle and its last pass, in both themes. With
//! `BROOKLET_PICTURES=write` they are made anew; what differs is left in `target/gallery-pictures`.

use std::path::{Path, PathBuf};

use egui::ColorImage;

use super::arguments;
use super::files::write_png;
use super::picture;

/// The addresses, each with the name of its picture.
const PICTURES: &[(&str, &str)] = &[
    ("reduce-first", "--scene reduce --data picture --n 4096 --pass 0"),
    ("reduce-middle", "--scene reduce --data picture --n 4096 --pass 2 --at 37"),
    ("reduce-last", "--scene reduce --n 256"),
    ("scan-first", "--scene scan --n 256 --pass 0"),
    ("scan-middle", "--scene scan --n 256 --pass 4 --at 100"),
    ("scan-last", "--scene scan --n 256 --show numbers"),
    ("sort-first", "--scene sort --n 64 --pass 0 --show bits"),
    ("sort-middle", "--scene sort --n 256 --pass 20 --at 77"),
    ("sort-last", "--scene sort --method bitonic,merge --n 4096 --compute radix"),
    ("network", "--scene sort --n 32 --view network --pass 9 --compute off --at 5"),
    ("search-first", "--scene search --n 256 --pass 0"),
    ("search-middle", "--scene search --n 1024 --pass 1 --at 20"),
    ("search-last", "--scene search --n 1024 --at 20"),
    ("filter-first", "--scene filter --n 64 --pass 0"),
    ("filter-middle", "--scene filter --method scan-search-gather,stable-sort --n 64 --pass 5 --at 19"),
    ("filter-last", "--scene filter --n 256 --at 12 --race on"),
    ("argsort-first", "--scene argsort --n 32 --compute off --pass 0"),
    ("argsort-middle", "--scene argsort --n 256 --pass 12 --at 77"),
    ("argsort-last", "--scene argsort"),
    ("histogram-first", "--scene histogram --n 64 --compute off --pass 0"),
    ("histogram-middle", "--scene histogram --method compare-reduce,sort-search --pass 1 --at 3"),
    ("histogram-last", "--scene histogram"),
    ("group-first", "--scene group --n 32 --pass 0"),
    ("group-middle", "--scene group --pass 14 --at 77"),
    ("group-last", "--scene group"),
    ("tonemap-first", "--scene tonemap --pass 0"),
    ("tonemap-middle", "--scene tonemap --pass 6"),
    ("tonemap-last", "--scene tonemap --method log-average,brightest"),
    ("tour-1", "--tour 1"),
    ("tour-9", "--tour 9"),
    ("tour-horn", "--tour horn/3"),
    ("chip-loop", "--scene search --method binary-search --n 256 --pass 1 --at 20 --chip nv40 --code glsl"),
    ("chip-refused", "--scene sort --method bitonic-float,merge,bitonic-packed --n 64 --pass 1 --at 19 --chip r300"),
    ("brook", "--scene brook"),
    ("brook-rays", "--scene brook --program rays"),
    ("brook-sum", "--scene brook --kernel sum"),
    ("brook-chip", "--scene brook --program saxpy --chip r300"),
    ("cg", "--scene brook --program fluid.cg"),
    ("cg-chip", "--scene brook --program search.cg --chip r300"),
    ("compare", "--scene compare"),
    ("puzzle", "--scene puzzle --puzzle 8"),
    ("puzzle-grid", "--scene puzzle --puzzle 5"),
    ("particles", "--scene particles --pass 30"),
    ("collide", "--scene collide --pass 10"),
    ("subdivide", "--scene subdivide --pass 60"),
    ("march", "--scene march --pass 80"),
    ("raytrace", "--scene raytrace --pass 40 --n 4096"),
    ("segment", "--scene segment --pass 60"),
    ("fft", "--scene fft --pass 80"),
    ("cloth", "--scene cloth --pass 60"),
    ("distance", "--scene distance --pass 30"),
    ("label", "--scene label --pass 40"),
    ("matmul", "--scene matmul --pass 60"),
    ("sph", "--scene sph --pass 200"),
    ("mandelbrot", "--scene mandelbrot --pass 8"),
    ("fluid", "--scene fluid --pass 160"),
    ("life", "--scene life --pass 40"),
    ("database", "--scene database --pass 40"),
    ("particles-passes", "--scene particles --view all --n 256 --pass 14"),
    ("segment-chip", "--scene segment --view textures --n 256 --pass 3 --at 100 --chip r300"),
];

/// The most that a channel may differ before a pixel counts as another.
const MAX_DIFFERENCE: u8 = 8;

/// How many of the pixels differ, of a thousand.
pub fn differing(a: &ColorImage, b: &ColorImage) -> usize {
    if a.size != b.size {
        return 1000;
    }
    let off = a.pixels.iter().zip(&b.pixels).filter(|(a, b)| {
        let differs = |k: usize| a.to_array()[k].abs_diff(b.to_array()[k]) > MAX_DIFFERENCE;
        (0..3).any(differs)
    });
    off.count() * 1000 / a.pixels.len().max(1)
}

pub fn read(path: &Path) -> Option<ColorImage> {
    let picture = image::open(path).ok()?.into_rgb8();
    let size = [picture.width() as usize, picture.height() as usize];
    Some(ColorImage::from_rgb(size, picture.as_raw()))
}

fn options(address: &str, theme: &str) -> arguments::Options {
    let line = format!("gallery --screenshot unused.png --theme {theme} {address}");
    arguments::parse(line.split_whitespace().map(Into::into)).unwrap()
}

#[test]
fn pictures_are_those_that_were_looked_at() {
    let folder = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/pictures"));
    let differences = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/gallery-pictures"));
    let write = std::env::var("BROOKLET_PICTURES").is_ok_and(|value| value == "write");
    let mut wrong = Vec::new();
    for (name, address) in PICTURES {
        for theme in ["light", "dark"] {
            let drawn = picture::draw(options(address, theme)).unwrap_or_else(|error| panic!("{name}: {error}"));
            let file = format!("{name}-{theme}.png");
            let known = folder.join(&file);
            if write {
                std::fs::create_dir_all(&folder).unwrap();
                write_png(&known, &drawn).unwrap();
                continue;
            }
            let off = read(&known).map_or(1000, |known| differing(&known, &drawn));
            if off > 10 {
                std::fs::create_dir_all(&differences).unwrap();
                write_png(&differences.join(&file), &drawn).unwrap();
                wrong.push(format!("{file}: {} % of the pixels differ", off as f64 / 10.0));
            }
        }
    }
    assert!(wrong.is_empty(), "{}\nnow: {}", wrong.join("\n"), differences.display());
}

#[test]
fn differences_are_counted() {
    let grey = |level: u8| ColorImage::filled([10, 10], egui::Color32::from_gray(level));
    assert_eq!(differing(&grey(100), &grey(108)), 0);
    assert_eq!(differing(&grey(100), &grey(109)), 1000);
    let mut one = grey(100);
    one.pixels[7] = egui::Color32::WHITE;
    assert_eq!(differing(&grey(100), &one), 10);
    assert_eq!(differing(&grey(1), &ColorImage::filled([9, 10], egui::Color32::from_gray(1))), 1000);
}
