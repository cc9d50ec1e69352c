//! Example data for primitives, and example calls.

use crate::method::MethodInfo;
use crate::reference;

use super::Options;

/// An example call of a primitive, which the tour checks and `bench` measures.
pub struct Example {
    /// The text after the method's name in the tour. None: not part of the tour.
    pub title: Option<&'static str>,
    /// The text after the method's name in a row of measurements. None: not measured.
    pub row: Option<&'static str>,
    /// The data of the inputs.
    pub data: &'static [Data],
    /// The options of the call.
    pub options: fn() -> Options,
    /// The methods on the fragment pipeline for which it is run.
    pub fragment: Select,
    /// The methods on compute shaders for which it is run.
    pub compute: Select,
    /// Whether each method has a result of its own, as generators of random numbers have. Otherwise all have the same.
    pub by_method: bool,
    /// The largest error of a result, relative to what is expected, root mean square, on a device with floats of 32 bits. None: results are
    /// compared bit for bit.
    pub error: Option<f64>,
    /// Whether the tour silently skips methods that the device cannot run, because an earlier example has reported them.
    pub quiet: bool,
    /// Computes the minimum number of bytes to move, from the numbers of elements and queries: inputs are read once, and results
    /// are written once.
    pub bytes: fn(usize, usize) -> usize,
}

impl Example {
    /// A base for examples: all methods with default options. Examples override what differs.
    pub(super) const ALL: Example = Example {
        title: None,
        row: None,
        data: &[Data::Noise],
        options: Options::default,
        fragment: Select::All,
        compute: Select::All,
        by_method: false,
        error: None,
        quiet: false,
        bytes: |n, _| 8 * n,
    };
}

/// A selection of methods of a family.
#[derive(Clone, Copy, Debug)]
pub enum Select {
    /// All of them.
    All,
    /// All methods except these.
    But(&'static [&'static str]),
    /// Only these methods.
    Only(&'static [&'static str]),
}

impl Select {
    /// No method.
    pub const NONE: Select = Select::Only(&[]);

    /// Returns whether a method is selected.
    pub fn has(self, method: &MethodInfo) -> bool {
        match self {
            Select::All => true,
            Select::But(names) => !names.contains(&method.name),
            Select::Only(names) => names.contains(&method.name),
        }
    }

    /// Returns the names that the selection lists.
    pub fn names(self) -> &'static [&'static str] {
        match self {
            Select::All => &[],
            Select::But(names) | Select::Only(names) => names,
        }
    }
}

/// Kinds of example data. The numbers are the same every time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Data {
    /// Numbers from -1 to 1, in no order.
    Noise,
    /// Whole numbers, whose sums are exact.
    Whole,
    /// Integers of 12 bits, in no order.
    Integers,
    /// Integers of 16 bits, in no order.
    Shorts,
    /// Positions among as many elements, in no order: some are there several times, others not at all.
    Positions,
    /// [`Data::Integers`] in ascending order.
    SortedIntegers,
    /// 1 for about one element in eight, 0 for the others.
    Flags,
    /// 1 for about one element in a thousand, 0 for the others.
    Seeds,
    /// 1 for about five elements in nine, 0 for the others: a picture of many small groups and a few large ones.
    Islands,
    /// [`Data::Noise`] in ascending order.
    Sorted,
    /// Other numbers from -1 to 1, to search for among [`Data::Sorted`].
    Queries,
    /// [`Data::Queries`] in ascending order.
    OtherSorted,
    /// [`Data::Noise`], with null records in place of the negative numbers.
    Records,
    /// Whole numbers from -2 to 2, with zeros of both signs.
    Zeros,
    /// [`Data::Zeros`] in ascending order, in which zeros of both signs tie.
    SortedZeros,
    /// The offsets of the rows of a sparse matrix that has as many entries, and one row less.
    Offsets,
    /// Denormals, zeros of both signs, and the smallest normal numbers, among null records.
    Tiny,
}

impl Data {
    /// All of them, in the order in which they are declared.
    pub const ALL: [Data; 17] = [
        Data::Noise,
        Data::Whole,
        Data::Integers,
        Data::Shorts,
        Data::Positions,
        Data::SortedIntegers,
        Data::Flags,
        Data::Seeds,
        Data::Islands,
        Data::Sorted,
        Data::Queries,
        Data::OtherSorted,
        Data::Records,
        Data::Zeros,
        Data::SortedZeros,
        Data::Offsets,
        Data::Tiny,
    ];

    /// Generates `count` numbers; whole numbers go up to `largest`.
    pub fn numbers(self, count: usize, largest: f32) -> Vec<f32> {
        match self {
            Data::Noise => noise(count, 1),
            // Adding 0 turns -0 into 0.
            Data::Whole => noise(count, 2).iter().map(|v| (v * largest).round() + 0.0).collect(),
            Data::Integers => noise(count, 4).iter().map(|v| (v.abs() * 4095.0).round()).collect(),
            Data::Shorts => noise(count, 7).iter().map(|v| (v.abs() * 65535.0).round()).collect(),
            Data::Positions => {
                noise(count, 6).iter().map(|v| ((v.abs() * count as f32) as usize).min(count - 1) as f32).collect()
            }
            Data::SortedIntegers => reference::sort(&Data::Integers.numbers(count, largest), false),
            Data::Flags => noise(count, 5).iter().map(|v| f32::from(*v > 0.75)).collect(),
            Data::Seeds => noise(count, 10).iter().map(|v| f32::from(*v > 0.998)).collect(),
            Data::Islands => noise(count, 11).iter().map(|v| f32::from(*v > -1.0 / 9.0)).collect(),
            Data::Sorted => reference::sort(&noise(count, 1), false),
            Data::Queries => noise(count, 3),
            Data::OtherSorted => reference::sort(&noise(count, 3), false),
            Data::Zeros => noise(count, 8).iter().map(|v| (v * 2.0).round()).collect(),
            Data::SortedZeros => reference::sort(&Data::Zeros.numbers(count, largest), false),
            Data::Offsets => offsets(count),
            Data::Tiny => noise(count, 9).iter().map(|v| tiny(*v)).collect(),
            Data::Records => noise(count, 1).iter().map(|v| if *v < 0.0 { f32::INFINITY } else { *v }).collect(),
        }
    }
}

/// Generates offsets of rows, of which most have one entry or none, and a few have many.
fn offsets(count: usize) -> Vec<f32> {
    let square = |v: f32| v * v;
    let place = |v: &f32| ((square(square(square(*v))) * count as f32) as usize).min(count) as f32;
    let mut offsets: Vec<f32> = noise(count, 12).iter().map(place).collect();
    offsets.sort_by(f32::total_cmp);
    if let [first, .., last] = &mut offsets[..] {
        (*first, *last) = (0.0, count as f32);
    }
    offsets
}

/// Turns a number from -1 to 1 into one whose bits a copy may lose, or into a null record.
fn tiny(number: f32) -> f32 {
    let of = [0.0, f32::MIN_POSITIVE, f32::from_bits(0x007f_ffff), f32::from_bits(0x0040_0000), 1.0];
    match of.get((number.abs() * 512.0) as usize % (of.len() + 1)) {
        Some(magnitude) => magnitude.copysign(number),
        None => f32::INFINITY,
    }
}

/// Generates floats from -1 to 1 that look random and are the same every time, by a linear congruential generator (Numerical
/// Recipes).
pub fn noise(count: usize, seed: u32) -> Vec<f32> {
    let next = |state: &u32| Some(state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223));
    let states = std::iter::successors(Some(seed), next).skip(1).take(count);
    states.map(|state| (state >> 8) as f32 / (1 << 24) as f32 * 2.0 - 1.0).collect()
}

#[test]
fn all_data_are_in_the_order_of_their_declaration() {
    assert!(Data::ALL.iter().enumerate().all(|(place, kind)| *kind as usize == place), "{:?}", Data::ALL);
}
