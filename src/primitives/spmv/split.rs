//! The product of a sparse matrix whose rows are split into pieces.

use crate::error::Error;
use crate::geometry::Layout;
use crate::glsl;
use crate::machine::Stream;
use crate::operator::Operator;

use super::super::needs::with_steps;
use super::super::put::addresses;
use super::super::{exclusive_scan, reduce, upper_bound};
use super::parts::{Parts, part};

/// The pieces of a matrix's rows.
#[derive(Debug)]
pub(super) struct Split {
    /// For each level, the lowest first, where each piece starts, and behind the last the number of what they are made of: entries, or pieces
    /// of the level below. Each row is one piece of the highest level.
    levels: Vec<Stream<f32>>,
    /// The number of entries of the longest row, or of a piece if there are less.
    longest: usize,
}

impl Split {
    pub fn new(parts: &Parts<'_>) -> Result<Split, Error> {
        let device = parts.values.device();
        let part = part(device);
        let mut longest = match device.is_planning() {
            true => part + 1,
            false => reduce(&lengths(&parts.offsets, 1, parts.rows)?, &Operator::max())? as usize,
        };
        let mut split = Split { levels: Vec::new(), longest: longest.min(part) };
        let mut offsets = parts.offsets.to_layout(Layout::Plain)?;
        while longest > part {
            let counts = lengths(&offsets, part, offsets.len())?;
            let firsts = exclusive_scan(&counts, &Operator::sum())?;
            let pieces = match device.is_planning() {
                true => 1,
                false => firsts.read_range(parts.rows..parts.rows + 1)?[0] as usize,
            };
            let own = addresses(device, pieces + 1, Layout::Plain)?;
            let ends = upper_bound(&firsts, &own)?;
            let kernel = device.kernel(&glsl!("primitives/spmv_pieces.frag"))?;
            let mut starts = device.stream_with(pieces + 1, Layout::Plain)?;
            let pass = device.pass(&kernel).input("offsets", &offsets).input("firsts", &firsts).input("ends", &ends);
            pass.constant("part", part).output("starts", &mut starts).run()?;
            split.levels.push(starts);
            offsets = firsts;
            longest = longest.div_ceil(part);
        }
        split.levels.push(offsets);
        Ok(split)
    }

    pub fn multiply(&self, parts: &Parts<'_>, x: &Stream<f32>) -> Result<Stream<f32>, Error> {
        let device = x.device();
        let mut sums: Option<Stream<f32>> = None;
        for (level, starts) in self.levels.iter().enumerate() {
            let first = level == 0;
            let layout = if level + 1 == self.levels.len() { x.layout() } else { Layout::Plain };
            let steps = if first { self.longest } else { part(device) };
            let source = glsl!("primitives/spmv_parts.frag").parameter("first", first);
            let kernel = device.kernel(&with_steps(source, device, steps))?;
            let mut next = device.stream_with(starts.len() - 1, layout)?;
            let pass =
                device.pass(&kernel).input("starts", starts).input("values", sums.as_ref().unwrap_or(&parts.values));
            let pass = pass.input("indices", &parts.indices).input("x", x).constant("steps", steps);
            pass.output("sums", &mut next).run()?;
            sums = Some(next);
        }
        Ok(sums.expect("there is always a level"))
    }
}

/// Returns the number of entries of each row, or of pieces of so many entries, for so many rows. There may be one more, of which it is 0.
pub(super) fn lengths(offsets: &Stream<f32>, part: usize, rows: usize) -> Result<Stream<f32>, Error> {
    let device = offsets.device();
    let kernel = device.kernel(&glsl!("primitives/spmv_lengths.frag"))?;
    let mut lengths = device.stream_with(rows, Layout::Plain)?;
    let pass = device.pass(&kernel).input("offsets", offsets).constant("part", part);
    pass.output("lengths", &mut lengths).run()?;
    Ok(lengths)
}
