//! Methods on matrices and pictures, in the shape of examples along an axis. Each writes a strip of rows, so that cores can share the rows.

use super::lines::length;

/// The extent of a square of elements that fits the nearest cache.
const SQUARE: usize = 32;

/// Returns the numbers of rows and of columns.
pub fn size(count: usize) -> [usize; 2] {
    let columns = length(count);
    [count / columns, columns]
}

/// Writes rows of the transposed matrix, from this one on.
pub fn transpose(x: &[f32], first: usize, strip: &mut [f32]) {
    let [rows, columns] = size(x.len());
    for block in (0..rows).step_by(SQUARE) {
        for (y, row) in strip.chunks_exact_mut(rows).enumerate() {
            for (k, own) in row[block..rows.min(block + SQUARE)].iter_mut().enumerate() {
                *own = x[(block + k) * columns + first + y];
            }
        }
    }
}

/// Writes rows of the product of a matrix and another of its shape, which is transposed if it is not square.
pub fn product(a: &[f32], b: &[f32], first: usize, strip: &mut [f32]) {
    let [rows, depth] = size(a.len());
    for (y, row) in strip.chunks_exact_mut(rows).enumerate() {
        row.fill(0.0);
        for k in 0..depth {
            let factor = a[(first + y) * depth + k];
            row.iter_mut().zip(&b[k * rows..(k + 1) * rows]).for_each(|(sum, b)| *sum += factor * b);
        }
    }
}

/// Returns the second matrix of a product as its examples have it.
pub fn second(b: &[f32]) -> Vec<f32> {
    let [rows, columns] = size(b.len());
    let mut exchanged = b.to_vec();
    if rows != columns {
        transpose(b, 0, &mut exchanged);
    }
    exchanged
}

/// Returns the summed-area table.
pub fn sums(x: &[f32]) -> Vec<f32> {
    let [_, columns] = size(x.len());
    let mut sums = vec![0.0; x.len()];
    let mut above = vec![0.0; columns];
    for (x, row) in x.chunks_exact(columns).zip(sums.chunks_exact_mut(columns)) {
        super::running(x, 0.0, row);
        row.iter_mut().zip(&mut above).for_each(|(sum, above)| {
            *sum += *above;
            *above = *sum;
        });
    }
    sums
}

/// Returns the place, along an axis, of the element that stands for place i, with the edge twice.
fn reflected(i: isize, extent: usize) -> usize {
    let k = i.rem_euclid(2 * extent as isize) as usize;
    k.min(2 * extent - 1 - k)
}

/// The weights of the example of a convolution are the products of this line.
const LINE: [f32; 5] = [1.0, 4.0, 6.0, 4.0, 1.0];

/// Writes rows of a picture that is convolved with 5 × 5 binomial weights.
pub fn convolve(x: &[f32], first: usize, strip: &mut [f32]) {
    let [rows, columns] = size(x.len());
    let mut padded = vec![0.0; columns + 4];
    for (y, row) in strip.chunks_exact_mut(columns).enumerate() {
        padded.fill(0.0);
        for (v, weight) in LINE.iter().enumerate() {
            let at = columns * reflected((first + y + v) as isize - 2, rows);
            padded[2..columns + 2].iter_mut().zip(&x[at..at + columns]).for_each(|(sum, x)| *sum += weight * x);
        }
        for k in [0, 1] {
            padded[k] = padded[2 + reflected(k as isize - 2, columns)];
            padded[columns + 2 + k] = padded[2 + reflected((columns + k) as isize, columns)];
        }
        for (x, own) in row.iter_mut().enumerate() {
            *own = LINE.iter().zip(&padded[x..x + 5]).map(|(weight, x)| weight * x).sum();
        }
    }
}

/// Writes rows of a picture whose elements are medians of 5 × 5, each selected by the standard library.
pub fn medians(x: &[f32], first: usize, strip: &mut [f32]) {
    let [rows, columns] = size(x.len());
    let mut neighbours = [0.0f32; 25];
    for (y, row) in strip.chunks_exact_mut(columns).enumerate() {
        let above: [usize; 5] = std::array::from_fn(|v| reflected((first + y + v) as isize - 2, rows));
        for (x0, own) in row.iter_mut().enumerate() {
            for (k, neighbour) in neighbours.iter_mut().enumerate() {
                *neighbour = x[above[k / 5] * columns + reflected((x0 + k % 5) as isize - 2, columns)];
            }
            *own = *neighbours.select_nth_unstable_by(12, f32::total_cmp).1;
        }
    }
}

/// Returns for each element the row of the nearest element of its column that is not 0, of two the upper one, or none.
pub fn nearest_rows(mask: &[f32]) -> Vec<Option<usize>> {
    let [rows, columns] = size(mask.len());
    let mut nearest: Vec<Option<usize>> = vec![None; mask.len()];
    for y in 0..rows {
        for x in 0..columns {
            let above = if y > 0 { nearest[(y - 1) * columns + x] } else { None };
            nearest[y * columns + x] = if mask[y * columns + x] != 0.0 { Some(y) } else { above };
        }
    }
    for y in (0..rows.saturating_sub(1)).rev() {
        for x in 0..columns {
            let (own, below) = (nearest[y * columns + x], nearest[(y + 1) * columns + x]);
            nearest[y * columns + x] = match (own, below) {
                (Some(own), Some(below)) if y.abs_diff(below) < y.abs_diff(own) => Some(below),
                (None, below) => below,
                (own, _) => own,
            };
        }
    }
    nearest
}

/// Writes, for rows from this one on, the index of the nearest element that is not 0: by the lower envelope of the parabolas of a row's columns
/// (Felzenszwalb and Huttenlocher 2012), each with the column from which on it is the lowest.
pub fn nearest(columns: usize, rows: &[Option<usize>], first: usize, strip: &mut [f32]) {
    let mut envelope: Vec<(usize, usize, usize)> = Vec::with_capacity(columns);
    for (y, row) in strip.chunks_exact_mut(columns).enumerate() {
        let y = first + y;
        envelope.clear();
        for column in 0..columns {
            let Some(seed_row) = rows[y * columns + column] else { continue };
            let seed = (column, seed_row);
            let mut from = 0;
            while let Some(&(last_column, last_row, last_from)) = envelope.last() {
                let last = (last_column, last_row);
                // From this column on, the new one is nearer; where both are equally near, the first of them in C order.
                let height = |(column, row): (usize, usize)| (column.pow(2) + row.abs_diff(y).pow(2)) as i64;
                let (difference, apart) = (height(seed) - height(last), 2 * (column - last_column) as i64);
                let mut meets = difference.div_euclid(apart);
                let tie = difference.rem_euclid(apart) == 0 && meets >= 0;
                meets += i64::from(!(tie && seed_row < last_row));
                from = usize::try_from(meets.max(0)).unwrap_or(0);
                if from > last_from {
                    break;
                }
                envelope.pop();
                from = 0;
            }
            if from < columns {
                envelope.push((column, seed_row, from));
            }
        }
        let mut at = 0;
        for (x, own) in row.iter_mut().enumerate() {
            while at + 1 < envelope.len() && envelope[at + 1].2 <= x {
                at += 1;
            }
            *own = envelope.get(at).map_or(-1.0, |(column, row, _)| (row * columns + column) as f32);
        }
    }
}

/// Labels connected components by a union of runs, with the neighbours beside, above and below.
pub fn labels(mask: &[f32]) -> Vec<f32> {
    let [_, columns] = size(mask.len());
    let mut parents: Vec<u32> = Vec::new();
    let mut runs = vec![u32::MAX; mask.len()];
    fn root(parents: &mut [u32], mut of: u32) -> u32 {
        while parents[of as usize] != of {
            parents[of as usize] = parents[parents[of as usize] as usize];
            of = parents[of as usize];
        }
        of
    }
    for i in 0..mask.len() {
        if mask[i] == 0.0 {
            continue;
        }
        let left = if i % columns > 0 { runs[i - 1] } else { u32::MAX };
        let above = if i >= columns { runs[i - columns] } else { u32::MAX };
        runs[i] = match (left, above) {
            (u32::MAX, u32::MAX) => {
                parents.push(parents.len() as u32);
                parents.len() as u32 - 1
            }
            (u32::MAX, own) | (own, u32::MAX) => own,
            (left, above) => {
                let (left, above) = (root(&mut parents, left), root(&mut parents, above));
                parents[left.max(above) as usize] = left.min(above);
                left.min(above)
            }
        };
    }
    // Runs are numbered in the order of their first elements, and so are their roots.
    let mut numbers = vec![0.0; parents.len()];
    let mut count = 0.0;
    for run in 0..parents.len() as u32 {
        let root = root(&mut parents, run);
        if root == run {
            count += 1.0;
            numbers[run as usize] = count;
        } else {
            numbers[run as usize] = numbers[root as usize];
        }
    }
    runs.iter().map(|run| numbers.get(*run as usize).copied().unwrap_or(0.0)).collect()
}
