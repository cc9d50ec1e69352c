//! The data of a scene: numbers that are made here, the light of a picture, or a file.

use brooklet::io;

use super::brook;
use super::picture::Picture;
use super::scene::Scene;

/// What a scene computes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Random,
    Sorted,
    Reversed,
    Equal,
    Few,
    Picture,
    File,
}

/// The fewest and the most elements of a scene.
pub const MIN: usize = 8;
pub const MAX: usize = 1 << 20;

impl Kind {
    pub const ALL: [Kind; 7] =
        [Kind::Random, Kind::Sorted, Kind::Reversed, Kind::Equal, Kind::Few, Kind::Picture, Kind::File];

    /// In an address.
    pub fn name(self) -> &'static str {
        ["random", "sorted", "reversed", "equal", "few", "picture", "file"][self as usize]
    }

    /// For people.
    pub fn title(self) -> &'static str {
        ["random", "sorted", "reversed", "all equal", "few distinct", "light of a picture", "your file"][self as usize]
    }

    pub fn of(name: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// A file that was dropped.
#[derive(Clone, Debug)]
pub struct File {
    pub name: String,
    pub array: io::Array,
}

/// Numbers that look random, and are the same every time.
pub struct Noise(u64);

impl Noise {
    pub fn new(seed: u64) -> Noise {
        Noise(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// The next, from 0 to below `end`.
    pub fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        // In 64 bits, a browser's usize has 32.
        (((self.0 >> 33) * end as u64) >> 31) as usize
    }
}

/// Numbers of this kind go from 0 to below it: of three digits, so that they can be read.
const END: usize = 1000;

/// `n` numbers of a kind; of a file, as many as it has, and no more than `n`.
pub fn numbers(kind: Kind, n: usize, file: Option<&File>) -> Result<Vec<f32>, String> {
    let mut noise = Noise::new(2003);
    let random = |noise: &mut Noise| noise.below(END) as f32;
    Ok(match kind {
        Kind::Random => (0..n).map(|_| random(&mut noise)).collect(),
        Kind::Sorted | Kind::Reversed => {
            let mut numbers: Vec<f32> = (0..n).map(|_| random(&mut noise)).collect();
            numbers.sort_by(f32::total_cmp);
            if kind == Kind::Reversed {
                numbers.reverse();
            }
            numbers
        }
        Kind::Equal => vec![420.0; n],
        Kind::Few => (0..n).map(|_| [100.0, 300.0, 600.0, 900.0][noise.below(4)]).collect(),
        Kind::Picture => {
            let picture = brook::picture()?;
            // As the stream lies in its texture, so that it is seen there.
            let bits = usize::BITS - n.saturating_sub(1).leading_zeros();
            let width = 1 << bits.div_ceil(2);
            let height = n.div_ceil(width);
            let at = |i: usize, extent: usize| (i as f32 + 0.5) / extent as f32;
            (0..n).map(|i| picture.light(at(i % width, width), at(i / width, height))).collect()
        }
        Kind::File => {
            let file = file.ok_or("no file yet: drop a .npy, .csv, .f32, .hdr or .png onto the window")?;
            let light = |p: &[f32]| if p.len() >= 3 { 0.2126 * p[0] + 0.7152 * p[1] + 0.0722 * p[2] } else { p[0] };
            let all = file.array.data.chunks_exact(file.array.components.max(1));
            let numbers: Vec<f32> = all.map(light).take(n).collect();
            if numbers.is_empty() {
                return Err(format!("{} holds no numbers", file.name));
            }
            numbers
        }
    })
}

/// The picture in a file.
pub fn picture(file: Option<&File>) -> Result<Picture, String> {
    let file = file.ok_or("no file yet: drop a .hdr or .png onto the window")?;
    let no_picture = || format!("{} is not a picture: drop a .hdr or .png, or choose the brook on the left", file.name);
    Picture::of(&file.array).ok_or_else(no_picture)
}

/// A number in the middle of the data: half of them are smaller.
pub fn middle(numbers: &[f32]) -> f32 {
    let mut sorted = numbers.to_vec();
    sorted.sort_by(f32::total_cmp);
    sorted.get(sorted.len() / 2).copied().unwrap_or(0.0)
}

/// The largest key of an argsort, which compares 12 bits.
const LARGEST_KEY: f32 = 4095.0;
/// How many keys there are among which values are grouped.
const KEYS: f32 = 8.0;

/// The numbers that a scene starts from: a search needs them in order, and an argsort and a group take integers.
pub fn input(scene: Scene, kind: Kind, n: usize, file: Option<&File>) -> Result<Vec<f32>, String> {
    let mut numbers = numbers(kind, n, file)?;
    match scene {
        Scene::Search => numbers.sort_by(f32::total_cmp),
        Scene::Argsort if !numbers.iter().all(|x| x.fract() == 0.0 && (0.0..=LARGEST_KEY).contains(x)) => {
            quantize(&mut numbers, LARGEST_KEY + 1.0);
        }
        Scene::Group => quantize(&mut numbers, KEYS),
        _ => {}
    }
    Ok(numbers)
}

/// Replaces each number by an integer from 0 to below `levels`, by its place between the smallest and the largest.
fn quantize(numbers: &mut [f32], levels: f32) {
    let finite = || numbers.iter().copied().filter(|x| x.is_finite());
    let (low, high) = (finite().fold(f32::INFINITY, f32::min), finite().fold(f32::NEG_INFINITY, f32::max));
    let extent = if high > low { high - low } else { 1.0 };
    for x in numbers {
        *x = ((*x - low) / extent * levels).floor().clamp(0.0, levels - 1.0);
        // NaN has no place.
        if x.is_nan() {
            *x = 0.0;
        }
    }
}

/// The values that are grouped: one for each key, small enough that their sums are exact.
pub fn values(count: usize) -> Vec<f32> {
    let mut noise = Noise::new(77);
    (0..count).map(|_| 1.0 + noise.below(15) as f32).collect()
}

/// The number of bins of a histogram.
pub const BINS: usize = 10;

/// The range of the bins: it ends at numbers of one digit and zeros, so that its edges can be read.
pub fn bins(numbers: &[f32]) -> (f32, f32) {
    let end = |size: f32| {
        let ten = 10f32.powi(size.log10().floor() as i32);
        [1.0, 2.0, 5.0, 10.0].map(|times| times * ten).into_iter().find(|end| *end >= size).unwrap_or(size)
    };
    let finite = || numbers.iter().copied().filter(|x| x.is_finite());
    let (low, high) = (finite().fold(0.0, f32::min), finite().fold(0.0, f32::max));
    let ends = (if low < 0.0 { -end(-low) } else { 0.0 }, if high > 0.0 { end(high) } else { 0.0 });
    if ends.0 < ends.1 && ends.0.is_finite() && ends.1.is_finite() { ends } else { (0.0, 1.0) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bins_end_at_numbers_that_can_be_read() {
        let cases: [(&[f32], (f32, f32)); 7] = [
            (&[3.0, 999.0], (0.0, 1000.0)),
            (&[420.0; 3], (0.0, 500.0)),
            (&[0.013, f32::INFINITY], (0.0, 0.02)),
            (&[-3.0, 1.5, f32::NAN], (-5.0, 2.0)),
            (&[-3.0], (-5.0, 0.0)),
            (&[0.0; 2], (0.0, 1.0)),
            (&[f32::MAX], (0.0, 1.0)),
        ];
        for (numbers, ends) in cases {
            assert_eq!(bins(numbers), ends, "{numbers:?}");
        }
    }

    #[test]
    fn data_of_every_kind_has_as_many_numbers_as_asked_for() {
        for kind in Kind::ALL.into_iter().filter(|kind| *kind != Kind::File) {
            for n in [MIN, 100, 4096] {
                let made = numbers(kind, n, None).unwrap();
                assert_eq!(made.len(), n, "{kind:?}");
                assert!(made.iter().all(|x| x.is_finite() && *x >= 0.0), "{kind:?}");
                assert_eq!(Kind::of(kind.name()), Some(kind));
            }
        }
        assert!(numbers(Kind::File, 8, None).unwrap_err().contains("drop"));
        for kind in [Kind::Random, Kind::Equal, Kind::Few, Kind::Picture] {
            let whole = |scene| input(scene, kind, 300, None).unwrap().into_iter().map(|x| (x, x.fract() == 0.0));
            assert!(whole(Scene::Argsort).all(|(x, whole)| whole && (0.0..=LARGEST_KEY).contains(&x)), "{kind:?}");
            assert!(whole(Scene::Group).all(|(x, whole)| whole && (0.0..KEYS).contains(&x)), "{kind:?}");
        }
        assert_eq!(numbers(Kind::Random, 64, None), numbers(Kind::Random, 64, None));
    }
}
