//! Statistical tests of random numbers. Each returns a score that has about a standard normal distribution if the numbers are random.
#![allow(dead_code, reason = "each test file uses its own part")]

/// The distribution function of the standard normal distribution (Abramowitz and Stegun, 7.1.26: off by at most 1e-7).
pub fn normal_cdf(x: f64) -> f64 {
    let z = x.abs() / 2f64.sqrt();
    let t = 1.0 / (1.0 + 0.327_591_1 * z);
    let series = [0.254_829_592, -0.284_496_736, 1.421_413_741, -1.453_152_027, 1.061_405_429];
    let tail = 0.5 * series.iter().rev().fold(0.0, |sum, c| (sum + c) * t) * (-z * z).exp();
    if x < 0.0 { tail } else { 1.0 - tail }
}

/// The score of counts against the probabilities of their classes: Pearson's chi-square, by the approximation of Wilson and Hilferty.
pub fn chi_square(counts: &[usize], probabilities: impl Fn(usize) -> f64) -> f64 {
    let all = counts.iter().sum::<usize>() as f64;
    let term = |(class, &count): (usize, &usize)| {
        let expected = all * probabilities(class);
        (count as f64 - expected).powi(2) / expected
    };
    let freedom = (counts.len() - 1) as f64;
    let sum: f64 = counts.iter().enumerate().map(term).sum();
    ((sum / freedom).cbrt() - 1.0 + 2.0 / (9.0 * freedom)) / (2.0 / (9.0 * freedom)).sqrt()
}

/// The score of classes that are equally likely.
pub fn equal(classes: usize, of: impl Iterator<Item = usize>) -> f64 {
    let mut counts = vec![0; classes];
    of.for_each(|class| counts[class] += 1);
    chi_square(&counts, |_| 1.0 / classes as f64)
}

/// The score of a mean, where the mean and the variance of one number are known.
pub fn mean(numbers: impl Iterator<Item = f64>, expected: f64, variance: f64) -> f64 {
    let (sum, count) = numbers.fold((0.0, 0.0), |(sum, count), x| (sum + x, count + 1.0));
    (sum / count - expected) / (variance / count).sqrt()
}

/// The score of the correlation of numbers with those `lag` later.
pub fn correlation(numbers: &[f64], lag: usize, expected: f64, variance: f64) -> f64 {
    let products = numbers.iter().zip(&numbers[lag..]).map(|(x, y)| (x - expected) * (y - expected));
    mean(products, 0.0, variance * variance)
}

/// The score of the largest distance between the distribution of numbers and the expected one (Kolmogorov and Smirnov), which is as
/// unlikely as the distance.
pub fn kolmogorov(numbers: &[f64], cdf: impl Fn(f64) -> f64) -> f64 {
    let mut sorted = numbers.to_vec();
    sorted.sort_by(f64::total_cmp);
    let count = sorted.len() as f64;
    let off = |(at, x): (usize, &f64)| ((at + 1) as f64 / count - cdf(*x)).max(cdf(*x) - at as f64 / count);
    let distance = sorted.iter().enumerate().map(off).fold(0.0, f64::max) * count.sqrt();
    // A distance d is exceeded with a probability of 2 exp(-2 d^2), a score z with about exp(-z^2 / 2).
    2.0 * distance - 0.5
}

/// The score of the number of runs above and below the median (Wald and Wolfowitz).
pub fn runs_about(numbers: &[f64], median: f64) -> f64 {
    let above = numbers.iter().filter(|x| **x >= median).count() as f64;
    let (count, below) = (numbers.len() as f64, numbers.len() as f64 - above);
    let runs = 1 + numbers.windows(2).filter(|pair| (pair[0] >= median) != (pair[1] >= median)).count();
    let expected = 1.0 + 2.0 * above * below / count;
    (runs as f64 - expected) / ((expected - 1.0) * (expected - 2.0) / (count - 1.0)).sqrt()
}

/// The score of the lengths of rising runs, of which the number after each is left out (Knuth, 3.3.2, exercise 14).
pub fn rising_runs(numbers: &[f64]) -> f64 {
    let mut counts = [0; 6];
    let mut rest = numbers;
    while let Some(length) = rest.windows(2).position(|pair| pair[1] < pair[0]) {
        counts[length.min(5)] += 1;
        rest = &rest[(length + 2).min(rest.len())..];
    }
    let factorial = |n: usize| (1..=n).product::<usize>() as f64;
    chi_square(&counts, |k| 1.0 / factorial(k + 1) - if k < 5 { 1.0 / factorial(k + 2) } else { 0.0 })
}

/// The score of the gaps between numbers below `limit` (Knuth, 3.3.2 D).
pub fn gaps(numbers: &[f64], limit: f64) -> f64 {
    const LONGEST: usize = 20;
    let mut counts = [0; LONGEST + 1];
    let mut gap = 0;
    for x in numbers {
        gap += 1;
        if *x < limit {
            counts[(gap - 1).min(LONGEST)] += 1;
            gap = 0;
        }
    }
    let stays = 1.0 - limit;
    chi_square(&counts, |k| stays.powi(k as i32) * if k < LONGEST { limit } else { 1.0 })
}

/// The score of the orders of four numbers in a row (Knuth, 3.3.2 P).
pub fn orders(numbers: &[f64]) -> f64 {
    let order = |four: &[f64; 4]| {
        let smaller = |k: usize| four[..k].iter().filter(|x| **x < four[k]).count();
        smaller(1) + 2 * smaller(2) + 6 * smaller(3)
    };
    equal(24, numbers.as_chunks::<4>().0.iter().map(order))
}

/// The score of equal spacings of sorted birthdays (Marsaglia): 512 in a year of 2^24 days have about two.
pub fn birthdays(days: &[u32]) -> f64 {
    // Among n birthdays in a year of m days, n^3 / 4m equal spacings are expected.
    let (group, expected) = (512, 2.0f64);
    let mut counts = [0; 8];
    for days in days.chunks_exact(group) {
        let mut days = days.to_vec();
        days.sort_unstable();
        let mut spacings: Vec<u32> = days.windows(2).map(|pair| pair[1] - pair[0]).collect();
        spacings.sort_unstable();
        counts[spacings.windows(2).filter(|pair| pair[0] == pair[1]).count().min(7)] += 1;
    }
    let poisson = |k: usize| (-expected).exp() * expected.powi(k as i32) / (1..=k).product::<usize>() as f64;
    chi_square(&counts, |k| if k < 7 { poisson(k) } else { 1.0 - (0..7).map(poisson).sum::<f64>() })
}

/// The score of the ranks of matrices of 32 × 32 bits (Marsaglia).
pub fn ranks(words: &[u32]) -> f64 {
    let rank = |rows: &[u32; 32]| {
        let mut rows = rows.to_vec();
        (0..32)
            .filter(|bit| {
                let Some(at) = rows.iter().position(|row| row >> bit & 1 == 1) else { return false };
                let pivot = rows.swap_remove(at);
                rows.iter_mut().filter(|row| **row >> bit & 1 == 1).for_each(|row| *row ^= pivot);
                true
            })
            .count()
    };
    let mut counts = [0; 3];
    words.as_chunks::<32>().0.iter().for_each(|rows| counts[rank(rows).clamp(30, 32) - 30] += 1);
    chi_square(&counts, |k| [0.133_636, 0.577_576, 0.288_788][k])
}

/// The largest score of the bits of words, each of which is set as often as not.
pub fn bits(words: &[u32], bits: u32) -> f64 {
    let score = |bit: u32| mean(words.iter().map(|word| f64::from(word >> bit & 1)), 0.5, 0.25);
    (0..bits).map(score).fold(0.0, |max: f64, z| if z.abs() > max.abs() { z } else { max })
}
