//! Options of argsorts.

use crate::error::{Error, PrimitiveError};
use crate::keys::{KeyBits, KeyRange};
use crate::machine::Device;

use super::argsort_bits::Words;
use super::argsort_methods::Argsort;
use super::argsort_rank;
use super::needs::{check, check_positions, run_first_fitting};

/// Options of an argsort. The default is the fastest method, ascending order, and keys of all their bits.
///
/// ```
/// use brooklet::{Device, primitives::{self, ArgsortOptions, KeyRange}};
/// let device = Device::headless()?;
/// let depths = device.upload(&[0.9, 0.1, 0.5, 0.7])?;
/// let options = ArgsortOptions::default().descending().bits(16, KeyRange::Between(0.0, 1.0));
/// assert_eq!(primitives::argsort_with(&depths, options)?.read()?, [0.0, 3.0, 2.0, 1.0]);
/// # Ok::<(), brooklet::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct ArgsortOptions {
    method: Option<Argsort>,
    pub(super) descending: bool,
    pub(super) bits: Option<KeyBits>,
}

impl ArgsortOptions {
    /// Sorts by this method.
    pub fn method(self, method: Argsort) -> ArgsortOptions {
        ArgsortOptions { method: Some(method), ..self }
    }

    /// Puts the largest keys first.
    pub fn descending(self) -> ArgsortOptions {
        ArgsortOptions { descending: true, ..self }
    }

    /// Compares keys by 1 to 24 bits: divides the range into 2^bits steps of equal size, and sorts by the number of the step in which a
    /// key lies. Keys in one step tie. On the border of two steps, rounding decides.
    pub fn bits(self, bits: u32, range: KeyRange) -> ArgsortOptions {
        ArgsortOptions { bits: Some(KeyBits { bits, range }), ..self }
    }

    /// Sorts by the method of the options. If they name none, it is the fastest method, or the next whose kernels fit.
    pub(super) fn run<T>(
        self,
        device: &Device,
        count: usize,
        argsort: impl Fn(Argsort, &Device) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let fastest = Argsort::fastest(device, count, self.bits.map(|bits| bits.bits));
        self.check(self.method.unwrap_or(fastest), count)?;
        match self.method {
            None => run_first_fitting(device, fastest, [Argsort::Bitonic, Argsort::BitonicFloat], argsort),
            Some(method) => {
                check(method, device, fastest)?;
                argsort(method, device)
            }
        }
    }

    /// Returns an error if a word cannot hold a key and a position, or floats cannot hold all positions.
    fn check(self, method: Argsort, count: usize) -> Result<(), PrimitiveError> {
        if let Some(bits) = self.bits {
            bits.check()?;
        }
        let position_bits = Words::position_bits(count);
        let bits = self.bits.map_or(32, |bits| bits.bits);
        if method == Argsort::MergeWords && bits + position_bits > Words::MAX {
            let (method, max) = (method.name(), Words::MAX);
            return Err(PrimitiveError::WordBits { method, bits, position_bits, max });
        }
        if method == Argsort::MergeBlocks && self.bits.is_none() {
            let (method, max, position_bits) = (method.name(), Words::MAX, position_bits.max(1));
            return Err(PrimitiveError::WordBits { method, bits, position_bits, max });
        }
        if method == Argsort::Rank && count > argsort_rank::MOST {
            let (method, max, instead) = (method.name(), argsort_rank::MOST, Argsort::Merge.name());
            return Err(PrimitiveError::TooManyKeys { method, count, max, instead });
        }
        check_positions("an argsort", count)
    }
}
