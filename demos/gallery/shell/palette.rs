//! Pictures of few colours: a page of the guide has many of them, and they have to be small.

use std::path::Path;

use brooklet::io;
use egui::{Color32, ColorImage};

/// How many colours are left.
const COLOURS: usize = 112;
/// Bits of a channel that are told apart before colours are put together.
const BITS: usize = 5;

/// A colour of the picture, of those that agree in their first bits: the sum of each channel, and how many pixels have it.
#[derive(Clone, Copy, Default)]
struct Bucket {
    place: usize,
    sums: [u64; 3],
    pixels: u64,
}

/// A picture in few colours: an index for each pixel.
pub struct Indexed {
    size: [usize; 2],
    palette: Vec<[u8; 3]>,
    pixels: Vec<u8>,
}

fn bucket(colour: Color32) -> usize {
    let [r, g, b, _] = colour.to_array().map(|channel| usize::from(channel) >> (8 - BITS));
    (r << (2 * BITS)) | (g << BITS) | b
}

/// Runs of equal pixels, each with its length: most of a figure is background.
fn runs<T: Copy + PartialEq>(pixels: &[T]) -> impl Iterator<Item = (T, usize)> {
    pixels.chunk_by(|a, b| a == b).map(|run| (run[0], run.len()))
}

fn mean(bucket: &Bucket, channel: usize) -> u64 {
    bucket.sums[channel] / bucket.pixels.max(1)
}

/// The channel in which colours differ most, and by how much.
fn widest(colours: &[Bucket]) -> (usize, u64) {
    let width = |channel: usize| {
        let means = colours.iter().map(|colour| mean(colour, channel));
        means.clone().max().unwrap_or(0) - means.min().unwrap_or(0)
    };
    (0..3).map(|channel| (channel, width(channel))).max_by_key(|(_, width)| *width).expect("there are three")
}

impl Indexed {
    /// Divides the colours at the median of the channel in which they differ most, again and again.
    pub fn of(picture: &ColorImage) -> Indexed {
        let mut buckets = vec![Bucket::default(); 1 << (3 * BITS)];
        for (colour, pixels) in runs(&picture.pixels) {
            let place = bucket(colour);
            let known = &mut buckets[place];
            (known.place, known.pixels) = (place, known.pixels + pixels as u64);
            let channels = colour.to_array();
            (0..3).for_each(|channel| known.sums[channel] += u64::from(channels[channel]) * pixels as u64);
        }
        let mut groups = vec![buckets.into_iter().filter(|bucket| bucket.pixels > 0).collect::<Vec<_>>()];
        while groups.len() < COLOURS {
            // Few pixels of a colour of their own count as much as many that hardly differ.
            let worth = |group: &Vec<Bucket>| {
                let pixels: u64 = group.iter().map(|bucket| bucket.pixels).sum();
                widest(group).1 * (1 + pixels.isqrt())
            };
            let place = (0..groups.len()).max_by_key(|place| worth(&groups[*place])).unwrap_or(0);
            let (channel, width) = widest(&groups[place]);
            if width == 0 {
                break;
            }
            let mut group = groups.swap_remove(place);
            group.sort_by_key(|bucket| (mean(bucket, channel), bucket.place));
            let half = group.iter().map(|bucket| bucket.pixels).sum::<u64>() / 2;
            let mut passed = 0;
            let cut = group.iter().position(|bucket| {
                passed += bucket.pixels;
                passed > half
            });
            let rest = group.split_off(cut.unwrap_or(0).clamp(1, group.len() - 1));
            groups.extend([group, rest]);
        }
        let (mut indices, mut palette) = (vec![0; 1 << (3 * BITS)], Vec::new());
        for group in &groups {
            let pixels = group.iter().map(|bucket| bucket.pixels).sum::<u64>().max(1);
            let colour = |channel: usize| group.iter().map(|bucket| bucket.sums[channel]).sum::<u64>() / pixels;
            group.iter().for_each(|bucket| indices[bucket.place] = palette.len() as u8);
            palette.push([0, 1, 2].map(|channel| colour(channel) as u8));
        }
        let mut pixels = Vec::with_capacity(picture.pixels.len());
        for (colour, run) in runs(&picture.pixels) {
            pixels.resize(pixels.len() + run, indices[bucket(colour)]);
        }
        Indexed { size: picture.size, palette, pixels }
    }

    /// The picture, pixel by pixel.
    pub fn picture(&self) -> ColorImage {
        let mut pixels = Vec::with_capacity(self.pixels.len());
        for (index, run) in runs(&self.pixels) {
            let [r, g, b] = self.palette[usize::from(index)];
            pixels.resize(pixels.len() + run, Color32::from_rgb(r, g, b));
        }
        ColorImage::new(self.size, pixels)
    }

    /// Writes it as a PNG.
    pub fn write(&self, path: &Path) -> Result<(), String> {
        let [width, height] = self.size.map(|side| side as u32);
        let written = io::write_beside(path, |file| {
            let mut encoder = png::Encoder::new(file, width, height);
            encoder.set_color(png::ColorType::Indexed);
            encoder.set_palette(self.palette.concat());
            encoder.set_compression(png::Compression::High);
            encoder.set_filter(png::Filter::NoFilter);
            let mut writer = encoder.write_header()?;
            writer.write_image_data(&self.pixels)?;
            Ok(writer.finish()?)
        });
        written.map_err(|error| format!("{}: {error}", path.display()))
    }
}

#[test]
fn few_colours_are_kept_and_many_become_few() {
    let picture = |colours: usize| {
        let pixels = (0..4096).map(|at| Color32::from_gray((at % colours * 255 / (colours - 1)) as u8));
        ColorImage::new([64, 64], pixels.collect())
    };
    assert_eq!(Indexed::of(&picture(32)).picture(), picture(32));
    let many: Vec<Color32> = (0..4096).map(|at| Color32::from_rgb(at as u8, (at >> 4) as u8, (7 * at) as u8)).collect();
    let many = ColorImage::new([64, 64], many);
    let few = Indexed::of(&many);
    assert_eq!(few.palette.len(), COLOURS);
    let off = few.picture().pixels.iter().zip(&many.pixels).map(|(a, b)| a.g().abs_diff(b.g())).max();
    assert!(off.unwrap() < 64, "{off:?}");
}
