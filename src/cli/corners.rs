//! Values of attributes in the corners of a pass, from a command line.

use brooklet::backend::Corners;

use super::number::parse_float;

/// Parses the values of an attribute: one for all fragments; those of two corners, where the first component varies across and the second
/// down; or those of the first corner, the end of the first row, and the end of the first column.
pub fn corners(text: &str) -> Result<Corners, String> {
    let values = text.split(':').map(|corner| {
        let numbers = numbers(corner)?;
        if numbers.len() > 4 {
            return Err(format!("{} numbers are too many: an attribute has 4", numbers.len()));
        }
        let mut four = [0.0, 0.0, 0.0, 1.0];
        four[..numbers.len()].copy_from_slice(&numbers);
        Ok(four)
    });
    let values: Vec<[f32; 4]> = values.collect::<Result<_, String>>()?;
    let less = |a: [f32; 4], b: [f32; 4]| std::array::from_fn(|c| a[c] - b[c]);
    match values[..] {
        [start] => Ok(Corners { start, across: [0.0; 4], down: [0.0; 4] }),
        [start, end] => {
            let all: [f32; 4] = less(end, start);
            if all[2] != 0.0 || all[3] != 0.0 {
                return Err("with two corners only the first two components vary: give three corners".into());
            }
            Ok(Corners { start, across: [all[0], 0.0, 0.0, 0.0], down: [0.0, all[1], 0.0, 0.0] })
        }
        [start, right, below] => Ok(Corners { start, across: less(right, start), down: less(below, start) }),
        _ => Err(format!("{} corners: give 1, 2 or 3, separated by `:`", values.len())),
    }
}

/// Parses numbers that are separated by commas.
pub fn numbers(text: &str) -> Result<Vec<f32>, String> {
    text.split(',').map(|number| parse_float(number.trim())).collect()
}
