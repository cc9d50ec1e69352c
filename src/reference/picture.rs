//! The primitives on pictures, on slices.

use crate::operator::Operator;
use crate::texel::Texel;
use crate::weights::{Border, Weights};

/// Exchanges rows and columns of matrices, like [`primitives::transpose`](crate::primitives::transpose()).
///
/// ```
/// assert_eq!(brooklet::reference::transpose(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0], [2, 3]), [1.0, 4.0, 2.0, 5.0, 3.0, 6.0]);
/// ```
pub fn transpose<T: Copy>(values: &[T], [rows, columns]: [usize; 2]) -> Vec<T> {
    let matrices = values.chunks_exact((rows * columns).max(1));
    matrices.flat_map(|one| (0..columns).flat_map(move |x| (0..rows).map(move |y| one[y * columns + x]))).collect()
}

/// Computes summed-area tables, like [`primitives::sat`](crate::primitives::sat()).
///
/// ```
/// assert_eq!(brooklet::reference::sat(&[1.0, 2.0, 3.0, 4.0], [2, 2]), [1.0, 3.0, 4.0, 10.0]);
/// ```
pub fn sat<T: Texel>(values: &[T], [rows, columns]: [usize; 2]) -> Vec<T> {
    let (mut sums, op) = (values.to_vec(), Operator::<T>::sum());
    for one in sums.chunks_exact_mut((rows * columns).max(1)) {
        for y in 0..rows {
            for x in 1..columns {
                one[y * columns + x] = op.apply(one[y * columns + x - 1], one[y * columns + x]);
            }
        }
        for y in 1..rows {
            for x in 0..columns {
                one[y * columns + x] = op.apply(one[(y - 1) * columns + x], one[y * columns + x]);
            }
        }
    }
    sums
}

/// Finds the index of the nearest element that is not 0, like [`primitives::nearest`](crate::primitives::nearest()): of equally near ones the
/// first, and -1 where there is none. It compares the nearest elements of all columns.
///
/// ```
/// assert_eq!(brooklet::reference::nearest(&[0.0, 0.0, 1.0, 0.0], [1, 4]), [2.0, 2.0, 2.0, 2.0]);
/// ```
pub fn nearest(mask: &[f32], [rows, columns]: [usize; 2]) -> Vec<f32> {
    let mut found = vec![-1.0; mask.len()];
    for y in 0..rows {
        let seeds = (0..columns).filter_map(|x| {
            let near = |v: &usize| (v.abs_diff(y), *v);
            (0..rows).filter(|v| mask[v * columns + x] != 0.0).min_by_key(near).map(|v| [x, v])
        });
        let seeds: Vec<[usize; 2]> = seeds.collect();
        for x in 0..columns {
            let squared = |[u, v]: [usize; 2]| u.abs_diff(x).pow(2) + v.abs_diff(y).pow(2);
            let nearest = seeds.iter().min_by_key(|seed| (squared(**seed), seed[1], seed[0]));
            found[y * columns + x] = nearest.map_or(-1.0, |[u, v]| (v * columns + u) as f32);
        }
    }
    found
}

/// Finds the index of an element that is not 0 and near by jump flooding, like
/// [`Distance::JumpFlooding`](crate::primitives::Distance::JumpFlooding), with the same result: at few places it is not the nearest.
///
/// ```
/// assert_eq!(brooklet::reference::jump_flooding(&[0.0, 0.0, 1.0, 0.0], [1, 4]), [2.0, 2.0, 2.0, 2.0]);
/// ```
pub fn jump_flooding(mask: &[f32], [rows, columns]: [usize; 2]) -> Vec<f32> {
    let mut seeds: Vec<Option<usize>> = (0..mask.len()).map(|i| (mask[i] != 0.0).then_some(i)).collect();
    let jumps = rows.max(columns).max(1).next_power_of_two().ilog2();
    for stride in [1].into_iter().chain((0..jumps).rev().map(|power| 1i64 << power)) {
        let flooded = (0..mask.len()).map(|i| {
            let (x, y) = ((i % columns) as i64, (i / columns) as i64);
            let around = (-1..2).flat_map(|v| (-1..2).map(move |u| (x + u * stride, y + v * stride)));
            let inside = around.filter(|(x, y)| (0..columns as i64).contains(x) && (0..rows as i64).contains(y));
            let known = inside.filter_map(|(x, y)| seeds[y as usize * columns + x as usize]);
            known.min_by_key(|seed| {
                let (u, v) = ((seed % columns) as i64 - x, (seed / columns) as i64 - y);
                (u * u + v * v, *seed)
            })
        });
        seeds = flooded.collect();
    }
    seeds.into_iter().map(|seed| seed.map_or(-1.0, |seed| seed as f32)).collect()
}

/// Computes the distance from the nearest element that is not 0, like [`primitives::distance`](crate::primitives::distance()).
///
/// ```
/// assert_eq!(brooklet::reference::distance(&[0.0, 0.0, 1.0, 0.0], [2, 2]), [1.0, 2f32.sqrt(), 0.0, 1.0]);
/// ```
pub fn distance(mask: &[f32], [rows, columns]: [usize; 2]) -> Vec<f32> {
    let nearest = nearest(mask, [rows, columns]);
    let of = |(i, seed): (usize, &f32)| match *seed {
        none if none < 0.0 => f32::INFINITY,
        seed => {
            let [dx, dy] = [(i % columns) as f64, (i / columns) as f64];
            let [x, y] = [(seed as usize % columns) as f64, (seed as usize / columns) as f64];
            (dx - x).hypot(dy - y) as f32
        }
    };
    nearest.iter().enumerate().map(of).collect()
}

/// Labels the connected components of a picture from 1 in reading order, like [`primitives::label`](crate::primitives::label()), with the
/// neighbours at the corners or without. Returns the labels and the number of components.
///
/// ```
/// let found = brooklet::reference::label(&[1.0, 0.0, 0.0, 1.0], [2, 2], false);
/// assert_eq!(found, (vec![1.0, 0.0, 0.0, 2.0], 2));
/// ```
pub fn label(mask: &[f32], [rows, columns]: [usize; 2], diagonal: bool) -> (Vec<f32>, usize) {
    let (mut labels, mut count) = (vec![0.0; mask.len()], 0);
    for first in 0..mask.len() {
        if mask[first] == 0.0 || labels[first] != 0.0 {
            continue;
        }
        count += 1;
        let mut open = vec![first];
        while let Some(own) = open.pop() {
            if mask[own] == 0.0 || labels[own] != 0.0 {
                continue;
            }
            labels[own] = count as f32;
            let (y, x) = (own / columns, own % columns);
            for (v, u) in (0..9).map(|k| (y + k / 3, x + k % 3)) {
                let inside = v > 0 && v <= rows && u > 0 && u <= columns;
                if inside && (diagonal || v == y + 1 || u == x + 1) {
                    open.push((v - 1) * columns + u - 1);
                }
            }
        }
    }
    (labels, count)
}

/// Multiplies matrices, like [`primitives::matmul`](crate::primitives::matmul()): one of rows × depth by one of depth × columns.
///
/// ```
/// let product = brooklet::reference::matmul(&[1.0, 2.0, 3.0, 4.0], &[1.0, -1.0], [2, 2, 1]);
/// assert_eq!(product, [-1.0, -1.0]);
/// ```
pub fn matmul(a: &[f32], b: &[f32], [rows, depth, columns]: [usize; 3]) -> Vec<f32> {
    let mut product = vec![0.0; rows * columns];
    for y in 0..rows {
        let row = &mut product[y * columns..(y + 1) * columns];
        for k in 0..depth {
            let factor = a[y * depth + k];
            row.iter_mut().zip(&b[k * columns..(k + 1) * columns]).for_each(|(sum, b)| *sum += factor * b);
        }
    }
    product
}

/// Returns the place of the element that stands for place i of a line, or none if that is a zero.
fn bounded(i: i64, extent: usize, border: Border) -> Option<usize> {
    let extent = extent as i64;
    let place = match border {
        Border::Clamp => i.clamp(0, extent - 1),
        Border::Zero if !(0..extent).contains(&i) => return None,
        Border::Zero => i,
        Border::Wrap => i.rem_euclid(extent),
        Border::Reflect => {
            let k = i.rem_euclid(2 * extent);
            k.min(2 * extent - 1 - k)
        }
    };
    Some(place as usize)
}

/// Convolves a picture with weights, like [`primitives::convolve`](crate::primitives::convolve()), in double precision.
///
/// ```
/// use brooklet::{primitives::{Border, Weights}, reference};
/// let weights = Weights::new([1, 2], &[10.0, 1.0])?;
/// assert_eq!(reference::convolve(&[1.0, 2.0, 3.0], [1, 3], &weights, Border::Zero), [21.0, 32.0, 3.0]);
/// # Ok::<(), brooklet::Error>(())
/// ```
pub fn convolve(values: &[f32], [rows, columns]: [usize; 2], weights: &Weights, border: Border) -> Vec<f32> {
    let [down, across] = weights.size();
    let of = |i: usize| {
        let (y, x) = ((i / columns) as i64, (i % columns) as i64);
        let terms = weights.values().iter().enumerate().map(|(k, weight)| {
            let (v, u) = ((k / across) as i64, (k % across) as i64);
            let row = bounded(y + (down / 2) as i64 - v, rows, border);
            let column = bounded(x + (across / 2) as i64 - u, columns, border);
            match (row, column) {
                (Some(row), Some(column)) => f64::from(*weight) * f64::from(values[row * columns + column]),
                _ => 0.0,
            }
        });
        terms.sum::<f64>() as f32
    };
    (0..values.len()).map(of).collect()
}

/// Replaces each element of a picture by the median of its neighbours, like [`primitives::median_filter`](crate::primitives::median_filter()).
///
/// ```
/// use brooklet::{primitives::Border, reference};
/// assert_eq!(reference::median_filter(&[1.0, 9.0, 2.0], [1, 3], 3, Border::Clamp), [1.0, 2.0, 2.0]);
/// ```
pub fn median_filter(values: &[f32], [rows, columns]: [usize; 2], side: usize, border: Border) -> Vec<f32> {
    let of = |i: usize| {
        let (y, x) = ((i / columns) as i64, (i % columns) as i64);
        let neighbours = (0..side * side).map(|k| {
            let row = bounded(y + (k / side) as i64 - (side / 2) as i64, rows, border);
            let column = bounded(x + (k % side) as i64 - (side / 2) as i64, columns, border);
            row.zip(column).map_or(0.0, |(row, column)| values[row * columns + column])
        });
        let mut neighbours: Vec<f32> = neighbours.collect();
        neighbours.sort_by(f32::total_cmp);
        neighbours[neighbours.len() / 2]
    };
    (0..values.len()).map(of).collect()
}
