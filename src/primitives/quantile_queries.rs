//! A selection by rank from what occlusion queries count: the bits of the element are found one after the other.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use crate::error::Error;
use crate::fragment_operations::{Compare, DepthTest};
use crate::geometry::Layout;
use crate::glsl;
use crate::machine::{DepthStencil, Device, Kernel, Stream};

use super::quantile_passes::Rank;

/// The number of bits of a depth. A depth has 24, but a kernel's quotient by 2^16 is exact.
const BITS: u32 = 16;

/// Finds the elements at these ranks, and interpolates between neighbours.
pub(super) fn by_queries(values: &Stream<f32>, ranks: &[Rank]) -> Result<Stream<f32>, Error> {
    let device = values.device();
    let plain = match values.layout() {
        Layout::Plain => None,
        Layout::Packed => Some(values.to_layout(Layout::Plain)?),
    };
    let mut queries = Queries::new(plain.as_ref().unwrap_or(values))?;
    queries.write_depths(None)?;
    let mut found = BTreeMap::new();
    for rank in ranks.iter().flat_map(Rank::neighbours) {
        if let Entry::Vacant(entry) = found.entry(rank) {
            entry.insert(queries.half(rank)?);
        }
    }
    // The buffer has the lower halves of one upper half at a time.
    let mut elements = BTreeMap::new();
    let mut current = None;
    for (&rank, &(upper, below)) in &found {
        if current != Some(upper) {
            queries.write_depths(Some(upper))?;
            current = Some(upper);
        }
        let (lower, _) = queries.half(rank - below)?;
        elements.insert(rank, float_of(upper << BITS | lower));
    }
    let quantile = |rank: &Rank| rank.between(|place| elements[&place]);
    device.upload(&ranks.iter().map(quantile).collect::<Vec<f32>>())
}

/// Returns the number with this place in the order of the kernel.
fn float_of(key: u32) -> f32 {
    let order = (key ^ 1 << 31) as i32;
    f32::from_bits((order ^ (order >> 31) & 0x7fff_ffff) as u32)
}

/// The elements, and the depths that stand for half of their bits.
struct Queries<'a> {
    values: &'a Stream<f32>,
    depths: DepthStencil,
    probe: Kernel,
    /// What the probes would write, if nothing were masked.
    zeros: Stream<f32>,
}

impl<'a> Queries<'a> {
    fn new(values: &'a Stream<f32>) -> Result<Queries<'a>, Error> {
        let device = values.device();
        Ok(Queries {
            values,
            depths: device.depth_stencil(values)?,
            probe: device.kernel(&glsl!("primitives/quantile_probe.frag"))?,
            zeros: device.stream_with(values.shape(), Layout::Plain)?,
        })
    }

    fn device(&self) -> &'a Device {
        self.values.device()
    }

    /// Writes the upper half of each element into the depth buffer, or the lower half of those that have this upper half.
    fn write_depths(&mut self, upper: Option<u32>) -> Result<(), Error> {
        let device = self.device();
        let source = glsl!("primitives/quantile_depths.frag").parameter("lower", upper.is_some());
        let kernel = device.kernel(&source)?;
        let pass = device.pass(&kernel).input("values", self.values).constant("upper", upper.unwrap_or(0) as f32);
        pass.depth_stencil(&mut self.depths).depth_test(DepthTest::new(Compare::Always).write()).run()
    }

    /// Returns the depth of this rank among the depths, and the number of smaller ones.
    fn half(&mut self, rank: usize) -> Result<(u32, usize), Error> {
        let (mut half, mut below) = (0, 0);
        for bit in (0..BITS).rev() {
            let tried = half | 1 << bit;
            let count = self.count_below(tried)?;
            if count <= rank {
                (half, below) = (tried, count);
            }
        }
        Ok((half, below))
    }

    /// Returns the number of elements whose depth stands for a number below this one.
    fn count_below(&mut self, half: u32) -> Result<usize, Error> {
        let device = self.device();
        let mut query = device.occlusion_query()?;
        // Between two depths, so that rounding does not matter.
        let at = (half as f32 - 0.5) / 65536.0;
        let pass = device.pass(&self.probe).output("zeros", &mut self.zeros).write_mask([false; 4]);
        let pass = pass.depth_stencil(&mut self.depths).depth_test(DepthTest::new(Compare::Greater).at(at));
        pass.count(&mut query).run()?;
        Ok(query.count()? as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::float_of;

    #[test]
    fn keys_are_in_the_order_of_their_numbers() {
        let keys: Vec<u32> = (0..=u32::MAX >> 12).map(|k| k << 12 | 0x777).collect();
        let numbers = keys.into_iter().map(float_of).filter(|number| !number.is_nan());
        assert!(numbers.is_sorted_by(|a, b| a < b));
        assert_eq!([1 << 31, (1 << 31) + 1].map(float_of).map(f32::to_bits), [0, 1]);
    }
}
