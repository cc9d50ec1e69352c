//! What the options of a listing enable.

use crate::syntax::Span;

/// What the options of a listing enable.
#[derive(Default)]
pub(super) struct Options {
    /// Whether results have numbers, by `OPTION ARB_draw_buffers`.
    pub draw_buffers: bool,
    /// The fog, with the place of its option.
    pub fog: Option<(Fog, Span)>,
}

/// How the fog grows with its coordinate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Fog {
    /// `ARB_fog_linear`: from the start to the end.
    Linear,
    /// `ARB_fog_exp`: by the exponential function of density and coordinate.
    Exponential,
    /// `ARB_fog_exp2`: by the exponential function of the square.
    SquaredExponential,
}
