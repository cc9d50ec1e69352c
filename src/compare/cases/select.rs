//! Selections in plain Rust that do not sort all elements.

/// Returns the `k` largest elements and then their positions, in one pass: most elements are compared only with the last of those that were
/// found so far.
pub fn top(x: &[f32], k: usize) -> Vec<f32> {
    let mut best: Vec<(f32, usize)> = Vec::with_capacity(k + 1);
    for (at, value) in x.iter().enumerate() {
        if best.len() == k && best.last().is_none_or(|(last, _)| value <= last) {
            continue;
        }
        let place = best.partition_point(|(other, _)| other >= value);
        best.insert(place, (*value, at));
        best.truncate(k);
    }
    let values = best.iter().map(|(value, _)| *value);
    values.chain(best.iter().map(|(_, at)| *at as f32)).collect()
}

/// Returns the median, by the selection of the standard library.
pub fn median(x: &[f32]) -> Vec<f32> {
    let mut x = x.to_vec();
    let Some(last) = x.len().checked_sub(1) else { return Vec::new() };
    let (_, lower, above) = x.select_nth_unstable_by(last / 2, f32::total_cmp);
    let upper = above.iter().copied().reduce(f32::min).filter(|_| last % 2 == 1);
    vec![upper.map_or(*lower, |upper| 0.5 * *lower + 0.5 * upper)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reference;

    #[test]
    fn they_select_what_the_reference_selects() {
        for n in [0, 1, 2, 3, 10, 11, 500] {
            let x: Vec<f32> = (0..n).map(|i| (i * 37 % 101) as f32).collect();
            let (values, positions) = reference::top(&x, 10, false);
            assert_eq!(top(&x, 10), [values, positions].concat());
            if n > 0 {
                assert_eq!(median(&x), reference::quantile(&x, &[0.5]));
            }
        }
    }
}
