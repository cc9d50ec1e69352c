//! The data of puzzles. All are whole numbers, so that sums are exact on every chip, and the same each time.

use serde::{Deserialize, Serialize};

/// A size of a puzzle's data: a number of elements, or of rows and columns.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Size {
    /// Elements of one dimension.
    Line(usize),
    /// Rows and columns.
    Grid([usize; 2]),
}

impl Size {
    /// Returns the number of elements.
    pub fn count(self) -> usize {
        match self {
            Size::Line(count) => count,
            Size::Grid([rows, columns]) => rows.saturating_mul(columns),
        }
    }
}

impl std::fmt::Display for Size {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        match self {
            Size::Line(count) => write!(f, "{count}"),
            Size::Grid([rows, columns]) => write!(f, "{rows} × {columns}"),
        }
    }
}

/// A stream of a puzzle.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StreamSpec {
    /// Its name in kernels.
    pub name: String,
    /// The numbers of an element: 1 to 4.
    #[serde(default = "one")]
    pub components: usize,
    /// What it is filled with. Ignored for an output.
    #[serde(default)]
    pub data: Fill,
    /// How many elements it has for each element of the size, as a fraction: (1, 4) is a quarter, rounded up.
    #[serde(default = "whole")]
    pub part: [usize; 2],
    /// How many elements it has for every size, in place of a part.
    pub count: Option<usize>,
}

fn one() -> usize {
    1
}

fn whole() -> [usize; 2] {
    [1, 1]
}

/// What a stream of a puzzle is filled with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Fill {
    /// Digits from 0 to 9, in no order.
    #[default]
    Digits,
    /// 0, 1, 2 and so on.
    Positions,
    /// Each position once, in no order.
    Permutation,
    /// 1 for about one element in three, else 0.
    Flags,
    /// Whole numbers in ascending order, of which some are equal and some missing.
    Sorted,
    /// Whole numbers of the range that `sorted` has, in no order.
    Queries,
    /// Digits, of which about one in two is infinite: a null record.
    Records,
    /// About one element in sixteen, and the first, is a seed: its own position. The others are -1.
    Seeds,
    /// How many of the puzzle's first `records` up to the same position are not null.
    Ranks,
    /// The position of an element up to three before, or the own one for about one in eight.
    Links,
    /// Whole numbers from 0 to 1023: the places of numbers in base 1024.
    Places,
    /// The sums of all digits up to the same position.
    Sums,
    /// Zeros.
    Zeros,
}

/// Mixes a number, so that neighbours have nothing in common.
fn mixed(number: u64) -> u64 {
    let mut x = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

impl Fill {
    /// Returns the numbers of a stream. Streams of different seeds differ.
    fn numbers(self, count: usize, seed: u64) -> Vec<f32> {
        let each = |fill: Fill, seed: u64| (0..count).map(move |position| fill.number(position, count, seed));
        match self {
            // Each is up to 4 more than the one before.
            Fill::Sorted => running((0..count).map(|k| (mixed(k as u64 ^ seed << 32) % 5) as f32)),
            Fill::Ranks => running(each(Fill::Records, 0).map(|x| f32::from(x.is_finite()))),
            Fill::Sums => running(each(Fill::Digits, seed)),
            // A step that has no factor in common with the count visits each position once.
            Fill::Permutation => {
                let coprime = |step: &usize| gcd(*step, count) == 1;
                let step = (count * 5 / 8 + 1..).find(coprime).unwrap_or(1);
                (0..count).map(|position| ((position * step + count / 3) % count) as f32).collect()
            }
            fill => each(fill, seed).collect(),
        }
    }

    /// Returns the element at a position of a stream of so many numbers. It depends on no other one.
    fn number(self, position: usize, count: usize, seed: u64) -> f32 {
        let random = mixed(position as u64 ^ seed << 32);
        match self {
            Fill::Digits => (random % 10) as f32,
            Fill::Positions => position as f32,
            Fill::Flags => f32::from(random.is_multiple_of(3)),
            Fill::Queries => (random % (2 * count as u64 + 4)) as f32 - 1.0,
            Fill::Records if random.is_multiple_of(2) => f32::INFINITY,
            Fill::Records => (mixed(random) % 10) as f32,
            Fill::Seeds if random.is_multiple_of(16) || position == 0 => position as f32,
            Fill::Seeds => -1.0,
            // Each follows one before it; about one in eight has no one to follow.
            Fill::Links if random.is_multiple_of(8) => position as f32,
            Fill::Links => (position - (mixed(random) as usize % 3 + 1).min(position)) as f32,
            Fill::Places => (random % 1024) as f32,
            Fill::Zeros | Fill::Sorted | Fill::Ranks | Fill::Sums | Fill::Permutation => 0.0,
        }
    }
}

/// Returns the sums of all numbers up to each one, which are whole.
fn running(numbers: impl Iterator<Item = f32>) -> Vec<f32> {
    let mut sum = 0.0;
    let sums = numbers.map(|number| {
        sum += number;
        sum
    });
    sums.collect()
}

fn gcd(a: usize, b: usize) -> usize {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// Returns the number of elements of a stream for a size.
pub(super) fn elements(stream: &StreamSpec, size: Size) -> usize {
    stream.count.unwrap_or_else(|| (size.count() * stream.part[0]).div_ceil(stream.part[1]))
}

/// Returns the numbers of a stream for a size. Streams differ by their index.
pub(super) fn filled(stream: &StreamSpec, size: Size, index: usize) -> Vec<f32> {
    let count = elements(stream, size) * stream.components;
    stream.data.numbers(count, index as u64)
}
