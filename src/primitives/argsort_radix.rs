//! The radix argsort that was known for fragments: digits of four bits, and a pyramid of their counts.

use crate::error::Error;
use crate::geometry::Layout;
use crate::glsl;
use crate::kernel::Source;
use crate::machine::{Device, Stream};

/// The number of bits of a digit.
const DIGIT: u32 = 4;
/// The number of keys of a group.
const GROUP: usize = 16;
/// The number of counts whose sum is one count of the level above.
const FAN: usize = 4;

/// The names of the levels, the lowest first. 4^12 counts are as many as there are positions that floats hold exactly.
const LEVELS: [&str; 12] = [
    "level_0", "level_1", "level_2", "level_3", "level_4", "level_5", "level_6", "level_7", "level_8", "level_9",
    "level_10", "level_11",
];

/// Which keys are sorted, and in which order.
#[derive(Clone, Copy)]
pub(super) struct Digits {
    /// The number of bits of a key that is an integer in a float, or `None` for floats with all their bits.
    pub bits: Option<u32>,
    /// Whether the largest float comes first.
    pub descending: bool,
}

/// Sorts the positions of at least two keys, digit by digit from the lowest. The result is plain.
pub(super) fn positions(keys: &Stream<f32>, digits: Digits) -> Result<Stream<f32>, Error> {
    let device = keys.device();
    let rounds = digits.bits.unwrap_or(u32::BITS).div_ceil(DIGIT);
    let mut sorted: Option<(Stream<f32>, Stream<f32>)> = None;
    for round in 0..rounds {
        let round = Round { digits, shift: round * DIGIT, last: round + 1 == rounds };
        sorted = Some(match &sorted {
            None => round.sort(keys, None)?,
            Some((keys, positions)) => round.sort(keys, Some(positions))?,
        });
    }
    sorted.map_or_else(|| device.stream_with(keys.shape(), Layout::Plain), |(_, positions)| Ok(positions))
}

/// The sort by one digit.
struct Round {
    digits: Digits,
    shift: u32,
    last: bool,
}

impl Round {
    /// Returns keys and positions in the order of the digit. The last round does not write the keys.
    fn sort(&self, keys: &Stream<f32>, positions: Option<&Stream<f32>>) -> Result<(Stream<f32>, Stream<f32>), Error> {
        let device = keys.device();
        let levels = self.counts(keys)?;
        let mut sorted_keys = device.stream_with(keys.shape(), Layout::Plain)?;
        let mut sorted_positions = device.stream_with(keys.shape(), Layout::Plain)?;
        for (writes_keys, writes_positions) in self.targets(device) {
            let source = glsl!("primitives/mip_radix_reorder.frag").parameter("levels", levels.len());
            let source =
                source.parameter("begin", positions.is_none()).parameter("writes_keys", i32::from(writes_keys));
            let source = source.parameter("writes_positions", i32::from(writes_positions));
            let kernel = device.kernel(&self.bind(source))?;
            let mut pass = device.pass(&kernel).input("keys", keys).constant("groups", keys.len().div_ceil(GROUP));
            pass = levels.iter().zip(LEVELS).fold(pass, |pass, (level, name)| pass.input(name, level));
            // The first round has no positions to read. The keys are bound in their place.
            pass = pass.input("positions", positions.unwrap_or(keys)).constant("shift", self.shift as usize);
            if writes_keys {
                pass = pass.output("sorted_keys_0", &mut sorted_keys);
            }
            if writes_positions {
                pass = pass.output("sorted_positions_0", &mut sorted_positions);
            }
            pass.run()?;
        }
        Ok((sorted_keys, sorted_positions))
    }

    /// Returns, for each pass that reorders, whether it writes keys and whether it writes positions.
    fn targets(&self, device: &Device) -> Vec<(bool, bool)> {
        match (self.last, device.limits().targets) {
            (true, _) => vec![(false, true)],
            (false, 1) => vec![(true, false), (false, true)],
            (false, _) => vec![(true, true)],
        }
    }

    /// Counts the keys by digit and group, and sums the counts, level by level, to at most four.
    fn counts(&self, keys: &Stream<f32>) -> Result<Vec<Stream<f32>>, Error> {
        let device = keys.device();
        let groups = keys.len().div_ceil(GROUP);
        let kernel = device.kernel(&self.bind(glsl!("primitives/mip_radix_counts.frag")))?;
        let mut counts = device.stream::<f32>(groups << DIGIT)?;
        let pass = device.pass(&kernel).input("keys", keys).constant("groups", groups);
        pass.constant("shift", self.shift as usize).output("counts", &mut counts).run()?;
        let kernel = device.kernel(&glsl!("primitives/mip_radix_sums.frag"))?;
        let mut levels = vec![counts];
        while levels[levels.len() - 1].len() > FAN {
            let below = &levels[levels.len() - 1];
            let mut sums = device.stream::<f32>(below.len().div_ceil(FAN).next_multiple_of(FAN))?;
            device.pass(&kernel).input("counts", below).output("sums", &mut sums).run()?;
            levels.push(sums);
        }
        Ok(levels)
    }

    fn bind(&self, source: Source) -> Source {
        let whole = self.digits.bits.is_none();
        source.parameter("whole", whole).parameter("descending", whole && self.digits.descending)
    }
}
