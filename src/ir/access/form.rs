//! The form of access: how a target addresses textures. Access to streams is lowered for one form.

/// How a target finds a texel.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Addressing {
    /// By linear index alone, an integer: textures are memory without rows. A texture with several layers is addressed by column and row.
    Linear,
    /// By column and row, which a division of integers finds.
    Texels,
    /// By coordinates from 0 to 1 if the column and row are known, or if a mask and a shift find them: llvmpipe samples a texel without
    /// filtering 1.4 times faster than it fetches one. Otherwise by column and row. Positions are integers. Integer division is slow, so a
    /// product with the reciprocal replaces it.
    SampleOrFetch,
    /// By coordinates from 0 to 1. Positions are floats.
    Normalized,
    /// Like [`Normalized`](Addressing::Normalized), but the row coordinate may lie anywhere in the row, not only near its centre. This
    /// takes two instructions fewer, and is used for chips whose sums are truncated. It is exact for positions below 2^23, which is more
    /// than those chips represent exactly.
    NormalizedShort,
    /// By coordinates in texels. Positions are floats.
    Rectangle,
}

impl Addressing {
    /// Returns whether positions are integers.
    pub fn integers(self) -> bool {
        matches!(self, Addressing::Linear | Addressing::Texels | Addressing::SampleOrFetch)
    }
}

/// The properties of a target that access is lowered for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Form {
    /// How it finds a texel.
    pub addressing: Addressing,
    /// Whether the lanes past the end of a packed stream compute its last element again. Then their loops end, and they read nothing
    /// outside of the stream. A target without loops at run time does not need this, since the results of these lanes are never used.
    pub clamps_lanes: bool,
}
