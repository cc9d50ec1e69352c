//! Searches, on slices.

/// Returns, for each query, the first position whose element is not less than it: the twin of
/// [`primitives::lower_bound`](crate::primitives::lower_bound).
///
/// ```
/// assert_eq!(brooklet::reference::lower_bound(&[1.0, 2.0, 2.0], &[2.0, 3.0]), [1.0, 3.0]);
/// ```
pub fn lower_bound(sorted: &[f32], queries: &[f32]) -> Vec<f32> {
    queries.iter().map(|query| sorted.partition_point(|element| element < query) as f32).collect()
}

/// [`lower_bound`] under its name on the command line: the twin of [`primitives::search`](crate::primitives::search()).
pub fn search(sorted: &[f32], queries: &[f32]) -> Vec<f32> {
    lower_bound(sorted, queries)
}

/// Returns, for each query, the first position whose element is greater than it: the twin of
/// [`primitives::upper_bound`](crate::primitives::upper_bound).
pub fn upper_bound(sorted: &[f32], queries: &[f32]) -> Vec<f32> {
    queries.iter().map(|query| sorted.partition_point(|element| element <= query) as f32).collect()
}
