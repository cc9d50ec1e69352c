//! How a target addresses textures. Access to streams is lowered for one such form.

/// How a target finds a texel.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Addressing {
    /// By its number alone, an integer: textures are memory without rows. A texture with layers is addressed by column and row.
    Linear,
    /// By column and row, which are found by a division of integers.
    Texels,
    /// By column and row; or by coordinates from 0 to 1 where a mask and a shift find them, as llvmpipe samples a texel without
    /// filtering 1.4 times faster than it fetches one. Positions are integers. Integer division is slow, so a product with the
    /// reciprocal replaces it.
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

/// The properties of a target that access is lowered for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Form {
    /// How it finds a texel.
    pub addressing: Addressing,
    /// Whether the lanes past a packed stream's end run its last element once more, so that their loops end and they read nothing
    /// outside the stream. A target without loops at run time does not need this: the results of these lanes are never seen.
    pub clamps_lanes: bool,
}
