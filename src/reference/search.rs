//! Searches, on slices.

/// Returns, for each query, the first position whose element is not less than the query, like
/// [`primitives::lower_bound`](crate::primitives::lower_bound).
///
/// ```
/// assert_eq!(brooklet::reference::lower_bound(&[1.0, 2.0, 2.0], &[2.0, 3.0]), [1.0, 3.0]);
/// ```
pub fn lower_bound(sorted: &[f32], queries: &[f32]) -> Vec<f32> {
    queries.iter().map(|query| sorted.partition_point(|element| element < query) as f32).collect()
}

/// Finds the lower bound of each query: [`lower_bound`] under the name that the command line uses, like
/// [`primitives::search`](crate::primitives::search()).
pub fn search(sorted: &[f32], queries: &[f32]) -> Vec<f32> {
    lower_bound(sorted, queries)
}

/// Returns, for each query, the first position whose element is greater than the query, like
/// [`primitives::upper_bound`](crate::primitives::upper_bound).
pub fn upper_bound(sorted: &[f32], queries: &[f32]) -> Vec<f32> {
    queries.iter().map(|query| sorted.partition_point(|element| element <= query) as f32).collect()
}
