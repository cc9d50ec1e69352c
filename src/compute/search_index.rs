//! An index of sorted elements, to search them repeatedly.

use crate::error::Error;
use crate::glsl;
use crate::machine::Buffer;

use super::Data;
use super::data::{Loaded, same_device};
use super::order::{exact, source};

/// The logarithm to base 2 of the number of elements per separator of the lowest level. Of these 16 elements, a query reads the
/// last of each of the first three groups of four, and then one group.
const LOWEST: usize = 4;

/// An index to search the same elements repeatedly. Its lowest level holds the largest of each 16 elements, the next level the
/// largest of each four of these, and so on: a twelfth of the elements in all. The higher levels stay in a cache. A node of four
/// separators is one read.
///
/// ```
/// use brooklet::{Device, compute::SearchIndex};
/// let device = Device::headless()?;
/// # if device.compute().is_none() { return Ok(()); }
/// let sorted = device.upload_buffer(&[0.0, 1.0, 1.0, 2.0, 2.0, 2.0, 4.0, 5.0])?;
/// let index = SearchIndex::new(&sorted)?;
/// let queries = device.upload_buffer(&[2.0, -1.0, 3.0, 9.0])?;
/// let (lower, trace) = device.traced(|| index.lower_bound(&queries));
/// assert_eq!(lower?.read()?, [3.0, 0.0, 6.0, 8.0]);
/// assert_eq!(trace.dispatches().count(), 1);
/// assert_eq!(index.upper_bound(&queries)?.read()?, [6.0, 0.0, 6.0, 8.0]);
/// # Ok::<(), brooklet::Error>(())
/// ```
pub struct SearchIndex<'a> {
    sorted: Loaded<'a, f32>,
    /// The separators of all levels, the highest level first, as integers in the order of the floats that they stand for.
    separators: Buffer<u32>,
    /// The logarithm to base 2 of the number of elements per separator of the highest level.
    top: usize,
}

impl std::fmt::Debug for SearchIndex<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        write!(f, "SearchIndex({} of {} elements)", self.separators.len(), self.sorted.len())
    }
}

impl SearchIndex<'static> {
    /// Makes the index of sorted elements, as [`SearchIndex::new`] does, and owns the elements.
    ///
    /// # Errors
    /// As [`SearchIndex::new`].
    pub fn owning(sorted: Buffer<f32>) -> Result<SearchIndex<'static>, Error> {
        SearchIndex::of(Loaded::Copied(sorted))
    }
}

impl SearchIndex<'_> {
    /// Makes the index of sorted elements: one dispatch, and one more if they are a stream.
    ///
    /// # Errors
    /// [`DeviceError::NoCompute`](crate::DeviceError::NoCompute); [`ComputeError::FloatAddress`](super::ComputeError), for
    /// more than 2^24 elements.
    pub fn new<S: Data<Element = f32>>(sorted: &S) -> Result<SearchIndex<'_>, Error> {
        // Check before anything is copied.
        sorted.on().compute_backend()?;
        exact("a search", sorted.shaped().count())?;
        SearchIndex::of(sorted.load()?)
    }

    fn of(sorted: Loaded<'_, f32>) -> Result<SearchIndex<'_>, Error> {
        let (device, count) = (sorted.device(), sorted.len());
        device.compute_backend()?;
        exact("a search", count)?;
        // A level has a node for each four separators, and one for the rest.
        let nodes_of = |step: usize| (count >> (step + 2)) + 1;
        let (mut top, mut nodes) = (LOWEST, nodes_of(LOWEST));
        while count >> top > 4 {
            top += 2;
            nodes += nodes_of(top);
        }
        let kernel = source(glsl!("compute/search_separators.comp"), "uint", device.threads(64, 0)?);
        let kernel = device.compute_kernel(&kernel)?;
        let mut separators = device.buffer::<u32>(4 * nodes)?;
        if count > 0 {
            let dispatch = device.dispatch(&kernel).input("sorted", &*sorted).output("separators", &mut separators);
            dispatch.constant("count", count).constant("top", top).run_over(nodes)?;
        }
        Ok(SearchIndex { sorted, separators, top })
    }

    /// Returns the lower bound of each query, as [`lower_bound`](super::lower_bound) does: one dispatch.
    ///
    /// # Errors
    /// The queries are on another device.
    pub fn lower_bound<Q: Data<Element = f32>>(&self, queries: &Q) -> Result<Q, Error> {
        self.found(queries, false)
    }

    /// Returns the upper bound of each query, as [`upper_bound`](super::upper_bound) does: one dispatch.
    ///
    /// # Errors
    /// As [`SearchIndex::lower_bound`].
    pub fn upper_bound<Q: Data<Element = f32>>(&self, queries: &Q) -> Result<Q, Error> {
        self.found(queries, true)
    }

    fn found<Q: Data<Element = f32>>(&self, queries: &Q, upper: bool) -> Result<Q, Error> {
        same_device(self.sorted.device(), queries.on(), "what is searched")?;
        let asked = queries.load()?;
        let mut positions = queries.on().buffer::<f32>(asked.len())?;
        match self.sorted.is_empty() {
            // Without elements, every bound is 0.
            true => positions.write(&vec![0.0; asked.len()])?,
            false => self.search(&asked, &mut positions, upper)?,
        }
        queries.store(queries.shaped(), positions)
    }

    /// Searches for the queries, and writes their positions. There must be at least one element.
    pub(super) fn search(&self, queries: &Buffer<f32>, positions: &mut Buffer<f32>, upper: bool) -> Result<(), Error> {
        let (device, count, asked) = (self.sorted.device(), self.sorted.len(), queries.len());
        let kernel = source(glsl!("compute/search_index.comp"), "float", device.threads(64, 0)?);
        let kernel = device.compute_kernel(&kernel)?;
        let dispatch = device.dispatch(&kernel).input("sorted", &*self.sorted).input("queries", queries);
        let dispatch = dispatch.input("separators", &self.separators).output("positions", positions);
        let dispatch = dispatch.constant("count", count).constant("asked", asked).constant("top", self.top);
        dispatch.constant("upper", upper).run_over(asked)
    }
}
