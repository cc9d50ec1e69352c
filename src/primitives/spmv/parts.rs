//! The numbers of sparse matrices.

use crate::error::{Error, PrimitiveError, SparseError};
use crate::glsl;
use crate::machine::{Device, Lent, Stream};
use crate::operator::Operator;

use super::super::needs::{counts_loops, is_small};
use super::super::reduce;

/// The numbers of a sparse matrix.
#[derive(Debug)]
pub(super) struct Parts<'a> {
    pub rows: usize,
    pub columns: usize,
    pub offsets: Lent<'a, f32>,
    pub indices: Lent<'a, f32>,
    pub values: Lent<'a, f32>,
}

impl<'a> Parts<'a> {
    pub fn new(columns: usize, [offsets, indices, values]: [Lent<'a, f32>; 3]) -> Result<Parts<'a>, Error> {
        let Some(rows) = offsets.len().checked_sub(1) else { return Err(SparseError::NoOffsets.into()) };
        if indices.len() != values.len() {
            return Err(SparseError::Entries { indices: indices.len(), values: values.len() }.into());
        }
        let exact = offsets.device().features().exact_integer.min(1 << 24) as usize;
        for count in [rows, columns, values.len()] {
            if count > exact {
                let (what, instead) = ("a sparse matrix", "split it into parts");
                return Err(PrimitiveError::FloatAddress { what, count, exact, instead }.into());
            }
        }
        Ok(Parts { rows, columns, offsets, indices, values })
    }

    /// Returns an error for the first offset or column that contradicts the others.
    pub fn check(&self) -> Result<(), Error> {
        let entries = self.values.len();
        if let Some((row, found)) = fault(&self.offsets, entries, true)? {
            return Err(SparseError::Offset { row, found: found.into(), entries }.into());
        }
        if let Some((entry, found)) = fault(&self.indices, self.columns, false)? {
            return Err(SparseError::Column { entry, found: found.into(), columns: self.columns }.into());
        }
        Ok(())
    }
}

/// Returns the first of these offsets or columns that cannot be right, with its position.
fn fault(numbers: &Stream<f32>, limit: usize, rows: bool) -> Result<Option<(usize, f32)>, Error> {
    if numbers.is_empty() {
        return Ok(None);
    }
    let device = numbers.device();
    let kernel = device.kernel(&glsl!("primitives/spmv_faults.frag").parameter("rows", rows))?;
    let mut faults = device.stream_with::<f32>(numbers.shape(), numbers.layout())?;
    let pass = device.pass(&kernel).input("numbers", numbers).constant("limit", limit as f32);
    pass.output("faults", &mut faults).run()?;
    let first = reduce(&faults, &Operator::min())? as usize;
    if device.is_planning() || first >= numbers.len() {
        return Ok(None);
    }
    Ok(Some((first, numbers.read_range(first..first + 1)?[0])))
}

/// Returns the maximum number of entries of a piece.
pub(super) fn part(device: &Device) -> usize {
    match counts_loops(device) {
        false => 32,
        true if is_small(device) => 4,
        true => 8,
    }
}
