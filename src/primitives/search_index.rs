//! An index of sorted elements, for searching them repeatedly.

use crate::error::{Error, PrimitiveError};
use crate::geometry::Layout;
use crate::glsl;
use crate::machine::{Lent, Stream, StreamBinding};

use super::map;
use super::needs::counts_loops;
use super::sort::EXACT_POSITIONS;

/// An index for searching the same elements repeatedly. Its lowest level holds the largest of every four elements. Each level above
/// holds the largest of every four numbers of the level below. All levels together are a third as large as the elements.
///
/// ```
/// use brooklet::{Device, primitives::SearchIndex};
/// let device = Device::headless()?;
/// let sorted = device.upload(&[0.0, 1.0, 1.0, 2.0, 2.0, 2.0, 4.0, 5.0])?;
/// let index = SearchIndex::new(&sorted)?;
/// let queries = device.upload(&[2.0, -1.0, 3.0, 9.0])?;
/// let (lower, trace) = device.traced(|| index.lower_bound(&queries));
/// assert_eq!(lower?.read()?, [3.0, 0.0, 6.0, 8.0]);
/// assert_eq!(trace.passes().count(), 1);
/// assert_eq!(index.upper_bound(&queries)?.read()?, [6.0, 0.0, 6.0, 8.0]);
/// # Ok::<(), brooklet::Error>(())
/// ```
#[derive(Debug)]
pub struct SearchIndex<'a> {
    /// The elements that the index belongs to.
    sorted: Lent<'a, f32>,
    /// A packed copy of the elements, if they are plain.
    packed: Option<Stream<f32>>,
    /// All levels, the lowest first. None for up to four elements, which need no index.
    index: Option<Stream<f32>>,
    /// The number of texels of the elements, then of each level.
    texels: Vec<usize>,
}

impl SearchIndex<'static> {
    /// Builds the index of sorted elements, like [`SearchIndex::new`], and takes ownership of them.
    ///
    /// # Errors
    /// As [`SearchIndex::new`].
    pub fn owning(sorted: Stream<f32>) -> Result<SearchIndex<'static>, Error> {
        SearchIndex::of(Lent::Own(sorted))
    }
}

impl SearchIndex<'_> {
    /// Builds the index of sorted elements: one pass, and one more if they are plain.
    ///
    /// # Errors
    /// [`PrimitiveError::FloatAddress`](super::PrimitiveError), for more than 2^24 elements.
    pub fn new(sorted: &Stream<f32>) -> Result<SearchIndex<'_>, Error> {
        SearchIndex::of(Lent::Borrowed(sorted))
    }

    fn of(sorted: Lent<'_, f32>) -> Result<SearchIndex<'_>, Error> {
        exact(sorted.len())?;
        let device = sorted.device();
        let packed = match sorted.layout() {
            Layout::Plain if !sorted.is_empty() => Some(sorted.to_layout(Layout::Packed)?),
            _ => None,
        };
        let mut texels = vec![sorted.len().div_ceil(4)];
        while texels[texels.len() - 1] > 1 {
            texels.push(texels[texels.len() - 1].div_ceil(4));
        }
        let all: usize = texels[1..].iter().sum();
        if all == 0 {
            return Ok(SearchIndex { sorted, packed, index: None, texels });
        }
        let source = glsl!("primitives/search_separators.frag").parameter("counted", counts_loops(device));
        let kernel = device.kernel(&source)?;
        let mut index = device.stream_with::<f32>(4 * all, Layout::Packed)?;
        let values = packed.as_ref().unwrap_or(&sorted);
        let pass = device.pass(&kernel).input("values", values).constant("texels", texels[0]);
        pass.output_texels("separators", &mut index).run()?;
        Ok(SearchIndex { sorted, packed, index: Some(index), texels })
    }

    /// Finds the lower bound of each query, as [`lower_bound`](super::lower_bound), in one pass.
    pub fn lower_bound(&self, queries: &Stream<f32>) -> Result<Stream<f32>, Error> {
        self.search(queries, false)
    }

    /// Finds the upper bound of each query, as [`upper_bound`](super::upper_bound), in one pass.
    pub fn upper_bound(&self, queries: &Stream<f32>) -> Result<Stream<f32>, Error> {
        self.search(queries, true)
    }

    pub(super) fn search(&self, queries: &Stream<f32>, upper: bool) -> Result<Stream<f32>, Error> {
        let device = self.sorted.device();
        if self.sorted.is_empty() {
            return nowhere(queries);
        }
        let levels = self.texels.len() - 1;
        let source = match queries.layout() {
            Layout::Packed => glsl!("primitives/search_index_packed.frag"),
            Layout::Plain => glsl!("primitives/search_index.frag"),
        };
        let kernel = device.kernel(&source.parameter("levels", levels).parameter("upper", upper))?;
        let mut position = device.stream_with(queries.shape(), queries.layout())?;
        let elements = self.packed.as_ref().unwrap_or(&self.sorted);
        let mut pass = device.pass(&kernel).bound("values", StreamBinding::texels(elements));
        if let Some(index) = &self.index {
            pass = pass.bound("separators", StreamBinding::texels(index));
        }
        let mut first = 0;
        for (level, names) in NAMES.iter().enumerate().take(levels) {
            pass = pass.constant(names.0, self.texels[level]).constant(names.1, first);
            first += self.texels[level + 1];
        }
        let pass = pass.bound("queries", StreamBinding::texels(queries)).constant("elements", self.sorted.len());
        pass.output_texels("position", &mut position).run()?;
        Ok(position)
    }
}

/// The names of the constants of each level: the number of texels of the level below, and the first texel of the level in the
/// index. 4^13 texels are 2^28 elements.
const NAMES: [(&str, &str); 13] = [
    ("below_0", "first_0"),
    ("below_1", "first_1"),
    ("below_2", "first_2"),
    ("below_3", "first_3"),
    ("below_4", "first_4"),
    ("below_5", "first_5"),
    ("below_6", "first_6"),
    ("below_7", "first_7"),
    ("below_8", "first_8"),
    ("below_9", "first_9"),
    ("below_10", "first_10"),
    ("below_11", "first_11"),
    ("below_12", "first_12"),
];

pub(super) fn exact(count: usize) -> Result<(), Error> {
    if count > EXACT_POSITIONS {
        return Err(PrimitiveError::FloatAddress {
            what: "a search",
            count,
            exact: EXACT_POSITIONS,
            instead: "search in parts of them",
        }
        .into());
    }
    Ok(())
}

/// Returns the result for no elements: position 0 for every query.
pub(super) fn nowhere(queries: &Stream<f32>) -> Result<Stream<f32>, Error> {
    map(queries.device(), "0").input("queries", queries).run()
}
