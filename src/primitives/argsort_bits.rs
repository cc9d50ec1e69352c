//! Keys of few bits: integers that an argsort makes of keys, and words of such a key and its position.

use crate::error::Error;
use crate::glsl;
use crate::kernel::Source;
use crate::keys::{KeyBits, KeyRange};
use crate::machine::{Pass, Stream};
use crate::operator::Operator;

use super::needs::is_small;
use super::{Reduce, reduce_passes};

/// The keys of an argsort by few bits, with the ends of their range.
pub(super) struct Quantized<'a> {
    keys: &'a Stream<f32>,
    key_bits: KeyBits,
    backwards: bool,
    /// The smallest and the largest key, if the range is the keys' own.
    own: Option<[Stream<f32>; 2]>,
}

impl<'a> Quantized<'a> {
    /// Finds the range of the keys. With `backwards`, the largest key becomes the smallest integer.
    pub fn new(keys: &'a Stream<f32>, key_bits: KeyBits, backwards: bool) -> Result<Quantized<'a>, Error> {
        let own = match key_bits.range {
            KeyRange::Own => Some([end(keys, &Operator::min())?, end(keys, &Operator::max())?]),
            KeyRange::Between(..) | KeyRange::Integers => None,
        };
        Ok(Quantized { keys, key_bits, backwards, own })
    }

    /// Returns how many integers there are.
    fn steps(&self) -> f32 {
        (1u32 << self.key_bits.bits) as f32
    }

    /// Sets the parameters of a kernel that makes integers of keys.
    fn bind(&self, source: Source) -> Source {
        source.parameter("own", self.own.is_some()).parameter("backwards", self.backwards)
    }

    /// Sets the inputs and constants of such a kernel.
    pub fn constants<'b>(&'b self, pass: Pass<'b>) -> Pass<'b> {
        let pass = pass.constant("steps", self.steps());
        let (from, to) = match (&self.own, self.key_bits.range) {
            (Some([smallest, largest]), _) => return pass.input("smallest", smallest).input("largest", largest),
            (None, KeyRange::Between(from, to)) => (from, to),
            (None, _) => (0.0, self.steps()),
        };
        pass.constant("from", from).constant("to", to)
    }

    /// Draws a pass that writes the integers, as floats.
    pub fn stream(&self) -> Result<Stream<f32>, Error> {
        let device = self.keys.device();
        let kernel = device.kernel(&self.bind(glsl!("primitives/argsort_quantize.frag")))?;
        let mut quantized = device.stream_with(self.keys.shape(), self.keys.layout())?;
        let pass = device.pass(&kernel).input("keys", self.keys);
        self.constants(pass).output("quantized", &mut quantized).run()?;
        Ok(quantized)
    }
}

/// Reduces at least two keys to one, on the device.
fn end(keys: &Stream<f32>, op: &Operator<f32>) -> Result<Stream<f32>, Error> {
    let device = keys.device();
    let reduced = match is_small(device) {
        true => reduce_passes::brook(keys, op, 1)?,
        false => reduce_passes::runs(keys, op, 1, Reduce::fastest(device, op) == Reduce::Columns)?,
    };
    reduced.map_or_else(|| keys.to_layout(keys.layout()), Ok)
}

/// Words of a key of few bits and its position, of at most 32 bits.
pub(super) struct Words<'a> {
    pub bits: &'a Quantized<'a>,
    position_bits: u32,
    halves: bool,
}

impl<'a> Words<'a> {
    /// The maximum number of bits of a word.
    pub const MAX: u32 = 32;

    /// Returns the number of bits of a position among this many.
    pub fn position_bits(count: usize) -> u32 {
        count.next_power_of_two().ilog2()
    }

    pub fn new(bits: &'a Quantized<'a>) -> Words<'a> {
        let position_bits = Words::position_bits(bits.keys.len());
        // A float has no room for words of 32 bits: some are not numbers. So their highest bit of the position is left out, until the last
        // merge, which knows it.
        let halves = bits.key_bits.bits + position_bits == Words::MAX;
        Words { bits, position_bits: position_bits - u32::from(halves), halves }
    }

    /// Describes words whose positions count from the start of a block of keys. They have up to 31 bits.
    pub fn of_blocks(bits: &'a Quantized<'a>) -> Words<'a> {
        Words { bits, position_bits: Words::MAX - 1 - bits.key_bits.bits, halves: false }
    }

    /// Returns the number of keys of a block: of all positions that a word has room for.
    pub fn block(&self) -> usize {
        1 << self.position_bits
    }

    /// Returns whether the words of each half of the keys hold positions from the start of this half. The last merge then writes
    /// positions instead of words.
    pub fn halves(&self) -> bool {
        self.halves
    }

    pub fn bind(&self, source: Source) -> Source {
        self.bits.bind(source)
    }

    /// Sets the constant of a kernel that takes positions from words.
    pub fn mask<'b>(&self, pass: Pass<'b>) -> Pass<'b> {
        pass.constant("position_mask", (1i32 << self.position_bits) - 1)
    }

    /// Sets the constants of a kernel that makes words or takes them apart.
    pub fn positions<'b>(&self, pass: Pass<'b>) -> Pass<'b> {
        self.mask(pass).constant("position_bits", self.position_bits as i32)
    }
}
