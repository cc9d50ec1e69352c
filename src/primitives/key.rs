//! Types of keys.

use crate::error::Error;
use crate::machine::Stream;
use crate::texel::Stored;

use super::argsort::{self, ArgsortOptions};
use super::search;
use super::sort::{self, SortOptions};
use super::{integer_search, integer_sort};

/// A type of keys, by which [`sort`](super::sort()), [`argsort`](super::argsort()), [`unique`](super::unique()), [`group`](super::group()) and
/// [`lower_bound`](super::lower_bound) put elements in order: `f32`, or an integer, `i32`, `u32`, `i64` or `u64`. Integers are exact on all
/// devices, also on those without integers, because streams hold them as digits of 16 bits ([`Stored`]).
///
/// [`Sort::Merge`](super::Sort::Merge) sorts integers of 32 bits in the passes that it takes for pairs of floats: the two words of a pair are the
/// upper 31 bits, and the lowest bit with the position below it. Integers of 64 bits take two argsorts, by the low and the high half, and
/// two gathers. 2^20 integers of 32 bits take 29 passes to sort or to find the order of, and of 64 bits 62 and 61. All are limited to 2^24 keys, but
/// for a sort of integers of 32 bits without a payload by merging. The other methods sort by one digit after the other, the lowest first, so they take 2 or 4 argsorts of floats. After the radix
/// sort of Sengupta, Harris, Zhang and Owens, *Scan Primitives for GPU Computing*, 2007, which goes bit by bit.
///
/// ```
/// use brooklet::{Device, primitives};
/// let device = Device::headless()?;
/// let keys = device.upload(&[i32::MAX, -5, 16_777_217, 16_777_216, i32::MIN])?;
/// assert_eq!(primitives::sort(&keys)?.read()?, [i32::MIN, -5, 16_777_216, 16_777_217, i32::MAX]);
/// assert_eq!(primitives::argsort(&keys)?.read()?, [4.0, 1.0, 3.0, 2.0, 0.0]);
/// # Ok::<(), brooklet::Error>(())
/// ```
pub trait Key: Stored + sealed::Order {}

impl Key for f32 {}
impl Key for i32 {}
impl Key for u32 {}
impl Key for i64 {}
impl Key for u64 {}

pub(super) mod sealed {
    use super::*;

    /// What depends on the type of keys.
    pub trait Order: Stored {
        fn sort(keys: &Stream<Self>, options: SortOptions) -> Result<Stream<Self>, Error>;

        /// Sorts keys with a payload of the same shape.
        fn sort_pairs<T: Stored>(
            keys: &Stream<Self>,
            values: &Stream<T>,
            options: SortOptions,
        ) -> Result<(Stream<Self>, Stream<T>), Error>;

        fn argsort(keys: &Stream<Self>, options: ArgsortOptions) -> Result<Stream<f32>, Error>;

        /// Finds lower or upper bounds.
        fn search(sorted: &Stream<Self>, queries: &Stream<Self>, upper: bool) -> Result<Stream<f32>, Error>;
    }

    impl Order for f32 {
        fn sort(keys: &Stream<f32>, options: SortOptions) -> Result<Stream<f32>, Error> {
            sort::sort_floats(keys, options)
        }

        fn sort_pairs<T: Stored>(
            keys: &Stream<f32>,
            values: &Stream<T>,
            options: SortOptions,
        ) -> Result<(Stream<f32>, Stream<T>), Error> {
            sort::sort_pairs_of_floats(keys, values, options)
        }

        fn argsort(keys: &Stream<f32>, options: ArgsortOptions) -> Result<Stream<f32>, Error> {
            argsort::argsort_floats(keys, options)
        }

        fn search(sorted: &Stream<f32>, queries: &Stream<f32>, upper: bool) -> Result<Stream<f32>, Error> {
            search::search_by_fastest(sorted, queries, upper)
        }
    }
}

macro_rules! integer_key {
    ($($type:ident)*) => {$(
        impl sealed::Order for $type {
            fn sort(keys: &Stream<$type>, options: SortOptions) -> Result<Stream<$type>, Error> {
                integer_sort::sort(keys, options)
            }

            fn sort_pairs<T: Stored>(
                keys: &Stream<$type>,
                values: &Stream<T>,
                options: SortOptions,
            ) -> Result<(Stream<$type>, Stream<T>), Error> {
                integer_sort::sort_pairs(keys, values, options)
            }

            fn argsort(keys: &Stream<$type>, options: ArgsortOptions) -> Result<Stream<f32>, Error> {
                integer_sort::argsort(keys, options)
            }

            fn search(sorted: &Stream<$type>, queries: &Stream<$type>, upper: bool) -> Result<Stream<f32>, Error> {
                integer_search::search(sorted, queries, upper)
            }
        }
    )*};
}
integer_key!(i32 u32 i64 u64);

/// An integer that streams hold as digits.
pub(super) trait Integer: Stored {
    /// Whether there are negative ones.
    const SIGNED: bool;

    /// Returns the number of digits.
    fn digits() -> usize {
        Self::COMPONENTS.count()
    }
}

impl Integer for i32 {
    const SIGNED: bool = true;
}
impl Integer for u32 {
    const SIGNED: bool = false;
}
impl Integer for i64 {
    const SIGNED: bool = true;
}
impl Integer for u64 {
    const SIGNED: bool = false;
}
