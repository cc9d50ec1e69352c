//! Search among sorted elements.

use crate::device::Device;
use crate::error::Error;
use crate::geometry::{Geometry, Layout};
use crate::glsl;
use crate::pass::Bound;
use crate::primitives::map;
use crate::shape::Shape;
use crate::stream::Stream;

use super::sort::EXACT_POSITIONS;

/// How a search is done. Both are exact: they only compare.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Search {
    /// Each fragment searches for its query by halving, with a last step that corrects: one pass for all queries,
    /// ⌈log2 n⌉ + 1 fetches each, and its query; no memory beside the result. Buck and Purcell, GPU Gems ch. 37,
    /// section 37.3.2.
    BinarySearch,
    /// The fastest for many queries: a [`SearchIndex`] is made and searched. ⌈log4 n⌉ + 1 fetches a query, of four elements
    /// each, and ⌈log4 n⌉ - 1 passes to make the index: 10 fetches, and 10 passes in all, for 2^20 elements; one more pass
    /// where they are plain.
    IndexPyramid,
}

impl Search {
    /// Both.
    pub const ALL: [Search; 2] = [Search::BinarySearch, Search::IndexPyramid];

    /// As the command line names it.
    pub fn name(self) -> &'static str {
        match self {
            Search::BinarySearch => "binary-search",
            Search::IndexPyramid => "index-pyramid",
        }
    }
}

/// Queries to an element from which on an index is worth making.
const WORTH_AN_INDEX: usize = 64;

/// For each query the first position, from 0 to n, whose element is not less: its lower bound. The result has the shape of
/// the queries; positions are whole numbers in floats. By [`Search::IndexPyramid`] where there is at least one query for
/// every 64 elements, else by [`Search::BinarySearch`]. Who searches again and again keeps a [`SearchIndex`].
///
/// The elements must be sorted, the smallest first, in C order. NaN has no place: give none. Denormals compare as the
/// device compares them.
///
/// ```
/// use brooklet::{Device, primitives};
/// let device = Device::headless()?;
/// let sorted = device.upload(&[0.0, 1.0, 1.0, 2.0, 2.0, 2.0, 4.0, 5.0])?;
/// let queries = device.upload(&[2.0, -1.0, 3.0, 9.0])?;
/// assert_eq!(primitives::lower_bound(&sorted, &queries)?.read()?, [3.0, 0.0, 6.0, 8.0]);
/// assert_eq!(primitives::upper_bound(&sorted, &queries)?.read()?, [6.0, 0.0, 6.0, 8.0]);
/// # Ok::<(), brooklet::Error>(())
/// ```
///
/// # Errors
/// [`Error::FloatAddress`], for more than 2^24 elements.
pub fn lower_bound(sorted: &Stream<f32>, queries: &Stream<f32>) -> Result<Stream<f32>, Error> {
    lower_bound_by(sorted, queries, best(sorted, queries))
}

/// For each query its lower bound, by the method named.
///
/// ```
/// use brooklet::{Device, primitives::{self, Search}};
/// let device = Device::headless()?;
/// let (sorted, queries) = (device.upload(&[0.0, 1.0, 1.0, 2.0])?, device.upload(&[1.0])?);
/// let (lower, trace) = device.traced(|| primitives::lower_bound_by(&sorted, &queries, Search::BinarySearch));
/// assert_eq!(lower?.read()?, [1.0]);
/// assert_eq!(trace.passes().count(), 1);
/// # Ok::<(), brooklet::Error>(())
/// ```
pub fn lower_bound_by(sorted: &Stream<f32>, queries: &Stream<f32>, method: Search) -> Result<Stream<f32>, Error> {
    search(sorted, queries, method, false)
}

/// For each query the first position, from 0 to n, whose element is greater: its upper bound. Otherwise as [`lower_bound`].
pub fn upper_bound(sorted: &Stream<f32>, queries: &Stream<f32>) -> Result<Stream<f32>, Error> {
    upper_bound_by(sorted, queries, best(sorted, queries))
}

/// For each query its upper bound, by the method named.
pub fn upper_bound_by(sorted: &Stream<f32>, queries: &Stream<f32>, method: Search) -> Result<Stream<f32>, Error> {
    search(sorted, queries, method, true)
}

fn best(sorted: &Stream<f32>, queries: &Stream<f32>) -> Search {
    let many = queries.len().saturating_mul(WORTH_AN_INDEX) >= sorted.len();
    // A texture for each level, and the queries.
    let levels = 1 + sorted.len().max(1).ilog2() as usize / 2;
    if many && levels + 2 <= sorted.device().limits().samplers { Search::IndexPyramid } else { Search::BinarySearch }
}

fn search(sorted: &Stream<f32>, queries: &Stream<f32>, method: Search, upper: bool) -> Result<Stream<f32>, Error> {
    match method {
        Search::BinarySearch => binary_search(sorted, queries, upper),
        Search::IndexPyramid => SearchIndex::new(sorted)?.search(queries, upper),
    }
}

fn binary_search(sorted: &Stream<f32>, queries: &Stream<f32>, upper: bool) -> Result<Stream<f32>, Error> {
    let device = sorted.device();
    let count = sorted.len();
    exact(count)?;
    if count == 0 {
        return nowhere(queries);
    }
    let middle = count.next_power_of_two().max(2) / 2;
    let kernel = device.kernel(&glsl!("primitives/binary_search.frag"))?;
    let mut position = device.stream_with(queries.shape(), queries.layout())?;
    device
        .pass(&kernel)
        .input("sorted", sorted)
        .input("queries", queries)
        .constant("middle", middle as i32)
        .constant("steps", middle.ilog2() as i32)
        .constant("upper", upper)
        .output("position", &mut position)
        .run()?;
    Ok(position)
}

fn exact(count: usize) -> Result<(), Error> {
    if count > EXACT_POSITIONS {
        return Err(Error::FloatAddress { what: "a search", count, exact: EXACT_POSITIONS });
    }
    Ok(())
}

/// Among no elements every query belongs at 0.
fn nowhere(queries: &Stream<f32>) -> Result<Stream<f32>, Error> {
    map(queries.device(), "0").input("queries", queries).run()
}

/// What is kept for searching the same elements again and again: the largest of each four elements, the largest of each four
/// of these, and so on, a third of the elements in all.
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
    sorted: &'a Stream<f32>,
    /// The elements packed, where they are not already.
    packed: Option<Stream<f32>>,
    levels: Vec<Stream<f32>>,
}

/// What the levels are called, the elements first. Four to the thirteenth texels are 2^28 elements.
const LEVELS: [&str; 14] = [
    "level_0", "level_1", "level_2", "level_3", "level_4", "level_5", "level_6", "level_7", "level_8", "level_9",
    "level_10", "level_11", "level_12", "level_13",
];

impl SearchIndex<'_> {
    /// Makes the index of sorted elements: ⌈log4 n⌉ - 1 passes, and one more where they are plain.
    ///
    /// # Errors
    /// [`Error::FloatAddress`], for more than 2^24 elements.
    pub fn new(sorted: &Stream<f32>) -> Result<SearchIndex<'_>, Error> {
        exact(sorted.len())?;
        let device = sorted.device();
        let packed = match sorted.layout() {
            Layout::Plain if !sorted.is_empty() => Some(sorted.to_layout(Layout::Packed)?),
            _ => None,
        };
        let kernel = device.kernel(&glsl!("primitives/search_separators.frag"))?;
        let mut levels: Vec<Stream<f32>> = Vec::new();
        loop {
            let below = levels.last().or(packed.as_ref()).unwrap_or(sorted);
            let texels = below.geometry().texels();
            if texels <= 1 {
                break;
            }
            let mut level = match row(device, texels) {
                Some(row) => Stream::new(device, Shape::from(texels), row)?,
                None => device.stream_with::<f32>(texels, Layout::Packed)?,
            };
            let lanes = below.len() - 4 * (texels - 1);
            let pass = device.pass(&kernel).bound("values", Bound::texels(below)).constant("lanes", lanes);
            pass.output_texels("separators", &mut level).run()?;
            levels.push(level);
        }
        Ok(SearchIndex { sorted, packed, levels })
    }

    /// For each query its lower bound, as [`lower_bound`]: one pass.
    pub fn lower_bound(&self, queries: &Stream<f32>) -> Result<Stream<f32>, Error> {
        self.search(queries, false)
    }

    /// For each query its upper bound, as [`upper_bound`]: one pass.
    pub fn upper_bound(&self, queries: &Stream<f32>) -> Result<Stream<f32>, Error> {
        self.search(queries, true)
    }

    fn search(&self, queries: &Stream<f32>, upper: bool) -> Result<Stream<f32>, Error> {
        let device = self.sorted.device();
        if self.sorted.is_empty() {
            return nowhere(queries);
        }
        let packed = queries.layout() == Layout::Packed;
        let (mut inputs, mut descent) =
            (format!("const bool upper = {upper};\ninput vec4 {};\n", LEVELS[0]), String::new());
        for (number, pair) in LEVELS[..=self.levels.len()].windows(2).enumerate() {
            let (below, level) = (pair[0], pair[1]);
            inputs += &format!("input vec4 {level};\n");
            let row = if self.levels[number].geometry().height == 1 { ", 0" } else { "" };
            let step = if packed {
                let fetch = |node| format!("in_{node} = fetch({level}, {node}{row});\n");
                let step = |(node, lane)| format!("{node} = below({node}, in_{node}, query.{lane}, count({below}));\n");
                let nodes = ["a", "b", "c", "d"];
                nodes.map(fetch).into_iter().chain(nodes.into_iter().zip(["x", "y", "z", "w"]).map(step)).collect()
            } else {
                format!("node = below(node, fetch({level}, node{row}), query, count({below}));\n")
            };
            descent.insert_str(0, &step);
        }
        let source =
            if packed { glsl!("primitives/search_index_packed.frag") } else { glsl!("primitives/search_index.frag") };
        let source = source.part("levels", inputs).part("descent", descent);
        let kernel = device.kernel(&source)?;
        let mut position = device.stream_with(queries.shape(), queries.layout())?;
        let elements = self.packed.as_ref().unwrap_or(self.sorted);
        let pass = device.pass(&kernel).bound(LEVELS[0], Bound::texels(elements));
        let levels = self.levels.iter().zip(&LEVELS[1..]);
        let pass = levels.fold(pass, |pass, (level, name)| pass.bound(name, Bound::texels(level)));
        let pass = pass.bound("queries", Bound::texels(queries)).constant("elements", self.sorted.len());
        pass.output_texels("position", &mut position).run()?;
        Ok(position)
    }
}

/// A level in one row, where a texture can be as wide: so that its texels are found without address translation.
fn row(device: &Device, elements: usize) -> Option<Geometry> {
    let texels = elements.div_ceil(4);
    let row = Geometry { count: elements, layout: Layout::Packed, width: texels, height: 1, row: 4 * texels };
    (texels <= device.limits().texture).then_some(row)
}
