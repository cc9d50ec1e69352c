//! Data that show a primitive, and what is done with them.

use crate::method::Method;
use crate::reference;

use super::Options;

/// Something to do with a primitive: what the tour checks and `bench` measures.
pub struct Example {
    /// What follows the method's name in the tour; none, it is not part of it.
    pub title: Option<&'static str>,
    /// What follows the method's name in a row of measurements; none, it is not measured.
    pub row: Option<&'static str>,
    /// What the inputs are.
    pub data: &'static [Data],
    /// What the call says beside.
    pub options: fn() -> Options,
    /// By which methods on the fragment pipeline.
    pub fragment: Select,
    /// By which methods on compute shaders.
    pub compute: Select,
    /// Whether methods that the device lacks something for are left out of the tour, which has said so before.
    pub quiet: bool,
    /// Bytes that have to move at the least, of so many elements and queries: inputs read once, results written once.
    pub bytes: fn(usize, usize) -> usize,
}

impl Example {
    /// All methods, with the usual options; the rest is still to be said.
    pub(super) const ALL: Example = Example {
        title: None,
        row: None,
        data: &[Data::Noise],
        options: Options::default,
        fragment: Select::All,
        compute: Select::All,
        quiet: false,
        bytes: |n, _| 8 * n,
    };
}

/// Some of the methods of a family.
#[derive(Clone, Copy, Debug)]
pub enum Select {
    /// All of them.
    All,
    /// All but these.
    But(&'static [&'static str]),
    /// These.
    Only(&'static [&'static str]),
}

impl Select {
    /// None of them.
    pub const NONE: Select = Select::Only(&[]);

    /// Whether a method is one of them.
    pub fn has(self, method: &Method) -> bool {
        match self {
            Select::All => true,
            Select::But(names) => !names.contains(&method.name),
            Select::Only(names) => names.contains(&method.name),
        }
    }

    /// Those that it names.
    pub fn names(self) -> &'static [&'static str] {
        match self {
            Select::All => &[],
            Select::But(names) | Select::Only(names) => names,
        }
    }
}

/// Numbers that primitives are shown on, the same every time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Data {
    /// From -1 to 1, in no order.
    Noise,
    /// Whole numbers, whose sums are exact.
    Whole,
    /// [`Data::Noise`], the smallest first.
    Sorted,
    /// Others from -1 to 1, to look for among the sorted ones.
    Queries,
    /// [`Data::Noise`], with null records in the place of the negative half.
    Records,
}

impl Data {
    /// All of them.
    pub const ALL: [Data; 5] = [Data::Noise, Data::Whole, Data::Sorted, Data::Queries, Data::Records];

    /// So many of them; whole numbers go up to `largest`.
    pub fn numbers(self, count: usize, largest: f32) -> Vec<f32> {
        match self {
            Data::Noise => noise(count, 1),
            // The sum makes 0 of -0.
            Data::Whole => noise(count, 2).iter().map(|v| (v * largest).round() + 0.0).collect(),
            Data::Sorted => reference::sort(&noise(count, 1), false),
            Data::Queries => noise(count, 3),
            Data::Records => noise(count, 1).iter().map(|v| if *v < 0.0 { f32::INFINITY } else { *v }).collect(),
        }
    }
}

/// Floats from -1 to 1 that look random, and are the same every time: a linear congruential generator (Numerical Recipes).
pub fn noise(count: usize, seed: u32) -> Vec<f32> {
    let next = |state: &u32| Some(state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223));
    let states = std::iter::successors(Some(seed), next).skip(1).take(count);
    states.map(|state| (state >> 8) as f32 / (1 << 24) as f32 * 2.0 - 1.0).collect()
}
