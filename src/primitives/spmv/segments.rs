//! The product of a sparse matrix by a segmented scan.

use crate::error::Error;
use crate::geometry::Layout;
use crate::glsl;
use crate::machine::Stream;
use crate::operator::Operator;

use super::super::put::addresses;
use super::super::{segmented_scan, upper_bound};
use super::parts::Parts;

/// The rows of a matrix as segments of its entries.
#[derive(Debug)]
pub(super) struct Segments {
    /// 1 for each entry that is the first of its row, else 0.
    heads: Stream<f32>,
}

impl Segments {
    pub fn new(parts: &Parts<'_>) -> Result<Segments, Error> {
        let device = parts.values.device();
        let own = addresses(device, parts.values.len(), Layout::Packed)?;
        let ends = upper_bound(&parts.offsets, &own)?;
        let kernel = device.kernel(&glsl!("primitives/spmv_heads.frag"))?;
        let mut heads = device.stream_with(parts.values.len(), Layout::Packed)?;
        let pass = device.pass(&kernel).input("offsets", &parts.offsets).input("ends", &ends);
        pass.output("heads", &mut heads).run()?;
        Ok(Segments { heads })
    }

    pub fn multiply(&self, parts: &Parts<'_>, x: &Stream<f32>) -> Result<Stream<f32>, Error> {
        let device = x.device();
        let kernel = device.kernel(&glsl!("primitives/spmv_products.frag"))?;
        let mut products = device.stream_with::<f32>(self.heads.len(), Layout::Packed)?;
        let pass = device.pass(&kernel).input("indices", &parts.indices).input("values", &parts.values).input("x", x);
        pass.output("products", &mut products).run()?;
        let scanned = segmented_scan(&products, &self.heads, &Operator::sum())?;
        let kernel = device.kernel(&glsl!("primitives/spmv_ends.frag"))?;
        let mut result = device.stream_with(parts.rows, x.layout())?;
        let pass = device.pass(&kernel).input("offsets", &parts.offsets).input("scanned", &scanned);
        pass.output("result", &mut result).run()?;
        Ok(result)
    }
}
