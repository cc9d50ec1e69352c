//! Argsort: the order of keys, as their positions.

use crate::error::Error;
use crate::geometry::Layout;
use crate::glsl;
use crate::ir::{Loops, Needs};
use crate::machine::layers::Layers;
use crate::machine::{Device, Stream};
use crate::method::{Citation, DrawnFor, MethodInfo, MethodKernel};

use super::argsort_bits::{Quantized, Words};
pub use super::argsort_options::ArgsortOptions;
use super::argsort_radix::{self, Digits};
use super::integer_sort::{self, Order, Steps};
use super::key::Key;
use super::key::sealed::Kind;
pub(super) use super::needs::check_positions;
use super::needs::{MINIMAL, is_small, pass_methods};
use super::sort::Sort;
use super::{bitonic_pairs, packed_sort, sort_merge};

/// Methods of finding the order of keys. All are stable: of equal keys the first one comes first, also in descending order. They are the
/// sorts of [`Sort`](super::Sort) with positions as payload, and compare keys as those do with a payload: -0 and 0 tie.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Argsort {
    /// A bitonic sort of keys and positions, with addresses in integers: k(k + 1)/2 passes where 2^(k-1) < n ≤ 2^k (210 for 2^20), each
    /// into 2 render targets. Buck and Purcell, GPU Gems ch. 37, section 37.3.1, after Batcher.
    Bitonic,
    /// The same with addresses in floats, as the chapter computes them.
    BitonicFloat,
    /// The fastest on devices without integers, bit operations or array textures: a bitonic sort of two keys and their positions per
    /// texel, as [`Sort::BitonicPacked`](super::Sort::BitonicPacked). 83 passes for 2^20 keys.
    BitonicPacked,
    /// The fastest for keys of more than a few bits: merges runs of two keys and their positions per texel, as
    /// [`Sort::Merge`](super::Sort::Merge). 29 passes for 2^20 keys.
    Merge,
    /// The fastest for keys of few bits: merges words of a key and its position, four per texel, which is as fast as to sort keys alone.
    /// A word has up to 32 bits: the bits of a key, and ⌈log2 n⌉ of a position. 27 passes for 2^20 keys of 12 bits, and those of the
    /// reductions to the smallest and the largest key if the range is [`KeyRange::Own`](super::KeyRange::Own).
    MergeWords,
    /// The fastest for keys of up to 20 bits that leave no room for a position in the word: sorts blocks of keys as
    /// [`Argsort::MergeWords`], with positions in the block, and merges the blocks as [`Argsort::Merge`]. 28 passes for 2^20 keys of 16
    /// bits, whose blocks have 2^15 keys, and those of the reductions if the range is [`KeyRange::Own`](super::KeyRange::Own).
    MergeBlocks,
    /// The radix sort on fragments that others have built, for comparison: sorts by digits of four bits. For each digit, passes count the
    /// keys of every group of 16 by digit, and sum the counts up a pyramid, four to one. Then each fragment descends the pyramid, with
    /// three fetches for each level, to the key that belongs at its place. That is 11 passes a digit for 2^20 keys, and 8 digits for
    /// whole floats. After M. Moroz's sort of Gaussian splats and that of PlayCanvas, which let the driver make mip maps of the counts;
    /// the sums have passes of their own here.
    MipRadix,
}

impl Argsort {
    /// All methods.
    pub const ALL: [Argsort; 7] = [
        Argsort::Bitonic,
        Argsort::BitonicFloat,
        Argsort::BitonicPacked,
        Argsort::Merge,
        Argsort::MergeWords,
        Argsort::MergeBlocks,
        Argsort::MipRadix,
    ];

    /// Returns the method that [`argsort_with`] uses for this number of keys, of which `bits` bits are compared (none: all). It is
    /// [`Argsort::MergeWords`] if a word holds key and position, else [`Argsort::MergeBlocks`] for up to 20 bits and [`Argsort::Merge`]
    /// for more. If the device cannot run it, it is [`Argsort::BitonicPacked`], or [`Argsort::BitonicFloat`] if a kernel has at most 512 instructions. If a kernel of that method
    /// does not fit on a chip, the next method that fits is used.
    pub fn fastest(device: &Device, count: usize, bits: Option<u32>) -> Argsort {
        let fits = bits.is_some_and(|bits| bits.saturating_add(Words::position_bits(count)) <= Words::MAX);
        match () {
            () if fits && Argsort::MergeWords.runs_on(device) => Argsort::MergeWords,
            () if bits.is_some_and(|bits| bits <= BLOCK_BITS) && Argsort::MergeBlocks.runs_on(device) => {
                Argsort::MergeBlocks
            }
            () if Argsort::Merge.runs_on(device) => Argsort::Merge,
            () if is_small(device) => Argsort::BitonicFloat,
            () => Argsort::BitonicPacked,
        }
    }
}

pass_methods!(Argsort);

impl Argsort {
    /// Returns how the method sorts integers.
    fn steps(self) -> Steps {
        match self {
            Argsort::Bitonic => Steps::Bitonic { in_floats: false },
            Argsort::BitonicFloat => Steps::Bitonic { in_floats: true },
            Argsort::BitonicPacked => Steps::Packed,
            Argsort::Merge | Argsort::MergeWords | Argsort::MergeBlocks => Steps::Merge,
            Argsort::MipRadix => Steps::Radix,
        }
    }
}

impl From<Sort> for Argsort {
    /// Returns the argsort that sorts positions in the same way.
    fn from(method: Sort) -> Argsort {
        match method {
            Sort::Bitonic => Argsort::Bitonic,
            Sort::BitonicFloat => Argsort::BitonicFloat,
            Sort::BitonicPacked => Argsort::BitonicPacked,
            Sort::Merge => Argsort::Merge,
        }
    }
}

const METHODS: [MethodInfo; 7] = [
    MethodInfo {
        variant: "Argsort::Bitonic",
        name: "bitonic",
        passes: "*k*(*k* + 1)/2, where *k* = ⌈log2 *n*⌉",
        of_2_20: "210",
        citation: Citation::chapter_37("Buck and Purcell, 37.3.1"),
        needs: Needs { integers: true, inputs: 2, outputs: 2, ..MINIMAL },
        kernels: &BITONIC,
        ..MethodInfo::PLAIN
    },
    MethodInfo {
        variant: "Argsort::BitonicFloat",
        name: "bitonic-float",
        remark: ", its addresses in floats",
        default: true,
        passes: "the same",
        of_2_20: "210",
        citation: Citation::chapter_37("Buck and Purcell, 37.3.1"),
        needs: Needs { inputs: 2, ..MINIMAL },
        kernels: &BITONIC,
        ..MethodInfo::PLAIN
    },
    MethodInfo {
        variant: "Argsort::BitonicPacked",
        name: "bitonic-packed",
        remark: ", without integers, into 4 render targets",
        default: true,
        passes: "⌊(*s* + 1)² / 4⌋ + 2, where *s* = ⌈log2(*n* / 8)⌉",
        of_2_20: "83",
        citation: Citation::new("today's, on fragments", "after Batcher; ours"),
        kernels: &[
            MethodKernel::new("packed_sort_groups"),
            MethodKernel::new("packed_sort_steps"),
            MethodKernel::new("argsort_gather"),
            MethodKernel::drawn_for("argsort_quantize", DrawnFor::Others),
        ],
        ..MethodInfo::PACKED
    },
    MethodInfo {
        variant: "Argsort::Merge",
        name: "merge",
        remark: ", into 8 render targets",
        default: true,
        passes: "2, and one or two for each doubling from 32",
        of_2_20: "29",
        needs: Needs { integers: true, loops: Loops::Dynamic, inputs: 2, ..MINIMAL },
        kernels: &MERGE,
        ..MethodInfo::PACKED
    },
    MethodInfo {
        variant: "Argsort::MergeWords",
        name: "merge-words",
        remark: ", for keys of few bits",
        default: true,
        passes: "2, and one or two for each doubling from 64",
        of_2_20: "27",
        needs: Needs { integers: true, loops: Loops::Dynamic, inputs: 3, ..MINIMAL },
        kernels: &MERGE,
        ..MethodInfo::PACKED
    },
    MethodInfo {
        variant: "Argsort::MergeBlocks",
        name: "merge-blocks",
        remark: ", for keys of up to 20 bits",
        default: true,
        passes: "3, and one or two for each doubling from 64",
        of_2_20: "28",
        needs: Needs { integers: true, loops: Loops::Dynamic, inputs: 3, ..MINIMAL },
        kernels: &MERGE_BLOCKS,
        ..MethodInfo::PACKED
    },
    MethodInfo {
        variant: "Argsort::MipRadix",
        name: "mip-radix",
        passes: "⌈log4 (16⌈*n* / 16⌉)⌉ + 1 for each 4 bits of a key",
        of_2_20: "88",
        citation: Citation::new("after Moroz, PlayCanvas", "after Moroz's and PlayCanvas's sorts of splats"),
        needs: Needs { integers: true, loops: Loops::Dynamic, inputs: 12, outputs: 2, ..MINIMAL },
        kernels: &[
            MethodKernel::new("mip_radix_counts"),
            MethodKernel::new("mip_radix_sums"),
            MethodKernel::new("mip_radix_reorder"),
        ],
        ..MethodInfo::PLAIN
    },
];

const BITONIC: [MethodKernel; 2] =
    [MethodKernel::new("bitonic_sort_stable"), MethodKernel::drawn_for("argsort_quantize", DrawnFor::Others)];

const MERGE: [MethodKernel; 5] = [
    MethodKernel::new("sort_groups"),
    MethodKernel::new("sort_starts"),
    MethodKernel::new("sort_merge"),
    MethodKernel::new("argsort_result"),
    MethodKernel::drawn_for("argsort_result_packed", DrawnFor::Packed),
];

const MERGE_BLOCKS: [MethodKernel; 6] =
    [MERGE[0], MERGE[1], MERGE[2], MethodKernel::drawn_for("sort_widen", DrawnFor::Others), MERGE[3], MERGE[4]];

/// The maximum number of bits of a key for which blocks of words pay off.
const BLOCK_BITS: u32 = 20;

/// Finds the order of keys: element i of the result is the position, in C order, of the key that comes i-th when the keys are sorted.
/// The smallest key is first, and equal keys keep their order. The result has the shape and layout of the keys; positions are whole
/// numbers in floats. The method is the one that [`Argsort::fastest`] returns.
///
/// ```
/// use brooklet::{Device, primitives};
/// let device = Device::headless()?;
/// let keys = device.upload(&[0.5, 0.25, 1.0, 0.25])?;
/// assert_eq!(primitives::argsort(&keys)?.read()?, [1.0, 3.0, 0.0, 2.0]);
/// # Ok::<(), brooklet::Error>(())
/// ```
///
/// # Errors
/// [`PrimitiveError::FloatAddress`](super::PrimitiveError::FloatAddress), for more than 2^24 keys.
pub fn argsort<K: Key>(keys: &Stream<K>) -> Result<Stream<f32>, Error> {
    argsort_with(keys, ArgsortOptions::default())
}

/// Finds the order of keys by the given method.
///
/// # Errors
/// As [`argsort_with`].
pub fn argsort_by<K: Key>(keys: &Stream<K>, method: Argsort) -> Result<Stream<f32>, Error> {
    argsort_with(keys, ArgsortOptions::default().method(method))
}

/// Finds the order of keys as the options say.
///
/// # Errors
/// As [`argsort`]; [`PrimitiveError::KeyBits`](super::PrimitiveError::KeyBits) and [`PrimitiveError::KeyRange`](super::PrimitiveError::KeyRange), for bits and a range that cannot be;
/// [`PrimitiveError::WordBits`](super::PrimitiveError::WordBits), if [`Argsort::MergeWords`] is named, and a word cannot hold key and position, or if
/// [`Argsort::MergeBlocks`] is named without bits;
/// [`PrimitiveError::Lacks`](super::PrimitiveError::Lacks), if the device lacks a feature that the named method needs.
pub fn argsort_with<K: Key>(keys: &Stream<K>, options: ArgsortOptions) -> Result<Stream<f32>, Error> {
    let signed = match K::kind(keys) {
        Kind::Floats(keys, _) => return argsort_floats(keys, options),
        Kind::Integers { signed } => signed,
    };
    let descending = options.descending;
    options.run(keys.device(), keys.len(), |method, on| {
        let keys = on.lend(keys);
        match options.bits {
            // Bits are those of floats.
            Some(_) if keys.len() > 1 => run(&integer_sort::floats(&keys)?, options, method),
            _ => integer_sort::positions(&keys, Order { signed, descending, steps: method.steps() }),
        }
    })
}

fn argsort_floats(keys: &Stream<f32>, options: ArgsortOptions) -> Result<Stream<f32>, Error> {
    options.run(keys.device(), keys.len(), |method, on| run(&on.lend(keys), options, method))
}

fn run(keys: &Stream<f32>, options: ArgsortOptions, method: Argsort) -> Result<Stream<f32>, Error> {
    let (device, shape, layout) = (keys.device(), keys.shape(), keys.layout());
    if keys.len() < 2 {
        let order = device.upload_shaped(shape, &vec![0.0; keys.len()])?;
        return order.to_layout(layout);
    }
    let Some(bits) = options.bits else { return by_all_bits(keys, options.descending, method) };
    let quantized = Quantized::new(keys, bits, options.descending)?;
    if method == Argsort::MipRadix {
        let digits = Digits { bits: Some(bits.bits), descending: false };
        return argsort_radix::positions(&quantized.stream()?, digits)?.to_layout(layout);
    }
    if method == Argsort::MergeBlocks {
        let words = Words::of_blocks(&quantized);
        let sorted = sort_merge::sort_blocks(keys, &words)?;
        return match keys.len() > words.block() {
            true => result(keys, &sorted, Form::Pairs, None),
            false => result(keys, &sorted, Form::Words, Some(&words)),
        };
    }
    if method != Argsort::MergeWords {
        return by_all_bits(&quantized.stream()?, false, method);
    }
    let words = Words::new(&quantized);
    let sorted = sort_merge::sort_words(keys, &words)?;
    result(keys, &sorted, if words.halves() { Form::Positions } else { Form::Words }, Some(&words))
}

fn by_all_bits(keys: &Stream<f32>, descending: bool, method: Argsort) -> Result<Stream<f32>, Error> {
    match method {
        Argsort::Bitonic | Argsort::BitonicFloat => {
            let in_floats = method == Argsort::BitonicFloat;
            bitonic_pairs::positions(keys, bitonic_pairs::Order { descending, stable: true, in_floats })
        }
        Argsort::BitonicPacked => packed_sort::positions(keys, &packed_sort::sort_positions(keys, descending)?),
        Argsort::Merge | Argsort::MergeWords | Argsort::MergeBlocks => {
            result(keys, &sort_merge::sort_positions(keys, descending)?, Form::Pairs, None)
        }
        Argsort::MipRadix => {
            argsort_radix::positions(keys, Digits { bits: None, descending })?.to_layout(keys.layout())
        }
    }
}

/// What a texel of a merge holds.
#[derive(Clone, Copy)]
enum Form {
    Pairs = 0,
    Words = 1,
    Positions = 2,
}

/// Draws the last pass of a merge, which writes the positions.
fn result(keys: &Stream<f32>, sorted: &Layers, form: Form, words: Option<&Words>) -> Result<Stream<f32>, Error> {
    let device = keys.device();
    let source = match keys.layout() {
        Layout::Packed => glsl!("primitives/argsort_result_packed.frag"),
        Layout::Plain => glsl!("primitives/argsort_result.frag"),
    };
    let kernel = device.kernel(&source.parameter("form", form as i32))?;
    let mut order = device.stream_with(keys.shape(), keys.layout())?;
    let mut pass = device.pass(&kernel).bound("sorted", sorted.bound());
    if let (Form::Words, Some(words)) = (form, words) {
        pass = words.mask(pass);
    }
    pass.output_texels("order", &mut order).run()?;
    Ok(order)
}
