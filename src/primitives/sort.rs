//! Sorting, by bitonic merges and by merges along their path.

use crate::error::Error;
use crate::geometry::Layout;
use crate::glsl;
use crate::kernel::Source;
use crate::machine::{DeviceError, Pass, Stream};
use crate::shape::{Named, ShapeError};
use crate::texel::Texel;

use super::error::PrimitiveError;
use super::sort_merge;

/// How a sort is done.
///
/// The bitonic sorts take k(k + 1)/2 passes where 2^(k-1) < n ≤ 2^k (136 for 2^16, 210 for 2^20), each over all elements:
/// n (log2 n)² / 2 comparisons; and beside the input, two streams for ping-pong (two for each of keys, payload and
/// positions). Buck and Purcell, GPU Gems ch. 37, section 37.3.1, after Batcher. The chapter sorts 2^k keys. Other lengths are
/// sorted by the same comparisons, arranged so that the smaller always comes first; positions past the end then rank after
/// everything, without any key that would have to stand for them. Their order is IEEE's `<`: -0 and 0 tie, denormals compare
/// as the device compares them, and each element comes out with the bits that it went in with. NaN is less than nothing and
/// greater than nothing: with NaN among the keys the result holds all elements, in no order worth the name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Sort {
    /// With addresses in integers.
    Bitonic,
    /// With addresses in floats, as the chapter computes them: up to 2^24 elements, more is an error.
    BitonicFloat,
    /// The fastest: sorted runs are merged in pairs. A fragment finds its part of a merge by a binary search, merges texels
    /// of four keys in registers, and writes 8 neighbouring texels into 8 render targets (4, 2 or 1 where there are no more).
    /// 28 passes for 2^20 keys: one sorts runs of 32, then log2(n / 32) merge, 11 of them with a pass before them that finds
    /// every 128th texel's part, and one writes the result. n log2 n comparisons, and two streams for ping-pong.
    ///
    /// Keys compare as integers, by their bits: the total order of IEEE 754. -0 comes before 0, denormals are exact, NaN comes
    /// last (with its sign set, first). Pairs travel as keys and positions, two to a texel, and fetch their payload in the
    /// end: always stable, -0 and 0 tie, 31 passes for 2^20.
    #[default]
    Merge,
}

impl Sort {
    /// All of them.
    pub const ALL: [Sort; 3] = [Sort::Bitonic, Sort::BitonicFloat, Sort::Merge];

    /// As the command line names it.
    pub fn name(self) -> &'static str {
        match self {
            Sort::Bitonic => "bitonic",
            Sort::BitonicFloat => "bitonic-float",
            Sort::Merge => "merge",
        }
    }
}

/// What a sort is to be like: ascending, and in no particular order among equal keys, unless it says otherwise.
///
/// ```
/// use brooklet::{Device, primitives::{self, SortOptions}};
/// let device = Device::headless()?;
/// let x = device.upload(&[3.0, 1.0, 2.0])?;
/// let sorted = primitives::sort_with(&x, SortOptions::default().descending())?;
/// assert_eq!(sorted.read()?, [3.0, 2.0, 1.0]);
/// # Ok::<(), brooklet::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SortOptions {
    method: Sort,
    descending: bool,
    stable: bool,
}

impl SortOptions {
    /// By this method.
    pub fn method(self, method: Sort) -> SortOptions {
        SortOptions { method, ..self }
    }

    /// The largest first.
    pub fn descending(self) -> SortOptions {
        SortOptions { descending: true, ..self }
    }

    /// Equal keys keep their order: their positions travel with them and break ties. The bitonic sorts do that in one more
    /// stream, for up to 2^24 elements, beyond which a float tells positions no longer apart; [`Sort::Merge`] does it always.
    pub fn stable(self) -> SortOptions {
        SortOptions { stable: true, ..self }
    }
}

/// Positions that a float holds exactly.
pub(super) const EXACT_POSITIONS: usize = 1 << 24;

/// Sorts keys, in C order, the smallest first, by [`Sort::Merge`].
///
/// ```
/// use brooklet::{Device, primitives};
/// let device = Device::headless()?;
/// let x = device.upload(&[8.0, 6.0, 7.0, 5.0, 3.0, 0.0, 9.0, 1.0])?;
/// let (sorted, trace) = device.traced(|| primitives::sort(&x));
/// assert_eq!(sorted?.read()?, [0.0, 1.0, 3.0, 5.0, 6.0, 7.0, 8.0, 9.0]);
/// assert_eq!(trace.passes().count(), 2); // one sorts up to 32 keys, one writes the result
/// # Ok::<(), brooklet::Error>(())
/// ```
pub fn sort(keys: &Stream<f32>) -> Result<Stream<f32>, Error> {
    sort_with(keys, SortOptions::default())
}

/// Sorts keys by the method named. Of one element: one pass, a copy.
///
/// # Errors
/// [`PrimitiveError::FloatAddress`], for more elements than the method can address.
pub fn sort_by(keys: &Stream<f32>, method: Sort) -> Result<Stream<f32>, Error> {
    sort_with(keys, SortOptions::default().method(method))
}

/// Sorts keys as the options say.
pub fn sort_with(keys: &Stream<f32>, options: SortOptions) -> Result<Stream<f32>, Error> {
    if options.stable {
        // Keys that tie and differ are -0 and 0, which then are told apart by their positions.
        return match options.method {
            Sort::Merge if keys.is_empty() => keys.device().stream_with(keys.shape(), keys.layout()),
            Sort::Merge => {
                sort_merge::gather(keys, &sort_merge::sort_positions(keys, options.descending)?, keys.layout())
            }
            _ => Ok(sort_pairs_with(keys, keys, options)?.0),
        };
    }
    if options.method == Sort::Merge {
        return sort_merge::sort_keys(keys, options.descending);
    }
    let device = keys.device();
    let kernel = device.kernel(&source(glsl!("primitives/bitonic_sort.frag"), options, keys.len())?)?;
    let mut current: Option<Stream<f32>> = None;
    for (block, offset) in steps(keys.len()) {
        let mut next = device.stream_with(keys.shape(), keys.layout())?;
        let pass = device.pass(&kernel).input("keys", current.as_ref().unwrap_or(keys));
        let pass = addresses(pass, options, block, offset, keys.len());
        pass.constant("descending", options.descending).output("sorted", &mut next).run()?;
        current = Some(next);
    }
    current.map_or_else(|| keys.to_layout(keys.layout()), Ok)
}

/// Sorts keys with a payload: records, of which the key decides the place.
///
/// ```
/// use brooklet::{Device, primitives};
/// let device = Device::headless()?;
/// let keys = device.upload(&[3.0, 1.0, 2.0])?;
/// let points = device.upload(&[[3.0, 30.0], [1.0, 10.0], [2.0, 20.0]])?;
/// let (keys, points) = primitives::sort_pairs(&keys, &points)?;
/// assert_eq!(keys.read()?, [1.0, 2.0, 3.0]);
/// assert_eq!(points.read()?, [[1.0, 10.0], [2.0, 20.0], [3.0, 30.0]]);
/// # Ok::<(), brooklet::Error>(())
/// ```
///
/// The results are packed where both keys and payload are; else they are plain.
///
/// # Errors
/// Keys and payload of different shapes.
pub fn sort_pairs<T: Texel>(keys: &Stream<f32>, values: &Stream<T>) -> Result<(Stream<f32>, Stream<T>), Error> {
    sort_pairs_with(keys, values, SortOptions::default())
}

/// Sorts keys with a payload as the options say. The bitonic sorts take 2 render targets, stably 3.
pub fn sort_pairs_with<T: Texel>(
    keys: &Stream<f32>,
    values: &Stream<T>,
    options: SortOptions,
) -> Result<(Stream<f32>, Stream<T>), Error> {
    if keys.shape() != values.shape() {
        return Err(ShapeError::Mismatch {
            what: "keys and payload of a sort".to_owned(),
            first: Named::new("keys", keys.shape()),
            second: Named::new("values", values.shape()),
        }
        .into());
    }
    let merge = options.method == Sort::Merge;
    if options.stable && !merge && keys.len() > EXACT_POSITIONS {
        return Err(
            PrimitiveError::FloatAddress { what: "a stable sort", count: keys.len(), exact: EXACT_POSITIONS }.into()
        );
    }
    let device = keys.device();
    if values.device().inner.id != device.inner.id {
        return Err(DeviceError::OtherDevice { what: "the payload of a sort".to_owned() }.into());
    }
    // All that a pass writes lies alike.
    let packed = keys.layout() == Layout::Packed && values.layout() == Layout::Packed;
    let layout = if packed { Layout::Packed } else { Layout::Plain };
    if merge && !keys.is_empty() {
        let order = sort_merge::sort_positions(keys, options.descending)?;
        return Ok((sort_merge::gather(keys, &order, layout)?, sort_merge::gather(values, &order, layout)?));
    }
    let file = match options.stable {
        true => glsl!("primitives/bitonic_sort_stable.frag"),
        false => glsl!("primitives/bitonic_sort_pairs.frag"),
    };
    let kernel = device.kernel(&source(file.element::<T>(), options, keys.len())?)?;
    let mut sorted: Option<(Stream<f32>, Stream<T>)> = None;
    let mut positions: Option<Stream<f32>> = None;
    for (block, offset) in steps(keys.len()) {
        let mut next_keys = device.stream_with(keys.shape(), layout)?;
        let mut next_values = device.stream_with(keys.shape(), layout)?;
        let mut next_positions = match options.stable {
            true => Some(device.stream_with(keys.shape(), layout)?),
            false => None,
        };
        let (from_keys, from_values) = sorted.as_ref().map_or((keys, values), |(keys, values)| (keys, values));
        let mut pass = device.pass(&kernel).input("keys", from_keys).input("values", from_values);
        pass = addresses(pass, options, block, offset, keys.len()).constant("descending", options.descending);
        pass = pass.output("sorted_keys", &mut next_keys).output("sorted_values", &mut next_values);
        if let Some(next_positions) = &mut next_positions {
            // The first pass makes the positions; what it is given in their place is not looked at.
            pass = pass.input("positions", positions.as_ref().unwrap_or(keys));
            pass = pass.constant("begin", positions.is_none()).output("sorted_positions", next_positions);
        }
        pass.run()?;
        sorted = Some((next_keys, next_values));
        positions = next_positions;
    }
    match sorted {
        Some(sorted) => Ok(sorted),
        None => Ok((keys.to_layout(layout)?, values.to_layout(layout)?)),
    }
}

fn source(file: Source, options: SortOptions, count: usize) -> Result<Source, Error> {
    let addresses = match options.method {
        Sort::Bitonic | Sort::Merge => "#include \"shared/bitonic.glsl\"\n",
        Sort::BitonicFloat if count > EXACT_POSITIONS => {
            return Err(
                PrimitiveError::FloatAddress { what: options.method.name(), count, exact: EXACT_POSITIONS }.into()
            );
        }
        Sort::BitonicFloat => "#include \"shared/bitonic_float.glsl\"\n",
    };
    Ok(file.part("addresses", addresses))
}

/// The constants of the addresses. For a length that is no power of two, comparisons are arranged as in a mirror.
fn addresses(pass: Pass<'_>, options: SortOptions, block: i32, offset: i32, count: usize) -> Pass<'_> {
    let pass = pass.constant("block", block).constant("offset", offset).constant("mirror", !count.is_power_of_two());
    match options.method {
        Sort::Bitonic | Sort::Merge => pass,
        // Powers of two, and so exact.
        Sort::BitonicFloat => {
            pass.constant("per_block", 1.0 / block as f32).constant("per_offset", 1.0 / offset as f32)
        }
    }
}

/// Block and offset of each pass: k(k + 1)/2 of them.
fn steps(count: usize) -> impl Iterator<Item = (i32, i32)> {
    let stages = (1..=count.max(1).next_power_of_two().ilog2()).map(|stage| 1i32 << stage);
    stages.flat_map(|block| {
        let halves = std::iter::successors(Some(block / 2), |offset| (*offset > 1).then_some(offset / 2));
        halves.map(move |offset| (block, offset))
    })
}
