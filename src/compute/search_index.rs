//! What is kept of sorted elements for searching them again and again.

use crate::error::Error;
use crate::glsl;
use crate::machine::Buffer;

use super::Data;
use super::data::{Loaded, same_device};
use super::order::{exact, source};

/// Elements to a separator of the lowest level, as a logarithm: 16, of which a query reads the ends of three fours, then one
/// four.
const LOWEST: usize = 4;

/// What is kept for searching the same elements again and again: of each 16 elements the largest, of each four of these the
/// largest, and so on: a twelfth of the elements in all, of which the higher levels stay in a cache. The levels below the
/// highest are laid out so that a node is one read.
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
    /// All levels, the highest first, as numbers in the order of the floats that they are of.
    separators: Buffer<u32>,
    /// Elements to a separator of the highest level, as a logarithm.
    top: usize,
}

impl std::fmt::Debug for SearchIndex<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        write!(f, "SearchIndex({} of {} elements)", self.separators.len(), self.sorted.len())
    }
}

impl SearchIndex<'static> {
    /// Makes the index of sorted elements, as [`SearchIndex::new`], and keeps them.
    ///
    /// # Errors
    /// As those of [`SearchIndex::new`].
    pub fn owning(sorted: Buffer<f32>) -> Result<SearchIndex<'static>, Error> {
        SearchIndex::of(Loaded::Copied(sorted))
    }
}

impl SearchIndex<'_> {
    /// Makes the index of sorted elements: one dispatch, and one more where they are a stream.
    ///
    /// # Errors
    /// [`DeviceError::NoCompute`](crate::DeviceError::NoCompute); [`ComputeError::FloatAddress`](super::ComputeError), for
    /// more than 2^24 elements.
    pub fn new<S: Data<Element = f32>>(sorted: &S) -> Result<SearchIndex<'_>, Error> {
        // Before anything is copied.
        sorted.on().compute_backend()?;
        exact(sorted.shaped().count())?;
        SearchIndex::of(sorted.load()?)
    }

    fn of(sorted: Loaded<'_, f32>) -> Result<SearchIndex<'_>, Error> {
        let (device, count) = (sorted.device(), sorted.len());
        device.compute_backend()?;
        exact(count)?;
        // A level has a node of four for each four separators, and one for what is left.
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

    /// For each query its lower bound, as [`lower_bound`](super::lower_bound): one dispatch.
    ///
    /// # Errors
    /// Queries of another device.
    pub fn lower_bound<Q: Data<Element = f32>>(&self, queries: &Q) -> Result<Q, Error> {
        self.found(queries, false)
    }

    /// For each query its upper bound, as [`upper_bound`](super::upper_bound): one dispatch.
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
            // Among no elements every query belongs at 0.
            true => positions.write(&vec![0.0; asked.len()])?,
            false => self.search(&asked, &mut positions, upper)?,
        }
        queries.store(queries.shaped(), positions)
    }

    /// Of some elements.
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
