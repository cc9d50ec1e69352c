//! Histograms in the C interface.

use std::rc::Rc;

use super::error::{CallError, Status, guard};
use super::handles::Handle;
use super::pointers::{check, set, slice, slice_mut};
use super::primitives::{numbers, result};
use super::stream::{Held, stream};
use crate::primitives::{self, HistogramOptions};
use crate::{BinEdges, Bins, BinsError, MAX_BINS, Stream};

/// Counts the elements of a stream of `float` in bins of equal width; or, where `second` is not 0, pairs of elements of both, in
/// bins of two dimensions, with a row for each bin of `values`. `bins` is how many bins there are, 1 to 65536, or of pairs two
/// numbers. `range` is from where to where they go, two numbers, or of pairs four; null: from the smallest to the largest element.
/// Bin i has the elements from edge i up to, but without, edge i + 1; the last bin has its upper edge too, and what is out of
/// range is dropped. `weights` is 0, or a stream of as many `float`, which are summed instead. The edges go to `edges`, one more
/// than there are bins (of pairs those of `values`, then those of `second`), for which there is room for `count` floats; or `edges` is
/// null and `count` 0. Counts are floats, exact up to 16777216 elements: more are an error. NaN is not allowed. The caller frees
/// the result.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn brooklet_histogram(
    values: Handle,
    second: Handle,
    weights: Handle,
    bins: *const u32,
    range: *const f32,
    edges: *mut f32,
    count: u32,
    counts: *mut Handle,
) -> Status {
    guard(|| {
        check(counts, "counts")?;
        let optional = |handle| if handle == 0 { Ok(None) } else { stream(handle).map(Some) };
        let (values, second, weights): (Rc<Held>, _, _) = (stream(values)?, optional(second)?, optional(weights)?);
        let (values, second) = (values.read()?, second.as_deref().map(Held::read).transpose()?);
        let weights = weights.as_deref().map(Held::read).transpose()?;
        let mut axes = vec![numbers(&values, "what is counted")?];
        if let Some(second) = &second {
            axes.push(numbers(second, "what is counted")?);
        }
        let weights = weights.as_ref().map(|weights| numbers(weights, "a stream of weights")).transpose()?;
        let bins = slice(bins, axes.len(), "bins")?;
        let range = if range.is_null() { None } else { Some(slice(range, 2 * axes.len(), "range")?) };
        let found = edges_of(&axes, bins, range)?;
        let all: Vec<f32> = found.iter().flat_map(BinEdges::as_slice).copied().collect();
        if !edges.is_null() || count != 0 {
            if count as usize != all.len() {
                let text = format!("there are {} edges, and there is room for {count}", all.len());
                return Err(CallError::new(Status::Argument, text));
            }
            slice_mut(edges, all.len(), "edges")?.copy_from_slice(&all);
        }
        let options = weights.map_or_else(HistogramOptions::default, |w| HistogramOptions::default().weights(w));
        let made = match (&axes[..], &found[..]) {
            ([x, y], [of_x, of_y]) => primitives::histogram_2d_with(x, y, [of_x.into(), of_y.into()], options)?,
            _ => primitives::histogram_with(axes[0], &found[0], options)?,
        };
        set(counts, result(made)?, "counts")
    })
}

fn edges_of(axes: &[&Stream<f32>], bins: &[u32], range: Option<&[f32]>) -> Result<Vec<BinEdges>, CallError> {
    let all = bins.iter().fold(1, |all: usize, bins| all.saturating_mul(*bins as usize));
    if all > MAX_BINS {
        return Err(crate::Error::from(BinsError::Count { count: all, max: MAX_BINS }).into());
    }
    let edges = axes.iter().zip(bins).enumerate().map(|(axis, (values, bins))| {
        let bins = match range {
            Some(range) => Bins::between(*bins as usize, range[2 * axis], range[2 * axis + 1]),
            None => (*bins as usize).into(),
        };
        Ok(primitives::histogram_edges(values, bins)?)
    });
    edges.collect()
}
