//! Writes the headers of NPY files, as NumPy does.

use std::io::{Result, Write};

/// Writes everything before the elements: the magic number and the dictionary, with this `descr` (as Python writes it, `'<f4'` with its
/// quotes) and these extents.
pub fn head(file: &mut dyn Write, descr: &str, shape: &[usize]) -> Result<()> {
    let extents: Vec<String> = shape.iter().map(usize::to_string).collect();
    let comma = if shape.len() == 1 { "," } else { "" };
    let text = format!("{{'descr': {descr}, 'fortran_order': False, 'shape': ({}{comma}), }}", extents.join(", "));
    // Version 1 has a length of 2 bytes, version 2 one of 4. The 64 bytes leave room for the padding and the end of the line.
    let (magic, size): (&[u8], usize) =
        if text.len() + 64 < 1 << 16 { (b"\x93NUMPY\x01\x00", 2) } else { (b"\x93NUMPY\x02\x00", 4) };
    // NumPy aligns the start of the elements to a multiple of 64.
    let start = magic.len() + size;
    let length = (start + text.len() + 1).next_multiple_of(64) - start;
    file.write_all(magic)?;
    file.write_all(&(length as u32).to_le_bytes()[..size])?;
    writeln!(file, "{text:<width$}", width = length - 1)
}
