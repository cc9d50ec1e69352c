//! The passes of an argsort by ranks: every key is compared with all others.

use crate::backend::Class;
use crate::error::Error;
use crate::geometry::Layout;
use crate::glsl;
use crate::machine::{Device, Stream, StreamBinding};

use super::texels::packed;

/// The maximum number of keys for which ranks are the fastest method, with a driver in software and with a GPU. Twice as many keys take
/// four times as many comparisons, which a GPU makes while a driver starts the passes of a merge sort.
const FEW: [usize; 2] = [256, 1024];
/// The maximum number of keys. More would take so long that a driver gives up on the pass.
pub(super) const MOST: usize = 1 << 14;

/// Returns the maximum number of keys for which ranks are the fastest method.
pub(super) fn few(device: &Device) -> usize {
    let [software, hardware] = FEW;
    if device.info().class == Class::Software { software } else { hardware }
}

/// The ranks of keys: how many keys come before each. Of equal keys the first one comes first.
pub(super) struct Ranks {
    ranks: Stream<f32>,
}

impl Ranks {
    /// Compares every key with all others, in one pass.
    pub fn of(keys: &Stream<f32>, descending: bool) -> Result<Ranks, Error> {
        let keys = packed(keys)?;
        let device = keys.device();
        let kernel = device.kernel(&glsl!("primitives/argsort_ranks.frag").parameter("descending", descending))?;
        let mut ranks = device.stream_with(keys.shape(), Layout::Packed)?;
        let pass = device.pass(&kernel).bound("values", StreamBinding::texels(&keys));
        let pass = pass.constant("elements", keys.len()).constant("texels", keys.len().div_ceil(4));
        pass.output_texels("ranks", &mut ranks).run()?;
        Ok(Ranks { ranks })
    }

    /// Finds the position of the key of each rank, in one pass.
    pub fn positions(&self) -> Result<Stream<f32>, Error> {
        let device = self.ranks.device();
        let kernel = device.kernel(&glsl!("primitives/argsort_places.frag"))?;
        let mut order = device.stream_with(self.ranks.shape(), Layout::Packed)?;
        let pass = device.pass(&kernel).bound("ranks", StreamBinding::texels(&self.ranks));
        pass.constant("texels", self.ranks.len().div_ceil(4)).output_texels("order", &mut order).run()?;
        Ok(order)
    }

    /// Finds the positions of the keys of the first ranks, in the order of the positions, in one pass.
    pub fn chosen(&self, count: usize) -> Result<Stream<f32>, Error> {
        let device = self.ranks.device();
        let kernel = device.kernel(&glsl!("primitives/argsort_chosen.frag"))?;
        let mut positions = device.stream_with(count, Layout::Packed)?;
        let pass = device.pass(&kernel).bound("ranks", StreamBinding::texels(&self.ranks));
        let pass = pass.constant("chosen", count).constant("texels", self.ranks.len().div_ceil(4));
        pass.output_texels("positions", &mut positions).run()?;
        Ok(positions)
    }
}
