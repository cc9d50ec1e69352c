//! A battery of statistical tests of the random numbers that devices generate. Seeds are fixed, so it always has the same outcome.

use crate::support;
use crate::support::level::{Level, level};
use crate::support::statistics as score;

use brooklet::primitives::{self, Random, RandomOptions};
use brooklet::reference::{self, Generator};
use brooklet::{Device, Layout};
use support::{each_dialect, runs_here};

/// The largest score that passes. Random numbers exceed it once in 1.7 million tests.
const MAX: f64 = 5.0;

/// How many numbers of a seed are tested, and how many seeds.
fn extent() -> (usize, u64) {
    match level() {
        Level::Quick => (1 << 16, 1),
        Level::Change => (1 << 18, 1),
        Level::Full => (1 << 21, 2),
    }
}

/// The scores of uniform numbers of so many bits.
fn uniform(floats: &[f32], width: u32) -> Vec<(String, f64)> {
    // Numbers lie in the middle of their steps.
    let half = 0.5f64.powi(width as i32 + 1);
    let x: Vec<f64> = floats.iter().map(|x| f64::from(*x) + half).collect();
    let words: Vec<u32> = floats.iter().map(|x| (x * 2f32.powi(width as i32)) as u32).collect();
    let top = |bits: u32| words.iter().map(move |word| (word >> (width - bits)) as usize);
    let low = |bits: u32| words.iter().map(move |word| (word & ((1 << bits) - 1)) as usize);
    let tuples = |bits: u32, of: usize, part: &dyn Fn(u32) -> usize| {
        let class = |words: &[u32]| words.iter().fold(0, |class, word| class << bits | part(*word));
        score::equal(1 << (bits as usize * of), words.chunks_exact(of).map(class))
    };
    // Twelve bits of each of two numbers.
    let days = |from: u32| -> Vec<u32> {
        words.chunks_exact(2).map(|pair| pair.iter().fold(0, |day, word| day << 12 | word >> from & 0xFFF)).collect()
    };
    let mut scores = vec![
        ("mean".to_owned(), score::mean(x.iter().copied(), 0.5, 1.0 / 12.0)),
        ("variance".to_owned(), score::mean(x.iter().map(|x| (x - 0.5).powi(2)), 1.0 / 12.0, 1.0 / 180.0)),
        ("Kolmogorov-Smirnov".to_owned(), score::kolmogorov(&x, |x| x)),
        ("1024 bins".to_owned(), score::equal(1024, top(10))),
        ("256 bins of the low bits".to_owned(), score::equal(256, low(8))),
        ("pairs".to_owned(), tuples(5, 2, &|word| (word >> (width - 5)) as usize)),
        ("triples".to_owned(), tuples(3, 3, &|word| (word >> (width - 3)) as usize)),
        ("pairs of low bits".to_owned(), tuples(4, 2, &|word| (word & 15) as usize)),
        ("eights of the lowest bit".to_owned(), tuples(1, 8, &|word| (word & 1) as usize)),
        ("every bit".to_owned(), score::bits(&words, width)),
        ("runs about the median".to_owned(), score::runs_about(&x, 0.5)),
        ("rising runs".to_owned(), score::rising_runs(&x)),
        ("gaps".to_owned(), score::gaps(&x, 0.25)),
        ("orders of four".to_owned(), score::orders(&x)),
        ("birthdays".to_owned(), score::birthdays(&days(width - 12))),
        ("birthdays of the low bits".to_owned(), score::birthdays(&days(0))),
    ];
    for lag in [1, 2, 3, 4, 5, 8, 16, 256, 1024] {
        scores.push((format!("correlation over {lag}"), score::correlation(&x, lag, 0.5, 1.0 / 12.0)));
    }
    scores
}

/// The scores of numbers with a normal distribution.
fn normal(floats: &[f32]) -> Vec<(String, f64)> {
    let x: Vec<f64> = floats.iter().map(|x| f64::from(*x)).collect();
    let power = |k: i32| x.iter().map(move |x| x.powi(k));
    let squares: Vec<f64> = power(2).collect();
    vec![
        ("mean".to_owned(), score::mean(power(1), 0.0, 1.0)),
        ("variance".to_owned(), score::mean(power(2), 1.0, 2.0)),
        ("skewness".to_owned(), score::mean(power(3), 0.0, 15.0)),
        ("kurtosis".to_owned(), score::mean(power(4), 3.0, 96.0)),
        ("Kolmogorov-Smirnov".to_owned(), score::kolmogorov(&x, score::normal_cdf)),
        ("correlation of neighbours".to_owned(), score::correlation(&x, 1, 0.0, 1.0)),
        ("correlation of squares".to_owned(), score::correlation(&squares, 1, 1.0, 2.0)),
        ("runs about the median".to_owned(), score::runs_about(&x, 0.0)),
    ]
}

/// The scores of words of 32 bits.
fn words(words: &[u32]) -> Vec<(String, f64)> {
    let bytes = |place: u32| score::equal(256, words.iter().map(move |word| (word >> place & 255) as usize));
    let mut scores: Vec<_> = (0..4).map(|k| (format!("byte {k}"), bytes(8 * k))).collect();
    scores.push(("every bit".to_owned(), score::bits(words, 32)));
    scores.push(("ranks".to_owned(), score::ranks(words)));
    scores
}

fn passes(what: &str, scores: Vec<(String, f64)>) {
    for (test, score) in scores {
        assert!(score.abs() < MAX, "{what}: {test} has the score {score:.1}, and random numbers stay below {MAX}");
    }
}

/// The bits of a uniform number.
fn width(method: Random) -> u32 {
    if method == Random::Feistel8 { 16 } else { 24 }
}

fn battery(device: &Device, method: Random) {
    let (count, seeds) = extent();
    // Chips of 24 bits number no more than 2^17 texels.
    let count = count.min(device.features().exact_integer as usize);
    let shape = [count / 1024, 1024];
    for seed in 0..seeds {
        let what = |kind: &str| format!("{} numbers by {}, seed {seed}", kind, method.name());
        let options = RandomOptions::default().seed(seed).method(method).layout(Layout::Packed);
        let read = |options| primitives::random(device, shape, options).unwrap().read().unwrap();
        passes(&what("uniform"), uniform(&read(options), width(method)));
        passes(&what("normal"), normal(&read(options.normal())));
        let (upper, lower) = primitives::random_bits(device, [count / 4096, 1024], options).unwrap();
        let halves = upper.read().unwrap().into_iter().zip(lower.read().unwrap());
        let all: Vec<u32> = halves.map(|(upper, lower)| (upper as u32) << 16 | lower as u32).collect();
        passes(&what("integer"), words(&all));
    }
}

#[test]
fn random_numbers_pass_a_battery_of_tests() {
    each_dialect(|device| {
        for method in Random::ALL {
            if runs_here(device, method.name(), method.runs_on(device)) {
                battery(device, method);
            }
        }
    });
}

/// The first numbers of seeds that follow each other are as random as those of one seed.
#[test]
fn seeds_beside_each_other_have_nothing_in_common() {
    let seeds = (extent().0 / 16) as u64;
    for (generator, width) in [(Generator::Philox, 24), (Generator::Feistel12, 24), (Generator::Feistel8, 16)] {
        for step in [1, 1 << 32] {
            let first: Vec<f32> = (0..seeds).flat_map(|seed| reference::random(4, seed * step, generator)).collect();
            passes(&format!("{generator:?} over seeds"), uniform(&first, width));
        }
    }
}

/// The battery finds what is wrong with generators that are not good enough.
#[test]
fn the_battery_rejects_numbers_that_are_not_random() {
    let count = extent().0;
    let rejects = |what: &str, numbers: &[f32], width: u32| {
        let scores = uniform(numbers, width);
        assert!(scores.iter().any(|(_, score)| score.abs() >= MAX), "{what}: {scores:?}");
    };
    let good = reference::random(count, 1, Generator::Philox);
    rejects("numbers in order", &reference::sort(&good, false), 24);
    rejects(
        "a low bit that is always 0",
        &good.iter().map(|x| (x * 8_388_608.0).floor() / 8_388_608.0).collect::<Vec<_>>(),
        24,
    );
    rejects("numbers that are a little too large", &good.iter().map(|x| x.powf(0.97)).collect::<Vec<_>>(), 24);
    let pairs: Vec<f32> = good.chunks(8).flat_map(|eight| [&eight[..4], &eight[..4]].concat()).collect();
    rejects("texels that come twice", &pairs, 24);
    // The low bits of a linear congruential generator of 2^24 numbers repeat after a few.
    let congruential = std::iter::successors(Some(1u32), |state| {
        Some(state.wrapping_mul(1_140_671_485).wrapping_add(12_820_163) % (1 << 24))
    });
    let congruential: Vec<f32> = congruential.take(count).map(|state| state as f32 / 16_777_216.0).collect();
    rejects("a linear congruential generator", &congruential, 24);
}
