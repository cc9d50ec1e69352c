//! The contents of a texel in sorts that compare several keys at once.

use crate::geometry::Layout;
use crate::kernel::Source;
use crate::machine::{Stream, StreamBinding};

/// The contents of a texel: four keys, or two keys with their original positions.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Group {
    Keys,
    Pairs,
}

impl Group {
    /// Returns how many keys a texel holds.
    pub fn elements(self) -> usize {
        match self {
            Group::Keys => 4,
            Group::Pairs => 2,
        }
    }

    /// Sets the parameters of a kernel that compares texels.
    pub fn bind(self, source: Source, descending: bool) -> Source {
        source.parameter("pairs", self == Group::Pairs).parameter("descending", descending)
    }

    /// Returns the name of the input from which a kernel loads keys, its binding, and whether a texel of it holds four keys.
    pub fn input(self, keys: &Stream<f32>) -> ((&'static str, StreamBinding<'_>), bool) {
        match (self, keys.layout()) {
            (Group::Keys, Layout::Packed) => (("texels", StreamBinding::texels(keys)), true),
            (Group::Keys, Layout::Plain) => (("keys", StreamBinding::texels(keys)), false),
            (Group::Pairs, _) => (("keys", StreamBinding::of(keys)), false),
        }
    }
}
