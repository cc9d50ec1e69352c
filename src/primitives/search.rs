//! Search among sorted elements.

use crate::backend::Class;
use crate::error::Error;
use crate::geometry::Layout;
use crate::glsl;
use crate::ir::{Loops, Needs};
use crate::machine::{Bound, Device, Stream};
use crate::primitives::map;

use super::error::PrimitiveError;
use super::needs::{MINIMAL, check, counts_loops, lacks};
use super::sort::EXACT_POSITIONS;

/// How a search is done. Both are exact: they only compare.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Search {
    /// Each fragment searches for its query by halving, with a last step that corrects: one pass for all queries,
    /// ⌈log2 n⌉ + 1 fetches each, and its query; no memory beside the result. Buck and Purcell, GPU Gems ch. 37,
    /// section 37.3.2.
    BinarySearch,
    /// The fastest for many queries: a [`SearchIndex`] is made and searched. ⌈log4 n⌉ fetches a query, of four elements
    /// each, and its query: 10 for 2^20 elements; 2 passes, and one more where the elements are plain. The index is a third
    /// of the elements.
    IndexPyramid,
}

impl Search {
    /// Both.
    pub const ALL: [Search; 2] = [Search::BinarySearch, Search::IndexPyramid];

    /// What [`lower_bound`] takes for so many elements and queries: [`Search::IndexPyramid`] where there is at least one query
    /// for every 2 elements (64, where the device is a driver that draws on the CPU) and a pass can read 3 streams, else
    /// [`Search::BinarySearch`].
    pub fn fastest(device: &Device, elements: usize, queries: usize) -> Search {
        let [software, hardware] = WORTH_AN_INDEX;
        let each = if device.info().class == Class::Software { software } else { hardware };
        let many = queries.saturating_mul(each) >= elements;
        let index = many && device.limits().samplers >= Search::IndexPyramid.needs().inputs;
        if index { Search::IndexPyramid } else { Search::BinarySearch }
    }

    /// What a device must have for it. Where loops cannot end by data, the text says how many steps there are.
    pub fn needs(self) -> Needs {
        match self {
            Search::BinarySearch => Needs { loops: Loops::Counted(24), inputs: 2, ..MINIMAL },
            Search::IndexPyramid => Needs { loops: Loops::Counted(13), inputs: 3, ..MINIMAL },
        }
    }

    /// Whether the device has all that it needs.
    pub fn runs_on(self, device: &Device) -> bool {
        lacks(self.needs(), device).is_none()
    }

    /// As the command line names it.
    pub fn name(self) -> &'static str {
        match self {
            Search::BinarySearch => "binary-search",
            Search::IndexPyramid => "index-pyramid",
        }
    }
}

/// Elements to a query up to which an index is worth making: a driver on the CPU hides no waiting, a GPU does.
const WORTH_AN_INDEX: [usize; 2] = [64, 2];

/// For each query the first position, from 0 to n, whose element is not less: its lower bound. The result has the shape of
/// the queries; positions are whole numbers in floats. By the method that [`Search::fastest`] says. Who searches again and
/// again keeps a [`SearchIndex`].
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
/// [`PrimitiveError::FloatAddress`], for more than 2^24 elements.
pub fn lower_bound(sorted: &Stream<f32>, queries: &Stream<f32>) -> Result<Stream<f32>, Error> {
    lower_bound_by(sorted, queries, Search::fastest(sorted.device(), sorted.len(), queries.len()))
}

/// For each query its lower bound: [`lower_bound`], by the name that the command has for it.
///
/// # Errors
/// As those of [`lower_bound`].
pub fn search(sorted: &Stream<f32>, queries: &Stream<f32>) -> Result<Stream<f32>, Error> {
    lower_bound(sorted, queries)
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
    search_by(sorted, queries, method, false)
}

/// For each query the first position, from 0 to n, whose element is greater: its upper bound. Otherwise as [`lower_bound`].
pub fn upper_bound(sorted: &Stream<f32>, queries: &Stream<f32>) -> Result<Stream<f32>, Error> {
    upper_bound_by(sorted, queries, Search::fastest(sorted.device(), sorted.len(), queries.len()))
}

/// For each query its upper bound, by the method named.
pub fn upper_bound_by(sorted: &Stream<f32>, queries: &Stream<f32>, method: Search) -> Result<Stream<f32>, Error> {
    search_by(sorted, queries, method, true)
}

fn search_by(sorted: &Stream<f32>, queries: &Stream<f32>, method: Search, upper: bool) -> Result<Stream<f32>, Error> {
    let device = sorted.device();
    check(method.name(), method.needs(), device, Search::fastest(device, sorted.len(), queries.len()).name())?;
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
    let steps = middle.ilog2() as usize;
    let constants = format!("const index steps = {steps};\nconst bool upper = {upper};\n");
    let source = glsl!("primitives/binary_search.frag").part("constants", constants);
    let kernel = device.kernel(&source)?;
    let mut position = device.stream_with(queries.shape(), queries.layout())?;
    let pass = device.pass(&kernel).input("sorted", sorted).input("queries", queries).constant("middle", middle);
    pass.output("position", &mut position).run()?;
    Ok(position)
}

fn exact(count: usize) -> Result<(), Error> {
    if count > EXACT_POSITIONS {
        return Err(PrimitiveError::FloatAddress { what: "a search", count, exact: EXACT_POSITIONS }.into());
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
    /// All levels, the lowest first; none for up to four elements.
    index: Option<Stream<f32>>,
    /// Texels of the elements, then of each level.
    texels: Vec<usize>,
}

impl SearchIndex<'_> {
    /// Makes the index of sorted elements: one pass, and one more where they are plain.
    ///
    /// # Errors
    /// [`PrimitiveError::FloatAddress`], for more than 2^24 elements.
    pub fn new(sorted: &Stream<f32>) -> Result<SearchIndex<'_>, Error> {
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
        let level = match counts_loops(device) {
            true => "#include \"shared/level_counted.glsl\"\n",
            false => "#include \"shared/level.glsl\"\n",
        };
        let kernel = device.kernel(&glsl!("primitives/search_separators.frag").part("level", level))?;
        let mut index = device.stream_with::<f32>(4 * all, Layout::Packed)?;
        let values = packed.as_ref().unwrap_or(sorted);
        let pass = device.pass(&kernel).input("values", values).constant("texels", texels[0]);
        pass.output_texels("separators", &mut index).run()?;
        Ok(SearchIndex { sorted, packed, index: Some(index), texels })
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
        let levels = self.texels.len() - 1;
        let (source, descent) = match queries.layout() {
            Layout::Packed => (glsl!("primitives/search_index_packed.frag"), descent_of_four(levels)),
            Layout::Plain => (glsl!("primitives/search_index.frag"), descent(levels)),
        };
        let kernel = device.kernel(&source.part("levels", declarations(levels, upper)).part("descent", descent))?;
        let mut position = device.stream_with(queries.shape(), queries.layout())?;
        let elements = self.packed.as_ref().unwrap_or(self.sorted);
        let mut pass = device.pass(&kernel).bound("values", Bound::texels(elements));
        if let Some(index) = &self.index {
            pass = pass.bound("separators", Bound::texels(index));
        }
        let mut first = 0;
        for (level, names) in NAMES.iter().enumerate().take(levels) {
            pass = pass.constant(names.0, self.texels[level]).constant(names.1, first);
            first += self.texels[level + 1];
        }
        let pass = pass.bound("queries", Bound::texels(queries)).constant("elements", self.sorted.len());
        pass.output_texels("position", &mut position).run()?;
        Ok(position)
    }
}

/// The constants of each level: how many texels there are below, and which texel of the index is its first. Four to the
/// thirteenth texels are 2^28 elements.
const NAMES: [(&str, &str); 13] = [
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
    ("below_13", "first_13"),
];

fn declarations(levels: usize, upper: bool) -> String {
    let mut text = format!("const bool upper = {upper};\ninput vec4 values;\n");
    if levels > 0 {
        text += "input vec4 separators;\n";
    }
    for (below, first) in &NAMES[..levels] {
        text += &format!("constant index {below}, {first};\n");
    }
    text
}

/// The way down the index, the highest level first.
fn descent(levels: usize) -> String {
    let step = |(below, first): &(&str, &str)| {
        format!("node = below(node, fetch(separators, {first} + node), query, {below});\n")
    };
    NAMES[..levels].iter().rev().map(step).collect()
}

/// The same for four queries.
fn descent_of_four(levels: usize) -> String {
    let mut text = String::new();
    for (below, first) in NAMES[..levels].iter().rev() {
        for node in ["a", "b", "c", "d"] {
            text += &format!("in_{node} = fetch(separators, {first} + {node});\n");
        }
        for (node, lane) in ["a", "b", "c", "d"].into_iter().zip(["x", "y", "z", "w"]) {
            text += &format!("{node} = below({node}, in_{node}, query.{lane}, {below});\n");
        }
    }
    text
}
