//! Types of keys.

use crate::machine::Stream;
use crate::texel::Stored;

/// A type of keys, by which [`sort`](super::sort()), [`argsort`](super::argsort()), [`unique`](super::unique()), [`group`](super::group()),
/// [`merge`](super::merge()), [`top`](super::top()), [`lower_bound`](super::lower_bound) and the sorts along an axis put elements in order: `f32`, or an integer, `i32`, `u32`, `i64` or `u64`. Integers are exact on all
/// devices, also on those without integers, because streams hold them as digits of 16 bits ([`Stored`]).
///
/// [`Sort::Merge`](super::Sort::Merge) sorts integers of 32 bits in the passes that it takes for pairs of floats: the two words of a pair are the
/// upper 31 bits, and the lowest bit with the position below it. Integers of 64 bits take two argsorts, by the low and the high half, and
/// two gathers. 2^20 integers of 32 bits take 26 passes to sort or to find the order of, and of 64 bits 56 and 55. All are limited to 2^24 keys, but
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
    use super::{Stored, Stream};

    /// Tells streams of floats from those of integers.
    pub trait Order: Stored {
        fn kind(keys: &Stream<Self>) -> Kind<'_, Self>;
    }

    /// A stream of keys by its type.
    #[derive(Debug)]
    pub enum Kind<'a, K: Stored> {
        /// Floats, with the conversion of sorted floats to sorted keys.
        Floats(&'a Stream<f32>, fn(Stream<f32>) -> Stream<K>),
        Integers {
            signed: bool,
        },
    }

    impl Order for f32 {
        fn kind(keys: &Stream<f32>) -> Kind<'_, f32> {
            Kind::Floats(keys, |sorted| sorted)
        }
    }

    macro_rules! integer {
        ($($type:ident $signed:literal)*) => {$(
            impl Order for $type {
                fn kind(_: &Stream<$type>) -> Kind<'_, $type> {
                    Kind::Integers { signed: $signed }
                }
            }
        )*};
    }
    integer!(i32 true u32 false i64 true u64 false);
}
