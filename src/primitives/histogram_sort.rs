//! Histograms by sorting and searching.

use crate::error::Error;
use crate::glsl;
use crate::machine::{Lent, Stream};
use crate::operator::Operator;

use super::histogram_passes::Binned;
use super::{lower_bound, scan, sort, sort_pairs, upper_bound};

impl Binned<'_> {
    /// Counts by sorting and searching: the number of elements of a bin is the distance of the positions of its edges.
    pub fn sort_and_search(&self) -> Result<Stream<f32>, Error> {
        let device = self.device();
        // Of two axes, the bins are sorted, whose edges are whole numbers.
        let (keys, edges) = match self.axes {
            [(values, edges)] => (Lent::Borrowed(*values), edges.as_slice().to_vec()),
            _ => (Lent::Own(self.bins()?), (0..self.count()).map(|bin| bin as f32).collect()),
        };
        let (bins, last) = (self.count(), edges[edges.len() - 1]);
        let (sorted, sums) = match self.weights {
            None => (sort(&keys)?, None),
            Some(weights) => {
                let (sorted, weights) = sort_pairs(&keys, weights)?;
                (sorted, Some(scan(&weights, &Operator::sum())?))
            }
        };
        let positions = lower_bound(&sorted, &device.upload(&edges[..bins])?)?;
        let end = upper_bound(&sorted, &device.upload(&[last])?)?;
        let source = glsl!("primitives/histogram_differences.frag").parameter("weighted", sums.is_some());
        let kernel = device.kernel(&source)?;
        let mut counts = self.result()?;
        let mut pass = device.pass(&kernel).input("positions", &positions).input("end", &end);
        if let Some(sums) = &sums {
            pass = pass.input("sums", sums);
        }
        pass.output("counts", &mut counts).run()?;
        Ok(counts)
    }
}
