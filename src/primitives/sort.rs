//! Sorting, by bitonic merges and by merge path.

use crate::error::Error;
use crate::geometry::Layout;
use crate::glsl;
use crate::ir::{Loops, Needs};
use crate::machine::{Device, DeviceError, Stream};
use crate::method::{Citation, DrawnFor, MethodInfo, MethodKernel, Units};
use crate::shape::{Named, ShapeError};
use crate::texel::{Components, Stored};

use super::bitonic::{addresses, steps};
use super::integer_sort::{self, Order, Steps};
use super::key::Key;
use super::key::sealed::Kind;
pub(super) use super::needs::EXACT_POSITIONS;
use super::needs::{MINIMAL, check, check_positions, is_small, pass_methods, run_first_fitting};
use super::{bitonic_pairs, packed_sort, sort_blending, sort_merge};
use crate::error::PrimitiveError;

/// Methods of sorting.
///
/// The bitonic sorts take k(k + 1)/2 passes where 2^(k-1) < n ≤ 2^k (136 for 2^16, 210 for 2^20). Each pass covers all elements, so
/// there are n (log2 n)² / 2 comparisons. Besides the input they need two streams for ping-pong (two for each of keys, payload and
/// positions). Source: Buck and Purcell, GPU Gems ch. 37, section 37.3.1, after Batcher. The chapter sorts 2^k keys. For other
/// lengths, the same comparisons are arranged so that the smaller key always comes first. Missing keys past the end then count as
/// larger than all others, and no padding is needed. The order is IEEE's `<`: -0 and 0 tie, denormals compare as the device
/// compares them, and each element keeps its bits. NaN compares false with everything, so with NaN among the keys the result holds
/// all elements in an unspecified order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Sort {
    /// A bitonic sort with addresses in integers.
    Bitonic,
    /// A bitonic sort with addresses in floats, as the chapter computes them, for up to 2^24 elements; more are an error.
    BitonicFloat,
    /// The fastest on devices without integers, bit operations or array textures, such as OpenGL 2.1 and WebGL 1. The first pass
    /// sorts groups of texels of four keys in registers. A group has one texel for each render target (4, 2 or 1), and each target
    /// is a separate stream. Then every pass does two steps of a bitonic merge at once, and reads four texels for each texel that
    /// it writes. The last pass of a stage also does the steps within a group. For m targets, let s = ⌈log2(n / 4m)⌉. Then there
    /// are ⌊(s + 1)² / 4⌋ + 2 passes, 74 for 2^20 keys (92 with one target). Each pass fetches about 4n keys. All passes together
    /// compare 2n (log2 n)² / 2 keys. Besides the input and the result it needs two streams for ping-pong. It sorts up to 2^24
    /// elements; more are an error.
    ///
    /// Pairs are sorted as keys and positions, two to a texel, and a last step gathers the payload. This is always stable. With s =
    /// ⌈log2(n / 2m)⌉ it takes ⌊(s + 1)² / 4⌋ + 3 passes, 84 for 2^20. Source: Buck and Purcell, section 37.3.1, after Batcher.
    /// Texels of four keys and pairs of steps are not from the source.
    BitonicPacked,
    /// The fastest: merges sorted runs in pairs. A fragment finds its part of a merge by a binary search, merges texels of four
    /// keys in registers, and writes 8 neighbouring texels into 8 render targets (4, 2 or 1 if the device has no more). It takes 24
    /// passes for 2^20 keys. One pass sorts runs of 64, log2(n / 64) passes merge, and one writes the result. Before 8 of the
    /// merges, another pass searches for the part of the merge that belongs to every 128th texel; where keys or runs are few, the search
    /// takes less time than the pass. There are n log2 n comparisons,
    /// and two streams for ping-pong.
    ///
    /// Keys compare as integers, by their bits, in the total order of IEEE 754: -0 comes before 0, denormals are exact, and NaN
    /// comes last (first if its sign is set). Pairs are sorted as keys and positions, two to a texel, and a last step gathers the
    /// payload. This is always stable, -0 and 0 tie, and 2^20 pairs take 27 passes.
    Merge,
    /// Compares by blending and texture mapping alone: a block of keys is drawn over its mirror image, the smaller ones stay in its lower
    /// half, and the larger ones in its upper half. For 2^k keys there are k stages of k steps of three passes (a copy, and one for each half),
    /// and two more passes pad the keys to a power of two and remove the padding: 1202 for 2^20. It needs
    /// [`float_blending`](crate::Features::float_blending). It sorts keys alone, not stably. Of -0 and 0, several may become one of them; NaN
    /// is not allowed. N. Govindaraju, N. Raghuvanshi, D. Manocha, *Fast and Approximate Stream Mining of Quantiles and Frequencies Using
    /// Graphics Processors* (GPUSort), 2005. They sort four lists at once, in the four components, and merge these on the CPU.
    Blending,
}

impl Sort {
    /// All methods.
    pub const ALL: [Sort; 5] = [Sort::Bitonic, Sort::BitonicFloat, Sort::BitonicPacked, Sort::Merge, Sort::Blending];

    /// The methods that move a payload with keys, sort stably, and sort integers.
    pub const WITH_PAYLOAD: [Sort; 4] = [Sort::Bitonic, Sort::BitonicFloat, Sort::BitonicPacked, Sort::Merge];

    /// Returns the method that [`sort`] and [`sort_pairs`] use: [`Sort::Merge`]. If the device cannot run it, they use
    /// [`Sort::BitonicPacked`], or [`Sort::BitonicFloat`] if a kernel has at most 512 instructions. If a kernel of that method does
    /// not fit on a chip, they use the next method that fits.
    pub fn fastest(device: &Device) -> Sort {
        match () {
            () if Sort::Merge.runs_on(device) => Sort::Merge,
            () if is_small(device) => Sort::BitonicFloat,
            () => Sort::BitonicPacked,
        }
    }
}

pass_methods!(Sort);

/// The kernels for the steps of a bitonic sort.
const STEPS: [MethodKernel; 3] = [
    MethodKernel::new("bitonic_sort"),
    MethodKernel::drawn_for("bitonic_sort_stable", DrawnFor::Pairs),
    MethodKernel::drawn_for("bitonic_sort_pairs", DrawnFor::Others),
];

const METHODS: [MethodInfo; 5] = [
    MethodInfo {
        variant: "Sort::Bitonic",
        name: "bitonic",
        passes: "*k*(*k* + 1)/2, where *k* = ⌈log2 *n*⌉",
        of_2_20: "210",
        citation: Citation::chapter_37("Buck and Purcell, 37.3.1"),
        needs: Needs { integers: true, ..MINIMAL },
        kernels: &STEPS,
        ..MethodInfo::PLAIN
    },
    MethodInfo {
        variant: "Sort::BitonicFloat",
        name: "bitonic-float",
        remark: ", its addresses in floats",
        passes: "the same",
        of_2_20: "210",
        citation: Citation::chapter_37("Buck and Purcell, 37.3.1"),
        kernels: &STEPS,
        ..MethodInfo::PLAIN
    },
    MethodInfo {
        variant: "Sort::BitonicPacked",
        name: "bitonic-packed",
        remark: ", without integers, into 4 render targets",
        default: true,
        passes: "⌊(*s* + 1)² / 4⌋ + 2, where *s* = ⌈log2(*n* / 16)⌉",
        of_2_20: "74",
        citation: Citation::new("today's, on fragments", "after Batcher; ours"),
        kernels: &[
            MethodKernel::new("packed_sort_groups"),
            MethodKernel::new("packed_sort_steps"),
            MethodKernel::new("packed_sort_result"),
            MethodKernel::drawn_for("packed_sort_result_packed", DrawnFor::Packed),
            MethodKernel::drawn_for("packed_sort_gather", DrawnFor::Pairs),
            MethodKernel::drawn_for("integer_digit", DrawnFor::Others),
        ],
        ..MethodInfo::PACKED
    },
    MethodInfo {
        variant: "Sort::Merge",
        name: "merge",
        remark: ", into 8 render targets",
        default: true,
        passes: "2, and one or two for each doubling from 64",
        of_2_20: "24",
        needs: Needs { integers: true, loops: Loops::Dynamic, inputs: 2, ..MINIMAL },
        kernels: &[
            MethodKernel::new("sort_groups"),
            MethodKernel::new("sort_starts"),
            MethodKernel::new("sort_merge"),
            MethodKernel::drawn_for("sort_gather", DrawnFor::Pairs),
            MethodKernel::drawn_for("sort_integers", DrawnFor::Others),
            MethodKernel::drawn_for("integer_word", DrawnFor::Others),
        ],
        ..MethodInfo::PACKED
    },
    MethodInfo {
        variant: "Sort::Blending",
        name: "blending",
        passes: "3*k*² + 2, where *k* = ⌈log2 *n*⌉",
        of_2_20: "1202",
        citation: Citation::new("Govindaraju et al. 2005", "after Govindaraju et al., GPUSort, 2005"),
        units: Units { float_blending: true, ..Units::NONE },
        kernels: &[
            MethodKernel::new("blending_sort_pad"),
            MethodKernel::new("copy"),
            MethodKernel::new("blending_sort_mirror"),
        ],
        ..MethodInfo::PLAIN
    },
];

/// Options of a sort. The default is the fastest method, ascending order, and no particular order among equal keys.
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
    method: Option<Sort>,
    descending: bool,
    stable: bool,
}

impl SortOptions {
    /// Sorts by this method.
    pub fn method(self, method: Sort) -> SortOptions {
        SortOptions { method: Some(method), ..self }
    }

    /// Sorts the largest keys first.
    pub fn descending(self) -> SortOptions {
        SortOptions { descending: true, ..self }
    }

    /// Keeps the order of equal keys: their positions are sorted with them and break ties. The bitonic sorts hold positions in one
    /// more stream. They take up to 2^24 elements, because floats represent no more positions exactly. [`Sort::Merge`] and
    /// [`Sort::BitonicPacked`] always sort pairs stably.
    pub fn stable(self) -> SortOptions {
        SortOptions { stable: true, ..self }
    }
}

impl SortOptions {
    /// Sorts by the method of the options. If they name none, it is the fastest method, or the next whose kernels fit.
    fn run<T>(self, device: &Device, sort: impl Fn(Sort, &Device) -> Result<T, Error>) -> Result<T, Error> {
        let fastest = Sort::fastest(device);
        match self.method {
            None => run_first_fitting(device, fastest, [Sort::Bitonic, Sort::BitonicFloat], sort),
            Some(method) => {
                check(method, device, fastest)?;
                sort(method, device)
            }
        }
    }

    /// Returns how a method sorts integers.
    fn of_integers(self, signed: bool, method: Sort) -> Result<Order, PrimitiveError> {
        let steps = match method {
            Sort::Bitonic => Steps::Bitonic { in_floats: false },
            Sort::BitonicFloat => Steps::Bitonic { in_floats: true },
            Sort::BitonicPacked => Steps::Packed,
            Sort::Merge => Steps::Merge,
            Sort::Blending => return Err(keys_alone("and no integers")),
        };
        Ok(Order { signed, descending: self.descending, steps })
    }

    /// Returns an error for more elements than the method can address.
    fn addressable(self, device: &Device, method: Sort, count: usize) -> Result<(), PrimitiveError> {
        let what = match method {
            Sort::BitonicFloat | Sort::BitonicPacked => method.name(),
            Sort::Bitonic if self.stable => "a stable sort",
            Sort::Bitonic | Sort::Merge | Sort::Blending => return Ok(()),
        };
        if count <= EXACT_POSITIONS {
            return Ok(());
        }
        let instead = match Sort::Merge.runs_on(device) {
            true => "use merge",
            false => "sort them on a device with integers (OpenGL 3.3, OpenGL ES 3.0)",
        };
        Err(PrimitiveError::FloatAddress { what, count, exact: EXACT_POSITIONS, instead })
    }
}

/// Sorts keys, in C order, the smallest first, by the method that [`Sort::fastest`] returns.
///
/// ```
/// use brooklet::{Device, primitives};
/// let device = Device::headless()?;
/// let x = device.upload(&[8.0, 6.0, 7.0, 5.0, 3.0, 0.0, 9.0, 1.0])?;
/// let (sorted, trace) = device.traced(|| primitives::sort(&x));
/// assert_eq!(sorted?.read()?, [0.0, 1.0, 3.0, 5.0, 6.0, 7.0, 8.0, 9.0]);
/// assert_eq!(trace.passes().count(), 2); // one sorts up to 64 keys, one writes the result
/// # Ok::<(), brooklet::Error>(())
/// ```
pub fn sort<K: Key>(keys: &Stream<K>) -> Result<Stream<K>, Error> {
    sort_with(keys, SortOptions::default())
}

/// Sorts keys by the given method. One element takes one pass, a copy.
///
/// # Errors
/// [`PrimitiveError::FloatAddress`], for more elements than the method can address; [`PrimitiveError::Lacks`], if the device lacks
/// a feature that the method needs.
pub fn sort_by<K: Key>(keys: &Stream<K>, method: Sort) -> Result<Stream<K>, Error> {
    sort_with(keys, SortOptions::default().method(method))
}

/// Sorts keys as the options say.
pub fn sort_with<K: Key>(keys: &Stream<K>, options: SortOptions) -> Result<Stream<K>, Error> {
    let signed = match K::kind(keys) {
        Kind::Floats(keys, keys_of) => return Ok(keys_of(sort_floats(keys, options)?)),
        Kind::Integers { signed } => signed,
    };
    options.run(keys.device(), |method, on| {
        if method != Sort::Merge || K::COMPONENTS != Components::Two {
            check_positions("a sort of integers", keys.len())?;
        }
        integer_sort::sort(&on.lend(keys), options.of_integers(signed, method)?)
    })
}

fn sort_floats(keys: &Stream<f32>, options: SortOptions) -> Result<Stream<f32>, Error> {
    options.run(keys.device(), |method, on| sort_keys(&on.lend(keys), options, method))
}

fn sort_keys(keys: &Stream<f32>, options: SortOptions, method: Sort) -> Result<Stream<f32>, Error> {
    options.addressable(keys.device(), method, keys.len())?;
    if options.stable {
        // The only keys that differ and tie are -0 and 0. Their positions decide their order.
        return match method {
            Sort::Blending => Err(keys_alone("and equal keys in no order").into()),
            Sort::Merge | Sort::BitonicPacked if keys.is_empty() => {
                keys.device().stream_with(keys.shape(), keys.layout())
            }
            Sort::Merge => {
                sort_merge::gather(keys, &sort_merge::sort_positions(keys, options.descending)?, keys.layout())
            }
            Sort::BitonicPacked => {
                packed_sort::gather(keys, &packed_sort::sort_positions(keys, options.descending)?, keys.layout())
            }
            _ => Ok(sort_pairs_with(keys, keys, options.method(method))?.0),
        };
    }
    match method {
        Sort::Merge => return sort_merge::sort_keys(keys, options.descending),
        Sort::BitonicPacked => return packed_sort::sort_keys(keys, options.descending),
        Sort::Blending => return sort_blending::sort_keys(keys, options.descending),
        Sort::Bitonic | Sort::BitonicFloat => {}
    }
    let device = keys.device();
    let kernel =
        device.kernel(&glsl!("primitives/bitonic_sort.frag").parameter("in_floats", method == Sort::BitonicFloat))?;
    let mut current: Option<Stream<f32>> = None;
    for (block, offset) in steps(keys.len()) {
        let mut next = device.stream_with(keys.shape(), keys.layout())?;
        let pass = device.pass(&kernel).input("keys", current.as_ref().unwrap_or(keys));
        let pass = addresses(pass, block, offset, keys.len());
        pass.constant("descending", options.descending).output("sorted", &mut next).run()?;
        current = Some(next);
    }
    current.map_or_else(|| keys.to_layout(keys.layout()), Ok)
}

/// Returns the error for what blending does not sort.
fn keys_alone(what: &'static str) -> PrimitiveError {
    PrimitiveError::KeysAlone { method: Sort::Blending.name(), what, instead: Sort::Merge.name() }
}

/// Sorts keys with a payload: each element of the payload moves with its key.
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
/// The results are packed if both keys and payload are packed. Otherwise they are plain.
///
/// # Errors
/// [`ShapeError::Mismatch`], for keys and a payload of different shapes.
pub fn sort_pairs<K: Key, T: Stored>(keys: &Stream<K>, values: &Stream<T>) -> Result<(Stream<K>, Stream<T>), Error> {
    sort_pairs_with(keys, values, SortOptions::default())
}

/// Sorts keys with a payload as the options say. [`Sort::Bitonic`] and [`Sort::BitonicFloat`] write into 2 render targets, or 3 if
/// stable. On a device with fewer targets, each step takes several passes, at most one for each output. The same holds if all
/// targets must have one format and a payload of vectors has another format than the keys.
pub fn sort_pairs_with<K: Key, T: Stored>(
    keys: &Stream<K>,
    values: &Stream<T>,
    options: SortOptions,
) -> Result<(Stream<K>, Stream<T>), Error> {
    if keys.shape() != values.shape() {
        return Err(ShapeError::Mismatch {
            what: "keys and payload of a sort".to_owned(),
            first: Named::new("keys", keys.shape()),
            second: Named::new("values", values.shape()),
        }
        .into());
    }
    if values.device().inner.id != keys.device().inner.id {
        return Err(DeviceError::OtherDevice { what: "the payload of a sort".to_owned() }.into());
    }
    let signed = match K::kind(keys) {
        Kind::Floats(keys, keys_of) => {
            let (keys, values) = sort_pairs_of_floats(keys, values, options)?;
            return Ok((keys_of(keys), values));
        }
        Kind::Integers { signed } => signed,
    };
    check_positions("a sort of integers", keys.len())?;
    options.run(keys.device(), |method, on| {
        integer_sort::sort_pairs(&on.lend(keys), &on.lend(values), options.of_integers(signed, method)?)
    })
}

fn sort_pairs_of_floats<T: Stored>(
    keys: &Stream<f32>,
    values: &Stream<T>,
    options: SortOptions,
) -> Result<(Stream<f32>, Stream<T>), Error> {
    options.run(keys.device(), |method, on| pairs(&on.lend(keys), &on.lend(values), options, method))
}

fn pairs<T: Stored>(
    keys: &Stream<f32>,
    values: &Stream<T>,
    options: SortOptions,
    method: Sort,
) -> Result<(Stream<f32>, Stream<T>), Error> {
    options.addressable(keys.device(), method, keys.len())?;
    let device = keys.device();
    // All outputs of a pass must have the same layout.
    let packed = keys.layout() == Layout::Packed && values.layout() == Layout::Packed;
    let layout = if packed { Layout::Packed } else { Layout::Plain };
    match method {
        Sort::Blending => return Err(keys_alone("without a payload").into()),
        _ if keys.is_empty() => {
            return Ok((device.stream_with(keys.shape(), layout)?, device.stream_with(keys.shape(), layout)?));
        }
        Sort::Merge => {
            let order = sort_merge::sort_positions(keys, options.descending)?;
            return Ok((sort_merge::gather(keys, &order, layout)?, sort_merge::gather(values, &order, layout)?));
        }
        Sort::BitonicPacked => {
            let order = packed_sort::sort_positions(keys, options.descending)?;
            return Ok((packed_sort::gather(keys, &order, layout)?, packed_sort::gather(values, &order, layout)?));
        }
        Sort::Bitonic | Sort::BitonicFloat => {}
    }
    let (descending, stable) = (options.descending, options.stable);
    let order = bitonic_pairs::Order { descending, stable, in_floats: method == Sort::BitonicFloat };
    bitonic_pairs::sort(keys, values, order, layout)
}
