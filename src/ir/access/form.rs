//! How a target addresses textures: what access is lowered for.

/// How a target finds a texel.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Addressing {
    /// By its number alone: textures are memory without rows. Integers. A texture with layers is addressed by column and row.
    Linear,
    /// By column and row, which a division of integers finds.
    Texels,
    /// By column and row, or by coordinates from 0 to 1 where a mask and a shift find them: sampled without filtering, a texel comes
    /// 1.4 times faster on llvmpipe than fetched. Integers, whose divisions are slow: a product with the reciprocal takes their place.
    SampleOrFetch,
    /// By coordinates from 0 to 1. Positions are floats.
    Normalized,
    /// As [`Normalized`](Addressing::Normalized); of a row only its middle half need be hit. That takes two instructions less, on
    /// chips whose sums are chopped. Exact for positions below 2^23, which is more than those chips hold.
    NormalizedShort,
    /// By coordinates in texels. Positions are floats.
    Rectangle,
}

impl Addressing {
    /// Whether positions are integers.
    pub fn integers(self) -> bool {
        matches!(self, Addressing::Linear | Addressing::Texels | Addressing::SampleOrFetch)
    }
}

/// What access is lowered for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Form {
    /// How it finds a texel.
    pub addressing: Addressing,
    /// Whether the lanes past a packed stream's end run its last element once more: loops of them end, and they read nothing else.
    /// Where there are no loops at run time, what they read is never seen.
    pub clamps_lanes: bool,
}
