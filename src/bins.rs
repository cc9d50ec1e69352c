//! Bins of histograms: how many there are, over which range, and the edges between them.

/// The maximum number of bins.
pub const MAX_BINS: usize = 1 << 16;

/// Equal bins, over a given range or over the range of the data.
///
/// ```
/// use brooklet::Bins;
/// let ten = Bins::from(10);                  // from the smallest to the largest element
/// let unit = Bins::between(256, 0.0, 1.0);   // from 0 to 1; elements outside are dropped
/// assert_eq!((ten.count(), unit.range()), (10, Some((0.0, 1.0))));
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Bins {
    count: usize,
    range: Option<(f32, f32)>,
}

impl Bins {
    /// Describes `count` bins from `first` to `last`. Elements outside of this range are dropped.
    pub fn between(count: usize, first: f32, last: f32) -> Bins {
        Bins { count, range: Some((first, last)) }
    }

    /// Returns the number of bins.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Returns the range, or `None` if it is that of the data.
    pub fn range(&self) -> Option<(f32, f32)> {
        self.range
    }

    /// Checks the number of bins: 1 to [`MAX_BINS`].
    pub(crate) fn check(self) -> Result<Bins, BinsError> {
        match self.count {
            1..=MAX_BINS => Ok(self),
            count => Err(BinsError::Count { count, max: MAX_BINS }),
        }
    }

    /// Returns the edges, over the given range or else over that of the data. `data` returns the smallest and the largest element,
    /// or `None` if there are no elements.
    pub(crate) fn edges<E: From<BinsError>>(
        self,
        data: impl FnOnce() -> Result<Option<(f32, f32)>, E>,
    ) -> Result<BinEdges, E> {
        let bins = self.check()?;
        let (first, last) = match bins.range {
            Some(range) => range,
            // As NumPy has it.
            None => data()?.unwrap_or((0.0, 1.0)),
        };
        Ok(BinEdges::new(bins.count, first, last)?)
    }
}

impl From<usize> for Bins {
    /// Describes `count` bins from the smallest to the largest element.
    fn from(count: usize) -> Bins {
        Bins { count, range: None }
    }
}

impl From<&BinEdges> for Bins {
    fn from(edges: &BinEdges) -> Bins {
        Bins::between(edges.bins(), edges.first(), edges.last())
    }
}

/// The edges of equal bins, in ascending order: one more than there are bins. They define the bins exactly. An element `x` belongs to
/// bin `i` if `edges[i] <= x` and `x < edges[i + 1]`; the last bin also has the elements that equal the last edge.
///
/// Edge `i` of `n` bins is `first + i * (last - first) / n`, computed in double precision and rounded to the nearest float. NumPy
/// gives the edges of float32 data the same type, but computes them in single precision, so that an edge may differ in its last
/// digit.
///
/// ```
/// use brooklet::BinEdges;
/// let edges = BinEdges::new(4, 0.0, 1.0)?;
/// assert_eq!(edges.as_slice(), [0.0, 0.25, 0.5, 0.75, 1.0]);
/// assert_eq!([0.0, 0.25, 0.9, 1.0, 1.1].map(|x| edges.bin_of(x)), [Some(0), Some(1), Some(3), Some(3), None]);
/// # Ok::<(), brooklet::BinsError>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct BinEdges(Vec<f32>);

impl BinEdges {
    /// Computes the edges of `bins` equal bins from `first` to `last`. If the two are equal, the range is 0.5 wider on both sides, as
    /// in NumPy.
    ///
    /// # Errors
    /// No bins or more than 65,536; a range that is not finite or that descends; bins that are narrower than floats are apart.
    pub fn new(bins: usize, first: f32, last: f32) -> Result<BinEdges, BinsError> {
        Bins::from(bins).check()?;
        if !first.is_finite() || !last.is_finite() || first > last {
            return Err(BinsError::Range { first, last });
        }
        let (low, high) = match (f64::from(first), f64::from(last)) {
            (low, high) if low == high => (low - 0.5, high + 0.5),
            range => range,
        };
        let step = (high - low) / bins as f64;
        // Adding 0 turns -0 into 0.
        let edge = |i: usize| if i == bins { high as f32 } else { (low + i as f64 * step) as f32 + 0.0 };
        let edges: Vec<f32> = (0..=bins).map(edge).collect();
        // A device takes denormals for zero when it compares.
        let held = |x: f32| if x.is_subnormal() { 0.0 } else { x };
        if edges.windows(2).any(|pair| held(pair[0]) >= held(pair[1])) {
            let floats = floats_between(low as f32, high as f32);
            return Err(BinsError::Narrow { bins, first, last, floats });
        }
        Ok(BinEdges(edges))
    }

    /// Returns the number of bins.
    pub fn bins(&self) -> usize {
        self.0.len() - 1
    }

    /// Returns the first edge: the smallest number that belongs to a bin.
    pub fn first(&self) -> f32 {
        self.0[0]
    }

    /// Returns the last edge: the largest number that belongs to a bin.
    pub fn last(&self) -> f32 {
        self.0[self.bins()]
    }

    /// Returns the edges.
    pub fn as_slice(&self) -> &[f32] {
        &self.0
    }

    /// Returns the bin of an element, or `None` if it is out of range, or NaN.
    pub fn bin_of(&self, x: f32) -> Option<usize> {
        let inside = x >= self.first() && x <= self.last();
        inside.then(|| (self.0.partition_point(|edge| *edge <= x) - 1).min(self.bins() - 1))
    }

    /// Returns the numbers with which a kernel guesses the bin of `x`: `floor((x * unit - origin) * scale)`. The guess is off by at
    /// most one bin, because bins are at least as wide as floats are apart. `unit` is a power of two that brings the width of the
    /// range near 1, so that nothing overflows.
    pub(crate) fn guess(&self) -> Guess {
        let (first, last) = (f64::from(self.first()), f64::from(self.last()));
        let exponent = -(last - first).log2().floor();
        let unit = exponent.clamp(-126.0, 126.0).exp2();
        let scale = self.bins() as f64 / ((last - first) * unit);
        Guess { unit: unit as f32, origin: (first * unit) as f32, scale: scale as f32 }
    }
}

/// What a kernel needs to know of edges, beside the guess.
impl BinEdges {
    /// Returns the width of a bin, rounded.
    pub(crate) fn step(&self) -> f32 {
        ((f64::from(self.last()) - f64::from(self.first())) / self.bins() as f64) as f32
    }

    /// Returns whether a kernel computes each edge exactly as `first + i * step`: whether the product and the sum need no rounding, so
    /// that it does not matter either whether a driver rounds the product.
    pub(crate) fn are_exact(&self) -> bool {
        let (first, step) = (f64::from(self.first()), f64::from(self.step()));
        let is_float = |x: f64| f64::from(x as f32) == x;
        self.0.iter().enumerate().all(|(i, edge)| {
            let product = i as f64 * step;
            is_float(product) && first + product == f64::from(*edge)
        })
    }

    /// Returns whether bins are so wide that the nearest edge by arithmetic is one of the two edges of the element's bin. The arithmetic
    /// and the rounding of the edges are off by less than a fifth of a bin then.
    pub(crate) fn are_wide(&self) -> bool {
        // Floats of this size are at most so far apart.
        let apart = f64::from(self.first().abs().max(self.last().abs())) * f64::from(f32::EPSILON);
        f64::from(self.step()) >= 8.0 * apart.max(f64::from(f32::MIN_POSITIVE))
    }
}

/// The constants of a kernel that guesses bins: see [`BinEdges::guess`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Guess {
    pub unit: f32,
    pub origin: f32,
    pub scale: f32,
}

/// Returns the number of steps from one float to the next, from `first` up to `last`, without denormals.
fn floats_between(first: f32, last: f32) -> usize {
    let place = |x: f32| {
        let bits = i64::from(x.abs().to_bits()).saturating_sub(i64::from(f32::MIN_POSITIVE.to_bits()) - 1).max(0);
        if x < 0.0 { -bits } else { bits }
    };
    usize::try_from(place(last) - place(first)).unwrap_or(0)
}

/// Errors of bins.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum BinsError {
    /// There are no bins, or too many.
    #[error("a histogram has 1 to {max} bins, not {count}")]
    Count {
        /// The requested number of bins: of a histogram of two inputs, all of them.
        count: usize,
        /// The maximum number.
        max: usize,
    },
    /// The range is not finite, or it descends.
    #[error(
        "a range of bins goes from a finite number to one that is not smaller, not from {first} to {last}{}",
        if first.is_infinite() || last.is_infinite() { ": if the data have infinities, give the range" } else { "" }
    )]
    Range {
        /// The start of the range.
        first: f32,
        /// The end of the range.
        last: f32,
    },
    /// The bins are narrower than floats are apart.
    #[error(
        "{bins} bins {} are narrower than floats are apart: there are {floats} floats in this range",
        range_text(*first, *last)
    )]
    Narrow {
        /// The number of bins.
        bins: usize,
        /// The start of the range.
        first: f32,
        /// The end of the range.
        last: f32,
        /// The number of steps between neighbouring floats in the range, without denormals.
        floats: usize,
    },
}

/// Describes a range. One whose ends are equal is wider, and has ends that no float may hold.
fn range_text(first: f32, last: f32) -> String {
    if first == last {
        format!("from {} - 0.5 to {} + 0.5", f64::from(first), f64::from(last))
    } else {
        format!("from {first} to {last}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edges_that_are_computed_agree_with_the_guess() {
        let ranges = [
            (0.0, 1.0),
            (-1.0, 1.0),
            (f32::MIN, f32::MAX),
            (1.0, 1.0 + 65_536.0 * f32::EPSILON),
            (1e9, 1e9 + 64.0 * 65_536.0),
            (-3.0, 77.7),
            (0.0, 1e-30),
            (-1e-3, 1e5),
        ];
        for (first, last) in ranges {
            for bins in [1, 2, 3, 10, 255, 256, 1000, 65_535, 65_536] {
                let edges = BinEdges::new(bins, first, last).unwrap();
                let Guess { unit, origin, scale } = edges.guess();
                let near = edges.as_slice().iter().flat_map(|x| [x.next_down(), *x, x.next_up()]);
                for x in near.filter(|x| !x.is_subnormal()) {
                    let Some(bin) = edges.bin_of(x) else { continue };
                    let guess = ((x * unit - origin) * scale).floor().clamp(0.0, (bins - 1) as f32);
                    assert!((guess - bin as f32).abs() <= 1.0, "{x} of {bins} from {first} to {last}: {guess}, {bin}");
                    let nearest = ((x * unit - origin) * scale + 0.5).floor().clamp(0.0, bins as f32);
                    let off = nearest - bin as f32;
                    let right = (0.0..=1.0).contains(&off) || !(edges.are_wide() || edges.are_exact());
                    assert!(right, "{x} of {bins} from {first} to {last}: {nearest}, {bin}");
                }
            }
        }
    }

    #[test]
    fn equal_ends_are_moved_apart_and_narrow_bins_refused() {
        assert_eq!(BinEdges::new(2, 3.0, 3.0).unwrap().as_slice(), [2.5, 3.0, 3.5]);
        let narrow = BinEdges::new(9, 1.0, 1.0 + 8.0 * f32::EPSILON).unwrap_err();
        assert!(matches!(narrow, BinsError::Narrow { bins: 9, floats: 8, .. }), "{narrow}");
        assert!(matches!(BinEdges::new(4, 1e9, 1e9), Err(BinsError::Narrow { floats: 0, .. })));
        assert!(matches!(BinEdges::new(2, 0.0, 1e-40), Err(BinsError::Narrow { .. })));
        for (first, last) in [(1.0, 0.0), (0.0, f32::INFINITY), (f32::NAN, 1.0)] {
            assert!(matches!(BinEdges::new(2, first, last), Err(BinsError::Range { .. })));
        }
        for count in [0, 65_537] {
            assert_eq!(BinEdges::new(count, 0.0, 1.0), Err(BinsError::Count { count, max: 65_536 }));
        }
    }
}
