//! The depth test and the stencil test, with what they leave in their buffer: 24 bits of depth and 8 bits of stencil for each texel.

use std::fmt;

use serde::Serialize;

/// A comparison of a fragment's value with that in the buffer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Compare {
    /// No fragment passes.
    Never,
    /// The fragment's value is less.
    Less,
    /// Both are equal.
    Equal,
    /// The fragment's value is less, or both are equal.
    LessOrEqual,
    /// The fragment's value is greater.
    Greater,
    /// Both differ.
    NotEqual,
    /// The fragment's value is greater, or both are equal.
    GreaterOrEqual,
    /// All fragments pass.
    #[default]
    Always,
}

impl Compare {
    /// All comparisons.
    pub const ALL: [Compare; 8] = [
        Compare::Never,
        Compare::Less,
        Compare::Equal,
        Compare::LessOrEqual,
        Compare::Greater,
        Compare::NotEqual,
        Compare::GreaterOrEqual,
        Compare::Always,
    ];

    /// Returns whether the comparison holds.
    pub fn holds<T: PartialOrd>(self, fragment: T, stored: T) -> bool {
        match self {
            Compare::Never => false,
            Compare::Less => fragment < stored,
            Compare::Equal => fragment == stored,
            Compare::LessOrEqual => fragment <= stored,
            Compare::Greater => fragment > stored,
            Compare::NotEqual => fragment != stored,
            Compare::GreaterOrEqual => fragment >= stored,
            Compare::Always => true,
        }
    }
}

impl fmt::Display for Compare {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Compare::Never => "never",
            Compare::Less => "<",
            Compare::Equal => "=",
            Compare::LessOrEqual => "<=",
            Compare::Greater => ">",
            Compare::NotEqual => "!=",
            Compare::GreaterOrEqual => ">=",
            Compare::Always => "always",
        })
    }
}

/// The depth test of a pass: fragments pass for which the comparison of their depth with the stored one holds.
///
/// The fragments of a pass have the depth [`at`](DepthTest::at), unless its kernel writes one, with `output depth`.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct DepthTest {
    /// The comparison.
    pub compare: Compare,
    /// The depth of all fragments, from 0 to 1. `None` if the kernel writes the depth of each fragment; if it writes none, `None` is 0.
    pub at: Option<f32>,
    /// Whether fragments that pass leave their depth in the buffer.
    pub write: bool,
}

impl DepthTest {
    /// Returns a test by this comparison that changes nothing. The fragments have depth 0, or the depth that the kernel writes.
    pub const fn new(compare: Compare) -> DepthTest {
        DepthTest { compare, at: Some(0.0), write: false }
    }

    /// Sets the depth of all fragments, from 0 to 1. A pass ignores it if its kernel writes the depth.
    pub const fn at(self, at: f32) -> DepthTest {
        DepthTest { at: Some(at), ..self }
    }

    /// Lets fragments that pass leave their depth in the buffer.
    pub const fn write(self) -> DepthTest {
        DepthTest { write: true, ..self }
    }
}

impl fmt::Display for DepthTest {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self.at {
            Some(at) => write!(f, "depth {at} {} stored", self.compare)?,
            None => write!(f, "depth of the kernel {} stored", self.compare)?,
        }
        if self.write { write!(f, ", writes depth") } else { Ok(()) }
    }
}

/// What happens to the stencil of a texel.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum StencilOperation {
    /// It stays.
    #[default]
    Keep,
    /// It becomes 0.
    Zero,
    /// It becomes the reference value.
    Replace,
    /// It is one more, and at most 255.
    Increment,
    /// It is one more, and 0 after 255.
    IncrementWrap,
    /// It is one less, and at least 0.
    Decrement,
    /// It is one less, and 255 after 0.
    DecrementWrap,
    /// All of its bits are inverted.
    Invert,
}

impl StencilOperation {
    /// All operations.
    pub const ALL: [StencilOperation; 8] = [
        StencilOperation::Keep,
        StencilOperation::Zero,
        StencilOperation::Replace,
        StencilOperation::Increment,
        StencilOperation::IncrementWrap,
        StencilOperation::Decrement,
        StencilOperation::DecrementWrap,
        StencilOperation::Invert,
    ];

    /// Returns what the stencil becomes.
    pub fn apply(self, stored: u8, reference: u8) -> u8 {
        match self {
            StencilOperation::Keep => stored,
            StencilOperation::Zero => 0,
            StencilOperation::Replace => reference,
            StencilOperation::Increment => stored.saturating_add(1),
            StencilOperation::IncrementWrap => stored.wrapping_add(1),
            StencilOperation::Decrement => stored.saturating_sub(1),
            StencilOperation::DecrementWrap => stored.wrapping_sub(1),
            StencilOperation::Invert => !stored,
        }
    }
}

/// The stencil test of a pass: fragments pass for which the comparison of the reference value with the stored one holds, in the bits of
/// the mask. It comes before the depth test.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct StencilTest {
    /// The comparison: of the reference value, as the fragment's, with the stored one.
    pub compare: Compare,
    /// The reference value.
    pub reference: u8,
    /// The bits that are compared.
    pub read_mask: u8,
    /// The bits that the operations change.
    pub write_mask: u8,
    /// What happens where this test fails.
    pub fail: StencilOperation,
    /// What happens where it passes, and the depth test fails.
    pub depth_fail: StencilOperation,
    /// What happens where both pass.
    pub pass: StencilOperation,
}

impl StencilTest {
    /// Returns a test by this comparison that changes nothing.
    pub const fn new(compare: Compare, reference: u8) -> StencilTest {
        let keep = StencilOperation::Keep;
        StencilTest { compare, reference, read_mask: 255, write_mask: 255, fail: keep, depth_fail: keep, pass: keep }
    }
}

impl StencilTest {
    /// Sets what happens to the stencil where both tests pass.
    pub const fn pass(self, pass: StencilOperation) -> StencilTest {
        StencilTest { pass, ..self }
    }

    /// Sets what happens to the stencil where this test fails.
    pub const fn fail(self, fail: StencilOperation) -> StencilTest {
        StencilTest { fail, ..self }
    }

    /// Sets what happens to the stencil where this test passes and the depth test fails.
    pub const fn depth_fail(self, depth_fail: StencilOperation) -> StencilTest {
        StencilTest { depth_fail, ..self }
    }

    /// Compares only these bits.
    pub const fn read_mask(self, read_mask: u8) -> StencilTest {
        StencilTest { read_mask, ..self }
    }

    /// Changes only these bits.
    pub const fn write_mask(self, write_mask: u8) -> StencilTest {
        StencilTest { write_mask, ..self }
    }

    /// Returns whether the test passes where this stencil is stored.
    pub fn holds(&self, stored: u8) -> bool {
        self.compare.holds(self.reference & self.read_mask, stored & self.read_mask)
    }

    /// Returns whether the pass may change the stencil.
    pub fn writes(&self) -> bool {
        let keep = StencilOperation::Keep;
        self.write_mask != 0 && [self.fail, self.depth_fail, self.pass].iter().any(|operation| *operation != keep)
    }
}

impl fmt::Display for StencilTest {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "stencil {} {} stored", self.reference, self.compare)?;
        if self.read_mask != 255 {
            write!(f, " in bits {:#04x}", self.read_mask)?;
        }
        if self.writes() { write!(f, ", writes stencil") } else { Ok(()) }
    }
}

/// What the buffer has for a texel.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct DepthStencilTexel {
    /// The depth, of 24 bits.
    pub depth: u32,
    /// The stencil.
    pub stencil: u8,
}

impl DepthStencilTexel {
    /// The largest depth, which is 1.
    pub const FARTHEST: u32 = (1 << 24) - 1;

    /// What a new buffer has: the largest depth, and stencil 0.
    pub const CLEAR: DepthStencilTexel = DepthStencilTexel { depth: Self::FARTHEST, stencil: 0 };

    /// Returns both in one word: the depth in the upper 24 bits, the stencil in the lower 8.
    pub fn word(self) -> u32 {
        self.depth << 8 | u32::from(self.stencil)
    }

    /// Takes both from a word.
    pub fn from_word(word: u32) -> DepthStencilTexel {
        DepthStencilTexel { depth: word >> 8, stencil: word as u8 }
    }

    /// Returns the depth, from 0 to 1.
    pub fn depth(self) -> f32 {
        (f64::from(self.depth) / f64::from(Self::FARTHEST)) as f32
    }

    /// Returns the depth as the decimal number of the fewest digits that is this depth in 24 bits.
    pub fn shortest_depth(self) -> f64 {
        let exact = f64::from(self.depth) / f64::from(Self::FARTHEST);
        let of_digits = |digits| {
            let scale = 10f64.powi(digits);
            (exact * scale).round() / scale
        };
        (0..9).map(of_digits).find(|depth| Self::quantized(*depth as f32) == self.depth).unwrap_or(exact)
    }

    /// Returns a depth from 0 to 1 in 24 bits, rounded to the nearest. Depths outside are the nearest ones inside, and NaN is 0.
    pub fn quantized(depth: f32) -> u32 {
        // The product is exact in 64 bits.
        (f64::from(depth.clamp(0.0, 1.0)) * f64::from(Self::FARTHEST)).round() as u32
    }
}

impl fmt::Display for DepthStencilTexel {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "depth {}, stencil {}", self.shortest_depth(), self.stencil)
    }
}

/// Returns whether a fragment of this depth passes both tests, and leaves in the buffer what they say.
pub fn tests_pass(
    depth: Option<DepthTest>,
    stencil: Option<StencilTest>,
    fragment: u32,
    texel: &mut DepthStencilTexel,
) -> bool {
    let in_front = depth.is_none_or(|test| test.compare.holds(fragment, texel.depth));
    let Some(test) = stencil else {
        if let Some(test) = depth
            && in_front
            && test.write
        {
            texel.depth = fragment;
        }
        return in_front;
    };
    let is_open = test.holds(texel.stencil);
    let operation = match (is_open, in_front) {
        (false, _) => test.fail,
        (true, false) => test.depth_fail,
        (true, true) => test.pass,
    };
    let changed = operation.apply(texel.stencil, test.reference);
    texel.stencil = texel.stencil & !test.write_mask | changed & test.write_mask;
    if let Some(test) = depth
        && is_open
        && in_front
        && test.write
    {
        texel.depth = fragment;
    }
    is_open && in_front
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comparisons_hold_for_less_equal_and_greater() {
        let held = Compare::ALL.map(|compare| [(1, 2), (2, 2), (3, 2)].map(|(a, b)| compare.holds(a, b)));
        let (t, f) = (true, false);
        let wanted = [[f, f, f], [t, f, f], [f, t, f], [t, t, f], [f, f, t], [t, f, t], [f, t, t], [t, t, t]];
        assert_eq!(held, wanted);
    }

    #[test]
    fn depths_are_rounded_to_24_bits_and_held() {
        let quantized = DepthStencilTexel::quantized;
        let largest = DepthStencilTexel::FARTHEST;
        assert_eq!([-1.0, -0.0, 0.0, 1.0, 7.0, f32::NAN].map(quantized), [0, 0, 0, largest, largest, 0]);
        // All whole numbers of 24 bits come back.
        for number in [1, 2, 3, 1000, 1 << 20, largest - 1] {
            assert_eq!(quantized((f64::from(number) / f64::from(largest)) as f32), number, "{number}");
        }
    }

    #[test]
    fn depths_are_written_with_few_digits() {
        for (depth, text) in [(0.0, "0"), (1.0, "1"), (0.5, "0.5"), (0.75, "0.75"), (1.0 / 3.0, "0.3333333")] {
            let texel = DepthStencilTexel { depth: DepthStencilTexel::quantized(depth), stencil: 7 };
            assert_eq!(texel.to_string(), format!("depth {text}, stencil 7"));
        }
        for depth in (0..1000).chain(DepthStencilTexel::FARTHEST - 1000..=DepthStencilTexel::FARTHEST) {
            let texel = DepthStencilTexel { depth, stencil: 0 };
            assert_eq!(DepthStencilTexel::quantized(texel.shortest_depth() as f32), depth, "{texel}");
        }
    }

    #[test]
    fn stencils_stay_in_their_bits() {
        use StencilOperation::*;
        let of = |stored| {
            [Keep, Zero, Replace, Increment, IncrementWrap, Decrement, DecrementWrap, Invert]
                .map(|operation| operation.apply(stored, 7))
        };
        assert_eq!(of(0), [0, 0, 7, 1, 1, 0, 255, 255]);
        assert_eq!(of(255), [255, 0, 7, 255, 0, 254, 254, 0]);
    }

    #[test]
    fn each_outcome_of_the_tests_has_an_operation_of_its_own() {
        use StencilOperation::*;
        let stencil = StencilTest {
            read_mask: 0x0F,
            write_mask: 0xF3,
            fail: Invert,
            depth_fail: Increment,
            pass: Replace,
            ..StencilTest::new(Compare::Equal, 0x35)
        };
        let depth = DepthTest::new(Compare::Less).write();
        let run = |stored: u8, fragment: u32| {
            let mut texel = DepthStencilTexel { depth: 100, stencil: stored };
            let passed = tests_pass(Some(depth), Some(stencil), fragment, &mut texel);
            (passed, texel.depth, texel.stencil)
        };
        // Bits 2 and 3 are not written.
        assert_eq!(run(0xA4, 50), (false, 100, 0x5B & 0xF3 | 0xA4 & 0x0C));
        assert_eq!(run(0xA5, 150), (false, 100, 0xA6 & 0xF3 | 0xA5 & 0x0C));
        assert_eq!(run(0xA5, 50), (true, 50, 0x35 & 0xF3 | 0xA5 & 0x0C));
        let mut texel = DepthStencilTexel { depth: 100, stencil: 9 };
        let unwritten = DepthTest::new(Compare::GreaterOrEqual);
        assert!(tests_pass(Some(unwritten), None, 100, &mut texel) && tests_pass(None, None, 0, &mut texel));
        assert_eq!(texel, DepthStencilTexel { depth: 100, stencil: 9 });
        assert_eq!(DepthStencilTexel::from_word(texel.word()), texel);
    }
}
